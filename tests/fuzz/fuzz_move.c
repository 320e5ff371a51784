/* Move text of any game, read as a transcript until something is refused. Bytes above 127 play the
 * n-th legal move, so that deep positions are reached. Only the last position is checked, which
 * takes longer than playing there: those on the way are the last ones of shorter inputs. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const cn_game *game = pick_game(data[0]);
    char *text = text_of(data + 1, size - 1);
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    cn_position p;
    cn_error error = {""};
    must(cn_position_new(game, values, NULL, &p, &error) == CN_OK, "a start position");
    int plies = 0;
    for (const char *at = text; *(at += strspn(at, " ,\n")); plies++) {
        cn_move list[CN_MOVES_MAX], move;
        const int count = p.rules->moves(p.state, list);
        if ((uint8_t)*at > 127 && count > 0) {
            move = list[((uint8_t)*at++ - 128) % count];
        } else {
            const char *end = at;
            if (cn_position_read_move(&p, at, &move, &end, &error) != CN_OK) {
                must(error.text[0] != '\0', "a message");
                break;
            }
            must(end > at && end <= text + size - 1, "the cursor moves on, within the text");
            at = end;
        }
        must(cn_position_legal(&p, move), "a legal move");
        p.rules->play(p.state, move);
    }
    check_position(&p);
    check_text(&p, values);
    cn_position_free(&p);
    free(text);
    return 0;
}
