/* tree: all threads in one tree.
 *
 * "Tree parallelization" in Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search",
 * CG 2008. A thread puts a virtual loss on the nodes it walks through, so that the next one prefers
 * another way. How they keep out of each other's way is a choice, for comparison:
 *
 *     free     no lock (Enzenberger and Müller, "A lock-free multithreaded Monte-Carlo tree search
 *              algorithm", ACG 2009): counters grow by atomic addition, relaxed, since nothing else
 *              is read through them; a leaf is claimed by exchanging its link from 0 to busy, and
 *              its children are published by storing the link with release, which every reader
 *              loads with acquire. A thread that finds a leaf busy plays out from it instead of
 *              waiting. No update is lost: the root has as many visits as there were playouts.
 *     global   one lock around walking down and around walking up; playouts run outside
 *     node     a lock for each node (of 1024, by its number), held while choosing among its
 *              children and while updating them
 *     none     counters by load and store: updates of two threads at once may be lost, and the
 *              result's visits tell how many; links are claimed as in `free`, so the tree stays
 *              whole (Segal, "On the scalability of parallel UCT", CG 2010, for how far this goes)
 *
 * Not deterministic: what a walk sees depends on which others have come back. */
#include "parallel/strategy.h"

#include <pthread.h>
#include <stdlib.h>

enum { LOCKS = 1024 };

typedef struct padded_lock {
    _Alignas(64) pthread_mutex_t mutex;
} padded_lock;

/* What the threads of one run share. */
typedef struct tree_job {
    cn_mcts *search;
    cn_pool *pool;
    cn_mcts_tree *tree;
    cn_mcts_sharing how;
    padded_lock *locks; /* [LOCKS] for node, [1] for global */
    uint64_t batch;     /* iterations taken at a time */
    _Alignas(64) _Atomic uint64_t taken;
} tree_job;

/* What a walk hands to take_lock. */
typedef struct lock_user {
    padded_lock *locks;
    cn_trace_ring *ring;
} lock_user;

/* Waiting is noted, getting a free lock is not. */
static void lock(pthread_mutex_t *mutex, cn_trace_ring *ring) {
    if (ring && pthread_mutex_trylock(mutex) == 0) return;
    const uint64_t begin = cn_trace_begin(ring);
    pthread_mutex_lock(mutex);
    cn_trace_span(ring, CN_TRACE_LOCK, begin);
}

/* With lock=node: takes or leaves the lock of a node, which several nodes share. */
static void take_lock(void *user, uint32_t node, bool take) {
    const lock_user *mine = user;
    pthread_mutex_t *mutex = &mine->locks[node % LOCKS].mutex;
    if (take) {
        lock(mutex, mine->ring);
    } else {
        pthread_mutex_unlock(mutex);
    }
}

/* One iteration. With lock=global the tree is locked on the way down and on the way up, not during
 * the playouts. */
static void iterate(const tree_job *job, cn_mcts_walk *w, cn_trace_ring *ring) {
    cn_mcts *m = job->search;
    if (m->log) {
        cn_mcts_logged_iteration(m, job->tree, w, job->how);
        return;
    }
    pthread_mutex_t *guard = job->how == CN_MCTS_ONE_LOCK ? &job->locks[0].mutex : NULL;
    if (guard) lock(guard, ring);
    cn_mcts_select(m, job->tree, w, job->how);
    if (guard) pthread_mutex_unlock(guard);
    cn_mcts_run_playouts(m, w);
    if (guard) lock(guard, ring);
    cn_mcts_back_up(m, job->tree, w, job->how);
    if (guard) pthread_mutex_unlock(guard);
}

/* Takes iterations in batches until there are none left, the tree is solved or the search is
 * stopped. */
static void run_batches(tree_job *job, cn_mcts_walk *w, cn_trace_ring *ring) {
    cn_mcts *m = job->search;
    const uint64_t limit = m->iterations ? m->iterations : UINT64_MAX;
    for (;;) {
        const uint64_t from =
            atomic_fetch_add_explicit(&job->taken, job->batch, memory_order_relaxed);
        if (from >= limit) return;
        const uint64_t some = limit - from < job->batch ? limit - from : job->batch;
        for (uint64_t i = 0; i < some; i++) {
            if (cn_mcts_solved(m, job->tree) || cn_mcts_poll(m, w)) return;
            iterate(job, w, ring);
        }
    }
}

/* The part of one thread in the whole run. */
static void run_thread(void *user, int index, int worker) {
    tree_job *job = user;
    (void)index;
    cn_mcts_walk *w = &job->search->walks[worker];
    lock_user mine = {job->locks, cn_pool_ring(job->pool, worker)};
    w->locks = &mine;
    run_batches(job, w, mine.ring);
    cn_mcts_apply_deferred(job->tree, w);
}

/* Makes the locks; false: no memory. */
static bool make_locks(tree_job *job, int count) {
    job->locks = aligned_alloc(64, (size_t)count * sizeof *job->locks);
    for (int i = 0; job->locks && i < count; i++) pthread_mutex_init(&job->locks[i].mutex, NULL);
    return job->locks != NULL;
}

/* Frees the locks, if there are any. */
static void free_locks(tree_job *job, int count) {
    for (int i = 0; job->locks && i < count; i++) pthread_mutex_destroy(&job->locks[i].mutex);
    free(job->locks);
}

/* How threads keep out of each other's way; `locks` has the same order. */
typedef enum lock_kind { LOCK_FREE, LOCK_GLOBAL, LOCK_NODE, LOCK_NONE } lock_kind;

static const char *const locks[] = {"free", "global", "node", "none", NULL};

typedef struct tree_options {
    lock_kind lock;
} tree_options;

/* All threads in one tree, synchronised as `lock` says. */
static bool run(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    const lock_kind lock = ((const tree_options *)options)->lock;
    static const cn_mcts_sharing sharing[] = {CN_MCTS_ATOMIC, CN_MCTS_ONE_LOCK, CN_MCTS_NODE_LOCKS,
                                              CN_MCTS_UNSAFE};
    if (!cn_mcts_make_trees(m, 1, m->memory, true)) return false;
    tree_job job = {.search = m, .pool = pool, .tree = &m->forest->trees[0], .how = sharing[lock]};
    const int count = lock == LOCK_NODE ? LOCKS : lock == LOCK_GLOBAL;
    if (count && !make_locks(&job, count)) return false;
    /* Small enough for all to end together, large enough not to meet at the counter. */
    job.batch = m->iterations / ((uint64_t)m->threads * 16) + 1;
    if (job.batch > 64 || m->iterations == 0) job.batch = 64;
    m->tally = cn_mcts_tally;
    /* Any worker may take the first task: all walks are ready before there is one. */
    for (int i = 0; i < m->threads; i++) {
        m->walks[i].lock = take_lock;
        cn_mcts_seed(m, &m->walks[i], cn_mcts_stream(m) + (uint64_t)i);
    }
    cn_pool_divide(pool, 0, m->threads, run_thread, &job);
    free_locks(&job, count);
    cn_mcts_conclude(m, false, result);
    return true;
}

static bool one_tree(const void *options) {
    return ((const tree_options *)options)->lock == LOCK_FREE;
}

static const cn_setting settings[] = {
    CN_CHOICE_IN(tree_options, lock, "lock", locks, "free",
                 "strategy=tree: how threads share the tree: `free` (atomic additions, no lock), "
                 "`global` (one lock), `node` (a lock for each node), `none` (additions may be "
                 "lost; for comparison)"),
    {.size = 0},
};

const cn_strategy cn_strategy_tree = {
    .name = "tree",
    .help = "all threads in one tree",
    .serves = CN_SERVES_MCTS,
    .keeps = true,
    .by_threads = true,
    .options = settings,
    .one_tree = one_tree,
    .watched = true,
    .mcts = run,
};
