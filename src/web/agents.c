#include "web/agents.h"

#include "arena/analyst.h"

#include "engine/algorithm.h"
#include "web/request.h"

/* Notes what was cut down, if somebody asked for it. */
static void note(cn_hired *h, const char *option, double value, double most, const char *unit) {
    if (!cn_spec_names(&h->plan, option) || h->notes == CN_HIRED_NOTES) return;
    snprintf(h->note[h->notes++], sizeof h->note[0], "%s=%g is more than the %g %s of this server",
             option, value, most, unit);
}

static cn_status limit_memory(const cn_web_settings *set, cn_hired *h, cn_error *error) {
    static const char *const sizes[] = {"hash", "memory"};
    cn_status status = CN_OK;
    for (int i = 0; i < 2 && status == CN_OK; i++) {
        const cn_value *size = cn_spec_get(&h->plan, sizes[i]);
        if (!size) continue;
        h->memory = (int)size->integer;
        if (h->memory <= set->memory) continue;
        note(h, sizes[i], h->memory, set->memory, "megabytes");
        h->memory = set->memory;
        status = cn_spec_set_int(&h->plan, sizes[i], set->memory, error);
    }
    return status;
}

cn_status cn_hire_spec(const cn_web *web, const cn_spec *spec, cn_hired *h, cn_error *error) {
    const cn_web_settings *set = &web->set;
    *h = (cn_hired){.plan = *spec, .workers = 1, .threads = 1};
    const double seconds = cn_spec_number(spec, "time", 0);
    if (seconds > set->seconds) note(h, "time", seconds, set->seconds, "seconds");
    h->own_threads = h->threads = cn_spec_threads(spec);
    if (h->threads > set->threads) {
        note(h, "threads", h->threads, set->threads, "threads");
        h->threads = set->threads;
    }
    if (cn_spec_strategy(spec, NULL) == &cn_strategy_workers)
        h->workers = (int)cn_spec_number(spec, "workers", 1);
    h->tree = spec->kind->algorithm->tree != NULL;
    h->monte_carlo = spec->kind->serves == CN_SERVES_MCTS;
    const cn_status status = limit_memory(set, h, error);
    return status == CN_OK ? cn_spec_text(&h->plan, h->spec, sizeof h->spec, error) : status;
}

cn_status cn_hire(const cn_web *web, const cn_game *game, const char *asked, cn_hired *h,
                  cn_error *error) {
    cn_spec spec;
    if (strncmp(asked, "exec", 4) == 0 && (asked[4] == ':' || !asked[4])) {
        return cn_fail(error, CN_BAD_USAGE, "agents that start programs are not to be had here");
    }
    if (strcmp(asked, "human") == 0) {
        return cn_fail(error, CN_BAD_USAGE, "`human` is no agent that could search");
    }
    if (strlen(asked) >= sizeof h->asked) {
        return cn_fail(error, CN_BAD_USAGE, "an agent has at most %d characters", CN_SPEC_MAX - 16);
    }
    cn_status status = cn_spec_parse(game, asked, &spec, error);
    if (status == CN_OK) status = cn_hire_spec(web, &spec, h, error);
    if (status == CN_OK) memcpy(h->asked, asked, strlen(asked) + 1);
    return status;
}

cn_status cn_hire_analyst(const cn_web *web, const cn_game *game, cn_hired *h, cn_error *error) {
    cn_spec spec;
    const cn_status status = cn_analyst_spec(game, "hard", false, web->set.threads, &spec, error);
    return status == CN_OK ? cn_hire_spec(web, &spec, h, error) : status;
}

cn_status cn_hired_spec(const cn_hired *h, int threads, cn_spec *spec, cn_error *error) {
    *spec = h->plan;
    return threads == h->own_threads ? CN_OK : cn_spec_set_int(spec, "threads", threads, error);
}

cn_status cn_hired_search(const cn_hired *h, int threads, cn_search **search, cn_error *error) {
    cn_spec spec;
    const cn_status status = cn_hired_spec(h, threads, &spec, error);
    return status == CN_OK ? cn_search_make(&spec, search, error) : status;
}

json_t *cn_hired_clamped(const cn_hired *h) {
    json_t *list = json_array();
    for (int i = 0; i < h->notes; i++) json_array_append_new(list, json_string(h->note[i]));
    return list;
}
