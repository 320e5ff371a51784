/* Connect Four on boards of every shape, against a plain array; and the standard board's own code
 * against the code for any size. The game is compiled into this program to reach both. */
#define CN_ISA_SUFFIX _under_test
#include "games/connect4/connect4.c"

#include "games/registry.h"
#include "support/support.h"

/* ---- the reference ---- */

typedef struct grid {
    int width, height, connect;
    int cell[16][16]; /* [row from the bottom][column]: 0 empty, 1 Red, 2 Yellow */
} grid;

static int drop_row(const grid *g, int column) {
    int row = 0;
    while (row < g->height && g->cell[row][column]) row++;
    return row;
}

/* Discs of `colour` next to each other from a cell in one direction. */
static int run(const grid *g, int colour, int row, int column, int up, int right) {
    int length = 0;
    while (row >= 0 && row < g->height && column >= 0 && column < g->width &&
           g->cell[row][column] == colour) {
        length++;
        row += up;
        column += right;
    }
    return length;
}

/* Whether a disc of `colour` in that cell is part of a line that is long enough. */
static bool in_line(grid *g, int colour, int row, int column) {
    static const int direction[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const int before = g->cell[row][column];
    bool found = false;
    g->cell[row][column] = colour;
    for (int i = 0; i < 4; i++) {
        const int up = direction[i][0], right = direction[i][1];
        found |=
            run(g, colour, row, column, up, right) + run(g, colour, row, column, -up, -right) - 1 >=
            g->connect;
    }
    g->cell[row][column] = before;
    return found;
}

static int discs_in(const grid *g) {
    int discs = 0;
    for (int r = 0; r < g->height; r++) {
        for (int c = 0; c < g->width; c++) discs += g->cell[r][c] != 0;
    }
    return discs;
}

static int slow_centre(const grid *g, int colour) {
    int value = 0;
    for (int r = 0; r < g->height; r++) {
        for (int c = 0; c < g->width; c++) {
            const int edge = c < g->width - 1 - c ? c : g->width - 1 - c;
            if (g->cell[r][c] == colour) value += edge;
        }
    }
    return value;
}

/* The value of a colour's threats; how many can be played now goes to *now. */
static int slow_threats(grid *g, int colour, int *now) {
    int value = 0;
    bool below = false;
    *now = 0;
    for (int c = 0; c < g->width; c++) {
        for (int r = 0; r < g->height; r++) {
            const bool threat = g->cell[r][c] == 0 && in_line(g, colour, r, c);
            /* Who plays there if every other column is full? */
            const int taker = ((g->width - 1) * g->height + r) % 2 + 1;
            if (threat) value += taker == colour ? 30 : 12;
            if (threat && r > 0 && below) value += 120;
            *now += threat && drop_row(g, c) == r;
            below = threat;
        }
    }
    return value;
}

static int slow_eval(grid *g, int colour) {
    int own_now, other_now;
    const int own = slow_threats(g, colour, &own_now);
    const int other = slow_threats(g, 3 - colour, &other_now);
    if (own_now) return 5000;
    if (other_now > 1) return -5000;
    return own - other + slow_centre(g, colour) - slow_centre(g, 3 - colour);
}

/* ---- random games on many boards ---- */

static void same_position(const cn_position *p, grid *g, cn_outcome outcome, int colour) {
    cn_move list[CN_MOVES_MAX];
    cn_board board;
    const cn_rules *rules = p->rules;
    assert_int_equal(rules->over(p->state), outcome);
    p->game->draw(p->state, &board);
    for (int r = 0; r < g->height; r++) {
        for (int c = 0; c < g->width; c++) {
            assert_int_equal(board.cell[(g->height - 1 - r) * g->width + c], g->cell[r][c]);
        }
    }
    const int count = rules->moves(p->state, list);
    int expected = 0;
    bool can_win = false;
    for (int c = 0; c < g->width && outcome == CN_ONGOING; c++) {
        const int row = drop_row(g, c);
        if (row == g->height) continue;
        assert_true(expected < count);
        assert_int_equal(list[expected++], c);
        assert_int_equal(p->game->cell_of(p->state, (cn_move)c),
                         (g->height - 1 - row) * g->width + c);
        can_win |= in_line(g, colour, row, c);
    }
    assert_int_equal(count, expected);
    assert_int_equal(rules->count(p->state), expected);
    const cn_move win = cn_win_at_once(rules, p->state);
    assert_int_equal(win != CN_MOVE_NONE, can_win);
    if (can_win) assert_true(in_line(g, colour, drop_row(g, win), win));
    if (outcome != CN_ONGOING) return;
    assert_int_equal(rules->turn(p->state), colour - 1);
    assert_int_equal(rules->eval(p->state, 0), slow_eval(g, colour));
    assert_int_equal(rules->eval(p->state, 1), slow_centre(g, colour) - slow_centre(g, 3 - colour));
}

/* The text leads back to the same bytes, and the mirror image of the mirror image too. */
static void same_again(const cn_position *p, const char *shape) {
    char text[128];
    p->game->print(p->state, text, sizeof text);
    cn_position again = test_position_of(p->game, shape, text);
    assert_ptr_equal(again.rules, p->rules);
    assert_memory_equal(again.state, p->state, p->rules->state_size);
    cn_position_free(&again);
    state image, back;
    p->rules->symmetry(p->state, 1, &image);
    p->rules->symmetry(&image, 1, &back);
    assert_memory_equal(&back, p->state, sizeof back);
    assert_int_equal(p->rules->eval(&image, 0), p->rules->eval(p->state, 0));
}

static void random_game(const grid *empty, const char *shape, cn_rng *rng) {
    grid g = *empty;
    cn_position p = test_position_of(&cn_game_connect4_under_test, shape, NULL);
    cn_outcome outcome = CN_ONGOING;
    for (int ply = 0;; ply++) {
        same_position(&p, &g, outcome, ply % 2 + 1);
        same_again(&p, shape);
        if (outcome != CN_ONGOING) break;
        const int column = p.rules->pick(p.state, 0, rng), row = drop_row(&g, column);
        assert_true(column < g.width && row < g.height);
        /* The mirrored move on the mirrored board gives the mirrored position. */
        state image, expected;
        p.rules->symmetry(p.state, 1, &image);
        p.rules->play(&image, p.rules->symmetry_move(p.state, 1, (cn_move)column));
        p.rules->play(p.state, (cn_move)column);
        p.rules->symmetry(p.state, 1, &expected);
        assert_memory_equal(&image, &expected, sizeof image);
        g.cell[row][column] = ply % 2 + 1;
        outcome = in_line(&g, ply % 2 + 1, row, column) ? cn_win_of(ply % 2)
                  : discs_in(&g) == g.width * g.height  ? CN_DRAW
                                                        : CN_ONGOING;
    }
    cn_position_free(&p);
}

static void all_shapes(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(4, 4);
    int shapes = 0;
    for (int width = 1; width <= 16; width++) {
        for (int height = 1; height <= 16 && width * (height + 1) <= 64; height++) {
            for (int connect = 3; connect <= 6; connect++) {
                if (connect > width && connect > height) continue;
                char shape[64];
                snprintf(shape, sizeof shape, "width=%d,height=%d,connect=%d", width, height,
                         connect);
                const grid empty = {.width = width, .height = height, .connect = connect};
                const int games = width == 7 && height == 6 ? 100 : 4;
                for (int i = 0; i < games; i++) random_game(&empty, shape, &rng);
                shapes++;
            }
        }
    }
    assert_int_equal(shapes, 462);
}

/* ---- one code against the other ---- */

static void same_answers(const cn_rules *a, const cn_rules *b, const state *s) {
    cn_move one[16], two[16];
    const int moves_a = a->moves(s, one), moves_b = b->moves(s, two);
    assert_int_equal(moves_a, moves_b);
    assert_memory_equal(one, two, (size_t)moves_a * sizeof *one);
    assert_int_equal(a->count(s), b->count(s));
    assert_int_equal(a->hash(s), b->hash(s));
    assert_int_equal(a->eval(s, 0), b->eval(s, 0));
    assert_int_equal(a->eval(s, 1), b->eval(s, 1));
    assert_int_equal(cn_win_at_once(a, s), cn_win_at_once(b, s));
    for (int i = 0; i < moves_a; i++) {
        assert_int_equal(a->order(s, one[i]), b->order(s, one[i]));
        assert_int_equal(a->symmetry_move(s, 1, one[i]), b->symmetry_move(s, 1, one[i]));
    }
}

static void same_games(const cn_variant *a, const cn_variant *b, const state *from, int games) {
    cn_rng rng_a = cn_rng_make(1, 2), rng_b = rng_a;
    for (int i = 0; i < games; i++) {
        state one = *from, two = *from;
        while (a->rules->over(&one) == CN_ONGOING) {
            same_answers(a->rules, b->rules, &one);
            const cn_move move = a->rules->pick(&one, 0, &rng_a);
            assert_int_equal(b->rules->pick(&two, 0, &rng_b), move);
            a->rules->play(&one, move);
            b->rules->play(&two, move);
            assert_memory_equal(&one, &two, sizeof one);
        }
        same_answers(a->rules, b->rules, &one);
        one = two = *from;
        assert_int_equal(a->kernels->playout(a->rules, &one, 0, &rng_a, NULL),
                         b->kernels->playout(b->rules, &two, 0, &rng_b, NULL));
        assert_memory_equal(&one, &two, sizeof one);
    }
}

static void standard_and_general(void **unused) {
    (void)unused;
    const state from = {.width = 7, .height = 6, .connect = 4};
    for (int depth = 0; depth <= 8; depth++) {
        assert_int_equal(standard_kernels.perft(&standard_rules, &from, depth),
                         general_kernels.perft(&general_rules, &from, depth));
    }
    same_games(&standard, &general, &from, 2000);
}

/* What the processor's own compilation answers, the one for any processor answers too. */
static void baseline_and_best(void **unused) {
    (void)unused;
    const char *const shape[] = {"", "width=8,height=7", "width=9,height=6,connect=5"};
    const cn_game *base = NULL;
    for (const cn_game *const *game = cn_games_baseline(); *game; game++) {
        if (strcmp((*game)->name, "connect4") == 0) base = *game;
    }
    assert_non_null(base);
    for (int i = 0; i < 3; i++) {
        cn_position a = test_position("connect4", shape[i], NULL);
        cn_position b = test_position_of(base, shape[i], NULL);
        const cn_variant best = {a.rules, a.kernels, NULL}, plain = {b.rules, b.kernels, NULL};
        same_games(&best, &plain, a.state, 300);
        cn_position_free(&a);
        cn_position_free(&b);
    }
}

/* Each open column is drawn equally often: 30,000 draws, within six standard deviations. */
static void picks_evenly(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, "11111122222233333374");
    char legal[32];
    test_moves(&p, legal, sizeof legal);
    assert_string_equal(legal, "4 5 6 7");
    cn_rng rng = cn_rng_make(5, 6);
    int drawn[7] = {0};
    for (int i = 0; i < 30000; i++) drawn[p.rules->pick(p.state, 0, &rng)]++;
    for (int c = 0; c < 7; c++) {
        if (c < 3) assert_int_equal(drawn[c], 0);
        if (c >= 3) assert_in_range(drawn[c], 7500 - 450, 7500 + 450);
    }
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_shapes),
        cmocka_unit_test(standard_and_general),
        cmocka_unit_test(baseline_and_best),
        cmocka_unit_test(picks_evenly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
