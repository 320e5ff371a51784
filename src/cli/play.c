/* canopy play [GAME] */
#include "cli/play.h"

#include "arena/drawing.h"
#include "arena/exec.h"
#include "arena/handicap.h"
#include "cli/interrupt.h"
#include "cli/out.h"
#include "cli/outcome.h"
#include "cli/source.h"
#include "cli/thought.h"
#include "cli/verbs.h"
#include "core/clock.h"
#include "core/file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <strings.h>

typedef struct settings {
    const char *agent[2], *level;
    cn_source source;
    const char *load, *save;
    const char *clock, *byoyomi;
    int handicap; /* stones; 0: none */
    bool quiet, ponder;
} settings;

/* ---- the game ---- */

int cn_play_turn(const cn_session *s) {
    return s->history.now.rules->turn(s->history.now.state);
}

bool cn_play_over(const cn_session *s) {
    const cn_position *now = &s->history.now;
    return s->info.ending != CN_ENDED_ON_BOARD || now->rules->over(now->state) != CN_ONGOING;
}

void cn_play_changed(cn_session *s) {
    s->fresh = s->announced = s->counting = false;
    s->saved_count = -1;
    s->asked = cn_clock_seconds();
    cn_clocks_follow(&s->clocks, &s->history);
}

cn_status cn_play_begin(cn_session *s, const cn_position *start, cn_error *error) {
    cn_history history;
    const cn_status status = cn_history_begin(&history, start, error);
    if (status != CN_OK) return status;
    cn_history_free(&s->history);
    s->history = history;
    s->info.ending = CN_ENDED_ON_BOARD;
    s->info.counted = false;
    cn_info_today(&s->info);
    cn_play_changed(s);
    return CN_OK;
}

void cn_play_move(cn_session *s, cn_move move, double seconds) {
    const int player = cn_play_turn(s);
    cn_error error;
    if (cn_history_play(&s->history, move, seconds, &error) != CN_OK) {
        cn_play_refuse(s, "%s", error.text);
        s->leaving = true;
        s->code = CN_EXIT_FAILURE;
        return;
    }
    s->fresh = s->announced = s->info.counted = s->counting = false;
    s->saved_count = -1;
    s->asked = cn_clock_seconds();
    const cn_position *now = &s->history.now;
    /* Who ends the game with the move has no more need of time. */
    if (!cn_clocks_spend(&s->clocks, player, seconds) &&
        now->rules->over(now->state) == CN_ONGOING) {
        s->info.ending = CN_ENDED_ON_TIME;
        s->info.loser = player;
    }
}

/* No move came: the agent has lost, was stopped, or cannot play here at all. */
static void without_move(cn_session *s, const cn_search *search, cn_status status,
                         const cn_error *error) {
    if (status == CN_RESIGNED || status == CN_ENGINE_FAILED) {
        s->info.ending = status == CN_RESIGNED  ? CN_ENDED_RESIGNED
                         : cn_exec_late(search) ? CN_ENDED_ON_TIME
                                                : CN_ENDED_FORFEIT;
        s->info.loser = cn_play_turn(s);
        snprintf(s->info.reason, sizeof s->info.reason, "%.399s", error->text);
        s->fresh = s->announced = false;
        s->saved_count = -1;
    } else if (status == CN_STOPPED && s->prompts) {
        s->paused = true;
    } else {
        s->leaving = true;
        s->code = status == CN_STOPPED ? CN_EXIT_INTERRUPTED : CN_EXIT_FAILURE;
    }
    cn_play_refuse(s, "%s%s", error->text, s->paused ? "; continue asks again" : "");
}

void cn_play_agent(cn_session *s, cn_search *search) {
    const int player = cn_play_turn(s);
    const char *name = s->game->player[player];
    cn_limits limits = {0};
    cn_result result;
    cn_error error;
    double seconds;
    cn_clocks_limit(&s->clocks, player, &limits);
    const cn_status status =
        cn_play_think(s, search, &limits, name, NULL, &result, &seconds, &error);
    if (status != CN_OK) {
        without_move(s, search, status, &error);
        return;
    }
    char move[CN_MOVE_TEXT], thought[512];
    s->game->print_move(s->history.now.state, result.best, move);
    const bool thinks = cn_thought_text(&s->history.now, &result, thought, sizeof thought);
    cn_play_move(s, result.best, seconds);
    cn_play_say(s, "%s plays %s%s%s", name, move, thinks ? ": " : "", thought);
}

/* ---- files ---- */

cn_status cn_play_save(cn_session *s, const char *path, cn_error *error) {
    cn_record_info info = s->info;
    for (int i = 0; i < 2; i++) {
        snprintf(info.player[i], sizeof info.player[i], "%s", s->seat[i].agent);
    }
    if (s->clocks.used) cn_clocks_setting(&s->clocks, info.clock, sizeof info.clock);
    if (strlen(path) >= sizeof s->path) {
        return cn_fail(error, CN_BAD_INPUT, "a file name has at most %zu characters",
                       sizeof s->path - 1);
    }
    const cn_status status = cn_write_file(path, &s->history, s->values, &info, error);
    if (status != CN_OK) return status;
    if (path != s->path) snprintf(s->path, sizeof s->path, "%s", path);
    s->saved_count = s->history.count;
    return CN_OK;
}

/* Plays the first game of a text into a history. */
static cn_status read_game(cn_records *records, cn_history *history, cn_error *error) {
    bool more;
    const cn_status status = cn_records_next(records, &more, error);
    if (status != CN_OK) return status;
    if (!more) return cn_fail(error, CN_BAD_INPUT, "there is no game in it");
    return cn_records_history(records, INT_MAX, history, error);
}

static cn_status take_text(cn_session *s, const char *text, size_t size, const char *start,
                           bool players, cn_error *error) {
    cn_records records;
    cn_history history = {0};
    cn_status status = cn_records_open(&records, s->game, s->values, start, text, size, error);
    if (status == CN_OK) status = read_game(&records, &history, error);
    if (status != CN_OK) {
        cn_history_free(&history);
        cn_records_close(&records);
        return status;
    }
    cn_history_free(&s->history);
    s->history = history;
    memcpy(s->values, records.values, sizeof s->values);
    s->info = records.info;
    if (!s->info.date[0]) cn_info_today(&s->info);
    /* The clock of the record goes on, if there is none here. */
    cn_clocks clocks;
    if (!s->clocks.used && s->info.clock[0] &&
        cn_clocks_read(s->info.clock, &clocks, NULL) == CN_OK) {
        s->clocks = clocks;
    }
    /* A name that is no agent is a person's. A file starts no programs. */
    for (int i = 0; i < 2 && players; i++) {
        if (cn_exec_is(s->info.player[i])) {
            cn_play_refuse(s, "%s was `%.200s`: --%s starts it again", s->game->player[i],
                           s->info.player[i], i ? "second" : "first");
        } else if (s->info.player[i][0]) {
            cn_play_seat(s, i, s->info.player[i], NULL);
        }
    }
    cn_records_close(&records);
    cn_play_changed(s);
    return CN_OK;
}

cn_status cn_play_load(cn_session *s, const char *path, bool players, cn_error *error) {
    FILE *file = cn_file_open(path, error);
    if (!file) return CN_BAD_INPUT;
    char *text;
    size_t size;
    cn_error why;
    cn_status status = cn_records_load(file, &text, &size, &why);
    fclose(file);
    if (status == CN_OK) {
        status = take_text(s, text, size, NULL, players, &why);
        free(text);
    }
    if (status != CN_OK) return cn_fail(error, status, "%.160s: %.340s", path, why.text);
    if (!s->keep && strlen(path) < sizeof s->path) { /* where `save` puts it, unless told */
        snprintf(s->path, sizeof s->path, "%s", path);
        s->saved_count = s->history.count;
    }
    return CN_OK;
}

/* ---- the start ---- */

/* A board drawn on the first lines of standard input, up to an empty one; moves follow. */
static cn_status read_board(cn_session *s, cn_position *start, cn_error *error) {
    static char rows[CN_TEXT_MAX];
    if (s->prompts) cn_out_message(s->cli, "type the board row by row; an empty line ends it");
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    while (memory && getline(&s->line, &s->line_room, stdin) >= 0) {
        const bool blank = s->line[strspn(s->line, " \t\r\n")] == '\0';
        if (blank && ftell(memory) > 0) break;
        if (!blank) fputs(s->line, memory);
    }
    if (!memory || fclose(memory) != 0) return cn_fail(error, CN_NO_MEMORY, "no memory");
    cn_error why;
    const bool one_line = size > 0 && strchr(text, '\n') == text + size - 1;
    if (one_line) text[size - 1] = '\0';
    cn_status status = one_line ? CN_OK : cn_drawing_read(s->game, text, rows, &why);
    if (status == CN_OK) {
        status = cn_position_new(s->game, s->values, one_line ? text : rows, start, &why);
    }
    free(text);
    if (status == CN_OK) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "standard input: %.480s", why.text);
}

static cn_status play_first(cn_session *s, const cn_position *start, const char *moves,
                            cn_error *error) {
    char *text = malloc(CN_TEXT_MAX);
    if (!text) return cn_fail(error, CN_NO_MEMORY, "no memory");
    s->game->print(start->state, text, CN_TEXT_MAX);
    cn_error why;
    cn_status status = take_text(s, moves, strlen(moves), text, false, &why);
    if (status != CN_OK)
        status = cn_fail(error, status, "--moves: %.480s", cn_source_moves_text(&why));
    free(text);
    return status;
}

static cn_status begin(cn_session *s, const cn_args *args, const settings *set, cn_error *error) {
    const bool chosen = set->agent[0] || set->agent[1];
    cn_source source = set->source;
    source.moves = NULL; /* they are for the history, not for the start */
    cn_position start;
    cn_status status = CN_OK;
    if (set->load) {
        status = cn_play_load(s, set->load, !chosen, error);
        if (status == CN_OK) cn_args_kept(s->cli, args, s->values, set->load);
        return status;
    }
    if (set->handicap) {
        status = cn_handicap_start(s->game, s->values, set->handicap, &start, error);
    } else if (source.board && !source.position && strcmp(source.board, "-") == 0) {
        status = read_board(s, &start, error);
    } else {
        cn_source_read(s->cli, args, &source, &start);
    }
    if (status == CN_OK) {
        const char *moves = set->source.moves;
        status = cn_play_begin(s, &start, error);
        if (status == CN_OK && moves && moves[strspn(moves, " ")]) {
            status = play_first(s, &start, moves, error);
        }
        cn_position_free(&start);
    }
    return status;
}

static int agent_count(const cn_session *s) {
    return (s->seat[0].search != NULL) + (s->seat[1].search != NULL);
}

/* Somebody for every seat: what was said, else a person against an agent. */
static cn_status seat_all(cn_session *s, const settings *set, cn_error *error) {
    bool levelled = !set->level;
    snprintf(s->helper, sizeof s->helper, "hard");
    for (int i = 0; i < 2; i++) {
        const char *given = set->agent[i], *other = set->agent[i ^ 1];
        const bool recorded = !given && s->seat[i].agent[0];
        if (recorded && !(set->level && s->seat[i].search)) continue; /* the record says */
        const bool against_human = other ? strcasecmp(other, "human") == 0 : i == 1;
        if (!given && (recorded || against_human)) {
            given = set->level ? set->level : "normal";
            levelled = true;
        }
        const cn_status status = cn_play_seat(s, i, given ? given : "human", error);
        if (status != CN_OK) return status;
    }
    if (!levelled) {
        return cn_fail(error, CN_BAD_USAGE,
                       "--level %.40s: there is no seat left for it; it is "
                       "the agent that a person plays against",
                       set->level);
    }
    if (set->ponder && agent_count(s) != 1) {
        return cn_fail(error, CN_BAD_USAGE, "--ponder is for an agent that plays against a person");
    }
    return CN_OK;
}

/* ---- the end ---- */

static void announce(cn_session *s) {
    if (s->announced || !cn_play_over(s)) return;
    char text[160];
    if (!s->info.counted) cn_play_count(s);
    if (s->counting && !s->agreed) {
        s->announced = true;
        return;
    }
    cn_outcome_ending(&s->info, &s->history.now, s->history.count, text, sizeof text);
    if (!s->screen) cn_play_show(s);
    cn_play_say(s, "%s", text);
    if (s->prompts)
        cn_play_say(s, "new begins again, undo takes back, save FILE keeps it, quit leaves");
    s->announced = true;
}

/* A word that a shell reads as it stands, or in quotes. */
static void put_word(const char *text) {
    const bool plain =
        *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                    ":=,./_-+")];
    if (plain) {
        fputs(text, stdout);
        return;
    }
    fputc('\'', stdout);
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
        } else {
            fputc(*text, stdout);
        }
    }
    fputc('\'', stdout);
}

/* The start as position text, or an empty one if the options make it. */
static void own_start(const cn_session *s, char *text, size_t size) {
    static char usual[CN_TEXT_MAX];
    cn_position start;
    s->game->print(s->history.start.state, text, size);
    if (cn_position_new(s->game, s->values, NULL, &start, NULL) != CN_OK) return;
    s->game->print(start.state, usual, sizeof usual);
    cn_position_free(&start);
    if (strcmp(text, usual) == 0) text[0] = '\0';
}

/* The command that goes on with the game as it is now. */
static void tell_how(cn_session *s) {
    static char start[CN_TEXT_MAX];
    const bool saved = s->saved_count == s->history.count && s->path[0];
    own_start(s, start, sizeof start);
    if (s->history.count == 0 && !start[0] && !saved) return; /* nothing is lost */
    printf("go on with: canopy play %s", s->game->name);
    if (saved) {
        fputs(" --load ", stdout);
        put_word(s->path);
        fputc('\n', stdout);
        return;
    }
    for (int i = 0; s->game->options[i].name; i++) {
        if (strcmp(s->values[i].text, s->game->options[i].fallback) == 0) continue;
        char text[256];
        snprintf(text, sizeof text, "%s=%s", s->game->options[i].name, s->values[i].text);
        fputc(' ', stdout);
        put_word(text);
    }
    for (int i = 0; i < 2; i++) {
        printf(" --%s ", i ? "second" : "first");
        put_word(s->seat[i].agent);
    }
    if (s->clocks.main + s->clocks.increment > 0) {
        printf(" --clock %g", s->clocks.main);
        if (s->clocks.increment > 0) printf("+%g", s->clocks.increment);
    }
    if (s->clocks.periods > 0) printf(" --byoyomi %dx%g", s->clocks.periods, s->clocks.period);
    if (start[0]) {
        fputs(" --position ", stdout);
        put_word(start);
    }
    char *moves = cn_history_text(&s->history);
    if (moves && *moves) {
        fputs(" --moves ", stdout);
        put_word(moves);
    }
    free(moves);
    fputc('\n', stdout);
}

static void finish(cn_session *s) {
    const bool drawn = s->screen;
    cn_error error;
    cn_play_close_screen(s);
    if (drawn) {
        s->fresh = false;
        cn_play_show(s);
    }
    char text[160];
    if (cn_play_over(s) && !s->info.counted) cn_play_count(s);
    cn_outcome_ending(&s->info, &s->history.now, s->history.count, text, sizeof text);
    if ((drawn || !s->announced || (s->counting && !s->agreed)) &&
        (s->history.count > 0 || cn_play_over(s)))
        puts(text);
    if (s->keep && s->saved_count != s->history.count) {
        if (cn_play_save(s, s->path, &error) != CN_OK) {
            cn_out_message(s->cli, "%s", error.text);
            if (s->code == CN_EXIT_OK) s->code = CN_EXIT_FAILURE;
        } else {
            printf("saved to %s\n", s->path);
        }
    }
    if (!cn_play_over(s)) tell_how(s);
}

/* ---- the verb ---- */

/* An agent's turn comes by itself; all else is for a person to say, if there is one to ask. */
static void converse(cn_session *s) {
    char prompt[64];
    while (!s->leaving) {
        if (cn_interrupt_ends()) {
            s->code = CN_EXIT_INTERRUPTED;
            break;
        }
        cn_search *search = s->seat[cn_play_turn(s)].search;
        const bool over = cn_play_over(s), people = cn_play_has_human(s);
        if (!over && search && !s->paused) {
            if (!people) {
                cn_play_show(s);
                cn_play_forget_notes(s);
            }
            if (s->leaving) break;
            cn_play_agent(s, search);
            if (!people && cn_interrupted()) {
                s->paused = s->prompts;
                s->leaving = !s->prompts;
                if (s->leaving) s->code = CN_EXIT_INTERRUPTED;
                if (s->paused) cn_play_say(s, "paused: continue goes on");
            }
            continue;
        }
        announce(s);
        if (!people && !s->prompts) break;
        cn_play_show(s);
        snprintf(prompt, sizeof prompt, "%s> ",
                 s->counting && !s->agreed ? "dead stones"
                 : over                    ? "game over"
                                           : s->game->player[cn_play_turn(s)]);
        cn_search *other = s->seat[cn_play_turn(s) ^ 1].search;
        if (s->ponders && !search && other) cn_ponder_begin(&s->ponder, other, &s->history.now);
        const bool typed = cn_play_line(s, prompt);
        cn_ponder_end(&s->ponder);
        if (!typed) break;
        cn_play_obey(s, s->line);
    }
}

/* Where the game is to be saved; known before it begins, so that a wrong name is told at once. */
static cn_status choose_path(cn_session *s, const char *path, cn_error *error) {
    cn_record_format format;
    if (strlen(path) >= sizeof s->path) {
        return cn_fail(error, CN_BAD_USAGE, "a file name has at most %zu characters",
                       sizeof s->path - 1);
    }
    snprintf(s->path, sizeof s->path, "%s", path);
    s->keep = true;
    const cn_status status = cn_write_format(s->game, path, &format, error);
    return status == CN_OK ? cn_file_check(path, error) : status;
}

static cn_status open_session(cn_session *s, const cn_args *args, const settings *set,
                              cn_error *error) {
    cn_status status = CN_OK;
    if (set->clock || set->byoyomi) {
        status = cn_clocks_parse(set->clock, set->byoyomi, &s->clocks, error);
    }
    if (status == CN_OK && set->save) status = choose_path(s, set->save, error);
    if (status == CN_OK) status = begin(s, args, set, error);
    if (status != CN_OK) return status;
    /* The file does not say who plays now. */
    if (set->agent[0] || set->agent[1] || set->level) s->saved_count = -1;
    return seat_all(s, set, error);
}

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {0};
    cn_args args;
    cn_error error;
    cn_args_read(cli, &cn_verb_play, argc, argv, &set, &args);
    if (args.count == 0) args.word[args.count++] = (char *)cli->games[0]->name; /* the first */
    cn_args_game(cli, &args);
    cn_args_done(cli, &args, 0);
    const char *const agents[] = {set.agent[0], set.agent[1], set.level};
    for (int i = 0; i < 3; i++) cn_args_agent(cli, &args, agents[i]);
    cn_session s = {.cli = cli,
                    .game = args.game,
                    .quiet = set.quiet,
                    .ponders = set.ponder,
                    .saved_count = -1,
                    .clocks.fallen = -1};
    memcpy(s.values, args.values, sizeof s.values);
    cn_play_open_screen(&s);
    const cn_status status = open_session(&s, &args, &set, &error);
    if (status != CN_OK) {
        cn_play_close_screen(&s);
        cn_out_error(cli, status, &error);
    }
    if (s.prompts) cn_play_say(&s, "%s. Type a move, or help; quit leaves.", s.game->title);
    converse(&s);
    finish(&s);
    cn_play_dismiss(&s);
    cn_history_free(&s.history);
    return s.code;
}

static const cn_flag flags[] = {
    CN_TEXT(settings, agent[0], "first", 0, "AGENT", "who begins (default human)"),
    CN_TEXT(settings, agent[1], "second", 0, "AGENT", "the other one (default normal)"),
    CN_TEXT(settings, agent[0], "black", 0, "AGENT", "the same as --first"),
    CN_TEXT(settings, agent[1], "white", 0, "AGENT", "the same as --second"),
    CN_TEXT(settings, level, "level", 0, "AGENT", "the agent you play against"),
    CN_SOURCE_FLAGS(settings, source),
    CN_TEXT(settings, load, "load", 'l', "FILE", "go on with a saved game"),
    CN_TEXT(settings, save, "save", 's', "FILE", "save the game at the end"),
    CN_CLOCK_FLAGS(settings),
    CN_INT(settings, handicap, "handicap", 0, "N", 2, CN_HANDICAP_MOST,
           "in Go, N stones for Black first"),
    CN_SWITCH(settings, ponder, "ponder", 0, "the agent thinks while you do"),
    CN_SWITCH(settings, quiet, "quiet", 'q', "no boards, where they are not redrawn"),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--load", CN_NOT_WITH, "--position --board --moves --handicap",
     "the file says where to begin"},
    {"--handicap", CN_NOT_WITH, "--position --board", "it says where to begin"},
    {0},
};

const cn_verb cn_verb_play = {
    .name = "play",
    .words = "[GAME [option=value…]]",
    .summary = "play against an agent or a friend",
    .examples = "canopy play\n"
                "canopy play connect4 --level hard\n"
                "canopy play gomoku --first pvs:time=3 --second human\n"
                "canopy play go size=9 komi=6.5 --clock 10:00 --byoyomi 5x20 --save game.sgf\n"
                "canopy play go --load game.sgf\n"
                "echo 4453 | canopy play connect4 --first human --second human\n",
    .text =
        "Plays a game at the terminal: you against an agent, two people, or two agents. Type a "
        "move, or a word: help, hint, analyze, undo, redo, moves, eval, board, position, save "
        "FILE, "
        "load FILE, setup, swap, level AGENT, continue, done, resign, new, quit; the beginning of "
        "a word "
        "is "
        "enough. `human` is an agent here; all others are those that `canopy agents` lists.\n\n"
        "Ctrl-C while an agent thinks makes it move at once; twice it leaves. At the end of the "
        "input the game is left as with quit; unless it is over, the command that goes on with it "
        "is shown.\n\n"
        "Files are SGF where that has a number for the game, or GGF (.ggf, for the games it "
        "is for), or lines of moves with comments (.txt). Where input or output is no terminal, "
        "moves are read and boards written line by line.",
    .flags = flags,
    .clashes = clashes,
    .run = run,
};
