/* leaf: one tree, walked by one thread; the playouts of each leaf are run by all.
 *
 * The oldest way to parallelise MCTS (Cazenave and Jouandeau, 2007; "leaf parallelization" in
 * Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", CG 2008). It gains only
 * where playouts are long against the time to hand them out, and where several from one leaf are
 * wanted: it needs playouts=N or rollouts=N.
 *
 * The helpers are tasks that last as long as the search and wait for each round without sleeping,
 * since a round is some tens of microseconds. Shared: the walk, which its owner writes before it
 * opens a round and reads after the round is done. A ticket is the round's number and the next
 * playout's; taking one with acquire makes the owner's writes visible, and adding to `done` with
 * release makes the playout's result visible to the owner. A helper that comes late finds the
 * tickets of its round gone and touches nothing.
 *
 * Deterministic: a playout's random numbers are named by the iteration and its own number. */
#include "parallel/strategy.h"

#include <sched.h>
#include <stdlib.h>

/* What the threads of one run share. */
typedef struct leaf_job {
    cn_mcts *search;
    cn_mcts_walk *walk; /* of worker 0 */
    cn_pool *pool;
    _Alignas(64) _Atomic uint64_t ticket; /* round << 32 | its playouts << 16 | next */
    _Alignas(64) _Atomic uint32_t done;   /* playouts of this round that have ended */
    _Atomic bool over;
} leaf_job;

/* The task of a thread that helps with playouts for the whole run. */
typedef struct helper {
    cn_task task;
    leaf_job *job;
} helper;

/* A short pause between two looks at a shared variable. */
static void relax(int *spins) {
    if (++*spins < 2000) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    } else {
        sched_yield(); /* more threads than processors */
    }
}

/* Runs playouts of the open round until none is left; returns how many it ran. */
static uint64_t take_playouts(leaf_job *job, void *state) {
    for (uint64_t taken = 0;; taken++) {
        uint64_t ticket = atomic_load_explicit(&job->ticket, memory_order_acquire);
        do {
            if ((ticket & 0xffff) >= (ticket >> 16 & 0xffff)) return taken;
        } while (!atomic_compare_exchange_weak_explicit(
            &job->ticket, &ticket, ticket + 1, memory_order_acquire, memory_order_acquire));
        cn_state_copy(job->search->rules, state, job->walk->state);
        cn_mcts_run_playout(job->search, job->walk, (int)(ticket & 0xffff), state);
        atomic_fetch_add_explicit(&job->done, 1, memory_order_release);
    }
}

/* Counts playouts as tasks, all of them made by worker 0. */
static void count_run(cn_pool *pool, int worker, uint64_t taken) {
    cn_worker_counts *counts = cn_pool_counts(pool, worker);
    cn_trace_ring *ring = cn_pool_ring(pool, worker);
    const bool stolen = worker != 0;
    counts->run += taken;
    if (stolen) counts->stolen += taken;
    if (ring) cn_trace_small(ring, stolen ? CN_TRACE_STOLEN : CN_TRACE_RUN, taken);
}

/* Counts time spent waiting. A helper's task lasts as long as the search, so what it waits is taken
 * off its busy time; the busy time of worker 0 is the whole search less its idle time. */
static void count_wait(cn_pool *pool, int worker, uint64_t since, uint64_t now) {
    cn_worker_counts *counts = cn_pool_counts(pool, worker);
    cn_trace_ring *ring = cn_pool_ring(pool, worker);
    counts->idle_ns += now - since;
    if (worker != 0) counts->busy_ns -= now - since;
    if (ring) cn_trace_put(ring, CN_TRACE_WAIT, now, now - since);
}

/* The task of every thread but worker 0's: waits for rounds until the search is over. */
static void help(cn_task *task, cn_pool *pool, int worker) {
    leaf_job *job = ((helper *)task)->job;
    void *state = job->search->walks[worker].state;
    uint64_t since = cn_clock_ns(), now = since;
    int spins = 0;
    while (!atomic_load_explicit(&job->over, memory_order_acquire)) {
        const uint64_t ticket = atomic_load_explicit(&job->ticket, memory_order_relaxed);
        if ((ticket & 0xffff) >= (ticket >> 16 & 0xffff)) {
            relax(&spins);
            now = cn_clock_ns(); /* while there is nothing to do, so that a playout need not wait */
            continue;
        }
        const uint64_t taken = take_playouts(job, state);
        spins = 0;
        if (!taken) continue;
        count_run(pool, worker, taken);
        count_wait(pool, worker, since, now);
        since = now = cn_clock_ns();
    }
    count_wait(pool, worker, since, cn_clock_ns());
}

/* Runs the playouts of one leaf, with the helpers, and returns when all of them have ended. */
static void play_round(leaf_job *job, uint64_t number) {
    cn_mcts_walk *w = job->walk;
    if (w->planned < 2) {
        cn_mcts_run_playouts(job->search, w);
        return;
    }
    cn_trace_ring *ring = cn_pool_ring(job->pool, 0);
    cn_pool_counts(job->pool, 0)->created += (uint64_t)w->planned;
    if (ring) ring->total[CN_TRACE_PUSH] += (uint64_t)w->planned;
    atomic_store_explicit(&job->done, 0, memory_order_relaxed);
    atomic_store_explicit(&job->ticket, number << 32 | (uint64_t)w->planned << 16,
                          memory_order_release);
    count_run(job->pool, 0, take_playouts(job, w->scratch));
    if (atomic_load_explicit(&job->done, memory_order_acquire) == (uint32_t)w->planned) return;
    const uint64_t since = cn_clock_ns();
    int spins = 0;
    while (atomic_load_explicit(&job->done, memory_order_acquire) < (uint32_t)w->planned) {
        relax(&spins);
    }
    count_wait(job->pool, 0, since, cn_clock_ns());
}

/* Worker 0 walks the tree and backs up alone; at each leaf all threads make its playouts. */
static bool run(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    (void)options;
    if (!cn_mcts_make_trees(m, 1, m->memory, true)) return false;
    cn_mcts_tree *t = &m->forest->trees[0];
    cn_mcts_walk *w = &m->walks[0];
    leaf_job job = {.search = m, .walk = w, .pool = pool};
    helper helpers[CN_THREADS_MAX];
    cn_group group = {0};
    for (int i = 1; i < m->threads; i++) {
        helpers[i] = (helper){{.run = help}, &job};
        cn_pool_spawn(pool, 0, &group, &helpers[i].task);
    }
    m->tally = cn_mcts_tally;
    cn_mcts_seed(m, w, cn_mcts_stream(m));
    for (uint64_t i = 0; (m->iterations == 0 || i < m->iterations) && !cn_mcts_solved(m, t); i++) {
        if (cn_mcts_poll(m, w)) break;
        cn_mcts_select(m, t, w, CN_MCTS_ALONE);
        play_round(&job, i + 1);
        cn_mcts_back_up(m, t, w, CN_MCTS_ALONE);
    }
    atomic_store_explicit(&job.over, true, memory_order_release);
    cn_pool_join(pool, 0, &group);
    cn_mcts_conclude(m, false, result);
    return true;
}

const cn_strategy cn_strategy_leaf = {
    .name = "leaf",
    .help = "the playouts of one leaf at once",
    .serves = CN_SERVES_MCTS,
    .by_threads = true,
    .deterministic = true,
    .keeps = true,
    .one_tree = cn_strategy_always,
    .mcts = run,
};
