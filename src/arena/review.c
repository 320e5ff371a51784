/* Judges a played move by two searches: of the position before it and, unless the move was the best
 * one, of the position after it. Both scores become chances to win for the same player, and the
 * difference is what the move cost. The noise of the two searches is estimated too, and only a loss
 * beyond it gets a mark. */
#include "arena/review.h"

#include "engine/scratch.h"

#include <math.h>
#include <stdlib.h>

static const double marks[] = {0, 0.10, 0.20, 0.30};

enum { CLOSER = 4 }; /* times the work, for a second look */

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

/* ---- what a search says ---- */

/* The last two whole depths. */
typedef struct depths {
    cn_score score, before;
    cn_move best;
    int depth; /* 0: there was none */
} depths;

/* Keeps the last two whole depths, as they are reported. */
static void on_depth(const cn_result *so_far, void *user) {
    depths *d = user;
    if (so_far->iterations > 0 || so_far->depth <= d->depth) return;
    d->before = d->score;
    d->score = so_far->score;
    d->best = so_far->best;
    d->depth = so_far->depth;
}

/* What a search says of a position. */
typedef struct opinion {
    cn_score score; /* in the view of the side to move */
    double chance, noise;
    cn_move best;
    int depth;
    cn_score listed; /* of the move that was asked about, if it is exactly known with the best's */
} opinion;

/* Visits of a move at the root, at least 1. */
static uint64_t visits_of(const cn_result *r, cn_move move) {
    for (int i = 0; i < r->count; i++) {
        if (r->moves[i].move == move && r->moves[i].visits > 0) return r->moves[i].visits;
    }
    return 1;
}

/* Searches a position. Of a search by depths, the chance is the mean of the last two. */
static cn_status ask(cn_search *search, const cn_limits *limits, const cn_position *p, cn_move move,
                     opinion *o, cn_error *error) {
    cn_result result, *r = &result;
    depths d = {.depth = 0};
    const cn_status status = cn_search_run(search, p, limits, on_depth, &d, r, error);
    *o = (opinion){.score = r->score, .best = r->best};
    if (d.depth > 0) *o = (opinion){.score = d.score, .best = d.best, .depth = d.depth};
    o->chance = cn_score_chance(p->game, o->score);
    if (d.depth > 1 && d.score.kind == CN_SCORE_EVAL && d.before.kind == CN_SCORE_EVAL) {
        const double before = cn_score_chance(p->game, d.before);
        o->noise = fabs(o->chance - before) / 2;
        o->chance = (o->chance + before) / 2;
        o->score.value = (d.score.value + d.before.value) / 2;
    } else if (r->iterations > 0 && !r->score.proven) {
        o->noise = 2 * sqrt(o->chance * (1 - o->chance) / (double)visits_of(r, r->best));
    }
    for (int i = 0; i < r->count; i++) {
        const cn_score score = r->moves[i].score;
        const bool exact = score.proven && score.bound == CN_SCORE_EXACT;
        if (r->moves[i].move == move && exact) o->listed = score;
    }
    return status;
}

/* ---- the move played ---- */

/* In the view of who played it. */
static cn_status ask_played(cn_search *search, const cn_limits *limits, const cn_position *p,
                            cn_move move, int depth, opinion *o, cn_error *error) {
    cn_scratch scratch;
    cn_position *after = cn_scratch_copy(&scratch, p);
    const int player = p->rules->turn(p->state);
    after->rules->play(after->state, move);
    const cn_outcome outcome = after->rules->over(after->state);
    if (outcome != CN_ONGOING) {
        const int won = outcome == CN_DRAW ? 0 : outcome == cn_win_of(player) ? 1 : -1;
        *o = (opinion){.score = cn_score_outcome(won, 1)};
        o->chance = cn_score_chance(p->game, o->score);
        return CN_OK;
    }
    cn_limits same = *limits;
    cn_past past;
    if (depth > 1) {
        same.depth = depth - 1;
        same.nodes = 0; /* the depth ends it, or the two could not be compared */
    }
    if (limits->past) { /* the move is in the list already, see cn_review_move */
        past = *limits->past;
        past.count++;
        same.past = &past;
    }
    CN_TRY(ask(search, &same, after, CN_MOVE_NONE, o, error));
    o->score = cn_score_one_ply_earlier(o->score);
    if (after->rules->turn(after->state) != player) {
        o->score = cn_score_negate(o->score);
        o->chance = 1 - o->chance;
    }
    return CN_OK;
}

/* Compares the move played with the best one, both within the limits. */
static cn_status judge(cn_search *search, const cn_limits *limits, bool (*halt)(void *), void *user,
                       const cn_position *p, cn_move played, cn_verdict *v, cn_error *error) {
    opinion best = {0}, own;
    *v = (cn_verdict){.player = p->rules->turn(p->state), .played = played};
    CN_TRY(ask(search, limits, p, played, &best, error));
    own = best;
    if (best.listed.proven) {
        own = (opinion){.score = best.listed, .chance = cn_score_chance(p->game, best.listed)};
    } else if (played != best.best && !(halt && halt(user))) {
        /* A win may be found at a small depth, and a slower one is a win as well: then the move
         * played gets all that the limits allow. */
        const int depth = best.score.kind == CN_SCORE_EVAL ? best.depth : 0;
        CN_TRY(ask_played(search, limits, p, played, depth, &own, error));
    }
    v->best = best.best;
    v->best_score = best.score;
    v->score = own.score;
    v->chance = own.chance;
    v->loss = fmax(0, best.chance - own.chance);
    v->noise = played == best.best ? 0 : hypot(best.noise, own.noise);
    v->depth = best.depth;
    v->mark = cn_review_mark(v->loss - v->noise);
    return CN_OK;
}

cn_status cn_review_move(cn_search *search, const cn_limits *limits, bool (*halt)(void *),
                         void *user, const cn_position *p, cn_move played, cn_verdict *v,
                         cn_error *error) {
    const cn_status status = judge(search, limits, halt, user, p, played, v, error);
    if (status != CN_OK || v->mark < CN_MARK_MISTAKE || (v->score.proven && v->best_score.proven)) {
        return status;
    }
    const cn_mark first = v->mark;
    cn_limits closer = *limits;
    closer.nodes *= CLOSER;
    closer.iterations *= CLOSER;
    closer.seconds *= CLOSER;
    const bool limited = closer.nodes > 0 || closer.iterations > 0 || closer.seconds > 0;
    if (!limited || (halt && halt(user))) return status;
    const cn_status again = judge(search, &closer, halt, user, p, played, v, error);
    if (v->mark > first) v->mark = first;
    return again;
}

void cn_review_add(cn_review_sum *sum, const cn_verdict *verdict) {
    sum->moves++;
    sum->marks[verdict->mark]++;
    sum->loss += verdict->loss;
}
