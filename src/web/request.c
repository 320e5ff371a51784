/* Answers as JSON and files, requests that wait for an answer, and the values that a request
 * brings.
 *
 * A connection whose request waits is suspended (MHD_suspend_connection), which costs no thread.
 * The flags `waiting` and `suspended` are guarded by one lock, because the answer may be ready
 * before the connection is suspended. */
#include "web/request.h"

#include "core/text.h"

#include <stdlib.h>

/* ---- JSON ---- */

json_t *cn_json_text(const char *text) {
    json_t *value = json_string(text);
    if (value) return value;
    char *clean = strdup(text);
    for (char *p = clean; p && *p;) {
        const int length = cn_text_character(p);
        if (length == 0) *p = '?';
        p += length ? length : 1;
    }
    value = clean ? json_string(clean) : NULL;
    free(clean);
    return value ? value : json_string("?"); /* surrogates and the like */
}

json_t *cn_json_position(const cn_position *p) {
    char text[CN_TEXT_MAX];
    p->game->print(p->state, text, sizeof text);
    return cn_json_text(text);
}

void cn_json_add(json_t *object, json_t *more) {
    json_object_update(object, more);
    json_decref(more);
}

/* ---- answers ---- */

/* Answers with a text, which it takes over. */
static void answer_text(cn_request *r, unsigned status, const char *type, char *text, size_t size) {
    r->status = status;
    r->response = MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE);
    if (!r->response) {
        free(text);
        return;
    }
    MHD_add_response_header(r->response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(r->response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}

/* Where memory is short the text may lack something (arena/json.h): then there is none, and the
 * answer says so. */
bool cn_answer_json(cn_request *r, unsigned status, json_t *value) {
    char *text = cn_json_dump(value, JSON_COMPACT | JSON_REAL_PRECISION(9));
    if (!text) {
        static const char sorry[] = "{\"error\":\"the server is out of memory\"}";
        text = strdup(sorry);
        status = MHD_HTTP_SERVICE_UNAVAILABLE;
        if (!text) return false;
    }
    answer_text(r, status, "application/json", text, strlen(text));
    return status < MHD_HTTP_BAD_REQUEST;
}

bool cn_answer_error(cn_request *r, unsigned status, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return cn_answer_json(r, status, json_pack("{s:o}", "error", cn_json_text(text)));
}

bool cn_answer_check(cn_request *r, cn_status status) {
    if (status == CN_OK) return true;
    const unsigned code = status == CN_NO_MEMORY ? MHD_HTTP_SERVICE_UNAVAILABLE
                          : status == CN_IO      ? MHD_HTTP_INTERNAL_SERVER_ERROR
                                                 : MHD_HTTP_BAD_REQUEST;
    return cn_answer_error(r, code, "%s", r->error.text);
}

FILE *cn_answer_stream(cn_request *r, cn_status *status) {
    if (*status == CN_OK && !(r->file = open_memstream(&r->file_text, &r->file_size))) {
        *status = cn_fail(&r->error, CN_NO_MEMORY, "no memory for a file");
    }
    return r->file;
}

bool cn_answer_file(cn_request *r, cn_status status, const char *type, const char *name) {
    char how[160];
    const bool whole = !r->file || fclose(r->file) == 0;
    if (status != CN_OK || !whole) {
        free(r->file_text);
        return whole ? cn_answer_check(r, status)
                     : cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE, "no memory");
    }
    snprintf(how, sizeof how, "attachment; filename=\"%.100s\"", name);
    answer_text(r, MHD_HTTP_OK, type, r->file_text, r->file_size);
    if (r->response) {
        MHD_add_response_header(r->response, MHD_HTTP_HEADER_CONTENT_DISPOSITION, how);
    }
    return true;
}

/* ---- waiting ---- */

void cn_request_later(cn_request *r) {
    cn_lock_take(&r->web->waiters);
    r->waiting = true;
    cn_lock_leave(&r->web->waiters);
}

void cn_request_ready(cn_request *r) {
    /* As soon as the lock is free the request may be gone. */
    cn_lock *lock = &r->web->waiters;
    cn_lock_take(lock);
    r->waiting = false;
    if (r->suspended) MHD_resume_connection(r->connection);
    r->suspended = false;
    cn_lock_leave(lock);
}

/* ---- what a request says ---- */

const char *cn_request_header(const cn_request *r, const char *name) {
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

const char *cn_request_query(const cn_request *r, const char *name) {
    return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

bool cn_query_int(cn_request *r, const char *name, int min, int max, int *value) {
    const char *text = cn_request_query(r, name);
    if (!text) return true;
    char *end;
    const long number = strtol(text, &end, 10);
    CN_ANSWER_IF(end == text || *end || number < min || number > max, r, MHD_HTTP_BAD_REQUEST,
                 "%s: expected a whole number from %d to %d", name, min, max);
    *value = (int)number;
    return true;
}

bool cn_body_only(cn_request *r, const char *keys) {
    const char *key;
    json_t *value;
    json_object_foreach(r->body, key, value) {
        char known[256] = "";
        bool found = false;
        for (const char *at = keys; *at && !found; at += strspn(at, " ")) {
            const size_t length = strcspn(at, " ");
            found = strlen(key) == length && strncmp(key, at, length) == 0;
            cn_text_add(known, sizeof known, "%s`%.*s`", *known ? ", " : "", (int)length, at);
            at += length;
        }
        if (found) continue;
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "unknown key `%.40s`: expected %s", key,
                               *known ? known : "none");
    }
    return true;
}

/* The value of a key, or NULL where there is none. */
static json_t *value_of(const cn_request *r, const char *key) {
    json_t *value = json_object_get(r->body, key);
    return json_is_null(value) ? NULL : value;
}

bool cn_body_text(cn_request *r, const char *key, const char **text) {
    json_t *value = value_of(r, key);
    if (!value) return true;
    CN_ANSWER_IF(!json_is_string(value), r, MHD_HTTP_BAD_REQUEST, "`%s`: expected text", key);
    *text = json_string_value(value);
    return true;
}

bool cn_body_int(cn_request *r, const char *key, int min, int max, int *number) {
    json_t *value = value_of(r, key);
    if (!value) return true;
    const json_int_t given = json_integer_value(value);
    CN_ANSWER_IF(!json_is_integer(value) || given < min || given > max, r, MHD_HTTP_BAD_REQUEST,
                 "`%s`: expected a whole number from %d to %d", key, min, max);
    *number = (int)given;
    return true;
}

bool cn_body_real(cn_request *r, const char *key, double min, double max, double *number) {
    json_t *value = value_of(r, key);
    if (!value) return true;
    const double given = json_number_value(value);
    CN_ANSWER_IF(!json_is_number(value) || given < min || given > max, r, MHD_HTTP_BAD_REQUEST,
                 "`%s`: expected a number from %g to %g", key, min, max);
    *number = given;
    return true;
}

bool cn_body_array(cn_request *r, const char *key, size_t most, json_t **array) {
    json_t *value = value_of(r, key);
    if (!value) return true;
    CN_ANSWER_IF(!json_is_array(value) || json_array_size(value) > most, r, MHD_HTTP_BAD_REQUEST,
                 "`%s`: expected a list of at most %zu", key, most);
    *array = value;
    return true;
}

const cn_game *cn_request_game(cn_request *r, const char *name) {
    char known[256] = "";
    for (const cn_game *const *game = r->web->set.games; *game; game++) {
        if (name && strcmp((*game)->name, name) == 0) return *game;
        cn_text_add(known, sizeof known, "%s%s", *known ? ", " : "", (*game)->name);
    }
    if (name) {
        cn_answer_error(r, MHD_HTTP_NOT_FOUND, "unknown game `%.40s`: expected one of %s", name,
                        known);
    } else {
        cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`game` is missing: expected one of %s", known);
    }
    return NULL;
}
