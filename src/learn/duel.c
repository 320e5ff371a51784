#include "learn/duel.h"

#include <stdlib.h>

enum { OPENING = 6, PLIES_MAX = 2000 };

/* A position after random moves; false if the game was over before. */
static bool open_at(const cn_position *start, cn_rng *rng, cn_position *p) {
    cn_state_copy(start->rules, p->state, start->state);
    for (int i = 0; i < OPENING; i++) {
        cn_move list[CN_MOVES_MAX];
        const int count = p->rules->moves(p->state, list);
        p->rules->play(p->state, list[cn_rng_below(rng, (uint32_t)count)]);
        if (p->rules->over(p->state) != CN_ONGOING) return false;
    }
    return true;
}

/* Points in half games for the agent who is player 0. */
static cn_status play(cn_search *const agent[2], const cn_limits *limits, cn_position *p,
                      int *points, cn_error *error) {
    cn_result *result = malloc(sizeof *result);
    cn_status status = CN_OK;
    if (!result) return cn_fail(error, CN_NO_MEMORY, "no memory for a game");
    cn_search_clear(agent[0]);
    cn_search_clear(agent[1]);
    for (int ply = 0; status == CN_OK && ply < PLIES_MAX; ply++) {
        if (p->rules->over(p->state) != CN_ONGOING) break;
        cn_search *mover = agent[p->rules->turn(p->state)];
        status = cn_search_run(mover, p, limits, NULL, NULL, result, error);
        if (status == CN_OK) p->rules->play(p->state, result->best);
    }
    free(result);
    const cn_outcome outcome = p->rules->over(p->state);
    *points = outcome == CN_FIRST_WINS ? 2 : outcome == CN_SECOND_WINS ? 0 : 1;
    return status;
}

static void count(cn_tally *tally, int points) {
    tally->wins += points == 2;
    tally->draws += points == 1;
    tally->losses += points == 0;
}

static cn_status play_pairs(const cn_position *start, const cn_duel_options *o,
                            cn_search *const agent[2], cn_tally *tally, cn_error *error) {
    cn_position p, opening;
    const cn_limits limits = {.nodes = o->nodes};
    cn_status status = cn_position_copy(start, &p, error);
    if (status != CN_OK) return status;
    status = cn_position_copy(start, &opening, error);
    for (int pair = 0; status == CN_OK && 2 * pair < o->games; pair++) {
        cn_rng rng = cn_rng_make(o->seed, (uint64_t)pair);
        for (int attempt = 0; attempt < 100 && !open_at(start, &rng, &opening); attempt++) {
        }
        if (opening.rules->over(opening.state) != CN_ONGOING) continue;
        int sum = 0;
        for (int swapped = 0; status == CN_OK && swapped < 2; swapped++) {
            cn_search *const seats[2] = {agent[swapped], agent[swapped ^ 1]};
            int points = 1;
            if (o->interrupted && o->interrupted()) {
                status = CN_STOPPED;
                break;
            }
            cn_state_copy(start->rules, p.state, opening.state);
            status = play(seats, &limits, &p, &points, error);
            if (status != CN_OK) break;
            if (swapped) points = 2 - points;
            count(tally, points);
            sum += points;
            tally->pairs[sum] += swapped;
        }
    }
    cn_position_free(&p);
    if (opening.state) cn_position_free(&opening);
    return status == CN_STOPPED ? CN_OK : status;
}

cn_status cn_duel(const cn_position *start, const cn_duel_options *o, cn_tally *tally,
                  cn_error *error) {
    cn_search *agent[2] = {NULL, NULL};
    *tally = (cn_tally){0};
    cn_status status = cn_search_new(start->game, o->first, &agent[0], error);
    if (status == CN_OK) status = cn_search_new(start->game, o->second, &agent[1], error);
    if (status == CN_OK) status = play_pairs(start, o, agent, tally, error);
    cn_search_free(agent[0]);
    cn_search_free(agent[1]);
    return status;
}
