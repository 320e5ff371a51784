/* More sessions than there is room for, and sessions nobody uses any more. */
#include "support/http.h"

#include <time.h>

static void nap(double seconds) {
    const struct timespec pause = {(time_t)seconds, (long)((seconds - (int)seconds) * 1e9)};
    nanosleep(&pause, NULL);
}

static int open_one(const cn_web *web) {
    test_answer answer = test_ask(web, "POST", "/api/sessions", NULL, "{\"game\": \"tictactoe\"}");
    const int status = answer.status;
    test_answer_free(&answer);
    return status;
}

static void thousand(void **unused) {
    (void)unused;
    cn_web *web = test_serve(NULL); /* has room for a thousand */
    json_t *first = test_post(web, 201, "/api/sessions", "{\"game\": \"tictactoe\"}");
    for (int i = 1; i < 1000; i++) assert_int_equal(open_one(web), 201);
    assert_int_equal(open_one(web), 503); /* all of them are in use, as far as one can know */
    json_decref(test_get(web, 200, test_path(first, "")));
    test_answer gone = test_ask(web, "DELETE", test_path(first, ""), NULL, NULL);
    assert_int_equal(gone.status, 204);
    test_answer_free(&gone);
    json_decref(test_get(web, 404, test_path(first, "")));
    assert_int_equal(open_one(web), 201);
    json_decref(first);
    cn_web_stop(web);
}

static void short_lived(cn_web_settings *set) {
    set->idle = 0.1;
}

/* A session that is listened to. On a busy machine it may be forgotten before the request to listen
 * has been read: then there is no such session, and another one is made. */
static json_t *listen_to_one(const cn_web *web, test_stream *events) {
    for (;;) {
        json_t *session = test_post(web, 201, "/api/sessions", "{\"game\": \"tictactoe\"}");
        *events = test_listen(web, test_path(session, "events"));
        if (test_stream_status(events) == 200) return session;
        test_stream_close(events);
        json_decref(session);
    }
}

static void forgotten(void **unused) {
    (void)unused;
    cn_web *web = test_serve(short_lived);
    test_stream events;
    json_t *listened = listen_to_one(web, &events);
    json_t *idle = test_post(web, 201, "/api/sessions", "{\"game\": \"tictactoe\"}");
    json_decref(test_event(&events, "state"));
    /* To ask for it is to use it, so it is asked for at longer and longer intervals. */
    int status = 200;
    for (double wait = 1; status != 404; wait *= 2) {
        assert_true(wait < 100);
        nap(wait);
        test_answer answer = test_ask(web, "GET", test_path(idle, ""), NULL, NULL);
        status = answer.status;
        test_answer_free(&answer);
    }
    json_decref(test_get(web, 200, test_path(listened, ""))); /* who listens, uses it */
    test_stream_close(&events);
    json_decref(listened);
    json_decref(idle);
    cn_web_stop(web);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(thousand), cmocka_unit_test(forgotten)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
