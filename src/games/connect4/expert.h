/* The solver as an expert (canopy/game.h): it answers for the general search wherever that would
 * look to the end of the game. */
#pragma once

#include "games/connect4/solver.h"

/* ---- scores and the values of a search ---- */

/* A win is worth CN_WIN less the plies from the search's root to the disc that wins. */
CN_INLINE int value_of(const solver *s, sizes z, int score, int count) {
    if (score == 0) return 0;
    if (score > 0) return CN_WIN - s->plies - winning_disc(z, score, count);
    return s->plies + winning_disc(z, -score, count + 1) - CN_WIN;
}

/* The score of a value that some position with `count` discs can have. */
CN_INLINE int score_of(const solver *s, sizes z, int value) {
    if (value == 0) return 0;
    return value > 0 ? win_at(z, CN_WIN - s->plies - value) : -win_at(z, CN_WIN - s->plies + value);
}

/* The lowest score that is worth at least `value` with `count` discs on the board. */
CN_INLINE int score_for(const solver *s, sizes z, int value, int count) {
    const int last = cell_count(z);
    if (value > 0) {
        int disc = CN_WIN - s->plies - value; /* win with this one at the latest */
        if (disc > last) return 1;
        disc -= (disc ^ count ^ 1) & 1;
        return disc > count ? win_at(z, disc) : SCORE_NONE;
    }
    int disc = CN_WIN - s->plies + value; /* lose with this one at the earliest */
    disc += (disc ^ count) & 1;
    return disc > last ? 0 : -win_at(z, disc);
}

/* ---- other threads ---- */

/* Offers the moves from `list` on to other threads; false if they are not wanted. Otherwise `best`
 * is the node's score. */
CN_INLINE bool share_moves(const solver *s, sizes z, const node *p, node *const *list, int count,
                           int beta, int *best) {
    cn_context *c = s->context;
    if (cell_count(z) - p->count < c->split_depth) return false;
    const state at = {.mover = p->own,
                      .discs = p->discs,
                      .turn = p->count & 1,
                      .width = (uint8_t)z.width,
                      .height = (uint8_t)z.height,
                      .connect = (uint8_t)z.connect};
    cn_move moves[WIDTH_MAX];
    for (int i = 0; i < count; i++) {
        moves[i] = (cn_move)(__builtin_ctzll(list[i]->move) / (z.height + 1));
    }
    cn_split split = {.state = &at,
                      .moves = moves,
                      .count = count,
                      .depth = cell_count(z) - p->count,
                      .ply = p->count + s->plies,
                      .alpha = value_of(s, z, beta - 1, p->count),
                      .beta = value_of(s, z, beta, p->count),
                      .best = *best == -SCORE_NONE ? -CN_INFINITY : value_of(s, z, *best, p->count),
                      .best_move = CN_MOVE_NONE};
    if (!c->split(c, &split)) return false;
    if (!c->stopped) *best = score_of(s, z, split.best);
    return true;
}

/* ---- the best line ---- */

CN_INLINE node after(sizes z, const node *p, uint64_t move) {
    node k = node_of(z, p->own ^ p->discs, p->discs | move);
    k.move = move;
    return k;
}

/* True if the position's score is `score` at most: by table and judgement alone, or by search. */
CN_INLINE bool at_most(solver *s, sizes z, const node *p, int score, bool searching,
                       search_fn *search) {
    if (p->wins & landings(z, p->discs)) return win_at(z, p->count + 1) <= score;
    if (searching) return ask(s, z, p, score + 1, search) <= score;
    node k = *p;
    k.same = true;
    judge(z, &k, score + 1);
    if (k.count == p->count && s->table) {
        const uint64_t entry = probe(s, z, key_of(z, &k));
        if (entry && entry_high(entry) < k.high) k.high = entry_high(entry);
    }
    return child_high(&k) <= score;
}

/* A move that keeps the score, 0 if the search was stopped: one that is known to, if there is. */
CN_INLINE uint64_t best_move(solver *s, sizes z, const node *p, int score, search_fn *search) {
    const uint64_t open = landings(z, p->discs);
    if (p->wins & open) return p->wins & open & -(p->wins & open);
    for (int searching = 0; searching < 2; searching++) {
        for (uint64_t moves = open; moves; moves &= moves - 1) {
            const node k = after(z, p, moves & -moves);
            if (k.discs == all_cells(z)) return moves;
            if (at_most(s, z, &k, -score, searching, search) && !s->context->stopped) {
                return k.move;
            }
        }
    }
    return 0;
}

/* The line of best play from a position whose score is known. */
CN_INLINE void write_line(solver *s, sizes z, const node *root, int score, int ply,
                          search_fn *search) {
    cn_context *c = s->context;
    node p = *root;
    int length = 0;
    while (length < CN_LINE_MAX && p.discs != all_cells(z)) {
        const uint64_t move = best_move(s, z, &p, score, search);
        if (!move) break;
        c->line[ply][length++] = (cn_move)(__builtin_ctzll(move) / (z.height + 1));
        if (p.wins & move) break;
        p = after(z, &p, move);
        score = -score;
    }
    c->line_length[ply] = (uint8_t)length;
}

/* ---- the expert ---- */

enum { FEW_PLIES = 4 };

/* The last eighth of the memory is the general search's table, the rest the solver's. */
CN_INLINE size_t solver_bytes(const cn_context *c) {
    return c->memory_size / 8 * 7;
}

/* Where a search does not reach the end of the game, the general one is the better guesser. A few
 * plies are searched without a table, which would cut the best line short. */
CN_NOINLINE int short_search(cn_context *c, const void *p, int depth, int ply, int alpha,
                             int beta) {
    cn_table rest;
    cn_table *const before = c->table;
    if (c->memory && depth > FEW_PLIES) {
        rest = (cn_table){.entries = (cn_table_entry *)((char *)c->memory + solver_bytes(c)),
                          .buckets = c->memory_size / 8 / (CN_BUCKET * sizeof(cn_table_entry))};
        c->table = &rest;
    }
    const int value = c->kernels->alphabeta(c, p, depth, ply, alpha, beta);
    c->table = before;
    return value;
}

CN_INLINE solver new_solver(cn_context *c, sizes z, int ply, int count) {
    solver s = {.context = c, .sizes = z, .plies = ply - count};
    s.buckets = solver_bytes(c) / (ENTRIES * sizeof *s.table);
    if (s.buckets == 0) return s;
    /* Positions of one bucket differ in this many low bits. */
    s.tag_bits = z.width * (z.height + 1) - (BITS - 1 - __builtin_clzll(s.buckets));
    if (s.tag_bits < 0) s.tag_bits = 0;
    if (s.tag_bits <= BITS - TAG_AT) s.table = c->memory;
    return s;
}

CN_INLINE int answer(cn_context *c, const state *p, sizes z, int depth, int ply, int alpha,
                     int beta, search_fn *search) {
    const node root = node_of(z, p->mover, p->discs);
    if (depth < cell_count(z) - root.count) return short_search(c, p, depth, ply, alpha, beta);
    cn_line_clear(c, ply);
    if (cn_context_stopped(c)) return 0;
    solver s = new_solver(c, z, ply, root.count);
    int low = score_for(&s, z, alpha + 1, root.count) - 1;
    int high = score_for(&s, z, beta, root.count);
    if (c->outcome_only && low < 1 && high > -1) { /* only the sign is asked for */
        if (low < -1) low = -1;
        if (high > 1) high = 1;
    }
    const int score = solve(&s, z, &root, low, high, search);
    if (c->stopped) return 0;
    if (ply <= 1 && !c->outcome_only && score > low && score < high) {
        write_line(&s, z, &root, score, ply, search);
        c->stopped = false; /* the score stands, even if there was no time for the line */
    }
    return value_of(&s, z, score, root.count);
}

/* The solver knows four in a row only. */
static bool expert_serves(const void *p) {
    return ((const state *)p)->connect == 4;
}

/* A few plies of general search put the root's moves in order, and give a time-limited search a
 * move to fall back on; then to the end of the game. */
static int expert_depth(const void *p, int depth) {
    const state *s = p;
    const int left = s->width * s->height - __builtin_popcountll(s->discs);
    const int few = left <= 34 ? FEW_PLIES : left <= 42 ? 8 : 12;
    return depth < few ? depth + 1 : left;
}

/* Twelve seconds for the empty board of 7x6, and a third less with every disc. */
static double expert_cost(const void *p) {
    const state *s = p;
    double seconds = 12;
    const int left = s->width * s->height - __builtin_popcountll(s->discs);
    for (int i = left; i < 42; i++) seconds /= 1.45;
    for (int i = 42; i < left; i++) seconds *= 1.45;
    return seconds;
}

/* Boards of different sizes have different tables. */
static uint64_t expert_table(const void *p) {
    const state *s = p;
    return (uint64_t)(s->width << 8 | s->height);
}

/* The expert of one compilation: `size` is the sizes of a state `p`, `known` those in a solver `s`.
 */
#define EXPERT(prefix, size, known)                                                              \
    static bool prefix##_share(solver *s, const node *q, node *const *list, int count, int beta, \
                               int *best) {                                                      \
        return share_moves(s, known, q, list, count, beta, best);                                \
    }                                                                                            \
    static int prefix##_search(solver *s, const node *q, int beta) {                             \
        return search_node(s, known, q, beta, prefix##_search, prefix##_share);                  \
    }                                                                                            \
    static int prefix##_solver(cn_context *c, const void *p, int depth, int ply, int alpha,      \
                               int beta) {                                                       \
        return answer(c, p, size, depth, ply, alpha, beta, prefix##_search);                     \
    }                                                                                            \
    static const cn_expert prefix##_experts[] = {                                                \
        {.name = "solver",                                                                       \
         .help = "exact scores to the end of the game, by null windows, forced replies, "        \
                 "follow-up bounds and a table of its own",                                      \
         .serves = expert_serves,                                                                \
         .alphabeta = prefix##_solver,                                                           \
         .next_depth = expert_depth,                                                             \
         .cost = expert_cost,                                                                    \
         .own_table = true,                                                                      \
         .table_kind = expert_table},                                                            \
        {.name = NULL},                                                                          \
    }
