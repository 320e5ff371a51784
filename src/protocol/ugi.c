/* UGI and UCI: lines and positions; the tongue of UGI, which writes moves and positions as the game
 * does. The draft of UGI is kz04px's, of cutegames. */
#include "protocol/ugi.h"

#include "protocol/words.h"

void ugi_complain(ugi *u, const cn_error *error) {
    cn_desk_print(u->desk, "info string error: %s\n", error->text);
}

/* ---- positions ---- */

/* Cuts the text at the word `moves` and returns what follows it, or NULL. */
static char *cut_moves(char *text) {
    for (char *p = text; (p = strstr(p, "moves")); p += 5) {
        const bool begins = p == text || strchr(CN_BLANKS, p[-1]);
        if (!begins || (p[5] && !strchr(CN_BLANKS, p[5]))) continue;
        *p = '\0';
        return p + 5;
    }
    return NULL;
}

static cn_status play_all(ugi *u, cn_history *history, char *moves, cn_error *error) {
    const char *word;
    for (int number = 1; (word = cn_word_next(&moves)); number++) {
        cn_move move;
        cn_error why = {""};
        cn_status status = u->tongue->read_move(&history->now, word, &move, &why);
        if (status == CN_OK) status = cn_history_play(history, move, 0, &why);
        if (status != CN_OK) return cn_fail(error, status, "move %d: %.480s", number, why.text);
    }
    return CN_OK;
}

/* position startpos|fen TEXT [moves …]. What is wrong in any part leaves all as it was. */
static cn_status set_position(ugi *u, char *words, cn_error *error) {
    cn_desk *desk = u->desk;
    char text[CN_TEXT_MAX];
    char *moves = cut_moves(words);
    const char *word = cn_word_next(&words);
    const bool fen = word && strcmp(word, "fen") == 0;
    if (!fen && (!word || strcmp(word, "startpos") != 0)) {
        return cn_fail(error, CN_BAD_INPUT, "position: expected `startpos` or `fen`");
    }
    cn_status status = CN_OK;
    if (fen) status = u->tongue->read_fen(desk, cn_word_trim(words), text, error);
    cn_history history;
    if (status == CN_OK) {
        status = cn_history_start(&history, desk->game, desk->values, fen ? text : NULL, error);
    }
    if (status != CN_OK) return status;
    if (moves) status = play_all(u, &history, moves, error);
    /* The search keeps what it knows: most often this is the game of before, a move later. */
    if (status == CN_OK) cn_desk_take(desk, &history, desk->values);
    cn_history_free(&history);
    return status;
}

/* ---- commands ---- */

static cn_status introduce(ugi *u, char *words, cn_error *error) {
    (void)words, (void)error;
    cn_desk_print(u->desk, "id name Canopy %s (%s)\nid author the Canopy authors\n", CN_VERSION,
                  u->desk->game->title);
    ugi_list_options(u);
    cn_desk_print(u->desk, "%sok\n", u->tongue->name);
    return CN_OK;
}

static cn_status new_game(ugi *u, char *words, cn_error *error) {
    (void)words;
    return cn_desk_begin(u->desk, NULL, error);
}

static cn_status on_isready(ugi *u, char *words, cn_error *error) {
    (void)words, (void)error;
    cn_desk_print(u->desk, "readyok\n");
    return CN_OK;
}

/* Of a search that runs the watch knows; what is over is answered. */
static cn_status on_stop(ugi *u, char *words, cn_error *error) {
    (void)words, (void)error;
    if (u->pending) ugi_answer(u);
    return CN_OK;
}

static cn_status on_quit(ugi *u, char *words, cn_error *error) {
    (void)words, (void)error;
    u->done = true;
    return CN_OK;
}

static cn_status on_query(ugi *u, char *words, cn_error *error) {
    const cn_position *now = &u->desk->history.now;
    const cn_outcome outcome = now->rules->over(now->state);
    const char *what = cn_word_next(&words), *answer;
    if (what && strcmp(what, "gameover") == 0) {
        answer = outcome != CN_ONGOING ? "true" : "false";
    } else if (what && strcmp(what, "p1turn") == 0) {
        answer = now->rules->turn(now->state) == 0 ? "true" : "false";
    } else if (what && strcmp(what, "result") == 0) {
        static const char *const results[] = {"none", "p1win", "p2win", "draw"};
        answer = results[outcome];
    } else {
        return cn_fail(error, CN_BAD_INPUT, "query: expected gameover, p1turn or result");
    }
    cn_desk_print(u->desk, "response %s\n", answer);
    return CN_OK;
}

/* Understood, without effect. */
static cn_status on_debug(ugi *u, char *words, cn_error *error) {
    (void)u, (void)words, (void)error;
    return CN_OK;
}

static ugi_command_fn *find(const ugi_tongue *tongue, const char *word) {
    static const struct {
        const char *word;
        ugi_command_fn *run;
    } commands[] = {
#define ROW(name, function) {#name, function}
        ROW(position, set_position), ROW(go, ugi_go),      ROW(isready, on_isready),
        ROW(stop, on_stop),          ROW(quit, on_quit),   ROW(ponderhit, ugi_ponderhit),
        ROW(query, on_query),        ROW(debug, on_debug), ROW(setoption, ugi_set_option),
#undef ROW
    };
    const size_t n = strlen(tongue->name);
    if (strncmp(word, tongue->name, n) == 0) {
        if (word[n] == '\0') return introduce;
        if (strcmp(word + n, "newgame") == 0) return new_game;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(word, commands[i].word) == 0) return commands[i].run;
    }
    return NULL;
}

/* Words that are not known are passed over up to one that is, as the standard has it. */
static void perform(ugi *u, char *line) {
    const char *word;
    while ((word = cn_word_next(&line))) {
        ugi_command_fn *command = find(u->tongue, word);
        if (!command) continue;
        /* Whoever goes on has no use for a search that waits to be stopped. */
        if (u->pending && command != on_isready && command != on_stop && command != ugi_ponderhit &&
            command != on_debug) {
            ugi_answer(u);
        }
        cn_error error = {""};
        if (command(u, line, &error) != CN_OK) ugi_complain(u, &error);
        return;
    }
}

cn_status ugi_run(cn_desk *desk, const ugi_tongue *tongue, cn_error *error) {
    ugi u = {.desk = desk, .tongue = tongue, .lines = 1, .overhead = 0.01};
    char *line;
    bool cut;
    (void)error;
    while (!u.done && cn_desk_heard(desk) && (line = cn_desk_line(desk, &cut))) {
        if (cut) {
            cn_desk_print(desk, "info string error: the line has more than %d bytes\n",
                          CN_LINES_LONGEST);
        } else {
            perform(&u, line);
        }
    }
    if (u.pending && !u.done) ugi_answer(&u);
    return CN_OK;
}

/* ---- UGI's own words ---- */

static void print_move(const cn_position *position, cn_move move, char text[CN_MOVE_TEXT]) {
    position->game->print_move(position->state, move, text);
}

static cn_status read_move(const cn_position *position, const char *word, cn_move *move,
                           cn_error *error) {
    const char *end;
    const cn_status status = cn_position_read_move(position, word, move, &end, error);
    if (status != CN_OK || *end == '\0') return status;
    return cn_fail(error, CN_BAD_INPUT, "`%.40s`: unexpected text after the move", word);
}

static cn_status read_fen(const cn_desk *desk, const char *fen, char text[CN_TEXT_MAX],
                          cn_error *error) {
    (void)desk;
    if (strlen(fen) >= CN_TEXT_MAX) {
        return cn_fail(error, CN_BAD_INPUT, "a position has at most %d characters",
                       CN_TEXT_MAX - 1);
    }
    snprintf(text, CN_TEXT_MAX, "%s", fen);
    return CN_OK;
}

static const ugi_tongue tongue = {
    .name = "ugi",
    .time = {"p1time", "p2time"},
    .increment = {"p1inc", "p2inc"},
    .print_move = print_move,
    .read_move = read_move,
    .read_fen = read_fen,
};

static cn_status run(cn_desk *desk, cn_error *error) {
    return ugi_run(desk, &tongue, error);
}

const cn_protocol cn_protocol_ugi = {
    .name = "ugi",
    .summary = "Universal Game Interface, for every game (cutegames)",
    .run = run,
};
