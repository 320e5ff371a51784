/* Searching: an agent by its specification, limits, and what it found.
 *
 *     cn_search *search;
 *     cn_search_new(game, "pvs:depth=8,strategy=ybw,threads=2", &search, &error);
 *     cn_search_run(search, &position, &limits, NULL, NULL, &result, &error);
 *     cn_search_free(search);
 *
 * A specification is a name and options: `minimax:depth=3`, `alphabeta:depth=8,table=off`,
 * `random`; or a preset such as `hard`. A search may be run many times; it keeps its threads and
 * its table.
 *
 * A search is for one thread at a time, which may be a different one for each call; two runs of one
 * search never overlap. Only cn_search_stop may be called while it runs, by any thread and from a
 * signal handler. Two searches know nothing of each other and may run side by side. */
#ifndef CANOPY_SEARCH_H
#define CANOPY_SEARCH_H

#include <canopy/position.h>
#include <canopy/score.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a position came about, for agents that want to be told. */
typedef struct cn_past {
    const cn_position *start;
    const cn_move *moves; /* from the start on */
    int count;
} cn_past;

/* What ends a search; 0 means no such limit. The agent's own options hold as well. */
typedef struct cn_limits {
    int depth;           /* plies */
    uint64_t nodes;      /* positions visited (or playouts) by all threads together; overrun by no
                            more than 1 % or 64, whichever is more, and one iteration at least */
    uint64_t iterations; /* of Monte Carlo tree search; for strategy=workers, of each worker */
    double seconds;      /* for this move */
    double clock;        /* seconds left for the game: the search budgets from it … */
    double increment;    /* … and what each move adds */
    bool infinite;       /* until cn_search_stop, if nothing else is said */
    int lines;           /* this many of the best moves shall have exact values and lines of their
                            own (cn_result.top); 0: the best only, without `top` */
    bool ponder; /* with `infinite`: on the opponent's time, so that the agent's own limits do not
                    hold */
    bool live;   /* progress is also reported between two depths, ten times a second */
    const cn_past *past; /* how the position came about; NULL: not known */
} cn_limits;

enum {
    CN_RESULT_LINE = 64, /* moves that a line has at most */
    CN_LINES_MAX = 32,   /* more lines than this are not kept */
};

/* A root move and what is known of it. */
typedef struct cn_move_info {
    cn_move move;
    cn_score score;  /* view of the side to move */
    uint64_t nodes;  /* spent on this move */
    uint64_t visits; /* Monte Carlo tree search only */
} cn_move_info;

/* A root move and what is expected after it. */
typedef struct cn_line {
    cn_move_info info;
    int length;
    cn_move moves[CN_RESULT_LINE]; /* from the root move on */
} cn_line;

/* What a search found. A plain value without pointers that the caller owns; with some 40 KB it is
 * large for the stack of a thread. */
typedef struct cn_result {
    cn_move best;   /* CN_MOVE_NONE only if the game is over */
    cn_score score; /* view of the side to move */
    int depth;      /* the last finished depth, 0 if none was */
    bool complete;  /* the limits did not cut the search short */
    uint64_t nodes; /* positions; or playouts */
    double seconds;

    /* With cn_limits.live: what a tree search is at; trying_depth 0: nothing. */
    int trying_depth, trying_number; /* the root move is this one of `count`, from 1 on */
    cn_move trying;

    /* Monte Carlo tree search only; `depth` is then the longest path in the tree. */
    uint64_t iterations;
    uint64_t visits;  /* of the root, in this run: less than it should be if updates were lost */
    bool memory_full; /* the tree stopped growing */

    int line_length;
    cn_move line[CN_RESULT_LINE]; /* principal variation, from `best` on */
    int count;
    cn_move_info moves[CN_MOVES_MAX];           /* in the game's order */
    int top_count;                              /* see cn_limits.lines */
    cn_line top[CN_LINES_MAX];                  /* the best moves, best first */
    int ranks;                                  /* processes that took part */
    int threads;                                /* of all of them */
    uint64_t tasks, stolen, cancelled, dropped; /* of the pool, in this run */
    double busy, idle;                          /* seconds, summed over the threads */
} cn_result;

/* One node of the last tree, from the root down: a front end draws it. */
typedef struct cn_tree_node {
    int depth;    /* 0: the root */
    cn_move move; /* that led here, CN_MOVE_NONE at the root */
    uint64_t visits;
    cn_score score; /* in the view of who made the move; at the root, of who is to move */
} cn_tree_node;

/* Returns false to leave out what is below the node. */
typedef bool cn_tree_fn(const cn_tree_node *node, void *user);

/* A kind of agent, as `canopy agents` lists them. */
typedef struct cn_agent {
    const char *name; /* NULL ends the list */
    const char *summary;
    const cn_option *options;
} cn_agent;

/* All kinds, the built-in ones first; constant but for plugins that are loaded (cn_plugin_load). */
CN_API const cn_agent *cn_agents(void);

/* A name that stands for an agent with options; further options may follow it and come on top:
 * `hard:time=3`. */
typedef struct cn_preset {
    const char *name; /* NULL ends the list */
    const char *summary;
    const char *spec;         /* NULL: each game has its own */
    const char *note;         /* what it does not do as its model does, or NULL */
    const char *game_options; /* how its model plays the game, as "ko=none,komi=0", or NULL: for
                                 whoever sets up the game, since an agent plays what it is given */
} cn_preset;

/* All presets; constant. */
CN_API const cn_preset *cn_presets(void);

enum { CN_SPEC_MAX = 512 }; /* room for a specification */

/* The specification with a preset's name replaced by what it stands for in this game, written to
 * the caller's `out`. Fails if there is no such agent, an option is wrong, or the room is too
 * small. */
CN_API cn_status cn_agent_resolve(const cn_game *game, const char *spec, char *out, size_t size,
                                  cn_error *error);

/* An agent that is ready to search. */
typedef struct cn_search cn_search;

/* Called from the thread that runs the search, after each finished depth and at least when the best
 * move changes. It may call cn_search_stop and read the position; the result is valid only during
 * the call. */
typedef void cn_progress_fn(const cn_result *so_far, void *user);

/* Bytes of stack that the thread which calls cn_search_run must have: a search to CN_PLY_MAX plies
 * of a game with the largest states takes most of it, the usual ones much less. The threads that a
 * search makes have their own. Main threads usually have as much; others may not, and then need
 * pthread_attr_setstacksize: 128 KB are usual with musl, 512 KB with macOS. */
enum { CN_STACK_BYTES = 8 << 20 };

/* A search for positions of this game. Its threads and its table live until cn_search_free. */
CN_API cn_status cn_search_new(const cn_game *game, const char *spec, cn_search **search,
                               cn_error *error);
/* Searches the position, and returns when a limit is reached, the position is proven, or it is
 * stopped. The position must be of the search's game and must not change meanwhile; it is not kept.
 * `limits`, `progress` and `user` may be NULL. A run that is stopped fills the result with the
 * best so far; only an agent that is another program may have none yet, and returns CN_STOPPED. If
 * the game is over the result has no best move. */
CN_API cn_status cn_search_run(cn_search *search, const cn_position *position,
                               const cn_limits *limits, cn_progress_fn *progress, void *user,
                               cn_result *result, cn_error *error);
/* Shows the top of the tree that the last run grew: parents before children, children by visits,
 * down to `depth`, `width` children a node at most (0: all). Nothing if the agent keeps no tree;
 * one ply where it kept only the sums of several trees. Returns the number of nodes shown. */
CN_API uint64_t cn_search_tree(const cn_search *search, int depth, int width, cn_tree_fn *show,
                               void *user);
/* Whether a run for the position before the opponent's move helps the next one: the search keeps
 * its tree or its table. */
CN_API bool cn_search_ponders(const cn_search *search);
/* From any thread or a signal handler: the run that is under way returns within milliseconds with
 * the best so far; if none is, the next one does. A run that returns has used up every stop that
 * came before its end, however it ended. */
CN_API void cn_search_stop(cn_search *search);
/* A stop may come just after the run it was meant for has ended by itself, and would then end the
 * next one. Who stops a search that way calls this once the run has returned and no more stops are
 * to come. */
CN_API void cn_search_forget_stop(cn_search *search);
/* Forgets what was learnt of earlier positions: two runs after it are alike. */
CN_API void cn_search_clear(cn_search *search);
/* Waits for its threads to end. Not while it runs: stop it and let the run return. NULL is fine. */
CN_API void cn_search_free(cn_search *search);

#ifdef __cplusplus
}
#endif

#endif
