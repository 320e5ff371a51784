/* The protocol of Piskvork and the Gomocup (Laštovička and Petříček), for five in a row, as an
 * engine speaks it; arena/exec_gomocup.c is the other side.
 *
 * A manager sends a command a line; `TURN x,y` is the opponent's stone and asks for ours, columns
 * and rows from 0 at the top left. Commands are upper case; any case is read. INFO is never
 * answered: what it asks for and we cannot do is said with the first command that needs it. */
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

/* One dialogue: what the manager has said so far. */
typedef struct gomocup {
    cn_desk *desk;
    bool started;     /* there is a board */
    bool done;        /* END was said */
    const char *rest; /* what follows the word of the command at hand */
    /* INFO; times in seconds, negative: not said. */
    double turn, match, left;
    uint64_t nodes; /* of a search; 0: not limited. So is `depth` */
    int depth;
    int rule;
    int memory;         /* megabytes for the table, 0: as the agent has it, -1: too few */
    bool memory_is_new; /* and not yet the agent's */
    cn_error error;     /* why the command at hand failed */
    /* The lines between BOARD and DONE. */
    listing lists;
    cn_error wrong;                            /* the first of them that is, or empty */
    int stones[2];                             /* the opponent's, ours */
    uint8_t cell[CN_BOARD_MAX * CN_BOARD_MAX]; /* 0 empty, 1 ours, 2 the opponent's */
} gomocup;

enum { PROGRAM_MB = 24 }; /* what we need besides the table */

#define OVERHEAD 0.03 /* seconds that go by on the way to the manager */

/* The command at hand fails with this message. Returns false. */
CN_PRINTF(2, 3)
static bool fail(gomocup *g, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(g->error.text, sizeof g->error.text, format, args);
    va_end(args);
    return false;
}

/* Gives the agent the memory that INFO allows, if it would take more. */
static bool agree_memory(gomocup *g) {
    cn_spec spec;
    char text[32];
    if (!g->memory_is_new) return true;
    const bool known = cn_desk_spec(g->desk, &spec);
    const char *option = known && cn_spec_get(&spec, "hash") ? "hash" : "memory";
    snprintf(text, sizeof text, "%d", g->memory);
    if (known && g->memory > 0 && cn_spec_number(&spec, option, 0) > g->memory &&
        cn_desk_amend(g->desk, option, text, &g->error) != CN_OK) {
        return false;
    }
    g->memory_is_new = false;
    return true;
}

/* Brings rules and memory up to what INFO said. The stones stay. */
static bool agree(gomocup *g) {
    cn_desk *desk = g->desk;
    char text[CN_TEXT_MAX];
    snprintf(text, sizeof text, "%d", g->rule);
    const cn_dialect *dialect = cn_dialect_find(desk->game, protocol, text);
    if (!dialect) {
        return fail(g,
                    "rule %d is not supported: expected 0 (five or more), 1 (exactly five), 4 "
                    "(renju) or 8 (caro)",
                    g->rule);
    }
    if (g->memory < 0) {
        return fail(g, "max_memory: expected at least %d bytes", (PROGRAM_MB + 1) << 20);
    }
    if (!agree_memory(g)) return false;
    if (cn_dialect_of(desk->game, desk->values, protocol) == dialect) return true;
    cn_position_text(&desk->history.now, text, sizeof text);
    return cn_dialect_apply(desk->game, dialect, desk->values, &g->error) == CN_OK &&
           cn_desk_begin(desk, text, &g->error) == CN_OK;
}

/* A new game on the board that was made for it. */
static bool new_match(gomocup *g) {
    g->started = true;
    g->left = g->match;
    cn_desk_print(g->desk, "OK\n");
    return true;
}

/* A new game on a board of this size. */
static bool start(gomocup *g, int size) {
    char assignment[32];
    snprintf(assignment, sizeof assignment, "size=%d", size);
    return cn_desk_set(g->desk, assignment, &g->error) == CN_OK && new_match(g);
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
static int read_point(gomocup *g, const char *text) {
    int at[2];
    cn_board board = cn_desk_board(g->desk);
    if (!read_numbers(text, at, 2)) {
        fail(g, "expected a point like 3,4, got `%.20s`", text);
    } else if (at[0] < 0 || at[0] >= board.columns || at[1] < 0 || at[1] >= board.rows) {
        fail(g, "%d,%d is not on the board: expected 0,0 to %d,%d", at[0], at[1], board.columns - 1,
             board.rows - 1);
    } else {
        return at[1] * board.columns + at[0];
    }
    return -1;
}

/* Answers with a point. */
static bool print_point(gomocup *g, int cell) {
    cn_board board = cn_desk_board(g->desk);
    cn_desk_print(g->desk, "%d,%d\n", cell % board.columns, cell / board.columns);
    return true;
}

/* Whether the game goes on; if not, that is the message. */
static bool goes_on(gomocup *g) {
    return cn_position_over(&g->desk->history.now) == CN_ONGOING || fail(g, "the game is over");
}

/* Plays the stone of the side to move on the point that the command names, and returns its cell; -1
 * after a message. */
static int put(gomocup *g) {
    const int cell = agree(g) ? read_point(g, g->rest) : -1;
    if (cell < 0 || !goes_on(g)) return -1;
    const cn_move move = cn_position_move_on(&g->desk->history.now, cell);
    if (move == CN_MOVE_NONE) {
        fail(g, "the point is not empty");
        return -1;
    }
    return cn_desk_play(g->desk, move, &g->error) == CN_OK ? cell : -1;
}

/* ---- thinking ---- */

/* What a line means that comes while a search runs, called in the reader's thread. END ends the
 * search, and nobody waits for its move. INFO changes nothing now. Anything else waits, as every
 * question gets its answer, but the search is to end soon. */
static cn_watch watch(const char *line, void *user) {
    gomocup *g = user;
    if (line && strncasecmp(line, "INFO", 4) == 0) return CN_WATCH_GO_ON;
    if (!line || strcasecmp(line, "END") != 0) return CN_WATCH_SOON;
    g->done = true;
    return CN_WATCH_STOP;
}

/* Searches the position on the board, with the part (0 to 1) of the time for a move. A turn time of
 * 0 means "as fast as possible" in this protocol. */
static bool think(gomocup *g, double part) {
    cn_desk_question q = {.watch = watch, .user = g};
    if (!goes_on(g)) return false;
    q.own_limits = g->turn >= 0 || g->left >= 0;
    q.limits.nodes = g->nodes;
    q.limits.depth = g->depth;
    if (g->turn > 0) q.limits.seconds = part * cn_desk_less_overhead(g->turn, OVERHEAD);
    if (g->left >= 0) q.limits.clock = part * cn_desk_less_overhead(g->left, OVERHEAD);
    if (g->turn == 0) {
        q.limits.seconds = part * 0.01; /* as fast as possible */
        q.limits.depth = 1;
    }
    if (cn_desk_think(g->desk, &q, &g->error) != CN_OK) return false;
    if (g->left >= 0) g->left -= g->desk->took;
    return true;
}

/* Searches for a move, plays it and tells it. */
static bool answer(gomocup *g) {
    cn_desk *desk = g->desk;
    if (!agree(g) || !think(g, 1)) return false;
    if (g->done) return true;
    const cn_result *r = &desk->result;
    const int cell = cn_position_cell_of(&desk->history.now, r->best);
    char value[CN_SCORE_TEXT];
    cn_score_text(desk->game, r->score, value);
    cn_desk_print(desk, "MESSAGE value %s, depth %d, %llu nodes, %.2f s\n", value, r->depth,
                  (unsigned long long)r->nodes, desk->took);
    return cn_desk_play(desk, r->best, &g->error) == CN_OK && print_point(g, cell);
}

/* ---- whole boards ---- */

/* Reads a stone of the list: its cell and whose it is. False after a message. */
static bool read_stone(gomocup *g, const char *line, int *cell, int *whose) {
    int at[3];
    char point[40];
    if (g->lists == LISTS_OPENING) {
        /* Black, White, Black …: the first has the cells of value 1. */
        at[2] = 1 + (g->stones[0] + g->stones[1]) % 2;
        if (!read_numbers(line, at, 2)) return fail(g, "expected a stone like 3,4");
    } else if (!read_numbers(line, at, 3) || at[2] < 1 || at[2] > 2) {
        return fail(g, "expected a stone like 3,4,1 (1: own, 2: opponent's)");
    }
    snprintf(point, sizeof point, "%d,%d", at[0], at[1]);
    *cell = read_point(g, point);
    *whose = at[2];
    if (*cell < 0) return false;
    return !g->cell[*cell] || fail(g, "there are two stones on %s", point);
}

/* Takes a line of the list. What is wrong is told when the list is at its end. */
static void add_stone(gomocup *g, const char *line) {
    int cell = 0, whose = 0;
    if (g->wrong.text[0] || !g->started) return;
    if (read_stone(g, line, &cell, &whose)) {
        g->cell[cell] = (uint8_t)whose;
        g->stones[whose == 1]++;
    } else {
        g->wrong = g->error;
    }
}

/* A position of these cells, `side` to move; player 0 has the cells of value 1. */
static bool set_board(gomocup *g, const uint8_t *cells, int side) {
    char text[CN_TEXT_MAX];
    cn_board board = cn_desk_board(g->desk);
    memcpy(board.cell, cells, (size_t)(board.rows * board.columns));
    cn_grid_print(g->desk->game->cells, &board, side, text, sizeof text);
    return cn_desk_begin(g->desk, text, &g->error) == CN_OK;
}

/* One side puts three stones, the other takes a colour, or puts two more stones and lets the first
 * choose. Whoever chooses takes the better side, so the best that can be put is an even opening. We
 * never put the two more stones. */

/* White's chance to win the opening that is listed, White to move. */
static bool weigh(gomocup *g, double part, double *chance) {
    if (!set_board(g, g->cell, 1) || !think(g, part)) return false;
    *chance = cn_score_chance(g->desk->game, g->desk->result.score);
    return true;
}

/* Puts the most even of some openings. */
static bool propose(gomocup *g) {
    int best = 0;
    double least = 1, chance;
    cn_board board = cn_desk_board(g->desk);
    if (board.columns < 7 || board.rows < 7) {
        return fail(g, "SWAP2BOARD: expected a board of 7x7 or more");
    }
    for (int i = 0; i < CN_OPENINGS3; i++) {
        memset(g->cell, 0, sizeof g->cell);
        for (int k = 0; k < 3; k++) {
            const int at = cn_opening3[i][2 * k + 1] * board.columns + cn_opening3[i][2 * k];
            g->cell[at] = (uint8_t)(1 + k % 2);
        }
        if (!weigh(g, 1.0 / CN_OPENINGS3, &chance)) return false;
        if (g->done) return true;
        const double odds = chance < 0.5 ? 0.5 - chance : chance - 0.5;
        if (odds < least) {
            least = odds;
            best = i;
        }
    }
    const int8_t *at = cn_opening3[best];
    cn_desk_print(g->desk, "%d,%d %d,%d %d,%d\n", at[0], at[1], at[2], at[3], at[4], at[5]);
    return true;
}

/* Takes the better colour: White with a move, or Black by swapping. */
static bool choose(gomocup *g) {
    double chance;
    const cn_desk *desk = g->desk;
    const int stones = g->stones[0] + g->stones[1];
    if (stones == 0) return propose(g);
    if (stones != 3 && stones != 5) {
        return fail(g, "SWAP2BOARD: expected 0, 3 or 5 stones, got %d", stones);
    }
    if (!weigh(g, 1, &chance)) return false;
    if (g->done) return true;
    if (chance >= 0.5) {
        return print_point(g, cn_position_cell_of(&desk->history.now, desk->result.best));
    }
    cn_desk_print(g->desk, "SWAP\n");
    return true;
}

/* DONE: the list is complete. If the opponent has more stones he has begun, and we are the second
 * player; the cells, which come as ours and the opponent's, become the first player's and the
 * second's. */
static bool end_list(gomocup *g) {
    const listing lists = g->lists;
    g->lists = LISTS_NOTHING;
    if (g->wrong.text[0]) return fail(g, "%s", g->wrong.text);
    if (!agree(g)) return false;
    if (lists == LISTS_OPENING) return choose(g);
    const int own = g->stones[1] < g->stones[0] ? 1 : 0;
    uint8_t cells[sizeof g->cell];
    for (size_t i = 0; i < sizeof cells; i++) {
        cells[i] = (uint8_t)(g->cell[i] == 0 ? 0 : g->cell[i] == 1 ? 1 + own : 2 - own);
    }
    return set_board(g, cells, own) && (lists != LISTS_BOARD || answer(g));
}

/* ---- commands ---- */

/* A new game on a square board. */
static bool on_start(gomocup *g) {
    int size;
    return read_numbers(g->rest, &size, 1) ? start(g, size) : fail(g, "START: expected a size");
}

/* The same by width and height, which must be equal. */
static bool on_rectstart(gomocup *g) {
    int size[2];
    if (!read_numbers(g->rest, size, 2)) return fail(g, "RECTSTART: expected width,height");
    return size[0] == size[1] ? start(g, size[0]) : fail(g, "the board must be square");
}

/* Another game on the same board. */
static bool on_restart(gomocup *g) {
    return cn_desk_begin(g->desk, NULL, &g->error) == CN_OK && new_match(g);
}

/* The opponent's stone, which asks for ours. */
static bool on_turn(gomocup *g) {
    return put(g) >= 0 && answer(g);
}

/* The manager's choice of our move. */
static bool on_play(gomocup *g) {
    const int cell = put(g);
    return cell >= 0 && print_point(g, cell);
}

/* Most often the last stone; of a board that was set up it may be any. */
static bool on_takeback(gomocup *g) {
    cn_history *history = &g->desk->history;
    const int cell = read_point(g, g->rest);
    if (cell < 0) return false;
    cn_board board;
    cn_position_draw(&history->now, &board);
    if (!board.cell[cell]) return fail(g, "there is no stone");
    const cn_ply *last = history->count > 0 ? &history->ply[history->count - 1] : NULL;
    if (last && cn_position_cell_of(&history->now, last->move) == cell) {
        cn_history_undo(history);
    } else {
        const int side = board.cell[cell] - 1;
        board.cell[cell] = 0;
        if (!set_board(g, board.cell, side)) return false;
    }
    cn_desk_print(g->desk, "OK\n");
    return true;
}

/* Who we are, as managers list programs. */
static bool on_about(gomocup *g) {
    cn_desk_print(g->desk,
                  "name=\"Canopy\", version=\"%s\", author=\"the Canopy authors\", "
                  "country=\"International\"\n",
                  CN_VERSION);
    return true;
}

/* The manager wants no more. */
static bool on_end(gomocup *g) {
    g->done = true;
    return true;
}

/* Keys not listed here tell what we have no use for: game_type, evaluate, folder. */
static bool on_info(gomocup *g) {
    char key[24] = "";
    const size_t n = strcspn(g->rest, CN_BLANKS);
    if (n < sizeof key) snprintf(key, sizeof key, "%.*s", (int)n, g->rest);
    char *end;
    const char *text = g->rest + n;
    const double value = strtod(text, &end);
    if (end == text || !(value > -1e18 && value < 1e18)) return true;
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
    return true;
}

/* A command by its word. */
typedef struct command {
    const char *word;
    bool (*run)(gomocup *g); /* g->rest is what follows the word */
    bool needs_board;        /* START must have been said */
    listing lists;           /* where it has no function: what the lines that follow are */
} command;

static const command commands[] = {
    {"START", on_start, false, 0},
    {"RECTSTART", on_rectstart, false, 0},
    {"RESTART", on_restart, true, 0},
    {"BEGIN", answer, true, 0},
    {"TURN", on_turn, true, 0},
    {"PLAY", on_play, true, 0},
    {"TAKEBACK", on_takeback, true, 0},
    {"INFO", on_info, false, 0},
    {"ABOUT", on_about, false, 0},
    {"END", on_end, false, 0},
    {"DONE", end_list, true, 0},
    {"BOARD", NULL, false, LISTS_BOARD},
    {"YXBOARD", NULL, false, LISTS_POSITION},
    {"SWAP2BOARD", NULL, false, LISTS_OPENING},
};

/* The command of a word in any case; NULL: there is none. DONE is one only behind a list. */
static const command *find(const gomocup *g, const char *word) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const command *c = &commands[i];
        if (c->run == end_list && g->lists == LISTS_NOTHING) continue;
        if (strcasecmp(word, c->word) == 0) return c;
    }
    return NULL;
}

/* Performs a command, or takes a line as a stone of the list that was begun. */
static void perform(gomocup *g, char *line) {
    char point[64];
    snprintf(point, sizeof point, "%s", line);
    const char *word = cn_word_next(&line);
    const command *c = find(g, word);
    bool good = true;
    if (c && c->run) {
        const bool ends = c->run != on_info && c->run != end_list;
        if (ends) g->lists = LISTS_NOTHING; /* whoever forgets DONE has given up */
        if (c->needs_board && !g->started) {
            g->lists = LISTS_NOTHING;
            good = fail(g, "there is no board: expected START first");
        } else {
            g->rest = cn_word_trim(line);
            good = c->run(g);
        }
    } else if (c) { /* the lines that follow, up to DONE, are a list of stones */
        g->lists = c->lists;
        g->wrong = (cn_error){""};
        memset(g->cell, 0, sizeof g->cell);
        g->stones[0] = g->stones[1] = 0;
    } else if (g->lists != LISTS_NOTHING) {
        add_stone(g, point);
    } else {
        cn_desk_print(g->desk, "UNKNOWN command `%.40s`\n", word);
    }
    if (!good) cn_desk_print(g->desk, "ERROR %s\n", g->error.text);
}

/* For cn_desk_talk. */
static bool take(void *user, char *line, bool cut) {
    gomocup *g = user;
    char *text = cn_word_trim(line);
    if (cut) {
        cn_desk_print(g->desk, "ERROR the line has more than %d bytes\n", CN_LINES_LONGEST);
    } else if (*text) {
        perform(g, text);
    }
    return !g->done;
}

/* Plays by the rules that the game has now, or by the first that have a number. */
static cn_status run(cn_desk *desk, cn_error *error) {
    gomocup g = {.desk = desk, .turn = -1, .match = -1, .left = -1};
    const cn_dialect *dialect = cn_dialect_of(desk->game, desk->values, protocol);
    if (!dialect) dialect = cn_dialect_find(desk->game, protocol, NULL);
    g.rule = atoi(dialect->variant);
    cn_status status = cn_dialect_apply(desk->game, dialect, desk->values, error);
    if (status == CN_OK) status = cn_desk_begin(desk, NULL, error);
    if (status == CN_OK) cn_desk_talk(desk, take, &g);
    return status;
}

const cn_protocol cn_protocol_gomocup = {
    .name = protocol,
    .summary = "Piskvork and the Gomocup, for five in a row",
    .run = run,
};
