/* Games from shared objects: the example, examples/hex, against a brute-force Hex written here; and
 * files that are no games. */
#define _GNU_SOURCE /* dladdr */
#include "search/generic.h"
#include "support/support.h"

#include <dlfcn.h>

static const char hex_path[] = TEST_BUILD "/examples/hex.so";

static const cn_game *hex_game(void) {
    const cn_game *game = NULL;
    cn_error error = {""};
    if (cn_game_load(hex_path, &game, &error) != CN_OK) fail_msg("%s", error.text);
    return game;
}

/* ---- brute force ---- */

enum { MOST = 11 };

typedef struct grid {
    int size;
    int cell[MOST][MOST]; /* 0 empty, 1 Red (top to bottom), 2 Blue (left to right) */
} grid;

static bool walk(const grid *g, int colour, int r, int c, bool seen[MOST][MOST]) {
    static const int step[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, 1}, {1, -1}};
    if (r < 0 || c < 0 || r >= g->size || c >= g->size) return false;
    if (seen[r][c] || g->cell[r][c] != colour) return false;
    seen[r][c] = true;
    if ((colour == 1 ? r : c) == g->size - 1) return true;
    for (int i = 0; i < 6; i++) {
        if (walk(g, colour, r + step[i][0], c + step[i][1], seen)) return true;
    }
    return false;
}

static bool connected(const grid *g, int colour) {
    bool seen[MOST][MOST] = {{0}};
    for (int i = 0; i < g->size; i++) {
        if (colour == 1 ? walk(g, 1, 0, i, seen) : walk(g, 2, i, 0, seen)) return true;
    }
    return false;
}

/* Move sequences of that length; a game that has ended has none. */
static uint64_t slow_perft(grid *g, int colour, int depth) {
    if (depth == 0) return 1;
    if (connected(g, 3 - colour)) return 0;
    uint64_t leaves = 0;
    for (int i = 0; i < g->size * g->size; i++) {
        int *cell = &g->cell[i / g->size][i % g->size];
        if (*cell) continue;
        *cell = colour;
        leaves += slow_perft(g, 3 - colour, depth - 1);
        *cell = 0;
    }
    return leaves;
}

static void perft(void **unused) {
    (void)unused;
    const struct {
        const char *options;
        int size, depth;
    } boards[] = {{"size=2", 2, 5}, {"size=3", 3, 9}, {"size=4", 4, 5}};
    for (int i = 0; i < 3; i++) {
        cn_position p = test_position_of(hex_game(), boards[i].options, NULL);
        grid g = {.size = boards[i].size};
        for (int depth = 0; depth <= boards[i].depth; depth++) {
            const uint64_t expected = slow_perft(&g, 1, depth);
            assert_int_equal(p.kernels->perft(p.rules, p.state, depth), expected);
            assert_int_equal(cn_generic_kernels.perft(p.rules, p.state, depth), expected);
        }
        cn_position_free(&p);
    }
}

/* ---- every game has exactly one winner ---- */

typedef struct state {
    _Alignas(16) unsigned char bytes[128];
} state;

static void grid_of(const cn_game *game, const state *s, grid *g) {
    cn_board board;
    game->draw(s, &board);
    *g = (grid){.size = board.rows};
    for (int i = 0; i < g->size * g->size; i++) g->cell[i / g->size][i % g->size] = board.cell[i];
}

static void play_all(const cn_position *p, const state *s, int *finished) {
    grid g;
    grid_of(p->game, s, &g);
    const bool red = connected(&g, 1), blue = connected(&g, 2);
    assert_false(red && blue);
    assert_int_equal(p->rules->over(s), red ? CN_FIRST_WINS : blue ? CN_SECOND_WINS : CN_ONGOING);
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(s, list);
    assert_int_equal(count == 0, red || blue);
    *finished += count == 0;
    for (int i = 0; i < count; i++) {
        state child = *s;
        p->rules->play(&child, list[i]);
        play_all(p, &child, finished);
    }
}

static void one_winner(void **unused) {
    (void)unused;
    cn_position p = test_position_of(hex_game(), "size=3", NULL);
    assert_true(p.rules->state_size <= sizeof(state));
    state start = {{0}};
    memcpy(&start, p.state, p.rules->state_size);
    int finished = 0;
    play_all(&p, &start, &finished);
    assert_true(finished > 1000);
    /* And every way to fill the board, in turns or not. */
    for (int fill = 0; fill < 512; fill++) {
        grid g = {.size = 3};
        for (int i = 0; i < 9; i++) g.cell[i / 3][i % 3] = 1 + (fill >> i & 1);
        assert_int_equal(connected(&g, 1) + connected(&g, 2), 1);
    }
    cn_position_free(&p);
}

/* ---- larger boards ---- */

/* Stones the colour still needs, by relaxing until nothing changes. */
static int slow_distance(const grid *g, int colour) {
    static const int step[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, 1}, {1, -1}};
    int cost[MOST][MOST], best = 121;
    for (int i = 0; i < g->size * g->size; i++) cost[i / g->size][i % g->size] = 121;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < g->size * g->size; i++) {
            const int r = i / g->size, c = i % g->size, here = g->cell[r][c];
            if (here == 3 - colour) continue;
            int least = (colour == 1 ? r : c) == 0 ? 0 : 121;
            for (int k = 0; k < 6; k++) {
                const int y = r + step[k][0], x = c + step[k][1];
                if (y < 0 || x < 0 || y >= g->size || x >= g->size) continue;
                if (cost[y][x] < least) least = cost[y][x];
            }
            least += here == 0;
            if (least < cost[r][c]) {
                cost[r][c] = least;
                changed = true;
            }
        }
    }
    for (int i = 0; i < g->size; i++) {
        const int end = colour == 1 ? cost[g->size - 1][i] : cost[i][g->size - 1];
        if (end < best) best = end;
    }
    return best;
}

static void check_position(const cn_position *p, const char *options) {
    state s = {{0}};
    grid g;
    char text[256];
    memcpy(&s, p->state, p->rules->state_size);
    grid_of(p->game, &s, &g);
    const int colour = p->rules->turn(&s) + 1;
    const bool red = connected(&g, 1), blue = connected(&g, 2);
    assert_int_equal(p->rules->over(&s), red ? CN_FIRST_WINS : blue ? CN_SECOND_WINS : CN_ONGOING);
    const int own = slow_distance(&g, colour), other = slow_distance(&g, 3 - colour);
    assert_int_equal(p->rules->eval(&s, 0), 100 * (other - own));
    const cn_move win = cn_win_at_once(p->rules, &s);
    assert_int_equal(win != CN_MOVE_NONE, own == 1 && !red && !blue);
    if (win != CN_MOVE_NONE) {
        assert_true(cn_position_legal(p, win));
        p->rules->play(&s, win);
        assert_int_equal(p->rules->over(&s), cn_win_of(colour - 1));
    }
    p->game->print(p->state, text, sizeof text);
    cn_position again = test_position_of(p->game, options, text);
    assert_memory_equal(again.state, p->state, p->rules->state_size);
    cn_position_free(&again);
}

/* A playout's trail is a game: legal moves, by the players named, to the outcome returned. */
static void check_playout(const cn_position *p, cn_rng *rng) {
    static cn_trail trail;
    state fast = {{0}}, slow = {{0}};
    memcpy(&fast, p->state, p->rules->state_size);
    memcpy(&slow, p->state, p->rules->state_size);
    cn_rng same = *rng;
    const cn_outcome outcome = p->kernels->playout(p->rules, &fast, 0, rng, &trail);
    cn_position replay = *p;
    replay.state = &slow;
    for (int i = 0; i < trail.length; i++) {
        assert_int_equal(trail.code[i] >> 15, p->rules->turn(&slow));
        assert_true(cn_position_legal(&replay, trail.code[i] & 0x7fff));
        p->rules->play(&slow, trail.code[i] & 0x7fff);
    }
    assert_int_equal(p->rules->over(&slow), outcome);
    assert_int_equal(p->rules->over(&fast), outcome);
    memcpy(&fast, p->state, p->rules->state_size);
    assert_int_equal(p->kernels->playout(p->rules, &fast, 0, &same, NULL), outcome);
}

static void random_games(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(7, 8);
    for (int game = 0; game < 60; game++) {
        char options[16];
        snprintf(options, sizeof options, "size=%d", 2 + game % 10);
        cn_position p = test_position_of(hex_game(), options, NULL);
        cn_move list[CN_MOVES_MAX];
        for (int count; (count = p.rules->moves(p.state, list)) > 0;) {
            assert_int_equal(p.rules->count(p.state), count);
            check_position(&p, options);
            check_playout(&p, &rng);
            const cn_move move = list[cn_rng_below(&rng, (uint32_t)count)];
            /* Half a turn before or after the move comes to the same. */
            state turned = {{0}}, expected = {{0}};
            p.rules->symmetry(p.state, 1, &turned);
            p.rules->play(&turned, p.rules->symmetry_move(p.state, 1, move));
            p.rules->play(p.state, move);
            p.rules->symmetry(p.state, 1, &expected);
            assert_memory_equal(&turned, &expected, sizeof turned);
        }
        check_position(&p, options);
        cn_position_free(&p);
    }
}

static void example_game(void **unused) {
    (void)unused;
    cn_position p = test_position_of(hex_game(), NULL, NULL);
    test_play(&p, p.game->example);
    assert_int_equal(p.rules->over(p.state), CN_FIRST_WINS);
    cn_position_free(&p);
}

/* ---- refusals ---- */

static void refuses(const char *text, const char *message) {
    test_refuses(hex_game(), NULL, text, CN_BAD_INPUT, message);
}

static void bad_positions(void **unused) {
    (void)unused;
    refuses(".../.../.. R", "row 3 has 2 cells, but every row of this board has 3");
    refuses("..../.... R", "2 rows, the first of 4 cells: a board is square, 2x2 to 11x11");
    refuses("R../.../... R", "1 R and 0 B with `R` to move: R moves first and the sides alternate");
    refuses("RBB/RB./R.. R", "`R` is connected but is to move");
    refuses("RB./.../... R;x", "unexpected `;` after the side to move");
}

static void not_games(void **unused) {
    (void)unused;
    const cn_game *game = NULL;
    cn_error error = {""};
    assert_int_equal(cn_game_load("no/such/file.so", &game, &error), CN_BAD_INPUT);
    assert_non_null(strstr(error.text, "no/such/file.so"));
    assert_non_null(strstr(error.text, "No such file"));
    /* A name without a slash means a file here, not a library of the system. */
    assert_int_equal(cn_game_load("libm.so.6", &game, &error), CN_BAD_INPUT);
    assert_non_null(strstr(error.text, "./libm.so.6"));
    assert_int_equal(cn_game_load(TEST_DATA "/engine/test_plugin.c", &game, &error), CN_BAD_INPUT);
    assert_non_null(strstr(error.text, "test_plugin.c"));
    assert_non_null(strstr(error.text, "invalid ELF header"));
    /* Any library without the symbol will do: the one these tests are written with. */
    int (*function)(const char *, const struct CMUnitTest *, size_t, CMFixtureFunction,
                    CMFixtureFunction) = _cmocka_run_group_tests;
    void *address;
    Dl_info library;
    memcpy(&address, &function, sizeof address);
    assert_int_not_equal(dladdr(address, &library), 0);
    assert_non_null(strstr(library.dli_fname, "cmocka"));
    assert_int_equal(cn_game_load(library.dli_fname, &game, &error), CN_BAD_INPUT);
    assert_non_null(strstr(error.text, library.dli_fname));
    assert_non_null(strstr(error.text, "no function `const cn_game *canopy_plugin(void)`"));
    assert_null(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft),         cmocka_unit_test(one_winner),
        cmocka_unit_test(random_games),  cmocka_unit_test(example_game),
        cmocka_unit_test(bad_positions), cmocka_unit_test(not_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
