/* The server of the page and of its API (docs/api.md): what the command line calls. */
#pragma once

#include <canopy/canopy.h>

enum { CN_WEB_HOSTS = 8 };

typedef struct cn_web_settings {
    const cn_game *const *games;     /* NULL-terminated; must outlive the server */
    const char *address;             /* numeric, IPv4 or IPv6 */
    int port;                        /* 0: any free one */
    int threads;                     /* that all searches share; 0: one a core */
    double seconds;                  /* the longest search */
    int memory;                      /* megabytes of one search at most */
    double lab_seconds;              /* the longest measurement */
    int sessions;                    /* at most */
    double idle;                     /* seconds after which an unused session is forgotten */
    double patience;                 /* seconds a client has to send a request */
    const char *hosts[CN_WEB_HOSTS]; /* names the server answers to, besides addresses */
    int host_count;
    const char *token;  /* that visitors must show; NULL: made up if others than this machine can
                           reach the server; empty: none */
    const char *assets; /* folder the page is served from; NULL: what is built in */
} cn_web_settings;

/* Sensible ones. */
cn_web_settings cn_web_defaults(const cn_game *const *games);

typedef struct cn_web cn_web;

/* Serves from now on, in threads of its own. The texts of the settings must outlive it. */
cn_status cn_web_start(const cn_web_settings *settings, cn_web **web, cn_error *error);

/* "http://127.0.0.1:8080/" */
void cn_web_url(const cn_web *web, char *text, size_t size);
int cn_web_port(const cn_web *web);

/* Ends streams and searches, and frees all. */
void cn_web_stop(cn_web *web);
