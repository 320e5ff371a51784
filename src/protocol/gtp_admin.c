/* GTP: who we are and what we know. */
#include "protocol/gtp.h"

#include <strings.h>
#include <time.h>

static bool protocol_version(gtp *g) {
    return gtp_say(g, "2");
}

static bool name(gtp *g) {
    return gtp_say(g, "Canopy");
}

static bool version(gtp *g) {
    return gtp_say(g, "%s", CN_VERSION);
}

static bool known_command(gtp *g) {
    return gtp_say(g, "%s", gtp_find(g, g->word[0]) ? "true" : "false");
}

static bool list_commands(gtp *g) {
    const gtp_command *command;
    for (int i = 0; (command = gtp_nth(g, i)); i++) gtp_say(g, "%s\n", command->name);
    return true;
}

static bool describe(gtp *g) {
    return gtp_say(g, "Canopy %s\n%s, agent %s", CN_VERSION, g->desk->game->title, g->desk->agent);
}

/* Quarry asks what can be played. */
static bool list_games(gtp *g) {
    return gtp_say(g, "%s", g->desk->game->title);
}

static bool set_game(gtp *g) {
    const cn_game *game = g->desk->game;
    if (strcasecmp(g->word[0], game->title) == 0 || strcasecmp(g->word[0], game->name) == 0) {
        return true;
    }
    return gtp_fail(g, "unsupported game");
}

/* Processor time of all threads. */
static bool cputime(gtp *g) {
    struct timespec used = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return gtp_say(g, "%.3f", (double)used.tv_sec + (double)used.tv_nsec * 1e-9);
}

static bool quit(gtp *g) {
    g->done = true;
    return true;
}

const gtp_command gtp_admin[] = {
    {"protocol_version", protocol_version, 0, 0, false, 0},
    {"name", name, 0, 0, false, 0},
    {"version", version, 0, 0, false, 0},
    {"known_command", known_command, 1, 1, false, 0},
    {"list_commands", list_commands, 0, 0, false, 0},
    {"quit", quit, 0, 0, false, 0},
    {"cputime", cputime, 0, 0, false, 0},
    {"gomill-cpu_time", cputime, 0, 0, false, 0},
    {"gomill-describe_engine", describe, 0, 0, false, 0},
    {"list_games", list_games, 0, 0, false, 0},
    {"set_game", set_game, 1, 1, false, 0},
    {0},
};
