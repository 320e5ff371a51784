#include "arena/analyst.h"

/* Takes out what would end the search, and the selectivity by which a level plays: what is found at
 * a depth then does not depend on the threads. What ends it by default is set to nothing. */
static cn_status remove_limits(cn_spec *spec, cn_error *error) {
    static const char *const limits[] = {"time", "depth", "nodes", "iterations", "selectivity"};
    cn_status status = CN_OK;
    for (size_t i = 0; i < sizeof limits / sizeof *limits && status == CN_OK; i++) {
        cn_spec_unset(spec, limits[i]);
        if (cn_spec_number(spec, limits[i], 0) > 0)
            status = cn_spec_set(spec, limits[i], "0", error);
    }
    return status;
}

cn_status cn_analyst_spec(const cn_game *game, const char *agent, bool own, int threads,
                          cn_spec *spec, cn_error *error) {
    cn_status status = cn_spec_parse(game, agent, spec, error);
    if (status != CN_OK || !(spec->kind->parallel || (spec->kind->traits & CN_KIND_BROUGHT)))
        return status;
    if (!own) status = remove_limits(spec, error);
    if (status != CN_OK || threads == 0) return status;
    if (spec->kind->parallel && !cn_spec_gives(spec, "strategy")) {
        status = cn_spec_set(spec, "strategy", spec->kind->parallel, error);
    }
    if (status != CN_OK || !cn_spec_get(spec, "threads")) return status;
    return cn_spec_set_int(spec, "threads", threads, error);
}
