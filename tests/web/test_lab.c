/* Measurements over the API: what they tell while they run and when they are done. */
#include "support/http.h"

#include "lab/experiment.h"

#include <stdlib.h>
#include <time.h>

static const char *run_path(const json_t *run, const char *what) {
    static char path[128];
    snprintf(path, sizeof path, "/api/lab/runs/%s%s", json_string_value(test_at(run, "id")), what);
    return path;
}

/* The last event of a run, when its stream has ended. */
static json_t *last_event(const json_t *run) {
    test_stream events = test_listen(test_web, run_path(run, "/events"));
    json_t *last = NULL, *event;
    while ((event = test_event(&events, "run"))) {
        json_decref(last);
        last = event;
    }
    test_stream_close(&events);
    assert_non_null(last);
    return last;
}

static void experiments(void **unused) {
    (void)unused;
    json_t *list = test_get(test_web, 200, "/api/lab/experiments");
    size_t count = 0;
    for (const cn_experiment *e = cn_experiments(); e->name; e++, count++) {
        json_t *one = json_array_get(list, count);
        assert_text(one, "name", e->name);
        json_t *configurations = test_at(one, "configurations");
        assert_true(json_array_size(configurations) > 0);
        size_t i;
        json_t *c;
        json_array_foreach(configurations, i, c) {
            const double figure = json_number_value(test_at(c, "report_seconds"));
            assert_true(figure == (e->figures ? e->figures[i].seconds : 0));
            const double share =
                json_number_value(json_object_get(json_object_get(c, "report"), "productivity"));
            assert_true(share == (e->figures ? e->figures[i].productivity : 0));
        }
    }
    assert_int_equal(json_array_size(list), count);
    json_decref(list);
}

static void published(void **unused) {
    (void)unused;
    json_t *run =
        test_post(test_web, 202, "/api/lab/runs", "{\"experiment\": \"a-t1\", \"trials\": 2}");
    json_t *last = last_event(run);
    assert_text(last, "status", "done");
    assert_text(last, "axis", "threads");
    assert_true(json_equal(test_at(last, "done"), test_at(last, "total")));
    json_t *configurations = test_at(last, "result.configurations");
    assert_true(json_array_size(configurations) >= 2);
    assert_number(last, "result.configurations.0.summary.trials", 2);
    assert_int_equal(json_array_size(test_at(last, "result.configurations.1.samples")), 2);
    assert_true(json_real_value(test_at(last, "result.configurations.1.report_speedup")) > 1);
    json_t *same = test_get(test_web, 200, run_path(run, ""));
    assert_text(same, "status", "done");
    assert_true(json_equal(test_at(same, "result.configurations.0.label"),
                           test_at(last, "result.configurations.0.label")));
    json_decref(same);
    static const char *const files[][2] = {{"/export?format=csv", "threads,"},
                                           {"/export?format=html", "<!doctype html>"},
                                           {"/export?format=json", "{"}};
    for (int i = 0; i < 3; i++) {
        test_answer file = test_ask(test_web, "GET", run_path(run, files[i][0]), NULL, NULL);
        assert_int_equal(file.status, 200);
        assert_memory_equal(file.body, files[i][1], strlen(files[i][1]));
        assert_non_null(strstr(test_header(&file, "Content-Disposition"), "a-t1."));
        test_answer_free(&file);
    }
    json_decref(last);
    json_decref(run);
}

static void own_and_stopped(void **unused) {
    (void)unused;
    json_t *run = test_post(test_web, 202, "/api/lab/runs",
                            "{\"game\": \"go\", \"options\": {\"size\": 5}, \"agents\": "
                            "[\"mcts:iterations=200\", \"uct:iterations=200\"], \"sweeps\": "
                            "[\"c=1,2\"], \"trials\": 1000, \"seconds\": 60}");
    test_answer second =
        test_ask(test_web, "POST", "/api/lab/runs", NULL, "{\"experiment\": \"a-t1\"}");
    assert_int_equal(second.status, 409);
    test_answer_free(&second);
    test_answer early = test_ask(test_web, "GET", run_path(run, "/export?format=csv"), NULL, NULL);
    assert_int_equal(early.status, 409);
    test_answer_free(&early);
    test_stream events = test_listen(test_web, run_path(run, "/events"));
    for (bool measured = false; !measured;) {
        json_t *event = test_event(&events, "run");
        assert_non_null(event);
        measured = json_integer_value(test_at(event, "done")) > 4;
        json_decref(event);
    }
    test_stream_close(&events);
    json_decref(test_post(test_web, 200, run_path(run, "/stop"), "{}"));
    json_t *last = last_event(run);
    assert_text(last, "status", "stopped");
    assert_int_equal(json_array_size(test_at(last, "result.configurations")), 4);
    assert_true(json_is_true(test_at(last, "result.interrupted")));
    json_decref(last);
    json_t *runs = test_get(test_web, 200, "/api/lab/runs");
    assert_text(runs, "0.status", "stopped");
    json_decref(runs);
    json_decref(run);
}

static void impatient(cn_web_settings *set) {
    set->lab_seconds = 0.2;
}

/* A search that would not end by itself is ended by the server's limit. */
static void too_long(void **unused) {
    (void)unused;
    cn_web *shared = test_web;
    test_web = test_serve(impatient);
    json_t *run = test_post(test_web, 202, "/api/lab/runs",
                            "{\"game\": \"othello\", \"agents\": [\"minimax:depth=40\"], "
                            "\"seconds\": 0.1}");
    json_t *last = last_event(run);
    assert_text(last, "status", "stopped");
    assert_non_null(strstr(json_string_value(test_at(last, "message")), "0.2 seconds"));
    json_decref(last);
    json_decref(run);
    cn_web_stop(test_web);
    test_web = shared;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(experiments),
        cmocka_unit_test(published),
        cmocka_unit_test(own_and_stopped),
        cmocka_unit_test(too_long),
    };
    return cmocka_run_group_tests(tests, test_web_start, test_web_stop);
}
