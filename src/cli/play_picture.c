/* The picture of a game that is redrawn in a terminal: who plays and their clocks, the board, and
 * notes below or beside it.
 *
 * It has to fit the window. Layouts are tried in an order in which the board comes first: before
 * it is left out it is drawn in narrower cells, with fewer labels, and with the notes beside it. */
#include "cli/board.h"
#include "cli/out.h"
#include "cli/play.h"
#include "core/clock.h"

#include <stdlib.h>

enum {
    BESIDE = 28, /* columns that notes beside the board need at least */
    REMARKS = 4, /* so many lines of notes are remarks, which may be cut; more are a text */
};

/* One way to arrange the picture. */
typedef struct layout {
    bool gaps;   /* blank lines between the parts */
    bool board;  /* else the notes alone */
    bool beside; /* the notes are on the right of the board */
    bool narrow; /* no wide characters */
    bool low;    /* column labels on one edge only */
    bool cut;    /* as many lines of notes as there is room for */
    bool scroll; /* the picture may be larger than the window */
} layout;

/* ---- the board ---- */

/* Finds the cells to mark on the board: dead stones while points are counted, else the legal moves
 * if they are few, which helps in Othello and would be noise in Go. `marks` has a bool for each
 * cell. False if nothing is to be marked. */
static bool find_marks(const cn_terminal_game *s, const cn_board *board, bool *marks) {
    const cn_position *now = &s->history.now;
    cn_move list[CN_MOVES_MAX];
    const int cells = board->rows * board->columns;
    int empty = 0, shown = 0;
    for (int i = 0; i < cells && s->counting; i++) marks[i] = s->fate[i] == CN_FATE_DEAD;
    if (s->counting) return true;
    if (cn_play_over(s) || now->rules->legal) return false;
    for (int i = 0; i < cells; i++) {
        empty += board->cell[i] == 0;
        marks[i] = false;
    }
    const int count = now->rules->moves(now->state, list);
    for (int i = 0; i < count; i++) {
        const int cell = cn_position_cell_of(now, list[i]);
        if (cell < 0 || cell >= cells || marks[cell]) continue;
        marks[cell] = true;
        shown++;
    }
    return shown > 0 && 2 * shown <= empty && 3 * shown <= cells;
}

/* Columns of the board, or of the note below it if that is wider. */
static int board_width(const cn_terminal_game *s, const layout *l) {
    cn_board board;
    cn_position_draw(&s->history.now, &board);
    const cn_board_look look = {.glyphs = s->cli->glyphs && !l->narrow};
    const int width = cn_board_width(&board, &look),
              note = cn_out_columns(board.note, strlen(board.note));
    return note > width ? note : width;
}

void cn_play_board(const cn_terminal_game *s, FILE *out, bool narrow, bool low) {
    cn_board board;
    bool marks[CN_BOARD_MAX * CN_BOARD_MAX];
    cn_position_draw(&s->history.now, &board);
    const bool few = find_marks(s, &board, marks);
    const cn_board_look look = {
        .glyphs = s->cli->glyphs && !narrow,
        .colour = s->cli->colour,
        .last = cn_history_cell(&s->history),
        .marks = few ? marks : NULL,
        .low = low,
    };
    cn_board_write(out, s->game, &board, &look);
}

/* ---- the players ---- */

bool cn_play_ticks(const cn_terminal_game *s) {
    return s->clocks.used && !cn_play_over(s) && !s->seat[cn_play_turn(s)].search;
}

/* "Black X: you  4:32", "White O: pvs:time=1  5:00" */
static void draw_player(const cn_terminal_game *s, int player, FILE *out) {
    const cn_game *game = s->game;
    const bool human = !s->seat[player].search;
    const bool alone = human && s->seat[player ^ 1].search;
    char clock[64] = "", piece[16];
    if (cn_play_ticks(s) && player == cn_play_turn(s)) {
        cn_clocks_running(&s->clocks, player, cn_clock_seconds() - s->asked, clock, sizeof clock);
    } else if (s->clocks.used) {
        cn_clocks_text(&s->clocks, player, clock, sizeof clock);
    }
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

void cn_play_header(const cn_terminal_game *s, FILE *out) {
    const char *bold = s->cli->colour ? "\033[1m" : "", *off = s->cli->colour ? "\033[0m" : "";
    fprintf(out, "%s%s%s, %s %d   ", bold, s->game->title, off, cn_play_over(s) ? "plies" : "move",
            s->history.count + !cn_play_over(s));
    draw_player(s, 0, out);
    fputs("   ", out);
    draw_player(s, 1, out);
}

/* ---- the parts together ---- */

/* Lines of a text whose lines all end with a newline. */
static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

/* What follows the first line of a text. */
static const char *after_line(const char *text) {
    text += strcspn(text, "\n");
    return *text ? text + 1 : text;
}

/* The notes in lines of so many columns; what is longer goes on under where it began. */
static char *wrap_notes(const cn_terminal_game *s, int columns) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (const char *p = s->notes_text ? s->notes_text : ""; *p; p = after_line(p)) {
        const int length = (int)strcspn(p, "\n");
        char *line = NULL;
        if (cn_out_columns(p, (size_t)length) > columns) line = strndup(p, (size_t)length);
        if (line) {
            cn_out_wrap_to(out, line, (int)strspn(line, " "), columns);
        } else {
            fprintf(out, "%.*s\n", length, p);
        }
        free(line);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* Board and notes side by side; the notes begin in the column after `width`. */
static void draw_beside(FILE *out, const char *board, const char *notes, int width) {
    while (*board || *notes) {
        const int left = (int)strcspn(board, "\n"), right = (int)strcspn(notes, "\n");
        fprintf(out, "%.*s", left, board);
        if (right > 0) fprintf(out, "\033[K\033[%dG%.*s", width + 1, right, notes);
        fputc('\n', out);
        board = after_line(board);
        notes = after_line(notes);
    }
}

/* The board, then the last `most` lines of the notes. */
static void draw_below(FILE *out, const layout *l, const char *board, const char *notes, int most) {
    for (int extra = count_lines(notes) - most; extra > 0; extra--) notes = after_line(notes);
    fputs(board, out);
    if (l->gaps && *notes) fputc('\n', out);
    fputs(notes, out);
    if (l->gaps) fputc('\n', out);
}

/* The picture in one layout, or NULL if the window has no room for it. The last row is left for the
 * prompt. The caller frees the text. */
static char *arrange(const cn_terminal_game *s, const layout *l, int rows, int columns) {
    char *board = NULL, *text = NULL;
    size_t size;
    const int width = l->board ? board_width(s, l) : 0;
    FILE *out = open_memstream(&board, &size);
    if (out && l->board) cn_play_board(s, out, l->narrow, l->low);
    if (!out || fclose(out) != 0) return NULL;
    const int room = l->beside ? columns - width - 2 : columns;
    char *notes = wrap_notes(s, room);
    const bool fits = l->scroll || (width <= columns && (!l->beside || room >= BESIDE));
    out = notes && fits ? open_memstream(&text, &size) : NULL;
    if (out) {
        cn_play_header(s, out);
        fputs(l->gaps && l->board ? "\n\n" : "\n", out);
        if (l->beside) {
            draw_beside(out, board, notes, width + 2);
        } else {
            const int most = l->cut ? rows - 2 - count_lines(board) : count_lines(notes);
            draw_below(out, l, board, notes, most);
        }
        if (fclose(out) != 0) text = NULL;
    }
    free(board);
    free(notes);
    if (text && (l->scroll || count_lines(text) < rows)) return text;
    free(text);
    return NULL;
}

/* Whether lines beside the board would have to be broken, which a table does not survive. */
static bool wraps(const cn_terminal_game *s, const layout *l, int columns) {
    const int room = columns - board_width(s, l) - 2;
    for (const char *p = s->notes_text; *p; p = after_line(p)) {
        if (cn_out_columns(p, strcspn(p, "\n")) > room) return true;
    }
    return false;
}

/* The first layout that fits is taken. Short notes (remarks) may be cut but must not replace the
 * board; a longer text, such as the help, is shown whole, without the board if need be. */
char *cn_play_picture(const cn_terminal_game *s, int rows, int columns) {
    static const layout layouts[] = {
        {.board = true, .gaps = true},
        {.board = true},
        {.board = true, .beside = true},
        {.board = true, .narrow = true},
        {.board = true, .narrow = true, .beside = true},
        {.board = true, .narrow = true, .beside = true, .low = true},
        {.board = true, .low = true},
        {.board = true, .narrow = true, .low = true},
        {.board = true, .low = true, .cut = true},
        {.board = true, .narrow = true, .low = true, .cut = true},
        {.board = false},
    };
    char *notes = wrap_notes(s, columns);
    const bool remarks = !notes || count_lines(notes) <= REMARKS;
    free(notes);
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const layout *l = &layouts[i];
        if (remarks ? !l->board : l->cut || (l->beside && wraps(s, l, columns))) continue;
        char *text = arrange(s, l, rows, columns);
        if (text) return text;
    }
    return NULL;
}

char *cn_play_tall_picture(const cn_terminal_game *s, int columns) {
    return arrange(s, &(const layout){.board = true, .gaps = true, .scroll = true}, 0, columns);
}
