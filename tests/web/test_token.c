/* A server that others can reach wants a token: in the address first, in a cookie from then on. */
#include "support/http.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(token), cmocka_unit_test(loopback),
                                       cmocka_unit_test(made_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
