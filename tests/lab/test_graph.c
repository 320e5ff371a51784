/* The simulation behind predictions, on graphs whose schedules are known, and on random ones
 * against the bounds that hold for every greedy schedule. */
#include "lab/forecast.h"
#include "support/support.h"

#include <canopy/rng.h>
#include <stdlib.h>

/* ---- recordings by hand ---- */

typedef struct recorder {
    cn_trace *trace;
    uint64_t now;
    uint32_t tasks, groups;
} recorder;

static void put(recorder *r, cn_trace_kind kind, uint64_t argument) {
    cn_trace_put(&r->trace->rings[0], kind, r->now, argument);
}

static recorder begin(void) {
    recorder r = {.trace = cn_trace_new(1, 1 << 16), .now = 5000, .tasks = 77};
    assert_non_null(r.trace);
    return r;
}

static void begin_search(recorder *r) {
    put(r, CN_TRACE_SEARCH, r->trace->searches++);
}

static void work(recorder *r, uint64_t ns) {
    r->now += ns;
}

static uint32_t push(recorder *r, uint32_t group) {
    const uint32_t task = cn_trace_task(0, r->tasks++);
    put(r, CN_TRACE_PUSH, (uint64_t)group << 32 | task);
    return task;
}

static uint32_t new_group(recorder *r) {
    return cn_trace_group(0, r->groups++);
}

/* The graph of what was recorded; the trace is gone. */
static cn_graph *finish(recorder *r) {
    cn_graph *graph;
    cn_error error = {""};
    if (cn_graph_new(r->trace, &graph, &error) != CN_OK) fail_msg("%s", error.text);
    cn_trace_free(r->trace);
    return graph;
}

static const cn_costs free_of_charge = {0};

static uint64_t time_on(const cn_graph *graph, int workers, const cn_costs *costs) {
    cn_graph_run schedule;
    assert_true(cn_graph_simulate(graph, workers, costs, &schedule));
    return schedule.ns;
}

/* Tasks of the given lengths, made at once and waited for; the newest is run first. */
static void fan(recorder *r, const uint64_t *lengths, int count) {
    uint32_t tasks[64];
    const uint32_t group = new_group(r);
    for (int i = 0; i < count; i++) tasks[i] = push(r, group);
    put(r, CN_TRACE_JOIN, group);
    for (int i = count - 1; i >= 0; i--) {
        put(r, CN_TRACE_RUN, tasks[i]);
        work(r, lengths[i]);
        put(r, CN_TRACE_END, tasks[i]);
    }
    put(r, CN_TRACE_JOIN_END, 0);
}

/* ---- known schedules ---- */

/* Work before, between and after: nothing to share. */
static void chain(void **unused) {
    (void)unused;
    recorder r = begin();
    begin_search(&r);
    for (int i = 0; i < 10; i++) {
        work(&r, 7);
        fan(&r, (const uint64_t[]){93}, 1);
    }
    put(&r, CN_TRACE_SEARCH_END, 1);
    cn_graph *g = finish(&r);
    assert_int_equal(g->work, 1000);
    assert_int_equal(g->span, 1000);
    assert_int_equal(g->task_count, 11);
    for (int p = 1; p <= 8; p++) assert_int_equal(time_on(g, p, &free_of_charge), 1000);
    cn_graph_free(g);
}

/* Eight tasks of 100 between 50 before and 30 after. */
static void fan_out(void **unused) {
    (void)unused;
    static const uint64_t expected[] = {0, 880, 480, 380, 280, 280, 280, 280, 180, 180};
    recorder r = begin();
    begin_search(&r);
    work(&r, 50);
    fan(&r, (const uint64_t[]){100, 100, 100, 100, 100, 100, 100, 100}, 8);
    put(&r, CN_TRACE_MERGE, 10); /* noted at its end, of what came before */
    work(&r, 30);
    put(&r, CN_TRACE_SEARCH_END, 1);
    cn_graph *g = finish(&r);
    assert_int_equal(g->work, 880);
    assert_int_equal(g->span, 180);
    assert_int_equal(g->merge, 10);
    for (int p = 1; p <= 9; p++) assert_int_equal(time_on(g, p, &free_of_charge), expected[p]);
    cn_graph_free(g);
}

/* The maker takes its newest (40), the thief the oldest (10), and so on inwards: 40 | 10 20 | 30
 * on two workers, the last being taken at 30 by the thief, who ends at 60. */
static void unequal(void **unused) {
    (void)unused;
    recorder r = begin();
    begin_search(&r);
    fan(&r, (const uint64_t[]){10, 20, 30, 40}, 4);
    put(&r, CN_TRACE_SEARCH_END, 1);
    cn_graph *g = finish(&r);
    assert_int_equal(time_on(g, 1, &free_of_charge), 100);
    assert_int_equal(time_on(g, 2, &free_of_charge), 60);
    assert_int_equal(time_on(g, 3, &free_of_charge), 40);
    assert_int_equal(time_on(g, 4, &free_of_charge), 40);
    cn_graph_free(g);
}

/* Three tasks, each of which makes three more of 10 after 1 of its own and adds them up in 2. */
static void nested(void **unused) {
    (void)unused;
    recorder r = begin();
    begin_search(&r);
    const uint32_t group = new_group(&r);
    uint32_t tasks[3];
    for (int i = 0; i < 3; i++) tasks[i] = push(&r, group);
    put(&r, CN_TRACE_JOIN, group);
    for (int i = 2; i >= 0; i--) {
        put(&r, CN_TRACE_RUN, tasks[i]);
        work(&r, 1);
        fan(&r, (const uint64_t[]){10, 10, 10}, 3);
        work(&r, 2);
        put(&r, CN_TRACE_END, tasks[i]);
    }
    put(&r, CN_TRACE_JOIN_END, 0);
    put(&r, CN_TRACE_SEARCH_END, 1);
    cn_graph *g = finish(&r);
    assert_int_equal(g->work, 99);
    assert_int_equal(g->span, 13);
    assert_int_equal(time_on(g, 1, &free_of_charge), 99);
    assert_int_equal(time_on(g, 3, &free_of_charge), 33); /* one subtree each */
    assert_int_equal(time_on(g, 9, &free_of_charge), 13);
    assert_int_equal(time_on(g, 1000, &free_of_charge), 13);
    cn_graph_free(g);
}

/* A window of two: each task makes the next one at its end. The queue was full for the last. */
static void window(void **unused) {
    (void)unused;
    recorder r = begin();
    begin_search(&r);
    const uint32_t group = new_group(&r);
    const uint32_t first = push(&r, group), second = push(&r, group);
    put(&r, CN_TRACE_JOIN, group);
    put(&r, CN_TRACE_RUN, second);
    work(&r, 100);
    const uint32_t third = push(&r, group);
    put(&r, CN_TRACE_END, second);
    put(&r, CN_TRACE_RUN, third);
    work(&r, 100);
    const uint32_t last = cn_trace_task(0, r.tasks++);
    put(&r, CN_TRACE_INLINE, (uint64_t)group << 32 | last);
    work(&r, 100);
    put(&r, CN_TRACE_END, last);
    put(&r, CN_TRACE_END, third);
    put(&r, CN_TRACE_RUN, first);
    work(&r, 100);
    put(&r, CN_TRACE_END, first);
    put(&r, CN_TRACE_JOIN_END, 0);
    put(&r, CN_TRACE_SEARCH_END, 1);
    cn_graph *g = finish(&r);
    assert_int_equal(g->work, 400);
    assert_int_equal(g->span, 300);
    assert_int_equal(time_on(g, 2, &free_of_charge), 300);
    assert_int_equal(time_on(g, 4, &free_of_charge), 300);
    cn_graph_free(g);
}

/* Searches follow one another; what lies between them is nobody's. */
static void searches(void **unused) {
    (void)unused;
    recorder r = begin();
    put(&r, CN_TRACE_JOIN_END, 0); /* of a search whose beginning is gone */
    put(&r, CN_TRACE_SEARCH_END, 1);
    for (int i = 0; i < 3; i++) {
        work(&r, 1000000);
        r.tasks = 5; /* another agent's pool has numbers of its own */
        begin_search(&r);
        fan(&r, (const uint64_t[]){100, 100}, 2);
        put(&r, CN_TRACE_SEARCH_END, 1);
    }
    begin_search(&r); /* cut off */
    push(&r, new_group(&r));
    work(&r, 10);
    cn_graph *g = finish(&r);
    assert_int_equal(g->searches, 3);
    assert_int_equal(g->task_count, 9);
    assert_int_equal(g->work, 600);
    assert_int_equal(g->span, 300);
    assert_int_equal(time_on(g, 2, &free_of_charge), 300);
    cn_graph_free(g);
}

/* Two tasks of 1000: the thief slept. It has its task after 70, the maker paid 20 for that, and
 * went on from the other end; at the end the maker, who has waited for longer than its patience,
 * must be woken in turn. */
static void costs(void **unused) {
    (void)unused;
    const cn_costs dear = {.steal_ns = 5, .wake_ns = 70, .signal_ns = 20, .patience_ns = 30};
    recorder r = begin();
    begin_search(&r);
    fan(&r, (const uint64_t[]){1000, 1000}, 2);
    put(&r, CN_TRACE_SEARCH_END, 1);
    cn_graph *g = finish(&r);
    assert_int_equal(time_on(g, 1, &dear), 2000);
    assert_int_equal(time_on(g, 2, &dear), 70 + 1000 + 70);
    const cn_costs patient = {.steal_ns = 5, .wake_ns = 70, .signal_ns = 20, .patience_ns = 60};
    assert_int_equal(time_on(g, 2, &patient), 70 + 1000 + 5);
    cn_graph_free(g);
    /* More tasks than workers: the thief steals every further one. */
    r = begin();
    begin_search(&r);
    fan(&r, (const uint64_t[]){100, 100, 100, 100}, 4);
    put(&r, CN_TRACE_SEARCH_END, 1);
    g = finish(&r);
    const cn_costs only_steals = {.steal_ns = 5, .patience_ns = 1 << 20};
    cn_graph_run schedule;
    assert_true(cn_graph_simulate(g, 2, &only_steals, &schedule));
    assert_int_equal(schedule.ns, 200 + 5 + 5 + 0);
    assert_int_equal(schedule.steals, 2);
    cn_graph_free(g);
}

/* ---- random graphs ---- */

static void random_body(recorder *r, cn_rng *rng, int depth) {
    uint32_t tasks[8];
    work(r, cn_rng_below(rng, 50));
    for (uint32_t fans = cn_rng_below(rng, 3); depth > 0 && fans > 0; fans--) {
        const int count = 1 + (int)cn_rng_below(rng, 6);
        const uint32_t group = new_group(r);
        for (int i = 0; i < count; i++) {
            tasks[i] = push(r, group);
            work(r, cn_rng_below(rng, 3));
        }
        put(r, CN_TRACE_JOIN, group);
        for (int i = count - 1; i >= 0; i--) {
            work(r, cn_rng_below(rng, 2));
            put(r, CN_TRACE_RUN, tasks[i]);
            random_body(r, rng, depth - 1);
            put(r, CN_TRACE_END, tasks[i]);
        }
        put(r, CN_TRACE_JOIN_END, 0);
        work(r, cn_rng_below(rng, 20));
    }
}

static void bounds(void **unused) {
    (void)unused;
    static const int workers[] = {2, 3, 5, 8, 64};
    int parallel = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        cn_rng rng = cn_rng_make(seed, 0);
        recorder r = begin();
        begin_search(&r);
        const uint64_t start = r.now;
        random_body(&r, &rng, 4);
        put(&r, CN_TRACE_SEARCH_END, 1);
        const uint64_t wall = r.now - start;
        cn_graph *g = finish(&r);
        assert_int_equal(g->work, wall);
        assert_true(g->span <= g->work);
        assert_int_equal(time_on(g, 1, &free_of_charge), g->work);
        /* With a worker for every task, the longest chain is all that counts. */
        if (g->task_count <= CN_SIMULATED_WORKERS) {
            assert_int_equal(time_on(g, (int)g->task_count, &free_of_charge), g->span);
        }
        for (size_t k = 0; k < sizeof workers / sizeof *workers; k++) {
            const uint64_t p = (uint64_t)workers[k], time = time_on(g, workers[k], &free_of_charge);
            assert_true(time >= g->span);
            assert_true(time * p >= g->work);
            assert_true(time * p <= g->work - g->span + p * g->span); /* Graham's bound */
            parallel += time < g->work;
            /* What costs time cannot be for nothing on one worker, nor save more than it is. */
            const cn_costs dear = {.steal_ns = 3, .wake_ns = 9, .signal_ns = 2, .patience_ns = 4};
            assert_true(time_on(g, workers[k], &dear) >= g->span);
        }
        cn_graph_free(g);
    }
    assert_true(parallel > 500);
}

/* ---- what cannot be predicted ---- */

static void refused(recorder *r, const char *why) {
    cn_graph *graph;
    cn_error error = {""};
    assert_int_equal(cn_graph_new(r->trace, &graph, &error), CN_BAD_INPUT);
    assert_null(graph);
    assert_non_null(strstr(error.text, why));
    cn_trace_free(r->trace);
}

static void unsound(void **unused) {
    (void)unused;
    recorder r = begin();
    refused(&r, "no whole search");
    r = (recorder){.trace = cn_trace_new(2, 64)};
    refused(&r, "recording of one thread; this one has 2");
    /* A task that nobody made; one that ends another; a join that ends too soon. */
    for (int kind = 0; kind < 3; kind++) {
        r = begin();
        begin_search(&r);
        const uint32_t group = new_group(&r), task = push(&r, group);
        put(&r, CN_TRACE_JOIN, group);
        if (kind < 2) put(&r, CN_TRACE_RUN, kind == 0 ? task + 1 : task);
        if (kind == 1) put(&r, CN_TRACE_END, task + 1);
        put(&r, CN_TRACE_JOIN_END, 0);
        put(&r, CN_TRACE_SEARCH_END, 1);
        refused(&r, "do not fit together");
    }
}

static void lists(void **unused) {
    (void)unused;
    int workers[CN_FORECAST_POINTS], count;
    cn_error error;
    assert_int_equal(cn_forecast_workers("1..8*2,64", workers, &count, &error), CN_OK);
    assert_int_equal(count, 5);
    assert_int_equal(workers[3], 8);
    assert_int_equal(workers[4], 64);
    static const char *const wrong[] = {"", "x", "0", "4,2", "2000", "4,,8", "1..200"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(cn_forecast_workers(wrong[i], workers, &count, &error), CN_BAD_USAGE);
    }
}

static void forecast(void **unused) {
    (void)unused;
    recorder r = begin();
    begin_search(&r);
    work(&r, 100);
    fan(&r, (const uint64_t[]){100, 100, 100, 100}, 4);
    put(&r, CN_TRACE_SEARCH_END, 1);
    const int workers[] = {1, 2, 4, 16};
    cn_forecast f;
    assert_int_equal(cn_forecast_make(r.trace, workers, 4, &free_of_charge, &f, NULL), CN_OK);
    assert_int_equal(f.tasks, 4);
    assert_true(cn_forecast_at(&f, 1)->speedup == 1);
    assert_true(cn_forecast_at(&f, 2)->speedup == 5.0 / 3);
    assert_true(cn_forecast_at(&f, 16)->speedup == 2.5);
    assert_true(cn_forecast_at(&f, 16)->bound == 2.5);
    assert_true(cn_forecast_at(&f, 2)->bound == 2);
    assert_null(cn_forecast_at(&f, 3));
    cn_trace_free(r.trace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chain),  cmocka_unit_test(fan_out),  cmocka_unit_test(unequal),
        cmocka_unit_test(nested), cmocka_unit_test(window),   cmocka_unit_test(searches),
        cmocka_unit_test(costs),  cmocka_unit_test(bounds),   cmocka_unit_test(unsound),
        cmocka_unit_test(lists),  cmocka_unit_test(forecast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
