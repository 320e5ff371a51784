/* Connect Four's solver against published scores, against a plain solver that shares nothing with
 * it, and against itself: with a small table, with several threads, and along its own lines. */
#include "support/support.h"

#include <canopy/kernel.h>
#include <canopy/search.h>
#include <stdlib.h>

enum { SLOWER = TEST_SANITIZED ? 50 : 1 };

/* ---- the solver, asked directly ---- */

typedef struct asker {
    cn_context *context;
    size_t megabytes; /* 0: no table */
} asker;

static _Atomic bool never;

static void asker_new(asker *a, size_t megabytes) {
    a->context = aligned_alloc(64, sizeof *a->context);
    assert_non_null(a->context);
    memset(a->context, 0, sizeof *a->context);
    a->megabytes = megabytes;
    a->context->memory_size = megabytes << 20;
    a->context->memory = megabytes ? calloc(megabytes, 1 << 20) : NULL;
    a->context->stop = &never;
}

static void asker_free(asker *a) {
    free(a->context->memory);
    free(a->context);
}

static int ask(const asker *a, const cn_position *p, int alpha, int beta) {
    a->context->rules = p->rules;
    a->context->kernels = p->kernels;
    a->context->alphabeta = p->experts->alphabeta;
    return p->experts->alphabeta(a->context, p->state, CN_PLY_MAX, 0, alpha, beta);
}

/* A value as a score: how early the game is won. */
static int score_of(int value, int cells, int discs) {
    if (value == 0) return 0;
    const int last = discs + CN_WIN - (value > 0 ? value : -value);
    return value > 0 ? (cells + 2 - last) / 2 : -((cells + 2 - last) / 2);
}

/* ---- published scores ---- */

/* Every position of a set of Pascal Pons's, up to a number. */
static void check_set(const char *name, int most, size_t megabytes) {
    char path[512], moves[64];
    int expected, count = 0;
    snprintf(path, sizeof path, "%s/positions/connect4/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    asker a;
    asker_new(&a, megabytes);
    most /= SLOWER; /* none of the hardest, then */
    for (; count < most && fscanf(file, "%63s %d", moves, &expected) == 2; count++) {
        cn_position p = test_position("connect4", NULL, moves);
        const int discs = (int)strlen(moves);
        const int score = score_of(ask(&a, &p, -CN_INFINITY, CN_INFINITY), 42, discs);
        if (score != expected) fail_msg("%s: score %d, expected %d", moves, score, expected);
        cn_position_free(&p);
    }
    assert_int_equal(count, most);
    asker_free(&a);
    fclose(file);
}

static void published_sets(void **state) {
    (void)state;
    check_set("Test_L3_R1", 1000, 16);
    check_set("Test_L2_R1", 1000, 16);
    check_set("Test_L1_R1", 1000, 16);
    check_set("Test_L2_R2", 500, 16);
    check_set("Test_L1_R2", 10, 16);
    check_set("Test_L1_R3", 1, 16);
}

static void small_table(void **state) {
    (void)state;
    check_set("Test_L2_R2", 300, 1);
    check_set("Test_L1_R2", 10, 1);
}

static void no_table(void **state) {
    (void)state;
    check_set("Test_L3_R1", 500, 0);
    check_set("Test_L2_R1", 200, 0);
}

/* Who wins from the empty board, and with which disc (0: a draw). */
static void published_boards(void **state) {
    (void)state;
    static const struct {
        const char *options;
        int cells, disc;
    } boards[] = {
        {"width=4,height=4", 16, 0}, {"width=5,height=5", 25, 0}, {"width=6,height=6", 36, 36}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards - (SLOWER > 1); i++) {
        asker a;
        asker_new(&a, 64);
        cn_position p = test_position("connect4", boards[i].options, NULL);
        const int disc = boards[i].disc;
        const int published = disc == 0 ? 0 : disc % 2 ? CN_WIN - disc : disc - CN_WIN;
        /* Nothing above and nothing below it: the two questions that prove a value. */
        assert_int_equal(ask(&a, &p, published - 1, published + 1), published);
        cn_position_free(&p);
        asker_free(&a);
    }
}

/* ---- a plain solver ---- */

typedef struct grid {
    int width, height, discs;
    int cell[16][16]; /* [row from the bottom][column]: 0 empty, 1 or 2 */
} grid;

static bool in_four(const grid *g, int row, int column) {
    static const int direction[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        int length = -1;
        for (int sign = -1; sign <= 1; sign += 2) {
            int r = row, c = column;
            while (r >= 0 && r < g->height && c >= 0 && c < g->width &&
                   g->cell[r][c] == g->cell[row][column]) {
                length++;
                r += sign * direction[i][0];
                c += sign * direction[i][1];
            }
        }
        if (length >= 4) return true;
    }
    return false;
}

static int top_of(const grid *g, int column) {
    int row = 0;
    while (row < g->height && g->cell[row][column]) row++;
    return row;
}

/* The value of the side to move: 1000 less the plies to a win. */
static int plain(grid *g, int ply, int alpha, int beta) {
    if (g->discs == g->width * g->height) return 0;
    int best = -10000;
    for (int c = 0; c < g->width && best < beta; c++) {
        const int row = top_of(g, c);
        if (row == g->height) continue;
        g->cell[row][c] = g->discs % 2 + 1;
        const bool won = in_four(g, row, c);
        g->discs++;
        const int floor = best > alpha ? best : alpha;
        const int value = won ? 1000 - ply - 1 : -plain(g, ply + 1, -beta, -floor);
        g->discs--;
        g->cell[row][c] = 0;
        if (value > best) best = value;
    }
    return best;
}

/* A random game on a random board until `left` cells are empty, in both representations. False if
 * it ended before. */
static bool random_game(cn_rng *rng, grid *g, cn_position *p) {
    char options[64];
    do {
        g->width = 1 + (int)cn_rng_below(rng, 12);
        g->height = 1 + (int)cn_rng_below(rng, 9);
    } while (g->width * (g->height + 1) > 64 || (g->width < 4 && g->height < 4));
    memset(g->cell, 0, sizeof g->cell);
    g->discs = 0;
    const int left = 1 + (int)cn_rng_below(rng, 12);
    snprintf(options, sizeof options, "width=%d,height=%d", g->width, g->height);
    *p = test_position("connect4", options, NULL);
    while (p->rules->over(p->state) == CN_ONGOING) {
        if (g->width * g->height - g->discs <= left) return true;
        cn_move list[CN_MOVES_MAX];
        const int count = p->rules->moves(p->state, list);
        const cn_move move = list[cn_rng_below(rng, (uint32_t)count)];
        g->cell[top_of(g, move)][move] = g->discs++ % 2 + 1;
        p->rules->play(p->state, move);
    }
    cn_position_free(p);
    return false;
}

/* Any board, with the whole window and with narrow ones around the value. */
static void any_board(void **state) {
    (void)state;
    cn_rng rng = cn_rng_make(16, 1);
    for (int done = 0; done < 5000 / SLOWER;) {
        static grid g;
        cn_position p;
        if (!random_game(&rng, &g, &p)) continue;
        done++;
        asker a;
        asker_new(&a, done % 4 ? 1 : 0);
        const int truth = plain(&g, 0, -10000, 10000);
        const int expected = truth > 0   ? truth - 1000 + CN_WIN
                             : truth < 0 ? truth + 1000 - CN_WIN
                                         : 0;
        for (int shift = -2; shift <= 2; shift++) {
            const int alpha = expected + shift, value = ask(&a, &p, alpha, alpha + 1);
            if (expected > alpha ? value <= alpha || value > expected
                                 : value > alpha || value < expected) {
                fail_msg("%dx%d, %d discs: %d in window %d", g.width, g.height, g.discs, value,
                         alpha);
            }
        }
        assert_int_equal(ask(&a, &p, -CN_INFINITY, CN_INFINITY), expected);
        asker_free(&a);
        cn_position_free(&p);
    }
}

/* ---- whole searches ---- */

static void search(cn_search *s, const cn_position *p, cn_result *result) {
    cn_error error = {""};
    const cn_limits limits = {.infinite = true};
    if (cn_search_run(s, p, &limits, NULL, NULL, result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    assert_true(result->score.proven);
}

/* The same score with any strategy and number of threads, and a line that ends as it says. */
static void threads(void **state) {
    (void)state;
    static const char *const specs[] = {
        "pvs:hash=4",
        "pvs:hash=4,strategy=ybw,threads=1",
        "pvs:hash=4,strategy=ybw,threads=2",
        "pvs:hash=4,strategy=ybw,threads=8",
        "pvs:hash=4,strategy=shared,threads=2",
        "pvs:hash=4,strategy=shared,threads=8",
    };
    static cn_result result;
    enum { SPECS = sizeof specs / sizeof *specs };
    cn_search *searches[SPECS];
    cn_error error = {""};
    for (int i = 0; i < SPECS; i++) {
        if (cn_search_new(cn_game_find("connect4"), specs[i], &searches[i], &error) != CN_OK) {
            fail_msg("%s", error.text);
        }
    }
    cn_rng rng = cn_rng_make(16, 2);
    for (int done = 0; done < 60 / SLOWER + 2;) {
        cn_position p = test_position("connect4", done % 3 ? NULL : "width=6,height=5", NULL);
        for (int i = 0; i < 14 - done % 3 * 2 && p.rules->over(p.state) == CN_ONGOING; i++) {
            p.rules->play(p.state, cn_playout_pick(p.rules, p.state, 0, &rng));
        }
        if (p.rules->over(p.state) == CN_ONGOING) {
            done++;
            cn_score score = {0};
            for (int i = 0; i < SPECS; i++) {
                search(searches[i], &p, &result);
                if (i == 0) score = result.score;
                assert_int_equal(cn_score_compare(result.score, score), 0);
            }
            cn_position end;
            assert_int_equal(cn_position_copy(&p, &end, NULL), CN_OK);
            search(searches[0], &p, &result);
            for (int i = 0; i < result.line_length; i++) {
                assert_int_equal(end.rules->over(end.state), CN_ONGOING);
                end.rules->play(end.state, result.line[i]);
            }
            const int mover = p.rules->turn(p.state);
            const cn_outcome expected = score.value == 0  ? CN_DRAW
                                        : score.value > 0 ? cn_win_of(mover)
                                                          : cn_win_of(mover ^ 1);
            assert_int_equal(end.rules->over(end.state), expected);
            if (expected != CN_DRAW) assert_int_equal(result.line_length, score.plies);
            cn_position_free(&end);
        }
        cn_position_free(&p);
    }
    for (int i = 0; i < SPECS; i++) cn_search_free(searches[i]);
}

/* What is told while a search with several lines runs: a move with a proven score keeps it, and
 * the moves that have theirs come before the others. */
typedef struct telling {
    cn_result last;
    cn_score exact[8]; /* by column; CN_SCORE_NONE: not told yet */
    int early;         /* times that some were told before the end */
} telling;

static void listen(const cn_result *so_far, void *user) {
    telling *t = user;
    bool open = false, exact = false;
    for (int i = 0; i < so_far->top_count; i++) {
        const cn_move_info *info = &so_far->top[i].info;
        const bool proven = info->score.proven && info->score.bound == CN_SCORE_EXACT;
        cn_score *before = &t->exact[info->move];
        if (before->proven) assert_true(proven && cn_score_compare(*before, info->score) == 0);
        /* A loss or win in a few plies is proven at any depth, and then stays where it was. */
        if (proven && so_far->depth > 8) *before = info->score;
        exact |= proven;
        open |= !proven;
    }
    t->early += exact && open;
    t->last = *so_far;
}

static void telling_columns(void **state) {
    (void)state;
    static telling t;
    static cn_result result;
    static const char *const specs[] = {"pvs:hash=16", "pvs:hash=16,strategy=ybw,threads=3"};
    for (int i = 0; i < (SLOWER > 1 ? 1 : 2); i++) {
        cn_search *s;
        cn_error error = {""};
        const cn_limits limits = {.infinite = true, .lines = 7};
        cn_position p = test_position("connect4", NULL, SLOWER > 1 ? "44444433332" : "4444443332");
        memset(&t, 0, sizeof t);
        assert_int_equal(cn_search_new(p.game, specs[i], &s, &error), CN_OK);
        assert_int_equal(cn_search_run(s, &p, &limits, listen, &t, &result, &error), CN_OK);
        assert_true(result.score.proven);
        assert_true(result.top_count == result.count);
        for (int k = 0; k < result.top_count; k++) {
            assert_true(result.top[k].info.score.proven);
            if (k > 0) {
                assert_true(
                    cn_score_compare(result.top[k - 1].info.score, result.top[k].info.score) >= 0);
            }
        }
        assert_int_equal(memcmp(t.last.top, result.top, sizeof(cn_line)), 0);
        cn_search_free(s);
        cn_position_free(&p);
    }
}

/* One search serves boards of different sizes, whose positions must not be mistaken. */
static void sizes_in_turn(void **state) {
    (void)state;
    static cn_result result;
    cn_search *s;
    cn_error error = {""};
    assert_int_equal(cn_search_new(cn_game_find("connect4"), "pvs:hash=1", &s, &error), CN_OK);
    static const struct {
        const char *options;
        int value;
    } boards[] = {{"width=4,height=4", 0}, {"width=5,height=4", 0}, {"width=4,height=5", 0}};
    for (int i = 0; i < 9; i++) {
        cn_position p = test_position("connect4", boards[i % 3].options, NULL);
        search(s, &p, &result);
        assert_int_equal((int)result.score.value, boards[i % 3].value);
        cn_position_free(&p);
    }
    cn_search_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_sets), cmocka_unit_test(small_table),
        cmocka_unit_test(no_table),       cmocka_unit_test(published_boards),
        cmocka_unit_test(any_board),      cmocka_unit_test(threads),
        cmocka_unit_test(sizes_in_turn),  cmocka_unit_test(telling_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
