/* A match: agents play many games, several at once, and the results add up.
 *
 *     cn_match_new(&match, &settings, &openings, &error);
 *     cn_match_restore(&match, …);                 games played earlier, in any order
 *     cn_match_run(&match, &hooks, &error);
 *     cn_match_free(&match);
 *
 * The same settings play from the same openings with the same seeds, however many games are played
 * at once and wherever the match was cut: both depend on a game's number only. */
#pragma once

#include "arena/openings.h"
#include "arena/sprt.h"
#include "arena/standings.h"
#include "parallel/thread.h"

/* Games of a match that may run at once in one process. */
enum { CN_MATCH_CONCURRENCY = 256 };

/* What is played: who, how often, from where, by which rules. The same settings make the same
 * match. */
typedef struct cn_match_settings {
    const cn_position *start;
    const cn_value *values;
    int players;
    const char *agents[CN_MATCH_PLAYERS];
    cn_format format;
    int games;  /* games of each pairing */
    int rounds; /* rounds of a Swiss tournament */
    uint64_t seed;
    cn_referee referee;
    const cn_sprt *sprt; /* of the first agent against the second, or NULL */
    int concurrency;     /* games at once, on every rank */
} cn_match_settings;

struct cn_match_slot; /* one of the games at once */

/* A match under way. Callers read it in their hooks; it is changed under `lock` only. */
typedef struct cn_match {
    cn_match_settings set;
    const cn_openings *openings;
    cn_schedule schedule;
    cn_standings standings;
    cn_sprt_state sprt;
    int restored;     /* games not played now */
    bool interrupted; /* told to stop before the end */
    /* Of a run. */
    double start;          /* when it began */
    double searching, all; /* seconds inside the agents, and in the games altogether */
    bool *taken;           /* for each game by its number: somebody plays it or has played it */
    int next;              /* no game with a smaller number is free */
    struct cn_match_slot *slots;
    struct cn_farm *farm; /* other ranks to play on, or NULL */
    cn_lock lock;         /* for all that games running at once share */
    cn_signal signal;
    int running; /* slots */
    _Atomic bool stop;
    const struct cn_match_hooks *hooks;
    cn_status status; /* the first failure */
    cn_error error;
} cn_match;

/* What a match calls; each may be NULL. */
typedef struct cn_match_hooks {
    /* From the thread that called cn_match_run, some ten times a second; false ends the match. */
    bool (*tick)(const cn_match *match, void *user);
    /* A finished game, from any thread, one at a time, before it counts; a failure ends the match.
     */
    cn_status (*finished)(const cn_match *match, const cn_fixture *fixture, const cn_bout *bout,
                          void *user, cn_error *error);
    void *user;
} cn_match_hooks;

/* Checks that all agents can be had. `settings` are copied, what they point to and the openings
 * must outlive the match. */
cn_status cn_match_new(cn_match *match, const cn_match_settings *settings,
                       const cn_openings *openings, cn_error *error);
/* Frees what the match holds, but not the agents' texts, the start or the openings. */
void cn_match_free(cn_match *match);

/* A game played earlier. Rounds must come in order, games of one in any. */
cn_status cn_match_restore(cn_match *match, const cn_fixture *fixture, const cn_game_summary *game,
                           cn_error *error);

/* Whether there is nothing left to play. */
bool cn_match_over(const cn_match *match);

/* Plays what is left. Interrupted games are not kept. */
cn_status cn_match_run(cn_match *match, const cn_match_hooks *hooks, cn_error *error);

/* The seed that a player with an open one gets for a game. */
uint64_t cn_match_seed(const cn_match *match, int number, int player);
