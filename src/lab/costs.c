#include "lab/costs.h"

#include "core/clock.h"
#include "parallel/pool.h"

#include <sched.h>
#include <stdlib.h>

/* A task that lasts a while and notes who ran it, and when. */
typedef struct probe {
    cn_task task;
    uint64_t begin, end;
    int worker;
    _Atomic bool ended;
} probe;

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

static int by_size(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t median(uint64_t *values, size_t count) {
    if (count == 0) return 0;
    qsort(values, count, sizeof *values, by_size);
    return values[count / 2];
}

static void nap(void) {
    const struct timespec long_enough = {.tv_nsec = 500000};
    nanosleep(&long_enough, NULL);
}

enum { PROBES = 2000, WAKES = 21 };

/* Between one task and the next: of the maker, who takes its own, newest first; and of the thief,
 * who takes the oldest. */
static bool measure_steal(cn_pool *pool, probe *probes, cn_costs *costs) {
    cn_group group = {0};
    uint64_t gaps[2][PROBES], last[2] = {0};
    size_t count[2] = {0};
    for (int i = 0; i < PROBES; i++) {
        probes[i] = (probe){.task = {.run = run_probe}};
        cn_pool_spawn(pool, 0, &group, &probes[i].task);
    }
    cn_pool_join(pool, 0, &group);
    for (int i = 0; i < PROBES; i++) {
        const probe *stolen = &probes[i], *own = &probes[PROBES - 1 - i];
        if (stolen->worker == 1) {
            if (last[1]) gaps[1][count[1]++] = stolen->begin - last[1];
            last[1] = stolen->end;
        }
        if (own->worker == 0) {
            if (last[0]) gaps[0][count[0]++] = own->begin - last[0];
            last[0] = own->end;
        }
    }
    if (count[1] < 10) return false;
    const uint64_t own = median(gaps[0], count[0]), stolen = median(gaps[1], count[1]);
    costs->steal_ns = stolen > own ? stolen - own : 0;
    return true;
}

/* The other worker sleeps, gets a task, and this one waits outside the pool until it is done. */
static void measure_wake(cn_pool *pool, probe *probes, cn_costs *costs) {
    uint64_t delays[WAKES], signals[WAKES], waits[WAKES];
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
        const uint64_t idle = cn_clock_ns();
        for (int k = 0; k < CN_POOL_PATIENCE; k++) sched_yield();
        waits[i] = cn_clock_ns() - idle;
    }
    costs->wake_ns = median(delays, WAKES);
    costs->signal_ns = median(signals, WAKES);
    costs->patience_ns = median(waits, WAKES);
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
