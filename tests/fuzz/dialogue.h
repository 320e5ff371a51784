/* A whole dialogue in a protocol, for its fuzzer: any bytes in, and every line out one of the
 * protocol's own. */
#ifndef FUZZ_DIALOGUE_H
#define FUZZ_DIALOGUE_H

#include "fuzz/fuzz.h"

#include "protocol/protocol.h"

#include <unistd.h>

/* Talks to an agent that answers at once. `words` are what a line of an answer may begin with,
 * NULL-terminated; an empty word stands for a digit. */
static inline void dialogue(const cn_protocol *protocol, const cn_game *game, const uint8_t *data,
                            size_t size, const char *const *words) {
    static cn_desk desk;
    char *answers = NULL;
    cn_value values[CN_OPTIONS_MAX];
    cn_error error = {""};
    size_t length = 0;
    int in[2];
    if (size > 4096 || cn_protocol_serves(protocol, game, NULL) != CN_OK) return;
    must(pipe(in) == 0, "pipe");
    must(write(in[1], data, size) == (ssize_t)size, "write");
    close(in[1]);
    FILE *out = open_memstream(&answers, &length);
    must(out != NULL, "memory");
    cn_values_default(game->options, values);
    const cn_desk_setting setting = {
        .game = game, .values = values, .agent = "random", .in = in[0], .out = out};
    must(cn_desk_open(&desk, &setting, &error) == CN_OK, "the desk opens");
    must(protocol->run(&desk, &error) == CN_OK, "a dialogue ends well");
    check_position(&desk.history.now);
    cn_desk_close(&desk);
    fclose(out);
    close(in[0]);
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
