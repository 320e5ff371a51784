/* Position text of any game: refused with a message, or a whole position. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const cn_game *game = pick_game(data[0]);
    char *text = text_of(data + 1, size - 1);
    cn_value values[CN_OPTIONS_MAX];
    vary_options(game, data[0], values);
    cn_position p;
    cn_error error = {""};
    if (cn_position_new(game, values, text, &p, &error) == CN_OK) {
        check_position(&p);
        check_text(&p, values);
        cn_move list[CN_MOVES_MAX];
        const int count = p.rules->moves(p.state, list);
        if (count > 0) {
            p.rules->play(p.state, list[data[0] % count]);
            check_position(&p);
            check_text(&p, values);
        }
        cn_position_free(&p);
    } else {
        must(error.text[0] != '\0', "a message");
    }
    free(text);
    return 0;
}
