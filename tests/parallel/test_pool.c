/* The pool: every task runs exactly once, nested joins return, counters add up. */
#include "parallel/pool.h"
#include "support/support.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static cn_pool *new_pool(int threads) {
    cn_pool *pool;
    cn_error error = {""};
    if (cn_pool_new(threads, &pool, &error) != CN_OK) fail_msg("%s", error.text);
    return pool;
}

/* ---- nested tasks: Fibonacci by the plain recursion ---- */

typedef struct fib {
    cn_task task;
    int n;
    long value;
} fib;

static void fib_run(cn_task *task, cn_pool *pool, int worker) {
    fib *f = (fib *)task;
    if (f->n < 2) {
        f->value = f->n;
        return;
    }
    fib one = {{.run = fib_run}, f->n - 1, 0}, two = {{.run = fib_run}, f->n - 2, 0};
    cn_group group = {0};
    cn_pool_spawn(pool, worker, &group, &one.task);
    cn_pool_spawn(pool, worker, &group, &two.task);
    cn_pool_join(pool, worker, &group);
    f->value = one.value + two.value;
}

static void nested(void **unused) {
    (void)unused;
    const int threads[] = {1, 2, 3, 8};
    for (int i = 0; i < 4; i++) {
        cn_pool *pool = new_pool(threads[i]);
        for (int round = 0; round < 10; round++) {
            cn_pool_reset_counts(pool);
            fib root = {{.run = fib_run}, 16, 0};
            cn_group group = {0};
            cn_pool_spawn(pool, 0, &group, &root.task);
            cn_pool_join(pool, 0, &group);
            assert_int_equal(root.value, 987);
            uint64_t created = 0, run = 0;
            for (int w = 0; w < threads[i]; w++) {
                created += cn_pool_counts(pool, w)->created;
                run += cn_pool_counts(pool, w)->run;
            }
            /* One call for each task: 2 * fib(17) - 1. */
            assert_int_equal(created, 3193);
            assert_int_equal(run, 3193);
        }
        cn_pool_free(pool);
    }
}

/* ---- more tasks than a deque has slots ---- */

typedef struct mark {
    cn_task task;
    _Atomic int runs;
} mark;

static void mark_run(cn_task *task, cn_pool *pool, int worker) {
    (void)pool, (void)worker;
    atomic_fetch_add(&((mark *)task)->runs, 1);
}

static void overflow(void **unused) {
    (void)unused;
    enum { TASKS = 20000, ONE_BY_ONE = 0, FORWARDS, BACKWARDS, WAYS };
    mark *marks = calloc(TASKS, sizeof *marks);
    assert_non_null(marks);
    cn_pool *pool = new_pool(2);
    for (int way = 0; way < 2 * WAYS; way++) {
        cn_group group = {.small = way >= WAYS};
        const ptrdiff_t size = sizeof *marks;
        for (int i = 0; i < TASKS; i++) marks[i] = (mark){.task.run = mark_run};
        cn_pool_reset_counts(pool);
        switch (way % WAYS) {
        case ONE_BY_ONE:
            for (int i = 0; i < TASKS; i++) cn_pool_spawn(pool, 0, &group, &marks[i].task);
            break;
        case FORWARDS: cn_pool_spawn_all(pool, 0, &group, &marks[0].task, size, TASKS); break;
        case BACKWARDS:
            cn_pool_spawn_all(pool, 0, &group, &marks[TASKS - 1].task, -size, TASKS);
            break;
        }
        cn_pool_join(pool, 0, &group);
        for (int i = 0; i < TASKS; i++) assert_int_equal(marks[i].runs, 1);
        assert_int_equal(cn_pool_counts(pool, 0)->created, TASKS);
        assert_int_equal(cn_pool_counts(pool, 0)->run + cn_pool_counts(pool, 1)->run, TASKS);
    }
    cn_pool_free(pool);
    free(marks);
}

/* ---- sleeping workers wake for every burst ---- */

static void bursts(void **unused) {
    (void)unused;
    cn_pool *pool = new_pool(4);
    for (int round = 0; round < 300; round++) {
        if (round % 50 == 0) {
            /* Long enough for all to be asleep. */
            const struct timespec pause = {0, 5000000};
            nanosleep(&pause, NULL);
        }
        mark marks[7] = {0};
        cn_group group = {0};
        for (int i = 0; i < 7; i++) {
            marks[i].task.run = mark_run;
            cn_pool_spawn(pool, 0, &group, &marks[i].task);
        }
        cn_pool_join(pool, 0, &group);
        for (int i = 0; i < 7; i++) assert_int_equal(marks[i].runs, 1);
    }
    cn_pool_free(pool);
}

/* Workers look on for a moment after the last task and then sleep: in the second after it they use
 * at most a hundredth of a processor. Processor time does not depend on who else runs. */
static void idle_pool_sleeps(void **unused) {
    (void)unused;
    cn_pool *pool = new_pool(2);
    fib root = {{.run = fib_run}, 10, 0};
    cn_group group = {0};
    cn_pool_spawn(pool, 0, &group, &root.task);
    cn_pool_join(pool, 0, &group);
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    const double used =
        (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    assert_true(used < 0.01);
    cn_pool_free(pool);
}

/* Signals stay with the threads of whoever uses the library: one that the only other thread blocks
 * is still pending when all workers are gone. */
static _Atomic int handled;

static void count_signal(int number) {
    (void)number;
    handled++;
}

static void workers_take_no_signals(void **unused) {
    (void)unused;
    sigset_t one, before, pending;
    struct sigaction old, action = {.sa_handler = count_signal};
    sigemptyset(&action.sa_mask);
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    sigaction(SIGUSR1, &action, &old);
    cn_pool *pool = new_pool(4); /* before the signal is blocked, which threads would inherit */
    pthread_sigmask(SIG_BLOCK, &one, &before);
    kill(getpid(), SIGUSR1);
    cn_pool_free(pool);
    assert_int_equal(handled, 0);
    sigpending(&pending);
    assert_true(sigismember(&pending, SIGUSR1));
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(handled, 1);
    sigaction(SIGUSR1, &old, NULL);
}

static void refuses(void **unused) {
    (void)unused;
    cn_pool *pool;
    cn_error error;
    assert_int_equal(cn_pool_new(0, &pool, &error), CN_BAD_USAGE);
    assert_string_equal(error.text, "threads=0: expected a number from 1 to 256");
    assert_int_equal(cn_pool_new(257, &pool, &error), CN_BAD_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested),  cmocka_unit_test(overflow),
        cmocka_unit_test(bursts),  cmocka_unit_test(idle_pool_sleeps),
        cmocka_unit_test(refuses), cmocka_unit_test(workers_take_no_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
