#include "arena/agent.h"

#include "arena/exec.h"
#include "engine/spec.h"

cn_status cn_agent_open(const cn_game *game, const char *spec, cn_search **search,
                        cn_error *error) {
    return (cn_exec_is(spec) ? cn_exec_open : cn_search_new)(game, spec, search, error);
}

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
