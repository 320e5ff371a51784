/* Othello's rules: published counts, and a slow reference that walks along the rays. */
#include "games/othello/bits.h"
#include "games/registry.h"
#include "search/generic.h"
#include "support/support.h"

#include <stdlib.h>

enum { PASS = 64 };

/* Both compilations of the game: for any processor, and the best this one runs. */
static const cn_game *game_of(int which) {
    for (const cn_game *const *g = which ? cn_games() : cn_games_baseline(); *g; g++) {
        if (strcmp((*g)->name, "othello") == 0) return *g;
    }
    fail_msg("no othello");
    return NULL;
}

/* ---- the reference ---- */

typedef struct board {
    int cell[64]; /* 0 empty, 1 Black, 2 White */
    int side;     /* 0 Black, 1 White */
} board;

/* The squares a disc of `side` on `square` turns, as a list; returns how many. */
static int turned(const board *b, int side, int square, int list[64]) {
    int count = 0;
    if (b->cell[square]) return 0;
    for (int dr = -1; dr <= 1; dr++) {
        for (int dc = -1; dc <= 1; dc++) {
            int line[8], n = 0, r = square / 8 + dr, c = square % 8 + dc;
            if (!dr && !dc) continue;
            while (r >= 0 && r < 8 && c >= 0 && c < 8 && b->cell[r * 8 + c] == 2 - side) {
                line[n++] = r * 8 + c;
                r += dr;
                c += dc;
            }
            if (r < 0 || r > 7 || c < 0 || c > 7 || b->cell[r * 8 + c] != 1 + side) continue;
            for (int i = 0; i < n; i++) list[count++] = line[i];
        }
    }
    return count;
}

static uint64_t squares_for(const board *b, int side) {
    uint64_t mask = 0;
    int list[64];
    for (int i = 0; i < 64; i++) {
        if (turned(b, side, i, list)) mask |= UINT64_C(1) << i;
    }
    return mask;
}

static void put(board *b, int square) {
    int list[64];
    const int n = turned(b, b->side, square, list);
    for (int i = 0; i < n; i++) b->cell[list[i]] = 1 + b->side;
    b->cell[square] = 1 + b->side;
}

static int discs(const board *b, int side) {
    int n = 0;
    for (int i = 0; i < 64; i++) n += b->cell[i] == 1 + side;
    return n;
}

static uint64_t word(const board *b, int side) {
    uint64_t x = 0;
    for (int i = 0; i < 64; i++) x |= (uint64_t)(b->cell[i] == 1 + side) << i;
    return x;
}

static void text_of(const board *b, char text[80]) {
    for (int i = 0; i < 64; i++) text[i] = "-XO"[b->cell[i]];
    snprintf(text + 64, 16, " %c", "XO"[b->side]);
}

/* Any density from a few discs to a full board; not only boards that a game can reach. */
static board random_board(cn_rng *rng) {
    board b = {.side = (int)cn_rng_below(rng, 2)};
    const uint32_t empties = cn_rng_below(rng, 60), white = 20 + cn_rng_below(rng, 60);
    for (int i = 0; i < 64; i++) {
        if (cn_rng_below(rng, 64) >= empties) b.cell[i] = 1 + (cn_rng_below(rng, 100) < white);
    }
    return b;
}

/* ---- counts ---- */

/* A pass is a ply, a finished game a leaf. */
static void counts(void **unused) {
    (void)unused;
    const uint64_t expected[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284};
    for (int which = 0; which < 2; which++) {
        cn_position p = test_position_of(game_of(which), NULL, NULL);
        for (int depth = 0; depth <= 10; depth++) {
            assert_int_equal(p.kernels->perft(p.rules, p.state, depth), expected[depth]);
        }
        assert_int_equal(cn_generic_kernels.perft(p.rules, p.state, 8), expected[8]);
        cn_position_free(&p);
    }
}

/* ---- against the reference ---- */

static uint64_t naive_flips(const board *b, int square) {
    int list[64];
    uint64_t flips = 0;
    for (int i = turned(b, b->side, square, list); i-- > 0;) flips |= UINT64_C(1) << list[i];
    return flips;
}

static void primitives(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(1, 1);
    for (int n = 0; n < 10000; n++) {
        const board b = random_board(&rng);
        const uint64_t own = word(&b, b.side), opp = word(&b, b.side ^ 1);
        const uint64_t open = squares_for(&b, b.side);
        assert_true(bits_moves_portable(own, opp) == open);
        assert_true(bits_moves(own, opp) == open);
        for (int i = 0; i < 64; i++) {
            if ((own | opp) >> i & 1) continue;
            const uint64_t flips = naive_flips(&b, i);
            assert_true(bits_flips_portable(own, opp, i) == flips);
            assert_true(bits_flips(own, opp, i) == flips);
        }
        unsigned k = 0;
        for (int i = 0; i < 64; i++) {
            if (!(own >> i & 1)) continue;
            assert_int_equal(bits_select_portable(own, k), i);
            assert_int_equal(bits_select(own, k++), i);
        }
        assert_int_equal(bits_count_portable(own), k);
        assert_int_equal(bits_count(own), k);
    }
    assert_int_equal(bits_count_portable(~UINT64_C(0)), 64);
    assert_int_equal(bits_select_portable(~UINT64_C(0), 63), 63);
}

/* Every move of the reference, played by the game, must give the reference's next board. */
static void random_boards(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(2, 1);
    for (int n = 0; n < 4000; n++) {
        const board b = random_board(&rng);
        char text[80], after[80], expected[80];
        text_of(&b, text);
        cn_position p = test_position_of(game_of(n & 1), NULL, text);
        cn_move list[CN_MOVES_MAX];
        const int count = p.rules->moves(p.state, list);
        uint64_t open = 0;
        for (int i = 0; i < count; i++) {
            if (list[i] == PASS) continue;
            open |= UINT64_C(1) << list[i];
            unsigned char child[64];
            memcpy(child, p.state, p.rules->state_size);
            p.rules->play(child, list[i]);
            assert_int_equal(p.game->print(child, after, sizeof after), 66);
            board next = b;
            put(&next, list[i]);
            next.side ^= 1;
            text_of(&next, expected);
            assert_string_equal(after, expected);
        }
        assert_true(open == squares_for(&b, b.side));
        assert_int_equal(p.rules->count(p.state), count);
        cn_position_free(&p);
    }
}

typedef struct seen {
    int passes, early, draws;
} seen;

static int sign(int x) {
    return (x > 0) - (x < 0);
}

/* One random game, the game's state and the reference side by side. */
static void compare_game(cn_position *p, bool no_pass, cn_rng *rng, seen *saw) {
    board b = {.side = 0};
    b.cell[27] = b.cell[36] = 2;
    b.cell[28] = b.cell[35] = 1;
    for (;;) {
        const uint64_t open = squares_for(&b, b.side), theirs = squares_for(&b, b.side ^ 1);
        const bool ended = !open && (no_pass || !theirs);
        const int difference = discs(&b, 0) - discs(&b, 1);
        const int empties = 64 - discs(&b, 0) - discs(&b, 1);
        cn_move list[CN_MOVES_MAX];
        const int count = p->rules->moves(p->state, list);
        assert_int_equal(p->rules->turn(p->state), b.side);
        assert_int_equal(p->rules->count(p->state), count);
        assert_int_equal(count, ended ? 0 : open ? bits_count_portable(open) : 1);
        if (ended) {
            const cn_outcome outcome = difference > 0   ? CN_FIRST_WINS
                                       : difference < 0 ? CN_SECOND_WINS
                                                        : CN_DRAW;
            assert_int_equal(p->rules->over(p->state), outcome);
            assert_int_equal(p->rules->score(p->state),
                             no_pass ? difference : difference + sign(difference) * empties);
            saw->early += empties > 0;
            saw->draws += difference == 0;
            return;
        }
        assert_int_equal(p->rules->over(p->state), CN_ONGOING);
        assert_int_equal(p->rules->score(p->state), difference);
        for (int i = 0, last = -1; i < count; last = list[i++]) {
            assert_true(list[i] > last);
            assert_true(open ? open >> list[i] & 1 : list[i] == PASS);
        }
        const cn_move move = p->rules->pick(p->state, 0, rng);
        assert_true(cn_position_legal(p, move));
        p->rules->play(p->state, move);
        if (move == PASS) {
            saw->passes++;
        } else {
            put(&b, move);
        }
        b.side ^= 1;
        char text[80], expected[80];
        p->game->print(p->state, text, sizeof text);
        text_of(&b, expected);
        assert_string_equal(text, expected);
    }
}

static void random_games(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(3, 1);
    for (int no_pass = 0; no_pass < 2; no_pass++) {
        seen saw = {0};
        for (int n = 0; n < 1500; n++) {
            cn_position p =
                test_position_of(game_of(n & 1), no_pass ? "rules=no-pass" : NULL, NULL);
            compare_game(&p, no_pass, &rng, &saw);
            cn_position_free(&p);
        }
        assert_true(saw.early > 5 && saw.draws > 10);
        assert_true(no_pass ? saw.passes == 0 : saw.passes > 500);
    }
}

/* The kernels, the run-time table and both compilations play the same random game. */
static void playouts(void **unused) {
    (void)unused;
    static cn_trail trail[4];
    for (uint64_t seed = 0; seed < 300; seed++) {
        for (int i = 0; i < 4; i++) {
            cn_position p = test_position_of(game_of(i & 1), NULL, NULL);
            cn_rng rng = cn_rng_make(seed, 5);
            const cn_kernels *kernels = i & 2 ? &cn_generic_kernels : p.kernels;
            kernels->playout(p.rules, p.state, 0, &rng, &trail[i]);
            assert_int_not_equal(p.rules->over(p.state), CN_ONGOING);
            assert_int_equal(trail[i].length, trail[0].length);
            assert_memory_equal(trail[i].code, trail[0].code,
                                (size_t)trail[0].length * sizeof trail[0].code[0]);
            cn_position_free(&p);
        }
    }
}

/* A uniform choice: 4 first moves, 40000 draws, each within 5 standard deviations of 10000. */
static void pick_is_uniform(void **unused) {
    (void)unused;
    for (int which = 0; which < 2; which++) {
        cn_position p = test_position_of(game_of(which), NULL, NULL);
        cn_rng rng = cn_rng_make(4, 1);
        int drawn[65] = {0};
        for (int n = 0; n < 40000; n++) drawn[p.rules->pick(p.state, 0, &rng)]++;
        const int first[] = {19, 26, 37, 44}; /* d3 c4 f5 e6 */
        for (int i = 0; i < 4; i++) assert_in_range(drawn[first[i]], 10000 - 433, 10000 + 433);
        cn_position_free(&p);
    }
}

/* ---- known games ---- */

/* The shortest game: Black turns everything with the ninth move, and gets the empties. */
static void shortest_game(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    test_play(&p, "e6f4e3f6g5d6e7f5c5");
    assert_int_equal(p.rules->over(p.state), CN_FIRST_WINS);
    assert_int_equal(p.rules->score(p.state), 64);
    cn_board drawn;
    p.game->draw(p.state, &drawn);
    assert_string_equal(drawn.note, "Black 13, White 0");
    cn_position_free(&p);
}

/* White has no move and passes; under no-pass the game is over there. */
static void passes(void **unused) {
    (void)unused;
    const char *text = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXX-/XXXXXO-- O";
    cn_position p = test_position("othello", NULL, text);
    char list[256];
    test_moves(&p, list, sizeof list);
    assert_string_equal(list, "pass");
    test_play(&p, "PA G8");
    assert_int_equal(p.rules->over(p.state), CN_FIRST_WINS);
    assert_int_equal(p.rules->score(p.state), 64);
    cn_position_free(&p);
    p = test_position("othello", "rules=no-pass", text);
    assert_int_equal(p.rules->over(p.state), CN_FIRST_WINS);
    assert_int_equal(p.rules->score(p.state), 59); /* discs as they lie */
    cn_position_free(&p);
}

/* ---- symmetry, hash ---- */

static void symmetries(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(6, 1);
    for (int n = 0; n < 200; n++) {
        cn_position p = test_position("othello", NULL, NULL);
        while (p.rules->over(p.state) == CN_ONGOING) {
            const cn_move move = p.rules->pick(p.state, 0, &rng);
            for (int k = 0; k < p.rules->symmetries; k++) {
                unsigned char a[64], b[64];
                p.rules->symmetry(p.state, k, a);
                if (k == 0) assert_memory_equal(a, p.state, p.rules->state_size);
                for (int h = 0; p.game->heuristics[h].name; h++) {
                    assert_int_equal(p.rules->eval(a, h), p.rules->eval(p.state, h));
                }
                const cn_move image = p.rules->symmetry_move(p.state, k, move);
                p.rules->play(a, image);
                memcpy(b, p.state, p.rules->state_size);
                p.rules->play(b, move);
                unsigned char c[64];
                p.rules->symmetry(b, k, c);
                assert_memory_equal(a, c, p.rules->state_size);
            }
            p.rules->play(p.state, move);
        }
        cn_position_free(&p);
    }
}

typedef struct entry {
    uint64_t hash;
    char text[72];
} entry;

static int by_hash(const void *a, const void *b) {
    const uint64_t x = ((const entry *)a)->hash, y = ((const entry *)b)->hash;
    return (x > y) - (x < y);
}

/* Equal hashes mean equal positions, and the low bits alone spread well enough for a table. */
static void hashes(void **unused) {
    (void)unused;
    enum { GAMES = 1500, ROOM = GAMES * 64, SLOTS = 1 << 16 };
    entry *list = calloc(ROOM, sizeof *list);
    unsigned char *slot = calloc(2 * SLOTS, 1);
    assert_non_null(list);
    assert_non_null(slot);
    cn_rng rng = cn_rng_make(7, 1);
    int count = 0, distinct = 0, low = 0, high = 0;
    for (int n = 0; n < GAMES; n++) {
        cn_position p = test_position("othello", NULL, NULL);
        while (p.rules->over(p.state) == CN_ONGOING && count < ROOM) {
            p.rules->play(p.state, p.rules->pick(p.state, 0, &rng));
            list[count].hash = p.rules->hash(p.state);
            p.game->print(p.state, list[count].text, sizeof list[count].text);
            count++;
        }
        cn_position_free(&p);
    }
    qsort(list, (size_t)count, sizeof *list, by_hash);
    for (int i = 0; i < count; i++) {
        if (i > 0 && list[i].hash == list[i - 1].hash) {
            assert_string_equal(list[i].text, list[i - 1].text);
            continue;
        }
        if (i > 0) assert_string_not_equal(list[i].text, list[i - 1].text);
        unsigned char *below = &slot[list[i].hash % SLOTS];
        unsigned char *above = &slot[SLOTS + (list[i].hash >> 48)];
        distinct++;
        low += !*below;
        high += !*above;
        *below = *above = 1;
    }
    /* n balls in m slots leave (1 - 1/m)^n of them empty; m = 65536, n about 85000: 27 %. */
    assert_true(distinct > 75000);
    assert_in_range(low, SLOTS * 67 / 100, SLOTS * 80 / 100);
    assert_in_range(high, SLOTS * 67 / 100, SLOTS * 80 / 100);
    free(slot);
    free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),        cmocka_unit_test(primitives),
        cmocka_unit_test(random_boards), cmocka_unit_test(random_games),
        cmocka_unit_test(playouts),      cmocka_unit_test(pick_is_uniform),
        cmocka_unit_test(shortest_game), cmocka_unit_test(passes),
        cmocka_unit_test(symmetries),    cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
