/* Drawn boards of any game: refused with a message, or turned into position text that is read or
 * refused in its turn. */
#include "fuzz/fuzz.h"

#include "arena/drawing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[CN_TEXT_MAX];
    if (size == 0) return 0;
    const cn_game *game = pick_game(data[0]);
    char *drawing = text_of(data + 1, size - 1);
    cn_value values[CN_OPTIONS_MAX];
    cn_error error = {""};
    vary_options(game, data[0], values);
    if (cn_drawing_read(game, drawing, text, &error) != CN_OK) {
        must(error.text[0] != '\0', "a message");
    } else {
        cn_position p;
        must(strlen(text) < CN_TEXT_MAX, "text of its size");
        if (cn_position_new(game, values, text, &p, &error) == CN_OK) {
            check_position(&p);
            check_text(&p, values);
            cn_position_free(&p);
        } else {
            must(error.text[0] != '\0', "a message");
        }
    }
    free(drawing);
    return 0;
}
