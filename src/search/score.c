/* Scores (canopy/score.h): how the integers of a search become scores, their arithmetic and order,
 * and how they are written as text, in words and as JSON. */
#include "search/score.h"

#include <canopy/kernel/context.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- from values ---- */

cn_score cn_score_outcome(int outcome, int plies) {
    return (cn_score){.kind = CN_SCORE_OUTCOME, .proven = true, .plies = plies, .value = outcome};
}

cn_score cn_score_of_value(const cn_value_meaning *m, int value, int bound, bool guessed) {
    cn_score s = {.kind = CN_SCORE_EVAL, .plies = -1, .value = value};
    bool proven = !guessed;
    s.bound = bound == CN_BOUND_LOWER   ? CN_SCORE_AT_LEAST
              : bound == CN_BOUND_UPPER ? CN_SCORE_AT_MOST
                                        : CN_SCORE_EXACT;
    if (cn_value_decided(value)) {
        const bool won = value > 0, sure = bound != (won ? CN_BOUND_UPPER : CN_BOUND_LOWER);
        s.kind = CN_SCORE_OUTCOME;
        s.value = won ? 1 : -1;
        s.plies = CN_WIN - abs(value);
        /* A win that is not "at most" one was found move by move, whatever the leaves elsewhere. */
        proven |= sure;
        if (m->outcome_only && sure) {
            s.bound = CN_SCORE_EXACT;
            if (s.plies > 1) s.plies = -1;
        }
    } else if (m->score_unit > 0 && proven) {
        /* Only ended games went into it, which are worth their margin. */
        s.kind = CN_SCORE_POINTS;
        s.value /= m->score_unit;
    } else if (proven && value == 0 && m->sound && m->all_moves) {
        /* Only ended games went into it, and none that decides: a draw. */
        s.kind = CN_SCORE_OUTCOME;
    } else {
        proven = false;
        s.unit = m->eval_unit;
        if (s.unit > 0) s.value /= s.unit;
    }
    const bool won = s.kind == CN_SCORE_OUTCOME && s.value > 0;
    /* A win in one needs no reply of the opponent, so that moves left out do not matter. */
    const bool sure_win = won && (m->all_replies || s.plies == 1);
    s.proven = proven && m->sound && (m->all_moves || sure_win);
    return s;
}

cn_score cn_score_of_best(cn_score move, bool settled) {
    if (settled || !move.proven || (move.kind == CN_SCORE_OUTCOME && move.value > 0)) return move;
    /* A margin that is proven to be reached at least is so whatever the other moves are worth. */
    if (move.kind == CN_SCORE_POINTS && move.bound == CN_SCORE_AT_LEAST) return move;
    move.proven = false;
    move.bound = CN_SCORE_AT_LEAST;
    return move;
}

bool cn_lists_all_moves(const cn_rules *rules, const void *state) {
    if (!rules->legal) return true;
    cn_move list[CN_MOVES_MAX];
    int legal = 0;
    for (int move = 0; move < rules->move_codes; move++) {
        legal += rules->legal(state, (cn_move)move);
    }
    return legal == rules->moves(state, list);
}

void cn_score_place(const cn_rules *rules, const void *state, cn_score *s) {
    if (!rules->ending || s->kind != CN_SCORE_OUTCOME || s->bound != CN_SCORE_EXACT) return;
    if (s->value != 0 && s->plies < 1) return;
    s->disc = rules->ending(state, s->value == 0 ? -1 : s->plies, &s->margin);
    if (s->value < 0) s->margin = -s->margin;
}

/* ---- arithmetic ---- */

cn_score cn_score_negate(cn_score s) {
    s.value = s.kind == CN_SCORE_CHANCE ? 1 - s.value : 0 - s.value;
    if (s.kind == CN_SCORE_NONE) s.value = 0;
    s.margin = -s.margin;
    if (s.bound != CN_SCORE_EXACT) {
        s.bound = s.bound == CN_SCORE_AT_LEAST ? CN_SCORE_AT_MOST : CN_SCORE_AT_LEAST;
    }
    return s;
}

/* Whether `plies` of the score is known and means something. */
static bool counts_plies(cn_score s) {
    return (s.kind == CN_SCORE_OUTCOME || s.kind == CN_SCORE_POINTS) && s.plies >= 0;
}

cn_score cn_score_one_ply_earlier(cn_score s) {
    if (counts_plies(s)) s.plies++;
    return s;
}

cn_score cn_score_one_ply_later(cn_score s) {
    if (counts_plies(s) && s.plies > 0) s.plies--;
    return s;
}

/* ---- order ---- */

/* 1, 0 or -1. */
static int sign(double number) {
    return (number > 0) - (number < 0);
}

/* What lies between a loss and a win, as a number from -1 to 1. Within a kind it only has to grow
 * with the value; between kinds it is a guess. */
static double level(cn_score s) {
    switch (s.kind) {
    case CN_SCORE_CHANCE: return 2 * s.value - 1;
    case CN_SCORE_POINTS: return s.value / (4 + fabs(s.value));
    case CN_SCORE_EVAL: {
        const double scale = s.unit > 0 ? 4 : 100;
        return s.value / (scale + fabs(s.value));
    }
    default: return 0;
    }
}

/* 1 won, -1 lost, -2 not searched, 0 all else. */
static int class_of(cn_score s) {
    if (s.kind == CN_SCORE_NONE) return -2;
    return s.kind == CN_SCORE_OUTCOME ? sign(s.value) : 0;
}

/* An unknown end is taken for a far one. */
static int plies_of(cn_score s) {
    return s.plies >= 0 ? s.plies : CN_WIN;
}

int cn_score_compare(cn_score a, cn_score b) {
    static const int by_bound[] = {
        [CN_SCORE_EXACT] = 0, [CN_SCORE_AT_LEAST] = 1, [CN_SCORE_AT_MOST] = -1};
    const int class = class_of(a);
    int order = sign(class - class_of(b));
    if (order == 0 && (class == 1 || class == -1)) {
        order = -class * sign((double)plies_of(a) - plies_of(b));
    }
    if (order == 0 && class == 0) order = sign(level(a) - level(b));
    if (order == 0) order = sign(by_bound[a.bound] - by_bound[b.bound]);
    if (order == 0) order = sign((double)a.kind - (double)b.kind);
    return order;
}

double cn_score_chance(const cn_game *game, cn_score s) {
    const double scale = game->eval_scale > 0 ? game->eval_scale : 100;
    switch (s.kind) {
    case CN_SCORE_NONE: return 0.5;
    case CN_SCORE_EVAL: {
        const double steps = s.unit == 0 ? 1 : game->eval_unit > 0 ? game->eval_unit : s.unit;
        return 1 / (1 + pow(3, -s.value * steps / scale));
    }
    case CN_SCORE_CHANCE: return s.value < 0 ? 0 : s.value > 1 ? 1 : s.value;
    case CN_SCORE_POINTS:
        if (!s.proven) return 1 / (1 + exp(-s.value / 4));
        break;
    case CN_SCORE_OUTCOME: break;
    }
    return 0.5 + 0.5 * sign(s.value);
}

/* ---- as text ---- */

/* "+1.52", "+1.5", "+2": at most two digits behind the point, and none for nothing. */
static void number_text(double number, char text[32]) {
    int length = snprintf(text, 32, "%+.2f", number);
    while (length > 0 && text[length - 1] == '0') text[--length] = '\0';
    if (length > 0 && text[length - 1] == '.') text[--length] = '\0';
    if (text[0] == '-' && text[1] == '0' && text[2] == '\0') text[0] = '+';
}

/* "win in 5", "draw". */
static void outcome_text(cn_score s, char text[32]) {
    const char *word = s.value > 0 ? "win" : s.value < 0 ? "loss" : "draw";
    if (s.value == 0 || s.plies < 0) {
        snprintf(text, 32, "%s", word);
    } else {
        snprintf(text, 32, "%s in %d", word, s.plies);
    }
}

void cn_score_text(const cn_game *game, cn_score s, char text[CN_SCORE_TEXT]) {
    static const char *const signs[] = {
        [CN_SCORE_EXACT] = "", [CN_SCORE_AT_LEAST] = "≥ ", [CN_SCORE_AT_MOST] = "≤ "};
    char value[32] = "-";
    const char *unit = "";
    switch (s.kind) {
    case CN_SCORE_NONE: break;
    case CN_SCORE_EVAL: number_text(s.value, value); break;
    case CN_SCORE_CHANCE: snprintf(value, sizeof value, "%.1f %%", 100 * s.value); break;
    case CN_SCORE_POINTS:
        number_text(s.value, value);
        unit = game->points ? game->points : "points"; /* a plural in -s */
        break;
    case CN_SCORE_OUTCOME: outcome_text(s, value); break;
    }
    /* One disc, two discs. */
    const int length = (int)strlen(unit) - (s.value == 1 || s.value == -1);
    snprintf(text, CN_SCORE_TEXT, "%s%s%s%.*s", s.kind ? signs[s.bound] : "", value,
             *unit ? " " : "", *unit ? (length < 10 ? length : 10) : 0, unit);
}

/* ---- in words ---- */

/* The ending of an ordinal number: 1st, 2nd, 11th. */
static const char *ordinal(int n) {
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    const bool teen = n % 100 / 10 == 1;
    return endings[!teen && n % 10 < 4 ? n % 10 : 0];
}

/* Who ends the game makes the first of its last plies and every second one from there. */
static void say_outcome(cn_score s, char text[CN_SCORE_WORDS]) {
    const int moves = s.value > 0 ? (s.plies + 1) / 2 : s.plies / 2;
    if (s.value == 0) {
        snprintf(text, CN_SCORE_WORDS, "a draw");
    } else if (s.plies < 0) {
        snprintf(text, CN_SCORE_WORDS, s.value > 0 ? "wins" : "loses");
    } else if (moves <= 1) {
        snprintf(text, CN_SCORE_WORDS, s.value > 0 ? "wins at once" : "loses at once");
    } else if (s.disc > 0) {
        snprintf(text, CN_SCORE_WORDS, "%s the %d%s disc", s.value > 0 ? "wins with" : "loses to",
                 s.disc, ordinal(s.disc));
    } else {
        snprintf(text, CN_SCORE_WORDS, "%s in %d moves", s.value > 0 ? "wins" : "loses", moves);
    }
}

/* "ahead by 2 discs", or "wins by 2 discs" if it is proven. */
static void say_margin(const cn_game *game, cn_score s, char text[CN_SCORE_WORDS]) {
    const double margin = floor(10 * fabs(s.value) + 0.5) / 10;
    const char *unit = game->points ? game->points : "points"; /* a plural in -s */
    const int length = (int)strlen(unit) - (margin == 1);
    const bool sure = s.proven && s.kind == CN_SCORE_POINTS;
    if (margin == 0) {
        snprintf(text, CN_SCORE_WORDS, "%s", sure ? "a draw" : "even");
        return;
    }
    snprintf(text, CN_SCORE_WORDS, "%s by %g %.*s",
             sure ? (s.value > 0 ? "wins" : "loses") : (s.value > 0 ? "ahead" : "behind"), margin,
             length, unit);
}

void cn_score_words(const cn_game *game, cn_score s, char text[CN_SCORE_WORDS]) {
    const double percent = 100 * cn_score_chance(game, s);
    switch (s.kind) {
    case CN_SCORE_NONE: snprintf(text, CN_SCORE_WORDS, "not known"); return;
    case CN_SCORE_OUTCOME: say_outcome(s, text); break;
    case CN_SCORE_POINTS: say_margin(game, s, text); break;
    case CN_SCORE_CHANCE: snprintf(text, CN_SCORE_WORDS, "%.0f %% to win", percent); break;
    case CN_SCORE_EVAL:
        if (s.unit > 0) {
            say_margin(game, s, text);
        } else {
            snprintf(text, CN_SCORE_WORDS, "about %.0f %% to win", percent);
        }
        break;
    }
    const size_t used = strlen(text);
    if (s.bound != CN_SCORE_EXACT) {
        snprintf(text + used, CN_SCORE_WORDS - used, " or %s",
                 s.bound == CN_SCORE_AT_LEAST ? "better" : "worse");
    }
}

/* ---- as JSON ---- */

void cn_score_json(const cn_game *game, cn_score s, char json[CN_SCORE_JSON]) {
    static const char *const kinds[] = {
        [CN_SCORE_EVAL] = "eval",
        [CN_SCORE_CHANCE] = "chance",
        [CN_SCORE_POINTS] = "points",
        [CN_SCORE_OUTCOME] = "outcome",
    };
    static const char *const bounds[] = {[CN_SCORE_EXACT] = "exact",
                                         [CN_SCORE_AT_LEAST] = "at least",
                                         [CN_SCORE_AT_MOST] = "at most"};
    if (s.kind == CN_SCORE_NONE) {
        snprintf(json, CN_SCORE_JSON, "null");
        return;
    }
    char text[CN_SCORE_TEXT], plies[16] = "null", unit[16] = "null", ending[128] = "";
    cn_score_text(game, s, text);
    if (s.disc > 0) {
        char words[CN_SCORE_WORDS];
        cn_score_words(game, s, words);
        snprintf(ending, sizeof ending, ", \"disc\": %d, \"margin\": %d, \"words\": \"%s\"", s.disc,
                 s.margin, words);
    }
    if (s.kind == CN_SCORE_EVAL && s.unit > 0) snprintf(unit, sizeof unit, "%d", s.unit);
    if (counts_plies(s)) snprintf(plies, sizeof plies, "%d", s.plies);
    snprintf(json, CN_SCORE_JSON,
             "{\"kind\": \"%s\", \"value\": %.10g, \"unit\": %s, \"bound\": \"%s\", "
             "\"proven\": %s, \"plies\": %s, \"chance\": %.6g, \"text\": \"%s\"%s}",
             kinds[s.kind], s.value, unit, bounds[s.bound], s.proven ? "true" : "false", plies,
             cn_score_chance(game, s), text, ending);
}

/* ---- as a number ---- */

int cn_score_number(cn_score s) {
    double number = s.value;
    if (s.kind == CN_SCORE_EVAL && s.unit > 0) number *= s.unit;
    if (s.kind == CN_SCORE_CHANCE) number = 2000 * s.value - 1000;
    if (s.kind == CN_SCORE_OUTCOME) {
        const int plies = s.plies >= 0 ? s.plies : CN_PLY_MAX;
        return sign(s.value) * (CN_WIN - plies);
    }
    if (number > CN_EVAL_MAX - 1) number = CN_EVAL_MAX - 1;
    if (number < 1 - CN_EVAL_MAX) number = 1 - CN_EVAL_MAX;
    return (int)lround(number);
}

cn_score cn_score_of_number(int number) {
    static const cn_value_meaning plain = {0};
    return cn_score_of_value(&plain, number, CN_BOUND_EXACT, true);
}
