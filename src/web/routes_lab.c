/* Requests of the lab: what there is to measure, runs of it, their results.
 *
 * A run is of a built-in experiment, or of agents and sweeps that the body names. What the body
 * asks for is checked and cut down to the limits of the server like any other search. */
#include "arena/json.h"
#include "core/text.h"
#include "lab/html.h"
#include "lab/journal.h"
#include "lab/sheet.h"
#include "web/lab.h"
#include "web/routes.h"
#include "web/source.h"

#include <stdlib.h>

/* ---- the experiments ---- */

/* A built-in experiment with all its configurations; NULL if it cannot be made, or its game is not
 * one of the server's. */
static json_t *experiment_json(const cn_web *web, const cn_experiment *e) {
    const cn_game *const *game = web->set.games;
    cn_bench bench;
    while (*game && strcmp((*game)->name, e->game) != 0) game++;
    if (!*game || cn_bench_new(e, *game, false, &bench, NULL) != CN_OK) return NULL;
    json_t *agents = json_array(), *sweeps = json_array(), *result = cn_run_result_json(&bench);
    for (int i = 0; e->agents[i].spec; i++) {
        json_array_append_new(agents, json_pack("{s:s?, s:s}", "label", e->agents[i].label, "agent",
                                                e->agents[i].spec));
    }
    for (int i = 0; e->sweeps[i]; i++) json_array_append_new(sweeps, json_string(e->sweeps[i]));
    json_t *json = json_pack("{s:s, s:s, s:s?, s:s, s:s?, s:o, s:s?, s:o, s:i, s:s?, s:O?}", "name",
                             e->name, "what", e->what, "note", e->note, "game", e->game, "options",
                             e->options, "agents", agents, "opponent", e->opponent, "sweeps",
                             sweeps, "trials", e->trials, "machine", e->machine, "configurations",
                             json_object_get(result, "configurations"));
    json_decref(result);
    cn_bench_free(&bench);
    return json;
}

/* GET /api/lab/experiments: the built-in experiments with the figures of the reports. */
bool cn_route_experiments(cn_request *r) {
    json_t *list = json_array();
    for (const cn_experiment *e = cn_experiments(); e->name; e++) {
        json_t *one = experiment_json(r->web, e);
        if (one) json_array_append_new(list, one);
    }
    return cn_answer_json(r, MHD_HTTP_OK, list);
}

/* ---- ordering a run ---- */

/* An agent within the server's limits, as it will be measured. */
static bool add_agent(cn_request *r, const cn_lab_run *run, const char *agent, char *to) {
    cn_allowed allowed;
    CN_ANSWER_IF(!agent, r, MHD_HTTP_BAD_REQUEST, "an agent is missing, or is no text");
    if (!cn_request_allow(r, run->game, agent, &allowed)) return false;
    memcpy(to, allowed.spec, sizeof allowed.spec);
    return true;
}

/* Refuses sweeps over sizes and threads that are beyond the server; counts the values. */
static bool check_sweep(cn_request *r, const char *text, int *count) {
    cn_sweep sweep;
    if (!cn_answer_check(r, cn_sweep_read(text, &sweep, &r->error))) return false;
    const char *dot = strrchr(sweep.name, '.');
    const char *name = dot ? dot + 1 : sweep.name;
    const bool size = strcmp(name, "hash") == 0 || strcmp(name, "memory") == 0;
    const int most = size ? r->web->set.memory : strcmp(name, "threads") == 0 ? 64 : 0;
    bool fine = true;
    for (int i = 0; i < sweep.count && fine; i++) {
        fine = most == 0 || strtod(sweep.values[i], NULL) <= most;
    }
    free(sweep.values);
    *count = sweep.count;
    return fine || cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "sweep over %.40s: at most %d here",
                                   name, most);
}

/* Adds the sweeps of the body, and counts the configurations they make. False after an answer. */
static bool add_sweeps(cn_request *r, cn_lab_run *run) {
    json_t *list = NULL;
    int count = 0, total = 0;
    if (!cn_body_array(r, "sweeps", CN_SWEEPS, &list)) return false;
    while (run->experiment.agents[total].spec) total++;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text) return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`sweeps`: expected texts");
        if (!check_sweep(r, text, &count)) return false;
        total *= count;
        CN_ANSWER_IF(total > CN_RUN_CONFIGURATIONS, r, MHD_HTTP_BAD_REQUEST,
                     "at most %d configurations here", CN_RUN_CONFIGURATIONS);
        run->experiment.sweeps[i] = text;
    }
    return true;
}

/* The options of the body as one text, checked. */
static bool add_options(cn_request *r, cn_lab_run *run) {
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(run->game->options, values);
    if (!cn_source_options(r, run->game, values)) return false;
    cn_options_text(run->game->options, values, run->options, sizeof run->options);
    CN_ANSWER_IF(strlen(run->options) + 1 == sizeof run->options || strchr(run->options, '\n'), r,
                 MHD_HTTP_BAD_REQUEST, "`options`: too long");
    if (*run->options) run->experiment.options = run->options;
    return true;
}

/* Fills the run from the body. False after an answer. */
static bool own_experiment(cn_request *r, cn_lab_run *run) {
    const char *game = NULL, *opponent = NULL;
    json_t *agents = NULL;
    cn_experiment *e = &run->experiment;
    if (!cn_body_text(r, "game", &game) || !cn_body_text(r, "opponent", &opponent) ||
        !cn_body_text(r, "position", &e->position) ||
        !cn_body_array(r, "agents", CN_CONTENDERS, &agents) ||
        !cn_body_int(r, "steps", 0, 100000, &e->steps)) {
        return false;
    }
    run->game = cn_request_game(r, game);
    if (!run->game || !add_options(r, run)) return false;
    e->game = run->game->name;
    e->trials = 10;
    CN_ANSWER_IF(json_array_size(agents) == 0, r, MHD_HTTP_BAD_REQUEST,
                 "`agents`: expected 1 to %d of them", CN_CONTENDERS);
    for (size_t i = 0; i < json_array_size(agents); i++) {
        const char *agent = json_string_value(json_array_get(agents, i));
        if (!add_agent(r, run, agent, run->agents[i])) return false;
        e->agents[i].spec = run->agents[i];
    }
    if (opponent && strcmp(opponent, CN_OPPONENT_SELF) == 0) {
        e->opponent = CN_OPPONENT_SELF;
    } else if (opponent) {
        if (!add_agent(r, run, opponent, run->opponent)) return false;
        e->opponent = run->opponent;
    }
    return add_sweeps(r, run);
}

/* Fills the run with a built-in experiment. False after an answer. */
static bool named_experiment(cn_request *r, const char *name, cn_lab_run *run) {
    if (!cn_body_only(r, "experiment trials seconds seed session")) return false;
    const cn_experiment *e = cn_experiment_find(name);
    CN_ANSWER_IF(!e, r, MHD_HTTP_NOT_FOUND,
                 "unknown experiment `%.40s`: GET /api/lab/experiments lists them", name);
    run->experiment = *e;
    run->game = cn_request_game(r, e->game);
    return run->game != NULL;
}

/* POST /api/lab/runs: begins a measurement. The run takes the body over, which its texts point
 * into. */
bool cn_route_run_new(cn_request *r) {
    const char *name = NULL, *session = NULL;
    cn_lab_run *run = cn_run_new(r);
    if (!run) return false;
    const bool fine = cn_body_text(r, "experiment", &name) &&
                      cn_body_text(r, "session", &session) &&
                      cn_body_int(r, "trials", 1, 1000, &run->trials) &&
                      cn_body_int(r, "seed", 0, 1000000000, &run->seed) &&
                      cn_body_real(r, "seconds", 0.1, r->web->set.lab_seconds, &run->seconds) &&
                      (name ? named_experiment(r, name, run) : own_experiment(r, run));
    snprintf(run->owner, sizeof run->owner, "%s", session ? session : "");
    if (!fine) {
        cn_run_drop(run);
        return false;
    }
    run->body = r->body; /* some texts of the experiment are there */
    r->body = NULL;
    return cn_run_start(r, run);
}

/* ---- runs ---- */

/* Who knows a session's id may see its runs; ids cannot be guessed. */
bool cn_route_runs(cn_request *r) {
    const char *session = cn_request_query(r, "session");
    json_t *list = json_array();
    cn_lock_take(&r->web->runs_lock);
    for (int i = 0; i < r->web->run_count; i++) {
        cn_lab_run *run = r->web->runs[i];
        const cn_experiment *e = &run->experiment;
        cn_lock_take(&run->lock);
        if (strcmp(run->owner, session ? session : "") == 0) {
            json_array_append_new(list, json_pack("{s:s, s:s, s:s?, s:s, s:s?}", "id", run->id,
                                                  "status", run->status, "experiment", e->name,
                                                  "game", e->game, "what", e->what));
        }
        cn_lock_leave(&run->lock);
    }
    cn_lock_leave(&r->web->runs_lock);
    return cn_answer_json(r, MHD_HTTP_OK, list);
}

/* GET /api/lab/runs/ID: how a run goes, and its results so far. */
bool cn_route_run(cn_request *r) {
    cn_lab_run *run = cn_run_of(r);
    if (!run) return false;
    json_t *json = cn_run_json(run);
    cn_run_release(run);
    return cn_answer_json(r, MHD_HTTP_OK, json);
}

/* For cn_hub_answer. */
static void release(void *owner) {
    cn_run_release(owner);
}

/* GET /api/lab/runs/ID/events: the same as a stream of events, which holds the run. */
bool cn_route_run_events(cn_request *r) {
    cn_lab_run *run = cn_run_of(r);
    return run && cn_hub_answer(r, &run->hub, release, run);
}

/* POST /api/lab/runs/ID/stop: asks a run to end; `stopped` is false if it had ended already. */
bool cn_route_run_stop(cn_request *r) {
    cn_lab_run *run = cn_run_of(r);
    if (!run) return false;
    const bool running = !atomic_load(&run->ended);
    cn_run_stop(run);
    cn_run_release(run);
    return cn_answer_json(r, MHD_HTTP_OK, json_pack("{s:b}", "stopped", running));
}

/* Answers with the results as a file, in one of the formats. */
static bool export(cn_request *r, const cn_lab_run *run, const char *format, const char *type) {
    const char *name = run->experiment.name;
    char file[80];
    CN_ANSWER_IF(!atomic_load(&run->ended), r, MHD_HTTP_CONFLICT, "it is still running");
    snprintf(file, sizeof file, "%.40s.%s", name ? name : run->experiment.game, format);
    cn_summary *all = cn_summarise(&run->bench);
    const cn_status missing = cn_fail(&r->error, CN_NO_MEMORY, "no memory for the results");
    cn_status status = all ? CN_OK : missing;
    FILE *out = cn_answer_stream(r, &status);
    if (out && strcmp(format, "html") == 0) {
        status = cn_html_write(out, &run->bench, all, &r->error);
    } else if (out && strcmp(format, "csv") == 0) {
        cn_bench_csv(out, &run->bench, all);
    } else if (out && json_dumpf(run->result, out, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) != 0) {
        status = missing;
    }
    free(all);
    return cn_answer_file(r, status, type, file);
}

/* GET /api/lab/runs/ID/export: the results of a run that is over, as a file. */
bool cn_route_run_export(cn_request *r) {
    static const char *const formats[][2] = {{"csv", "text/csv; charset=utf-8"},
                                             {"json", "application/json"},
                                             {"html", "text/html; charset=utf-8"}};
    const char *format = cn_request_query(r, "format");
    for (int i = 0; i < 3; i++) {
        if (!format || strcmp(format, formats[i][0]) != 0) continue;
        cn_lab_run *run = cn_run_of(r);
        const bool good = run && export(r, run, formats[i][0], formats[i][1]);
        if (run) cn_run_release(run);
        return good;
    }
    return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`format`: expected csv, json or html");
}
