#include "support/timeline.h"

#include "engine/trace.h"
#include "support/support.h"

void test_nesting(const cn_timeline *t, int worker) {
    const cn_lane *lane = &t->lanes[worker];
    const cn_span *open[256];
    for (size_t i = 0; i < lane->count; i++) {
        const cn_span *span = &lane->spans[i];
        assert_true(span->begin <= span->end && span->end <= t->length);
        assert_true(span->depth < 256);
        open[span->depth] = span;
        if (i > 0) assert_true(span->begin >= lane->spans[i - 1].begin);
        if (span->depth == 0) continue;
        assert_true(open[span->depth - 1]->begin <= span->begin);
        assert_true(open[span->depth - 1]->end >= span->end);
    }
    for (size_t i = 0; i < lane->stretch_count; i++) {
        assert_true(lane->stretches[i].begin < lane->stretches[i].end);
        if (i > 0) assert_true(lane->stretches[i].begin >= lane->stretches[i - 1].end);
    }
}

void test_timeline(const cn_timeline *t, const cn_trace_summary *s) {
    uint64_t run = 0, stolen = 0, inlined = 0, cancelled = 0, dropped = 0, small = 0;
    for (int i = 0; i < s->workers; i++) {
        test_nesting(t, i);
        for (size_t k = 0; k < t->lanes[i].count; k++) {
            const cn_span *span = &t->lanes[i].spans[k];
            if (span->kind == CN_SPAN_BATCH) small += span->argument;
            if (span->kind == CN_SPAN_BATCH && span->how == CN_TRACE_STOLEN) {
                stolen += span->argument;
            }
            if (span->kind != CN_SPAN_TASK) continue;
            run++;
            stolen += span->how == CN_TRACE_STOLEN;
            inlined += span->how == CN_TRACE_INLINE;
            cancelled += span->fate == CN_TRACE_CANCEL;
            dropped += span->fate == CN_TRACE_DROP;
            assert_int_equal(span->how == CN_TRACE_STOLEN, cn_trace_maker(span->argument) != i);
            /* Every task that was not run inline was pushed before, by its maker. */
            const cn_push *push = cn_timeline_push(t, span);
            assert_int_equal(push != NULL, span->how != CN_TRACE_INLINE);
            if (push) assert_true(push->time <= span->begin);
        }
        const cn_worker_summary *w = &s->worker[i];
        assert_int_equal(w->busy + w->merge + w->wait + w->idle, s->wall);
    }
    /* Small tasks inside others are counted and not shown. */
    assert_int_equal(run + s->total.small, s->total.run);
    assert_true(small <= s->total.small);
    if (small == s->total.small) assert_int_equal(stolen, s->total.stolen);
    assert_true(stolen <= s->total.stolen);
    if (s->total.small == 0) assert_int_equal(inlined, s->total.inlined);
    assert_int_equal(cancelled, s->total.cancelled);
    assert_int_equal(dropped, s->total.dropped);
    assert_int_equal(t->push_count + inlined + s->total.small, s->total.created);
}

cn_timeline *test_recorded(cn_search *search, const cn_position *position, cn_trace *trace,
                           cn_trace_summary *s) {
    uint64_t tasks = 0, stolen = 0, cancelled = 0, dropped = 0, nodes = 0;
    assert_non_null(trace);
    assert_int_equal(cn_search_trace(search, trace, NULL), CN_OK);
    for (int round = 0; round < 2; round++) {
        cn_result r;
        cn_search_clear(search);
        assert_int_equal(cn_search_run(search, position, NULL, NULL, NULL, &r, NULL), CN_OK);
        assert_int_equal(r.ranks, trace->ranks);
        tasks += r.tasks;
        stolen += r.stolen;
        cancelled += r.cancelled;
        dropped += r.dropped;
        nodes += r.nodes;
    }
    cn_timeline *t = cn_timeline_new(trace);
    assert_non_null(t);
    cn_trace_summarise(t, s);
    assert_int_equal(s->missing, 0);
    assert_int_equal(s->searches, 2);
    assert_int_equal(s->nodes, nodes);
    assert_int_equal(s->total.created, tasks);
    assert_int_equal(s->total.run, tasks);
    assert_int_equal(s->total.stolen, stolen);
    assert_int_equal(s->total.cancelled, cancelled);
    assert_int_equal(s->total.dropped, dropped);
    test_timeline(t, s);
    return t;
}
