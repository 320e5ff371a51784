/* Adds up the games of a match: points, pairs, time and nodes by player, endings by cause. A pair
 * of games is counted when its second game arrives, whichever of the two that is. */
#include "arena/standings.h"

#include "core/memory.h"

#include <stdlib.h>

cn_status cn_standings_new(cn_standings *s, int players, cn_error *error) {
    const size_t n = (size_t)players;
    *s = (cn_standings){
        .players = players,
        .tally = calloc(n * n, sizeof *s->tally),
        .effort = calloc(n, sizeof *s->effort),
        .lost = calloc(n * CN_CAUSES_COUNT, sizeof *s->lost),
        .fault = calloc(n, sizeof *s->fault),
    };
    if (s->tally && s->effort && s->lost && s->fault) return CN_OK;
    cn_standings_free(s);
    return cn_fail(error, CN_NO_MEMORY, "no memory for the results");
}

void cn_standings_free(cn_standings *s) {
    free(s->tally);
    free(s->effort);
    free(s->lost);
    free(s->fault);
    free(s->keys);
    free(s->halves);
    *s = (cn_standings){0};
}

/* Room for one more game, and for this pair if it is new. Games end in any order, so a pair may
 * come long before others with smaller numbers: those are marked as without a game (-1). */
static cn_status make_room(cn_standings *s, int pair, cn_error *error) {
    CN_FAIL_IF(!cn_memory_grow(&s->keys, s->games, &s->keys_room, sizeof *s->keys), error,
               CN_NO_MEMORY, "no memory for %d results", s->games + 1);
    if (pair >= s->halves_room) {
        const int room = 2 * pair + 256;
        signed char *larger = realloc(s->halves, (size_t)room * sizeof *larger);
        if (!larger) return cn_fail(error, CN_NO_MEMORY, "no memory for %d results", room);
        memset(larger + s->halves_room, -1, (size_t)(room - s->halves_room));
        s->halves = larger;
        s->halves_room = room;
    }
    return CN_OK;
}

/* Adds what one game cost a player. */
static void add_effort(cn_effort *sum, const cn_effort *e) {
    sum->moves += e->moves;
    sum->seconds += e->seconds;
    sum->thoughts += e->thoughts;
    sum->depth += e->depth;
    sum->nodes += e->nodes;
}

/* The second game of a pair makes it whole. Both players are named by their numbers, the lower one
 * first, for the colours of the two games are not the same. */
static void add_pair(cn_standings *s, int pair, int a, int b, int halves) {
    const int low = a < b ? a : b, high = a < b ? b : a;
    const int of_low = a == low ? halves : 2 - halves;
    if (s->halves[pair] < 0) {
        s->halves[pair] = (signed char)of_low;
        return;
    }
    const int both = s->halves[pair] + of_low;
    s->tally[low * s->players + high].pairs[both]++;
    s->tally[high * s->players + low].pairs[4 - both]++;
}

cn_status cn_standings_add(cn_standings *s, const cn_fixture *fixture, const cn_game_summary *game,
                           cn_error *error) {
    CN_TRY(make_room(s, fixture->pair, error));
    const int a = fixture->player[0], b = fixture->player[1];
    const int halves = game->outcome == CN_FIRST_WINS ? 2 : game->outcome == CN_DRAW ? 1 : 0;
    cn_tally *first = &s->tally[a * s->players + b], *second = &s->tally[b * s->players + a];
    *(halves == 2 ? &first->wins : halves ? &first->draws : &first->losses) += 1;
    *(halves == 0 ? &second->wins : halves == 1 ? &second->draws : &second->losses) += 1;
    *(halves == 2 ? &s->first_wins : halves ? &s->draws : &s->second_wins) += 1;
    s->keys[s->games++] = game->key;
    s->plies += game->plies;
    s->causes[game->cause]++;
    if (game->loser >= 0) {
        const int loser = fixture->player[game->loser];
        s->lost[loser * CN_CAUSES_COUNT + game->cause]++;
        if (game->reason && !s->fault[loser][0]) {
            snprintf(s->fault[loser], sizeof s->fault[loser], "game %d: %s", fixture->number + 1,
                     game->reason);
        }
    }
    for (int i = 0; i < 2; i++) add_effort(&s->effort[fixture->player[i]], &game->effort[i]);
    if (fixture->pair >= 0) add_pair(s, fixture->pair, a, b, halves);
    return CN_OK;
}

/* A row of the table, added up. */
cn_tally cn_standings_player(const cn_standings *s, int player) {
    cn_tally sum = {0};
    for (int i = 0; i < s->players; i++) {
        const cn_tally *t = &s->tally[player * s->players + i];
        sum.wins += t->wins;
        sum.draws += t->draws;
        sum.losses += t->losses;
        for (int k = 0; k < 5; k++) sum.pairs[k] += t->pairs[k];
    }
    return sum;
}

double cn_standings_points(const cn_standings *s, int player) {
    const cn_tally t = cn_standings_player(s, player);
    return t.wins + t.draws / 2.0;
}

/* For qsort: smaller keys first. */
static int compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Equal keys stand side by side once they are sorted. */
int cn_standings_duplicates(const cn_standings *s) {
    if (s->games == 0) return 0;
    uint64_t *sorted = malloc((size_t)s->games * sizeof *sorted);
    if (!sorted) return 0;
    memcpy(sorted, s->keys, (size_t)s->games * sizeof *sorted);
    qsort(sorted, (size_t)s->games, sizeof *sorted, compare);
    int same = 0;
    for (int i = 1; i < s->games; i++) same += sorted[i] == sorted[i - 1];
    free(sorted);
    return same;
}

/* The key mixes start and moves; moves of the opening cost nothing. */
cn_game_summary cn_bout_summary(const cn_bout *bout) {
    const cn_history *h = &bout->history;
    cn_game_summary s = {
        .outcome = bout->outcome,
        .cause = bout->cause,
        .loser = bout->loser,
        .plies = h->count,
        .key = h->start.rules->hash(h->start.state),
        .reason = bout->reason[0] ? bout->reason : NULL,
    };
    for (int i = 0; i < h->count; i++) {
        s.key = cn_mix64(s.key ^ h->ply[i].move);
        if (i < bout->opening) continue;
        cn_effort *e = &s.effort[h->ply[i].player];
        e->moves++;
        e->seconds += h->ply[i].seconds;
        if (bout->notes[i].depth == 0 && bout->notes[i].nodes == 0) continue;
        e->thoughts++;
        e->depth += bout->notes[i].depth;
        e->nodes += (double)bout->notes[i].nodes;
    }
    return s;
}
