/* The tables of games/go/patterns.h against the shapes they stand for, which are drawn here, and
 * the order of those of games/go/weights.h. With the argument `print` this program writes the
 * tables of the former, as they belong there. */
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

/* Surroundings are found by bisection, under the least code of their eight images. */
static void test_surroundings(void **unused) {
    (void)unused;
    for (int i = 0; i < GO_SURROUNDINGS; i++) {
        const int code = go_surroundings[i].code;
        if (i > 0) assert_true(go_surroundings[i - 1].code < code);
        for (int image = 0; image < 8; image++) {
            int other = 0;
            for (int d = 0; d < 8; d++) other |= (code >> 2 * go_images[image][d] & 3) << 2 * d;
            assert_true(code <= other);
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
                                       cmocka_unit_test(test_surroundings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
