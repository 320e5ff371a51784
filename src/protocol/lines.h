/* Lines of input, read by a thread of its own: what arrives while a search runs is seen at once,
 * and may stop it. The calls are for one other thread, that of the dialogue.
 *
 * Any bytes may come. Lines end in LF, CRLF or the end of the input; NUL bytes, which no protocol
 * has a use for, are dropped; a line of more than CN_LINES_LONGEST bytes is cut. The queue is
 * bounded: who sends faster than is read must wait. */
#pragma once

#include <canopy/search.h>

/* Bytes that are kept of a line; a longer one is cut. */
enum { CN_LINES_LONGEST = 65536 };

/* The input of one dialogue; made by cn_lines_open, freed by cn_lines_close. */
typedef struct cn_lines cn_lines;

/* Reads from a descriptor, which stays the caller's. */
cn_status cn_lines_open(int descriptor, cn_lines **lines, cn_error *error);
void cn_lines_close(cn_lines *lines);

/* Waits for the next line, without its end; NULL at the end of the input. It may be
 * changed, and lives until the next call. `cut` (may be NULL): whether the line was too long. */
char *cn_lines_next(cn_lines *lines, bool *cut);

/* Waits until there is a line to read or the input is at its end. */
void cn_lines_wait(cn_lines *lines);

/* ---- while a search runs ---- */

/* What a line that comes while a search runs means for it. */
typedef enum cn_watch {
    CN_WATCH_GO_ON, /* nothing: the line waits in the queue */
    CN_WATCH_TAKEN, /* the line is done with: it does not go into the queue */
    CN_WATCH_SOON,  /* the search may have CN_WATCH_GRACE seconds of processor time more; any if the
                       input is a file: a script wants whole answers */
    CN_WATCH_STOP,  /* the search is to stop at once */
} cn_watch;

#define CN_WATCH_GRACE 1.0

/* Called for each line that waits, and for each that comes, NULL at the end of the input: says what
 * is to become of the search. Called in the reader's thread, or in cn_lines_watch; must not call
 * cn_lines_. */
typedef cn_watch cn_watch_fn(const char *line, void *user);

/* To be called before a search is run, and cn_lines_unwatch after it. A stop that was asked for
 * before the run began is not lost. Once cn_lines_unwatch has returned, `ask` is not called and the
 * search is left alone. */
void cn_lines_watch(cn_lines *lines, cn_search *search, cn_watch_fn *ask, void *user);
void cn_lines_unwatch(cn_lines *lines);
