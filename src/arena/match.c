/* Runs the games of a match. Each of the games at once has a slot with a thread of its own, which
 * takes the next game that nobody has taken, plays it here or on another rank, counts it, and goes
 * on. All that slots share (which games are taken, the standings, the hooks) is under one lock; the
 * games themselves run without it. The thread that called cn_match_run waits, lets the caller look
 * ten times a second, and passes a stop on to the searches.
 *
 * In a Swiss tournament the next round is made when the last game of a round is counted; until then
 * slots without a game wait for the signal. */
#include "arena/match.h"

#include "arena/agent.h"
#include "arena/match_ranks.h"
#include "core/clock.h"

#include <stdlib.h>

/* One of the games played at once. An agent whose seed is open is made anew for every game. */
typedef struct cn_match_slot {
    cn_match *match;
    int rank; /* the process that plays its games; 0: this one */
    cn_thread thread;
    cn_search *search[CN_MATCH_PLAYERS];
    cn_search *playing[2]; /* under the lock: what a stop has to reach */
} slot;

/* ---- set up ---- */

/* Opens every agent once, so that a misspelt one is told before the first game. */
static cn_status check_agents(const cn_match_settings *set, cn_error *error) {
    for (int i = 0; i < set->players; i++) {
        cn_search *search;
        CN_TRY(cn_agent_open(set->start->game, set->agents[i], &search, error));
        cn_search_free(search);
    }
    return CN_OK;
}

/* Makes the schedule and empty standings. */
static cn_status set_up(cn_match *m, const cn_match_settings *set, cn_error *error) {
    CN_FAIL_IF(set->sprt && set->players != 2, error, CN_BAD_USAGE,
               "a sequential test is between two agents, not %d", set->players);
    CN_TRY(check_agents(set, error));
    CN_TRY(
        cn_schedule_new(&m->schedule, set->format, set->players, set->games, set->rounds, error));
    CN_TRY(cn_standings_new(&m->standings, set->players, error));
    m->taken = calloc((size_t)cn_schedule_total(&m->schedule), sizeof *m->taken);
    if (!m->taken) return cn_fail(error, CN_NO_MEMORY, "no memory for so many games");
    if (set->sprt) m->sprt = cn_sprt_of(set->sprt, &m->standings.tally[1]);
    return CN_OK;
}

cn_status cn_match_new(cn_match *m, const cn_match_settings *set, const cn_openings *openings,
                       cn_error *error) {
    *m = (cn_match){.set = *set, .openings = openings};
    cn_lock_init(&m->lock);
    cn_signal_init(&m->signal);
    const cn_status status = set_up(m, set, error);
    if (status != CN_OK) cn_match_free(m);
    return status;
}

void cn_match_free(cn_match *m) {
    cn_schedule_free(&m->schedule);
    cn_standings_free(&m->standings);
    free(m->taken);
    m->taken = NULL;
    cn_signal_free(&m->signal);
    cn_lock_free(&m->lock);
}

uint64_t cn_match_seed(const cn_match *m, int number, int player) {
    const uint64_t stream = (uint64_t)number * CN_MATCH_PLAYERS + (uint64_t)player;
    return cn_mix64(cn_mix64(m->set.seed) ^ cn_mix64(~stream)) % 1000000000;
}

/* ---- results ---- */

bool cn_match_over(const cn_match *m) {
    return m->standings.games == cn_schedule_total(&m->schedule) || m->sprt.verdict != CN_SPRT_OPEN;
}

/* Counts a game, and makes the next round if it was the last of one. */
static cn_status count_game(cn_match *m, const cn_fixture *fixture, const cn_game_summary *game,
                            cn_error *error) {
    CN_TRY(cn_standings_add(&m->standings, fixture, game, error));
    if (m->set.sprt) m->sprt = cn_sprt_of(m->set.sprt, &m->standings.tally[1]);
    cn_schedule *s = &m->schedule;
    if (m->standings.games != cn_schedule_ready(s) || s->known == s->rounds) return CN_OK;
    double points[CN_MATCH_PLAYERS];
    for (int i = 0; i < m->set.players; i++) points[i] = cn_standings_points(&m->standings, i);
    return cn_schedule_round(s, points, error);
}

cn_status cn_match_restore(cn_match *m, const cn_fixture *fixture, const cn_game_summary *game,
                           cn_error *error) {
    const int number = fixture->number;
    bool fits = number >= 0 && number < cn_schedule_ready(&m->schedule) && !m->taken[number];
    if (fits) {
        const cn_fixture due = cn_schedule_game(&m->schedule, number);
        fits = due.player[0] == fixture->player[0] && due.player[1] == fixture->player[1] &&
               due.pair == fixture->pair && due.opening == fixture->opening;
    }
    CN_FAIL_IF(!fits, error, CN_BAD_INPUT, "game %d is none of this match, or there twice",
               number + 1);
    m->taken[number] = true;
    m->restored++;
    return count_game(m, fixture, game, error);
}

/* ---- one game ---- */

/* Ends the match: games under way are given up, none is begun. */
static void stop(cn_match *m) {
    atomic_store_explicit(&m->stop, true, memory_order_relaxed);
}

static bool stopped(cn_match *m) {
    return atomic_load_explicit(&m->stop, memory_order_relaxed);
}

/* The agent of a player for a game, with its seed. */
static cn_status agent_of(const cn_match *m, int player, int number, char spec[CN_SEEDED],
                          cn_error *error) {
    return cn_seed_put(m->set.start->game, m->set.agents[player], cn_match_seed(m, number, player),
                       spec, error);
}

/* The search of a player in a slot, ready for a new game. */
static cn_status seat(slot *s, int player, int number, cn_search **search, cn_error *error) {
    const cn_match *m = s->match;
    const cn_game *game = m->set.start->game;
    char spec[CN_SEEDED];
    cn_status status = CN_OK;
    if (s->search[player] && !cn_seed_open(game, m->set.agents[player])) {
        cn_search_clear(s->search[player]);
    } else {
        cn_search_free(s->search[player]);
        s->search[player] = NULL;
        status = agent_of(m, player, number, spec, error);
        if (status == CN_OK) status = cn_agent_open(game, spec, &s->search[player], error);
    }
    *search = s->search[player];
    return status;
}

/* With the lock taken. */
static void stop_searches(slot *s) {
    for (int k = 0; k < 2; k++) {
        if (s->playing[k]) cn_search_stop(s->playing[k]);
    }
}

/* Tells which searches a slot is using, so that a stop from another thread can reach them. */
static void show_searches(slot *s, cn_search *first, cn_search *second) {
    cn_lock_take(&s->match->lock);
    s->playing[0] = first;
    s->playing[1] = second;
    if (stopped(s->match)) stop_searches(s); /* the stop came before they were known */
    cn_lock_leave(&s->match->lock);
}

/* The start of a game: its opening's position and moves. */
static cn_status begin(const cn_match *m, const cn_fixture *fixture, cn_bout *bout,
                       cn_error *error) {
    const cn_opening *opening = &m->openings->list[fixture->opening % m->openings->count];
    cn_position start;
    CN_TRY(cn_opening_start(opening, m->set.start, m->set.values, &start, error));
    cn_status status = cn_bout_begin(bout, &start, opening->moves, opening->count, error);
    cn_position_free(&start);
    return status;
}

/* Plays a game here. An agent that cannot be opened loses; only running out of memory ends the
 * match. */
static cn_status play(slot *s, const cn_fixture *fixture, cn_bout *bout, cn_error *error) {
    cn_match *m = s->match;
    cn_search *search[2] = {NULL, NULL};
    cn_status status = begin(m, fixture, bout, error);
    for (int i = 0; i < 2 && status == CN_OK && bout->loser < 0; i++) {
        cn_error why;
        status = seat(s, fixture->player[i], fixture->number, &search[i], &why);
        if (status == CN_OK) continue;
        if (status == CN_NO_MEMORY) return cn_fail(error, status, "%s", why.text);
        status = CN_OK; /* an agent that cannot be opened loses the game */
        cn_bout_forfeit(bout, i, why.text);
    }
    if (status != CN_OK || bout->loser >= 0) return status;
    show_searches(s, search[0], search[1]);
    status = cn_referee_play(&m->set.referee, search, &m->stop, bout, error);
    show_searches(s, NULL, NULL);
    if (bout->cause == CN_CAUSE_FAILED) { /* the next game begins with a fresh one */
        const int player = fixture->player[bout->loser];
        cn_search_free(s->search[player]);
        s->search[player] = NULL;
    }
    return status;
}

/* Has another rank play it. */
static cn_status play_away(slot *s, const cn_fixture *fixture, cn_bout *bout, cn_error *error) {
    cn_match *m = s->match;
    char spec[2][CN_SEEDED];
    const cn_away_game game = {&m->set.referee, {spec[0], spec[1]}};
    CN_TRY(begin(m, fixture, bout, error));
    for (int i = 0; i < 2; i++) {
        CN_TRY(agent_of(m, fixture->player[i], fixture->number, spec[i], error));
    }
    return cn_away_play(m->farm, s->rank, &game, bout, error);
}

/* ---- many games ---- */

/* The next game, with the lock taken; waits for the end of a round. False: there is none. */
static bool take_next(cn_match *m, cn_fixture *fixture) {
    const int total = cn_schedule_total(&m->schedule);
    for (;;) {
        while (m->next < total && m->taken[m->next]) m->next++;
        if (stopped(m) || m->next >= total) return false;
        if (m->next < cn_schedule_ready(&m->schedule)) break;
        cn_signal_wait(&m->signal, &m->lock);
    }
    m->taken[m->next] = true;
    *fixture = cn_schedule_game(&m->schedule, m->next);
    return true;
}

/* A game is at its end, with the lock taken. */
static cn_status finish(cn_match *m, const cn_fixture *fixture, const cn_bout *bout,
                        cn_error *error) {
    m->searching += bout->searching;
    m->all += bout->seconds;
    if (bout->cause == CN_CAUSE_STOPPED) return CN_OK;
    cn_status status = CN_OK;
    if (m->hooks->finished) {
        status = m->hooks->finished(m, fixture, bout, m->hooks->user, error);
    }
    const cn_game_summary summary = cn_bout_summary(bout);
    if (status == CN_OK) status = count_game(m, fixture, &summary, error);
    if (status == CN_OK && cn_match_over(m)) stop(m);
    return status;
}

/* The thread of a slot. */
static void work(void *user) {
    slot *s = user;
    cn_match *m = s->match;
    cn_fixture fixture;
    cn_lock_take(&m->lock);
    while (take_next(m, &fixture)) {
        cn_lock_leave(&m->lock);
        cn_bout bout = {0};
        cn_error error;
        cn_status status = (s->rank > 0 ? play_away : play)(s, &fixture, &bout, &error);
        cn_lock_take(&m->lock);
        /* What finished while the match was told to stop still counts. */
        if (status == CN_OK && m->sprt.verdict == CN_SPRT_OPEN) {
            status = finish(m, &fixture, &bout, &error);
        }
        cn_bout_free(&bout);
        if (status != CN_OK) {
            if (m->status == CN_OK) {
                m->status = status;
                m->error = error;
            }
            stop(m);
        }
        cn_signal_raise(&m->signal);
    }
    m->running--;
    cn_signal_raise(&m->signal);
    cn_lock_leave(&m->lock);
}

/* Until all slots are done: lets the caller look and say stop. With the lock taken. */
static void watch(cn_match *m, int slots) {
    bool told = false;
    while (m->running > 0) {
        cn_signal_wait_for(&m->signal, &m->lock, 0.1);
        if (m->hooks->tick && !stopped(m) && !m->hooks->tick(m, m->hooks->user)) {
            m->interrupted = true;
            stop(m);
            cn_signal_raise(&m->signal);
        }
        if (!stopped(m) || told) continue;
        if (m->farm) cn_farm_stop(m->farm);
        for (int i = 0; i < slots; i++) stop_searches(&m->slots[i]);
        told = true;
    }
}

/* Ranks are for whole games, unless an agent wants several ranks for one search. */
static cn_status open_farm(cn_match *m, cn_error *error) {
    for (int i = 0; i < m->set.players; i++) {
        if (cn_away_names_ranks(m->set.start->game, m->set.agents[i])) return CN_OK;
    }
    return cn_farm_open(&m->farm, error);
}

cn_status cn_match_run(cn_match *m, const cn_match_hooks *hooks, cn_error *error) {
    const int each = m->set.concurrency > 0 ? m->set.concurrency : 1;
    m->hooks = hooks;
    m->start = cn_clock_seconds();
    if (cn_match_over(m)) return CN_OK;
    CN_TRY(open_farm(m, error));
    const int ranks = m->farm ? cn_cluster_ranks() : 1, slots = each * ranks;
    m->slots = calloc((size_t)slots, sizeof *m->slots);
    if (!m->slots) {
        cn_farm_close(m->farm);
        return cn_fail(error, CN_NO_MEMORY, "no memory for %d games at once", slots);
    }
    int started = 0;
    cn_lock_take(&m->lock);
    for (; started < slots && m->status == CN_OK; started++) {
        m->slots[started].match = m;
        m->slots[started].rank = started % ranks; /* every rank gets a game before any gets two */
        m->running++;
        m->status = cn_thread_start(&m->slots[started].thread, work, &m->slots[started], &m->error);
        if (m->status == CN_OK) continue;
        m->running--;
        stop(m);
        break;
    }
    watch(m, started);
    cn_lock_leave(&m->lock);
    for (int i = 0; i < started; i++) cn_thread_join(m->slots[i].thread);
    for (int i = 0; i < started; i++) {
        for (int k = 0; k < m->set.players; k++) cn_search_free(m->slots[i].search[k]);
    }
    free(m->slots);
    m->slots = NULL;
    cn_farm_close(m->farm);
    m->farm = NULL;
    return m->status == CN_OK ? CN_OK : cn_fail(error, m->status, "%s", m->error.text);
}
