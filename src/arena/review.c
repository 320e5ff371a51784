#include "arena/review.h"

#include <math.h>
#include <stdlib.h>

static const double marks[] = {0, 0.10, 0.20, 0.30};

static double chance(const cn_result *r, int value, double mean) {
    if (cn_value_decided(value)) return value > 0;
    if (r->iterations > 0 && mean >= 0 && mean <= 1) return mean;
    return 1 / (1 + exp(-value * (log(3) / 100)));
}

double cn_review_chance(const cn_result *r) {
    return r->proven && !cn_value_decided(r->value) ? 0.5 : chance(r, r->value, r->mean);
}

double cn_review_chance_of(const cn_result *r, const cn_move_info *move) {
    return chance(r, move->value, move->mean);
}

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

void cn_review_value_text(const cn_result *r, char text[32]) {
    if (r->proven && !cn_value_decided(r->value)) {
        snprintf(text, 32, "draw");
    } else if (r->iterations == 0 || cn_value_decided(r->value)) {
        cn_value_text(r->value, text);
    } else if (r->mean >= 0 && r->mean <= 1) {
        snprintf(text, 32, "%.1f %%", 100 * r->mean);
    } else {
        snprintf(text, 32, "%+.2f", r->mean);
    }
}

/* ---- the move played ---- */

/* A result behind a move, as one before it: a ply further away, and for the other side if the side
 * changed. */
static void step_back(cn_result *r, bool same_side) {
    if (!same_side) {
        r->value = -r->value;
        if (r->mean >= 0 && r->mean <= 1) {
            r->mean = 1 - r->mean;
        } else {
            r->mean = -r->mean;
        }
    }
    if (r->value > CN_EVAL_MAX) r->value--;
    if (r->value < -CN_EVAL_MAX) r->value++;
}

static cn_status value_played(cn_search *search, const cn_limits *limits, const cn_position *p,
                              cn_move move, int depth, cn_result *result, cn_error *error) {
    cn_position after;
    cn_status status = cn_position_copy(p, &after, error);
    if (status != CN_OK) return status;
    const int player = p->rules->turn(p->state);
    after.rules->play(after.state, move);
    const cn_outcome outcome = after.rules->over(after.state);
    if (outcome != CN_ONGOING) {
        *result = (cn_result){.proven = true, .mean = 0.5};
        if (outcome != CN_DRAW) {
            result->value = outcome == cn_win_of(player) ? CN_WIN - 1 : 1 - CN_WIN;
        }
    } else {
        cn_limits same = *limits;
        if (depth > 1) same.depth = depth - 1;
        status = cn_search_run(search, &after, &same, NULL, NULL, result, error);
        step_back(result, after.rules->turn(after.state) == player);
    }
    cn_position_free(&after);
    return status;
}

cn_status cn_review_move(cn_search *search, const cn_limits *limits, bool (*halt)(void),
                         const cn_position *p, cn_move played, cn_verdict *v, cn_error *error) {
    cn_result *r = malloc(sizeof *r);
    if (!r) return cn_fail(error, CN_NO_MEMORY, "no memory for a result");
    *v = (cn_verdict){.player = p->rules->turn(p->state), .played = played};
    cn_status status = cn_search_run(search, p, limits, NULL, NULL, r, error);
    if (status == CN_OK) {
        v->best = r->best;
        v->best_value = r->value;
        v->best_chance = cn_review_chance(r);
        cn_review_value_text(r, v->best_text);
        /* Only a tree search has a depth that another can be held to. */
        const int depth = r->iterations == 0 ? r->depth : 0;
        if (played != r->best && !(halt && halt())) {
            status = value_played(search, limits, p, played, depth, r, error);
        }
    }
    if (status == CN_OK) {
        v->value = r->value;
        v->chance = cn_review_chance(r);
        cn_review_value_text(r, v->value_text);
        v->loss = v->best_chance > v->chance ? v->best_chance - v->chance : 0;
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
