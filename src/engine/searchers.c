/* A searcher is made a row of the table of agents: its options with `time` and `threads` added, and
 * an algorithm that hands its runs on. */
#include "engine/searchers.h"

#include "core/clock.h"
#include "engine/algorithm.h"

#include <stdlib.h>

enum { SEARCHERS_MAX = 16, SIZE_MAX_MB = 1024 };

typedef struct brought {
    cn_kind kind; /* first: a kind of this file is one of these */
    const cn_searcher *searcher;
    cn_option options[CN_OPTIONS_MAX + 1];
} brought;

/* All that were loaded. Kept for the life of the process, as the shared objects are. */
static brought list[SEARCHERS_MAX];
static int listed;

/* ---- one run ---- */

typedef struct hired {
    const brought *by;
    void *own; /* the searcher's state */
} hired;

typedef struct host {
    const cn_run *run;
    _Atomic bool cut; /* the searcher was told to stop */
} host;

static bool stopped(const cn_work *work) {
    host *h = work->host;
    if (!atomic_load_explicit(h->run->stop, memory_order_relaxed)) {
        if (h->run->deadline == 0 || cn_clock_seconds() < h->run->deadline) return false;
        atomic_store_explicit(h->run->stop, true, memory_order_relaxed);
    }
    atomic_store_explicit(&h->cut, true, memory_order_relaxed);
    return true;
}

/* The best moves as lines, where they are asked for and the searcher leaves them to us. */
static void add_lines(const cn_limits *limits, cn_result *r) {
    bool taken[CN_MOVES_MAX] = {false};
    const int most = limits->lines < CN_LINES_MAX ? limits->lines : CN_LINES_MAX;
    for (int n = 0; n < most; n++) {
        int best = -1;
        for (int i = 0; i < r->count; i++) {
            if (taken[i] || r->moves[i].score.kind == CN_SCORE_NONE) continue;
            if (best < 0 || cn_score_compare(r->moves[i].score, r->moves[best].score) > 0) best = i;
        }
        if (best < 0) return;
        taken[best] = true;
        r->top[n] = (cn_line){.info = r->moves[best], .length = 1, .moves = {r->moves[best].move}};
        r->top_count = n + 1;
    }
}

static bool fits(const cn_result *r) {
    return r->count >= 0 && r->count <= CN_MOVES_MAX && r->line_length >= 0 &&
           r->line_length <= CN_RESULT_LINE && r->top_count >= 0 && r->top_count <= CN_LINES_MAX;
}

static void report(const cn_work *work, cn_result *so_far) {
    const host *h = work->host;
    if (!fits(so_far)) return; /* `run` says so at the end */
    add_lines(work->limits, so_far);
    so_far->seconds = cn_clock_seconds() - h->run->start;
    if (h->run->progress) h->run->progress(so_far, h->run->user);
}

static void divide(const cn_work *work, int worker, int count, cn_part_fn *part, void *user) {
    cn_pool_divide(((const host *)work->host)->run->pool, worker, count, part, user);
}

static cn_status run(void *self, const cn_run *run, cn_result *result, cn_error *error) {
    hired *a = self;
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
    const cn_status status = a->by->searcher->run(a->own, &work, result, error);
    if (status != CN_OK) return status;
    if (!cn_position_legal(run->position, result->best)) {
        return cn_fail(error, CN_BAD_INPUT,
                       "agent %s: it chose the move %d, which is not legal in this position", name,
                       result->best);
    }
    if (!fits(result)) {
        return cn_fail(
            error, CN_BAD_INPUT,
            "agent %s: its result has %d moves, a line of %d and %d lines, which is more "
            "than there is room for",
            name, result->count, result->line_length, result->top_count);
    }
    add_lines(run->limits, result);
    if (result->line_length == 0) result->line[result->line_length++] = result->best;
    result->complete = !atomic_load_explicit(&h.cut, memory_order_relaxed);
    result->seconds = cn_clock_seconds() - run->start;
    return CN_OK;
}

/* ---- its life ---- */

static cn_status set_up(void *self, const cn_spec *spec, cn_error *error) {
    hired *a = self;
    a->by = (const brought *)spec->kind;
    const cn_searcher *s = a->by->searcher;
    a->own = calloc(1, s->size ? s->size : 1);
    if (!a->own) return cn_fail(error, CN_NO_MEMORY, "no memory for the agent %s", s->name);
    return s->set_up ? s->set_up(a->own, spec->game, spec->values, error) : CN_OK;
}

static void clear(void *self) {
    const hired *a = self;
    if (a->by->searcher->clear) a->by->searcher->clear(a->own);
}

static void tear_down(void *self) {
    const hired *a = self;
    if (a->own && a->by->searcher->tear_down) a->by->searcher->tear_down(a->own);
    free(a->own);
}

static const cn_algorithm algorithm = {
    .size = sizeof(hired),
    .set_up = set_up,
    .run = run,
    .clear = clear,
    .tear_down = tear_down,
};

/* ---- adding one ---- */

static const cn_option added[] = {
    CN_OPT_REAL("time", 0, 1e6, "0", "seconds for a move; 0: no limit"),
    CN_OPT_INT("threads", 0, CN_THREADS_MAX, "1", "threads; 0: one a core"),
};

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

static cn_status check(const cn_searcher *s, cn_error *error) {
    if (s->abi != CN_SEARCHER_ABI) {
        return cn_fail(error, CN_BAD_INPUT,
                       "searcher: built for interface %d, this program has %d; build it again",
                       s->abi, CN_SEARCHER_ABI);
    }
    if (!s->name || !cn_is_word(s->name) || strlen(s->name) > 31) {
        return cn_fail(error, CN_BAD_INPUT,
                       "searcher: `name` must be one word of a-z, 0-9 and -, of at most 31 "
                       "characters");
    }
    if (is_taken(s->name)) {
        return cn_fail(error, CN_BAD_INPUT, "searcher %s: there is an agent of that name", s->name);
    }
    if (!s->summary || !s->run) {
        return cn_fail(error, CN_BAD_INPUT, "searcher %s: `%s` is NULL; it is required", s->name,
                       s->summary ? "run" : "summary");
    }
    if (s->size > (size_t)SIZE_MAX_MB << 20) {
        return cn_fail(error, CN_BAD_INPUT,
                       "searcher %s: a state of %zu bytes; larger ones than %d MB are for `set_up` "
                       "to allocate",
                       s->name, s->size, SIZE_MAX_MB);
    }
    cn_error why;
    if (s->options && cn_options_check(s->options, &why) != CN_OK) {
        return cn_fail(error, CN_BAD_INPUT, "searcher %s: %.300s", s->name, why.text);
    }
    return CN_OK;
}

/* The searcher's own come first, so that their values are the first too. */
static cn_status gather_options(const cn_searcher *s, cn_option *options, cn_error *error) {
    const int more = s->parallel ? 2 : 1;
    int count = 0;
    for (; s->options && s->options[count].name; count++) options[count] = s->options[count];
    for (int i = 0; i < more; i++) {
        if (s->options && cn_option_find(s->options, added[i].name) >= 0) {
            return cn_fail(error, CN_BAD_INPUT,
                           "searcher %s: the option `%s` is added to every searcher%s", s->name,
                           added[i].name, i ? " that is parallel" : "");
        }
        if (count == CN_OPTIONS_MAX) {
            return cn_fail(error, CN_BAD_INPUT, "searcher %s: too many options", s->name);
        }
        options[count++] = added[i];
    }
    return CN_OK;
}

cn_status cn_searcher_add(const cn_searcher *s, cn_error *error) {
    cn_status status = check(s, error);
    if (status != CN_OK) return status;
    if (listed == SEARCHERS_MAX) {
        return cn_fail(error, CN_BAD_USAGE, "at most %d searchers can be loaded", SEARCHERS_MAX);
    }
    brought *b = &list[listed];
    *b = (brought){.searcher = s};
    status = gather_options(s, b->options, error);
    if (status != CN_OK) return status;
    b->kind = (cn_kind){.name = s->name,
                        .summary = s->summary,
                        .algorithm = &algorithm,
                        .traits = CN_KIND_BROUGHT | (s->parallel ? CN_KIND_THREADS : 0)};
    cn_kind_add(&b->kind, b->options);
    listed++;
    return CN_OK;
}
