/* UGI, UCI, Gomocup and NBoard with a client that types while the engine thinks. None of the
 * searches would end by itself. */
#include "protocol/dialogue.h"

static const char search[] = "pvs:hash=1,strategy=shared,threads=2";

static void ugi_stops(void **unused) {
    (void)unused;
    dialogue *d = dialogue_begin(&cn_protocol_ugi, "othello", search);
    dialogue_send(d, "ugi\nposition startpos\ngo infinite\n");
    dialogue_await(d, "info depth 3", "bestmove");
    dialogue_send(d, "isready\n");
    dialogue_await(d, "readyok", "bestmove");
    dialogue_send(d, "stop\n");
    dialogue_await(d, "bestmove ", NULL);
    /* A stop too late stops nothing else. */
    dialogue_send(d, "stop\ngo depth 3\n");
    dialogue_await(d, "info depth 3", "bestmove");
    dialogue_await(d, "bestmove ", NULL);
    dialogue_send(d, "go infinite\n");
    dialogue_await(d, "info depth 2", NULL);
    dialogue_send(d, "quit\n");
    dialogue_end(d, false);
}

static void ugi_ponders(void **unused) {
    (void)unused;
    dialogue *d = dialogue_begin(&cn_protocol_ugi, "connect4", search);
    dialogue_send(d, "setoption name Ponder value true\nposition startpos moves 4\n"
                     "go ponder depth 4\n");
    dialogue_await(d, "info depth 5", "bestmove"); /* the depth does not hold yet */
    dialogue_send(d, "ponderhit\n");
    dialogue_await(d, "bestmove ", NULL); /* with the move it expects, if it knows one by then */
    dialogue_send(d, "go ponder movetime 10\n");
    dialogue_await(d, "info depth 5", "bestmove");
    dialogue_send(d, "stop\n");
    dialogue_await(d, "bestmove ", NULL);
    dialogue_send(d, "go ponder\n");
    dialogue_await(d, "info depth 2", NULL);
    dialogue_hang_up(d);
    dialogue_end(d, false);
}

static void uci_stops(void **unused) {
    (void)unused;
    dialogue *d = dialogue_begin(&cn_protocol_uci, "gomoku", search);
    dialogue_send(d, "uci\nucinewgame\nposition startpos moves P@h8\ngo infinite\n");
    dialogue_await(d, "info depth 2", "bestmove");
    dialogue_send(d, "isready\nstop\n");
    dialogue_await(d, "readyok", NULL);
    dialogue_await(d, "bestmove P@", NULL);
    dialogue_send(d, "position startpos moves P@h8 P@h9\ngo movetime 1000000\n");
    dialogue_await(d, "info depth 2", "bestmove");
    dialogue_send(d, "quit\n");
    dialogue_end(d, false);
}

static void gomocup_ends(void **unused) {
    (void)unused;
    dialogue *d = dialogue_begin(&cn_protocol_gomocup, "gomoku", search);
    dialogue_send(d, "START 15\n");
    dialogue_await(d, "OK", "");
    dialogue_send(d, "INFO timeout_turn 900000\nBEGIN\n");
    dialogue_send(d, "INFO time_left 900000\n"); /* changes nothing for the move at hand */
    dialogue_send(d, "END\n");
    dialogue_end(d, true);

    d = dialogue_begin(&cn_protocol_gomocup, "gomoku", search);
    dialogue_send(d, "START 15\nINFO timeout_turn 900000\nBEGIN\n");
    dialogue_await(d, "OK", "");
    dialogue_send(d, "ABOUT\n"); /* whoever asks for more gets the move first, and soon */
    dialogue_await(d, "MESSAGE ", "name");
    dialogue_await(d, "7,7", "name");
    dialogue_await(d, "name=", "");
    dialogue_hang_up(d);
    dialogue_end(d, true);
}

static void nboard_stops(void **unused) {
    (void)unused;
    dialogue *d = dialogue_begin(&cn_protocol_nboard, "othello", search);
    dialogue_send(d, "nboard 2\nset depth 60\nhint 2\n");
    for (int i = 0; i < 6; i++) dialogue_await(d, "search ", NULL);
    dialogue_send(d, "ping 3\n");
    dialogue_await(d, "pong 3\n", NULL);
    dialogue_send(d,
                  "set game (;GM[Othello]TI[99:00]BO[8 ---------------------------O*------*O-----"
                  "---------------------- *]B[F5];)\ngo\n");
    dialogue_await(d, "search ", "pong");
    dialogue_send(d, "ping 4\n");
    dialogue_await(d, "=== ", "pong");
    dialogue_await(d, "pong 4\n", NULL);
    dialogue_send(d, "hint 1\n");
    dialogue_await(d, "search ", NULL);
    dialogue_hang_up(d);
    dialogue_end(d, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ugi_stops),    cmocka_unit_test(ugi_ponders),  cmocka_unit_test(uci_stops),
        cmocka_unit_test(gomocup_ends), cmocka_unit_test(nboard_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
