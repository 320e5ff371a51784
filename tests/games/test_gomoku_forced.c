/* Forced wins against plain slow references: an array of cells, fives found by walking along lines.
 *
 * - The board of patterns that is kept move by move, against one made from scratch.
 * - By fours: the shortest win of a slow search that tries every empty cell.
 * - By fours and threes: wherever a win is claimed, it is played out against every reply there is.
 * - A suite of positions with the lengths that the slow search found. */
#include "games/gomoku/threats.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>

/* Sanitizers find what they look for in fewer positions. */
enum { SHARE = TEST_SANITIZED ? 8 : 1 };

typedef struct plain {
    int n;
    rule_set rules;
    char cell[SIZE_TOP][SIZE_TOP]; /* 0 empty, 1 Black, 2 White */
} plain;

static bool makes_five(const plain *b, int row, int column, int stone) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    const bool exact = b->rules == RULES_EXACT || (b->rules == RULES_RENJU && stone == 1);
    for (int i = 0; i < 4; i++) {
        int run = 1, blocked = 0;
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int k = 1;; k++) {
                const int r = row + sign * k * step[i][0], c = column + sign * k * step[i][1];
                const bool inside = r >= 0 && c >= 0 && r < b->n && c < b->n;
                if (!inside || b->cell[r][c] != stone) {
                    blocked += inside && b->cell[r][c] == 3 - stone;
                    break;
                }
                run++;
            }
        }
        if (run == 5 && b->rules == RULES_CARO && blocked == 2) continue;
        if (run == 5 || (run > 5 && !exact)) return true;
    }
    return false;
}

/* Up to two empty cells where a stone makes five. */
static int five_cells(const plain *b, int stone, int found[2]) {
    int count = 0;
    for (int i = 0; i < b->n * b->n && count < 2; i++) {
        const int row = i / b->n, column = i % b->n;
        if (b->cell[row][column] == 0 && makes_five(b, row, column, stone)) found[count++] = i;
    }
    return count;
}

/* Plies to the shortest win by fours, 0 if there is none within `limit`; -1: the tree is too large.
 */
static int slow_fours(plain *b, int stone, int limit, long *budget) {
    int own[2], other[2];
    if (five_cells(b, stone, own)) return 1;
    const int blocks = five_cells(b, 3 - stone, other);
    if (blocks > 1 || limit < 3) return 0;
    int best = 0;
    for (int i = 0; i < b->n * b->n; i++) {
        char *cell = &b->cell[i / b->n][i % b->n];
        if (*cell || (blocks && i != other[0])) continue;
        if (--*budget < 0) return -1;
        *cell = (char)stone;
        const int fives = five_cells(b, stone, own);
        int plies = fives > 1 ? 3 : 0;
        if (fives == 1 && limit >= 5) {
            char *reply = &b->cell[own[0] / b->n][own[0] % b->n];
            *reply = (char)(3 - stone);
            const int rest = slow_fours(b, stone, (best ? best - 2 : limit) - 2, budget);
            *reply = 0;
            plies = rest > 0 ? rest + 2 : rest;
        }
        *cell = 0;
        if (plies < 0) return -1;
        if (plies && (!best || plies < best)) best = plies;
        if (best == 3) break;
    }
    return best;
}

/* ---- the same position for both ---- */

static void to_state(const plain *b, int stone, state *s) {
    clear_board(s, b->n, b->rules, 1);
    for (int i = 0; i < b->n * b->n; i++) {
        const char cell = b->cell[i / b->n][i % b->n];
        if (cell) add_stone(s, i / b->n, i % b->n, cell - 1);
    }
    s->turn = (uint8_t)(stone - 1);
}

static cn_table_entry *entries;
enum { BUCKETS = 1 << 12 };

static int claim(const plain *b, int stone, int budget, bool by_fours, cn_move *best) {
    static state s;
    static patterns board;
    cn_table table = {.entries = entries, .buckets = BUCKETS};
    memset(entries, 0, sizeof *entries * CN_BUCKET * BUCKETS);
    to_state(b, stone, &s);
    patterns_load(&board, &s);
    threats t = {.board = &board, .table = &table, .budget = budget};
    *best = CN_MOVE_NONE;
    return by_fours ? shortest_fours(&t, best) : find_win(&t, best);
}

/* A cluster of stones without a five; stones of both sides within one of each other. */
static int random_position(cn_rng *rng, rule_set rules, plain *b) {
    for (;;) {
        *b = (plain){.n = 7 + (int)cn_rng_below(rng, 9), .rules = rules};
        const int span = 5 + (int)cn_rng_below(rng, 3),
                  at = (int)cn_rng_below(rng, (uint32_t)(b->n - span + 1));
        const int stones = 6 + (int)cn_rng_below(rng, (uint32_t)(span * span / 2));
        for (int i = 0; i < stones; i++) {
            const int row = at + (int)cn_rng_below(rng, (uint32_t)span);
            const int column = at + (int)cn_rng_below(rng, (uint32_t)span);
            if (b->cell[row][column] == 0 && !makes_five(b, row, column, 1 + i % 2)) {
                b->cell[row][column] = (char)(1 + i % 2);
            }
        }
        bool five = false;
        for (int i = 0; i < b->n * b->n; i++) {
            const int row = i / b->n, column = i % b->n, stone = b->cell[row][column];
            five |= stone && makes_five(b, row, column, stone);
        }
        if (!five) return 1 + (int)cn_rng_below(rng, 2);
    }
}

static void show(const plain *b, int stone) {
    for (int row = 0; row < b->n; row++) {
        for (int column = 0; column < b->n; column++) putchar(".XO"[(int)b->cell[row][column]]);
        putchar('\n');
    }
    static const char *const names[] = {"freestyle", "exact", "renju", "caro"};
    printf("%c to move, %s\n", ".XO"[stone], names[b->rules]);
}

/* ---- the board ---- */

/* Whether two boards know the same of every empty cell. What a taken cell holds is of no account.
 */
static bool same_board(const patterns *a, const patterns *b) {
    for (int i = 0; i < a->n * a->n; i++) {
        const spot *c = &a->cell[a->at[i]], *d = &b->cell[b->at[i]];
        if (c->taken != d->taken) return false;
        if (!c->taken && (memcmp(c->info, d->info, sizeof c->info) != 0 ||
                          memcmp(c->pair, d->pair, sizeof c->pair) != 0 ||
                          memcmp(c->code, d->code, sizeof c->code) != 0)) {
            return false;
        }
    }
    return a->hash == b->hash && a->turn == b->turn && a->stones == b->stones &&
           memcmp(a->worth, b->worth, sizeof a->worth) == 0 &&
           memcmp(a->count, b->count, sizeof a->count) == 0 &&
           memcmp(a->set, b->set, sizeof a->set) == 0 &&
           memcmp(a->near, b->near, sizeof a->near) == 0 &&
           memcmp(a->line, b->line, sizeof a->line) == 0;
}

/* Which cells make five, and which Black must not take, by other code. */
static void cells_are_right(const plain *b, const state *s, patterns *board) {
    for (cn_move i = 0; i < b->n * b->n; i++) {
        const int row = i / b->n, column = i % b->n;
        if (b->cell[row][column]) continue;
        for (int player = 0; player < 2; player++) {
            assert_int_equal(set_has(board, player, SET_FIVE, i),
                             makes_five(b, row, column, player + 1));
        }
        const bool barred = b->rules == RULES_RENJU && s->turn == 0 && forbidden(s, row, column);
        assert_int_equal(may_play(board, i), !barred);
    }
}

static void board_is_kept(void **unused) {
    (void)unused;
    static patterns kept, fresh, before;
    static state s;
    cn_rng rng = cn_rng_make(5, 0);
    for (int i = 0; i < 300 / SHARE; i++) {
        plain b;
        int stone = random_position(&rng, (rule_set)(i % 4), &b);
        undo u[8];
        cn_move moves[8];
        int length = 0;
        to_state(&b, stone, &s);
        patterns_load(&kept, &s);
        before = kept;
        for (; length < 8; length++) {
            const int cell = (int)cn_rng_below(&rng, (uint32_t)(b.n * b.n));
            char *place = &b.cell[cell / b.n][cell % b.n];
            if (*place) break;
            *place = (char)stone;
            stone = 3 - stone;
            moves[length] = (cn_move)cell;
            patterns_play(&kept, moves[length], &u[length]);
            to_state(&b, stone, &s);
            patterns_load(&fresh, &s);
            assert_true(same_board(&kept, &fresh));
            cells_are_right(&b, &s, &kept);
        }
        while (length-- > 0) patterns_undo(&kept, moves[length], &u[length]);
        assert_true(same_board(&kept, &before));
    }
}

/* ---- by fours ---- */

static void shortest_by_fours(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(7, 0);
    int wins[16] = {0}, compared = 0;
    for (int i = 0; i < 3000 / SHARE; i++) {
        plain b;
        const int stone = random_position(&rng, (rule_set)(i % 2), &b);
        long budget = 4000;
        const int slow = slow_fours(&b, stone, 15, &budget);
        if (slow < 0) continue;
        cn_move best;
        const int fast = claim(&b, stone, 1 << 20, true, &best);
        if (fast != slow && !(slow == 0 && fast > 15)) {
            show(&b, stone);
            fail_msg("position %d: %d plies, the slow search says %d", i, fast, slow);
        }
        compared++;
        wins[slow]++;
    }
    /* The positions must be worth comparing. */
    printf("compared: %d; none %d, in 3 %d, 5 %d, 7 %d, 9 %d, 11 %d\n", compared, wins[0], wins[3],
           wins[5], wins[7], wins[9], wins[11]);
    if (SHARE > 1) return;
    assert_true(compared > 2500);
    assert_true(wins[0] > 1000 && wins[3] > 300 && wins[5] > 30 && wins[7] > 10 && wins[9] > 3);
}

/* ---- by fours and threes ---- */

static bool is_forbidden(const plain *b, int move, int stone) {
    static state s;
    if (b->rules != RULES_RENJU || stone == 2) return false;
    to_state(b, stone, &s);
    return forbidden(&s, move / b->n, move % b->n);
}

/* Whether the side to move wins, by the claims of the search, against everything. */
static bool holds(plain *b, int stone, int depth) {
    int own[2], other[2];
    if (five_cells(b, stone, own)) return true;
    cn_move best;
    if (depth == 0 || !claim(b, stone, 1 << 18, false, &best)) return false;
    char *cell = &b->cell[best / b->n][best % b->n];
    if (*cell || is_forbidden(b, best, stone)) return false;
    *cell = (char)stone;
    const int fives = five_cells(b, stone, own);
    bool good = five_cells(b, 3 - stone, other) == 0;
    for (int i = 0; i < b->n * b->n && good; i++) {
        char *reply = &b->cell[i / b->n][i % b->n];
        if (*reply) continue;
        *reply = (char)(3 - stone);
        bool won = false; /* a reply that leaves a five loses to it */
        for (int k = 0; k < fives && !won; k++) {
            const int row = own[k] / b->n, column = own[k] % b->n;
            won = !b->cell[row][column] && makes_five(b, row, column, stone);
        }
        *reply = 0;
        if (won || is_forbidden(b, i, 3 - stone)) continue;
        *reply = (char)(3 - stone);
        good = holds(b, stone, depth - 1);
        *reply = 0;
    }
    *cell = 0;
    return good;
}

static void no_false_claims_by(rule_set rules, int positions) {
    cn_rng rng = cn_rng_make(11, rules);
    int claims[2] = {0}, long_ones = 0, by_threes = 0;
    for (int i = 0; i < positions; i++) {
        plain b;
        const int stone = random_position(&rng, rules, &b);
        cn_move best, unused_move;
        const int plies = claim(&b, stone, 400, false, &best);
        if (plies <= 3) continue;
        claims[stone - 1]++;
        long_ones += plies > 7;
        by_threes += claim(&b, stone, 1 << 16, true, &unused_move) == 0;
        if (!holds(&b, stone, 40)) {
            show(&b, stone);
            fail_msg("position %d: a win in %d by %d does not hold", i, plies, best);
        }
    }
    printf("claims of more than 3 plies: %d and %d, of more than 7: %d, without fours alone: %d\n",
           claims[0], claims[1], long_ones, by_threes);
    if (SHARE > 1) return;
    assert_true(claims[0] > positions / 40 && claims[1] > positions / 40);
    assert_true(long_ones > positions / 80 && by_threes > positions / 40);
}

static void no_false_claims(void **unused) {
    (void)unused;
    no_false_claims_by(RULES_FREESTYLE, 2000 / SHARE);
    no_false_claims_by(RULES_EXACT, 2000 / SHARE);
    no_false_claims_by(RULES_RENJU, 2000 / SHARE);
    no_false_claims_by(RULES_CARO, 2000 / SHARE);
}

/* ---- the suite ---- */

/* Lines of tests/positions/gomoku/forced.txt: rules, plies by fours (0: none by fours alone; the
 * win needs threes), position. */
static void suite(void **unused) {
    (void)unused;
    FILE *file = fopen(TEST_DATA "/positions/gomoku/forced.txt", "r");
    assert_non_null(file);
    char line[1024], rules[16], rows[512], side;
    int count = 0, plies;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%15s %d %511s %c", rules, &plies, rows, &side), 4);
        plain b = {.rules = strcmp(rules, "exact") == 0 ? RULES_EXACT : RULES_FREESTYLE};
        int row = 0, column = 0;
        for (const char *p = rows; *p; p++) {
            if (*p == '/') {
                row++;
                column = 0;
            } else {
                b.cell[row][column++] = *p == 'X' ? 1 : *p == 'O' ? 2 : 0;
            }
        }
        b.n = row + 1;
        const int stone = side == 'X' ? 1 : 2;
        cn_move best;
        if (claim(&b, stone, 1 << 18, true, &best) != plies) {
            fail_msg("%s: expected %d plies by fours", line, plies);
        }
        if (!claim(&b, stone, 1 << 18, false, &best)) fail_msg("%s: no win", line);
        count++;
    }
    fclose(file);
    assert_true(count >= 200);
}

/* Prints lines for the suite: positions whose shortest win by fours takes `least` plies or more, by
 * the slow search, found among `tries` random ones. The fast search only chooses whom to ask. */
static void make_suite(int tries, int least, uint64_t seed) {
    cn_rng rng = cn_rng_make(seed, 0);
    for (int i = 0; i < tries; i++) {
        plain b;
        const int stone = random_position(&rng, (rule_set)cn_rng_below(&rng, 2), &b);
        cn_move best;
        if (claim(&b, stone, 1 << 14, true, &best) < least) continue;
        long budget = 2000000;
        const int plies = slow_fours(&b, stone, 15, &budget);
        if (plies < least) continue;
        printf("%s %d ", b.rules == RULES_EXACT ? "exact" : "freestyle", plies);
        for (int row = 0; row < b.n; row++) {
            for (int column = 0; column < b.n; column++) putchar(".XO"[(int)b.cell[row][column]]);
            putchar(row < b.n - 1 ? '/' : ' ');
        }
        printf("%c\n", ".XO"[stone]);
        fflush(stdout);
    }
}

/* With three numbers (random positions, least plies, seed) it makes lines for the suite instead. */
int main(int argc, char **argv) {
    entries = aligned_alloc(64, sizeof *entries * CN_BUCKET * BUCKETS);
    if (!entries) return 1;
    if (argc == 4) {
        make_suite(atoi(argv[1]), atoi(argv[2]), strtoull(argv[3], NULL, 10));
        free(entries);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_is_kept),
        cmocka_unit_test(shortest_by_fours),
        cmocka_unit_test(no_false_claims),
        cmocka_unit_test(suite),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(entries);
    return failed;
}
