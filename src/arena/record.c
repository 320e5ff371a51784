/* Reads games from text, move by move. Lines and SGF share the outer calls; each has its own way to
 * find the next game and the next move. Where a record leaves out a pass that a player had no
 * choice about, the pass is handed out first and the move that was read stays for the next call. */
#include "arena/record.h"

#include "arena/setup.h"

#include <limits.h>
#include <stdlib.h>
#include <strings.h>

static const char separators[] = " \t\r\v\f,";

/* The text is copied, because lines are ended by a NUL in place. */
cn_status cn_records_open(cn_records *records, const cn_game *game, const cn_value *values,
                          const char *start, const char *text, size_t size, cn_error *error) {
    *records = (cn_records){.game = game, .start = start, .size = size};
    CN_FAIL_IF(size > CN_RECORDS_MAX, error, CN_BAD_INPUT, "longer than %d MiB",
               CN_RECORDS_MAX >> 20);
    memcpy(records->given, values, sizeof records->given);
    char *copy = malloc(size + 1);
    if (!copy) return cn_fail(error, CN_NO_MEMORY, "no memory for %zu bytes", size);
    if (size > 0) memcpy(copy, text, size);
    copy[size] = '\0';
    const size_t mark = strncmp(copy, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* UTF-8's */
    records->next_line = copy + mark;
    if (cn_sgf_looks(copy + mark, size - mark)) {
        records->format = CN_RECORDS_SGF;
        cn_sgf_open(&records->sgf, copy + mark, size - mark);
    }
    records->text = copy;
    return CN_OK;
}

void cn_records_close(cn_records *records) {
    cn_position_free(&records->position);
    free(records->text);
    free(records->own_start);
    free(records->seconds);
    *records = (cn_records){0};
}

/* Puts the place before a message; no ply if there is no position yet. */
static cn_status at_place(const cn_records *records, cn_status status, cn_error *error) {
    if (status == CN_OK || !error) return status;
    const cn_error why = *error;
    CN_FAIL_IF(!records->position.state, error, status, "game %d, line %d: %.470s", records->number,
               records->line, why.text);
    return cn_fail(error, status, "game %d, line %d, ply %d: %.460s", records->number,
                   records->line, records->ply + 1, why.text);
}

/* ---- lines ---- */

static const char magic[] = "# canopy record: ";

/* A comment that says something about the next game. */
static cn_status read_header(cn_records *records, char *line, cn_error *error) {
    line[strcspn(line, "\r")] = '\0';
    if (strncmp(line, magic, sizeof magic - 1) == 0) {
        const char *name = line + sizeof magic - 1;
        records->header = true;
        if (strcmp(name, records->game->name) == 0) return CN_OK;
        return cn_fail(error, CN_BAD_INPUT, "line %d: the record is of `%.40s`, not of %s",
                       records->lines, name, records->game->title);
    }
    char *colon = strstr(line, ": ");
    if (!records->header || strncmp(line, "# ", 2) != 0 || !colon) return CN_OK;
    *colon = '\0';
    cn_error why;
    const cn_status status = cn_setup_field(records, line + 2, colon + 2, &why);
    *colon = ':';
    if (status == CN_OK) return CN_OK;
    return cn_fail(error, status, "line %d: %.480s", records->lines, why.text);
}

/* A header without moves is a game too. */
static void empty_game(cn_records *records, bool *more) {
    records->at = records->text + records->size;
    records->line = records->lines;
    *more = true;
}

/* Finds the next line with a move on it, and terminates it. */
static cn_status next_line(cn_records *records, bool *more, cn_error *error) {
    const char *const end = records->text + records->size;
    records->header = false;
    while (records->next_line < end) {
        char *line = records->next_line;
        if (records->header && strncmp(line, magic, sizeof magic - 1) == 0) {
            empty_game(records, more);
            return CN_OK;
        }
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = records->text + records->size;
        records->next_line = stop + 1;
        records->lines++;
        *stop = '\0';
        CN_FAIL_IF(strlen(line) != (size_t)(stop - line), error, CN_BAD_INPUT,
                   "line %d: a NUL byte; expected text, one game a line", records->lines);
        if (*line == '#') {
            CN_TRY(read_header(records, line, error));
        }
        line[strcspn(line, "#%")] = '\0';
        line += strspn(line, separators);
        if (*line) {
            records->at = line;
            records->line = records->lines;
            *more = true;
            return CN_OK;
        }
    }
    *more = false;
    if (records->header) empty_game(records, more);
    return CN_OK;
}

/* The next move of a line, which stands at the cursor. */
static cn_status line_move(cn_records *records, cn_move *move, bool *more, cn_error *error) {
    const cn_position *position = &records->position;
    records->at += strspn(records->at, separators);
    *more = *records->at != '\0';
    if (!*more) return CN_OK;
    const char *end;
    if (cn_setup_must_pass(position) &&
        records->game->parse_move(position->state, records->at, move, &end, error) == CN_OK &&
        *move != position->rules->pass) {
        *move = position->rules->pass; /* left out; the move read is the next one's */
        return CN_OK;
    }
    const cn_status status = cn_position_read_move(position, records->at, move, &end, error);
    if (status == CN_OK) records->at = (char *)end;
    return status;
}

/* ---- SGF and GGF ---- */

/* Goes to the next game of an SGF text; cn_setup_read then reads its start. */
static cn_status next_sgf(cn_records *records, bool *more, cn_error *error) {
    cn_sgf_event event;
    const cn_status status = cn_sgf_next(&records->sgf, &event, error);
    *more = status == CN_OK && event == CN_SGF_GAME;
    records->line = records->sgf.line;
    return status;
}

/* Reads on to the next move or the end of the game. */
static cn_status find_move(cn_records *records, cn_error *error) {
    while (!records->pending && !records->closed) {
        cn_sgf_event event;
        const cn_status status = cn_sgf_next(&records->sgf, &event, error);
        records->line = records->sgf.line;
        if (status != CN_OK) return status;
        records->closed = event == CN_SGF_CLOSE;
        if (event != CN_SGF_VALUE) continue;
        int player;
        const char *id = records->sgf.id;
        records->pending = cn_setup_mover(id, &player);
        CN_FAIL_IF(strcmp(id, "AB") == 0 || strcmp(id, "AW") == 0 || strcmp(id, "AE") == 0, error,
                   CN_BAD_INPUT, "%s: stones are set up after the first move", id);
    }
    return CN_OK;
}

/* The move that an SGF point names, or the text of a move where it is no point. */
static cn_status point_move(const cn_records *records, const char *text, cn_move *move,
                            cn_error *error) {
    const cn_position *position = &records->position;
    int row, column;
    if (records->format == CN_RECORDS_GGF || !cn_setup_point(text, strlen(text), &row, &column)) {
        const char *end = text; /* a move as the game writes it */
        const cn_status status = cn_position_read_move(position, text, move, &end, error);
        if (status != CN_OK || *end == '\0') return status;
        return cn_fail(error, CN_BAD_INPUT, "`%.40s`: unexpected text after the move", text);
    }
    cn_board board;
    records->game->draw(position->state, &board);
    CN_FAIL_IF(row >= board.rows || column >= board.columns, error, CN_BAD_INPUT,
               "`%s` is off the board (%d rows, %d columns)", text, board.rows, board.columns);
    CN_FAIL_IF(position->rules->over(position->state) != CN_ONGOING, error, CN_BAD_INPUT,
               "`%s`: the game is over", text);
    *move = cn_position_move_on(position, row * board.columns + column);
    if (*move != CN_MOVE_NONE) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "`%s` (%s%s) is not legal for %s here", text,
                   board.column_label[column], board.row_label[row],
                   records->game->player[position->rules->turn(position->state)]);
}

/* SGF passes with an empty value or, on boards up to 19 lines, with `tt`; GGF with PA. */
static bool is_pass(const cn_records *records, const char *text) {
    if (*text == '\0') return true;
    if (records->format == CN_RECORDS_SGF) {
        cn_board board;
        records->game->draw(records->position.state, &board);
        return strcmp(text, "tt") == 0 && board.columns <= 19 && board.rows <= 19;
    }
    return strcasecmp(text, "pa") == 0 || strcasecmp(text, "pass") == 0;
}

/* The next move of an SGF or GGF game. Passes after the end are dropped. */
static cn_status sgf_move(cn_records *records, cn_move *move, bool *more, cn_error *error) {
    const cn_position *position = &records->position;
    const char *const *names = records->game->player;
    int player;
    for (;; records->pending = false) {
        const cn_status status = find_move(records, error);
        *more = status == CN_OK && records->pending;
        if (!*more) return status;
        char buffer[64];
        cn_sgf_text(&records->sgf, buffer, sizeof buffer);
        char *text = buffer + strspn(buffer, " ");
        text[strcspn(text, records->format == CN_RECORDS_GGF ? " /" : " ")] = '\0';
        const bool pass = is_pass(records, text);
        if (pass && position->rules->over(position->state) != CN_ONGOING) continue; /* harmless */
        cn_setup_mover(records->sgf.id, &player);
        const int turn = position->rules->turn(position->state);
        if (player != turn && cn_setup_must_pass(position)) {
            *move = position->rules->pass; /* left out; the move at hand is the next one's */
            return CN_OK;
        }
        CN_FAIL_IF(player != turn && position->rules->over(position->state) == CN_ONGOING, error,
                   CN_BAD_INPUT, "%s[%s]: the record has %s move, but it is %s's turn",
                   records->sgf.id, text, names[player], names[turn]);
        if (pass) {
            *move = position->rules->pass;
            CN_FAIL_IF(*move == CN_MOVE_NONE || !cn_position_legal(position, *move), error,
                       CN_BAD_INPUT, "%s[%s]: %s may not pass here", records->sgf.id, text,
                       names[player]);
        } else {
            CN_TRY(point_move(records, text, move, error));
        }
        records->pending = false;
        return CN_OK;
    }
}

/* ---- both ---- */

cn_status cn_records_next(cn_records *records, bool *more, cn_error *error) {
    cn_position_free(&records->position);
    records->ply = 0;
    memcpy(records->values, records->given, sizeof records->values);
    records->info = (cn_record_info){0};
    free(records->own_start);
    records->own_start = NULL;
    records->seconds_count = 0;
    const bool lines = records->format == CN_RECORDS_LINES;
    cn_status status = lines ? next_line(records, more, error) : next_sgf(records, more, error);
    if (status != CN_OK || !*more) return status;
    records->number++;
    const char *start = records->own_start ? records->own_start : records->start;
    status = lines
                 ? cn_position_new(records->game, records->values, start, &records->position, error)
                 : cn_setup_read(records, error);
    if (status != CN_OK) cn_position_free(&records->position);
    return at_place(records, status, error);
}

cn_status cn_records_move(cn_records *records, cn_move *move, bool *more, cn_error *error) {
    const cn_status status = records->format == CN_RECORDS_LINES
                                 ? line_move(records, move, more, error)
                                 : sgf_move(records, move, more, error);
    if (status == CN_OK) records->ply += *more;
    return at_place(records, status, error);
}

cn_status cn_records_history(cn_records *records, int most, cn_history *history, cn_error *error) {
    const cn_position *p = &records->position;
    bool more = true;
    cn_move move;
    cn_status status = cn_history_begin(history, p, error);
    while (status == CN_OK && history->count < most) {
        status = cn_records_move(records, &move, &more, error);
        if (status != CN_OK || !more) break;
        const int ply = history->count;
        const double seconds = ply < records->seconds_count ? records->seconds[ply] : 0;
        status = cn_history_play(history, move, seconds, error);
        p->rules->play(p->state, move);
    }
    if (status != CN_OK) cn_history_free(history);
    return status;
}

cn_status cn_records_read(const cn_game *game, cn_value *values, const char *start,
                          const char *text, size_t size, int number, int most, cn_history *history,
                          cn_record_info *info, cn_error *error) {
    cn_records records;
    cn_history before; /* games before the one that is wanted are read over */
    bool more = true;
    cn_status status = cn_records_open(&records, game, values, start, text, size, error);
    for (int i = 1; status == CN_OK && more && i <= number; i++) {
        status = cn_records_next(&records, &more, error);
        if (status != CN_OK || !more) break;
        cn_history *to = i < number ? &before : history;
        status = cn_records_history(&records, i < number ? INT_MAX : most, to, error);
        if (status == CN_OK && i < number) cn_history_free(&before);
    }
    if (status == CN_OK && !more) {
        status = number == 1 ? cn_fail(error, CN_BAD_INPUT, "there is no game in it")
                             : cn_fail(error, CN_BAD_INPUT, "there is no game %d in it", number);
    }
    if (status == CN_OK) {
        memcpy(values, records.values, sizeof records.values);
        *info = records.info;
    }
    cn_records_close(&records);
    return status;
}
