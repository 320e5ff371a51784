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
    NEAR = 0, /* features: the distances, the line, what a move does, its surroundings */
    LINE = NEAR + 2 * (GO_NEAR_MAX + 1),
    TRAIT = LINE + GO_STAGES * GO_LINES,
    AROUND = TRAIT + GO_TRAITS,
    FEATURES = AROUND + (1 << 16),
    MOVE_FEATURES = 4 + GO_TRAITS, /* of one move, at most */
    MOVES = GO_FIXED * GO_FIXED,
    ROUNDS = 25,
    HELD_BACK = 10, /* one game in so many */
    SEEN_LEAST = 60 /* moves with rarer surroundings get no weight for them */
};
static const double rate = 0.05, pull = 1e-4, weight_least = 0.3;

typedef struct chosen {
    bool held;
    int count, played; /* moves, and the one that was made */
    struct {
        int count, feature[MOVE_FEATURES];
    } * move;
} chosen;

static struct {
    chosen *list;
    int count, room, games;
    double weight[FEATURES], squares[FEATURES];
    int seen[FEATURES];
} fit;

/* Adds a position and the move that was made in it. */
static void add(const cn_position *p, cn_move made, bool held) {
    static go_chains b;
    go_traits traits = {0};
    cn_move list[CN_MOVES_MAX];
    load_chains(&b, p->state);
    const int me = p->rules->turn(p->state) + 1, last = last_cell(&b), before = cell_before(&b);
    const int count = p->rules->moves(p->state, list);
    if (fit.count == fit.room) {
        fit.room = fit.room ? 2 * fit.room : 1024;
        fit.list = realloc(fit.list, (size_t)fit.room * sizeof *fit.list);
        if (!fit.list) exit(1);
    }
    chosen *e = &fit.list[fit.count++];
    *e = (chosen){.held = held, .move = calloc(MOVES, sizeof *e->move)};
    if (!e->move) exit(1);
    judge_chains(&b, me, last, traits);
    for (int i = 0; i < count; i++) {
        if (list[i] == go_pass(GO_FIXED)) continue;
        const int cell = cell_of_move(&b, list[i]);
        int *feature = e->move[e->count].feature, n = 0;
        if (last != GO_NO_CELL) feature[n++] = NEAR + distance_of(&b, last, cell);
        if (before != GO_NO_CELL) {
            feature[n++] = NEAR + GO_NEAR_MAX + 1 + distance_of(&b, before, cell);
        }
        feature[n++] = LINE + stage_of(&b) * GO_LINES + line_of(&b, cell);
        feature[n++] = AROUND + surroundings(&b, me, cell);
        for (uint32_t left = all_traits(&b, me, cell, traits[cell]); left; left &= left - 1) {
            feature[n++] = TRAIT + __builtin_ctz(left);
        }
        if (list[i] == made) e->played = e->count;
        for (int k = 0; k < n; k++) fit.seen[feature[k]]++;
        e->move[e->count++].count = n;
    }
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

/* One position: how likely its move is; unless it is held back, the weights take a step. */
static double step_of(const chosen *e, bool learn) {
    double chance[MOVES], all = 0;
    for (int i = 0; i < e->count; i++) {
        double sum = 0;
        for (int k = 0; k < e->move[i].count; k++) sum += fit.weight[e->move[i].feature[k]];
        all += chance[i] = exp(sum);
    }
    for (int i = 0; learn && i < e->count; i++) {
        for (int k = 0; k < e->move[i].count; k++) {
            const int f = e->move[i].feature[k];
            const double slope = (i == e->played) - chance[i] / all - pull * fit.weight[f];
            fit.squares[f] += slope * slope;
            fit.weight[f] += rate * slope / (0.1 + sqrt(fit.squares[f]));
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
static int kept(int feature) {
    const long w = lrint(fit.weight[feature] / log(2) * GO_WEIGHT_ONE);
    return (int)(w > 127 ? 127 : w < -127 ? -127 : w);
}

static void write_list(int from, int count) {
    for (int i = 0; i < count; i++) printf("%d%s", kept(from + i), i + 1 < count ? ", " : "");
}

static bool weighs(int code) {
    const int f = AROUND + code;
    return fit.seen[f] >= SEEN_LEAST && fabs(fit.weight[f]) >= weight_least;
}

static void write_weights(void) {
    int surroundings_count = 0;
    for (int code = 0; code < 1 << 16; code++) surroundings_count += weighs(code);
    printf(
        "/* The weights of games/go/priors.h: how much each feature of a move tells, in steps of 1 "
        "/ "
        "GO_WEIGHT_ONE of an octave. Made by `canopy-bench go-weights` (docs/matches.md) from %d "
        "positions of %d games of `mcts` with itself on 9x9. */\n#pragma once\n\n",
        fit.count, fit.games);
    printf("#include <stdint.h>\n\nenum { GO_WEIGHT_ONE = %d, GO_NEAR_MAX = %d, GO_STAGES = %d, "
           "GO_LINES = %d };\n\n",
           GO_WEIGHT_ONE, GO_NEAR_MAX, GO_STAGES, GO_LINES);
    printf(
        "/* By the distance from the last move and from the one before it: rows plus columns plus "
        "the "
        "larger of the two. */\nstatic const int8_t go_near_weight[2][GO_NEAR_MAX + 1] = {\n    {");
    write_list(NEAR, GO_NEAR_MAX + 1);
    printf("},\n    {");
    write_list(NEAR + GO_NEAR_MAX + 1, GO_NEAR_MAX + 1);
    printf("},\n};\n\n/* By how full the board is (less than an eighth, less than a third, more), "
           "and the "
           "line, from the edge on. */\nstatic const int8_t go_line_weight[GO_STAGES][GO_LINES] = "
           "{\n");
    for (int i = 0; i < GO_STAGES; i++) {
        printf("    {");
        write_list(LINE + i * GO_LINES, GO_LINES);
        printf("},\n");
    }
    printf("};\n\n/* By what the move does, in the order of priors.h. */\n"
           "static const int8_t go_trait_weight[] = {");
    write_list(TRAIT, GO_TRAITS);
    printf("};\n\n/* What is around the point, by code: two bits for each direction, the least "
           "code of "
           "the eight images. What is not here weighs nothing. */\n"
           "enum { GO_SURROUNDINGS = %d };\nstatic const struct {\n    uint16_t code;\n    int8_t "
           "weight;\n} go_surroundings[GO_SURROUNDINGS] = {\n",
           surroundings_count);
    for (int code = 0; code < 1 << 16; code++) {
        if (weighs(code)) printf("{%d, %d},\n", code, kept(AROUND + code));
    }
    printf("};\n");
}

int bench_go_weights(int random) {
    static char line[1 << 14];
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
