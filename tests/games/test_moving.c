/* The examples whose pieces move, Breakthrough and draughts: published counts, and references
 * written here in another way: boards of characters, on which moves are made. */
#include "support/support.h"

#include <stdlib.h>

static const cn_game *load(const char *name) {
    const cn_game *game = NULL;
    char path[512];
    cn_error error = {""};
    snprintf(path, sizeof path, "%s/examples/%s.so", TEST_BUILD, name);
    if (cn_game_load(path, &game, &error) != CN_OK) fail_msg("%s", error.text);
    return game;
}

static void expect_perft(const char *game, const char *options, const uint64_t *counts, int depth) {
    cn_position p = test_position_of(load(game), options, NULL);
    for (int i = 0; i <= depth; i++) {
        assert_int_equal(p.kernels->perft(p.rules, p.state, i), counts[i]);
    }
    cn_position_free(&p);
}

/* Of the standard game; slow_counts below confirms the first four. */
static void breakthrough_counts(void **unused) {
    (void)unused;
    const uint64_t counts[] = {1, 22, 484, 11132, 256036, 6182818};
    expect_perft("breakthrough", NULL, counts, 5);
}

/* Martin Fierz, "Perft for checkers" (2009), confirmed by Aart Bik. */
static void draughts_counts(void **unused) {
    (void)unused;
    const uint64_t counts[] = {1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931};
    expect_perft("draughts", NULL, counts, 8);
}

/* ---- references: from a board to all boards after one move ---- */

enum { AFTER_MAX = 256 };

typedef struct board {
    int size;
    char at[8][8]; /* as in the games' texts */
} board;

typedef struct outcomes {
    int count;
    board after[AFTER_MAX];
} outcomes;

static bool inside(const board *b, int r, int c) {
    return r >= 0 && c >= 0 && r < b->size && c < b->size;
}

static void add(outcomes *list, const board *b) {
    assert_true(list->count < AFTER_MAX);
    list->after[list->count++] = *b;
}

static void slow_breakthrough(const board *b, char side, outcomes *list) {
    const int forward = side == 'w' ? -1 : 1, last = side == 'w' ? 0 : b->size - 1;
    int others = 0;
    for (int i = 0; i < b->size; i++) {
        if (b->at[b->size - 1 - last][i] == (side == 'w' ? 'b' : 'w')) return; /* lost already */
    }
    for (int r = 0; r < b->size; r++) {
        for (int c = 0; c < b->size; c++) others += b->at[r][c] != '.' && b->at[r][c] != side;
    }
    for (int r = 0; others && r < b->size; r++) {
        for (int c = 0; c < b->size; c++) {
            if (b->at[r][c] != side) continue;
            for (int to = c - 1; to <= c + 1; to++) {
                if (!inside(b, r + forward, to)) continue;
                const char there = b->at[r + forward][to];
                if (there == side || (there != '.' && to == c)) continue;
                board next = *b;
                next.at[r][c] = '.';
                next.at[r + forward][to] = side;
                add(list, &next);
            }
        }
    }
}

static bool is_of(char piece, char side) {
    return piece == side || piece == side - 'a' + 'A';
}

/* Takes with the piece on r, c, again and again; true if it could take anything. Pieces are taken
 * off at once: as a jump crosses squares on which no jump ends, that makes no difference. */
static bool slow_take(const board *b, char side, int r, int c, bool began, outcomes *list) {
    const char piece = b->at[r][c], other = side == 'w' ? 'b' : 'w';
    const bool king = piece < 'a';
    const int forward = side == 'w' ? 1 : -1, last = side == 'w' ? 7 : 0;
    bool any = false;
    for (int i = 0; i < 4; i++) {
        const int dr = i & 1 ? 1 : -1, dc = i & 2 ? 1 : -1;
        if (!king && dr != forward) continue;
        if (!inside(b, r + 2 * dr, c + 2 * dc)) continue;
        if (!is_of(b->at[r + dr][c + dc], other) || b->at[r + 2 * dr][c + 2 * dc] != '.') continue;
        board next = *b;
        next.at[r][c] = next.at[r + dr][c + dc] = '.';
        next.at[r + 2 * dr][c + 2 * dc] = piece;
        any = true;
        if (!king && r + 2 * dr == last) {
            next.at[last][c + 2 * dc] = (char)(side - 'a' + 'A');
            add(list, &next);
        } else {
            slow_take(&next, side, r + 2 * dr, c + 2 * dc, true, list);
        }
    }
    if (!any && began) add(list, b);
    return any;
}

static void slow_draughts(const board *b, char side, outcomes *list) {
    const int forward = side == 'w' ? 1 : -1, last = side == 'w' ? 7 : 0;
    for (int i = 0; i < 64; i++) {
        if (is_of(b->at[i / 8][i % 8], side)) slow_take(b, side, i / 8, i % 8, false, list);
    }
    if (list->count) return;
    for (int i = 0; i < 64 * 4; i++) {
        const int r = i / 4 / 8, c = i / 4 % 8, dr = i & 1 ? 1 : -1, dc = i & 2 ? 1 : -1;
        const char piece = b->at[r][c];
        if (!is_of(piece, side) || !inside(b, r + dr, c + dc)) continue;
        if ((piece == side && dr != forward) || b->at[r + dr][c + dc] != '.') continue;
        board next = *b;
        next.at[r][c] = '.';
        next.at[r + dr][c + dc] = r + dr == last ? (char)(side - 'a' + 'A') : piece;
        add(list, &next);
    }
}

/* ---- comparing ---- */

static void to_text(const board *b, char side, char text[80]) {
    size_t n = 0;
    for (int r = 0; r < b->size; r++) {
        n += (size_t)sprintf(text + n, "%s%.*s", r ? "/" : "", b->size, b->at[r]);
    }
    sprintf(text + n, " %c", side);
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

typedef void reference(const board *b, char side, outcomes *list);

/* Every move of ours leads to a board of the reference, and the other way round, as often. */
static int compare(const cn_position *p, const board *b, char side, reference *slow) {
    static outcomes list;
    static char ours[AFTER_MAX][80], theirs[AFTER_MAX][80];
    cn_move moves[CN_MOVES_MAX];
    const int count = cn_position_moves(p, moves);
    list.count = 0;
    slow(b, side, &list);
    assert_int_equal(count, list.count);
    for (int i = 0; i < count; i++) {
        char text[CN_TEXT_MAX], move[CN_MOVE_TEXT];
        cn_position next;
        assert_int_equal(cn_position_copy(p, &next, NULL), CN_OK);
        cn_position_move_text(p, moves[i], move);
        test_play(&next, move); /* as text, so that the notation is tried too */
        cn_position_text(&next, text, sizeof text);
        snprintf(ours[i], sizeof ours[i], "%.*s", (int)strcspn(text, " ") + 2, text);
        to_text(&list.after[i], side == 'w' ? 'b' : 'w', theirs[i]);
        cn_position_free(&next);
    }
    qsort(ours, (size_t)count, sizeof *ours, by_text);
    qsort(theirs, (size_t)count, sizeof *theirs, by_text);
    for (int i = 0; i < count; i++) assert_string_equal(ours[i], theirs[i]);
    return count;
}

static uint64_t slow_perft(const board *b, char side, int depth, reference *slow) {
    if (depth == 0) return 1;
    outcomes *list = calloc(1, sizeof *list);
    uint64_t leaves = 0;
    assert_non_null(list);
    slow(b, side, list);
    for (int i = 0; i < list->count; i++) {
        leaves += slow_perft(&list->after[i], side == 'w' ? 'b' : 'w', depth - 1, slow);
    }
    free(list);
    return leaves;
}

/* Whole trees by the references, from the start, on every board. */
static void slow_counts(void **unused) {
    (void)unused;
    const struct {
        const char *game, *options;
        int depth;
        reference *slow;
    } trees[] = {
        {"breakthrough", "size=4", 5, slow_breakthrough},
        {"breakthrough", "size=5", 4, slow_breakthrough},
        {"breakthrough", "size=6", 4, slow_breakthrough},
        {"breakthrough", "size=7", 3, slow_breakthrough},
        {"breakthrough", "size=8", 4, slow_breakthrough},
        {"draughts", NULL, 6, slow_draughts},
    };
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        cn_position p = test_position_of(load(trees[i].game), trees[i].options, NULL);
        cn_board drawn;
        cn_position_draw(&p, &drawn);
        board b = {.size = drawn.rows};
        for (int k = 0; k < b.size * b.size; k++) {
            b.at[k / b.size][k % b.size] = p.game->cells[drawn.cell[k]];
        }
        const char side = p.game->cells[1 + cn_position_turn(&p)];
        assert_int_equal(cn_position_perft(&p, trees[i].depth),
                         slow_perft(&b, side, trees[i].depth, trees[i].slow));
        cn_position_free(&p);
    }
}

/* Games at random on boards of every size. */
static void breakthrough_reference(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(7, 0);
    for (int i = 0; i < 100; i++) {
        char options[16], text[CN_TEXT_MAX];
        const int size = 4 + i % 5;
        snprintf(options, sizeof options, "size=%d", size);
        cn_position p = test_position_of(load("breakthrough"), options, NULL);
        for (int count = 1; count;) {
            cn_move moves[CN_MOVES_MAX];
            board b = {.size = size};
            cn_position_text(&p, text, sizeof text);
            for (int r = 0; r < size; r++) memcpy(b.at[r], text + r * (size + 1), (size_t)size);
            count = compare(&p, &b, text[strlen(text) - 1], slow_breakthrough);
            cn_position_moves(&p, moves);
            if (count) cn_position_play(&p, moves[cn_rng_below(&rng, (uint32_t)count)], NULL);
        }
        assert_int_not_equal(cn_position_over(&p), CN_ONGOING);
        cn_position_free(&p);
    }
}

/* Boards at random, with kings, so that captures are long and routes many. */
static void draughts_reference(void **unused) {
    (void)unused;
    const cn_game *game = load("draughts");
    cn_rng rng = cn_rng_make(8, 0);
    int positions = 0, captures = 0, several = 0;
    while (positions < 4000) {
        board b = {.size = 8};
        char text[80];
        memset(b.at, '.', sizeof b.at);
        const uint32_t some = 2 + cn_rng_below(&rng, 10), kings = cn_rng_below(&rng, 5);
        const bool rings = positions % 2; /* Black on every other row: White jumps in rings */
        for (int i = 0; i < 64; i++) {
            if ((i / 8 + i % 8) % 2 == 0 || cn_rng_below(&rng, 12) >= some) continue;
            const bool king = cn_rng_below(&rng, 4) < kings;
            const char man = "wb"[rings ? i / 8 % 2 : cn_rng_below(&rng, 3) > 0];
            if (rings && man == 'w' && cn_rng_below(&rng, 4)) continue;
            if (!king && i / 8 == (man == 'w' ? 7 : 0)) continue;
            b.at[i / 8][i % 8] = king ? (char)(man - 'a' + 'A') : man;
        }
        to_text(&b, 'w', text);
        cn_position p;
        cn_value values[CN_OPTIONS_MAX];
        cn_values_default(game->options, values);
        if (cn_position_new(game, values, text, &p, NULL) != CN_OK) continue; /* over 12 pieces */
        const int count = compare(&p, &b, 'w', slow_draughts);
        cn_move moves[CN_MOVES_MAX];
        cn_position_moves(&p, moves);
        for (int i = 0; i < count; i++) {
            char move[CN_MOVE_TEXT];
            cn_position_move_text(&p, moves[i], move);
            captures += strchr(move, 'x') != NULL;
            several += strchr(move, 'x') != strrchr(move, 'x');
        }
        positions++;
        cn_position_free(&p);
    }
    assert_true(captures > 1000);
    assert_true(several > 50); /* pairs of squares with several routes between them */
}

/* ---- what is said about draughts ---- */

static void routes_have_names(void **unused) {
    (void)unused;
    char text[512];
    cn_move move;
    const char *end;
    cn_error error = {""};
    cn_position p = test_position_of(
        load("draughts"), NULL,
        "......../......../......../..w.w.../......../..w.w.../...b..../........ b");
    test_moves(&p, text, sizeof text);
    assert_string_equal(text, "d2xb4xd6 d2xf4xd6");
    assert_int_equal(cn_position_read_move(&p, "d2xd6", &move, &end, &error), CN_BAD_INPUT);
    assert_non_null(strstr(error.text, "2 ways"));
    assert_int_equal(cn_position_read_move(&p, "7x15x22", &move, &end, &error), CN_BAD_INPUT);
    assert_int_equal(cn_position_read_move(&p, "7x16x23", &move, &end, &error), CN_OK);
    cn_position_move_text(&p, move, text);
    assert_string_equal(text, "d2xb4xd6");
    assert_int_equal(cn_position_from_of(&p, move), 6 * 8 + 3);
    assert_int_equal(cn_position_cell_of(&p, move), 2 * 8 + 3);
    cn_position_free(&p);
}

/* Kings that only walk about draw; a man that moves, or a capture, begins the count anew. */
static void quiet_plies_end_in_a_draw(void **unused) {
    (void)unused;
    char text[CN_TEXT_MAX];
    cn_position p = test_position_of(
        load("draughts"), "quiet=4",
        ".B....../......../......../......../......../b......./......../......W. b");
    test_play(&p, "b8-a7 g1-h2");
    cn_position_text(&p, text, sizeof text);
    assert_non_null(strstr(text, " b 2"));
    test_play(&p, "a3-b4");
    cn_position_text(&p, text, sizeof text);
    assert_null(strstr(text, " w "));
    test_play(&p, "h2-g1 a7-b8 g1-h2");
    assert_int_equal(cn_position_over(&p), CN_ONGOING);
    test_play(&p, "b8-a7");
    assert_int_equal(cn_position_over(&p), CN_DRAW);
    cn_position_free(&p);
}

static void positions_that_cannot_be(void **unused) {
    (void)unused;
    const cn_game *game = load("draughts");
    const struct {
        const char *rows, *words;
    } bad[] = {
        {"b......./......../......../......../......../......../......../w....... w", "light"},
        {".W....../......../......../......../......../......../......../w....... w", "a king"},
        {".W....../......../......../......../......../......../......../........ w", "no pieces"},
        {".W....../......../......../......../......../......../......../B....... w 99", "quiet"},
        {".W....../......../......../......../......../......../......../B....... w 3 x",
         "unexpected"},
    };
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cn_position p;
        cn_error error = {""};
        assert_int_equal(cn_position_new(game, values, bad[i].rows, &p, &error), CN_BAD_INPUT);
        if (!strstr(error.text, bad[i].words)) fail_msg("%s: %s", bad[i].rows, error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakthrough_counts),
        cmocka_unit_test(draughts_counts),
        cmocka_unit_test(slow_counts),
        cmocka_unit_test(breakthrough_reference),
        cmocka_unit_test(draughts_reference),
        cmocka_unit_test(routes_have_names),
        cmocka_unit_test(quiet_plies_end_in_a_draw),
        cmocka_unit_test(positions_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
