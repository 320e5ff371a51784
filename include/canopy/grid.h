/* Text of boards made of cells, for games that want it. Header-only, so that plugins have it too.
 *
 * A position is written as rows from the top, separated by '/', then a space and the side to move:
 * "x.o/.x./o.. x". Reading forgives: rows may also be separated by new lines or not at all where
 * the size is known, and the side may be missing. */
#ifndef CANOPY_GRID_H
#define CANOPY_GRID_H

#include <canopy/game.h>
#include <ctype.h>

/* The shape of a board, and how its cells are named: a column letter and a row number. Cells are
 * numbered row by row from the top left. */
typedef struct cn_grid {
    int rows, columns;
    bool from_top; /* rows are numbered from the top, not from the bottom */
    bool go;       /* columns are capitals without I, as Go has them */
} cn_grid;

/* The letter of a column; Go leaves out I, which looks like 1. */
static inline int cn_grid_letter(cn_grid grid, int column) {
    return (grid.go ? 'A' : 'a') + column + (grid.go && column >= 8);
}

/* Begins a drawing: an empty board with the names of its rows and columns. */
static inline void cn_grid_draw(cn_board *board, cn_grid grid) {
    *board = (cn_board){.rows = (uint8_t)grid.rows, .columns = (uint8_t)grid.columns};
    for (int c = 0; c < grid.columns; c++) {
        board->column_label[c][0] = (char)cn_grid_letter(grid, c);
    }
    for (int r = 0; r < grid.rows; r++) {
        snprintf(board->row_label[r], sizeof board->row_label[r], "%d",
                 (grid.from_top ? r + 1 : grid.rows - r) % 100);
    }
}

/* Where one of the eight images of a square board of n x n takes a cell: bit 0 of `k` mirrors
 * columns, bit 1 rows, bit 2 swaps the two. */
static inline int cn_grid_image(int n, int k, int cell) {
    int row = cell / n, column = cell % n;
    if (k & 1) column = n - 1 - column;
    if (k & 2) row = n - 1 - row;
    return k & 4 ? column * n + row : row * n + column;
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
            if (c > 0 && strchr("/ \t\r\n", *p)) {
                return cn_fail(error, CN_BAD_INPUT,
                               "row %d has %d cells, but every row of this board has %d", r + 1, c,
                               columns);
            }
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

/* The size of the square board a text shows: its rows, or the root of one long row. */
static inline cn_status cn_grid_square(const char *text, int least, int most, int *size,
                                       cn_error *error) {
    int rows, columns;
    cn_grid_measure(text, &rows, &columns);
    for (int n = least; rows == 1 && n <= most; n++) {
        if (n * n == columns) rows = columns = n;
    }
    *size = rows;
    if (rows == columns && rows >= least && rows <= most) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT,
                   "%d rows, the first of %d cells: a board is square, %dx%d to %dx%d", rows,
                   columns, least, least, most, most);
}

/* Reads the side to move behind the cells, a cell character of player 0 or 1. If the text ends
 * there, or at a ';', `side` stays as it is. */
static inline cn_status cn_grid_read_side(const char *cells, const char *text, int *side,
                                          const char **end, cn_error *error) {
    char shown[8];
    while (isspace((unsigned char)*text)) text++;
    *end = text;
    if (*text == '\0' || *text == ';') return CN_OK;
    const int value = cn_grid_cell(cells, *text);
    if (value != 1 && value != 2) {
        return cn_fail(error, CN_BAD_INPUT, "side to move: expected `%c` or `%c`, got %s", cells[1],
                       cells[2], cn_grid_show(*text, shown));
    }
    *side = value - 1;
    *end = text + 1;
    return CN_OK;
}

/* Refuses anything but white space behind the side to move. */
static inline cn_status cn_grid_read_end(const char *text, cn_error *error) {
    char shown[8];
    while (isspace((unsigned char)*text)) text++;
    if (*text == '\0') return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "unexpected %s after the side to move",
                   cn_grid_show(*text, shown));
}

/* A position as its text shows it. */
typedef struct cn_diagram {
    uint8_t cell[CN_BOARD_MAX * CN_BOARD_MAX]; /* places in the `cells` of the game */
    int pieces[2];                             /* how many each player has */
    int side;                                  /* to move */
} cn_diagram;

/* Reads a whole text: cells and side, and nothing behind them. Where the text does not name the
 * side, it is player 1 if player 0 has more pieces. */
static inline cn_status cn_grid_parse(const char *cells, int rows, int columns, const char *text,
                                      cn_diagram *diagram, cn_error *error) {
    *diagram = (cn_diagram){.side = 0};
    cn_status status = cn_grid_read(cells, rows, columns, text, diagram->cell, &text, error);
    if (status != CN_OK) return status;
    for (int i = 0; i < rows * columns; i++) {
        if (diagram->cell[i]) diagram->pieces[cn_cell_player(diagram->cell[i])]++;
    }
    diagram->side = diagram->pieces[0] > diagram->pieces[1];
    status = cn_grid_read_side(cells, text, &diagram->side, &text, error);
    return status == CN_OK ? cn_grid_read_end(text, error) : status;
}

/* For games in which each player adds a piece in turn: refuses other numbers of them. */
static inline cn_status cn_grid_alternates(const char *cells, const cn_diagram *diagram,
                                           cn_error *error) {
    const int *pieces = diagram->pieces, side = diagram->side;
    if (pieces[0] - pieces[1] == side) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT,
                   "%d %c and %d %c with `%c` to move: %c moves first and the sides alternate",
                   pieces[0], cells[1], pieces[1], cells[2], cells[1 + side], cells[1]);
}

/* Prints a drawing and the side to move in the form cn_grid_parse takes; returns the length. */
static inline size_t cn_grid_print(const char *cells, const cn_board *board, int side, char *text,
                                   size_t size) {
    size_t n = 0;
    for (int i = 0; i < board->rows * board->columns && n + 1 < size; i++) {
        if (i > 0 && i % board->columns == 0) text[n++] = '/';
        if (n + 1 < size) text[n++] = cells[board->cell[i]];
    }
    if (n + 1 < size) text[n++] = ' ';
    if (n + 1 < size) text[n++] = cells[1 + side];
    if (size > 0) text[n] = '\0';
    return n;
}

/* Reads the name of a cell, like d3. Fails with the range if it is not on the board or no name at
 * all. */
static inline cn_status cn_grid_read_point(cn_grid grid, const char *text, cn_move *cell,
                                           const char **end, cn_error *error) {
    const int letter = tolower((unsigned char)text[0]);
    const bool gap = grid.go && grid.columns > 8;
    const int last = 'a' + grid.columns - 1 + gap;
    int number = 0, digits = 0;
    while (letter && digits < 3 && isdigit((unsigned char)text[1 + digits])) {
        number = number * 10 + (text[1 + digits++] - '0');
    }
    *cell = 0;
    *end = text;
    if (letter < 'a' || letter > last || (grid.go && letter == 'i') || number < 1 ||
        number > grid.rows) {
        const size_t length = strcspn(text, " \t\r\n,;");
        return cn_fail(error, CN_BAD_INPUT,
                       "`%.*s` is not a point: expected a column a-%c%s and a row 1-%d, like b2",
                       (int)(length > 12 ? 12 : length), text, last, gap ? " (no i)" : "",
                       grid.rows);
    }
    const int row = grid.from_top ? number - 1 : grid.rows - number;
    const int column = letter - 'a' - (grid.go && letter > 'i');
    *cell = (cn_move)(row * grid.columns + column);
    *end = text + 1 + digits;
    return CN_OK;
}

/* Prints the name of a cell in the form cn_grid_read_point takes. */
static inline void cn_grid_print_point(cn_grid grid, int cell, char text[CN_MOVE_TEXT]) {
    const int row = cell / grid.columns;
    snprintf(text, CN_MOVE_TEXT, "%c%d", cn_grid_letter(grid, cell % grid.columns),
             grid.from_top ? row + 1 : grid.rows - row);
}

/* Functions that most games on a grid have alike, under the names of the hooks they are for. */

/* `turn` and `over` of a state that has both, as `turn` and `outcome`. */
#define CN_GRID_TURNS(state)                               \
    static int turn(const void *cn_p) {                    \
        return ((const state *)cn_p)->turn;                \
    }                                                      \
    static cn_outcome over(const void *cn_p) {             \
        return (cn_outcome)((const state *)cn_p)->outcome; \
    }

/* `print`, out of `draw`, `turn` and the game's `cells`. */
#define CN_GRID_PRINT                                                         \
    static size_t print(const void *cn_p, char *cn_text, size_t cn_size) {    \
        cn_board cn_drawn;                                                    \
        draw(cn_p, &cn_drawn);                                                \
        return cn_grid_print(cells, &cn_drawn, turn(cn_p), cn_text, cn_size); \
    }

/* `print_move` and `cell_of` where a move is a cell; grid_of(state) is the board's cn_grid. */
#define CN_GRID_CELLS(grid_of)                                                            \
    static void print_move(const void *cn_p, cn_move cn_at, char cn_text[CN_MOVE_TEXT]) { \
        cn_grid_print_point(grid_of(cn_p), cn_at, cn_text);                               \
    }                                                                                     \
    static int cell_of(const void *cn_p, cn_move cn_at) {                                 \
        (void)cn_p;                                                                       \
        return cn_at;                                                                     \
    }

/* The same and `parse_move`. */
#define CN_GRID_MOVES(grid_of)                                                         \
    CN_GRID_CELLS(grid_of)                                                             \
    static cn_status parse_move(const void *cn_p, const char *cn_text, cn_move *cn_at, \
                                const char **cn_end, cn_error *cn_error_) {            \
        return cn_grid_read_point(grid_of(cn_p), cn_text, cn_at, cn_end, cn_error_);   \
    }

#endif
