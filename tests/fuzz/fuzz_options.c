/* Options of any game: lines of name=value, then the start position they make. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const cn_game *game = pick_game(data[0]);
    char *text = text_of(data + 1, size - 1);
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    cn_error error = {""};
    for (char *save, *line = strtok_r(text, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        if (cn_values_set(game->options, values, line, &error) != CN_OK) {
            must(error.text[0] != '\0', "a message");
        }
    }
    for (int i = 0; game->options[i].name; i++) {
        const cn_option *option = &game->options[i];
        const cn_value *value = &values[i];
        if (option->type != CN_OPTION_INT && option->type != CN_OPTION_REAL) continue;
        must(value->real >= option->min && value->real <= option->max, "values within range");
    }
    cn_position p;
    error.text[0] = '\0';
    if (cn_position_new(game, values, NULL, &p, &error) == CN_OK) {
        check_position(&p);
        check_text(&p, values);
        cn_position_free(&p);
    } else {
        must(error.text[0] != '\0', "a message");
    }
    free(text);
    return 0;
}
