/* The one interface a game implements.
 *
 * A game has a hot part, `cn_rules`: what a search calls millions of times a second; and a cold
 * part, `cn_game`: names, options, notation, drawing. A state is a plain value without pointers:
 * memcpy copies it, a message carries it, a test compares two. Everything the rules depend on
 * (board size, komi, variant) is inside the state.
 *
 * The two players are 0 (moves first in the standard game) and 1. Who is to move is part of the
 * state: a player may move twice in a row, and no caller may assume that sides alternate. */
#ifndef CANOPY_GAME_H
#define CANOPY_GAME_H

#include <canopy/rng.h>
#include <canopy/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Raised whenever cn_rules, cn_game or cn_kernels change shape; a plugin built against another
 * number is refused. */
#define CN_ABI 12

/* A move, by whatever number the game gives it: below cn_rules.move_codes. */
typedef uint16_t cn_move;
#define CN_MOVE_NONE ((cn_move)0xffff)

/* Limits that every game keeps, and room for what games write. */
enum {
    CN_MOVES_MAX = 512,    /* room a move list must have unless rules->moves_max says less */
    CN_STATE_MAX = 16384,  /* bytes a state may take */
    CN_BOARD_MAX = 20,     /* rows or columns a drawing may have */
    CN_MOVE_TEXT = 32,     /* room for a printed move */
    CN_PIECES_MAX = 8,     /* kinds of pieces a game may have */
    CN_TEXT_MAX = 32768,   /* room for a printed position, with its history */
    CN_OPTIONS_TEXT = 256, /* room for printed options */
    CN_FORCED_LINE = 64,   /* moves of a forced win that can be shown */
    CN_EVAL_MAX = 1000000  /* a heuristic value stays strictly within +- this */
};

/* How a game stands. Player 0 is the one who begins. */
typedef enum cn_outcome {
    CN_ONGOING = 0,
    CN_FIRST_WINS = 1,  /* player 0 */
    CN_SECOND_WINS = 2, /* player 1 */
    CN_DRAW = 3,
} cn_outcome;

/* The outcome in which `player` wins. */
static inline cn_outcome cn_win_of(int player) {
    return (cn_outcome)(player + 1);
}

struct cn_trail; /* canopy/kernel/playout.h */
struct cn_table; /* canopy/kernel/table.h */

/* A forced win: what a game is given to look for one, and what it tells of it. */
typedef struct cn_forced {
    struct cn_table *table; /* in: it may keep what it learns here, under keys that are no
                               position's hash; NULL: there is none */
    cn_move *line;  /* in: room for CN_FORCED_LINE moves of the win; NULL: they are not wanted */
    int length;     /* how many of them are known */
    int plies;      /* the win takes so many plies at most; odd */
    uint32_t nodes; /* added to: moves that were played to find it */
    bool more;      /* none was found, but with a greater budget one might be */
} cn_forced;

/* The rules as a search calls them, millions of times a second and from many threads at once. The
 * functions may look only at the state that they are given. */
typedef struct cn_rules {
    uint32_t state_size; /* bytes, at most CN_STATE_MAX */
    uint16_t moves_max;  /* no position has more moves than this */
    uint16_t move_codes; /* every move is below this: the size of a table indexed by move */
    cn_move pass;        /* the move that passes, or CN_MOVE_NONE */
    uint8_t
        symmetries; /* how many images `symmetry` knows, the identity (0) included; 0 or 1: none */
    bool history;   /* legality depends on earlier positions, which `hash` does not cover */
    bool perft_ended; /* this game's published perft tables count an ended game as a leaf */

    /* Required. */
    int (*turn)(const void *state);                 /* player to move, 0 or 1 */
    int (*moves)(const void *state, cn_move *list); /* writes all legal moves in a fixed order and
                                                       returns how many; 0 exactly if `over` */
    void (*play)(void *state, cn_move move);        /* a legal move, in place */
    cn_outcome (*over)(const void *state);          /* CN_ONGOING while it is not over */
    uint64_t (*hash)(const void *state); /* equal for equal positions (side to move included);
                                            the same on every platform */
    int (*eval)(const void *state, int heuristic); /* view of the side to move; `heuristic` is an
                                                      index into cn_game.heuristics */

    /* Optional: NULL if the game has none. */
    int (*score)(
        const void *state); /* player 0's margin in 1/score_unit points, game over or not */
    size_t (*live)(const void *state); /* leading bytes of the state in use, where fewer than
                                          state_size; the rest is never read */
    int (*count)(const void *state);   /* as `moves`, without writing them */
    /* A random move by the playout policy with that index in cn_game.policies. Default: uniform
     * over `moves`. Never called when the game is over. */
    cn_move (*pick)(const void *state, int policy, cn_rng *rng);
    /* A whole playout in place, for a game that knows a faster way than pick and play. Writes each
     * move to `trail` if that is not NULL (see canopy/kernel/playout.h). Afterwards `over` and
     * `score` must hold; nothing else of the state need. A game with a `score` may end a playout
     * before the game is over, by the score, where it is clear who wins; but not if
     * CN_PLAYOUT_WHOLE is added to `policy`, which happens to games with a `score` only. */
    cn_outcome (*playout)(void *state, int policy, cn_rng *rng, struct cn_trail *trail);
    int (*order)(const void *state, cn_move move); /* larger: search earlier; within +-65536 */
    /* The first move of a win that the opponent cannot prevent, or CN_MOVE_NONE. What it claims
     * must be true for the rules in force. `budget` is about how many positions it may look at.
     * With 0 it looks at wins in one only, must find one if there is one, and writes only `plies`.
     */
    cn_move (*forced)(const void *state, int budget, cn_forced *win);
    /* What the game thinks of moves before anything is searched: for each the expected result for
     * who makes it (0 lost to 1 won), and how many visits that opinion is worth. Monte Carlo tree
     * search begins with it. */
    void (*priors)(const void *state, const cn_move *moves, int count, float *chance,
                   float *visits);
    /* A heuristic as a sum of parts that can be computed apart: how many there are (0: it cannot be
     * taken apart), and one of them, at a grain of 0 (few large parts) or 1 (many small ones). */
    int (*eval_parts)(const void *state, int heuristic, int grain);
    int (*eval_part)(const void *state, int heuristic, int grain, int part);
    /* Writes image k of a state, and gives the image of one of its moves. Images have as many moves
     * and the same value for the side to move. */
    void (*symmetry)(const void *state, int k, void *image);
    cn_move (*symmetry_move)(const void *state, int k, cn_move move);
    /* Legal though `moves` need not list it: for a game whose `moves` are the ones worth searching.
     * Any move code may be asked about; `play` accepts what this accepts. */
    bool (*legal)(const void *state, cn_move move);
    /* The stones of the side to move and of the other as bits, for a learned evaluation
     * (canopy/kernel/network.h): one bit for each cell of the drawing, numbered as suits the game,
     * in as many words as that takes. Without it the drawing is read, which is much slower. */
    void (*planes)(const void *state, uint64_t *own, uint64_t *opp);
    /* For a game that is rated by how early it is won: the number of the disc (or stone) that is
     * played `plies` plies from here, counted from the first of the game, and what a win with it is
     * worth to its solvers. -1 plies: at the end of a draw. */
    int (*ending)(const void *state, int plies, int *margin);
} cn_rules;

/* What every table of rules needs, for a file whose functions bear the names of the fields. One
 * that is missing is then found by the compiler. */
#define CN_RULES_NEEDED \
    .turn = turn, .moves = moves, .play = play, .over = over, .hash = hash, .eval = eval

/* How one player's game looks to the other. */
enum {
    CN_ALIKE_NOT,        /* they have other moves or aims */
    CN_ALIKE,            /* the same */
    CN_ALIKE_TURNED,     /* the same on a board with its last row first */
    CN_ALIKE_TRANSPOSED, /* the same on a board whose rows are its columns */
};

/* How an evaluation for this game is best learned, where the learner's guess can be improved on. */
typedef struct cn_learning {
    const char *tuples; /* as `learn --tuples` takes them */
    int phases;         /* 0: as many as suit most games */
    int solve;          /* empty cells from which games are played perfectly */
    bool score;         /* learn the score, not the outcome */
    uint8_t alike;      /* are the players? Then what one learns the other knows */
} cn_learning;

struct cn_kernels; /* canopy/kernel.h */
struct cn_context; /* canopy/kernel/context.h */

/* The value of a state that is not ended, in the view of the side to move, from a search of `depth`
 * plies that only has to be exact between alpha and beta; canopy/kernel/alphabeta.h has the whole
 * contract. `ply` is how far the state is from the root. */
typedef int cn_alphabeta_fn(struct cn_context *c, const void *state, int depth, int ply, int alpha,
                            int beta);

/* The depths from a root that search to the end of the game: the first, which may only be likely to
 * be right, and the one that proves. */
typedef struct cn_ends {
    int first, proof;
} cn_ends;

/* What a game knows better than the general search: a kernel of its own that stands in for the
 * alpha-beta template below the root, whatever the strategy and however many threads. It keeps the
 * template's contract and values (see canopy/kernel/context.h, which also has what it is told:
 * whether points or only the outcome is wanted, its table memory, when to stop, where to offer
 * moves to other threads), and may hand a state back by calling cn_alphabeta_node with itself as
 * `self`. A value into which no heuristic went (c->guessed is not set) is taken as proven. */
typedef struct cn_expert {
    const char *name;                  /* NULL ends a list */
    const char *help;                  /* half a line */
    bool (*serves)(const void *state); /* may it be asked to search from this root? Cheap */
    cn_alphabeta_fn *alphabeta;
    /* Optional: the moves to search at a root, where it knows better than the game's `moves` which
     * are worth it; in a fixed order. What it says of wins is then taken as proven though `moves`
     * does not list every legal move. */
    int (*moves)(const void *state, cn_move *list);
    /* Optional: the depth that iterative deepening tries after `depth` (0: the first) at this root.
     * An expert that answers to the end of the game can say when to go there directly. NULL: one
     * more. */
    int (*next_depth)(const void *state, int depth);
    /* Optional, for experts that count points: the depths that see the end from this root. A search
     * with limits then asks there first who wins, and after the proof of that by how much. */
    cn_ends (*ends)(const void *state);
    /* Optional: about how many seconds one core needs for the answer. With `expert=auto`, a search
     * that may use less than twice that does without the expert. NULL: it serves whatever the
     * limits. */
    double (*cost)(const void *state);
    /* Optional: how many seconds of a clock a move at this root is worth, where the expert knows
     * when it can solve the rest. NULL: a fixed part of what is left. */
    double (*share)(const void *state, double clock);
    /* True: the memory of the transposition table is the expert's, to lay out as it likes
     * (c->memory), and c->table is NULL. */
    bool own_table;
    /* Optional: what is kept of one search is of use to the next only if this number is the same
     * for both roots, such as the size of the board. NULL: always. */
    uint64_t (*table_kind)(const void *state);
    /* True: it answers for points or for the outcome, not for how soon a game is won; score=auto is
     * then score=on. */
    bool points;
    /* True: it leaves moves out that it thinks little of, so that it proves wins but no draws.
     * `solve` does without it. */
    bool selective;
} cn_expert;

/* Rules with the search templates compiled for them. A game has one or several: a board size that
 * deserves its own code is its own variant, and `setup` picks. `kernels` may be NULL: then the same
 * templates run on the run-time table. */
typedef struct cn_variant {
    const cn_rules *rules;
    const struct cn_kernels *kernels;
    const cn_expert *experts; /* ended by a NULL name; NULL: none. The first that serves is taken */
} cn_variant;

/* Leading bytes of a state that are in use; the rest need not be copied, sent or compared. */
static inline size_t cn_state_live(const cn_rules *rules, const void *state) {
    return rules->live ? rules->live(state) : rules->state_size;
}

/* Copies a state to memory of state_size bytes, which must not overlap it. What is behind the live
 * bytes stays as it was. */
static inline void cn_state_copy(const cn_rules *rules, void *to, const void *from) {
    memcpy(to, from, cn_state_live(rules, from));
}

/* A move that wins at once, or CN_MOVE_NONE: also where the game has no `forced`. */
static inline cn_move cn_win_at_once(const cn_rules *rules, const void *state) {
    cn_forced win;
    return rules->forced ? rules->forced(state, 0, &win) : CN_MOVE_NONE;
}

/* ---- options ---- */

/* The type of an option: whole number, number, one of a list of words, any text. */
typedef enum cn_option_type {
    CN_OPTION_INT,
    CN_OPTION_REAL,
    CN_OPTION_CHOICE,
    CN_OPTION_TEXT,
} cn_option_type;

/* An option of a game or of an agent, as users see it. */
typedef struct cn_option {
    const char *name; /* NULL ends a list of options */
    cn_option_type type;
    double min, max;            /* CN_OPTION_INT and CN_OPTION_REAL */
    const char *const *choices; /* CN_OPTION_CHOICE: NULL-terminated */
    const char *fallback;       /* the default, as text */
    const char *help;           /* half a line */
} cn_option;

/* Rows of a list of options. */
#define CN_OPT_INT(name, min, max, fallback, help) \
    { name, CN_OPTION_INT, min, max, NULL, fallback, help }
#define CN_OPT_REAL(name, min, max, fallback, help) \
    { name, CN_OPTION_REAL, min, max, NULL, fallback, help }
#define CN_OPT_CHOICE(name, choices, fallback, help) \
    { name, CN_OPTION_CHOICE, 0, 0, choices, fallback, help }
#define CN_OPT_TEXT(name, fallback, help) \
    { name, CN_OPTION_TEXT, 0, 0, NULL, fallback, help }

/* One checked value; a list of them runs parallel to a list of options. */
typedef struct cn_value {
    int64_t integer; /* CN_OPTION_INT; for CN_OPTION_CHOICE the index of the choice */
    double real;
    char text[160];
} cn_value;

enum { CN_OPTIONS_MAX = 40 }; /* options that a game or an agent may have */

/* ---- the cold part ---- */

/* A name that users may give, such as that of a heuristic, and what it stands for. */
typedef struct cn_named {
    const char *name; /* NULL ends a list */
    const char *help;
} cn_named;

/* How a board looks; the front ends choose colours and glyphs by it. */
typedef enum cn_style {
    CN_STYLE_MARKS,  /* crosses and noughts in squares */
    CN_STYLE_DROP,   /* discs dropped into columns */
    CN_STYLE_DISCS,  /* discs on squares */
    CN_STYLE_STONES, /* stones on the crossings of lines */
    CN_STYLE_HEXES,  /* discs on hexagons, each row half a cell to the left of the one above; player
                        0's edges are above and below, player 1's left and right */
    CN_STYLE_CHEQUERED, /* pieces on light and dark squares; the lower left one is dark */
} cn_style;

/* A kind of piece, where a game has several: a man, a king. */
typedef struct cn_piece {
    const char *name;   /* NULL ends a list */
    const char *symbol; /* what the page writes on the disc: one character; NULL: nothing */
} cn_piece;

/* A drawn position: rows of cells from the top left, the same for a terminal and a page. */
typedef struct cn_board {
    uint8_t rows, columns;
    /* row * columns + column: 0 empty, 1 player 0's, 2 player 1's. Of further kinds of pieces, 3
     * and 5 and so on are player 0's, 4 and 6 and so on player 1's. */
    uint8_t cell[CN_BOARD_MAX * CN_BOARD_MAX];
    char row_label[CN_BOARD_MAX][4], column_label[CN_BOARD_MAX][4]; /* as people name them */
    char note[120];   /* what the cells do not show (a ko point, prisoners), or empty */
    uint8_t in_a_row; /* so many of a player's pieces in a straight row win; 0: rows mean nothing */
} cn_board;

/* Whose piece a cell of a board holds, -1 if none; and which of the game's pieces that is. */
static inline int cn_cell_player(int cell) {
    return cell ? (cell - 1) & 1 : -1;
}

static inline int cn_cell_piece(int cell) {
    return (cell - 1) / 2;
}

/* What a protocol that is made for some games calls one of them, or one of its rules. */
typedef struct cn_dialect {
    const char *protocol; /* its name: "uci"; "kata-rule" and "kata-rules" for rules in KataGo's
                             words; NULL ends a list */
    const char *variant;  /* what it calls this form of the game: "hex", "ko=SIMPLE" */
    const char *options;  /* that make it this form, in full: "size=15,rules=exact" */
} cn_dialect;

/* A game: its words, its options, and how positions and moves are read, written and drawn. It is
 * constant and lives as long as the process. */
typedef struct cn_game {
    int abi;              /* CN_ABI */
    const char *name;     /* one lower-case word */
    const char *title;    /* as people write it */
    const char *summary;  /* about 40 characters: `canopy games` has 80 columns for a game */
    const char *text;     /* the rules in a paragraph or two */
    const char *notation; /* how moves and positions are written */
    const char *example;  /* a game as `replay` reads it: moves separated by spaces */
    const char *player[2];
    /* The characters of position text for each value of a cell of cn_board: empty, player 0, player
     * 1 (".xo"), then two for each further kind of piece (".bwBW"). */
    const char *cells;
    /* The same as wide characters (two columns each) for a terminal. */
    const char *glyph[1 + 2 * CN_PIECES_MAX];
    const cn_piece *pieces; /* ended by a NULL name; NULL: there is only one kind */
    cn_style style;
    int score_unit; /* units of `score` in a point: 1, or 2 for half points */
    int eval_unit;  /* units of the default heuristic in a point; 0: it is not in points */
    int eval_scale; /* the value of the default heuristic that wins three games in four; 0: 100 */
    const char *points; /* what points are called, a short plural in -s: "discs"; NULL: "points" */
    int sgf;            /* SGF's GM number, 0 if it has none */
    const cn_option *options;   /* ended by a NULL name */
    const cn_named *heuristics; /* ended by a NULL name; the first is the default */
    const cn_named *policies;   /* of playouts, likewise; NULL: there is only one */
    const char
        *mcts; /* options of the agent `mcts` that suit this game ("rave=on,c=0.3"), or NULL */
    const cn_learning *learning; /* NULL: nothing is known */
    const char *const *levels;   /* the agents `easy`, `normal`, `hard`, `max`; NULL: the usual */
    const cn_dialect *dialects;  /* ended by a NULL protocol; NULL: none. Protocols for every game
                                    are not named */
    /* All that `setup` and `parse` choose from, ended by NULL: another process names a variant by
     * its place in the list. NULL: there is only one. */
    const cn_variant *const *variants;

    /* The start position for these values (one for each option, already checked one by one). */
    cn_status (*setup)(const cn_value *values, void *state, const cn_variant **variant,
                       cn_error *error);
    /* A position from text. What the text does not say (komi, rules) comes from the values. */
    cn_status (*parse)(const cn_value *values, const char *text, void *state,
                       const cn_variant **variant, cn_error *error);
    /* The position as one line that `parse` reads back to an equal state; returns its length, at
     * most CN_TEXT_MAX - 1. What follows a ';' tells how the position came about (move count,
     * positions a superko forbids) and is not covered by `hash`: up to there, two positions have
     * the same text exactly if they have the same hash. */
    size_t (*print)(const void *state, char *text, size_t size);
    /* Reads one move off the front of the text and points `end` behind it, so that a transcript
     * like f5d6c3 is read move by move. Any case; the move need not be legal (see
     * cn_position_read_move), but must exist on this board. */
    cn_status (*parse_move)(const void *state, const char *text, cn_move *move, const char **end,
                            cn_error *error);
    /* Writes a move as parse_move reads it; `state` is the position before the move. */
    void (*print_move)(const void *state, cn_move move, char text[CN_MOVE_TEXT]);
    void (*draw)(const void *state, cn_board *board); /* the board need not be cleared before */
    /* The cell a legal or just played move is shown on (row * columns + column), -1 for a pass and
     * only for a pass. `state` is the position before the move; the player who moves has no piece
     * on that cell, unless from_of names the same cell. */
    int (*cell_of)(const void *state, cn_move move);
    /* The cell that the piece of such a move comes from, -1 if it was not on the board. Several
     * moves may have the same two cells. NULL: pieces do not move in this game. */
    int (*from_of)(const void *state, cn_move move);
    /* The options that a state holds, as `size=9 komi=6.5`: with them `parse` reads what `print`
     * wrote to an equal state. What only chose the start need not be said. At most
     * CN_OPTIONS_TEXT - 1 characters; NULL if no option matters beyond the start. */
    void (*print_options)(const void *state, char text[CN_OPTIONS_TEXT]);
} cn_game;

/* What every table of a game needs besides its words, likewise. */
#define CN_GAME_NEEDED                                                                           \
    .abi = CN_ABI, .cells = cells, .options = options, .heuristics = heuristics, .setup = setup, \
    .parse = parse, .print = print, .parse_move = parse_move, .print_move = print_move,          \
    .draw = draw, .cell_of = cell_of

/* What a plugin exports: `const cn_game *canopy_plugin(void)`. CN_PLUGIN(game) defines it. */
#define CN_PLUGIN(game)                  \
    const cn_game *canopy_plugin(void);  \
    const cn_game *canopy_plugin(void) { \
        return &(game);                  \
    }
typedef const cn_game *cn_plugin_fn(void);
#define CN_PLUGIN_SYMBOL "canopy_plugin"

/* The name of a game's table: built-in games are compiled once per instruction set level, and the
 * registry picks the best the processor can run. */
#ifdef CN_ISA_SUFFIX
#define CN_PASTE_(a, b) a##b
#define CN_PASTE(a, b)  CN_PASTE_(a, b)
#define CN_GAME(name)   CN_PASTE(cn_game_##name, CN_ISA_SUFFIX)
#else
#define CN_GAME(name) cn_game_##name
#endif

#endif
