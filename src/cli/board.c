/* Draws boards for a terminal. A cell takes one column, or two with glyphs, and one more before it;
 * that one holds the brackets around the last move:
 *
 *     3  . x .
 *     2  .[o].
 *     1  . . .
 *        a b c
 *
 * Where colours are allowed the last move is shown inverted instead, without brackets. */
#include "cli/board.h"

#include <ctype.h>

/* What the functions that draw a board hand to one another; nothing here is owned. */
typedef struct pen {
    FILE *out;
    const cn_game *game;
    const cn_board *board;
    const cn_board_look *look;
    int left; /* columns of the longest row label */
} pen;

/* Colours of the two players by the look of the board. */
static const char *const colours[][2] = {
    [CN_STYLE_MARKS] = {"\033[1;31m", "\033[1;34m"},
    [CN_STYLE_DROP] = {"\033[1;31m", "\033[1;33m"},
    [CN_STYLE_DISCS] = {"\033[1;32m", "\033[1m"},
    [CN_STYLE_STONES] = {"\033[1;36m", "\033[1m"},
    [CN_STYLE_HEXES] = {"\033[1;31m", "\033[1;34m"},
    [CN_STYLE_CHEQUERED] = {"\033[1;36m", "\033[1m"},
};
static const char dim[] = "\033[2m", inverse[] = "\033[7m", off[] = "\033[0m";

/* The line of column labels. */
static void column_labels(const pen *p) {
    fprintf(p->out, "%*s", p->left + 1, "");
    for (int c = 0; c < p->board->columns; c++) {
        const char *label = p->board->column_label[c];
        if (p->look->glyphs) {
            fprintf(p->out, " %2s", label);
        } else {
            /* A two-digit label has room for its last digit only. */
            fprintf(p->out, " %s", strlen(label) > 1 ? label + strlen(label) - 1 : label);
        }
    }
    fputc('\n', p->out);
}

/* Writes what a cell shows: a piece, as a small letter if it is marked (a dead stone); on an empty
 * cell a mark (a legal move); or the sign of an empty cell. The mark is `+`, or `*` where the game
 * itself draws empty cells as `+`. */
static void cell_text(const pen *p, int cell, char text[16]) {
    const size_t given = p->board->cell[cell];
    const int value = given < strlen(p->game->cells) ? (int)given : 0;
    if (value == 0 && p->look->marks && p->look->marks[cell]) {
        const char mark = strchr(p->game->cells, '+') ? '*' : '+';
        snprintf(text, 16, "%s%c", p->look->glyphs ? " " : "", mark);
    } else if (p->look->marks && p->look->marks[cell]) {
        snprintf(text, 16, "%s%c", p->look->glyphs ? " " : "",
                 tolower((unsigned char)p->game->cells[value]));
    } else if (p->look->glyphs) {
        /* A narrow glyph stands where the labels do, whichever side its blank was on. */
        const char *glyph = p->game->glyph[value];
        const size_t before = strspn(glyph, " "), length = strcspn(glyph + before, " ");
        const bool narrow = strlen(glyph) > length;
        snprintf(text, 16, "%s%.*s", narrow ? " " : "", (int)length, glyph + before);
    } else {
        snprintf(text, 16, "%c", p->game->cells[value]);
    }
}

/* One cell with the column before it. `after_last`: the cell on its left is the last move, whose
 * bracket is closed here. */
static void write_cell(const pen *p, int cell, bool after_last) {
    const bool last = cell == p->look->last;
    const int player = cn_cell_player(p->board->cell[cell]);
    char text[16];
    cell_text(p, cell, text);
    if (!p->look->colour) {
        fprintf(p->out, "%c%s", last ? '[' : after_last ? ']' : ' ', text);
        return;
    }
    fprintf(p->out, " %s%s%s%s", last ? inverse : "",
            player < 0 ? dim : colours[p->game->style][player], text, off);
}

/* A row with its label on the left and, for large boards, on the right. */
static void write_row(const pen *p, int row, bool both_edges) {
    const int columns = p->board->columns;
    fprintf(p->out, "%*s ", p->left, p->board->row_label[row]);
    for (int c = 0; c < columns; c++) {
        const int cell = row * columns + c;
        write_cell(p, cell, c > 0 && cell - 1 == p->look->last);
    }
    const bool ends = !p->look->colour && p->look->last == row * columns + columns - 1;
    if (ends) {
        fputc(']', p->out);
    } else if (both_edges) {
        fputc(' ', p->out);
    }
    if (both_edges) fprintf(p->out, " %s", p->board->row_label[row]);
    fputc('\n', p->out);
}

/* Columns of the longest row label, whose bytes are taken as a column each. */
static int label_width(const cn_board *board) {
    int most = 0;
    for (int r = 0; r < board->rows; r++) {
        const int length = (int)strlen(board->row_label[r]);
        if (length > most) most = length;
    }
    return most;
}

/* Large boards are labelled on all edges, small ones where their rows are counted from. */
static bool is_large(const cn_board *board) {
    return board->rows > 9 || board->columns > 9;
}

int cn_board_width(const cn_board *board, const cn_board_look *look) {
    const int label = label_width(board), right = is_large(board) ? label + 2 : 1;
    return label + 1 + board->columns * (look->glyphs ? 3 : 2) + right;
}

/* The column labels stand where the game counts its rows from: above the board if row 1 is the top
 * one, else below it. A large board has them on both edges, unless lines must be saved. */
void cn_board_write(FILE *out, const cn_game *game, const cn_board *board,
                    const cn_board_look *look) {
    const pen p = {
        .out = out, .game = game, .board = board, .look = look, .left = label_width(board)};
    const bool large = is_large(board);
    const bool from_top = board->rows > 0 && strcmp(board->row_label[0], "1") == 0;
    if (from_top || (large && !look->low)) column_labels(&p);
    for (int r = 0; r < board->rows; r++) write_row(&p, r, large);
    if (!from_top || (large && !look->low)) column_labels(&p);
    if (board->note[0]) fprintf(out, "%s\n", board->note);
}

void cn_board_show(const cn_cli *cli, const cn_position *position, int last) {
    cn_board board;
    const cn_board_look look = {.glyphs = cli->glyphs, .colour = cli->colour, .last = last};
    cn_position_draw(position, &board);
    cn_board_write(stdout, position->game, &board, &look);
}
