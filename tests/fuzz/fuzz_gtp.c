/* The whole of GTP: any bytes are answered as the protocol has it, or not at all. */
#include "fuzz/fuzz.h"

#include "protocol/protocol.h"

#include <unistd.h>

/* What would reach out of the process, or into searches without an end. */
static bool harmless(const char *text) {
    return !strstr(text, "sgf") && !strstr(text, "param");
}

/* Answers begin with = or ? and end with an empty line. */
static void check_answers(const char *text) {
    while (*text) {
        must(*text == '=' || *text == '?', "an answer begins with = or ?");
        const char *end = strstr(text, "\n\n");
        must(end != NULL, "an answer ends with an empty line");
        text = end + 2;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cn_desk desk;
    if (size == 0 || size > 4096) return 0;
    const cn_game *game = pick_game(data[0]);
    char *text = text_of(data + 1, size - 1), *answers = NULL;
    cn_value values[CN_OPTIONS_MAX];
    cn_error error = {""};
    size_t length = 0;
    int in[2];
    if (harmless(text) && strlen(text) == size - 1) {
        must(pipe(in) == 0, "pipe");
        must(write(in[1], data + 1, size - 1) == (ssize_t)size - 1, "write");
        close(in[1]);
        FILE *out = open_memstream(&answers, &length);
        must(out != NULL, "memory");
        cn_values_default(game->options, values);
        const cn_desk_setting setting = {
            .game = game, .values = values, .agent = "random", .in = in[0], .out = out};
        must(cn_desk_open(&desk, &setting, &error) == CN_OK, "the desk opens");
        must(cn_protocol_gtp.run(&desk, &error) == CN_OK, "a dialogue ends well");
        check_position(&desk.history.now);
        cn_desk_close(&desk);
        fclose(out);
        close(in[0]);
        check_answers(answers);
        free(answers);
    }
    free(text);
    return 0;
}
