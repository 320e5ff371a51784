/* Sessions: made, looked at, changed, forgotten. */
#include "arena/write.h"
#include "web/job.h"
#include "web/routes.h"
#include "web/source.h"

#include <stdlib.h>

/* ---- making and forgetting ---- */

static void fill_players(cn_session *s, const cn_record_info *info) {
    s->info = *info;
    for (int i = 0; i < 2; i++) {
        char *player = s->info.player[i];
        cn_hired hired;
        /* A record may name people. */
        if (strcmp(player, "human") != 0 &&
            cn_hire(s->web, s->game, player, &hired, NULL) != CN_OK) {
            snprintf(player, sizeof s->info.player[i], "human");
        }
    }
}

void cn_route_session_new(cn_request *r) {
    static const char *const keys[] = {"game",   "options", "position", "cells",   "turn", "moves",
                                       "record", "number",  "ply",      "players", NULL};
    const char *name = NULL;
    if (!cn_body_only(r, keys) || !cn_body_text(r, "game", &name)) return;
    const cn_game *game = cn_request_game(r, name);
    if (!game) return;
    cn_value values[CN_OPTIONS_MAX];
    cn_record_info info = {.player = {"human", "human"}};
    cn_history history;
    cn_values_default(game->options, values);
    if (!cn_source_options(r, game, values) || !cn_source_game(r, game, values, &history, &info)) {
        return;
    }
    cn_session *s = cn_source_players(r, game, &info) ? cn_session_open(r) : NULL;
    if (!s) {
        cn_history_free(&history);
        return;
    }
    r->session = s;
    cn_lock_take(&s->lock);
    cn_session_begin(s, &history, values);
    fill_players(s, &info);
    cn_answer_json(r, MHD_HTTP_CREATED, cn_session_json(s));
    cn_lock_leave(&s->lock);
}

void cn_route_session(cn_request *r) {
    cn_session *s = cn_session_of(r);
    if (!s) return;
    cn_answer_json(r, MHD_HTTP_OK, cn_session_json(s));
    cn_lock_leave(&s->lock);
}

void cn_route_session_delete(cn_request *r) {
    cn_session *s = cn_session_of(r);
    if (!s) return;
    cn_lock_leave(&s->lock);
    cn_session_forget(s);
    r->status = MHD_HTTP_NO_CONTENT;
    r->response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
}

static void release(void *owner) {
    cn_session_release(owner);
}

void cn_route_events(cn_request *r) {
    cn_session *s = cn_session_of(r);
    if (!s) return;
    double lonely;
    if (cn_hub_listeners(&s->hub, &lonely) == 0) { /* else it is told whenever it changes */
        cn_hub_write(&s->hub, CN_CHANNEL_STATE, "state", cn_session_json(s));
    }
    cn_session_hold(s);
    cn_hub_answer(r, &s->hub, release, s);
    cn_lock_leave(&s->lock);
}

/* ---- changing ---- */

/* Answers with the state after a change, and lets the session go. */
static void changed(cn_request *r, cn_session *s) {
    cn_session_changed(s);
    cn_answer_json(r, MHD_HTTP_OK, cn_session_json(s));
    cn_lock_leave(&s->lock);
}

/* The same where the position changed. */
static void moved(cn_request *r, cn_session *s) {
    cn_job_stop(s, CN_SLOT_SEARCH, true);
    s->job[CN_SLOT_SEARCH] = NULL; /* it is on its way out */
    changed(r, s);
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
    cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "cell %d: %s", cell,
                    found ? "several moves are shown there; say which" : "no legal move is there");
    return false;
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
        cn_answer_error(r, MHD_HTTP_CONFLICT, "the game is over");
        return false;
    }
    if (!text && cell < 0) {
        cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "expected a `move` or a `cell`");
        return false;
    }
    if (!text) return move_at_cell(r, p, from, cell, move);
    cn_status status = cn_position_read_move(p, text, move, &end, &error);
    if (status == CN_OK && end[strspn(end, " \t\r\n")]) {
        status = cn_fail(&error, CN_BAD_INPUT, "expected one move, not `%.40s` after it", end);
    }
    if (status == CN_OK) return true;
    cn_answer_failure(r, status, &error);
    return false;
}

void cn_route_move(cn_request *r) {
    static const char *const keys[] = {"move", "cell", "from", NULL};
    cn_move move;
    cn_error error;
    cn_session *s = cn_body_only(r, keys) ? cn_session_of(r) : NULL;
    if (!s) return;
    if (!read_move(r, &s->history.now, &move)) {
        cn_lock_leave(&s->lock);
        return;
    }
    const cn_status status = cn_session_play(s, move, 0, &error);
    if (status == CN_OK) {
        moved(r, s);
        return;
    }
    cn_lock_leave(&s->lock);
    cn_answer_failure(r, status, &error);
}

/* Which stones are dead at the end of the game. */
void cn_route_dead(cn_request *r) {
    static const char *const keys[] = {"cell", NULL};
    int cell = -1;
    cn_error error;
    cn_session *s =
        cn_body_only(r, keys) && cn_body_int(r, "cell", 0, CN_BOARD_MAX * CN_BOARD_MAX - 1, &cell)
            ? cn_session_of(r)
            : NULL;
    if (!s) return;
    const cn_status status = cell < 0 ? cn_fail(&error, CN_BAD_INPUT, "expected a `cell`")
                                      : cn_session_dead(s, cell, &error);
    if (status == CN_OK) {
        changed(r, s);
        return;
    }
    cn_lock_leave(&s->lock);
    cn_answer_failure(r, status, &error);
}

/* Goes by so many plies, as far as there are any. */
static void step(cn_request *r, int direction) {
    static const char *const keys[] = {"plies", NULL};
    int plies = 1;
    cn_session *s = cn_body_only(r, keys) && cn_body_int(r, "plies", 1, CN_PLIES_MAX, &plies)
                        ? cn_session_of(r)
                        : NULL;
    if (!s) return;
    const int to = s->history.count + direction * plies;
    cn_session_jump(s, to < 0 ? 0 : to);
    moved(r, s);
}

void cn_route_undo(cn_request *r) {
    step(r, -1);
}

void cn_route_redo(cn_request *r) {
    step(r, 1);
}

void cn_route_jump(cn_request *r) {
    static const char *const keys[] = {"ply", NULL};
    int ply = -1;
    cn_session *s = cn_body_only(r, keys) && cn_body_int(r, "ply", 0, CN_PLIES_MAX, &ply)
                        ? cn_session_of(r)
                        : NULL;
    if (!s) return;
    if (ply < 0 || ply > s->history.length) {
        cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`ply`: expected a number from 0 to %d",
                        s->history.length);
        cn_lock_leave(&s->lock);
        return;
    }
    cn_session_jump(s, ply);
    moved(r, s);
}

void cn_route_players(cn_request *r) {
    static const char *const keys[] = {"players", NULL};
    cn_session *s = cn_body_only(r, keys) ? cn_session_of(r) : NULL;
    if (!s) return;
    cn_record_info info = s->info;
    if (!cn_source_players(r, s->game, &info)) {
        cn_lock_leave(&s->lock);
        return;
    }
    s->info = info;
    changed(r, s);
}

void cn_route_swap(cn_request *r) {
    static const char *const keys[] = {NULL};
    cn_session *s = cn_body_only(r, keys) ? cn_session_of(r) : NULL;
    if (!s) return;
    char first[sizeof s->info.player[0]];
    memcpy(first, s->info.player[0], sizeof first);
    memcpy(s->info.player[0], s->info.player[1], sizeof first);
    memcpy(s->info.player[1], first, sizeof first);
    changed(r, s);
}

/* Another game in the same session, with the same players. */
static void begin_again(cn_request *r, const char *const *keys) {
    cn_session *s = cn_body_only(r, keys) ? cn_session_of(r) : NULL;
    if (!s) return;
    cn_value values[CN_OPTIONS_MAX];
    cn_record_info ignored = {0};
    cn_history history;
    memcpy(values, s->values, sizeof values);
    if (!cn_source_options(r, s->game, values) ||
        !cn_source_game(r, s->game, values, &history, &ignored)) {
        cn_lock_leave(&s->lock);
        return;
    }
    cn_job_stop(s, CN_SLOT_REVIEW, true);
    cn_session_begin(s, &history, values);
    moved(r, s);
}

void cn_route_setup(cn_request *r) {
    static const char *const keys[] = {"position", "cells", "turn", "options", NULL};
    if (!json_object_get(r->body, "position") && !json_object_get(r->body, "cells")) {
        cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "expected a `position`, or `cells` and `turn`");
        return;
    }
    begin_again(r, keys);
}

void cn_route_new(cn_request *r) {
    static const char *const keys[] = {"options", NULL};
    begin_again(r, keys);
}

/* ---- records ---- */

void cn_route_record(cn_request *r) {
    const char *name = cn_request_query(r, "format");
    cn_session *s = cn_session_of(r);
    if (!s) return;
    char file[64];
    cn_record_format format;
    cn_error error;
    char *text = NULL;
    size_t size = 0;
    if (name && strcmp(name, "sgf") != 0 && strcmp(name, "ggf") != 0 && strcmp(name, "txt") != 0) {
        cn_lock_leave(&s->lock);
        cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`format`: expected sgf, ggf or txt");
        return;
    }
    if (!name) name = s->game->sgf > 0 ? "sgf" : "txt";
    snprintf(file, sizeof file, "%.40s.%s", s->game->name, name);
    cn_status status = cn_write_format(s->game, file, &format, &error);
    if (status == CN_OK) {
        FILE *out = open_memstream(&text, &size);
        status = out ? cn_write_game(out, &s->history, s->values, &s->info, format, &error)
                     : cn_fail(&error, CN_NO_MEMORY, "no memory for a record");
        if (out && fclose(out) != 0) status = cn_fail(&error, CN_NO_MEMORY, "no memory");
    }
    cn_lock_leave(&s->lock);
    if (status == CN_OK) {
        cn_answer_file(r, "text/plain; charset=utf-8", file, text, size);
    } else {
        free(text);
        cn_answer_failure(r, status, &error);
    }
}
