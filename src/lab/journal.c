#include "lab/journal.h"

#include "arena/json.h"
#include "core/file.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- writing ---- */

static json_t *real(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *interval(cn_interval i) {
    return json_pack("[o, o, o]", real(i.value), real(i.low), real(i.high));
}

static json_t *sample_json(const cn_sample *s) {
    const char outcome[] = {s->outcome, '\0'};
    return json_pack("{s:i, s:f, s:I, s:I, s:i, s:i, s:f, s:f, s:I, s:I, s:I, s:s}", "trial",
                     s->trial, "seconds", s->seconds, "nodes", (json_int_t)s->nodes, "iterations",
                     (json_int_t)s->iterations, "steps", s->steps, "threads", s->threads, "busy",
                     s->busy, "cpu", s->cpu, "tasks", (json_int_t)s->tasks, "stolen",
                     (json_int_t)s->stolen, "cancelled", (json_int_t)s->cancelled, "outcome",
                     outcome);
}

static json_t *summary_json(const cn_summary *s) {
    const bool games = s->won + s->drawn + s->lost > 0;
    return json_pack(
        "{s:i, s:o, s:o, s:s, s:i, s:o, s:b, s:o, s:o, s:o, s:f, s:f, s:f, s:i, s:i, s:i, "
        "s:o}",
        "trials", s->count, "seconds", interval(s->seconds), "rate", interval(s->rate), "rate_of",
        s->iterations ? "iterations" : "nodes", "baseline", s->baseline, "speedup",
        interval(s->speedup), "speedup_usable", !s->unusable, "efficiency", interval(s->efficiency),
        "node_ratio", real(s->overhead), "productivity", real(s->count ? s->productivity : NAN),
        "tasks", s->tasks, "stolen", s->stolen, "cancelled", s->cancelled, "won", s->won, "drawn",
        s->drawn, "lost", s->lost, "win_rate", games ? interval(s->wins) : json_null());
}

static json_t *given(bool known, json_t *value) {
    if (known) return value;
    json_decref(value);
    return json_null();
}

json_t *cn_figure_json(const cn_figure *f) {
    if (f->seconds <= 0 && !f->sparks && !f->verdict) return json_null();
    json_t *sparks = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "created", (json_int_t)f->sparks,
                               "converted", (json_int_t)f->converted, "overflowed",
                               (json_int_t)f->overflowed, "dud", (json_int_t)f->dud, "collected",
                               (json_int_t)f->collected, "fizzled", (json_int_t)f->fizzled);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:s?}", "seconds",
                     given(f->seconds > 0, json_real(f->seconds)), "productivity",
                     given(f->productivity > 0, json_real(f->productivity)), "mutator",
                     given(f->mutator > 0, json_real(f->mutator)), "collector",
                     given(f->collector > 0, json_real(f->collector)), "sparks",
                     given(f->sparks > 0, sparks), "wins",
                     given(f->most_wins > 0, json_pack("[f, f]", f->least_wins, f->most_wins)),
                     "verdict", f->verdict);
}

static json_t *configuration_json(const cn_bench *b, const cn_configuration *c,
                                  const cn_summary *s) {
    json_t *values = json_object(), *samples = json_array();
    for (int v = 0; v < b->variables; v++) {
        json_object_set_new(values, b->variable[v], json_string(c->value[v]));
    }
    for (int i = 0; i < c->count; i++) json_array_append_new(samples, sample_json(&c->samples[i]));
    json_t *predicted = c->forecast ? cn_forecast_json(c->forecast) : NULL;
    return json_pack("{s:s, s:o, s:s, s:s?, s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o*}", "label",
                     c->label, "values", values, "agent", c->agent, "opponent",
                     *c->opponent ? c->opponent : NULL, "options", c->options, "steps", c->steps,
                     "threads", c->threads, "report_seconds",
                     c->figure.seconds > 0 ? json_real(c->figure.seconds) : json_null(), "report",
                     cn_figure_json(&c->figure), "summary", s ? summary_json(s) : json_null(),
                     "samples", samples, "predicted", predicted);
}

static json_t *fits_json(const cn_bench *b, const cn_summary *all) {
    json_t *fits = json_array();
    for (int i = 0; all && i < b->count; i++) {
        if (!cn_summary_leads(b, i)) continue;
        const double serial = cn_summary_serial(b, all, i, false);
        if (!isfinite(serial)) continue;
        json_array_append_new(fits,
                              json_pack("{s:s, s:f, s:o}", "series", b->configurations[i].series,
                                        "serial_fraction", serial, "report_serial_fraction",
                                        real(cn_summary_serial(b, all, i, true))));
    }
    return fits;
}

json_t *cn_journal_json(const cn_bench *b, const cn_summary *all) {
    const cn_experiment *e = &b->experiment;
    const cn_environment *env = &b->environment;
    static const char *const sides[] = {"first", "second", "both"};
    json_t *list = json_array(), *notes = json_array();
    for (int i = 0; i < b->count; i++) {
        json_array_append_new(list,
                              configuration_json(b, &b->configurations[i], all ? &all[i] : NULL));
    }
    char warnings[CN_WARNINGS][160];
    const int count = cn_bench_warnings(b, warnings);
    for (int i = 0; i < count; i++) json_array_append_new(notes, json_string(warnings[i]));
    json_t *experiment = json_pack(
        "{s:s?, s:s?, s:s, s:s?, s:s?, s:s, s:s?, s:i, s:i, s:i, s:I, s:s?}", "name", e->name,
        "what", e->what, "game", b->game->name, "options", e->options, "position", e->position,
        "unit", cn_summary_unit(b), "side", e->opponent ? sides[e->side] : NULL, "steps", e->steps,
        "trials", b->trials, "warmup", b->warmup, "seed", (json_int_t)b->seed, "report_machine",
        e->figures ? e->machine : NULL);
    json_t *environment = json_pack("{s:s, s:i, s:f, s:s, s:s, s:s, s:s, s:s, s:o}", "cpu",
                                    env->cpu, "cores", env->cores, "load", env->load, "system",
                                    env->system, "compiler", env->compiler, "flags", env->flags,
                                    "version", env->version, "date", env->date, "warnings", notes);
    return json_pack("{s:s, s:i, s:b, s:o, s:o, s:o, s:o}", "format", "canopy bench",
                     "format_version", 1, "interrupted", b->interrupted, "experiment", experiment,
                     "environment", environment, "configurations", list, "amdahl",
                     fits_json(b, all));
}

cn_status cn_journal_save(const cn_bench *b, const char *path, cn_error *error) {
    cn_summary *all = cn_summarise(b);
    json_t *root = cn_journal_json(b, all);
    free(all);
    char *text = cn_json_dump(root, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    if (!text) return cn_fail(error, CN_NO_MEMORY, "no memory for the journal");
    cn_file file;
    cn_status status = cn_file_begin(&file, path, error);
    if (status == CN_OK) {
        fputs(text, file.stream);
        status = cn_file_keep(&file, error);
    }
    free(text);
    return status;
}

/* ---- reading ---- */

static cn_status load(const char *path, json_t **root, cn_error *error) {
    json_error_t why;
    FILE *file = cn_file_open(path, error);
    *root = file ? json_loadf(file, 0, &why) : NULL;
    if (!file) return CN_BAD_INPUT;
    fclose(file);
    const char *format = *root ? json_string_value(json_object_get(*root, "format")) : NULL;
    if (format && strcmp(format, "canopy bench") == 0) return CN_OK;
    json_decref(*root);
    *root = NULL;
    return cn_fail(error, CN_BAD_INPUT,
                   "%s: not a file that `canopy bench --json` or --resume wrote", path);
}

static bool sample_read(json_t *object, cn_sample *s) {
    json_int_t nodes, iterations, tasks, stolen, cancelled;
    const char *outcome;
    if (json_unpack(object, "{s:i, s:F, s:I, s:I, s:i, s:i, s:F, s:F, s:I, s:I, s:I, s:s}", "trial",
                    &s->trial, "seconds", &s->seconds, "nodes", &nodes, "iterations", &iterations,
                    "steps", &s->steps, "threads", &s->threads, "busy", &s->busy, "cpu", &s->cpu,
                    "tasks", &tasks, "stolen", &stolen, "cancelled", &cancelled, "outcome",
                    &outcome)) {
        return false;
    }
    s->nodes = (uint64_t)nodes;
    s->iterations = (uint64_t)iterations;
    s->tasks = (uint64_t)tasks;
    s->stolen = (uint64_t)stolen;
    s->cancelled = (uint64_t)cancelled;
    s->outcome = outcome[0];
    return s->trial >= 0 && s->seconds >= 0 && s->threads > 0 && s->steps >= 0 &&
           strchr("wdl-", s->outcome) && s->outcome;
}

static bool same_text(json_t *object, const char *key, const char *text) {
    const char *value = json_string_value(json_object_get(object, key));
    return value && strcmp(value, text) == 0;
}

static cn_status resume_one(cn_configuration *c, json_t *object, const char *path,
                            cn_error *error) {
    const char *agent = json_string_value(json_object_get(object, "agent"));
    if (!same_text(object, "label", c->label) || !same_text(object, "agent", c->agent) ||
        !same_text(object, "options", c->options) ||
        (*c->opponent && !same_text(object, "opponent", c->opponent)) ||
        json_integer_value(json_object_get(object, "steps")) != c->steps) {
        return cn_fail(error, CN_BAD_INPUT,
                       "%s: measured something else (%.100s, not %.100s); give another file or the "
                       "same experiment",
                       path, agent ? agent : "?", c->agent);
    }
    size_t i;
    json_t *item;
    cn_status status = CN_OK;
    json_array_foreach(json_object_get(object, "samples"), i, item) {
        cn_sample sample;
        if (!sample_read(item, &sample)) {
            return cn_fail(error, CN_BAD_INPUT, "%s: sample %zu of `%s` is not whole", path, i + 1,
                           c->label);
        }
        if (status == CN_OK) status = cn_bench_add(c, &sample, error);
    }
    return status;
}

cn_status cn_journal_resume(cn_bench *b, const char *path, cn_error *error) {
    if (access(path, F_OK) != 0) return CN_OK;
    json_t *root;
    cn_status status = load(path, &root, error);
    if (status != CN_OK) return status;
    json_t *list = json_object_get(root, "configurations");
    json_t *experiment = json_object_get(root, "experiment");
    const json_int_t seed = json_integer_value(json_object_get(experiment, "seed"));
    if (!same_text(experiment, "game", b->game->name) || seed != b->seed ||
        json_array_size(list) != (size_t)b->count) {
        status = cn_fail(error, CN_BAD_INPUT,
                         "%s: measured something else (game %s, %zu configurations, seed %lld); "
                         "give another file or the same experiment",
                         path, json_string_value(json_object_get(experiment, "game")),
                         json_array_size(list), (long long)seed);
    }
    for (int i = 0; i < b->count && status == CN_OK; i++) {
        status = resume_one(&b->configurations[i], json_array_get(list, (size_t)i), path, error);
    }
    json_decref(root);
    return status;
}

static cn_status read_one(cn_measured *m, json_t *object, bool per_step, const char *path,
                          cn_error *error) {
    json_t *samples = json_object_get(object, "samples"), *item;
    const char *label = json_string_value(json_object_get(object, "label"));
    snprintf(m->label, sizeof m->label, "%s", label ? label : "");
    m->seconds = calloc(json_array_size(samples) + 1, sizeof *m->seconds);
    if (!m->seconds) return cn_fail(error, CN_NO_MEMORY, "no memory for samples");
    size_t i;
    json_array_foreach(samples, i, item) {
        cn_sample s;
        if (!sample_read(item, &s)) {
            return cn_fail(error, CN_BAD_INPUT, "%s: sample %zu of `%s` is not whole", path, i + 1,
                           m->label);
        }
        m->seconds[m->count++] = per_step && s.steps ? s.seconds / s.steps : s.seconds;
    }
    return CN_OK;
}

cn_status cn_measurements_read(const char *path, cn_measurements *out, cn_error *error) {
    json_t *root;
    *out = (cn_measurements){.count = 0};
    cn_status status = load(path, &root, error);
    if (status != CN_OK) return status;
    json_t *list = json_object_get(root, "configurations");
    json_t *experiment = json_object_get(root, "experiment");
    json_t *environment = json_object_get(root, "environment");
    const bool per_step = same_text(experiment, "unit", "step");
    const char *name = json_string_value(json_object_get(experiment, "name"));
    const char *game = json_string_value(json_object_get(experiment, "game"));
    const char *version = json_string_value(json_object_get(environment, "version"));
    snprintf(out->title, sizeof out->title, "%s", name ? name : game ? game : "?");
    snprintf(out->version, sizeof out->version, "%s", version ? version : "?");
    out->configurations = calloc(json_array_size(list) + 1, sizeof *out->configurations);
    if (!out->configurations) status = cn_fail(error, CN_NO_MEMORY, "no memory for measurements");
    for (size_t i = 0; i < json_array_size(list) && status == CN_OK; i++) {
        status = read_one(&out->configurations[out->count++], json_array_get(list, i), per_step,
                          path, error);
    }
    json_decref(root);
    if (status != CN_OK) cn_measurements_free(out);
    return status;
}

void cn_measurements_free(cn_measurements *m) {
    for (int i = 0; i < m->count; i++) free(m->configurations[i].seconds);
    free(m->configurations);
    *m = (cn_measurements){.count = 0};
}
