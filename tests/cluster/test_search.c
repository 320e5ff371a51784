/* Searches by several ranks against the same search by one. */
#include "cluster/ranks.h"

#include <canopy/search.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* The name of a game whose searches rank 1 sleeps through. */
static const char SLEEPY[] = "sleepy";

static void pause_for(long milliseconds) {
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

/* Stops this process soon, for so long that the leader goes on without it, but hears of it in the
 * end. */
static void fall_asleep(void) {
    const pid_t sleeper = getpid();
    if (fork() != 0) return;
    pause_for(100);
    kill(sleeper, SIGSTOP);
    pause_for(900);
    kill(sleeper, SIGCONT);
    _exit(0);
}

static const cn_game *find(const char *name, void *user) {
    (void)user;
    if (strcmp(name, SLEEPY) == 0) {
        if (cn_cluster_rank() == 1) fall_asleep();
        return cn_game_find("othello");
    }
    /* Ranks without this game: rank 0 must hear of it. */
    return strcmp(name, "tictactoe") == 0 ? NULL : cn_game_find(name);
}

/* The agent with `ranks` of the job. */
static cn_search *open_search(const cn_game *game, const char *spec, int ranks) {
    char text[CN_SPEC_MAX + 32];
    cn_search *search;
    cn_error error = {""};
    snprintf(text, sizeof text, "%s,ranks=%d", spec, ranks);
    if (cn_search_new(game, text, &search, &error) != CN_OK) fail_msg("%s", error.text);
    return search;
}

static void run(cn_search *search, const cn_position *p, const cn_limits *limits,
                cn_result *result) {
    cn_error error = {""};
    if (cn_search_run(search, p, limits, NULL, NULL, result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
}

static cn_position random_position(const char *game, const char *options, int plies,
                                   uint64_t seed) {
    cn_position p = test_position(game, options, NULL);
    cn_rng rng = cn_rng_make(seed, 7);
    for (int i = 0; i < plies; i++) {
        cn_move list[CN_MOVES_MAX];
        const int count = p.rules->moves(p.state, list);
        if (count == 0) break;
        p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
    }
    return p;
}

/* ---- alpha-beta ---- */

typedef struct subject {
    const char *game, *options, *spec;
    int plies, positions, lines;
} subject;

static const subject subjects[] = {
    {"othello", NULL, "pvs:depth=6", 20, 30, 1},
    {"othello", NULL, "pvs:depth=5,strategy=ybw,threads=2", 30, 25, 3},
    {"connect4", NULL, "pvs:depth=9", 8, 30, 1},
    {"connect4", "width=8,height=7", "alphabeta:depth=6,strategy=top,threads=2", 12, 20, 1},
    {"connect4", NULL, "minimax:depth=5,strategy=levels,threads=2", 10, 20, 1},
    {"gomoku", "size=9", "pvs:depth=3,expert=off,strategy=shared,threads=2", 10, 15, 1},
    {"gomoku", "size=7", "alphabeta:depth=3,ties=last", 8, 20, 2},
    {"go", "size=5", "pvs:depth=4,strategy=buffer,threads=2", 8, 20, 1},
    {"go", "size=9,ko=positional", "alphabeta:depth=2", 12, 20, 1},
};

static void same_value(const subject *s, int ranks, int number, const cn_result *one,
                       const cn_result *many) {
    if (cn_score_number(one->score) != cn_score_number(many->score) || one->best != many->best ||
        one->depth != many->depth || one->score.proven != many->score.proven || !many->complete) {
        fail_msg("%s of %s, position %d, %d ranks: value %d, move %u, depth %d; one rank has "
                 "%d, %u, %d",
                 s->spec, s->game, number, ranks, cn_score_number(many->score), many->best,
                 many->depth, cn_score_number(one->score), one->best, one->depth);
    }
    assert_int_equal(many->ranks, ranks);
    assert_int_equal(one->top_count, many->top_count);
    for (int i = 0; i < one->top_count; i++) {
        assert_int_equal(cn_score_number(one->top[i].info.score),
                         cn_score_number(many->top[i].info.score));
        assert_int_equal(one->top[i].info.move, many->top[i].info.move);
    }
    assert_int_equal(many->line[0], many->best);
    /* The plain tree has as many nodes wherever they are visited. */
    if (strncmp(s->spec, "minimax", 7) == 0) assert_true(one->nodes == many->nodes);
}

static void alphabeta(void **unused) {
    (void)unused;
    cn_result *one = malloc(sizeof *one), *many = malloc(sizeof *many);
    int positions = 0;
    uint64_t elsewhere = 0;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        const subject *s = &subjects[i];
        const cn_game *game = cn_game_find(s->game);
        const int ranks = cn_cluster_ranks();
        cn_search *alone = open_search(game, s->spec, 1), *all = open_search(game, s->spec, ranks);
        const cn_limits limits = {.lines = s->lines};
        for (int n = 0; n < s->positions; n++, positions++) {
            cn_position p = random_position(s->game, s->options, s->plies, (uint64_t)(100 * i) + n);
            if (p.rules->over(p.state) == CN_ONGOING) {
                run(alone, &p, &limits, one);
                run(all, &p, &limits, many);
                same_value(s, ranks, n, one, many);
                elsewhere += many->threads > one->threads;
            }
            cn_position_free(&p);
        }
        cn_search_free(alone);
        cn_search_free(all);
    }
    assert_int_equal(positions, 200);
    if (cn_cluster_ranks() > 1) assert_true(elsewhere > 150);
    free(one);
    free(many);
}

/* Enough work for every rank to get some of it. */
static void moves_are_dealt(void **unused) {
    (void)unused;
    if (cn_cluster_ranks() < 2) return;
    cn_position p = random_position("othello", NULL, 12, 3);
    cn_search *one = open_search(p.game, "pvs:depth=8", 1);
    cn_search *all = open_search(p.game, "pvs:depth=8", cn_cluster_ranks());
    cn_result *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    run(one, &p, NULL, a);
    run(all, &p, NULL, b);
    assert_int_equal(cn_score_number(a->score), cn_score_number(b->score));
    assert_int_equal(a->best, b->best);
    assert_int_equal(b->threads, cn_cluster_ranks());
    uint64_t at_moves = 0;
    for (int i = 0; i < b->count; i++) at_moves += b->moves[i].nodes;
    assert_true(at_moves > 0 && at_moves <= b->nodes);
    cn_search_free(one);
    cn_search_free(all);
    cn_position_free(&p);
    free(a);
    free(b);
}

/* ---- Monte Carlo ---- */

static void same_statistics(const char *spec, int ranks, const cn_result *a, const cn_result *b) {
    if (a->best != b->best || a->visits != b->visits || a->iterations != b->iterations ||
        a->nodes != b->nodes || cn_score_number(a->score) != cn_score_number(b->score) ||
        a->depth != b->depth) {
        fail_msg("%s on %d ranks: %llu visits, move %u, value %d; on one %llu, %u, %d", spec, ranks,
                 (unsigned long long)b->visits, b->best, cn_score_number(b->score),
                 (unsigned long long)a->visits, a->best, cn_score_number(a->score));
    }
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_true(a->moves[i].visits == b->moves[i].visits);
        assert_true(a->moves[i].score.value == b->moves[i].score.value);
        assert_int_equal(a->moves[i].score.proven, b->moves[i].score.proven);
    }
}

/* One seed, any number of ranks and threads. */
static void deterministic(void **unused) {
    (void)unused;
    static const char *const specs[] = {
        "mcts:iterations=3000,strategy=chunks,chunk=37",
        "mcts:iterations=2003,strategy=chunks,chunk=100,merge=parallel",
        "uct:iterations=200,strategy=workers,workers=7,chunk=2",
        "mcts:iterations=2000,strategy=root,trees=6",
        "uct:iterations=30,strategy=root,trees=2",
    };
    static const char *const games[][2] = {
        {"go", "size=9"}, {"othello", NULL}, {"connect4", "width=8,height=7"}};
    cn_result *one = malloc(sizeof *one), *many = malloc(sizeof *many);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        for (size_t g = 0; g < 3; g++) {
            cn_position p = random_position(games[g][0], games[g][1], 6, i);
            cn_search *alone = open_search(p.game, specs[i], 1);
            run(alone, &p, NULL, one);
            cn_search_free(alone);
            for (int k = 0; k < 3 && test_ranks[k] <= cn_cluster_ranks(); k++) {
                for (int threads = 1; threads <= 2; threads++) {
                    char spec[CN_SPEC_MAX];
                    snprintf(spec, sizeof spec, "%s,threads=%d", specs[i], threads);
                    cn_search *search = open_search(p.game, spec, test_ranks[k]);
                    run(search, &p, NULL, many);
                    same_statistics(spec, test_ranks[k], one, many);
                    assert_int_equal(many->ranks, test_ranks[k]);
                    assert_int_equal(many->threads, threads * test_ranks[k]);
                    cn_search_free(search);
                }
            }
            cn_position_free(&p);
        }
    }
    free(one);
    free(many);
}

/* Every playout is counted once, also where trees learn from each other, and also in the second
 * move, which goes on with the trees of the first. */
static void every_playout_counts(void **unused) {
    (void)unused;
    static const char *const specs[] = {
        "mcts:iterations=6000",         "mcts:iterations=5",
        "mcts:iterations=8000,share=2", "mcts:iterations=8000,strategy=tree,threads=2,share=3",
        "mcts:time=0.2,share=1",        "mcts:time=0.2,strategy=leaf,threads=2",
    };
    cn_result *r = malloc(sizeof *r);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        cn_position p = random_position("othello", NULL, 4, i);
        cn_search *search = open_search(p.game, specs[i], 0);
        for (int move = 0; move < 2; move++) {
            run(search, &p, NULL, r);
            /* nodes: playouts; visits: what came of them */
            if (r->visits != r->nodes) {
                fail_msg("%s, move %d: %llu visits, %llu playouts", specs[i], move,
                         (unsigned long long)r->visits, (unsigned long long)r->nodes);
            }
            uint64_t sum = 0;
            for (int k = 0; k < r->count; k++) sum += r->moves[k].visits;
            assert_true(move > 0 ? sum >= r->visits - (uint64_t)r->ranks
                                 : sum <= r->visits && sum + 4 * (uint64_t)r->ranks >= r->visits);
            p.rules->play(p.state, r->best);
        }
        cn_search_free(search);
        cn_position_free(&p);
    }
    free(r);
}

/* Of a rank that answers too late, what it had told of counts as playouts and as visits. */
static void late_ranks(void **unused) {
    (void)unused;
    cn_game game = *cn_game_find("othello");
    game.name = SLEEPY;
    cn_position p = random_position("othello", NULL, 4, 1);
    p.game = &game;
    cn_result *r = malloc(sizeof *r);
    cn_search *search = open_search(&game, "mcts:time=0.2", 0);
    run(search, &p, NULL, r);
    assert_int_equal(r->visits, r->nodes);
    p.game = cn_game_find("othello");
    cn_search_free(search);
    cn_position_free(&p);
    free(r);
}

/* ---- ends and errors ---- */

/* All ranks together keep a limit of nodes: at most 1 % or 64 more, and it is not left unused. */
static void node_limits(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *options, *spec;
        int plies;
    } kept[] = {
        {"othello", NULL, "pvs:threads=1", 12},
        {"othello", NULL, "pvs:strategy=ybw,threads=2", 20},
        {"othello", NULL, "mcts:threads=1", 12},
        {"connect4", NULL, "pvs:strategy=shared,threads=2", 6},
        {"connect4", NULL, "pvs:expert=off,hash=1", 6},
        {"gomoku", NULL, "pvs:threads=1", 6},
        {"go", "size=9", "alphabeta:strategy=levels,threads=2", 10},
        {"go", "size=9", "mcts:strategy=tree,threads=2", 10},
        {"go", "size=9", "mcts:strategy=workers,workers=3,iterations=100000", 10},
    };
    static const uint64_t limit_of[] = {64, 3000, 40000};
    enum { LIMITS = TEST_SANITIZED ? 2 : 3 };
    cn_result *r = malloc(sizeof *r);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        cn_position p = random_position(kept[i].game, kept[i].options, kept[i].plies, i);
        for (int k = 0; k < LIMITS; k++) {
            const cn_limits limits = {.nodes = limit_of[k], .depth = 60};
            const uint64_t over = limit_of[k] / 100 > 64 ? limit_of[k] / 100 : 64;
            cn_search *search = open_search(p.game, kept[i].spec, 0);
            run(search, &p, &limits, r);
            cn_search_free(search);
            const bool unused_nodes = !r->complete && r->nodes + 64 < limit_of[k] / 2;
            if (r->nodes > limit_of[k] + over || unused_nodes) {
                fail_msg("%s of %s: %llu nodes, the limit is %llu", kept[i].spec, kept[i].game,
                         (unsigned long long)r->nodes, (unsigned long long)limit_of[k]);
            }
        }
        cn_position_free(&p);
    }
    free(r);
}

static void stop_soon(const cn_result *so_far, void *user) {
    (void)so_far;
    cn_search_stop(user);
}

static void stops(void **unused) {
    (void)unused;
    static const char *const specs[] = {"mcts:strategy=tree,threads=2",
                                        "pvs:strategy=ybw,threads=2", "mcts:strategy=chunks",
                                        "pvs:strategy=shared"};
    const cn_limits endless = {.infinite = true};
    cn_result *r = malloc(sizeof *r);
    cn_error error = {""};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        cn_position p = random_position("othello", NULL, 10, i);
        cn_search *search = open_search(p.game, specs[i], 0);
        for (int again = 0; again < 2; again++) {
            assert_int_equal(cn_search_run(search, &p, &endless, stop_soon, search, r, &error),
                             CN_OK);
            assert_true(cn_position_legal(&p, r->best));
        }
        cn_search_free(search);
        cn_position_free(&p);
    }
    free(r);
}

static void errors_name_the_rank(void **unused) {
    (void)unused;
    if (cn_cluster_ranks() < 2) return;
    cn_result *r = malloc(sizeof *r);
    cn_position p = test_position("tictactoe", NULL, NULL);
    cn_search *search;
    cn_error error = {""};
    assert_int_equal(cn_search_new(p.game, "mcts:time=5", &search, &error), CN_OK);
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, r, &error), CN_BAD_INPUT);
    assert_non_null(strstr(error.text, "rank 1 on "));
    assert_non_null(strstr(error.text, "there is no game `tictactoe` here"));
    cn_search_free(search);
    cn_position_free(&p);
    /* The job goes on. */
    p = test_position("connect4", NULL, NULL);
    search = open_search(p.game, "mcts:iterations=100", 0);
    run(search, &p, NULL, r);
    assert_int_equal(r->ranks, cn_cluster_ranks());
    cn_search_free(search);
    cn_position_free(&p);
    free(r);
}

static void asks_for_no_more_than_there_are(void **unused) {
    (void)unused;
    cn_search *search;
    cn_error error = {""};
    assert_int_equal(cn_search_new(cn_game_find("go"), "mcts:ranks=4000", &search, &error),
                     CN_BAD_USAGE);
    assert_non_null(strstr(error.text, cn_cluster_ranks() > 1 ? "this job has" : "mpirun -n 4000"));
    assert_int_equal(
        cn_search_new(cn_game_find("go"), "mcts:share=2,strategy=root", &search, &error),
        CN_BAD_USAGE);
    assert_non_null(strstr(error.text, "share goes with"));
}

/* A win in one is found without a search, by every rank. */
static void wins_at_once(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    test_play(&p, "141414");
    cn_result *r = malloc(sizeof *r);
    cn_search *search = open_search(p.game, "mcts:time=1", 0);
    run(search, &p, NULL, r);
    assert_int_equal(cn_score_number(r->score), CN_WIN - 1);
    assert_true(r->score.proven);
    cn_search_free(search);
    cn_position_free(&p);
    free(r);
}

int main(void) {
    test_join(find);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta),
        cmocka_unit_test(moves_are_dealt),
        cmocka_unit_test(deterministic),
        cmocka_unit_test(every_playout_counts),
        cmocka_unit_test(late_ranks),
        cmocka_unit_test(node_limits),
        cmocka_unit_test(stops),
        cmocka_unit_test(errors_name_the_rank),
        cmocka_unit_test(asks_for_no_more_than_there_are),
        cmocka_unit_test(wins_at_once),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cn_cluster_leave();
    return failed;
}
