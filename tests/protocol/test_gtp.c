/* GTP with a client that types while the engine thinks. */
#include "support/support.h"

#include "parallel/thread.h"
#include "protocol/protocol.h"

#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

typedef struct dialogue {
    cn_desk desk;
    int to[2], from[2]; /* pipes, seen from the client */
    FILE *out;          /* the engine's */
    FILE *in;           /* the client's */
    cn_thread engine;
    cn_status status;
} dialogue;

static void run_engine(void *user) {
    dialogue *d = user;
    cn_error error;
    d->status = cn_protocol_gtp.run(&d->desk, &error);
    fclose(d->out);
}

static dialogue *begin(const char *name, const char *agent) {
    dialogue *d = calloc(1, sizeof *d);
    const cn_game *game = cn_game_find(name);
    cn_value values[CN_OPTIONS_MAX];
    cn_error error = {""};
    assert_non_null(d);
    cn_values_default(game->options, values);
    assert_int_equal(pipe(d->to), 0);
    assert_int_equal(pipe(d->from), 0);
    d->out = fdopen(d->from[1], "w");
    d->in = fdopen(d->from[0], "r");
    const cn_desk_setting setting = {
        .game = game, .values = values, .agent = agent, .in = d->to[0], .out = d->out};
    assert_int_equal(cn_desk_open(&d->desk, &setting, &error), CN_OK);
    assert_int_equal(cn_thread_start(&d->engine, run_engine, d, &error), CN_OK);
    return d;
}

static void send(dialogue *d, const char *text) {
    assert_int_equal(write(d->to[1], text, strlen(text)), strlen(text));
}

/* The next line, which must begin like this. */
static void expect(dialogue *d, const char *start) {
    static char line[65536];
    assert_non_null(fgets(line, sizeof line, d->in));
    if (strncmp(line, start, strlen(start)) != 0) fail_msg("expected %s, got %s", start, line);
}

/* Lines until an empty one; how many began like this. */
static int count_until_empty(dialogue *d, const char *start) {
    static char line[65536];
    int count = 0;
    while (fgets(line, sizeof line, d->in) && strcmp(line, "\n") != 0) {
        count += strncmp(line, start, strlen(start)) == 0;
    }
    return count;
}

static void end(dialogue *d) {
    cn_thread_join(d->engine);
    assert_int_equal(d->status, CN_OK);
    cn_desk_close(&d->desk);
    if (d->to[1] >= 0) close(d->to[1]);
    close(d->to[0]);
    fclose(d->in);
    free(d);
}

static void hang_up(dialogue *d) {
    close(d->to[1]);
    d->to[1] = -1;
}

/* Any line ends an analysis: a command, an empty line, the end of the input. */
static void analysis_ends(void **state) {
    (void)state;
    dialogue *d = begin("go", "mcts:memory=16");
    send(d, "1 lz-analyze b 1\n");
    expect(d, "=1\n");
    expect(d, "info move ");
    send(d, "2 name\n");
    count_until_empty(d, "info");
    expect(d, "=2 Canopy\n");
    expect(d, "\n");
    send(d, "3 kata-analyze interval 1 rootInfo true ownership true\n");
    expect(d, "=3\n");
    expect(d, "info move ");
    send(d, "\n");
    count_until_empty(d, "info");
    /* The board is as it was. */
    send(d, "4 gogui-rules_side_to_move\n");
    expect(d, "=4 black\n");
    expect(d, "\n");
    send(d, "5 analyze w 1\n");
    expect(d, "=5\n");
    expect(d, "info move ");
    hang_up(d);
    count_until_empty(d, "info");
    end(d);
}

/* A search that is done before the client goes on waits for it. */
static void analysis_waits(void **state) {
    (void)state;
    dialogue *d = begin("tictactoe", "pvs:depth=9");
    send(d, "1 lz-analyze b 1 maxmoves 2\n");
    expect(d, "=1\n");
    expect(d, "info move ");
    send(d, "2 quit\n");
    count_until_empty(d, "info");
    expect(d, "=2\n");
    end(d);
}

/* GoGui's interrupt makes genmove answer; other lines wait for their turn. */
static void interrupts(void **state) {
    (void)state;
    dialogue *d = begin("othello", "pvs:time=1000,hash=4");
    send(d, "1 genmove b\n2 name\n# interrupt\n");
    expect(d, "=1 ");
    expect(d, "\n");
    expect(d, "=2 Canopy\n");
    expect(d, "\n");
    send(d, "3 kata-genmove_analyze w 1\n");
    expect(d, "=3\n");
    expect(d, "info move ");
    send(d, "# interrupt\n");
    assert_int_equal(count_until_empty(d, "play "), 1);
    send(d, "quit\n");
    expect(d, "=\n");
    end(d);
}

/* Whoever hangs up does not leave a search behind. */
static void hangs_up(void **state) {
    (void)state;
    dialogue *d = begin("othello", "pvs:time=1000,hash=4");
    send(d, "genmove b\n");
    hang_up(d);
    expect(d, "= ");
    end(d);
}

/* ---- two engines play ---- */

/* Sends a command; its one-line answer without the sign. Fails the test if it is an error. */
static void ask(dialogue *d, const char *command, char *answer, size_t size) {
    char line[256];
    send(d, command);
    send(d, "\n");
    assert_non_null(fgets(line, sizeof line, d->in));
    if (line[0] != '=') fail_msg("%s: %s", command, line);
    line[strcspn(line, "\n")] = '\0';
    snprintf(answer, size, "%s", line + 1 + (line[1] == ' '));
    expect(d, "\n");
}

/* A whole game as gogui-twogtp plays it: to two passes, which every game must come to. */
static void play_game(dialogue *d[2]) {
    char move[64], command[128], score[2][64];
    int passes = 0, plies = 0;
    for (; passes < 2 && plies < 2000; plies++) {
        const int turn = plies % 2;
        snprintf(command, sizeof command, "genmove %s", turn ? "w" : "b");
        ask(d[turn], command, move, sizeof move);
        snprintf(command, sizeof command, "play %s %s", turn ? "white" : "black", move);
        ask(d[turn ^ 1], command, score[0], sizeof score[0]);
        passes = strcasecmp(move, "pass") == 0 ? passes + 1 : 0;
    }
    assert_int_equal(passes, 2);
    for (int i = 0; i < 2; i++) ask(d[i], "final_score", score[i], sizeof score[i]);
    assert_string_equal(score[0], score[1]);
    /* All the way back. */
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command, "gg-undo %d", plies);
        ask(d[i], command, move, sizeof move);
        send(d[i], "undo\n");
        expect(d[i], "? cannot undo\n");
        expect(d[i], "\n");
    }
}

static void two_engines(void **game) {
    const char *name = ((const cn_game *)*game)->name;
    dialogue *d[2] = {begin(name, "random:seed=1"), begin(name, "random:seed=2")};
    char answer[64];
    play_game(d);
    /* And once more in GoGui's vertices. */
    for (int i = 0; i < 2; i++) ask(d[i], "gogui-rules_game_id", answer, sizeof answer);
    assert_true(answer[0] >= 'A' && answer[0] <= 'Z');
    assert_int_equal(strspn(answer + 1, "abcdefghijklmnopqrstuvwxyz"), strlen(answer) - 1);
    play_game(d);
    for (int i = 0; i < 2; i++) {
        hang_up(d[i]);
        end(d[i]);
    }
}

int main(void) {
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(analysis_ends),
        cmocka_unit_test(analysis_waits),
        cmocka_unit_test(interrupts),
        cmocka_unit_test(hangs_up),
    };
    size_t count = 4;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] = (struct CMUnitTest){(*game)->name, two_engines, NULL, NULL, (void *)*game};
    }
    return _cmocka_run_group_tests("gtp", tests, count, NULL, NULL);
}
