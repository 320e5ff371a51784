/* Reads the lines typed in `canopy play`, with a line editor or without.
 *
 * While a person thinks at a terminal three things go on: the clock ticks, the game ends by itself
 * when the time is up, and the picture follows the size of the window. So nothing here waits for
 * input for longer than a tenth of a second. */
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

/* Takes the blanks off both ends. */
static void trim(char *line) {
    size_t n = strlen(line);
    while (n > 0 && strchr(" \t\r\n", line[n - 1])) line[--n] = '\0';
    const size_t blanks = strspn(line, " \t");
    memmove(line, line + blanks, n - blanks + 1);
}

/* After a signal at the prompt: whether the game goes on. It does after the first Ctrl-C, with a
 * note that a second one leaves. */
static bool stays(cn_terminal_game *s) {
    if (s->prompts && cn_interrupt_count() < 2 && !cn_interrupt_ends()) {
        cn_play_say(s, "Ctrl-C once more leaves the game; so does quit.");
        return true;
    }
    cn_play_leave(s, CN_EXIT_INTERRUPTED);
    return false;
}

/* True if the time of the person who thinks is up; the game is then ended as lost on time. */
static bool flag_fell(cn_terminal_game *s) {
    char clock[64];
    const int player = cn_play_turn(s);
    if (!cn_play_ticks(s)) return false;
    const double seconds = cn_clock_seconds() - s->asked;
    if (cn_clocks_running(&s->clocks, player, seconds, clock, sizeof clock)) return false;
    cn_clocks_spend(&s->clocks, player, seconds);
    cn_play_end(s, CN_ENDED_ON_TIME, player);
    return true;
}

/* What ended a wait for input. TYPED must be 0 and the others above it, because the editor's hook
 * `wait` returns them: 0 goes on, anything above gives the line up. FELL: the time is up. */
typedef enum event { TYPED, INTERRUPTED, RESIZED, FELL, ENDED } event;

/* Waits for a key, or for a line where there is no editor. */
static event wait_for_input(cn_terminal_game *s) {
    for (;;) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (cn_interrupt_count() > s->signals || cn_interrupt_ends()) return INTERRUPTED;
        if (cn_play_resized()) return RESIZED;
        if (flag_fell(s)) return FELL;
        const int ready = poll(&input, 1, WAIT);
        if (ready > 0 || (ready < 0 && errno != EINTR)) return TYPED;
        cn_play_show_clock(s);
    }
}

/* ---- with an editor ---- */

/* Draws the picture anew, and the line being typed below it. */
static void redraw(cn_terminal_game *s) {
    cn_play_show(s);
    cn_editor_redraw(s->editor);
}

/* For the editor: waits for a key, and tells what else came first, if anything. */
static int on_wait(void *user) {
    event what;
    while ((what = wait_for_input(user)) == RESIZED) redraw(user);
    return (int)what;
}

/* For the editor: what may come next. */
static void on_words(void *user, const char *before, FILE *out) {
    cn_play_words(user, before, out);
}

/* For the editor: shows the words and moves that what is typed could become. */
static void on_offer(void *user, const char *words) {
    enum { MANY = 60 };
    cn_terminal_game *s = user;
    int count = 0;
    char *text = strdup(words);
    for (char *p = text ? text : ""; *p; p++) {
        if (*p != '\n') continue;
        *p = ' ';
        count++;
    }
    cn_play_forget_notes(s);
    if (count > MANY) {
        cn_play_say(s, "%d words and moves are possible: help and moves list them", count);
    } else if (text) {
        cn_play_say(s, "%s", text);
    }
    free(text);
    redraw(s);
}

void cn_play_open_editor(cn_terminal_game *s) {
    const cn_editor_hooks hooks = {s, on_wait, on_words, on_offer};
    if (s->screen) s->editor = cn_editor_open(&hooks);
}

/* ---- lines ---- */

/* Reads a line, unless something else comes first; the line is then as far as it was typed. */
static event read_line(cn_terminal_game *s, const char *prompt) {
    if (s->editor) {
        const int why = cn_editor_line(s->editor, prompt, &s->line, &s->line_room);
        return why < 0 ? ENDED : (event)why;
    }
    if (s->prompts) fputs(prompt, stdout);
    if (!cn_out_flush(s->cli)) return ENDED;
    const event what = s->prompts ? wait_for_input(s) : TYPED;
    errno = 0;
    if (what != TYPED || getline(&s->line, &s->line_room, stdin) >= 0) return what;
    const int why = errno;
    clearerr(stdin);
    return why == EINTR ? INTERRUPTED : ENDED;
}

/* After a wait was interrupted: shows everything again. False if the program is to end. */
static bool go_on(cn_terminal_game *s) {
    if ((cn_interrupt_count() > s->signals || cn_interrupt_ends()) && !stays(s)) return false;
    s->signals = cn_interrupt_count();
    if (s->screen) {
        cn_play_show(s);
    } else {
        fputc('\n', stdout);
    }
    return true;
}

bool cn_play_line(cn_terminal_game *s, const char *prompt) {
    s->signals = cn_interrupt_count();
    if (s->signals >= 2 && !stays(s)) return false; /* both came while an agent was thinking */
    event what;
    do {
        if (cn_interrupt_ends() && !stays(s)) return false;
        if (s->leaving || !cn_out_flush(s->cli)) return false;
        what = read_line(s, prompt);
        if (what == ENDED) {
            if (s->prompts && !s->screen) fputc('\n', stdout);
            return false;
        }
        if ((what == INTERRUPTED || what == RESIZED) && !go_on(s)) return false;
    } while (what != TYPED && what != FELL);
    if (what == FELL) {
        if (!s->line) s->line = calloc(1, s->line_room = 64);
        if (!s->line) return false;
        s->line[0] = '\0';
        if (!s->screen) fputc('\n', stdout);
    }
    cn_interrupt_forget();
    trim(s->line);
    cn_play_forget_notes(s);
    return true;
}
