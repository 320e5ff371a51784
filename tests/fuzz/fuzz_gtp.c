/* The whole of GTP: any bytes are answered as the protocol has it, or not at all. */
#include "fuzz/dialogue.h"

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
    if (size == 0 || !harmless(data + 1, size - 1)) return 0;
    char *answers = dialogue(&cn_protocol_gtp, pick_game(data[0]), data + 1, size - 1);
    if (answers) check_answers(answers);
    free(answers);
    return 0;
}
