/* A protocol in a thread of its own, and a client that types while it thinks. */
#ifndef TESTS_PROTOCOL_DIALOGUE_H
#define TESTS_PROTOCOL_DIALOGUE_H

#include "support/support.h"

#include "parallel/thread.h"
#include "protocol/protocol.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct dialogue {
    const cn_protocol *protocol;
    cn_desk desk;
    int to[2], from[2]; /* pipes, seen from the client */
    FILE *out;          /* the engine's */
    FILE *in;           /* the client's */
    cn_thread engine;
    cn_status status;
    char line[65536]; /* the last one read */
} dialogue;

static void run_engine(void *user) {
    dialogue *d = user;
    cn_error error;
    d->status = d->protocol->run(&d->desk, &error);
    fclose(d->out);
}

static inline dialogue *dialogue_begin(const cn_protocol *protocol, const char *name,
                                       const char *agent) {
    dialogue *d = calloc(1, sizeof *d);
    const cn_game *game = cn_game_find(name);
    cn_value values[CN_OPTIONS_MAX];
    cn_error error = {""};
    assert_non_null(d);
    d->protocol = protocol;
    cn_values_default(game->options, values);
    assert_int_equal(pipe(d->to), 0);
    assert_int_equal(pipe(d->from), 0);
    d->out = fdopen(d->from[1], "w");
    d->in = fdopen(d->from[0], "r");
    const cn_desk_setting setting = {
        .game = game, .values = values, .agent = agent, .in = d->to[0], .out = d->out};
    assert_int_equal(cn_desk_open(&d->desk, &setting, &error), CN_OK);
    assert_int_equal(cn_thread_start(&d->engine, run_engine, d, &error), CN_OK);
    return d;
}

static inline void dialogue_send(dialogue *d, const char *text) {
    assert_int_equal(write(d->to[1], text, strlen(text)), strlen(text));
}

/* Reads up to a line that begins like this; none before it may begin like `never` (may be NULL). */
static inline void dialogue_await(dialogue *d, const char *start, const char *never) {
    while (fgets(d->line, sizeof d->line, d->in)) {
        if (strncmp(d->line, start, strlen(start)) == 0) return;
        if (never && strncmp(d->line, never, strlen(never)) == 0) {
            fail_msg("expected %s, got %s", start, d->line);
        }
    }
    fail_msg("expected %s, got the end", start);
}

/* The engine goes by itself; whether it says no more. */
static inline void dialogue_end(dialogue *d, bool silent) {
    if (silent) assert_null(fgets(d->line, sizeof d->line, d->in));
    cn_thread_join(d->engine);
    assert_int_equal(d->status, CN_OK);
    cn_desk_close(&d->desk);
    if (d->to[1] >= 0) close(d->to[1]);
    close(d->to[0]);
    fclose(d->in);
    free(d);
}

static inline void dialogue_hang_up(dialogue *d) {
    close(d->to[1]);
    d->to[1] = -1;
}

#endif
