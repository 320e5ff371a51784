/* What `canopy play` shows.
 *
 * On a terminal the whole picture is drawn anew each time, on the terminal's second screen, so
 * that what was there before is there again afterwards. A board that is too tall for the window is
 * written below what is there instead, and scrolls. Where input or output is no terminal, boards
 * and notes are plain lines. */
#include "cli/interrupt.h"
#include "cli/out.h"
#include "cli/play.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const char enter[] = "\033[?1049h\033[H\033[J", leave[] = "\033[?1049l";

/* Whether the terminal's second screen is showing. It is global because the handlers of signals
 * read it. */
static volatile sig_atomic_t inside;

/* Writes at once, also from inside a handler of a signal. */
static void put(const char *text) {
    cn_interrupt_write(STDOUT_FILENO, text);
}

/* Changes to the second screen. A third Ctrl-C, which ends the program at once, changes back first.
 */
static void go_inside(void) {
    if (inside) return;
    put(enter);
    inside = 1;
    cn_interrupt_dialogue(leave);
}

/* Changes back to the first screen. */
static void go_outside(void) {
    if (!inside) return;
    inside = 0;
    put(leave);
    cn_interrupt_dialogue(NULL);
}

/* ---- the window ---- */

/* Set by a signal when the size of the window changed, or may have. */
static volatile sig_atomic_t resized;

/* SIGWINCH: only noted, whoever waits for input looks at it. */
static void on_resize(int number) {
    (void)number;
    resized = 1;
}

bool cn_play_resized(void) {
    if (!resized) return false;
    resized = 0;
    return true;
}

/* ---- signals that stop the program and let it go on ---- */

/* The terminal as it was found, and as it was when the program was stopped: an editor changes it.
 */
static struct termios usual_mode, stopped_mode;

static void on_stop(int number);

/* After SIGCONT: the terminal as the editor had it, and the picture again. */
static void on_return(int number) {
    (void)number;
    cn_interrupt_handle(SIGTSTP, on_stop, false);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &stopped_mode);
    if (inside) put(enter);
    resized = 1; /* as it may be; the picture is drawn again */
}

/* SIGTSTP (Ctrl-Z): gives the shell its screen and its terminal as they were, then stops as if
 * there were no handler. */
static void on_stop(int number) {
    if (inside) put(leave);
    tcgetattr(STDIN_FILENO, &stopped_mode);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &usual_mode);
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL); /* stops here until SIGCONT */
}

void cn_play_open_screen(cn_terminal_game *s) {
    const char *term = getenv("TERM");
    s->prompts = isatty(STDIN_FILENO);
    s->screen = s->prompts && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
    cn_interrupt_dialogue(NULL);
    if (!s->screen || tcgetattr(STDIN_FILENO, &usual_mode) != 0) return;
    stopped_mode = usual_mode;
    cn_play_open_editor(s);
    cn_interrupt_handle(SIGTSTP, on_stop, false);
    cn_interrupt_handle(SIGCONT, on_return, false);
    /* A new size of the window is no reason to give up a read from an engine. */
    cn_interrupt_handle(SIGWINCH, on_resize, true);
}

void cn_play_forget_notes(cn_terminal_game *s) {
    if (s->notes) fclose(s->notes);
    free(s->notes_text);
    s->notes = NULL;
    s->notes_text = NULL;
    s->notes_size = 0;
}

void cn_play_close_screen(cn_terminal_game *s) {
    go_outside();
    s->screen = false;
    if (s->notes) fflush(s->notes);
    cn_play_forget_notes(s);
    cn_editor_close(s->editor);
    s->editor = NULL;
    free(s->line);
    s->line = NULL;
}

/* ---- notes ---- */

/* The text without its control characters. A short one stands as it is, because it may be a line of
 * a table; one on the screen is wrapped when it is shown. */
static void write_note(cn_terminal_game *s, const char *text) {
    if (s->screen && !s->notes) s->notes = open_memstream(&s->notes_text, &s->notes_size);
    FILE *out = s->screen ? s->notes : stdout;
    if (!s->screen && strlen(text) > 80) {
        cn_out_wrap(text, (int)strspn(text, " "));
    } else if (out) {
        cn_out_clean(out, text);
        fputc('\n', out);
    }
}

void cn_play_say(cn_terminal_game *s, const char *format, ...) {
    char text[CN_TEXT_MAX + 256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    write_note(s, text);
}

void cn_play_refuse(cn_terminal_game *s, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (s->screen) {
        write_note(s, text);
    } else {
        cn_out_message(s->cli, "%s", text);
    }
}

bool cn_play_check(cn_terminal_game *s, cn_status status) {
    if (status != CN_OK) cn_play_refuse(s, "%s", s->cli->error->text);
    return status == CN_OK;
}

/* ---- the picture ---- */

/* Lines are cut at the edge, not wrapped: a long one must not push the others down. What was there
 * is erased before a line is written: after one that fills the row, the cursor is still on its last
 * character. */
static void put_cut(const char *text, const char *end_of_line) {
    fputs("\033[?7l", stdout);
    while (*text) {
        const size_t length = strcspn(text, "\n");
        fputs("\033[K", stdout);
        fwrite(text, 1, length, stdout);
        fputs(end_of_line, stdout);
        text += length + (text[length] != '\0');
    }
    fputs("\033[?7h", stdout);
}

/* Draws the picture that fits the window, or a board that scrolls. */
static void show_picture(cn_terminal_game *s) {
    struct winsize window;
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0;
    const int rows = known && window.ws_row > 0 ? window.ws_row : 24;
    const int columns = known && window.ws_col > 0 ? window.ws_col : 80;
    if (s->notes) fflush(s->notes);
    char *text = cn_play_picture(s, rows, columns);
    if (text) {
        go_inside();
        fputs("\033[H", stdout);
        put_cut(text, "\n");
        fputs("\033[J", stdout);
    } else {
        go_outside();
        text = cn_play_tall_picture(s, columns);
        if (text) printf("\n%s", text);
    }
    free(text);
    fflush(stdout);
}

void cn_play_show_clock(cn_terminal_game *s) {
    if (!s->screen || !inside || !s->clocks.used) return;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out) cn_play_header(s, out);
    if (out && fclose(out) == 0) {
        fputs("\0337\033[H",
              stdout); /* the cursor is in the line being typed: it goes back there */
        put_cut(text, "");
        fputs("\0338", stdout);
        fflush(stdout);
    }
    free(text);
}

/* In plain lines: the board, unless it has been shown since it changed, and who is to move. */
static void show_lines(cn_terminal_game *s) {
    if (s->fresh) return;
    s->fresh = true;
    if (s->quiet) return;
    fputc('\n', stdout);
    cn_play_board(s, stdout, false, false);
    char clock[2][64];
    for (int i = 0; i < 2; i++) cn_clocks_text(&s->clocks, i, clock[i], sizeof clock[i]);
    const int turn = cn_play_turn(s);
    const char *const *name = s->game->player;
    if (!cn_play_over(s)) {
        printf("%s to move", name[turn]);
        if (s->clocks.used) {
            printf(" (%s left; %s %s)", clock[turn], name[turn ^ 1], clock[turn ^ 1]);
        }
        fputc('\n', stdout);
    }
    fputc('\n', stdout);
}

void cn_play_show(cn_terminal_game *s) {
    if (s->screen) {
        show_picture(s);
    } else {
        show_lines(s);
    }
    if (!cn_out_flush(s->cli)) s->leaving = true;
}
