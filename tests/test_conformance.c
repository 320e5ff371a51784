/* What every game must satisfy, with no code for any one game: each registered game, in its default
 * form and with every choice and extreme of its options, is played at random and watched. A game
 * that is added to the registry is tested here without a line. */
#include "engine/carry.h"
#include "games/registry.h"
#include "search/generic.h"
#include "support/support.h"

#include <stdlib.h>

typedef struct any_state {
    _Alignas(64) unsigned char bytes[CN_STATE_MAX];
} any_state;

/* Bytes beyond the live ones must never matter: they are filled with rubbish. */
static void copy(const cn_rules *rules, any_state *to, const void *from) {
    memset(to, 0xa5, sizeof *to);
    cn_state_copy(rules, to, from);
}

/* ---- equality of two states as far as anyone can see ---- */

static void same(const cn_game *game, const cn_rules *rules, const void *a, const void *b) {
    cn_move list[2][CN_MOVES_MAX];
    const int count = rules->moves(a, list[0]);
    assert_int_equal(rules->moves(b, list[1]), count);
    assert_memory_equal(list[0], list[1], (size_t)count * sizeof(cn_move));
    assert_int_equal(rules->turn(a), rules->turn(b));
    assert_int_equal(rules->over(a), rules->over(b));
    assert_true(rules->hash(a) == rules->hash(b));
    if (rules->score) assert_int_equal(rules->score(a), rules->score(b));
    for (int h = 0; game->heuristics[h].name; h++) {
        assert_int_equal(rules->eval(a, h), rules->eval(b, h));
    }
    static char text[2][CN_TEXT_MAX];
    game->print(a, text[0], CN_TEXT_MAX);
    game->print(b, text[1], CN_TEXT_MAX);
    assert_string_equal(text[0], text[1]);
}

/* ---- hash equal exactly if the position's text (up to a ';') is equal ---- */

enum { BOOK_SLOTS = 1 << 15 };

typedef struct book {
    struct {
        uint64_t hash;
        char *text;
    } by_hash[BOOK_SLOTS], by_text[BOOK_SLOTS];
    int used;
} book;

static uint64_t text_key(const char *text) {
    uint64_t key = 1469598103934665603u;
    for (; *text; text++) key = (key ^ (unsigned char)*text) * 1099511628211u;
    return cn_mix64(key);
}

static void book_add(book *b, const cn_game *game, const cn_rules *rules, const void *state) {
    if (b->used > BOOK_SLOTS * 3 / 4) return;
    static char text[CN_TEXT_MAX];
    game->print(state, text, sizeof text);
    text[strcspn(text, ";")] = '\0';
    const uint64_t hash = rules->hash(state);
    size_t i = hash % BOOK_SLOTS;
    for (; b->by_hash[i].text; i = (i + 1) % BOOK_SLOTS) {
        if (b->by_hash[i].hash != hash) continue;
        assert_string_equal(b->by_hash[i].text, text);
        return;
    }
    size_t j = text_key(text) % BOOK_SLOTS;
    for (; b->by_text[j].text; j = (j + 1) % BOOK_SLOTS) {
        if (strcmp(b->by_text[j].text, text) == 0) {
            fail_msg("%s: one position, two hashes: %s", game->name, text);
        }
    }
    b->by_hash[i].hash = b->by_text[j].hash = hash;
    b->by_hash[i].text = b->by_text[j].text = strdup(text);
    b->used++;
}

static void book_free(book *b) {
    for (int i = 0; i < BOOK_SLOTS; i++) free(b->by_hash[i].text);
    free(b);
}

/* ---- one position ---- */

static void check_moves(const cn_game *game, const cn_rules *rules, const void *state) {
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    assert_in_range(count, 0, rules->moves_max);
    assert_int_equal(count == 0, rules->over(state) != CN_ONGOING);
    if (rules->count) assert_int_equal(rules->count(state), count);
    assert_in_range(rules->turn(state), 0, 1);
    bool seen[1 << 16] = {false};
    cn_board board;
    game->draw(state, &board);
    for (int i = 0; i < count; i++) {
        assert_true(list[i] < rules->move_codes);
        assert_false(seen[list[i]]);
        seen[list[i]] = true;
        if (rules->order) assert_in_range(rules->order(state, list[i]) + 65536, 0, 2 * 65536);
        char text[CN_MOVE_TEXT];
        const char *end;
        cn_move back;
        cn_error error = {""};
        game->print_move(state, list[i], text);
        if (game->parse_move(state, text, &back, &end, &error) != CN_OK) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(back, list[i]);
        assert_string_equal(end, "");
        const int cell = game->cell_of(state, list[i]);
        if (list[i] == rules->pass) {
            assert_int_equal(cell, -1);
        } else {
            assert_in_range(cell, 0, board.rows * board.columns - 1);
        }
    }
    for (int h = 0; game->heuristics[h].name; h++) {
        const int value = rules->eval(state, h);
        assert_true(value > -CN_EVAL_MAX && value < CN_EVAL_MAX);
        for (int grain = 0; rules->eval_parts && grain < 2; grain++) {
            const int parts = rules->eval_parts(state, h, grain);
            int sum = 0;
            for (int i = 0; i < parts; i++) sum += rules->eval_part(state, h, grain, i);
            if (parts > 0) assert_int_equal(sum, value);
        }
    }
}

static void check_drawing(const cn_game *game, const void *state) {
    cn_board board;
    game->draw(state, &board);
    assert_in_range(board.rows, 1, CN_BOARD_MAX);
    assert_in_range(board.columns, 1, CN_BOARD_MAX);
    for (int i = 0; i < board.rows * board.columns; i++) assert_in_range(board.cell[i], 0, 2);
    for (int i = 0; i < board.rows; i++) assert_true(board.row_label[i][0] != '\0');
    for (int i = 0; i < board.columns; i++) assert_true(board.column_label[i][0] != '\0');
}

static void check_round_trip(const cn_game *game, const cn_value *values, const cn_rules *rules,
                             const void *state) {
    static char text[CN_TEXT_MAX];
    const size_t length = game->print(state, text, sizeof text);
    assert_int_equal(length, strlen(text));
    cn_position back;
    cn_error error = {""};
    if (cn_position_new(game, values, text, &back, &error) != CN_OK) {
        fail_msg("%s: %s: %s", game->name, text, error.text);
    }
    assert_ptr_equal(back.rules, rules);
    same(game, rules, state, back.state);
    cn_position_free(&back);
}

/* A position says its own options, those that its text does not. */
static void check_options(const cn_game *game, const cn_rules *rules, const void *state) {
    cn_position p = {.game = game, .rules = rules, .state = (void *)state};
    cn_value values[CN_OPTIONS_MAX];
    char text[CN_OPTIONS_TEXT] = "", again[CN_OPTIONS_TEXT] = "";
    cn_error error = {""};
    if (game->print_options) game->print_options(state, text);
    if (cn_position_values(&p, values, &error) != CN_OK) fail_msg("%s: %s", text, error.text);
    check_round_trip(game, values, rules, state);
    cn_position fresh;
    if (cn_position_new(game, values, NULL, &fresh, &error) != CN_OK) {
        fail_msg("%s: %s", text, error.text);
    }
    assert_ptr_equal(fresh.rules, rules);
    if (game->print_options) game->print_options(fresh.state, again);
    assert_string_equal(again, text);
    cn_position_free(&fresh);
}

/* Does `move` win within `plies`, whatever the other side plays? Every reply is tried. */
static bool wins_within(const cn_rules *rules, const void *state, cn_move move, int plies) {
    any_state after, next;
    const int player = rules->turn(state);
    cn_move replies[CN_MOVES_MAX];
    cn_state_copy(rules, &after, state);
    rules->play(&after, move);
    if (rules->over(&after) != CN_ONGOING) return rules->over(&after) == cn_win_of(player);
    if (plies < 3) return false;
    const int count = rules->moves(&after, replies);
    for (int i = 0; i < count; i++) {
        int left = 0;
        cn_state_copy(rules, &next, &after);
        rules->play(&next, replies[i]);
        if (rules->over(&next) != CN_ONGOING) return false;
        const cn_move then = rules->forced(&next, 1000, &left);
        if (then == CN_MOVE_NONE || left > plies - 2 || !wins_within(rules, &next, then, left)) {
            return false;
        }
    }
    return true;
}

/* A win that is claimed is one, and takes no more plies than was said. */
static void check_forced(const cn_rules *rules, const void *state) {
    int plies = 0;
    if (!rules->forced || rules->over(state) != CN_ONGOING) return;
    const cn_move move = rules->forced(state, 1000, &plies);
    if (move == CN_MOVE_NONE || plies > 5) return;
    assert_int_equal(plies % 2, 1);
    assert_true(wins_within(rules, state, move, plies));
}

static void check_win_now(const cn_rules *rules, const void *state) {
    if (!rules->forced || rules->over(state) != CN_ONGOING) return;
    const cn_outcome won = cn_win_of(rules->turn(state));
    const cn_move found = cn_win_at_once(rules, state);
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    bool wins = false, listed = false;
    for (int i = 0; i < count; i++) {
        any_state child;
        copy(rules, &child, state);
        rules->play(&child, list[i]);
        if (rules->over(&child) != won) continue;
        wins = true;
        listed |= list[i] == found;
    }
    assert_int_equal(wins, found != CN_MOVE_NONE);
    assert_int_equal(wins, listed);
}

static int by_code(const void *a, const void *b) {
    return *(const cn_move *)a - *(const cn_move *)b;
}

static void check_symmetry(const cn_game *game, const cn_rules *rules, const void *state,
                           cn_rng *rng) {
    if (rules->symmetries < 2) return;
    any_state image, played, other;
    memset(&image, 0, sizeof image);
    rules->symmetry(state, 0, &image);
    same(game, rules, state, &image);
    const int k = 1 + (int)cn_rng_below(rng, rules->symmetries - 1u);
    rules->symmetry(state, k, &image);
    assert_int_equal(rules->over(&image), rules->over(state));
    assert_int_equal(rules->turn(&image), rules->turn(state));
    if (rules->score) assert_int_equal(rules->score(&image), rules->score(state));
    cn_move list[CN_MOVES_MAX], images[CN_MOVES_MAX], direct[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    assert_int_equal(rules->moves(&image, direct), count);
    for (int i = 0; i < count; i++) images[i] = rules->symmetry_move(state, k, list[i]);
    const cn_move some = count ? list[cn_rng_below(rng, (uint32_t)count)] : CN_MOVE_NONE;
    qsort(images, (size_t)count, sizeof *images, by_code);
    qsort(direct, (size_t)count, sizeof *direct, by_code);
    assert_memory_equal(images, direct, (size_t)count * sizeof *images);
    if (count == 0) return;
    /* The image of the move on the image of the state is the image of the result. */
    copy(rules, &played, state);
    rules->play(&played, some);
    memset(&other, 0, sizeof other);
    rules->symmetry(&played, k, &other);
    rules->play(&image, rules->symmetry_move(state, k, some));
    same(game, rules, &image, &other);
}

/* a, b, c from here and c, b, a: the same position reached twice must have one hash. */
static void check_transposition(book *seen, const cn_game *game, const cn_rules *rules,
                                const void *state, cn_rng *rng) {
    any_state one, two;
    cn_move list[CN_MOVES_MAX], line[3];
    copy(rules, &one, state);
    for (int i = 0; i < 3; i++) {
        const int count = rules->moves(&one, list);
        if (count == 0) return;
        line[i] = list[cn_rng_below(rng, (uint32_t)count)];
        rules->play(&one, line[i]);
    }
    copy(rules, &two, state);
    for (int i = 2; i >= 0; i--) {
        const int count = rules->moves(&two, list);
        int at = 0;
        while (at < count && list[at] != line[i]) at++;
        if (at == count) return;
        rules->play(&two, line[i]);
    }
    book_add(seen, game, rules, &one);
    book_add(seen, game, rules, &two);
}

/* ---- kernels ---- */

static void check_kernels(const cn_game *game, const cn_rules *rules, const cn_kernels *kernels,
                          const void *state, uint64_t seed, int perft_depth) {
    for (int depth = 0; depth <= perft_depth; depth++) {
        assert_int_equal(kernels->perft(rules, state, depth),
                         cn_generic_kernels.perft(rules, state, depth));
    }
    static any_state a, b;
    static cn_trail trail[2];
    cn_rng rng[2] = {cn_rng_make(seed, 1), cn_rng_make(seed, 1)};
    copy(rules, &a, state);
    copy(rules, &b, state);
    const cn_outcome outcome = kernels->playout(rules, &a, 0, &rng[0], &trail[0]);
    assert_int_equal(outcome, cn_generic_kernels.playout(rules, &b, 0, &rng[1], &trail[1]));
    assert_int_not_equal(outcome, CN_ONGOING);
    assert_int_equal(trail[0].length, trail[1].length);
    assert_memory_equal(trail[0].code, trail[1].code, (size_t)trail[0].length * sizeof(uint16_t));
    assert_int_equal(rules->over(&a), outcome);
    /* The trail is a legal game that ends as the playout says. */
    copy(rules, &b, state);
    for (int i = 0; i < trail[0].length; i++) {
        cn_move list[CN_MOVES_MAX];
        const cn_move move = trail[0].code[i] & 0x7fff;
        const int count = rules->moves(&b, list);
        int at = 0;
        while (at < count && list[at] != move) at++;
        if (at == count) fail_msg("%s: playout move %d is not legal", game->name, i);
        assert_int_equal(trail[0].code[i] >> 15, rules->turn(&b));
        rules->play(&b, move);
    }
    assert_int_equal(rules->over(&b), outcome);
    if (rules->score) {
        const int score = rules->score(&a);
        assert_int_equal(score, rules->score(&b));
        assert_int_equal(outcome, score > 0 ? CN_FIRST_WINS : score < 0 ? CN_SECOND_WINS : CN_DRAW);
    }
}

/* ---- whole games ---- */

typedef struct subject {
    const cn_game *game;
    cn_value values[CN_OPTIONS_MAX];
    const cn_variant *plain; /* the same variant as compiled for any processor, or NULL */
} subject;

static void random_game(const subject *s, const cn_position *start, book *seen, uint64_t seed) {
    const cn_game *game = s->game;
    const cn_rules *rules = start->rules;
    cn_rng rng = cn_rng_make(seed, 0);
    any_state state;
    copy(rules, &state, start->state);
    for (int ply = 0;; ply++) {
        /* The cheap checks at every ply, the dear ones now and then. */
        const bool now_and_then = cn_rng_below(&rng, 8) == 0;
        check_moves(game, rules, &state);
        book_add(seen, game, rules, &state);
        if (now_and_then) {
            check_drawing(game, &state);
            check_round_trip(game, s->values, rules, &state);
            check_options(game, rules, &state);
            check_win_now(rules, &state);
            check_forced(rules, &state);
            check_symmetry(game, rules, &state, &rng);
            check_transposition(seen, game, rules, &state, &rng);
            check_kernels(game, rules, start->kernels, &state, seed + (uint64_t)ply,
                          rules->moves_max > 40 ? 1 : 2);
            if (s->plain) {
                check_kernels(game, s->plain->rules, s->plain->kernels, &state, seed, 1);
                same(game, s->plain->rules, &state, &state);
            }
        }
        cn_move list[CN_MOVES_MAX];
        const int count = rules->moves(&state, list);
        if (count == 0) break;
        /* Half the moves by the game's own playout policy, which must be legal too. */
        cn_move move = list[cn_rng_below(&rng, (uint32_t)count)];
        if (rules->pick && cn_rng_below(&rng, 2)) move = rules->pick(&state, 0, &rng);
        int at = 0;
        while (at < count && list[at] != move) at++;
        assert_true(at < count);
        assert_true(cn_state_live(rules, &state) <= rules->state_size);
        any_state next;
        copy(rules, &next, &state);
        rules->play(&next, move);
        state = next;
    }
    check_drawing(game, &state);
    check_round_trip(game, s->values, rules, &state);
}

/* The position as another process would get it. */
static void check_carry(const cn_position *p) {
    cn_position carried;
    cn_error error = {""};
    const int variant = cn_carry_variant(p);
    const size_t size = cn_state_live(p->rules, p->state);
    assert_true(variant >= 0);
    assert_int_equal(cn_carry_position(p->game, variant, p->state, size, &carried, &error), CN_OK);
    assert_ptr_equal(carried.rules, p->rules);
    assert_ptr_equal(carried.kernels, p->kernels);
    same(p->game, p->rules, p->state, carried.state);
    cn_position_free(&carried);
}

static void check_form(const subject *s, int games) {
    cn_position start;
    cn_error error = {""};
    /* Extremes of two options may exclude each other; then the refusal must say why. */
    const cn_status status = cn_position_new(s->game, s->values, NULL, &start, &error);
    if (status != CN_OK) {
        assert_int_equal(status, CN_BAD_USAGE);
        assert_true(strlen(error.text) > 10);
        return;
    }
    assert_true(start.rules->state_size <= CN_STATE_MAX);
    assert_true(start.rules->moves_max <= CN_MOVES_MAX);
    assert_true(start.rules->move_codes < 1 << 15);
    check_carry(&start);
    book *seen = calloc(1, sizeof *seen);
    assert_non_null(seen);
    for (int i = 0; i < games; i++) random_game(s, &start, seen, (uint64_t)i + 1);
    book_free(seen);
    cn_position_free(&start);
}

static void set(subject *s, int option, const char *value) {
    char assignment[256];
    cn_error error = {""};
    snprintf(assignment, sizeof assignment, "%s=%s", s->game->options[option].name, value);
    if (cn_values_set(s->game->options, s->values, assignment, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
}

/* The default form, then each option at each choice or at its ends, the others at their defaults.
 */
static void check_game(const cn_game *game, const cn_game *plain) {
    subject s = {.game = game};
    cn_values_default(game->options, s.values);
    any_state scratch;
    cn_error error;
    memset(&scratch, 0, sizeof scratch);
    if (plain) plain->setup(s.values, &scratch, &s.plain, &error);
    check_form(&s, 1000);
    s.plain = NULL;
    for (int i = 0; game->options[i].name; i++) {
        const cn_option *option = &game->options[i];
        if (option->type == CN_OPTION_TEXT) continue;
        if (option->type == CN_OPTION_CHOICE) {
            for (int c = 0; option->choices[c]; c++) {
                set(&s, i, option->choices[c]);
                check_form(&s, 20);
            }
        } else {
            char text[32];
            snprintf(text, sizeof text, "%.0f", option->min);
            set(&s, i, text);
            check_form(&s, 20);
            snprintf(text, sizeof text, "%.0f", option->max);
            set(&s, i, text);
            check_form(&s, 3);
        }
        set(&s, i, option->fallback);
    }
}

static void check_words(const cn_game *game) {
    assert_int_equal(game->abi, CN_ABI);
    assert_non_null(game->heuristics[0].name);
    assert_int_equal(strlen(game->cells), 3);
    const char *texts[] = {game->name,    game->title,     game->summary,   game->text,
                           game->example, game->player[0], game->player[1], game->notation};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) assert_true(strlen(texts[i]) > 0);
    cn_position p = test_position_of(game, NULL, NULL);
    test_play(&p, game->example);
    cn_position_free(&p);
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        assert_true(strlen(d->variant) > 0);
        p = test_position_of(game, *d->options ? d->options : NULL, NULL);
        cn_position_free(&p);
    }
}

static void conformance(void **game) {
    const cn_game *const *games = cn_games(), *const *plain = cn_games_baseline();
    for (int i = 0; games[i]; i++) {
        if (games[i] != *game) continue;
        check_words(games[i]);
        check_game(games[i], plain[i] == games[i] ? NULL : plain[i]);
        return;
    }
    check_words(*game);
    check_game(*game, NULL);
}

int main(void) {
    struct CMUnitTest tests[64] = {{0}};
    size_t count = 0;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] = (struct CMUnitTest){(*game)->name, conformance, NULL, NULL, (void *)*game};
    }
    const cn_game *plugin;
    cn_error error;
    if (cn_game_load(TEST_BUILD "/examples/hex.so", &plugin, &error) != CN_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    tests[count++] = (struct CMUnitTest){"plugin hex", conformance, NULL, NULL, (void *)plugin};
    return _cmocka_run_group_tests("conformance", tests, count, NULL, NULL);
}
