/* `canopy simulate [GAME]` plays one game between two agents and shows every step with what the
 * mover thought of it. Values are in the view of the mover. With --save the game is kept as a
 * record. */
#include "arena/agent.h"
#include "arena/json.h"
#include "arena/play.h"
#include "arena/write.h"
#include "cli/board.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/source.h"
#include "cli/thought.h"
#include "cli/trace_flag.h"
#include "cli/verbs.h"
#include "core/file.h"
#include "core/text.h"
#include "engine/spec.h"

/* What the flags say. The texts point into the command line, or are the defaults. */
typedef struct settings {
    bool json, quiet, scores;
    int steps;
    const char *agent[2];
    const char *trace;
    cn_source source;
    const char *save, *clock, *byoyomi;
} settings;

/* The game as it goes on, and what is kept of it. */
typedef struct show {
    cn_cli *cli;
    const settings *set;
    json_t *steps;
    cn_history history; /* for the record */
    cn_clocks clocks;
    cn_player players[2];
    cn_status kept;   /* whether the history could be kept */
    cn_error why;     /* if not */
    int heuristic[2]; /* that each agent searches by, else the game's first; for --scores */
} show;

/* Some heuristics have a companion named NAME-own, which counts the same for the mover alone
 * instead of as a difference. Returns its index, or -1 if the game has none. */
static int own_heuristic(const cn_game *game, int heuristic) {
    char name[64];
    snprintf(name, sizeof name, "%.58s-own", game->heuristics[heuristic].name);
    for (int i = 0; game->heuristics[i].name; i++) {
        if (strcmp(game->heuristics[i].name, name) == 0) return i;
    }
    return -1;
}

/* The static value of the position after the step, in the view of who made it. */
static int step_value(const cn_step *step, int heuristic) {
    const cn_position *p = step->position;
    const int value = cn_position_eval(p, heuristic);
    return cn_position_turn(p) == step->player ? value : -value;
}

/* With --scores: writes what the search found every legal move worth, and the static value of the
 * position that the step reached. */
static void write_scores(const show *s, const cn_step *step) {
    static char text[CN_MOVES_MAX * (CN_MOVE_TEXT + CN_SCORE_TEXT + 3)];
    const cn_game *game = step->position->game;
    const cn_result *r = step->result;
    text[0] = '\0';
    for (int i = 0; i < r->count; i++) {
        cn_text_add(text, sizeof text, "%s%s %s",
                    i ? ", " : "scores: ", cn_word_move(step->before, r->moves[i].move).text,
                    cn_word_score(game, r->moves[i].score).text);
    }
    if (*text) cn_out_wrap(text, 2);
    const int heuristic = s->heuristic[step->player], own = own_heuristic(game, heuristic);
    printf("  score of step %d: %d (%s", step->number, step_value(step, heuristic),
           game->heuristics[heuristic].name);
    if (own >= 0) printf("; the mover's alone: %d", step_value(step, own));
    puts(")");
}

/* A step as text: the move, what was thought, and the board after it. */
static void write_step(const show *s, const cn_step *step) {
    const cn_game *game = step->position->game;
    printf("Step %d: %s plays %s\n", step->number, game->player[step->player],
           cn_word_move(step->before, step->move).text);
    char thought[512];
    if (cn_thought_text(step->before, step->result, thought, sizeof thought)) {
        cn_out_wrap(thought, 2);
    }
    if (s->set->scores) write_scores(s, step);
    fputc('\n', stdout);
    cn_board_show(s->cli, step->position, cn_position_cell_of(step->before, step->move));
    fputc('\n', stdout);
}

/* A step as an object: who moved where, what the search said, and the position after it; with
 * --scores also what write_scores tells. */
static json_t *step_json(const show *s, const cn_step *step) {
    const cn_game *game = step->position->game;
    const cn_result *r = step->result;
    json_t *json =
        json_pack("{s:i, s:i, s:s, s:o, s:o, s:i, s:I, s:f, s:o}", "step", step->number, "player",
                  step->player, "name", game->player[step->player], "move",
                  cn_out_move(step->before, step->move), "score", cn_score_pack(game, r->score),
                  "depth", r->depth, "nodes", (json_int_t)r->nodes, "seconds", r->seconds,
                  "position", cn_out_position(step->position));
    if (!s->set->scores) return json;
    json_t *moves = json_array();
    for (int i = 0; i < r->count; i++) {
        json_array_append_new(moves, json_pack("{s:o, s:o}", "move",
                                               cn_out_move(step->before, r->moves[i].move), "score",
                                               cn_score_pack(game, r->moves[i].score)));
    }
    json_object_set_new(json, "moves", moves);
    const int heuristic = s->heuristic[step->player], own = own_heuristic(game, heuristic);
    json_object_set_new(json, "heuristic",
                        json_pack("{s:s, s:i, s:o*}", "name", game->heuristics[heuristic].name,
                                  "value", step_value(step, heuristic), "own",
                                  own < 0 ? NULL : json_integer(step_value(step, own))));
    return json;
}

/* A slow move shows on a terminal that it is being thought about. */
static void on_progress(const cn_result *so_far, void *user) {
    const show *s = user;
    if (so_far->seconds < 0.5) return;
    cn_out_note(s->cli, "depth %d, value %s, %.1f s…", so_far->depth,
                cn_word_score(s->history.now.game, so_far->score).text, so_far->seconds);
}

/* After each move: shows and keeps it; false ends the game. */
static bool on_step(const cn_step *step, void *user) {
    show *s = user;
    cn_out_note(s->cli, "%s", "");
    if (s->set->json) {
        json_array_append_new(s->steps, step_json(s, step));
    } else if (!s->set->quiet) {
        write_step(s, step);
    }
    s->kept = cn_history_play(&s->history, step->move, step->seconds, &s->why);
    return s->kept == CN_OK && !cn_interrupted() && cn_out_flush(s->cli);
}

/* Who played, when, and who lost otherwise than on the board, if anybody did. */
static cn_record_info info_of(const show *s) {
    cn_record_info info = {0};
    cn_info_today(&info);
    for (int i = 0; i < 2; i++) {
        snprintf(info.player[i], sizeof info.player[i], "%s", s->set->agent[i]);
    }
    if (s->clocks.used) cn_clocks_setting(&s->clocks, info.clock, sizeof info.clock);
    for (int i = 0; i < 2; i++) {
        if (s->players[i].ending == CN_ENDED_ON_BOARD) continue;
        info.ending = s->players[i].ending;
        info.loser = i;
        snprintf(info.reason, sizeof info.reason, "%.399s", s->players[i].reason.text);
    }
    return info;
}

/* How the game ended, who played, and what was used of the time. */
static void write_end(cn_cli *cli, const show *s, const cn_record_info *info) {
    const settings *set = s->set;
    const cn_position *p = &s->history.now;
    const cn_player *players = s->players;
    const int steps = s->history.count;
    const cn_outcome outcome = cn_info_outcome(info, p);
    const bool told =
        (info->ending == CN_ENDED_FORFEIT || info->ending == CN_ENDED_ON_TIME) && info->reason[0];
    char text[128];
    cn_outcome_text(info, p, steps, text, sizeof text);
    cn_board board;
    cn_position_draw(p, &board);
    int pieces[2] = {0}; /* of each player, whatever their kind */
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (board.cell[i]) pieces[cn_cell_player(board.cell[i])]++;
    }
    if (set->json) {
        cn_out_json(
            cli,
            json_pack("{s:s, s:[s,s], s:b, s:s?, s:s?, s:o, s:s, s:s*, s:i, s:[i,i], s:[f,f], s:O}",
                      "game", p->game->name, "agents", set->agent[0], set->agent[1], "over",
                      outcome != CN_ONGOING, "outcome", cn_outcome_word(outcome), "winner",
                      cn_outcome_winner(p->game, outcome), "score", cn_outcome_score(info, p),
                      "result", text, "reason", told ? info->reason : NULL, "plies", steps,
                      "on_board", pieces[0], pieces[1], "seconds", players[0].seconds,
                      players[1].seconds, "steps", s->steps));
        return;
    }
    printf("%s\n", text);
    if (told) {
        cn_out_clean(stdout, info->reason);
        fputc('\n', stdout);
    }
    const char *const *name = p->game->player, *const *agent = set->agent;
    const int longer_name = strlen(name[1]) > strlen(name[0]);
    const int longer_agent = strlen(agent[1]) > strlen(agent[0]);
    for (int i = 0; i < 2; i++) {
        printf("%-*s  %-*s  %3d on the board  %.3f s\n", (int)strlen(name[longer_name]), name[i],
               (int)strlen(agent[longer_agent]), agent[i], pieces[i], players[i].seconds);
    }
}

/* Seats the agents and makes all else ready. */
static void prepare(show *s, const cn_past *past, const cn_position *p, cn_search *watched[3]) {
    const cn_cli *cli = s->cli;
    const settings *set = s->set;
    cn_record_format format;
    if (set->clock || set->byoyomi) {
        cn_out_must(cli, cn_clocks_parse(set->clock, set->byoyomi, &s->clocks, cli->error));
    }
    if (set->save) cn_out_must(cli, cn_write_format(p->game, set->save, &format, cli->error));
    if (set->save) cn_out_must(cli, cn_file_check(set->save, cli->error));
    cn_out_must(cli, cn_history_begin(&s->history, p, cli->error));
    for (int i = 0; i < 2; i++) {
        cn_player *player = &s->players[i];
        cn_spec spec;
        cn_out_must(cli, cn_agent_open(p->game, set->agent[i], &player->search, cli->error));
        watched[i] = player->search;
        player->limits.past = past;
        if (set->scores) player->limits.lines = CN_LINES_MAX; /* so that every move has a value */
        if (cn_spec_parse(p->game, set->agent[i], &spec, NULL) == CN_OK) {
            s->heuristic[i] = cn_spec_heuristic(&spec);
        }
        player->progress = on_progress;
        player->user = s;
        player->clocks = s->clocks.used ? &s->clocks : NULL;
    }
}

/* Plays the game from where the history is, shows it, and saves it if that was asked for. */
static cn_exit play(cn_cli *cli, const settings *set, const cn_value *values, cn_history *history) {
    const cn_past past = cn_history_past(history);
    cn_position *p = &history->now; /* plays on, while the past stays what it was */
    cn_search *watched[3] = {0};
    show s = {.cli = cli, .set = set, .steps = json_array()};
    prepare(&s, &past, p, watched);
    int steps = 0;
    cn_recording recording;
    char label[CN_TRACE_LABEL];
    snprintf(label, sizeof label, "%s: %s, %s", p->game->name, set->agent[0], set->agent[1]);
    cn_trace_flag_begin(cli, set->trace, label, watched, &recording);
    cn_interrupt_watch(watched, 2);
    const cn_status status = cn_play(p, s.players, set->steps, on_step, &s, &steps, cli->error);
    /* An engine that was told to stop has no move, but what was played is shown and kept. */
    if (!(status == CN_STOPPED && cn_interrupted())) cn_out_must(cli, status);
    cn_out_check(cli, s.kept, &s.why);
    const cn_record_info info = info_of(&s);
    write_end(cli, &s, &info);
    if (set->save) {
        cn_out_must(cli, cn_write_file(set->save, &s.history, values, &info, cli->error));
    }
    cn_trace_flag_end(cli, watched, &recording);
    json_decref(s.steps);
    for (int i = 0; i < 2; i++) cn_search_free(s.players[i].search);
    cn_history_free(&s.history);
    return cn_interrupted() ? CN_EXIT_INTERRUPTED : CN_EXIT_OK;
}

/* Sets up where the game begins, and plays it. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    for (int i = 0; i < 2; i++) cn_args_agent(cli, args, set->agent[i]);
    cn_history history;
    cn_source_history(cli, args, &set->source, &history);
    const cn_exit code = play(cli, set, args->values, &history);
    cn_history_free(&history);
    return code;
}

static const cn_flag flags[] = {
    CN_AGENT_FLAGS(settings),
    CN_INT(settings, steps, "steps", 0, "N", 0, 1000000),
    CN_SOURCE_FLAGS(settings, source),
    CN_TEXT(settings, save, "save", 's', "FILE"),
    CN_CLOCK_FLAGS(settings),
    CN_SWITCH(settings, scores, "scores", 0),
    CN_SWITCH(settings, quiet, "quiet", 'q'),
    CN_TRACE_FLAG(settings, trace),
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--quiet", CN_NOT_WITH, "--json --scores", "it shows the result only"},
    {0},
};

const cn_verb cn_verb_simulate = {CN_VERB(simulate),
                                  CN_SETTINGS(.agent = {"pvs:time=0.05", "pvs:time=0.05"}),
                                  .takes = CN_TAKES_GAME_OR_FIRST, .clashes = clashes};
