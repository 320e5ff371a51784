#include "web/security.h"

#include <arpa/inet.h>
#include <strings.h>

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

static bool ours(const cn_web_settings *set, const char *host) {
    char name[256];
    unsigned char address[16];
    if (!name_of(host, name, sizeof name)) return false;
    if (inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1) {
        return true;
    }
    if (strcasecmp(name, "localhost") == 0) return true;
    for (int i = 0; i < set->host_count; i++) {
        if (strcasecmp(name, set->hosts[i]) == 0) return true;
    }
    return false;
}

static const char *header(const cn_request *r, const char *name) {
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

bool cn_security_check(cn_request *r) {
    const char *host = header(r, MHD_HTTP_HEADER_HOST);
    const char *origin = header(r, MHD_HTTP_HEADER_ORIGIN);
    const char *site = header(r, "Sec-Fetch-Site");
    if (!host || !ours(&r->web->set, host)) {
        cn_answer_error(r, MHD_HTTP_FORBIDDEN,
                        "this server answers to addresses, `localhost` and the names it was "
                        "started with (--host)");
        return false;
    }
    if (origin) {
        const char *authority = strstr(origin, "://");
        if ((strncmp(origin, "http://", 7) != 0 && strncmp(origin, "https://", 8) != 0) ||
            strcasecmp(authority + 3, host) != 0) {
            cn_answer_error(r, MHD_HTTP_FORBIDDEN, "requests from other sites are refused");
            return false;
        }
    }
    /* A link to the page from elsewhere is fine; a script elsewhere that uses the API is not. */
    if (site && strcmp(site, "cross-site") == 0 && strncmp(r->path, "/api/", 5) == 0) {
        cn_answer_error(r, MHD_HTTP_FORBIDDEN, "requests from other sites are refused");
        return false;
    }
    return true;
}

void cn_security_headers(struct MHD_Response *response) {
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
}
