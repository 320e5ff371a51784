/* A game that the network plays against itself, and the samples it leaves: positions as planes,
 * each with the value that the network should have given it. */
#pragma once

#include "learn/trainer.h"
#include "search/table.h"

#include <canopy/canopy.h>
#include <canopy/kernel.h>

enum { CN_SELFPLAY_PLIES = 1024 }; /* a longer game is called a draw */

/* How games are played. */
typedef struct cn_selfplay_options {
    int depth;    /* plies searched for each move */
    int opening;  /* a game begins with up to this many random moves */
    int solve;    /* with this many empty cells or fewer the rest is played perfectly */
    float random; /* share of random moves after that */
    float lambda; /* weight of how the game went on, against the search's own opinion */
} cn_selfplay_options;

/* One thread's: a context for searches and the record of the game. The arrays have room for
 * CN_SELFPLAY_PLIES samples, of which `count` are filled. */
typedef struct cn_selfplay {
    const cn_position *start; /* not owned */
    const cn_model *model;    /* not owned; its weights may change while games are played */
    cn_selfplay_options options;
    cn_context *context;
    cn_table table;    /* 1 MB, for deep searches */
    _Atomic bool stop; /* never set: contexts need a flag to look at */
    void *state;       /* the game as it stands */
    int count;
    cn_planes *planes; /* [CN_SELFPLAY_PLIES] */
    uint8_t *turn;     /* the player to move */
    float *target;     /* view of player 0 while the game runs, then of the side to move */
    bool *strayed;     /* the move made here was a random one */
    bool *exact;       /* `target` is the true value */
    uint64_t nodes;    /* of all games' searches */
} cn_selfplay;

/* Fills in `self` for games from `start`; free what it holds with cn_selfplay_free. If this fails
 * everything is freed already, and cn_selfplay_free must not be called. */
cn_status cn_selfplay_new(const cn_position *start, const cn_model *model,
                          const cn_selfplay_options *options, cn_selfplay *self, cn_error *error);
void cn_selfplay_free(cn_selfplay *self);

/* Plays one game with the random numbers of `rng`; then planes, turn and target hold `count`
 * samples. */
void cn_selfplay_run(cn_selfplay *self, cn_rng *rng);

/* Parts of it. The state becomes that after some random moves; false if they ended the game. */
bool cn_selfplay_open(cn_selfplay *self, cn_rng *rng);
/* The value of the state, in the view of the side to move and in units of the model, by a search of
 * `depth` plies; context->line[0] is then its principal variation. `deep`: with a table. */
int cn_selfplay_search(cn_selfplay *self, int depth, bool deep);
/* The phase of the state, by its number of stones. */
int cn_selfplay_phase(const cn_selfplay *self);
/* Searches from now on are selective, if the model knows its errors, and those of an expert that
 * is as the general search but faster, if the game has one. `deviations`: see
 * cn_context.selectivity; 0: full searches again. */
void cn_selfplay_select(cn_selfplay *self, float deviations);
/* What the state is worth to the side to move, as the trainer counts: by a search to the end where
 * options.solve says so, else by one of `depth` plies, which is selective if the model knows its
 * errors. */
float cn_selfplay_worth(cn_selfplay *self, int depth);
