/* What the protocols of external engines share: the engine, a turn, and how to talk.
 *
 * The first failure stays (cn_exec.status and .error): from then on every call below does nothing,
 * and those that read return NULL or no move. So a protocol says one thing after the other, as if
 * nothing could go wrong, and exec.c looks once at the end. */
#pragma once

#include "arena/history.h"
#include "arena/moves.h"
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

/* A protocol: a row of functions, which talk by the calls below. */
typedef struct cn_exec_protocol {
    const char *farewell; /* said before the program is ended */
    /* Whether the engine has made the move it answers, or waits to be told like the other's. */
    bool plays_own;
    /* Seconds the engine must have been silent before it is told anything. Some are still busy with
     * their last command when they have written its answer, and drop what they read then. */
    double pause;
    /* After the start; time limit: e->deadline. */
    void (*greet)(cn_exec *e);
    /* Brings the engine to turn->position. */
    void (*tell)(cn_exec *e, const cn_exec_turn *turn);
    /* Asks for a move and reads the answer. */
    cn_move (*ask)(cn_exec *e, const cn_exec_turn *turn);
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
    cn_status status;         /* of the run under way: its first failure … */
    cn_error error;           /* … and the message */
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

/* ---- talking; all may fail with CN_ENGINE_FAILED or CN_STOPPED ---- */

/* Gives the engine this long from now for what follows. */
void cn_exec_allow(cn_exec *e, double seconds);

/* Sends a line; the line's end is added. */
CN_PRINTF(2, 3)
void cn_exec_say(cn_exec *e, const char *format, ...);

/* Sends text of any length as it is; and what `write` puts into a stream. */
void cn_exec_say_text(cn_exec *e, const char *text);
typedef void cn_exec_write_fn(cn_exec *e, const cn_exec_turn *turn, FILE *out);
void cn_exec_say_long(cn_exec *e, const cn_exec_turn *turn, cn_exec_write_fn *write);

/* Reads a line; NULL after a failure. If the run is stopped, the engine is urged to answer. */
char *cn_exec_hear(cn_exec *e);

/* The run fails with CN_STOPPED. */
void cn_exec_stopped(cn_exec *e);

/* Fails with a message in the program's name, "engine `gnugo`: …". If the failure is the program's
 * fault (CN_ENGINE_FAILED) it is ended, and what it said last to standard error is added. A
 * position or a game that the protocol or this engine has no words for is nobody's fault:
 * CN_UNSUPPORTED. */
CN_PRINTF(3, 4)
void cn_exec_failure(cn_exec *e, cn_status status, const char *format, ...);
#define cn_exec_fail(e, ...)   cn_exec_failure(e, CN_ENGINE_FAILED, __VA_ARGS__)
#define cn_exec_refuse(e, ...) cn_exec_failure(e, CN_UNSUPPORTED, __VA_ARGS__)

/* ---- moves and positions ---- */

/* A move as the engine wrote it: legal ones, passes in their usual spellings, `resign`. */
cn_move cn_exec_read_move(cn_exec *e, const cn_exec_turn *turn, const char *text);

/* The same by the cell of the drawing. `text` is for messages. */
cn_move cn_exec_read_cell(cn_exec *e, const cn_exec_turn *turn, int row, int column,
                          const char *text);

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
