/* A model: an n-tuple network with everything that belongs to it. What it was made for (game,
 * options, board), its tuples, its weights, and how it came about.
 *
 * Contents of a tuple that are images of each other must have the same weight. The model therefore
 * has its weights twice: packed, one number for each class of contents, which is what is learned
 * and kept in a file; and spread out, one for every content, which is what the network reads. */
#pragma once

#include <canopy/kernel/network.h>

enum {
    CN_TUPLES_MAX = 256,        /* tuples of a model */
    CN_TUPLE_IMAGES_MAX = 2048, /* places one tuple may be looked up in */
    CN_LANES_MAX = 4096,        /* of all tuples together */
    CN_PHASES_MAX = 64,
    CN_MODEL_TEXT = 2048,   /* bytes of cn_model.made */
    CN_SYMMETRIES_MAX = 16, /* images of a board */
    CN_OUTLOOKS_MAX = 256,  /* lines of cn_model.outlook */
    CN_OUTLOOK_DEEP = 12,   /* the greatest depth that errors are kept for */
};

/* Lists of cells that have one table: the first is the tuple, the others its images, cell by cell
 * in the same order. Cells are those of the drawing, row * columns + column. */
typedef struct cn_tuple {
    int length; /* cells of each */
    int images;
    uint16_t *cell; /* [images][length] */
} cn_tuple;

/* What a value means. */
typedef enum cn_target {
    CN_TARGET_OUTCOME, /* the chance to win: CN_MODEL_THREE_TO_ONE is three wins in four */
    CN_TARGET_SCORE,   /* the score at the end, in 1/unit points */
} cn_target;

/* With CN_TARGET_OUTCOME: the value that stands for three wins in four. */
enum { CN_MODEL_THREE_TO_ONE = 100 };

/* Filled in by whoever makes a model; a model owns a copy. */
typedef struct cn_shape {
    char game[32];
    char options[CN_OPTIONS_TEXT]; /* as the game's print_options writes them */
    int rows, columns;
    bool planes; /* bits are those of the game's `planes`; else those of the drawing's cells */
    uint16_t bit[CN_NETWORK_CELLS]; /* the bit of each cell */
    int sides;                      /* see cn_network */
    bool mirrored; /* with 1 side: player 1 sees each cell where player 0 sees its mirror image */
    uint16_t mirror[CN_NETWORK_CELLS];
    int phases;                          /* of the game, each with weights of its own */
    uint8_t phase[CN_NETWORK_CELLS + 1]; /* by the number of stones */
    cn_target target;
    int unit;  /* CN_TARGET_SCORE: units of a value in a unit of the game's score */
    int shift; /* see cn_network */
    int tuples;
    cn_tuple tuple[CN_TUPLES_MAX];
} cn_shape;

/* What a shallow search tells of a deep one in a phase (Buro's Multi-ProbCut): deep = slope *
 * shallow + offset, give or take a standard deviation; offset and deviation are in units of values.
 */
typedef struct cn_outlook {
    int phase, shallow, deep; /* depths in plies */
    float slope, offset, deviation;
} cn_outlook;

/* A model in memory. It points into itself (network.phase), so it must not be copied. Threads may
 * read it while others train it: weights are relaxed atomics, and nothing else changes. */
typedef struct cn_model {
    cn_network network;
    cn_shape shape;
    const cn_game *game;      /* whose drawing is read where it has no planes; the user sets it */
    char made[CN_MODEL_TEXT]; /* how, in lines of `word value` */
    int outlooks;
    cn_outlook outlook[CN_OUTLOOKS_MAX];
    uint16_t outlook_at[CN_PHASES_MAX]
                       [CN_OUTLOOK_DEEP + 1]; /* 1 + index by phase and deep; 0: none */
    bool shared;                              /* belongs to the process and is never freed */
    uint32_t packed;                          /* packed weights of one phase and side */
    uint32_t *start;         /* [packed + 1]: where in `member` a packed weight's contents are */
    uint32_t *member;        /* [network.size]: weights of the network */
    uint32_t *rank;          /* [network.size]: the packed weight of each of the network's */
    _Atomic int16_t *weight; /* the network's, writable */
    size_t weight_bytes;     /* of `weight`, rounded up to cache lines */
    /* cn_network_value, compiled for the processor that runs. */
    int (*value)(const cn_network *, const uint64_t *own, const uint64_t *opp, int turn);
    void *memory[4]; /* what `network` points to and is to be freed: rows, base; the rest NULL */
} cn_model;

/* Makes a model of this shape, which is copied, with all weights 0; free it with cn_model_free.
 * Checks the shape: it may come from a file. `game` is not set. */
cn_status cn_model_new(const cn_shape *shape, cn_model **model, cn_error *error);
void cn_model_free(cn_model *model); /* NULL is fine; does nothing to one that is shared */

/* Tables of weights: one for each phase and side. */
static inline int cn_model_tables(const cn_model *model) {
    return model->shape.phases * model->shape.sides;
}

/* Sets one packed weight of a table (phase * sides + side). From any thread. */
static inline void cn_model_set(cn_model *m, int table, uint32_t packed, int16_t weight) {
    _Atomic int16_t *w = m->weight + (size_t)table * m->network.size;
    for (uint32_t i = m->start[packed]; i < m->start[packed + 1]; i++) {
        atomic_store_explicit(&w[m->member[i]], weight, memory_order_relaxed);
    }
}

/* One packed weight. All members of a class are equal, so the first is read. From any thread. */
static inline int16_t cn_model_get(const cn_model *m, int table, uint32_t packed) {
    const _Atomic int16_t *w = m->weight + (size_t)table * m->network.size;
    return atomic_load_explicit(&w[m->member[m->start[packed]]], memory_order_relaxed);
}

/* The stones of a state as the model's bits: of the side to move and of the other. `game` is needed
 * only where the model reads the drawing. Words from network.words on may be left unwritten. */
void cn_model_planes(const cn_model *model, const cn_game *game, const cn_rules *rules,
                     const void *state, cn_planes *planes);

/* The weights of its table that a position's value is the sum of: one for the number of stones and
 * one for each lane, so network.lanes + 1. Returns the table. */
int cn_model_active(const cn_model *model, const cn_planes *planes, int turn, uint32_t *active);

/* The value of a state that is not over, in the view of the side to move and in the units that
 * cn_target says. From any thread. */
int cn_model_value(const cn_model *model, const cn_game *game, const cn_rules *rules,
                   const void *state);

/* Fills in outlook_at, once `outlook` is complete. */
void cn_model_index(cn_model *model);

/* The chance to win that a value stands for, 0 to 1; for CN_TARGET_OUTCOME. */
double cn_model_chance(const cn_model *model, int value);
