/* Turns the agent that somebody plays against into one that analyses. A level plays weakly by
 * limits, by selectivity and without the book; an analysis wants none of that, but the user's own
 * agent is taken as it was given. */
#include "arena/analyst.h"

#include "engine/learned.h"

/* Takes out what would end the search, and the selectivity by which a level plays: what is found at
 * a depth then does not depend on the threads. What ends it by default is set to nothing. */
static cn_status remove_limits(cn_spec *spec, cn_error *error) {
    static const char *const limits[] = {"time", "depth", "nodes", "iterations", "selectivity"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        cn_spec_unset(spec, limits[i]);
        if (cn_spec_number(spec, limits[i], 0) > 0)
            CN_TRY(cn_spec_set(spec, limits[i], "0", error));
    }
    return CN_OK;
}

/* What a level lacks for people's sake is not kept from an analysis: the expert, the book. */
static cn_status remove_handicaps(cn_spec *spec, cn_error *error) {
    if (strcmp(spec->kind->name, "pvs") != 0) return CN_OK;
    if (!cn_spec_names(spec, "expert")) cn_spec_unset(spec, "expert");
    if (cn_spec_names(spec, "book") || !cn_builtin_find(spec->game, ".book")) return CN_OK;
    return cn_spec_set(spec, "book", "on", error);
}

cn_status cn_analyst_spec(const cn_game *game, const char *agent, bool own, int threads,
                          cn_spec *spec, cn_error *error) {
    CN_TRY(cn_spec_parse(game, agent, spec, error));
    if (!(spec->kind->parallel || (spec->kind->traits & CN_KIND_BROUGHT))) return CN_OK;
    if (!own) {
        CN_TRY(remove_limits(spec, error));
        CN_TRY(remove_handicaps(spec, error));
    }
    if (threads == 0) return CN_OK;
    if (spec->kind->parallel && !cn_spec_gives(spec, "strategy")) {
        CN_TRY(cn_spec_set(spec, "strategy", spec->kind->parallel, error));
    }
    if (!cn_spec_get(spec, "threads")) return CN_OK;
    return cn_spec_set_int(spec, "threads", threads, error);
}

/* An expert that could prove the position soon is worth waiting for, but not longer than six times
 * the usual time. */
double cn_analyst_seconds(const cn_position *position, double usual) {
    const double most = 6 * usual; /* nobody waits longer for a hint */
    for (const cn_expert *e = position->experts; e && e->name; e++) {
        if (!e->cost || e->selective || !e->serves(position->state)) continue;
        const double needed = 2.2 * e->cost(position->state); /* see cn_expert.cost */
        return needed > usual && needed <= most ? needed : usual;
    }
    return usual;
}
