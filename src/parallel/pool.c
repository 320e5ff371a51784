/* The pool of threads: one deque of tasks for each worker, stealing, sleeping and waking, and the
 * counters and trace events of what each worker did.
 *
 * Sleeping and waking: a worker that finds nothing counts itself among the sleepers and then looks
 * once more before it sleeps; whoever makes work available first publishes it and then looks for
 * sleepers. Both use sequentially consistent accesses, so one of them sees the other and no wake-up
 * is lost. */
#include "parallel/pool.h"

#include "core/clock.h"
#include "parallel/deque.h"
#include "parallel/thread.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A worker. Its own parts and those that thieves touch lie on different cache lines. */
typedef struct worker {
    _Alignas(64) cn_deque deque;
    _Alignas(64) cn_worker_counts counts;
    uint64_t victim; /* where to try stealing next */
    int depth;       /* tasks running on this worker's stack */
    uint32_t tasks;  /* numbers given, for the trace */
    uint32_t groups;
    cn_thread thread;
    cn_pool *pool;
    int number;
} worker;

/* The workers and what they share. Worker 0 is whichever thread calls the pool. */
struct cn_pool {
    int threads;
    int started;
    worker *workers;
    /* Changed only while no task is under way. Workers look at it only between taking a task, which
     * its spawning happens before, and ending it, which happens before the end of joining. */
    cn_trace *trace;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    _Atomic int sleepers;
    _Atomic uint64_t awake_ns;       /* how long a worker without work looks on before it sleeps */
    _Alignas(64) _Atomic int hungry; /* sleepers, and those still looking */
    _Atomic bool quit;
};

cn_trace_ring *cn_pool_ring(const cn_pool *pool, int number) {
    return pool->trace ? &pool->trace->rings[number] : NULL;
}

/* A task for a worker: the last of its own, else the oldest of another's; NULL: there is none. */
static cn_task *find_task(cn_pool *pool, int number) {
    worker *self = &pool->workers[number];
    cn_task *task = cn_deque_pop(&self->deque);
    if (task) return task;
    /* Round the others from a place that moves, so that thieves spread. */
    for (int i = 0; i < pool->threads; i++) {
        const int other = (int)((self->victim + (uint64_t)i) % (uint64_t)pool->threads);
        if (other == number) continue;
        task = cn_deque_steal(&pool->workers[other].deque);
        if (task) {
            self->victim = (uint64_t)other;
            return task;
        }
    }
    self->victim++;
    return NULL;
}

/* Whether any deque has a task. A look before going to sleep, after `sleepers` was raised. */
static bool any_task(cn_pool *pool) {
    for (int i = 0; i < pool->threads; i++) {
        if (!cn_deque_empty(&pool->workers[i].deque)) return true;
    }
    return false;
}

/* Wakes sleepers, up to `most` of them. */
static void wake(cn_pool *pool, int most) {
    const int sleepers = atomic_load_explicit(&pool->sleepers, memory_order_seq_cst);
    if (sleepers == 0) return;
    pthread_mutex_lock(&pool->mutex);
    if (sleepers <= most) pthread_cond_broadcast(&pool->wake);
    for (int i = 0; sleepers > most && i < most; i++) pthread_cond_signal(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
}

/* Tasks of the group that are still to be counted as run. */
static int left(cn_group *group) {
    return atomic_load_explicit(&group->pending, memory_order_seq_cst);
}

/* Counts tasks as run. They may be gone after that: their maker may return from join. */
static void count_off(cn_pool *pool, cn_group *group, int tasks) {
    if (atomic_fetch_sub_explicit(&group->pending, tasks, memory_order_seq_cst) == tasks) {
        wake(pool, CN_THREADS_MAX);
    }
}

/* A time after `now`, which is 0 if the clock has not just been read. Reading the clock costs as
 * much as all else that is done about a task, so what follows a reading at once is taken to be a
 * nanosecond later. */
static uint64_t time_after(uint64_t now) {
    return now ? now + 1 : cn_clock_ns();
}

/* Runs a task and accounts for it. `inlined`: its maker runs it because the deque is full. `now` is
 * the time if it is known, else 0; returns the time at the end, or 0 if nobody needed it. */
static uint64_t run_task(cn_pool *pool, int number, cn_task *task, bool inlined, uint64_t now) {
    worker *self = &pool->workers[number];
    const bool stolen = task->maker != number;
    self->counts.run++;
    self->counts.stolen += stolen;
    cn_group *group = task->group;
    assert(group);
    cn_trace_ring *ring = cn_pool_ring(pool, number);
    const uint32_t task_number = task->number;
    const bool small = group->small;
    /* Time is taken around the outermost task only, unless there is a trace; waiting inside it is
     * taken off in work(). */
    const bool outermost = self->depth++ == 0, timed = outermost || (ring && !small);
    /* A task that was made by another worker may have been made since. */
    const uint64_t start = timed ? time_after(small || !stolen ? now : 0) : 0;
    const cn_trace_kind how = inlined ? CN_TRACE_INLINE : stolen ? CN_TRACE_STOLEN : CN_TRACE_RUN;
    if (ring && !inlined && !small) cn_trace_put(ring, how, start, task_number);
    task->run(task, pool, number);
    self->depth--;
    const uint64_t end = timed ? cn_clock_ns() : 0;
    if (outermost) self->counts.busy_ns += end - start;
    if (ring && !small) cn_trace_put(ring, CN_TRACE_END, end, task_number);
    if (ring && small) {
        cn_trace_small(ring, how, 1);
        if (outermost) cn_trace_batch(ring, stolen, 1, start, end);
    }
    return end;
}

/* A stretch of small tasks that their maker runs one after the other. They are accounted for
 * together when the maker turns to something else: until it has joined them nobody looks at the
 * counts. */
typedef struct stretch {
    uint64_t tasks;
    uint64_t begin; /* where time is taken: outside other tasks */
} stretch;

/* Runs a task that is too short to be noted by itself; `small` adds up a run of such tasks. */
static void run_small(cn_pool *pool, int number, cn_task *task, stretch *small, uint64_t now) {
    worker *self = &pool->workers[number];
    if (small->tasks++ == 0 && self->depth == 0) small->begin = time_after(now);
    self->depth++;
    task->run(task, pool, number);
    self->depth--;
}

/* Accounts for the stretch and begins an empty one; returns the time if it was taken, else 0. */
static uint64_t end_stretch(worker *self, stretch *small) {
    cn_trace_ring *ring = cn_pool_ring(self->pool, self->number);
    const bool timed = self->depth == 0;
    const uint64_t end = timed ? cn_clock_ns() : 0;
    self->counts.run += small->tasks;
    if (timed) self->counts.busy_ns += end - small->begin;
    if (ring) cn_trace_small(ring, CN_TRACE_RUN, small->tasks);
    if (ring && timed) cn_trace_batch(ring, false, small->tasks, small->begin, end);
    small->tasks = 0;
    return end;
}

/* Sleeps until there may be a task, the group is done or the pool ends. */
static void sleep_until_news(cn_pool *pool, cn_group *group) {
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add_explicit(&pool->sleepers, 1, memory_order_seq_cst);
    if (!any_task(pool) && !(group && left(group) == 0) &&
        !atomic_load_explicit(&pool->quit, memory_order_relaxed)) {
        pthread_cond_wait(&pool->wake, &pool->mutex);
    }
    atomic_fetch_sub_explicit(&pool->sleepers, 1, memory_order_seq_cst);
    pthread_mutex_unlock(&pool->mutex);
}

/* What a worker does between two looks for work: leaves the processor to others that want it, and
 * at times reads the clock. False when it has looked for long enough, and had better sleep. */
static bool look_on(const cn_pool *pool, int misses, uint64_t since) {
    enum { LOOKS = 16 }; /* from one reading of the clock to the next */
    sched_yield();
    if (misses < CN_POOL_PATIENCE || misses % LOOKS) return true;
    return cn_clock_ns() - since < atomic_load_explicit(&pool->awake_ns, memory_order_relaxed);
}

/* Ends a time without work and returns the time. Inside a task it had been counted as the task's,
 * so it is taken off there. */
static uint64_t end_idle(worker *self, uint64_t since) {
    atomic_fetch_sub_explicit(&self->pool->hungry, 1, memory_order_relaxed);
    const uint64_t now = cn_clock_ns(), spell = now - since;
    self->counts.idle_ns += spell;
    if (self->depth > 0) self->counts.busy_ns -= spell;
    cn_trace_ring *ring = cn_pool_ring(self->pool, self->number);
    if (ring) cn_trace_put(ring, CN_TRACE_IDLE, now, spell);
    return now;
}

/* Runs tasks until the group is done (or, without a group, until the pool ends). Returns the time
 * if it is known, else 0. Those of the group that it made itself it counts off together, when it
 * finds no more or leaves: only it waits for them. */
static uint64_t work(cn_pool *pool, int number, cn_group *group) {
    worker *self = &pool->workers[number];
    uint64_t idle_since = 0, now = 0;
    stretch small = {0};
    int misses = 0, own = 0; /* own: run and not counted off */
    bool slept = false;
    for (;;) {
        if (group ? left(group) == own : atomic_load_explicit(&pool->quit, memory_order_acquire)) {
            break;
        }
        cn_task *task = find_task(pool, number);
        const bool own_small = task && task->maker == number && task->group->small;
        if (small.tasks && !own_small) now = end_stretch(self, &small);
        if (task) {
            if (idle_since) now = end_idle(self, idle_since);
            idle_since = 0;
            misses = 0;
            cn_group *its = task->group;
            const bool waited_for = its == group && task->maker == number;
            if (own_small) {
                run_small(pool, number, task, &small, now);
            } else {
                now = run_task(pool, number, task, false, now);
            }
            own += waited_for;
            if (!waited_for) count_off(pool, its, 1);
            continue;
        }
        if (own) {
            count_off(pool, group, own);
            own = 0;
            continue;
        }
        if (!idle_since) {
            idle_since = time_after(now);
            atomic_fetch_add_explicit(&pool->hungry, 1, memory_order_relaxed);
        }
        if (look_on(pool, ++misses, idle_since)) continue;
        sleep_until_news(pool, group);
        slept = group != NULL;
        misses = 0;
    }
    if (own) atomic_fetch_sub_explicit(&group->pending, own, memory_order_relaxed);
    if (small.tasks) now = end_stretch(self, &small);
    if (group && idle_since) now = end_idle(self, idle_since);
    /* Woken for a task but leaving: pass the word on. Who was not woken looks at nobody's deque:
     * its owner would have to fetch it back, task after task. */
    if (slept && any_task(pool)) wake(pool, 1);
    return now;
}

/* A thread of the pool: works until the pool is freed. */
static void run_worker(void *user) {
    const worker *self = user;
    work(self->pool, self->number, NULL);
}

cn_status cn_pool_new(int threads, cn_pool **out, cn_error *error) {
    CN_FAIL_IF(threads < 1 || threads > CN_THREADS_MAX, error, CN_BAD_USAGE,
               "threads=%d: expected a number from 1 to %d", threads, CN_THREADS_MAX);
    cn_pool *pool = aligned_alloc(64, sizeof *pool);
    worker *workers = aligned_alloc(64, (size_t)threads * sizeof *workers);
    if (!pool || !workers) {
        free(pool);
        free(workers);
        return cn_fail(error, CN_NO_MEMORY, "no memory for %d threads", threads);
    }
    memset(pool, 0, sizeof *pool);
    memset(workers, 0, (size_t)threads * sizeof *workers);
    pool->threads = threads;
    pool->workers = workers;
    cn_pool_stay_awake(pool, CN_POOL_AWAKE);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    for (int i = 0; i < threads; i++) {
        workers[i].pool = pool;
        workers[i].number = i;
        workers[i].victim = (uint64_t)i + 1;
    }
    for (int i = 1; i < threads; i++, pool->started++) {
        if (cn_thread_start(&workers[i].thread, run_worker, &workers[i], NULL) != CN_OK) break;
    }
    if (pool->started < threads - 1) {
        const int made = pool->started + 1;
        cn_pool_free(pool);
        return cn_fail(error, CN_NO_MEMORY, "the system gave %d of %d threads", made, threads);
    }
    *out = pool;
    return CN_OK;
}

void cn_pool_free(cn_pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->mutex);
    atomic_store_explicit(&pool->quit, true, memory_order_release);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 1; i <= pool->started; i++) cn_thread_join(pool->workers[i].thread);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    free(pool->workers);
    free(pool);
}

int cn_pool_threads(const cn_pool *pool) {
    return pool->threads;
}

void cn_pool_stay_awake(cn_pool *pool, int microseconds) {
    const bool room = pool->threads <= sysconf(_SC_NPROCESSORS_ONLN);
    atomic_store_explicit(&pool->awake_ns, room ? (uint64_t)microseconds * 1000 : 0,
                          memory_order_relaxed);
}

/* Tasks are shown to others all at once. Their time must be taken before that: a thief's note must
 * not be the earlier one. What the deque has no room for is run at once. */
void cn_pool_spawn_all(cn_pool *pool, int number, cn_group *group, cn_task *first, ptrdiff_t stride,
                       int count) {
    worker *self = &pool->workers[number];
    cn_trace_ring *ring = cn_pool_ring(pool, number), *noted = group->small ? NULL : ring;
    const int room = cn_deque_room(&self->deque), queued = count < room ? count : room;
    if (noted && !group->number) group->number = cn_trace_group(number, ++self->groups);
    if (ring && group->small) ring->total[CN_TRACE_PUSH] += (uint64_t)queued;
    self->counts.created += (uint64_t)count;
    atomic_fetch_add_explicit(&group->pending, count, memory_order_relaxed);
    uint64_t now = noted ? cn_clock_ns() : 0;
    for (int i = 0; i < count; i++) {
        cn_task *task = (cn_task *)(void *)((char *)first + i * stride);
        task->group = group;
        task->maker = number;
        if (!group->small) task->number = cn_trace_task(number, self->tasks++);
        const uint64_t argument = (uint64_t)group->number << 32 | task->number;
        if (i < queued) {
            cn_deque_put(&self->deque, i, task);
            if (noted) cn_trace_put(noted, CN_TRACE_PUSH, now, argument);
            if (i + 1 < queued) continue;
            cn_deque_show(&self->deque, queued);
            wake(pool, queued);
        } else {
            self->counts.inlined++;
            if (noted && !now) now = cn_clock_ns();
            if (noted) cn_trace_put(noted, CN_TRACE_INLINE, now, argument);
            now = run_task(pool, number, task, true, now);
            count_off(pool, group, 1);
        }
    }
}

void cn_pool_spawn(cn_pool *pool, int number, cn_group *group, cn_task *task) {
    cn_pool_spawn_all(pool, number, group, task, 0, 1);
}

void cn_pool_join(cn_pool *pool, int number, cn_group *group) {
    cn_trace_ring *ring = group->small ? NULL : cn_pool_ring(pool, number);
    cn_trace_add(ring, CN_TRACE_JOIN, group->number);
    const uint64_t now = work(pool, number, group);
    if (ring) cn_trace_put(ring, CN_TRACE_JOIN_END, time_after(now), 0);
}

/* One part of cn_pool_divide. */
typedef struct part_task {
    cn_task task; /* first: the pool hands it back */
    cn_pool_part *part;
    void *user;
    int index;
} part_task;

/* Calls the function for its part. */
static void run_part(cn_task *task, cn_pool *pool, int number) {
    const part_task *p = (const part_task *)task;
    (void)pool;
    p->part(p->user, p->index, number);
}

void cn_pool_divide(cn_pool *pool, int number, int count, cn_pool_part *part, void *user) {
    enum { FEW = 256 };
    part_task few[FEW];
    part_task *many = count > FEW ? malloc((size_t)count * sizeof *many) : NULL;
    part_task *tasks = many ? many : few;
    const int most = many ? count : FEW; /* at once: without memory, some after the others */
    for (int first = 0; first < count; first += most) {
        const int some = count - first < most ? count - first : most;
        cn_group group = {0};
        for (int i = 0; i < some; i++) {
            tasks[i] = (part_task){{.run = run_part}, part, user, first + i};
            if (!pool) part(user, first + i, number);
        }
        if (!pool) continue;
        cn_pool_spawn_all(pool, number, &group, &tasks[0].task, sizeof *tasks, some);
        cn_pool_join(pool, number, &group);
    }
    free(many);
}

const _Atomic int *cn_pool_hungry(const cn_pool *pool) {
    return &pool->hungry;
}

cn_worker_counts *cn_pool_counts(cn_pool *pool, int number) {
    return &pool->workers[number].counts;
}

void cn_pool_cancelled(cn_pool *pool, int number) {
    pool->workers[number].counts.cancelled++;
    cn_trace_add(cn_pool_ring(pool, number), CN_TRACE_CANCEL, 0);
}

void cn_pool_dropped(cn_pool *pool, int number) {
    pool->workers[number].counts.dropped++;
    cn_trace_add(cn_pool_ring(pool, number), CN_TRACE_DROP, 0);
}

void cn_pool_trace(cn_pool *pool, cn_trace *trace) {
    pool->trace = trace;
}

void cn_pool_reset_counts(cn_pool *pool) {
    for (int i = 0; i < pool->threads; i++) {
        pool->workers[i].counts = (cn_worker_counts){0};
    }
}
