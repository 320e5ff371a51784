/* Which moves are worth showing, in which order, and how their lines go on. */
#include "engine/lines.h"

/* Whether a score says who wins. */
static bool decided(const cn_score *score) {
    return score->kind == CN_SCORE_OUTCOME && score->value != 0;
}

/* True if `a` is the better root move: wins, then visits, then the mean; losses, then what was not
 * searched, last. Equals keep the game's order. */
static bool better(const cn_move_info *a, const cn_move_info *b) {
    const bool certain = decided(&a->score) || decided(&b->score);
    if (!certain && a->visits != b->visits) return a->visits > b->visits;
    return cn_score_compare(a->score, b->score) > 0;
}

void cn_lines_choose(cn_result *result, int lines) {
    bool used[CN_MOVES_MAX] = {false};
    if (lines > CN_LINES_MAX) lines = CN_LINES_MAX;
    for (result->top_count = 0; result->top_count < lines; result->top_count++) {
        int best = -1;
        for (int i = 0; i < result->count; i++) {
            if (used[i]) continue;
            /* The move that is played comes first, even if another looks better by these numbers.
             */
            const bool chosen = result->top_count == 0 && result->moves[i].move == result->best;
            if (best < 0 || chosen || better(&result->moves[i], &result->moves[best])) best = i;
            if (chosen) break;
        }
        if (best < 0) return;
        used[best] = true;
        cn_line *line = &result->top[result->top_count];
        *line = (cn_line){.info = result->moves[best], .length = 1};
        line->moves[0] = line->info.move;
    }
    cn_line *first = &result->top[0];
    if (result->line_length == 0) return;
    first->length = result->line_length;
    memcpy(first->moves, result->line, sizeof first->moves);
}

/* Follows the tree that is being shown: which line the node at hand belongs to. */
typedef struct follower {
    cn_result *result;
    cn_line *line; /* of the root move the nodes at hand are below; NULL: of no interest */
} follower;

/* Shown each node of the tree, parents first. Of the children of a node the first shown is the most
 * visited: it makes the line longer, its brothers then find the line too long and are passed over.
 * False leaves out what is below. */
static bool follow(const cn_tree_node *node, void *user) {
    follower *f = user;
    if (node->depth == 0) return true;
    if (node->depth == 1) {
        f->line = NULL;
        for (int i = 1; i < f->result->top_count; i++) {
            if (f->result->top[i].info.move == node->move) f->line = &f->result->top[i];
        }
        return f->line != NULL;
    }
    if (f->line->length != node->depth - 1 || node->visits == 0) return false;
    f->line->moves[f->line->length++] = node->move;
    return true;
}

void cn_lines_follow(uint64_t (*tree)(const void *, int, int, cn_tree_fn *, void *),
                     const void *self, cn_result *result) {
    follower f = {.result = result};
    tree(self, CN_RESULT_LINE, 0, follow, &f);
}

void cn_lines_on_progress(const cn_result *so_far, void *user) {
    cn_lines_progress *p = user;
    p->copy = *so_far;
    cn_lines_choose(&p->copy, p->lines);
    p->progress(&p->copy, p->user);
}
