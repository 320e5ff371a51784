/* Requests about sessions: made, looked at, changed, forgotten; the records of their games. Each
 * that changes a session answers with its new state, and stops a search whose position it changed.
 */
#include "arena/write.h"
#include "web/operation.h"
#include "web/routes.h"
#include "web/source.h"

#include <stdlib.h>

/* ---- making and forgetting ---- */

/* A record may name people instead of agents: their names are kept for show, and the visitor plays
 * for them. */
static void take_names(const cn_web *web, const cn_game *game, cn_record_info *info,
                       char names[2][CN_SPEC_MAX]) {
    for (int i = 0; i < 2; i++) {
        char *player = info->player[i];
        cn_allowed allowed;
        names[i][0] = '\0';
        if (strcmp(player, "human") == 0 || cn_allow(web, game, player, &allowed, NULL) == CN_OK) {
            continue;
        }
        memcpy(names[i], player, CN_SPEC_MAX);
        snprintf(player, sizeof info->player[i], "human");
    }
}

/* POST /api/sessions: a new session with a game from the body. */
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

/* GET /api/sessions/ID: the state of the game. */
bool cn_route_session(cn_request *r, cn_session *s) {
    return cn_answer_json(r, MHD_HTTP_OK, cn_session_json(s));
}

/* Forgetting takes the lock of the session itself, so this is no route of a session. */
bool cn_route_session_delete(cn_request *r) {
    cn_session *s = cn_session_of(r);
    if (!s) return false;
    cn_lock_leave(&s->lock);
    cn_session_forget(s);
    r->status = MHD_HTTP_NO_CONTENT;
    r->response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    return true;
}

/* For cn_hub_answer. */
static void release(void *owner) {
    cn_session_release(owner);
}

/* GET /api/sessions/ID/events: a stream of all that happens in the session. It holds the session.
 */
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
    cn_op_stop(s, CN_SLOT_SEARCH, true);
    s->op[CN_SLOT_SEARCH] = NULL; /* it is on its way out */
    return changed(r, s);
}

/* Reads the move that the body names. False after an answer. */
static bool read_move(cn_request *r, const cn_position *p, cn_move *move) {
    const char *text = NULL, *end;
    if (!cn_body_text(r, "move", &text)) return false;
    CN_ANSWER_IF(p->rules->over(p->state) != CN_ONGOING, r, MHD_HTTP_CONFLICT, "the game is over");
    if (!text) return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "expected a `move`");
    if (!cn_answer_check(r, cn_position_read_move(p, text, move, &end, &r->error))) return false;
    return !end[strspn(end, " \t\r\n")] ||
           cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "expected one move, not `%.40s` after it", end);
}

/* POST /api/sessions/ID/move: plays a visitor's move. */
bool cn_route_move(cn_request *r, cn_session *s) {
    cn_move move = CN_MOVE_NONE;
    return read_move(r, &s->history.now, &move) &&
           cn_answer_check(r, cn_session_play(s, move, 0, &r->error)) && moved(r, s);
}

/* Which stones are dead at the end of the game. */
bool cn_route_dead(cn_request *r, cn_session *s) {
    int cell = -1;
    if (!cn_body_int(r, "cell", 0, CN_BOARD_MAX * CN_BOARD_MAX - 1, &cell)) return false;
    if (cell < 0) return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "expected a `cell`");
    return cn_answer_check(r, cn_session_dead(s, cell, &r->error)) && changed(r, s);
}

/* POST /api/sessions/ID/jump: goes back or on to a ply of the game. */
bool cn_route_jump(cn_request *r, cn_session *s) {
    int ply = -1;
    if (!cn_body_int(r, "ply", 0, CN_PLIES_MAX, &ply)) return false;
    CN_ANSWER_IF(ply < 0 || ply > s->history.length, r, MHD_HTTP_BAD_REQUEST,
                 "`ply`: expected a number from 0 to %d", s->history.length);
    cn_session_jump(s, ply);
    return moved(r, s);
}

/* POST /api/sessions/ID/players: who plays from now on. */
bool cn_route_players(cn_request *r, cn_session *s) {
    cn_record_info info = s->info;
    if (!cn_source_players(r, s->game, &info)) return false;
    s->info = info;
    for (int i = 0; i < 2; i++) {
        if (strcmp(info.player[i], "human") != 0) s->names[i][0] = '\0';
    }
    return changed(r, s);
}

/* Another game in the same session, with the same players; from a position, if the body has one. */
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
    cn_op_stop(s, CN_SLOT_REVIEW, true);
    cn_session_begin(s, &history, values);
    return moved(r, s);
}

/* ---- records ---- */

/* GET /api/sessions/ID/record: the game as a file, with the names of people where a record had
 * them. */
bool cn_route_record(cn_request *r, cn_session *s) {
    const char *name = cn_request_query(r, "format");
    char file[64];
    cn_record_format format;
    CN_ANSWER_IF(name && strcmp(name, "sgf") != 0 && strcmp(name, "ggf") != 0 &&
                     strcmp(name, "txt") != 0,
                 r, MHD_HTTP_BAD_REQUEST, "`format`: expected sgf, ggf or txt");
    if (!name) name = s->game->sgf > 0 ? "sgf" : "txt";
    snprintf(file, sizeof file, "%.40s.%s", s->game->name, name);
    cn_status status = cn_write_format(s->game, file, &format, &r->error);
    cn_record_info info = s->info;
    for (int i = 0; i < 2; i++) {
        if (*s->names[i]) memcpy(info.player[i], s->names[i], sizeof s->names[i]);
    }
    FILE *out = cn_answer_stream(r, &status);
    if (out) cn_write_game(out, &s->history, s->values, &info, format);
    return cn_answer_file(r, status, "text/plain; charset=utf-8", file);
}
