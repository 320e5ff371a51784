/* The handlers of the signals that end the program. See interrupt.h for what each signal does. */
#include "cli/interrupt.h"

#include "arena/agent.h"
#include "arena/process.h"
#include "cli/out.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/* A signal handler gets no pointer of ours, so what it needs is global. All of it is lock-free
 * atomics, the only kind of shared data that a handler may touch. */
static _Atomic(cn_search *) watched[CN_WATCHED];
static _Atomic int stopping;     /* handlers that are at the watched searches right now */
static _Atomic int came;         /* signals since the last cn_interrupt_forget */
static _Atomic int first;        /* the number of the first signal that came; 0: none */
static _Atomic int ending;       /* that of the first SIGTERM or SIGHUP; 0: none */
static _Atomic int patience = 2; /* signals that end the program at once */
static _Atomic(const char *) farewell, announcement;

void cn_interrupt_write(int stream, const char *text) {
    if (text && write(stream, text, strlen(text)) < 0) return; /* there is no other way to say so */
}

/* Ends the process from inside a handler, and the programs that it started. */
static _Noreturn void leave(int number) {
    cn_process_kill_all();
    _exit(128 + number);
}

/* The handler while no search is watched: results are flushed as they come, so the program can end.
 */
static void end_at_once(int number) {
    if (number == SIGTERM) cn_interrupt_write(STDERR_FILENO, announcement);
    cn_interrupt_write(STDERR_FILENO, number == SIGINT    ? "\ncanopy: interrupted\n"
                                      : number == SIGTERM ? "\ncanopy: terminated\n"
                                                          : "\ncanopy: hung up\n");
    leave(number);
}

/* Asks every watched search to stop. cn_search_stop only sets atomic flags and wakes who waits, so
 * a signal handler may call it. */
static void stop_searches(void) {
    stopping++;
    for (int i = 0; i < CN_WATCHED; i++) {
        cn_search *search = watched[i];
        if (search) cn_search_stop(search);
    }
    stopping--;
}

/* While searches are watched: the first signal stops them. Once the patience is at its end, or a
 * second SIGTERM or SIGHUP comes, the program ends. */
static void handle(int number) {
    int none = 0;
    atomic_compare_exchange_strong(&first, &none, number);
    bool again = false;
    if (number != SIGINT) {
        none = 0;
        again = !atomic_compare_exchange_strong(&ending, &none, number);
        if (number == SIGTERM) cn_interrupt_write(STDERR_FILENO, announcement);
        alarm(1);
    }
    if (++came >= patience || again) {
        cn_interrupt_write(STDOUT_FILENO, farewell);
        leave(number);
    }
    stop_searches();
}

/* Once the end is near, every second: the signal may have come just before a wait for input or just
 * before another search began. */
static void remind(int number) {
    (void)number;
    stop_searches();
    alarm(1);
}

void cn_interrupt_handle(int number, void (*handler)(int), bool restart) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = restart ? SA_RESTART : 0};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* Sets the handler of all three, but for a SIGHUP that was ignored when the program started. */
static void catch_all(void (*handler)(int)) {
    struct sigaction old;
    cn_interrupt_handle(SIGINT, handler, false);
    cn_interrupt_handle(SIGTERM, handler, false);
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler == SIG_IGN) return;
    cn_interrupt_handle(SIGHUP, handler, false);
}

void cn_interrupt_catch(void) {
    catch_all(end_at_once);
}

void cn_interrupt_watch(cn_search *const *searches, int count) {
    for (int i = 0; i < CN_WATCHED; i++) watched[i] = i < count ? searches[i] : NULL;
    /* A library may have threads that take signals: the searches watched before may be freed once
     * no handler is at them any more. */
    while (stopping > 0) sched_yield();
    cn_interrupt_handle(SIGALRM, remind, false);
    catch_all(handle);
    /* One that came between two watches is about these searches too. */
    if (cn_interrupted()) stop_searches();
}

cn_search *cn_interrupt_open(const cn_cli *cli, const cn_game *game, const char *spec) {
    cn_search *search;
    cn_out_must(cli, cn_agent_open(game, spec, &search, cli->error));
    cn_interrupt_watch(&search, 1);
    return search;
}

void cn_interrupt_free(cn_search *search) {
    cn_interrupt_watch(NULL, 0);
    cn_search_free(search);
}

bool cn_interrupted(void) {
    return cn_interrupt_count() > 0 || cn_interrupt_ends();
}

bool cn_interrupt_halts(void *unused) {
    (void)unused;
    return cn_interrupted();
}

bool cn_interrupt_ends(void) {
    return ending != 0;
}

int cn_interrupt_code(void) {
    return 128 + (ending ? ending : first ? first : SIGINT);
}

int cn_interrupt_count(void) {
    return came;
}

void cn_interrupt_forget(void) {
    came = 0;
}

void cn_interrupt_dialogue(const char *text) {
    patience = 3;
    farewell = text;
}

void cn_interrupt_announce(const char *text) {
    announcement = text;
}
