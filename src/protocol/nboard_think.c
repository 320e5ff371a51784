/* NBoard: hints, moves and analyses. Values are in discs, in the view of the side to move. */
#include "protocol/nboard.h"

#include "core/text.h"
#include "protocol/words.h"

/* ---- values ---- */

/* The margin for the side to move at `from` once a line is played to the end of the game; false if
 * it does not get there. */
static bool margin_of(const cn_position *from, const cn_move *moves, int count, double *discs) {
    cn_position end;
    if (!from->rules->score || cn_position_copy(from, &end, NULL) != CN_OK) return false;
    for (int i = 0; i < count && cn_position_legal(&end, moves[i]); i++) {
        end.rules->play(end.state, moves[i]);
    }
    const bool over = end.rules->over(end.state) != CN_ONGOING;
    const double first = (double)end.rules->score(end.state) / from->game->score_unit;
    *discs = from->rules->turn(from->state) == 0 ? first : -first;
    cn_position_free(&end);
    return over;
}

/* A score in discs; of a decided game whatever its line ends with, or one disc. What does not count
 * discs at all is shown in hundredths. */
static double discs_of(const cn_desk *desk, cn_score score, const cn_move *line, int count) {
    double discs;
    if (score.kind != CN_SCORE_OUTCOME || score.value == 0) {
        cn_board board;
        desk->game->draw(desk->history.now.state, &board);
        const int most = board.rows * board.columns;
        const bool counts = score.kind == CN_SCORE_POINTS || score.unit > 0;
        discs = counts ? score.value : cn_score_number(score) / 100.0;
        return discs > most ? most : discs < -most ? -most : discs;
    }
    const bool known = margin_of(&desk->history.now, line, count, &discs);
    return known && discs * score.value > 0 ? discs : score.value;
}

/* ---- lines of search ---- */

static void print_search(nboard *n, const cn_result *r, const cn_line *line) {
    cn_desk *desk = n->desk;
    char pv[CN_RESULT_LINE * 3 + 1] = "", depth[16];
    cn_position position;
    if (cn_position_copy(&desk->history.now, &position, NULL) != CN_OK) return;
    for (int i = 0; i < line->length && cn_position_legal(&position, line->moves[i]); i++) {
        char text[CN_MOVE_TEXT];
        nboard_print_move(&position, line->moves[i], text);
        if (strlen(pv) + strlen(text) >= sizeof pv) break;
        cn_text_add(pv, sizeof pv, "%s", text);
        position.rules->play(position.state, line->moves[i]);
    }
    cn_position_free(&position);
    if (!*pv) return;
    /* Exact to the last disc; or won, lost or drawn whatever comes, but the margin may be another.
     */
    const cn_score score = line->info.score;
    const bool decided = score.kind == CN_SCORE_OUTCOME;
    const bool exact = score.kind == CN_SCORE_POINTS && score.proven;
    snprintf(depth, sizeof depth, "%d", r->depth);
    cn_desk_print(desk, "search %s %.2f 0 %s\n", pv,
                  discs_of(desk, score, line->moves, line->length),
                  exact     ? "100%"
                  : decided ? "100%W"
                            : depth);
}

/* Agents that say nothing but the move get a line of it. */
static void show(const cn_result *r, void *user) {
    nboard *n = user;
    if (r->best == CN_MOVE_NONE || (r->nodes > 0 && r->nodes == n->shown)) return;
    n->shown = r->nodes;
    for (int i = 0; i < r->top_count; i++) print_search(n, r, &r->top[i]);
    if (r->top_count == 0) {
        cn_line line = {.info.score = r->score, .length = r->line_length};
        memcpy(line.moves, r->line, sizeof line.moves);
        print_search(n, r, &line);
    }
    cn_desk_print(n->desk, "nodestats %llu %.2f\n", (unsigned long long)r->nodes, r->seconds);
}

/* Any line means that the board has moved on. */
static cn_watch stop_at_any(const char *line, void *user) {
    nboard *n = user;
    n->stop |= line != NULL;
    return line ? CN_WATCH_STOP : CN_WATCH_SOON;
}

/* A move to be played is thought about until the board no longer wants it. */
static cn_watch stop_at_ping(const char *line, void *user) {
    (void)user;
    if (!line) return CN_WATCH_SOON;
    return cn_word_first(line, "ping") || cn_word_first(line, "quit") ? CN_WATCH_STOP
                                                                      : CN_WATCH_GO_ON;
}

static bool think(nboard *n, cn_desk_question *question) {
    cn_error error = {""};
    question->user = n;
    n->stop = false;
    n->shown = 0;
    if (cn_desk_think(n->desk, question, &error) == CN_OK) return true;
    nboard_complain(n, &error);
    return false;
}

static bool is_over(const nboard *n) {
    const cn_position *now = &n->desk->history.now;
    if (now->rules->over(now->state) == CN_ONGOING) return false;
    cn_desk_print(n->desk, "status The game is over\n");
    return true;
}

/* ---- what is asked ---- */

void nboard_hint(nboard *n, char *rest) {
    const int moves = nboard_number(rest, 1, CN_LINES_MAX, 1);
    if (is_over(n)) return;
    cn_desk_question question = {
        .limits = {.depth = n->depth, .infinite = true, .lines = moves},
        .own_limits = true,
        .watch = stop_at_any,
        .progress = show,
    };
    cn_desk_print(n->desk, "status Canopy is analyzing\n");
    if (think(n, &question) && !n->stop) show(&n->desk->result, n);
    cn_desk_print(n->desk, "status\n");
}

void nboard_go(nboard *n, char *rest) {
    cn_desk *desk = n->desk;
    (void)rest;
    if (is_over(n)) return;
    cn_desk_question question = {
        .limits = {.depth = n->depth},
        .watch = stop_at_ping,
        .progress = show,
    };
    cn_desk_print(desk, "status Canopy is thinking\n");
    if (think(n, &question)) {
        const cn_result *r = &desk->result;
        char text[CN_MOVE_TEXT];
        show(r, n);
        nboard_print_move(&desk->history.now, r->best, text);
        cn_desk_print(desk, "=== %s/%.2f/%.2f\n", text,
                      discs_of(desk, r->score, r->line, r->line_length), desk->took);
    }
    cn_desk_print(desk, "status\n");
}

/* In the first player's view, as the graph of a game is drawn. */
void nboard_analyze(nboard *n, char *rest) {
    cn_history *history = &n->desk->history;
    (void)rest;
    const int count = history->count;
    n->stop = false;
    cn_desk_print(n->desk, "status Canopy is analyzing\n");
    do {
        const cn_position *now = &history->now;
        const bool over = now->rules->over(now->state) != CN_ONGOING;
        double discs = 0;
        cn_desk_question question = {
            .limits = {.depth = n->depth},
            .watch = stop_at_any,
        };
        if (over) {
            margin_of(now, NULL, 0, &discs);
        } else if (!think(n, &question) || n->stop) {
            break;
        } else {
            const cn_result *r = &n->desk->result;
            discs = discs_of(n->desk, r->score, r->line, r->line_length);
        }
        if (now->rules->turn(now->state) != 0) discs = -discs;
        cn_desk_print(n->desk, "analysis %d %.2f\n", history->count, discs);
    } while (cn_history_undo(history));
    while (history->count < count && cn_history_redo(history)) {
    }
    cn_desk_print(n->desk, "status\n");
}
