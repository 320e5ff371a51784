/* Which agents are allowed, and what of theirs is cut down to the limits of the server: time,
 * threads and memory. An agent that starts a program is never allowed: who can reach the server
 * could run anything on it. */
#include "web/agents.h"

#include "arena/analyst.h"
#include "engine/algorithm.h"

void cn_allowed_note(cn_allowed *a, const char *format, ...) {
    if (a->notes == CN_ALLOWED_NOTES) return;
    va_list args;
    va_start(args, format);
    vsnprintf(a->note[a->notes++], sizeof a->note[0], format, args);
    va_end(args);
}

/* What was cut down is worth a note only where the specification asked for it by name: nobody is
 * told about defaults. */
static void note(cn_allowed *a, const char *option, double value, double most, const char *unit) {
    if (!cn_spec_names(&a->plan, option)) return;
    cn_allowed_note(a, "%s=%g is more than the %g %s of this server", option, value, most, unit);
}

/* Cuts the sizes of tables and trees down to the memory of one search. */
static cn_status limit_memory(const cn_web_settings *set, cn_allowed *a, cn_error *error) {
    static const char *const sizes[] = {"hash", "memory"};
    cn_status status = CN_OK;
    for (int i = 0; i < 2 && status == CN_OK; i++) {
        const cn_value *size = cn_spec_get(&a->plan, sizes[i]);
        if (!size) continue;
        a->memory = (int)size->integer;
        if (a->memory <= set->memory) continue;
        note(a, sizes[i], a->memory, set->memory, "megabytes");
        a->memory = set->memory;
        status = cn_spec_set_int(&a->plan, sizes[i], set->memory, error);
    }
    return status;
}

/* The time is not cut down here but when the operation is made (cn_op_seconds), and the threads
 * when the search is (cn_allowed_spec), because both depend on what else the server does. */
cn_status cn_allow_spec(const cn_web *web, const cn_spec *spec, cn_allowed *a, cn_error *error) {
    const cn_web_settings *set = &web->set;
    *a = (cn_allowed){.plan = *spec, .workers = 1, .threads = 1};
    const double seconds = cn_spec_number(spec, "time", 0);
    if (seconds > set->seconds) note(a, "time", seconds, set->seconds, "seconds");
    a->threads = cn_spec_threads(spec);
    if (a->threads > set->threads) {
        note(a, "threads", a->threads, set->threads, "threads");
        a->threads = set->threads;
    }
    if (cn_spec_strategy(spec, NULL) == &cn_strategy_workers)
        a->workers = (int)cn_spec_number(spec, "workers", 1);
    a->tree = spec->kind->algorithm->tree != NULL;
    const cn_status status = limit_memory(set, a, error);
    return status == CN_OK ? cn_spec_text(&a->plan, a->spec, sizeof a->spec, error) : status;
}

cn_status cn_allow(const cn_web *web, const cn_game *game, const char *asked, cn_allowed *a,
                   cn_error *error) {
    cn_spec spec;
    CN_FAIL_IF(strncmp(asked, "exec", 4) == 0 && (asked[4] == ':' || !asked[4]), error,
               CN_BAD_USAGE, "agents that start programs are not to be had here");
    CN_FAIL_IF(strcmp(asked, "human") == 0, error, CN_BAD_USAGE,
               "`human` is no agent that could search");
    CN_FAIL_IF(strlen(asked) >= sizeof a->asked, error, CN_BAD_USAGE,
               "an agent has at most %d characters", CN_SPEC_MAX - 16);
    cn_status status = cn_spec_parse(game, asked, &spec, error);
    if (status == CN_OK) status = cn_allow_spec(web, &spec, a, error);
    if (status == CN_OK) memcpy(a->asked, asked, strlen(asked) + 1);
    return status;
}

bool cn_request_allow(cn_request *r, const cn_game *game, const char *asked, cn_allowed *a) {
    return cn_answer_check(r, cn_allow(r->web, game, asked, a, &r->error));
}

cn_status cn_allow_analyst(const cn_web *web, const cn_game *game, cn_allowed *a, cn_error *error) {
    cn_spec spec;
    const cn_status status = cn_analyst_spec(game, "hard", false, web->set.threads, &spec, error);
    return status == CN_OK ? cn_allow_spec(web, &spec, a, error) : status;
}

cn_status cn_allowed_spec(const cn_allowed *a, int threads, cn_spec *spec, cn_error *error) {
    *spec = a->plan;
    return threads == cn_spec_threads(spec) ? CN_OK
                                            : cn_spec_set_int(spec, "threads", threads, error);
}

cn_status cn_allowed_search(const cn_allowed *a, int threads, cn_search **search, cn_error *error) {
    cn_spec spec;
    const cn_status status = cn_allowed_spec(a, threads, &spec, error);
    return status == CN_OK ? cn_search_make(&spec, search, error) : status;
}

json_t *cn_allowed_clamped(const cn_allowed *a) {
    json_t *list = json_array();
    for (int i = 0; i < a->notes; i++) json_array_append_new(list, json_string(a->note[i]));
    return list;
}
