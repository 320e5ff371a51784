/* What a search found, as docs/api.md has it. */
#include "arena/score_json.h"
#include "web/job.h"

#include <stdlib.h>

const char *cn_job_kind_name(cn_job_kind kind) {
    static const char *const names[] = {"analysis",  "play",   "hint",   "compare",
                                        "decompose", "review", "explain"};
    return names[kind];
}

const char *cn_job_status_name(cn_job_status status) {
    static const char *const names[] = {"queued", "running", "done", "stopped", "failed"};
    return names[status];
}

/* A line of moves from a position, each with its cell. */
static json_t *line_json(const cn_position *position, const cn_move *moves, int count) {
    json_t *line = json_array();
    cn_position p;
    if (count == 0 || cn_position_copy(position, &p, NULL) != CN_OK) return line;
    for (int i = 0; i < count && cn_position_legal(&p, moves[i]); i++) {
        json_array_append_new(line, cn_move_json(&p, moves[i]));
        p.rules->play(p.state, moves[i]);
    }
    cn_position_free(&p);
    return line;
}

/* ---- moves ---- */

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

static json_t *move_json(const cn_position *p, const cn_result *r, const entry *e, int rank,
                         uint64_t total) {
    const cn_move_info *info = e->info;
    const bool monte_carlo = r->iterations > 0;
    const uint64_t part = monte_carlo ? info->visits : info->nodes;
    json_t *json = cn_move_json(p, info->move);
    json_t *more = json_pack("{s:i, s:o, s:f, s:o, s:I, s:o}", "rank", rank, "visits",
                             monte_carlo ? json_integer((json_int_t)info->visits) : json_null(),
                             "share", total ? (double)part / (double)total : 0, "score",
                             cn_score_pack(p->game, info->score), "nodes", (json_int_t)info->nodes,
                             "line", line_json(p, e->line, e->length));
    json_object_update(json, more);
    json_decref(more);
    return json;
}

static json_t *moves_json(const cn_position *p, const cn_result *r) {
    entry list[CN_MOVES_MAX];
    json_t *moves = json_array();
    uint64_t total = 0;
    for (int i = 0; i < r->count; i++) {
        total += r->iterations ? r->moves[i].visits : r->moves[i].nodes;
    }
    const int count = sort_moves(r, list);
    for (int i = 0; i < count; i++) {
        json_array_append_new(moves, move_json(p, r, &list[i], i + 1, total));
    }
    return moves;
}

/* ---- the whole ---- */

static json_t *nothing_json(void) {
    static const char *const keys[] = {"best",    "cell",        "score",      "complete",
                                       "depth",   "nodes",       "iterations", "nodes_per_second",
                                       "seconds", "memory_full", "line",       "trying"};
    json_t *object = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_object_set_new(object, keys[i], json_null());
    }
    return object;
}

/* What a tree search is at between two depths. */
static json_t *trying_json(const cn_position *p, const cn_result *r) {
    if (r->trying_depth == 0) return json_null();
    char move[CN_MOVE_TEXT];
    p->game->print_move(p->state, r->trying, move);
    return json_pack("{s:i, s:s, s:i, s:i}", "depth", r->trying_depth, "move", move, "number",
                     r->trying_number, "of", r->count);
}

static json_t *found_json(const cn_position *p, const cn_result *r) {
    json_t *json = cn_move_json(p, r->best);
    json_object_set(json, "best", json_object_get(json, "move"));
    json_object_del(json, "move");
    const double count = (double)(r->iterations ? r->iterations : r->nodes);
    json_t *more = json_pack(
        "{s:o, s:b, s:i, s:I, s:I, s:f, s:f, s:b, s:o, s:o}", "score",
        cn_score_pack(p->game, r->score), "complete", r->complete, "depth", r->depth, "nodes",
        (json_int_t)r->nodes, "iterations", (json_int_t)r->iterations, "nodes_per_second",
        r->seconds > 0 ? count / r->seconds : 0, "seconds", r->seconds, "memory_full",
        r->memory_full, "line", line_json(p, r->line, r->line_length), "trying", trying_json(p, r));
    json_object_update(json, more);
    json_decref(more);
    return json;
}

void cn_result_json(json_t *object, const cn_position *p, const cn_task *task) {
    const bool found = task->found && task->result.best != CN_MOVE_NONE;
    json_t *more = found ? found_json(p, &task->result) : nothing_json();
    json_object_update(object, more);
    json_decref(more);
    json_object_set_new(object, "threads", json_integer(task->threads));
}

json_t *cn_analysis_json(const cn_job *job, const cn_task *task) {
    char text[CN_TEXT_MAX];
    const cn_position *p = &job->position;
    p->game->print(p->state, text, sizeof text);
    json_t *object =
        json_pack("{s:s, s:s, s:o, s:o, s:i, s:i, s:I, s:o, s:b}", "kind",
                  cn_job_kind_name(job->kind), "status", cn_job_status_name(task->status), "agent",
                  cn_json_text(task->hired.spec), "clamped", cn_hired_clamped(&task->hired), "ply",
                  job->ply, "turn", p->rules->turn(p->state), "revision", (json_int_t)job->revision,
                  "position", cn_json_text(text), "tree", task->hired.tree);
    if (!object) return NULL;
    cn_result_json(object, p, task);
    json_object_set_new(object, "moves", task->found ? moves_json(p, &task->result) : json_array());
    return object;
}
