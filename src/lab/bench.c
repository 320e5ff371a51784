/* Makes the configurations of an experiment: every agent with every combination of the swept
 * values. A swept value is an option of the agent, of the opponent or of the game. Each
 * configuration is checked before anything is measured, since a measurement may take hours. A
 * published figure finds its configuration by the label. */
#include "lab/bench.h"
#include "arena/agent.h"
#include "arena/exec.h"
#include "core/text.h"
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
    CN_FAIL_IF(cn_exec_is(agent), error, CN_BAD_USAGE,
               "sweep %s: the options of another program are in its command", name);
    CN_TRY(cn_spec_parse(game, agent, &spec, error));
    CN_TRY(cn_spec_set(&spec, name, value, error));
    return cn_spec_own_text(&spec, agent, CN_SPEC, error);
}

/* Copies a specification or option list; NULL is an empty one. */
static cn_status copy_spec(char to[CN_SPEC], const char *from, cn_error *error) {
    const int n = snprintf(to, CN_SPEC, "%s", from ? from : "");
    return n < CN_SPEC ? CN_OK
                       : cn_fail(error, CN_BAD_USAGE, "a specification has at most %d characters",
                                 CN_SPEC - 1);
}

/* The part behind a prefix, or NULL if the name has another. */
static const char *behind(const char *name, const char *prefix) {
    const size_t length = strlen(prefix);
    return strncmp(name, prefix, length) == 0 ? name + length : NULL;
}

/* Sets a variable where it belongs: the agent's option of that name, else the game's; `game.x` and
 * `opponent.x` say it outright. */
static cn_status apply(const cn_bench *b, cn_configuration *c, const char *name, const char *value,
                       cn_error *error) {
    const char *rest;
    cn_spec spec;
    if ((rest = behind(name, "game."))) return add_option(c->options, rest, value, error);
    if ((rest = behind(name, "opponent."))) {
        if (*c->opponent && strcmp(c->opponent, CN_OPPONENT_SELF) != 0) {
            return set_option(b->game, c->opponent, rest, value, error);
        }
        return cn_fail(error, CN_BAD_USAGE, "sweep %s: there is no opponent of its own", name);
    }
    const bool of_game = cn_option_find(b->game->options, name) >= 0;
    const bool program = cn_exec_is(c->agent);
    CN_TRY(program ? CN_OK : cn_spec_parse(b->game, c->agent, &spec, error));
    if (program ? !of_game : cn_spec_get(&spec, name) != NULL) {
        return set_option(b->game, c->agent, name, value, error);
    }
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

cn_status cn_bench_start(const cn_bench *b, const cn_configuration *c, cn_position *position,
                         cn_error *error) {
    cn_value values[CN_OPTIONS_MAX];
    CN_TRY(cn_bench_values(b->game, c->options, values, error));
    return cn_position_new(b->game, values, b->experiment.position, position, error);
}

/* Opens an agent and closes it again: is the specification right? */
static cn_status try_agent(const cn_bench *b, const char *spec, cn_error *error) {
    cn_search *search = NULL;
    const cn_status status = cn_agent_open(b->game, spec, &search, error);
    cn_search_free(search);
    return status;
}

/* Checks specifications and options once, before hours are spent. */
static cn_status check(const cn_bench *b, const cn_configuration *c, cn_error *error) {
    cn_position position;
    cn_status status = cn_bench_start(b, c, &position, error);
    if (status != CN_OK) return status;
    if (position.rules->over(position.state) != CN_ONGOING) {
        status = cn_fail(error, CN_BAD_INPUT, "the game is over in this position");
    }
    cn_position_free(&position);
    if (status == CN_OK) status = try_agent(b, c->agent, error);
    const bool rival = *c->opponent && strcmp(c->opponent, CN_OPPONENT_SELF) != 0;
    return status == CN_OK && rival ? try_agent(b, c->opponent, error) : status;
}

/* The threads of all ranks together. */
static cn_status count_threads(const cn_bench *b, cn_configuration *c, cn_error *error) {
    cn_spec spec;
    int ranks = 1;
    c->threads = 1;
    if (cn_exec_is(c->agent)) return CN_OK;
    CN_TRY(cn_spec_parse(b->game, c->agent, &spec, error));
    const double threads = cn_spec_number(&spec, "threads", 1);
    cn_status status = cn_ranks_check((int64_t)cn_spec_number(&spec, "ranks", 1), &ranks, error);
    c->threads = ranks * (threads > 0 ? (int)threads : b->environment.cores); /* 0: all there are */
    return status;
}

/* What an agent is called in labels and tables. */
static const char *name_of(const cn_contender *agent) {
    return agent->label ? agent->label : agent->spec;
}

/* Adds "threads=2" or, of an agent, its name alone to a label. */
static void add_label(char label[CN_LABEL], const char *variable, const char *value) {
    const bool agent = strcmp(variable, "agent") == 0;
    cn_text_add(label, CN_LABEL, "%s%s%s%s", *label ? " " : "", agent ? "" : variable,
                agent ? "" : "=", value);
}

/* Makes configuration number `index`. */
static cn_status make(const cn_bench *b, int index, cn_configuration *c, cn_error *error) {
    const cn_experiment *e = &b->experiment;
    const char *values[CN_SWEEPS] = {NULL};
    /* The sweeps are the digits of the number, the last of which varies fastest. */
    for (int s = b->sweep_count - 1; s >= 0; s--) {
        values[s] = b->sweeps[s].values[index % b->sweeps[s].count];
        index /= b->sweeps[s].count;
    }
    const cn_contender *agent = &e->agents[index];
    const int first = b->variables - b->sweep_count; /* 1 if agents are a variable */
    c->steps = agent->steps ? agent->steps : e->steps;
    CN_TRY(copy_spec(c->agent, agent->spec, error));
    CN_TRY(copy_spec(c->opponent, agent->opponent ? agent->opponent : e->opponent, error));
    CN_TRY(copy_spec(c->options, e->options, error));
    for (int v = 0; v < b->variables; v++) {
        c->value[v] = v < first ? name_of(agent) : values[v - first];
        add_label(c->label, b->variable[v], c->value[v]);
        if (v != b->axis) add_label(c->series, b->variable[v], c->value[v]);
        if (v >= first) CN_TRY(apply(b, c, b->variable[v], c->value[v], error));
    }
    CN_TRY(count_threads(b, c, error));
    return check(b, c, error);
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

/* The variables are the agents, if there are several, and the sweeps. The axis is `threads` if that
 * is swept, else the last sweep with several values. */
static cn_status name_variables(cn_bench *b, int agents, cn_error *error) {
    int threads = -1, last = -1;
    if (agents > 1) snprintf(b->variable[b->variables++], sizeof b->variable[0], "agent");
    for (const cn_sweep *s = b->sweeps; s < b->sweeps + b->sweep_count; s++, b->variables++) {
        for (const cn_sweep *t = b->sweeps; t < s; t++) {
            CN_FAIL_IF(strcmp(s->name, t->name) == 0, error, CN_BAD_USAGE, "two sweeps over %s",
                       s->name);
        }
        memcpy(b->variable[b->variables], s->name, sizeof b->variable[0]);
        if (s->count < 2) continue;
        last = b->variables;
        if (strcmp(s->name, "threads") == 0) threads = last;
    }
    b->axis = threads >= 0 ? threads : last >= 0 ? last : agents > 1 ? 0 : -1;
    return CN_OK;
}

/* Configurations of a part of a built-in experiment have the same labels as those of the whole, and
 * so they find the figures that are published for them; where more is varied none fits. */
static void place_figures(cn_bench *b) {
    for (const cn_figure *f = b->experiment.figures; f && f->label; f++) {
        for (int i = 0; i < b->count; i++) {
            cn_configuration *c = &b->configurations[i];
            if (strcmp(c->label, f->label) == 0) c->figure = *f;
        }
    }
}

/* Reads the sweeps, and makes a configuration of every agent with every combination of values. */
static cn_status make_all(cn_bench *b, bool quick, cn_error *error) {
    const cn_experiment *e = &b->experiment;
    int agents = 0;
    while (e->agents[agents].spec) agents++;
    int count = agents;
    for (int s = 0; e->sweeps[s]; s++) {
        CN_TRY(cn_sweep_read(e->sweeps[s], &b->sweeps[b->sweep_count++], error));
        if (quick) clip_threads(&b->sweeps[s], b->environment.cores);
        if (count <= CN_CONFIGURATIONS) count *= b->sweeps[s].count;
    }
    CN_TRY(name_variables(b, agents, error));
    CN_FAIL_IF(count > CN_CONFIGURATIONS, error, CN_BAD_USAGE, "more than %d configurations",
               CN_CONFIGURATIONS);
    b->configurations = calloc((size_t)count, sizeof *b->configurations);
    if (!b->configurations) return cn_fail(error, CN_NO_MEMORY, "no memory for an experiment");
    for (; b->count < count; b->count++) {
        CN_TRY(make(b, b->count, &b->configurations[b->count], error));
    }
    place_figures(b);
    cn_spec spec;
    b->by_rate = cn_spec_parse(b->game, b->configurations[0].agent, &spec, NULL) == CN_OK &&
                 cn_spec_number(&spec, "time", 0) > 0;
    return CN_OK;
}

/* Experiments that repeat a report with more work (`scaled`) take seconds a trial, so that warming
 * up would cost much and change nothing. */
cn_status cn_bench_new(const cn_experiment *experiment, const cn_game *game, bool quick,
                       cn_bench *b, cn_error *error) {
    *b = (cn_bench){.experiment = *experiment,
                    .game = game,
                    .warmup = experiment->scaled ? 0 : 1, /* what takes seconds needs none */
                    .seed = 1,
                    .trials = experiment->trials};
    cn_environment_read(&b->environment);
    const cn_status status = make_all(b, quick, error);
    if (status != CN_OK) cn_bench_free(b);
    return status;
}

/* A bench that was not made whole can be freed too. */
void cn_bench_free(cn_bench *b) {
    for (int i = 0; b->configurations && i < b->count; i++) {
        free(b->configurations[i].samples);
        free(b->configurations[i].timeline);
        free(b->configurations[i].forecast);
    }
    for (int s = 0; s < b->sweep_count; s++) free(b->sweeps[s].values);
    free(b->configurations);
    b->configurations = NULL;
    b->count = b->sweep_count = 0;
}
