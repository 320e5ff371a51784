/* GTP: lines, words, answers. */
#include "protocol/gtp.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- the tables ---- */

static const gtp_command *const tables[] = {
    gtp_admin,  gtp_moves,    gtp_board,   gtp_rules, gtp_time,  gtp_records,
    gtp_status, gtp_handicap, gtp_analyze, gtp_gogui, gtp_ruler,
};

const gtp_command *gtp_nth(const gtp *g, int number) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const gtp_command *c = tables[i]; c->name; c++) {
            if ((!c->go || gtp_is_go(g)) && number-- == 0) return c;
        }
    }
    return NULL;
}

const gtp_command *gtp_find(const gtp *g, const char *name) {
    const gtp_command *command;
    for (int i = 0; (command = gtp_nth(g, i)); i++) {
        if (strcmp(command->name, name) == 0) return command;
    }
    return NULL;
}

/* ---- answers ---- */

static void say(gtp *g, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    const int need = vsnprintf(NULL, 0, format, args);
    if (need > 0 && g->length + (size_t)need + 1 > g->room) {
        const size_t room = 2 * (g->length + (size_t)need + 1);
        char *larger = realloc(g->answer, room);
        if (larger) {
            g->answer = larger;
            g->room = room;
        }
    }
    if (need > 0 && g->length + (size_t)need + 1 <= g->room) {
        vsnprintf(g->answer + g->length, (size_t)need + 1, format, again);
        g->length += (size_t)need;
    }
    va_end(again);
}

bool gtp_say(gtp *g, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(g, format, args);
    va_end(args);
    return true;
}

bool gtp_fail(gtp *g, const char *format, ...) {
    va_list args;
    g->length = 0;
    va_start(args, format);
    say(g, format, args);
    va_end(args);
    return false;
}

/* An empty line ends an answer, so there is none within it. */
static void send(gtp *g, bool good) {
    size_t kept = 0;
    for (size_t i = 0; i < g->length; i++) {
        const bool empty = g->answer[i] == '\n' && kept > 0 && g->answer[kept - 1] == '\n';
        if (!empty) g->answer[kept++] = g->answer[i];
    }
    g->length = kept;
    while (g->length > 0 && g->answer[g->length - 1] == '\n') g->length--;
    cn_desk_print(g->desk, "%c%s%s%.*s\n\n", good ? '=' : '?', g->id,
                  g->length && g->answer[0] != '\n' ? " " : "", (int)g->length,
                  g->length ? g->answer : "");
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

static bool is_number(const char *word) {
    return *word && word[strspn(word, "0123456789")] == '\0';
}

/* Splits the line; the first word is the command. NULL: an empty line, to be ignored. */
static const char *split(gtp *g, char *line) {
    const char *command = NULL;
    g->count = 0;
    g->id[0] = '\0';
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (!command && !g->id[0] && is_number(word) && strlen(word) < sizeof g->id) {
            snprintf(g->id, sizeof g->id, "%s", word);
        } else if (!command) {
            command = word;
        } else if (g->count < GTP_WORDS) {
            g->word[g->count++] = word;
        }
    }
    return command ? command : g->id[0] ? "" : NULL;
}

static bool perform(gtp *g, const char *name, bool cut) {
    const gtp_command *command = gtp_find(g, name);
    if (cut || g->count == GTP_WORDS) return gtp_fail(g, "line too long");
    if (!command) return gtp_fail(g, "unknown command");
    if (g->count < command->least) {
        return gtp_fail(g, "syntax error: %s needs %d argument%s", command->name, command->least,
                        command->least == 1 ? "" : "s");
    }
    if (command->most >= 0 && g->count > command->most) g->count = command->most;
    g->kind = command->kind;
    return command->run(g);
}

static cn_status run(cn_desk *desk, cn_error *error) {
    gtp g = {.desk = desk};
    char *line;
    bool cut;
    (void)error;
    while (!g.done && cn_desk_heard(desk) && (line = cn_desk_line(desk, &cut))) {
        clean(line);
        const char *name = split(&g, line);
        g.length = 0;
        g.sent = false;
        if (name) {
            const bool good = perform(&g, name, cut);
            if (!g.sent) send(&g, good);
        }
    }
    gtp_forget(&g);
    cn_position_free(&g.searched);
    free(g.marks);
    free(g.earlier);
    free(g.answer);
    return CN_OK;
}

const cn_protocol cn_protocol_gtp = {
    .name = "gtp",
    .summary = "Go Text Protocol 2, for every game",
    .run = run,
};
