/* Files of openings: lines of moves or positions, SGF, GGF. */
#include "fuzz/fuzz.h"

#include "arena/openings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const cn_game *game = pick_game(data[0]);
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    cn_position start;
    cn_openings o;
    cn_error error = {""};
    must(cn_position_new(game, values, NULL, &start, &error) == CN_OK, "the start");
    char *text = text_of(data + 1, size - 1);
    if (cn_openings_read(&o, &start, values, text, size - 1, &error) == CN_OK) {
        must(o.count > 0, "openings are counted");
        for (int i = 0; i < o.count; i++) {
            cn_position p;
            must(cn_opening_start(&o.list[i], &start, values, &p, &error) == CN_OK, "a start");
            for (int k = 0; k < o.list[i].count; k++) {
                must(cn_position_legal(&p, o.list[i].moves[k]), "a legal move");
                p.rules->play(p.state, o.list[i].moves[k]);
            }
            must(p.rules->over(p.state) == CN_ONGOING, "there is something to play");
            cn_position_free(&p);
        }
        cn_openings_free(&o);
    } else {
        must(error.text[0] != '\0', "a message");
    }
    free(text);
    cn_position_free(&start);
    return 0;
}
