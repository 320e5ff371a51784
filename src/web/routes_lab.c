/* Measurements: what there is to measure, runs of it, their results. */
#include "arena/options.h"
#include "core/text.h"
#include "lab/html.h"
#include "lab/journal.h"
#include "lab/sheet.h"
#include "web/lab.h"
#include "web/routes.h"
#include "web/source.h"

#include <stdlib.h>

/* ---- the experiments ---- */

typedef struct sweeps {
    cn_sweep list[CN_SWEEPS];
    int count;
    int threads; /* the number of the one over threads, -1: none */
} sweeps;

static void free_sweeps(sweeps *s) {
    for (int i = 0; i < s->count; i++) free(s->list[i].values);
}

static bool read_sweeps(const cn_experiment *e, sweeps *s) {
    *s = (sweeps){.threads = -1};
    for (; e->sweeps[s->count]; s->count++) {
        if (cn_sweep_read(e->sweeps[s->count], &s->list[s->count], NULL) != CN_OK) return false;
        if (strcmp(s->list[s->count].name, "threads") == 0) s->threads = s->count;
    }
    return true;
}

/* One configuration of a built-in experiment, by its number: the sweeps are digits of it, the last
 * the lowest, and the agents come before them. */
static json_t *configuration_json(const cn_experiment *e, const sweeps *s, int number, int agents) {
    char label[256] = "", series[256] = "";
    json_t *values = json_object();
    int rest = number, place = 1, base = 0, place_of_threads = 0, digit[CN_SWEEPS];
    for (int i = s->count - 1; i >= 0; i--) {
        digit[i] = rest % s->list[i].count;
        rest /= s->list[i].count;
        if (i == s->threads) {
            base = number - digit[i] * place;
            place_of_threads = place;
        }
        place *= s->list[i].count;
    }
    const cn_contender *agent = &e->agents[rest];
    if (agents > 1) {
        const char *name = agent->label ? agent->label : agent->spec;
        snprintf(label, sizeof label, "%s", name);
        snprintf(series, sizeof series, "%s", name);
        json_object_set_new(values, "agent", json_string(name));
    }
    for (int i = 0; i < s->count; i++) {
        const char *value = s->list[i].values[digit[i]];
        const char *sweep = s->list[i].name;
        cn_text_add(label, sizeof label, "%s%s=%s", *label ? " " : "", sweep, value);
        if (i != s->threads) {
            cn_text_add(series, sizeof series, "%s%s=%s", *series ? " " : "", sweep, value);
        }
        json_object_set_new(values, s->list[i].name, json_string(value));
    }
    const cn_figure none = {0}, *figure = e->figures ? &e->figures[number] : &none;
    const double own = figure->seconds;
    double first = 0; /* of the series; a report may have begun with two cores */
    const int alike = s->threads < 0 ? 1 : s->list[s->threads].count;
    for (int i = 0; e->figures && !e->no_speedup && i < alike && first <= 0; i++) {
        first = e->figures[base + i * place_of_threads].seconds;
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "label", label, "series", series, "values",
                     values, "report_seconds", own > 0 ? json_real(own) : json_null(),
                     "report_speedup", own > 0 && first > 0 ? json_real(first / own) : json_null(),
                     "report", cn_figure_json(figure));
}

static json_t *experiment_json(const cn_experiment *e) {
    json_t *agents = json_array(), *texts = json_array(), *list = json_array();
    sweeps s;
    int count = 0;
    for (; e->agents[count].spec; count++) {
        json_array_append_new(agents, json_pack("{s:s?, s:s}", "label", e->agents[count].label,
                                                "agent", e->agents[count].spec));
    }
    for (int i = 0; e->sweeps[i]; i++) json_array_append_new(texts, json_string(e->sweeps[i]));
    if (read_sweeps(e, &s)) {
        int total = count;
        for (int i = 0; i < s.count; i++) total *= s.list[i].count;
        for (int i = 0; i < total; i++) {
            json_array_append_new(list, configuration_json(e, &s, i, count));
        }
    }
    free_sweeps(&s);
    return json_pack("{s:s, s:s, s:s?, s:s, s:s?, s:o, s:s?, s:o, s:i, s:s?, s:o}", "name", e->name,
                     "what", e->what, "note", e->note, "game", e->game, "options", e->options,
                     "agents", agents, "opponent", e->opponent, "sweeps", texts, "trials",
                     e->trials, "machine", e->machine, "configurations", list);
}

bool cn_route_experiments(cn_request *r) {
    json_t *list = json_array();
    for (const cn_experiment *e = cn_experiments(); e->name; e++) {
        json_array_append_new(list, experiment_json(e));
    }
    return cn_answer_json(r, MHD_HTTP_OK, list);
}

/* ---- ordering a run ---- */

/* Copies a text of the request into the order; false after an answer. */
static bool copy(cn_request *r, const char *what, char *to, size_t size, const char *from) {
    if (from && strlen(from) < size) {
        memcpy(to, from, strlen(from) + 1);
        return true;
    }
    return cn_answer_error(r, MHD_HTTP_BAD_REQUEST,
                           "`%s`: expected a text of at most %zu characters", what, size - 1);
}

/* An agent within the server's limits, as it will be measured. */
static bool add_agent(cn_request *r, const cn_run_order *o, const char *agent, char *to) {
    cn_hired hired;
    cn_error error;
    if (!agent) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "an agent is missing, or is no text");
    }
    const cn_status status = cn_hire(r->web, o->game, agent, &hired, &error);
    if (status != CN_OK) return cn_answer_failure(r, status, &error);
    memcpy(to, hired.spec, sizeof hired.spec);
    return true;
}

/* Refuses sweeps over sizes and threads that are beyond the server; counts the values. */
static bool check_sweep(cn_request *r, const char *text, int *count) {
    cn_sweep sweep;
    cn_error error;
    const cn_status status = cn_sweep_read(text, &sweep, &error);
    if (status != CN_OK) return cn_answer_failure(r, status, &error);
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

static bool add_sweeps(cn_request *r, cn_run_order *o) {
    json_t *list = NULL;
    int count = 0, total = 0;
    if (!cn_body_array(r, "sweeps", CN_SWEEPS, &list)) return false;
    while (o->experiment.agents[total].spec) total++;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!copy(r, "sweeps", o->sweeps[i], sizeof o->sweeps[i], text) ||
            !check_sweep(r, text, &count)) {
            return false;
        }
        total *= count;
        if (total > CN_RUN_CONFIGURATIONS) {
            return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "at most %d configurations here",
                                   CN_RUN_CONFIGURATIONS);
        }
        o->experiment.sweeps[i] = o->sweeps[i];
    }
    return true;
}

/* The options of the body as one text, checked. */
static bool add_options(cn_request *r, cn_run_order *o) {
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(o->game->options, values);
    if (!cn_source_options(r, o->game, values)) return false;
    cn_options_text(o->game->options, values, o->options, sizeof o->options);
    if (strlen(o->options) + 1 == sizeof o->options || strchr(o->options, '\n')) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`options`: too long");
    }
    if (*o->options) o->experiment.options = o->options;
    return true;
}

static bool own_experiment(cn_request *r, cn_run_order *o) {
    const char *game = NULL, *opponent = NULL, *position = NULL;
    json_t *agents = NULL;
    cn_experiment *e = &o->experiment;
    if (!cn_body_text(r, "game", &game) || !cn_body_text(r, "opponent", &opponent) ||
        !cn_body_text(r, "position", &position) ||
        !cn_body_array(r, "agents", CN_CONTENDERS, &agents) ||
        !cn_body_int(r, "steps", 0, 100000, &e->steps)) {
        return false;
    }
    o->game = cn_request_game(r, game);
    if (!o->game || !add_options(r, o)) return false;
    e->game = o->game->name;
    e->trials = 10;
    if (json_array_size(agents) == 0) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`agents`: expected 1 to %d of them",
                               CN_CONTENDERS);
    }
    for (size_t i = 0; i < json_array_size(agents); i++) {
        const char *agent = json_string_value(json_array_get(agents, i));
        if (!add_agent(r, o, agent, o->agents[i])) return false;
        e->agents[i].spec = o->agents[i];
    }
    if (opponent && strcmp(opponent, CN_OPPONENT_SELF) == 0) {
        e->opponent = CN_OPPONENT_SELF;
    } else if (opponent) {
        if (!add_agent(r, o, opponent, o->opponent)) return false;
        e->opponent = o->opponent;
    }
    if (position) {
        if (!copy(r, "position", o->position, sizeof o->position, position)) return false;
        e->position = o->position;
    }
    return add_sweeps(r, o);
}

static bool named_experiment(cn_request *r, const char *name, cn_run_order *o) {
    if (!cn_body_only(r, "experiment trials seconds seed")) return false;
    const cn_experiment *e = cn_experiment_find(name);
    if (!e) {
        return cn_answer_error(r, MHD_HTTP_NOT_FOUND,
                               "unknown experiment `%.40s`: GET /api/lab/experiments lists them",
                               name);
    }
    o->experiment = *e;
    o->game = cn_request_game(r, e->game);
    return o->game != NULL;
}

bool cn_route_run_new(cn_request *r) {
    const char *name = NULL, *session = NULL;
    cn_run_order *o = calloc(1, sizeof *o);
    if (!o) {
        return cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE, "no memory for a measurement");
    }
    o->seed = 1;
    o->seconds = 20;
    const bool fine = cn_body_text(r, "experiment", &name) &&
                      cn_body_text(r, "session", &session) &&
                      cn_body_int(r, "trials", 1, 1000, &o->trials) &&
                      cn_body_int(r, "seed", 0, 1000000000, &o->seed) &&
                      cn_body_real(r, "seconds", 0.1, r->web->set.lab_seconds, &o->seconds) &&
                      (name ? named_experiment(r, name, o) : own_experiment(r, o));
    snprintf(o->owner, sizeof o->owner, "%s", session ? session : "");
    if (fine) return cn_run_start(r, o);
    free(o);
    return false;
}

/* ---- runs ---- */

/* Who knows a session's id may see its runs; ids cannot be guessed. */
bool cn_route_runs(cn_request *r) {
    const char *session = cn_request_query(r, "session");
    json_t *list = json_array();
    cn_lock_take(&r->web->runs_lock);
    for (int i = 0; i < r->web->run_count; i++) {
        cn_lab_run *run = r->web->runs[i];
        const cn_experiment *e = &run->order->experiment;
        cn_lock_take(&run->lock);
        if (run->made && strcmp(run->order->owner, session ? session : "") == 0) {
            json_array_append_new(list, json_pack("{s:s, s:s, s:s?, s:s, s:s?}", "id", run->id,
                                                  "status", run->status, "experiment", e->name,
                                                  "game", e->game, "what", e->what));
        }
        cn_lock_leave(&run->lock);
    }
    cn_lock_leave(&r->web->runs_lock);
    return cn_answer_json(r, MHD_HTTP_OK, list);
}

bool cn_route_run(cn_request *r) {
    cn_lab_run *run = cn_run_of(r);
    if (!run) return false;
    json_t *json = cn_run_json(run);
    cn_run_release(run);
    return cn_answer_json(r, MHD_HTTP_OK, json);
}

static void release(void *owner) {
    cn_run_release(owner);
}

bool cn_route_run_events(cn_request *r) {
    cn_lab_run *run = cn_run_of(r);
    return run && cn_hub_answer(r, &run->hub, release, run);
}

bool cn_route_run_stop(cn_request *r) {
    cn_lab_run *run = cn_run_of(r);
    if (!run) return false;
    const bool running = !atomic_load(&run->ended);
    cn_run_stop(run);
    cn_run_release(run);
    return cn_answer_json(r, MHD_HTTP_OK, json_pack("{s:b}", "stopped", running));
}

static cn_status write_as(const cn_lab_run *run, const char *format, FILE *out, cn_error *error) {
    cn_summary *all = cn_summarise(&run->bench);
    cn_status status = CN_OK;
    if (!all) return cn_fail(error, CN_NO_MEMORY, "no memory for the results");
    if (strcmp(format, "html") == 0) {
        status = cn_html_write(out, &run->bench, all, error);
    } else if (strcmp(format, "csv") == 0) {
        cn_sheet_csv(out, &run->bench, all);
    } else if (json_dumpf(run->result, out, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) != 0) {
        status = cn_fail(error, CN_NO_MEMORY, "no memory for the results");
    }
    free(all);
    return status;
}

static bool export(cn_request *r, const cn_lab_run *run, const char *format, const char *type) {
    const char *name = run->order->experiment.name;
    char file[80];
    cn_error error;
    cn_status status = CN_OK;
    if (!atomic_load(&run->ended) || !run->made) {
        return cn_answer_error(r, MHD_HTTP_CONFLICT, "%s",
                               run->made ? "it is still running" : "nothing was measured");
    }
    snprintf(file, sizeof file, "%.40s.%s", name ? name : run->order->experiment.game, format);
    FILE *out = cn_answer_stream(r, &status, &error);
    if (out) status = write_as(run, format, out, &error);
    return cn_answer_file(r, status, &error, type, file);
}

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
