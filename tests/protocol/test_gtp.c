/* GTP with a client that types while the engine thinks. */
#include "protocol/dialogue.h"

#include <strings.h>

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

/* Any line ends an analysis: a command, an empty line, the end of the input. */
static void analysis_ends(void **state) {
    (void)state;
    dialogue *d = dialogue_begin(&cn_protocol_gtp, "go", "mcts:memory=16");
    dialogue_send(d, "1 lz-analyze b 1\n");
    expect(d, "=1\n");
    expect(d, "info move ");
    dialogue_send(d, "2 name\n");
    count_until_empty(d, "info");
    expect(d, "=2 Canopy\n");
    expect(d, "\n");
    dialogue_send(d, "3 kata-analyze interval 1 rootInfo true ownership true\n");
    expect(d, "=3\n");
    expect(d, "info move ");
    dialogue_send(d, "\n");
    count_until_empty(d, "info");
    /* The board is as it was. */
    dialogue_send(d, "4 gogui-rules_side_to_move\n");
    expect(d, "=4 black\n");
    expect(d, "\n");
    dialogue_send(d, "5 analyze w 1\n");
    expect(d, "=5\n");
    expect(d, "info move ");
    dialogue_hang_up(d);
    count_until_empty(d, "info");
    dialogue_end(d, false);
}

/* A search that is done before the client goes on waits for it. */
static void analysis_waits(void **state) {
    (void)state;
    dialogue *d = dialogue_begin(&cn_protocol_gtp, "tictactoe", "pvs:depth=9");
    dialogue_send(d, "1 lz-analyze b 1 maxmoves 2\n");
    expect(d, "=1\n");
    expect(d, "info move ");
    dialogue_send(d, "2 quit\n");
    count_until_empty(d, "info");
    expect(d, "=2\n");
    dialogue_end(d, false);
}

/* GoGui's interrupt makes genmove answer; other lines wait for their turn. */
static void interrupts(void **state) {
    (void)state;
    dialogue *d = dialogue_begin(&cn_protocol_gtp, "othello", "pvs:time=1000,hash=4");
    dialogue_send(d, "1 genmove b\n2 name\n# interrupt\n");
    expect(d, "=1 ");
    expect(d, "\n");
    expect(d, "=2 Canopy\n");
    expect(d, "\n");
    dialogue_send(d, "3 kata-genmove_analyze w 1\n");
    expect(d, "=3\n");
    expect(d, "info move ");
    dialogue_send(d, "# interrupt\n");
    assert_int_equal(count_until_empty(d, "play "), 1);
    dialogue_send(d, "quit\n");
    expect(d, "=\n");
    dialogue_end(d, false);
}

/* Whoever hangs up does not leave a search behind. */
static void hangs_up(void **state) {
    (void)state;
    dialogue *d = dialogue_begin(&cn_protocol_gtp, "othello", "pvs:time=1000,hash=4");
    dialogue_send(d, "genmove b\n");
    dialogue_hang_up(d);
    expect(d, "= ");
    dialogue_end(d, false);
}

/* ---- two engines play ---- */

/* Sends a command; its one-line answer without the sign. Fails the test if it is an error. */
static void ask(dialogue *d, const char *command, char *answer, size_t size) {
    char line[256];
    dialogue_send(d, command);
    dialogue_send(d, "\n");
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
        dialogue_send(d[i], "undo\n");
        expect(d[i], "? cannot undo\n");
        expect(d[i], "\n");
    }
}

static void two_engines(void **game) {
    const char *name = ((const cn_game *)*game)->name;
    dialogue *d[2] = {dialogue_begin(&cn_protocol_gtp, name, "random:seed=1"),
                      dialogue_begin(&cn_protocol_gtp, name, "random:seed=2")};
    char answer[64];
    play_game(d);
    /* And once more in GoGui's vertices. */
    for (int i = 0; i < 2; i++) ask(d[i], "gogui-rules_game_id", answer, sizeof answer);
    assert_true(answer[0] >= 'A' && answer[0] <= 'Z');
    assert_int_equal(strspn(answer + 1, "abcdefghijklmnopqrstuvwxyz"), strlen(answer) - 1);
    play_game(d);
    for (int i = 0; i < 2; i++) {
        dialogue_hang_up(d[i]);
        dialogue_end(d[i], false);
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
