#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* A signal handler has no arguments of ours, so what it needs is global: lock-free atomics, which
 * are all that a handler may touch. */
static _Atomic(cn_search *const *) watched;
static _Atomic int came;
static _Atomic int patience = 2;
static _Atomic(const char *) farewell;

static void handle(int signal_number) {
    (void)signal_number;
    const int before = atomic_fetch_add_explicit(&came, 1, memory_order_relaxed);
    if (before + 1 >= atomic_load_explicit(&patience, memory_order_relaxed)) {
        const char *text = atomic_load_explicit(&farewell, memory_order_acquire);
        if (text && write(STDOUT_FILENO, text, strlen(text)) < 0) _exit(130);
        _exit(130);
    }
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
    return cn_interrupt_count() > 0;
}

int cn_interrupt_count(void) {
    return atomic_load_explicit(&came, memory_order_relaxed);
}

void cn_interrupt_forget(void) {
    atomic_store_explicit(&came, 0, memory_order_relaxed);
}

void cn_interrupt_patience(int most, const char *text) {
    atomic_store_explicit(&patience, most, memory_order_relaxed);
    atomic_store_explicit(&farewell, text, memory_order_release);
}
