/* NBoard's protocol, version 2 (Welty), for the game whose records are GGF.
 *
 * One line each way; lines that are not understood are ignored. The board is the other side's: a
 * move found is told, and played only when it comes back. */
#pragma once

#include "protocol/protocol.h"

typedef struct nboard {
    cn_desk *desk;
    int depth; /* of `set depth`, 0: none */
    bool done;
    bool stop;      /* a line came that ends what goes on */
    uint64_t shown; /* nodes of the last lines of search */
} nboard;

/* `F5`, `PA`. */
void nboard_print_move(const cn_position *position, cn_move move, char text[CN_MOVE_TEXT]);

/* What was wrong, in the status line. */
void nboard_complain(nboard *n, const cn_error *error);

/* A whole number of a command within a range; `fallback` if there is none. */
int nboard_number(const char *text, int min, int max, int fallback);

/* Commands; what follows their word is theirs to cut up. */
typedef void nboard_fn(nboard *n, char *rest);
nboard_fn nboard_hint;    /* values of so many moves, until the depth is reached or a line comes */
nboard_fn nboard_go;      /* the move we would play */
nboard_fn nboard_analyze; /* a value for every position of the game, from its end back */
