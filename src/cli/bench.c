/* `canopy bench` finds out which experiment is to be measured, and how.
 *
 * An experiment is a built-in one by its name, which reproduces a figure of a published report, or
 * one of the user's own: a game and some agents. Flags override what an experiment says.
 * bench_run.c measures it, bench_all.c measures all of them, and bench_compare.c compares two
 * measurements. */
#include "cli/bench.h"

#include "arena/json.h"
#include "cli/verbs.h"
#include "core/text.h"
#include "lab/signature.h"
#include "lab/trace.h"

/* ---- what is measured ---- */

/* The built-in experiments: name and subject, or all they say as JSON. */
static cn_exit list_all(const cn_cli *cli, bool json) {
    json_t *list = json_array();
    int width = 0;
    for (const cn_experiment *e = cn_experiments(); e->name; e++) {
        json_t *agents = json_array(), *sweeps = json_array();
        for (int i = 0; e->agents[i].spec; i++) {
            json_array_append_new(agents, json_string(e->agents[i].spec));
        }
        for (int i = 0; e->sweeps[i]; i++) {
            json_array_append_new(sweeps, json_string(e->sweeps[i]));
        }
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s?, s:s, s:s?, s:o, s:s?, s:o, s:i}", "name",
                                        e->name, "what", e->what, "note", e->note, "game", e->game,
                                        "options", e->options, "agents", agents, "opponent",
                                        e->opponent, "sweeps", sweeps, "trials", e->trials));
        if ((int)strlen(e->name) > width) width = (int)strlen(e->name);
    }
    if (json) return cn_out_json(cli, list);
    json_decref(list);
    for (const cn_experiment *e = cn_experiments(); e->name; e++) {
        printf("%-*s  %s\n", width, e->name, e->what);
    }
    puts("\nThe reports, all on parallel search in Haskell: A \"Parallelizing Othello\" (2025),\n"
         "B \"Othello and Minimax\" (2020), C \"MCTS.hs\" (2022), D \"Gomokururu\" (2021),\n"
         "E \"Parallel MCTS on Tic Tac Toe and Go 5x5\" (2025).");
    return CN_EXIT_OK;
}

/* Changes the experiment by what the command line says. `e` is a copy, so the built-in experiments
 * stay as they are. */
static void override(const cn_cli *cli, const cn_bench_settings *set, cn_experiment *e) {
    static const char *const sides[] = {"first", "second", "both", NULL};
    /* Another agent, opponent or position makes another workload, with which the figures that the
     * report printed must not be compared. */
    if (set->agents.count || set->opponent || set->search || set->side || set->steps != CN_UNSET) {
        e->figures = NULL;
    }
    for (int i = 0; i < set->agents.count; i++) {
        e->agents[i] = (cn_contender){.spec = set->agents.text[i]};
        e->agents[i + 1].spec = NULL;
    }
    /* The opponents of a published opening belong to the agents that were just replaced. */
    if (set->agents.count && e->opening) e->opponent = "random";
    for (int i = 0; set->opponent && e->agents[i].spec; i++) e->agents[i].opponent = NULL;
    if (set->opponent) e->opponent = set->opponent;
    if (set->search) e->opponent = NULL;
    if (set->steps != CN_UNSET) e->steps = set->steps;
    if (set->per_step) e->per_step = true;
    if (set->side) e->side = (cn_side)cn_out_choice(cli, "side", set->side, sides);
}

/* Sets another start position if the command line gives one. The text is the static one of
 * cn_source_text, which lives until that is called again. */
static void read_position(const cn_cli *cli, const cn_bench_settings *set, cn_args *args,
                          cn_experiment *e) {
    const char *options = e->options ? e->options : "";
    cn_out_must(cli, cn_bench_values(args->game, options, args->values, cli->error));
    const char *text = cn_source_text(cli, args, &set->source);
    if (!text) return;
    e->position = text;
    e->figures = NULL;
}

/* A sweep (OPTION=LIST, the values that a variable takes) replaces the experiment's own sweep of
 * the same option, or is added after the others. */
static void add_sweeps(const cn_cli *cli, const cn_bench_settings *set, cn_experiment *e) {
    for (int i = 0; i < set->sweeps.count; i++) {
        const char *sweep = set->sweeps.text[i];
        const size_t length = strcspn(sweep, "=") + 1;
        int at = 0;
        for (int k = 0; k < i; k++) {
            if (strncmp(set->sweeps.text[k], sweep, length) != 0) continue;
            cn_out_usage(cli, "--sweep %.*s is given twice", (int)length - 1, sweep);
        }
        while (at < CN_SWEEPS && e->sweeps[at] && strncmp(e->sweeps[at], sweep, length) != 0) {
            at++;
        }
        if (at == CN_SWEEPS) cn_out_usage(cli, "at most %d sweeps", CN_SWEEPS);
        e->sweeps[at] = sweep;
    }
}

/* An experiment of the user's own: a game and the agents of --agent. The text of the game's
 * options goes into `options`, which the experiment points to. */
static void own_experiment(cn_cli *cli, const cn_bench_settings *set, cn_args *args, char *options,
                           size_t size, cn_experiment *e) {
    if (!cn_cli_find(cli, args->word[0])) {
        const char *names[CN_CLI_GAMES + 64] = {0};
        int n = 0;
        for (int i = 0; cli->games[i]; i++) names[n++] = cli->games[i]->name;
        for (const cn_experiment *x = cn_experiments(); x->name && n < CN_CLI_GAMES + 62; x++) {
            names[n++] = x->name;
        }
        names[n] = "compare";
        cn_out_unknown(cli, "game or experiment", args->word[0], names);
    }
    cn_args_game(cli, args);
    for (int i = 0; i < set->agents.count; i++) cn_args_agent(cli, args, set->agents.text[i]);
    CN_USAGE_IF(!set->agents.count, cli,
                "which agent? Say --agent SPEC; `canopy agents` lists them");
    cn_options_text(args->game->options, args->values, options, size);
    *e = (cn_experiment){.game = args->game->name,
                         .options = *options ? options : NULL,
                         .opponent = "random",
                         .trials = 10};
    cn_args_done(cli, args, 0);
}

/* ---- the verb ---- */

/* One number for the searches of a fixed suite: it changes only if what they do changes. */
static cn_exit signature(const cn_cli *cli) {
    uint64_t nodes;
    cn_out_must(cli, cn_signature(&nodes, cli->error));
    printf("%" PRIu64 "\n", nodes);
    return CN_EXIT_OK;
}

static const cn_clash clashes[];

/* `canopy bench compare BEFORE AFTER`. The word `compare` is put among the flags so that the same
 * table of rules can say which flags go with it. */
static cn_exit compare(cn_cli *cli, const cn_bench_settings *set, cn_args *args) {
    CN_USAGE_IF(args->count < 3, cli,
                "compare: which two files? Say `canopy bench compare BEFORE AFTER`");
    cn_text_add(args->flags, sizeof args->flags, " compare");
    cn_args_clash(cli, args, clashes);
    cn_args_done(cli, args, 3);
    return cn_bench_compare(cli, set, args->word[1], args->word[2]);
}

/* Finds out what is to be measured: everything, the signature, an experiment by its name, or one
 * that the flags describe; flags may change the numbers of any of them. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    cn_bench_settings *set = given;
    cn_out_memory(cli, cn_experiments()->name ? set : NULL, "the experiments");
    if (set->trace) cn_out_must(cli, cn_trace_check_name(set->trace, cli->error));
    if (set->predict) {
        cn_out_must(
            cli, cn_forecast_workers(set->predict, set->workers, &set->worker_count, cli->error));
    }
    if (set->all || set->signature || set->list) {
        cn_args_done(cli, args, 0);
        return set->all    ? cn_bench_all(cli, set)
               : set->list ? list_all(cli, set->json)
                           : signature(cli);
    }
    CN_USAGE_IF(args->count == 0, cli,
                "what shall be measured? Say the name of an experiment (--list), or a "
                "game and an --agent");
    if (strcmp(args->word[0], "compare") == 0) return compare(cli, set, args);
    cn_experiment e;
    char options[CN_SPEC] = "";
    const cn_experiment *named = cn_experiment_find(args->word[0]);
    if (named) {
        e = *named;
        args->game = cn_cli_game(cli, e.game);
        cn_args_done(cli, args, 1);
    } else {
        own_experiment(cli, set, args, options, sizeof options, &e);
    }
    override(cli, set, &e);
    read_position(cli, set, args, &e);
    add_sweeps(cli, set, &e);
    return cn_bench_measure(cli, set, &e, args->game);
}

static const cn_flag flags[] = {
    CN_SWITCH(cn_bench_settings, list, "list", 0),
    CN_SWITCH(cn_bench_settings, all, "all", 0),
    CN_SWITCH(cn_bench_settings, quick, "quick", 0),
    CN_LIST(cn_bench_settings, agents, "agent", 'a', "SPEC"),
    CN_TEXT(cn_bench_settings, opponent, "opponent", 0, "SPEC"),
    CN_SWITCH(cn_bench_settings, search, "search", 0),
    CN_LIST(cn_bench_settings, sweeps, "sweep", 0, "OPT=LIST"),
    CN_INT(cn_bench_settings, trials, "trials", 0, "N", 1, 1000000),
    CN_INT(cn_bench_settings, warmup, "warmup", 0, "N", 0, 1000),
    CN_REAL(cn_bench_settings, seconds, "seconds", 0, "S", 0, 1e7),
    CN_INT(cn_bench_settings, seed, "seed", 0, "N", 0, 1e9),
    CN_TEXT(cn_bench_settings, side, "side", 0, "SIDE"),
    CN_INT(cn_bench_settings, steps, "steps", 0, "N", 0, 1000000),
    CN_SWITCH(cn_bench_settings, per_step, "per-step", 0),
    CN_SOURCE_FLAGS(cn_bench_settings, source),
    CN_TEXT(cn_bench_settings, resume, "resume", 0, "FILE"),
    CN_TEXT(cn_bench_settings, report, "report", 0, "FILE"),
    CN_TEXT(cn_bench_settings, predict, "predict", 0, "LIST"),
    CN_TEXT(cn_bench_settings, trace, "trace", 0, "FILE"),
    CN_SWITCH(cn_bench_settings, markdown, "markdown", 0),
    CN_SWITCH(cn_bench_settings, csv, "csv", 0),
    CN_SWITCH(cn_bench_settings, json, "json", 0),
    CN_SWITCH(cn_bench_settings, signature, "signature", 0),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--list", CN_ONLY, "--json", "it shows which experiments there are"},
    {"--signature", CN_ONLY, "", "it prints the number of a fixed suite"},
    {"--all", CN_NEEDS, "--report", "it makes one page of all experiments"},
    {"--all", CN_ONLY, "--report --resume --predict --quick --seconds --trials --warmup --seed",
     "it takes the experiments as they are"},
    {"compare", CN_ONLY, "--markdown --csv --json", "it reads two files"},
    {"--markdown", CN_NOT_WITH, "--csv --json", "it says how the table is written"},
    {"--csv", CN_NOT_WITH, "--json", "it says how the table is written"},
    {"--search", CN_NOT_WITH, "--opponent --side --steps --per-step",
     "a trial is one search, not a game"},
    {0},
};

const cn_verb cn_verb_bench = {CN_VERB(bench),
                               CN_SETTINGS_OF(cn_bench_settings, .trials = CN_UNSET,
                                              .warmup = CN_UNSET, .steps = CN_UNSET, .seed = 1),
                               .words_most = CN_WORDS, .clashes = clashes};
