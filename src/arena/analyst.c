#include "arena/analyst.h"

const char *cn_analyst_strategy(const char *spec) {
    static const char *const of[][2] = {
        {"pvs", "ybw"},   {"alphabeta", "ybw"}, {"minimax", "levels"}, {"greedy", "levels"},
        {"mcts", "tree"}, {"uct", "tree"},      {NULL, NULL}};
    const size_t length = strcspn(spec, ":");
    for (int i = 0; of[i][0]; i++) {
        if (strlen(of[i][0]) == length && strncmp(spec, of[i][0], length) == 0) return of[i][1];
    }
    return NULL;
}

static cn_status add_options(char *spec, size_t size, const char *options, cn_error *error) {
    const size_t used = strlen(spec);
    const int n =
        snprintf(spec + used, size - used, "%c%s", strchr(spec, ':') ? ',' : ':', options);
    if (n >= 0 && used + (size_t)n < size) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE, "a specification has at most %zu characters", size - 1);
}

/* Takes an option out of a specification, wherever it stands. */
static void remove_option(char *spec, const char *name) {
    const size_t length = strlen(name);
    for (char *at = strchr(spec, ':'); at && *at;) {
        const size_t n = strcspn(at + 1, ",");
        if (strncmp(at + 1, name, length) != 0 || at[1 + length] != '=') {
            at += 1 + n;
            continue;
        }
        if (*at == ':' && at[1 + n]) { /* the colon stays, the comma behind goes */
            memmove(at + 1, at + 2 + n, strlen(at + 2 + n) + 1);
        } else {
            memmove(at, at + 1 + n, strlen(at + 1 + n) + 1);
        }
    }
}

/* Takes out what would end the search; what ends it by default is set to nothing. */
static cn_status remove_limits(char *spec, size_t size, cn_error *error) {
    static const char *const limits[] = {"time", "depth", "nodes", "iterations"};
    cn_status status = CN_OK;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) remove_option(spec, limits[i]);
    const size_t length = strcspn(spec, ":");
    for (const cn_agent *agent = cn_agents(); agent->name; agent++) {
        if (strlen(agent->name) != length || strncmp(agent->name, spec, length) != 0) continue;
        for (const cn_option *o = agent->options; o->name && status == CN_OK; o++) {
            if (strcmp(o->name, "depth") == 0 && strcmp(o->fallback, "0") != 0) {
                status = add_options(spec, size, "depth=0", error);
            }
        }
    }
    return status;
}

cn_status cn_analyst_spec(const cn_game *game, const char *agent, bool own, int threads, char *spec,
                          size_t size, cn_error *error) {
    cn_status status = cn_agent_resolve(game, agent, spec, size, error);
    if (status != CN_OK) return status;
    const char *strategy = cn_analyst_strategy(spec);
    if (!strategy) return CN_OK;
    if (!own) status = remove_limits(spec, size, error);
    if (status == CN_OK && threads > 0) {
        char options[64];
        const bool named = strstr(spec, "strategy=");
        remove_option(spec, "threads");
        if (named) {
            snprintf(options, sizeof options, "threads=%d", threads);
        } else {
            snprintf(options, sizeof options, "strategy=%s,threads=%d", strategy, threads);
        }
        status = add_options(spec, size, options, error);
    }
    return status;
}
