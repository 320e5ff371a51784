/* What the end of a playout is worth: its outcome, the score, the margin as a share of the board,
 * or what a heuristic or learned weights think of it. Header-only, so that the iteration inlines
 * it. */
#pragma once

#include "search/mcts.h"

/* What the heuristic or the learned weights think of a state, in the view of a player. */
static inline int opinion(const cn_mcts *m, const void *state, int player) {
    const int value = m->model ? cn_model_value(m->model, m->model->game, m->rules, state)
                               : m->rules->eval(state, m->options.heuristic);
    return m->rules->turn(state) == player ? value : -value;
}

/* The same as a share of wins: 1/2 + v / 2(|v| + scale), so that v = scale counts as three wins in
 * four. Nobody has won yet. */
static inline float chance(const cn_mcts *m, const void *state, int player) {
    const float v = (float)opinion(m, state, player), size = v < 0 ? -v : v;
    return 0.5f + 0.5f * v / (size + m->options.bias_scale);
}

/* What a reward in points is made of, in the view of player 0: the score, or the heuristic's value.
 */
static inline int points_of(const cn_mcts *m, const void *state) {
    return m->options.by_eval ? opinion(m, state, 0) : m->rules->score(state);
}

/* The margin at the end of a playout as a share of the board, for player 0. */
static inline int margin_of(const cn_mcts *m, const void *state) {
    const int score = m->rules->score(state);
    const int most = score > m->board ? m->board : score < -m->board ? -m->board : score;
    return (most + m->board) * CN_MCTS_MARGINS / (2 * m->board);
}

/* Notes the score at the end of a playout, where rewards need it. */
CN_INLINE void note_score(const cn_mcts *m, const void *state, cn_mcts_playout *playout) {
    if (m->options.score) playout->score = points_of(m, state);
    if (m->options.score_weight > 0) playout->score = margin_of(m, state);
}

/* A result in the view of player 0, for `weight` visits. */
CN_INLINE int64_t reward_of(const cn_mcts *m, const cn_mcts_playout *playout) {
    if (m->options.score || playout->outcome == CN_ONGOING) {
        return (int64_t)playout->score * playout->weight;
    }
    const int64_t halves = playout->outcome == CN_FIRST_WINS ? 2 : playout->outcome == CN_DRAW;
    if (m->options.score_weight > 0) {
        return ((halves << CN_MCTS_MARGIN_BITS) + playout->score) * playout->weight;
    }
    return halves * (m->win >> 1) * playout->weight;
}

/* A reward of player 0 in the view of a player: points change sign, wins become losses. `win` is
 * what as many wins would have been. */
CN_INLINE int64_t in_view(const cn_mcts *m, int player, int64_t reward, int64_t win) {
    if (player == 0) return reward;
    return m->options.score ? -reward : win - reward;
}
