/* Experiments: what is measured, over which values. The tables and figures of five published
 * reports are built in (experiments.json); any other is described by the same struct. */
#pragma once

#include "core/builtin.h"

#include <canopy/search.h>

/* The most variables and the most agents of an experiment. */
enum { CN_SWEEPS = 8, CN_CONTENDERS = 16 };

/* The agent plays both sides. */
#define CN_OPPONENT_SELF "self"

/* Which side the agent plays. */
typedef enum cn_side { CN_SIDE_FIRST, CN_SIDE_SECOND, CN_SIDE_BOTH /* by turns */ } cn_side;

/* An agent to be measured. */
typedef struct cn_contender {
    const char *label;    /* NULL: the specification itself */
    const char *spec;     /* NULL ends a list */
    int steps;            /* instead of the experiment's, if not 0 */
    const char *opponent; /* instead of the experiment's, if not NULL */
} cn_contender;

/* What a report printed for one configuration. 0 or NULL: not given; `sparks` says whether the
 * counts of sparks (tasks, in Haskell) are. */
typedef struct cn_figure {
    const char *label;            /* of the configuration, "threads=2 chunk=10"; NULL ends a list */
    double seconds;               /* a game, a step or a search */
    double productivity;          /* share of the time not spent on collecting garbage */
    double mutator, collector;    /* seconds of the two */
    uint64_t sparks, converted;   /* made; run by another core */
    uint64_t overflowed, dud;     /* the queue was full; already evaluated when made */
    uint64_t collected, fizzled;  /* dropped as garbage; evaluated by their maker first */
    double least_wins, most_wins; /* share of games won against a random player */
    const char *verdict;          /* how well it plays, in the report's word */
} cn_figure;

/* What is measured. All texts belong to whoever made it and must outlive a bench of it. */
typedef struct cn_experiment {
    const char *name; /* NULL: not a built-in one; ends the list */
    const char *what; /* half a line */
    const char *note; /* what to know when reading it, or NULL */
    const char *game;
    const char *options;  /* of the game, "name=value,…", or NULL */
    const char *position; /* text of the start position, or NULL */
    cn_contender agents[CN_CONTENDERS + 1];
    const char *opponent; /* CN_OPPONENT_SELF; NULL: a trial is one search of the position */
    cn_side side;         /* whom the agent plays */
    int opening; /* random moves that a game begins with; where sides change, two games have
                    the same */
    const char *sweeps[CN_SWEEPS + 1]; /* "name=values", the last varies fastest; NULL-terminated */
    int steps;                         /* a game ends after so many; 0: at its end */
    bool per_step;                     /* times are given for a step, not for a game */
    int trials;
    const char *machine;      /* of the published figures, or NULL */
    const cn_figure *figures; /* published, a list, or NULL */
    const char *scaled; /* the experiment that this one repeats with so much more work that one
                           thread needs about the report's own time; NULL: none */
    bool no_speedup;    /* the configurations do different work: none is faster than another */
} cn_experiment;

/* Files of this folder that the build makes part of the program: report.css, the style of pages,
 * and experiments.json. */
extern const cn_builtin cn_lab_files[];

/* The built-in ones, up to one without a name, and none at all if there is no memory for them; and
 * one by its name, NULL if there is none. */
const cn_experiment *cn_experiments(void);
const cn_experiment *cn_experiment_find(const char *name);

/* ---- values of a sweep ---- */

/* The values that a variable goes through. */
typedef struct cn_sweep {
    char name[48];
    int count;
    char (*values)[64];
} cn_sweep;

/* Reads "threads=1..8", "chunk=1,10,100", "depth=2..10+2", "threads=1..64*2", "strategy=top,ybw":
 * values and ranges separated by commas. The caller frees `values`. */
cn_status cn_sweep_read(const char *text, cn_sweep *sweep, cn_error *error);
