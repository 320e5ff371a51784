/* Reads boards as people draw them, line by line. Each line is the side to move, a row of cells, or
 * something to pass over; a row becomes a row of position text, which the game's own `parse`
 * checks. Digits are labels in most drawings, so a drawing is read twice: as cells and, if that
 * finds no row, as digits.
 *
 * The second part finds the pieces that won by standing in a row, for the page to mark them. */
#include "arena/drawing.h"

#include <assert.h>
#include <canopy/grid.h>
#include <strings.h>

/* A drawing while it is read. */
typedef struct reader {
    const cn_game *game;
    char *text; /* what was read, as position text */
    size_t used;
    int rows, columns; /* so far; columns are those of the first row */
    int side;          /* -1: not said yet */
    bool digits;       /* cells are written 0, 1, 2 */
} reader;

/* ---- cells ---- */

static const char *const empties[] = {".", "-", "_", "+", "·", NULL};

/* A piece written as the initial of its player's name: `b` and `w` of Black and White. */
static int initial_at(const cn_game *game, const char *p, size_t *length) {
    *length = 1;
    for (int side = 0; side < 2; side++) {
        const int initial = tolower((unsigned char)game->player[side][0]);
        if (*p && tolower((unsigned char)*p) == initial) return side + 1;
    }
    return -1;
}

/* The cell the text begins with, and its length in bytes; -1 if it begins with none. */
static int cell_at(const cn_game *game, const char *p, size_t *length) {
    *length = 1;
    const int plain = *p ? cn_grid_cell(game->cells, *p) : -1;
    if (plain >= 0) return plain;
    for (int value = 0; game->cells[value]; value++) {
        const char *glyph = game->glyph[value] + strspn(game->glyph[value], " ");
        *length = strcspn(glyph, " ");
        if (*length > 0 && strncmp(p, glyph, *length) == 0) return value;
    }
    for (int i = 0; empties[i]; i++) {
        *length = strlen(empties[i]);
        if (strncmp(p, empties[i], *length) == 0) return 0;
    }
    return initial_at(game, p, length);
}

/* Cells as digits: 0 is empty, 1 the first player's, 2 the other's. */
static int digit_at(const char *p, size_t *length) {
    *length = 1;
    return *p >= '0' && *p <= '2' ? *p - '0' : -1;
}

/* Steps over what may stand between cells. */
static const char *skip(const char *p) {
    static const char *const frames[] = {"│", "┃", "║", NULL};
    for (;;) {
        p += strspn(p, " \t\r|[]()");
        int i = 0;
        while (frames[i] && strncmp(p, frames[i], strlen(frames[i])) != 0) i++;
        if (!frames[i]) return p;
        p += strlen(frames[i]);
    }
}

/* Steps over a row's label too, which is a number. */
static const char *skip_label(const char *p) {
    p = skip(p);
    while (isdigit((unsigned char)*p)) p++;
    return skip(p);
}

/* ---- lines ---- */

/* `x`, `x to move`, `White`, `White to play`, `Player 2`: the side, or -1. */
static int side_of(const cn_game *game, const char *line) {
    char word[64];
    line += strspn(line, " \t");
    size_t length = strcspn(line, "\r");
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) length--;
    static const char *const tails[] = {":", " to move", " to play"};
    for (int i = 0; i < 3; i++) {
        const size_t n = strlen(tails[i]);
        if (length > n && strncasecmp(line + length - n, tails[i], n) == 0) length -= n;
    }
    if (length == 0 || length >= sizeof word) return -1;
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    for (int side = 0; side < 2; side++) {
        size_t n;
        if (strcasecmp(word, game->player[side]) == 0) return side;
        if (cell_at(game, word, &n) == side + 1 && word[n] == '\0') return side;
        const char *number = strncasecmp(word, "player ", 7) == 0 ? word + 7 : "";
        if (digit_at(number, &n) == side + 1 && number[n] == '\0') return side;
    }
    return -1;
}

/* Whether every word of two letters or more is made of cells: `bw` is, `Black` is not. */
static bool has_no_words(const cn_game *game, const char *line) {
    for (const char *p = line; *p;) {
        bool cells = true;
        size_t length = 0, n;
        for (; isalpha((unsigned char)p[length]); length++) {
            cells &= cell_at(game, p + length, &n) >= 0;
        }
        if (length > 1 && !cells) return false;
        p += length ? length : 1;
    }
    return true;
}

/* A row begins with a cell, apart from its label. Sentences begin with the initial of a player
 * too. */
static bool is_row(const cn_game *game, const char *line) {
    size_t length;
    const char *p = skip_label(line);
    if (cell_at(game, p, &length) < 0) return false;
    return cn_grid_cell(game->cells, *p) >= 0 || initial_at(game, p, &length) < 0 ||
           has_no_words(game, p);
}

/* A row of digits holds two cells or more and nothing else: a lone digit is the side. */
static bool is_digit_row(const char *line) {
    int cells = 0;
    size_t length;
    const char *p = skip(line);
    for (; digit_at(p, &length) >= 0; cells++) p = skip(p + length);
    return *p == '\0' && cells > 1;
}

/* The side that a line of a drawing in digits names, as `2` or `2 to move`, or -1. */
static int digit_side_of(const cn_game *game, const char *line) {
    char named[80];
    snprintf(named, sizeof named, "player %.64s", line + strspn(line, " \t"));
    const int side = side_of(game, named);
    return side >= 0 ? side : side_of(game, line);
}

/* Adds a row of cells to the text; all rows must be as long as the first. */
static cn_status add_row(reader *r, const char *line, cn_error *error) {
    const char *p = r->digits ? skip(line) : skip_label(line);
    char shown[8];
    int columns = 0;
    CN_FAIL_IF(r->rows == CN_BOARD_MAX, error, CN_BAD_INPUT, "the drawing has more than %d rows",
               CN_BOARD_MAX);
    r->rows++;
    if (r->rows > 1) r->text[r->used++] = '/';
    while (*p) {
        size_t length;
        const int value = r->digits ? digit_at(p, &length) : cell_at(r->game, p, &length);
        if (value < 0) {
            if (isdigit((unsigned char)*p) && *skip_label(p) == '\0') break; /* at the right edge */
            return cn_fail(error, CN_BAD_INPUT,
                           "row %d, column %d of the drawing: expected one of `%s`, got %s",
                           r->rows, columns + 1, r->game->cells, cn_grid_show(*p, shown));
        }
        CN_FAIL_IF(columns == CN_BOARD_MAX, error, CN_BAD_INPUT,
                   "row %d of the drawing has more than %d cells", r->rows, CN_BOARD_MAX);
        r->text[r->used++] = r->game->cells[value];
        columns++;
        p = skip(p + length);
    }
    if (r->rows == 1) r->columns = columns;
    if (columns == r->columns) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "row %d of the drawing has %d cells, the first has %d",
                   r->rows, columns, r->columns);
}

/* Takes a line as the side to move, as a row, or passes over it. */
static cn_status read_line(reader *r, const char *line, cn_error *error) {
    const int side = r->digits ? digit_side_of(r->game, line) : side_of(r->game, line);
    /* A lone piece is the side, unless the board is one column wide. */
    if (side >= 0 && !(r->rows > 0 && r->columns == 1 && r->side < 0)) {
        r->side = side;
        return CN_OK;
    }
    if (line[strspn(line, " \t")] == '#') return CN_OK;
    if (r->digits ? !is_digit_row(line) : !is_row(r->game, line)) return CN_OK;
    return add_row(r, line, error);
}

/* Takes a drawing line by line. */
static cn_status read_lines(reader *r, const char *drawing, cn_error *error) {
    for (const char *p = drawing; *p;) {
        char line[512];
        const size_t length = strcspn(p, "\n");
        if (length < sizeof line) { /* a longer one is no row */
            snprintf(line, sizeof line, "%.*s", (int)length, p);
            CN_TRY(read_line(r, line, error));
        }
        p += length + (p[length] == '\n');
    }
    return CN_OK;
}

cn_status cn_drawing_read(const cn_game *game, const char *drawing, char text[CN_TEXT_MAX],
                          cn_error *error) {
    reader r = {.game = game, .text = text, .side = -1};
    cn_status status = read_lines(&r, drawing, error);
    if (status == CN_OK && r.rows == 0) {
        /* Digits are labels in every other drawing, so they are cells only if nothing else is. */
        r = (reader){.game = game, .text = text, .side = -1, .digits = true};
        status = read_lines(&r, drawing, error);
    }
    if (status != CN_OK) return status;
    CN_FAIL_IF(r.rows == 0, error, CN_BAD_INPUT,
               "the drawing has no rows: expected lines of the cells `%s`", game->cells);
    if (r.side >= 0) {
        text[r.used++] = ' ';
        text[r.used++] = game->cells[1 + r.side];
    }
    text[r.used] = '\0';
    return CN_OK;
}

cn_status cn_drawing_position(const cn_game *game, const cn_value *values, const char *drawing,
                              cn_position *position, cn_error *error) {
    char text[CN_TEXT_MAX];
    CN_TRY(cn_drawing_read(game, drawing, text, error));
    return cn_position_new(game, values, text, position, error);
}

/* ---- rows ---- */

/* How many of the player's pieces follow a cell in a direction. */
static int run_from(const cn_board *b, int player, int row, int column, int down, int right) {
    int count = 0;
    for (;;) {
        row += down;
        column += right;
        if (row < 0 || row >= b->rows || column < 0 || column >= b->columns) return count;
        if (cn_cell_player(b->cell[row * b->columns + column]) != player) return count;
        count++;
    }
}

int cn_drawing_row(const cn_board *b, int player, int cells[CN_BOARD_MAX * CN_BOARD_MAX]) {
    static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int count = 0;
    assert(b->columns > 0);
    for (int i = 0; b->in_a_row && i < b->rows * b->columns; i++) {
        bool part = false;
        if (cn_cell_player(b->cell[i]) != player) continue;
        for (int w = 0; w < 4 && !part; w++) {
            const int row = i / b->columns, column = i % b->columns;
            part = 1 + run_from(b, player, row, column, ways[w][0], ways[w][1]) +
                       run_from(b, player, row, column, -ways[w][0], -ways[w][1]) >=
                   b->in_a_row;
        }
        if (part) cells[count++] = i;
    }
    return count;
}
