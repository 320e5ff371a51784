/* `canopy play [GAME]` is a game at the terminal between people and agents. This file has the game
 * itself: how it begins, whose turn it is, how it ends, and the files it is kept in. play.h tells
 * where the rest is and which thread runs it. */
#include "cli/play.h"

#include "arena/drawing.h"
#include "arena/exec.h"
#include "arena/handicap.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/source.h"
#include "cli/thought.h"
#include "cli/verbs.h"
#include "core/clock.h"
#include "core/file.h"

#include <limits.h>
#include <stdlib.h>
#include <strings.h>

/* What the flags say. The texts point into the command line. */
typedef struct settings {
    const char *agent[2], *level;
    cn_source source;
    const char *load, *save;
    const char *clock, *byoyomi;
    int handicap; /* stones; 0: none */
    bool quiet, ponder, swap2;
} settings;

/* ---- the game ---- */

/* On a position set up by hand it need not be player 0 who begins. */
int cn_play_turn(const cn_terminal_game *s) {
    return cn_position_turn(&s->history.now);
}

bool cn_play_over(const cn_terminal_game *s) {
    const cn_position *now = &s->history.now;
    return s->info.ending != CN_ENDED_ON_BOARD || cn_position_over(now) != CN_ONGOING;
}

bool cn_play_refuse_over(cn_terminal_game *s) {
    if (!cn_play_over(s)) return false;
    cn_play_refuse(s, "the game is over: undo takes a move back, new begins again");
    return true;
}

void cn_play_leave(cn_terminal_game *s, cn_exit code) {
    s->leaving = true;
    s->code = code;
}

void cn_play_stale(cn_terminal_game *s) {
    s->fresh = s->announced = false;
    s->saved_count = -1;
}

void cn_play_end(cn_terminal_game *s, cn_ending ending, int loser) {
    s->info.ending = ending;
    s->info.loser = loser;
    cn_play_stale(s);
}

/* The position has changed: whatever was said of the last one is stale, and its time begins. */
static void begin_turn(cn_terminal_game *s) {
    cn_play_stale(s);
    s->counting = false;
    s->asked = cn_clock_seconds();
}

void cn_play_changed(cn_terminal_game *s) {
    begin_turn(s);
    cn_clocks_follow(&s->clocks, &s->history);
}

/* Goes on with another history, which is taken over, as a game that has not ended. */
static void take_history(cn_terminal_game *s, const cn_history *history) {
    cn_history_free(&s->history);
    s->history = *history;
    s->info.ending = CN_ENDED_ON_BOARD;
    s->info.counted = false;
    s->swap2 = s->opens_swap2 && history->count == 0;
    s->swap2_more = false;
    cn_info_today(&s->info);
    cn_play_changed(s);
}

/* The history is made first, so that a failure leaves the old game. */
cn_status cn_play_begin(cn_terminal_game *s, const cn_position *start) {
    cn_history history;
    const cn_status status = cn_history_begin(&history, start, s->cli->error);
    if (status == CN_OK) take_history(s, &history);
    return status;
}

void cn_play_move(cn_terminal_game *s, cn_move move, double seconds) {
    const int player = cn_play_turn(s);
    if (!cn_play_check(s, cn_history_play(&s->history, move, seconds, s->cli->error))) {
        cn_play_leave(s, CN_EXIT_FAILURE);
        return;
    }
    begin_turn(s);
    s->info.counted = false;
    /* Who ends the game with the move has no more need of time. */
    if (!cn_clocks_spend(&s->clocks, player, seconds) &&
        cn_position_over(&s->history.now) == CN_ONGOING) {
        cn_play_end(s, CN_ENDED_ON_TIME, player);
    }
}

/* An agent gave no move. If it resigned, failed or was late it has lost the game; if Ctrl-C stopped
 * it and somebody is there to ask, the game is paused; else the program ends. */
static void without_move(cn_terminal_game *s, const cn_search *search, cn_status status) {
    const cn_error *error = s->cli->error;
    if (status == CN_RESIGNED || status == CN_ENGINE_FAILED) {
        const cn_ending ending = status == CN_RESIGNED  ? CN_ENDED_RESIGNED
                                 : cn_exec_late(search) ? CN_ENDED_ON_TIME
                                                        : CN_ENDED_FORFEIT;
        cn_play_end(s, ending, cn_play_turn(s));
        snprintf(s->info.reason, sizeof s->info.reason, "%.399s", error->text);
    } else if (status == CN_STOPPED && s->prompts) {
        s->paused = true;
    } else {
        cn_play_leave(s, status == CN_STOPPED ? CN_EXIT_INTERRUPTED : CN_EXIT_FAILURE);
    }
    cn_play_refuse(s, "%s%s", error->text, s->paused ? "; continue asks again" : "");
}

/* The value that an agent tells is that of the position before its move, in the view of the mover,
 * so it is put into words before the move is played. */
void cn_play_agent(cn_terminal_game *s, cn_search *search) {
    const int player = cn_play_turn(s);
    const char *name = s->game->player[player];
    cn_limits limits = {0};
    cn_result result;
    const double start = cn_clock_seconds();
    cn_clocks_limit(&s->clocks, player, &limits);
    const cn_status status = cn_play_think(s, search, &limits, name, NULL, &result);
    if (status != CN_OK) {
        without_move(s, search, status);
        return;
    }
    char thought[512];
    const cn_word move = cn_word_move(&s->history.now, result.best);
    const bool thinks = cn_thought_text(&s->history.now, &result, thought, sizeof thought);
    cn_play_move(s, result.best, cn_clock_seconds() - start);
    cn_play_say(s, "%s plays %s%s%s", name, move.text, thinks ? ": " : "", thought);
}

/* ---- files ---- */

/* A record names its players as agents, so that `--load` can seat them again. */
cn_status cn_play_save(cn_terminal_game *s, const char *path) {
    cn_record_info info = s->info;
    for (int i = 0; i < 2; i++) {
        snprintf(info.player[i], sizeof info.player[i], "%s", s->seat[i].agent);
    }
    if (s->clocks.used) cn_clocks_setting(&s->clocks, info.clock, sizeof info.clock);
    CN_FAIL_IF(strlen(path) >= sizeof s->path, s->cli->error, CN_BAD_INPUT,
               "a file name has at most %zu characters", sizeof s->path - 1);
    CN_TRY(cn_write_file(path, &s->history, s->values, &info, s->cli->error));
    if (path != s->path) snprintf(s->path, sizeof s->path, "%s", path);
    s->saved_count = s->history.count;
    return CN_OK;
}

/* Goes on with the first game of a record: its moves, its options, its clock, and (if `players`)
 * its agents. */
static cn_status take_text(cn_terminal_game *s, const char *text, size_t size, bool players,
                           cn_error *error) {
    cn_history history;
    cn_record_info info;
    CN_TRY(
        cn_records_read(s->game, s->values, NULL, text, size, 1, INT_MAX, &history, &info, error));
    take_history(s, &history);
    s->info = info;
    if (!s->info.date[0]) cn_info_today(&s->info);
    /* The clock of the record goes on, if there is none here. */
    cn_clocks clocks;
    if (!s->clocks.used && s->info.clock[0] &&
        cn_clocks_read(s->info.clock, &clocks, NULL) == CN_OK) {
        s->clocks = clocks;
    }
    /* A name that is no agent is a person's. Loading a file never starts another program, since
     * whoever wrote the file would then decide what runs here. */
    for (int i = 0; i < 2 && players; i++) {
        if (cn_exec_is(s->info.player[i])) {
            cn_play_refuse(s, "%s was `%.200s`: --%s starts it again", s->game->player[i],
                           s->info.player[i], i ? "second" : "first");
        } else if (s->info.player[i][0]) {
            cn_play_seat(s, i, s->info.player[i]);
        }
    }
    cn_play_changed(s);
    return CN_OK;
}

/* The file becomes the one that `save` writes to, unless --save has named another. */
cn_status cn_play_load(cn_terminal_game *s, const char *path, bool players) {
    char *text;
    size_t size;
    cn_error why;
    cn_status status = cn_file_read(path, CN_RECORDS_MAX, &text, &size, s->cli->error);
    if (status != CN_OK) return status;
    status = take_text(s, text, size, players, &why);
    free(text);
    if (status != CN_OK) return cn_fail(s->cli->error, status, "%.160s: %.340s", path, why.text);
    if (!s->keep && strlen(path) < sizeof s->path) { /* where `save` puts it, unless told */
        snprintf(s->path, sizeof s->path, "%s", path);
        s->saved_count = s->history.count;
    }
    return CN_OK;
}

/* ---- the start ---- */

/* A board drawn on the first lines of standard input, up to an empty one; moves follow. */
static void read_board(cn_terminal_game *s, cn_position *start) {
    if (s->prompts) cn_out_message(s->cli, "type the board row by row; an empty line ends it");
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    while (memory && getline(&s->line, &s->line_room, stdin) >= 0) {
        const bool blank = s->line[strspn(s->line, " \t\r\n")] == '\0';
        if (blank && ftell(memory) > 0) break;
        if (!blank) fputs(s->line, memory);
    }
    if (memory && fclose(memory) != 0) memory = NULL;
    cn_out_memory(s->cli, memory, "the board");
    const bool one_line = size > 0 && strchr(text, '\n') == text + size - 1;
    if (one_line) text[size - 1] = '\0';
    const cn_status status = (one_line ? cn_position_new : cn_drawing_position)(
        s->game, s->values, text, start, s->cli->error);
    free(text);
    cn_out_must_file(s->cli, "standard input", status == CN_OK ? CN_OK : CN_BAD_INPUT);
}

/* Sets up the game that the command line asks for. The moves of --moves can be taken back. */
static void begin(cn_terminal_game *s, const cn_args *args, const settings *set) {
    static char text[CN_TEXT_MAX];
    const bool chosen = set->agent[0] || set->agent[1];
    cn_source source = set->source;
    const bool typed = source.board && !source.position && strcmp(source.board, "-") == 0;
    if (set->load) {
        cn_out_must(s->cli, cn_play_load(s, set->load, !chosen));
        cn_args_kept(s->cli, args, s->values, set->load);
        return;
    }
    if (set->handicap || typed) {
        cn_position start;
        if (typed) {
            read_board(s, &start);
        } else {
            cn_out_must(s->cli, cn_handicap_start(s->game, s->values, set->handicap, &start,
                                                  s->cli->error));
        }
        cn_position_text(&start, text, sizeof text);
        cn_position_free(&start);
        source = (cn_source){.position = text, .moves = source.moves};
    }
    cn_history history;
    cn_source_history(s->cli, args, &source, &history);
    take_history(s, &history);
}

/* How many of the two players are agents. */
static int agent_count(const cn_terminal_game *s) {
    return (s->seat[0].search != NULL) + (s->seat[1].search != NULL);
}

/* Finds a player for each seat: the agent that was named, else the one of the loaded record, else a
 * person against an agent of --level. The second seat is the agent's if nothing was said. A --level
 * that nobody was seated with is refused. */
static void seat_all(cn_terminal_game *s, const settings *set) {
    bool levelled = !set->level;
    for (int i = 0; i < 2; i++) {
        const char *given = set->agent[i], *other = set->agent[i ^ 1];
        const bool recorded = !given && s->seat[i].agent[0];
        if (recorded && !(set->level && s->seat[i].search)) continue; /* the record says */
        const bool against_human = other ? strcasecmp(other, "human") == 0 : i == 1;
        if (!given && (recorded || against_human)) {
            given = set->level ? set->level : "normal";
            levelled = true;
        }
        cn_out_must(s->cli, cn_play_seat(s, i, given ? given : "human"));
    }
    CN_USAGE_IF(!levelled, s->cli,
                "--level %.40s: there is no seat left for it; it is the agent that a person "
                "plays against",
                set->level);
    CN_USAGE_IF(set->swap2 && agent_count(s) == 0, s->cli,
                "--swap2 is for games in which an agent plays");
    CN_USAGE_IF(set->ponder && agent_count(s) != 1, s->cli,
                "--ponder is for an agent that plays against a person");
}

/* ---- the end ---- */

/* Once the game is over: counts the points, agrees on dead stones, and tells the result, once. */
static void announce(cn_terminal_game *s) {
    if (s->announced || !cn_play_over(s)) return;
    char text[160];
    if (!s->info.counted) cn_play_count(s);
    if (s->counting && !s->agreed) {
        s->announced = true;
        return;
    }
    cn_outcome_text(&s->info, &s->history.now, s->history.count, text, sizeof text);
    if (!s->screen) cn_play_show(s);
    cn_play_say(s, "%s", text);
    if (s->prompts)
        cn_play_say(s, "new begins again, undo takes back, save FILE keeps it, quit leaves");
    s->announced = true;
}

/* A word of a command, as it stands or in quotes as a shell needs it, behind `before`. */
static void put_word(const char *before, const char *text) {
    fputs(before, stdout);
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

/* Prints the command that goes on with the game as it is now: it loads the file if the game is
 * saved, else it repeats options, players, clocks, start and moves. */
static void tell_how(cn_terminal_game *s) {
    const bool saved = s->saved_count == s->history.count && s->path[0];
    const bool own = cn_history_own_start(&s->history, s->values);
    if (s->history.count == 0 && !own && !saved) return; /* nothing is lost */
    printf("go on with: canopy play %s", s->game->name);
    if (saved) {
        put_word(" --load ", s->path);
        fputc('\n', stdout);
        return;
    }
    for (int i = 0; s->game->options[i].name; i++) {
        if (strcmp(s->values[i].text, s->game->options[i].fallback) == 0) continue;
        char text[256];
        snprintf(text, sizeof text, "%s=%s", s->game->options[i].name, s->values[i].text);
        put_word(" ", text);
    }
    put_word(" --first ", s->seat[0].agent);
    put_word(" --second ", s->seat[1].agent);
    if (s->clocks.main + s->clocks.increment > 0) {
        printf(" --clock %g", s->clocks.main);
        if (s->clocks.increment > 0) printf("+%g", s->clocks.increment);
    }
    if (s->clocks.periods > 0) printf(" --byoyomi %dx%g", s->clocks.periods, s->clocks.period);
    char start[CN_TEXT_MAX];
    cn_position_text(&s->history.start, start, sizeof start);
    if (own) put_word(" --position ", start);
    char *moves = cn_history_text(&s->history);
    if (moves && *moves) put_word(" --moves ", moves);
    free(moves);
    fputc('\n', stdout);
}

/* The end of the program: shows how the game ended, saves it if that was asked for, and tells how
 * to go on with it. */
static void finish(cn_terminal_game *s) {
    const bool drawn = s->screen;
    cn_play_close_screen(s);
    if (drawn) {
        s->fresh = false;
        cn_play_show(s);
    }
    char text[160];
    if (cn_play_over(s) && !s->info.counted) cn_play_count(s);
    cn_outcome_text(&s->info, &s->history.now, s->history.count, text, sizeof text);
    if ((drawn || !s->announced || (s->counting && !s->agreed)) &&
        (s->history.count > 0 || cn_play_over(s)))
        puts(text);
    if (s->keep && s->saved_count != s->history.count) {
        if (!cn_play_check(s, cn_play_save(s, s->path))) {
            if (s->code == CN_EXIT_OK) s->code = CN_EXIT_FAILURE;
        } else {
            printf("saved to %s\n", s->path);
        }
    }
    if (!cn_play_over(s)) tell_how(s);
}

/* ---- the verb ---- */

/* The main loop. An agent whose turn it is moves by itself; for everything else a line is read, if
 * there is a person to type one. While the line is awaited an opposing agent may ponder. */
static void converse(cn_terminal_game *s) {
    char prompt[64];
    while (!s->leaving) {
        if (cn_interrupt_ends()) {
            s->code = CN_EXIT_INTERRUPTED;
            break;
        }
        const int turn = s->swap2 ? cn_play_swap2_seat(s) : cn_play_turn(s);
        cn_search *search = s->seat[turn].search;
        const bool over = cn_play_over(s), people = cn_play_has_human(s);
        if (!over && search && !s->paused) {
            if (!people) {
                cn_play_show(s);
                cn_play_forget_notes(s);
            }
            if (s->leaving) break;
            s->swap2 ? cn_play_swap2_agent(s, search) : cn_play_agent(s, search);
            if (!people && cn_interrupted()) {
                s->paused = s->prompts;
                if (!s->paused) cn_play_leave(s, CN_EXIT_INTERRUPTED);
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
        if (s->ponders && !search && other && !s->swap2)
            cn_ponder_begin(&s->ponder, other, &s->history.now);
        const bool typed = cn_play_line(s, prompt);
        cn_ponder_end(&s->ponder);
        if (!typed) break;
        cn_play_obey(s, s->line);
    }
}

/* Everything that the command line says, before the game begins; what is wrong ends the program. */
static void open_terminal_game(cn_terminal_game *s, const cn_args *args, const settings *set) {
    if (set->clock || set->byoyomi) {
        cn_out_must(s->cli, cn_clocks_parse(set->clock, set->byoyomi, &s->clocks, s->cli->error));
    }
    if (set->save) { /* a wrong name is told at once */
        cn_record_format format;
        CN_USAGE_IF(strlen(set->save) >= sizeof s->path, s->cli,
                    "a file name has at most %zu characters", sizeof s->path - 1);
        snprintf(s->path, sizeof s->path, "%s", set->save);
        s->keep = true;
        cn_out_must(s->cli, cn_write_format(s->game, s->path, &format, s->cli->error));
        cn_out_must(s->cli, cn_file_check(s->path, s->cli->error));
    }
    s->opens_swap2 = set->swap2;
    begin(s, args, set);
    cn_board board;
    cn_position_draw(&s->history.now, &board);
    CN_USAGE_IF(set->swap2 && (board.in_a_row != 5 || board.rows < 7 || s->history.count > 0),
                s->cli, "--swap2 is for Gomoku on an empty board of 7x7 or more");
    /* The file does not say who plays now. */
    if (set->agent[0] || set->agent[1] || set->level) s->saved_count = -1;
    seat_all(s, set);
}

/* Sets the table, plays until the user leaves, and clears it. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    const char *const agents[] = {set->agent[0], set->agent[1], set->level};
    for (int i = 0; i < 3; i++) cn_args_agent(cli, args, agents[i]);
    cn_terminal_game s = {.cli = cli,
                          .game = args->game,
                          .quiet = set->quiet,
                          .ponders = set->ponder,
                          .saved_count = -1};
    memcpy(s.values, args->values, sizeof s.values);
    cn_play_open_screen(&s);
    open_terminal_game(&s, args, set);
    if (s.prompts) cn_play_say(&s, "%s. Type a move, or help; quit leaves.", s.game->title);
    if (s.prompts && s.swap2 && !s.seat[0].search) {
        cn_play_say(&s,
                    "swap2: put three stones, Black, White and Black, such as h8 i9 g8; then %s "
                    "takes a colour",
                    s.seat[1].agent);
    }
    converse(&s);
    finish(&s);
    cn_play_dismiss(&s);
    cn_history_free(&s.history);
    return s.code;
}

static const cn_flag flags[] = {
    CN_AGENT_FLAGS(settings),
    CN_TEXT(settings, level, "level", 0, "AGENT"),
    CN_SOURCE_FLAGS(settings, source),
    CN_TEXT(settings, load, "load", 'l', "FILE"),
    CN_TEXT(settings, save, "save", 's', "FILE"),
    CN_CLOCK_FLAGS(settings),
    CN_INT(settings, handicap, "handicap", 0, "N", 2, CN_HANDICAP_MOST),
    CN_SWITCH(settings, swap2, "swap2", 0),
    CN_SWITCH(settings, ponder, "ponder", 0),
    CN_SWITCH(settings, quiet, "quiet", 'q'),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--load", CN_NOT_WITH, "--position --board --moves --handicap",
     "the file says where to begin"},
    {"--swap2", CN_NOT_WITH, "--load --position --board --moves --handicap",
     "it begins with an empty board"},
    {"--handicap", CN_NOT_WITH, "--position --board", "it says where to begin"},
    {0},
};

const cn_verb cn_verb_play = {CN_VERB(play), CN_SETTINGS(.handicap = 0),
                              .takes = CN_TAKES_GAME_OR_FIRST, .clashes = clashes};
