/* Monte Carlo tree search on every game, with every strategy: the same statistics on any number of
 * threads where that is promised, trees whose counts add up, no update lost, limits kept. */
#include "support/support.h"

#include <canopy/search.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static cn_result result, other;

static cn_search *new_search(const cn_game *game, const char *spec, int threads) {
    char text[256];
    snprintf(text, sizeof text, "%s,threads=%d", spec, threads);
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(game, text, &search, &error) != CN_OK) fail_msg("%s: %s", spec, error.text);
    return search;
}

static void run(cn_search *search, const cn_position *p, const cn_limits *limits, cn_result *out) {
    cn_error error = {""};
    if (cn_search_run(search, p, limits, NULL, NULL, out, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    assert_true(cn_position_legal(p, out->best));
    assert_int_equal(out->line[0], out->best);
}

/* The start, and a position a few random moves on that is not over. */
static cn_position position_after(const cn_game *game, int plies, uint64_t seed) {
    cn_position p = test_position_of(game, NULL, NULL);
    cn_rng rng = cn_rng_make(seed, 5);
    for (int i = 0; i < plies; i++) {
        cn_position next;
        assert_int_equal(cn_position_copy(&p, &next, NULL), CN_OK);
        next.rules->play(next.state, cn_playout_pick(p.rules, p.state, 0, &rng));
        const bool over = next.rules->over(next.state) != CN_ONGOING;
        cn_position_free(over ? &next : &p);
        if (over) break;
        p = next;
    }
    return p;
}

/* ---- the same for any number of threads ---- */

static void assert_same(const char *spec, int threads, const cn_result *a, const cn_result *b) {
    bool same = a->best == b->best && cn_score_number(a->score) == cn_score_number(b->score) &&
                a->score.value == b->score.value && a->visits == b->visits &&
                a->iterations == b->iterations && a->nodes == b->nodes &&
                a->score.proven == b->score.proven && a->count == b->count &&
                a->memory_full == b->memory_full && a->line_length == b->line_length;
    for (int i = 0; i < a->count && same; i++) {
        same = a->moves[i].visits == b->moves[i].visits &&
               a->moves[i].score.value == b->moves[i].score.value &&
               a->moves[i].score.proven == b->moves[i].score.proven;
    }
    if (!same) fail_msg("%s: %d threads differ from one", spec, threads);
}

static const char *const repeatable[] = {
    "uct:iterations=300,strategy=leaf,playouts=3,seed=1",
    "uct:iterations=200,strategy=leaf,rollouts=6,seed=2",
    "mcts:iterations=200,strategy=leaf,rollouts=3,playouts=2,rave=on,expand=all,c=0.2,seed=3",
    "uct:iterations=1000,strategy=root,trees=3,seed=4",
    "mcts:iterations=1000,strategy=root,trees=4,seed=5",
    "mcts:iterations=800,strategy=root,trees=2,rave=on,bias=5,expand=all,fpu=0.6,seed=6",
    "uct:iterations=1001,strategy=chunks,chunk=10,seed=7",
    "mcts:iterations=1003,strategy=chunks,chunk=7,merge=parallel,decisive=on,seed=8",
    "uct:iterations=100,strategy=workers,workers=8,seed=9",
    "mcts:iterations=100,strategy=workers,workers=7,chunk=2,final=mean,ties=last,seed=10",
};

static void deterministic(void **state) {
    const cn_game *game = *state;
    static const int threads[] = {3, 2, 8};
    enum { POSITIONS = TEST_SANITIZED ? 1 : 2, COUNTS = TEST_SANITIZED ? 1 : 3 };
    for (int i = 0; i < POSITIONS; i++) {
        cn_position p = position_after(game, 11 * i, 1);
        for (size_t s = 0; s < sizeof repeatable / sizeof *repeatable; s++) {
            cn_search *one = new_search(game, repeatable[s], 1);
            run(one, &p, NULL, &result);
            cn_search_free(one);
            for (int k = 0; k < COUNTS; k++) {
                cn_search *many = new_search(game, repeatable[s], threads[k]);
                /* Twice: what the first run left behind must not show once it is cleared. */
                for (int round = 0; round < 2; round++) {
                    cn_search_clear(many);
                    run(many, &p, NULL, &other);
                    assert_same(repeatable[s], threads[k], &result, &other);
                }
                cn_search_free(many);
            }
        }
        cn_position_free(&p);
    }
}

/* Strategies that are the sequential search in other clothes. */
static void same_as_sequential(void **state) {
    static const char *const pairs[][2] = {
        {"uct:iterations=200,playouts=5,strategy=leaf", "uct:iterations=200,playouts=5"},
        {"mcts:iterations=200,rollouts=6,strategy=leaf", "mcts:iterations=200,rollouts=6"},
        {"mcts:iterations=700,strategy=root,trees=1", "mcts:iterations=700"},
        {"mcts:iterations=700,strategy=workers,workers=1,reuse=off", "mcts:iterations=700"},
        {"mcts:iterations=700,strategy=chunks,chunk=700", "mcts:iterations=700"},
        {"uct:iterations=999,strategy=chunks,merge=parallel", "uct:iterations=999,strategy=chunks"},
    };
    cn_position p = position_after(*state, 4, 2);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        cn_search *a = new_search(*state, pairs[i][0], 2), *b = new_search(*state, pairs[i][1], 1);
        run(a, &p, NULL, &result);
        run(b, &p, NULL, &other);
        /* The line and the longest path are known only where the tree is. */
        other.line_length = result.line_length;
        assert_same(pairs[i][0], 2, &result, &other);
        cn_search_free(a);
        cn_search_free(b);
    }
    cn_position_free(&p);
}

static void seeds_differ(void **state) {
    cn_position p = position_after(*state, 2, 3);
    cn_search *a = new_search(*state, "uct:iterations=500,seed=1", 1);
    cn_search *b = new_search(*state, "uct:iterations=500,seed=2", 1);
    run(a, &p, NULL, &result);
    run(b, &p, NULL, &other);
    bool same = true;
    for (int i = 0; i < result.count; i++)
        same &= result.moves[i].score.value == other.moves[i].score.value;
    assert_false(same);
    cn_search_free(a);
    cn_search_free(b);
    cn_position_free(&p);
}

/* ---- counts add up ---- */

enum { DEEP = 1100 };

typedef struct sums {
    int depth; /* of the node shown last */
    uint64_t visits[DEEP], below[DEEP];
    bool inner[DEEP];
    uint64_t least, most; /* playouts an inner node may have had before it got children */
    const char *spec;
} sums;

static void close_nodes(sums *s, int depth) {
    for (int d = s->depth; d >= depth; d--) {
        if (!s->inner[d]) continue;
        const uint64_t own = s->visits[d] - s->below[d];
        /* Threads that meet at a leaf may play out from it more often, or not at all. */
        const bool root = d == 0 && s->most != UINT64_MAX;
        const bool fits = root ? own == 0 : own >= s->least && own <= s->most;
        if (!fits || s->below[d] > s->visits[d]) {
            fail_msg("%s: a node at depth %d has %d visits, its children %d", s->spec, d,
                     (int)s->visits[d], (int)s->below[d]);
        }
    }
}

static bool add_up(const cn_tree_node *node, void *user) {
    sums *s = user;
    const int d = node->depth;
    assert_true(d < DEEP && d <= s->depth + 1);
    assert_true(node->score.value >= 0 && node->score.value <= 1);
    close_nodes(s, d);
    s->depth = d;
    s->visits[d] = node->visits;
    s->below[d] = 0;
    s->inner[d] = false;
    if (d > 0 && node->visits > 0) {
        s->inner[d - 1] = true;
        s->below[d - 1] += node->visits;
    }
    return true;
}

static void check_tree(const cn_search *search, const char *spec, uint64_t least, uint64_t most) {
    static sums s;
    memset(&s, 0, sizeof s);
    s.depth = -1;
    s.least = least;
    s.most = most;
    s.spec = spec;
    assert_true(cn_search_tree(search, DEEP, 0, add_up, &s) > 1);
    close_nodes(&s, 0);
}

static void trees_add_up(void **state) {
    static const struct {
        const char *spec;
        int threads;
        uint64_t least, most, each; /* each: root visits an iteration, 0: varies */
    } cases[] = {
        {"uct:iterations=3000", 1, 1, 1, 1},
        {"uct:iterations=1000,playouts=3", 1, 3, 3, 3},
        {"uct:iterations=1000,rollouts=4", 1, 1, 1, 0},
        {"uct:iterations=3000,threshold=5", 1, 5, 5, 1},
        {"uct:iterations=3000,rave=on,expand=all,c=0.1,fpu=1", 1, 1, 1, 1},
        {"uct:iterations=1000,strategy=leaf,playouts=4", 3, 4, 4, 4},
        {"uct:iterations=3000,strategy=tree", 1, 1, 1, 1},
        {"uct:iterations=3000,strategy=tree", 3, 0, UINT64_MAX, 1},
        {"uct:iterations=3000,strategy=tree,virtual-loss=3", 3, 0, UINT64_MAX, 1},
        {"uct:iterations=3000,strategy=tree,virtual-loss=0", 3, 0, UINT64_MAX, 1},
        {"uct:iterations=3000,strategy=tree,rave=on,expand=all", 3, 0, UINT64_MAX, 1},
        {"uct:iterations=3000,strategy=tree,lock=global", 3, 0, UINT64_MAX, 1},
        {"uct:iterations=3000,strategy=tree,lock=node", 3, 0, UINT64_MAX, 1},
        {"uct:iterations=900,strategy=tree,lock=node,rollouts=3", 3, 0, UINT64_MAX, 0},
        {"uct:iterations=2000,strategy=tree,lock=node,rave=on,expand=all", 2, 0, UINT64_MAX, 1},
    };
    cn_position p = position_after(*state, 3, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cn_search *search = new_search(*state, cases[i].spec, cases[i].threads);
        run(search, &p, NULL, &result);
        assert_false(result.memory_full);
        assert_true(result.complete);
        if (cases[i].each) assert_int_equal(result.visits, result.iterations * cases[i].each);
        check_tree(search, cases[i].spec, cases[i].least, cases[i].most);
        cn_search_free(search);
    }
    cn_position_free(&p);
}

/* Every iteration that was asked for, by whichever strategy; and unsynchronised counters may lose
 * some but never invent any. */
static void iterations_are_counted(void **state) {
    static const struct {
        const char *spec;
        uint64_t expected;
    } cases[] = {
        {"uct:iterations=1001,strategy=root,trees=4", 1004},
        {"uct:iterations=1001,strategy=chunks", 1001},
        {"uct:iterations=101,strategy=workers,workers=5", 505},
        {"uct:iterations=1001,strategy=tree", 1001},
        {"uct:iterations=1001,strategy=leaf,playouts=2", 1001},
        {"uct:iterations=3001,strategy=tree,lock=none", 3001},
    };
    cn_position p = position_after(*state, 3, 5);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cn_search *search = new_search(*state, cases[i].spec, 3);
        run(search, &p, NULL, &result);
        assert_int_equal(result.iterations, cases[i].expected);
        const uint64_t playouts = strstr(cases[i].spec, "playouts") ? 2 : 1;
        if (strstr(cases[i].spec, "lock=none")) {
            assert_true(result.visits <= result.iterations);
            assert_true(result.visits > result.iterations / 4);
        } else {
            assert_int_equal(result.visits, result.iterations * playouts);
        }
        cn_search_free(search);
    }
    cn_position_free(&p);
}

/* ---- limits ---- */

static const char *const every[] = {
    "mcts:strategy=none",
    "mcts:strategy=leaf,playouts=4",
    "mcts:strategy=root",
    "mcts:strategy=chunks",
    "mcts:strategy=workers",
    "mcts:strategy=tree",
    "mcts:strategy=tree,lock=global",
    "mcts:strategy=tree,lock=node",
    "mcts:strategy=tree,lock=none",
};

static void count_calls(const cn_result *so_far, void *user) {
    assert_true(so_far->iterations > 0);
    assert_int_not_equal(so_far->best, CN_MOVE_NONE);
    ++*(int *)user;
}

static void stops(void **state) {
    cn_position p = test_position_of(*state, NULL, NULL);
    cn_rng rng = cn_rng_make(3, 3);
    cn_error error = {""};
    for (size_t s = 0; s < sizeof every / sizeof *every; s++) {
        cn_search *search = new_search(*state, every[s], 3);
        for (int round = 0; round < 6; round++) {
            cn_limits limits = {.iterations = 1 + cn_rng_below(&rng, 300)};
            if (round % 2) limits = (cn_limits){.seconds = 0.0001 * (1 + cn_rng_below(&rng, 40))};
            int calls = 0;
            assert_int_equal(
                cn_search_run(search, &p, &limits, count_calls, &calls, &result, &error), CN_OK);
            assert_true(cn_position_legal(&p, result.best));
        }
        cn_search_free(search);
    }
    cn_position_free(&p);
}

typedef struct observer {
    cn_search *search;
    uint64_t nodes; /* of the last report */
    _Atomic int reports;
} observer;

/* Stops the search from another thread, once it has reported its progress twice. */
static void *stop_after_reports(void *user) {
    observer *o = user;
    while (atomic_load(&o->reports) < 2) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    cn_search_stop(o->search);
    return NULL;
}

static void note_nodes(const cn_result *so_far, void *user) {
    observer *o = user;
    assert_true(so_far->nodes >= o->nodes);
    o->nodes = so_far->nodes;
    atomic_fetch_add(&o->reports, 1);
}

/* Without any limit, stopped by another thread; progress is reported meanwhile. */
static void stopped_from_outside(void **state) {
    cn_position p = test_position_of(*state, NULL, NULL);
    cn_error error = {""};
    const cn_limits limits = {.infinite = true};
    observer o = {.search = new_search(*state, "uct:strategy=tree", 2)};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_after_reports, &o), 0);
    assert_int_equal(cn_search_run(o.search, &p, &limits, note_nodes, &o, &result, &error), CN_OK);
    pthread_join(thread, NULL);
    assert_false(result.complete);
    assert_true(o.nodes > 0 && o.nodes <= result.nodes);
    assert_true(result.seconds > 0);
    cn_search_free(o.search);
    cn_position_free(&p);
}

static bool count_node(const cn_tree_node *node, void *user) {
    ++*(uint64_t *)user;
    return node->depth >= 0;
}

/* A tree that may take a megabyte takes no more, goes on playing, and says so. */
static void memory_is_limited(void **state) {
    static const char *const specs[] = {"uct:memory=1", "uct:memory=1,strategy=tree"};
    cn_position p = position_after(*state, 3, 6);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        cn_search *search = new_search(*state, specs[i], 2);
        const cn_limits limits = {.iterations = 30000};
        uint64_t nodes = 0;
        run(search, &p, &limits, &result);
        assert_int_equal(result.iterations, 30000);
        assert_int_equal(result.visits, 30000);
        const uint64_t shown = cn_search_tree(search, DEEP, 0, count_node, &nodes);
        assert_int_equal(shown, nodes);
        assert_true(nodes <= (1 << 20) / 32);
        /* Full means that not even the most children a position can have would fit. */
        if (result.memory_full) assert_true(nodes + 2u * p.rules->moves_max > (1 << 20) / 32);
        cn_search_free(search);
    }
    cn_position_free(&p);
}

int main(void) {
    static const test_of_game each[] = {
        {"deterministic", deterministic},
        {"same as sequential", same_as_sequential},
        {"seeds differ", seeds_differ},
        {"trees add up", trees_add_up},
        {"iterations are counted", iterations_are_counted},
        {"stops", stops},
        {"stopped from outside", stopped_from_outside},
        {"memory is limited", memory_is_limited},
    };
    struct CMUnitTest tests[128] = {{0}};
    const size_t count = test_each_game(tests, 0, each, sizeof each / sizeof *each);
    return _cmocka_run_group_tests("mcts", tests, count, NULL, NULL);
}
