#include "arena/seed.h"

#include "engine/agents.h"

#include <inttypes.h>

bool cn_seed_open(const cn_game *game, const char *spec) {
    agent_kind kind;
    cn_value values[CN_OPTIONS_MAX];
    /* Agents of other kinds (external ones) have no seed that we know of. */
    if (cn_agent_parse(game, spec, &kind, values, NULL) != CN_OK) return false;
    for (const char *at = strpbrk(spec, ":,"); at; at = strpbrk(at + 1, ":,")) {
        if (strncmp(at + 1, "seed=", 5) == 0) return false;
    }
    for (const cn_option *o = cn_agents()[kind].options; o->name; o++) {
        if (strcmp(o->name, "seed") == 0) return true;
    }
    return false;
}

cn_status cn_seed_put(const char *spec, uint64_t seed, char *out, size_t size, cn_error *error) {
    const int need =
        snprintf(out, size, "%s%cseed=%" PRIu64, spec, strchr(spec, ':') ? ',' : ':', seed);
    if (need >= 0 && (size_t)need < size) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE, "agent `%.40s…`: too long for a seed to be added", spec);
}
