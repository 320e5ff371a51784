/* The root of a minimax or alpha-beta search: its moves, and iterative deepening with aspiration
 * windows. Below the root the kernels search (canopy/kernel). */
#include "search/tree.h"

#include "core/clock.h"
#include "search/generic.h"
#include "search/listed.h"
#include "search/probcut.h"
#include "search/table.h"
#include "search/tree_order.h"
#include "search/tree_result.h"

#include <stdlib.h>

/* What a root move must beat to be of interest: the best so far, or, where several lines are
 * wanted, the last of them. */
static int64_t bar(const cn_tree_search *t) {
    if (t->options.lines <= 1) return atomic_load_explicit(&t->best, memory_order_relaxed);
    int64_t top[CN_LINES_MAX];
    const int count = best_exact(t, top);
    return count == t->options.lines || count == CN_LINES_MAX ? top[count - 1] : nothing;
}

uint64_t cn_tree_nodes(const cn_tree_search *t) {
    uint64_t nodes = 0;
    for (int i = 0; i < t->threads; i++) nodes += t->contexts[i]->nodes;
    return nodes;
}

/* ---- set-up ---- */

/* Makes the context of one thread; NULL: no memory. */
static cn_context *new_context(cn_tree_search *t, int worker) {
    const cn_tree_options *o = &t->options;
    cn_context *c = aligned_alloc(64, sizeof *c);
    if (!c) return NULL;
    memset(c, 0, offsetof(cn_context, line)); /* lines are as long as line_length says */
    c->rules = t->rules;
    c->kernels = t->kernels;
    c->alphabeta = o->listed   ? cn_listed_alphabeta
                   : t->expert ? t->expert->alphabeta
                               : t->kernels->alphabeta;
    if (t->expert && t->expert->own_table) {
        c->memory = t->table ? t->table->entries : NULL;
        c->memory_size = t->table ? cn_table_size(t->table) : 0;
    } else {
        c->table = t->table;
    }
    c->table_values = !t->rules->history;
    c->stop = t->stop;
    c->poll = cn_tree_poll;
    c->search = t;
    c->observer = t->log ? &t->log->observers[worker] : NULL;
    c->heuristic = o->heuristic;
    c->cutoff = o->cutoff;
    c->use = o->use;
    c->quirks = o->quirks | (o->score_step > 0 ? CN_QUIRK_ENDED_SCORE : 0u) |
                (o->leaf ? CN_QUIRK_LEAF_HOOK : 0u);
    c->leaf = o->leaf;
    c->weights = o->weights;
    if (o->selectivity > 0 && o->leaf) c->prune = cn_probcut;
    c->selectivity = o->selectivity;
    c->forced = o->forced;
    c->score_step = o->score_step;
    c->outcome_only = o->outcome;
    c->root_turn = (uint8_t)t->turn;
    c->counted = t->node_limit > 0;
    c->worker = worker;
    memset(c->killer, 0xff, sizeof c->killer);
    c->history = calloc((size_t)t->rules->move_codes * 2, sizeof *c->history);
    if (!c->history) {
        free(c);
        return NULL;
    }
    return c;
}

bool cn_tree_begin(cn_tree_search *t) {
    cn_move list[CN_MOVES_MAX];
    t->turn = t->rules->turn(t->state);
    t->meaning = (cn_value_meaning){
        .eval_unit = t->options.eval_unit,
        .score_unit = t->options.score_unit,
        .outcome_only = t->options.outcome,
        .sound = !t->options.quirks,
        .all_moves = cn_lists_all_moves(t->rules, t->state),
        .all_replies = t->expert && t->expert->moves,
    };
    if (t->log) {
        t->kernels = &cn_observed_kernels;
        cn_log_begin(t->log, t->rules, t->state, &t->meaning, t->stop);
    }
    t->count = (t->meaning.all_replies ? t->expert->moves : t->rules->moves)(t->state, list);
    t->moves = calloc((size_t)t->count, sizeof *t->moves);
    t->order = calloc((size_t)t->count, sizeof *t->order);
    t->contexts = calloc((size_t)t->threads, sizeof(cn_context *));
    if (!t->moves || !t->order || !t->contexts) return false;
    for (int i = 0; i < t->count; i++) {
        t->moves[i].move = list[i];
        t->order[i] = i;
    }
    for (int i = 0; i < t->threads; i++) {
        t->contexts[i] = new_context(t, i);
        if (!t->contexts[i]) return false;
    }
    return true;
}

void cn_tree_end(cn_tree_search *t) {
    for (int i = 0; t->contexts && i < t->threads; i++) {
        if (t->contexts[i]) free(t->contexts[i]->history);
        free(t->contexts[i]);
    }
    free(t->contexts);
    free(t->order);
    free(t->moves);
}

bool cn_tree_fork(const cn_tree_search *t, int thread, cn_tree_search *fork) {
    *fork = (cn_tree_search){.rules = t->rules,
                             .kernels = t->kernels,
                             .expert = t->expert,
                             .state = t->state,
                             .table = t->table,
                             .options = t->options,
                             .stop = t->stop,
                             .start = t->start,
                             .threads = 1,
                             .contexts = &t->contexts[thread],
                             .turn = t->turn,
                             .count = t->count,
                             .moves = calloc((size_t)t->count, sizeof *t->moves),
                             .order = calloc((size_t)t->count, sizeof *t->order)};
    if (!fork->moves || !fork->order) {
        cn_tree_fork_end(fork);
        return false;
    }
    for (int i = 0; i < t->count; i++) {
        fork->moves[i].move = t->moves[i].move;
        fork->order[i] = i;
    }
    cn_tree_restart(fork);
    return true;
}

void cn_tree_fork_end(cn_tree_search *fork) {
    free(fork->moves);
    free(fork->order);
}

void cn_tree_restart(cn_tree_search *t) {
    for (int i = 0; i < t->count; i++) {
        t->moves[i].tried = false;
        atomic_store_explicit(&t->moves[i].exact, nothing, memory_order_relaxed);
    }
    atomic_store_explicit(&t->best, nothing, memory_order_relaxed);
    atomic_store_explicit(&t->next, 0, memory_order_relaxed);
}

/* ---- one root move ---- */

int cn_tree_next(cn_tree_search *t, int worker) {
    if (t->peers) return t->peers->next(t->peers, t, worker);
    const int place = atomic_fetch_add_explicit(&t->next, 1, memory_order_relaxed);
    return place < t->count ? t->order[place] : -1;
}

int cn_tree_best(const cn_tree_search *t) {
    return packed_value(atomic_load_explicit(&t->best, memory_order_relaxed));
}

int cn_tree_root_view(const cn_tree_search *t, const void *child, int value) {
    const bool other = t->rules->turn(child) != t->turn;
    /* CN_QUIRK_ROLES: the root still maximises, but so does the node below it. */
    return other != (bool)(t->options.quirks & CN_QUIRK_ROLES) ? -value : value;
}

void cn_tree_learn(cn_tree_search *t, int index, int value, int bound) {
    const int64_t mine = pack(t, value, index);
    if (bound == CN_BOUND_EXACT) {
        /* Whoever reads it may read the rest of the move: see cn_tree_take_part. */
        atomic_store_explicit(&t->moves[index].exact, mine, memory_order_release);
    }
    /* Raise the best; an upper bound never does. */
    int64_t best = atomic_load_explicit(&t->best, memory_order_relaxed);
    while (bound != CN_BOUND_UPPER && mine > best &&
           !atomic_compare_exchange_weak_explicit(&t->best, &best, mine, memory_order_relaxed,
                                                  memory_order_relaxed)) {
    }
}

void cn_tree_adopt(cn_tree_search *t, int index, const cn_root_move *found, uint64_t nodes) {
    cn_root_move *m = &t->moves[index];
    m->value = found->value;
    m->bound = found->bound;
    m->nodes += nodes;
    m->guessed = found->guessed;
    m->tried = true;
    if (found->bound != CN_BOUND_UPPER) {
        m->line_length = found->line_length;
        memcpy(m->line, found->line, sizeof m->line);
    }
    cn_tree_learn(t, index, found->value, found->bound);
}

/* What a context found of a root move, with the line that it has at ply 1. */
static void note(cn_tree_search *t, const cn_context *c, int index, int value, int bound,
                 uint64_t nodes) {
    cn_root_move found = {.value = value, .bound = bound, .guessed = c->guessed};
    const int below = c->line_length[1] < CN_LINE_MAX ? c->line_length[1] : CN_LINE_MAX - 1;
    found.line[0] = t->moves[index].move;
    memcpy(&found.line[1], c->line[1], (size_t)below * sizeof(cn_move));
    found.line_length = 1 + below;
    cn_tree_adopt(t, index, &found, nodes);
}

void cn_tree_note(cn_tree_search *t, cn_context *c, int index, int value, uint64_t nodes) {
    cn_line_clear(c, 1);
    note(t, c, index, value, CN_BOUND_EXACT, nodes);
    if (t->peers) t->peers->tried(t->peers, t, index, true, nodes);
}

/* Searches the position behind a root move. Window and value are in the view of the root's side to
 * move. */
static int search_child(cn_tree_search *t, cn_context *c, const void *child, int depth, int alpha,
                        int beta) {
    if (t->options.plain)
        return cn_tree_root_view(t, child, t->kernels->minimax(c, child, depth, 1));
    const bool same = cn_tree_root_view(t, child, 1) == 1;
    return same ? c->alphabeta(c, child, depth, 1, alpha, beta)
                : -c->alphabeta(c, child, depth, 1, -beta, -alpha);
}

/* Searches one root move. True if the move got a value; false if the search was stopped, or another
 * thread has found the window too low meanwhile. */
static bool try_move(cn_tree_search *t, cn_context *c, int index, int depth, int alpha, int beta) {
    c->root_number = 0;
    while (c->root_number < t->count && t->order[c->root_number] != index) c->root_number++;
    _Alignas(16) unsigned char child[CN_STATE_MAX];
    c->stopped = c->guessed = false;
    if (cn_context_spent(c)) return false;
    const uint64_t nodes = c->nodes++;
    cn_state_copy(t->rules, child, t->state);
    t->rules->play(child, t->moves[index].move);
    cn_line_clear(c, 1);
    int left = depth - 1, value;
    if (t->log) {
        c->observer->move = t->moves[index].move;
        c->observer->node = t->log->root;
    }
    if (!t->options.listed && cn_child_settled(t->rules, c, child, 1, &left, &value)) {
        if (t->log) cn_observe_settled(c, child, left, 1, -CN_INFINITY, CN_INFINITY, value);
        value = cn_tree_root_view(t, child, value);
        note(t, c, index, value, CN_BOUND_EXACT, c->nodes - nodes);
        return true;
    }
    /* What must be beaten: the best so far, or only equalled where this move wins the tie. */
    const int64_t best = bar(t);
    const int wins_tie = preference_of(t, index) > packed_preference(best);
    const int need = t->options.alone ? -CN_INFINITY : packed_value(best) - wins_tie;
    const int lower = need > alpha ? need : alpha;
    if (lower >= beta)
        return false; /* another thread found this window too low: it will be searched again */
    if (!t->options.plain && t->options.use & CN_USE_NULL_WINDOW && need > alpha &&
        beta - lower > 1) {
        /* Principal variation search: first only whether it is better, then how much. */
        value = search_child(t, c, child, left, lower, lower + 1);
        if (!c->stopped && value > lower && value < beta) {
            value = search_child(t, c, child, left, lower, beta);
        }
    } else {
        value = search_child(t, c, child, left, lower, beta);
    }
    if (c->stopped) return false;
    const int bound = t->options.plain ? CN_BOUND_EXACT
                      : value <= lower ? CN_BOUND_UPPER
                      : value >= beta  ? CN_BOUND_LOWER
                                       : CN_BOUND_EXACT;
    note(t, c, index, value, bound, c->nodes - nodes);
    return true;
}

void cn_tree_try(cn_tree_search *t, cn_context *c, int index, int depth, int alpha, int beta) {
    const uint64_t before = c->nodes;
    const bool noted = try_move(t, c, index, depth, alpha, beta);
    if (t->peers) t->peers->tried(t->peers, t, index, noted, c->nodes - before);
    if (noted && c->worker == 0 && t->found) cn_tree_tell_lines(t, c);
}

void cn_tree_iterate(cn_tree_search *t, void *unused, int depth, int alpha, int beta) {
    (void)unused;
    int index;
    while (!cn_tree_stopped(t) && cn_tree_best(t) < beta && (index = cn_tree_next(t, 0)) >= 0) {
        cn_tree_try(t, t->contexts[0], index, depth, alpha, beta);
    }
}

/* ---- iterative deepening ---- */

/* Best first, the others in the order of their values, equals as they were. */
static void reorder(cn_tree_search *t, int best) {
    for (int i = 1; i < t->count; i++) {
        const int index = t->order[i];
        int k = i;
        while (k > 0) {
            const cn_root_move *a = &t->moves[t->order[k - 1]], *b = &t->moves[index];
            const bool before = index == best || (t->order[k - 1] != best && a->value < b->value);
            if (!before) break;
            t->order[k] = t->order[k - 1];
            k--;
        }
        t->order[k] = index;
    }
}

/* Tells the log of the end of a pass over the root's moves. */
static void log_root(cn_tree_search *t, int beta) {
    cn_move left[CN_MOVES_MAX];
    int count = 0;
    for (int i = 0; i < t->count; i++) {
        if (!t->moves[t->order[i]].tried) left[count++] = t->moves[t->order[i]].move;
    }
    const int64_t best = atomic_load_explicit(&t->best, memory_order_relaxed);
    const bool any = best != nothing, cut = any && packed_value(best) >= beta;
    /* Nothing above alpha: the best upper bound is all that is known. */
    int value = any ? packed_value(best) : -CN_INFINITY;
    for (int i = 0; !any && i < t->count; i++) {
        if (t->moves[i].tried && t->moves[i].value > value) value = t->moves[i].value;
    }
    cn_context *c = t->contexts[0];
    c->guessed = false;
    c->observer->node = t->log->root;
    for (int i = 0; i < t->count && !cn_value_decided(value); i++)
        c->guessed |= t->moves[i].guessed;
    c->observer->leave(c, t->state, value, cut ? CN_WHY_CUT : CN_WHY_SEARCHED,
                       any ? t->moves[packed_index(t, best)].move : CN_MOVE_NONE, left, count);
}

/* One iteration at one depth with one window, by the strategy, with other processes and with the
 * log. */
static void iterate_once(cn_tree_search *t, cn_iterate_fn *iterate, void *strategy, int depth,
                         int alpha, int beta) {
    cn_tree_restart(t);
    t->depth = depth;
    if (t->log) t->log->observers[0].enter(t->contexts[0], t->state, depth, 0, alpha, beta);
    if (t->peers) t->peers->begin(t->peers, t, depth, alpha, beta);
    iterate(t, strategy, depth, alpha, beta);
    if (t->peers) t->peers->end(t->peers, t);
    if (t->log && !cn_tree_stopped(t)) log_root(t, beta);
}

/* What a depth begins with: the value of the one before, and how far that was from the one before
 * it. As far again is to be expected, since values often go up and down with who moves last. */
typedef struct outset {
    bool known;
    int value, swing;
} outset;

/* One depth, with windows around the value of the last depth that widen until the value fits. */
static void iterate_depth(cn_tree_search *t, cn_iterate_fn *iterate, void *strategy, int depth,
                          outset from) {
    if (t->options.outcome) {
        /* Three answers: below, at and above a draw. */
        iterate_once(t, iterate, strategy, depth, -1, 1);
        return;
    }
    /* A window around the best value would hide the others. */
    int width = t->options.lines > 1 ? 0 : t->options.aspiration;
    if (width > 0) width += from.swing;
    const int last = from.value;
    if (t->options.plain || width == 0 || !from.known || cn_value_decided(last)) {
        iterate_once(t, iterate, strategy, depth, -CN_INFINITY, CN_INFINITY);
        return;
    }
    int alpha = last - width, beta = last + width;
    for (;;) {
        iterate_once(t, iterate, strategy, depth, alpha, beta);
        if (cn_tree_stopped(t)) return;
        const int value = cn_tree_best(t);
        /* If nothing was better than alpha, best is still the initial value. */
        if (value >= beta) {
            beta = width > CN_EVAL_MAX ? CN_INFINITY : value + width;
        } else if (value <= alpha) {
            alpha = width > CN_EVAL_MAX ? -CN_INFINITY : alpha - width;
        } else {
            return;
        }
        width *= 4; /* the window that failed was far off: few more attempts */
    }
}

/* Nothing that a greater depth could tell of the other lines. */
static bool lines_settled(const cn_tree_search *t, const cn_result *result) {
    bool guessed = false;
    for (int i = 0; i < t->count; i++) guessed |= t->moves[i].guessed;
    for (int i = 0; guessed && i < result->top_count; i++) {
        const cn_score *score = &result->top[i].info.score;
        if (score->kind != CN_SCORE_OUTCOME || score->value == 0) return false;
    }
    return true;
}

/* A follower: searches the depths and windows that the leader names, for as long as it does. The
 * deadline is the leader's to watch, and no node may be searched before a portion has come. */
static void follow(cn_tree_search *t, cn_iterate_fn *iterate, void *strategy, cn_result *result) {
    int depth, alpha, beta;
    atomic_store_explicit(&t->answered, true, memory_order_relaxed);
    atomic_store_explicit(&t->taken_nodes, t->node_limit, memory_order_relaxed);
    while (t->peers->follow(t->peers, t, &depth, &alpha, &beta)) {
        iterate(t, strategy, depth, alpha, beta);
    }
    result->seconds = cn_clock_seconds() - t->start;
}

/* Where only the outcome is asked and every move loses, no move has more than an upper bound: the
 * one with the highest. */
static int least_bad(cn_tree_search *t) {
    int best = 0;
    for (int i = 1; i < t->count; i++) {
        if (t->moves[i].value > t->moves[best].value) best = i;
    }
    t->moves[best].line[0] = t->moves[best].move;
    t->moves[best].line_length = 1;
    return best;
}

/* How much of the nodes or the time that are allowed is used; 1 where there is no limit. */
static double used(const cn_tree_search *t, const cn_result *result) {
    if (t->node_limit == 0 && t->deadline <= 0) return 1;
    const double nodes = t->node_limit > 0 ? (double)result->nodes / (double)t->node_limit : 0;
    const double time = t->deadline > 0 ? result->seconds / (t->deadline - t->start) : 0;
    return nodes > time ? nodes : time;
}

/* The depth after this one. A last depth that is asked for is never passed over. Where an expert
 * would go directly to the end of the game, a selective search with limits looks deeper before that
 * while it is cheap: what it finds is the answer if the limits cut the expert short. */
static int next_depth(const cn_tree_search *t, int depth, int last, const cn_result *result) {
    const double cheap = 0.2;
    if (!t->expert || !t->expert->next_depth) return depth + 1;
    const int next = t->expert->next_depth(t->state, depth);
    if (next <= depth) return depth + 1;
    if (t->options.selectivity > 0 && depth > 0 && used(t, result) < cheap) return depth + 1;
    return depth < last && next > last ? last : next;
}

/* Whether depths that see the end of the game are searched twice: first only for who wins, which
 * takes a fraction of the time, so that a search with limits knows it earlier in the game. */
static bool asks_who_wins(const cn_tree_search *t) {
    const cn_tree_options *o = &t->options;
    return o->wins_first && t->expert && t->expert->ends && o->score_step > 0 && !o->outcome &&
           o->deepen && o->lines <= 1 && (t->deadline > 0 || t->node_limit > 0);
}

/* Whether what a depth has found is a better answer than the result so far: once a move is proven
 * to win, only moves that are count. */
static bool improves(const cn_tree_search *t, int found, const cn_result *result) {
    const bool won = result->score.proven && result->score.value > 0;
    return !won || (t->moves[found].value > 0 && !t->moves[found].guessed);
}

void cn_tree_run(cn_tree_search *t, cn_iterate_fn *iterate, void *strategy, cn_result *result) {
    if (t->peers && t->peers->follow) {
        follow(t, iterate, strategy, result);
        return;
    }
    const int last = t->options.depth > 0 ? t->options.depth : CN_PLY_MAX;
    *result = (cn_result){.best = t->moves[0].move, .count = t->count, .line_length = 1};
    result->line[0] = result->best;
    for (int i = 0; i < t->count; i++) result->moves[i].move = t->moves[i].move;
    if (t->progress) t->found = result; /* worker 0 reports from it between depths */
    t->told_at = t->start;
    /* With deepening the first depth is finished whatever the deadline: there is always a move. */
    atomic_store_explicit(&t->answered, !t->options.deepen, memory_order_relaxed);
    int best = -1; /* index of the best move of the last whole depth */
    outset from = {.known = false};
    bool whole = true, settled = false, ask = asks_who_wins(t);
    const cn_ends ends = ask ? t->expert->ends(t->state) : (cn_ends){0, 0};
    int depth = t->options.deepen ? next_depth(t, 0, last, result) : last;
    while (depth <= last) {
        const bool outcome = ask && depth >= ends.first;
        if (outcome) {
            const int step = t->options.score_step;
            iterate_once(t, iterate, strategy, depth, -step, step);
        } else {
            iterate_depth(t, iterate, strategy, depth, from);
        }
        whole = !cn_tree_stopped(t);
        const int64_t packed = atomic_load_explicit(&t->best, memory_order_relaxed);
        int found = packed_value(packed) > -CN_INFINITY ? packed_index(t, packed) : -1;
        if (found < 0 && whole && t->options.outcome) found = least_bad(t);
        /* Of a depth that was cut short only what was compared with the last best counts. */
        const bool comparable = best < 0 || (t->options.lines <= 1 && t->moves[best].tried);
        if (found >= 0 && (whole || comparable)) {
            const int value = t->moves[found].value;
            if (!outcome) from = (outset){true, value, from.known ? abs(value - from.value) : 0};
            const bool counts = improves(t, found, result);
            if (counts) best = found;
            settled = counts && cn_tree_take_depth(t, best, depth, whole, result);
        } else if (!whole && t->options.lines > 1) {
            cn_tree_take_part(t, result);
        }
        result->nodes = cn_tree_report(t, t->contexts[0]);
        result->seconds = cn_clock_seconds() - t->start;
        if (t->progress && found >= 0) t->progress(result, t->user);
        t->told_at = cn_clock_seconds();
        if (!whole) break;
        atomic_store_explicit(&t->answered, true, memory_order_relaxed);
        reorder(t, best);
        const bool bound = outcome && result->score.bound != CN_SCORE_EXACT;
        if (settled && !bound && lines_settled(t, result)) break;
        /* The next depth costs several times this one: don't begin what cannot end. And where there
         * is but one move, its value is all there is to find. */
        const double enough = (t->count == 1 ? 0.05 : 0.6) * (t->deadline - t->start);
        if (t->deadline > 0 && t->options.thrifty && result->seconds > enough) break;
        if (outcome && depth >= ends.proof) { /* who wins is known: now by how much */
            ask = false;
            depth = ends.first;
        } else {
            depth = next_depth(t, depth, last, result);
        }
    }
    result->complete = whole;
    result->seconds = cn_clock_seconds() - t->start;
}
