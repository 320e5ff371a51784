/* The server of the page and of its API (docs/api.md): what the command line calls. */
#pragma once

#include <canopy/canopy.h>

/* Names that a server can answer to. */
enum { CN_WEB_HOSTS = 8 };

/* How a server is started. Texts and the list of games are not copied and must outlive it. */
typedef struct cn_web_settings {
    const cn_game *const *games;     /* NULL-terminated */
    const char *address;             /* numeric, IPv4 or IPv6 */
    int port;                        /* 0: any free one */
    int threads;                     /* threads that all searches share; 0: one a core */
    double seconds;                  /* the longest search */
    int memory;                      /* megabytes of one search at most */
    double lab_seconds;              /* the longest measurement */
    int sessions;                    /* games that are kept at the same time, at most */
    int each;                        /* connections, sessions, searches, and requests a second of
                                        one client, where a token is needed */
    double idle;                     /* seconds after which an unused session is forgotten */
    double patience;                 /* seconds a client has to send a request */
    const char *hosts[CN_WEB_HOSTS]; /* names the server answers to, besides addresses */
    int host_count;
    const char *token;  /* that visitors must show; NULL: made up if others than this machine can
                           reach the server; empty: none */
    const char *assets; /* folder the page is served from; NULL: what is built in */
} cn_web_settings;

/* Settings for this machine alone, with limits that suit a laptop, as a part of an initialiser;
 * `games` is missing. */
#define CN_WEB_DEFAULTS                                                                     \
    .address = "127.0.0.1", .port = 8080, .seconds = 60, .memory = 256, .lab_seconds = 600, \
    .sessions = 1000, .each = 64, .idle = 3600, .patience = 30

typedef struct cn_web cn_web;

/* Listens from now on, and answers in threads of its own until cn_web_stop. */
cn_status cn_web_start(const cn_web_settings *settings, cn_web **web, cn_error *error);

/* The address to open, with the token if there is one: "http://127.0.0.1:8080/". */
void cn_web_url(const cn_web *web, char *text, size_t size);
int cn_web_port(const cn_web *web);

/* Ends streams and searches, waits for their threads, and frees everything. NULL is allowed. */
void cn_web_stop(cn_web *web);
