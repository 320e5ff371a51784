/* UGI, the Universal Game Interface, and UCI, the chess interface it is made after. The dialogue is
 * the same and is in ugi.c, ugi_go.c and ugi_options.c; how moves, positions and clocks are written
 * is not, and is a ugi_notation: UGI's in ugi.c, UCI's in uci.c. */
#pragma once

#include "protocol/protocol.h"

/* A dialogue, defined below. */
typedef struct ugi ugi;

/* What the two protocols write differently. */
typedef struct ugi_notation {
    const char *name;                   /* "ugi": the first word, `ugiok`, `uginewgame` */
    const char *time[2], *increment[2]; /* words of `go`, by player */
    void (*print_move)(const cn_position *position, cn_move move, char text[CN_MOVE_TEXT]);
    cn_status (*read_move)(const cn_position *position, const char *word, cn_move *move,
                           cn_error *error);
    /* What stands behind `position fen` as text that the game reads. */
    cn_status (*read_fen)(const cn_desk *desk, const char *fen, char text[CN_TEXT_MAX],
                          cn_error *error);
    /* An option of its own: prints its line, and sets it. NULL: none. */
    const char *option;
    void (*show_option)(ugi *u);
    cn_status (*set_option)(ugi *u, const char *value, cn_error *error);
} ugi_notation;

/* What `go` asked for. */
typedef struct ugi_order {
    cn_limits limits;
    bool limited;  /* it said how far, or how long */
    bool infinite; /* no answer before `stop` */
    bool ponder;   /* the same, but `ponderhit` makes it an ordinary search */
} ugi_order;

/* One dialogue. */
struct ugi {
    cn_desk *desk;
    const ugi_notation *notation;
    int lines;       /* option MultiPV */
    double overhead; /* seconds: option Move Overhead */
    bool ponders;    /* option Ponder: say which answer is expected */
    bool done;       /* `quit` was said */
    char *words;     /* what follows the command at hand, which may change it */
    cn_error error;  /* why a command failed */
    /* The last search. */
    ugi_order order;
    bool pending;   /* it is at its end, but its answer waits for `stop` */
    uint64_t shown; /* nodes of the last line of info */
};

/* Talks until `quit` or the end of the input. */
void ugi_run(cn_desk *desk, const ugi_notation *notation);

/* Performs a command; after a failure the message is in u->error. */
typedef cn_status ugi_command_fn(ugi *u);

/* Tells people what is in u->error, in a line of info. */
void ugi_complain(ugi *u);

/* ---- searching (ugi_go.c) ---- */

/* `go` and its words. */
ugi_command_fn ugi_go;
/* The move expected came: what was pondered about is now to be played. */
ugi_command_fn ugi_ponderhit;
/* The answer to the last `go`. */
void ugi_answer(ugi *u);

/* ---- options (ugi_options.c) ---- */

/* Prints a line `option …` for each option there is. */
void ugi_list_options(ugi *u);
ugi_command_fn ugi_set_option; /* `setoption` */
