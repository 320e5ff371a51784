/* UGI, the Universal Game Interface, and UCI, the chess interface it is made after: one dialogue in
 * two tongues. What follows is common to both; ugi.c and uci.c each have the words of one. */
#pragma once

#include "protocol/protocol.h"

typedef struct ugi ugi;

/* The words in which the two differ. */
typedef struct ugi_tongue {
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
} ugi_tongue;

/* What `go` asked for. */
typedef struct ugi_order {
    cn_limits limits;
    bool limited;  /* it said how far, or how long */
    bool infinite; /* no answer before `stop` */
    bool ponder;   /* the same, but `ponderhit` makes it an ordinary search */
} ugi_order;

struct ugi {
    cn_desk *desk;
    const ugi_tongue *tongue;
    int lines;       /* option MultiPV */
    double overhead; /* seconds: option Move Overhead */
    bool ponders;    /* option Ponder: say which answer is expected */
    bool done;       /* `quit` was said */
    /* The last search. */
    ugi_order order;
    bool pending;   /* it is at its end, but its answer waits for `stop` */
    uint64_t shown; /* nodes of the last line of info */
};

/* The dialogue. */
cn_status ugi_run(cn_desk *desk, const ugi_tongue *tongue, cn_error *error);

/* A command; what follows its word is to be cut up. */
typedef cn_status ugi_command_fn(ugi *u, char *words, cn_error *error);

/* For people: what was wrong, in a line of info. */
void ugi_complain(ugi *u, const cn_error *error);

/* ---- searching (ugi_go.c) ---- */

/* `go` and its words. */
ugi_command_fn ugi_go;
/* The move expected came: what was pondered about is now to be played. */
ugi_command_fn ugi_ponderhit;
/* The answer to the last `go`. */
void ugi_answer(ugi *u);

/* ---- options (ugi_options.c) ---- */

void ugi_list_options(ugi *u);
ugi_command_fn ugi_set_option; /* `setoption` */
