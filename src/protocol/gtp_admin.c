/* GTP: who we are and what we know. */
#include "protocol/gtp.h"

static bool protocol_version(gtp *g) {
    gtp_say(g, "2");
    return true;
}

static bool name(gtp *g) {
    gtp_say(g, "Canopy");
    return true;
}

static bool version(gtp *g) {
    gtp_say(g, "%s %s", CN_VERSION, g->desk->agent);
    return true;
}

static bool known_command(gtp *g) {
    gtp_say(g, "%s", gtp_find(g->word[0]) ? "true" : "false");
    return true;
}

static bool list_commands(gtp *g) {
    const gtp_command *command;
    for (int i = 0; (command = gtp_nth(i)); i++) gtp_say(g, "%s\n", command->name);
    return true;
}

static bool quit(gtp *g) {
    g->done = true;
    return true;
}

const gtp_command gtp_admin[] = {
    {"protocol_version", protocol_version, 0, 0},
    {"name", name, 0, 0},
    {"version", version, 0, 0},
    {"known_command", known_command, 1, 1},
    {"list_commands", list_commands, 0, 0},
    {"quit", quit, 0, 0},
    {0},
};
