/* Plays random games of a game in each of its forms and has every position checked
 * (lab/check_position.h). A form is a setting of the game's options. What concerns more than one
 * position is here: hashes that must be equal exactly for equal positions, games that must end, the
 * bytes of a state in another process, what experts prove, and the texts of the game's table. Games
 * have fixed seeds, so a fault that is found once is found again. */
#include "lab/check.h"

#include "core/file.h"
#include "engine/carry.h"
#include "engine/scratch.h"
#include "lab/check_position.h"

#include <canopy/search.h>
#include <stdlib.h>

/* Longer random games than this are taken as endless: the built-in games end within a few thousand
 * plies. */
enum { PLIES_MAX = 20000 };

/* ---- hashes are equal exactly if texts (up to a ';') are ---- */

enum { SEEN_SLOTS = 1 << 15 };

/* Positions that were seen, in two hash tables with linear probing: by hash, to find two texts with
 * one hash, and by text, to find two hashes with one text. When three quarters are full nothing
 * more is added. The texts belong to by_hash. */
typedef struct seen_positions {
    struct {
        uint64_t hash;
        char *text;
    } by_hash[SEEN_SLOTS];
    const char *by_text[SEEN_SLOTS];
    int used;
} seen_positions;

/* Adds a position and compares it with those that were seen. What follows a `;` in its text (how
 * the position came about) may differ without making another position. */
static bool seen_add(cn_checker *c, seen_positions *b, const void *state) {
    if (b->used > SEEN_SLOTS * 3 / 4) return true;
    char *text = c->text[0];
    c->game->print(state, text, CN_TEXT_MAX);
    text[strcspn(text, ";")] = '\0';
    const uint64_t hash = c->rules->hash(state);
    size_t i = hash % SEEN_SLOTS;
    for (; b->by_hash[i].text; i = (i + 1) % SEEN_SLOTS) {
        if (b->by_hash[i].hash != hash) continue;
        CN_MUST(strcmp(b->by_hash[i].text, text) == 0, state, "hash",
                "two different positions have one hash, this one and `%.300s`: a search takes one "
                "for the other",
                b->by_hash[i].text);
        return true;
    }
    size_t j = cn_file_sum(CN_FILE_SUM, text, strlen(text)) % SEEN_SLOTS;
    for (; b->by_text[j]; j = (j + 1) % SEEN_SLOTS) {
        CN_MUST(strcmp(b->by_text[j], text) != 0, state, "hash",
                "one position, reached in two ways, has two hashes: `hash` must depend on the "
                "position only, not on how it came about (or `print` leaves out what matters)");
    }
    b->by_hash[i].hash = hash;
    b->by_text[j] = b->by_hash[i].text = strdup(text);
    if (!b->by_hash[i].text) b->used = SEEN_SLOTS; /* no memory: no further positions */
    b->used++;
    return true;
}

/* Both tables share the texts. */
static void seen_free(seen_positions *b) {
    for (int i = 0; i < SEEN_SLOTS; i++) free(b->by_hash[i].text);
    free(b);
}

/* Plays three random moves a, b, c from here and, if that is legal, c, b, a. Where that leads to
 * the same position, it must have one hash; seen_add compares them by their texts. */
static bool check_transposition(cn_checker *c, seen_positions *b, const void *state) {
    static _Thread_local cn_any_state one, two;
    const cn_rules *rules = c->rules;
    cn_move line[3];
    cn_check_copy(rules, &one, state, 0xa5);
    for (int i = 0; i < 3; i++) {
        const int count = rules->moves(&one, c->list);
        if (count == 0) return true;
        line[i] = c->list[cn_rng_below(&c->rng, (uint32_t)count)];
        rules->play(&one, line[i]);
    }
    cn_check_copy(rules, &two, state, 0xa5);
    for (int i = 2; i >= 0; i--) {
        const int count = rules->moves(&two, c->list);
        int at = 0;
        while (at < count && c->list[at] != line[i]) at++;
        if (at == count) return true;
        rules->play(&two, line[i]);
    }
    return seen_add(c, b, &one) && seen_add(c, b, &two);
}

/* ---- whole games ---- */

/* Plays one random game and checks its positions. */
static bool random_game(cn_checker *c, cn_check *check, const cn_position *start,
                        seen_positions *seen) {
    static _Thread_local cn_any_state state, next;
    cn_check_copy(c->rules, &state, start->state, 0xa5);
    if (!cn_check_same(c, start->state, &state, "live", "in a copy of the bytes in use (`live`)")) {
        return false;
    }
    for (int ply = 0;; ply++) {
        CN_MUST(ply < PLIES_MAX, &state, "over",
                "a random game has not ended after %d plies: playouts would not come back",
                PLIES_MAX);
        check->positions++;
        /* The cheap checks at every ply; the expensive ones in the first plies, at every eighth or
         * so, more rarely the longer the game gets, and where it ends. */
        if (!cn_check_moves(c, &state) || !seen_add(c, seen, &state)) return false;
        if (cn_rng_below(&c->rng, 8 + (uint32_t)ply / 8) == 0 || ply < 3 || c->count == 0) {
            if (!cn_check_details(c, &state) || !check_transposition(c, seen, &state)) return false;
            if (!cn_check_moves(c, &state)) return false; /* the list again */
        }
        if (c->count == 0) return true;
        /* Half the moves by the game's own playout policy. */
        cn_move move = c->list[cn_rng_below(&c->rng, (uint32_t)c->count)];
        if (c->rules->pick && cn_rng_below(&c->rng, 2)) move = c->rules->pick(&state, 0, &c->rng);
        cn_check_copy(c->rules, &next, &state, 0xa5);
        c->rules->play(&next, move);
        state = next;
    }
}

/* Hands the position over as it would be sent to another process: by the bytes in use and the
 * number of its variant. What arrives must be the same position. */
static bool check_carry(cn_checker *c, const cn_position *p) {
    cn_position carried;
    cn_error error = {""};
    const int variant = cn_carry_variant(p);
    const size_t size = cn_state_live(p->rules, p->state);
    CN_MUST(variant >= 0, p->state, "variants",
            "`setup` picks a variant that is not in the list `variants`");
    CN_MUST(cn_carry_position(p->game, variant, p->state, size, &carried, &error) == CN_OK,
            p->state, "live", "a copy of its bytes is no position: %.200s", error.text);
    const bool good = cn_check_same(c, p->state, carried.state, "live",
                                    "in another process, which gets the bytes of the state");
    cn_position_free(&carried);
    return good;
}

/* ---- experts ---- */

/* What a search with this expert (`off`: none) proves of a position: 1 won for the side to move, 0
 * drawn, -1 lost; UNKNOWN if that takes too many nodes. */
enum { UNKNOWN = 2 };
static int proof(const cn_position *p, const char *expert) {
    char spec[128];
    cn_search *search = NULL;
    cn_result r;
    snprintf(spec, sizeof spec, "pvs:expert=%.40s,score=off,hash=1,nodes=20000", expert);
    int value = UNKNOWN;
    if (cn_search_new(p->game, spec, &search, NULL) == CN_OK &&
        cn_search_run(search, p, NULL, NULL, NULL, &r, NULL) == CN_OK && r.score.proven &&
        r.score.bound == CN_SCORE_EXACT) {
        value = (r.score.value > 0) - (r.score.value < 0);
    }
    cn_search_free(search);
    return value;
}

/* Plays random game `number` and stops 1 to 8 plies before its end, where the plain search can
 * still prove who wins. The game is played to its end first, to know how long it is. */
static void play_late(cn_checker *c, const cn_position *start, int number, cn_position *p) {
    cn_rng rng = cn_rng_make((uint64_t)number + 1, 1);
    int plies = 0;
    for (; c->rules->over(p->state) == CN_ONGOING; plies++) {
        c->list[plies] = cn_playout_pick(c->rules, p->state, 0, &rng);
        c->rules->play(p->state, c->list[plies]);
    }
    cn_state_copy(c->rules, p->state, start->state);
    for (int i = 0; i < plies - 1 - number % 8; i++) c->rules->play(p->state, c->list[i]);
}

/* An expert knows the rules by itself, so it can prove what is not true: where both prove
 * something, it must agree with the general search. */
static bool check_experts(cn_checker *c, const cn_position *start, int games) {
    static const char *const words[] = {"a loss", "a draw", "a win"};
    bool good = true;
    for (int i = 0; start->experts && good && i < games; i++) {
        cn_scratch scratch;
        cn_position *p = cn_scratch_copy(&scratch, start);
        play_late(c, start, i, p);
        const int plain = proof(p, "off");
        for (const cn_expert *e = p->experts; good && plain != UNKNOWN && e->name; e++) {
            const int own = proof(p, e->name);
            good = own == plain || own == UNKNOWN;
            if (good) continue;
            cn_check_broken(c, p->state, "experts",
                            "`%s` proves %s where the general search proves %s: `solve` would be "
                            "wrong",
                            e->name, words[own + 1], words[plain + 1]);
        }
    }
    return good;
}

/* ---- forms: the options at their ends ---- */

/* Checks `games` random games with the options c->values. Extremes of two options may exclude each
 * other; then the refusal must say why. */
static bool check_form(cn_checker *c, cn_check *check, int games) {
    cn_position start;
    cn_error error = {""};
    const cn_status status = cn_position_new(c->game, c->values, NULL, &start, &error);
    if (status != CN_OK) {
        CN_MUST(strlen(error.text) > 10, NULL, "setup",
                "options were refused without a message that says what is accepted");
        return true;
    }
    seen_positions *seen = calloc(1, sizeof *seen);
    c->rules = start.rules;
    c->kernels = start.kernels;
    check->forms++;
    bool good = seen && check_carry(c, &start);
    for (int i = 0; good && i < games; i++) {
        c->rng = cn_rng_make((uint64_t)i + 1, 0);
        good = random_game(c, check, &start, seen);
    }
    good = good && check_experts(c, &start, games < 40 ? games : 40);
    if (seen) seen_free(seen);
    if (!seen) cn_check_broken(c, NULL, "memory", "there is none to check the game");
    cn_position_free(&start);
    return good;
}

/* Sets one option, and checks that form. */
static bool check_value(cn_checker *c, cn_check *check, cn_value *values, int option,
                        const char *value, int games) {
    char assignment[256];
    cn_error error = {""};
    snprintf(assignment, sizeof assignment, "%s=%s", c->game->options[option].name, value);
    CN_MUST(cn_values_set(c->game->options, values, assignment, &error) == CN_OK, NULL, "options",
            "%s: %.300s", assignment, error.text);
    snprintf(c->fault->options, sizeof c->fault->options, "%.250s", assignment);
    return check_form(c, check, games);
}

/* Tries all choices of an option, or both ends of its range. */
static bool check_option(cn_checker *c, cn_check *check, cn_value *values, int i) {
    const cn_option *option = &c->game->options[i];
    const int fewest = check->games < 50 ? 1 : 3; /* for the largest board: its games are long */
    const int few = check->games / 50 > fewest ? check->games / 50 : fewest;
    const cn_value before = values[i];
    bool good = true;
    if (option->type == CN_OPTION_TEXT) return true;
    if (option->type == CN_OPTION_CHOICE) {
        for (int k = 0; good && option->choices[k]; k++) {
            good = check_value(c, check, values, i, option->choices[k], few);
        }
    } else {
        char text[32];
        snprintf(text, sizeof text, "%.0f", option->min);
        good = check_value(c, check, values, i, text, few);
        snprintf(text, sizeof text, "%.0f", option->max);
        good = good && check_value(c, check, values, i, text, fewest);
    }
    values[i] = before;
    if (good) c->fault->options[0] = '\0';
    return good;
}

/* Checks the texts of the game's table that hold positions and moves: the example game, the options
 * of protocols, and how nonsense is refused. It comes last, because broken rules break the example
 * too, and the fault should name the rules. */
static bool check_words(cn_checker *c) {
    cn_position *p;
    cn_error error = {""};
    CN_MUST(cn_position_open(c->game, NULL, NULL, &p, &error) == CN_OK, NULL, "setup",
            "the default options are refused: %.300s", error.text);
    const cn_status played = cn_position_play_text(p, c->game->example, &error);
    cn_position_close(p);
    CN_MUST(played == CN_OK, NULL, "example", "the example game is not legal: %.300s", error.text);
    for (const cn_dialect *d = c->game->dialects; d && d->protocol; d++) {
        const cn_status opened = cn_position_open(c->game, d->options, NULL, &p, &error);
        if (opened == CN_OK) cn_position_close(p);
        CN_MUST(opened == CN_OK, NULL, "dialects", "%s `%s`: %.300s", d->protocol, d->variant,
                error.text);
    }
    error.text[0] = '\0';
    const bool taken = cn_position_open(c->game, NULL, "?no position!", &p, &error) == CN_OK;
    if (taken) cn_position_close(p);
    CN_MUST(!taken, NULL, "parse", "it accepts the text `?no position!` as a position");
    CN_MUST(strlen(error.text) > 10, NULL, "parse",
            "it refuses the text `?no position!` without a message that says what is accepted");
    return true;
}

bool cn_check_game(const cn_game *game, cn_check *check, cn_fault *fault) {
    cn_value values[CN_OPTIONS_MAX];
    memset(fault, 0, sizeof *fault);
    check->forms = 0;
    check->positions = 0;
    cn_checker *c = calloc(1, sizeof *c);
    if (!c) {
        fault->contract = "memory";
        snprintf(fault->text, sizeof fault->text, "there is none to check the game");
        return false;
    }
    c->game = game;
    c->values = values;
    c->fault = fault;
    cn_values_default(game->options, values);
    bool good = check_form(c, check, check->games);
    for (int i = 0; good && game->options[i].name; i++) good = check_option(c, check, values, i);
    good = good && check_words(c);
    free(c);
    return good;
}
