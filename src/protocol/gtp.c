/* GTP: the dialogue. A line is cleaned, split into words and looked up in the tables of commands;
 * what a command says is collected in memory and sent with its id when it is done, so that an error
 * can replace it. Commands that ask about the engine itself are here too. arena/exec_gtp.c is the
 * other side. */
#include "protocol/gtp.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

/* ---- the tables ---- */

static const gtp_command gtp_admin[];
static const gtp_command *const tables[] = {gtp_admin, gtp_moves,   gtp_board, gtp_go,
                                            gtp_time,  gtp_analyze, gtp_gogui};

/* Whether the game has the command. */
static bool is_offered(const gtp *g, const gtp_command *command) {
    return !command->go || gtp_is_go(g);
}

/* The command of that name; NULL: there is none. */
static const gtp_command *find(const gtp *g, const char *name) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const gtp_command *c = tables[i]; c->name; c++) {
            if (strcmp(c->name, name) == 0 && is_offered(g, c)) return c;
        }
    }
    return NULL;
}

/* ---- answers ---- */

bool gtp_say(gtp *g, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(g->out, format, args);
    va_end(args);
    return true;
}

bool gtp_fail(gtp *g, const char *format, ...) {
    va_list args;
    gtp_take_back(g);
    va_start(args, format);
    vfprintf(g->out, format, args);
    va_end(args);
    return false;
}

/* Without memory a part of the text may be missing: an answer that is too short is better than
 * none. */
void gtp_flush(gtp *g) {
    fflush(g->out);
}

void gtp_take_back(gtp *g) {
    rewind(g->out); /* what is written next is all that there is */
    gtp_flush(g);
}

bool gtp_check(gtp *g, cn_status status) {
    return status == CN_OK || gtp_fail(g, "%s", g->error.text);
}

/* Sends the answer. An empty line ends an answer, so empty lines within it are left out. */
static void send(gtp *g, bool good) {
    gtp_flush(g);
    char *text = g->text;
    size_t kept = 0;
    for (size_t i = 0; i < g->length; i++) {
        const bool empty = text[i] == '\n' && kept > 0 && text[kept - 1] == '\n';
        if (!empty) text[kept++] = text[i];
    }
    while (kept > 0 && text[kept - 1] == '\n') kept--;
    cn_desk_print(g->desk, "%c%s%s%.*s\n\n", good ? '=' : '?', g->id,
                  kept && text[0] != '\n' ? " " : "", (int)kept, text);
}

/* ---- commands ---- */

/* As the standard's preprocessing: control characters are dropped, tabs are blanks, comments go. */
static void clean(char *line) {
    char *to = line;
    for (const char *from = line; *from && *from != '#'; from++) {
        const unsigned char c = (unsigned char)*from;
        if (c == '\t') {
            *to++ = ' ';
        } else if (c >= 32 && c != 127) {
            *to++ = *from;
        }
    }
    *to = '\0';
}

/* Splits the line: an id, which is digits only, perhaps; the command; its arguments. NULL: an empty
 * line, to be ignored. */
static const char *split(gtp *g, char *line) {
    const char *command = NULL;
    g->count = 0;
    g->id[0] = '\0';
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        const bool number = word[strspn(word, "0123456789")] == '\0';
        if (!command && !g->id[0] && number && strlen(word) < sizeof g->id) {
            snprintf(g->id, sizeof g->id, "%s", word);
        } else if (!command) {
            command = word;
        } else if (g->count < GTP_WORDS) {
            g->word[g->count++] = word;
        }
    }
    return command ? command : g->id[0] ? "" : NULL;
}

/* Runs one command with the arguments at hand, which gives the answer; false makes it an error. */
static bool perform(gtp *g, const char *name, bool cut) {
    const gtp_command *command = find(g, name);
    if (cut || g->count == GTP_WORDS) return gtp_fail(g, "line too long");
    if (!command) return gtp_fail(g, "unknown command");
    if (g->count < command->least) {
        return gtp_fail(g, "syntax error: %s needs %d argument%s", command->name, command->least,
                        command->least == 1 ? "" : "s");
    }
    if (command->most >= 0 && g->count > command->most) g->count = command->most;
    g->kind = command->kind;
    return command->run ? command->run(g) : gtp_say(g, "%s", command->answer);
}

/* ---- who we are and what we know ---- */

/* Whether a command is known; those for Go only are not in other games. */
static bool known_command(gtp *g) {
    return gtp_say(g, "%s", find(g, g->word[0]) ? "true" : "false");
}

/* All commands, one a line. */
static bool list_commands(gtp *g) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const gtp_command *c = tables[i]; c->name; c++) {
            if (is_offered(g, c)) gtp_say(g, "%s\n", c->name);
        }
    }
    return true;
}

/* Gomill's word: who plays, in a few lines. */
static bool describe(gtp *g) {
    return gtp_say(g, "Canopy %s\n%s, agent %s", CN_VERSION, g->desk->game->title, g->desk->agent);
}

/* Quarry asks what can be played. */
static bool list_games(gtp *g) {
    return gtp_say(g, "%s", g->desk->game->title);
}

/* Quarry's way to choose a game; there is only one here. */
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

/* The answer is still sent. */
static bool quit(gtp *g) {
    g->done = true;
    return true;
}

static const gtp_command gtp_admin[] = {
    GTP_SAYS("protocol_version", "2"),
    GTP_SAYS("name", "Canopy"),
    GTP_SAYS("version", CN_VERSION),
    GTP_ANY("known_command", known_command, 1, 1, 0),
    GTP_ANY("list_commands", list_commands, 0, 0, 0),
    GTP_ANY("quit", quit, 0, 0, 0),
    GTP_ANY("cputime", cputime, 0, 0, 0),
    GTP_ANY("gomill-cpu_time", cputime, 0, 0, 0),
    GTP_ANY("gomill-describe_engine", describe, 0, 0, 0),
    GTP_ANY("list_games", list_games, 0, 0, 0),
    GTP_ANY("set_game", set_game, 1, 1, 0),
    {0},
};

/* ---- the dialogue ---- */

/* For cn_desk_talk: performs one line. */
static bool take(void *user, char *line, bool cut) {
    gtp *g = user;
    clean(line);
    const char *name = split(g, line);
    gtp_take_back(g);
    g->sent = false;
    if (name) {
        const bool good = perform(g, name, cut);
        if (!g->sent) send(g, good);
    }
    return !g->done;
}

/* The dialogue: one line after the other until `quit`, the end of the input, or nobody is there to
 * answer. */
static cn_status run(cn_desk *desk, cn_error *error) {
    gtp g = {.desk = desk};
    g.out = open_memstream(&g.text, &g.length);
    if (!g.out) return cn_fail(error, CN_NO_MEMORY, "no memory for answers");
    cn_desk_talk(desk, take, &g);
    fclose(g.out);
    gtp_forget(&g);
    cn_position_free(&g.searched);
    free(g.marks);
    free(g.earlier);
    free(g.text);
    return CN_OK;
}

const cn_protocol cn_protocol_gtp = {
    .name = "gtp",
    .summary = "Go Text Protocol 2, for every game",
    .resigns = true,
    .any_game = true,
    .run = run,
};
