/* A server of our own in this process, and a client that says exactly what it is told to. */
#ifndef TESTS_HTTP_H
#define TESTS_HTTP_H

#include "support/support.h"
#include "web/web.h"

#include <jansson.h>

/* Starts a server on a free port, with two threads for searches. Ends it; both fail the test if
 * they cannot. `change` (may be NULL) is applied to the settings. */
cn_web *test_serve(void (*change)(cn_web_settings *set));

/* The server of a whole program of tests: set-up and tear-down for its group. */
extern cn_web *test_web;
int test_web_start(void **state);
int test_web_stop(void **state);

typedef struct test_answer {
    int status;   /* 0: none came */
    char *text;   /* head and body */
    char *body;   /* inside the text */
    json_t *json; /* NULL: it was none */
} test_answer;

void test_answer_free(test_answer *answer);

/* The value of a header, up to the end of its line; NULL: there is none. */
const char *test_header(const test_answer *answer, const char *name);

/* Opens a connection; -1: refused. */
int test_connect(const cn_web *web);

/* Sends these bytes and reads what comes until the connection is closed. */
test_answer test_raw(const cn_web *web, const char *bytes, size_t size);

/* A whole request with a JSON body (NULL: none) and further head lines ("A: b\r\n", or NULL). */
test_answer test_ask(const cn_web *web, const char *method, const char *path, const char *head,
                     const char *body);

/* The JSON of a request that must be answered with this status; the caller releases it. */
json_t *test_get(const cn_web *web, int status, const char *path);
json_t *test_post(const cn_web *web, int status, const char *path, const char *body);

/* The path of something below a session: "/api/sessions/ID/what". The text is static. */
const char *test_path(const json_t *state, const char *what);

/* ---- events ---- */

typedef struct test_stream {
    int socket;
    size_t used;
    char *buffer;
} test_stream;

test_stream test_listen(const cn_web *web, const char *path);
/* The HTTP status of the answer, which is waited for; 0: none came. */
int test_stream_status(test_stream *stream);
/* The data of the next event of this name, others being passed over; NULL: the stream ended. Fails
 * the test if none comes for two minutes. */
json_t *test_event(test_stream *stream, const char *name);
void test_stream_close(test_stream *stream);

/* ---- values ---- */

/* What a path like "board.rows" or "legal.0.move" leads to; fails the test if it leads nowhere. */
json_t *test_at(const json_t *value, const char *path);
#define assert_text(value, path, expected) \
    assert_string_equal(json_string_value(test_at(value, path)), expected)
#define assert_number(value, path, expected) \
    assert_int_equal(json_integer_value(test_at(value, path)), expected)

#endif
