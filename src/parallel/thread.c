/* Threads, locks and signals over pthreads. Failures of locks and signals are not looked at: they
 * can only come from a wrong use of them. */
#include "parallel/thread.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

/* What a new thread is to do. */
typedef struct start {
    void (*body)(void *user);
    void *user;
} start;

/* The first function of a thread: frees what it was started with and runs its body. */
static void *run(void *argument) {
    const start s = *(start *)argument;
    free(argument);
    s.body(s.user);
    return NULL;
}

/* A new thread inherits the mask of signals, so all are blocked while it is made. */
cn_status cn_thread_start(cn_thread *thread, void (*body)(void *user), void *user,
                          cn_error *error) {
    start *s = malloc(sizeof *s);
    if (!s) return cn_fail(error, CN_NO_MEMORY, "no memory for a thread");
    *s = (start){body, user};
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, CN_THREAD_STACK);
    const int failed = pthread_create(thread, &attributes, run, s);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed) return CN_OK;
    free(s);
    return cn_fail(error, CN_NO_MEMORY, "the system refuses another thread");
}

void cn_thread_join(cn_thread thread) {
    pthread_join(thread, NULL);
}

void cn_lock_init(cn_lock *lock) {
    pthread_mutex_init(lock, NULL);
}

void cn_lock_free(cn_lock *lock) {
    pthread_mutex_destroy(lock);
}

void cn_lock_take(cn_lock *lock) {
    pthread_mutex_lock(lock);
}

void cn_lock_leave(cn_lock *lock) {
    pthread_mutex_unlock(lock);
}

/* Waits with a time limit go by the monotonic clock, which nobody sets. */
void cn_signal_init(cn_signal *signal) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(signal, &attributes);
    pthread_condattr_destroy(&attributes);
}

void cn_signal_free(cn_signal *signal) {
    pthread_cond_destroy(signal);
}

void cn_signal_raise(cn_signal *signal) {
    pthread_cond_broadcast(signal);
}

void cn_signal_wait(cn_signal *signal, cn_lock *lock) {
    pthread_cond_wait(signal, lock);
}

bool cn_signal_wait_for(cn_signal *signal, cn_lock *lock, double seconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const double whole = (double)(long)seconds;
    until.tv_sec += (time_t)whole;
    until.tv_nsec += (long)((seconds - whole) * 1e9);
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    return pthread_cond_timedwait(signal, lock, &until) == 0;
}

void cn_once_run(cn_once *once, void (*make)(void)) {
    pthread_once(once, make);
}
