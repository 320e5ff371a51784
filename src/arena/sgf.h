/* SGF, read as a stream of events from text in memory. GGF shares the syntax and is read by it too.
 *
 * Only the main line is reported. A game tree is `( nodes trees )` and its main line goes on in the
 * first of the trees, so the main line ends at the first `)`: no stack is needed, however deep the
 * text nests. What follows up to the matching `)` are variations, and is skipped. */
#pragma once

#include <canopy/status.h>
#include <stdbool.h>
#include <stddef.h>

/* What cn_sgf_next has come to. */
typedef enum cn_sgf_event {
    CN_SGF_GAME,  /* a game begins */
    CN_SGF_VALUE, /* one value of the property `id`; a property may have several */
    CN_SGF_CLOSE, /* the game is at its end, variations included */
    CN_SGF_END,   /* no further game */
} cn_sgf_event;

/* A reader of a text, which must outlive it. */
typedef struct cn_sgf {
    /* For the caller to read. */
    int line;          /* of the last event or error, from 1 */
    char id[8];        /* a property's name, capitals only; cut if longer */
    const char *value; /* as it stands in the text, escapes and all; not terminated */
    size_t length;
    /* The parser's own. */
    const char *at, *end;
    int lines; /* line of `at` */
    bool open; /* inside a game */
    int depth; /* parentheses opened on the main line */
} cn_sgf;

/* Begins to read. Nothing has to be freed. */
void cn_sgf_open(cn_sgf *sgf, const char *text, size_t size);

/* The next event. After a failure the reader is of no more use. */
cn_status cn_sgf_next(cn_sgf *sgf, cn_sgf_event *event, cn_error *error);

/* Whether the text begins like a collection: blanks, a count as GGF has it, then `(;`. */
bool cn_sgf_looks(const char *text, size_t size);

/* The last value without escapes, white space as blanks, cut to the room; returns its length. */
size_t cn_sgf_text(const cn_sgf *sgf, char *out, size_t size);
