/* NBoard: lines, games and moves. */
#include "protocol/nboard.h"
#include "arena/dialect.h"

#include "arena/record.h"
#include "arena/setup.h"
#include "protocol/words.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>

static const char protocol[] = "nboard";

void nboard_print_move(const cn_position *position, cn_move move, char text[CN_MOVE_TEXT]) {
    if (move == position->rules->pass) {
        snprintf(text, CN_MOVE_TEXT, "PA");
        return;
    }
    position->game->print_move(position->state, move, text);
    for (char *p = text; *p; p++) *p = (char)toupper((unsigned char)*p);
}

void nboard_complain(nboard *n, const cn_error *error) {
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
    *clocks = (cn_clocks){.fallen = -1};
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

static cn_status read_game(const cn_desk *desk, const char *ggf, cn_history *history,
                           cn_error *error) {
    cn_records records;
    bool more;
    cn_status status =
        cn_records_open(&records, desk->game, desk->values, NULL, ggf, strlen(ggf), error);
    if (status != CN_OK) return status;
    status = cn_records_next(&records, &more, error);
    if (status == CN_OK && !more) {
        status = cn_fail(error, CN_BAD_INPUT, "set game: expected a game in GGF");
    }
    if (status == CN_OK) status = cn_records_history(&records, INT_MAX, history, error);
    cn_records_close(&records);
    return status;
}

static void set_game(nboard *n, const char *ggf) {
    cn_desk *desk = n->desk;
    cn_history history = {0};
    cn_error error = {""};
    if (read_game(desk, ggf, &history, &error) == CN_OK) {
        cn_desk_take(desk, &history, desk->values);
        read_clocks(&desk->clocks, ggf);
    } else {
        nboard_complain(n, &error);
    }
    cn_history_free(&history);
}

/* move F5/eval/time. A pass that nobody has a choice about may be left out. */
static void play(nboard *n, char *rest) {
    char *text = cn_word_trim(rest);
    cn_desk *desk = n->desk;
    const cn_position *now = &desk->history.now;
    cn_error error = {""};
    cn_move move;
    const char *end;
    const double seconds = seconds_of(text);
    const int player = now->rules->turn(now->state);
    text[strcspn(text, "/")] = '\0';
    cn_status status = cn_position_read_move(now, text, &move, &end, &error);
    if (status != CN_OK && cn_setup_must_pass(now)) {
        cn_position after;
        if (cn_position_copy(now, &after, &error) != CN_OK) return;
        after.rules->play(after.state, after.rules->pass);
        status = cn_position_read_move(&after, text, &move, &end, &error);
        cn_position_free(&after);
        if (status == CN_OK) status = cn_desk_play(desk, now->rules->pass, &error);
    }
    if (status == CN_OK && *cn_word_trim((char *)end)) {
        status = cn_fail(&error, CN_BAD_INPUT, "`%.40s`: unexpected text after the move", text);
    }
    if (status == CN_OK) status = cn_desk_play(desk, move, &error);
    if (status != CN_OK) nboard_complain(n, &error);
    if (status == CN_OK && desk->clocks.used) cn_clocks_spend(&desk->clocks, player, seconds);
}

/* ---- commands ---- */

int nboard_number(const char *text, int min, int max, int fallback) {
    char *end;
    const long value = strtol(text, &end, 10);
    return end == text ? fallback : value < min ? min : value > max ? max : (int)value;
}

static void introduce(nboard *n, char *rest) {
    (void)rest;
    cn_desk_print(n->desk, "set myname Canopy\n");
}

/* Draws in an opening book have no price of their own here: there is no book. So `set contempt` is
 * ignored, as is what later versions may set. */
static void set(nboard *n, char *rest) {
    const char *what = cn_word_next(&rest);
    if (what && strcmp(what, "depth") == 0) n->depth = nboard_number(rest, 0, 200, n->depth);
    if (what && strcmp(what, "game") == 0) set_game(n, rest);
}

static void ping(nboard *n, char *rest) {
    cn_desk_print(n->desk, "pong %.40s\n", cn_word_trim(rest));
}

static void learn(nboard *n, char *rest) {
    (void)rest;
    cn_desk_print(n->desk, "learned\n");
}

static void quit(nboard *n, char *rest) {
    (void)rest;
    n->done = true;
}

static void perform(nboard *n, char *line) {
    static const struct {
        const char *word;
        nboard_fn *run;
    } commands[] = {
#define ROW(name, function) {#name, function}
        ROW(nboard, introduce), ROW(set, set),   ROW(move, play),   ROW(hint, nboard_hint),
        ROW(go, nboard_go),     ROW(ping, ping), ROW(learn, learn), ROW(analyze, nboard_analyze),
        ROW(quit, quit),
#undef ROW
    };
    const char *word = cn_word_next(&line);
    for (size_t i = 0; word && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(word, commands[i].word) != 0) continue;
        commands[i].run(n, line);
        return;
    }
}

static cn_status run(cn_desk *desk, cn_error *error) {
    nboard n = {.desk = desk};
    const cn_dialect *dialect = cn_dialect_find(desk->game, protocol, NULL);
    cn_status status = cn_dialect_apply(desk->game, dialect, desk->values, error);
    if (status == CN_OK) status = cn_desk_begin(desk, NULL, error);
    char *line;
    bool cut;
    while (status == CN_OK && !n.done && cn_desk_heard(desk) && (line = cn_desk_line(desk, &cut))) {
        if (!cut) perform(&n, line);
    }
    return status;
}

static cn_status serves(const cn_game *game, cn_error *error) {
    return cn_dialect_serves(game, protocol, error);
}

const cn_protocol cn_protocol_nboard = {
    .name = "nboard",
    .summary = "NBoard 2, for Othello",
    .serves = serves,
    .run = run,
};
