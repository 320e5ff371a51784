/* `canopy analyze GAME [POSITION]` shows the best moves of one position, with their values and the
 * lines of play expected after them. All values are in the view of the side to move.
 *
 * On a terminal the table is redrawn in place while the search goes on; with --json every step is
 * an object on a line of its own, the last marked `final`. `--game` is in analyze_game.c and
 * `--tree` in tree_view.c. */
#include "cli/analyze.h"
#include "arena/analyst.h"
#include "arena/exec.h"
#include "arena/json.h"
#include "arena/moves.h"
#include "cli/board.h"
#include "cli/interrupt.h"
#include "cli/launch.h"
#include "cli/outcome.h"
#include "cli/thought.h"
#include "cli/trace_flag.h"
#include "cli/verbs.h"
#include "core/clock.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum { ROW = 800 }; /* room for a row of the table */

/* The table on the terminal and what it shows. It lives on the stack of `analyze` and is handed to
 * on_progress as user data. */
typedef struct screen {
    cn_cli *cli;
    const cn_analyze *set;
    const cn_position *position;
    bool live;    /* the table is redrawn in place */
    int width;    /* columns of the terminal; 0: rows are not cut */
    int drawn;    /* lines of the table on the terminal */
    double shown; /* when it was drawn last */
} screen;

/* ---- the agent ---- */

/* Puts the agent's specification together from the flags, into set->spec. An agent that the user
 * names keeps its own limits; the default one has no limits besides those of the flags, and gets 3
 * seconds for a position or 0.3 for a move of a record if there are none. A flag that repeats an
 * option of the agent is refused. Another program (`exec:`) is taken as it was written, because its
 * options are not ours to read. Agents that do not search are refused. */
static void settle_agent(const cn_cli *cli, const cn_game *game, cn_analyze *set) {
    const char *agent = set->agent ? set->agent : set->tree ? "mcts" : "hard";
    const char *own = set->agent || set->tree ? agent : NULL;
    cn_args_once(cli, game, own, "time", set->seconds > 0);
    cn_args_once(cli, game, own, "depth", set->depth > 0);
    cn_args_once(cli, game, own, "threads", set->threads > 0);
    if (!set->agent && set->seconds == 0 && set->depth == 0) set->seconds = set->record ? 0.3 : 3;
    if (cn_exec_is(agent)) {
        CN_USAGE_IF(strlen(agent) >= sizeof set->spec, cli,
                    "--agent: an agent has at most %zu characters", sizeof set->spec - 1);
        memcpy(set->spec, agent, strlen(agent) + 1);
        return;
    }
    cn_spec spec;
    cn_out_must(cli,
                cn_analyst_spec(game, agent, set->agent != NULL, set->threads, &spec, cli->error));
    cn_out_must(cli, cn_spec_text(&spec, set->spec, sizeof set->spec, cli->error));
    if (spec.kind->parallel || (spec.kind->traits & CN_KIND_BROUGHT)) return;
    cn_out_usage(cli, "--agent %.40s: it does not search; `pvs` and `mcts` do", agent);
}

/* ---- the table ---- */

/* Writes a row and counts it. On a terminal a row is cut at the right edge: one that wrapped would
 * take two lines, and moving the cursor up by `drawn` lines would then miss the top of the table.
 */
static void put_row(screen *s, const char *row) {
    int columns = 0;
    for (const char *p = row; *p; p++) {
        columns += ((unsigned char)*p & 0xc0) != 0x80;
        if (s->width > 0 && columns > s->width) break;
        fputc(*p, stdout);
    }
    fputc('\n', stdout);
    s->drawn++;
}

/* Writes a heading and a row for each of the best moves. Where the table is live, the cursor first
 * goes up over the one drawn before. The board is drawn once, before the first table. */
static void write_table(screen *s, const cn_result *r) {
    char row[ROW], text[CN_LINE_TEXT];
    const bool monte_carlo = r->iterations > 0;
    const uint64_t count = monte_carlo ? r->iterations : r->nodes;
    if (s->shown == 0) {
        const cn_position *p = s->position;
        cn_board_show(s->cli, p, -1);
        printf("%s to move\n\n", p->game->player[cn_position_turn(p)]);
    }
    if (s->drawn > 0) printf("\033[%dA\033[J", s->drawn);
    s->drawn = 0;
    snprintf(row, sizeof row, "depth %d, %" PRIu64 " %s, %.2f s%s", r->depth, count,
             monte_carlo ? "iterations" : "nodes", r->seconds, r->score.proven ? ", proven" : "");
    put_row(s, row);
    snprintf(row, sizeof row, "  # %-6s %12s %12s  %s", "move", "value",
             monte_carlo ? "visits" : "nodes", "line");
    put_row(s, row);
    for (int i = 0; i < r->top_count; i++) {
        const cn_line *line = &r->top[i];
        cn_thought_line(s->position, line->moves, line->length, 12, text, sizeof text);
        snprintf(row, sizeof row, "%3d %-6s %s %12" PRIu64 "  %s", i + 1,
                 cn_word_move(s->position, line->info.move).text,
                 cn_word_cell(s->position->game, line->info.score).text,
                 monte_carlo ? line->info.visits : line->info.nodes, text);
        put_row(s, row);
    }
    s->shown = cn_clock_seconds();
    fflush(stdout);
}

/* ---- JSON ---- */

/* One of the best moves with its score, the nodes or visits spent on it, and the line expected
 * after it. */
static json_t *line_json(const screen *s, const cn_result *r, const cn_line *line) {
    json_t *moves = json_array();
    cn_walk walk;
    for (cn_walk_begin(&walk, s->position, line->moves, line->length); cn_walk_next(&walk);) {
        json_array_append_new(moves, cn_out_move(&walk.position, walk.move));
    }
    json_t *json =
        json_pack("{s:o, s:o, s:I, s:o}", "move", cn_out_move(s->position, line->info.move),
                  "score", cn_score_pack(s->position->game, line->info.score), "nodes",
                  (json_int_t)line->info.nodes, "line", moves);
    if (r->iterations > 0) {
        json_object_set_new(json, "visits", json_integer((json_int_t)line->info.visits));
    }
    return json;
}

/* One step as an object; the last is marked `final`. */
static void write_json(const screen *s, const cn_result *r, bool final) {
    const cn_game *game = s->position->game;
    json_t *lines = json_array();
    for (int i = 0; i < r->top_count; i++) {
        json_array_append_new(lines, line_json(s, r, &r->top[i]));
    }
    cn_out_json(s->cli,
                json_pack("{s:s, s:o, s:s, s:b, s:b, s:o, s:o, s:i, s:I, s:I, s:f, s:o}", "game",
                          game->name, "position", cn_out_position(s->position), "agent",
                          s->set->spec, "final", final, "complete", r->complete, "best",
                          cn_out_move(s->position, r->best), "score", cn_score_pack(game, r->score),
                          "depth", r->depth, "nodes", (json_int_t)r->nodes, "iterations",
                          (json_int_t)r->iterations, "seconds", r->seconds, "lines", lines));
}

/* ---- running ---- */

/* Shows what the search says so far. The search calls it from the thread that runs it, here the
 * main thread, after each depth and, for Monte Carlo, several times a second. */
static void on_progress(const cn_result *so_far, void *user) {
    screen *s = user;
    /* Ten times a second is as fast as one can read. The steps of a Monte Carlo search are thinned
     * out to that; a finished depth of alpha-beta is always written as JSON, because each is a
     * result. */
    const bool soon = cn_clock_seconds() - s->shown < 0.1;
    if (s->set->json && !(soon && so_far->iterations > 0)) {
        s->shown = cn_clock_seconds();
        write_json(s, so_far, false);
        cn_out_flush(s->cli);
    } else if (s->live && !soon) {
        write_table(s, so_far);
    }
}

/* What there is to say of a position in which the game is over. */
static cn_exit write_over(cn_cli *cli, const cn_analyze *set, const cn_position *position) {
    const cn_outcome outcome = cn_position_over(position);
    if (!set->json) {
        cn_outcome_over(position);
        return CN_EXIT_OK;
    }
    return cn_out_json(cli,
                       json_pack("{s:s, s:b, s:b, s:s, s:s?}", "game", position->game->name,
                                 "final", true, "over", true, "outcome", cn_outcome_word(outcome),
                                 "winner", cn_outcome_winner(position->game, outcome)));
}

/* The form of --tree: what --tree-format says, else JSON with --json and text without. */
static cn_tree_format tree_format(const cn_cli *cli, const cn_analyze *set) {
    static const char *const names[] = {"text", "json", "dot", NULL};
    if (!set->tree_format) return set->json ? CN_TREE_JSON : CN_TREE_TEXT;
    return (cn_tree_format)cn_out_choice(cli, "--tree-format", set->tree_format, names);
}

/* Runs the search and shows what it finds, until it ends or is interrupted. */
static cn_exit analyze(cn_cli *cli, const cn_analyze *set, const cn_history *history) {
    const cn_position *position = &history->now;
    const cn_past past = cn_history_past(history);
    static cn_result result; /* large for a stack */
    const cn_tree_format format = tree_format(cli, set);
    if (cn_position_over(position) != CN_ONGOING) return write_over(cli, set, position);
    cn_search *searches[2] = {cn_interrupt_open(cli, position->game, set->spec)};
    char label[CN_TRACE_LABEL];
    cn_recording recording;
    snprintf(label, sizeof label, "%s: %.200s", position->game->name, set->spec);
    cn_trace_flag_begin(cli, set->trace, label, searches, &recording);
    struct winsize size;
    const bool terminal = cli->live && cn_cli_terminal(STDOUT_FILENO);
    screen s = {.cli = cli, .set = set, .position = position};
    s.live = terminal && !set->json && !set->tree;
    if (s.live && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) s.width = size.ws_col;
    const cn_limits limits = {
        .depth = set->depth,
        .seconds = set->seconds,
        .lines = set->tree ? 1 : set->lines,
        .past = &past,
    };
    const cn_status status = cn_search_run(searches[0], position, &limits,
                                           set->tree ? NULL : on_progress, &s, &result, cli->error);
    cn_out_must(cli, status);
    if (set->tree) {
        cn_tree_write(cli, searches[0], position, set->tree, set->tree_width, format);
    } else if (set->json) {
        write_json(&s, &result, true);
    } else {
        write_table(&s, &result);
    }
    cn_trace_flag_end(cli, searches, &recording);
    cn_interrupt_free(searches[0]);
    return cn_interrupted() ? CN_EXIT_INTERRUPTED : CN_EXIT_OK;
}

/* Reads the command line and turns to recorded games or to one position. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    cn_analyze *set = given;
    cn_source_word(cli, args, &set->source);
    cn_args_agent(cli, args, set->agent);
    settle_agent(cli, args->game, set);
    if (set->record) return cn_analyze_games(cli, args, set);
    cn_history history;
    cn_source_history(cli, args, &set->source, &history);
    const cn_exit code = analyze(cli, set, &history);
    cn_history_free(&history);
    return code;
}

static const cn_flag flags[] = {
    CN_INT(cn_analyze, lines, "lines", 0, "N", 1, CN_LINES_MAX),
    CN_REAL(cn_analyze, seconds, "time", 0, "S", 0.001, 1e6),
    CN_INT(cn_analyze, depth, "depth", 0, "N", 1, 200),
    CN_THREADS_FLAG(cn_analyze, threads),
    CN_TEXT(cn_analyze, agent, "agent", 'a', "AGENT"),
    CN_SOURCE_FLAGS(cn_analyze, source),
    CN_TEXT(cn_analyze, record, "game", 'g', "FILE"),
    CN_INT(cn_analyze, tree, "tree", 0, "DEPTH", 1, CN_RESULT_LINE),
    CN_INT(cn_analyze, tree_width, "tree-width", 0, "N", 0, CN_MOVES_MAX),
    CN_TEXT(cn_analyze, tree_format, "tree-format", 0, "FORMAT"),
    CN_TRACE_FLAG(cn_analyze, trace),
    CN_SWITCH(cn_analyze, json, "json", 0),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--tree", CN_NOT_WITH, "--game", "it draws the search of a position"},
    {"--tree-format", CN_NEEDS, "--tree", "it says how the tree is drawn"},
    {"--tree-width", CN_NEEDS, "--tree", "it says how the tree is drawn"},
    {"--tree-format", CN_NOT_WITH, "--json",
     "it says how the tree is drawn; json is one of its formats"},
    {"--trace", CN_NOT_WITH, "--game", "it records the search of a position"},
    {"--lines", CN_NOT_WITH, "--game --tree", "it says how many moves of a position are shown"},
    {0},
};

const cn_verb cn_verb_analyze = {CN_VERB(analyze),
                                 CN_SETTINGS_OF(cn_analyze, .lines = 3, .tree_width = 4),
                                 .takes = CN_TAKES_GAME, .words_most = 1, .clashes = clashes};
