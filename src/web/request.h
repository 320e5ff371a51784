/* A request under way, and its answer.
 *
 * A handler reads what it needs and calls one of the cn_answer functions, once; or it lets another
 * thread do that later, see cn_request_later. These return whether the answer is a good one, as do
 * handlers, so that a handler can end with `return cn_answer_…`. */
#pragma once

#include "core/text.h"
#include "web/context.h"

#include <jansson.h>
#include <microhttpd.h>

enum {
    CN_BODY_MAX = 1 << 20, /* bytes */
    CN_COMPARED = 4,       /* agents side by side at most */
};

struct cn_session;

typedef struct cn_request {
    cn_web *web;
    struct MHD_Connection *connection;
    const char *method, *path;
    char word[64];              /* what stands for `*` in the route */
    json_t *body;               /* of a POST: an object */
    struct cn_session *session; /* of the path; the request holds it */
    unsigned status;
    struct MHD_Response *response; /* the answer; NULL: none yet */
    /* A file that is being written, see cn_answer_stream. */
    char *file_text;
    size_t file_size;
    FILE *file;
    /* The server's own. */
    char *text; /* of the body, as it comes in */
    size_t size;
    bool large;      /* … too large */
    bool dispatched; /* the handler was called */
    bool waiting;    /* some other thread will answer; guarded by cn_web.waiters */
    bool suspended;  /* … and the connection sleeps until then; likewise */
} cn_request;

/* ---- answers ---- */

bool cn_answer_json(cn_request *request, unsigned status, json_t *value); /* takes the value */
CN_PRINTF(3, 4)
bool cn_answer_error(cn_request *request, unsigned status, const char *format, ...);
/* By the status of a failed call. */
bool cn_answer_failure(cn_request *request, cn_status status, const cn_error *error);
/* A file to be kept: the stream to write it to, NULL if `status` is a failure or becomes one; then
 * its type and name, or the failure. */
FILE *cn_answer_stream(cn_request *request, cn_status *status, cn_error *error);
bool cn_answer_file(cn_request *request, cn_status status, const cn_error *error, const char *type,
                    const char *name);

/* Before the handler passes the request on to another thread. That one answers as above and then
 * calls cn_request_ready, after which the request is not its own any more. */
void cn_request_later(cn_request *request);
void cn_request_ready(cn_request *request);

/* ---- what a request says ---- */

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

/* Text that may not be whole UTF-8, for it may be cut or of any origin. */
json_t *cn_json_text(const char *text);
/* null if it is not finite. */
json_t *cn_json_real(double value);
