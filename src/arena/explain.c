/* Makes a tree to draw of the log of a watched search (search/log.h). An alpha-beta search logs its
 * nodes one by one; a Monte Carlo search logs its iterations ("walks"), each a list of choices, and
 * the tree is the union of the children those choices name. Texts of moves are made by playing the
 * moves from the root again, since a move is written in the position before it. */
#include "arena/explain.h"

#include "arena/json.h"

#include <math.h>
#include <stdlib.h>

/* ---- the agent ---- */

/* Gives an option a value, if the agent has it and the user has not named it. */
static cn_status prefer(cn_spec *spec, const char *name, const char *value, cn_error *error) {
    const bool free = cn_spec_get(spec, name) && !cn_spec_names(spec, name);
    return free ? cn_spec_set(spec, name, value, error) : CN_OK;
}

cn_status cn_explain_spec(const cn_game *game, const char *agent, cn_spec *spec, cn_error *error) {
    CN_TRY(cn_spec_parse(game, agent, spec, error));
    CN_TRY(prefer(spec, "depth", "3", error));
    return prefer(spec, "iterations", "40", error);
}

/* What a watched search must be, unless the agent says otherwise and will be refused. */
static cn_status make_plain(cn_spec *spec, cn_error *error) {
    static const char *const plain[][2] = {
        {"expert", "off"}, {"strategy", "none"}, {"reuse", "off"}, {"time", "0"}, {"hash", "4"}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        CN_TRY(prefer(spec, plain[i][0], plain[i][1], error));
    }
    return CN_OK;
}

/* ---- words ---- */

const cn_reason cn_reasons[] = {
    [CN_WHY_OPEN] = {"open", "not finished"},   [CN_WHY_SEARCHED] = {"searched", "searched"},
    [CN_WHY_CUT] = {"cut", "cut off"},          [CN_WHY_TABLE] = {"table", "known from the table"},
    [CN_WHY_FORCED] = {"forced", "forced win"}, [CN_WHY_ENDED] = {"ended", "game over"},
    [CN_WHY_LEAF] = {"leaf", "heuristic"},
};

/* The state at a node, by the moves that lead there. */
static void replay(const cn_explanation *e, int at, void *state) {
    if (at < 0 || e->nodes[at].parent < 0) {
        cn_state_copy(e->position->rules, state, e->position->state);
        return;
    }
    replay(e, e->nodes[at].parent, state);
    e->position->rules->play(state, e->nodes[at].code);
}

/* The text of a move made at a node; `at` -1: the root. */
static void move_text(const cn_explanation *e, int at, cn_move move, char text[CN_MOVE_TEXT]) {
    _Alignas(16) unsigned char state[CN_STATE_MAX];
    text[0] = '\0';
    if (move == CN_MOVE_NONE) return;
    replay(e, at, state);
    e->position->game->print_move(state, move, text);
}

/* ---- minimax and alpha-beta ---- */

/* An end of a window as text, in the view of the root's player. */
static void bound_text(const cn_explanation *e, int value, int ply, char text[CN_SCORE_TEXT]) {
    if (value <= -CN_INFINITY || value >= CN_INFINITY) {
        snprintf(text, CN_SCORE_TEXT, value < 0 ? "-inf" : "+inf");
        return;
    }
    const cn_log_node n = {
        .value = value, .bound = CN_BOUND_EXACT, .guessed = true, .ply = (int16_t)ply};
    cn_score_text(e->position->game, cn_log_score(e->log, &n), text);
}

/* Fills the drawable node of a logged alpha-beta node: move, value, window, moves that were cut
 * off. */
static void describe(const cn_explanation *e, int i) {
    const cn_log_node *n = &e->log->nodes[i];
    cn_explained *x = &e->nodes[i];
    *x = (cn_explained){.parent = n->parent, .ply = n->ply, .log = i, .code = n->move};
    move_text(e, n->parent, n->move, x->move);
    if (n->parent < 0) snprintf(x->move, sizeof x->move, "root");
    cn_score score = cn_log_score(e->log, n);
    if (n->why == CN_WHY_ENDED) score.plies = -1; /* "loss", not "loss in 0" */
    if (n->bound) cn_score_text(e->position->game, score, x->value);
    const bool inner = n->why != CN_WHY_LEAF && n->why != CN_WHY_ENDED;
    if (inner && (n->alpha > -CN_INFINITY || n->beta < CN_INFINITY)) {
        char alpha[CN_SCORE_TEXT], beta[CN_SCORE_TEXT];
        bound_text(e, n->alpha, n->ply, alpha);
        bound_text(e, n->beta, n->ply, beta);
        snprintf(x->window, sizeof x->window, "%s … %s", alpha, beta);
    }
    size_t used = 0;
    for (int k = 0; k < n->left_count; k++) {
        char move[CN_MOVE_TEXT];
        move_text(e, i, e->log->left[n->left + k], move);
        if (used + strlen(move) + 6 >= sizeof x->left) {
            snprintf(x->left + used, sizeof x->left - used, " …");
            break;
        }
        used += (size_t)snprintf(x->left + used, sizeof x->left - used, "%s%s", k ? " " : "", move);
    }
}

/* ---- Monte Carlo ---- */

/* Every node that was made, children of a node side by side, as the choices name them. */
static void add_choice(cn_explanation *e, int *place, const cn_log_choice *choice) {
    const int parent = place[choice->node];
    for (int k = 0; k < choice->count; k++) {
        const uint32_t id = choice->first_child + (uint32_t)k;
        const cn_log_term *term = &e->log->terms[choice->term + k];
        if (place[id] < 0) {
            place[id] = e->count++;
            e->nodes[place[id]] = (cn_explained){
                .parent = parent, .ply = e->nodes[parent].ply + 1, .log = -1, .code = term->move};
        }
        e->nodes[place[id]].visits = term->visits + (k == choice->chosen);
    }
    e->nodes[parent].visits = choice->visits + 1;
}

/* Room for the nodes of all trees; false if memory ran out. */
static bool make_places(cn_explanation *e) {
    uint32_t most = 1; /* the greatest number in use, and one */
    const cn_log *log = e->log;
    for (int c = 0; c < log->choice_count; c++) {
        const uint32_t end = log->choices[c].first_child + (uint32_t)log->choices[c].count;
        if (end > most) most = end;
    }
    e->trees = 1;
    for (int i = 0; i < log->walk_count; i++) {
        if (log->walks[i].tree >= e->trees) e->trees = log->walks[i].tree + 1;
    }
    e->nodes = calloc((size_t)e->trees + (size_t)log->term_count, sizeof *e->nodes);
    for (int t = 0; t < e->trees; t++) {
        e->place[t] = malloc(most * sizeof *e->place[t]);
        if (!e->place[t] || !e->nodes) return false;
        for (uint32_t i = 0; i < most; i++) e->place[t][i] = -1;
        e->place[t][0] = t;
        e->nodes[t] = (cn_explained){.parent = -1, .log = -1, .move = "root"};
    }
    e->count = e->trees;
    return true;
}

/* Makes the nodes of all Monte Carlo trees, walk by walk in the order they were made. */
static bool collect_trees(cn_explanation *e) {
    const cn_log *log = e->log;
    if (!make_places(e)) return false;
    for (int i = 0; i < log->walk_count; i++) {
        const cn_log_walk *w = &log->walks[i];
        for (int c = 0; c < w->count; c++) {
            add_choice(e, e->place[w->tree], &log->choices[w->choice + c]);
        }
    }
    for (int i = e->trees; i < e->count; i++) {
        move_text(e, e->nodes[i].parent, e->nodes[i].code, e->nodes[i].move);
    }
    return true;
}

/* Marks the last child of each node, for the lines of a drawn tree. */
static void mark_last(cn_explanation *e) {
    int *newest = malloc((size_t)(e->count + 1) * sizeof *newest);
    for (int i = 0; newest && i <= e->count; i++) newest[i] = -1;
    for (int i = 0; newest && i < e->count; i++) newest[e->nodes[i].parent + 1] = i;
    for (int i = 0; newest && i <= e->count; i++) {
        if (newest[i] >= 0) e->nodes[newest[i]].last = true;
    }
    free(newest);
}

cn_status cn_explain_open(const cn_spec *spec, cn_log *log, cn_search **search, cn_error *error) {
    cn_spec plain = *spec;
    CN_TRY(make_plain(&plain, error));
    CN_TRY(cn_search_make(&plain, search, error));
    cn_status status = cn_search_log(*search, log, error);
    if (status != CN_OK) cn_search_free(*search);
    return status;
}

cn_status cn_explain_make(const cn_position *position, cn_log *log, cn_explanation *e,
                          cn_error *error) {
    *e = (cn_explanation){.position = position, .log = log};
    e->monte_carlo = log->count == 0;
    e->workers = log->workers;
    e->since = log->count ? log->nodes[0].enter_ns : log->walk_count ? log->walks[0].select_ns : 0;
    bool made;
    if (e->monte_carlo) {
        made = collect_trees(e);
    } else {
        e->nodes = calloc((size_t)log->count, sizeof *e->nodes);
        made = e->nodes && cn_log_sort(log);
        e->count = made ? log->count : 0;
        for (int i = 0; i < e->count; i++) describe(e, i);
    }
    if (log->failed || !made) {
        cn_explanation_free(e);
        return cn_fail(error, CN_NO_MEMORY, "no memory to explain a search");
    }
    mark_last(e);
    return CN_OK;
}

void cn_explanation_free(cn_explanation *e) {
    for (int t = 0; t < e->trees; t++) free(e->place[t]);
    free(e->nodes);
    e->nodes = NULL;
    e->trees = 0;
}

/* ---- JSON ---- */

#define TOTAL(key, member) CN_JSON_FIELD(cn_log_totals, 'I', key, member)
static const cn_json_field total_fields[] = {
    TOTAL("nodes", nodes),      TOTAL("cuts", cuts),
    TOTAL("table", table_hits), TOTAL("forced", forced),
    TOTAL("leaves", leaves),    TOTAL("again", again),
    TOTAL("saved", saved),      {NULL, 0, 0},
};

static json_t *limit_json(int value) {
    return value <= -CN_INFINITY || value >= CN_INFINITY ? json_null() : json_integer(value);
}

/* Of a search by several workers: who, from when to when, in microseconds. */
static void set_times(json_t *json, const cn_explanation *e, int worker, uint64_t from,
                      uint64_t to) {
    json_object_set_new(json, "worker", json_integer(worker));
    json_object_set_new(json, "from", json_real(((double)from - (double)e->since) * 1e-3));
    if (to) json_object_set_new(json, "to", json_real(((double)to - (double)e->since) * 1e-3));
}

/* One node of an alpha-beta search. */
static json_t *node_json(const cn_explanation *e, const cn_explained *x) {
    const cn_log_node *n = &e->log->nodes[x->log];
    char best[CN_MOVE_TEXT];
    move_text(e, x->log, n->best, best);
    json_t *json =
        json_pack("{s:i, s:s, s:s, s:i, s:o, s:o, s:o, s:s, s:s, s:i, s:i, s:s*, s:s*, s:o*, s:o*}",
                  "parent", x->parent, "move", x->move, "side", n->max ? "max" : "min", "depth",
                  n->depth, "alpha", limit_json(n->alpha), "beta", limit_json(n->beta), "value",
                  n->bound ? json_integer(n->value) : json_null(), "text", x->value, "why",
                  cn_reasons[n->why].name, "enter", n->enter, "leave", n->leave, "window",
                  *x->window ? x->window : NULL, "best", *best ? best : NULL, "again",
                  n->again ? json_true() : NULL, "saved",
                  n->saved ? json_integer((json_int_t)n->saved) : NULL);
    if (e->workers > 1) set_times(json, e, n->worker, n->enter_ns, n->leave_ns);
    if (n->left_count == 0) return json;
    json_t *left = json_array();
    for (int k = 0; k < n->left_count; k++) {
        char move[CN_MOVE_TEXT];
        move_text(e, x->log, e->log->left[n->left + k], move);
        json_array_append_new(left, json_string(move));
    }
    json_object_set_new(json, "left", left);
    return json;
}

/* Four digits are enough for a drawing; terms that are infinite become null. */
static json_t *real(float value) {
    return isfinite(value) && fabsf(value) < 1e9f ? json_real(round(value * 1e4) / 1e4)
                                                  : json_null();
}

/* One choice of a walk: the children with the terms they were chosen by. */
static json_t *choice_json(const cn_explanation *e, const int *place, const cn_log_choice *c) {
    const cn_log *log = e->log;
    json_t *children = json_array();
    for (int k = 0; k < c->count; k++) {
        const cn_log_term *t = &log->terms[c->term + k];
        json_array_append_new(children,
                              json_pack("[I, o, o, o, i]", (json_int_t)t->visits, real(t->mean),
                                        real(t->explore), real(t->total), t->outcome));
    }
    return json_pack("{s:i, s:I, s:s, s:i, s:i, s:o}", "node", place[c->node], "visits",
                     (json_int_t)c->visits, "side", c->max ? "max" : "min", "first",
                     place[c->first_child], "chosen", c->chosen, "children", children);
}

/* All iterations of a Monte Carlo search. */
static json_t *walks_json(const cn_explanation *e) {
    const cn_log *log = e->log;
    json_t *walks = json_array();
    for (int i = 0; i < log->walk_count; i++) {
        const cn_log_walk *w = &log->walks[i];
        json_t *choices = json_array();
        for (int c = 0; c < w->count; c++) {
            json_array_append_new(choices,
                                  choice_json(e, e->place[w->tree], &log->choices[w->choice + c]));
        }
        json_t *walk =
            json_pack("{s:o, s:i, s:b, s:b, s:i, s:f, s:i, s:i}", "choices", choices, "end",
                      e->place[w->tree][w->end], "grown", w->grown, "exact", w->exact, "playouts",
                      w->playouts, "reward", w->reward, "select", w->select, "back_up", w->back_up);
        if (e->workers > 1) {
            set_times(walk, e, w->worker, w->select_ns, w->back_up_ns);
            json_object_set_new(walk, "tree", json_integer(w->tree));
        }
        json_array_append_new(walks, walk);
    }
    return walks;
}

json_t *cn_explain_json(const cn_explanation *e, const char *agent, const cn_result *result) {
    static const char *const kinds[] = {"tree", "monte-carlo"};
    const cn_position *p = e->position;
    const cn_log_totals t = cn_log_sum(e->log);
    char best[CN_MOVE_TEXT] = "", text[CN_TEXT_MAX];
    cn_position_text(p, text, sizeof text);
    if (result->best != CN_MOVE_NONE) p->game->print_move(p->state, result->best, best);
    json_t *nodes = json_array();
    for (int i = 0; i < e->count; i++) {
        const cn_explained *x = &e->nodes[i];
        json_array_append_new(
            nodes, x->log >= 0 ? node_json(e, x)
                               : json_pack("{s:i, s:s}", "parent", x->parent, "move", x->move));
    }
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:b, s:b, s:i, s:i, s:o}", "game",
                  p->game->name, "position", text, "agent", agent, "kind", kinds[e->monte_carlo],
                  "maximiser", p->game->player[p->rules->turn(p->state)], "best", best, "score",
                  cn_score_pack(p->game, result->score), "complete", result->complete, "full",
                  e->log->full, "steps", e->log->steps, "workers", e->workers, "nodes", nodes);
    if (e->monte_carlo) {
        json_object_set_new(json, "iterations", walks_json(e));
    } else {
        json_object_set_new(json, "totals", cn_json_pack_struct(total_fields, &t));
    }
    return json;
}
