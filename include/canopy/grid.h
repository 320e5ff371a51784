/* Text of boards made of cells, for games that want it. Header-only, so that plugins have it too.
 *
 * A position is written as rows from the top, separated by '/', then a space and the side to move:
 * "x.o/.x./o.. x". Reading forgives: rows may also be separated by new lines or not at all where
 * the size is known, and the side may be missing. */
#ifndef CANOPY_GRID_H
#define CANOPY_GRID_H

#include <canopy/game.h>
#include <ctype.h>

/* Labels the edges: columns a, b, c… (without `i` if `skip_i`, as Go has it); rows numbered from
 * the bottom or from the top. */
static inline void cn_grid_labels(cn_board *board, int rows, int columns, bool skip_i,
                                  bool rows_from_top) {
    board->rows = (uint8_t)rows;
    board->columns = (uint8_t)columns;
    for (int c = 0; c < columns; c++) {
        const int letter = 'a' + c + (skip_i && c >= 'i' - 'a');
        snprintf(board->column_label[c], sizeof board->column_label[c], "%c", letter);
    }
    for (int r = 0; r < rows; r++) {
        const int number = rows_from_top ? r + 1 : rows - r;
        snprintf(board->row_label[r], sizeof board->row_label[r], "%d", number % 100);
    }
}

/* The index of the cell's character in `cells`, or -1. Case is ignored unless it tells cells
 * apart. */
static inline int cn_grid_cell(const char *cells, char c) {
    const char *exact = c ? strchr(cells, c) : NULL;
    if (exact) return (int)(exact - cells);
    for (int i = 0; cells[i]; i++) {
        if (tolower((unsigned char)cells[i]) == tolower((unsigned char)c)) return i;
    }
    return -1;
}

/* How one character is shown in a message: itself, or its code if it cannot be printed. */
static inline const char *cn_grid_show(char c, char buffer[8]) {
    if (c == '\0') return "the end of the text";
    if (isprint((unsigned char)c)) {
        snprintf(buffer, 8, "`%c`", c);
    } else {
        snprintf(buffer, 8, "0x%02x", (unsigned)(unsigned char)c);
    }
    return buffer;
}

/* Reads rows x columns cells: values are places in `cells`. Leading blanks are skipped; between two
 * rows a '/' or white space may stand. `end` points behind the last cell. */
static inline cn_status cn_grid_read(const char *cells, int rows, int columns, const char *text,
                                     uint8_t *out, const char **end, cn_error *error) {
    const char *p = text;
    char shown[8];
    while (isspace((unsigned char)*p)) p++;
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++, p++) {
            const int value = *p ? cn_grid_cell(cells, *p) : -1;
            if (value < 0) {
                return cn_fail(error, CN_BAD_INPUT,
                               "row %d, column %d: expected one of `%s`, got %s (the board has %d "
                               "rows of %d cells)",
                               r + 1, c + 1, cells, cn_grid_show(*p, shown), rows, columns);
            }
            out[r * columns + c] = (uint8_t)value;
        }
        if (r == rows - 1) break;
        if (cn_grid_cell(cells, *p) >= 0 && *p != '\0') {
            /* Rows run together only if none is marked off: a longer row is a mistake. */
            size_t run = strcspn(p, "/ \t\r\n");
            if (run % (size_t)columns != 0 && strchr(p, '/')) {
                return cn_fail(error, CN_BAD_INPUT,
                               "row %d, column %d: expected `/` after %d cells, got %s", r + 1,
                               columns + 1, columns, cn_grid_show(*p, shown));
            }
        }
        if (*p == '/') p++;
        while (isspace((unsigned char)*p)) p++;
    }
    *end = p;
    return CN_OK;
}

/* The sizes of the grid in a text whose rows are separated by '/' or new lines; one row if not. */
static inline void cn_grid_measure(const char *text, int *rows, int *columns) {
    while (isspace((unsigned char)*text)) text++;
    *columns = (int)strcspn(text, "/ \t\r\n;");
    *rows = 1;
    for (const char *p = text; *p && *p != ' ' && *p != ';'; p++) {
        if ((*p == '/' || *p == '\n') && p[1] && !isspace((unsigned char)p[1])) ++*rows;
    }
}

/* Reads the side to move behind the cells: a cell character of player 0 or 1, or nothing (then
 * `fallback` stays). The text must end there, or at a ';', to which `end` points. */
static inline cn_status cn_grid_read_side(const char *cells, const char *text, int fallback,
                                          int *side, const char **end, cn_error *error) {
    char shown[8];
    const char *p = text;
    *side = fallback;
    while (isspace((unsigned char)*p)) p++;
    if (*p && *p != ';') {
        const int value = cn_grid_cell(cells, *p);
        if (value != 1 && value != 2) {
            return cn_fail(error, CN_BAD_INPUT, "side to move: expected `%c` or `%c`, got %s",
                           cells[1], cells[2], cn_grid_show(*p, shown));
        }
        *side = value - 1;
        p++;
    }
    while (isspace((unsigned char)*p)) p++;
    if (*p && *p != ';') {
        return cn_fail(error, CN_BAD_INPUT, "unexpected %s after the side to move",
                       cn_grid_show(*p, shown));
    }
    if (end) *end = p;
    return CN_OK;
}

/* Prints cells and side in the form cn_grid_read takes; returns the length. */
static inline size_t cn_grid_print(const char *cells, int rows, int columns, const uint8_t *values,
                                   int side, char *text, size_t size) {
    size_t n = 0;
    for (int r = 0; r < rows; r++) {
        if (r > 0 && n + 1 < size) text[n++] = '/';
        for (int c = 0; c < columns && n + 1 < size; c++) {
            text[n++] = cells[values[r * columns + c]];
        }
    }
    if (n + 1 < size) text[n++] = ' ';
    if (n + 1 < size) text[n++] = cells[1 + side];
    if (size > 0) text[n] = '\0';
    return n;
}

/* Reads a point like d3 (column letter, row number): row and column from the top left of the board.
 * Fails with the range if the point is not on the board or is not a point at all. */
static inline cn_status cn_grid_read_point(const char *text, int rows, int columns, bool skip_i,
                                           bool rows_from_top, int *row, int *column,
                                           const char **end, cn_error *error) {
    *row = *column = 0;
    *end = text;
    const int letter = tolower((unsigned char)text[0]);
    const int last = 'a' + columns - 1 + (skip_i && columns > 8);
    int number = 0, digits = 0;
    while (letter && digits < 3 && isdigit((unsigned char)text[1 + digits])) {
        number = number * 10 + (text[1 + digits++] - '0');
    }
    int c = letter - 'a';
    const bool gap = skip_i && letter == 'i';
    if (skip_i && letter > 'i') c--;
    if (letter < 'a' || letter > last || gap || digits == 0 || number < 1 || number > rows) {
        return cn_fail(error, CN_BAD_INPUT,
                       "`%.*s` is not a point: expected a column a-%c%s and a row 1-%d, like b2",
                       (int)(strcspn(text, " \t\r\n,;") > 12 ? 12 : strcspn(text, " \t\r\n,;")),
                       text, last, skip_i && columns > 8 ? " (no i)" : "", rows);
    }
    *row = rows_from_top ? number - 1 : rows - number;
    *column = c;
    *end = text + 1 + digits;
    return CN_OK;
}

/* Prints a point in the form cn_grid_read_point takes. */
static inline void cn_grid_print_point(int row, int column, int rows, bool skip_i,
                                       bool rows_from_top, char text[CN_MOVE_TEXT]) {
    snprintf(text, CN_MOVE_TEXT, "%c%d", 'a' + column + (skip_i && column >= 8),
             rows_from_top ? row + 1 : rows - row);
}

#endif
