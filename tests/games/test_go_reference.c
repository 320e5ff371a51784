/* Go against a plain implementation: an array of cells, chains found by walking, every earlier
 * board kept whole. Random games on all sizes and rules, every legal move of every position. */
#include "games/registry.h"
#include "search/generic.h"
#include "support/support.h"

#include <stdlib.h>

enum { POINTS = 361, LONGEST = 700 };

typedef struct board {
    uint8_t cell[POINTS];
    uint8_t turn;
} board;

typedef struct plain {
    int n, ko, suicide, passes;
    board now;
    board past[LONGEST + 1];
    int past_count;
    int taken[2];
    int single_from, single_at; /* the last move's point and the one stone it took, or -1 */
} plain;

static int neighbours(int n, int p, int *list) {
    int count = 0;
    if (p >= n) list[count++] = p - n;
    if (p % n > 0) list[count++] = p - 1;
    if (p % n < n - 1) list[count++] = p + 1;
    if (p < n * n - n) list[count++] = p + n;
    return count;
}

/* Walks what is connected with p and of its kind; returns its size. `touch` collects the kinds of
 * cells it borders on, a bit each. */
static int walk(const plain *g, const board *b, int p, bool *in, int *touch) {
    int next[4], size = 1;
    in[p] = true;
    const int count = neighbours(g->n, p, next);
    for (int i = 0; i < count; i++) {
        if (b->cell[next[i]] != b->cell[p]) {
            *touch |= 1 << b->cell[next[i]];
        } else if (!in[next[i]]) {
            size += walk(g, b, next[i], in, touch);
        }
    }
    return size;
}

/* Takes the chain at p off if it has no liberty; returns how many stones went. */
static int take_dead(const plain *g, board *b, int p) {
    bool in[POINTS] = {false};
    int touch = 0;
    const int size = walk(g, b, p, in, &touch);
    if (touch & 1) return 0;
    for (int q = 0; q < g->n * g->n; q++) {
        if (in[q]) b->cell[q] = 0;
    }
    return size;
}

typedef struct result {
    board after;
    int taken, lost, single;
} result;

static bool try_move(const plain *g, int p, result *r) {
    const int me = g->now.turn + 1;
    int next[4];
    if (g->now.cell[p]) return false;
    *r = (result){.after = g->now, .single = -1};
    r->after.cell[p] = (uint8_t)me;
    const int count = neighbours(g->n, p, next);
    for (int i = 0; i < count; i++) {
        if (r->after.cell[next[i]] != 3 - me) continue;
        const int gone = take_dead(g, &r->after, next[i]);
        r->taken += gone;
        if (gone) r->single = next[i];
    }
    if (r->taken != 1) r->single = -1;
    r->lost = take_dead(g, &r->after, p);
    if (r->lost && !g->suicide) return false;
    r->after.turn ^= 1;
    if (g->ko == 2 && r->taken == 1 && p == g->single_at && r->single == g->single_from) {
        return false;
    }
    const size_t compared = g->ko == 0 ? sizeof r->after.cell : sizeof r->after;
    for (int i = 0; i < g->past_count && g->ko < 2; i++) {
        if (memcmp(&g->past[i], &r->after, compared) == 0) return false;
    }
    return true;
}

static void remember(plain *g) {
    g->past[g->past_count++] = g->now;
}

static void play_plain(plain *g, int p) {
    result r;
    if (p < 0) {
        g->passes++;
        g->now.turn ^= 1;
        g->single_at = g->single_from = -1;
    } else {
        assert_true(try_move(g, p, &r));
        const int me = g->now.turn;
        g->now = r.after;
        g->passes = 0;
        g->taken[me] += r.taken;
        g->taken[me ^ 1] += r.lost;
        g->single_at = r.single;
        g->single_from = p;
    }
    remember(g);
}

static int area(const plain *g) {
    int margin = 0;
    bool done[POINTS] = {false};
    for (int p = 0; p < g->n * g->n; p++) {
        const int kind = g->now.cell[p];
        if (kind) margin += kind == 1 ? 1 : -1;
        if (kind || done[p]) continue;
        int touch = 0;
        const int size = walk(g, &g->now, p, done, &touch);
        margin += touch == 2 ? size : touch == 4 ? -size : 0;
    }
    return margin;
}

/* ---- the comparison ---- */

static const cn_game *baseline(void) {
    for (const cn_game *const *game = cn_games_baseline(); *game; game++) {
        if (strcmp((*game)->name, "go") == 0) return *game;
    }
    return NULL;
}

static void compare_moves(const plain *g, const cn_position *p) {
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(p->state, list);
    assert_int_equal(count, p->rules->count(p->state));
    assert_int_equal(list[0], p->rules->pass);
    int at = 1;
    for (int q = 0; q < g->n * g->n; q++) {
        result r;
        const bool listed = at < count && list[at] == q;
        if (try_move(g, q, &r) != listed) {
            static char text[CN_TEXT_MAX];
            p->game->print(p->state, text, sizeof text);
            fail_msg("point %d is %slisted in %s", q, listed ? "" : "not ", text);
        }
        at += listed;
    }
    assert_int_equal(at, count);
}

/* Text and back gives the same bytes; the hash sees what stands before the semicolon. */
static void compare_text(const cn_position *p, const cn_value *values) {
    static char text[CN_TEXT_MAX];
    cn_position copy;
    cn_error error;
    p->game->print(p->state, text, sizeof text);
    if (cn_position_new(p->game, values, text, &copy, &error) != CN_OK) fail_msg("%s", error.text);
    assert_ptr_equal(copy.rules, p->rules);
    const size_t live = cn_state_live(p->rules, p->state);
    assert_int_equal(cn_state_live(copy.rules, copy.state), live);
    assert_memory_equal(copy.state, p->state, live);
    cn_position_free(&copy);
}

static int by_code(const void *a, const void *b) {
    return *(const cn_move *)a - *(const cn_move *)b;
}

static void compare_images(const cn_position *p) {
    static _Alignas(64) unsigned char image[CN_STATE_MAX], moved[CN_STATE_MAX], both[CN_STATE_MAX];
    cn_move list[CN_MOVES_MAX], mirrored[CN_MOVES_MAX], expected[CN_MOVES_MAX];
    const cn_rules *r = p->rules;
    const int count = r->moves(p->state, list);
    for (int k = 0; k < r->symmetries; k++) {
        r->symmetry(p->state, k, image);
        assert_int_equal(r->moves(image, mirrored), count);
        for (int i = 0; i < count; i++) expected[i] = r->symmetry_move(p->state, k, list[i]);
        const cn_move first = expected[count - 1];
        qsort(expected, (size_t)count, sizeof expected[0], by_code);
        qsort(mirrored, (size_t)count, sizeof mirrored[0], by_code);
        assert_memory_equal(mirrored, expected, (size_t)count * sizeof(cn_move));
        /* Move, then mirror; mirror, then move. */
        cn_state_copy(r, moved, p->state);
        r->play(moved, list[count - 1]);
        r->symmetry(moved, k, both);
        r->play(image, first);
        assert_memory_equal(image, both, cn_state_live(r, both));
    }
}

/* Plays one random game on both; returns its length. */
static int compare_game(const cn_game *game, int n, int ko, int suicide, uint64_t seed) {
    static const char *const kos[] = {"positional", "situational", "simple", "none"};
    static plain g;
    static cn_trail trail;
    char option[32];
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    const char *const choices[] = {kos[ko], suicide ? "allowed" : "forbidden"};
    const char *const names[] = {"ko", "suicide"};
    for (int i = 0; i < 2; i++) {
        snprintf(option, sizeof option, "%s=%s", names[i], choices[i]);
        assert_int_equal(cn_values_set(game->options, values, option, NULL), CN_OK);
    }
    snprintf(option, sizeof option, "size=%d", n);
    assert_int_equal(cn_values_set(game->options, values, option, NULL), CN_OK);
    snprintf(option, sizeof option, "limit=%d", n < 10 ? 160 : LONGEST);
    assert_int_equal(cn_values_set(game->options, values, option, NULL), CN_OK);
    const int policy = seed % 2 ? 1 : 0; /* uniform, eyes */

    cn_position p;
    assert_int_equal(cn_position_new(game, values, NULL, &p, NULL), CN_OK);
    g = (plain){.n = n, .ko = ko, .suicide = suicide, .single_at = -1, .single_from = -1};
    remember(&g);
    cn_rng rng = cn_rng_make(seed, 1);
    int length = 0;
    while (p.rules->over(p.state) == CN_ONGOING) {
        const int every = n < 10 ? 1 : 40; /* large boards now and then, they are slow here */
        if (length % every == 0) compare_moves(&g, &p);
        if (length % 16 == 3) compare_text(&p, values);
        if (length % 8 == 5 && p.rules->symmetries) compare_images(&p);
        assert_int_equal(p.rules->turn(p.state), g.now.turn);
        assert_int_equal(p.rules->score(p.state), 2 * area(&g));
        cn_move move = p.rules->pick(p.state, policy, &rng);
        const bool pass = move == p.rules->pass;
        play_plain(&g, pass ? -1 : move);
        p.rules->play(p.state, move);
        length++;
        cn_board drawn;
        game->draw(p.state, &drawn);
        assert_memory_equal(drawn.cell, g.now.cell, (size_t)(n * n));
        char note[64];
        snprintf(note, sizeof note, "prisoners: Black %d, White %d,", g.taken[0], g.taken[1]);
        assert_memory_equal(drawn.note, note, strlen(note));
    }
    assert_true(g.passes == 2 || length == (n < 10 ? 160 : LONGEST));
    const int score = 2 * area(&g);
    assert_int_equal(p.rules->score(p.state), score);
    assert_int_equal(p.rules->over(p.state), score > 0   ? CN_FIRST_WINS
                                             : score < 0 ? CN_SECOND_WINS
                                                         : CN_DRAW);
    compare_text(&p, values);

    /* The playout makes the very same moves. */
    cn_position again;
    assert_int_equal(cn_position_new(game, values, NULL, &again, NULL), CN_OK);
    cn_rng same = cn_rng_make(seed, 1);
    const cn_outcome outcome =
        again.kernels->playout(again.rules, again.state, policy, &same, &trail);
    assert_int_equal(outcome, p.rules->over(p.state));
    assert_int_equal(outcome, again.rules->over(again.state));
    assert_int_equal(trail.length, length);
    assert_int_equal(again.rules->score(again.state), score);
    assert_int_equal(cn_rng_next(&same), cn_rng_next(&rng));
    cn_position_free(&again);
    cn_position_free(&p);
    return length;
}

static void compare_all(const cn_game *game, int games) {
    int moves = 0;
    for (int n = 2; n <= 9; n++) {
        for (int rule = 0; rule < 8; rule++) {
            for (int i = 0; i < games; i++) {
                moves += compare_game(game, n, rule / 2, rule % 2, (uint64_t)(n * 1000 + i));
            }
        }
    }
    assert_true(moves > games * 64 * 20);
}

static void small_boards(void **unused) {
    (void)unused;
    compare_all(cn_game_find("go"), 20);
}

static void small_boards_baseline(void **unused) {
    (void)unused;
    assert_non_null(baseline());
    compare_all(baseline(), 2);
}

static void large_boards(void **unused) {
    (void)unused;
    for (int n = 10; n <= 19; n++) {
        for (int rule = 0; rule < 8; rule++) {
            compare_game(cn_game_find("go"), n, rule / 2, rule % 2, (uint64_t)(2 * n));
        }
    }
}

/* ---- playouts ---- */

/* Every legal move, pass included, comes up as often as any other; with eyes, none of these. */
static void pick_is_fair(void **unused) {
    (void)unused;
    const char *text =
        ".OXX./OOX.X/XXXX./..OOO/OO.O. X"; /* A5 takes; E5, D4 own eyes; C1, E1 suicide */
    const char *const legal[2] = {"A2 A5 B2 E3", "A2 A5 B2 D4 E3 E5 pass"}; /* eyes, uniform */
    for (int policy = 0; policy < 2; policy++) {
        cn_position p = test_position("go", NULL, text);
        cn_rng rng = cn_rng_make(7, 7);
        int count[32] = {0}, kinds = 0;
        for (int i = 0; i < 40000; i++) count[p.rules->pick(p.state, policy, &rng)]++;
        const char *s = legal[policy];
        while (*(s += strspn(s, " "))) {
            cn_move move;
            assert_int_equal(p.game->parse_move(p.state, s, &move, &s, NULL), CN_OK);
            assert_true(count[move] > 0);
            kinds++;
        }
        for (int i = 0; i < 32; i++) {
            /* 5 standard deviations, each at most sqrt(40000 * 1/4 * 3/4) = 87. */
            if (count[i]) assert_in_range(count[i], 40000 / kinds - 450, 40000 / kinds + 450);
        }
        int seen = 0;
        for (int i = 0; i < 32; i++) seen += count[i] > 0;
        assert_int_equal(seen, kinds);
        cn_position_free(&p);
    }
}

/* cn_win_at_once finds a winning last move exactly if there is one. */
static void wins_at_once(void **unused) {
    (void)unused;
    int found = 0, missed = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        cn_position p =
            test_position("go", seed % 2 ? "limit=21,komi=0.5" : "limit=20,size=4", NULL);
        cn_rng rng = cn_rng_make(seed, 3);
        while (p.rules->over(p.state) == CN_ONGOING) {
            cn_move list[CN_MOVES_MAX];
            const int count = p.rules->moves(p.state, list), turn = p.rules->turn(p.state);
            const cn_move now = cn_win_at_once(p.rules, p.state);
            bool any = false, right = now == CN_MOVE_NONE;
            for (int i = 0; i < count; i++) {
                cn_position next;
                assert_int_equal(cn_position_copy(&p, &next, NULL), CN_OK);
                next.rules->play(next.state, list[i]);
                const bool wins = next.rules->over(next.state) == cn_win_of(turn);
                any |= wins;
                if (list[i] == now) right = wins;
                cn_position_free(&next);
            }
            assert_true(right);
            assert_int_equal(any, now != CN_MOVE_NONE);
            any ? found++ : missed++;
            p.rules->play(p.state,
                          cn_rng_below(&rng, 6) ? p.rules->pick(p.state, 0, &rng) : list[0]);
        }
        cn_position_free(&p);
    }
    assert_true(found > 50 && missed > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards), cmocka_unit_test(small_boards_baseline),
        cmocka_unit_test(large_boards), cmocka_unit_test(pick_is_fair),
        cmocka_unit_test(wins_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
