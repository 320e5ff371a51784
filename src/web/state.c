/* The game of a session: moves, jumps, dead stones at its end; and the state as docs/api.md has it.
 *
 * The state is written anew for every change. It has the board, the legal moves, and the whole game
 * with what is known of every ply, so that the page can draw everything from the latest one. */
#include "arena/drawing.h"
#include "arena/json.h"
#include "arena/moves.h"
#include "web/operation.h"
#include "web/session.h"

#include <canopy/bind.h>
#include <stdlib.h>

/* ---- the game ---- */

void cn_session_begin(cn_session *s, cn_history *history, const cn_value *values) {
    cn_history_free(&s->history);
    s->history = *history;
    *history = (cn_history){0};
    s->game = s->history.start.game;
    memcpy(s->values, values, sizeof s->values);
    s->own_start = cn_history_own_start(&s->history, values);
    s->info.counted = false;
    memset(s->fate, 0, sizeof s->fate);
    if (s->known) memset(s->known, 0, (size_t)s->known_room * sizeof *s->known);
    s->games++;
}

cn_known *cn_session_known(cn_session *s, int ply) {
    if (ply >= s->known_room) {
        const int room = ply + 128;
        cn_known *more = realloc(s->known, (size_t)room * sizeof *more);
        if (!more) return NULL;
        memset(more + s->known_room, 0, (size_t)(room - s->known_room) * sizeof *more);
        s->known = more;
        s->known_room = room;
    }
    return &s->known[ply];
}

/* What is known after a ply, for reading. */
static const cn_known *known_at(const cn_session *s, int ply) {
    static const cn_known nothing = {0};
    return ply < s->known_room ? &s->known[ply] : &nothing;
}

cn_status cn_session_play(cn_session *s, cn_move move, double seconds, cn_error *error) {
    cn_history *h = &s->history;
    CN_FAIL_IF(h->count >= CN_PLIES_MAX, error, CN_BAD_INPUT, "a game has at most %d plies here",
               CN_PLIES_MAX);
    /* The move that is there already keeps what comes after it, and what is known of it. */
    if (h->count < h->length && h->ply[h->count].move == move) {
        cn_history_redo(h);
        return CN_OK;
    }
    CN_TRY(cn_history_play(h, move, seconds, error));
    s->info.counted = false;
    if (h->count < s->known_room) {
        memset(s->known + h->count, 0, (size_t)(s->known_room - h->count) * sizeof *s->known);
    }
    return CN_OK;
}

/* Whether the game is over and its players agree on dead stones. */
static bool is_counting(const cn_session *s) {
    const cn_position *p = &s->history.now;
    return cn_info_counts(s->game) && p->rules->score && p->rules->over(p->state) != CN_ONGOING;
}

/* Proposes which stones are dead, once the game is over. */
static void settle(cn_session *s) {
    cn_ownership o;
    if (s->info.counted || !is_counting(s)) return;
    s->info.counted =
        cn_ownership_settle(&s->history.now, s->values, &o, s->fate, NULL) == CN_OK &&
        cn_ownership_margin(&s->history.now, s->values, s->fate, &s->info.margin, NULL) == CN_OK;
}

cn_status cn_session_dead(cn_session *s, int cell, cn_error *error) {
    cn_board board;
    s->game->draw(s->history.now.state, &board);
    CN_FAIL_IF(!is_counting(s), error, CN_BAD_INPUT,
               "dead stones are for the end of a game of territory");
    CN_FAIL_IF(cell >= board.rows * board.columns || board.cell[cell] == 0, error, CN_BAD_INPUT,
               "`cell`: no stone is there");
    cn_ownership_change(&s->history.now, cell, s->fate);
    return cn_ownership_margin(&s->history.now, s->values, s->fate, &s->info.margin, error);
}

void cn_session_jump(cn_session *s, int ply) {
    cn_history *h = &s->history;
    if (ply < h->count) { /* as cn_history_undo does it, at one stroke */
        memcpy(h->now.state, h->start.state, CN_STATE_MAX);
        h->count = 0;
    }
    while (h->count < ply && cn_history_redo(h)) continue;
}

void cn_session_changed(cn_session *s) {
    double lonely;
    s->revision++;
    if (cn_hub_listeners(&s->hub, &lonely) == 0) return; /* who comes later is told then */
    cn_hub_write(&s->hub, CN_CHANNEL_STATE, "state", cn_session_json(s));
}

/* ---- parts of the state ---- */

json_t *cn_move_json(const cn_position *p, cn_move move) {
    char text[CN_MOVE_TEXT];
    p->game->print_move(p->state, move, text);
    const int cell = p->game->cell_of(p->state, move), from = cn_position_from_of(p, move);
    json_t *json =
        json_pack("{s:s, s:o}", "move", text, "cell", cell < 0 ? json_null() : json_integer(cell));
    if (json && from >= 0) json_object_set_new(json, "from", json_integer(from));
    return json;
}

/* The board as the bindings to other languages have it: its size, cells, labels and note. */
static json_t *board_json(const cn_position *p) {
    char *text = cn_bind_board(p);
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return json;
}

/* The legal moves with their cells. */
static json_t *legal_json(const cn_position *p) {
    cn_move list[CN_MOVES_MAX];
    json_t *legal = json_array();
    const int count = p->rules->moves(p->state, list);
    if (!p->rules->legal || count == 0) {
        for (int i = 0; i < count; i++) json_array_append_new(legal, cn_move_json(p, list[i]));
        return legal;
    }
    for (int move = 0; move < p->rules->move_codes; move++) { /* the list may be a selection */
        if (!p->rules->legal(p->state, (cn_move)move)) continue;
        json_array_append_new(legal, cn_move_json(p, (cn_move)move));
    }
    return legal;
}

/* What is known of a position; null for nothing. */
static json_t *known_json(const cn_game *game, const cn_known *k) {
    if (!k->by) return json_null();
    return json_pack("{s:o, s:i, s:s}", "score", cn_score_pack(game, k->score), "depth", k->depth,
                     "by", k->by);
}

/* What the review says of the move; all is null where it was not reviewed. */
static json_t *review_json(const cn_game *game, const cn_known *k) {
    return json_pack("{s:s?, s:o, s:s?, s:o, s:o}", "mark", k->mark, "loss",
                     k->reviewed ? json_real(k->loss) : json_null(), "best",
                     k->reviewed ? k->best : NULL, "score", cn_score_pack(game, k->played_score),
                     "best_score", cn_score_pack(game, k->best_score));
}

/* Adds all plies with what is known of them. Walks through the game, because a move is written in
 * the position it is made in. */
static void add_history(json_t *state, const cn_session *s) {
    const cn_history *h = &s->history;
    json_t *list = json_array(), *values = json_array(), *last = json_null();
    char *moves = cn_history_text(h);
    cn_walk walk;
    json_array_append_new(values, known_json(s->game, known_at(s, 0)));
    for (cn_walk_begin(&walk, &h->start, h->moves, h->length); cn_walk_next(&walk);) {
        const int i = walk.index;
        const cn_ply *ply = &h->ply[i];
        json_t *one = cn_move_json(&walk.position, ply->move);
        json_object_set_new(one, "ply", json_integer(i + 1));
        json_object_set_new(one, "player", json_integer(ply->player));
        if (i + 1 == h->count) {
            json_decref(last);
            last = json_copy(one);
        }
        json_object_set_new(one, "seconds", cn_json_real(ply->seconds));
        cn_json_add(one, review_json(s->game, known_at(s, i + 1)));
        json_array_append_new(values, known_json(s->game, known_at(s, i + 1)));
        json_array_append_new(list, one);
    }
    json_object_set_new(state, "history", list);
    json_object_set_new(state, "values", values);
    json_object_set_new(state, "last", last);
    json_object_set_new(state, "moves", json_string(moves ? moves : ""));
    free(moves);
}

/* Adds how the game stands or ended; of one that a row won also the cells of that row. */
static void add_result(json_t *state, const cn_session *s) {
    static const char *const words[] = {NULL, "first", "second", "draw"}; /* by cn_outcome */
    const cn_position *p = &s->history.now;
    cn_board board;
    s->game->draw(p->state, &board);
    const bool over = p->rules->over(p->state) != CN_ONGOING, counted = over && s->info.counted;
    const cn_outcome outcome = over ? cn_info_outcome(&s->info, p) : CN_ONGOING;
    char result[128];
    int counts[3] = {0};
    json_t *dead = counted ? json_array() : json_null();
    for (int i = 0; i < board.rows * board.columns; i++) {
        counts[1 + cn_cell_player(board.cell[i])]++;
        if (counted && s->fate[i] == CN_FATE_DEAD) json_array_append_new(dead, json_integer(i));
    }
    cn_info_result(&s->info, p, result, sizeof result);
    const bool won = outcome == CN_FIRST_WINS || outcome == CN_SECOND_WINS;
    int cells[CN_BOARD_MAX * CN_BOARD_MAX];
    const int count = won ? cn_drawing_row(&board, outcome == CN_SECOND_WINS, cells) : 0;
    json_t *row = won ? json_array() : json_null();
    for (int i = 0; i < count; i++) json_array_append_new(row, json_integer(cells[i]));
    cn_json_add(state,
                json_pack("{s:o, s:[i,i], s:b, s:s?, s:o, s:o, s:o, s:o}", "score",
                          !p->rules->score ? json_null()
                          : counted        ? json_real(s->info.margin)
                                           : json_real(cn_info_margin(p)),
                          "counts", counts[1], counts[2], "over", over, "outcome", words[outcome],
                          "winner", won ? json_integer(outcome == CN_SECOND_WINS) : json_null(),
                          "result", cn_json_text(result), "dead", dead, "row", row));
}

json_t *cn_session_json(cn_session *s) {
    const cn_position *p = &s->history.now;
    const cn_history *h = &s->history;
    settle(s);
    json_t *name[2], *options = json_object();
    for (int i = 0; s->game->options[i].name; i++) {
        json_object_set_new(options, s->game->options[i].name, cn_json_text(s->values[i].text));
    }
    for (int i = 0; i < 2; i++) name[i] = *s->names[i] ? cn_json_text(s->names[i]) : json_null();
    json_t *state =
        json_pack("{s:s, s:I, s:s, s:s, s:o, s:[o,o], s:o, s:o, s:i, s:o, s:i, s:i, s:[o,o], s:o}",
                  "id", s->id, "revision", (json_int_t)s->revision, "game", s->game->name, "title",
                  s->game->title, "options", options, "players", cn_json_text(s->info.player[0]),
                  cn_json_text(s->info.player[1]), "position", cn_json_position(p), "board",
                  board_json(p), "turn", p->rules->turn(p->state), "legal", legal_json(p), "ply",
                  h->count, "plies", h->length, "names", name[0], name[1], "start",
                  s->own_start ? cn_json_position(&h->start) : json_null());
    if (!state) return NULL;
    add_history(state, s);
    add_result(state, s);
    json_object_set_new(state, "search", cn_op_json(s->op[CN_SLOT_SEARCH]));
    json_object_set_new(state, "review", cn_op_json(s->op[CN_SLOT_REVIEW]));
    return state;
}
