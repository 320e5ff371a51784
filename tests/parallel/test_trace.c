/* Traces: what they say is what the pool counted; spans nest; rings drop the oldest; files are what
 * they should be. */
#include "engine/trace.h"
#include "lab/trace.h"
#include "parallel/pool.h"
#include "support/support.h"
#include "support/timeline.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- every strategy ---- */

typedef struct workload {
    const char *game, *options, *agent;
} workload;

static const workload workloads[] = {
    {"othello", NULL, "minimax:depth=4,strategy=top"},
    {"othello", NULL, "alphabeta:depth=5,strategy=buffer,window=2"},
    {"othello", NULL, "minimax:depth=5,strategy=levels,sequential=2"},
    {"gomoku", "start=hh", "minimax:depth=1,eval=classic-d,strategy=heuristic"},
    {"gomoku", "start=hh",
     "minimax:depth=2,eval=classic-d,strategy=levels,sequential=0,grain=parts"},
    {"othello", NULL, "pvs:depth=8,strategy=ybw,hash=4"},
    {"othello", NULL, "pvs:depth=8,strategy=shared,hash=4"},
    {"othello", NULL, "pvs:depth=6,strategy=none,hash=4"},
    {"othello", NULL, "mcts:iterations=300,strategy=leaf,playouts=4"},
    {"othello", NULL, "mcts:iterations=1000,strategy=root"},
    {"othello", NULL, "mcts:iterations=2000,strategy=chunks,chunk=10"},
    {"othello", NULL, "mcts:iterations=2000,strategy=chunks,chunk=10,merge=parallel"},
    {"othello", NULL, "mcts:iterations=200,strategy=workers"},
    {"othello", NULL, "mcts:iterations=1000,strategy=tree,lock=free"},
    {"othello", NULL, "mcts:iterations=1000,strategy=tree,lock=global"},
    {"othello", NULL, "mcts:iterations=1000,strategy=tree,lock=node"},
    {"othello", NULL, "mcts:iterations=500,strategy=none"},
};

static cn_search *new_search(const cn_game *game, const char *agent, int threads) {
    char spec[160];
    snprintf(spec, sizeof spec, "%s,threads=%d", agent, threads);
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    return search;
}

static void totals(void **unused) {
    (void)unused;
    static cn_trace_summary s;
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        const workload *load = &workloads[w];
        cn_position p = test_position(load->game, load->options, NULL);
        const int most = strstr(load->agent, "strategy=none") ? 1 : 4;
        for (int threads = 1; threads <= most; threads++) {
            cn_search *search = new_search(p.game, load->agent, threads);
            cn_trace *trace = cn_trace_new(threads, CN_TRACE_EVENTS);
            assert_int_equal(cn_search_threads(search), threads);
            cn_timeline *t = test_recorded(search, &p, trace, &s);
            /* All the work of this strategy is small. */
            if (strstr(load->agent, "strategy=heuristic")) {
                assert_true(s.total.created > 0 && s.total.small == s.total.created);
                assert_int_equal(t->push_count, 0);
            }
            cn_timeline_free(t);
            cn_search_free(search);
            cn_trace_free(trace);
        }
        cn_position_free(&p);
    }
}

static void stop_now(const cn_result *so_far, void *search) {
    (void)so_far;
    cn_search_stop(search);
}

/* A stopped search drops the tasks that are left, and a search not traced leaves no events. */
static void stopped(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    cn_search *search = new_search(p.game, "mcts:iterations=0,strategy=chunks,chunk=100", 2);
    cn_trace *trace = cn_trace_new(2, CN_TRACE_EVENTS);
    const cn_limits limits = {.infinite = true};
    cn_result r;
    /* The stop comes from within a chunk. If that was the last one of its round, no other is left
     * to be dropped: then it is tried again. */
    for (int tries = 0; tries < 20; tries++) {
        assert_int_equal(cn_search_trace(search, trace, NULL), CN_OK);
        assert_int_equal(cn_search_run(search, &p, &limits, stop_now, search, &r, NULL), CN_OK);
        if (r.dropped > 0) break;
    }
    assert_true(r.dropped > 0);
    assert_int_equal(trace->rings[0].total[CN_TRACE_DROP] + trace->rings[1].total[CN_TRACE_DROP],
                     r.dropped);
    const uint64_t before = trace->rings[0].written;
    assert_int_equal(cn_search_trace(search, NULL, NULL), CN_OK);
    assert_int_equal(cn_search_run(search, &p, &limits, stop_now, search, &r, NULL), CN_OK);
    assert_int_equal(trace->rings[0].written, before);
    cn_search_free(search);
    /* Too few rings. */
    search = new_search(p.game, "pvs:strategy=ybw", 3);
    cn_error error;
    assert_int_equal(cn_search_trace(search, trace, &error), CN_BAD_USAGE);
    assert_string_equal(error.text, "a trace of 2 workers cannot hold a search with 3");
    cn_search_free(search);
    cn_trace_free(trace);
    cn_position_free(&p);
}

/* ---- the pool itself, with a full queue ---- */

static void nothing(cn_task *task, cn_pool *pool, int worker) {
    (void)task, (void)pool, (void)worker;
}

static void full_queue(bool small) {
    enum { TASKS = 20000 };
    cn_task *tasks = calloc(TASKS, sizeof *tasks);
    cn_pool *pool;
    cn_trace *trace = cn_trace_new(2, CN_TRACE_EVENTS);
    assert_int_equal(cn_pool_new(2, &pool, NULL), CN_OK);
    cn_pool_trace(pool, trace);
    cn_group group = {.small = small};
    for (int i = 0; i < TASKS; i++) tasks[i].run = nothing;
    cn_pool_spawn_all(pool, 0, &group, tasks, sizeof *tasks, TASKS);
    cn_pool_join(pool, 0, &group);
    cn_timeline *t = cn_timeline_new(trace);
    cn_trace_summary *s = malloc(sizeof *s);
    cn_trace_summarise(t, s);
    test_timeline(t, s);
    for (int i = 0; i < 2; i++) {
        const cn_worker_counts *c = cn_pool_counts(pool, i);
        assert_int_equal(s->worker[i].created, c->created);
        assert_int_equal(s->worker[i].run, c->run);
        assert_int_equal(s->worker[i].stolen, c->stolen);
        assert_int_equal(s->worker[i].inlined, c->inlined);
    }
    assert_int_equal(s->total.created, TASKS);
    free(s);
    cn_timeline_free(t);
    cn_pool_free(pool);
    cn_trace_free(trace);
    free(tasks);
}

static void full_queues(void **unused) {
    (void)unused;
    full_queue(false);
    full_queue(true);
}

/* ---- small tasks ---- */

static void batches(void **unused) {
    (void)unused;
    enum { MANY = (1 << CN_TRACE_BATCH_BITS) + 10 };
    cn_trace *trace = cn_trace_new(1, 64);
    cn_trace_ring *ring = &trace->rings[0];
    static const struct {
        uint64_t begin, end;
        bool stolen;
    } tasks[] = {
        {1000, 1300, false}, {1400, 1500, false}, /* a batch of 500 ns */
        {1600, 1700, true},                       /* another's */
        {2700, 2800, true},                       /* just near enough */
        {3801, 3900, true},                       /* too late */
        {3850, 3950, true},                       /* too early: clocks differ between cores */
    };
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        cn_trace_small(ring, tasks[i].stolen ? CN_TRACE_STOLEN : CN_TRACE_RUN, 1);
        cn_trace_batch(ring, tasks[i].stolen, 1, tasks[i].begin, tasks[i].end);
    }
    static const struct {
        uint64_t time, length, count;
        bool stolen;
    } events[] = {
        {1500, 500, 2, false}, {2800, 1200, 2, true}, {3900, 99, 1, true}, {3950, 100, 1, true}};
    assert_int_equal(ring->written, 4);
    for (size_t i = 0; i < 4; i++) {
        const cn_trace_event *e = cn_trace_at(ring, i);
        const uint64_t argument = cn_trace_event_argument(e);
        assert_int_equal(cn_trace_event_kind(e), CN_TRACE_BATCH);
        assert_int_equal(e->time_ns, events[i].time);
        assert_int_equal(cn_trace_batch_length(argument), events[i].length);
        assert_int_equal(cn_trace_batch_count(argument), events[i].count);
        assert_int_equal(cn_trace_batch_stolen(argument), events[i].stolen);
    }
    assert_int_equal(ring->total[CN_TRACE_RUN], 2);
    assert_int_equal(ring->total[CN_TRACE_STOLEN], 4);
    assert_int_equal(ring->total[CN_TRACE_BATCH], 6);
    /* A batch that is full begins another. */
    cn_trace_clear(trace);
    for (uint64_t i = 0; i < MANY; i++) {
        cn_trace_small(ring, CN_TRACE_RUN, 1);
        cn_trace_batch(ring, false, 1, 100 * i, 100 * i + 90);
    }
    assert_int_equal(ring->written, 2);
    assert_int_equal(cn_trace_batch_count(cn_trace_event_argument(cn_trace_at(ring, 0))) +
                         cn_trace_batch_count(cn_trace_event_argument(cn_trace_at(ring, 1))),
                     MANY);
    assert_int_equal(ring->total[CN_TRACE_BATCH], MANY);
    cn_trace_free(trace);
}

/* ---- a ring that is too small ---- */

static void wrapped(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    cn_search *search = new_search(p.game, "minimax:depth=5,strategy=levels,sequential=1", 2);
    cn_trace *trace = cn_trace_new(2, 64);
    cn_result r;
    assert_int_equal(cn_search_trace(search, trace, NULL), CN_OK);
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &r, NULL), CN_OK);
    cn_timeline *t = cn_timeline_new(trace);
    static cn_trace_summary s;
    cn_trace_summarise(t, &s);
    assert_true(s.missing > 0);
    assert_int_equal(s.missing + cn_trace_kept(&trace->rings[0]) + cn_trace_kept(&trace->rings[1]),
                     trace->rings[0].written + trace->rings[1].written);
    /* Tasks are still counted, and what is left nests. */
    assert_int_equal(s.total.created, r.tasks);
    assert_int_equal(s.total.run, r.tasks);
    assert_int_equal(s.total.stolen, r.stolen);
    for (int i = 0; i < 2; i++) {
        test_nesting(t, i);
        const cn_worker_summary *w = &s.worker[i];
        assert_int_equal(w->busy + w->merge + w->wait + w->idle, s.wall);
    }
    /* The search had begun before. */
    assert_int_equal(t->lanes[0].spans[0].kind, CN_SPAN_SEARCH);
    cn_timeline_free(t);
    cn_search_free(search);
    cn_trace_free(trace);
    cn_position_free(&p);
}

/* ---- a recording by hand ---- */

static void put(cn_trace *t, int worker, cn_trace_kind kind, uint64_t time, uint64_t argument) {
    cn_trace_put(&t->rings[worker], kind, 1000000 + time, argument);
}

/* Worker 0 searches 0-1000 us: makes two tasks at 100, runs one 100-600, waits to 900, merges to
 * 1000. Worker 1 runs the other 200-900 and is cut off. */
static cn_trace *by_hand(void) {
    cn_trace *t = cn_trace_new(2, 64);
    const uint64_t us = 1000, one = cn_trace_task(0, 0), two = cn_trace_task(0, 1);
    snprintf(t->label, sizeof t->label, "by \"hand\" <&>");
    put(t, 0, CN_TRACE_SEARCH, 0, t->searches++);
    put(t, 0, CN_TRACE_PUSH, 100 * us, one | UINT64_C(1) << 32);
    put(t, 0, CN_TRACE_PUSH, 100 * us, two | UINT64_C(1) << 32);
    put(t, 0, CN_TRACE_JOIN, 100 * us, 1);
    put(t, 0, CN_TRACE_RUN, 100 * us, two);
    put(t, 0, CN_TRACE_END, 600 * us, two);
    put(t, 0, CN_TRACE_IDLE, 900 * us, 300 * us);
    put(t, 0, CN_TRACE_JOIN_END, 900 * us, 0);
    put(t, 0, CN_TRACE_NODES, 900 * us, 4000);
    put(t, 0, CN_TRACE_BEST, 900 * us, 7);
    put(t, 0, CN_TRACE_DEPTH, 900 * us, 3);
    put(t, 0, CN_TRACE_MERGE, 1000 * us, 100 * us);
    put(t, 0, CN_TRACE_SEARCH_END, 1000 * us, 5000);
    put(t, 1, CN_TRACE_IDLE, 200 * us, 1000 * us); /* since before the search */
    put(t, 1, CN_TRACE_STOLEN, 200 * us, one);
    put(t, 1, CN_TRACE_LOCK, 400 * us, 50 * us);
    put(t, 1, CN_TRACE_CANCEL, 900 * us, 0);
    put(t, 1, CN_TRACE_END, 900 * us, one);
    return t;
}

static void figures(void **unused) {
    (void)unused;
    cn_trace *trace = by_hand();
    cn_timeline *t = cn_timeline_new(trace);
    static cn_trace_summary s, one;
    cn_trace_summarise(t, &s);
    assert_int_equal(s.wall, 1000000);
    assert_int_equal(s.worker[0].busy, 600000);
    assert_int_equal(s.worker[0].wait, 300000);
    assert_int_equal(s.worker[0].merge, 100000);
    assert_int_equal(s.worker[0].idle, 0);
    assert_int_equal(s.worker[1].busy, 650000);
    assert_int_equal(s.worker[1].wait, 50000);
    assert_int_equal(s.worker[1].lock, 50000);
    assert_int_equal(s.worker[1].idle, 300000);
    assert_int_equal(s.total.cancelled, 1);
    assert_int_equal(s.nodes, 5000);
    assert_true(s.productivity > 0.6249 && s.productivity < 0.6251);
    assert_true(s.balance > 0.961 && s.balance < 0.962);
    assert_int_equal(s.sizes[3], 2); /* 0.1-1 ms */
    /* One thread: 4000 nodes in 1.5 ms. */
    one = (cn_trace_summary){.workers = 1, .nodes = 4000, .wall = 1500000, .productivity = 1};
    one.total.busy = 1500000;
    cn_decomposition d;
    assert_true(cn_trace_decompose(&one, &s, &d));
    const double product = s.workers * d.productivity / d.overhead / d.slowdown;
    assert_true(d.speedup > 1.4999 && d.speedup < 1.5001);
    assert_true(product > 1.4999 && product < 1.5001);
    assert_true(d.overhead > 1.2499 && d.overhead < 1.2501);
    cn_timeline_free(t);
    cn_trace_free(trace);
}

/* strategy=leaf hands over playouts: each counts as a task, in the result and in the recording, and
 * waiting for the next round is not work. */
static void leaf_tasks(void **unused) {
    (void)unused;
    cn_search *search;
    cn_error error = {""};
    cn_position p = test_position("connect4", NULL, NULL);
    const char *spec = "uct:iterations=300,playouts=4,strategy=leaf,threads=2,seed=1";
    assert_int_equal(cn_search_new(p.game, spec, &search, &error), CN_OK);
    cn_trace *trace = cn_search_trace_new((cn_search *[]){search, NULL}, 1 << 12);
    assert_int_equal(cn_search_trace(search, trace, &error), CN_OK);
    static cn_result result;
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_OK);
    assert_int_equal(result.tasks, 300 * 4 + 1); /* and the helper itself */
    uint64_t made = 0, run = 0;
    for (int i = 0; i < 2; i++) {
        const uint64_t *total = trace->rings[i].total;
        made += total[CN_TRACE_PUSH] + total[CN_TRACE_INLINE];
        run += total[CN_TRACE_RUN] + total[CN_TRACE_STOLEN] + total[CN_TRACE_INLINE];
    }
    assert_int_equal(made, result.tasks);
    assert_int_equal(run, result.tasks);
    assert_true(result.idle > 0);
    cn_search_free(search);
    cn_trace_free(trace);
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals),     cmocka_unit_test(stopped), cmocka_unit_test(full_queues),
        cmocka_unit_test(batches),    cmocka_unit_test(wrapped), cmocka_unit_test(figures),
        cmocka_unit_test(leaf_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
