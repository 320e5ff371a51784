/* Engines that crash, hang, flood, cheat and give up: each ends in the right verdict, is there
 * again for the next game, and leaves nothing behind. Engines that behave play whole games. */
#include "arena/agent.h"
#include "arena/exec.h"
#include "arena/play.h"
#include "support/traces.h"

#include <canopy/kernel.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char engine[] = TEST_BUILD "/tests/fake_engine";
static char folder[] = "/tmp/canopy-exec-XXXXXX";

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* As the engine plays: the first legal move that is no pass, if there is one. */
static cn_move first_move(const cn_position *p) {
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(p->state, list);
    int at = 0;
    while (at + 1 < count && list[at] == p->rules->pass) at++;
    return count > 0 ? list[at] : CN_MOVE_NONE;
}

/* ---- what must not be left ---- */

static int files_before;

static int set_up(void **state) {
    (void)state;
    files_before = test_count_files();
    const char *const made[] = {"once", "log", "child"};
    for (int i = 0; i < 3; i++) remove(path_of(made[i]));
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    test_no_children();
    assert_int_equal(test_count_files(), files_before);
    return 0;
}

/* ---- helpers ---- */

static cn_search *open_agent(const char *game, const char *spec) {
    cn_search *search;
    cn_error error = {""};
    if (cn_agent_open(cn_game_find(game), spec, &search, &error) != CN_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    return search;
}

typedef struct game_over {
    cn_outcome outcome;
    cn_ending ending; /* of the engine */
    char reason[512];
    int steps;
} game_over;

/* The engine as player `side` against the first legal move. */
static game_over play_game(cn_search *search, cn_position *p, int side, double seconds) {
    cn_player players[2] = {{0}};
    game_over end = {0};
    cn_error error = {""};
    cn_search *other = open_agent(p->game->name, "random:seed=3");
    players[side].search = search;
    players[side].limits.seconds = seconds;
    players[side ^ 1].search = other;
    if (cn_play(p, players, 0, NULL, NULL, &end.steps, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    end.outcome = p->rules->over(p->state);
    end.ending = players[side].ending;
    snprintf(end.reason, sizeof end.reason, "%s", players[side].reason.text);
    assert_int_equal(players[side ^ 1].ending, CN_ENDED_ON_BOARD);
    cn_search_free(other);
    return end;
}

/* ---- verdicts ---- */

/* Long, against hanging only. */
static const char talks[] = ",wait=60,startup=60,margin=0.1";

static const struct failure {
    const char *mode;
    double seconds; /* for a move in the first game, where the engine is waited for in vain */
    cn_ending ending;
    const char *reason; /* a part of it */
} failures[] = {
    {"crash", 0, CN_ENDED_FORFEIT, "exited with status 3 before answering"},
    {"abort", 0, CN_ENDED_FORFEIT, "was killed by signal 9"},
    {"hang", 0.05, CN_ENDED_ON_TIME, "within 0.15 s"},
    {"flood", 0, CN_ENDED_FORFEIT, "wrote 65536 bytes without the end of a line"},
    {"lines", 0.05, CN_ENDED_ON_TIME, ""},
    {"close", 0, CN_ENDED_FORFEIT, "closed its output before answering"},
    {"illegal", 0, CN_ENDED_FORFEIT, "which is not legal for"},
    {"garbage", 0, CN_ENDED_FORFEIT, "answered `"},
    {"resign", 0, CN_ENDED_RESIGNED, "resigned"},
    {"noise", 0, CN_ENDED_ON_BOARD, ""},
    {"halves", 0, CN_ENDED_ON_BOARD, ""},
    {"good", 0, CN_ENDED_ON_BOARD, ""},
};

static const char *const tables[][2] = {
    {"gtp", "othello"}, {"ugi", "tictactoe"}, {"gomocup", "gomoku"}, {"nboard", "othello"}};

/* Misbehaves at its second move in its first life (at the first, if its time is short); plays on in
 * the next. */
static void check_failure(const char *protocol, const char *game, const struct failure *f,
                          int side) {
    char spec[512];
    /* Gomocup's answers are numbers: no word for giving up, and what is no number is a remark. */
    if (strcmp(protocol, "gomocup") == 0 &&
        (strcmp(f->mode, "resign") == 0 || strcmp(f->mode, "garbage") == 0)) {
        return;
    }
    remove(path_of("once"));
    snprintf(spec, sizeof spec, "exec:%s%s:exec %s %s %s %s %d %s", protocol, talks, engine,
             protocol, game, f->mode, f->seconds > 0 ? 1 : 2, path_of("once"));
    cn_search *search = open_agent(game, spec);
    for (int number = 0; number < 2; number++) {
        cn_position p = test_position(game, strcmp(game, "gomoku") == 0 ? "size=7" : NULL, NULL);
        const game_over end = play_game(search, &p, side, number == 0 ? f->seconds : 0);
        const bool decided = number > 0 || f->ending == CN_ENDED_ON_BOARD;
        if (end.ending != (decided ? CN_ENDED_ON_BOARD : f->ending)) {
            fail_msg("%s, %s, game %d: ending %d (%s)", spec, f->mode, number, end.ending,
                     end.reason);
        }
        assert_int_equal(end.outcome == CN_ONGOING, !decided);
        if (!decided && !strstr(end.reason, f->reason)) {
            fail_msg("%s: `%s` is not in `%s`", spec, f->reason, end.reason);
        }
        if (!decided) {
            assert_memory_equal(end.reason, "engine `fake_engine`: ", 22);
            assert_int_equal(end.steps, (f->seconds > 0 ? 0 : 2) + side);
            if (strcmp(f->mode, "crash") == 0) assert_non_null(strstr(end.reason, "`out of luck`"));
            for (const char *c = end.reason; *c; c++) assert_true((unsigned char)*c >= ' ');
        }
        cn_position_free(&p);
        cn_search_clear(search);
    }
    cn_search_free(search);
}

static void verdicts(void **state) {
    (void)state;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
            check_failure(tables[t][0], tables[t][1], &failures[i], (int)(t + i) % 2);
        }
    }
}

/* ---- at the start and at the end ---- */

static void starts(void **state) {
    static const struct {
        const char *spec, *reason;
        cn_status status;
    } bad[] = {
        {"exec:gtp,startup=60:exit 3", "exited with status 3 before answering `list_commands`",
         CN_ENGINE_FAILED},
        {"exec:gtp,startup=60:no-such-program-here", "not found", CN_ENGINE_FAILED},
        {"exec:gtp,startup=0.2:sleep 1000", "did not answer `list_commands` within 0.2 s",
         CN_ENGINE_FAILED},
        {"exec:ugi,startup=0.2:sleep 1000", "did not answer `ugi` within 0.2 s", CN_ENGINE_FAILED},
        {"exec:gtp,startup=60:cat", "answered `list_commands` with `list_commands`",
         CN_ENGINE_FAILED},
        {"exec:gtp,startup=60:exec >&-; sleep 1000", "closed its output", CN_ENGINE_FAILED},
        {"exec:nboard:cat", "nboard is not a protocol for Tic-Tac-Toe", CN_UNSUPPORTED},
        {"exec:gomocup:cat", "gomocup is not a protocol for Tic-Tac-Toe", CN_UNSUPPORTED},
        {"exec:xboard:cat", "expected one of gtp, ugi, gomocup, nboard", CN_BAD_USAGE},
        {"exec:gtp,margin=-1:cat", "margin=-1", CN_BAD_USAGE},
        {"exec:gtp,eagle=1:cat", "unknown option `eagle`", CN_BAD_USAGE},
        {"exec:gtp,:cat", "agent exec", CN_BAD_USAGE},
        {"exec", "expected exec:PROTOCOL:COMMAND", CN_BAD_USAGE},
        {"exec:", "expected exec:PROTOCOL:COMMAND", CN_BAD_USAGE},
        {"exec:gtp", "expected exec:PROTOCOL:COMMAND", CN_BAD_USAGE},
        {"exec:gtp: ", "expected exec:PROTOCOL:COMMAND", CN_BAD_USAGE},
        {"exec:gtp:a\nb", "in one line", CN_BAD_USAGE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cn_search *search;
        cn_error error = {""};
        const cn_status status =
            cn_agent_open(cn_game_find("tictactoe"), bad[i].spec, &search, &error);
        if (status != bad[i].status || !strstr(error.text, bad[i].reason)) {
            fail_msg("%s: %s: %s", bad[i].spec, cn_status_text(status), error.text);
        }
    }
    assert_true(cn_exec_is("exec:gtp:x"));
    assert_false(cn_exec_is("executive"));
    assert_false(cn_exec_is("pvs:exec:"));
}

static void ends(void **state) {
    char spec[512];
    (void)state;
    /* Neither quit nor SIGTERM nor the end of its input impress it. */
    snprintf(spec, sizeof spec, "exec:gtp%s:%s gtp tictactoe ignore", talks, engine);
    cn_search_free(open_agent("tictactoe", spec));
    test_no_children();
    /* Its child goes with it. */
    snprintf(spec, sizeof spec, "exec:gtp%s:%s gtp tictactoe brood 1 %s", talks, engine,
             path_of("child"));
    cn_search *search = open_agent("tictactoe", spec);
    FILE *file = fopen(path_of("child"), "r");
    long child = 0;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld", &child), 1);
    fclose(file);
    assert_true(test_runs((pid_t)child));
    cn_search_free(search);
    for (int i = 0; i < 1000 && test_runs((pid_t)child); i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    assert_false(test_runs((pid_t)child));
}

/* Engines of the Gomocup that do less than the protocol says, or say more: whole games without a
 * failure. `busy` exits if a command comes within 10 ms of its own last line; that this is counted
 * by the engine's clock from before it wrote makes the test independent of the machine's load. */
static void lenient(void **state) {
    static const char *const modes[] = {"busy", "strict", "silent"};
    (void)state;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char spec[512];
        snprintf(spec, sizeof spec, "exec:gomocup%s:cd /; ulimit -c 0 && exec %s gomocup gomoku %s",
                 talks, engine, modes[i]);
        cn_search *search = open_agent("gomoku", spec);
        for (int side = 0; side < 2; side++) {
            cn_position p = test_position("gomoku", "size=6", NULL);
            const game_over end = play_game(search, &p, side, 0);
            if (end.outcome == CN_ONGOING) fail_msg("%s: %s", spec, end.reason);
            cn_position_free(&p);
            cn_search_clear(search);
        }
        cn_search_free(search);
    }
}

/* What the engine wrote instead of a move is told when the time is over. A board it does not play
 * on is nobody's failure. */
static void remarks(void **state) {
    char spec[512];
    cn_error error = {""};
    cn_result result;
    (void)state;
    snprintf(spec, sizeof spec, "exec:gomocup%s:%s gomocup gomoku small", talks, engine);
    cn_search *small = open_agent("gomoku", spec);
    cn_position start = test_position("gomoku", NULL, NULL);
    assert_int_equal(cn_search_run(small, &start, NULL, NULL, NULL, &result, &error),
                     CN_UNSUPPORTED);
    assert_string_equal(error.text,
                        "engine `fake_engine`: answered `START 15` with `ERROR unsupported size`");
    cn_position_free(&start);
    cn_search_free(small);
    snprintf(spec, sizeof spec, "exec:gomocup,time=0.05,margin=0.1:cd /; %s gomocup gomoku garbage",
             engine);
    cn_search *search = open_agent("gomoku", spec);
    cn_position p = test_position("gomoku", NULL, NULL);
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error),
                     CN_ENGINE_FAILED);
    assert_string_equal(error.text, "engine `fake_engine`: did not answer `BEGIN` within 0.15 s; "
                                    "its last line: `seven`");
    cn_position_free(&p);
    cn_search_free(search);
}

static void complaints(void **state) {
    char spec[512], text[64];
    (void)state;
    snprintf(spec, sizeof spec, "exec:gtp%s:echo well >&2; exec %s gtp tictactoe", talks, engine);
    cn_search *search = open_agent("tictactoe", spec);
    cn_position p = test_position("tictactoe", NULL, NULL);
    play_game(search, &p, 0, 0);
    assert_int_equal(cn_exec_errors(search, text, sizeof text), 4);
    assert_string_equal(text, "well");
    cn_position_free(&p);
    cn_search_free(search);
    search = open_agent("tictactoe", "random");
    assert_int_equal(cn_exec_errors(search, text, sizeof text), 0);
    assert_string_equal(text, "");
    cn_search_free(search);
}

/* ---- what it is told ---- */

typedef struct dialogue {
    const char *protocol, *game, *options, *extra, *start;
    cn_limits limits;
    const char *heard; /* after the greeting: first the third move of a game, then the fifth */
} dialogue;

static const dialogue dialogues[] = {
    {"gtp",
     "go",
     "size=9,komi=6.5",
     "",
     NULL,
     {0},
     "list_commands\nboardsize 9\nclear_board\nkomi 6.5\nplay black A9\nplay white B9\n"
     "genmove black\nplay white D9\ngenmove black\n"},
    {"gtp",
     "connect4",
     NULL,
     ",time=2.5",
     NULL,
     {0},
     "list_commands\nclear_board\nplay black 1\nplay white 1\ntime_settings 0 2 1\ngenmove black\n"
     "play white 1\ngenmove black\n"},
    {"gtp",
     "tictactoe",
     NULL,
     ",time=0.25",
     NULL,
     {0},
     "list_commands\nboardsize 3\nclear_board\nplay black a3\nplay white b3\n"
     "time_settings 0 1 4\ngenmove black\nplay white a2\ngenmove black\n"},
    {"gtp",
     "tictactoe",
     NULL,
     "",
     NULL,
     {.clock = 61.5, .increment = 1},
     "list_commands\nboardsize 3\nclear_board\nplay black a3\nplay white b3\n"
     "time_settings 62 0 0\ntime_left black 61 0\ngenmove black\nplay white a2\n"
     "time_left black 61 0\ngenmove black\n"},
    {"ugi",
     "go",
     "size=9",
     ",depth=5,nodes=1000",
     NULL,
     {.seconds = 60},
     "ugi\nisready\nsetoption name size value 9\nuginewgame\nisready\n"
     "position startpos moves A9 B9\nisready\ngo movetime 60000 depth 5 nodes 1000\n"
     "position startpos moves A9 B9 C9 D9\nisready\ngo movetime 60000 depth 5 nodes 1000\n"},
    {"ugi",
     "tictactoe",
     NULL,
     "",
     "x../.o./... X",
     {.clock = 60, .increment = 0.5},
     "ugi\nisready\nuginewgame\nisready\nposition fen x../.o./... x moves b3 c3\nisready\n"
     "go p1time 60000 p2time 60000 p1inc 500 p2inc 500\n"
     "position fen x../.o./... x moves b3 c3 a2 c2\nisready\n"
     "go p1time 60000 p2time 60000 p1inc 500 p2inc 500\n"},
    {"gomocup",
     "gomoku",
     "size=7,rules=exact",
     ",time=60",
     NULL,
     {0},
     "ABOUT\nSTART 7\nINFO game_type 1\nINFO rule 1\nINFO timeout_match 0\n"
     "INFO timeout_turn 60000\nINFO time_left 2147483647\nBOARD\n3,3,1\n2,2,2\nDONE\n"
     "INFO timeout_turn 60000\nINFO time_left 2147483647\nTURN 0,0\n"},
    {"gomocup",
     "gomoku",
     "size=7",
     ",nodes=5000,depth=9",
     NULL,
     {0},
     "ABOUT\nSTART 7\nINFO game_type 1\nINFO rule 0\nINFO timeout_match 0\nINFO max_node 5000\n"
     "INFO max_depth 9\nINFO timeout_turn 60000\nINFO time_left 2147483647\n"
     "BOARD\n3,3,1\n2,2,2\nDONE\n"
     "INFO timeout_turn 60000\nINFO time_left 2147483647\nTURN 0,0\n"},
    {"nboard",
     "othello",
     NULL,
     ",depth=3",
     NULL,
     {0},
     "nboard 2\nping 1\nset depth 3\nset game (;GM[Othello]PC[Canopy]PB[Black]PW[White]RE[?]TI[0]"
     "TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[D3]W[C3];)\n"
     "ping 2\ngo\nmove B3//\nmove B2//\nping 3\ngo\n"},
};

static char *read_log(void) {
    FILE *file = fopen(path_of("log"), "r");
    assert_non_null(file);
    char *text = calloc(1, 65536);
    assert_non_null(text);
    assert_true(fread(text, 1, 65535, file) > 0);
    fclose(file);
    return text;
}

/* Two plies, then the engine's move, then another ply, then its move again. */
static void check_dialogue(const dialogue *d) {
    char spec[512];
    remove(path_of("log"));
    snprintf(spec, sizeof spec, "exec:%s%s%s:FAKE_LOG=%s exec %s %s %s", d->protocol, talks,
             d->extra, path_of("log"), engine, d->protocol, d->game);
    cn_search *search = open_agent(d->game, spec);
    cn_history h;
    cn_error error = {""};
    cn_position start = test_position(d->game, d->options, d->start);
    assert_int_equal(cn_history_begin(&h, &start, &error), CN_OK);
    for (int i = 0; i < 2; i++) {
        cn_result result;
        while (h.count < 2 + 2 * i) cn_history_play(&h, first_move(&h.now), 0, &error);
        cn_limits limits = d->limits;
        const cn_past past = cn_history_past(&h);
        limits.past = &past;
        if (cn_search_run(search, &h.now, &limits, NULL, NULL, &result, &error) != CN_OK) {
            fail_msg("%s: %s", spec, error.text);
        }
        cn_history_play(&h, result.best, 0, &error);
    }
    cn_search_free(search);
    char *heard = read_log();
    char *farewell = strstr(heard, strcmp(d->protocol, "gomocup") == 0 ? "END\n" : "quit\n");
    assert_non_null(farewell);
    *farewell = '\0';
    assert_string_equal(heard, d->heard);
    free(heard);
    cn_history_free(&h);
    cn_position_free(&start);
}

static void told(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof dialogues / sizeof *dialogues; i++) {
        check_dialogue(&dialogues[i]);
    }
}

/* Moves taken back, another game, a position from nowhere: the engine is in step each time, or the
 * fake one, which checks what it is told, would refuse. */
static void stays_in_step(void **state) {
    (void)state;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        char spec[512];
        const char *game = tables[t][1];
        snprintf(spec, sizeof spec, "exec:%s%s:%s %s %s", tables[t][0], talks, engine, tables[t][0],
                 game);
        cn_search *search = open_agent(game, spec);
        cn_history h;
        cn_error error = {""};
        cn_position start = test_position(game, NULL, NULL);
        assert_int_equal(cn_history_begin(&h, &start, &error), CN_OK);
        cn_rng rng = cn_rng_make(t, 0);
        for (int i = 0; i < 60; i++) {
            cn_move list[CN_MOVES_MAX];
            const int count = h.now.rules->moves(h.now.state, list);
            const uint32_t dice = cn_rng_below(&rng, 8);
            if (count == 0) {
                while (cn_history_undo(&h)) continue;
            } else if (dice == 0) {
                cn_history_undo(&h);
            } else if (dice < 4) {
                cn_history_play(&h, list[cn_rng_below(&rng, (uint32_t)count)], 0, &error);
            } else {
                cn_result result;
                const cn_past past = cn_history_past(&h);
                const cn_limits limits = {.past = &past};
                if (cn_search_run(search, &h.now, &limits, NULL, NULL, &result, &error) != CN_OK) {
                    fail_msg("%s: %s", spec, error.text);
                }
                assert_int_equal(result.best, first_move(&h.now));
                if (dice < 7) cn_history_play(&h, result.best, 0, &error);
            }
        }
        cn_history_free(&h);
        cn_position_free(&start);
        cn_search_free(search);
    }
}

static void thoughts(void **state) {
    char spec[512];
    cn_result result;
    cn_error error = {""};
    const cn_limits limits = {.lines = 1};
    (void)state;
    snprintf(spec, sizeof spec, "exec:ugi%s:%s ugi connect4", talks, engine);
    cn_search *search = open_agent("connect4", spec);
    cn_position p = test_position("connect4", NULL, NULL);
    assert_int_equal(cn_search_run(search, &p, &limits, NULL, NULL, &result, &error), CN_OK);
    assert_int_equal(cn_score_number(result.score), 42);
    assert_int_equal(result.depth, 3);
    assert_int_equal(result.nodes, 77);
    assert_int_equal(result.line_length, 1);
    assert_int_equal(result.top_count, 1);
    assert_int_equal(cn_score_number(result.top[0].info.score), 42);
    cn_search_free(search);
    cn_position_free(&p);
    snprintf(spec, sizeof spec, "exec:nboard%s:%s nboard othello", talks, engine);
    search = open_agent("othello", spec);
    p = test_position("othello", NULL, NULL);
    assert_int_equal(cn_search_run(search, &p, &limits, NULL, NULL, &result, &error), CN_OK);
    assert_int_equal(cn_score_number(result.score), -125);
    assert_int_equal(result.depth, 7);
    assert_int_equal(result.nodes, 55);
    cn_search_free(search);
    cn_position_free(&p);
}

/* ---- what it cannot be told ---- */

static void refusals(void **state) {
    static const struct {
        const char *protocol, *game, *options, *start, *reason;
    } bad[] = {
        {"gtp", "othello", "start=board2", NULL, "has no gogui-setup"},
        {"gtp", "go", "ko=simple", "...../...../...../.X.../..... O ko=A1", "not all else"},
        {"nboard", "othello", "rules=no-pass", NULL, "not rules=no-pass"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char spec[512];
        cn_error error = {""};
        cn_result result;
        snprintf(spec, sizeof spec, "exec:%s%s:%s %s %s", bad[i].protocol, talks, engine,
                 bad[i].protocol, bad[i].game);
        cn_search *search = open_agent(bad[i].game, spec);
        cn_position p = test_position(bad[i].game, bad[i].options, bad[i].start);
        const cn_status status = cn_search_run(search, &p, NULL, NULL, NULL, &result, &error);
        if (status != CN_UNSUPPORTED || !strstr(error.text, bad[i].reason)) {
            fail_msg("%s: %s", bad[i].game, error.text);
        }
        /* Nobody's fault: the engine still runs. */
        cn_position_free(&p);
        p = test_position(bad[i].game, NULL, NULL);
        assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_OK);
        cn_position_free(&p);
        cn_search_free(search);
    }
}

/* ---- stopping, as by Ctrl-C ---- */

static cn_search *to_stop;

static void on_alarm(int number) {
    (void)number;
    cn_search_stop(to_stop);
}

/* One that can be urged answers; one that cannot is given up, and there again for the next run. */
static void stopped(void **state) {
    static const struct {
        const char *protocol, *game, *mode;
        cn_status status;
    } runs[] = {
        {"ugi", "connect4", "think", CN_OK},       {"nboard", "othello", "think", CN_STOPPED},
        {"ugi", "connect4", "hang", CN_STOPPED},   {"gtp", "connect4", "hang", CN_STOPPED},
        {"gomocup", "gomoku", "hang", CN_STOPPED},
    };
    (void)state;
    struct sigaction action = {.sa_handler = on_alarm}, before;
    sigaction(SIGALRM, &action, &before);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char spec[512];
        cn_error error = {""};
        cn_result result;
        remove(path_of("once"));
        snprintf(spec, sizeof spec, "exec:%s%s:%s %s %s %s 1 %s", runs[i].protocol, talks, engine,
                 runs[i].protocol, runs[i].game, runs[i].mode, path_of("once"));
        to_stop = open_agent(runs[i].game, spec);
        cn_position p = test_position(runs[i].game, NULL, NULL);
        const struct itimerval soon = {{0, 0}, {0, 100000}};
        setitimer(ITIMER_REAL, &soon, NULL);
        const cn_status status = cn_search_run(to_stop, &p, NULL, NULL, NULL, &result, &error);
        if (status != runs[i].status) fail_msg("%s: %d %s", spec, status, error.text);
        /* And the next one is none the worse for it. */
        if (status != CN_OK) {
            assert_int_equal(cn_search_run(to_stop, &p, NULL, NULL, NULL, &result, &error), CN_OK);
        }
        cn_position_free(&p);
        cn_search_free(to_stop);
    }
    sigaction(SIGALRM, &before, NULL);
}

int main(void) {
    if (!mkdtemp(folder)) return 1;
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(verdicts), TEST(starts),     TEST(ends),    TEST(lenient),
        TEST(remarks),  TEST(complaints), TEST(told),    TEST(stays_in_step),
        TEST(thoughts), TEST(refusals),   TEST(stopped),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    set_up(NULL);
    rmdir(folder);
    return failed;
}
