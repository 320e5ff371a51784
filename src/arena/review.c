#include "arena/review.h"

#include <math.h>
#include <stdlib.h>

static const double marks[] = {0, 0.10, 0.20, 0.30};

cn_mark cn_review_mark(double loss) {
    cn_mark mark = CN_MARK_NONE;
    /* A share of a million keeps 0.3 apart from what binary fractions make of it. */
    while (mark < CN_MARK_BLUNDER && loss >= marks[mark + 1] - 1e-6) mark++;
    return mark;
}

const char *cn_mark_text(cn_mark mark) {
    static const char *const texts[] = {"", "?!", "?", "??"};
    return texts[mark];
}

/* ---- the move played ---- */

static cn_status value_played(cn_search *search, const cn_limits *limits, const cn_position *p,
                              cn_move move, int depth, cn_result *result, cn_score *score,
                              cn_error *error) {
    cn_position after;
    cn_status status = cn_position_copy(p, &after, error);
    if (status != CN_OK) return status;
    const int player = p->rules->turn(p->state);
    after.rules->play(after.state, move);
    const cn_outcome outcome = after.rules->over(after.state);
    if (outcome != CN_ONGOING) {
        const int won = outcome == CN_DRAW ? 0 : outcome == cn_win_of(player) ? 1 : -1;
        *score = cn_score_outcome(won, 1);
    } else {
        cn_limits same = *limits;
        cn_past past;
        if (depth > 1) same.depth = depth - 1;
        if (limits->past) { /* the move is in the list already, see cn_review_move */
            past = *limits->past;
            past.count++;
            same.past = &past;
        }
        status = cn_search_run(search, &after, &same, NULL, NULL, result, error);
        *score = cn_score_one_ply_earlier(result->score);
        if (after.rules->turn(after.state) != player) *score = cn_score_negate(*score);
    }
    cn_position_free(&after);
    return status;
}

cn_status cn_review_move(cn_search *search, const cn_limits *limits, bool (*halt)(void *),
                         void *user, const cn_position *p, cn_move played, cn_verdict *v,
                         cn_error *error) {
    cn_result *r = malloc(sizeof *r);
    if (!r) return cn_fail(error, CN_NO_MEMORY, "no memory for a result");
    *v = (cn_verdict){.player = p->rules->turn(p->state), .played = played};
    cn_status status = cn_search_run(search, p, limits, NULL, NULL, r, error);
    if (status == CN_OK) {
        v->best = r->best;
        v->score = v->best_score = r->score;
        /* Only a tree search has a depth that another can be held to. */
        const int depth = r->iterations == 0 ? r->depth : 0;
        if (played != r->best && !(halt && halt(user))) {
            status = value_played(search, limits, p, played, depth, r, &v->score, error);
        }
    }
    if (status == CN_OK) {
        v->chance = cn_score_chance(p->game, v->score);
        v->loss = fmax(0, cn_score_chance(p->game, v->best_score) - v->chance);
        v->mark = cn_review_mark(v->loss);
    }
    free(r);
    return status;
}

void cn_review_add(cn_review_sum *sum, const cn_verdict *verdict) {
    sum->moves++;
    sum->marks[verdict->mark]++;
    sum->loss += verdict->loss;
}
