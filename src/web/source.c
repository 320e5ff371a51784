/* Reading what a request says about the beginning of a game.
 *
 * A game begins with its options, at the usual position or at one that the body gives as text or as
 * a drawn board; then moves may follow. A record has all of that in itself. */
#include "web/source.h"

#include "arena/drawing.h"
#include "arena/record.h"

#include <stdlib.h>

/* ---- options ---- */

/* The value of an option as text, whatever type it has in the body. */
static bool option_text(const json_t *value, char *text, size_t size) {
    int n = -1;
    if (json_is_string(value)) n = snprintf(text, size, "%s", json_string_value(value));
    if (json_is_integer(value)) {
        n = snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    }
    if (json_is_real(value)) n = snprintf(text, size, "%.15g", json_real_value(value));
    return n >= 0 && (size_t)n < size;
}

bool cn_source_options(cn_request *r, const cn_game *game, cn_value *values) {
    json_t *options = json_object_get(r->body, "options"), *value;
    const char *name;
    if (!options || json_is_null(options)) return true;
    CN_ANSWER_IF(!json_is_object(options), r, MHD_HTTP_BAD_REQUEST,
                 "`options`: expected an object of names and values");
    json_object_foreach(options, name, value) {
        char text[200], assignment[300];
        CN_ANSWER_IF(!option_text(value, text, sizeof text) || strlen(name) > 80 ||
                         strchr(name, '='),
                     r, MHD_HTTP_BAD_REQUEST,
                     "option `%.40s`: expected a number or a text of at most 159 characters", name);
        snprintf(assignment, sizeof assignment, "%s=%s", name, text);
        if (!cn_answer_check(r, cn_values_set(game->options, values, assignment, &r->error))) {
            return false;
        }
    }
    return true;
}

/* ---- the start ---- */

/* The game from a position on (a text as the game writes it, or a drawn board; NULL: the usual
 * start), with the moves of a list, if there are any. */
static cn_status from_moves(const cn_game *game, const char *from, const char *moves,
                            cn_value *values, cn_history *history, cn_error *error) {
    cn_position position;
    cn_status status = cn_position_new(game, values, from, &position, error);
    if (status != CN_OK && from && strchr(from, '\n') &&
        cn_drawing_position(game, values, from, &position, NULL) == CN_OK) {
        status = CN_OK;
    }
    if (status != CN_OK) return status;
    if (moves && moves[strspn(moves, " \t\r\n")]) {
        char start[CN_TEXT_MAX];
        cn_record_info none = {0};
        cn_position_text(&position, start, sizeof start);
        status = cn_records_read(game, values, from ? start : NULL, moves, strlen(moves), 1,
                                 CN_PLIES_MAX + 1, history, &none, error);
    } else {
        status = cn_history_begin(history, &position, error);
    }
    cn_position_free(&position);
    return status;
}

bool cn_source_game(cn_request *r, const cn_game *game, cn_value *values, cn_history *history,
                    cn_record_info *info) {
    const char *position = NULL, *moves = NULL, *record = NULL;
    int number = 1, ply = -1;
    if (!cn_body_text(r, "position", &position) || !cn_body_text(r, "moves", &moves) ||
        !cn_body_text(r, "record", &record) || !cn_body_int(r, "number", 1, 100000, &number) ||
        !cn_body_int(r, "ply", 0, CN_PLIES_MAX, &ply)) {
        return false;
    }
    CN_ANSWER_IF(record && (position || moves), r, MHD_HTTP_BAD_REQUEST,
                 "`position` and `moves` do not go with `record`, which has its own");
    *history = (cn_history){0};
    cn_status status = record ? cn_records_read(game, values, NULL, record, strlen(record), number,
                                                CN_PLIES_MAX + 1, history, info, &r->error)
                              : from_moves(game, position, moves, values, history, &r->error);
    if (status == CN_OK && history->count > CN_PLIES_MAX) {
        status = cn_fail(&r->error, CN_BAD_INPUT, "a game has at most %d plies here", CN_PLIES_MAX);
    }
    if (!cn_answer_check(r, status)) {
        cn_history_free(history);
        return false;
    }
    while (ply >= 0 && history->count > ply) cn_history_undo(history);
    return true;
}

bool cn_source_players(cn_request *r, const cn_game *game, cn_record_info *info) {
    json_t *players = NULL;
    if (!cn_body_array(r, "players", 2, &players)) return false;
    if (!players) return true;
    for (size_t i = 0; i < 2; i++) {
        const char *name = json_string_value(json_array_get(players, i));
        cn_allowed allowed;
        CN_ANSWER_IF(!name || strlen(name) >= sizeof info->player[i], r, MHD_HTTP_BAD_REQUEST,
                     "`players`: expected two texts, `human` or agents of at most "
                     "%zu characters",
                     sizeof info->player[i] - 1);
        if (strcmp(name, "human") != 0 && !cn_request_allow(r, game, name, &allowed)) return false;
        snprintf(info->player[i], sizeof info->player[i], "%s", name);
    }
    return true;
}
