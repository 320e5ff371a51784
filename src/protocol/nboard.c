/* NBoard's protocol, version 2 (Welty), for the game whose records are GGF (Othello), as an engine
 * speaks it; arena/exec_nboard.c is the other side.
 *
 * One line goes each way; lines that are not understood are ignored. The board is the other side's:
 * a move found is told, and played only when it comes back. Values are in discs, in the view of the
 * side to move. */
#include "arena/dialect.h"
#include "arena/moves.h"
#include "arena/record.h"
#include "arena/setup.h"
#include "core/text.h"
#include "protocol/protocol.h"
#include "protocol/words.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>

static const char protocol[] = "nboard";

/* One dialogue. */
typedef struct nboard {
    cn_desk *desk;
    int depth; /* as `set depth` said; 0: it did not */
    bool done;
    char *rest;     /* what follows the word of the command at hand, which may cut it up */
    bool stop;      /* a line came that ends what goes on */
    uint64_t shown; /* nodes of the last lines of search */
} nboard;

/* A move as NBoard writes it: `F5`, `PA` for a pass. */
static void print_move(const cn_position *position, cn_move move, char text[CN_MOVE_TEXT]) {
    if (move == position->rules->pass) {
        snprintf(text, CN_MOVE_TEXT, "PA");
        return;
    }
    cn_position_move_text(position, move, text);
    for (char *p = text; *p; p++) *p = (char)toupper((unsigned char)*p);
}

/* Tells people what was wrong, in the status line. */
static void complain(nboard *n, const cn_error *error) {
    cn_desk_print(n->desk, "status error: %s\n", error->text);
}

/* ---- the game ---- */

/* Seconds of a move `F5/eval/time`; 0: not said. */
static double seconds_of(const char *move) {
    for (int field = 0; field < 2; field++) {
        move = strchr(move, '/');
        if (!move) return 0;
        move++;
    }
    const double seconds = strtod(move, NULL);
    return seconds > 0 && seconds < 1e6 ? seconds : 0;
}

/* TI[15:00/increment/extension] is what each side began with; the moves tell what they took. A time
 * of nothing is no clock. */
static void read_clocks(cn_clocks *clocks, const char *ggf) {
    cn_sgf sgf;
    cn_sgf_event event;
    char text[80];
    int player;
    *clocks = (cn_clocks){0};
    cn_sgf_open(&sgf, ggf, strlen(ggf));
    while (cn_sgf_next(&sgf, &event, NULL) == CN_OK && event != CN_SGF_CLOSE &&
           event != CN_SGF_END) {
        if (event != CN_SGF_VALUE) continue;
        cn_sgf_text(&sgf, text, sizeof text);
        if (strcmp(sgf.id, "TI") == 0) {
            char *increment = strchr(text, '/');
            if (increment) {
                const size_t length = strcspn(increment + 1, "/");
                increment[0] = length > 0 ? '+' : '\0';
                increment[1 + length] = '\0';
            }
            if (cn_clocks_parse(text, NULL, clocks, NULL) != CN_OK) clocks->used = false;
        } else if (clocks->used && cn_setup_mover(sgf.id, &player)) {
            cn_clocks_spend(clocks, player, seconds_of(text));
        }
    }
}

/* A whole game in GGF, of which the last position is asked about. */
static void set_game(nboard *n, const char *ggf) {
    cn_desk *desk = n->desk;
    cn_value values[CN_OPTIONS_MAX];
    cn_record_info info;
    cn_history history;
    cn_error error;
    memcpy(values, desk->values, sizeof values);
    if (cn_records_read(desk->game, values, NULL, ggf, strlen(ggf), 1, INT_MAX, &history, &info,
                        &error) != CN_OK) {
        cn_desk_print(desk, "status error: set game: %s\n", error.text);
        return;
    }
    cn_desk_take(desk, &history, values);
    read_clocks(&desk->clocks, ggf);
}

/* move F5/eval/time. A pass that nobody has a choice about may be left out. */
static void play(nboard *n) {
    char *text = cn_word_trim(n->rest);
    cn_desk *desk = n->desk;
    const cn_position *now = &desk->history.now;
    cn_error error = {""};
    cn_move move;
    const char *end;
    const double seconds = seconds_of(text);
    int player = cn_position_turn(now);
    text[strcspn(text, "/")] = '\0';
    cn_status status = cn_position_read_move(now, text, &move, &end, &error);
    const bool passes = status != CN_OK && cn_setup_must_pass(now);
    if (passes) {
        cn_scratch scratch;
        const cn_position *after = cn_scratch_copy(&scratch, now);
        after->rules->play(after->state, after->rules->pass);
        player = cn_position_turn(after);
        status = cn_position_read_move(after, text, &move, &end, &error);
    }
    if (status == CN_OK && *cn_word_trim((char *)end)) {
        status = cn_fail(&error, CN_BAD_INPUT, "`%.40s`: unexpected text after the move", text);
    }
    if (status == CN_OK && passes) status = cn_desk_play(desk, now->rules->pass, &error);
    if (status == CN_OK) status = cn_desk_play(desk, move, &error);
    if (status != CN_OK) complain(n, &error);
    if (status == CN_OK && desk->clocks.used) cn_clocks_spend(&desk->clocks, player, seconds);
}

/* A whole number at the beginning of a text, moved into a range; `fallback` if there is none. */
static int read_number(const char *text, int min, int max, int fallback) {
    char *end;
    const long value = strtol(text, &end, 10);
    return end == text ? fallback : value < min ? min : value > max ? max : (int)value;
}

/* ---- values ---- */

/* The margin for the side to move at `from` once a line is played to the end of the game; false if
 * it does not get there. */
static bool margin_of(const cn_position *from, const cn_move *moves, int count, double *discs) {
    cn_walk walk;
    if (!from->rules->score) return false;
    for (cn_walk_begin(&walk, from, moves, count); cn_walk_next(&walk);) continue;
    const cn_position *end = &walk.position;
    const double first = (double)end->rules->score(end->state) / from->game->score_unit;
    *discs = cn_position_turn(from) == 0 ? first : -first;
    return cn_position_over(end) != CN_ONGOING;
}

/* A score in discs; of a decided game whatever its line ends with, or one disc. What does not count
 * discs at all is shown in hundredths. */
static double discs_of(const cn_desk *desk, cn_score score, const cn_move *line, int count) {
    double discs;
    if (score.kind != CN_SCORE_OUTCOME || score.value == 0) {
        cn_board board = cn_desk_board(desk);
        const int most = board.rows * board.columns;
        const bool counts = score.kind == CN_SCORE_POINTS || score.unit > 0;
        discs = counts ? score.value : cn_score_number(score) / 100.0;
        return discs > most ? most : discs < -most ? -most : discs;
    }
    const bool known = margin_of(&desk->history.now, line, count, &discs);
    return known && discs * score.value > 0 ? discs : score.value;
}

/* ---- lines of search ---- */

/* A line `search MOVES VALUE 0 DEPTH` for one of the best moves. */
static void print_search(nboard *n, const cn_result *r, const cn_line *line) {
    cn_desk *desk = n->desk;
    char pv[CN_RESULT_LINE * 3 + 1] = "", depth[16];
    cn_walk walk;
    cn_walk_begin(&walk, &desk->history.now, line->moves, line->length);
    while (strlen(pv) + 2 < sizeof pv && cn_walk_next(&walk)) {
        char text[CN_MOVE_TEXT];
        print_move(&walk.position, walk.move, text);
        cn_text_add(pv, sizeof pv, "%s", text);
    }
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

/* Sends lines for the best moves and the nodes so far, if there is anything new. Agents that say
 * nothing but the move get a line of it. */
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

/* For hints and analyses, in the reader's thread: any line means that the board has moved on, so
 * the search stops. */
static cn_watch stop_at_any(const char *line, void *user) {
    nboard *n = user;
    n->stop |= line != NULL;
    return line ? CN_WATCH_STOP : CN_WATCH_SOON;
}

/* For a move to be played, in the reader's thread: only `ping`, by which the board says that it no
 * longer wants the move, and `quit` stop the search. */
static cn_watch stop_at_ping(const char *line, void *user) {
    (void)user;
    if (!line) return CN_WATCH_SOON;
    return cn_word_first(line, "ping") || cn_word_first(line, "quit") ? CN_WATCH_STOP
                                                                      : CN_WATCH_GO_ON;
}

/* Searches the position; false after a complaint. */
static bool think(nboard *n, cn_desk_question *question) {
    cn_error error = {""};
    question->user = n;
    n->stop = false;
    n->shown = 0;
    if (cn_desk_think(n->desk, question, &error) == CN_OK) return true;
    complain(n, &error);
    return false;
}

/* Whether the game is over; then the status line says so. */
static bool is_over(const nboard *n) {
    const cn_position *now = &n->desk->history.now;
    if (cn_position_over(now) == CN_ONGOING) return false;
    cn_desk_print(n->desk, "status The game is over\n");
    return true;
}

/* ---- what is asked ---- */

/* Values of the best so many moves, until the depth is reached or a line comes. */
static void hint(nboard *n) {
    const int moves = read_number(n->rest, 1, CN_LINES_MAX, 1);
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

/* The move we would play, with its value and the seconds it took. */
static void go(nboard *n) {
    cn_desk *desk = n->desk;
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
        print_move(&desk->history.now, r->best, text);
        cn_desk_print(desk, "=== %s/%.2f/%.2f\n", text,
                      discs_of(desk, r->score, r->line, r->line_length), desk->took);
    }
    cn_desk_print(desk, "status\n");
}

/* A value for every position of the game, from its end back, in the first player's view, as the
 * graph of a game is drawn. */
static void analyze(nboard *n) {
    cn_history *history = &n->desk->history;
    const int count = history->count;
    n->stop = false;
    cn_desk_print(n->desk, "status Canopy is analyzing\n");
    do {
        const cn_position *now = &history->now;
        const bool over = cn_position_over(now) != CN_ONGOING;
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
        if (cn_position_turn(now) != 0) discs = -discs;
        cn_desk_print(n->desk, "analysis %d %.2f\n", history->count, discs);
    } while (cn_history_undo(history));
    while (history->count < count && cn_history_redo(history)) {
    }
    cn_desk_print(n->desk, "status\n");
}

/* ---- commands ---- */

/* The first line of a dialogue. */
static void introduce(nboard *n) {
    cn_desk_print(n->desk, "set myname Canopy\n");
}

/* Draws in an opening book have no price of their own here: there is no book. So `set contempt` is
 * ignored, as is what later versions may set. */
static void set(nboard *n) {
    const char *what = cn_word_next(&n->rest);
    if (what && strcmp(what, "depth") == 0) n->depth = read_number(n->rest, 0, 200, n->depth);
    if (what && strcmp(what, "game") == 0) set_game(n, n->rest);
}

/* The other side waits for this answer before it goes on. */
static void ping(nboard *n) {
    cn_desk_print(n->desk, "pong %.40s\n", cn_word_trim(n->rest));
}

/* NBoard asks for the game to be learned from; nothing is, but it waits for the answer. */
static void learn(nboard *n) {
    cn_desk_print(n->desk, "learned\n");
}

/* The board wants no more. */
static void quit(nboard *n) {
    n->done = true;
}

/* Runs the command that a line begins with; other lines are ignored, as the protocol says. */
static void perform(nboard *n, char *line) {
    static const struct {
        const char *word;
        void (*run)(nboard *n);
    } commands[] = {
#define ROW(name, function) {#name, function}
        ROW(nboard, introduce), ROW(set, set),         ROW(move, play),
        ROW(hint, hint),        ROW(go, go),           ROW(ping, ping),
        ROW(learn, learn),      ROW(analyze, analyze), ROW(quit, quit),
#undef ROW
    };
    const char *word = cn_word_next(&line);
    for (size_t i = 0; word && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(word, commands[i].word) != 0) continue;
        n->rest = line;
        commands[i].run(n);
        return;
    }
}

/* For cn_desk_talk. A line that was cut is none that the protocol has. */
static bool take(void *user, char *line, bool cut) {
    nboard *n = user;
    if (!cut) perform(n, line);
    return !n->done;
}

/* Sets up the form of the game that NBoard has, and answers line by line. */
static cn_status run(cn_desk *desk, cn_error *error) {
    nboard n = {.desk = desk};
    const cn_dialect *dialect = cn_dialect_find(desk->game, protocol, NULL);
    cn_status status = cn_dialect_apply(desk->game, dialect, desk->values, error);
    if (status == CN_OK) status = cn_desk_begin(desk, NULL, error);
    if (status == CN_OK) cn_desk_talk(desk, take, &n);
    return status;
}

const cn_protocol cn_protocol_nboard = {
    .name = protocol,
    .summary = "NBoard 2, for Othello",
    .run = run,
};
