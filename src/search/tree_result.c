/* What a minimax or alpha-beta search has found, as its result: see tree_result.h. */
#include "search/tree_result.h"

#include "core/clock.h"
#include "search/generic.h"
#include "search/tree_order.h"

/* What the result says of a root move. */
static cn_move_info info_of(const cn_tree_search *t, const cn_root_move *m) {
    cn_move_info info = {.move = m->move, .nodes = m->nodes};
    if (m->bound) info.score = cn_score_of_value(&t->meaning, m->value, m->bound, m->guessed);
    cn_score_place(t->rules, t->state, &info.score);
    return info;
}

static void fill_line(const cn_tree_search *t, const cn_root_move *m, cn_line *line) {
    line->info = info_of(t, m);
    line->length = m->line_length;
    memcpy(line->moves, m->line, (size_t)m->line_length * sizeof(cn_move));
}

/* The best moves whose values are exact, with their lines. */
static void adopt_top(const cn_tree_search *t, cn_result *result) {
    int64_t top[CN_LINES_MAX];
    result->top_count = best_exact(t, top);
    for (int n = 0; n < result->top_count; n++) {
        fill_line(t, &t->moves[packed_index(t, top[n])], &result->top[n]);
    }
}

/* Puts the line of a root move into its place among the lines of the result, which are ordered;
 * another line of that move, or else the last if there are as many as are wanted, makes room. */
static void insert_line(const cn_tree_search *t, const cn_root_move *m, cn_result *result) {
    cn_line line;
    fill_line(t, m, &line);
    int n = 0;
    while (n < result->top_count && result->top[n].info.move != m->move) n++;
    for (; n + 1 < result->top_count; n++) result->top[n] = result->top[n + 1];
    const int wanted = t->options.lines < CN_LINES_MAX ? t->options.lines : CN_LINES_MAX;
    if (n == wanted && cn_score_compare(result->top[--n].info.score, line.info.score) >= 0) return;
    result->top_count = n + 1;
    for (; n > 0 && cn_score_compare(result->top[n - 1].info.score, line.info.score) < 0; n--) {
        result->top[n] = result->top[n - 1];
    }
    result->top[n] = line;
}

void cn_tree_take_part(const cn_tree_search *t, cn_result *result) {
    int known[CN_MOVES_MAX], count = 0; /* moves whose values are exact */
    for (int i = 0; i < t->count; i++) {
        const int64_t exact = atomic_load_explicit(&t->moves[i].exact, memory_order_acquire);
        if (exact != nothing) known[count++] = i;
    }
    const bool enough = count >= result->top_count;
    for (int k = 0; k < count; k++) {
        const cn_root_move *m = &t->moves[known[k]];
        const cn_move_info info = info_of(t, m);
        if (!enough && !info.score.proven) continue;
        result->moves[known[k]] = info;
        if (!enough) insert_line(t, m, result);
    }
    if (enough) adopt_top(t, result);
    const cn_line *best = &result->top[0];
    if (result->top_count == 0 || (best->info.move == result->best &&
                                   cn_score_compare(best->info.score, result->score) == 0)) {
        return;
    }
    result->best = best->info.move;
    result->score = cn_score_of_best(best->info.score, false);
    result->line_length = best->length;
    memcpy(result->line, best->moves, sizeof result->line);
}

void cn_tree_tell_lines(cn_tree_search *t, cn_context *c) {
    const double now = cn_clock_seconds();
    if (t->options.lines <= 1 || t->found->top_count == 0 || now - t->told_at < 0.1) return;
    t->told_at = now;
    cn_tree_take_part(t, t->found);
    t->found->nodes = cn_tree_report(t, c);
    t->found->seconds = now - t->start;
    t->progress(t->found, t->user);
}

bool cn_tree_take_depth(cn_tree_search *t, int index, int depth, bool whole, cn_result *result) {
    const cn_root_move *m = &t->moves[index];
    result->best = m->move;
    result->line_length = m->line_length;
    memcpy(result->line, m->line, (size_t)m->line_length * sizeof(cn_move));
    if (whole) result->depth = depth;
    if (t->options.lines > 0 && (whole || result->top_count == 0)) {
        adopt_top(t, result);
        if (result->top_count == 0) { /* only who wins was asked: a bound, then */
            fill_line(t, m, &result->top[0]);
            result->top_count = 1;
        }
    }
    bool guessed = false;
    for (int i = 0; i < t->count; i++) {
        result->moves[i] = info_of(t, &t->moves[i]);
        guessed |= t->moves[i].guessed;
    }
    /* Either the best move wins or loses by force, or every line was searched to its end. */
    const bool settled = t->meaning.sound && whole && (cn_value_decided(m->value) || !guessed);
    result->score = cn_score_of_best(result->moves[index].score, settled);
    return settled;
}
