/* Renju's forbidden points and caro's blocked fives against the rules written down plainly: an
 * array of cells, walked along lines; and diagrams as textbooks have them. */
#include "games/gomoku/renju.h"
#include "support/support.h"

#include <canopy/position.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 15 };

typedef struct plain {
    int n;
    char cell[SIZE_TOP][SIZE_TOP]; /* '.', 'X', 'O' */
} plain;

static const int direction[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

/* The cell k steps from a point, '#' beyond the edge. */
static char at(const plain *b, int row, int column, int d, int k) {
    const int r = row + k * direction[d][0], c = column + k * direction[d][1];
    return r < 0 || c < 0 || r >= b->n || c >= b->n ? '#' : b->cell[r][c];
}

/* The row of Black's stones that a point lies in: its first and last step from it. */
static int row_length(const plain *b, int row, int column, int d, int *first, int *last) {
    for (*last = 0; at(b, row, column, d, *last + 1) == 'X';) ++*last;
    for (*first = 0; at(b, row, column, d, *first - 1) == 'X';) --*first;
    return *last - *first + 1;
}

static void put(plain *b, int row, int column, int d, int k, char stone) {
    b->cell[row + k * direction[d][0]][column + k * direction[d][1]] = stone;
}

/* Steps from a black stone to cells that give it a five in this direction. */
static int to_five(plain *b, int row, int column, int d, int steps[8]) {
    int count = 0, first, last;
    for (int k = -4; k <= 4; k++) {
        if (at(b, row, column, d, k) != '.') continue;
        put(b, row, column, d, k, 'X');
        const bool five = row_length(b, row, column, d, &first, &last) == 5;
        if (five && first <= k && k <= last) steps[count++] = k;
        put(b, row, column, d, k, '.');
    }
    return count;
}

/* Whether a black stone is part of a straight four in this direction. */
static bool straight_four(plain *b, int row, int column, int d) {
    int first, last, steps[8];
    if (row_length(b, row, column, d, &first, &last) != 4) return false;
    const int count = to_five(b, row, column, d, steps);
    return count == 2 && steps[0] == first - 1 && steps[1] == last + 1;
}

/* Sets `wins` if the stone makes five: then it is not forbidden. */
static bool slow_forbidden(plain *b, int row, int column, bool *wins) {
    int first, last, steps[8], fours = 0, threes = 0;
    bool five = false, six = false;
    b->cell[row][column] = 'X';
    for (int d = 0; d < 4; d++) {
        const int length = row_length(b, row, column, d, &first, &last);
        five |= length == 5;
        six |= length > 5;
    }
    for (int d = 0; d < 4 && !five && !six; d++) {
        const int ways = to_five(b, row, column, d, steps);
        /* A straight four is one four, though there are two ways to five. */
        fours += straight_four(b, row, column, d) ? 1 : ways;
        bool three = false;
        for (int k = -3; k <= 3 && ways == 0 && !three; k++) {
            if (at(b, row, column, d, k) != '.') continue;
            put(b, row, column, d, k, 'X');
            const bool straight = straight_four(b, row, column, d);
            put(b, row, column, d, k, '.');
            bool other_five = false;
            three = straight &&
                    !slow_forbidden(b, row + k * direction[d][0], column + k * direction[d][1],
                                    &other_five) &&
                    !other_five;
        }
        threes += three;
    }
    b->cell[row][column] = '.';
    *wins = five;
    return !five && (six || fours > 1 || threes > 1);
}

static void to_state(const plain *b, rule_set rules, int turn, state *s) {
    clear_board(s, b->n, rules, 0);
    for (int i = 0; i < b->n * b->n; i++) {
        const char cell = b->cell[i / b->n][i % b->n];
        if (cell != '.') add_stone(s, i / b->n, i % b->n, cell == 'O');
    }
    s->turn = (uint8_t)turn;
}

static void show(const plain *b) {
    for (int row = 0; row < b->n; row++) printf("%.*s\n", b->n, b->cell[row]);
}

/* More black stones than white ones, close together: where forbidden points are. */
static void random_board(cn_rng *rng, plain *b) {
    b->n = 6 + (int)cn_rng_below(rng, 4);
    memset(b->cell, '.', sizeof b->cell);
    const uint32_t stones = 5 + cn_rng_below(rng, (uint32_t)(b->n * b->n / 3));
    const uint32_t white = 2 + cn_rng_below(rng, 4);
    for (uint32_t i = 0; i < stones; i++) {
        char *cell = &b->cell[cn_rng_below(rng, (uint32_t)b->n)][cn_rng_below(rng, (uint32_t)b->n)];
        *cell = cn_rng_below(rng, white) == 0 ? 'O' : 'X';
    }
}

static void forbidden_points(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(3, 0);
    long points = 0, found = 0;
    for (int i = 0; i < (TEST_SANITIZED ? 5000 : 100000); i++) {
        plain b;
        state s;
        random_board(&rng, &b);
        to_state(&b, RULES_RENJU, 0, &s);
        const state before = s;
        for (int k = 0; k < b.n * b.n; k++) {
            const int row = k / b.n, column = k % b.n;
            if (b.cell[row][column] != '.') continue;
            bool wins;
            const bool slow = slow_forbidden(&b, row, column, &wins),
                       fast = forbidden(&s, row, column);
            points++;
            found += slow;
            if (slow == fast) continue;
            show(&b);
            fail_msg("board %d, row %d, column %d: forbidden %d, expected %d", i, row, column, fast,
                     slow);
        }
        assert_memory_equal(&before, &s, sizeof s);
    }
    printf("%ld points, %ld of them forbidden\n", points, found);
    assert_true(found > points / 200 && found < points / 2);
}

/* Diagrams: `*` may not be played by Black, `+` may, although it looks alike. */
typedef struct diagram {
    const char *name, *rows[SIDE];
} diagram;

static const diagram diagrams[] = {
    {"two threes", {".........", "....X....", "....X....", ".........", ".XX.*....", "........."}},
    {"two threes, each with a gap",
     {"..........", ".....X....", "..........", ".....X....", "..X.X*....", "..........",
      ".........."}},
    {"a three that the edge stops is none",
     {"....X....", "....X....", "....+.XX.", ".........", ".........", ".........", "........."}},
    {"a three that White stops is none",
     {".........", "....O....", "....X....", "....X....", "....+.XX.", "....O....", "........."}},
    {"a four and a three",
     {".........", "....X....", "....X....", "....X....", "....+XX..", ".........", ".........",
      "........."}},
    {"two fours",
     {".........", ".....X...", ".....X...", ".....X...", ".XXX.*...", ".........", "........."}},
    {"two fours in one line", {"...........", "..X.X*X.X..", "...........", "..........."}},
    {"two fours in one line, wide", {"...........", ".XX.*X.XX..", "...........", "..........."}},
    {"six in a row", {"...........", "..XXX*XX...", "...........", "..........."}},
    {"five wins, whatever else it makes",
     {"...........", "...X.......", "...X.......", ".XX+XX.....", "...X.......", "...X.......",
      "..........."}},
    {"a three whose fourth stone would make six is none",
     {"............", "....X.......", "....X.......", "O.X.+X.X...O", "............",
      "............", "............"}},
    {"three threes",
     {".........", "....X....", "....X....", ".XX.*.....", ".....X...", "......X..", "........."}},
};

static void textbook(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof diagrams / sizeof *diagrams; i++) {
        const diagram *d = &diagrams[i];
        plain b = {.n = SIDE};
        state s;
        int row_asked = -1, column_asked = -1;
        memset(b.cell, '.', sizeof b.cell);
        for (int row = 0; row < SIDE && d->rows[row]; row++) {
            for (int column = 0; d->rows[row][column]; column++) {
                const char c = d->rows[row][column];
                if (c == 'X' || c == 'O') b.cell[row][column] = c;
                if (c != '*' && c != '+') continue;
                row_asked = row;
                column_asked = column;
            }
        }
        assert_true(row_asked >= 0);
        const bool expected = d->rows[row_asked][column_asked] == '*';
        to_state(&b, RULES_RENJU, 0, &s);
        if (forbidden(&s, row_asked, column_asked) != expected) fail_msg("%s", d->name);
        bool wins;
        if (slow_forbidden(&b, row_asked, column_asked, &wins) != expected) {
            fail_msg("%s, by the plain rules", d->name);
        }
    }
}

/* ---- whole games by the program's own interface ---- */

static bool slow_win(const plain *b, int row, int column, rule_set rules) {
    const char stone = b->cell[row][column], other = stone == 'X' ? 'O' : 'X';
    for (int d = 0; d < 4; d++) {
        int up = 0, down = 0;
        while (at(b, row, column, d, up + 1) == stone) up++;
        while (at(b, row, column, d, -down - 1) == stone) down++;
        const int length = up + down + 1;
        const bool exact = rules == RULES_EXACT || (rules == RULES_RENJU && stone == 'X');
        const bool closed =
            at(b, row, column, d, up + 1) == other && at(b, row, column, d, -down - 1) == other;
        if (length < 5 || (length > 5 && exact)) continue;
        if (length > 5 || rules != RULES_CARO || !closed) return true;
    }
    return false;
}

static void random_games(const char *name, rule_set rules) {
    cn_rng rng = cn_rng_make(17, (uint64_t)rules);
    int wins = 0, closed_fives = 0;
    for (int game = 0; game < 300; game++) {
        char options[64];
        cn_position p;
        plain b = {.n = 5 + game % 7};
        memset(b.cell, '.', sizeof b.cell);
        snprintf(options, sizeof options, "size=%d,distance=0,rules=%s", b.n, name);
        p = test_position("gomoku", options, NULL);
        while (p.rules->over(p.state) == CN_ONGOING) {
            const int turn = p.rules->turn(p.state);
            cn_move list[CN_MOVES_MAX];
            const int count = p.rules->moves(p.state, list);
            int legal = 0;
            for (int k = 0; k < b.n * b.n; k++) {
                bool five;
                const bool empty = b.cell[k / b.n][k % b.n] == '.';
                const bool bad = empty && rules == RULES_RENJU && turn == 0 &&
                                 slow_forbidden(&b, k / b.n, k % b.n, &five);
                legal += empty && !bad;
                assert_int_equal(p.rules->legal(p.state, (cn_move)k), empty && !bad);
            }
            assert_int_equal(count, legal);
            const cn_move move = list[cn_rng_below(&rng, (uint32_t)count)];
            const int row = move / b.n, column = move % b.n;
            b.cell[row][column] = turn ? 'O' : 'X';
            p.rules->play(p.state, move);
            const bool won = slow_win(&b, row, column, rules);
            closed_fives += !won && slow_win(&b, row, column, RULES_FREESTYLE);
            wins += won;
            if ((p.rules->over(p.state) == cn_win_of(turn)) != won) {
                show(&b);
                fail_msg("%s, row %d, column %d: won %d", name, row, column, won);
            }
        }
        cn_position_free(&p);
    }
    printf("%s: %d wins, %d rows that did not win\n", name, wins, closed_fives);
    assert_true(wins > 50);
    if (rules == RULES_EXACT || rules == RULES_CARO) assert_true(closed_fives > 0);
}

static void games(void **unused) {
    (void)unused;
    random_games("freestyle", RULES_FREESTYLE);
    random_games("exact", RULES_EXACT);
    random_games("renju", RULES_RENJU);
    random_games("caro", RULES_CARO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forbidden_points),
        cmocka_unit_test(textbook),
        cmocka_unit_test(games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
