/* Tokens, Host, Origin, and the headers that tell a browser what the page may do.
 *
 * The page uses no script or style but its own files, no frames, no forms: the content security
 * policy says so, and a browser then refuses whatever somebody might smuggle in. */
#include "web/security.h"

#include <arpa/inet.h>
#include <strings.h>
#include <sys/socket.h>

/* The name of "name", "name:80" or "[::1]:80"; false if it is none of these. */
static bool name_of(const char *host, char *name, size_t size) {
    size_t length;
    const char *rest;
    if (host[0] == '[') {
        length = strcspn(++host, "]");
        if (host[length] != ']') return false;
        rest = host + length + 1;
    } else {
        length = strcspn(host, ":");
        rest = host + length;
    }
    if (length == 0 || length >= size) return false;
    if (*rest && (rest[0] != ':' || !rest[1] || rest[1 + strspn(rest + 1, "0123456789")])) {
        return false;
    }
    memcpy(name, host, length);
    name[length] = '\0';
    return true;
}

/* Whether a name is the address by which the client reached this machine. */
static bool is_address_here(const cn_request *r, const char *name) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct sockaddr_storage here;
    socklen_t size = sizeof here;
    struct in6_addr v6;
    struct in_addr v4;
    if (!info || getsockname(info->connect_fd, (struct sockaddr *)&here, &size) != 0) return false;
    if (here.ss_family == AF_INET) {
        const struct sockaddr_in *at = (const struct sockaddr_in *)&here;
        return inet_pton(AF_INET, name, &v4) == 1 && v4.s_addr == at->sin_addr.s_addr;
    }
    const struct sockaddr_in6 *at = (const struct sockaddr_in6 *)&here;
    return inet_pton(AF_INET6, name, &v6) == 1 && memcmp(&v6, &at->sin6_addr, sizeof v6) == 0;
}

/* Whether a Host header names this server. */
static bool ours(const cn_request *r, const char *host) {
    const cn_web_settings *set = &r->web->set;
    char name[256];
    if (!name_of(host, name, sizeof name)) return false;
    if (strcasecmp(name, "localhost") == 0 || is_address_here(r, name)) return true;
    for (int i = 0; i < set->host_count; i++) {
        if (strcasecmp(name, set->hosts[i]) == 0) return true;
    }
    return false;
}

/* Counts Host headers. A client that sends two is up to something: a proxy before this server may
 * have read the other one. */
static enum MHD_Result count_host(void *user, enum MHD_ValueKind kind, const char *key,
                                  const char *value) {
    (void)kind, (void)value;
    *(int *)user += strcasecmp(key, MHD_HTTP_HEADER_HOST) == 0;
    return MHD_YES;
}

/* Compares in a time that does not tell how much of a guess is right. */
static bool same(const char *a, const char *b) {
    if (strlen(a) != strlen(b)) return false; /* its length is no secret */
    unsigned differ = 0;
    for (size_t i = 0; a[i]; i++) differ |= (unsigned)(a[i] ^ b[i]);
    return !differ;
}

/* Whether the address has the right token. */
static bool shows_token(const cn_request *r) {
    const char *given = cn_request_query(r, "token");
    return given && same(given, r->web->token);
}

bool cn_security_check(cn_request *r) {
    int seen = 0;
    MHD_get_connection_values(r->connection, MHD_HEADER_KIND, count_host, &seen);
    if (seen > 1) return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "more than one Host header");
    const char *kept = MHD_lookup_connection_value(r->connection, MHD_COOKIE_KIND, "canopy");
    CN_ANSWER_IF(*r->web->token && !shows_token(r) && !(kept && same(kept, r->web->token)), r,
                 MHD_HTTP_UNAUTHORIZED,
                 "this server wants a token: open the address that it printed, which has it");
    const char *host = cn_request_header(r, MHD_HTTP_HEADER_HOST);
    const char *origin = cn_request_header(r, MHD_HTTP_HEADER_ORIGIN);
    const char *site = cn_request_header(r, "Sec-Fetch-Site");
    CN_ANSWER_IF(!host || !ours(r, host), r, MHD_HTTP_FORBIDDEN,
                 "this server answers to its own address, `localhost` and the names it was "
                 "started with (--host)");
    const bool web =
        origin && (strncmp(origin, "http://", 7) == 0 || strncmp(origin, "https://", 8) == 0);
    const bool elsewhere = origin && (!web || strcasecmp(strstr(origin, "://") + 3, host) != 0);
    /* A link to the page from elsewhere is fine; a script elsewhere that uses the API is not. */
    const bool script =
        site && strcmp(site, "cross-site") == 0 && strncmp(r->path, "/api/", 5) == 0;
    return !(elsewhere || script) ||
           cn_answer_error(r, MHD_HTTP_FORBIDDEN, "requests from other sites are refused");
}

void cn_security_headers(const cn_request *r, struct MHD_Response *response) {
    static const char *const headers[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
         "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
         "form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    }
    if (*r->web->token && shows_token(r)) {
        char cookie[128];
        snprintf(cookie, sizeof cookie, "canopy=%s; Path=/; HttpOnly; SameSite=Strict",
                 r->web->token);
        MHD_add_response_header(response, MHD_HTTP_HEADER_SET_COOKIE, cookie);
    }
}
