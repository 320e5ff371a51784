/* What an engine answers, in any of the protocols: a legal move comes of it, or the engine is said
 * to have failed or resigned. The first byte picks the protocol. */
#include "fuzz/fuzz.h"

#include "arena/agent.h"

#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const tables[4][2] = {
        {"gtp", "go"}, {"ugi", "connect4"}, {"gomocup", "gomoku"}, {"nboard", "othello"}};
    if (size == 0) return 0;
    const char *const *table = tables[data[0] % 4];
    char path[] = "/tmp/canopy-fuzz-XXXXXX", spec[128];
    const int file = mkstemp(path);
    must(file >= 0 && write(file, data + 1, size - 1) == (ssize_t)size - 1, "a file");
    close(file);
    snprintf(spec, sizeof spec, "exec:%s,startup=60:exec cat %s", table[0], path);
    const cn_game *game = cn_game_find(table[1]);
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    cn_position p;
    cn_error error = {""};
    cn_search *search;
    static cn_result result;
    must(cn_position_new(game, values, NULL, &p, &error) == CN_OK, "a start position");
    cn_status status = cn_agent_open(game, spec, &search, &error);
    if (status == CN_OK) {
        status = cn_search_run(search, &p, NULL, NULL, NULL, &result, &error);
        must(status != CN_OK || cn_position_legal(&p, result.best), "a legal move");
        cn_search_free(search);
    }
    must(status == CN_OK || status == CN_ENGINE_FAILED || status == CN_RESIGNED, "a verdict");
    must(status == CN_OK || error.text[0] != '\0', "a message");
    cn_position_free(&p);
    unlink(path);
    return 0;
}
