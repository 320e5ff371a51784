/* Alpha-beta as the listing of "Parallelizing Othello" has it, for comparison with the search that
 * is right. A maximiser's value begins at 0 and a minimiser's at 10000 instead of at infinity. So a
 * node without moves is worth 0 or 10000 instead of its heuristic value, a loss for the maximiser
 * is never seen below 0, and whole trees of a value below 0 look alike. */
#include "search/listed.h"

enum { LEAST = 0, MOST = 10000, WINDOW = 100000 };

/* A node as the report lists it: bounds and values in the view of the root's player, whoever moves.
 */
static int search_node(cn_context *c, const void *state, int depth, int ply, int alpha, int beta) {
    const cn_rules *rules = c->rules;
    const bool maximises = ply % 2 == 1;
    cn_move list[CN_MOVES_MAX];
    _Alignas(16) unsigned char child[CN_STATE_MAX];
    cn_line_clear(c, ply);
    if (depth <= 0 || ply >= CN_PLY_MAX) return rules->eval(state, c->heuristic);
    if (cn_context_stopped(c)) return 0;
    int count = rules->moves(state, list);
    if (count == 1 && list[0] == rules->pass) count = 0; /* the listing does not pass */
    int best = maximises ? LEAST : MOST;
    for (int i = 0; i < count; i++) {
        if (cn_context_spent(c)) return 0;
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        c->nodes++;
        const int value = search_node(c, child, depth - 1, ply + 1, alpha, beta);
        if (c->stopped) return 0;
        if (maximises ? value > best : value < best) {
            best = value;
            cn_line_set(c, ply, list[i]);
        }
        if (maximises ? best >= beta : best <= alpha) break;
        if (maximises && best > alpha) alpha = best;
        if (!maximises && best < beta) beta = best;
    }
    return best;
}

int cn_listed_alphabeta(cn_context *c, const void *state, int depth, int ply, int alpha, int beta) {
    (void)alpha;
    (void)beta;
    c->guessed = true;
    return search_node(c, state, depth, ply, LEAST, WINDOW);
}
