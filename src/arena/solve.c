/* Solves a position by the search that the caller brings: first the position, then its other moves,
 * the cheapest questions first. How much may be spent on the other moves is counted in nodes, in
 * proportion to the proof of the position, so that the answer does not depend on the machine. */
#include "arena/solve.h"

#include "core/clock.h"
#include "engine/scratch.h"

#include <stdio.h>

/* Positions to look at for the moves beside the best, on top of four times those of the proof; and
 * in a game that lists only the moves worth searching, since it has too many to settle all. */
enum { SPARE = 20000000, SPARE_FOR_MANY = 200000 };

/* A proof under way. */
typedef struct proof {
    cn_search *search;
    const cn_solve_request *request;
    double start;
    uint64_t most;    /* nodes in all, once the position is proven; 0: any number */
    cn_result result; /* of the search at hand */
} proof;

bool cn_solve_keeps(const cn_solution *s, const cn_solved_move *move) {
    return s->score.proven && move->score.kind == s->score.kind &&
           move->score.value == s->score.value;
}

/* The expert that `pvs` asks here, or NULL. */
static const cn_expert *expert_of(const cn_position *p) {
    const cn_expert *e = p->experts;
    while (e && e->name && !e->serves(p->state)) e++;
    return e && e->name ? e : NULL;
}

/* Whether an expert sees to the end of the game from here and leaves nothing out. For points a bad
 * move may take far longer than the best. */
static bool proves_all(const cn_position *p) {
    const cn_expert *e = expert_of(p);
    return e && e->own_table && !e->selective && !e->points;
}

void cn_solve_spec(const cn_position *p, int hash_mb, int threads, bool outcome,
                   char spec[CN_SOLVE_SPEC]) {
    const cn_expert *e = expert_of(p);
    snprintf(spec, CN_SOLVE_SPEC, "pvs:hash=%d,threads=%d,strategy=%s,score=%s%s%s", hash_mb,
             threads, threads > 1 ? "ybw" : "none",
             outcome           ? "off"
             : p->rules->score ? "on"
                               : "auto",
             e && e->selective ? ",expert=off,forced=2000" : "",
             /* It sorts moves by what was learned; and a bound would not settle a move. */
             e && e->points ? ",eval=auto,wins-first=off" : "");
}

/* False if time is up or the user has had enough. */
static bool limits_left(const proof *j, cn_limits *limits) {
    *limits = (cn_limits){.infinite = true};
    if (j->request->halt && j->request->halt(j->request->user)) return false;
    if (j->request->seconds == 0) return true;
    limits->seconds = j->request->seconds - (cn_clock_seconds() - j->start);
    return limits->seconds > 0.001;
}

/* The score of a game that `player` ended by a move in `before`, in their view. */
static cn_score ended_score(const cn_position *before, const cn_position *p, cn_outcome outcome,
                            int player, bool points) {
    const int won = outcome == CN_DRAW ? 0 : outcome == cn_win_of(player) ? 1 : -1;
    if (!points) {
        cn_score score = cn_score_outcome(won, 1);
        const cn_rules *rules = before->rules;
        if (rules->ending) score.disc = rules->ending(before->state, won ? 1 : -1, &score.margin);
        if (won < 0) score.margin = -score.margin;
        return score;
    }
    const double margin = (double)p->rules->score(p->state) / p->game->score_unit;
    return (cn_score){.kind = CN_SCORE_POINTS,
                      .proven = true,
                      .plies = 1,
                      .value = player == 0 ? margin : -margin};
}

/* Tries to prove a move by a search of at most `share` nodes, if nodes are counted. */
static cn_status solve_move(proof *j, const cn_position *p, cn_solved_move *m, uint64_t share,
                            cn_solution *s, cn_error *error) {
    const int player = p->rules->turn(p->state);
    cn_scratch scratch;
    cn_position *child = cn_scratch_copy(&scratch, p);
    child->rules->play(child->state, m->move);
    const cn_outcome outcome = child->rules->over(child->state);
    if (outcome != CN_ONGOING) {
        m->score = ended_score(p, child, outcome, player, s->score.kind == CN_SCORE_POINTS);
        m->line_length = 1;
        m->line[0] = m->move;
        return CN_OK;
    }
    cn_limits limits;
    if (!limits_left(j, &limits)) return CN_OK;
    if (j->most) limits.nodes = share < j->most - s->nodes ? share : j->most - s->nodes;
    const cn_result *r = &j->result;
    CN_TRY(cn_search_run(j->search, child, &limits, j->request->progress, j->request->user,
                         &j->result, error));
    s->nodes += r->nodes;
    if (r->score.proven) {
        m->score = cn_score_one_ply_earlier(r->score);
        if (child->rules->turn(child->state) != player) m->score = cn_score_negate(m->score);
        const int below = r->line_length;
        m->line_length = 1 + (below < CN_RESULT_LINE ? below : CN_RESULT_LINE - 1);
        m->line[0] = m->move;
        memcpy(m->line + 1, r->line, (size_t)(m->line_length - 1) * sizeof *m->line);
    }
    return CN_OK;
}

/* The position itself; its best move has the same score and line. */
static cn_status solve_root(proof *j, const cn_position *p, cn_solution *s, cn_error *error) {
    cn_limits limits;
    limits_left(j, &limits);
    const cn_result *r = &j->result;
    CN_TRY(cn_search_run(j->search, p, &limits, j->request->progress, j->request->user, &j->result,
                         error));
    s->score = r->score;
    s->depth = r->depth;
    s->nodes = r->nodes;
    s->line_length = r->line_length;
    memcpy(s->line, r->line, sizeof s->line);
    s->count = r->count;
    for (int i = 0; i < r->count; i++) {
        cn_solved_move *m = &s->moves[i];
        *m = (cn_solved_move){.move = r->moves[i].move};
        if (!r->score.proven || m->move != r->best) continue;
        m->score = r->score;
        m->line_length = r->line_length;
        memcpy(m->line, r->line, sizeof m->line);
    }
    return CN_OK;
}

/* Whether more nodes may be spent. */
static bool spare(const proof *j, const cn_solution *s) {
    return j->most == 0 || s->nodes < j->most;
}

/* The moves beside the best, the cheapest questions first: each gets a few nodes, those that are
 * still open four times as many, and so on until all are proven or there is nothing left to spend.
 */
static cn_status solve_others(proof *j, const cn_position *p, cn_solution *s, cn_error *error) {
    cn_limits unused;
    j->most = proves_all(p) ? 0 : 5 * s->nodes + (p->rules->legal ? SPARE_FOR_MANY : SPARE);
    int open = 1;
    for (uint64_t share = 4096; open && limits_left(j, &unused); share *= 4) {
        open = 0;
        for (int i = 0; i < s->count && spare(j, s); i++) {
            if (s->moves[i].score.proven) continue;
            CN_TRY(solve_move(j, p, &s->moves[i], share, s, error));
            open += !s->moves[i].score.proven;
        }
        if (!spare(j, s)) break;
    }
    return CN_OK;
}

cn_status cn_solve(cn_search *search, const cn_position *p, const cn_solve_request *request,
                   cn_solution *s, cn_error *error) {
    *s = (cn_solution){0};
    proof j = {.search = search, .request = request, .start = cn_clock_seconds()};
    cn_status status = solve_root(&j, p, s, error);
    if (status == CN_OK && s->score.proven) status = solve_others(&j, p, s, error);
    s->seconds = cn_clock_seconds() - j.start;
    return status;
}
