/* The protocol of Piskvork and the Gomocup (Laštovička and Petříček), for five in a row.
 *
 * A manager sends a command a line; `TURN x,y` is the opponent's stone and asks for ours, columns
 * and rows from 0 at the top left. Commands are upper case; any is read. INFO is never answered:
 * what it asks and we cannot do is said with the first command that needs it. */
#include "arena/dialect.h"
#include "arena/opening3.h"
#include "protocol/protocol.h"
#include "protocol/words.h"

#include <canopy/grid.h>
#include <stdlib.h>
#include <strings.h>

static const char protocol[] = "gomocup";

/* ---- what is agreed ---- */

typedef enum listing { /* lines that end with DONE */
                       LISTS_NOTHING,
                       LISTS_BOARD,    /* stones; then we move */
                       LISTS_POSITION, /* stones only: YXBOARD, as Yixin's board has it */
                       LISTS_OPENING,  /* SWAP2BOARD: the stones of an opening, in turn; then we
                                          choose */
} listing;

typedef struct gomocup {
    cn_desk *desk;
    bool started; /* there is a board */
    bool done;    /* END was said */
    /* INFO; times in seconds, negative: not said. */
    double turn, match, left;
    uint64_t nodes; /* of a search; 0: not limited. So is `depth` */
    int depth;
    int rule;
    int memory;         /* megabytes for the table, 0: as the agent has it, -1: too few */
    bool memory_is_new; /* and not yet the agent's */
    /* The lines between BOARD and DONE. */
    listing lists;
    cn_error wrong;                            /* the first of them that is, or empty */
    int stones[2];                             /* the opponent's, ours */
    uint8_t cell[CN_BOARD_MAX * CN_BOARD_MAX]; /* 0 empty, 1 ours, 2 the opponent's */
} gomocup;

enum { PROGRAM_MB = 24 }; /* what we need besides the table */

#define OVERHEAD 0.03 /* seconds that go by on the way to the manager */

static cn_status not_started(cn_error *error) {
    return cn_fail(error, CN_BAD_USAGE, "there is no board: expected START first");
}

/* Brings rules and memory up to what INFO said. The stones stay. */
static cn_status agree(gomocup *g, cn_error *error) {
    cn_desk *desk = g->desk;
    char text[CN_TEXT_MAX];
    snprintf(text, sizeof text, "%d", g->rule);
    const cn_dialect *dialect = cn_dialect_find(desk->game, protocol, text);
    if (!dialect) {
        return cn_fail(error, CN_UNSUPPORTED,
                       "rule %d is not supported: expected 0 (five or more), 1 (exactly five), 4 "
                       "(renju) or 8 (caro)",
                       g->rule);
    }
    if (g->memory < 0) {
        return cn_fail(error, CN_UNSUPPORTED, "max_memory: expected at least %d bytes",
                       (PROGRAM_MB + 1) << 20);
    }
    cn_status status = CN_OK;
    if (g->memory_is_new) {
        cn_spec spec;
        const bool known = cn_desk_spec(desk, &spec);
        const char *option = known && cn_spec_get(&spec, "hash") ? "hash" : "memory";
        snprintf(text, sizeof text, "%d", g->memory);
        if (known && g->memory > 0 && cn_spec_number(&spec, option, 0) > g->memory) {
            status = cn_desk_amend(desk, option, text, error);
        }
        g->memory_is_new = status != CN_OK;
    }
    if (status != CN_OK || cn_dialect_of(desk->game, desk->values, protocol) == dialect)
        return status;
    desk->game->print(desk->history.now.state, text, sizeof text);
    status = cn_dialect_apply(desk->game, dialect, desk->values, error);
    return status == CN_OK ? cn_desk_begin(desk, text, error) : status;
}

static void new_match(gomocup *g) {
    g->started = true;
    g->left = g->match;
}

static cn_status start(gomocup *g, int size, cn_error *error) {
    char assignment[32];
    snprintf(assignment, sizeof assignment, "size=%d", size);
    const cn_status status = cn_desk_set(g->desk, assignment, error);
    if (status != CN_OK) return status;
    new_match(g);
    cn_desk_print(g->desk, "OK\n");
    return CN_OK;
}

/* ---- numbers and points ---- */

/* Numbers with commas between, and nothing else. */
static bool read_numbers(const char *text, int *out, int count) {
    for (int i = 0; i < count; i++) {
        char *end;
        const long value = strtol(text, &end, 10);
        if (end == text || value < -1000000 || value > 1000000) return false;
        out[i] = (int)value;
        end += strspn(end, CN_BLANKS);
        if (*end != (i < count - 1 ? ',' : '\0')) return false;
        text = end + 1;
    }
    return true;
}

/* A point of the board as the index of its cell, -1 after a message. */
static int read_point(const gomocup *g, const char *text, cn_error *error) {
    int at[2];
    cn_board board;
    g->desk->game->draw(g->desk->history.now.state, &board);
    if (!read_numbers(text, at, 2)) {
        cn_fail(error, CN_BAD_INPUT, "expected a point like 3,4, got `%.20s`", text);
        return -1;
    }
    if (at[0] < 0 || at[0] >= board.columns || at[1] < 0 || at[1] >= board.rows) {
        cn_fail(error, CN_BAD_INPUT, "%d,%d is not on the board: expected 0,0 to %d,%d", at[0],
                at[1], board.columns - 1, board.rows - 1);
        return -1;
    }
    return at[1] * board.columns + at[0];
}

static void print_point(gomocup *g, int cell) {
    cn_board board;
    g->desk->game->draw(g->desk->history.now.state, &board);
    cn_desk_print(g->desk, "%d,%d\n", cell % board.columns, cell / board.columns);
}

static cn_status put(gomocup *g, const char *text, int *cell, cn_error *error) {
    cn_desk *desk = g->desk;
    const cn_position *now = &desk->history.now;
    if (!g->started) return not_started(error);
    cn_status status = agree(g, error);
    if (status != CN_OK) return status;
    *cell = read_point(g, text, error);
    if (*cell < 0) return CN_BAD_INPUT;
    if (now->rules->over(now->state) != CN_ONGOING) {
        return cn_fail(error, CN_BAD_INPUT, "the game is over");
    }
    const cn_move move = cn_position_move_on(now, *cell);
    if (move == CN_MOVE_NONE) return cn_fail(error, CN_BAD_INPUT, "the point is not empty");
    return cn_desk_play(desk, move, error);
}

/* ---- thinking ---- */

/* END ends a search, and nobody waits for its move. All else waits, as every question gets its
 * answer; but whoever asks for more than a search had better not wait long. */
static cn_watch watch(const char *line, void *user) {
    gomocup *g = user;
    if (line && strncasecmp(line, "INFO", 4) == 0) return CN_WATCH_GO_ON;
    if (!line || strcasecmp(line, "END") != 0) return CN_WATCH_SOON;
    g->done = true;
    return CN_WATCH_STOP;
}

static double less_overhead(double seconds) {
    if (seconds <= 0) return 0.001;
    return seconds > 2 * OVERHEAD ? seconds - OVERHEAD : seconds / 2;
}

static cn_desk_question ask(gomocup *g) {
    cn_desk_question q = {.watch = watch, .user = g};
    q.own_limits = g->turn >= 0 || g->left >= 0;
    q.limits.nodes = g->nodes;
    q.limits.depth = g->depth;
    if (g->turn > 0) q.limits.seconds = less_overhead(g->turn);
    if (g->left >= 0) q.limits.clock = less_overhead(g->left);
    if (g->turn == 0) {
        q.limits.seconds = 0.01; /* as fast as possible */
        q.limits.depth = 1;
    }
    return q;
}

/* Searches the position on the board, with a part of the time for a move. */
static cn_status think(gomocup *g, double part, cn_error *error) {
    cn_desk *desk = g->desk;
    const cn_position *now = &desk->history.now;
    if (now->rules->over(now->state) != CN_ONGOING) {
        return cn_fail(error, CN_BAD_INPUT, "the game is over");
    }
    cn_desk_question question = ask(g);
    if (question.limits.clock > 0) question.limits.clock *= part;
    if (question.limits.seconds > 0) question.limits.seconds *= part;
    const cn_status status = cn_desk_think(desk, &question, error);
    if (status == CN_OK && g->left >= 0) g->left -= desk->took;
    return status;
}

static cn_status answer(gomocup *g, const char *rest, cn_error *error) {
    (void)rest;
    cn_desk *desk = g->desk;
    if (!g->started) return not_started(error);
    cn_status status = agree(g, error);
    if (status == CN_OK) status = think(g, 1, error);
    if (status != CN_OK || g->done) return status;
    const cn_result *r = &desk->result;
    const int cell = desk->game->cell_of(desk->history.now.state, r->best);
    char value[CN_SCORE_TEXT];
    cn_score_text(desk->game, r->score, value);
    cn_desk_print(desk, "MESSAGE value %s, depth %d, %llu nodes, %.2f s\n", value, r->depth,
                  (unsigned long long)r->nodes, desk->took);
    status = cn_desk_play(desk, r->best, error);
    if (status == CN_OK) print_point(g, cell);
    return status;
}

/* ---- whole boards ---- */

static void begin_list(gomocup *g, listing lists) {
    g->lists = lists;
    g->wrong = (cn_error){""};
    memset(g->cell, 0, sizeof g->cell);
    g->stones[0] = g->stones[1] = 0;
}

static void add_stone(gomocup *g, const char *line) {
    int at[3];
    char point[40];
    if (g->wrong.text[0] || !g->started) return;
    if (g->lists == LISTS_OPENING) {
        /* Black, White, Black …: the first has the cells of value 1. */
        at[2] = 1 + (g->stones[0] + g->stones[1]) % 2;
        if (!read_numbers(line, at, 2)) {
            cn_fail(&g->wrong, CN_BAD_INPUT, "expected a stone like 3,4");
            return;
        }
    } else if (!read_numbers(line, at, 3) || at[2] < 1 || at[2] > 2) {
        cn_fail(&g->wrong, CN_BAD_INPUT, "expected a stone like 3,4,1 (1: own, 2: opponent's)");
        return;
    }
    snprintf(point, sizeof point, "%d,%d", at[0], at[1]);
    const int cell = read_point(g, point, &g->wrong);
    if (cell < 0) return;
    if (g->cell[cell]) {
        cn_fail(&g->wrong, CN_BAD_INPUT, "there are two stones on %s", point);
        return;
    }
    g->cell[cell] = (uint8_t)at[2];
    g->stones[at[2] == 1]++;
}

/* A position of these cells, `side` to move; player 0 has the cells of value 1. */
static cn_status set_board(gomocup *g, const uint8_t *cells, int side, cn_error *error) {
    cn_board board;
    char text[CN_TEXT_MAX];
    g->desk->game->draw(g->desk->history.now.state, &board);
    memcpy(board.cell, cells, (size_t)(board.rows * board.columns));
    cn_grid_print(g->desk->game->cells, &board, side, text, sizeof text);
    return cn_desk_begin(g->desk, text, error);
}

/* ---- swap2 ---------------------------------------------------------------------------------
 * One side puts three stones, the other takes a colour, or puts two more stones and lets the first
 * choose. Whoever chooses takes the better side, so that an even opening is the best there is. */

/* White's chance to win the opening that is listed, White to move. */
static cn_status weigh(gomocup *g, double part, double *chance, cn_error *error) {
    cn_status status = set_board(g, g->cell, 1, error);
    if (status == CN_OK) status = think(g, part, error);
    if (status == CN_OK) *chance = cn_score_chance(g->desk->game, g->desk->result.score);
    return status;
}

/* Puts the most even of some openings. */
static cn_status propose(gomocup *g, cn_error *error) {
    cn_board board;
    int best = 0;
    double least = 1;
    g->desk->game->draw(g->desk->history.now.state, &board);
    if (board.columns < 7 || board.rows < 7) {
        return cn_fail(error, CN_UNSUPPORTED, "SWAP2BOARD: expected a board of 7x7 or more");
    }
    for (int i = 0; i < CN_OPENINGS3; i++) {
        double chance;
        memset(g->cell, 0, sizeof g->cell);
        for (int k = 0; k < 3; k++) {
            const int at = cn_opening3[i][2 * k + 1] * board.columns + cn_opening3[i][2 * k];
            g->cell[at] = (uint8_t)(1 + k % 2);
        }
        const cn_status status = weigh(g, 1.0 / CN_OPENINGS3, &chance, error);
        if (status != CN_OK || g->done) return status;
        const double odds = chance < 0.5 ? 0.5 - chance : chance - 0.5;
        if (odds < least) {
            least = odds;
            best = i;
        }
    }
    const int8_t *at = cn_opening3[best];
    cn_desk_print(g->desk, "%d,%d %d,%d %d,%d\n", at[0], at[1], at[2], at[3], at[4], at[5]);
    return CN_OK;
}

/* Takes the better colour: White with a move, or Black by swapping. */
static cn_status choose(gomocup *g, cn_error *error) {
    double chance;
    const int stones = g->stones[0] + g->stones[1];
    if (stones == 0) return propose(g, error);
    if (stones != 3 && stones != 5) {
        return cn_fail(error, CN_BAD_INPUT, "SWAP2BOARD: expected 0, 3 or 5 stones, got %d",
                       stones);
    }
    const cn_status status = weigh(g, 1, &chance, error);
    if (status != CN_OK || g->done) return status;
    if (chance < 0.5) {
        cn_desk_print(g->desk, "SWAP\n");
    } else {
        const cn_position *now = &g->desk->history.now;
        print_point(g, g->desk->game->cell_of(now->state, g->desk->result.best));
    }
    return CN_OK;
}

/* Whoever has fewer stones moves second: that is us if the opponent has begun. */
static cn_status end_list(gomocup *g, cn_error *error) {
    const listing lists = g->lists;
    g->lists = LISTS_NOTHING;
    if (!g->started) return not_started(error);
    if (g->wrong.text[0]) return cn_fail(error, CN_BAD_INPUT, "%s", g->wrong.text);
    cn_status status = agree(g, error);
    if (status != CN_OK) return status;
    if (lists == LISTS_OPENING) return choose(g, error);
    const int own = g->stones[1] < g->stones[0] ? 1 : 0;
    uint8_t cells[sizeof g->cell];
    for (size_t i = 0; i < sizeof cells; i++) {
        cells[i] = (uint8_t)(g->cell[i] == 0 ? 0 : g->cell[i] == 1 ? 1 + own : 2 - own);
    }
    status = set_board(g, cells, own, error);
    return status == CN_OK && lists == LISTS_BOARD ? answer(g, NULL, error) : status;
}

/* ---- commands ---- */

static cn_status on_start(gomocup *g, const char *rest, cn_error *error) {
    int size;
    if (!read_numbers(rest, &size, 1)) {
        return cn_fail(error, CN_BAD_INPUT, "START: expected a size");
    }
    return start(g, size, error);
}

static cn_status on_rectstart(gomocup *g, const char *rest, cn_error *error) {
    int size[2];
    if (!read_numbers(rest, size, 2)) {
        return cn_fail(error, CN_BAD_INPUT, "RECTSTART: expected width,height");
    }
    if (size[0] == size[1]) return start(g, size[0], error);
    return cn_fail(error, CN_UNSUPPORTED, "the board must be square");
}

static cn_status on_restart(gomocup *g, const char *rest, cn_error *error) {
    (void)rest;
    if (!g->started) return not_started(error);
    const cn_status status = cn_desk_begin(g->desk, NULL, error);
    if (status != CN_OK) return status;
    new_match(g);
    cn_desk_print(g->desk, "OK\n");
    return CN_OK;
}

static cn_status on_turn(gomocup *g, const char *rest, cn_error *error) {
    int cell = -1;
    const cn_status status = put(g, rest, &cell, error);
    return status == CN_OK ? answer(g, NULL, error) : status;
}

/* The manager's choice of our move. */
static cn_status on_play(gomocup *g, const char *rest, cn_error *error) {
    int cell = -1;
    const cn_status status = put(g, rest, &cell, error);
    if (status == CN_OK) print_point(g, cell);
    return status;
}

/* Most often the last stone; of a board that was set up it may be any. */
static cn_status on_takeback(gomocup *g, const char *rest, cn_error *error) {
    if (!g->started) return not_started(error);
    cn_history *history = &g->desk->history;
    const int cell = read_point(g, rest, error);
    if (cell < 0) return CN_BAD_INPUT;
    cn_board board;
    g->desk->game->draw(history->now.state, &board);
    if (!board.cell[cell]) return cn_fail(error, CN_BAD_INPUT, "there is no stone");
    const cn_ply *last = history->count > 0 ? &history->ply[history->count - 1] : NULL;
    cn_status status = CN_OK;
    if (last && g->desk->game->cell_of(history->now.state, last->move) == cell) {
        cn_history_undo(history);
    } else {
        const int side = board.cell[cell] - 1;
        board.cell[cell] = 0;
        status = set_board(g, board.cell, side, error);
    }
    if (status == CN_OK) cn_desk_print(g->desk, "OK\n");
    return status;
}

static cn_status on_about(gomocup *g, const char *rest, cn_error *error) {
    (void)rest, (void)error;
    cn_desk_print(g->desk,
                  "name=\"Canopy\", version=\"%s\", author=\"the Canopy authors\", "
                  "country=\"International\"\n",
                  CN_VERSION);
    return CN_OK;
}

static cn_status on_end(gomocup *g, const char *rest, cn_error *error) {
    (void)rest, (void)error;
    g->done = true;
    return CN_OK;
}

/* Keys not listed here tell what we have no use for: game_type, evaluate, folder. */
static cn_status on_info(gomocup *g, const char *rest, cn_error *error) {
    (void)error;
    char key[24] = "";
    const size_t n = strcspn(rest, CN_BLANKS);
    if (n < sizeof key) snprintf(key, sizeof key, "%.*s", (int)n, rest);
    char *end;
    const char *text = rest + n;
    const double value = strtod(text, &end);
    if (end == text || !(value > -1e18 && value < 1e18)) return CN_OK;
    if (strcasecmp(key, "timeout_turn") == 0) g->turn = value > 0 ? value / 1000 : 0;
    if (strcasecmp(key, "timeout_match") == 0) {
        g->left = g->match = value > 0 ? value / 1000 : -1;
    }
    if (strcasecmp(key, "time_left") == 0) {
        const bool limited = value < 2147483647;
        g->left = !limited ? -1 : value > 0 ? value / 1000 : 0;
    }
    if (strcasecmp(key, "max_node") == 0) g->nodes = value > 0 ? (uint64_t)value : 0;
    if (strcasecmp(key, "max_depth") == 0) g->depth = value > 0 && value < 1e6 ? (int)value : 0;
    if (strcasecmp(key, "rule") == 0 && value >= 0 && value < 256) g->rule = (int)value;
    if (strcasecmp(key, "max_memory") == 0) {
        const double megabytes = value / (1 << 20) - PROGRAM_MB;
        g->memory = value <= 0          ? 0
                    : megabytes < 1     ? -1
                    : megabytes < 65536 ? (int)megabytes
                                        : 65536;
        g->memory_is_new = true;
    }
    return CN_OK;
}

typedef struct command {
    const char *word;
    cn_status (*run)(gomocup *g, const char *rest, cn_error *error);
    listing lists; /* where it has no function: what the lines that follow are */
} command;

static const command commands[] = {
    {"START", on_start, 0},
    {"RECTSTART", on_rectstart, 0},
    {"RESTART", on_restart, 0},
    {"BEGIN", answer, 0},
    {"TURN", on_turn, 0},
    {"PLAY", on_play, 0},
    {"TAKEBACK", on_takeback, 0},
    {"INFO", on_info, 0},
    {"ABOUT", on_about, 0},
    {"END", on_end, 0},
    {"BOARD", NULL, LISTS_BOARD},
    {"YXBOARD", NULL, LISTS_POSITION},
    {"SWAP2BOARD", NULL, LISTS_OPENING},
};

static const command *find(const char *word) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcasecmp(word, commands[i].word) == 0) return &commands[i];
    }
    return NULL;
}

static void perform(gomocup *g, char *line) {
    cn_error error = {""};
    char point[64];
    snprintf(point, sizeof point, "%s", line);
    const char *word = cn_word_next(&line);
    const bool done = strcasecmp(word, "DONE") == 0;
    const command *c = find(word);
    cn_status status = CN_OK;
    if (done && g->lists != LISTS_NOTHING) {
        status = end_list(g, &error);
    } else if (c && c->run) {
        if (c->run != on_info) g->lists = LISTS_NOTHING; /* whoever forgets DONE has given up */
        status = c->run(g, cn_word_trim(line), &error);
    } else if (c) {
        begin_list(g, c->lists);
    } else if (g->lists != LISTS_NOTHING) {
        add_stone(g, point);
    } else {
        cn_desk_print(g->desk, "UNKNOWN command `%.40s`\n", word);
    }
    if (status != CN_OK) cn_desk_print(g->desk, "ERROR %s\n", error.text);
}

static cn_status run(cn_desk *desk, cn_error *error) {
    gomocup g = {.desk = desk, .turn = -1, .match = -1, .left = -1};
    const cn_dialect *dialect = cn_dialect_of(desk->game, desk->values, protocol);
    if (!dialect) dialect = cn_dialect_find(desk->game, protocol, NULL);
    g.rule = atoi(dialect->variant);
    cn_status status = cn_dialect_apply(desk->game, dialect, desk->values, error);
    if (status == CN_OK) status = cn_desk_begin(desk, NULL, error);
    if (status != CN_OK) return status;
    char *line;
    bool cut;
    while (!g.done && cn_desk_heard(desk) && (line = cn_desk_line(desk, &cut))) {
        char *text = cn_word_trim(line);
        if (cut) {
            cn_desk_print(desk, "ERROR the line has more than %d bytes\n", CN_LINES_LONGEST);
        } else if (*text) {
            perform(&g, text);
        }
    }
    return CN_OK;
}

static cn_status serves(const cn_game *game, cn_error *error) {
    return cn_dialect_serves(game, protocol, error);
}

const cn_protocol cn_protocol_gomocup = {
    .name = "gomocup",
    .summary = "Piskvork and the Gomocup, for five in a row",
    .serves = serves,
    .run = run,
};
