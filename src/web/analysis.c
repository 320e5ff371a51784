/* What a search found, as docs/api.md has it: its moves with their lines, and its figures.
 *
 * Moves that the search gave a line of their own come first, in the order of the search; the others
 * follow by their visits or values. */
#include "arena/json.h"
#include "arena/moves.h"
#include "web/operation.h"

#include <stdlib.h>

/* By cn_op_kind and cn_op_status, in their order. */
const char *const cn_op_kind_names[] = {"analysis",  "play",   "hint",   "compare",
                                        "decompose", "review", "explain"};
const char *const cn_op_status_names[] = {"queued", "running", "done", "stopped", "failed"};

/* A line of moves from a position, each with its cell. */
static json_t *line_json(const cn_position *position, const cn_move *moves, int count) {
    json_t *line = json_array();
    cn_walk walk;
    for (cn_walk_begin(&walk, position, moves, count); cn_walk_next(&walk);) {
        json_array_append_new(line, cn_move_json(&walk.position, walk.move));
    }
    return line;
}

/* ---- moves ---- */

/* A move of the position and what the search says about it. */
typedef struct entry {
    const cn_move_info *info;
    const cn_move *line;
    int length;
    int place; /* among the lines; behind all of them where it has none */
    bool monte_carlo;
} entry;

/* Lines first, in their order; then what was searched, the better the earlier. */
static int compare(const void *left, const void *right) {
    const entry *a = left, *b = right;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    const cn_score left_score = a->info->score, right_score = b->info->score;
    if (!left_score.kind != !right_score.kind) return left_score.kind ? -1 : 1;
    if (a->monte_carlo && a->info->visits != b->info->visits) {
        return a->info->visits > b->info->visits ? -1 : 1;
    }
    const int order = cn_score_compare(right_score, left_score);
    if (order != 0) return order;
    return a->info < b->info ? -1 : a->info > b->info; /* the game's order */
}

/* Fills the list, best first; returns its length. */
static int sort_moves(const cn_result *r, entry list[CN_MOVES_MAX]) {
    for (int i = 0; i < r->count; i++) {
        entry *e = &list[i];
        *e = (entry){.info = &r->moves[i], .place = CN_LINES_MAX, .monte_carlo = r->iterations > 0};
        if (r->moves[i].move == r->best) {
            e->line = r->line;
            e->length = r->line_length;
            e->place = 0;
        }
        for (int k = 0; k < r->top_count; k++) {
            if (r->top[k].info.move != r->moves[i].move) continue;
            e->info = &r->top[k].info;
            e->line = r->top[k].moves;
            e->length = r->top[k].length;
            e->place = k;
        }
    }
    qsort(list, (size_t)r->count, sizeof *list, compare);
    return r->count;
}

/* All moves of the position, best first: each with its rank, its share of the effort, its score and
 * its line. */
static json_t *moves_json(const cn_position *p, const cn_result *r) {
    entry list[CN_MOVES_MAX];
    json_t *moves = json_array();
    const bool monte_carlo = r->iterations > 0;
    uint64_t total = 0;
    for (int i = 0; i < r->count; i++) {
        total += monte_carlo ? r->moves[i].visits : r->moves[i].nodes;
    }
    const int count = sort_moves(r, list);
    for (int i = 0; i < count; i++) {
        const cn_move_info *info = list[i].info;
        const uint64_t part = monte_carlo ? info->visits : info->nodes;
        json_t *json = cn_move_json(p, info->move);
        cn_json_add(json,
                    json_pack("{s:i, s:o, s:f, s:o, s:I, s:o}", "rank", i + 1, "visits",
                              monte_carlo ? json_integer((json_int_t)info->visits) : json_null(),
                              "share", total ? (double)part / (double)total : 0, "score",
                              cn_score_pack(p->game, info->score), "nodes", (json_int_t)info->nodes,
                              "line", line_json(p, list[i].line, list[i].length)));
        json_array_append_new(moves, json);
    }
    return moves;
}

/* ---- the whole ---- */

/* The figures of a search that has found something. */
static json_t *found_json(const cn_position *p, const cn_result *r) {
    json_t *trying = json_null(); /* the move that a tree search is at, between two depths */
    if (r->trying_depth > 0) {
        char move[CN_MOVE_TEXT];
        p->game->print_move(p->state, r->trying, move);
        trying = json_pack("{s:i, s:s, s:i, s:i}", "depth", r->trying_depth, "move", move, "number",
                           r->trying_number, "of", r->count);
    }
    json_t *json = cn_move_json(p, r->best);
    json_object_set(json, "best", json_object_get(json, "move"));
    json_object_del(json, "move");
    const double count = (double)(r->iterations ? r->iterations : r->nodes);
    cn_json_add(json, json_pack("{s:o, s:b, s:i, s:I, s:I, s:f, s:f, s:b, s:o, s:o}", "score",
                                cn_score_pack(p->game, r->score), "complete", r->complete, "depth",
                                r->depth, "nodes", (json_int_t)r->nodes, "iterations",
                                (json_int_t)r->iterations, "nodes_per_second",
                                r->seconds > 0 ? count / r->seconds : 0, "seconds", r->seconds,
                                "memory_full", r->memory_full, "line",
                                line_json(p, r->line, r->line_length), "trying", trying));
    return json;
}

/* Before anything is found all keys are there with null, so that the page need not ask for each. */
void cn_result_json(json_t *object, const cn_position *p, const cn_thinker *thinker) {
    const bool found = thinker->found && thinker->result.best != CN_MOVE_NONE;
    cn_json_add(object, found ? found_json(p, &thinker->result)
                              : json_pack("{s:n, s:n, s:n, s:n, s:n, s:n, s:n, s:n, s:n, s:n, s:n, "
                                          "s:n}",
                                          "best", "cell", "score", "complete", "depth", "nodes",
                                          "iterations", "nodes_per_second", "seconds",
                                          "memory_full", "line", "trying"));
    json_object_set_new(object, "threads", json_integer(thinker->threads));
}

json_t *cn_analysis_json(const cn_op *op, const cn_thinker *thinker) {
    const cn_position *p = &op->position;
    json_t *object = json_pack(
        "{s:s, s:s, s:o, s:o, s:i, s:i, s:I, s:o, s:b}", "kind", cn_op_kind_names[op->kind],
        "status", cn_op_status_names[thinker->status], "agent", cn_json_text(thinker->allowed.spec),
        "clamped", cn_allowed_clamped(&thinker->allowed), "ply", op->ply, "turn",
        p->rules->turn(p->state), "revision", (json_int_t)op->revision, "position",
        cn_json_position(p), "tree", thinker->allowed.tree);
    if (!object) return NULL;
    cn_result_json(object, p, thinker);
    json_object_set_new(object, "steady",
                        thinker->found ? cn_score_pack(p->game, cn_thinker_steady(thinker))
                                       : json_null());
    json_object_set_new(object, "moves",
                        thinker->found ? moves_json(p, &thinker->result) : json_array());
    return object;
}
