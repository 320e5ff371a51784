#include "web/agents.h"

#include "engine/agents.h"
#include "web/request.h"

static const cn_value *value_of(agent_kind kind, const cn_value *values, const char *name) {
    const cn_option *options = cn_agents()[kind].options;
    for (int i = 0; options[i].name; i++) {
        if (strcmp(options[i].name, name) == 0) return &values[i];
    }
    return NULL;
}

static cn_status append(char spec[CN_SPEC_MAX], const char *name, int value, cn_error *error) {
    const size_t used = strlen(spec);
    const int n = snprintf(spec + used, CN_SPEC_MAX - used, "%c%s=%d",
                           strchr(spec, ':') ? ',' : ':', name, value);
    if (n >= 0 && used + (size_t)n < CN_SPEC_MAX) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE, "an agent has at most %d characters", CN_SPEC_MAX - 16);
}

/* Notes what was cut down, if somebody asked for it. */
static void note(cn_hired *h, const char *option, double value, double most, const char *unit) {
    char assignment[40];
    snprintf(assignment, sizeof assignment, "%s=", option);
    if (!strstr(h->asked, assignment) || h->notes == CN_HIRED_NOTES) return;
    snprintf(h->note[h->notes++], sizeof h->note[0], "%s=%g is more than the %g %s of this server",
             option, value, most, unit);
}

/* Names in options that are looked up only when a search is made. */
static cn_status check_names(const cn_game *game, agent_kind kind, const cn_value *values,
                             cn_error *error) {
    const cn_value *eval = value_of(kind, values, "eval");
    const cn_value *strategy = value_of(kind, values, "strategy");
    const cn_strategy *found;
    int index;
    const bool monte_carlo = kind == AGENT_MCTS || kind == AGENT_UCT;
    const bool plain = kind == AGENT_MINIMAX || kind == AGENT_GREEDY;
    cn_status status = eval ? cn_heuristic_find(game, eval->text, &index, error) : CN_OK;
    if (status == CN_OK && strategy) {
        status = cn_strategy_find(kind,
                                  monte_carlo ? CN_SERVES_MCTS
                                  : plain     ? CN_SERVES_MINIMAX
                                              : CN_SERVES_ALPHABETA,
                                  strategy->text, &found, error);
    }
    return status;
}

static cn_status limit(const cn_web_settings *set, agent_kind kind, const cn_value *values,
                       cn_hired *h, cn_error *error) {
    static const char *const sizes[] = {"hash", "memory"};
    const cn_value *seconds = value_of(kind, values, "time");
    const cn_value *threads = value_of(kind, values, "threads");
    const cn_value *strategy = value_of(kind, values, "strategy");
    const cn_value *workers = value_of(kind, values, "workers");
    cn_status status = CN_OK;
    if (seconds && seconds->real > set->seconds) {
        note(h, "time", seconds->real, set->seconds, "seconds");
    }
    for (int i = 0; i < 2 && status == CN_OK; i++) {
        const cn_value *size = value_of(kind, values, sizes[i]);
        if (!size) continue;
        h->memory = (int)size->integer;
        if (size->integer <= set->memory) continue;
        note(h, sizes[i], (double)size->integer, set->memory, "megabytes");
        h->memory = set->memory;
        status = append(h->spec, sizes[i], set->memory, error);
    }
    h->threads = 1;
    if (strategy && strcmp(strategy->text, "none") != 0) h->threads = (int)threads->integer;
    h->own_threads = h->threads;
    if (h->threads > set->threads) {
        note(h, "threads", h->threads, set->threads, "threads");
        h->threads = set->threads;
    }
    if (workers && strcmp(strategy->text, "workers") == 0) h->workers = (int)workers->integer;
    return status;
}

cn_status cn_hire(const cn_web *web, const cn_game *game, const char *asked, cn_hired *h,
                  cn_error *error) {
    cn_value values[CN_OPTIONS_MAX];
    agent_kind kind;
    *h = (cn_hired){.workers = 1};
    if (strncmp(asked, "exec", 4) == 0 && (asked[4] == ':' || !asked[4])) {
        return cn_fail(error, CN_BAD_USAGE, "agents that start programs are not to be had here");
    }
    if (strcmp(asked, "human") == 0) {
        return cn_fail(error, CN_BAD_USAGE, "`human` is no agent that could search");
    }
    if (strlen(asked) >= sizeof h->asked) {
        return cn_fail(error, CN_BAD_USAGE, "an agent has at most %d characters", CN_SPEC_MAX - 16);
    }
    memcpy(h->asked, asked, strlen(asked) + 1);
    cn_status status = cn_agent_resolve(game, asked, h->spec, sizeof h->spec, error);
    if (status == CN_OK) status = cn_agent_parse(game, asked, &kind, values, error);
    if (status == CN_OK) status = check_names(game, kind, values, error);
    if (status == CN_OK) status = limit(&web->set, kind, values, h, error);
    if (status == CN_OK) h->tree = kind == AGENT_MCTS || kind == AGENT_UCT;
    return status;
}

cn_status cn_hired_spec(const cn_hired *h, int threads, char spec[CN_SPEC_MAX], cn_error *error) {
    memcpy(spec, h->spec, sizeof h->spec);
    return threads == h->own_threads ? CN_OK : append(spec, "threads", threads, error);
}

json_t *cn_hired_clamped(const cn_hired *h) {
    json_t *list = json_array();
    for (int i = 0; i < h->notes; i++) json_array_append_new(list, json_string(h->note[i]));
    return list;
}
