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

cn_status cn_analyst_spec(const cn_game *game, const char *agent, bool own, int threads, char *spec,
                          size_t size, cn_error *error) {
    cn_status status = cn_agent_resolve(game, agent, spec, size, error);
    if (status != CN_OK) return status;
    const char *strategy = cn_analyst_strategy(spec);
    if (!strategy) return CN_OK;
    if (!own) {
        const bool monte_carlo = strcmp(strategy, "tree") == 0;
        status =
            add_options(spec, size, monte_carlo ? "time=0,iterations=0" : "time=0,depth=0", error);
    }
    if (status == CN_OK && threads > 0) {
        char options[64];
        const bool named = strstr(spec, "strategy=");
        snprintf(options, sizeof options, "threads=%d%s%s", threads,
                 named ? "" : ",strategy=", named ? "" : strategy);
        status = add_options(spec, size, options, error);
    }
    return status;
}
