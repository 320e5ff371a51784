/* The stack that a search takes from the thread that calls it, measured: a painted stack shows how
 * far down it was used. It must stay within half of what the library asks for (CN_STACK_BYTES). */
#include "search/generic.h"
#include "support/support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAINTED = 16 << 20, PAINT = 0xa5 };

typedef struct task {
    void (*run)(struct task *);
    const cn_game *game;
    const char *spec;
    char why[600];
} task;

static void *enter(void *argument) {
    task *t = argument;
    t->run(t);
    return NULL;
}

/* Bytes of stack that the task used. */
static size_t used_by(task *t) {
    unsigned char *stack = aligned_alloc(4096, PAINTED);
    pthread_attr_t attributes;
    pthread_t thread;
    assert_non_null(stack);
    memset(stack, PAINT, PAINTED);
    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, PAINTED), 0);
    assert_int_equal(pthread_create(&thread, &attributes, enter, t), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    size_t untouched = 0;
    while (untouched < PAINTED && stack[untouched] == PAINT) untouched++;
    free(stack);
    if (t->why[0]) fail_msg("%s", t->why);
    return PAINTED - untouched;
}

static void check(task *t, const char *what) {
    const size_t used = used_by(t);
    printf("%-10s %-46s %7zu KB\n", t->game->name, what, used >> 10);
    if (used > CN_STACK_BYTES / 2) {
        fail_msg("%s of %s: %zu bytes of stack, of %d that are documented", what, t->game->name,
                 used, CN_STACK_BYTES);
    }
}

/* ---- whole searches ---- */

static const char *const agents[] = {
    "minimax:depth=4,strategy=levels,sequential=1,threads=3",
    "alphabeta:nodes=20000",
    "pvs:nodes=50000",
    "pvs:nodes=50000,expert=off",
    "pvs:nodes=200000,strategy=ybw,split=2,expert=off,threads=4",
    "pvs:nodes=200000,strategy=ybw,threads=7",
    "pvs:nodes=100000,strategy=shared,threads=4",
    "mcts:iterations=3000",
    "mcts:iterations=3000,strategy=tree,threads=4",
    "mcts:iterations=3000,strategy=chunks,threads=4",
};

static void search(task *t) {
    static cn_result result;
    cn_error error = {""};
    cn_position *p;
    cn_search *s;
    const cn_limits limits = {.nodes = 200000};
    cn_status status = cn_position_open(t->game, NULL, NULL, &p, &error);
    if (status == CN_OK) {
        status = cn_search_new(t->game, t->spec, &s, &error);
        if (status == CN_OK) {
            status = cn_search_run(s, p, &limits, NULL, NULL, &result, &error);
            cn_search_free(s);
        }
        cn_position_close(p);
    }
    if (status != CN_OK) snprintf(t->why, sizeof t->why, "%s: %s", t->spec, error.text);
}

static void searches(void **game) {
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        task t = {.run = search, .game = *game, .spec = agents[i]};
        check(&t, agents[i]);
    }
}

/* ---- the deepest there is ---- */

static _Atomic bool enough;

/* By then the search has been down to the last ply. */
static void stop_soon(cn_context *c, uint64_t want) {
    (void)want;
    c->granted = c->nodes + 100;
    if (c->nodes > 20000) atomic_store(&enough, true);
}

static void dive(task *t) {
    cn_error error = {""};
    cn_position *p;
    cn_context *c = aligned_alloc(64, sizeof *c);
    if (!c || cn_position_open(t->game, NULL, NULL, &p, &error) != CN_OK) {
        snprintf(t->why, sizeof t->why, "no position: %s", error.text);
        free(c);
        return;
    }
    const bool generic = strstr(t->spec, "run-time") != NULL;
    for (int plain = 0; plain < 2; plain++) {
        memset(c, 0, sizeof *c);
        atomic_store(&enough, false);
        c->rules = p->rules;
        c->kernels = generic ? &cn_generic_kernels : p->kernels;
        c->alphabeta = c->kernels->alphabeta;
        c->stop = &enough;
        c->poll = stop_soon;
        c->history = calloc((size_t)p->rules->move_codes * 2, sizeof *c->history);
        if (plain) {
            c->kernels->minimax(c, p->state, CN_PLY_MAX, 0);
        } else {
            c->alphabeta(c, p->state, CN_PLY_MAX, 0, -CN_INFINITY, CN_INFINITY);
        }
        free(c->history);
    }
    cn_position_close(p);
    free(c);
}

static void dives(void **game) {
    static const char *const ways[] = {"kernels, 250 plies", "run-time rules, 250 plies"};
    for (int i = 0; i < 2; i++) {
        task t = {.run = dive, .game = *game, .spec = ways[i]};
        const size_t used = used_by(&t);
        printf("%-10s %-46s %7zu KB\n", t.game->name, ways[i], used >> 10);
        assert_true(used < CN_STACK_BYTES);
    }
}

int main(void) {
    if (TEST_SANITIZED) {
        puts("frames are larger under a sanitizer, which says nothing of the usual ones");
        return 77;
    }
    struct CMUnitTest tests[64] = {{0}};
    static const test_of_game each[] = {{"searches", searches}, {"dives", dives}};
    const size_t count = test_each_game(tests, 0, each, 2);
    return _cmocka_run_group_tests("stack", tests, count, NULL, NULL);
}
