/* Files of games: lines, SGF, GGF. */
#include "fuzz/fuzz.h"

#include "arena/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const cn_game *game = pick_game(data[0]);
    cn_value values[CN_OPTIONS_MAX];
    vary_options(game, data[0], values);
    cn_records r;
    cn_error error = {""};
    bool more = false;
    if (cn_records_open(&r, game, values, NULL, (const char *)data + 1, size - 1, &error) !=
        CN_OK) {
        must(data[0] >= 128 && error.text[0] != '\0', "only options are refused at once");
        return 0;
    }
    int games = 0;
    cn_status status;
    while ((status = cn_records_next(&r, &more, &error)) == CN_OK && more) {
        cn_move move;
        int plies = 0;
        must(r.number == ++games, "games are numbered");
        while ((status = cn_records_move(&r, &move, &more, &error)) == CN_OK && more) {
            must(r.ply == ++plies, "plies are numbered");
            must(cn_position_legal(&r.position, move), "a legal move");
            r.position.rules->play(r.position.state, move);
        }
        if (status != CN_OK) break;
        check_position(&r.position);
    }
    must(status == CN_OK || error.text[0] != '\0', "a message");
    cn_records_close(&r);
    return 0;
}
