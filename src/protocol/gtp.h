/* GTP 2, the Go Text Protocol (Farnebäck, 2002), for every game.
 *
 * `[id] command arguments` is answered by `=[id] text` or `?[id] error` and an empty line. A
 * command is a row in the table of one of the files gtp_*.c. */
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include "protocol/protocol.h"

enum { GTP_WORDS = 1024 };

typedef struct gtp {
    cn_desk *desk;
    bool done; /* after this answer */
    /* The command at hand. */
    char id[24]; /* as it was given, or empty */
    char *line;  /* in words; gtp.c's own */
    int count;
    char *word[GTP_WORDS]; /* arguments */
    /* The answer so far. */
    char *answer;
    size_t length, room;
    bool sent; /* already: the command streamed its answer */
} gtp;

/* Answers with gtp_say; false: that text is the error's. */
typedef bool gtp_fn(gtp *g);

typedef struct gtp_command {
    const char *name; /* NULL ends a table */
    gtp_fn *run;
    int least, most; /* arguments; most -1: any number */
} gtp_command;

extern const gtp_command gtp_admin[];

/* Adds to the answer. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gtp_say(gtp *g, const char *format, ...);

/* The answer is this error. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool gtp_fail(gtp *g, const char *format, ...);

/* The command of that name, or NULL; and all of them, by number, until NULL. */
const gtp_command *gtp_find(const char *name);
const gtp_command *gtp_nth(int number);

#endif
