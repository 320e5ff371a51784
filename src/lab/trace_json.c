/* The figures of a recording and the table of kinds as JSON: one shape, whoever asks for it. Times
 * are in seconds. */
#include "lab/trace.h"

static double seconds(uint64_t ns) {
    return (double)ns * 1e-9;
}

static json_t *worker_json(const cn_worker_summary *w) {
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:f}", "created",
                     (json_int_t)w->created, "run", (json_int_t)w->run, "stolen",
                     (json_int_t)w->stolen, "inline", (json_int_t)w->inlined, "cancelled",
                     (json_int_t)w->cancelled, "dropped", (json_int_t)w->dropped, "small",
                     (json_int_t)w->small, "busy", seconds(w->busy), "merge", seconds(w->merge),
                     "wait", seconds(w->wait), "idle", seconds(w->idle), "lock", seconds(w->lock));
}

json_t *cn_trace_summary_json(const cn_trace *trace, const cn_trace_summary *s) {
    json_t *workers = json_array(), *sizes = json_array();
    for (int i = 0; i < s->workers; i++) {
        json_array_append_new(workers, worker_json(&s->worker[i]));
    }
    for (int i = 0; i < CN_TASK_SIZES; i++) {
        json_array_append_new(sizes, json_pack("{s:s, s:I}", "size", cn_task_size_name(i), "tasks",
                                               (json_int_t)s->sizes[i]));
    }
    /* A label may have been cut in the midst of a character: then it is left out. */
    return json_pack("{s:o*, s:I, s:I, s:f, s:I, s:f, s:f, s:o, s:o, s:o}", "recorded",
                     json_string(trace->label), "searches", (json_int_t)s->searches, "nodes",
                     (json_int_t)s->nodes, "seconds", seconds(s->wall), "events_missing",
                     (json_int_t)s->missing, "productivity", s->productivity, "balance", s->balance,
                     "total", worker_json(&s->total), "workers", workers, "task_sizes", sizes);
}

json_t *cn_decomposition_json(const cn_decomposition *d, int workers) {
    json_t *json = json_pack("{s:f, s:i, s:f, s:f, s:f}", "speedup", d->speedup, "workers", workers,
                             "productivity", d->productivity, "overhead", d->overhead, "slowdown",
                             d->slowdown);
    if (d->rounds == 0) return json;
    json_t *more = json_pack("{s:i, s:[f,f], s:f}", "rounds", d->rounds, "interval", d->low,
                             d->high, "share", d->share);
    json_object_update(json, more);
    json_decref(more);
    return json;
}

json_t *cn_trace_kinds_json(void) {
    static const char *const roles[] = {
        [CN_ROLE_COUNT] = "count", [CN_ROLE_BEGIN] = "begin",     [CN_ROLE_END] = "end",
        [CN_ROLE_WHOLE] = "span",  [CN_ROLE_FATE] = "fate",       [CN_ROLE_LINE] = "line",
        [CN_ROLE_POINT] = "point", [CN_ROLE_COUNTER] = "counter", [CN_ROLE_NOTE] = "note",
    };
    json_t *activities = json_array(), *spans = json_array(), *events = json_array();
    for (int i = 0; i < CN_ACTIVITIES; i++) {
        const cn_activity_row *row = &cn_activity_rows[i];
        json_array_append_new(activities,
                              json_pack("{s:s, s:s, s:[s, s]}", "name", row->name, "text",
                                        row->text, "colours", row->light, row->dark));
    }
    for (int i = 0; i < CN_SPAN_KINDS; i++) {
        const cn_span_row *row = &cn_span_rows[i];
        json_array_append_new(spans,
                              json_pack("{s:s, s:s, s:s, s:[s, s]}", "name", row->name, "text",
                                        row->text, "activity", cn_activity_rows[row->activity].name,
                                        "colours", row->light, row->dark));
    }
    for (int i = 0; i < CN_TRACE_KIND_COUNT; i++) {
        const cn_trace_row *row = &cn_trace_rows[i];
        json_array_append_new(events, json_pack("{s:s, s:s, s:s, s:s}", "name", row->name, "text",
                                                row->text, "role", roles[row->role], "span",
                                                cn_span_rows[row->span].name));
    }
    return json_pack("{s:o, s:o, s:o}", "activities", activities, "spans", spans, "events", events);
}
