/* `canopy serve` runs the web server of src/web, which plays and analyses in a browser, until
 * SIGINT, SIGTERM or SIGHUP comes. Requests are served by the server's own threads; the main thread
 * only waits for the signal. */
#include "cli/verbs.h"
#include "web/web.h"

#include <signal.h>

/* What the flags say: the settings of the server itself, and the repeated flag that fills one of
 * them. */
typedef struct settings {
    cn_web_settings web;
    cn_flag_list hosts;
} settings;

/* Starts the server, prints its address, and waits for a signal that ends it. */
static cn_exit serve(cn_cli *cli, const cn_web_settings *set) {
    sigset_t ends;
    cn_web *web;
    /* Threads that are made from here on leave these signals to sigwait. */
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    cn_out_must(cli, cn_web_start(set, &web, cli->error));
    char url[128];
    cn_web_url(web, url, sizeof url);
    printf("%s\n", url);
    if (!cn_out_flush(cli)) cli->write_errno = 0; /* nobody reads it: the page is served anyway */
    if (strstr(url, "?token=")) {
        cn_out_message(cli, "others can reach this address: whoever knows the token may search "
                            "here; what is sent is not encrypted");
    }
    cn_out_note(cli, "open it in a browser; Ctrl-C ends the server");
    int which;
    while (sigwait(&ends, &which) != 0) continue;
    cn_out_note(cli, "%s", "");
    cn_web_stop(web);
    return CN_EXIT_OK;
}

/* Hands the games, plugins included, and the names of hosts to the server, and serves until a
 * signal comes. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    settings *set = given;
    (void)args;
    set->web.games = (const cn_game *const *)cli->games;
    for (int i = 0; i < set->hosts.count; i++) {
        set->web.hosts[set->web.host_count++] = set->hosts.text[i];
    }
    return serve(cli, &set->web);
}

static const cn_flag flags[] = {
    CN_INT(settings, web.port, "port", 0, "N", 0, 65535),
    CN_TEXT(settings, web.address, "address", 0, "IP"),
    CN_LIST(settings, hosts, "host", 0, "NAME"),
    CN_THREADS_FLAG(settings, web.threads),
    CN_REAL(settings, web.seconds, "time", 0, "S", 0.1, 86400),
    CN_INT(settings, web.memory, "memory", 0, "N", 1, 65536),
    CN_REAL(settings, web.lab_seconds, "lab-time", 0, "S", 1, 1e6),
    CN_INT(settings, web.sessions, "sessions", 0, "N", 1, 100000),
    CN_INT(settings, web.each, "each", 0, "N", 1, 100000),
    CN_REAL(settings, web.idle, "idle", 0, "S", 1, 1e7),
    CN_TEXT(settings, web.assets, "assets", 0, "DIR"),
    {.name = NULL},
};

const cn_verb cn_verb_serve = {CN_VERB(serve), CN_SETTINGS(.web = {CN_WEB_DEFAULTS})};
