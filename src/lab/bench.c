/* From an experiment to its configurations. */
#include "lab/bench.h"
#include "arena/agent.h"
#include "arena/exec.h"

#include "engine/ranks.h"
#include "engine/spec.h"

#include <stdlib.h>

/* ---- specifications ---- */

/* Adds name=value to the options of the game; later ones win over earlier ones. */
static cn_status add_option(char list[CN_SPEC], const char *name, const char *value,
                            cn_error *error) {
    const size_t used = strlen(list);
    const int n = snprintf(list + used, CN_SPEC - used, "%s%s=%s", used ? "," : "", name, value);
    if (n >= 0 && used + (size_t)n < CN_SPEC) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE, "options have at most %d characters", CN_SPEC - 1);
}

/* Sets an option of an agent. */
static cn_status set_option(const cn_game *game, char agent[CN_SPEC], const char *name,
                            const char *value, cn_error *error) {
    cn_spec spec;
    if (cn_exec_is(agent)) {
        return cn_fail(error, CN_BAD_USAGE,
                       "sweep %s: the options of another program are in its command", name);
    }
    cn_status status = cn_spec_parse(game, agent, &spec, error);
    if (status == CN_OK) status = cn_spec_set(&spec, name, value, error);
    return status == CN_OK ? cn_spec_own_text(&spec, agent, CN_SPEC, error) : status;
}

static cn_status copy_spec(char to[CN_SPEC], const char *from, cn_error *error) {
    if (!from) from = "";
    if (strlen(from) >= CN_SPEC) {
        return cn_fail(error, CN_BAD_USAGE, "a specification has at most %d characters",
                       CN_SPEC - 1);
    }
    memcpy(to, from, strlen(from) + 1);
    return CN_OK;
}

/* A whole-number option's value, or `fallback` where the agent has no such option. */
static cn_status option_value(const cn_game *game, const char *text, const char *name,
                              double fallback, double *value, cn_error *error) {
    cn_spec spec;
    *value = fallback;
    if (cn_exec_is(text)) return CN_OK;
    const cn_status status = cn_spec_parse(game, text, &spec, error);
    if (status == CN_OK) *value = cn_spec_number(&spec, name, fallback);
    return status;
}

/* Sets a variable where it belongs: the agent's option of that name, else the game's; `game.x` and
 * `opponent.x` say it outright. */
static cn_status apply(const cn_bench *b, cn_configuration *c, const char *name, const char *value,
                       cn_error *error) {
    if (strncmp(name, "game.", 5) == 0) return add_option(c->options, name + 5, value, error);
    if (strncmp(name, "opponent.", 9) == 0) {
        if (!*c->opponent || strcmp(c->opponent, CN_OPPONENT_SELF) == 0) {
            return cn_fail(error, CN_BAD_USAGE, "sweep %s: there is no opponent of its own", name);
        }
        return set_option(b->game, c->opponent, name + 9, value, error);
    }
    if (strncmp(name, "agent.", 6) == 0) {
        return set_option(b->game, c->agent, name + 6, value, error);
    }
    const bool of_game = cn_option_find(b->game->options, name) >= 0;
    cn_spec spec;
    if (of_game && cn_exec_is(c->agent)) return add_option(c->options, name, value, error);
    if (cn_exec_is(c->agent)) return set_option(b->game, c->agent, name, value, error);
    const cn_status status = cn_spec_parse(b->game, c->agent, &spec, error);
    if (status != CN_OK) return status;
    if (cn_spec_get(&spec, name)) return set_option(b->game, c->agent, name, value, error);
    if (of_game) return add_option(c->options, name, value, error);
    return cn_fail(error, CN_BAD_USAGE,
                   "sweep %s: neither the agent %s nor %s has such an option; `canopy agents %s` "
                   "and `canopy games %s` list them",
                   name, spec.kind->name, b->game->title, spec.kind->name, b->game->name);
}

/* ---- configurations ---- */

cn_status cn_bench_values(const cn_game *game, const char *options, cn_value *values,
                          cn_error *error) {
    cn_values_default(game->options, values);
    return cn_values_read(game->options, values, options, ",", error);
}

/* Checks specifications and options once, before hours are spent. */
static cn_status check(const cn_bench *b, const cn_configuration *c, cn_error *error) {
    cn_position position;
    cn_search *search = NULL;
    cn_value values[CN_OPTIONS_MAX];
    cn_status status = cn_bench_values(b->game, c->options, values, error);
    if (status == CN_OK) {
        status = cn_position_new(b->game, values, b->experiment.position, &position, error);
    }
    if (status != CN_OK) return status;
    if (position.rules->over(position.state) != CN_ONGOING) {
        status = cn_fail(error, CN_BAD_INPUT, "the game is over in this position");
    }
    cn_position_free(&position);
    if (status == CN_OK) status = cn_agent_open(b->game, c->agent, &search, error);
    cn_search_free(search);
    search = NULL;
    if (status == CN_OK && *c->opponent && strcmp(c->opponent, CN_OPPONENT_SELF) != 0) {
        status = cn_agent_open(b->game, c->opponent, &search, error);
        cn_search_free(search);
    }
    return status;
}

/* "threads=2 chunk=10"; agents go by their label alone. */
static void write_label(const cn_bench *b, const cn_configuration *c, int without, char *out,
                        size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int v = 0; v < b->variables; v++) {
        if (v == without) continue;
        const bool agent = strcmp(b->variable[v], "agent") == 0;
        const int n = snprintf(out + used, size - used, "%s%s%s%s", used ? " " : "",
                               agent ? "" : b->variable[v], agent ? "" : "=", c->value[v]);
        used += (size_t)n;
        if (n < 0 || used >= size) break;
    }
}

/* Configuration number `index`, its sweeps being the digits of a number. */
static cn_status make(const cn_bench *b, int index, const cn_sweep *sweeps, int sweep_count,
                      cn_configuration *c, cn_error *error) {
    const cn_experiment *e = &b->experiment;
    int digit[CN_SWEEPS];
    for (int s = sweep_count - 1; s >= 0; s--) {
        digit[s] = index % sweeps[s].count;
        index /= sweeps[s].count;
    }
    const cn_contender *agent = &e->agents[index];
    const char *rival = agent->opponent ? agent->opponent : e->opponent;
    c->steps = agent->steps ? agent->steps : e->steps;
    cn_status status = copy_spec(c->agent, agent->spec, error);
    if (status == CN_OK) status = copy_spec(c->opponent, rival, error);
    if (status == CN_OK) status = copy_spec(c->options, e->options, error);
    int v = 0;
    if (b->variables > sweep_count) {
        c->value[v++] = strdup(agent->label ? agent->label : agent->spec);
    }
    for (int s = 0; s < sweep_count && status == CN_OK; s++, v++) {
        c->value[v] = strdup(sweeps[s].values[digit[s]]);
        status = apply(b, c, sweeps[s].name, sweeps[s].values[digit[s]], error);
    }
    if (status != CN_OK) return status;
    for (v = 0; v < b->variables; v++) {
        if (!c->value[v]) return cn_fail(error, CN_NO_MEMORY, "no memory for an experiment");
    }
    write_label(b, c, -1, c->label, sizeof c->label);
    write_label(b, c, b->axis, c->series, sizeof c->series);
    double threads = 1, wanted = 1;
    int ranks = 1;
    status = option_value(b->game, c->agent, "threads", 1, &threads, error);
    if (status == CN_OK) status = option_value(b->game, c->agent, "ranks", 1, &wanted, error);
    if (status == CN_OK) status = cn_ranks_check((int64_t)wanted, &ranks, error);
    c->threads = ranks * (threads > 0 ? (int)threads : b->environment.cores); /* 0: all there are */
    return status == CN_OK ? check(b, c, error) : status;
}

/* Leaves out thread counts that this machine cannot run at once, but not the first two. */
static void clip_threads(cn_sweep *sweep, int cores) {
    if (strcmp(sweep->name, "threads") != 0) return;
    int kept = 0;
    for (int i = 0; i < sweep->count; i++) {
        if (kept >= 2 && atoi(sweep->values[i]) > cores) continue;
        memmove(sweep->values[kept++], sweep->values[i], sizeof *sweep->values);
    }
    sweep->count = kept;
}

static cn_status name_variables(cn_bench *b, const cn_sweep *sweeps, int sweep_count, int agents,
                                cn_error *error) {
    if (agents > 1) snprintf(b->variable[b->variables++], sizeof b->variable[0], "agent");
    b->axis = -1;
    int threads = -1, last = -1;
    for (int s = 0; s < sweep_count; s++, b->variables++) {
        for (int t = 0; t < s; t++) {
            if (strcmp(sweeps[s].name, sweeps[t].name) == 0) {
                return cn_fail(error, CN_BAD_USAGE, "two sweeps over %s", sweeps[s].name);
            }
        }
        memcpy(b->variable[b->variables], sweeps[s].name, sizeof b->variable[0]);
        if (sweeps[s].count < 2) continue;
        last = b->variables;
        if (strcmp(sweeps[s].name, "threads") == 0) threads = last;
    }
    b->axis = threads >= 0 ? threads : last >= 0 ? last : agents > 1 ? 0 : -1;
    return CN_OK;
}

static int value_index(const cn_sweep *sweep, const char *value) {
    for (int i = 0; i < sweep->count; i++) {
        if (strcmp(sweep->values[i], value) == 0) return i;
    }
    return -1;
}

static const char *value_of(const cn_bench *b, const cn_configuration *c, const char *variable) {
    for (int v = 0; v < b->variables; v++) {
        if (strcmp(b->variable[v], variable) == 0) return c->value[v];
    }
    return NULL;
}

/* The number that a configuration has in the built-in experiment, -1 if it has none there. */
static int published_index(const cn_bench *b, const cn_configuration *c,
                           const cn_experiment *origin, const cn_sweep *sweeps, int sweep_count) {
    int index = 0, used = 0;
    const char *agent = value_of(b, c, "agent");
    for (; agent; index++) {
        const cn_contender *candidate = &origin->agents[index];
        if (!candidate->spec) return -1;
        if (strcmp(candidate->label ? candidate->label : candidate->spec, agent) == 0) break;
    }
    used += agent != NULL;
    for (int s = 0; s < sweep_count; s++) {
        const char *value = value_of(b, c, sweeps[s].name);
        const int i = value ? value_index(&sweeps[s], value) : -1;
        if (i < 0) return -1;
        index = index * sweeps[s].count + i;
        used++;
    }
    return used == b->variables ? index : -1; /* what else varies was not so in the report */
}

/* The published figures are given for the experiment as it is built in; a part of it keeps its own.
 */
static cn_status place_figures(cn_bench *b, cn_error *error) {
    const cn_experiment *origin =
        b->experiment.name && b->experiment.figures ? cn_experiment_find(b->experiment.name) : NULL;
    cn_sweep sweeps[CN_SWEEPS] = {0};
    int count = 0;
    cn_status status = CN_OK;
    for (; origin && status == CN_OK && origin->sweeps[count]; count++) {
        status = cn_sweep_read(origin->sweeps[count], &sweeps[count], error);
    }
    for (int i = 0; origin && status == CN_OK && i < b->count; i++) {
        cn_configuration *c = &b->configurations[i];
        const int index = published_index(b, c, origin, sweeps, count);
        if (index >= 0) c->figure = origin->figures[index];
    }
    for (int s = 0; s < count; s++) free(sweeps[s].values);
    return status;
}

cn_status cn_bench_new(const cn_experiment *experiment, const cn_game *game, bool quick,
                       cn_bench *b, cn_error *error) {
    cn_sweep sweeps[CN_SWEEPS] = {0};
    int sweep_count = 0, agents = 0;
    cn_status status = CN_OK;
    *b = (cn_bench){.experiment = *experiment,
                    .game = game,
                    .warmup = experiment->scaled ? 0 : 1, /* what takes seconds needs none */
                    .seed = 1,
                    .trials = experiment->trials};
    cn_environment_read(&b->environment);
    while (experiment->agents[agents].spec) agents++;
    for (; status == CN_OK && experiment->sweeps[sweep_count]; sweep_count++) {
        status = cn_sweep_read(experiment->sweeps[sweep_count], &sweeps[sweep_count], error);
        if (status == CN_OK && quick) clip_threads(&sweeps[sweep_count], b->environment.cores);
    }
    if (status == CN_OK) status = name_variables(b, sweeps, sweep_count, agents, error);
    int count = agents;
    for (int s = 0; s < sweep_count && status == CN_OK; s++) {
        count *= sweeps[s].count;
        if (count > CN_CONFIGURATIONS) {
            status = cn_fail(error, CN_BAD_USAGE, "more than %d configurations", CN_CONFIGURATIONS);
        }
    }
    if (status == CN_OK) {
        b->configurations = calloc((size_t)count, sizeof *b->configurations);
        if (!b->configurations)
            status = cn_fail(error, CN_NO_MEMORY, "no memory for an experiment");
    }
    for (; status == CN_OK && b->count < count; b->count++) {
        status = make(b, b->count, sweeps, sweep_count, &b->configurations[b->count], error);
    }
    if (status == CN_OK) status = place_figures(b, error);
    for (int s = 0; s < sweep_count; s++) free(sweeps[s].values);
    double seconds = 0;
    if (status == CN_OK) {
        status = option_value(game, b->configurations[0].agent, "time", 0, &seconds, error);
    }
    b->by_rate = seconds > 0;
    if (status != CN_OK) cn_bench_free(b);
    return status;
}

void cn_bench_free(cn_bench *b) {
    for (int i = 0; b->configurations && i < b->count; i++) {
        for (int v = 0; v <= CN_SWEEPS; v++) free(b->configurations[i].value[v]);
        free(b->configurations[i].samples);
        free(b->configurations[i].timeline);
        free(b->configurations[i].forecast);
    }
    free(b->configurations);
    b->configurations = NULL;
    b->count = 0;
}
