/* UGI and UCI: the dialogue, its commands, and positions; and the notation of UGI, which writes
 * moves and positions as the game does. The draft of UGI is kz04px's, of cutegames.
 * arena/exec_ugi.c is the other side. */
#include "protocol/ugi.h"

#include "protocol/words.h"

void ugi_complain(ugi *u) {
    cn_desk_print(u->desk, "info string error: %s\n", u->error.text);
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

/* Plays the moves of a line `position`; the message names the first that is wrong. */
static cn_status play_all(ugi *u, cn_history *history, char *moves) {
    const char *word;
    for (int number = 1; (word = cn_word_next(&moves)); number++) {
        cn_move move;
        cn_error why = {""};
        cn_status status = u->notation->read_move(&history->now, word, &move, &why);
        if (status == CN_OK) status = cn_history_play(history, move, 0, &why);
        if (status != CN_OK) return cn_fail(&u->error, status, "move %d: %.480s", number, why.text);
    }
    return CN_OK;
}

/* position startpos|fen TEXT [moves …]. What is wrong in any part leaves all as it was. */
static cn_status set_position(ugi *u) {
    cn_desk *desk = u->desk;
    char text[CN_TEXT_MAX];
    char *moves = cut_moves(u->words);
    const char *word = cn_word_next(&u->words);
    const bool fen = word && strcmp(word, "fen") == 0;
    CN_FAIL_IF(!fen && (!word || strcmp(word, "startpos") != 0), &u->error, CN_BAD_INPUT,
               "position: expected `startpos` or `fen`");
    cn_status status = CN_OK;
    if (fen) status = u->notation->read_fen(desk, cn_word_trim(u->words), text, &u->error);
    cn_history history;
    if (status == CN_OK) {
        status = cn_history_start(&history, desk->game, desk->values, fen ? text : NULL, &u->error);
    }
    if (status != CN_OK) return status;
    if (moves) status = play_all(u, &history, moves);
    /* The search keeps what it knows: most often this is the game of before, a move later. */
    if (status == CN_OK) cn_desk_take(desk, &history, desk->values);
    cn_history_free(&history);
    return status;
}

/* ---- commands ---- */

/* The answer to the first word, `ugi` or `uci`. */
static cn_status introduce(ugi *u) {
    cn_desk_print(u->desk, "id name Canopy %s (%s)\nid author the Canopy authors\n", CN_VERSION,
                  u->desk->game->title);
    ugi_list_options(u);
    cn_desk_print(u->desk, "%sok\n", u->notation->name);
    return CN_OK;
}

/* A new game from the start position; what the search knew is forgotten. */
static cn_status new_game(ugi *u) {
    return cn_desk_begin(u->desk, NULL, &u->error);
}

/* Answered at once: whatever came before is done by now. */
static cn_status on_isready(ugi *u) {
    cn_desk_print(u->desk, "readyok\n");
    return CN_OK;
}

/* A search that still runs was stopped by the watch; the answer of one that is over is sent now. */
static cn_status on_stop(ugi *u) {
    if (u->pending) ugi_answer(u);
    return CN_OK;
}

/* The other side wants no more; an answer that waits is not given. */
static cn_status on_quit(ugi *u) {
    u->done = true;
    return CN_OK;
}

/* What a referee asks: whether the game is over, whose turn it is, how it ended. */
static cn_status on_query(ugi *u) {
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    const cn_position *now = &u->desk->history.now;
    const cn_outcome outcome = cn_position_over(now);
    const char *what = cn_word_next(&u->words), *answer;
    if (what && strcmp(what, "gameover") == 0) {
        answer = outcome != CN_ONGOING ? "true" : "false";
    } else if (what && strcmp(what, "p1turn") == 0) {
        answer = cn_position_turn(now) == 0 ? "true" : "false";
    } else if (what && strcmp(what, "result") == 0) {
        answer = results[outcome];
    } else {
        return cn_fail(&u->error, CN_BAD_INPUT, "query: expected gameover, p1turn or result");
    }
    cn_desk_print(u->desk, "response %s\n", answer);
    return CN_OK;
}

/* A command by its first word. */
typedef struct command {
    const char *word;
    ugi_command_fn *run; /* NULL: understood, without effect */
    bool waits;          /* a search whose answer waits for `stop` goes on waiting */
} command;

/* The command of a word; NULL: it is not known. */
static const command *find(const ugi_notation *notation, const char *word) {
    static const command own[] = {{"", introduce, false}, {"newgame", new_game, false}};
    static const command all[] = {
#define ROW(word, function, waits) {#word, function, waits}
        ROW(position, set_position, false),
        ROW(go, ugi_go, false),
        ROW(isready, on_isready, true),
        ROW(stop, on_stop, true),
        ROW(quit, on_quit, false),
        ROW(ponderhit, ugi_ponderhit, true),
        ROW(query, on_query, false),
        ROW(debug, NULL, true),
        ROW(setoption, ugi_set_option, false),
#undef ROW
    };
    const size_t n = strlen(notation->name);
    for (int i = 0; i < 2 && strncmp(word, notation->name, n) == 0; i++) {
        if (strcmp(word + n, own[i].word) == 0) return &own[i];
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(word, all[i].word) == 0) return &all[i];
    }
    return NULL;
}

/* Words that are not known are passed over up to one that is, as the standard has it. */
static void perform(ugi *u, char *line) {
    const command *c = NULL;
    const char *word;
    while (!c && (word = cn_word_next(&line))) c = find(u->notation, word);
    if (!c) return;
    if (u->pending && !c->waits) ugi_answer(u);
    u->words = line;
    if (c->run && c->run(u) != CN_OK) ugi_complain(u);
}

/* For cn_desk_talk. */
static bool take(void *user, char *line, bool cut) {
    ugi *u = user;
    if (cut) {
        cn_desk_print(u->desk, "info string error: the line has more than %d bytes\n",
                      CN_LINES_LONGEST);
    } else {
        perform(u, line);
    }
    return !u->done;
}

void ugi_run(cn_desk *desk, const ugi_notation *notation) {
    ugi u = {.desk = desk, .notation = notation, .lines = 1, .overhead = 0.01};
    cn_desk_talk(desk, take, &u);
    if (u.pending && !u.done) ugi_answer(&u);
}

/* ---- UGI's own words ---- */

/* A legal move in the game's own notation, and nothing behind it. */
static cn_status read_move(const cn_position *position, const char *word, cn_move *move,
                           cn_error *error) {
    const char *end;
    const cn_status status = cn_position_read_move(position, word, move, &end, error);
    if (status != CN_OK || *end == '\0') return status;
    return cn_fail(error, CN_BAD_INPUT, "`%.40s`: unexpected text after the move", word);
}

/* UGI's `fen` is position text as the game writes it. */
static cn_status read_fen(const cn_desk *desk, const char *fen, char text[CN_TEXT_MAX],
                          cn_error *error) {
    (void)desk;
    CN_FAIL_IF(strlen(fen) >= CN_TEXT_MAX, error, CN_BAD_INPUT,
               "a position has at most %d characters", CN_TEXT_MAX - 1);
    snprintf(text, CN_TEXT_MAX, "%s", fen);
    return CN_OK;
}

static const ugi_notation notation = {
    .name = "ugi",
    .time = {"p1time", "p2time"},
    .increment = {"p1inc", "p2inc"},
    .print_move = cn_position_move_text,
    .read_move = read_move,
    .read_fen = read_fen,
};

/* For the list of protocols. */
static cn_status run(cn_desk *desk, cn_error *error) {
    (void)error;
    ugi_run(desk, &notation);
    return CN_OK;
}

const cn_protocol cn_protocol_ugi = {
    .name = "ugi",
    .summary = "Universal Game Interface, for every game (cutegames)",
    .any_game = true,
    .run = run,
};
