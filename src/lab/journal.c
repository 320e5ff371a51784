/* Writes and reads measurements as JSON. Samples are written and read by one table of fields. A
 * file is taken up again only if it measured the same configurations in the same order with the
 * same seed; what it says besides (summaries, environment, fits) is for people and other programs,
 * and is made anew from the samples whenever it is written. */
#include "lab/journal.h"

#include "core/file.h"
#include "lab/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- writing ---- */

/* The fields of each struct by the keys they have in the file; arena/json.h explains the letters.
 */
#define SAMPLE(letter, member) CN_JSON_FIELD(cn_sample, letter, #member, member)
static const cn_json_field sample_fields[] = {
    SAMPLE('i', trial), SAMPLE('f', seconds), SAMPLE('I', nodes),     SAMPLE('I', iterations),
    SAMPLE('i', steps), SAMPLE('i', threads), SAMPLE('f', busy),      SAMPLE('f', cpu),
    SAMPLE('I', tasks), SAMPLE('I', stolen),  SAMPLE('I', cancelled), SAMPLE('c', outcome),
    {NULL, 0, 0},
};

#define ENVIRONMENT(letter, member) CN_JSON_FIELD(cn_environment, letter, #member, member)
static const cn_json_field environment_fields[] = {
    ENVIRONMENT('a', cpu),     ENVIRONMENT('i', cores),    ENVIRONMENT('f', load),
    ENVIRONMENT('a', system),  ENVIRONMENT('a', compiler), ENVIRONMENT('a', flags),
    ENVIRONMENT('a', version), ENVIRONMENT('a', date),     {NULL, 0, 0},
};

#define SPARKS(key, member) CN_JSON_FIELD(cn_figure, 'I', key, member)
static const cn_json_field spark_fields[] = {
    SPARKS("created", sparks),
    SPARKS("converted", converted),
    SPARKS("overflowed", overflowed),
    SPARKS("dud", dud),
    SPARKS("collected", collected),
    SPARKS("fizzled", fizzled),
    {NULL, 0, 0},
};

/* A figure of a report; reports give no zeros. */
static json_t *given(double value) {
    return value > 0 ? json_real(value) : json_null();
}

/* What a report printed for a configuration; null if nothing. */
static json_t *figure_json(const cn_figure *f) {
    if (f->seconds <= 0 && !f->sparks && !f->verdict) return json_null();
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:s?}", "seconds", given(f->seconds), "productivity",
        given(f->productivity), "mutator", given(f->mutator), "collector", given(f->collector),
        "sparks", f->sparks > 0 ? cn_json_pack_struct(spark_fields, f) : json_null(), "wins",
        f->most_wins > 0 ? json_pack("[f, f]", f->least_wins, f->most_wins) : json_null(),
        "verdict", f->verdict);
}

/* One configuration: what it was, what it amounts to, every sample. */
static json_t *configuration_json(const cn_bench *b, const cn_configuration *c,
                                  const cn_summary *s) {
    json_t *values = json_object(), *samples = json_array();
    for (int v = 0; v < b->variables; v++) {
        json_object_set_new(values, b->variable[v], json_string(c->value[v]));
    }
    for (int i = 0; i < c->count; i++) {
        json_array_append_new(samples, cn_json_pack_struct(sample_fields, &c->samples[i]));
    }
    json_t *predicted = c->forecast ? cn_forecast_json(c->forecast) : NULL;
    return json_pack("{s:s, s:o, s:s, s:s?, s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o*}", "label",
                     c->label, "values", values, "agent", c->agent, "opponent",
                     *c->opponent ? c->opponent : NULL, "options", c->options, "steps", c->steps,
                     "threads", c->threads, "report_seconds", given(c->figure.seconds), "report",
                     figure_json(&c->figure), "summary", s ? cn_summary_json(s) : json_null(),
                     "samples", samples, "predicted", predicted);
}

/* The serial fraction of each series that Amdahl's law can be fitted to. */
static json_t *fits_json(const cn_bench *b, const cn_summary *all) {
    json_t *fits = json_array();
    for (int i = 0; all && i < b->count; i++) {
        const double serial = cn_summary_serial(b, all, i, false);
        if (!isfinite(serial)) continue;
        json_array_append_new(fits,
                              json_pack("{s:s, s:f, s:o}", "series", b->configurations[i].series,
                                        "serial_fraction", serial, "report_serial_fraction",
                                        cn_json_real(cn_summary_serial(b, all, i, true))));
    }
    return fits;
}

/* Keys are those of docs/api.md, because the page shows the same object. */
json_t *cn_journal_json(const cn_bench *b, const cn_summary *all) {
    const cn_experiment *e = &b->experiment;
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
    json_t *environment = cn_json_pack_struct(environment_fields, &b->environment);
    json_object_set_new(environment, "warnings", notes);
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

/* A text of an object, NULL if it has none. */
static const char *text_of(json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

/* Whether the object has this text under the key. */
static bool same_text(json_t *object, const char *key, const char *text) {
    const char *value = text_of(object, key);
    return value && strcmp(value, text) == 0;
}

/* Loads a file and checks that it is a journal. */
static cn_status load(const char *path, json_t **root, cn_error *error) {
    json_error_t why;
    FILE *file = cn_file_open(path, error);
    *root = file ? json_loadf(file, 0, &why) : NULL;
    if (!file) return CN_BAD_INPUT;
    fclose(file);
    if (same_text(*root, "format", "canopy bench")) return CN_OK;
    json_decref(*root);
    *root = NULL;
    return cn_fail(error, CN_BAD_INPUT,
                   "%s: not a file that `canopy bench --json` or --resume wrote", path);
}

/* A sample, which must be whole and make sense. */
static cn_status read_sample(json_t *object, size_t number, const char *label, const char *path,
                             cn_sample *s, cn_error *error) {
    if (cn_json_unpack_struct(object, sample_fields, s) && s->trial >= 0 && s->seconds >= 0 &&
        s->threads > 0 && s->steps >= 0 && s->outcome && strchr("wdl-", s->outcome)) {
        return CN_OK;
    }
    return cn_fail(error, CN_BAD_INPUT, "%s: sample %zu of `%s` is not whole", path, number + 1,
                   label);
}

/* Takes over the samples of one configuration, which must be the same. */
static cn_status resume_one(cn_configuration *c, json_t *object, const char *path,
                            cn_error *error) {
    const char *agent = text_of(object, "agent");
    CN_FAIL_IF(!same_text(object, "label", c->label) || !same_text(object, "agent", c->agent) ||
                   !same_text(object, "options", c->options) ||
                   (*c->opponent && !same_text(object, "opponent", c->opponent)) ||
                   json_integer_value(json_object_get(object, "steps")) != c->steps,
               error, CN_BAD_INPUT,
               "%s: measured something else (%.100s, not %.100s); give another file or the "
               "same experiment",
               path, agent ? agent : "?", c->agent);
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(object, "samples"), i, item) {
        cn_sample sample = {0};
        CN_TRY(read_sample(item, i, c->label, path, &sample, error));
        CN_TRY(cn_bench_add(c, &sample, error));
    }
    return CN_OK;
}

/* Samples are added as they are read, so after a failure the bench may have some of them: the
 * caller gives it up. */
cn_status cn_journal_resume(cn_bench *b, const char *path, cn_error *error) {
    if (access(path, F_OK) != 0) return CN_OK;
    json_t *root;
    cn_status status = load(path, &root, error);
    if (status != CN_OK) return status;
    json_t *list = json_object_get(root, "configurations");
    json_t *experiment = json_object_get(root, "experiment");
    const json_int_t seed = json_integer_value(json_object_get(experiment, "seed"));
    const char *game = text_of(experiment, "game");
    if (!same_text(experiment, "game", b->game->name) || seed != b->seed ||
        json_array_size(list) != (size_t)b->count) {
        status = cn_fail(error, CN_BAD_INPUT,
                         "%s: measured something else (game %s, %zu configurations, seed %lld); "
                         "give another file or the same experiment",
                         path, game ? game : "none", json_array_size(list), (long long)seed);
    }
    for (int i = 0; i < b->count && status == CN_OK; i++) {
        status = resume_one(&b->configurations[i], json_array_get(list, (size_t)i), path, error);
    }
    json_decref(root);
    return status;
}

/* The times of one configuration, for a comparison. */
static cn_status read_one(cn_measured *m, json_t *object, bool per_step, const char *path,
                          cn_error *error) {
    json_t *samples = json_object_get(object, "samples"), *item;
    const char *label = text_of(object, "label");
    snprintf(m->label, sizeof m->label, "%s", label ? label : "");
    m->seconds = calloc(json_array_size(samples) + 1, sizeof *m->seconds);
    if (!m->seconds) return cn_fail(error, CN_NO_MEMORY, "no memory for samples");
    size_t i;
    json_array_foreach(samples, i, item) {
        cn_sample s = {0};
        CN_TRY(read_sample(item, i, m->label, path, &s, error));
        m->seconds[m->count++] = per_step && s.steps ? s.seconds / s.steps : s.seconds;
    }
    return CN_OK;
}

/* A comparison needs labels and times only. Experiments that count by the step are read as such. */
cn_status cn_measurements_read(const char *path, cn_measurements *out, cn_error *error) {
    json_t *root;
    *out = (cn_measurements){.count = 0};
    cn_status status = load(path, &root, error);
    if (status != CN_OK) return status;
    json_t *list = json_object_get(root, "configurations");
    json_t *experiment = json_object_get(root, "experiment");
    const bool per_step = same_text(experiment, "unit", "step");
    const char *name = text_of(experiment, "name"), *game = text_of(experiment, "game");
    const char *version = text_of(json_object_get(root, "environment"), "version");
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
