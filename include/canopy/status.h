/* Status codes, and the one-line message that goes with a failure.
 *
 * A fallible call returns a cn_status and, when it fails, fills a cn_error that the caller owns.
 * The message says what was wrong and what is accepted; it never ends in a newline. Header-only,
 * so that a plugin needs nothing but include/canopy. */
#ifndef CANOPY_STATUS_H
#define CANOPY_STATUS_H

#include <stdarg.h>
#include <stdio.h>

/* All status codes, each with its meaning in words: the enum and cn_status_text are made from it.
 */
#define CN_STATUSES(X)                            \
    X(CN_OK, "ok")                                \
    X(CN_BAD_USAGE, "wrong usage")                \
    X(CN_BAD_INPUT, "bad input")                  \
    X(CN_NO_MEMORY, "out of memory")              \
    X(CN_IO, "input/output error")                \
    X(CN_UNSUPPORTED, "not supported")            \
    X(CN_ENGINE_FAILED, "another program failed") \
    X(CN_RESIGNED, "resigned")                    \
    X(CN_STOPPED, "stopped before there was a result")

/* CN_OK is 0. CN_RESIGNED: an agent that is another program gave the game up; CN_STOPPED: a run was
 * stopped before it had a move. */
typedef enum cn_status {
#define X(name, text) name,
    CN_STATUSES(X)
#undef X
} cn_status;

/* The meaning of a status in words; constant. */
static inline const char *cn_status_text(cn_status status) {
    switch (status) {
#define X(name, text) \
    case name: return text;
        CN_STATUSES(X)
#undef X
    }
    return "unknown status";
}

/* The message of a failure: one line, ended by 0 and cut to fit. After a success its contents mean
 * nothing. */
typedef struct cn_error {
    char text[512];
} cn_error;

/* Fills the message, if `error` is not NULL, by a format as printf's, and returns the status:
 * `return cn_fail(err, CN_BAD_INPUT, "...", ...);` */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static inline cn_status
cn_fail(cn_error *error, cn_status status, const char *format, ...) {
    if (error) {
        va_list args;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
}

/* In a function that returns a cn_status and has nothing to free: makes a call, and returns what it
 * returned unless that is CN_OK. */
#define CN_TRY(call)                            \
    do {                                        \
        const cn_status cn_tried = (call);      \
        if (cn_tried != CN_OK) return cn_tried; \
    } while (0)
/* In the same functions: returns the failure that the arguments of cn_fail describe, if the
 * condition holds. */
#define CN_FAIL_IF(condition, ...)                  \
    do {                                            \
        if (condition) return cn_fail(__VA_ARGS__); \
    } while (0)

#ifdef __clang_analyzer__ /* it does not look into functions of variable arguments */
#define cn_fail(error, status, ...) (cn_fail(error, status, __VA_ARGS__), (status))
#endif

#endif
