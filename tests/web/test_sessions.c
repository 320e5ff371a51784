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

static void forgotten(void **unused) {
    (void)unused;
    cn_web *web = test_serve(short_lived);
    json_t *listened = test_post(web, 201, "/api/sessions", "{\"game\": \"tictactoe\"}");
    json_t *idle = test_post(web, 201, "/api/sessions", "{\"game\": \"tictactoe\"}");
    test_stream events = test_listen(web, test_path(listened, "events"));
    json_decref(test_event(&events, "state"));
    nap(2);
    json_decref(test_get(web, 404, test_path(idle, "")));
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
