/* Makes src/games/go/weights.h from games: the weights of games/go/priors.h, fitted so that the
 * moves that were chosen are as likely as can be among the legal ones (Coulom 2007, but by
 * stochastic gradient ascent with a step of its own for each weight). One game in ten is not
 * fitted, and tells how well the weights predict. */
#define GO_FIXED 9
#include "games/go/knowledge.h"

#include "bench.h"
#include "games/go/help.h"
#include "games/go/priors.h"

#include <stdlib.h>

enum {
    KEYS = 1 << 24, /* patterns are counted by their hash */
    FEATURES = GO_FEATURES + KEYS,
    ROUNDS = 12,
    HELD_BACK = 10,  /* one game in so many */
    SEEN_LEAST = 30, /* moves with rarer patterns get no weight for them */
    BUCKET_BITS = 10,
    PATTERNS_MAX = 1 << 16,
    ONE = 32, /* GO_WEIGHT_ONE */
};
static const double rate = 0.05, pull = 1e-3, weight_least = 0.25;

/* A position and the move that was made in it. The features of all moves lie one after the other,
 * each move's behind their number. */
typedef struct chosen {
    bool held;
    int count, played; /* moves, and the one that was made */
    uint32_t *features;
} chosen;

static struct {
    chosen *list;
    int count, room, games;
    float *weight, *squares;
    int *seen;
} fit;

/* Memory, zeroed, or the end of the program. */
static void *take(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) exit(1);
    return memory;
}

/* Where the weight of a feature is in the arrays. */
static uint32_t place_of(uint32_t feature) {
    return feature < GO_FEATURES ? feature : GO_FEATURES + (feature & (KEYS - 1));
}

/* Adds a position and the move that was made in it. */
static void add(const cn_position *p, cn_move made, bool held) {
    static go_chains b;
    static go_view v;
    static uint32_t features[GO_FIXED * GO_FIXED * (GO_MOVE_FEATURES + 1)];
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(p->state, list);
    load_chains(&b, p->state);
    view_position(&v, &b);
    if (fit.count == fit.room) {
        fit.room = fit.room ? 2 * fit.room : 1024;
        fit.list = realloc(fit.list, (size_t)fit.room * sizeof *fit.list);
        if (!fit.list) exit(1);
    }
    chosen *e = &fit.list[fit.count++];
    *e = (chosen){.held = held};
    uint32_t *end = features;
    for (int i = 0; i < count; i++) {
        if (list[i] == go_pass(GO_FIXED)) continue;
        const int cell = cell_of_move(&b, list[i]);
        const int n = features_of(&v, cell, all_traits(&b, v.me, cell, v.traits[cell]), end + 1);
        *end++ = (uint32_t)n;
        for (int k = 0; k < n; k++, end++) fit.seen[ *end = place_of(*end)]++;
        if (list[i] == made) e->played = e->count;
        e->count++;
    }
    const size_t size = (size_t)(end - features);
    e->features = take(size, sizeof *features);
    memcpy(e->features, features, size * sizeof *features);
}

/* Reads the moves of a game; the first `random` of them were not chosen. */
static void read_game(char *line, int random) {
    cn_position p = bench_position("go", "size=9,komi=7.5", 0, 0);
    cn_error error;
    const bool held = fit.games++ % HELD_BACK == HELD_BACK - 1;
    int ply = 0;
    for (char *save, *word = strtok_r(line, " \n", &save); word;
         word = strtok_r(NULL, " \n", &save)) {
        const char *end;
        cn_move move;
        if (cn_position_read_move(&p, word, &move, &end, &error) != CN_OK) {
            fprintf(stderr, "bench: game %d: %s\n", fit.games, error.text);
            exit(1);
        }
        if (ply++ >= random && move != go_pass(GO_FIXED)) add(&p, move, held);
        p.rules->play(p.state, move);
    }
    cn_position_free(&p);
}

/* Whether a feature came up often enough to have a weight. */
static bool counts(uint32_t f) {
    return f < GO_FEATURES || fit.seen[f] >= SEEN_LEAST;
}

/* One position: how likely its move is; unless it is held back, the weights take a step. */
static double step_of(const chosen *e, bool learn) {
    double chance[GO_FIXED * GO_FIXED], all = 0;
    const uint32_t *at = e->features;
    for (int i = 0; i < e->count; i++) {
        double sum = 0;
        for (uint32_t n = *at++; n > 0; n--, at++) sum += (double)fit.weight[*at];
        all += chance[i] = exp(sum);
    }
    at = e->features;
    for (int i = 0; learn && i < e->count; i++) {
        const double missing = (i == e->played) - chance[i] / all;
        for (uint32_t n = *at++; n > 0; n--, at++) {
            if (!counts(*at)) continue;
            const double slope = missing - pull * (double)fit.weight[*at];
            fit.squares[*at] += (float)(slope * slope);
            fit.weight[*at] += (float)(rate * slope / (0.1 + sqrt((double)fit.squares[*at])));
        }
    }
    return chance[e->played] / all;
}

/* One round over all positions in a mixed order; says how well moves are predicted. */
static void round_of(int number) {
    double loss[2] = {0, 0};
    int count[2] = {0, 0};
    for (int i = 0; i < fit.count; i++) {
        const chosen *e = &fit.list[(uint64_t)i * 7919 % (uint64_t)fit.count];
        loss[e->held] -= log(step_of(e, !e->held));
        count[e->held]++;
    }
    fprintf(stderr, "round %d: loss %.4f, of games held back %.4f\n", number, loss[0] / count[0],
            count[1] ? loss[1] / count[1] : 0);
}

/* A weight as it is kept, in steps of 1 / GO_WEIGHT_ONE of an octave. */
static int kept(uint32_t feature) {
    const long w = lrint((double)fit.weight[feature] / log(2) * ONE);
    return (int)(w > 127 ? 127 : w < -127 ? -127 : w);
}

static void write_weights(void) {
    static uint32_t pattern[PATTERNS_MAX], bucket[(1 << BUCKET_BITS) + 1];
    uint32_t patterns = 0;
    for (uint32_t hash = 0; hash < KEYS && patterns < PATTERNS_MAX; hash++) {
        const uint32_t f = GO_FEATURES + hash;
        if (!counts(f) || fabs((double)fit.weight[f]) < weight_least) continue;
        pattern[patterns++] = hash << 8 | (uint32_t)(kept(f) + 128);
        bucket[(hash >> (24 - BUCKET_BITS)) + 1]++;
    }
    printf(
        "/* The weights of games/go/priors.h: how much each feature of a move tells, in steps of "
        "1 / GO_WEIGHT_ONE of an octave. Made by `canopy-bench go-weights` (docs/matches.md) "
        "from %d positions of %d games of `mcts` with itself on 9x9. */\n#pragma once\n\n",
        fit.count, fit.games);
    printf("#include <stdint.h>\n\nenum { GO_WEIGHT_ONE = %d, GO_BUCKET_BITS = %d, GO_PATTERNS = "
           "%u };\n\n/* By the feature's number, see games/go/features.h. */\n"
           "static const int8_t go_weight[] = {",
           ONE, BUCKET_BITS, patterns);
    for (uint32_t f = 0; f < GO_FEATURES; f++) printf("%d, ", kept(f));
    printf("};\n\n/* Where the patterns with each value of the upper bits of their hash begin. */\n"
           "static const uint16_t go_bucket[] = {");
    for (int i = 0; i <= 1 << BUCKET_BITS; i++) {
        if (i > 0) bucket[i] += bucket[i - 1];
        printf("%u, ", bucket[i]);
    }
    printf(
        "};\n\n/* Patterns: 24 bits of the hash, and the weight plus 128. What is not here weighs "
        "nothing. */\nstatic const uint32_t go_pattern[GO_PATTERNS] = {");
    for (uint32_t i = 0; i < patterns; i++) printf("0x%x, ", pattern[i]);
    printf("};\n");
}

int bench_go_weights(int random) {
    static char line[1 << 14];
    fit.weight = take(FEATURES, sizeof *fit.weight);
    fit.squares = take(FEATURES, sizeof *fit.squares);
    fit.seen = take(FEATURES, sizeof *fit.seen);
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] != '#' && line[0] != '\n') read_game(line, random);
    }
    if (fit.count == 0) {
        fprintf(stderr,
                "bench: no games on standard input: `canopy results FILE --export txt` writes "
                "them\n");
        return 1;
    }
    for (int i = 1; i <= ROUNDS; i++) round_of(i);
    write_weights();
    return 0;
}
