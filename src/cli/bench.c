/* canopy bench NAME|GAME|compare */
#include "cli/bench_compare.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/out.h"
#include "cli/source.h"
#include "cli/verbs.h"
#include "core/clock.h"
#include "lab/html.h"
#include "lab/journal.h"
#include "lab/sheet.h"
#include "lab/signature.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

typedef struct settings {
    bool signature, list, quick, search, per_step, markdown, csv, json;
    cn_flag_list agents, sweeps;
    const char *opponent, *side, *report, *resume;
    cn_source source;
    int trials, warmup, steps, seed;
    double seconds;
} settings;

enum { UNSET = -1 };

/* ---- what is measured ---- */

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

/* What the command line says about an experiment, put over what is there. */
static cn_exit override(const cn_cli *cli, const settings *set, cn_experiment *e) {
    static const char *const sides[] = {"first", "second", "both", NULL};
    /* Another agent, opponent or position is another workload: the report's figures do not apply.
     */
    if (set->agents.count || set->opponent || set->search || set->side || set->steps != UNSET) {
        e->figures = NULL;
    }
    for (int i = 0; i < set->agents.count; i++) {
        e->agents[i] = (cn_contender){.spec = set->agents.text[i]};
        e->agents[i + 1].spec = NULL;
    }
    if (set->opponent) e->opponent = set->opponent;
    if (set->search) e->opponent = NULL;
    if (set->steps != UNSET) e->steps = set->steps;
    if (set->per_step) e->per_step = true;
    for (int i = 0; set->side && sides[i]; i++) {
        if (strcmp(set->side, sides[i]) == 0) {
            e->side = (cn_side)i;
            return CN_EXIT_NONE;
        }
    }
    return set->side ? cn_out_unknown(cli, "side", set->side, sides) : CN_EXIT_NONE;
}

/* Another start position, if one is given. */
static cn_exit read_position(const cn_cli *cli, const settings *set, cn_args *args,
                             cn_experiment *e) {
    const char *text;
    cn_error error;
    const char *options = e->options ? e->options : "";
    const cn_status made = cn_bench_values(args->game, options, args->values, &error);
    if (made != CN_OK) return cn_out_error(cli, made, &error);
    const cn_exit status = cn_source_text(cli, args, &set->source, &text);
    if (status != CN_EXIT_NONE || !text) return status;
    e->position = text;
    e->figures = NULL;
    return CN_EXIT_NONE;
}

/* A sweep replaces the experiment's own of that name, or comes after the others. */
static cn_exit add_sweeps(const cn_cli *cli, const settings *set, cn_experiment *e) {
    for (int i = 0; i < set->sweeps.count; i++) {
        const char *sweep = set->sweeps.text[i];
        const size_t length = strcspn(sweep, "=") + 1;
        int at = 0;
        while (e->sweeps[at] && (at < CN_SWEEPS) && strncmp(e->sweeps[at], sweep, length) != 0) {
            at++;
        }
        if (at == CN_SWEEPS) return cn_out_usage(cli, "at most %d sweeps", CN_SWEEPS);
        e->sweeps[at] = sweep;
    }
    return CN_EXIT_NONE;
}

static cn_exit own_experiment(cn_cli *cli, const settings *set, cn_args *args, char *options,
                              size_t size, cn_experiment *e) {
    bool known = false;
    for (int i = 0; cli->games[i]; i++) known |= strcmp(cli->games[i]->name, args->word[0]) == 0;
    if (!known) {
        const char *names[CN_CLI_GAMES + 64] = {0};
        int n = 0;
        for (int i = 0; cli->games[i]; i++) names[n++] = cli->games[i]->name;
        for (const cn_experiment *x = cn_experiments(); x->name && n < CN_CLI_GAMES + 62; x++) {
            names[n++] = x->name;
        }
        names[n] = "compare";
        return cn_out_unknown(cli, "game or experiment", args->word[0], names);
    }
    cn_exit status = cn_args_game(cli, args);
    if (status != CN_EXIT_NONE) return status;
    if (!set->agents.count) {
        return cn_out_usage(cli, "which agent? Say --agent SPEC; `canopy agents` lists them");
    }
    cn_options_text(args->game->options, args->values, options, size);
    *e = (cn_experiment){.game = args->game->name,
                         .options = *options ? options : NULL,
                         .opponent = "random",
                         .trials = 10};
    return CN_EXIT_NONE;
}

/* ---- running ---- */

typedef struct watcher {
    const cn_cli *cli;
    const char *journal;
    double shown, saved; /* when the bar was drawn and the journal written */
} watcher;

static void on_watch(cn_search *const *searches, void *user) {
    (void)user;
    cn_interrupt_watch(searches);
}

static void duration(double seconds, char out[32]) {
    if (seconds < 90) {
        snprintf(out, 32, "%.0f s", seconds);
    } else if (seconds < 5400) {
        snprintf(out, 32, "%.0f min", seconds / 60);
    } else {
        snprintf(out, 32, "%.1f h", seconds / 3600);
    }
}

static bool on_tick(const cn_bench_state *state, void *user) {
    enum { WIDTH = 24 };
    watcher *w = user;
    const double now = cn_clock_seconds();
    if (w->cli->live && now - w->shown > 0.1 && state->elapsed > 0.5) {
        char bar[WIDTH + 1] = "", left[32] = "?";
        const int full = WIDTH * state->done / (state->total ? state->total : 1);
        for (int i = 0; i < WIDTH; i++) bar[i] = i < full ? '#' : '-';
        if (state->done) {
            duration(state->elapsed / state->done * (state->total - state->done), left);
        }
        cn_out_note(w->cli, "[%s] %d of %d trials, %s left  %.40s", bar, state->done, state->total,
                    left, state->now ? state->now->label : "");
        w->shown = now;
    }
    return !cn_interrupted();
}

/* Once a second is often enough: what a crash can lose is that second. */
static cn_status on_kept(const cn_bench *bench, void *user, cn_error *error) {
    watcher *w = user;
    const double now = cn_clock_seconds();
    if (!w->journal || now - w->saved < 1) return CN_OK;
    w->saved = now;
    return cn_journal_save(bench, w->journal, error);
}

static cn_status run_bench(const cn_cli *cli, cn_bench *b, const settings *set, cn_error *error) {
    watcher w = {.cli = cli, .journal = set->resume};
    const cn_bench_hooks hooks = {on_watch, on_tick, on_kept, &w};
    cn_status status = set->resume ? cn_journal_resume(b, set->resume, error) : CN_OK;
    if (status != CN_OK) return status;
    char warnings[CN_WARNINGS][160];
    const int count = cn_bench_warnings(b, warnings);
    for (int i = 0; i < count; i++) cn_out_message(cli, "warning: %s", warnings[i]);
    cn_interrupt_watch(NULL);
    status = cn_bench_run(b, &hooks, error);
    cn_out_note(cli, "%s", "");
    if (status == CN_OK && set->resume) status = cn_journal_save(b, set->resume, error);
    return status;
}

/* ---- what came out ---- */

static cn_status write_report(const cn_bench *b, const cn_summary *all, const char *path,
                              cn_error *error) {
    FILE *file = fopen(path, "w");
    if (!file) return cn_fail(error, CN_IO, "cannot write %s: %s", path, strerror(errno));
    const cn_status status = cn_html_write(file, b, all, error);
    const bool failed = ferror(file);
    if ((fclose(file) != 0 || failed) && status == CN_OK) {
        return cn_fail(error, CN_IO, "cannot write %s: %s", path, strerror(errno));
    }
    return status;
}

static cn_exit write_results(cn_cli *cli, const cn_bench *b, const settings *set) {
    cn_error error;
    cn_summary *all = cn_summarise(b);
    cn_sheet sheet = {.cells = NULL};
    cn_status status = all ? cn_sheet_new(b, all, &sheet, &error)
                           : cn_fail(&error, CN_NO_MEMORY, "no memory for the results");
    cn_exit code = CN_EXIT_OK;
    if (status == CN_OK) {
        if (set->json) {
            code = cn_out_json(cli, cn_journal_json(b, all));
        } else if (set->csv) {
            cn_sheet_csv(stdout, b, all);
        } else if (set->markdown) {
            cn_sheet_markdown(stdout, b, all, &sheet);
        } else {
            cn_sheet_text(stdout, b, all, &sheet);
        }
        if (set->report) status = write_report(b, all, set->report, &error);
    }
    if (status != CN_OK) code = cn_out_error(cli, status, &error);
    cn_sheet_free(&sheet);
    free(all);
    return code;
}

static cn_exit measure(cn_cli *cli, const settings *set, const cn_experiment *e,
                       const cn_game *game) {
    cn_bench bench;
    cn_error error;
    cn_status status = cn_bench_new(e, game, set->quick, &bench, &error);
    if (status != CN_OK) return cn_out_error(cli, status, &error);
    if (set->quick) {
        bench.trials = bench.trials < 10 ? bench.trials : 10;
        bench.budget = 20;
    }
    if (set->trials != UNSET) bench.trials = set->trials;
    if (set->warmup != UNSET) bench.warmup = set->warmup;
    if (set->seconds > 0) bench.budget = set->seconds;
    bench.seed = set->seed;
    status = run_bench(cli, &bench, set, &error);
    cn_exit code =
        status == CN_OK ? write_results(cli, &bench, set) : cn_out_error(cli, status, &error);
    if (code == CN_EXIT_OK && bench.interrupted) code = CN_EXIT_INTERRUPTED;
    cn_bench_free(&bench);
    return code;
}

static cn_exit signature(const cn_cli *cli) {
    uint64_t nodes;
    cn_error error;
    const cn_status made = cn_signature(&nodes, &error);
    if (made != CN_OK) return cn_out_error(cli, made, &error);
    printf("%" PRIu64 "\n", nodes);
    return CN_EXIT_OK;
}

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {.trials = UNSET, .warmup = UNSET, .steps = UNSET, .seed = 1};
    cn_args args;
    cn_exit status = cn_args_read(cli, &cn_verb_bench, argc, argv, &set, &args);
    if (status != CN_EXIT_NONE) return status;
    if (set.markdown + set.csv + set.json > 1) {
        return cn_out_usage(cli, "--markdown, --csv and --json: one of them at most");
    }
    if (set.signature || set.list) {
        status = cn_args_done(cli, &args, 0);
        return status != CN_EXIT_NONE ? status
               : set.list             ? list_all(cli, set.json)
                                      : signature(cli);
    }
    if (args.count == 0) {
        return cn_out_usage(cli, "what shall be measured? Say the name of an experiment (--list), "
                                 "or a game and an --agent");
    }
    if (strcmp(args.word[0], "compare") == 0) {
        if (args.count < 3) return cn_out_usage(cli, "compare: which two files?");
        status = cn_args_done(cli, &args, 3);
        const cn_bench_form form = set.json       ? CN_FORM_JSON
                                   : set.csv      ? CN_FORM_CSV
                                   : set.markdown ? CN_FORM_MARKDOWN
                                                  : CN_FORM_TEXT;
        return status != CN_EXIT_NONE ? status
                                      : cn_bench_compare(cli, args.word[1], args.word[2], form);
    }
    cn_experiment e;
    char options[CN_SPEC] = "";
    const cn_experiment *named = cn_experiment_find(args.word[0]);
    if (named) {
        e = *named;
        args.game = cn_cli_game(cli, e.game);
        status = args.game ? cn_args_done(cli, &args, 1) : CN_EXIT_USAGE;
    } else {
        status = own_experiment(cli, &set, &args, options, sizeof options, &e);
        if (status == CN_EXIT_NONE) status = cn_args_done(cli, &args, 0);
    }
    if (status == CN_EXIT_NONE) status = override(cli, &set, &e);
    if (status == CN_EXIT_NONE) status = read_position(cli, &set, &args, &e);
    if (status == CN_EXIT_NONE) status = add_sweeps(cli, &set, &e);
    return status == CN_EXIT_NONE ? measure(cli, &set, &e, args.game) : status;
}

#define TEXT_FLAG(flag, field, word, text)                                                      \
    {                                                                                           \
        .name = flag, .type = CN_FLAG_TEXT, .offset = offsetof(settings, field), .value = word, \
        .help = text                                                                            \
    }
#define INT_FLAG(flag, field, least, most, text)                                              \
    {                                                                                         \
        .name = flag, .type = CN_FLAG_INT, .offset = offsetof(settings, field), .value = "N", \
        .min = least, .max = most, .help = text                                               \
    }
#define SWITCH(flag, field, text) \
    { .name = flag, .offset = offsetof(settings, field), .help = text }

static const cn_flag flags[] = {
    SWITCH("list", list, "the built-in experiments"),
    SWITCH("quick", quick, "few trials, no more threads than cores: within a minute"),
    {.name = "agent",
     .letter = 'a',
     .type = CN_FLAG_LIST,
     .offset = offsetof(settings, agents),
     .value = "SPEC",
     .help = "the agent measured; repeated: several, compared"},
    TEXT_FLAG("opponent", opponent, "SPEC", "whom it plays (default random); self: itself"),
    SWITCH("search", search, "a trial is one search, not a game"),
    {.name = "sweep",
     .letter = 's',
     .type = CN_FLAG_LIST,
     .offset = offsetof(settings, sweeps),
     .value = "OPT=LIST",
     .help = "threads=1..8, chunk=1,10,100, ranks=1,2; may be repeated"},
    INT_FLAG("trials", trials, 1, 1000000, "of each configuration (default 10)"),
    INT_FLAG("warmup", warmup, 0, 1000, "trials before those that count (default 1)"),
    {.name = "seconds",
     .type = CN_FLAG_REAL,
     .offset = offsetof(settings, seconds),
     .value = "S",
     .min = 0,
     .max = 1e7,
     .help = "begin no new round of trials after S seconds"},
    INT_FLAG("seed", seed, 0, 1e9, "of the first trial; each has the next (default 1)"),
    TEXT_FLAG("side", side, "SIDE", "the agent plays first (default), second, both by turns"),
    INT_FLAG("steps", steps, 0, 1000000, "a game ends after N moves (default 0: at its end)"),
    SWITCH("per-step", per_step, "seconds a step instead of a game"),
    CN_SOURCE_FLAGS(settings, source),
    TEXT_FLAG("resume", resume, "FILE", "keep samples in FILE; go on where it ended"),
    TEXT_FLAG("report", report, "FILE", "write a page with plots (HTML)"),
    SWITCH("markdown", markdown, "the table as Markdown"),
    SWITCH("csv", csv, "one line a configuration, plain numbers"),
    SWITCH("json", json, "one JSON object, with all samples"),
    SWITCH("signature", signature, "one number: nodes searched over a fixed suite, one thread"),
    {.name = NULL},
};

const cn_verb cn_verb_bench = {
    .name = "bench",
    .words = "NAME | GAME [option=value…] --agent SPEC | compare FILE FILE",
    .summary = "measure agents: time, speed-up, efficiency, wins",
    .examples =
        "canopy bench --list\n"
        "canopy bench a-t1 --quick\n"
        "canopy bench e-go --report e-go.html --resume e-go.json\n"
        "canopy bench connect4 --search --agent pvs:depth=12,strategy=ybw --sweep threads=1,2\n"
        "canopy bench othello -a mcts:iterations=1000,strategy=chunks -s threads=1,2 -s "
        "chunk=1,10\n"
        "canopy bench compare before.json after.json\n",
    .text =
        "Runs an experiment: a built-in one by name, or your own on any game. A trial is a whole "
        "game against the opponent, or one search. Every combination of the swept values is a "
        "configuration; trials go round all of them, again and again, so that what disturbs the "
        "machine disturbs them alike, and trial i has the same seeds in each. The table has "
        "medians "
        "with 95 % intervals; the speed-up is over the first number of threads, or over the first "
        "configuration.\n"
        "\n"
        "A sweep is over an option of the agent or of the game; opponent.NAME and game.NAME say "
        "which. On a built-in experiment it replaces the sweep of that name. Ctrl-C ends the run "
        "and "
        "shows what is measured; with --resume the same command goes on later.\n"
        "\n"
        "`compare` reads two files of --json or --resume and tests whether the second is faster. "
        "--signature prints one number that changes only when the search does.",
    .flags = flags,
    .run = run,
};
