/* What the protocols of external engines share: the engine, a turn, and how to talk. */
#pragma once

#include "arena/history.h"
#include "arena/process.h"
#include "core/text.h"

#include <canopy/search.h>
#include <stdatomic.h>

typedef struct cn_exec cn_exec;

/* One move to be made. */
typedef struct cn_exec_turn {
    const cn_position *start; /* of the game … */
    const cn_move *moves;     /* … what was played since … */
    int count;
    const cn_position *position; /* … and where that led */
    cn_value *values;            /* the game's options */
    int known;                   /* plies the engine knows; -1: nothing of this game */
    /* What limits the engine; 0: nothing. */
    int depth;
    uint64_t nodes;
    double seconds;          /* for this move */
    double clock, increment; /* for the game */
    cn_progress_fn *progress;
    void *user;
    cn_result *result; /* to be filled, but for what exec.c knows itself */
    double began;
} cn_exec_turn;

/* A protocol: a row of functions. They talk by the calls below, and what they return besides CN_OK
 * goes to the caller of the run. */
typedef struct cn_exec_protocol {
    const char *farewell; /* said before the program is ended */
    /* Whether the engine has made the move it answers, or waits to be told like the other's. */
    bool plays_own;
    /* Seconds the engine must have been silent before it is told anything. Some are still busy with
     * their last command when they have written its answer, and drop what they read then. */
    double pause;
    /* After the start; time limit: e->deadline. */
    cn_status (*greet)(cn_exec *e, cn_error *error);
    /* Brings the engine to turn->position. */
    cn_status (*tell)(cn_exec *e, const cn_exec_turn *turn, cn_error *error);
    /* Asks for a move and reads the answer. */
    cn_status (*ask)(cn_exec *e, const cn_exec_turn *turn, cn_move *move, cn_error *error);
    /* What makes it answer at once, or NULL if nothing does. */
    const char *(*interrupt)(cn_exec *e);
} cn_exec_protocol;

extern const cn_exec_protocol cn_exec_gtp, cn_exec_ugi, cn_exec_gomocup, cn_exec_nboard;

/* A program as an agent. It lives as long as the search that wraps it; the program itself may be
 * started many times. */
struct cn_exec {
    const cn_game *game;
    const char *protocol_name;
    const cn_exec_protocol *protocol;
    char *command;
    char label[64]; /* the program's name in messages */
    double time;    /* options; see exec.c */
    int depth;
    uint64_t nodes;
    double margin, startup, wait;

    cn_process process;
    bool greeted;             /* it runs and answers */
    double deadline;          /* for the answer awaited */
    double allowed;           /* the seconds that led to it, for messages */
    char asked[80];           /* what it was last told */
    char remark[80];          /* its last line since then */
    bool interrupted;         /* it has been urged to answer at once */
    bool timed;               /* what is awaited is a move for which its time is limited */
    bool late;                /* the last run failed because that time was up */
    const _Atomic bool *stop; /* of the run that is under way, else NULL */

    cn_history told; /* the game as the engine knows it; its start has no state if there is none */

    /* The protocol's own. */
    unsigned knows; /* bits: what it understands */
    char *declared; /* lines in which it said so, or NULL */
    char said[96];  /* about time or depth, so that it is said once */
    int number;     /* of pings */
    int pardons;    /* how many complaints may still come about what it need not understand */
};

/* ---- talking; all fail with CN_ENGINE_FAILED or CN_STOPPED ---- */

/* Gives the engine this long from now for what follows. */
void cn_exec_allow(cn_exec *e, double seconds);

/* Sends a line; the line's end is added. */
CN_PRINTF(3, 4)
cn_status cn_exec_say(cn_exec *e, cn_error *error, const char *format, ...);

/* Sends text of any length as it is; and what `write` puts into a stream. */
cn_status cn_exec_say_text(cn_exec *e, const char *text, cn_error *error);
typedef cn_status cn_exec_write_fn(cn_exec *e, const cn_exec_turn *turn, FILE *out,
                                   cn_error *error);
cn_status cn_exec_say_long(cn_exec *e, const cn_exec_turn *turn, cn_exec_write_fn *write,
                           cn_error *error);

/* Reads a line. If the run is stopped, the engine is urged to answer. */
cn_status cn_exec_hear(cn_exec *e, char **line, cn_error *error);

/* CN_STOPPED and its message. */
cn_status cn_exec_stopped(const cn_exec *e, cn_error *error);

/* Fails with a message in the program's name, "engine `gnugo`: …". If the failure is the program's
 * fault (CN_ENGINE_FAILED) it is ended, and what it said last to standard error is added. A
 * position or a game that the protocol or this engine has no words for is nobody's fault:
 * CN_UNSUPPORTED. */
CN_PRINTF(4, 5)
cn_status cn_exec_failure(cn_exec *e, cn_error *error, cn_status status, const char *format, ...);
#define cn_exec_fail(e, error, ...)   cn_exec_failure(e, error, CN_ENGINE_FAILED, __VA_ARGS__)
#define cn_exec_refuse(e, error, ...) cn_exec_failure(e, error, CN_UNSUPPORTED, __VA_ARGS__)

/* ---- moves and positions ---- */

/* A move as the engine wrote it: legal ones, passes in their usual spellings, `resign`. */
cn_status cn_exec_read_move(cn_exec *e, const cn_exec_turn *turn, const char *text, cn_move *move,
                            cn_error *error);

/* The same by the cell of the drawing. `text` is for messages. */
cn_status cn_exec_read_cell(cn_exec *e, const cn_exec_turn *turn, int row, int column,
                            const char *text, cn_move *move, cn_error *error);

/* Calls for each ply from number `from` on. */
typedef cn_status cn_exec_ply_fn(cn_exec *e, const cn_position *before, cn_move move, void *user,
                                 cn_error *error);
cn_status cn_exec_plies(cn_exec *e, const cn_exec_turn *turn, int from, cn_exec_ply_fn *each,
                        void *user, cn_error *error);

/* Whether the game starts as its options have it; `same_side` says whether the side to move, too.
 */
bool cn_exec_usual_start(const cn_exec_turn *turn, bool *same_side);

/* The value of a game's option by its name, or NULL. */
const cn_value *cn_exec_value(const cn_exec_turn *turn, const char *name);

/* The principal variation from moves, apart or run together, as far as they are legal. */
void cn_exec_read_line(const cn_exec_turn *turn, const char *text, cn_result *result);

/* Reports what is known so far. */
void cn_exec_progress(const cn_exec_turn *turn);

/* Whether a text begins with a word; points behind it and the blanks that follow. */
bool cn_exec_word(const char **text, const char *word);
