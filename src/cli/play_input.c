/* What is typed. While a person thinks at a terminal, the clock ticks, the flag falls by itself,
 * and the picture follows the size of the window. */
#include "cli/interrupt.h"
#include "cli/out.h"
#include "cli/play.h"
#include "core/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

/* Signals interrupt a wait, unless they come just before it or to another thread; so it is never
 * long. The clock shows tenths at the end. */
enum { WAIT = 100 }; /* milliseconds */

static void trim(char *line) {
    size_t n = strlen(line);
    while (n > 0 && strchr(" \t\r\n", line[n - 1])) line[--n] = '\0';
    const size_t blanks = strspn(line, " \t");
    memmove(line, line + blanks, n - blanks + 1);
}

/* A signal at the prompt: the first Ctrl-C is not the end. */
static bool stays(cn_session *s) {
    if (s->prompts && cn_interrupt_count() < 2 && !cn_interrupt_ends()) {
        cn_play_say(s, "Ctrl-C once more leaves the game; so does quit.");
        return true;
    }
    s->leaving = true;
    s->code = CN_EXIT_INTERRUPTED;
    return false;
}

/* Ends the game if the time of the person who thinks is up. */
static bool flag_fell(cn_session *s) {
    char clock[64];
    const int player = cn_play_turn(s);
    if (!cn_play_ticks(s)) return false;
    const double seconds = cn_clock_seconds() - s->asked;
    if (cn_clocks_running(&s->clocks, player, seconds, clock, sizeof clock)) return false;
    cn_clocks_spend(&s->clocks, player, seconds);
    s->info.ending = CN_ENDED_ON_TIME;
    s->info.loser = player;
    s->fresh = s->announced = false;
    s->saved_count = -1;
    return true;
}

typedef enum event { TYPED, INTERRUPTED, RESIZED, FELL } event;

/* Waits for input at a terminal. */
static event wait_for_input(cn_session *s, int seen) {
    for (;;) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (cn_interrupt_count() > seen || cn_interrupt_ends()) return INTERRUPTED;
        if (cn_play_resized()) return RESIZED;
        if (flag_fell(s)) return FELL;
        const int ready = poll(&input, 1, WAIT);
        if (ready > 0 || (ready < 0 && errno != EINTR)) return TYPED;
        cn_play_show_clock(s);
    }
}

/* After a signal; false if it is the end. */
static bool go_on(cn_session *s, int *seen) {
    if ((cn_interrupt_count() > *seen || cn_interrupt_ends()) && !stays(s)) return false;
    *seen = cn_interrupt_count();
    if (s->screen) {
        cn_play_show(s);
    } else {
        fputc('\n', stdout);
    }
    return true;
}

bool cn_play_line(cn_session *s, const char *prompt) {
    int seen = cn_interrupt_count();
    if (seen >= 2 && !stays(s)) return false; /* both came while an agent was thinking */
    for (;;) {
        if (cn_interrupt_ends() && !stays(s)) return false;
        if (s->leaving) return false;
        if (s->prompts) fputs(prompt, stdout);
        if (!cn_out_flush(s->cli)) return false;
        const event what = s->prompts ? wait_for_input(s, seen) : TYPED;
        errno = 0;
        if (what == TYPED && getline(&s->line, &s->line_room, stdin) >= 0) break;
        const int why = errno;
        clearerr(stdin);
        if (what == FELL) {
            if (!s->screen) fputc('\n', stdout);
            if (s->line) s->line[0] = '\0';
            return s->line != NULL || (s->line = calloc(1, s->line_room = 64)) != NULL;
        }
        if (what == TYPED && why != EINTR) {
            if (s->prompts && !s->screen) fputc('\n', stdout);
            return false;
        }
        if (!go_on(s, &seen)) return false;
    }
    cn_interrupt_forget();
    trim(s->line);
    cn_play_forget_notes(s);
    return true;
}
