/* Messages between ranks: a kind, the run it belongs to (one search or one match that ranks share),
 * and plain bytes in the order they were put. Every rank runs the same program on the same kind of
 * machine, which is checked when they meet, so values travel as they lie in memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a message is about. */
typedef enum cn_message_kind {
    CN_MESSAGE_HELLO, /* a rank introduces itself */
    CN_MESSAGE_QUIT,  /* rank 0: the job is over */
    CN_MESSAGE_BYE,   /* a rank: it has heard that, and leaves */
    CN_MESSAGE_BEAT,  /* a rank at work: it is still there */

    /* One search by several ranks (crew.c). */
    CN_MESSAGE_RUN,    /* rank 0: what to search */
    CN_MESSAGE_STOP,   /* rank 0: come to an end */
    CN_MESSAGE_END,    /* the others: what it came to */
    CN_MESSAGE_CLEAR,  /* rank 0: forget what this search has learnt */
    CN_MESSAGE_FORGET, /* rank 0: this search is gone */

    /* Root moves dealt out (roots.c). */
    CN_MESSAGE_DEPTH, /* rank 0: an iteration begins */
    CN_MESSAGE_CUT,   /* rank 0: … and is over, whatever is left of it */
    CN_MESSAGE_WANT,  /* a rank asks for a move */
    CN_MESSAGE_DEAL,  /* rank 0: gives it one, or none is left */
    CN_MESSAGE_VALUE, /* a rank: the value of a move */
    CN_MESSAGE_BOUND, /* rank 0: a value that bounds the other moves */
    CN_MESSAGE_NODES, /* a rank asks for a part of the node limit; rank 0 gives it, or nothing */

    /* Statistics added up (merge.c, share.c). */
    CN_MESSAGE_STATS, /* of the root moves, so far */
    CN_MESSAGE_UPPER, /* of the top of the tree */

    /* Work dealt out piece by piece (farm.c). */
    CN_MESSAGE_FARM, /* rank 0: what kind of work */
    CN_MESSAGE_TASK, /* rank 0: do this */
    CN_MESSAGE_DONE, /* a rank: done; or ready for the first */
} cn_message_kind;

/* A message that is being put together, or that came. */
typedef struct cn_message {
    unsigned char *bytes; /* from malloc; NULL if memory ran out */
    size_t size, room;
    size_t at; /* where the next cn_message_get reads */
    int from;  /* the rank that sent it, of a message received */
    uint32_t kind, run;
} cn_message;

/* A message to be filled. If memory runs out the message stays without bytes, and sending it does
 * nothing. */
cn_message cn_message_new(cn_message_kind kind, uint32_t run);
/* A message that came; `bytes` come from malloc and are the message's from now on. */
cn_message cn_message_open(void *bytes, size_t size, int from);
void cn_message_free(cn_message *message);

/* Adds a value, or a text with its end, to the message. */
void cn_message_put(cn_message *message, const void *value, size_t size);
void cn_message_put_text(cn_message *message, const char *text);
/* Reads the next value, or text; false, and zeroes the value, if there is not that much left. */
bool cn_message_get(cn_message *message, void *value, size_t size);
bool cn_message_get_text(cn_message *message, char *text, size_t size);
