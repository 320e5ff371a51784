/* A student's minimax, a whole agent as a plugin.
 *
 *     cc -O3 -shared -fPIC -Iinclude -o student.so examples/student/student.c
 *     canopy --plugin ./student.so simulate tictactoe --first student:depth=6 --second random
 *
 * It deepens ply by ply, so that it has a move whenever time is up (cn_deepen). */
#include <canopy/searcher.h>

typedef struct student {
    int depth; /* plies; 0: until time is up */
    uint64_t nodes;
} student;

static int minimax(student *s, const cn_work *work, const void *state, int depth, int ply);

/* The value of a move, in the view of who makes it: nobody says that players take turns. */
static int after(student *s, const cn_work *work, const void *state, cn_move move, int depth,
                 int ply) {
    const cn_rules *rules = work->position->rules;
    _Alignas(16) unsigned char next[CN_STATE_MAX];
    cn_state_copy(rules, next, state);
    rules->play(next, move);
    const int value = minimax(s, work, next, depth - 1, ply + 1);
    return rules->turn(next) == rules->turn(state) ? value : -value;
}

/* The value of a state, in the view of the side to move. */
static int minimax(student *s, const cn_work *work, const void *state, int depth, int ply) {
    const cn_rules *rules = work->position->rules;
    const cn_outcome outcome = rules->over(state);
    s->nodes++;
    if (outcome != CN_ONGOING) return cn_value_ended(outcome, rules->turn(state), ply);
    if (depth == 0 || work->stopped(work)) return rules->eval(state, 0);
    cn_move moves[CN_MOVES_MAX];
    const int count = rules->moves(state, moves);
    int best = -CN_WON;
    for (int i = 0; i < count; i++) {
        const int value = after(s, work, state, moves[i], depth, ply);
        if (value > best) best = value;
    }
    return best;
}

/* Every move to one depth. */
static bool one_depth(void *self, const cn_work *work, int depth, cn_result *result) {
    student *s = self;
    const cn_position *p = work->position;
    int best = -CN_WON - 1, chosen = 0;
    for (int i = 0; i < result->count; i++) {
        const uint64_t before = s->nodes;
        const cn_move move = result->moves[i].move;
        const int value = after(s, work, p->state, move, depth, 0);
        if (work->stopped(work)) return false;
        result->moves[i] =
            (cn_move_info){move, cn_value_score(p->game, value), s->nodes - before, 0};
        if (value > best) best = value, chosen = i;
    }
    result->best = result->moves[chosen].move;
    result->score = result->moves[chosen].score;
    result->nodes = s->nodes;
    return true;
}

static cn_status run(void *self, const cn_work *work, cn_result *result, cn_error *error) {
    student *s = self;
    (void)error;
    s->nodes = 0;
    return cn_deepen(work, s->depth, one_depth, s, result);
}

static cn_status set_up(void *self, const cn_game *game, const cn_value *values, cn_error *error) {
    (void)game;
    (void)error;
    ((student *)self)->depth = (int)values[0].integer;
    return CN_OK;
}

static const cn_option options[] = {
    CN_OPT_INT("depth", 0, 64, "4", "plies; 0: until time is up"),
    {.name = NULL},
};

static const cn_searcher searcher = {
    .abi = CN_SEARCHER_ABI,
    .name = "student",
    .summary = "a student's minimax: every node, one ply deeper at a time",
    .options = options,
    .size = sizeof(student),
    .run = run,
    .set_up = set_up,
};

CN_SEARCHER(searcher)
