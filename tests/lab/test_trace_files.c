/* Traces as files, read back by readers that know nothing of the writers: jansson for the Chrome
 * events, a little parser of GHC's event log, and our own format both ways. */
#include "engine/trace.h"
#include "lab/graph.h"
#include "lab/trace.h"
#include "support/support.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- recordings to write ---- */

static cn_trace *record(const char *spec, int workers, uint64_t events, cn_result *result) {
    cn_position p = test_position("othello", NULL, NULL);
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(p.game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    cn_trace *trace = cn_trace_new(workers, events);
    assert_non_null(trace);
    snprintf(trace->label, sizeof trace->label, "a \"label\" \\ with <marks> & more");
    assert_int_equal(cn_search_trace(search, trace, NULL), CN_OK);
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, result, NULL), CN_OK);
    cn_search_free(search);
    cn_position_free(&p);
    return trace;
}

static const char *const specs[] = {
    "pvs:depth=8,strategy=ybw,hash=4,threads=3",
    "minimax:depth=5,strategy=levels,sequential=2,threads=2",
    "mcts:iterations=3000,strategy=chunks,merge=parallel,threads=2",
    "pvs:depth=6,hash=4",
};
enum { SPECS = sizeof specs / sizeof *specs };

static unsigned char *written(const cn_trace *trace, const char *name, size_t *size) {
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    assert_non_null(file);
    cn_error error = {""};
    if (cn_trace_write(trace, name, file, &error) != CN_OK) fail_msg("%s", error.text);
    fclose(file);
    return (unsigned char *)text;
}

/* ---- Chrome trace events ---- */

/* The sum over time of a counter, in worker-nanoseconds. */
static double area(const json_t *events, const char *name, const char *field) {
    double sum = 0, last_time = 0, last_value = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        if (strcmp(json_string_value(json_object_get(e, "ph")), "C") != 0) continue;
        if (strcmp(json_string_value(json_object_get(e, "name")), name) != 0) continue;
        const double time = json_number_value(json_object_get(e, "ts"));
        assert_true(time >= last_time);
        sum += last_value * (time - last_time);
        last_time = time;
        last_value = json_number_value(json_object_get(json_object_get(e, "args"), field));
        assert_true(last_value >= 0);
    }
    assert_true(last_value == 0); /* everybody has stopped */
    return sum * 1000;
}

static double number(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static void check_chrome(const cn_trace *trace, const cn_trace_summary *s) {
    size_t size;
    unsigned char *text = written(trace, "x.json", &size);
    json_error_t where;
    json_t *root = json_loadb((char *)text, size, 0, &where);
    if (!root) fail_msg("line %d: %s", where.line, where.text);
    const json_t *events = json_object_get(root, "traceEvents");
    uint64_t tasks = 0, names = 0, starts = 0, finishes = 0, steals = 0;
    double end[CN_TRACE_WORKERS][64], last[CN_TRACE_WORKERS] = {0};
    int depth[CN_TRACE_WORKERS] = {0};
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        const char *phase = json_string_value(json_object_get(e, "ph"));
        const char *name = json_string_value(json_object_get(e, "name"));
        assert_true(number(e, "pid") >= 1 && number(e, "tid") >= number(e, "pid"));
        if (*phase == 'M') names += strcmp(name, "thread_name") == 0;
        if (*phase == 's' || *phase == 'f') {
            assert_true(json_is_integer(json_object_get(e, "id")));
            *phase == 's' ? starts++ : finishes++;
            /* It leaves from what stands before it. */
            if (*phase == 's') {
                const json_t *made = json_array_get(events, i - 1);
                assert_string_equal(json_string_value(json_object_get(made, "name")), "task made");
                assert_true(number(made, "tid") == number(e, "tid"));
                assert_true(number(made, "ts") == number(e, "ts"));
            }
        }
        if (*phase != 'X') continue;
        const int worker = (int)number(e, "tid") - 1;
        const double from = number(e, "ts"), to = from + number(e, "dur");
        assert_in_range(worker, 0, s->workers - 1);
        /* A span is over before the next begins, or holds all of it: also for a reader who computes
         * the ends in doubles, as most do. */
        assert_true(from >= last[worker]);
        last[worker] = from;
        while (depth[worker] && end[worker][depth[worker] - 1] <= from) depth[worker]--;
        if (depth[worker]) assert_true(to <= end[worker][depth[worker] - 1]);
        assert_true(depth[worker] < 64);
        end[worker][depth[worker]++] = to;
        tasks += strncmp(name, "task", 4) == 0;
        steals += strcmp(name, "task, stolen") == 0;
    }
    assert_int_equal(names, s->workers);
    assert_int_equal(tasks, s->total.run);
    assert_int_equal(starts, finishes);
    assert_int_equal(starts, s->total.stolen);
    assert_true(steals <= starts); /* some are cut off */
    /* Adding up the counter gives the summary's time, to the rounding of a double. */
    const double busy = area(events, "workers", "busy");
    assert_true(busy > (double)s->total.busy * 0.999999 - 10);
    assert_true(busy < (double)s->total.busy * 1.000001 + 10);
    const double nodes = area(events, "nodes/s", "nodes/s") * 1e-9;
    assert_true(nodes > (double)s->nodes * 0.99 - 10 && nodes < (double)s->nodes * 1.01 + 10);
    json_decref(root);
    free(text);
}

static void chrome(void **unused) {
    (void)unused;
    static cn_trace_summary s;
    for (int i = 0; i < SPECS; i++) {
        cn_result r;
        cn_trace *trace = record(specs[i], 4, CN_TRACE_EVENTS, &r);
        cn_timeline *t = cn_timeline_new(trace);
        cn_trace_summarise(t, &s);
        check_chrome(trace, &s);
        cn_timeline_free(t);
        cn_trace_free(trace);
    }
}

/* Of too many spans the short ones go. */
static void chrome_cap(void **unused) {
    (void)unused;
    enum { TASKS = 350000 };
    cn_trace *trace = cn_trace_new(1, 1 << 20);
    cn_trace_ring *ring = &trace->rings[0];
    cn_trace_put(ring, CN_TRACE_SEARCH, 0, 0);
    for (uint64_t i = 0; i < TASKS; i++) {
        cn_trace_put(ring, CN_TRACE_RUN, 10000 * i, i);
        cn_trace_put(ring, CN_TRACE_END, 10000 * i + (i % 2 ? 400 : 5000), i);
    }
    cn_trace_put(ring, CN_TRACE_SEARCH_END, UINT64_C(10000) * TASKS, 1);
    size_t size;
    unsigned char *text = written(trace, "x.json", &size);
    json_t *root = json_loadb((char *)text, size, 0, NULL);
    assert_non_null(root);
    uint64_t spans = 0;
    const json_t *events = json_object_get(root, "traceEvents");
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        spans += *json_string_value(json_object_get(e, "ph")) == 'X';
    }
    const json_t *other = json_object_get(root, "otherData");
    assert_int_equal(json_integer_value(json_object_get(other, "spans left out")), TASKS / 2);
    assert_int_equal(spans, TASKS / 2 + 1);
    json_decref(root);
    free(text);
    cn_trace_free(trace);
}

/* ---- GHC's event log ---- */

typedef struct reader {
    const unsigned char *at, *end;
} reader;

static uint64_t take(reader *r, int bytes) {
    uint64_t value = 0;
    assert_true(r->end - r->at >= bytes);
    while (bytes-- > 0) value = value << 8 | *r->at++;
    return value;
}

static void expect(reader *r, const char *four) {
    assert_true(r->end - r->at >= 4);
    assert_memory_equal(r->at, four, 4);
    r->at += 4;
}

typedef struct capability {
    uint64_t seen[64]; /* events by type */
    uint64_t time;     /* of the last event */
    uint64_t counter[7], running_since, running;
    bool runs, collects;
} capability;

static void take_event(reader *r, capability *c, int id, uint64_t time, const int *size) {
    assert_in_range(id, 0, 63);
    assert_true(size[id] >= -1); /* declared in the header */
    const uint64_t length = size[id] == -1 ? take(r, 2) : (uint64_t)size[id];
    const unsigned char *next = r->at + length;
    assert_true(next <= r->end);
    assert_true(time >= c->time);
    c->time = time;
    c->seen[id]++;
    if (id == 1) { /* run thread */
        assert_true(!c->runs && !c->collects && c->seen[0] == 1);
        c->runs = true;
        c->running_since = time;
    } else if (id == 2) { /* stop thread */
        assert_true(c->runs);
        c->runs = false;
        c->running += time - c->running_since;
    } else if (id == 9 || id == 10) { /* garbage collection */
        assert_true(!c->runs);
        assert_int_equal(c->collects, id == 10);
        c->collects = id == 9;
    } else if (id == 34) {
        /* created, dud, overflowed, converted, GC'd, fizzled: what came before; of the first and
         * the third and fourth there may be more, that have no events, and never less than before
         */
        for (int i = 0; i < 7; i++) {
            const uint64_t before = c->counter[i];
            c->counter[i] = take(r, 8);
            assert_true(i == 6 || c->counter[i] >= before);
        }
        assert_true(c->counter[0] >= c->seen[35]);
        assert_int_equal(c->counter[1], 0);
        assert_true(c->counter[2] >= c->seen[37]);
        assert_true(c->counter[3] >= c->seen[38] + c->seen[39]);
        assert_int_equal(c->counter[4], c->seen[41]);
        assert_int_equal(c->counter[5], c->seen[40]);
    }
    r->at = next;
}

static void read_types(reader *r, int size[64]) {
    for (int i = 0; i < 64; i++) size[i] = -2;
    expect(r, "hdrb");
    expect(r, "hetb");
    while (r->end - r->at > 4 && memcmp(r->at, "etb\0", 4) == 0) {
        expect(r, "etb\0");
        const uint64_t id = take(r, 2);
        assert_in_range(id, 0, 63);
        size[id] = (int16_t)take(r, 2);
        const uint64_t description = take(r, 4);
        assert_true(description > 0 && description < 100);
        r->at += description;
        r->at += take(r, 4);
        expect(r, "ete\0");
    }
    expect(r, "hete");
    expect(r, "hdre");
    expect(r, "datb");
}

/* Checks the file's form; fills one capability a worker and returns how many were created. */
static int read_eventlog(reader *r, capability *caps) {
    int size[64], created = 0;
    capability none = {0};
    read_types(r, size);
    for (;;) {
        const int id = (int)take(r, 2);
        if (id == 0xffff) break;
        const uint64_t time = take(r, 8);
        if (id != 18) {
            created += id == 45;
            take_event(r, &none, id, time, size);
            continue;
        }
        const uint64_t length = take(r, 4);
        take(r, 8);
        const uint64_t number = take(r, 2);
        assert_true(length >= 24 && (uint64_t)(r->end - r->at) >= length - 24);
        assert_in_range(number, 0, created - 1);
        reader block = {r->at, r->at + length - 24};
        while (block.at < block.end) {
            const int inner = (int)take(&block, 2);
            const uint64_t when = take(&block, 8);
            take_event(&block, &caps[number], inner, when, size);
        }
        r->at = block.end;
    }
    assert_true(r->at == r->end);
    return created;
}

static void eventlog(void **unused) {
    (void)unused;
    static cn_trace_summary s;
    static capability caps[CN_TRACE_WORKERS];
    for (int i = 0; i < SPECS; i++) {
        cn_result result;
        cn_trace *trace = record(specs[i], 4, CN_TRACE_EVENTS, &result);
        cn_timeline *t = cn_timeline_new(trace);
        cn_trace_summarise(t, &s);
        size_t size;
        unsigned char *bytes = written(trace, "x.eventlog", &size);
        reader r = {bytes, bytes + size};
        memset(caps, 0, sizeof caps);
        assert_int_equal(read_eventlog(&r, caps), 4);
        uint64_t sum[7] = {0}, stolen = 0;
        for (int k = 0; k < 4; k++) {
            assert_true(!caps[k].runs && !caps[k].collects);
            for (int n = 0; n < 7; n++) sum[n] += caps[k].counter[n];
            stolen += caps[k].seen[39];
            /* Running, but for the moments between two tasks that are not shown. */
            const cn_worker_summary *w = &s.worker[k];
            const uint64_t *n = caps[k].counter;
            assert_int_equal(n[0] + n[2], w->created);
            assert_int_equal(n[3] + n[4] + n[5] + n[2], w->run);
            assert_int_equal(n[0], caps[k].seen[35]); /* there are no small ones here */
            assert_true(caps[k].running >= w->busy && caps[k].running <= w->busy + w->wait);
        }
        assert_int_equal(sum[0] + sum[2], s.total.created);
        assert_int_equal(sum[3] + sum[4] + sum[5] + sum[2], s.total.run);
        assert_int_equal(sum[4], s.total.dropped);
        assert_int_equal(sum[5], s.total.cancelled);
        assert_int_equal(sum[6], 0); /* nothing left in a queue */
        assert_true(stolen <= s.total.stolen);
        free(bytes);
        cn_timeline_free(t);
        cn_trace_free(trace);
    }
}

/* ---- our own ---- */

static cn_status read_bytes(unsigned char *bytes, size_t size, cn_trace **trace, cn_error *error) {
    FILE *file = fmemopen(bytes, size, "rb");
    assert_non_null(file);
    const cn_status status = cn_trace_read(file, trace, error);
    fclose(file);
    return status;
}

static void round_trip(void **unused) {
    (void)unused;
    /* One that is whole, and one whose first events are gone. */
    for (uint64_t events = 64; events <= CN_TRACE_EVENTS; events *= CN_TRACE_EVENTS / 64) {
        cn_result result;
        cn_trace *trace = record(specs[0], 3, events, &result), *back;
        size_t size, again_size;
        unsigned char *bytes = written(trace, "x.cntrace", &size);
        assert_int_equal(read_bytes(bytes, size, &back, NULL), CN_OK);
        assert_string_equal(back->label, trace->label);
        unsigned char *again = written(back, "x.cntrace", &again_size);
        assert_int_equal(size, again_size);
        assert_memory_equal(bytes, again, size);
        free(again);
        /* The same picture, too. */
        size_t svg_size[2];
        unsigned char *svg[2] = {written(trace, "x.svg", &svg_size[0]),
                                 written(back, "x.svg", &svg_size[1])};
        assert_string_equal((char *)svg[0], (char *)svg[1]);
        assert_non_null(strstr((char *)svg[0], "a \"label\" \\ with &lt;marks&gt; &amp; more"));
        free(svg[0]);
        free(svg[1]);
        cn_trace_free(trace);
        cn_trace_free(back);
        free(bytes);
    }
}

static void refuses(void **unused) {
    (void)unused;
    cn_result result;
    cn_trace *trace = record(specs[3], 1, 64, &result), *back;
    cn_error error;
    size_t size;
    unsigned char *bytes = written(trace, "x.cntrace", &size);
    /* Cut anywhere. */
    for (size_t n = 1; n < size; n += n < 300 ? 7 : 301) {
        assert_int_equal(read_bytes(bytes, n, &back, &error), CN_BAD_INPUT);
    }
    assert_string_equal(error.text, "the recording is cut short");
    /* An event of a kind that does not exist. */
    bytes[size - 8] = 0xfe;
    assert_int_equal(read_bytes(bytes, size, &back, &error), CN_BAD_INPUT);
    bytes[0] = 'C';
    assert_int_equal(read_bytes(bytes, size, &back, &error), CN_BAD_INPUT);
    assert_string_equal(error.text,
                        "not a recording: only a .cntrace file, as --trace writes it, can be read");
    assert_int_equal(cn_trace_check_name("x.png", &error), CN_BAD_USAGE);
    assert_int_equal(cn_trace_check_name(".svg", &error), CN_BAD_USAGE);
    assert_int_equal(cn_trace_check_name("a.b/x.eventlog", &error), CN_OK);
    free(bytes);
    cn_trace_free(trace);
}

/* Events that make no sense must not break any writer. */
static void nonsense(void **unused) {
    (void)unused;
    const char *const names[] = {"x.json", "x.eventlog", "x.svg", "x.cntrace"};
    cn_rng rng = cn_rng_make(7, 0);
    for (int round = 0; round < 200; round++) {
        cn_trace *trace = cn_trace_new(1 + round % 3, 128);
        for (int i = 0; i < 300; i++) {
            const uint64_t word = cn_rng_next(&rng);
            cn_trace_put(&trace->rings[i % trace->workers],
                         (cn_trace_kind)(word % CN_TRACE_KIND_COUNT),
                         cn_rng_next(&rng) >> (word % 64), cn_rng_next(&rng) >> (word >> 8) % 64);
        }
        for (int i = 0; i < 4; i++) {
            size_t size;
            unsigned char *bytes = written(trace, names[i], &size);
            if (i == 0) {
                json_t *root = json_loadb((char *)bytes, size, 0, NULL);
                assert_non_null(root);
                json_decref(root);
            }
            if (i == 1) {
                static capability caps[CN_TRACE_WORKERS];
                memset(caps, 0, sizeof caps);
                reader r = {bytes, bytes + size};
                read_eventlog(&r, caps);
            }
            free(bytes);
        }
        cn_graph *graph;
        if (cn_graph_new(trace, &graph, NULL) == CN_OK) {
            cn_graph_run schedule;
            assert_true(cn_graph_simulate(graph, 3, &(const cn_costs){0}, &schedule));
            cn_graph_free(graph);
        }
        cn_trace_free(trace);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chrome),     cmocka_unit_test(chrome_cap), cmocka_unit_test(eventlog),
        cmocka_unit_test(round_trip), cmocka_unit_test(refuses),    cmocka_unit_test(nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
