/* Searchers: algorithms that a plugin brings, and what its shared object must define to add one.
 *
 * The object exports `const cn_searcher *canopy_searcher(void)`. Loaded by `--plugin` or
 * cn_plugin_load, the searcher is an agent like any other: known by its name wherever an agent is
 * asked for, with its own options. It needs these headers and nothing else: whatever it asks of the
 * program it asks through cn_work. docs/adding-an-algorithm.md takes you through one. */
#ifndef CANOPY_SEARCHER_H
#define CANOPY_SEARCHER_H

#include <canopy/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised with CN_ABI, and whenever what is below or cn_result changes shape. */
#define CN_SEARCHER_ABI (CN_ABI << 8 | 1)

/* One part of work that is divided among threads. `worker` is the number of the thread that runs
 * it, from 0 to cn_work.threads - 1: two parts that run at the same time have different ones. */
typedef void cn_part_fn(void *user, int index, int worker);

/* One run: what is to be searched, and what the program does for the searcher. The functions may be
 * called from any part of divided work, too, but for `report`. */
typedef struct cn_work cn_work;
struct cn_work {
    const cn_position *position; /* the game is not over */
    const cn_limits *limits; /* depth, nodes and iterations are the searcher's to obey; 0: none */
    double seconds;          /* for this move; 0: no limit. `stopped` looks after it */
    int threads;             /* 1 unless the searcher is `parallel` */
    /* True once time is up or the run was stopped: return soon, with the best so far. It costs some
     * 30 ns, so ask at every node or every hundred. */
    bool (*stopped)(const cn_work *work);
    /* Tells whoever listens what is known so far; `seconds` is filled in. From the thread of the
     * run only. */
    void (*report)(const cn_work *work, cn_result *so_far);
    /* Calls part(user, 0, …) to part(user, count - 1, …), on all threads, and returns when all of
     * them have. `worker` is the caller's number: 0 in `run`, and in a part the one it was given,
     * for parts may divide their work again. */
    void (*divide)(const cn_work *work, int worker, int count, cn_part_fn *part, void *user);
    void *host; /* the program's own */
};

/* An algorithm as a plugin defines it. Constant, and must stay loaded until the process ends. The
 * functions are called by one thread at a time for one `self`, but several agents of the kind, each
 * with its own `self`, may search side by side. */
typedef struct cn_searcher {
    int abi;                  /* CN_SEARCHER_ABI */
    const char *name;         /* of the agent: one lower-case word that no other agent has */
    const char *summary;      /* half a line */
    const cn_option *options; /* ended by a NULL name; NULL: none. Every searcher has `time`
                                 besides, and a parallel one `threads` */
    bool parallel;            /* it uses `divide` */
    size_t size;              /* of its own state, zeroed before `set_up` */
    cn_status (*run)(void *self, const cn_work *work, cn_result *result, cn_error *error);

    /* Optional from here on. */
    /* `values`: one for each of `options`, checked. */
    cn_status (*set_up)(void *self, const cn_game *game, const cn_value *values, cn_error *error);
    void (*clear)(void *self);     /* forgets what was learnt of earlier positions */
    void (*tear_down)(void *self); /* frees what it has; also after a set-up that failed */
} cn_searcher;

/* `run` gets a result that is zeroed but for `best`, CN_MOVE_NONE. It must set `best` to a legal
 * move, even when it is stopped at once; `score`, `nodes`, `depth`, `line` and what it knows of
 * each of the `moves` are shown where they are set. */

/* CN_SEARCHER(searcher) defines the function that is exported. */
typedef const cn_searcher *cn_searcher_fn(void);
#define CN_SEARCHER_SYMBOL "canopy_searcher"
#define CN_SEARCHER(searcher)                  \
    const cn_searcher *canopy_searcher(void);  \
    const cn_searcher *canopy_searcher(void) { \
        return &(searcher);                    \
    }

/* Loads a shared object and checks what it brings: a game, a searcher, or both. *game is NULL if
 * there is no game in it. Both stay loaded until the program ends. A searcher is an agent of the
 * whole process from then on: load it before other threads use agents. */
CN_API cn_status cn_plugin_load(const char *path, const cn_game **game, cn_error *error);

/* ---- helpers for searches by value ---- */

/* A win n plies from the root is worth CN_WON - n, a loss n - CN_WON; heuristics stay below
 * CN_EVAL_MAX. */
enum { CN_WON = 2000000 };

/* The value of a game that has ended, `ply` plies from the root, in the view of `player`. */
static inline int cn_value_ended(cn_outcome outcome, int player, int ply) {
    if (outcome == CN_DRAW) return 0;
    return outcome == cn_win_of(player) ? CN_WON - ply : ply - CN_WON;
}

/* Such a value, in the view of the side to move, as a score. */
static inline cn_score cn_value_score(const cn_game *game, int value) {
    const int size = value < 0 ? -value : value;
    cn_score score = {CN_SCORE_EVAL,   CN_SCORE_EXACT, false, -1,
                      game->eval_unit, (double)value,  0,     0};
    if (game->eval_unit) score.value /= game->eval_unit;
    if (size < CN_EVAL_MAX) return score;
    score.kind = CN_SCORE_OUTCOME;
    score.proven = true;
    score.plies = CN_WON - size;
    score.unit = 0;
    score.value = value > 0 ? 1 : -1;
    return score;
}

/* One depth of a search: values every one of result->moves, and says which is the best. False if it
 * was stopped before it was through. */
typedef bool cn_depth_fn(void *user, const cn_work *work, int depth, cn_result *result);

/* Iterative deepening, so that there is a move whenever time is up: depth 1, 2, 3 …, each reported,
 * until the run is stopped, or its limit or `deepest` (0: none) is reached; without such a last
 * depth also once the outcome is proven. */
static inline cn_status cn_deepen(const cn_work *work, int deepest, cn_depth_fn *search, void *user,
                                  cn_result *result) {
    const cn_position *p = work->position;
    const int limit = work->limits->depth;
    const int last = limit && (!deepest || limit < deepest) ? limit : deepest;
    cn_move moves[CN_MOVES_MAX];
    result->count = p->rules->moves(p->state, moves);
    result->best = moves[0]; /* should there be no time at all */
    for (int i = 0; i < result->count; i++) result->moves[i].move = moves[i];
    for (int depth = 1; depth <= last || !last; depth++) {
        if (!search(user, work, depth, result)) break; /* with what the last depth found */
        result->depth = depth;
        work->report(work, result);
        if (result->score.proven && !last) break;
    }
    return CN_OK;
}

#ifdef __cplusplus
}
#endif

#endif
