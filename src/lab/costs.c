/* Measures what work stealing costs on this machine, with a real pool of two workers. Tasks that
 * last 5 us note when and by whom they were run. The gap between two tasks of a thief, less that on
 * a worker who is alone, is the cost of stealing; a single task for a sleeping worker shows what
 * waking takes. Medians are used for gaps. For waking it is a low quantile, because any other
 * program on the machine makes it longer. */
#include "lab/costs.h"

#include "core/clock.h"
#include "parallel/pool.h"

#include <stdlib.h>

/* A task that lasts a while and notes who ran it, and when. */
typedef struct probe {
    cn_task task;
    uint64_t begin, end;
    int worker;
    _Atomic bool ended;
} probe;

/* Keeps its worker busy for LONG_NS. */
static void run_probe(cn_task *task, cn_pool *pool, int worker) {
    enum { LONG_NS = 5000 }; /* long enough that both workers get on with it */
    (void)pool;
    probe *p = (probe *)task;
    p->begin = cn_clock_ns();
    p->worker = worker;
    while (cn_clock_ns() - p->begin < LONG_NS) continue;
    p->end = cn_clock_ns();
    atomic_store_explicit(&p->ended, true, memory_order_release);
}

/* For qsort: smaller numbers first. */
static int by_size(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The value that one part in `parts` is below: 2 for the median, 10 for what it costs if nothing
 * else wants the cores. Sorts the values; 0 of none. */
static uint64_t quantile(uint64_t *values, size_t count, size_t parts) {
    if (count > 0) qsort(values, count, sizeof *values, by_size);
    return count > 0 ? values[count / parts] : 0;
}

/* Long enough for the other worker to fall asleep. */
static void nap(void) {
    const struct timespec long_enough = {.tv_nsec = 500000};
    nanosleep(&long_enough, NULL);
}

/* Tasks of one measurement, and how often a worker is woken. */
enum { PROBES = 2000, WAKES = 21 };

/* Worker 0 makes `count` probes and joins in running them. */
static void run_probes(cn_pool *pool, probe *probes, int count) {
    cn_group group = {0};
    for (int i = 0; i < count; i++) {
        probes[i] = (probe){.task = {.run = run_probe}};
        cn_pool_spawn(pool, 0, &group, &probes[i].task);
    }
    cn_pool_join(pool, 0, &group);
}

/* The gap between one task and the next on a worker that is alone. It takes the newest first, so
 * task i runs after task i + 1. */
static bool measure_alone(probe *probes, uint64_t *gap) {
    enum { ALONE = PROBES / 4 };
    uint64_t gaps[ALONE];
    cn_pool *pool;
    if (cn_pool_new(1, &pool, NULL) != CN_OK) return false;
    run_probes(pool, probes, ALONE);
    cn_pool_free(pool);
    for (int i = 0; i + 1 < ALONE; i++) gaps[i] = probes[i].begin - probes[i + 1].end;
    *gap = quantile(gaps, ALONE - 1, 2);
    return true;
}

/* The same on a thief, who takes the oldest first. Only gaps in which the maker was at work too
 * count: without it the two would not compete for the deque. False if there were too few of them.
 */
static bool measure_stolen(cn_pool *pool, probe *probes, uint64_t *gap) {
    uint64_t gaps[PROBES], last = 0;
    size_t count = 0;
    run_probes(pool, probes, PROBES);
    int own = PROBES - 1; /* the maker's tasks begin later and later with smaller numbers */
    for (int i = 0; i < PROBES; i++) {
        const probe *stolen = &probes[i];
        if (stolen->worker != 1) continue;
        while (own > 0 && (probes[own].worker == 1 || probes[own].end < stolen->begin)) own--;
        const bool both = probes[own].worker == 0 && probes[own].begin <= stolen->begin;
        if (last && both) gaps[count++] = stolen->begin - last;
        last = stolen->end;
    }
    *gap = quantile(gaps, count, 2);
    return count >= 10;
}

/* The gap of a thief less the gap of a worker alone. */
static bool measure_steal(cn_pool *pool, probe *probes, cn_costs *costs) {
    enum { ATTEMPTS = 10 }; /* where something else has one of the cores */
    uint64_t alone, stolen;
    bool both = false;
    for (int i = 0; i < ATTEMPTS && !both; i++) both = measure_stolen(pool, probes, &stolen);
    if (!both || !measure_alone(probes, &alone)) return false;
    costs->steal_ns = stolen > alone ? stolen - alone : 0;
    return true;
}

/* Measures waking: the other worker sleeps, gets a task, and this one waits outside the pool until
 * it is done, so that it cannot take the task itself. */
static void measure_wake(cn_pool *pool, probe *probes, cn_costs *costs) {
    uint64_t delays[WAKES], signals[WAKES];
    cn_pool_stay_awake(pool, 0);
    for (int i = 0; i < WAKES; i++) {
        cn_group group = {0};
        probe *p = &probes[i];
        *p = (probe){.task = {.run = run_probe}};
        nap();
        const uint64_t begin = cn_clock_ns();
        cn_pool_spawn(pool, 0, &group, &p->task);
        signals[i] = cn_clock_ns() - begin;
        while (!atomic_load_explicit(&p->ended, memory_order_acquire)) {
            if (cn_clock_ns() - begin > 50000000) break; /* nobody comes; the join runs it */
        }
        cn_pool_join(pool, 0, &group);
        delays[i] = p->begin - begin;
    }
    costs->wake_ns = quantile(delays, WAKES, 10);
    costs->signal_ns = quantile(signals, WAKES, 10);
    costs->patience_ns = (uint64_t)CN_POOL_AWAKE * 1000;
}

bool cn_costs_measure(cn_costs *costs) {
    cn_pool *pool = NULL;
    *costs = (cn_costs){0};
    probe *probes = calloc(PROBES, sizeof *probes);
    bool measured = probes && cn_pool_new(2, &pool, NULL) == CN_OK;
    if (measured) measured = measure_steal(pool, probes, costs);
    if (measured) measure_wake(pool, probes, costs);
    cn_pool_free(pool);
    free(probes);
    if (!measured) *costs = (cn_costs){0};
    return measured;
}
