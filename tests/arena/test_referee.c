/* The referee with agents that play by the book, and with agents that do not. */
#include "arena/referee.h"
#include "core/clock.h"
#include "engine/algorithm.h"
#include "support/support.h"

#include <stdlib.h>
#include <time.h>

/* An agent that does as it is told: the first legal move, unless something else is due. */
typedef struct puppet {
    int moves; /* made so far */
    int fail_at, refuse_at, illegal_at, none_at;
    double seconds; /* that it takes for every move, */
    int slow_at;    /* from this one on, counted from 1 */
    int value;      /* that it claims to see */
    bool silent;    /* it claims nothing */
    int told;       /* plies it was told of at its last move */
    _Atomic bool *stop_at_third;
} puppet;

static cn_status run(void *self, const cn_run *run, cn_result *result, cn_error *error) {
    puppet *p = *(puppet **)self;
    const cn_position *position = run->position;
    const cn_limits *limits = run->limits;
    p->moves++;
    p->told = limits->past ? limits->past->count : -1;
    if (p->moves == p->fail_at) return cn_fail(error, CN_ENGINE_FAILED, "the engine is gone");
    if (p->moves == p->refuse_at) return cn_fail(error, CN_UNSUPPORTED, "no word for it");
    if (p->stop_at_third && p->moves == 3) atomic_store(p->stop_at_third, true);
    const double until = cn_clock_seconds() + (p->moves >= p->slow_at ? p->seconds : 0);
    while (cn_clock_seconds() < until) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    cn_move list[CN_MOVES_MAX];
    position->rules->moves(position->state, list);
    result->best = list[0];
    if (p->moves == p->illegal_at) result->best = position->rules->move_codes - 1;
    if (p->moves == p->none_at) result->best = CN_MOVE_NONE;
    if (!p->silent) result->score = cn_score_of_number(p->value);
    result->nodes = p->silent ? 0 : 1;
    return CN_OK;
}

static void ignore(void *self) {
    (void)self;
}

static const cn_algorithm external = {.run = run, .clear = ignore, .tear_down = ignore};

/* Plays tic-tac-toe: by first moves X wins at the seventh ply (a1 b1 c1 a2 b2 c2 a3, with the cells
 * in whatever order the game lists them). */
static cn_bout try_to_play(const cn_referee *rules, puppet *first, puppet *second,
                           cn_status *status, cn_error *error) {
    cn_position start = test_position("tictactoe", NULL, NULL);
    cn_bout bout;
    cn_search *searches[2];
    static _Atomic bool stop;
    atomic_store(&stop, false);
    if (first->stop_at_third) first->stop_at_third = &stop;
    puppet *puppets[2] = {first, second};
    for (int i = 0; i < 2; i++) {
        puppet **self = malloc(sizeof *self);
        *self = puppets[i];
        assert_int_equal(cn_search_wrap(&external, self, &searches[i], error), CN_OK);
    }
    assert_int_equal(cn_bout_begin(&bout, &start, NULL, 0, error), CN_OK);
    *status = cn_referee_play(rules, searches, &stop, &bout, error);
    for (int i = 0; i < 2; i++) cn_search_free(searches[i]);
    cn_position_free(&start);
    return bout;
}

static cn_bout play(const cn_referee *rules, puppet *first, puppet *second) {
    cn_status status;
    cn_error error;
    const cn_bout bout = try_to_play(rules, first, second, &status, &error);
    assert_int_equal(status, CN_OK);
    return bout;
}

static void expect(cn_bout bout, cn_outcome outcome, cn_cause cause, int loser, int plies,
                   const char *reason) {
    assert_int_equal(bout.cause, cause);
    assert_int_equal(bout.outcome, outcome);
    assert_int_equal(bout.loser, loser);
    assert_int_equal(bout.history.count, plies);
    if (!strstr(bout.reason, reason)) fail_msg("reason: %s", bout.reason);
    cn_bout_free(&bout);
}

static void on_the_board(void **unused) {
    (void)unused;
    puppet a = {0}, b = {0};
    const cn_referee none = {0};
    expect(play(&none, &a, &b), CN_FIRST_WINS, CN_CAUSE_BOARD, 1, 7, "");
    assert_int_equal(a.told, 6); /* before its last move there were six */
    assert_int_equal(b.told, 5);
}

static void faults_lose(void **unused) {
    (void)unused;
    const cn_referee none = {0};
    puppet good = {0}, fails = {.fail_at = 2};
    expect(play(&none, &good, &fails), CN_FIRST_WINS, CN_CAUSE_FAILED, 1, 3, "the engine is gone");
    puppet good2 = {0}, fails2 = {.fail_at = 1};
    expect(play(&none, &fails2, &good2), CN_SECOND_WINS, CN_CAUSE_FAILED, 0, 0,
           "the engine is gone");
    /* The last cell: free at first, then taken by then (the ninth code is never legal twice). */
    puppet twice = {.illegal_at = 1}, other = {.illegal_at = 1};
    expect(play(&none, &twice, &other), CN_FIRST_WINS, CN_CAUSE_ILLEGAL, 1, 1, "move 2");
    puppet dumb = {.none_at = 2}, fine = {0};
    expect(play(&none, &dumb, &fine), CN_SECOND_WINS, CN_CAUSE_ILLEGAL, 0, 2,
           "move 3, none, is not legal");
}

/* A position that an agent cannot be told is nobody's win: the referee says why it stops. */
static void refusals_do_not_lose(void **unused) {
    (void)unused;
    const cn_referee none = {0};
    puppet good = {0}, refuses = {.refuse_at = 2};
    cn_status status;
    cn_error error;
    cn_bout bout = try_to_play(&none, &good, &refuses, &status, &error);
    assert_int_equal(status, CN_UNSUPPORTED);
    assert_string_equal(error.text,
                        "a game cannot go on at move 4 and does not count: no word for it");
    assert_int_equal(bout.loser, -1);
    assert_int_equal(bout.outcome, CN_ONGOING);
    cn_bout_free(&bout);
}

static void late_moves_lose(void **unused) {
    (void)unused;
    const cn_referee strict = {.move_seconds = 0.01};
    puppet slow = {.seconds = 0.05}, fast = {0};
    expect(play(&strict, &slow, &fast), CN_SECOND_WINS, CN_CAUSE_TIME, 0, 0, "move 1 took 0.");
    const cn_referee lenient = {.move_seconds = 0.01, .margin = 60};
    puppet slow2 = {.seconds = 0.02}, fast2 = {0};
    expect(play(&lenient, &slow2, &fast2), CN_FIRST_WINS, CN_CAUSE_BOARD, 1, 7, "");
    cn_referee clock = {0};
    cn_error error;
    assert_int_equal(cn_clocks_parse("2", NULL, &clock.clocks, &error), CN_OK);
    puppet slow3 = {.seconds = 2.1, .slow_at = 2}, fast3 = {0};
    expect(play(&clock, &fast3, &slow3), CN_FIRST_WINS, CN_CAUSE_TIME, 1, 3, "move 4 took ");
}

static void adjudication(void **unused) {
    (void)unused;
    const cn_referee resign = {.resign = {.value = 100, .moves = 2}};
    puppet hopeless = {.value = -100}, hopeful = {.value = 50};
    expect(play(&resign, &hopeful, &hopeless), CN_FIRST_WINS, CN_CAUSE_RESIGNED, 1, 4, "");
    puppet almost = {.value = -99}, hopeful2 = {0};
    expect(play(&resign, &hopeful2, &almost), CN_FIRST_WINS, CN_CAUSE_BOARD, 1, 7, "");

    const cn_referee draw = {.draw_value = 10, .draw_moves = 2, .draw_after = 2};
    puppet even = {.value = 10}, even2 = {.value = -10};
    expect(play(&draw, &even, &even2), CN_DRAW, CN_CAUSE_EVEN, -1, 6, "");
    puppet better = {.value = 11}, even3 = {0};
    expect(play(&draw, &better, &even3), CN_FIRST_WINS, CN_CAUSE_BOARD, 1, 7, "");
    /* Who says nothing agrees to nothing. */
    puppet silent = {.silent = true}, even4 = {0};
    expect(play(&draw, &silent, &even4), CN_FIRST_WINS, CN_CAUSE_BOARD, 1, 7, "");

    const cn_referee limit = {.most_plies = 5};
    puppet a = {0}, b = {0};
    expect(play(&limit, &a, &b), CN_DRAW, CN_CAUSE_LENGTH, -1, 5, "");
    const cn_referee brief = {.most_seconds = 0.02};
    puppet slow = {.seconds = 0.05}, c = {0};
    expect(play(&brief, &slow, &c), CN_DRAW, CN_CAUSE_DURATION, -1, 1, "");
}

static void stopped(void **unused) {
    (void)unused;
    const cn_referee none = {0};
    _Atomic bool any;
    puppet a = {.stop_at_third = &any}, b = {0};
    expect(play(&none, &a, &b), CN_ONGOING, CN_CAUSE_STOPPED, -1, 4, "");
}

static void words(void **unused) {
    (void)unused;
    for (int i = 0; i < CN_CAUSES_COUNT; i++) {
        cn_cause cause;
        assert_true(cn_cause_find(cn_cause_word((cn_cause)i), &cause));
        assert_int_equal(cause, i);
    }
    cn_cause cause;
    assert_false(cn_cause_find("boredom", &cause));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_board),
        cmocka_unit_test(faults_lose),
        cmocka_unit_test(refusals_do_not_lose),
        cmocka_unit_test(late_moves_lose),
        cmocka_unit_test(adjudication),
        cmocka_unit_test(stopped),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
