/* The game is asked in slices of a few thousand positions, so that the clock and the stop flag are
 * looked at in between; the table lets it go on where it was. */
#include "engine/forced.h"

#include "core/clock.h"
#include "search/score.h"
#include "search/table.h"

#include <math.h>

enum {
    FIRST_SLICE = 512,    /* positions the game looks at before it is known to need a table */
    SLICE = 8192,         /* positions between two looks at clock and stop flag: some 10 ms */
    EACH_SECOND = 300000, /* positions for a second of the search: about a third of its time */
    SHARE = 3,            /* of a limit in nodes: one part in three */
    MOST = 3000000,       /* positions in all, whatever the limits */
    TABLE_MB = 4,         /* for an algorithm that has no table */
};

/* How many positions the game may look at, in all slices together; 0: wins in one move only. */
static int64_t budget_of(const cn_run *run, uint64_t nodes, int depth) {
    double most = MOST;
    if (run->log) return 0; /* the search itself is to be seen */
    if (run->deadline > 0) most = fmin(most, (run->deadline - run->start) * EACH_SECOND);
    if (nodes > 0) most = fmin(most, (double)(nodes / SHARE));
    if (depth > 0) most = fmin(most, depth < 10 ? 200 << depth : EACH_SECOND);
    if (!run->limits->infinite && run->deadline == 0 && nodes == 0 && depth == 0) most = SLICE;
    return (int64_t)most;
}

void cn_forced_ask(const cn_run *run, uint64_t nodes, int depth, cn_table *table,
                   cn_forced_root *found) {
    const cn_rules *rules = run->position->rules;
    const void *state = run->position->state;
    *found = (cn_forced_root){.move = CN_MOVE_NONE};
    if (!rules->forced) return;
    cn_table own = {0};
    cn_forced win = {.table = table, .line = found->line};
    int64_t left = budget_of(run, nodes, depth);
    int slice = left < FIRST_SLICE ? (int)left : FIRST_SLICE;
    do {
        win.more = false;
        found->move = rules->forced(state, slice, &win);
        left -= slice;
        if (found->move != CN_MOVE_NONE || !win.more || left <= 0) break;
        slice = left < SLICE ? (int)left : SLICE;
        cn_error unused;
        if (!win.table && cn_table_new(TABLE_MB, &own, &unused) == CN_OK) win.table = &own;
        /* Processes that share the run must not part ways here: for them only the budget counts. */
    } while (run->crew || !(atomic_load_explicit(run->stop, memory_order_relaxed) ||
                            (run->deadline > 0 && cn_clock_seconds() >= run->deadline)));
    cn_table_free(&own);
    /* A longer win whose moves the game does not tell is left to the search, which can show them.
     */
    if (win.length == 0 && win.plies > 1) found->move = CN_MOVE_NONE;
    found->plies = win.plies;
    /* A win is at least the one move that was looked at. */
    found->nodes = win.nodes > 0 || found->move == CN_MOVE_NONE ? win.nodes : 1;
    found->length = win.length;
    if (found->move != CN_MOVE_NONE && found->length == 0) {
        found->line[found->length++] = found->move;
    }
}

/* The place of the move among the root's; it may be one that is not listed as worth searching. */
static int place_of(const cn_position *p, cn_move move, cn_result *result) {
    cn_move list[CN_MOVES_MAX];
    if (result->count == 0) {
        result->count = p->rules->moves(p->state, list);
        for (int i = 0; i < result->count; i++) {
            result->moves[i] = (cn_move_info){.move = list[i]};
        }
    }
    int i = 0;
    while (i < result->count && result->moves[i].move != move) i++;
    if (i < result->count) return i;
    if (result->count == CN_MOVES_MAX) return i - 1; /* in place of the last, for want of room */
    result->moves[result->count++] = (cn_move_info){.move = move};
    return i;
}

void cn_forced_put(const cn_position *position, const cn_forced_root *found, cn_result *result) {
    const int i = place_of(position, found->move, result);
    cn_move_info *info = &result->moves[i];
    info->score = cn_score_outcome(1, found->plies);
    cn_score_place(position->rules, position->state, &info->score);
    result->score = info->score;
    info->nodes += found->nodes;
    result->best = found->move;
    result->line_length = found->length < CN_RESULT_LINE ? found->length : CN_RESULT_LINE;
    memcpy(result->line, found->line, (size_t)result->line_length * sizeof(cn_move));
    if (result->depth < found->plies) result->depth = found->plies;
    /* The first of the lines, if lines are told; the one that had been it, if another, moves on. */
    if (result->top_count == 0) return;
    int at = 0;
    while (at < result->top_count - 1 && result->top[at].info.move != found->move) at++;
    memmove(&result->top[1], &result->top[0], (size_t)at * sizeof *result->top);
    cn_line *first = &result->top[0];
    first->info = *info;
    first->length = result->line_length;
    memcpy(first->moves, result->line, (size_t)first->length * sizeof(cn_move));
}
