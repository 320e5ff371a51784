/* On a terminal the whole picture is drawn anew each time, on the terminal's second screen, so that
 * what was there before is there again afterwards. A picture that is too tall for the window is
 * written below what is there instead, and scrolls. */
#include "cli/board.h"
#include "cli/interrupt.h"
#include "cli/out.h"
#include "cli/play.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char enter[] = "\033[?1049h\033[H\033[J", leave[] = "\033[?1049l";

/* For signal handlers: whether the second screen is the one that shows. */
static volatile sig_atomic_t inside;

static void put(const char *text) {
    if (write(STDOUT_FILENO, text, strlen(text)) < 0) return; /* there is no other way to say so */
}

static void go_inside(void) {
    if (inside) return;
    put(enter);
    inside = 1;
    cn_interrupt_patience(3, leave);
}

static void go_outside(void) {
    if (!inside) return;
    inside = 0;
    put(leave);
    cn_interrupt_patience(3, NULL);
}

/* ---- signals that stop the program and let it go on ---- */

static void on_stop(int number);

static void on_return(int number) {
    (void)number;
    struct sigaction stop = {.sa_handler = on_stop};
    sigemptyset(&stop.sa_mask);
    sigaction(SIGTSTP, &stop, NULL);
    if (inside) put(enter); /* the line being read is interrupted, and the picture drawn again */
}

static void on_stop(int number) {
    if (inside) put(leave);
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL); /* stops here until SIGCONT */
}

static void catch (int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void cn_play_open_screen(cn_session *s) {
    const char *term = getenv("TERM");
    s->prompts = isatty(STDIN_FILENO);
    s->screen = s->prompts && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
    cn_interrupt_patience(3, NULL);
    if (!s->screen) return;
    catch (SIGTSTP, on_stop);
    catch (SIGCONT, on_return);
}

void cn_play_forget_notes(cn_session *s) {
    if (s->notes) fclose(s->notes);
    free(s->notes_text);
    s->notes = NULL;
    s->notes_text = NULL;
    s->notes_size = 0;
}

void cn_play_close_screen(cn_session *s) {
    go_outside();
    s->screen = false;
    if (s->notes) fflush(s->notes);
    cn_play_forget_notes(s);
    free(s->line);
    s->line = NULL;
}

/* ---- notes ---- */

/* The text without its control characters, wrapped if it is long. */
static void write_note(cn_session *s, const char *text) {
    char *clean = NULL;
    size_t size;
    FILE *memory = open_memstream(&clean, &size);
    if (!memory) return;
    cn_out_clean(memory, text);
    if (fclose(memory) == 0) {
        if (s->screen && !s->notes) s->notes = open_memstream(&s->notes_text, &s->notes_size);
        FILE *out = s->screen ? s->notes : stdout;
        if (out && strlen(clean) <= 80) {
            fprintf(out, "%s\n", clean); /* as it stands: it may be a line of a table */
        } else if (out) {
            cn_out_wrap_to(out, clean, (int)strspn(clean, " "));
        }
    }
    free(clean);
}

void cn_play_say(cn_session *s, const char *format, ...) {
    char *text = malloc(CN_TEXT_MAX + 256);
    if (!text) return;
    va_list args;
    va_start(args, format);
    vsnprintf(text, CN_TEXT_MAX + 256, format, args);
    va_end(args);
    write_note(s, text);
    free(text);
}

void cn_play_refuse(cn_session *s, const char *format, ...) {
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

/* ---- the picture ---- */

/* Cells one may move to, where these are few: it helps with Othello and is noise in Go. */
static bool find_marks(const cn_session *s, const cn_board *board, bool *marks) {
    const cn_position *now = &s->history.now;
    cn_move list[CN_MOVES_MAX];
    const int cells = board->rows * board->columns;
    int empty = 0, shown = 0;
    if (cn_play_over(s) || now->rules->legal) return false;
    for (int i = 0; i < cells; i++) {
        empty += board->cell[i] == 0;
        marks[i] = false;
    }
    const int count = now->rules->moves(now->state, list);
    for (int i = 0; i < count; i++) {
        const int cell = s->game->cell_of(now->state, list[i]);
        if (cell < 0 || cell >= cells || marks[cell]) continue;
        marks[cell] = true;
        shown++;
    }
    return shown > 0 && 2 * shown <= empty && 3 * shown <= cells;
}

static int last_cell(const cn_session *s) {
    const cn_history *h = &s->history;
    if (h->count == 0) return -1;
    /* The cell of a move is asked of the position before it. */
    cn_position before;
    if (cn_position_copy(&h->start, &before, NULL) != CN_OK) return -1;
    for (int i = 0; i + 1 < h->count; i++) before.rules->play(before.state, h->ply[i].move);
    const int cell = s->game->cell_of(before.state, h->ply[h->count - 1].move);
    cn_position_free(&before);
    return cell;
}

static void draw_board(const cn_session *s, FILE *out) {
    cn_board board;
    bool marks[CN_BOARD_MAX * CN_BOARD_MAX];
    s->game->draw(s->history.now.state, &board);
    const bool few = find_marks(s, &board, marks);
    const cn_board_look look = {
        .glyphs = s->cli->glyphs,
        .colour = s->cli->colour,
        .last = last_cell(s),
        .marks = few ? marks : NULL,
    };
    cn_board_write(out, s->game, &board, &look);
}

/* "Black X you 4:32", "White O pvs:time=1 5:00" */
static void draw_player(const cn_session *s, int player, FILE *out) {
    const cn_game *game = s->game;
    const bool human = !s->seat[player].search;
    const bool alone = human && s->seat[player ^ 1].search;
    char clock[64] = "", piece[16];
    if (s->clocks.used) cn_clocks_text(&s->clocks, player, clock, sizeof clock);
    const char *glyph = game->glyph[1 + player];
    if (s->cli->glyphs && glyph) {
        glyph += strspn(glyph, " ");
        snprintf(piece, sizeof piece, "%.*s", (int)strcspn(glyph, " "), glyph);
    } else {
        snprintf(piece, sizeof piece, "%c", game->cells[1 + player]);
    }
    fprintf(out, "%s %s: %.24s%s%s", game->player[player], piece,
            alone   ? "you"
            : human ? "human"
                    : s->seat[player].agent,
            *clock ? "  " : "", clock);
}

static void draw_picture(const cn_session *s, FILE *out, bool gaps, bool board) {
    const char *bold = s->cli->colour ? "\033[1m" : "", *off = s->cli->colour ? "\033[0m" : "";
    fprintf(out, "%s%s%s, %s %d   ", bold, s->game->title, off, cn_play_over(s) ? "plies" : "move",
            s->history.count + !cn_play_over(s));
    draw_player(s, 0, out);
    fputs("   ", out);
    draw_player(s, 1, out);
    fputc('\n', out);
    if (board) {
        if (gaps) fputc('\n', out);
        draw_board(s, out);
    }
    if (s->notes_text && s->notes_size > 0) {
        if (gaps) fputc('\n', out);
        fwrite(s->notes_text, 1, s->notes_size, out);
    }
    if (gaps) fputc('\n', out);
}

static int window_rows(void) {
    struct winsize window;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_row == 0) return 24;
    return window.ws_row;
}

static char *picture(cn_session *s, bool gaps, bool board, int *lines) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    draw_picture(s, out, gaps, board);
    if (fclose(out) != 0) return NULL;
    *lines = 1; /* the prompt's */
    for (const char *p = text; *p; p++) *lines += *p == '\n';
    return text;
}

/* What fits: everything, everything without blank lines, the notes without the board. */
static void show_picture(cn_session *s) {
    const int rows = window_rows();
    int lines = 0;
    char *text = NULL;
    if (s->notes) fflush(s->notes);
    for (int attempt = 0; attempt < 3; attempt++) {
        free(text);
        text = picture(s, attempt == 0, attempt < 2, &lines);
        if (!text || lines <= rows) break;
        if (attempt == 1 && !s->notes) break; /* without the board there is nothing to show */
    }
    if (!text) return;
    if (lines <= rows) {
        go_inside();
        fputs("\033[H", stdout);
        for (const char *p = text; *p;) {
            const size_t length = strcspn(p, "\n");
            fwrite(p, 1, length, stdout);
            fputs("\033[K\n", stdout);
            p += length + 1;
        }
        fputs("\033[J", stdout);
    } else {
        go_outside();
        free(text);
        text = picture(s, true, true, &lines);
        if (text) printf("\n%s", text);
    }
    free(text);
    fflush(stdout);
}

static void show_lines(cn_session *s) {
    if (s->fresh) return;
    s->fresh = true;
    if (s->quiet) return;
    fputc('\n', stdout);
    draw_board(s, stdout);
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

void cn_play_show(cn_session *s) {
    if (s->screen) {
        show_picture(s);
    } else {
        show_lines(s);
    }
    if (!cn_out_flush(s->cli)) s->leaving = true;
}

/* ---- input ---- */

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

bool cn_play_line(cn_session *s, const char *prompt) {
    int seen = cn_interrupt_count();
    if (seen >= 2 && !stays(s)) return false; /* both came while an agent was thinking */
    for (;;) {
        if (cn_interrupt_ends() && !stays(s)) return false;
        if (s->leaving) return false;
        if (s->prompts) fputs(prompt, stdout);
        if (!cn_out_flush(s->cli)) return false;
        errno = 0;
        const ssize_t length = getline(&s->line, &s->line_room, stdin);
        if (length >= 0) break;
        const int why = errno;
        clearerr(stdin);
        if (why != EINTR) {
            if (s->prompts && !s->screen) fputc('\n', stdout);
            return false;
        }
        if (cn_interrupt_count() > seen && !stays(s)) return false;
        seen = cn_interrupt_count();
        if (s->screen) {
            cn_play_show(s);
        } else {
            fputc('\n', stdout);
        }
    }
    cn_interrupt_forget();
    trim(s->line);
    cn_play_forget_notes(s);
    return true;
}
