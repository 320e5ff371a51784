/* Plays the match of duel.h with the arena's own match runner. It is a file of its own because it
 * is the only part of learning that knows the arena. */
#include "learn/duel.h"

#include "arena/match.h"
#include "cluster/cluster.h"

/* Random plies before the agents take over, and plies after which a game is a draw. */
enum { OPENING = 6, PLIES_MAX = 2000 };

/* The match asks this between games; false ends it early with the games played so far. */
static bool go_on(const cn_match *match, void *user) {
    const cn_duel_options *o = user;
    (void)match;
    return !(o->interrupted && o->interrupted());
}

cn_status cn_duel(const cn_position *start, const cn_duel_options *o, cn_tally *tally,
                  cn_error *error) {
    cn_openings openings = {0};
    cn_match match;
    const int pairs = (o->games + 1) / 2;
    const cn_match_settings set = {.start = start,
                                   .players = 2,
                                   .agents = {o->first, o->second},
                                   .games = 2 * pairs,
                                   .seed = o->seed,
                                   .referee = {.most_plies = PLIES_MAX},
                                   .concurrency = 1};
    const cn_match_hooks hooks = {.tick = go_on, .user = (void *)o};
    *tally = (cn_tally){0};
    cn_status status = cn_openings_random(&openings, start, OPENING, pairs, o->seed, error);
    if (status == CN_OK) status = cn_match_new(&match, &set, &openings, error);
    if (status == CN_OK) {
        /* Games are played here and not on other ranks, whose machines may not have the file. */
        const bool taken = cn_cluster_take();
        status = cn_match_run(&match, &hooks, error);
        if (taken) cn_cluster_give_back();
        *tally = match.standings.tally[1]; /* [0 * players + 1]: the first against the second */
        cn_match_free(&match);
    }
    cn_openings_free(&openings);
    return status;
}
