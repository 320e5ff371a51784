/* Searchers of plugins as agents. Each becomes a row of the table of agents: its own options with
 * `time` and `threads` added, and one algorithm for all of them that hands each run on to its
 * searcher and checks what comes back. */
#include "engine/searchers.h"

#include "core/clock.h"
#include "engine/algorithm.h"
#include "engine/lines.h"

#include <stdlib.h>

/* Searchers that can be loaded, as many as CN_KINDS_MORE; megabytes of a searcher's own state. */
enum { SEARCHERS_MAX = 16, SIZE_MAX_MB = 1024 };

/* A searcher that was loaded. */
typedef struct loaded {
    cn_kind kind; /* first: a kind of this file is one of these */
    const cn_searcher *searcher;
    cn_option options[CN_OPTIONS_MAX + 1];
} loaded;

/* All that were loaded. Kept for the life of the process, as the shared objects are. */
static loaded list[SEARCHERS_MAX];
static int listed;

/* ---- one run ---- */

/* One agent: the `self` of the algorithm below. */
typedef struct instance {
    const loaded *by;
    void *own; /* the searcher's state */
} instance;

/* What the functions of cn_work need to know of the run. */
typedef struct host {
    const cn_run *run;
    _Atomic bool cut; /* the searcher was told to stop */
} host;

/* cn_work.stopped: also looks at the clock, and ends the run when time is up. */
static bool stopped(const cn_work *work) {
    host *h = work->host;
    if (!atomic_load_explicit(h->run->stop, memory_order_relaxed)) {
        if (h->run->deadline == 0 || cn_clock_seconds() < h->run->deadline) return false;
        atomic_store_explicit(h->run->stop, true, memory_order_relaxed);
    }
    atomic_store_explicit(&h->cut, true, memory_order_relaxed);
    return true;
}

/* The best moves as lines, where they are asked for: those that the searcher has given a score. */
static void add_lines(const cn_limits *limits, cn_result *r) {
    cn_lines_choose(r, limits->lines);
    while (r->top_count > 0 && r->top[r->top_count - 1].info.score.kind == CN_SCORE_NONE) {
        r->top_count--;
    }
}

/* Whether the counts of a result stay within its arrays. */
static bool fits(const cn_result *r) {
    return r->count >= 0 && r->count <= CN_MOVES_MAX && r->line_length >= 0 &&
           r->line_length <= CN_RESULT_LINE && r->top_count >= 0 && r->top_count <= CN_LINES_MAX;
}

/* cn_work.report: adds lines and time to what the searcher tells, and passes it on. */
static void report(const cn_work *work, cn_result *so_far) {
    const host *h = work->host;
    if (!fits(so_far)) return; /* `run` says so at the end */
    add_lines(work->limits, so_far);
    so_far->seconds = cn_clock_seconds() - h->run->start;
    if (h->run->progress) h->run->progress(so_far, h->run->user);
}

/* cn_work.divide: parts of work as tasks of the pool. */
static void divide(const cn_work *work, int worker, int count, cn_part_fn *part, void *user) {
    cn_pool_divide(((const host *)work->host)->run->pool, worker, count, part, user);
}

/* Hands a run on to the searcher, and refuses a result that could not be used. */
static cn_status run(void *self, const cn_run *run, cn_result *result, cn_error *error) {
    instance *a = self;
    host h = {.run = run};
    const cn_work work = {
        .position = run->position,
        .limits = run->limits,
        .seconds = run->deadline > 0 ? run->deadline - run->start : 0,
        .threads = cn_run_threads(run),
        .stopped = stopped,
        .report = report,
        .divide = divide,
        .host = &h,
    };
    const char *name = a->by->kind.name;
    CN_TRY(a->by->searcher->run(a->own, &work, result, error));
    CN_FAIL_IF(!cn_position_legal(run->position, result->best), error, CN_BAD_INPUT,
               "agent %s: it chose the move %d, which is not legal in this position", name,
               result->best);
    CN_FAIL_IF(!fits(result), error, CN_BAD_INPUT,
               "agent %s: its result has %d moves, a line of %d and %d lines, which is more "
               "than there is room for",
               name, result->count, result->line_length, result->top_count);
    if (result->line_length == 0) result->line[result->line_length++] = result->best;
    add_lines(run->limits, result);
    result->complete = !atomic_load_explicit(&h.cut, memory_order_relaxed);
    result->seconds = cn_clock_seconds() - run->start;
    return CN_OK;
}

/* ---- its life ---- */

/* Makes the searcher's own state, zeroed, and lets it read its options. */
static cn_status set_up(void *self, const cn_spec *spec, cn_error *error) {
    instance *a = self;
    a->by = (const loaded *)spec->kind;
    const cn_searcher *s = a->by->searcher;
    a->own = calloc(1, s->size ? s->size : 1);
    if (!a->own) return cn_fail(error, CN_NO_MEMORY, "no memory for the agent %s", s->name);
    return s->set_up ? s->set_up(a->own, spec->game, spec->values, error) : CN_OK;
}

/* Lets the searcher forget what it learnt, if it has a function for that. */
static void clear(void *self) {
    const instance *a = self;
    if (a->by->searcher->clear) a->by->searcher->clear(a->own);
}

/* Lets the searcher free what it holds, also if its set_up failed. */
static void tear_down(void *self) {
    const instance *a = self;
    if (a->own && a->by->searcher->tear_down) a->by->searcher->tear_down(a->own);
    free(a->own);
}

/* The algorithm of all searchers. It has no `ranks`, `logs` or `tree`: a searcher is for one
 * process and keeps its tree to itself. */
static const cn_algorithm algorithm = {
    .size = sizeof(instance),
    .set_up = set_up,
    .run = run,
    .clear = clear,
    .tear_down = tear_down,
};

/* ---- adding one ---- */

/* Options that every searcher has besides its own: `time`, and, if it is parallel, `threads`. */
static const cn_option added[] = {
    CN_OPT_TIME,
    CN_OPT_INT("threads", 0, CN_THREADS_MAX, "1", "threads of this process; 0: one for each core"),
};

/* Whether an agent, a preset or a word of the front ends has that name. */
static bool is_taken(const char *name) {
    const cn_option *options;
    if (cn_kind_find(name, &options) || strcmp(name, "exec") == 0 || strcmp(name, "human") == 0) {
        return true;
    }
    for (const cn_preset *p = cn_presets(); p->name; p++) {
        if (strcmp(p->name, name) == 0) return true;
    }
    return false;
}

/* Returns from a check with a message about `s`, unless the condition holds. */
#define MUST(holds, ...)                                                           \
    do {                                                                           \
        if (!(holds)) return cn_fail(error, CN_BAD_INPUT, "searcher" __VA_ARGS__); \
    } while (0)

/* Whether the table of a searcher is whole; the message names the first fault. */
static cn_status check(const cn_searcher *s, cn_error *error) {
    cn_error why;
    MUST(s->abi == CN_SEARCHER_ABI, ": built for interface %d, this program has %d; build it again",
         s->abi, CN_SEARCHER_ABI);
    MUST(s->name && cn_is_word(s->name) && strlen(s->name) <= 31,
         ": `name` must be one word of a-z, 0-9 and -, of at most 31 characters");
    MUST(!is_taken(s->name), " %s: there is an agent of that name", s->name);
    MUST(s->summary && s->run, " %s: `%s` is NULL; it is required", s->name,
         s->summary ? "run" : "summary");
    MUST(s->size <= (size_t)SIZE_MAX_MB << 20,
         " %s: a state of %zu bytes; larger ones than %d MB are for `set_up` to allocate", s->name,
         s->size, SIZE_MAX_MB);
    MUST(!s->options || cn_options_check(s->options, &why) == CN_OK, " %s: %.300s", s->name,
         why.text);
    return CN_OK;
}

/* The searcher's own come first, so that their values are the first too. */
static cn_status gather_options(const cn_searcher *s, cn_option *options, cn_error *error) {
    const int more = s->parallel ? 2 : 1;
    int count = 0;
    for (; s->options && s->options[count].name; count++) options[count] = s->options[count];
    for (int i = 0; i < more; i++) {
        CN_FAIL_IF(s->options && cn_option_find(s->options, added[i].name) >= 0, error,
                   CN_BAD_INPUT, "searcher %s: the option `%s` is added to every searcher%s",
                   s->name, added[i].name, i ? " that is parallel" : "");
        CN_FAIL_IF(count == CN_OPTIONS_MAX, error, CN_BAD_INPUT, "searcher %s: too many options",
                   s->name);
        options[count++] = added[i];
    }
    return CN_OK;
}

cn_status cn_searcher_add(const cn_searcher *s, cn_error *error) {
    CN_TRY(check(s, error));
    CN_FAIL_IF(listed == SEARCHERS_MAX, error, CN_BAD_USAGE, "at most %d searchers can be loaded",
               SEARCHERS_MAX);
    loaded *b = &list[listed];
    *b = (loaded){.searcher = s};
    CN_TRY(gather_options(s, b->options, error));
    b->kind = (cn_kind){.name = s->name,
                        .summary = s->summary,
                        .algorithm = &algorithm,
                        .traits = CN_KIND_BROUGHT | (s->parallel ? CN_KIND_THREADS : 0)};
    cn_kind_add(&b->kind, b->options);
    listed++;
    return CN_OK;
}
