/* The whole of GTP: any bytes are answered as the protocol has it, or not at all. */
#include "fuzz/fuzz.h"

#include "protocol/protocol.h"

#include <unistd.h>

/* Without what would reach out of the process, or into searches without an end. GTP drops control
 * characters, so here they go first. */
static bool harmless(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    must(text != NULL, "memory");
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        if (data[i] >= 32 && data[i] != 127) text[length++] = (char)data[i];
    }
    text[length] = '\0';
    const bool good = !strstr(text, "sgf") && !strstr(text, "param");
    free(text);
    return good;
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
    if (size == 0 || size > 4096 || !harmless(data + 1, size - 1)) return 0;
    const cn_game *game = pick_game(data[0]);
    char *answers = NULL;
    cn_value values[CN_OPTIONS_MAX];
    cn_error error = {""};
    size_t length = 0;
    int in[2];
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
    return 0;
}
