/* The solver (games/go/solver.h) as an expert for the alpha-beta search of a position
 * (canopy/game.h): exact margins on boards up to 5x5. The solver answers "is the margin at least so
 * many points?"; here such questions are asked until the value is known as well as the search's
 * window needs it. */
#pragma once

#include "games/go/solver.h"

/* ---- margins and the values of a search ---- */

/* How the margin of the side to move is a value outside; see cn_context.score_step. */
typedef struct go_scale {
    int komi; /* of the side to move, in half points */
    int step, win;
} go_scale;

/* The value of a margin for the side to move: points times `step`, or only won, drawn and lost. */
static int value_of(go_scale scale, int margin) {
    const int score = 2 * margin + scale.komi;
    if (scale.step > 0) return score * scale.step;
    return score > 0 ? scale.win : score < 0 ? -scale.win : 0;
}

/* ---- questions ---- */

/* Whether the side to move in the state (`mover`), or the other, forces at least this margin. */
static bool ask(go_prover *s, const go_head *h, bool mover, int need, int depth) {
    const uint64_t me = *go_stones_of(h, h->turn), you = *go_stones_of(h, h->turn ^ 1);
    const go_node root = {me, you, mover, h->passes == 1, 0};
    s->prover = mover ? h->turn : h->turn ^ 1;
    s->need = need;
    s->salt = cn_mix64((uint64_t)(need + 2 * s->points) << 2 | (uint64_t)s->careful << 1 |
                       (uint64_t)s->prover);
    s->length = 0;
    push_board(s, board_of(s, mover, me, you));
    go_terms terms = NO_TERMS;
    const bool proven = prove(s, &root, depth, &terms) && !s->stopped;
    if (s->tired) s->stopped = s->tired = false;
    return proven;
}

/* What is proven of the margin of the side to move. */
typedef struct go_bounds {
    int least, most;
} go_bounds;

/* What earlier searches have proven. */
static go_bounds known_bounds(go_prover *s, const go_head *h) {
    go_bounds b = {-s->points, s->points};
    for (int i = 0; i < 2; i++) {
        s->exact = i;
        for (int need = b.least + 1; need <= b.most; need++) {
            if (ask(s, h, true, need, 0)) b.least = need;
            if (ask(s, h, false, 1 - need, 0)) b.most = need - 1;
        }
    }
    return b;
}

/* Whether the margin is at least `need` (1) or less (0), or -1 if this depth does not show it.
 * An exact proof may take a third of the nodes that the free ones took, until all else has failed.
 */
static int compare_margin(go_prover *s, const go_head *h, int need, int depth) {
    const uint64_t before = s->context->nodes;
    int answer = -1;
    for (int i = 0; i < 2 && answer < 0 && !s->stopped; i++) {
        s->exact = i;
        const uint64_t most =
            i && !s->careful ? (s->context->nodes - before) / 3 + 1000 : UINT64_MAX / 2;
        for (int mover = 1; mover >= 0 && answer < 0 && !s->stopped; mover--) {
            s->most_nodes = s->context->nodes + most;
            if (ask(s, h, mover, mover ? need : 1 - need, depth)) answer = mover;
        }
    }
    s->most_nodes = UINT64_MAX;
    return answer;
}

/* Narrows the bounds until they meet or are on one side of the window: it is enough to know whether
 * the margin is above `low`, and below `high`. Questions begin at a guess, since those that are far
 * from the truth take longest. False if this depth does not show it. */
static bool narrow(go_prover *s, const go_head *h, int depth, int low, int high, int guess,
                   go_bounds *b) {
    for (int step = 1; b->least < b->most && b->least < high && b->most > low; step *= 2) {
        const int from = b->least > low ? b->least : low, to = b->most < high ? b->most : high;
        const int need = guess <= from ? from + 1 : guess > to ? to : guess;
        const int answer = compare_margin(s, h, need, depth);
        if (answer < 0) return false;
        if (answer) b->least = need;
        if (!answer) b->most = need - 1;
        guess = answer ? need + step : need - step;
    }
    return true;
}

/* ---- the expert ---- */

/* Only the empty board, which no move makes again, was there before. */
static bool has_no_past(const go_head *h) {
    for (int i = 0; i + 1 < h->past; i++) {
        if (go_past_of(h)[i]) return false;
    }
    return true;
}

/* A prover for this position. Its table is the expert's own memory in the context, which the
 * threads of a search share; without any it works without a table. */
static go_prover new_prover(cn_context *c, const go_head *h) {
    const int n = h->size;
    go_prover s = {.context = c, .area = area_of(n), .points = n * n, .head = h};
    s.most_nodes = UINT64_MAX;
    s.past = has_no_past(h) ? 0 : h->past - 1; /* the last one is the board itself */
    s.entries = c->memory_size / (GO_ENTRY_WORDS * sizeof(uint64_t));
    if (s.entries > 0) s.table = c->memory;
    return s;
}

/* The expert's search, with the contract of cn_expert.alphabeta: the value for the side to move,
 * within the window. The margins `low` and `high` are the window in points. If the bounds do not
 * settle the question at this depth, a guess between them is returned and c->guessed says that it
 * is one. */
static int go_solver(cn_context *c, const void *p, int depth, int ply, int alpha, int beta) {
    const go_head *h = p;
    if (c->score_step == 0 && !c->outcome_only) {
        return c->kernels->alphabeta(c, p, depth, ply, alpha, beta);
    }
    cn_line_clear(c, ply);
    if (cn_context_stopped(c)) return 0;
    go_prover s = new_prover(c, h);
    s.careful = depth > 2 * s.points + 2;
    const go_scale scale = {h->turn ? h->komi : -h->komi, c->outcome_only ? 0 : c->score_step,
                            CN_WIN - CN_PLY_MAX};
    int low = s.points, high = -s.points;
    while (low >= -s.points && value_of(scale, low) > alpha) low--;
    while (high <= s.points && value_of(scale, high) < beta) high++;
    if (scale.step == 0) { /* a loss is as good as another, and so is a win */
        while (value_of(scale, low + 1) < 0 && low < s.points) low++;
        while (value_of(scale, high - 1) > 0 && high > -s.points) high--;
    }
    go_bounds b = known_bounds(&s, h);
    int guess = nearer_area(&s.area, *go_stones_of(h, h->turn), *go_stones_of(h, h->turn ^ 1)) *
                h->total / s.points; /* few stones say little */
    const bool settled = narrow(&s, h, depth, low, high, guess, &b);
    if (s.stopped) {
        c->stopped = true;
        return 0;
    }
    if (settled) return value_of(scale, b.least > low ? b.least : b.most);
    c->guessed = true;
    if (guess < b.least) guess = b.least;
    if (guess > b.most) guess = b.most;
    return scale.step > 0 ? value_of(scale, guess) : 2 * guess + scale.komi;
}

/* The solver knows these rules only. It also needs so much room before the limit of moves that no
 * proof reaches it. */
static bool solver_serves(const void *p) {
    const go_head *h = p;
    return h->size <= GO_SOLVE_SIDE && h->ko_rule == GO_KO_POSITIONAL && !h->suicide &&
           h->scoring == GO_SCORING_AREA && h->limit - h->moves > 2 * GO_SOLVE_DEPTH;
}

/* Deep searches cost little more than shallow ones, which fail in the same places. */
static int solver_depth(const void *p, int depth) {
    (void)p;
    return depth + 1 + depth / 8;
}

/* Six seconds for the empty board of 4x4, and two and a half times as much for each empty point
 * more. */
static double solver_cost(const void *p) {
    const go_head *h = p;
    double seconds = 6;
    const int empty = h->size * h->size - h->total;
    for (int i = empty; i < 16; i++) seconds /= 2.5;
    for (int i = 16; i < empty; i++) seconds *= 2.5;
    return seconds;
}

/* What was proven holds for one size, and one past. */
static uint64_t solver_table(const void *p) {
    const go_head *h = p;
    uint64_t kind = h->size;
    for (int i = 0; i < h->past; i++) kind = cn_mix64(kind ^ go_past_of(h)[i]);
    return kind;
}

static const cn_expert go_experts[] = {
    {.name = "solver",
     .help = "exact margins on boards up to 5x5 under positional superko",
     .serves = solver_serves,
     .alphabeta = go_solver,
     .next_depth = solver_depth,
     .cost = solver_cost,
     .own_table = true,
     .table_kind = solver_table,
     .points = true},
    {.name = NULL},
};
