/* Runs the trials of an experiment: warm-up, then rounds over all configurations, as bench.h says.
 * A trial makes its position and its searches first and reads the clock only around the searching.
 * A trial that was stopped half-way leaves no sample. */
#include "arena/agent.h"
#include "arena/play.h"
#include "core/clock.h"
#include "core/memory.h"
#include "engine/trace.h"
#include "lab/bench.h"

#include <stdlib.h>

#define WARM 0.2 /* seconds that trials before the first that counts take at least */

/* A run of the experiment. `start` is its beginning by cn_clock_seconds; `stopped` once the user
 * has ended it. */
typedef struct runner {
    cn_bench *bench;
    const cn_bench_hooks *hooks;
    cn_bench_state state;
    double start;
    bool stopped;
    bool traced;     /* the trial is recorded, … */
    cn_trace *trace; /* … here */
} runner;

/* One trial under way. */
typedef struct trial {
    runner *run;
    cn_sample *sample;
    int side;   /* the agent's, -1: both */
    double cpu; /* processor time when the last move was made */
} trial;

cn_status cn_bench_add(cn_configuration *c, const cn_sample *sample, cn_error *error) {
    CN_FAIL_IF(!cn_memory_grow(&c->samples, c->count, &c->room, sizeof *c->samples), error,
               CN_NO_MEMORY, "no memory for samples");
    c->samples[c->count++] = *sample;
    return CN_OK;
}

/* Tells how far the run is. False: the user wants it to end. */
static bool tick(runner *r) {
    r->state.elapsed = cn_clock_seconds() - r->start;
    if (r->hooks->tick && !r->hooks->tick(&r->state, r->hooks->user)) r->stopped = true;
    return !r->stopped;
}

/* Tells the user which searches run now, so that a signal can stop them. */
static void watch(runner *r, cn_search *const *searches) {
    if (r->hooks->watch) r->hooks->watch(searches, r->hooks->user);
}

/* Adds what one search did to the sample. */
static void count_result(cn_sample *sample, const cn_result *result) {
    sample->nodes += result->nodes;
    sample->iterations += result->iterations;
    sample->steps++;
    if (result->threads > sample->threads) sample->threads = result->threads;
    sample->busy += result->busy;
    sample->tasks += result->tasks;
    sample->stolen += result->stolen;
    sample->cancelled += result->cancelled;
}

/* For each move of a game: counts it if it was the agent's. */
static bool on_step(const cn_step *step, void *user) {
    trial *t = user;
    const double cpu = cn_clock_cpu_seconds();
    if (t->side < 0 || step->player == t->side) {
        count_result(t->sample, step->result);
        t->sample->cpu += cpu - t->cpu;
    }
    t->cpu = cpu;
    return tick(t->run);
}

/* An agent for a trial: with the trial's seed, if it takes one and names none itself. */
static cn_status make_search(const cn_bench *b, const char *spec, int number, cn_search **search,
                             cn_error *error) {
    char seeded[CN_SEEDED];
    CN_TRY(cn_seed_put(b->game, spec, (uint64_t)(b->seed + number), seeded, error));
    return cn_agent_open(b->game, seeded, search, error);
}

/* The outcome in the agent's view, as a letter. */
static char outcome_for(cn_outcome outcome, int side) {
    if (side < 0 || outcome == CN_ONGOING) return '-';
    return outcome == CN_DRAW ? 'd' : outcome == cn_win_of(side) ? 'w' : 'l';
}

/* A trial that is a game. */
static cn_status play_game(trial *t, const cn_configuration *c, cn_position *position,
                           cn_search *searches[2], cn_error *error) {
    const int side = t->side < 0 ? 0 : t->side;
    cn_player players[2] = {{0}};
    players[side].search = searches[0];
    players[side ^ 1].search = searches[1];
    int steps;
    const cn_status status = cn_play(position, players, c->steps, on_step, t, &steps, error);
    if (status == CN_OK) {
        t->sample->seconds = players[side].seconds + (t->side < 0 ? players[1].seconds : 0);
        cn_outcome outcome = position->rules->over(position->state);
        for (int i = 0; i < 2; i++) {
            if (players[i].ending != CN_ENDED_ON_BOARD) outcome = cn_win_of(i ^ 1);
        }
        t->sample->outcome = outcome_for(outcome, t->side);
    }
    return status;
}

/* A trial that is one search. */
static cn_status search_once(trial *t, const cn_position *position, cn_search *search,
                             cn_error *error) {
    cn_result result;
    const double start = cn_clock_seconds();
    const cn_status status = cn_search_run(search, position, NULL, NULL, NULL, &result, error);
    t->sample->seconds = cn_clock_seconds() - start;
    t->sample->cpu = cn_clock_cpu_seconds() - t->cpu;
    if (status == CN_OK) count_result(t->sample, &result);
    return status;
}

/* Plays the random moves that the game of a trial begins with. Where the agent changes sides from
 * trial to trial, two trials in a row have the same opening, so that neither side gains by it. */
static void play_opening(const cn_bench *b, int number, cn_position *p) {
    const uint64_t game = (uint64_t)(b->experiment.side == CN_SIDE_BOTH ? number / 2 : number);
    cn_rng rng = cn_rng_make((uint64_t)b->seed, game);
    for (int i = 0; i < b->experiment.opening; i++) {
        cn_move list[CN_MOVES_MAX];
        const int count = p->rules->moves(p->state, list);
        if (count > 0) p->rules->play(p->state, list[cn_rng_below(&rng, (uint32_t)count)]);
    }
}

/* Which side the agent plays in a trial; -1: both. */
static int side_of(const cn_bench *b, const cn_configuration *c, int number) {
    if (strcmp(c->opponent, CN_OPPONENT_SELF) == 0) return -1;
    return b->experiment.side == CN_SIDE_BOTH ? number % 2 : (int)b->experiment.side;
}

/* Records what the agent does from now on, on both sides if it has both. */
static cn_status begin_trace(runner *r, cn_search *const *searches, bool self, cn_error *error) {
    r->trace = cn_search_trace_new((cn_search *[]){searches[0], NULL}, CN_TRACE_EVENTS);
    if (!r->trace) return cn_fail(error, CN_NO_MEMORY, "no memory to record a trace");
    CN_TRY(cn_search_trace(searches[0], r->trace, error));
    return self ? cn_search_trace(searches[1], r->trace, error) : CN_OK;
}

/* One trial from its position to its sample. What is not measured (opening, making searches) comes
 * before the clock is read. */
static cn_status run_trial(runner *r, const cn_configuration *c, int number, cn_sample *sample,
                           cn_error *error) {
    const cn_bench *b = r->bench;
    cn_search *searches[3] = {0};
    cn_position position;
    *sample = (cn_sample){.trial = number, .outcome = '-', .threads = 1};
    trial t = {.run = r, .sample = sample, .side = side_of(b, c, number)};
    CN_TRY(cn_bench_start(b, c, &position, error));
    play_opening(b, number, &position);
    cn_status status = make_search(b, c->agent, number, &searches[0], error);
    if (status == CN_OK && *c->opponent) {
        const bool self = t.side < 0;
        status = make_search(b, self ? c->agent : c->opponent, number, &searches[1], error);
    }
    if (status == CN_OK && r->traced) status = begin_trace(r, searches, t.side < 0, error);
    if (status == CN_OK) {
        r->state.now = c;
        watch(r, searches);
        if (tick(r)) {
            t.cpu = cn_clock_cpu_seconds();
            status = *c->opponent ? play_game(&t, c, &position, searches, error)
                                  : search_once(&t, &position, searches[0], error);
        }
        watch(r, NULL);
    }
    for (int i = 0; i < 2; i++) cn_search_free(searches[i]);
    cn_position_free(&position);
    /* A stop that came during the last move of the trial cut that move short. */
    if (status == CN_OK) tick(r);
    return status;
}

const cn_sample *cn_bench_trial(const cn_configuration *c, int number) {
    for (int i = 0; i < c->count; i++) {
        if (c->samples[i].trial == number) return &c->samples[i];
    }
    return NULL;
}

/* How many trials a configuration lacks. */
static int missing(const cn_bench *b, const cn_configuration *c) {
    int n = 0;
    for (int i = 0; i < b->trials; i++) n += !cn_bench_trial(c, i);
    return n;
}

/* Trials that do not count, for configurations that have some to make: as many as the user says,
 * and more until WARM seconds are over. A core that was idle needs that long until a thread runs on
 * it at once: on a virtual machine, games of 2.5 ms had no second core for the first twenty. */
static cn_status warm_up(runner *r, cn_error *error) {
    for (int w = 0; r->bench->warmup > 0 && !r->stopped; w++) {
        const bool more = cn_clock_seconds() - r->start < WARM;
        if (w >= r->bench->warmup && !more) break;
        int made = 0;
        for (int i = 0; i < r->bench->count && !r->stopped; i++) {
            const cn_configuration *c = &r->bench->configurations[i];
            cn_sample sample;
            if (!missing(r->bench, c)) continue;
            CN_TRY(run_trial(r, c, 0, &sample, error));
            r->state.done += w < r->bench->warmup;
            made++;
        }
        if (made == 0) break;
    }
    return CN_OK;
}

/* The trials of one number for all configurations that lack them. */
static cn_status run_round(runner *r, int number, cn_error *error) {
    cn_bench *b = r->bench;
    for (int i = 0; i < b->count && !r->stopped; i++) {
        /* Each round begins elsewhere, so that none is always first or follows the same one. */
        cn_configuration *c = &b->configurations[(i + number) % b->count];
        if (cn_bench_trial(c, number)) continue;
        cn_sample sample;
        CN_TRY(run_trial(r, c, number, &sample, error));
        if (r->stopped) break;
        CN_TRY(cn_bench_add(c, &sample, error));
        r->state.done++;
        if (r->hooks->kept) CN_TRY(r->hooks->kept(b, r->hooks->user, error));
    }
    return CN_OK;
}

cn_status cn_bench_run(cn_bench *b, const cn_bench_hooks *hooks, cn_error *error) {
    cn_environment *e = &b->environment;
    if (e->load < 0) e->load = cn_environment_load(e->cores);
    runner r = {.bench = b, .hooks = hooks, .start = cn_clock_seconds()};
    for (int i = 0; i < b->count; i++) {
        const int left = missing(b, &b->configurations[i]);
        r.state.total += left + (left ? b->warmup : 0);
    }
    cn_status status = warm_up(&r, error);
    for (int round = 0; round < b->trials && status == CN_OK && !r.stopped; round++) {
        /* The first round is always made whole: every configuration has a sample. */
        const double gone = cn_clock_seconds() - r.start;
        if (round > 0 && b->budget > 0 && gone > b->budget) break;
        if (round >= 10 && b->enough > 0 && gone > b->enough) break;
        status = run_round(&r, round, error);
    }
    b->interrupted = r.stopped;
    return status;
}

cn_status cn_bench_trace(cn_bench *b, const cn_configuration *c, const char *agent,
                         const cn_bench_hooks *hooks, cn_trace **trace, cn_error *error) {
    runner r = {.bench = b, .hooks = hooks, .start = cn_clock_seconds(), .traced = true};
    cn_sample sample;
    cn_configuration other = *c;
    *trace = NULL;
    snprintf(other.agent, sizeof other.agent, "%s", agent);
    const cn_status status = run_trial(&r, &other, 0, &sample, error);
    if (status == CN_OK && !r.stopped) {
        *trace = r.trace;
    } else {
        cn_trace_free(r.trace);
    }
    if (r.stopped) b->interrupted = true;
    return status;
}
