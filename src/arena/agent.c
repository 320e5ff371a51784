/* Opening agents for all front ends. `exec:…` is another program (arena/exec.h), everything else is
 * one of the library's own agents. Seeds are put into the parsed specification, not into its text,
 * so that the names of presets and later options keep their meaning. */
#include "arena/agent.h"

#include "arena/exec.h"
#include "engine/spec.h"

cn_status cn_agent_open(const cn_game *game, const char *spec, cn_search **search,
                        cn_error *error) {
    return (cn_exec_is(spec) ? cn_exec_open : cn_search_new)(game, spec, search, error);
}

/* Agents of other kinds (other programs) have no seed that we know of. */
static bool leaves_open(const cn_game *game, const char *text, cn_spec *spec) {
    return cn_spec_parse(game, text, spec, NULL) == CN_OK && cn_spec_get(spec, "seed") &&
           !cn_spec_names(spec, "seed");
}

bool cn_seed_open(const cn_game *game, const char *text) {
    cn_spec spec;
    return leaves_open(game, text, &spec);
}

cn_status cn_seed_put(const cn_game *game, const char *text, uint64_t seed, char out[CN_SEEDED],
                      cn_error *error) {
    cn_spec spec;
    snprintf(out, CN_SEEDED, "%s", text);
    if (!leaves_open(game, text, &spec)) return CN_OK;
    CN_TRY(cn_spec_set_int(&spec, "seed", (int64_t)seed, error));
    return cn_spec_own_text(&spec, out, CN_SEEDED, error);
}
