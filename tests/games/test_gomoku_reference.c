/* Gomoku against a plain board: an array of cells, and every line and window of it read out cell by
 * cell. Random games and random boards in all sizes, distances and both rules. */
#include "games/registry.h"
#include "support/support.h"

#include <stdlib.h>

typedef struct plain {
    int n, distance, turn;
    bool exact;
    char cell[20][20]; /* '_', 'X', 'O' */
} plain;

static char at(const plain *b, int row, int column) {
    const bool inside = row >= 0 && row < b->n && column >= 0 && column < b->n;
    return inside ? b->cell[row][column] : '#';
}

static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}}; /* down, right */

/* Called for every line of the board, as text. */
typedef void line_fn(const plain *b, const char *line, void *data);

static void read_line(const plain *b, int row, int column, int down, int right, line_fn *fn,
                      void *data) {
    char line[21];
    int length = 0;
    for (; at(b, row, column) != '#'; row += down, column += right) {
        line[length++] = at(b, row, column);
    }
    line[length] = '\0';
    fn(b, line, data);
}

static void each_line(const plain *b, line_fn *fn, void *data) {
    for (int i = 0; i < b->n; i++) {
        read_line(b, i, 0, 0, 1, fn, data);
        read_line(b, 0, i, 1, 0, fn, data);
        read_line(b, i, 0, 1, 1, fn, data);
        read_line(b, i, 0, -1, 1, fn, data);
        if (i == 0) continue;
        read_line(b, 0, i, 1, 1, fn, data);
        read_line(b, b->n - 1, i, -1, 1, fn, data);
    }
}

typedef struct fives {
    bool won[2];
    int overlines;
} fives;

static void find_fives(const plain *b, const char *line, void *data) {
    fives *f = data;
    for (const char *p = line; *p;) {
        size_t run = 1;
        while (p[run] == p[0]) run++;
        if (*p != '_' && run >= 5) {
            f->overlines += run > 5;
            if (run == 5 || !b->exact) f->won[*p == 'O'] = true;
        }
        p += run;
    }
}

static fives fives_of(const plain *b) {
    fives f = {0};
    each_line(b, find_fives, &f);
    return f;
}

/* The published table for X, and the same for O. */
static const struct {
    const char *window[2];
    int value;
} classic_table[] = {
    {{"_XX_", "_OO_"}, 10},       {{"OXX_", "XOO_"}, 5},       {{"_XXO", "_OOX"}, 5},
    {{"_XXX_", "_OOO_"}, 100},    {{"OXXX_", "XOOO_"}, 50},    {{"_XXXO", "_OOOX"}, 50},
    {{"_XXXX_", "_OOOO_"}, 1000}, {{"OXXXX_", "XOOOO_"}, 500}, {{"_XXXXO", "_OOOOX"}, 500},
    {{"XXXXX", "OOOOO"}, 10000},
};

static void add_classic(const plain *b, const char *line, void *data) {
    (void)b;
    int *score = data;
    for (const char *p = line; *p; p++) {
        for (size_t i = 0; i < sizeof classic_table / sizeof *classic_table; i++) {
            for (int k = 0; k < 2; k++) {
                const char *window = classic_table[i].window[k];
                if (strncmp(p, window, strlen(window)) == 0) score[k] += classic_table[i].value;
            }
        }
    }
}

static int neighbours(const plain *b, char stone) {
    int sum = 0;
    for (int i = 0; i < b->n * b->n; i++) {
        const int row = i / b->n, column = i % b->n;
        if (at(b, row, column) != stone) continue;
        for (int k = 0; k < 9; k++) {
            sum += k != 4 && at(b, row + k / 3 - 1, column + k % 3 - 1) == stone;
        }
    }
    return sum;
}

static bool near_stone(const plain *b, int row, int column) {
    for (int r = row - b->distance; r <= row + b->distance; r++) {
        for (int c = column - b->distance; c <= column + b->distance; c++) {
            if (at(b, r, c) == 'X' || at(b, r, c) == 'O') return true;
        }
    }
    return false;
}

static int candidates(const plain *b, cn_move *list) {
    int count = 0, stones = 0;
    for (int i = 0; i < b->n * b->n; i++) stones += b->cell[i / b->n][i % b->n] != '_';
    for (int i = 0; i < b->n * b->n; i++) {
        const int row = i / b->n, column = i % b->n, twice = b->n - 1;
        if (b->cell[row][column] != '_') continue;
        const bool centre = abs(2 * row - twice) <= 1 && abs(2 * column - twice) <= 1;
        if (b->distance == 0 || (stones ? near_stone(b, row, column) : centre)) {
            list[count++] = (cn_move)i;
        }
    }
    return count;
}

/* Whether a stone there makes five for its player: the runs from it in both directions. */
static bool makes_five(const plain *b, int move, char stone) {
    const int row = move / b->n, column = move % b->n;
    if (b->cell[row][column] != '_') return false;
    for (int i = 0; i < 4; i++) {
        int run = 1;
        for (int sign = -1; sign <= 1; sign += 2) {
            const int down = sign * step[i][0], right = sign * step[i][1];
            for (int k = 1; at(b, row + k * down, column + k * right) == stone; k++) run++;
        }
        if (run == 5 || (run > 5 && !b->exact)) return true;
    }
    return false;
}

static int count_fives(const plain *b, char stone, bool *points) {
    int count = 0;
    for (int i = 0; i < b->n * b->n; i++) count += points[i] = makes_five(b, i, stone);
    return count;
}

/* Whether a stone gives a four that either end completes. */
static bool makes_open_four(const plain *b, char stone) {
    for (int i = 0; i < b->n * b->n * 4; i++) {
        const int row = i / 4 / b->n, column = i / 4 % b->n;
        const int down = step[i % 4][0], right = step[i % 4][1];
        int own = 0, gaps = 0;
        for (int k = 1; k <= 4; k++) {
            const char c = at(b, row + k * down, column + k * right);
            own += c == stone;
            gaps += c == '_';
        }
        if (own != 3 || gaps != 1) continue;
        if (at(b, row, column) != '_' || at(b, row + 5 * down, column + 5 * right) != '_') continue;
        const char before = at(b, row - down, column - right);
        const char behind = at(b, row + 6 * down, column + 6 * right);
        if (!b->exact || (before != stone && behind != stone)) return true;
    }
    return false;
}

/* ---- comparing ---- */

static void to_text(const plain *b, char *text) {
    for (int row = 0; row < b->n; row++) {
        for (int column = 0; column < b->n; column++) {
            *text++ = b->cell[row][column] == '_' ? '.' : b->cell[row][column];
        }
        *text++ = row < b->n - 1 ? '/' : ' ';
    }
    *text++ = "XO"[b->turn];
    *text = '\0';
}

static const char *options_of(const plain *b) {
    static char text[80];
    snprintf(text, sizeof text, "size=%d,distance=%d,rules=%s", b->n, b->distance,
             b->exact ? "exact" : "freestyle");
    return text;
}

static void check_threats(const plain *b, const cn_position *p) {
    const int value = p->rules->eval(p->state, 0);
    const cn_move win = cn_win_at_once(p->rules, p->state);
    static bool own[400], other[400];
    const char me = "XO"[b->turn], you = "OX"[b->turn];
    const int mine = count_fives(b, me, own), yours = count_fives(b, you, other);
    assert_int_equal(win != CN_MOVE_NONE, mine > 0);
    if (mine) {
        assert_true(own[win]);
        assert_int_equal(value, 300000);
    } else if (yours > 1) {
        assert_int_equal(value, -200000);
    } else if (yours == 0 && makes_open_four(b, me)) {
        assert_int_equal(value, 100000);
    } else {
        assert_in_range(value + 50000, 0, 100000 - 1);
    }
    /* What decides comes first in the order: five, else the defence against it. */
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(p->state, list);
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (p->rules->order(p->state, list[i]) > p->rules->order(p->state, list[best])) best = i;
    }
    if (mine || yours) assert_true(mine ? own[list[best]] : other[list[best]]);
}

static void check(const plain *b, const cn_position *p) {
    const fives f = fives_of(b);
    cn_move expected[CN_MOVES_MAX], list[CN_MOVES_MAX];
    const cn_outcome outcome = f.won[0] ? CN_FIRST_WINS : f.won[1] ? CN_SECOND_WINS : CN_ONGOING;
    int count = outcome == CN_ONGOING ? candidates(b, expected) : 0;
    const bool drawn = outcome == CN_ONGOING && count == 0;
    assert_int_equal(p->rules->over(p->state), drawn ? CN_DRAW : outcome);
    assert_int_equal(p->rules->turn(p->state), b->turn);
    assert_int_equal(p->rules->count(p->state), count);
    assert_int_equal(p->rules->moves(p->state, list), count);
    assert_memory_equal(list, expected, (size_t)count * sizeof *list);
    int classic[2] = {0, 0};
    each_line(b, add_classic, classic);
    const int sign = b->turn ? -1 : 1;
    assert_int_equal(p->rules->eval(p->state, 1), sign * (classic[0] - classic[1]));
    assert_int_equal(p->rules->eval(p->state, 2), sign * (neighbours(b, 'X') - neighbours(b, 'O')));

    /* From scratch, stones in another order: every byte of the state is the same. */
    char text[CN_TEXT_MAX], plain_text[CN_TEXT_MAX];
    p->game->print(p->state, text, sizeof text);
    to_text(b, plain_text);
    assert_string_equal(text, plain_text);
    cn_position again = test_position_of(p->game, options_of(b), text);
    assert_memory_equal(again.state, p->state, cn_state_live(p->rules, p->state));
    cn_position_free(&again);
}

/* A random game; the moves are drawn from all empty points now and then. */
static int random_game(const cn_game *game, plain *b, cn_rng *rng, int every) {
    cn_position p = test_position_of(game, options_of(b), NULL);
    cn_move list[CN_MOVES_MAX];
    int overlines = 0;
    for (int ply = 0; p.rules->over(p.state) == CN_ONGOING; ply++) {
        if (ply % every == 0) {
            check(b, &p);
            if (ply % (2 * every) == 0) check_threats(b, &p);
        }
        cn_move move = (cn_move)cn_rng_below(rng, (uint32_t)(b->n * b->n));
        if (ply % 5 || !cn_position_legal(&p, move)) {
            const int count = p.rules->moves(p.state, list);
            move = list[cn_rng_below(rng, (uint32_t)count)];
        }
        assert_true(cn_position_legal(&p, move));
        b->cell[move / b->n][move % b->n] = "XO"[b->turn];
        b->turn ^= 1;
        p.rules->play(p.state, move);
        assert_false(cn_position_legal(&p, move));
    }
    overlines = fives_of(b).overlines;
    check(b, &p);
    cn_position_free(&p);
    return overlines;
}

static void random_games(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(11, 0);
    int overlines = 0;
    for (int i = 0; i < 300; i++) {
        plain b = {.n = 5 + i % 16, .distance = i % 5, .exact = i / 16 % 2};
        memset(b.cell, '_', sizeof b.cell);
        overlines += random_game(cn_game_find("gomoku"), &b, &rng, 3 + b.n / 4);
    }
    assert_true(overlines > 5);
}

/* Boards strewn with runs: threats, overlines and wins that random games seldom have. */
static void random_boards(void **unused) {
    (void)unused;
    const cn_game *game = cn_game_find("gomoku");
    cn_rng rng = cn_rng_make(12, 0);
    int refused = 0, ended = 0, overlines = 0;
    for (int i = 0; i < 2000; i++) {
        plain b = {.n = 6 + i % 15, .distance = 1 + i % 4, .exact = i / 15 % 2, .turn = i / 30 % 2};
        memset(b.cell, '_', sizeof b.cell);
        for (int k = 0; k < b.n / 2; k++) {
            int row = (int)cn_rng_below(&rng, (uint32_t)b.n);
            int column = (int)cn_rng_below(&rng, (uint32_t)b.n);
            const int *way = step[cn_rng_below(&rng, 4)];
            const int length = 2 + (int)cn_rng_below(&rng, 5);
            for (int m = 0; m < length && at(&b, row, column) != '#'; m++) {
                if (cn_rng_below(&rng, 7)) b.cell[row][column] = "XO"[k % 2];
                row += way[0];
                column += way[1];
            }
        }
        const fives f = fives_of(&b);
        overlines += f.overlines > 0;
        char text[CN_TEXT_MAX];
        to_text(&b, text);
        cn_value values[CN_OPTIONS_MAX];
        cn_error error;
        cn_position p;
        if (f.won[b.turn]) {
            cn_values_default(game->options, values);
            values[1].integer = b.exact;
            assert_int_equal(cn_position_new(game, values, text, &p, &error), CN_BAD_INPUT);
            refused++;
            continue;
        }
        p = test_position_of(game, options_of(&b), text);
        check(&b, &p);
        if (p.rules->over(p.state) != CN_ONGOING) {
            ended++;
            assert_int_equal(cn_win_at_once(p.rules, p.state), CN_MOVE_NONE);
        } else {
            check_threats(&b, &p);
        }
        cn_position_free(&p);
    }
    assert_true(refused > 50 && ended > 50 && overlines > 50);
}

/* The eight images: same value, same outcome, and the state of the turned board. */
static void symmetries(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(13, 0);
    for (int i = 0; i < 60; i++) {
        char options[40], text[CN_TEXT_MAX];
        snprintf(options, sizeof options, "size=%d,distance=%d", 5 + i % 15, i % 5);
        cn_position p = test_position("gomoku", options, NULL), q, r;
        cn_move list[CN_MOVES_MAX];
        for (int ply = 0, count; ply < 20 && (count = p.rules->moves(p.state, list)); ply++) {
            p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
        }
        const int count = p.rules->moves(p.state, list);
        cn_error error;
        assert_int_equal(cn_position_copy(&p, &q, &error), CN_OK);
        for (int k = 0; k < 8; k++) {
            p.rules->symmetry(p.state, k, q.state);
            if (k == 0) assert_memory_equal(q.state, p.state, cn_state_live(p.rules, p.state));
            q.game->print(q.state, text, sizeof text);
            r = test_position("gomoku", options, text);
            assert_memory_equal(q.state, r.state, cn_state_live(p.rules, p.state));
            if (count) {
                const cn_move move = list[cn_rng_below(&rng, (uint32_t)count)];
                const cn_move image = p.rules->symmetry_move(p.state, k, move);
                assert_int_equal(p.rules->order(p.state, move), q.rules->order(q.state, image));
                cn_position_free(&r);
                assert_int_equal(cn_position_copy(&p, &r, &error), CN_OK);
                r.rules->play(r.state, move);
                q.rules->play(q.state, image);
                unsigned char turned[4096];
                p.rules->symmetry(r.state, k, turned);
                assert_memory_equal(turned, q.state, cn_state_live(p.rules, p.state));
            }
            cn_position_free(&r);
        }
        cn_position_free(&p);
        cn_position_free(&q);
    }
}

/* A playout's moves are legal candidates in their turn and lead to its outcome. */
static void playouts(void **unused) {
    (void)unused;
    static cn_trail trail;
    cn_rng rng = cn_rng_make(14, 0);
    for (int i = 0; i < 400; i++) {
        plain b = {.n = 5 + i % 16, .distance = i % 5, .exact = i / 16 % 2};
        cn_position p = test_position("gomoku", options_of(&b), NULL), q;
        cn_error error;
        cn_move list[CN_MOVES_MAX];
        for (int ply = 0, count; ply < i % 7 && (count = p.rules->moves(p.state, list)); ply++) {
            p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
        }
        assert_int_equal(cn_position_copy(&p, &q, &error), CN_OK);
        const cn_outcome outcome = q.kernels->playout(q.rules, q.state, 0, &rng, &trail);
        assert_int_equal(q.rules->over(q.state), outcome);
        for (int k = 0; k < trail.length; k++) {
            const int count = p.rules->moves(p.state, list);
            const cn_move move = trail.code[k] & 0x7fff;
            int found = 0;
            for (int m = 0; m < count; m++) found += list[m] == move;
            assert_int_equal(found, 1);
            assert_int_equal(trail.code[k] >> 15, p.rules->turn(p.state));
            p.rules->play(p.state, move);
        }
        assert_int_equal(p.rules->over(p.state), outcome);
        cn_position_free(&p);
        cn_position_free(&q);
    }
}

/* First moves of playouts are spread evenly over the candidates. */
static void playouts_uniform(void **unused) {
    (void)unused;
    static cn_trail trail;
    cn_rng rng = cn_rng_make(15, 0);
    for (int distance = 0; distance < 3; distance++) {
        plain b = {.n = 9, .distance = distance};
        cn_position p = test_position("gomoku", options_of(&b), NULL), q;
        cn_error error;
        cn_move list[CN_MOVES_MAX];
        test_play(&p, "e5e6");
        const int count = p.rules->moves(p.state, list), runs = 400 * count;
        int seen[81] = {0};
        assert_int_equal(cn_position_copy(&p, &q, &error), CN_OK);
        for (int i = 0; i < runs; i++) {
            cn_state_copy(p.rules, q.state, p.state);
            q.kernels->playout(q.rules, q.state, 0, &rng, &trail);
            seen[trail.code[0] & 0x7fff]++;
        }
        /* 400 expected, standard deviation 20: five of them on either side. */
        for (int i = 0; i < count; i++) assert_in_range(seen[list[i]], 300, 500);
        cn_position_free(&p);
        cn_position_free(&q);
    }
}

/* The build for any processor does the same, byte for byte. */
static void baseline(void **unused) {
    (void)unused;
    const cn_game *plainest = NULL;
    for (const cn_game *const *g = cn_games_baseline(); *g; g++) {
        if (strcmp((*g)->name, "gomoku") == 0) plainest = *g;
    }
    assert_non_null(plainest);
    cn_rng rng = cn_rng_make(16, 0);
    for (int i = 0; i < 60; i++) {
        char options[64];
        snprintf(options, sizeof options, "size=%d,distance=%d,rules=%s", 5 + i % 15, i % 5,
                 i % 2 ? "exact" : "freestyle");
        cn_position p = test_position("gomoku", options, NULL);
        cn_position q = test_position_of(plainest, options, NULL);
        cn_move list[CN_MOVES_MAX];
        for (int count; (count = p.rules->moves(p.state, list));) {
            const cn_move move = list[cn_rng_below(&rng, (uint32_t)count)];
            assert_int_equal(p.rules->order(p.state, move), q.rules->order(q.state, move));
            p.rules->play(p.state, move);
            q.rules->play(q.state, move);
            assert_memory_equal(p.state, q.state, cn_state_live(p.rules, p.state));
            for (int h = 0; h < 3; h++) {
                assert_int_equal(p.rules->eval(p.state, h), q.rules->eval(q.state, h));
            }
        }
        cn_position_free(&p);
        cn_position_free(&q);
    }
}

/* Other orders of the same moves, and the side to move. */
static void hashes(void **unused) {
    (void)unused;
    cn_position p = test_position("gomoku", NULL, NULL), q = test_position("gomoku", NULL, NULL);
    test_play(&p, "h8 a1 i9 o15 c3 d5");
    test_play(&q, "c3 o15 h8 d5 i9 a1");
    assert_memory_equal(p.state, q.state, cn_state_live(p.rules, p.state));
    assert_int_equal(p.rules->hash(p.state), q.rules->hash(q.state));
    cn_position_free(&p);
    const char *const others[] = {
        "...../..X../...../...../..... X", "...../..X../...../...../..... O",
        "...../..O../...../...../..... X", "...../.X.../...../...../..... X",
        "...../...../..X../...../..... X", "....../..X.../....../....../....../...... X",
    };
    uint64_t seen[6];
    for (int i = 0; i < 6; i++) {
        p = test_position("gomoku", NULL, others[i]);
        seen[i] = p.rules->hash(p.state);
        for (int k = 0; k < i; k++) assert_true(seen[k] != seen[i]);
        cn_position_free(&p);
    }
    cn_position_free(&q);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games), cmocka_unit_test(random_boards),
        cmocka_unit_test(symmetries),   cmocka_unit_test(playouts),
        cmocka_unit_test(hashes),       cmocka_unit_test(playouts_uniform),
        cmocka_unit_test(baseline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
