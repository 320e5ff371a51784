/* One thread's share of a tree search: what the minimax and alpha-beta templates read and write.
 *
 * Values are from the view of the side to move. A heuristic value lies within +-CN_EVAL_MAX; a win
 * n plies from the root is CN_WIN - n, so that a search wins soon and loses late. */
#ifndef CANOPY_KERNEL_CONTEXT_H
#define CANOPY_KERNEL_CONTEXT_H

#include <canopy/game.h>
#include <canopy/kernel/busy.h>
#include <canopy/kernel/inline.h>
#include <canopy/kernel/table.h>
#include <stdatomic.h>

enum {
    CN_WIN = 2000000,      /* a win, less its plies from the root */
    CN_INFINITY = 4000000, /* beyond every value */
    CN_PLY_MAX = 250,      /* a node this far from the root is a leaf */
    CN_LINE_MAX = 64,      /* moves kept of a principal variation */
    CN_FLAT_WIN = 100000,  /* CN_QUIRK_ENDED_FLAT */
};

/* A value that says who wins, whatever the heuristic. */
static inline bool cn_value_decided(int value) {
    return value > CN_EVAL_MAX || value < -CN_EVAL_MAX;
}

/* The parts of the alpha-beta search, each of which can be left out. */
enum {
    CN_USE_NULL_WINDOW = 1, /* principal variation search: later moves by a null window first */
    CN_USE_KILLERS = 2,     /* moves that cut off at the same ply are tried early */
    CN_USE_HISTORY = 4,     /* … and moves that cut off anywhere */
    CN_USE_GAME_ORDER = 8,  /* the game's own `order` */
    CN_USE_FORCED = 16,     /* the game's `forced` ends a node at once */
};

/* Ways in which published programs differ from plain minimax. They define that program's tree, so
 * they are options here; both templates obey them and so still agree. */
enum {
    CN_QUIRK_PASS_FREE = 1,  /* a forced pass costs no depth */
    CN_QUIRK_PASS_LEAF = 2,  /* a position in which the side must pass is a leaf */
    CN_QUIRK_ENDED_FLAT = 4, /* an ended game is +-CN_FLAT_WIN, a draw a loss for who moved last */
    CN_QUIRK_ENDED_EVAL = 8, /* an ended game is worth its heuristic value */
    CN_QUIRK_ROLES = 16,     /* below the root the maximiser and the minimiser are exchanged */
    CN_QUIRK_LEAF_VIEW = 32, /* the heuristic's sign is not turned to the root's view */
    CN_QUIRK_CUTOFF = 64, /* a node whose static value, in the root's view, is <= 0 with the root's
                             side to move, or >= cutoff with the other, is not searched further */
    /* Not of published programs, but on the same path so that the usual one does not pay for them:
     * tree searches set these by their options, and they do not count as quirks there. */
    CN_QUIRK_LEAF_HOOK = 128,   /* leaves are valued by the context's `leaf`, not by rules->eval */
    CN_QUIRK_ENDED_SCORE = 256, /* an ended game is worth rules->score times `score_step` */
};

struct cn_context;

/* The static value of a state, in the view of the side to move. */
typedef int cn_leaf_fn(struct cn_context *c, const void *state);

/* May settle a null-window node without its whole search: true if it does, with `value` a bound on
 * the right side of the window. */
typedef bool cn_prune_fn(struct cn_context *c, const void *state, int depth, int ply, int alpha,
                         int beta, int *value);

/* Moves that are left at a node, offered to other threads. */
typedef struct cn_split {
    const void *state;
    const cn_move *moves; /* in the order they should be searched */
    int count;
    int depth, ply;
    int alpha, beta, best; /* in and out */
    cn_move best_move;     /* in and out */
    bool guessed;          /* out: see cn_context.guessed */
    int taken;             /* out: moves that somebody began with */
} cn_split;

/* A strategy's offer: takes the moves (true; `split` then holds the outcome) or declines. */
typedef bool cn_split_fn(struct cn_context *context, cn_split *split);

/* Why a node's value is what it is, for whoever watches a search. */
typedef enum cn_why {
    CN_WHY_OPEN,     /* it has none: the search was stopped below it */
    CN_WHY_SEARCHED, /* every move was looked at */
    CN_WHY_CUT,      /* a move reached beta: the others were left out */
    CN_WHY_TABLE,    /* the transposition table knew it */
    CN_WHY_FORCED,   /* the game saw a forced win */
    CN_WHY_ENDED,    /* the game is over here */
    CN_WHY_LEAF,     /* as deep as asked: the heuristic's opinion */
} cn_why;

/* Is told of every node of a search. Only templates compiled with `observed` call it, so the fast
 * kernels do not pay for it. Each thread has its own. */
typedef struct cn_observer cn_observer;
struct cn_observer {
    void *log;    /* of all threads */
    cn_move move; /* set before each call of `enter`: the move that leads to the node */
    int node;     /* the node entered last and not left: what is entered next is its child */
    int before;   /* the node left last */
    /* The window is in the view of the side to move in `state`, as is the value later. */
    void (*enter)(struct cn_context *c, const void *state, int depth, int ply, int alpha, int beta);
    /* Of the node entered last and not left. `left`: moves that were not looked at. Nodes whose
     * search is stopped are not left. */
    void (*leave)(struct cn_context *c, const void *state, int value, cn_why why, cn_move best,
                  const cn_move *left, int left_count);
};

/* All that a search function needs to know. The first part is the same in the contexts of all
 * threads and does not change during a search; the second is one thread's own, on lines of memory
 * that no other thread writes. */
typedef struct cn_context {
    /* The same for every thread of a search. */
    const cn_rules *rules;
    const struct cn_kernels *kernels;
    cn_alphabeta_fn *alphabeta; /* what searches below the root: the kernel's, or an expert's */
    cn_table *table;            /* NULL: none */
    void *memory;               /* an expert's own table, all zero at first; NULL: none */
    size_t memory_size;         /* bytes of it */
    cn_busy *busy;              /* NULL: no thread searches the same tree */
    _Atomic bool *stop;         /* set: return as soon as you can; what you return is not used */
    /* Asked when `nodes` reaches `granted`: looks at clock and limits, and sets *stop or grants
     * more, `want` nodes if it can. NULL: there are no limits. */
    void (*poll)(struct cn_context *, uint64_t want);
    cn_leaf_fn *leaf;      /* CN_QUIRK_LEAF_HOOK */
    const void *weights;   /* what `leaf` values by, if it needs anything */
    cn_prune_fn *prune;    /* NULL: none */
    float selectivity;     /* how sure `prune` must be, in standard deviations */
    void *search;          /* for poll and split */
    cn_observer *observer; /* NULL: nobody watches */
    int heuristic;         /* index into cn_game.heuristics */
    int cutoff;            /* CN_QUIRK_CUTOFF */
    int forced;            /* CN_USE_FORCED: its budget at each node */
    int score_step;        /* > 0: values are points; a unit of rules->score is worth this much */
    bool outcome_only;     /* whether it is won, drawn or lost is all that is asked, not how soon */
    uint32_t use, quirks;  /* CN_USE_…, CN_QUIRK_… */
    uint8_t root_turn;     /* the player to move at the root */
    bool table_values;     /* false: the table orders moves only (see rules->history) */
    bool counted;          /* there is a limit of nodes, which threads share */

    /* This thread's own. */
    _Alignas(64) uint64_t nodes; /* positions visited so far, by this thread */
    uint64_t reported;           /* of `nodes`, added to the search's total */
    uint64_t granted;            /* so far `nodes` may grow before the next poll */
    const int *stand; /* the static value of the state that is searched next; NULL: not known */
    bool guessed;     /* a heuristic value went into what this thread computed last */
    bool stopped;     /* what this thread computed last is not to be used */
    int worker;       /* number of the thread, from 0 */
    int root_number;  /* root moves that were tried before the one being searched, in this iteration
                       */
    cn_split_fn *split;        /* NULL: never offer */
    int split_depth;           /* offer only at this depth and above … */
    const _Atomic int *hungry; /* … and only while this many threads > 0 have nothing to do */
    const void *task;          /* the strategy's: where this thread hangs in its tree of splits */
    bool (*cancelled)(const struct cn_context *); /* with `task`: is this work still wanted? */
    int32_t *history; /* [2 * rules->move_codes]: cut-offs a move caused, by player */
    cn_move killer[CN_PLY_MAX + 2][2]; /* by ply: the two latest moves that caused a cut-off */
    /* By ply: the principal variation from there on (a triangular table). */
    uint8_t line_length[CN_LINE_MAX + 1];
    cn_move line[CN_LINE_MAX + 1][CN_LINE_MAX];
} cn_context;

enum { CN_POLL_EVERY = 1024 }; /* nodes, at most */

/* Looks at the clock and the limits; `want` nodes are needed now. */
CN_NOINLINE void cn_context_poll(cn_context *c, uint64_t want) {
    if (c->poll) {
        c->poll(c, want);
    } else {
        c->granted = UINT64_MAX;
    }
}

/* True if this thread should unwind. */
CN_INLINE bool cn_context_stopped(cn_context *c) {
    if (CN_UNLIKELY(c->nodes >= c->granted)) cn_context_poll(c, 1);
    if (CN_UNLIKELY(atomic_load_explicit(c->stop, memory_order_relaxed)) ||
        (c->cancelled && c->cancelled(c))) {
        c->stopped = true;
    }
    return c->stopped;
}

/* The same before a node that is counted but does not ask by itself, as a leaf: costs one
 * comparison. */
CN_INLINE bool cn_context_spent(cn_context *c) {
    return CN_UNLIKELY(c->nodes >= c->granted) && cn_context_stopped(c);
}

/* For what is searched in one go, without asking on the way: how many of `want` nodes it may take
 * without breaking the limit of nodes. */
CN_INLINE uint64_t cn_context_reserve(cn_context *c, uint64_t want) {
    if (!c->counted) return want;
    if (c->nodes + want > c->granted) cn_context_poll(c, 2 * want); /* some for the next one */
    const uint64_t left = c->granted > c->nodes ? c->granted - c->nodes : 0;
    return left < want ? left : want;
}

/* ---- values of leaves ---- */

/* The static value with the quirks that touch it, in the view of the side to move. */
CN_NOINLINE int cn_quirk_leaf(const cn_rules *rules, cn_context *c, const void *state) {
    c->guessed = true;
    int value =
        c->quirks & CN_QUIRK_LEAF_HOOK ? c->leaf(c, state) : rules->eval(state, c->heuristic);
    if (c->quirks & CN_QUIRK_LEAF_VIEW && rules->turn(state) != c->root_turn) value = -value;
    return c->quirks & CN_QUIRK_ROLES ? -value : value;
}

/* The static value of a leaf, in the view of the side to move. */
CN_INLINE int cn_leaf_value(const cn_rules *rules, cn_context *c, const void *state) {
    c->guessed = true;
    if (CN_UNLIKELY(c->quirks)) return cn_quirk_leaf(rules, c, state);
    return rules->eval(state, c->heuristic);
}

/* The value of an ended game with the quirks that touch it, in the view of the side that would be
 * to move. */
CN_NOINLINE int cn_quirk_ended(const cn_rules *rules, cn_context *c, const void *state,
                               cn_outcome outcome, int ply) {
    if (c->quirks & CN_QUIRK_ENDED_EVAL) return cn_quirk_leaf(rules, c, state);
    if (c->quirks & CN_QUIRK_ENDED_SCORE && rules->score) {
        const int score = rules->score(state) * c->score_step;
        return rules->turn(state) == 0 ? score : -score;
    }
    const bool won = outcome == cn_win_of(rules->turn(state));
    const bool lost = outcome == cn_win_of(rules->turn(state) ^ 1);
    int value = won ? CN_WIN - ply : lost ? ply - CN_WIN : 0;
    if (c->quirks & CN_QUIRK_ENDED_FLAT) value = lost ? -CN_FLAT_WIN : CN_FLAT_WIN;
    return c->quirks & CN_QUIRK_ROLES ? -value : value;
}

/* The value of an ended game, in the view of the side that would be to move. */
CN_INLINE int cn_ended_value(const cn_rules *rules, cn_context *c, const void *state,
                             cn_outcome outcome, int ply) {
    if (CN_UNLIKELY(c->quirks)) return cn_quirk_ended(rules, c, state, outcome, ply);
    if (outcome == CN_DRAW) return 0;
    return outcome == cn_win_of(rules->turn(state)) ? CN_WIN - ply : ply - CN_WIN;
}

/* CN_QUIRK_CUTOFF: is this node's static value its value? */
CN_NOINLINE bool cn_quirk_cut(const cn_rules *rules, const cn_context *c, const void *state) {
    const bool ours = rules->turn(state) == c->root_turn;
    const int value = rules->eval(state, c->heuristic);
    return ours ? value <= 0 : -value >= c->cutoff;
}

/* What a move leads to, if that needs no search: an ended game or a leaf. Otherwise false, and
 * `depth` is what is left for the child. */
CN_INLINE bool cn_child_settled(const cn_rules *rules, cn_context *c, const void *child, int ply,
                                int *depth, int *value) {
    const cn_outcome outcome = rules->over(child);
    if (outcome != CN_ONGOING) {
        *value = cn_ended_value(rules, c, child, outcome, ply);
        return true;
    }
    if (*depth <= 0 || ply >= CN_PLY_MAX) {
        *value = cn_leaf_value(rules, c, child);
        return true;
    }
    if (CN_UNLIKELY(c->quirks)) {
        if (c->quirks & (CN_QUIRK_PASS_FREE | CN_QUIRK_PASS_LEAF) && rules->pass != CN_MOVE_NONE) {
            cn_move list[CN_MOVES_MAX];
            if (rules->moves(child, list) == 1 && list[0] == rules->pass) {
                if (c->quirks & CN_QUIRK_PASS_FREE) ++*depth;
                if (c->quirks & CN_QUIRK_PASS_LEAF) *depth = 0;
            }
        }
        if (*depth == 0 || (c->quirks & CN_QUIRK_CUTOFF && cn_quirk_cut(rules, c, child))) {
            *value = cn_leaf_value(rules, c, child);
            return true;
        }
    }
    return false;
}

/* Tells the observer of a child that needs no search. */
CN_INLINE void cn_observe_settled(cn_context *c, const void *child, int depth, int ply, int alpha,
                                  int beta, int value) {
    const bool ended = c->rules->over(child) != CN_ONGOING;
    c->observer->enter(c, child, depth, ply, alpha, beta);
    c->observer->leave(c, child, value, ended ? CN_WHY_ENDED : CN_WHY_LEAF, CN_MOVE_NONE, NULL, 0);
}

/* ---- the principal variation ---- */

/* Nothing is known of how play goes on at `ply`. */
CN_INLINE void cn_line_clear(cn_context *c, int ply) {
    if (ply <= CN_LINE_MAX) c->line_length[ply] = 0;
}

/* `move` and the line below it become the line at `ply`. */
CN_INLINE void cn_line_set(cn_context *c, int ply, cn_move move) {
    if (ply >= CN_LINE_MAX) return;
    c->line[ply][0] = move;
    int below = c->line_length[ply + 1];
    if (below > CN_LINE_MAX - 1) below = CN_LINE_MAX - 1;
    memcpy(&c->line[ply][1], c->line[ply + 1], (size_t)below * sizeof(cn_move));
    c->line_length[ply] = (uint8_t)(below + 1);
}

#endif
