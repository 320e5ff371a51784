/* Sessions: made, looked at, changed, forgotten. */
#include "arena/write.h"
#include "web/job.h"
#include "web/routes.h"
#include "web/source.h"

#include <stdlib.h>

/* ---- making and forgetting ---- */

/* A record may name people: their names are kept, and whoever visits plays for them. */
static void take_names(const cn_web *web, const cn_game *game, cn_record_info *info,
                       char names[2][CN_SPEC_MAX]) {
    for (int i = 0; i < 2; i++) {
        char *player = info->player[i];
        cn_hired hired;
        names[i][0] = '\0';
        if (strcmp(player, "human") == 0 || cn_hire(web, game, player, &hired, NULL) == CN_OK) {
            continue;
        }
        memcpy(names[i], player, CN_SPEC_MAX);
        snprintf(player, sizeof info->player[i], "human");
    }
}

bool cn_route_session_new(cn_request *r) {
    const char *name = NULL;
    const cn_game *game = cn_body_text(r, "game", &name) ? cn_request_game(r, name) : NULL;
    if (!game) return false;
    cn_value values[CN_OPTIONS_MAX];
    cn_record_info info = {.player = {"human", "human"}};
    cn_history history;
    cn_values_default(game->options, values);
    if (!cn_source_options(r, game, values) || !cn_source_game(r, game, values, &history, &info)) {
        return false;
    }
    char names[2][CN_SPEC_MAX];
    take_names(r->web, game, &info, names);
    cn_session *s = cn_source_players(r, game, &info) ? cn_session_open(r) : NULL;
    if (!s) {
        cn_history_free(&history);
        return false;
    }
    r->session = s;
    cn_lock_take(&s->lock);
    cn_session_begin(s, &history, values);
    s->info = info;
    memcpy(s->names, names, sizeof names);
    const bool good = cn_answer_json(r, MHD_HTTP_CREATED, cn_session_json(s));
    cn_lock_leave(&s->lock);
    return good;
}

bool cn_route_session(cn_request *r, cn_session *s) {
    return cn_answer_json(r, MHD_HTTP_OK, cn_session_json(s));
}

bool cn_route_session_delete(cn_request *r) {
    cn_session *s = cn_session_of(r);
    if (!s) return false;
    cn_lock_leave(&s->lock);
    cn_session_forget(s);
    r->status = MHD_HTTP_NO_CONTENT;
    r->response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    return true;
}

static void release(void *owner) {
    cn_session_release(owner);
}

bool cn_route_events(cn_request *r, cn_session *s) {
    double lonely;
    if (cn_hub_listeners(&s->hub, &lonely) == 0) { /* else it is told whenever it changes */
        cn_hub_write(&s->hub, CN_CHANNEL_STATE, "state", cn_session_json(s));
    }
    cn_session_hold(s);
    return cn_hub_answer(r, &s->hub, release, s);
}

/* ---- changing ---- */

/* Answers with the state after a change. */
static bool changed(cn_request *r, cn_session *s) {
    cn_session_changed(s);
    return cn_answer_json(r, MHD_HTTP_OK, cn_session_json(s));
}

/* The same where the position changed. */
static bool moved(cn_request *r, cn_session *s) {
    cn_job_stop(s, CN_SLOT_SEARCH, true);
    s->job[CN_SLOT_SEARCH] = NULL; /* it is on its way out */
    return changed(r, s);
}

/* `from` -1: from wherever there is only one. */
static bool move_at_cell(cn_request *r, const cn_position *p, int from, int cell, cn_move *move) {
    int found = 0;
    for (int code = 0; code < p->rules->move_codes; code++) {
        if (!cn_position_legal(p, (cn_move)code)) continue;
        if (p->game->cell_of(p->state, (cn_move)code) != cell) continue;
        if (from >= 0 && cn_position_from_of(p, (cn_move)code) != from) continue;
        *move = (cn_move)code;
        found++;
    }
    if (found == 1) return true;
    return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "cell %d: %s", cell,
                           found ? "several moves are shown there; say which"
                                 : "no legal move is there");
}

/* The move that the body means. */
static bool read_move(cn_request *r, const cn_position *p, cn_move *move) {
    const char *text = NULL, *end;
    int cell = -1, from = -1;
    cn_error error;
    if (!cn_body_text(r, "move", &text) ||
        !cn_body_int(r, "cell", 0, CN_BOARD_MAX * CN_BOARD_MAX - 1, &cell) ||
        !cn_body_int(r, "from", 0, CN_BOARD_MAX * CN_BOARD_MAX - 1, &from)) {
        return false;
    }
    if (p->rules->over(p->state) != CN_ONGOING) {
        return cn_answer_error(r, MHD_HTTP_CONFLICT, "the game is over");
    }
    if (!text && cell < 0) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "expected a `move` or a `cell`");
    }
    if (!text) return move_at_cell(r, p, from, cell, move);
    cn_status status = cn_position_read_move(p, text, move, &end, &error);
    if (status == CN_OK && end[strspn(end, " \t\r\n")]) {
        status = cn_fail(&error, CN_BAD_INPUT, "expected one move, not `%.40s` after it", end);
    }
    return status == CN_OK || cn_answer_failure(r, status, &error);
}

bool cn_route_move(cn_request *r, cn_session *s) {
    cn_move move = CN_MOVE_NONE;
    cn_error error;
    if (!read_move(r, &s->history.now, &move)) return false;
    const cn_status status = cn_session_play(s, move, 0, &error);
    return status == CN_OK ? moved(r, s) : cn_answer_failure(r, status, &error);
}

/* Which stones are dead at the end of the game. */
bool cn_route_dead(cn_request *r, cn_session *s) {
    int cell = -1;
    cn_error error;
    if (!cn_body_int(r, "cell", 0, CN_BOARD_MAX * CN_BOARD_MAX - 1, &cell)) return false;
    const cn_status status = cell < 0 ? cn_fail(&error, CN_BAD_INPUT, "expected a `cell`")
                                      : cn_session_dead(s, cell, &error);
    return status == CN_OK ? changed(r, s) : cn_answer_failure(r, status, &error);
}

/* Goes by so many plies, as far as there are any. */
static bool step(cn_request *r, cn_session *s, int direction) {
    int plies = 1;
    if (!cn_body_int(r, "plies", 1, CN_PLIES_MAX, &plies)) return false;
    const int to = s->history.count + direction * plies;
    cn_session_jump(s, to < 0 ? 0 : to);
    return moved(r, s);
}

bool cn_route_undo(cn_request *r, cn_session *s) {
    return step(r, s, -1);
}

bool cn_route_redo(cn_request *r, cn_session *s) {
    return step(r, s, 1);
}

bool cn_route_jump(cn_request *r, cn_session *s) {
    int ply = -1;
    if (!cn_body_int(r, "ply", 0, CN_PLIES_MAX, &ply)) return false;
    if (ply < 0 || ply > s->history.length) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`ply`: expected a number from 0 to %d",
                               s->history.length);
    }
    cn_session_jump(s, ply);
    return moved(r, s);
}

bool cn_route_players(cn_request *r, cn_session *s) {
    cn_record_info info = s->info;
    if (!cn_source_players(r, s->game, &info)) return false;
    s->info = info;
    for (int i = 0; i < 2; i++) {
        if (strcmp(info.player[i], "human") != 0) s->names[i][0] = '\0';
    }
    return changed(r, s);
}

bool cn_route_swap(cn_request *r, cn_session *s) {
    char first[sizeof s->info.player[0]];
    memcpy(first, s->info.player[0], sizeof first);
    memcpy(s->info.player[0], s->info.player[1], sizeof first);
    memcpy(s->info.player[1], first, sizeof first);
    memset(s->names, 0, sizeof s->names);
    return changed(r, s);
}

/* Another game in the same session, with the same players. */
bool cn_route_new(cn_request *r, cn_session *s) {
    cn_value values[CN_OPTIONS_MAX];
    cn_record_info ignored = {0};
    cn_history history;
    memcpy(values, s->values, sizeof values);
    if (!cn_source_options(r, s->game, values) ||
        !cn_source_game(r, s->game, values, &history, &ignored)) {
        return false;
    }
    memset(s->names, 0, sizeof s->names);
    cn_job_stop(s, CN_SLOT_REVIEW, true);
    cn_session_begin(s, &history, values);
    return moved(r, s);
}

bool cn_route_setup(cn_request *r, cn_session *s) {
    if (json_object_get(r->body, "position") || json_object_get(r->body, "cells")) {
        return cn_route_new(r, s);
    }
    return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "expected a `position`, or `cells` and `turn`");
}

/* ---- records ---- */

bool cn_route_record(cn_request *r, cn_session *s) {
    const char *name = cn_request_query(r, "format");
    char file[64];
    cn_record_format format;
    cn_error error;
    if (name && strcmp(name, "sgf") != 0 && strcmp(name, "ggf") != 0 && strcmp(name, "txt") != 0) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`format`: expected sgf, ggf or txt");
    }
    if (!name) name = s->game->sgf > 0 ? "sgf" : "txt";
    snprintf(file, sizeof file, "%.40s.%s", s->game->name, name);
    cn_status status = cn_write_format(s->game, file, &format, &error);
    cn_record_info info = s->info;
    for (int i = 0; i < 2; i++) {
        if (*s->names[i]) memcpy(info.player[i], s->names[i], sizeof s->names[i]);
    }
    FILE *out = cn_answer_stream(r, &status, &error);
    if (out) status = cn_write_game(out, &s->history, s->values, &info, format, &error);
    return cn_answer_file(r, status, &error, "text/plain; charset=utf-8", file);
}
