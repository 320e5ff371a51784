/* Perft of a position by several threads, with or without a table of counts.
 *
 * The tree is cut two plies below the root: that makes enough tasks to keep hundreds of threads
 * busy, each large enough not to notice what the pool costs. Counts are added in the order of the
 * moves, so the answer is the same with any number of threads. Threads share nothing but the table.
 *
 * The table needs no locks. An entry is two words: the count, and the key XORed with the count
 * (Hyatt and Mann, ICGA Journal 2002). Two threads that write one entry at once can mix their
 * halves; such an entry matches no key and is simply not found. */
#include "engine/perft.h"

#include "core/clock.h"
#include "core/memory.h"
#include "parallel/pool.h"

#include <canopy/kernel.h>
#include <stdlib.h>

enum {
    SHALLOW = 2,   /* plies: up to here counting afresh is cheaper than a cache miss */
    SYMMETRIC = 4, /* plies: from here on a position and its mirror images are counted once. To
                      make and hash up to seven images costs as much as counting three plies */
};

/* The key is the position's hash with the depth mixed in. */
typedef struct entry {
    _Atomic uint64_t check, count;
} entry;

/* One task: the leaves below two moves. */
typedef struct pair {
    uint64_t leaves;
    cn_move first, second; /* second is CN_MOVE_NONE if the first ends the game or is the last */
} pair;

/* What the tasks of one count share. */
typedef struct perft_job {
    const cn_position *position;
    int depth;
    entry *entries;       /* the table; NULL: none */
    uint64_t entry_count; /* up to 2^32 */
    pair *pairs;
} perft_job;

/* ---- counting below one state ---- */

/* The hash of the position, or, where that is cheap against what is below, the least among those of
 * its images: they all have the same count. */
static uint64_t hash_of(const cn_rules *rules, const void *state, int depth) {
    uint64_t least = rules->hash(state);
    if (depth < SYMMETRIC) return least;
    _Alignas(16) unsigned char image[CN_STATE_MAX];
    for (int k = 1; k < rules->symmetries; k++) {
        rules->symmetry(state, k, image);
        const uint64_t hash = rules->hash(image);
        if (hash < least) least = hash;
    }
    return least;
}

/* Leaves `depth` plies below a state; looked up in the table, and stored, where that is worth
 * it. */
static uint64_t count(const perft_job *job, const void *state, int depth) {
    const cn_rules *rules = job->position->rules;
    if (!job->entries || depth <= SHALLOW) {
        return job->position->kernels->perft(rules, state, depth);
    }
    /* Relaxed loads: if the two words are of different writers, the check fails. */
    const uint64_t key = cn_mix64(hash_of(rules, state, depth) + (uint64_t)depth);
    entry *e = &job->entries[(key & UINT32_MAX) * job->entry_count >> 32];
    uint64_t leaves = atomic_load_explicit(&e->count, memory_order_relaxed);
    const uint64_t check = atomic_load_explicit(&e->check, memory_order_relaxed);
    if ((check ^ leaves) == key) return leaves;

    cn_move list[CN_MOVES_MAX];
    const int moves = rules->moves(state, list);
    if (moves == 0) return rules->perft_ended;
    _Alignas(16) unsigned char child[CN_STATE_MAX];
    leaves = 0;
    for (int i = 0; i < moves; i++) {
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        leaves += count(job, child, depth - 1);
    }
    atomic_store_explicit(&e->count, leaves, memory_order_relaxed);
    atomic_store_explicit(&e->check, key ^ leaves, memory_order_relaxed);
    return leaves;
}

/* ---- tasks ---- */

/* A task: counts the leaves below one pair of moves. */
static void run_pair(void *user, int index, int worker) {
    (void)worker;
    const perft_job *job = user;
    const cn_rules *rules = job->position->rules;
    pair *p = &job->pairs[index];
    _Alignas(16) unsigned char state[CN_STATE_MAX];
    cn_state_copy(rules, state, job->position->state);
    rules->play(state, p->first);
    if (p->second != CN_MOVE_NONE) rules->play(state, p->second);
    p->leaves = count(job, state, job->depth - 1 - (p->second != CN_MOVE_NONE));
}

/* Lists the pairs of moves; returns how many there are. */
static int list_pairs(const perft_job *job, const cn_perft_answer *answer) {
    const cn_rules *rules = job->position->rules;
    int made = 0;
    for (int i = 0; i < answer->count; i++) {
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_move replies[CN_MOVES_MAX];
        int n = 0;
        if (job->depth > 2) {
            cn_state_copy(rules, child, job->position->state);
            rules->play(child, answer->move[i]);
            n = rules->moves(child, replies);
        }
        if (n == 0) replies[n++] = CN_MOVE_NONE;
        for (int k = 0; k < n; k++) job->pairs[made++] = (pair){0, answer->move[i], replies[k]};
    }
    return made;
}

/* Counts all pairs on the threads of a pool, and adds them up by root move. */
static cn_status run(perft_job *job, const cn_perft_request *request, cn_perft_answer *answer,
                     cn_error *error) {
    cn_pool *pool;
    CN_TRY(cn_pool_new(request->threads, &pool, error));
    const double start = cn_clock_seconds();
    const int made = list_pairs(job, answer);
    cn_pool_divide(pool, 0, made, run_pair, job);
    for (int i = 0, next = 0; i < answer->count; i++) {
        while (next < made && job->pairs[next].first == answer->move[i]) {
            answer->below[i] += job->pairs[next++].leaves;
        }
        answer->leaves += answer->below[i];
    }
    answer->seconds = cn_clock_seconds() - start;
    cn_pool_free(pool);
    return CN_OK;
}

cn_status cn_perft(const cn_position *p, const cn_perft_request *request, cn_perft_answer *answer,
                   cn_error *error) {
    *answer = (cn_perft_answer){0};
    CN_FAIL_IF(request->hash_mb > 0 && p->rules->history, error, CN_UNSUPPORTED,
               "perft with a table: under these rules legality depends on earlier "
               "positions, which the hash does not cover; leave the table off");
    if (request->depth > 0) answer->count = p->rules->moves(p->state, answer->move);
    if (answer->count == 0) {
        answer->leaves = request->depth == 0 || p->rules->perft_ended;
        return CN_OK;
    }
    perft_job job = {.position = p, .depth = request->depth};
    job.entry_count = ((uint64_t)request->hash_mb << 20) / sizeof *job.entries;
    if (request->hash_mb > 0) {
        const bool fits = request->hash_mb <= cn_memory_free_mb();
        job.entries = fits ? calloc(job.entry_count, sizeof *job.entries) : NULL;
        if (!job.entries) return cn_memory_lacks("a table", request->hash_mb, error);
    }
    job.pairs = malloc((size_t)answer->count * p->rules->moves_max * sizeof *job.pairs);
    const cn_status status =
        job.pairs ? run(&job, request, answer, error)
                  : cn_fail(error, CN_NO_MEMORY, "no memory for the tasks of a perft");
    free(job.pairs);
    free(job.entries);
    return status;
}
