/* Below the root every legal move is looked up in the table, and those that are found are shown,
 * best first. A table forgets: gaps in the tree say nothing about the search. */
#include "engine/known.h"

#include <stdlib.h>

void cn_known_free(cn_known_tree *t) {
    free(t->state);
    free(t->moves);
    *t = (cn_known_tree){0};
}

void cn_known_keep(cn_known_tree *t, const cn_position *position, const cn_result *result) {
    cn_move_info *moves = realloc(t->moves, ((size_t)result->count + 1) * sizeof *moves);
    if (moves) t->moves = moves;
    if (!t->state) t->state = aligned_alloc(64, CN_STATE_MAX);
    t->rules = NULL;
    if (!moves || !t->state) return;
    cn_state_copy(position->rules, t->state, position->state);
    memcpy(t->moves, result->moves, (size_t)result->count * sizeof *moves);
    t->rules = position->rules;
    t->score = result->score;
    t->nodes = result->nodes;
    t->count = result->count;
}

/* ---- showing ---- */

/* A tree while it is shown. */
typedef struct shown_tree {
    const cn_known_tree *tree;
    int depth, width;
    cn_tree_fn *show;
    void *user;
    uint64_t shown;
} shown_tree;

/* What the table says of a move, in the view of who makes it; false: nothing. */
static bool look_up(const cn_known_tree *t, const void *state, cn_move move, cn_move_info *info) {
    const cn_rules *rules = t->rules;
    _Alignas(16) unsigned char child[CN_STATE_MAX];
    cn_table_hit hit;
    cn_state_copy(rules, child, state);
    rules->play(child, move);
    if (rules->over(child) != CN_ONGOING || !cn_table_probe(t->table, rules->hash(child), &hit)) {
        return false;
    }
    cn_score score = cn_score_of_value(&t->meaning, hit.value, hit.bound, !hit.solid);
    /* The table's value is in the view of who is to move in the child. */
    if (rules->turn(child) != rules->turn(state)) score = cn_score_negate(score);
    *info = (cn_move_info){.move = move, .score = cn_score_one_ply_earlier(score)};
    return true;
}

/* The moves that are known in a state `depth` - 1 plies below the root, in the game's order. */
static int collect(const shown_tree *view, const void *state, int depth, cn_move_info *list) {
    const cn_known_tree *t = view->tree;
    int count = 0;
    if (depth == 1) {
        memcpy(list, t->moves, (size_t)t->count * sizeof *list);
        return t->count;
    }
    cn_move moves[CN_MOVES_MAX];
    const int all = t->table && !t->rules->over(state) ? t->rules->moves(state, moves) : 0;
    for (int i = 0; i < all; i++) count += look_up(t, state, moves[i], &list[count]);
    return count;
}

/* What is exact or at least so good goes before what is at most so good: at a bound the search
 * stopped asking. */
static bool goes_before(const cn_move_info *a, const cn_move_info *b) {
    const bool known[2] = {a->score.kind != CN_SCORE_NONE, b->score.kind != CN_SCORE_NONE};
    if (!known[0] || !known[1]) return known[0] && !known[1];
    const bool most[2] = {a->score.bound == CN_SCORE_AT_MOST, b->score.bound == CN_SCORE_AT_MOST};
    return most[0] != most[1] ? most[1] : cn_score_compare(a->score, b->score) > 0;
}

/* Shows the moves that are known in a state, best first, and what is below each. */
static void show_below(shown_tree *view, const void *state, int depth) {
    cn_move_info *list = malloc(CN_MOVES_MAX * sizeof *list);
    const int count = list ? collect(view, state, depth, list) : 0;
    for (int n = 0; n < count && (view->width == 0 || n < view->width); n++) {
        int best = n;
        for (int i = n + 1; i < count; i++) {
            if (goes_before(&list[i], &list[best])) best = i;
        }
        const cn_move_info info = list[best];
        list[best] = list[n];
        list[n] = info;
        const cn_tree_node node = {depth, info.move, info.nodes, info.score};
        view->shown++;
        if (!view->show(&node, view->user) || depth >= view->depth) continue;
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_state_copy(view->tree->rules, child, state);
        view->tree->rules->play(child, info.move);
        show_below(view, child, depth + 1);
    }
    free(list);
}

uint64_t cn_known_show(const cn_known_tree *t, int depth, int width, cn_tree_fn *show, void *user) {
    shown_tree view = {t, depth, width, show, user, 1};
    const cn_tree_node root = {0, CN_MOVE_NONE, t->nodes, t->score};
    if (!t->rules || t->count == 0) return 0;
    if (show(&root, user) && depth > 0) show_below(&view, t->state, 1);
    return view.shown;
}
