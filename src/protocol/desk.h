/* What every protocol sits at: the game, the agent, the clocks, lines in and text out. */
#pragma once

#include "arena/clocks.h"
#include "arena/history.h"
#include "core/text.h"
#include "engine/spec.h"
#include "parallel/thread.h"
#include "protocol/lines.h"

typedef struct cn_desk {
    const cn_game *game;
    cn_value values[CN_OPTIONS_MAX]; /* the game's options */
    cn_history history;              /* history.now is the position */
    char agent[CN_SPEC_MAX];         /* as it was opened */
    cn_search *search;
    cn_clocks clocks; /* `used` once the other side has set any */
    double seconds;   /* a move where there are no clocks; 0: as the agent's options have it */
    cn_lines *lines;
    /* The last search. */
    cn_result result;
    double took; /* seconds */
    /* The desk's own. */
    FILE *out, *log; /* no log: NULL */
    cn_lock lock;    /* of both: the thread that reads may have to answer */
    bool in_line;    /* the log's last line is not at its end */
    double since;    /* when the log began */
} cn_desk;

typedef struct cn_desk_setting {
    const cn_game *game;
    const cn_value *values; /* of the game's options */
    const char *agent;
    double seconds;
    int in;          /* a descriptor to read from */
    FILE *out, *log; /* `log` may be NULL; both stay the caller's */
} cn_desk_setting;

/* Opens the agent and sets the start position up. What fails is freed by cn_desk_close too. */
cn_status cn_desk_open(cn_desk *desk, const cn_desk_setting *setting, cn_error *error);
void cn_desk_close(cn_desk *desk);

/* ---- lines in, text out ---- */

/* As cn_lines_next, noted in the log. */
char *cn_desk_line(cn_desk *desk, bool *cut);

/* Sends text at once; from any thread. Several calls may make a line, from one thread. */
CN_PRINTF(2, 3)
void cn_desk_print(cn_desk *desk, const char *format, ...);

/* False once nobody can hear us any more. */
bool cn_desk_heard(cn_desk *desk);

/* ---- the game ---- */

/* Begins anew with the values at hand, from a position's text or (NULL) the start. On failure all
 * stays as it was. */
cn_status cn_desk_begin(cn_desk *desk, const char *position, cn_error *error);

/* Sets one of the game's options, "name=value", and begins anew. On failure all stays as it was. */
cn_status cn_desk_set(cn_desk *desk, const char *assignment, cn_error *error);

/* The same game with other values of the options: start and moves up to where `old` is at. Fails if
 * a move would not be legal. */
cn_status cn_desk_keep(const cn_history *old, const cn_value *values, cn_history *history,
                       cn_error *error);

/* Goes on with another game and its options: takes `history` over. */
void cn_desk_take(cn_desk *desk, cn_history *history, const cn_value *values);

/* Plays a legal move. */
cn_status cn_desk_play(cn_desk *desk, cn_move move, cn_error *error);

/* ---- the agent ---- */

/* Another agent, or the same with other options. On failure the old one stays. */
cn_status cn_desk_seat(cn_desk *desk, const char *agent, cn_error *error);

/* Its specification; false if its options are not ours to set. */
bool cn_desk_spec(const cn_desk *desk, cn_spec *spec);

/* Sets one of its options, whose name may be in any case. On failure all stays as it was. */
cn_status cn_desk_amend(cn_desk *desk, const char *name, const char *value, cn_error *error);

/* A search of the position, for desk->result. */
typedef struct cn_desk_question {
    cn_limits limits;   /* `past` is filled in; if no time is given, clocks and desk->seconds are */
    bool own_limits;    /* … unless this says that these limits are all */
    cn_watch_fn *watch; /* what becomes of lines that come meanwhile; NULL: they wait */
    cn_progress_fn *progress;
    void *user; /* for both */
} cn_desk_question;

cn_status cn_desk_think(cn_desk *desk, const cn_desk_question *question, cn_error *error);
