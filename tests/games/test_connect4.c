/* Connect Four against published counts, a published game and published exact scores. */
#include "support/playthrough.h"

#include <stdlib.h>

typedef struct buffer {
    _Alignas(16) unsigned char bytes[64];
} buffer;

static void perft(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    const uint64_t expected[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572};
    for (int depth = 0; depth <= 9; depth++) {
        assert_int_equal(p.kernels->perft(p.rules, p.state, depth), expected[depth]);
    }
    cn_position_free(&p);
}

static void openspiel(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    const playthrough done = test_playthrough(&p, "positions/connect4/openspiel_playthrough.txt");
    assert_int_equal(done.actions, 17);
    assert_int_equal(done.states, 7);
    assert_int_equal(done.lists, 6);
    assert_int_equal(done.ends, 1);
    cn_position_free(&p);
}

/* ---- distinct positions per ply ---- */

enum { PLIES = 9, SLOTS = 1 << 20 };

typedef struct layer {
    buffer *state;
    int count, decided;
} layer;

/* Adds a state unless the layer has it; two states of one hash must be the same. */
static void add(const cn_rules *rules, layer *to, int *slots, const buffer *state) {
    size_t slot = rules->hash(state) & (SLOTS - 1);
    for (; slots[slot] >= 0; slot = (slot + 1) & (SLOTS - 1)) {
        const buffer *other = &to->state[slots[slot]];
        const bool equal = memcmp(other, state, rules->state_size) == 0;
        assert_int_equal(rules->hash(other) == rules->hash(state), equal);
        if (equal) return;
    }
    slots[slot] = to->count;
    to->decided += rules->over(state) == CN_FIRST_WINS || rules->over(state) == CN_SECOND_WINS;
    to->state[to->count++] = *state;
}

static layer next_layer(const cn_rules *rules, const layer *from, int *slots) {
    layer to = {.state = malloc((size_t)SLOTS * sizeof *to.state)};
    assert_non_null(to.state);
    for (int i = 0; i < SLOTS; i++) slots[i] = -1;
    for (int i = 0; i < from->count; i++) {
        cn_move moves[CN_MOVES_MAX];
        const int count = rules->moves(&from->state[i], moves);
        for (int k = 0; k < count; k++) {
            buffer child = from->state[i];
            rules->play(&child, moves[k]);
            add(rules, &to, slots, &child);
        }
    }
    return to;
}

static void positions_per_ply(void **unused) {
    (void)unused;
    static int slots[SLOTS];
    char *text = test_read("positions/connect4/positions_per_ply_7x6.tsv");
    cn_position p = test_position("connect4", NULL, NULL);
    assert_true(p.rules->state_size <= sizeof(buffer));
    layer here = {.state = calloc(1, sizeof(buffer)), .count = 1};
    memcpy(here.state, p.state, p.rules->state_size);
    int checked = 0, ply, total, decided;
    for (char *line = text; *line; line = strchr(line, '\n') + 1) {
        if (sscanf(line, "%d %*d %*d %*d %d %d", &ply, &total, &decided) != 3) continue;
        assert_int_equal(ply, checked++);
        assert_int_equal(here.count, total);
        assert_int_equal(here.decided, decided);
        if (ply == PLIES) break;
        const layer next = next_layer(p.rules, &here, slots);
        free(here.state);
        here = next;
    }
    assert_int_equal(checked, PLIES + 1);
    free(here.state);
    cn_position_free(&p);
    free(text);
}

/* ---- exact scores ---- */

/* Score of the side to move: 22 minus the winner's discs, positive if that is the side to move. */
static int exact(const cn_rules *rules, const buffer *state, int discs, int alpha, int beta) {
    const cn_outcome outcome = rules->over(state);
    if (outcome == CN_DRAW) return 0;
    if (outcome != CN_ONGOING) return -(22 - (discs + 1) / 2);
    if (cn_win_at_once(rules, state) != CN_MOVE_NONE) return 22 - (discs + 2) / 2;
    cn_move moves[CN_MOVES_MAX];
    const int count = rules->moves(state, moves);
    for (int i = 1; i < count; i++) { /* the middle first: insertion sort by the game's order */
        for (int k = i; k && rules->order(state, moves[k]) > rules->order(state, moves[k - 1]);
             k--) {
            const cn_move swap = moves[k];
            moves[k] = moves[k - 1];
            moves[k - 1] = swap;
        }
    }
    int best = -22;
    for (int i = 0; i < count && alpha < beta; i++) {
        buffer child = *state;
        rules->play(&child, moves[i]);
        const int score = -exact(rules, &child, discs + 1, -beta, -alpha);
        if (score > best) best = score;
        if (score > alpha) alpha = score;
    }
    return best;
}

static void exact_scores(void **unused) {
    (void)unused;
    char *text = test_read("positions/connect4/Test_L3_R1");
    int checked = 0;
    for (char *line = text; checked < 200; line = strchr(line, '\n') + 1, checked++) {
        char columns[64];
        int score;
        assert_int_equal(sscanf(line, "%63s %d", columns, &score), 2);
        cn_position p = test_position("connect4", NULL, columns);
        buffer state = {0};
        memcpy(&state, p.state, p.rules->state_size);
        assert_int_equal(exact(p.rules, &state, (int)strlen(columns), -22, 22), score);
        cn_position_free(&p);
    }
    free(text);
}

/* ---- notation ---- */

static void refuses(const char *options, const char *text, cn_status status, const char *message) {
    test_refuses(cn_game_find("connect4"), options, text, status, message);
}

static void bad_positions(void **unused) {
    (void)unused;
    refuses("", "......./......./......./...R.../......./....... Y", CN_BAD_INPUT,
            "row 4, column 4: `R` floats, the cell below it is empty");
    refuses("", "......./......./......./......./......./...x... Y", CN_BAD_INPUT,
            "row 6, column 4: expected one of `.RY`, got `x` (the board has 6 rows of 7 cells)");
    refuses("", "......./......./......./......./......./...R... R", CN_BAD_INPUT,
            "1 R and 0 Y with `R` to move: R moves first and the sides alternate");
    refuses("", "......./......./......./......./YYY..../RRRRY.. R", CN_BAD_INPUT,
            "`R` has 4 in a line but is to move");
    refuses("", "......./......./......./......./......./....... R;", CN_BAD_INPUT,
            "unexpected `;` after the side to move");
    refuses("", "", CN_BAD_INPUT,
            "the position is empty: expected rows of `.RY` or columns like 4453");
    refuses("", "44853", CN_BAD_INPUT, "ply 3: `8` is not a column: expected 1-7");
    refuses("", "4444444", CN_BAD_INPUT, "ply 7: column `4` is full");
    refuses("", "12121212", CN_BAD_INPUT, "ply 8: `2` comes after the end of the game");
    refuses("width=12,height=4", "1bch", CN_BAD_INPUT,
            "ply 4: `h` is not a column: expected 1-9 or a-c");
    refuses("", "........../........../........../........../........../.......... R", CN_BAD_INPUT,
            "a board of 10 columns and 6 rows is too large: expected at most 16 columns, 16 rows "
            "and width * (height + 1) <= 64, like 7x6, 8x7 or 9x6");
}

static void bad_sizes(void **unused) {
    (void)unused;
    refuses("width=8,height=8", NULL, CN_BAD_USAGE,
            "a board of 8 columns and 8 rows is too large: expected at most 16 columns, 16 rows "
            "and width * (height + 1) <= 64, like 7x6, 8x7 or 9x6");
    refuses("width=4,height=3,connect=5", NULL, CN_BAD_USAGE,
            "5 in a line do not fit on a board of 4 columns and 3 rows");
    refuses("width=17", NULL, CN_BAD_USAGE, "width=17: expected a whole number from 1 to 16");
    refuses("connect=7", NULL, CN_BAD_USAGE, "connect=7: expected a whole number from 3 to 6");
}

static void good_positions(void **unused) {
    (void)unused;
    const struct {
        const char *options, *text, *printed;
    } cases[] = {
        {"", "4453", "......./......./......./......./...Y.../..YRR.. R"},
        {"", " 4 4\n5 3", "......./......./......./......./...Y.../..YRR.. R"},
        {"", "......./......./......./......./...y.../...r...",
         "......./......./......./......./...Y.../...R... R"},
        {"", "....\n....\nY...\nR... r", "..../..../Y.../R... R"},
        {"width=4,height=4", "........Y...R... R", "..../..../Y.../R... R"},
        {"width=16,height=3", "gGa", "................/...............Y/.........R.....R Y"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cn_position p = test_position("connect4", cases[i].options, cases[i].text);
        char text[128];
        p.game->print(p.state, text, sizeof text);
        assert_string_equal(text, cases[i].printed);
        cn_position_free(&p);
    }
}

static void bad_moves(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, "444444");
    cn_move move;
    const char *end;
    cn_error error;
    assert_int_equal(cn_position_read_move(&p, "d1", &move, &end, &error), CN_BAD_INPUT);
    assert_string_equal(error.text, "`d` is not a column: expected 1-7");
    assert_int_equal(cn_position_read_move(&p, "47", &move, &end, &error), CN_BAD_INPUT);
    assert_string_equal(error.text, "`4` is not legal for Red here: legal are 1 2 3 5 6 7");
    assert_int_equal(cn_position_read_move(&p, "74", &move, &end, &error), CN_OK);
    assert_int_equal(move, 6);
    assert_string_equal(end, "4");
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft),
        cmocka_unit_test(openspiel),
        cmocka_unit_test(positions_per_ply),
        cmocka_unit_test(exact_scores),
        cmocka_unit_test(bad_positions),
        cmocka_unit_test(bad_sizes),
        cmocka_unit_test(good_positions),
        cmocka_unit_test(bad_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
