/* Reading of records, with a game made for it: a square board of `size`; a move takes an empty
 * cell, player 1's only in the columns a, c, e…; who has no cell must pass, and may not otherwise;
 * the full board ends the game, and more cells and half of `komi` more win. */
#include "support/support.h"

#include "arena/record.h"

#include <canopy/grid.h>
#include <stdlib.h>
#include <strings.h>

enum { SIDE_MAX = 9, CELLS_MAX = SIDE_MAX * SIDE_MAX, PASS = CELLS_MAX };

typedef struct state {
    uint8_t size, turn;
    int16_t komi; /* half points */
    uint8_t cell[CELLS_MAX];
} state;

static int turn(const void *p) {
    return ((const state *)p)->turn;
}

static bool full(const state *s) {
    return memchr(s->cell, 0, (size_t)(s->size * s->size)) == NULL;
}

static int moves(const void *p, cn_move *list) {
    const state *s = p;
    int count = 0;
    for (int i = 0; i < s->size * s->size; i++) {
        const bool open = s->turn == 0 || i % s->size % 2 == 0;
        if (!s->cell[i] && open) list[count++] = (cn_move)i;
    }
    if (count == 0 && !full(s)) list[count++] = PASS;
    return count;
}

static void play(void *p, cn_move move) {
    state *s = p;
    if (move != PASS) s->cell[move] = (uint8_t)(1 + s->turn);
    s->turn ^= 1;
}

static int score(const void *p) {
    const state *s = p;
    int margin = -s->komi;
    for (int i = 0; i < s->size * s->size; i++) {
        margin += s->cell[i] == 1 ? 2 : s->cell[i] == 2 ? -2 : 0;
    }
    return margin;
}

static cn_outcome over(const void *p) {
    if (!full(p)) return CN_ONGOING;
    const int margin = score(p);
    return margin > 0 ? CN_FIRST_WINS : margin < 0 ? CN_SECOND_WINS : CN_DRAW;
}

static const cn_rules rules = {
    .state_size = sizeof(state),
    .moves_max = CELLS_MAX,
    .move_codes = CELLS_MAX + 1,
    .pass = PASS,
    .turn = turn,
    .moves = moves,
    .play = play,
    .over = over,
    .score = score,
};
static const cn_variant variant_of = {&rules, NULL, NULL};
static const char cells[] = "-*O";

static cn_status setup(const cn_value *values, void *p, const cn_variant **variant,
                       cn_error *error) {
    (void)error;
    *(state *)p =
        (state){.size = (uint8_t)values[0].integer, .komi = (int16_t)(2 * values[1].real)};
    *variant = &variant_of;
    return CN_OK;
}

static cn_status parse(const cn_value *values, const char *text, void *p,
                       const cn_variant **variant, cn_error *error) {
    state *s = p;
    int side = 0;
    setup(values, p, variant, error);
    cn_status status = cn_grid_read(cells, s->size, s->size, text, s->cell, &text, error);
    if (status == CN_OK) status = cn_grid_read_side(cells, text, &side, &text, error);
    if (status == CN_OK) s->turn = (uint8_t)side;
    return status;
}

static cn_grid grid_of(const state *s) {
    return (cn_grid){s->size, s->size, .from_top = true};
}

static cn_status parse_move(const void *p, const char *text, cn_move *move, const char **end,
                            cn_error *error) {
    const state *s = p;
    if (strncasecmp(text, "pass", 4) == 0) {
        *move = PASS;
        *end = text + 4;
        return CN_OK;
    }
    return cn_grid_read_point(grid_of(s), text, move, end, error);
}

static void print_move(const void *p, cn_move move, char text[CN_MOVE_TEXT]) {
    const state *s = p;
    snprintf(text, CN_MOVE_TEXT, "pass");
    if (move != PASS) {
        cn_grid_print_point(grid_of(s), move, text);
    }
}

static void draw(const void *p, cn_board *board) {
    const state *s = p;
    cn_grid_draw(board, grid_of(s));
    memcpy(board->cell, s->cell, (size_t)(s->size * s->size));
}

CN_GRID_PRINT

static int cell_of(const void *p, cn_move move) {
    (void)p;
    return move == PASS ? -1 : move;
}

static const cn_option options[] = {
    {.name = "size", .type = CN_OPTION_INT, .min = 2, .max = SIDE_MAX, .fallback = "3"},
    {.name = "komi", .type = CN_OPTION_REAL, .min = -50, .max = 50, .fallback = "0"},
    {.name = NULL},
};

static const cn_game pond = {
    .abi = CN_ABI,
    .name = "pond",
    .title = "The Pond",
    .player = {"Black", "White"},
    .cells = cells,
    .score_unit = 2,
    .sgf = 40,
    .options = options,
    .setup = setup,
    .parse = parse,
    .print = print,
    .parse_move = parse_move,
    .print_move = print_move,
    .draw = draw,
    .cell_of = cell_of,
};

/* ---- helpers ---- */

/* Replays a text and tells all games: moves, `=`, the last position, the score; or the error. */
static void tell(const char *text, size_t size, const char *start, char *out, size_t room) {
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(pond.options, values);
    cn_records r;
    cn_error error = {""};
    bool more = false;
    size_t used = 0;
    out[0] = '\0';
    assert_int_equal(cn_records_open(&r, &pond, values, start, text, size, &error), CN_OK);
    cn_status status;
    while ((status = cn_records_next(&r, &more, &error)) == CN_OK && more) {
        cn_move move;
        char word[CN_TEXT_MAX];
        while ((status = cn_records_move(&r, &move, &more, &error)) == CN_OK && more) {
            assert_true(cn_position_legal(&r.position, move));
            print_move(r.position.state, move, word);
            r.position.rules->play(r.position.state, move);
            used += (size_t)snprintf(out + used, room - used, "%s ", word);
        }
        if (status != CN_OK) break;
        print(r.position.state, word, sizeof word);
        used += (size_t)snprintf(out + used, room - used, "= %s %d\n", word,
                                 r.position.rules->score(r.position.state));
    }
    if (status != CN_OK) snprintf(out + used, room - used, "! %s", error.text);
    cn_records_close(&r);
}

static void reads_from(const char *start, const char *text, const char *expected) {
    char out[4096];
    tell(text, strlen(text), start, out, sizeof out);
    assert_string_equal(out, expected);
}

static void reads(const char *text, const char *expected) {
    reads_from(NULL, text, expected);
}

/* ---- tests ---- */

static void lines(void **unused) {
    (void)unused;
    reads("", "");
    reads("\n \n# b2\n%\n,,\n", "");
    reads("b2", "b2 = ---/-*-/--- O 2\n");
    reads("b2 a1,C3\r\nB2A1  # b3\n", "b2 a1 c3 = O--/-*-/--* O 2\nb2 a1 = O--/-*-/--- * 0\n");
    reads("\xef\xbb\xbf"
          "b2\n",
          "b2 = ---/-*-/--- O 2\n");
    reads_from("***/***/**- *", "c3\nc3", "c3 = ***/***/*** O 18\nc3 = ***/***/*** O 18\n");
    reads("b2 b2", "b2 ! game 1, line 1, ply 2: `b2` is not legal for White here: legal are a1 c1 "
                   "a2 c2 a3 c3");
    reads("b2\n\nb2 x1", "b2 = ---/-*-/--- O 2\nb2 ! game 2, line 3, ply 2: `x1` is not a point: "
                         "expected a column a-c and a row 1-3, like b2");
}

static void nul_bytes(void **unused) {
    (void)unused;
    char out[256];
    tell("b2\nb\0\nb2", 8, NULL, out, sizeof out);
    assert_string_equal(out, "b2 = ---/-*-/--- O 2\n! line 2: a NUL byte; expected text, one game "
                             "a line");
    tell("b2\0", 3, NULL, out, sizeof out);
    assert_string_equal(out, "! line 1: a NUL byte; expected text, one game a line");
}

/* White has no cell left while the column b is open: its passes may be written or not. */
static void implicit_passes(void **unused) {
    (void)unused;
    const char *start = "*-*/*-O/O-O O";
    const char *end = "pass b1 pass b2 pass b3 = ***/**O/O*O O 6\n";
    reads_from(start, "b1b2b3", end);
    reads_from(start, "pass b1 b2 pass b3", end);
    reads_from(start, "b1 b2", "pass b1 pass b2 = ***/**O/O-O O 4\n");
    reads_from(start, "zz",
               "! game 1, line 1, ply 1: `zz` is not a point: expected a column a-c "
               "and a row 1-3, like b2");
    reads_from(start, "(;SZ[3];B[ba];B[bb];W[];B[bc])", end);
    reads_from(start, "(;GM[pond];B[B1]W[PA]B[B2]B[B3]W[PA];)", end);
    reads_from("***/**-/--- *", "pass",
               "! game 1, line 1, ply 1: `pass` is not legal for Black "
               "here: legal are c2 a3 b3 c3");
}

static void sgf(void **unused) {
    (void)unused;
    /* Points are column and row from the top left; variations are skipped, however deep. */
    reads("(;FF[4]GM[40]SZ[3]\n;B[bc];W[cb])", "b3 c2 = ---/--O/-*- * 0\n");
    reads("(;B[aa](;W[ca](;B[bb])(;B[cc](;W[ac])))(;W[cc]))(;B[ab])",
          "a1 c1 b2 = *-O/-*-/--- O 2\na2 = ---/*--/--- O 2\n");
    reads("text before (;B[aa];W[ca])", "! game 1, line 1, ply 1: `text` is not a point: expected "
                                        "a column a-c and a row 1-3, like b2");
    reads("(;C[a \\] ; ( \\\\];B[aa]C[x])", "a1 = *--/---/--- O 2\n");
    /* Moves in the game's own notation are understood too; `tt` and nothing are passes. */
    reads("(;B[b2])", "b2 = ---/-*-/--- O 2\n");
    reads("(;B[tt])", "! game 1, line 1, ply 1: B[tt]: Black may not pass here");
    reads("(;B[])", "! game 1, line 1, ply 1: B[]: Black may not pass here");
    reads("(;)", "= ---/---/--- * 0\n");
    reads("(;SZ[2];B[aa];W[ab];B[bb];B[ba])", "a1 a2 b2 pass b1 = **/O* O 4\n");
    /* Each game has its own size and komi. */
    reads("(;KM[1.5]SZ[2:2];B[aa])(;B[aa])", "a1 = *-/-- O -1\na1 = *--/---/--- O 2\n");
}

static void sgf_setup(void **unused) {
    (void)unused;
    reads("(;AB[aa:ba][cc]AW[ab]AE[ba]SZ[3];W[cb])", "c2 = *--/O-O/--* * 0\n");
    reads("(;AB[aa]PL[W])", "= *--/---/--- O 2\n");
    reads("(;AB[aa];AW[bb];B[cc])", "c3 = *--/-O-/--* O 2\n");
    reads("(;W[aa];B[bb])", "a1 b2 = O--/-*-/--- O 0\n");
    reads("(;AB[aa:zz])", "! game 1, line 1: set-up: row 1, column 4 is off the board (3 rows, 3 "
                          "columns)");
    reads("(;AB[cc:aa])", "! game 1, line 1: AB[cc:aa]: expected a point like cd or a rectangle "
                          "like aa:cc");
    reads("(;AW[])", "! game 1, line 1: AW[]: expected a point like cd or a rectangle like aa:cc");
    reads("(;B[aa];AB[bb])",
          "a1 ! game 1, line 1, ply 2: AB: stones are set up after the first move");
    reads("(;SZ[20];B[aa])", "! game 1, line 1: size=20: expected a whole number from 2 to 9");
    reads("(;SZ[3:4];B[aa])", "! game 1, line 1: SZ: the record has 4 rows of 3, the board here 3 "
                              "rows of 3");
    reads("(;KM[lots];B[aa])", "! game 1, line 1: komi=lots: expected a number from -50 to 50");
    reads("(;GM[1];B[aa])",
          "! game 1, line 1: the record is of SGF's game number 1; The Pond is number 40");
}

static void sgf_errors(void **unused) {
    (void)unused;
    reads("(;B[aa];B[bb])",
          "a1 ! game 1, line 1, ply 2: B[bb]: the record has Black move, but it is White's turn");
    reads("(;B[aa]\n;W[aa])", "a1 ! game 1, line 2, ply 2: `aa` (a1) is not legal for White here");
    reads("(;B[dd])", "! game 1, line 1, ply 1: `dd` is off the board (3 rows, 3 columns)");
    reads("(;B[aa]", "a1 ! game 1, line 1, ply 2: the text ends before the game's last `)`");
    reads("(;B[aa](;W[ca])(;W[c", "a1 c1 ! game 1, line 1, ply 3: the value of a property has no "
                                  "closing `]`");
    reads("(;B[aa];W[a\\]", "a1 ! game 1, line 1, ply 2: the value of W has no closing `]`");
    reads("(;B[aa];W;)", "a1 ! game 1, line 1, ply 2: expected `[` after the property name `W`");
    reads("(;B[aa];7)", "a1 ! game 1, line 1, ply 2: expected a property, `;`, `(` or `)`, got "
                        "`7`");
    reads("(;SZ[2];B[aa];W[ab];B[bb];B[ba];W[aa])",
          "a1 a2 b2 pass b1 ! game 1, line 1, ply 6: `aa`: the game is over");
}

/* A million open parentheses cost nothing but time. */
static void sgf_deep(void **unused) {
    (void)unused;
    const size_t depth = 1000000;
    char *text = malloc(2 * depth + 16);
    assert_non_null(text);
    size_t n = (size_t)sprintf(text, "(;B[aa]");
    memset(text + n, '(', depth);
    n += depth;
    n += (size_t)sprintf(text + n, ";W[ca]");
    char out[256];
    tell(text, n, NULL, out, sizeof out);
    assert_string_equal(out, "a1 c1 ! game 1, line 1, ply 3: the text ends before the game's last "
                             "`)`");
    memset(text + n, ')', depth - 10);
    tell(text, n + depth - 10, NULL, out, sizeof out);
    assert_non_null(strstr(out, "ends before"));
    free(text);
}

static void ggf(void **unused) {
    (void)unused;
    reads("(;GM[ the pond ]B[A1];)", "a1 = *--/---/--- O 2\n");
    reads("2 (;GM[Pond]PC[x]TI[5:00//2]TY[3]RE[+4.000]BO[3 *-- -O- --- *]B[B1/1.25/3]W[C3//2];)"
          "(;GM[Pond]BO[3 --- --- --- O]W[a2];)",
          "b1 c3 = **-/-O-/--O * 0\na2 = ---/O--/--- * -2\n");
    reads("(;GM[Chess]B[A1];)", "! game 1, line 1: the record is of `Chess`, not of The Pond");
    reads("(;GM[Pond]BO[3 *-- -O- -- *];)",
          "! game 1, line 1: BO: expected 9 cells and the side to move, got 9 cells");
    reads("(;GM[Pond]BO[3 *-- -O- --- * *];)",
          "! game 1, line 1: BO: expected the size, 9 cells `-`, `*` or `O`, and the side to move; "
          "character 17 is none of it");
    reads("(;GM[Pond]BO[3 x];)",
          "! game 1, line 1: BO: expected the size, 9 cells `-`, `*` or `O`, and the side to move; "
          "character 3 is none of it");
    reads("(;GM[Pond]B[A1x];)", "! game 1, line 1, ply 1: `A1x`: unexpected text after the move");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),     cmocka_unit_test(nul_bytes),
        cmocka_unit_test(sgf),       cmocka_unit_test(implicit_passes),
        cmocka_unit_test(sgf_setup), cmocka_unit_test(sgf_errors),
        cmocka_unit_test(sgf_deep),  cmocka_unit_test(ggf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
