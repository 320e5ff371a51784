/* canopy serve */
#include "cli/out.h"
#include "cli/verbs.h"
#include "web/web.h"

#include <signal.h>

typedef struct settings {
    cn_web_settings web;
    cn_flag_list hosts;
} settings;

static cn_exit serve(cn_cli *cli, const cn_web_settings *set) {
    sigset_t ends;
    cn_web *web;
    cn_error error;
    /* Threads that are made from here on leave these signals to sigwait. */
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    cn_out_check(cli, cn_web_start(set, &web, &error), &error);
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

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {.web = cn_web_defaults((const cn_game *const *)cli->games)};
    cn_args args;
    cn_args_read(cli, &cn_verb_serve, argc, argv, &set, &args);
    cn_args_done(cli, &args, 0);
    for (int i = 0; i < set.hosts.count; i++) {
        set.web.hosts[set.web.host_count++] = set.hosts.text[i];
    }
    return serve(cli, &set.web);
}

static const cn_flag flags[] = {
    CN_INT(settings, web.port, "port", 0, "N", 0, 65535, "port (default 8080; 0: any free one)"),
    CN_TEXT(settings, web.address, "address", 0, "IP",
            "where to listen (default 127.0.0.1: this machine only)"),
    CN_LIST(settings, hosts, "host", 0, "NAME", "a name the server answers to; may be repeated"),
    CN_THREADS_FLAG(settings, web.threads,
                    "threads that all searches share (default 0: one a core)"),
    CN_REAL(settings, web.seconds, "time", 0, "S", 0.1, 86400,
            "the longest search, in seconds (default 60)"),
    CN_INT(settings, web.memory, "memory", 0, "N", 1, 65536,
           "megabytes of one search at most (default 256)"),
    CN_REAL(settings, web.lab_seconds, "lab-time", 0, "S", 1, 1e6,
            "the longest measurement (default 600)"),
    CN_INT(settings, web.sessions, "sessions", 0, "N", 1, 100000, "games at a time (default 1000)"),
    CN_REAL(settings, web.idle, "idle", 0, "S", 1, 1e7,
            "forget games unused for so long (default 3600)"),
    CN_TEXT(settings, web.assets, "assets", 0, "DIR",
            "serve the page from a folder, for working on it"),
    {.name = NULL},
};

const cn_verb cn_verb_serve = {
    .name = "serve",
    .words = "",
    .summary = "a page to play, analyse and measure in a browser",
    .examples = "canopy serve\n"
                "canopy serve --port 0 --threads 2\n"
                "canopy serve --address 0.0.0.0 --host games.example.org\n",
    .text =
        "Serves a page and its JSON API (docs/api.md), prints the address, and goes on until "
        "Ctrl-C or SIGTERM. It needs no network, and unless --address says otherwise only this "
        "machine can reach it. Visitors play in sessions of their own; their searches share "
        "the threads, and what a request asks for is cut down to the limits given here. Pages "
        "of other sites cannot use it. It answers to its own address, to `localhost`, and to the "
        "names given with --host. Where others than this machine can reach it, visitors must show "
        "a token: it is in the address that is printed.",
    .flags = flags,
    .run = run,
};
