/* A desk is where one dialogue with another program takes place. It has what every protocol needs:
 * the game that is played, the agent that plays it and its search, the clocks, the lines that come
 * in and the text that goes out. A protocol only translates. Failures leave everything as it was,
 * so that a command that fails can be answered with its message and the dialogue goes on. */
#pragma once

#include "arena/clocks.h"
#include "arena/history.h"
#include "arena/referee.h"
#include "core/text.h"
#include "engine/spec.h"
#include "parallel/thread.h"
#include "protocol/lines.h"

/* Protocols read what is above "the desk's own"; they change it through the calls below. */
typedef struct cn_desk {
    const cn_game *game;
    cn_value values[CN_OPTIONS_MAX]; /* the game's options */
    cn_history history;              /* history.now is the position */
    char agent[CN_SPEC_MAX];         /* as it was opened */
    cn_search *search;
    cn_clocks clocks; /* `used` once the other side has set any */
    double seconds;   /* for a move where there are no clocks; 0: as the agent's options say */
    const cn_resign *resign; /* when to give up, where the protocol has a word for it; NULL: as is
                                usual there */
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

/* What a desk is opened with. */
typedef struct cn_desk_setting {
    const cn_game *game;
    const cn_value *values; /* of the game's options */
    const char *agent;
    double seconds;
    const cn_resign *resign; /* as above; it stays the caller's */
    int in;                  /* a descriptor to read from */
    FILE *out, *log;         /* `log` may be NULL; both stay the caller's */
} cn_desk_setting;

/* Opens the agent and sets up the start position. cn_desk_close frees everything, also after a
 * failure. */
cn_status cn_desk_open(cn_desk *desk, const cn_desk_setting *setting, cn_error *error);
void cn_desk_close(cn_desk *desk);

/* ---- lines in, text out ---- */

/* Hands the lines that come to `take`, one after the other, until it returns false, there are no
 * more, or nobody is there to read the answers. Every line is noted in the log. A line may be
 * changed; `cut`: it was too long. */
typedef bool cn_desk_take_fn(void *user, char *line, bool cut);
void cn_desk_talk(cn_desk *desk, cn_desk_take_fn *take, void *user);

/* Sends text at once; from any thread. Several calls may make a line, from one thread. */
CN_PRINTF(2, 3)
void cn_desk_print(cn_desk *desk, const char *format, ...);

/* ---- the game ---- */

/* Begins a new game with the present values of the options, from a position's text or (NULL) the
 * start. On failure all stays as it was. */
cn_status cn_desk_begin(cn_desk *desk, const char *position, cn_error *error);

/* Sets one of the game's options, "name=value", and begins anew. On failure all stays as it was. */
cn_status cn_desk_set(cn_desk *desk, const char *assignment, cn_error *error);

/* The same game with other values of the options: start and moves up to where `old` is at. Fails if
 * a move would not be legal. */
cn_status cn_desk_keep(const cn_history *old, const cn_value *values, cn_history *history,
                       cn_error *error);

/* Goes on with another game and its options. The desk owns `history` from now on. */
void cn_desk_take(cn_desk *desk, cn_history *history, const cn_value *values);

/* The drawing of the present position. */
static inline cn_board cn_desk_board(const cn_desk *desk) {
    cn_board board;
    cn_position_draw(&desk->history.now, &board);
    return board;
}

/* Plays a legal move. */
cn_status cn_desk_play(cn_desk *desk, cn_move move, cn_error *error);

/* ---- the agent ---- */

/* Another agent, or the same with other options. On failure the old one stays. */
cn_status cn_desk_seat(cn_desk *desk, const char *agent, cn_error *error);

/* The agent's specification; false if it is another program, whose options are not ours to set. */
bool cn_desk_spec(const cn_desk *desk, cn_spec *spec);

/* Sets one of its options, whose name may be in any case. On failure all stays as it was. */
cn_status cn_desk_amend(cn_desk *desk, const char *name, const char *value, cn_error *error);

/* What is left of a time for the search itself: a part of it goes by on the way to the other side
 * and back. What is too short for that is halved; there is always something left. */
double cn_desk_less_overhead(double seconds, double overhead);

/* What is asked of a search of the present position. */
typedef struct cn_desk_question {
    cn_limits limits;   /* `past` is filled in; if no time is given, clocks and desk->seconds are */
    bool own_limits;    /* true: `limits` are all there are, and no clock is looked at */
    cn_watch_fn *watch; /* what becomes of lines that come meanwhile; NULL: they wait */
    cn_progress_fn *progress;
    void *user; /* for both */
} cn_desk_question;

/* Searches the present position. The result is in desk->result, in the view of the side to move,
 * and what it took in desk->took. */
cn_status cn_desk_think(cn_desk *desk, const cn_desk_question *question, cn_error *error);
