/* A parallel alpha-beta search, a whole agent as a plugin.
 *
 *     cc -O3 -shared -fPIC -Iinclude -o team.so examples/team/team.c
 *     canopy --plugin ./team.so simulate connect4 --first team:depth=8,threads=2 --second random
 *
 * The root moves are parts of the work, which the program's threads take one by one. What they
 * share is one number, the best value so far: it only grows, and a thread that reads an old one
 * merely searches more than it had to. Moves as good as the best get their exact value, so that the
 * first of them is chosen whatever the threads do: move and value do not depend on timing, node
 * counts do. */
#include <canopy/searcher.h>
#include <stdatomic.h>

enum { THREADS_MAX = 256, LINE = 64 }; /* LINE: bytes of a cache line, which no two threads share */

typedef struct team {
    int depth;
} team;

/* One depth of one search. */
typedef struct search {
    const cn_work *work;
    int depth;
    const cn_result *result;
    int value[CN_MOVES_MAX]; /* of each move, written by whoever searched it */
    _Atomic int best;        /* of those known so far */
    struct {
        _Alignas(LINE) uint64_t nodes;
    } worker[THREADS_MAX];
} search;

/* The value of a state for the side to move: exact between alpha and beta, else a bound. */
static int alphabeta(search *s, int worker, const void *state, int depth, int ply, int alpha,
                     int beta) {
    const cn_rules *rules = s->work->position->rules;
    const cn_outcome outcome = rules->over(state);
    s->worker[worker].nodes++;
    if (outcome != CN_ONGOING) return cn_value_ended(outcome, rules->turn(state), ply);
    if (depth == 0 || s->work->stopped(s->work)) return rules->eval(state, 0);
    _Alignas(16) unsigned char next[CN_STATE_MAX];
    cn_move moves[CN_MOVES_MAX];
    const int count = rules->moves(state, moves);
    int best = -CN_WON;
    for (int i = 0; i < count && best < beta; i++) {
        cn_state_copy(rules, next, state);
        rules->play(next, moves[i]);
        const int low = best > alpha ? best : alpha;
        const int value = rules->turn(next) == rules->turn(state)
                              ? alphabeta(s, worker, next, depth - 1, ply + 1, low, beta)
                              : -alphabeta(s, worker, next, depth - 1, ply + 1, -beta, -low);
        if (value > best) best = value;
    }
    return best;
}

/* One root move. */
static void root_move(void *user, int index, int worker) {
    search *s = user;
    const cn_position *p = s->work->position;
    _Alignas(16) unsigned char next[CN_STATE_MAX];
    cn_state_copy(p->rules, next, p->state);
    p->rules->play(next, s->result->moves[index].move);
    /* One below the best, so that a move that is as good is not taken for a worse one. */
    const int low = atomic_load(&s->best) - 1;
    const int value = p->rules->turn(next) == p->rules->turn(p->state)
                          ? alphabeta(s, worker, next, s->depth - 1, 1, low, CN_WON)
                          : -alphabeta(s, worker, next, s->depth - 1, 1, -CN_WON, -low);
    s->value[index] = value;
    int best = atomic_load(&s->best);
    while (value > best && !atomic_compare_exchange_weak(&s->best, &best, value)) continue;
}

/* Writes what one depth found: the first of the best moves, and for the others a bound. */
static void tell(const search *s, cn_result *result) {
    const cn_game *game = s->work->position->game;
    int first = 0;
    for (int i = 1; i < result->count; i++) {
        if (s->value[i] > s->value[first]) first = i;
    }
    for (int i = 0; i < result->count; i++) {
        const cn_score score = cn_value_score(game, s->value[i]);
        result->moves[i] = (cn_move_info){.move = result->moves[i].move, .score = score};
        if (s->value[i] >= s->value[first]) continue;
        result->moves[i].score.bound = CN_SCORE_AT_MOST;
        result->moves[i].score.proven = false;
    }
    result->best = result->moves[first].move;
    result->score = result->moves[first].score;
    for (int i = 0; i < s->work->threads; i++) result->nodes += s->worker[i].nodes;
}

static bool one_depth(void *user, const cn_work *work, int depth, cn_result *result) {
    search *s = user;
    s->depth = depth;
    for (int i = 0; i < work->threads; i++) s->worker[i].nodes = 0;
    atomic_store(&s->best, -CN_WON);
    work->divide(work, 0, result->count, root_move, s);
    if (work->stopped(work)) return false;
    tell(s, result);
    return true;
}

static cn_status run(void *self, const cn_work *work, cn_result *result, cn_error *error) {
    search s = {.work = work, .result = result};
    (void)error;
    return cn_deepen(work, ((const team *)self)->depth, one_depth, &s, result);
}

static cn_status set_up(void *self, const cn_game *game, const cn_value *values, cn_error *error) {
    (void)game;
    (void)error;
    ((team *)self)->depth = (int)values[0].integer;
    return CN_OK;
}

static const cn_option options[] = {
    CN_OPT_INT("depth", 0, 64, "6", "plies; 0: until time is up"),
    {.name = NULL},
};

static const cn_searcher searcher = {
    .abi = CN_SEARCHER_ABI,
    .name = "team",
    .summary = "alpha-beta, the root moves shared among threads",
    .options = options,
    .parallel = true,
    .size = sizeof(team),
    .run = run,
    .set_up = set_up,
};

CN_SEARCHER(searcher)
