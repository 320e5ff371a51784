/* What a Monte Carlo search found: the statistics of the root's moves, the move to play, the line,
 * and how far a proof reaches. */
#include "search/mcts.h"

#include "core/clock.h"
#include "search/mcts_select.h"
#include "search/score.h"

/* ---- proofs ---- */

/* Plies from a proven node to the end along the proof: the winner takes the shortest way found, the
 * loser the longest. Found, not shortest of all: other ways were not looked at. `budget` bounds the
 * nodes that are visited; once it is used up the answer is CN_PLY_MAX from the root, not known. */
static int distance(const cn_mcts_tree *t, const cn_mcts_node *node, int depth, int *budget) {
    const uint8_t proven = atomic_load_explicit(&node->proven, memory_order_relaxed);
    const uint64_t link = atomic_load_explicit(&node->link, memory_order_acquire);
    const int count = cn_mcts_count(link);
    if (proven & CN_MCTS_FORCED) return 1 + 2 * (proven >> CN_MCTS_PLIES);
    if (count == 0) return 0;
    if (depth >= CN_PLY_MAX || (*budget -= count) < 0) return CN_PLY_MAX - depth;
    const cn_mcts_node *child = &t->nodes[cn_mcts_first(link)];
    const bool wins = (proven & CN_MCTS_OUTCOME) == (int)cn_win_of(child->chooser);
    int best = -1;
    for (int i = 0; i < count; i++) {
        const uint8_t below = atomic_load_explicit(&child[i].proven, memory_order_relaxed);
        if ((below ^ proven) & CN_MCTS_OUTCOME) continue;
        const int plies = 1 + distance(t, &child[i], depth + 1, budget);
        if (best < 0 || (wins ? plies < best : plies > best)) best = plies;
    }
    return best;
}

/* ---- root statistics ---- */

void cn_mcts_collect(const cn_mcts *m, const cn_mcts_tree *t, cn_mcts_stats *stats, bool live) {
    const uint64_t link = atomic_load_explicit(&t->nodes[0].link, memory_order_acquire);
    const cn_mcts_node *child = &t->nodes[cn_mcts_first(link)];
    int budget = 1 << 20;
    for (int i = 0; i < cn_mcts_count(link); i++) {
        cn_mcts_stats one = {
            .visits = cn_mcts_visits(&child[i]),
            .reward = cn_mcts_outcomes(
                &m->options, atomic_load_explicit(&child[i].reward, memory_order_relaxed)),
            .proven = (uint8_t)cn_mcts_outcome(&child[i]),
        };
        /* While threads are at work only the outcome counts: measuring walks through the proof. */
        if (one.proven) one.distance = live ? CN_PLY_MAX : 1 + distance(t, &child[i], 1, &budget);
        cn_mcts_add(m, &stats[i], &one);
    }
}

void cn_mcts_add(const cn_mcts *m, cn_mcts_stats *to, const cn_mcts_stats *from) {
    to->visits += from->visits;
    to->reward += from->reward;
    if (!from->proven) return;
    const bool wins = from->proven == cn_win_of(m->turn);
    /* Each tree has found its own way to the end: the shorter win and the longer defence count. */
    const bool better = wins ? from->distance < to->distance : from->distance > to->distance;
    if (!to->proven || better) to->distance = from->distance;
    to->proven = from->proven;
}

/* ---- the choice ---- */

/* The mean reward of a root move in the view of the side to move: 0 to 1, or points. */
static double mean_of(const cn_mcts *m, const cn_mcts_stats *s) {
    if (s->proven && !m->options.score) {
        return s->proven == CN_DRAW ? 0.5 : s->proven == cn_win_of(m->turn);
    }
    return s->visits ? (double)s->reward * (double)m->half / (double)s->visits : 0;
}

/* 1 for a proven win, -1 for a proven loss, else 0: it goes before any statistics. */
static int certainty(const cn_mcts *m, const cn_mcts_stats *s) {
    if (!s->proven || !m->options.solver || s->proven == CN_DRAW) return 0;
    return s->proven == cn_win_of(m->turn) ? 1 : -1;
}

/* Whether margins are all that is left to play for: with score_weight, below 2 % to win. */
static bool hopeless(const cn_mcts *m, const cn_mcts_stats *stats) {
    double wins = 0, visits = 0;
    for (int i = 0; i < m->count; i++) {
        wins += mean_of(m, &stats[i]) * (double)stats[i].visits;
        visits += (double)stats[i].visits;
    }
    return m->options.score_weight > 0 && wins <= 0.02 * visits;
}

/* By what moves of the same certainty are compared. `sure`: that; `all`: visits of all root moves.
 */
static double worth(const cn_mcts *m, const cn_mcts_stats *s, cn_mcts_final final, int sure,
                    uint64_t all) {
    /* The quickest win, the longest loss. */
    if (sure) return -s->distance * sure;
    if (final != CN_FINAL_MEAN && final != CN_FINAL_UCT) return (double)s->visits;
    if (s->visits == 0) return -1e30;
    const double mean = mean_of(m, s);
    if (final == CN_FINAL_MEAN) return mean;
    const float ln = cn_mcts_ln((float)all);
    return mean + (double)(m->options.c * sqrtf(ln / (float)s->visits));
}

/* Whether the move is proven to draw. */
static bool is_draw(const cn_mcts *m, const cn_mcts_stats *s) {
    return m->options.solver && s->proven == CN_DRAW;
}

/* The best of the proven draws, or of all other moves; -1 if there is none. */
static int best_of(const cn_mcts *m, const cn_mcts_stats *stats, cn_mcts_final final, bool draws) {
    uint64_t all = 1;
    for (int i = 0; i < m->count; i++) all += stats[i].visits;
    const int least = hopeless(m, stats) ? 0 : -1; /* a loss is then a move like any other */
    int best = -1, best_sure = 0;
    for (int i = 0; i < m->count; i++) {
        const cn_mcts_stats *s = &stats[i];
        if (is_draw(m, s) != draws) continue;
        const int sure = certainty(m, s) < least ? least : certainty(m, s);
        if (best >= 0) {
            const int more = sure - best_sure;
            const double mine = worth(m, s, final, sure, all),
                         rival = worth(m, &stats[best], final, best_sure, all);
            if (more < 0 || (more == 0 && (m->options.ties_last ? mine < rival : mine <= rival))) {
                continue;
            }
        }
        best = i;
        best_sure = sure;
    }
    return best;
}

/* A proven draw is there to be had: another move is better if it wins more than half. */
int cn_mcts_choose(const cn_mcts *m, const cn_mcts_stats *stats, cn_mcts_final final) {
    const int draw = best_of(m, stats, CN_FINAL_VISITS, true);
    const int other = best_of(m, stats, final, false);
    if (draw < 0) return other;
    return other >= 0 && mean_of(m, &stats[other]) > 0.5 ? other : draw;
}

/* ---- the result ---- */

cn_score cn_mcts_score(const cn_mcts_options *options, cn_outcome proven, int chooser, int plies,
                       uint64_t visits, double mean) {
    if (proven != CN_ONGOING && !options->score) {
        const int won = proven == CN_DRAW ? 0 : proven == cn_win_of(chooser) ? 1 : -1;
        return cn_score_outcome(won, won && plies < CN_PLY_MAX ? plies : -1);
    }
    if (visits == 0) return (cn_score){.kind = CN_SCORE_NONE};
    return (cn_score){
        .kind = options->score ? CN_SCORE_POINTS : CN_SCORE_CHANCE, .plies = -1, .value = mean};
}

/* The score of a root move, in the view of the side to move. Where the game does not list every
 * legal move only a win in one is a proof. */
static cn_score score_of(const cn_mcts *m, const cn_mcts_stats *s) {
    cn_score score = cn_mcts_score(&m->options, (cn_outcome)s->proven, m->turn, s->distance,
                                   s->visits, mean_of(m, s));
    score.proven = score.proven && (m->all_moves || (score.value > 0 && score.plies == 1));
    cn_score_place(m->rules, m->state, &score);
    return score;
}

/* A win, or all of them known. */
bool cn_mcts_decided(const cn_mcts *m, const cn_mcts_stats *stats) {
    bool all = m->options.solver;
    for (int i = 0; i < m->count; i++) {
        if (certainty(m, &stats[i]) > 0) return true;
        all = all && stats[i].proven;
    }
    return all;
}

/* The most visited way down; where a win is known, that. */
static void follow(const cn_mcts *m, const cn_mcts_tree *t, cn_result *result) {
    uint64_t link = atomic_load_explicit(&t->nodes[0].link, memory_order_acquire);
    cn_move want = result->best;
    while (cn_mcts_count(link) && result->line_length < CN_RESULT_LINE) {
        const cn_mcts_node *child = &t->nodes[cn_mcts_first(link)], *best = NULL;
        for (int i = 0; i < cn_mcts_count(link); i++) {
            const bool win =
                m->options.solver && cn_mcts_outcome(&child[i]) == (int)cn_win_of(child[i].chooser);
            if (want != CN_MOVE_NONE ? child[i].move == want : win) {
                best = &child[i];
                break;
            }
            if (want == CN_MOVE_NONE && cn_mcts_visits(&child[i]) > 0 &&
                (!best || cn_mcts_visits(&child[i]) > cn_mcts_visits(best))) {
                best = &child[i];
            }
        }
        if (!best) break;
        result->line[result->line_length++] = best->move;
        link = atomic_load_explicit(&best->link, memory_order_acquire);
        want = CN_MOVE_NONE;
    }
}

/* Fills the result; `t` (may be NULL) gives the line below the chosen move. */
static void report(const cn_mcts *m, const cn_mcts_stats *stats, const cn_mcts_tree *t,
                   cn_result *result) {
    *result = (cn_result){.count = m->count};
    for (int i = 0; i < m->count; i++) {
        cn_move_info *info = &result->moves[i];
        info->move = m->moves[i];
        info->visits = info->nodes = stats[i].visits;
        info->score = score_of(m, &stats[i]);
        result->visits += stats[i].visits;
    }
    const int best = cn_mcts_choose(m, stats, m->options.final);
    result->best = m->moves[best];
    result->score = cn_score_of_best(score_of(m, &stats[best]), cn_mcts_decided(m, stats));
    result->iterations = result->visits;
    if (t) follow(m, t, result);
    if (result->line_length == 0) result->line[result->line_length++] = result->best;
}

void cn_mcts_tally(cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits, bool live) {
    for (int i = 0; i < m->forest->count; i++) {
        const cn_mcts_tree *t = &m->forest->trees[i];
        cn_mcts_collect(m, t, stats, live);
        *visits += cn_mcts_visits(&t->nodes[0]);
    }
    *visits -= m->old_visits;
}

void cn_mcts_conclude(cn_mcts *m, bool live, cn_result *result) {
    cn_mcts_stats stats[CN_MOVES_MAX];
    uint64_t visits = 0;
    memset(stats, 0, (size_t)m->count * sizeof *stats);
    m->tally(m, stats, &visits, live);
    if (m->peers) m->peers->gather(m->peers, m, stats, &visits, live);
    /* Sums of several trees have no line: no tree alone has the path that they chose. */
    const bool one_tree = m->tally == cn_mcts_tally && m->forest->count == 1;
    report(m, stats, one_tree ? &m->forest->trees[0] : NULL, result);
    result->visits = visits;
    if (live) result->nodes = visits; /* the walks are under way: cn_mcts_finish knows better */
}

void cn_mcts_finish(const cn_mcts *m, cn_result *result) {
    result->iterations = result->nodes = 0;
    for (int i = 0; i < m->threads; i++) {
        const cn_mcts_walk *w = &m->walks[i];
        result->iterations += w->iterations;
        result->nodes += w->playouts;
        if (w->depth > result->depth) result->depth = w->depth;
    }
    for (int i = 0; i < m->forest->count; i++) {
        result->memory_full |=
            atomic_load_explicit(&m->forest->trees[i].full, memory_order_relaxed);
    }
    result->complete = result->score.proven || !atomic_load_explicit(m->stop, memory_order_relaxed);
    result->seconds = cn_clock_seconds() - m->start;
    m->forest->best = result->best;
}
