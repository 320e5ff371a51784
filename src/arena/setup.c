/* The start position of an SGF or GGF record. Properties may come in any order, so all that precede
 * the first move are collected in a plan; then the board's size and komi become options of the
 * game, the position is made, and stones and side are put into it by way of position text, which
 * the game itself checks. */
#include "arena/setup.h"

#include <canopy/grid.h>
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

enum {
    POINTS = 52,  /* rows or columns SGF's letters can name */
    UNSET = 0xff, /* a point no set-up property names */
    GO = 1,       /* SGF's number of the game whose board has 19 lines unless SZ says otherwise */
};

/* What the properties before the first move say; applied once all are known, as their order is
 * free. */
typedef struct plan {
    int rows, columns; /* of SZ; 0 if there is none */
    bool stones;       /* some point is set */
    uint8_t point[POINTS][POINTS];
    int side;          /* of PL, -1 if there is none */
    const char *board; /* GGF's BO */
    size_t board_length;
} plan;

bool cn_setup_point(const char *text, size_t length, int *row, int *column) {
    if (length != 2) return false;
    const char *const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *c = text[0] ? strchr(letters, text[0]) : NULL;
    const char *r = text[1] ? strchr(letters, text[1]) : NULL;
    if (!c || !r) return false;
    *column = (int)(c - letters);
    *row = (int)(r - letters);
    return true;
}

bool cn_setup_mover(const char *id, int *player) {
    *player = id[0] == 'W';
    return strcmp(id, "B") == 0 || strcmp(id, "W") == 0;
}

bool cn_setup_must_pass(const cn_position *position) {
    const cn_move pass = position->rules->pass;
    if (pass == CN_MOVE_NONE) return false;
    cn_move list[CN_MOVES_MAX];
    return position->rules->moves(position->state, list) == 1 && list[0] == pass;
}

static bool has_option(const cn_game *game, const char *name) {
    return cn_option_find(game->options, name) >= 0;
}

/* Sets an option of the game to what the record says. */
static cn_status set_option(cn_records *records, const char *name, const char *value,
                            cn_error *error) {
    char assignment[96];
    snprintf(assignment, sizeof assignment, "%s=%s", name, value);
    const cn_status status =
        cn_values_set(records->game->options, records->values, assignment, error);
    return status == CN_BAD_USAGE ? CN_BAD_INPUT : status; /* the file says it, not the user */
}

/* ---- Canopy's own notes ---- */

/* The times of all moves, as numbers with blanks between. */
static cn_status read_seconds(cn_records *records, const char *text, cn_error *error) {
    size_t count = 1;
    for (const char *p = text; *p; p++) count += *p == ' ';
    double *list = realloc(records->seconds, count * sizeof *list);
    if (!list) return cn_fail(error, CN_NO_MEMORY, "no memory for %zu numbers", count);
    records->seconds = list;
    records->seconds_count = 0;
    while (*(text += strspn(text, " "))) {
        char *end;
        const double value = strtod(text, &end);
        CN_FAIL_IF(end == text || (*end && *end != ' ') || !(value >= 0 && value < 1e9), error,
                   CN_BAD_INPUT, "seconds: expected numbers, got `%.20s`", text);
        list[records->seconds_count++] = value;
        text = end;
    }
    return CN_OK;
}

cn_status cn_setup_field(cn_records *records, const char *key, const char *value, cn_error *error) {
    cn_record_info *info = &records->info;
    if (strcmp(key, "option") == 0) {
        const cn_status status =
            cn_values_set(records->game->options, records->values, value, error);
        return status == CN_BAD_USAGE ? CN_BAD_INPUT : status;
    }
    if (strcmp(key, "position") == 0) {
        free(records->own_start);
        records->own_start = strdup(value);
        return records->own_start ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory");
    }
    if (strcmp(key, "seconds") == 0) return read_seconds(records, value, error);
    if (strcmp(key, "clock") == 0) snprintf(info->clock, sizeof info->clock, "%s", value);
    if (strcmp(key, "reason") == 0) snprintf(info->reason, sizeof info->reason, "%s", value);
    if (strcmp(key, "date") == 0) snprintf(info->date, sizeof info->date, "%s", value);
    if (strcmp(key, "first") == 0 || strcmp(key, "second") == 0) {
        snprintf(info->player[*key == 's'], sizeof info->player[0], "%s", value);
    }
    if (strcmp(key, "result") == 0) cn_info_read_result(info, records->game, value);
    return CN_OK;
}

/* CANOPY[key value]: SGF's private properties may have any name. */
static cn_status read_own(cn_records *records, cn_error *error) {
    char *text = malloc(records->sgf.length + 1);
    if (!text) return cn_fail(error, CN_NO_MEMORY, "no memory");
    cn_sgf_text(&records->sgf, text, records->sgf.length + 1);
    char *blank = text + strcspn(text, " ");
    cn_status status = CN_OK;
    if (*blank) {
        *blank = '\0';
        status = cn_setup_field(records, text, blank + 1, error);
    }
    free(text);
    return status;
}

/* ---- properties ---- */

/* GM holds a number in SGF and a name in GGF. */
static cn_status read_game(cn_records *records, const char *text, cn_error *error) {
    const cn_game *game = records->game;
    char *end;
    const long number = strtol(text, &end, 10);
    if (end != text && *end == '\0') {
        if (number == game->sgf && number > 0) return CN_OK;
        CN_FAIL_IF(game->sgf == 0, error, CN_BAD_INPUT,
                   "the record is of SGF's game number %ld, and %s has no number", number,
                   game->title);
        return cn_fail(error, CN_BAD_INPUT,
                       "the record is of SGF's game number %ld; %s is number %d", number,
                       game->title, game->sgf);
    }
    records->format = CN_RECORDS_GGF;
    if (strcasecmp(text, game->title) == 0 || strcasecmp(text, game->name) == 0) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "the record is of `%.40s`, not of %s", text, game->title);
}

/* SZ: one number, or columns:rows. */
static cn_status read_size(plan *p, const char *text, cn_error *error) {
    int columns = 0, rows = 0, used = 0;
    const int fields = sscanf(text, "%3d%n:%3d%n", &columns, &used, &rows, &used);
    if (fields == 1) rows = columns;
    CN_FAIL_IF(fields < 1 || text[used] || columns < 1 || rows < 1 || columns > POINTS ||
                   rows > POINTS,
               error, CN_BAD_INPUT, "SZ[%.20s]: expected a size from 1 to %d, or columns:rows",
               text, POINTS);
    p->columns = columns;
    p->rows = rows;
    return CN_OK;
}

/* AB, AW, AE: a point or a rectangle of points, `aa:cc`. */
static cn_status read_stones(plan *p, const cn_sgf *sgf, cn_error *error) {
    const int value = sgf->id[1] == 'B' ? 1 : sgf->id[1] == 'W' ? 2 : 0;
    int top = 0, left = 0, bottom, right;
    char text[8];
    const size_t length = cn_sgf_text(sgf, text, sizeof text);
    bool good = cn_setup_point(text, length == 5 ? 2 : length, &top, &left);
    bottom = top, right = left;
    if (good && length == 5) {
        good = text[2] == ':' && cn_setup_point(text + 3, 2, &bottom, &right);
    }
    CN_FAIL_IF(!good || bottom < top || right < left, error, CN_BAD_INPUT,
               "%s[%s]: expected a point like cd or a rectangle like aa:cc", sgf->id, text);
    for (int r = top; r <= bottom; r++) {
        memset(&p->point[r][left], value, (size_t)(right - left + 1));
    }
    p->stones = true;
    return CN_OK;
}

/* One property before the first move; those that mean nothing here are passed over. */
static cn_status read_property(cn_records *records, plan *p, cn_error *error) {
    const cn_sgf *sgf = &records->sgf;
    const char *id = sgf->id;
    if (strcmp(id, "AB") == 0 || strcmp(id, "AW") == 0 || strcmp(id, "AE") == 0) {
        return read_stones(p, sgf, error);
    }
    if (strcmp(id, "BO") == 0) {
        p->board = sgf->value;
        p->board_length = sgf->length;
        return CN_OK;
    }
    if (strcmp(id, "CANOPY") == 0) return read_own(records, error);
    char buffer[CN_SPEC_MAX];
    cn_sgf_text(sgf, buffer, sizeof buffer);
    char *text = buffer + strspn(buffer, " ");
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' '; n--) text[n - 1] = '\0';
    /* What Canopy notes under a key of its own where there is no property for it. */
    static const char *const keys[][2] = {
        {"PB", "first"}, {"PW", "second"}, {"DT", "date"}, {"RE", "result"}};
    for (int i = 0; i < 4; i++) {
        if (strcmp(id, keys[i][0]) == 0) return cn_setup_field(records, keys[i][1], text, error);
    }
    if (strcmp(id, "GM") == 0) return read_game(records, text, error);
    if (strcmp(id, "SZ") == 0) return read_size(p, text, error);
    if (strcmp(id, "PL") == 0) {
        const int c = toupper((unsigned char)text[0]);
        CN_FAIL_IF(c != 'B' && c != 'W' && c != '1' && c != '2', error, CN_BAD_INPUT,
                   "PL[%.20s]: expected B or W", text);
        p->side = c == 'W' || c == '2';
    }
    if (strcmp(id, "KM") == 0 && *text && has_option(records->game, "komi")) {
        return set_option(records, "komi", text, error);
    }
    return CN_OK;
}

/* ---- the position ---- */

/* The board's size as options of the game, if it has such. */
static cn_status apply_size(cn_records *records, plan *p, cn_error *error) {
    const cn_game *game = records->game;
    char text[12], tall[12];
    if (p->rows == 0 && game->sgf == GO && records->format == CN_RECORDS_SGF) {
        /* The format's default, unless the user chose a size. */
        const int i = cn_option_find(game->options, "size");
        if (i >= 0 && strcmp(records->values[i].text, game->options[i].fallback) == 0) {
            p->rows = p->columns = 19;
        }
    }
    if (p->rows == 0) return CN_OK;
    snprintf(text, sizeof text, "%d", p->columns);
    snprintf(tall, sizeof tall, "%d", p->rows);
    if (p->rows == p->columns && has_option(game, "size")) {
        return set_option(records, "size", text, error);
    }
    if (has_option(game, "width") && has_option(game, "height")) {
        CN_TRY(set_option(records, "width", text, error));
        return set_option(records, "height", tall, error);
    }
    return CN_OK; /* compared with the board when there is one */
}

/* GGF's BO: the size, the cells as `*`, `O` and `-`, the side; blanks where the writer liked. */
static cn_status apply_board(const plan *p, cn_board *board, int *side, cn_error *error) {
    const int cells = board->rows * board->columns;
    int count = -1; /* -1: still in the size */
    bool has_side = false;
    for (size_t i = 0; i < p->board_length; i++) {
        const char c = p->board[i];
        if (isspace((unsigned char)c)) {
            if (count < 0 && i > 0) count = 0;
            continue;
        }
        if (count < 0 && isdigit((unsigned char)c)) continue;
        const char *const known = "-*O";
        const char *found = c ? strchr(known, toupper((unsigned char)c)) : NULL;
        CN_FAIL_IF(count < 0 || !found || has_side || (count == cells && found == known), error,
                   CN_BAD_INPUT,
                   "BO: expected the size, %d cells `-`, `*` or `O`, and the side to move; "
                   "character %zu is none of it",
                   cells, i + 1);
        if (count < cells) {
            board->cell[count++] = (uint8_t)(found - known);
        } else {
            *side = (int)(found - known) - 1;
            has_side = true;
        }
    }
    if (has_side) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "BO: expected %d cells and the side to move, got %d cells",
                   cells, count < 0 ? 0 : count);
}

/* Puts the stones of AB, AW and AE on the board. */
static cn_status apply_stones(const plan *p, cn_board *board, cn_error *error) {
    for (int r = 0; r < POINTS; r++) {
        for (int c = 0; c < POINTS; c++) {
            if (p->point[r][c] == UNSET) continue;
            CN_FAIL_IF(r >= board->rows || c >= board->columns, error, CN_BAD_INPUT,
                       "set-up: row %d, column %d is off the board (%d rows, %d columns)", r + 1,
                       c + 1, board->rows, board->columns);
            board->cell[r * board->columns + c] = p->point[r][c];
        }
    }
    return CN_OK;
}

cn_status cn_setup_cells(const cn_game *game, const cn_value *values, const cn_board *board,
                         int side, cn_position *position, cn_error *error) {
    char text[CN_BOARD_MAX * (CN_BOARD_MAX + 1) + 4];
    cn_grid_print(game->cells, board, side, text, sizeof text);
    return cn_position_new(game, values, text, position, error);
}

/* The position again, with these cells and this side. */
static cn_status rebuild(cn_records *records, const cn_board *board, int side, cn_error *error) {
    cn_position_free(&records->position);
    cn_error why;
    const cn_status status =
        cn_setup_cells(records->game, records->values, board, side, &records->position, &why);
    if (status == CN_OK) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "set-up: %.480s", why.text);
}

/* Makes the position of the plan. */
static cn_status apply(cn_records *records, plan *p, cn_error *error) {
    CN_TRY(apply_size(records, p, error));
    const char *start = records->own_start ? records->own_start : records->start;
    cn_status status =
        cn_position_new(records->game, records->values, start, &records->position, error);
    if (status != CN_OK || records->own_start) return status;
    cn_board board;
    records->game->draw(records->position.state, &board);
    CN_FAIL_IF(p->rows && (p->rows != board.rows || p->columns != board.columns), error,
               CN_BAD_INPUT, "SZ: the record has %d rows of %d, the board here %d rows of %d",
               p->rows, p->columns, board.rows, board.columns);
    const int turn = records->position.rules->turn(records->position.state);
    int side = turn, first;
    /* Stones without PL: who moves first in the record was to move. */
    const bool has_first = records->pending && cn_setup_mover(records->sgf.id, &first);
    if (p->side >= 0) {
        side = p->side;
    } else if (has_first && (p->stones || !cn_setup_must_pass(&records->position))) {
        side = first;
    }
    if (p->board) {
        status = apply_board(p, &board, &side, error);
    } else if (p->stones) {
        status = apply_stones(p, &board, error);
    } else if (side == turn) {
        return CN_OK;
    }
    return status == CN_OK ? rebuild(records, &board, side, error) : status;
}

cn_status cn_setup_read(cn_records *records, cn_error *error) {
    plan p = {.side = -1};
    memset(p.point, UNSET, sizeof p.point);
    records->pending = records->closed = false;
    records->format = CN_RECORDS_SGF;
    while (!records->pending && !records->closed) {
        cn_sgf_event event;
        int player;
        CN_TRY(cn_sgf_next(&records->sgf, &event, error));
        if (event == CN_SGF_VALUE) {
            records->line = records->sgf.line;
            records->pending = cn_setup_mover(records->sgf.id, &player);
            if (!records->pending) CN_TRY(read_property(records, &p, error));
        }
        records->closed = event == CN_SGF_CLOSE;
    }
    return apply(records, &p, error);
}
