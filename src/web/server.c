/* The server: how it starts and stops, and how a request finds its handler.
 *
 * libmicrohttpd reads requests in a few threads of its own and calls on_access, for the head of a
 * request, for each piece of its body, and for its end. Then the path is looked up in the table of
 * routes.h, the body is read as JSON, and the handler answers. These threads never wait: what takes
 * time is an operation, whose connection sleeps until the answer is there, and a stream of events
 * sleeps while there is nothing to tell. */
#include "arena/json.h"
#include "core/text.h"
#include "web/assets.h"
#include "web/connections.h"
#include "web/lab.h"
#include "web/operation.h"
#include "web/routes.h"
#include "web/security.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    CONNECTIONS = 900, /* below the usual limit of open files */
    TIMEOUT = 15,      /* seconds a client may be silent in the middle of something */
    SERVERS = 4,       /* threads that answer */
};

/* ---- routing ---- */

/* A row of CN_ROUTES; one of its two handlers is NULL. */
typedef struct route {
    const char *method, *path, *keys;
    cn_route_fn *handler;      /* or … */
    cn_session_fn *of_session; /* … for a session */
} route;

static const route routes[] = {
#define X(method, path, handler, keys) {method, path, keys, handler, NULL},
#define S(method, path, handler, keys) {method, path, keys, NULL, handler},
    CN_ROUTES(X, S)
#undef S
#undef X
};

/* Whether the pattern of a route matches a path; `word` gets what stands for its star. */
static bool fits(const char *pattern, const char *path, char *word, size_t size) {
    const char *star = strchr(pattern, '*');
    word[0] = '\0';
    if (!star) return strcmp(pattern, path) == 0;
    const size_t before = (size_t)(star - pattern);
    if (strncmp(pattern, path, before) != 0) return false;
    const size_t length = strcspn(path + before, "/");
    if (length == 0 || length >= size || strcmp(path + before + length, star + 1) != 0) {
        return false;
    }
    memcpy(word, path + before, length);
    word[length] = '\0';
    return true;
}

/* The route of a request; NULL after an answer. */
static const route *find_route(cn_request *r) {
    char allowed[64] = "";
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!fits(routes[i].path, r->path, r->word, sizeof r->word)) continue;
        if (strcmp(routes[i].method, r->method) == 0) return &routes[i];
        cn_text_add(allowed, sizeof allowed, "%s%s", *allowed ? ", " : "", routes[i].method);
    }
    if (!*allowed) {
        cn_answer_error(r, MHD_HTTP_NOT_FOUND, "there is nothing at this address");
        return NULL;
    }
    cn_answer_error(r, MHD_HTTP_METHOD_NOT_ALLOWED, "expected the method %s", allowed);
    if (r->response) MHD_add_response_header(r->response, MHD_HTTP_HEADER_ALLOW, allowed);
    return NULL;
}

/* Reads the body as an object that has no other keys than these. False after an answer. */
static bool read_body(cn_request *r, const char *keys) {
    json_error_t why;
    CN_ANSWER_IF(r->large, r, MHD_HTTP_CONTENT_TOO_LARGE, "a body has at most %d bytes",
                 CN_BODY_MAX);
    r->body = json_loadb(r->text ? r->text : "", r->size, JSON_REJECT_DUPLICATES, &why);
    CN_ANSWER_IF(!r->body, r, MHD_HTTP_BAD_REQUEST, "the body is not JSON: line %d, column %d: %s",
                 why.line, why.column, why.text);
    CN_ANSWER_IF(!json_is_object(r->body), r, MHD_HTTP_BAD_REQUEST, "expected an object, {…}");
    return cn_body_only(r, keys);
}

/* Answers a request that has come in whole: by its route, or with a file of the page. */
static void dispatch(cn_request *r) {
    if (strncmp(r->path, "/api/", 5) == 0) {
        const route *found = find_route(r);
        if (!found) return;
        if (strcmp(r->method, "POST") == 0 && !read_body(r, found->keys)) return;
        cn_session *session = found->of_session ? cn_session_of(r) : NULL;
        if (found->handler) found->handler(r);
        if (!session) return;
        found->of_session(r, session);
        cn_lock_leave(&session->lock);
    } else if (strcmp(r->method, "GET") == 0 || strcmp(r->method, "HEAD") == 0) {
        cn_assets_answer(r);
    } else {
        cn_answer_error(r, MHD_HTTP_METHOD_NOT_ALLOWED, "expected the method GET");
        if (r->response) MHD_add_response_header(r->response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    }
}

/* ---- requests ---- */

/* Refuses what can be refused before the body comes. */
static void inspect(cn_request *r) {
    if (!cn_client_admit(r) || !cn_security_check(r)) return;
    const char *length = cn_request_header(r, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length && strtoull(length, NULL, 10) > CN_BODY_MAX) {
        cn_answer_error(r, MHD_HTTP_CONTENT_TOO_LARGE, "a body has at most %d bytes", CN_BODY_MAX);
        return;
    }
    if (strcmp(r->method, "POST") != 0) return;
    const char *type = cn_request_header(r, MHD_HTTP_HEADER_CONTENT_TYPE);
    static const char json[] = "application/json";
    const size_t n = sizeof json - 1;
    if (!type || strncmp(type, json, n) != 0 || (type[n] && !strchr("; \t", type[n]))) {
        cn_answer_error(r, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                        "expected the Content-Type application/json");
    }
}

/* Adds a piece of the body. What exceeds the limit is dropped, and read_body says so. */
static void add_body(cn_request *r, const char *data, size_t size) {
    if (r->large || r->size + size > CN_BODY_MAX) {
        r->large = true;
        return;
    }
    char *more = realloc(r->text, r->size + size);
    if (!more) {
        r->large = true;
        return;
    }
    memcpy(more + r->size, data, size);
    r->text = more;
    r->size += size;
}

/* Hands the answer over to libmicrohttpd, which keeps a reference of its own. */
static enum MHD_Result send_answer(cn_request *r) {
    if (!r->response) return MHD_NO; /* no memory even for a word of regret */
    cn_security_headers(r, r->response);
    const enum MHD_Result result = MHD_queue_response(r->connection, r->status, r->response);
    MHD_destroy_response(r->response);
    r->response = NULL;
    return result;
}

/* MHD calls this for a request's head, for each piece of its body, for its end, and when it was
 * resumed. An answer that is there is sent; if another thread will give it, the connection sleeps.
 */
static enum MHD_Result on_access(void *user, struct MHD_Connection *connection, const char *url,
                                 const char *method, const char *version, const char *data,
                                 size_t *size, void **own) {
    (void)version;
    cn_request *r = *own;
    if (!r) {
        r = calloc(1, sizeof *r);
        if (!r) return MHD_NO;
        *own = r;
        r->web = user;
        r->connection = connection;
        r->method = method;
        r->path = url;
        inspect(r);
        return r->response ? send_answer(r) : MHD_YES;
    }
    if (*size > 0) {
        add_body(r, data, *size);
        *size = 0;
        return MHD_YES;
    }
    if (!r->dispatched) {
        r->dispatched = true;
        cn_connection_asked(r->web, connection, true);
        dispatch(r);
    }
    cn_lock_take(&r->web->waiters);
    const bool waiting = r->waiting;
    if (waiting && !r->suspended) {
        r->suspended = true;
        MHD_suspend_connection(connection);
    }
    cn_lock_leave(&r->web->waiters);
    return waiting ? MHD_YES : send_answer(r);
}

/* The request is over, whether it was answered or its connection broke. */
static void on_completed(void *user, struct MHD_Connection *connection, void **own,
                         enum MHD_RequestTerminationCode how) {
    (void)how;
    cn_request *r = *own;
    cn_connection_asked(user, connection, false);
    if (!r) return;
    if (r->response) MHD_destroy_response(r->response);
    if (r->session) cn_session_release(r->session);
    json_decref(r->body);
    free(r->text);
    free(r);
    *own = NULL;
}

/* ---- start and stop ---- */

/* An address to listen at, of either family. */
typedef union place {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} place;

/* The address of the settings, with their port. */
static cn_status read_address(const cn_web_settings *set, place *at, cn_error *error) {
    memset(at, 0, sizeof *at);
    if (inet_pton(AF_INET, set->address, &at->v4.sin_addr) == 1) {
        at->v4.sin_family = AF_INET;
        at->v4.sin_port = htons((uint16_t)set->port);
        return CN_OK;
    }
    if (inet_pton(AF_INET6, set->address, &at->v6.sin6_addr) == 1) {
        at->v6.sin6_family = AF_INET6;
        at->v6.sin6_port = htons((uint16_t)set->port);
        return CN_OK;
    }
    return cn_fail(error, CN_BAD_USAGE,
                   "`%.60s` is not an address: expected one like 127.0.0.1, "
                   "0.0.0.0 (all networks) or ::1",
                   set->address);
}

/* Decides about the token: nobody needs one where only this machine can reach the server. Where one
 * is needed, clients are limited, too. False: the system has no random numbers. */
static bool make_token(cn_web *web, const place *at) {
    const bool v4 = at->any.sa_family == AF_INET;
    const bool loopback =
        v4 ? ntohl(at->v4.sin_addr.s_addr) >> 24 == 127 : IN6_IS_ADDR_LOOPBACK(&at->v6.sin6_addr);
    if (web->set.token) {
        snprintf(web->token, sizeof web->token, "%s", web->set.token);
    } else if (!loopback && !cn_id_make(web->token)) {
        return false;
    }
    web->limited = !loopback || *web->token;
    return true;
}

/* Starts libmicrohttpd, and finds out which port it got. */
static cn_status listen_at(cn_web *web, cn_error *error) {
    place at;
    CN_TRY(read_address(&web->set, &at, error));
    if (!make_token(web, &at)) return cn_fail(error, CN_IO, "the system has no random numbers");
    unsigned flags = MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (at.any.sa_family == AF_INET6) flags |= MHD_USE_IPv6;
    errno = 0;
    web->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, on_access, web, MHD_OPTION_SOCK_ADDR, &at.any,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)SERVERS, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, web->limited ? (unsigned)web->set.each : 0u,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, web, MHD_OPTION_NOTIFY_CONNECTION,
        cn_connection_notify, web, MHD_OPTION_END);
    CN_FAIL_IF(!web->daemon, error, CN_IO, "cannot listen at %.60s port %d: %s", web->set.address,
               web->set.port, errno ? strerror(errno) : "the system refuses");
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(web->daemon, MHD_DAEMON_INFO_BIND_PORT);
    web->port = info ? info->port : web->set.port;
    return CN_OK;
}

/* Finds mistakes in the settings that only the first visitor would notice. */
static cn_status check(const cn_web_settings *set, cn_error *error) {
    struct stat about;
    for (int i = 0; i < set->host_count; i++) {
        struct in6_addr v6; /* the one name with colons */
        CN_FAIL_IF(!*set->hosts[i] || (strpbrk(set->hosts[i], ":/ ") &&
                                       inet_pton(AF_INET6, set->hosts[i], &v6) != 1),
                   error, CN_BAD_USAGE,
                   "`%.60s` is not a host name: expected one like "
                   "games.example.org, without a port",
                   set->hosts[i]);
    }
    CN_FAIL_IF(set->assets && (stat(set->assets, &about) != 0 || !S_ISDIR(about.st_mode)), error,
               CN_BAD_INPUT, "%.200s: no such folder", set->assets);
    return CN_OK;
}

/* Makes or frees all locks of the server. */
static void for_each_lock(cn_web *web, void (*act)(cn_lock *lock)) {
    cn_lock *const locks[] = {&web->waiters,   &web->sessions_lock,    &web->ops_lock,
                              &web->runs_lock, &web->connections_lock, &web->housekeeping_lock};
    for (size_t i = 0; i < sizeof locks / sizeof *locks; i++) act(locks[i]);
}

cn_status cn_web_start(const cn_web_settings *settings, cn_web **out, cn_error *error) {
    cn_status status = check(settings, error);
    if (status != CN_OK) return status;
    cn_web *web = calloc(1, sizeof *web);
    if (!web) return cn_fail(error, CN_NO_MEMORY, "no memory for a server");
    web->set = *settings;
    cn_json_watch();
    if (web->set.threads <= 0) web->set.threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (web->set.threads <= 0) web->set.threads = 1;
    for_each_lock(web, cn_lock_init);
    cn_signal_init(&web->housekeeping_signal);
    cn_budget_init(&web->budget, web->set.threads);
    status = cn_sessions_init(web, error);
    if (status == CN_OK) status = cn_housekeeping_start(web, error);
    if (status == CN_OK) status = listen_at(web, error);
    if (status != CN_OK) {
        cn_web_stop(web);
        return status;
    }
    *out = web;
    return CN_OK;
}

int cn_web_port(const cn_web *web) {
    return web->port;
}

void cn_web_url(const cn_web *web, char *text, size_t size) {
    const bool v6 = strchr(web->set.address, ':');
    snprintf(text, size, "http://%s%s%s:%d/%s%s", v6 ? "[" : "", web->set.address, v6 ? "]" : "",
             web->port, *web->token ? "?token=" : "", web->token);
}

void cn_web_stop(cn_web *web) {
    if (!web) return;
    cn_housekeeping_stop(web);
    if (web->daemon) MHD_stop_daemon(web->daemon);
    cn_lab_free(web);
    cn_sessions_free(web);
    cn_budget_free(&web->budget);
    cn_signal_free(&web->housekeeping_signal);
    for_each_lock(web, cn_lock_free);
    free(web);
}
