/* Pairings and their games. A game is found from its number by arithmetic alone, so that a match
 * can be cut anywhere and goes on with the same games. Swiss rounds pair players of equal points by
 * backtracking: the best who is left gets the next opponent he has not met, and repeats are allowed
 * only one by one. */
#include "arena/schedule.h"

#include <stdlib.h>
#include <string.h>

/* ---- set up ---- */

/* Makes room for one more round and returns its `each` pairings, to be filled; NULL: no memory. */
static cn_pairing *add_round(cn_schedule *s, cn_error *error) {
    const size_t each = (size_t)s->each, known = (size_t)s->known;
    cn_pairing *larger = realloc(s->list, (known + 1) * each * sizeof *larger);
    if (!larger) {
        cn_fail(error, CN_NO_MEMORY, "no memory for the pairings");
        return NULL;
    }
    s->list = larger;
    s->known++;
    return larger + known * each;
}

/* The first against all, or all against all. */
static cn_status one_round(cn_schedule *s, cn_error *error) {
    cn_pairing *next = add_round(s, error);
    if (!next) return CN_NO_MEMORY;
    const int firsts = s->format == CN_GAUNTLET ? 1 : s->players;
    for (int i = 0; i < firsts; i++) {
        for (int j = i + 1; j < s->players; j++) *next++ = (cn_pairing){{i, j}};
    }
    return CN_OK;
}

cn_status cn_schedule_new(cn_schedule *s, cn_format format, int players, int games, int rounds,
                          cn_error *error) {
    *s = (cn_schedule){.format = format, .players = players, .games = games, .rounds = 1};
    CN_FAIL_IF(players < 2 || players > CN_MATCH_PLAYERS, error, CN_BAD_USAGE,
               "%d agents: a match is between 2 to %d", players, CN_MATCH_PLAYERS);
    s->each = format == CN_SWISS      ? players / 2
              : format == CN_GAUNTLET ? players - 1
                                      : players * (players - 1) / 2;
    if (format == CN_SWISS) {
        s->rounds = rounds;
        /* After that everybody has met everybody. */
        CN_FAIL_IF(rounds < 1 || rounds > players - 1 + players % 2, error, CN_BAD_USAGE,
                   "%d rounds: expected 1 to %d for %d agents", rounds, players - 1 + players % 2,
                   players);
    }
    CN_FAIL_IF(games < 1 || games > CN_MATCH_GAMES / (s->each * s->rounds), error, CN_BAD_USAGE,
               "%d games a pairing: expected 1 to %d for so many pairings", games,
               CN_MATCH_GAMES / (s->each * s->rounds));
    s->byes = calloc((size_t)players, sizeof *s->byes);
    if (!s->byes) return cn_fail(error, CN_NO_MEMORY, "no memory for the schedule");
    double none[CN_MATCH_PLAYERS] = {0};
    const cn_status status =
        format == CN_SWISS ? cn_schedule_round(s, none, error) : one_round(s, error);
    if (status != CN_OK) cn_schedule_free(s);
    return status;
}

void cn_schedule_free(cn_schedule *s) {
    free(s->list);
    free(s->byes);
    *s = (cn_schedule){0};
}

/* ---- games ---- */

int cn_schedule_total(const cn_schedule *s) {
    return s->rounds * s->each * s->games;
}

int cn_schedule_ready(const cn_schedule *s) {
    return s->known * s->each * s->games;
}

int cn_schedule_openings(const cn_schedule *s) {
    return s->rounds * ((s->games + 1) / 2);
}

cn_fixture cn_schedule_game(const cn_schedule *s, int number) {
    const int in_round = s->each * s->games, round = number / in_round, n = number % in_round;
    const int paired = s->games / 2 * 2 * s->each; /* the rest are single games */
    const bool single = n >= paired;
    const int pairing = single ? n - paired : n / 2 % s->each;
    const int opening = single ? s->games / 2 : n / 2 / s->each;
    const bool swapped = !single && n % 2;
    const cn_pairing *who = &s->list[round * s->each + pairing];
    return (cn_fixture){
        .number = number,
        .player = {who->player[swapped], who->player[!swapped]},
        .pair = single ? -1 : round * (paired / 2) + n / 2,
        .opening = round * ((s->games + 1) / 2) + opening,
    };
}

/* ---- Swiss rounds ---- */

/* The search for the pairings of one round of a Swiss tournament. */
typedef struct swiss {
    const cn_schedule *schedule;
    int order[CN_MATCH_PLAYERS]; /* players by points, those who sit out left out */
    int count;
    bool paired[CN_MATCH_PLAYERS]; /* by place in the order */
    int repeats;                   /* pairings that may be played again */
    long tries;
    cn_pairing *list;
    int made;
} swiss;

/* Whether two players have been paired before. */
static bool met(const cn_schedule *s, int a, int b) {
    for (int i = 0; i < s->known * s->each; i++) {
        const int *p = s->list[i].player;
        if ((p[0] == a && p[1] == b) || (p[0] == b && p[1] == a)) return true;
    }
    return false;
}

/* A pairing of two players: who has had the first move less often is named first and has it in a
 * single game. */
static cn_pairing seat(const cn_schedule *s, int a, int b) {
    int first = 0;
    for (int i = 0; i < s->known * s->each; i++) {
        const int *p = s->list[i].player;
        first += (p[0] == a) - (p[0] == b);
    }
    return first > 0 ? (cn_pairing){{b, a}} : (cn_pairing){{a, b}};
}

/* Pairs the best who is left with the next he may meet; goes back where that leads nowhere. */
static bool pair_rest(swiss *d) {
    int top = 0;
    while (top < d->count && d->paired[top]) top++;
    if (top == d->count) return true;
    if (++d->tries > 100000) return false; /* more repeats make it easier */
    d->paired[top] = true;
    for (int i = top + 1; i < d->count; i++) {
        if (d->paired[i]) continue;
        const bool again = met(d->schedule, d->order[top], d->order[i]);
        if (again && d->repeats == 0) continue;
        d->repeats -= again;
        d->paired[i] = true;
        d->list[d->made++] = seat(d->schedule, d->order[top], d->order[i]);
        if (pair_rest(d)) return true;
        d->made--;
        d->paired[i] = false;
        d->repeats += again;
    }
    d->paired[top] = false;
    return false;
}

cn_status cn_schedule_round(cn_schedule *s, const double *points, cn_error *error) {
    cn_pairing list[CN_MATCH_PLAYERS / 2];
    double all[CN_MATCH_PLAYERS];
    swiss d = {.schedule = s, .list = list};
    /* A round sat out is a round won. */
    for (int i = 0; i < s->players; i++) {
        all[i] = points[i] + (double)s->byes[i] * s->games;
        int at = i; /* the order of the command line among equals */
        for (; at > 0 && all[d.order[at - 1]] < all[i]; at--) d.order[at] = d.order[at - 1];
        d.order[at] = i;
    }
    d.count = s->players;
    if (d.count % 2) { /* the last of those who sat out least */
        int out = d.count - 1;
        for (int i = out - 1; i >= 0; i--) {
            if (s->byes[d.order[i]] < s->byes[d.order[out]]) out = i;
        }
        s->byes[d.order[out]]++;
        d.count--;
        for (int i = out; i < d.count; i++) d.order[i] = d.order[i + 1];
    }
    for (int repeats = 0; repeats <= s->each; repeats++) {
        d.repeats = repeats;
        d.tries = 0;
        d.made = 0;
        memset(d.paired, 0, sizeof d.paired);
        if (pair_rest(&d)) break;
    }
    cn_pairing *round = add_round(s, error);
    if (!round) return CN_NO_MEMORY;
    memcpy(round, list, (size_t)s->each * sizeof *list);
    return CN_OK;
}
