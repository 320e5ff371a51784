/* Othello positions as text, read in every form that is in use: 64 cells in a row, rows with `/` or
 * ends of lines between them, and drawings with labels and frames. Different programs write cells
 * in different letters; all of them are understood. */
#include "games/othello/text.h"

#include <canopy/grid.h>

static const char cells[] = "-XO";

/* Every way of writing a cell that is in use somewhere; -1 if it is none. */
static int cell_value(char c) {
    static const char *const written[3] = {"-._", "Xx*Bb", "OoWw"};
    for (int value = 0; value < 3; value++) {
        if (c && strchr(written[value], c)) return value;
    }
    return -1;
}

/* Steps over blanks and the lines of a frame within a row. */
static const char *skip_blanks(const char *p) {
    while (*p == ' ' || *p == '\t' || *p == '|') p++;
    return p;
}

/* Steps over the column letters that drawings have above and below the board. */
static const char *skip_letters(const char *p) {
    while (isspace((unsigned char)*p)) p++;
    const char *q = p;
    for (int c = 'a'; c <= 'h'; c++) {
        q = skip_blanks(q);
        if (tolower((unsigned char)*q++) != c) return p;
    }
    return q;
}

/* Steps over what may stand between two rows: row and column numbers, frames, white space and one
 * '/'. */
static const char *skip_margin(const char *p) {
    bool slash = false;
    for (;; p++) {
        if (*p == '/' && !slash) {
            slash = true;
        } else if (!isspace((unsigned char)*p) && !isdigit((unsigned char)*p) && *p != '|') {
            return p;
        }
    }
}

/* Reads the 64 cells, wherever labels and frames stand between them. If the first row is marked off
 * from the second, all rows must be, so that a row that is too long is found. */
static cn_status read_cells(const char *p, othello_diagram *diagram, const char **end,
                            cn_error *error) {
    char shown[8];
    bool apart = false; /* rows are marked off from each other */
    p = skip_margin(skip_letters(p));
    for (int row = 0; row < 8; row++) {
        for (int column = 0; column < 8; column++) {
            if (column > 0) p = skip_blanks(p);
            const int value = cell_value(*p);
            if (column > 0 && strchr("/\r\n", *p)) {
                return cn_fail(error, CN_BAD_INPUT,
                               "row %d has %d cells, but every row of this board has 8", row + 1,
                               column);
            }
            if (value < 0) {
                return cn_fail(error, CN_BAD_INPUT,
                               "row %d, column %d: expected one of `%s` (or `.*BW`), got %s (the "
                               "board has 8 rows of 8 cells)",
                               row + 1, column + 1, cells, cn_grid_show(*p, shown));
            }
            if (value) diagram->disc[value - 1] |= UINT64_C(1) << (row * 8 + column);
            p++;
        }
        const char *next = row < 7 ? skip_margin(p) : p;
        if (row == 0) apart = next != p;
        if (row < 7 && apart && next == p && *p) {
            return cn_fail(error, CN_BAD_INPUT,
                           "row %d, column 9: expected the end of the row, got %s", row + 1,
                           cn_grid_show(*p, shown));
        }
        p = next;
    }
    *end = p;
    return CN_OK;
}

cn_status cn_othello_read(const char *text, othello_diagram *diagram, cn_error *error) {
    char shown[8];
    const char *p = text;
    *diagram = (othello_diagram){0};
    const cn_status status = read_cells(p, diagram, &p, error);
    if (status != CN_OK) return status;
    /* A row number may follow the last cell, and a line of numbers or letters the last row. */
    while (isspace((unsigned char)*p) || isdigit((unsigned char)*p) || *p == '|') p++;
    p = skip_letters(p);
    while (isspace((unsigned char)*p)) p++;
    const int value = cell_value(*p);
    if (value < 1) {
        return cn_fail(error, CN_BAD_INPUT,
                       "side to move: expected `X` (Black) or `O` (White) after the 64 cells, got "
                       "%s",
                       cn_grid_show(*p, shown));
    }
    diagram->side = value - 1;
    for (p++; isspace((unsigned char)*p);) p++;
    if (*p && *p != ';') {
        return cn_fail(error, CN_BAD_INPUT, "unexpected %s after the side to move",
                       cn_grid_show(*p, shown));
    }
    return CN_OK;
}

size_t cn_othello_print(const othello_diagram *diagram, char *text, size_t size) {
    size_t n = 0;
    for (int i = 0; i < 64 && n + 1 < size; i++) {
        text[n++] = cells[(diagram->disc[0] >> i & 1) | (diagram->disc[1] >> i & 1) << 1];
    }
    if (n + 1 < size) text[n++] = ' ';
    if (n + 1 < size) text[n++] = cells[1 + diagram->side];
    if (size > 0) text[n] = '\0';
    return n;
}

/* ---- start positions ---- */

/* `report-a` is the start of "Parallelizing Othello": the side that moves first has d4 and e5, as
 * in a mirror. The three boards are those of "Othello and Minimax", where White begins. */
static const struct {
    const char *name, *text;
} starts[] = {
    {"standard", "--------/--------/--------/---OX---/---XO---/--------/--------/-------- X"},
    {"report-a", "--------/--------/--------/---XO---/---OX---/--------/--------/-------- X"},
    {"board1", "--------/--------/--------/---OX---/---XO---/--------/--------/-------- O"},
    {"board2", "--------/--------/--XXX---/-OXXX---/-XOXXOX-/---O--O-/---XO---/-------- O"},
    {"board3", "--------/--XO----/--XXOOO-/--OOXOO-/--XOOX--/---O-X--/--------/-------- O"},
};

cn_status cn_othello_start(const char *text, othello_diagram *diagram, cn_error *error) {
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        if (strcmp(text, starts[i].name) == 0) text = starts[i].text;
    }
    cn_error inner = {""};
    if (cn_othello_read(text, diagram, &inner) == CN_OK) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE,
                   "start=%.24s%s: expected standard, report-a, board1, board2, board3, or 64 "
                   "cells `%s` from a1 and the side to move (%s)",
                   text, strlen(text) > 24 ? "…" : "", cells, inner.text);
}
