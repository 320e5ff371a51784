/* UGI and UCI: the search. `go` says what limits it, lines of info tell how it goes, and `bestmove`
 * ends it. A search without end (`infinite`, `ponder`) must not answer before `stop` or
 * `ponderhit`, even if it has nothing more to find out; its answer is then `pending`. */
#include "protocol/ugi.h"

#include "arena/moves.h"
#include "core/text.h"
#include "protocol/words.h"

#include <canopy/kernel/context.h>
#include <stdlib.h>

enum { INFO_MAX = 2048 }; /* bytes of a line of info */

/* ---- what is asked ---- */

/* Milliseconds in text as seconds; 0 for what is no number. */
static double milliseconds(const char *word) {
    const double value = word ? strtod(word, NULL) : 0;
    return value > -1e12 && value < 1e12 ? value / 1000 : 0;
}

/* A number of at least 1 and at most `most`; 0 for anything else. */
static double number(const char *word, double most) {
    const double value = word ? strtod(word, NULL) : 0;
    return value >= 1 ? (value < most ? value : most) : 0;
}

/* Reads the words behind `go` into u->order. The times of the player whose turn it is are the only
 * ones that matter. */
static void read_order(ugi *u) {
    static const char *const plain[] = {"movetime", "movestogo", "depth", "nodes"};
    enum { MOVETIME, MOVESTOGO, DEPTH, NODES, PLAIN };
    const cn_position *now = &u->desk->history.now;
    const int player = cn_position_turn(now);
    const ugi_notation *notation = u->notation;
    ugi_order *order = &u->order;
    *order = (ugi_order){.limits.lines = u->lines > 1 ? u->lines : 0};
    cn_limits *limits = &order->limits;
    double left = 0, moves = 0;
    bool clock = false;
    for (const char *word; (word = cn_word_next(&u->words));) {
        int key = 0;
        while (key < PLAIN && strcmp(word, plain[key]) != 0) key++;
        order->infinite |= strcmp(word, "infinite") == 0;
        order->ponder |= strcmp(word, "ponder") == 0;
        const bool time = strcmp(word, notation->time[player]) == 0;
        const bool increment = strcmp(word, notation->increment[player]) == 0;
        if (key == PLAIN && !time && !increment) continue;
        const char *value = cn_word_next(&u->words);
        if (key == MOVETIME) {
            limits->seconds = cn_desk_less_overhead(milliseconds(value), u->overhead);
        }
        if (key == MOVESTOGO) moves = number(value, 1000);
        if (key == DEPTH) limits->depth = (int)number(value, 200);
        /* One is for positions, one for playouts: each agent heeds its own. */
        if (key == NODES) limits->nodes = limits->iterations = (uint64_t)number(value, 1e18);
        if (time) left = milliseconds(value);
        if (increment) limits->increment = milliseconds(value);
        clock |= time;
    }
    if (limits->increment < 0) limits->increment = 0;
    if (clock) {
        limits->clock = cn_desk_less_overhead(left, u->overhead);
        if (moves > 0 && limits->seconds == 0) limits->seconds = limits->clock / (moves + 1);
    }
    order->limited = limits->seconds > 0 || limits->depth || limits->nodes || clock;
}

/* ---- what is found ---- */

/* As UCI has it: moves, not plies, to the end of a decided game; else hundredths of a point, or
 * what number there is. */
static void add_score(char *line, cn_score score) {
    const char *const bounds[] = {[CN_SCORE_EXACT] = "",
                                  [CN_SCORE_AT_LEAST] = " lowerbound",
                                  [CN_SCORE_AT_MOST] = " upperbound"};
    const bool points = score.kind == CN_SCORE_POINTS || score.unit > 0;
    if (score.kind == CN_SCORE_NONE) return;
    if (score.kind == CN_SCORE_OUTCOME && score.value != 0) {
        const int plies = score.plies >= 0 ? score.plies : CN_PLY_MAX;
        cn_text_add(line, INFO_MAX, " score mate %s%d", score.value < 0 ? "-" : "",
                    (plies + 1) / 2);
    } else {
        const double hundredths = points ? 100 * score.value : cn_score_number(score);
        cn_text_add(line, INFO_MAX, " score cp %.0f", hundredths);
    }
    cn_text_add(line, INFO_MAX, "%s", bounds[score.bound]);
}

/* The line of moves that is expected, behind the word `pv`. */
static void add_line(const ugi *u, char *line, const cn_move *moves, int count) {
    cn_walk walk;
    if (count == 0) return;
    cn_text_add(line, INFO_MAX, " pv");
    for (cn_walk_begin(&walk, &u->desk->history.now, moves, count); cn_walk_next(&walk);) {
        char text[CN_MOVE_TEXT];
        u->notation->print_move(&walk.position, walk.move, text);
        cn_text_add(line, INFO_MAX, " %s", text);
    }
}

/* A line of what the search says: of its best line (rank 0), or of the line with this rank where
 * several are asked for. */
static void print_info(const ugi *u, const cn_result *r, int rank) {
    const cn_line *own = rank > 0 ? &r->top[rank - 1] : NULL;
    char line[INFO_MAX] = "";
    cn_text_add(line, INFO_MAX, "info depth %d", r->depth);
    if (own) cn_text_add(line, INFO_MAX, " multipv %d", rank);
    add_score(line, own ? own->info.score : r->score);
    cn_text_add(line, INFO_MAX, " nodes %llu", (unsigned long long)r->nodes);
    if (r->seconds > 0.001) {
        cn_text_add(line, INFO_MAX, " nps %llu",
                    (unsigned long long)((double)r->nodes / r->seconds));
    }
    cn_text_add(line, INFO_MAX, " time %lld", (long long)(r->seconds * 1000));
    add_line(u, line, own ? own->moves : r->line, own ? own->length : r->line_length);
    cn_desk_print(u->desk, "%s\n", line);
}

/* While the search runs: lines of info, whenever there is something new. */
static void show(const cn_result *r, void *user) {
    ugi *u = user;
    if (r->best == CN_MOVE_NONE) return;
    u->shown = r->nodes;
    if (r->top_count == 0) print_info(u, r, 0);
    for (int i = 1; i <= r->top_count; i++) print_info(u, r, i);
}

void ugi_answer(ugi *u) {
    const cn_desk *desk = u->desk;
    const cn_result *r = &desk->result;
    const cn_position *now = &desk->history.now;
    const bool found = r->best != CN_MOVE_NONE;
    char best[CN_MOVE_TEXT] = "0000", next[CN_MOVE_TEXT] = "";
    cn_scratch scratch;
    u->pending = false;
    if (found) u->notation->print_move(now, r->best, best);
    if (found && u->ponders && r->line_length > 1) {
        const cn_position *after = cn_scratch_copy(&scratch, now);
        after->rules->play(after->state, r->best);
        if (cn_position_legal(after, r->line[1])) u->notation->print_move(after, r->line[1], next);
    }
    cn_desk_print(u->desk, "bestmove %s%s%s\n", best, *next ? " ponder " : "", next);
}

/* ---- the search ---- */

/* What a line means that comes while a search runs, called in the reader's thread. `isready` must
 * be answered at once, even now. `stop` stays in the queue: there it finds a search whose answer
 * waits for it, or none. */
static cn_watch watch(const char *line, void *user) {
    const ugi *u = user;
    const bool endless = u->order.infinite || u->order.ponder;
    if (!line) return endless ? CN_WATCH_STOP : CN_WATCH_SOON;
    if (cn_word_first(line, "isready")) {
        cn_desk_print(u->desk, "readyok\n");
        return CN_WATCH_TAKEN;
    }
    if (cn_word_first(line, "stop") || cn_word_first(line, "quit")) return CN_WATCH_STOP;
    return u->order.ponder && cn_word_first(line, "ponderhit") ? CN_WATCH_STOP : CN_WATCH_GO_ON;
}

/* Searches as u->order says; the answer may have to wait for `stop`. */
static void think(ugi *u) {
    const bool endless = u->order.infinite || u->order.ponder;
    cn_desk_question question = {
        .limits = u->order.limits,
        .own_limits = u->order.limited || endless,
        .watch = watch,
        .progress = show,
        .user = u,
    };
    if (endless) {
        question.limits = (cn_limits){.infinite = true, .lines = u->order.limits.lines};
    }
    u->shown = 0;
    if (cn_desk_think(u->desk, &question, &u->error) != CN_OK) {
        ugi_complain(u);
        u->desk->result.best = CN_MOVE_NONE;
    } else if (u->shown != u->desk->result.nodes || u->shown == 0) {
        show(&u->desk->result, u);
    }
    u->pending = endless;
    if (!endless) ugi_answer(u);
}

cn_status ugi_go(ugi *u) {
    read_order(u);
    think(u);
    return CN_OK;
}

cn_status ugi_ponderhit(ugi *u) {
    if (!u->pending || !u->order.ponder) return CN_OK;
    u->order.ponder = false;
    u->pending = false;
    think(u);
    return CN_OK;
}
