/* A whole dialogue in a protocol, for its fuzzer: any bytes in, and every line out one of the
 * protocol's own. To be included by one file of a program.
 *
 * No thread reads the input: this file has functions of its own in the place of protocol/lines.c.
 * A dialogue without a thread and without pipes takes an eighth of the time. */
#ifndef FUZZ_DIALOGUE_H
#define FUZZ_DIALOGUE_H

#include "fuzz/fuzz.h"

#include "protocol/protocol.h"

/* ---- lines that are there from the beginning ---- */

enum { DIALOGUE_MAX = 4096 }; /* bytes of input */

/* The lines of the input; those before `next` are done with. One that the watch took is NULL. */
struct cn_lines {
    char *line[DIALOGUE_MAX + 1];
    int count, next;
    cn_search *search;
};

static struct {
    const uint8_t *data;
    size_t size;
} said; /* the input of the next dialogue */

/* As lines.h has it: lines end in LF or CRLF, NUL bytes are dropped. Each is in memory of just its
 * size, so that reading over its end shows. */
cn_status cn_lines_open(int descriptor, cn_lines **lines, cn_error *error) {
    (void)descriptor, (void)error;
    static cn_lines l;
    l.count = l.next = 0;
    char part[DIALOGUE_MAX + 1];
    size_t length = 0;
    for (size_t i = 0; i <= said.size; i++) {
        const bool end = i == said.size;
        if (end && length == 0) break;
        if (end || said.data[i] == '\n') {
            if (length > 0 && part[length - 1] == '\r') length--;
            l.line[l.count++] = text_of((const uint8_t *)part, length);
            length = 0;
        } else if (said.data[i] != '\0') {
            part[length++] = (char)said.data[i];
        }
    }
    *lines = &l;
    return CN_OK;
}

void cn_lines_close(cn_lines *l) {
    for (int i = 0; l && i < l->count; i++) free(l->line[i]);
}

char *cn_lines_next(cn_lines *l, bool *cut) {
    if (l->next > 0) {
        free(l->line[l->next - 1]);
        l->line[l->next - 1] = NULL;
    }
    while (l->next < l->count && !l->line[l->next]) l->next++;
    if (cut) *cut = false;
    return l->next < l->count ? l->line[l->next++] : NULL;
}

void cn_lines_wait(cn_lines *l) {
    (void)l;
}

/* All lines have come when a search begins. No time passes here: what is to stop soon stops now. */
void cn_lines_watch(cn_lines *l, cn_search *search, cn_watch_fn *ask, void *user) {
    bool stop = false;
    l->search = search;
    for (int i = l->next; i <= l->count; i++) {
        if (i < l->count && !l->line[i]) continue;
        const cn_watch watch = ask(i < l->count ? l->line[i] : NULL, user);
        stop |= watch == CN_WATCH_SOON || watch == CN_WATCH_STOP;
        if (watch == CN_WATCH_TAKEN && i < l->count) {
            free(l->line[i]);
            l->line[i] = NULL;
        }
    }
    if (stop) cn_search_stop(search);
}

void cn_lines_unwatch(cn_lines *l) {
    cn_search_forget_stop(l->search);
}

/* ---- a dialogue ---- */

/* Talks to an agent that answers at once. Returns the answers, for the caller to free; NULL if the
 * game is not one of the protocol's. */
static inline char *dialogue(const cn_protocol *protocol, const cn_game *game, const uint8_t *data,
                             size_t size) {
    static cn_desk desk;
    char *answers = NULL;
    cn_value values[CN_OPTIONS_MAX];
    cn_error error = {""};
    size_t length = 0;
    if (size > DIALOGUE_MAX || cn_protocol_serves(protocol, game, NULL) != CN_OK) return NULL;
    said.data = data;
    said.size = size;
    FILE *out = open_memstream(&answers, &length);
    must(out != NULL, "memory");
    cn_values_default(game->options, values);
    const cn_desk_setting setting = {
        .game = game, .values = values, .agent = "random", .in = -1, .out = out};
    must(cn_desk_open(&desk, &setting, &error) == CN_OK, "the desk opens");
    must(protocol->run(&desk, &error) == CN_OK, "a dialogue ends well");
    check_position(&desk.history.now);
    cn_desk_close(&desk);
    fclose(out);
    return answers;
}

/* Every line of the answers must begin with one of `words`, NULL-terminated; an empty word stands
 * for a digit. Frees the answers. */
static inline void check_lines(char *answers, const char *const *words) {
    for (char *rest = answers, *line; (line = strsep(&rest, "\n")) && rest;) {
        int i = 0;
        while (words[i] && !(words[i][0] ? strncmp(line, words[i], strlen(words[i])) == 0
                                         : line[0] >= '0' && line[0] <= '9')) {
            i++;
        }
        if (!words[i]) fprintf(stderr, "%s\n", line);
        must(words[i] != NULL, "a line of the protocol");
    }
    free(answers);
}

/* The game that a protocol for one game is for. */
static inline const cn_game *served(const cn_protocol *protocol) {
    const cn_game *const *game = cn_games();
    while (*game && cn_protocol_serves(protocol, *game, NULL) != CN_OK) game++;
    return *game;
}

#endif
