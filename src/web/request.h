/* A request under way, and its answer.
 *
 * A handler reads what it needs and calls one of the cn_answer functions, once; or it lets another
 * thread do that later (cn_request_later). A cn_answer function returns false if what it answers is
 * an error, and so does every function here that may have answered with one: a handler can end with
 * `return cn_answer_…`, and "false after an answer" means that it has nothing left to do.
 *
 * A request belongs to the thread of libmicrohttpd that serves its connection, except between
 * cn_request_later and cn_request_ready. */
#pragma once

#include "arena/json.h"
#include "core/text.h"
#include "web/context.h"

#include <jansson.h>
#include <microhttpd.h>

enum {
    CN_BODY_MAX = 1 << 20, /* bytes */
    CN_COMPARED = 4,       /* agents side by side at most */
};

struct cn_session;

/* A request from when its head has come in until its answer is sent. One thread at a time works
 * with it. */
typedef struct cn_request {
    cn_web *web;
    struct MHD_Connection *connection;
    const char *method, *path;
    char word[64];                 /* what stands for `*` in the route */
    json_t *body;                  /* the JSON object that a POST sent; else NULL */
    struct cn_session *session;    /* of the path; the request holds it */
    cn_error error;                /* of the call that failed last, see cn_answer_check */
    unsigned status;               /* the status code of the answer */
    struct MHD_Response *response; /* the answer; NULL: none yet */
    /* A file that is being written, see cn_answer_stream. */
    char *file_text;
    size_t file_size;
    FILE *file;
    /* The server's own. */
    char *text; /* the body as far as it has come in */
    size_t size;
    bool large;      /* … too large */
    bool dispatched; /* the handler was called */
    bool waiting;    /* some other thread will answer; guarded by cn_web.waiters */
    bool suspended;  /* … and the connection sleeps until then; likewise */
} cn_request;

/* ---- answers ---- */

/* Takes over the value; NULL means that there was no memory for it. */
bool cn_answer_json(cn_request *request, unsigned status, json_t *value);
/* {"error": "…"} */
CN_PRINTF(3, 4)
bool cn_answer_error(cn_request *request, unsigned status, const char *format, ...);
/* In a function that returns what a cn_answer function does: returns such an error, if a condition
 * holds; the other arguments are those of cn_answer_error. */
#define CN_ANSWER_IF(condition, ...)                        \
    do {                                                    \
        if (condition) return cn_answer_error(__VA_ARGS__); \
    } while (0)
/* True if a call that was given &request->error went well; otherwise its message is the answer, and
 * its status decides about that of HTTP. */
bool cn_answer_check(cn_request *request, cn_status status);
/* A file for the visitor to keep, in two steps. The first opens a stream to write it to, in memory;
 * it returns NULL if *status is a failure already or becomes one. The second answers with what was
 * written, or with the failure. */
FILE *cn_answer_stream(cn_request *request, cn_status *status);
bool cn_answer_file(cn_request *request, cn_status status, const char *type, const char *name);

/* The handler calls cn_request_later before it passes the request on to another thread, and then
 * returns without an answer. The other thread answers as above and calls cn_request_ready; from
 * then on it must not touch the request, which may be gone. */
void cn_request_later(cn_request *request);
void cn_request_ready(cn_request *request);

/* ---- what a request says ---- */

/* A header of the request, or NULL. */
const char *cn_request_header(const cn_request *request, const char *name);

/* A parameter of the query, or NULL. */
const char *cn_request_query(const cn_request *request, const char *name);

/* The same as a whole number within a range; false after an answer. */
bool cn_query_int(cn_request *request, const char *name, int min, int max, int *value);

/* False, after an answer, if the body has a key that is not in the list, which has blanks between.
 */
bool cn_body_only(cn_request *request, const char *keys);

/* A value of the body: left as it is where the key is missing or null; false, after an answer, if
 * it is of another type or out of range. A text stays the body's. */
bool cn_body_text(cn_request *request, const char *key, const char **value);
bool cn_body_int(cn_request *request, const char *key, int min, int max, int *value);
bool cn_body_real(cn_request *request, const char *key, double min, double max, double *value);
bool cn_body_array(cn_request *request, const char *key, size_t most, json_t **value);

/* A game of the server by its name; NULL after an answer. */
const cn_game *cn_request_game(cn_request *request, const char *name);

/* ---- JSON ---- */

/* A text of any origin: what is not UTF-8 in it, because it was cut for example, becomes `?`. */
json_t *cn_json_text(const char *text);
/* A position as its game writes it. */
json_t *cn_json_position(const cn_position *position);
/* Adds the keys of `more`, which it takes over, to an object. */
void cn_json_add(json_t *object, json_t *more);
