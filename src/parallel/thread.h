/* Threads, locks and signals: for the pool that searches use (parallel/pool.h), and for what is not
 * a search: reading input while one runs, several games at once, requests of several visitors. */
#pragma once

#include <canopy/search.h>
#include <canopy/status.h>
#include <pthread.h>
#include <stdbool.h>

/* Bytes of stack of all our threads, whatever the system's default: searches run in them, which
 * hold a state for each ply. Only what is touched takes memory. */
enum { CN_THREAD_STACK = 2 * CN_STACK_BYTES };

typedef pthread_t cn_thread;
typedef pthread_mutex_t cn_lock;
typedef pthread_cond_t cn_signal;
typedef pthread_once_t cn_once; /* begins as CN_ONCE */
#define CN_ONCE PTHREAD_ONCE_INIT

/* Calls `make` in the first thread that comes here, and returns in all of them when it is done. */
void cn_once_run(cn_once *once, void (*make)(void));

/* Runs `body(user)` in a thread of its own, which takes no signals of the system: their handlers
 * run in the threads of whoever uses the library. */
cn_status cn_thread_start(cn_thread *thread, void (*body)(void *user), void *user, cn_error *error);
void cn_thread_join(cn_thread thread);

void cn_lock_init(cn_lock *lock);
void cn_lock_free(cn_lock *lock);
void cn_lock_take(cn_lock *lock);
void cn_lock_leave(cn_lock *lock);

void cn_signal_init(cn_signal *signal);
void cn_signal_free(cn_signal *signal);
/* Wakes all who wait. */
void cn_signal_raise(cn_signal *signal);
/* Waits for the signal. The lock must be taken; it is given up while waiting. It may return without
 * a signal, so the caller must check what it waits for. */
void cn_signal_wait(cn_signal *signal, cn_lock *lock);
/* The same for `seconds` at most; false if they passed. */
bool cn_signal_wait_for(cn_signal *signal, cn_lock *lock, double seconds);
