#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* A signal handler has no arguments of ours, so what it needs is global: lock-free atomics, which
 * are all that a handler may touch. */
static _Atomic(cn_search *const *) watched;
static _Atomic bool came;

static void handle(int signal_number) {
    (void)signal_number;
    if (atomic_exchange_explicit(&came, true, memory_order_relaxed)) _exit(130);
    cn_search *const *list = atomic_load_explicit(&watched, memory_order_acquire);
    for (; list && *list; list++) cn_search_stop(*list);
}

void cn_interrupt_watch(cn_search *const *searches) {
    atomic_store_explicit(&watched, searches, memory_order_release);
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool cn_interrupted(void) {
    return atomic_load_explicit(&came, memory_order_relaxed);
}
