/* The tables of games/go/patterns.h against the shapes they stand for, which are drawn here, and
 * the order of those of games/go/weights.h, and opinions of moves in images of a position. With the
 * argument `print` this program writes the tables of the former, as they belong there. */
#include "games/go/patterns.h"
#include "games/go/weights.h"

#include "support/support.h"

/* Shapes around the point in the middle that is about to be played: hane, cuts and connections, as
 * MoGo's authors chose them for playouts (Gelly, Wang, Munos, Teytaud: "Modification of UCT with
 * patterns in Monte-Carlo Go", 2006). X and O are the players, either way round; x is anything but
 * X, o anything but O, ? anything. Each counts in all eight images. */
static const char *const inner[] = {
    "XOX...???", /* hane that encloses */
    "XO....?.?", /* hane that does not cut */
    "XO?X..x.?", /* turn */
    ".O.X.....", /* diagonal attachment */
    "XO?O.o?o?", /* cut that nothing protects */
    "XO?O.X???", /* cut that was peeped at */
    "?X?O.Oooo", /* push and cut */
    "OX?o.O???", /* cut of a knight's move */
};

/* The same at the edge of the board, which is below; the upper two rows. */
static const char *const edge[] = {
    "X.?O.?", /* chase along the edge */
    "OX?X.O", /* against a cut */
    "?X?x.O", /* against a connection */
    "?XOx.x", /* descent */
    "?OXX.O", /* cut */
};

/* Where a cell of a drawing is among the directions of go_chains: north, west, east, south, and
 * the diagonals; at the edge from left round to right. */
static const int inner_at[9] = {4, 0, 5, 1, -1, 2, 6, 3, 7};
static const int edge_at[6] = {1, 2, 3, 0, -1, 4};

static bool fits(char want, int color) {
    switch (want) {
    case '.': return color == 0;
    case 'X': return color == 1;
    case 'O': return color == 2;
    case 'x': return color != 1;
    case 'o': return color != 2;
    default: return true;
    }
}

/* Whether the colours, one for each cell of the drawing, are an image of it. */
static bool matches(const char *drawing, const int *color, int rows) {
    for (int image = 0; image < (rows == 3 ? 16 : 4); image++) {
        bool all = true;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < 3; column++) {
                int r = row, c = image & 1 ? 2 - column : column;
                if (rows == 3 && image & 4) r = 2 - r;
                const int from = rows == 3 && image & 8 ? c * 3 + r : r * 3 + c;
                const int seen = color[from];
                if (row == 1 && column == 1) continue;
                all = all && fits(drawing[row * 3 + column], image & 2 && seen ? 3 - seen : seen);
            }
        }
        if (all) return true;
    }
    return false;
}

static bool is_inner(int code) {
    int digit[8], color[9] = {0};
    for (int d = 0; d < 8; d++, code /= 3) digit[d] = code % 3;
    for (int i = 0; i < 9; i++) color[i] = i == 4 ? 0 : digit[inner_at[i]];
    for (size_t k = 0; k < sizeof inner / sizeof *inner; k++) {
        if (matches(inner[k], color, 3)) return true;
    }
    return false;
}

static bool is_edge(int code) {
    int digit[5], color[6] = {0};
    for (int d = 0; d < 5; d++, code /= 3) digit[d] = code % 3;
    for (int i = 0; i < 6; i++) color[i] = i == 4 ? 0 : digit[edge_at[i]];
    for (size_t k = 0; k < sizeof edge / sizeof *edge; k++) {
        if (matches(edge[k], color, 2)) return true;
    }
    return false;
}

static void test_tables(void **unused) {
    (void)unused;
    int marked = 0;
    for (int code = 0; code < 6561; code++) {
        const bool shape = go_inner_shapes[code / 64] >> code % 64 & 1;
        assert_int_equal(shape, is_inner(code));
        marked += shape;
    }
    for (int code = 0; code < 243; code++) {
        assert_int_equal(go_edge_shapes[code / 64] >> code % 64 & 1, is_edge(code));
    }
    assert_in_range(marked, 100, 3000);
}

/* Patterns are looked for between the bounds of their bucket, in which they lie in order. */
static void test_patterns(void **unused) {
    (void)unused;
    assert_int_equal(sizeof go_bucket / sizeof *go_bucket, (1 << GO_BUCKET_BITS) + 1);
    assert_int_equal(go_bucket[0], 0);
    assert_int_equal(go_bucket[1 << GO_BUCKET_BITS], GO_PATTERNS);
    for (int bucket = 0; bucket < 1 << GO_BUCKET_BITS; bucket++) {
        for (int i = go_bucket[bucket]; i < go_bucket[bucket + 1]; i++) {
            assert_int_equal(go_pattern[i] >> (32 - GO_BUCKET_BITS), bucket);
            if (i > 0) assert_true(go_pattern[i - 1] >> 8 < go_pattern[i] >> 8);
        }
    }
}

/* Image number `image` of a point of 9x9. */
static int image_of(int point, int image) {
    int row = point / 9, column = point % 9;
    if (image & 1) row = 8 - row;
    if (image & 2) column = 8 - column;
    return image & 4 ? column * 9 + row : row * 9 + column;
}

/* What is thought of the moves of a position: a share of wins for each point. */
static void opinion(const int *black, const int *white, int stones, int image, float *wins) {
    char text[200];
    int length = 0;
    for (int p = 0; p < 81; p++) {
        char mark = '.';
        for (int i = 0; i < stones; i++) {
            if (image_of(black[i], image) == p) mark = 'X';
            if (image_of(white[i], image) == p) mark = 'O';
        }
        text[length++] = mark;
        if (p % 9 == 8) text[length++] = p == 80 ? ' ' : '/';
    }
    const int last = image_of(white[stones - 1], image),
              before = image_of(black[stones - 1], image);
    snprintf(text + length, sizeof text - (size_t)length, "X;last=%c%d before=%c%d",
             "ABCDEFGHJ"[last % 9], 9 - last / 9, "ABCDEFGHJ"[before % 9], 9 - before / 9);
    cn_position p = test_position("go", "size=9", text);
    cn_move moves[CN_MOVES_MAX];
    float chance[CN_MOVES_MAX], visits[CN_MOVES_MAX];
    const int count = p.rules->moves(p.state, moves);
    p.rules->priors(p.state, moves, count, chance, visits);
    for (int i = 0; i < count; i++) {
        if (moves[i] < 81) wins[moves[i]] = chance[i] * visits[i];
    }
    cn_position_free(&p);
}

/* Opinions of moves do not depend on how the board is turned. */
static void test_images(void **unused) {
    (void)unused;
    static const int black[] = {40, 20, 57, 32, 49}, white[] = {24, 60, 42, 33, 41};
    float wins[81] = {0};
    opinion(black, white, 5, 0, wins);
    for (int image = 1; image < 8; image++) {
        float other[81] = {0};
        opinion(black, white, 5, image, other);
        for (int p = 0; p < 81; p++) {
            assert_float_equal(wins[p], other[image_of(p, image)], 1e-3);
        }
    }
}

static void print(const char *name, int codes, bool (*is)(int)) {
    printf("static const uint64_t %s[%d] = {", name, (codes + 63) / 64);
    for (int i = 0; i * 64 < codes; i++) {
        uint64_t word = 0;
        for (int k = 0; k < 64 && i * 64 + k < codes; k++) word |= (uint64_t)is(i * 64 + k) << k;
        printf("%s0x%llx,", i % 5 ? " " : "\n    ", (unsigned long long)word);
    }
    printf("\n};\n");
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "print") == 0) {
        print("go_inner_shapes", 6561, is_inner);
        print("go_edge_shapes", 243, is_edge);
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables),
                                       cmocka_unit_test(test_patterns),
                                       cmocka_unit_test(test_images)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
