#include "arena/solve.h"

#include "core/clock.h"

#include <stdlib.h>

/* Positions to look at for the moves beside the best, on top of four times those of the proof. */
static const uint64_t spare_nodes = 20000000;

typedef struct job {
    cn_search *search;
    const cn_solve_request *request;
    double start;
    uint64_t most; /* nodes in all, once the position is proven */
    cn_result *result;
} job;

bool cn_solve_same(int a, int b) {
    return (a > 0) == (b > 0) && (a < 0) == (b < 0);
}

/* False if time is up or the user has had enough. */
static bool limits_left(const job *j, cn_limits *limits) {
    *limits = (cn_limits){.infinite = true};
    if (j->request->halt && j->request->halt()) return false;
    if (j->request->seconds == 0) return true;
    limits->seconds = j->request->seconds - (cn_clock_seconds() - j->start);
    return limits->seconds > 0.001;
}

/* One more ply between the root and the end; the other side's view if the side changed. */
static int step_back(int value, bool same_side) {
    if (!same_side) value = -value;
    return value > CN_EVAL_MAX ? value - 1 : value < -CN_EVAL_MAX ? value + 1 : value;
}

static cn_status solve_move(const job *j, const cn_position *p, cn_position *child,
                            cn_solved_move *m, int moves_left, uint64_t *nodes, cn_error *error) {
    const int player = p->rules->turn(p->state);
    cn_state_copy(p->rules, child->state, p->state);
    child->rules->play(child->state, m->move);
    const cn_outcome outcome = child->rules->over(child->state);
    if (outcome != CN_ONGOING) {
        m->proven = true;
        m->value = outcome == CN_DRAW ? 0 : outcome == cn_win_of(player) ? CN_WIN - 1 : 1 - CN_WIN;
        return CN_OK;
    }
    cn_limits limits;
    if (!limits_left(j, &limits)) return CN_OK;
    limits.seconds /= moves_left;
    limits.nodes = (j->most > *nodes ? j->most - *nodes : 0) / (uint64_t)moves_left + 1;
    const cn_status status = cn_search_run(j->search, child, &limits, j->request->progress,
                                           j->request->user, j->result, error);
    if (status != CN_OK) return status;
    *nodes += j->result->nodes;
    m->proven = j->result->proven;
    if (m->proven) {
        m->value = step_back(j->result->value, child->rules->turn(child->state) == player);
    }
    return CN_OK;
}

static cn_status solve_root(const job *j, const cn_position *p, cn_solution *s, cn_error *error) {
    cn_limits limits;
    limits_left(j, &limits);
    const cn_status status = cn_search_run(j->search, p, &limits, j->request->progress,
                                           j->request->user, j->result, error);
    if (status != CN_OK) return status;
    const cn_result *r = j->result;
    s->proven = r->proven;
    s->value = r->value;
    s->depth = r->depth;
    s->nodes = r->nodes;
    s->line_length = r->line_length;
    memcpy(s->line, r->line, sizeof s->line);
    s->count = r->count;
    for (int i = 0; i < r->count; i++) {
        s->moves[i] = (cn_solved_move){.move = r->moves[i].move};
        if (r->proven && s->moves[i].move == r->best) {
            s->moves[i].proven = true;
            s->moves[i].value = r->value;
        }
    }
    return CN_OK;
}

cn_status cn_solve(cn_search *search, const cn_position *p, const cn_solve_request *request,
                   cn_solution *s, cn_error *error) {
    *s = (cn_solution){0};
    job j = {.search = search,
             .request = request,
             .start = cn_clock_seconds(),
             .result = malloc(sizeof *j.result)};
    cn_position child = {0};
    cn_status status = CN_NO_MEMORY;
    if (!j.result) {
        cn_fail(error, status, "no memory for a result");
    } else {
        status = solve_root(&j, p, s, error);
    }
    if (status == CN_OK && s->proven) {
        status = cn_position_copy(p, &child, error);
        j.most = 5 * s->nodes + spare_nodes;
        for (int i = 0; status == CN_OK && i < s->count; i++) {
            if (s->moves[i].proven) continue;
            status = solve_move(&j, p, &child, &s->moves[i], s->count - i, &s->nodes, error);
        }
        cn_position_free(&child);
    }
    s->seconds = cn_clock_seconds() - j.start;
    free(j.result);
    return status;
}
