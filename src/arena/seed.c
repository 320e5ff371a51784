#include "arena/seed.h"

#include "engine/spec.h"

bool cn_seed_open(const cn_game *game, const char *text) {
    cn_spec spec;
    /* Agents of other kinds (external ones) have no seed that we know of. */
    return cn_spec_parse(game, text, &spec, NULL) == CN_OK && cn_spec_get(&spec, "seed") &&
           !cn_spec_names(&spec, "seed");
}

cn_status cn_seed_put(const cn_game *game, const char *text, uint64_t seed, char *out, size_t size,
                      cn_error *error) {
    cn_spec spec;
    cn_status status = cn_spec_parse(game, text, &spec, error);
    if (status == CN_OK) status = cn_spec_set_int(&spec, "seed", (int64_t)seed, error);
    return status == CN_OK ? cn_spec_own_text(&spec, out, size, error) : status;
}
