/* A server that others can reach wants a token: in the address first, in a cookie from then on; and
 * one client may not take everything. */
#include "support/http.h"

#include "web/connections.h"

#include <stdlib.h>

static void guard(cn_web_settings *set) {
    set->token = "secret-of-this-test";
}

static int status_of(const cn_web *web, const char *path, const char *head) {
    test_answer answer = test_ask(web, "GET", path, head, NULL);
    const int status = answer.status;
    test_answer_free(&answer);
    return status;
}

static void token(void **unused) {
    (void)unused;
    cn_web *web = test_serve(guard);
    char url[128];
    cn_web_url(web, url, sizeof url);
    assert_non_null(strstr(url, "?token=secret-of-this-test"));
    assert_int_equal(status_of(web, "/", NULL), 401);
    assert_int_equal(status_of(web, "/api/about", NULL), 401);
    assert_int_equal(status_of(web, "/?token=secret-of-this-tesT", NULL), 401);
    assert_int_equal(status_of(web, "/api/about", "Cookie: canopy=wrong\r\n"), 401);
    test_answer page = test_ask(web, "GET", "/?token=secret-of-this-test", NULL, NULL);
    assert_int_equal(page.status, 200);
    assert_memory_equal(test_header(&page, "Set-Cookie"), "canopy=secret-of-this-test; ", 28);
    assert_non_null(strstr(test_header(&page, "Set-Cookie"), "HttpOnly; SameSite=Strict"));
    test_answer_free(&page);
    assert_int_equal(status_of(web, "/api/about", "Cookie: canopy=secret-of-this-test\r\n"), 200);
    cn_web_stop(web);
}

/* Where only this machine can reach it there is none. */
static void loopback(void **unused) {
    (void)unused;
    cn_web *web = test_serve(NULL);
    assert_int_equal(status_of(web, "/api/about", NULL), 200);
    static const char two[] = "GET /api/about HTTP/1.1\r\nHost: localhost\r\nHost: 127.0.0.1\r\n"
                              "Connection: close\r\n\r\n";
    test_answer answer = test_raw(web, two, sizeof two - 1);
    assert_int_equal(answer.status, 400);
    test_answer_free(&answer);
    cn_web_stop(web);
}

static void anywhere(cn_web_settings *set) {
    set->address = "0.0.0.0";
}

static void made_up(void **unused) {
    (void)unused;
    cn_web *web = test_serve(anywhere);
    char url[128];
    cn_web_url(web, url, sizeof url);
    const char *given = strstr(url, "?token=");
    assert_non_null(given);
    assert_true(strlen(given) > 7 + 20);
    assert_int_equal(status_of(web, "/api/about", NULL), 401);
    char path[96];
    snprintf(path, sizeof path, "/%s", given);
    assert_int_equal(status_of(web, path, NULL), 200);
    cn_web_stop(web);
}

/* ---- what one client may take ---- */

enum { EACH = 4 };

static void few(cn_web_settings *set) {
    set->token = "t";
    set->each = EACH;
}

/* Connections are few, too: one that is refused is tried again. */
static test_answer ask(const cn_web *web, const char *method, const char *path, const char *body) {
    for (;;) {
        test_answer answer = test_ask(web, method, path, "Cookie: canopy=t\r\n", body);
        if (answer.status != 0) return answer;
        test_answer_free(&answer);
    }
}

static int asked(const cn_web *web, const char *method, const char *path, const char *body) {
    test_answer answer = ask(web, method, path, body);
    const int status = answer.status;
    test_answer_free(&answer);
    return status;
}

/* Sessions, and the searches of all of them. */
static void sessions(void **unused) {
    (void)unused;
    static const char game[] = "{\"game\": \"othello\", \"moves\": \"f5 d6\"}";
    static const char search[] = "{\"agent\": \"pvs\", \"seconds\": 50}";
    cn_web *web = test_serve(few);
    char path[EACH][64];
    for (int i = 0; i < EACH; i++) {
        test_answer made = ask(web, "POST", "/api/sessions", game);
        assert_int_equal(made.status, 201);
        snprintf(path[i], sizeof path[i], "%s", test_path(made.json, "analyze"));
        test_answer_free(&made);
    }
    assert_int_equal(asked(web, "POST", "/api/sessions", game), 429);
    for (int i = 0; i < EACH; i++) assert_int_equal(asked(web, "POST", path[i], search), 202);
    char review[64];
    const int id = (int)(strrchr(path[0], '/') - path[0]);
    snprintf(review, sizeof review, "%.*s/review", id, path[0]);
    assert_int_equal(asked(web, "POST", review, "{}"), 503);
    path[0][id] = '\0';
    assert_int_equal(asked(web, "DELETE", path[0], NULL), 204);
    assert_int_equal(asked(web, "POST", "/api/sessions", game), 201);
    cn_web_stop(web);
}

static void requests(void **unused) {
    (void)unused;
    cn_bucket b = {.at = 0};
    double now = 100;
    for (int i = 0; i < 8 * EACH; i++) assert_true(cn_bucket_add(&b, EACH, now));
    assert_false(cn_bucket_add(&b, EACH, now));
    now += 1; /* a second forgives as many as a client may send in it */
    for (int i = 0; i < EACH; i++) assert_true(cn_bucket_add(&b, EACH, now));
    assert_false(cn_bucket_add(&b, EACH, now));
    now += 3600; /* and an hour not more than all */
    for (int i = 0; i < 8 * EACH; i++) assert_true(cn_bucket_add(&b, EACH, now));
    assert_false(cn_bucket_add(&b, EACH, now));
    cn_web *web = test_serve(few);
    int status = 200;
    while (status == 200) status = asked(web, "GET", "/api/about", NULL);
    assert_int_equal(status, 429);
    cn_web_stop(web);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(token), cmocka_unit_test(loopback),
                                       cmocka_unit_test(made_up), cmocka_unit_test(sessions),
                                       cmocka_unit_test(requests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
