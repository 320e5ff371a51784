/* Requests of every wrong kind: each gets the status that fits and one clear error, and the server
 * goes on. */
#include "support/http.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static json_t *session;

static int start(void **state) {
    test_web_start(state);
    session = test_post(test_web, 201, "/api/sessions", "{\"game\": \"othello\"}");
    return 0;
}

static int stop(void **state) {
    json_decref(session);
    return test_web_stop(state);
}

/* The answer must be this status with an error that holds `part` (NULL: anything). */
static void refused(test_answer answer, int status, const char *part) {
    const char *text = json_string_value(json_object_get(answer.json, "error"));
    if (answer.status != status || !text || !*text || (part && !strstr(text, part))) {
        fail_msg("%d with `%s` expected, got %d: %.400s", status, part ? part : "an error",
                 answer.status, answer.body);
    }
    assert_string_equal(test_header(&answer, "Content-Type"), "application/json");
    assert_non_null(test_header(&answer, "Content-Security-Policy"));
    test_answer_free(&answer);
}

static void post_refused(const char *path, const char *body, int status, const char *part) {
    refused(test_ask(test_web, "POST", path, NULL, body), status, part);
}

static void here_refused(const char *what, const char *body, int status, const char *part) {
    post_refused(test_path(session, what), body, status, part);
}

/* ---- JSON ---- */

static void json_wrong(void **unused) {
    (void)unused;
    static const char *const bodies[] = {"",
                                         "{",
                                         "[]",
                                         "null",
                                         "1",
                                         "\"x\"",
                                         "{]",
                                         "{\"game\"}",
                                         "nan",
                                         "{\"a\":1}{}",
                                         "{\"game\": \"go\", \"game\": \"go\"}",
                                         "{\"a\": \"\\u0000\"}",
                                         "{\"game\": \"\xff\xfe\"}"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        post_refused("/api/sessions", bodies[i], 400, NULL);
    }
    char *deep = malloc(100001);
    assert_non_null(deep);
    memset(deep, '[', 100000);
    deep[100000] = '\0';
    post_refused("/api/sessions", deep, 400, "JSON");
    free(deep);
}

static void types_wrong(void **unused) {
    (void)unused;
    static const char *const bodies[] = {
        "{}",
        "{\"game\": 1}",
        "{\"game\": null}",
        "{\"game\": [\"go\"]}",
        "{\"game\": \"go\", \"options\": []}",
        "{\"game\": \"go\", \"options\": {\"size\": []}}",
        "{\"game\": \"go\", \"options\": {\"size\": 99}}",
        "{\"game\": \"go\", \"options\": {\"size\": \"huge\"}}",
        "{\"game\": \"go\", \"options\": {\"colour\": 1}}",
        "{\"game\": \"go\", \"moves\": 4}",
        "{\"game\": \"go\", \"moves\": \"c3 c3\"}",
        "{\"game\": \"go\", \"position\": \"nonsense\"}",
        "{\"game\": \"go\", \"position\": \"x\", \"record\": \"c3\"}",
        "{\"game\": \"tictactoe\", \"position\": \"xxx\\nxxx\\nxxx\\n\"}",
        "{\"game\": \"tictactoe\", \"position\": \"...\\n...\\n..z\\n\"}",
        "{\"game\": \"tictactoe\", \"ply\": -1}",
        "{\"game\": \"othello\", \"record\": \"(;GM[2\"}",
        "{\"game\": \"othello\", \"record\": \"\"}",
        "{\"game\": \"othello\", \"record\": \"f5\", \"number\": 2}",
        "{\"game\": \"othello\", \"record\": \"f5\", \"moves\": \"f5\"}",
        "{\"game\": \"othello\", \"record\": \"f5 a1\"}",
        "{\"game\": \"othello\", \"players\": [\"human\"]}",
        "{\"game\": \"othello\", \"players\": [\"human\", 1]}",
        "{\"game\": \"othello\", \"players\": [\"human\", \"nobody\"]}",
        "{\"game\": \"othello\", \"players\": [\"human\", \"exec:gtp:sh\"]}",
        "{\"game\": \"othello\", \"colour\": \"red\"}",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        post_refused("/api/sessions", bodies[i], 400, NULL);
    }
    post_refused("/api/sessions", "{\"game\": \"chess\"}", 404, "othello");
}

/* ---- sessions ---- */

static void moves_wrong(void **unused) {
    (void)unused;
    here_refused("move", "{}", 400, "`move`");
    here_refused("move", "{\"move\": 5}", 400, "text");
    here_refused("move", "{\"move\": \"\"}", 400, NULL);
    here_refused("move", "{\"move\": \"a1\"}", 400, "a1");
    here_refused("move", "{\"move\": \"f5 d6\"}", 400, "one move");
    here_refused("move", "{\"move\": \"<script>alert(1)</script>\"}", 400, NULL);
    here_refused("dead", "{\"cell\": 400}", 400, "cell");
    here_refused("dead", "{\"cell\": 1.5}", 400, "whole number");
    here_refused("jump", "{\"ply\": 1}", 400, "0 to 0");
    here_refused("jump", "{}", 400, "ply");
    here_refused("new", "{\"position\": \"?\"}", 400, NULL);
    here_refused("new", "{\"options\": {\"rules\": \"mine\"}}", 400, "rules");
    here_refused("new", "{\"a\": 1}", 400, "unknown key `a`");
    json_t *after = test_get(test_web, 200, test_path(session, ""));
    assert_true(json_equal(after, session)); /* nothing of it left a trace */
    json_decref(after);
}

static void searches_wrong(void **unused) {
    (void)unused;
    here_refused("play", "{}", 409, "human");
    here_refused("play", "{\"agent\": \"exec:gtp:sh -c id\"}", 400, "programs");
    here_refused("play", "{\"agent\": \"human\"}", 400, "human");
    here_refused("play", "{\"agent\": \"pvs:depth=x\"}", 400, "depth");
    here_refused("play", "{\"agent\": \"pvs:eval=nothing\"}", 400, "eval");
    here_refused("play", "{\"agent\": \"pvs:strategy=tree\"}", 400, "strategy");
    here_refused("play", "{\"agent\": \"easy\", \"seconds\": -1}", 400, "seconds");
    here_refused("play", "{\"agent\": \"easy\", \"seconds\": \"1\"}", 400, "seconds");
    here_refused("hint", "{\"agent\": \"pvs:strategy=heuristic,threads=2,depth=2\"}", 400,
                 "taken apart");
    here_refused("analyze", "{\"lines\": 0}", 400, "lines");
    here_refused("analyze", "{\"lines\": 100}", 400, "lines");
    here_refused("analyze", "{\"agent\": 1}", 400, "agent");
    here_refused("review", "{}", 409, "no moves");
    here_refused("compare", "{}", 400, "agents");
    here_refused("compare", "{\"agents\": []}", 400, "agents");
    here_refused("compare", "{\"agents\": [\"pvs\", 1]}", 400, "agents");
    here_refused("compare", "{\"agents\": [\"pvs\",\"pvs\",\"pvs\",\"pvs\",\"pvs\"]}", 400, "4");
    here_refused("decompose", "{}", 409, NULL);
    here_refused("explain", "{\"agent\": \"random\"}", 400, "node by node");
    here_refused("explain", "{\"nodes\": 0}", 400, "nodes");
    here_refused("explain", "{\"nodes\": 4001}", 400, "nodes");
    here_refused("stop", "{\"what\": \"everything\"}", 400, "what");
    refused(test_ask(test_web, "GET", test_path(session, "tree?depth=99"), NULL, NULL), 400,
            "depth");
    refused(test_ask(test_web, "GET", test_path(session, "record?format=exe"), NULL, NULL), 400,
            "format");
    char long_agent[2000] = "{\"agent\": \"";
    memset(long_agent + 11, 'x', 1500);
    strcpy(long_agent + 1511, "\"}");
    here_refused("play", long_agent, 400, "characters");
}

static void lab_wrong(void **unused) {
    (void)unused;
    post_refused("/api/lab/runs", "{}", 400, "game");
    post_refused("/api/lab/runs", "{\"experiment\": \"z\"}", 404, "experiment");
    post_refused("/api/lab/runs", "{\"game\": \"go\"}", 400, "agents");
    post_refused("/api/lab/runs", "{\"game\": \"go\", \"agents\": [\"exec:gtp:sh\"]}", 400,
                 "programs");
    post_refused("/api/lab/runs",
                 "{\"game\": \"go\", \"agents\": [\"mcts\"], \"opponent\": \"exec:gtp:sh\"}", 400,
                 "programs");
    post_refused("/api/lab/runs",
                 "{\"game\": \"go\", \"agents\": [\"mcts\"], \"sweeps\": [\"memory=99999\"]}", 400,
                 "memory");
    post_refused("/api/lab/runs",
                 "{\"game\": \"go\", \"agents\": [\"mcts\"], \"sweeps\": [\"wings=1,2\"]}", 400,
                 "wings");
    post_refused("/api/lab/runs",
                 "{\"game\": \"go\", \"agents\": [\"mcts\"], \"sweeps\": [\"seed=1..100\"]}", 400,
                 "configurations");
    json_t *runs = test_get(test_web, 200, "/api/lab/runs");
    assert_int_equal(json_array_size(runs), 0);
    json_decref(runs);
}

static void unknown(void **unused) {
    (void)unused;
    static const char *const paths[] = {"/api/sessions/AAAAAAAAAAAAAAAAAAAAAAA",
                                        "/api/sessions/x/events",
                                        "/api/sessions/x/tree",
                                        "/api/sessions/x/trace",
                                        "/api/lab/runs/x",
                                        "/api/lab/runs/x/events",
                                        "/api/games/chess",
                                        "/api/",
                                        "/api/nothing",
                                        "/api/sessions//events",
                                        "/api/sessions/x/y/z",
                                        "/nothing.html",
                                        "/api/lab/runs/x/export?format=csv"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        refused(test_ask(test_web, "GET", paths[i], NULL, NULL), 404, NULL);
    }
    post_refused("/api/sessions/x/move", "{\"move\": \"f5\"}", 404, "session");
    refused(test_ask(test_web, "DELETE", "/api/sessions/x", NULL, NULL), 404, "session");
}

/* ---- HTTP ---- */

static void methods(void **unused) {
    (void)unused;
    test_answer answer = test_ask(test_web, "GET", test_path(session, "move"), NULL, NULL);
    assert_string_equal(test_header(&answer, "Allow"), "POST");
    refused(answer, 405, "POST");
    refused(test_ask(test_web, "DELETE", "/api/games", NULL, NULL), 405, "GET");
    refused(test_ask(test_web, "PUT", "/api/sessions", "Content-Type: application/json\r\n", "{}"),
            405, "POST");
    refused(test_ask(test_web, "POST", "/", NULL, "{}"), 405, "GET");
    static const char *const types[] = {"text/plain", "application/x-www-form-urlencoded",
                                        "multipart/form-data", "application/jsonx"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char head[100];
        snprintf(head, sizeof head, "Content-Type: %s\r\n", types[i]);
        refused(test_ask(test_web, "POST", "/api/sessions", head, "{\"game\": \"go\"}"), 415,
                "application/json");
    }
    refused(test_ask(test_web, "POST", "/api/sessions", NULL, NULL), 415, NULL);
    test_answer fine =
        test_ask(test_web, "POST", "/api/sessions",
                 "Content-Type: application/json; charset=utf-8\r\n", "{\"game\": \"go\"}");
    assert_int_equal(fine.status, 201);
    test_answer_free(&fine);
}

static void other_sites(void **unused) {
    (void)unused;
    static const char *const bad[] = {
        "Host: evil.example\r\n",
        "Host: evil.example:8080\r\n",
        "Host: 127.0.0.1.evil.example\r\n",
        "Host: localhost.evil.example\r\n",
        "Host: [::1\r\n",
        "Host: [::1]:8080\r\n",
        "Host: 10.0.0.7:80\r\nOrigin: http://10.0.0.7:80\r\n",
        "Host: localhost:x\r\n",
        "Host:\r\n",
        "Host: localhost\r\nOrigin: http://evil.example\r\n",
        "Host: localhost\r\nOrigin: null\r\n",
        "Host: localhost\r\nOrigin: http://localhost:81\r\n",
        "Host: localhost\r\nOrigin: file://localhost\r\n",
        "Host: localhost\r\nOrigin: http://localhost.evil.example\r\n",
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n",
    };
    static const char *const good[] = {
        "Host: localhost\r\n",
        "Host: LOCALHOST:8080\r\n",
        "Host: 127.0.0.1\r\n",
        "Host: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\n",
        "Host: localhost\r\nOrigin: https://localhost\r\nSec-Fetch-Site: same-origin\r\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        refused(test_ask(test_web, "GET", "/api/about", bad[i], NULL), 403, NULL);
        refused(test_ask(test_web, "POST", "/api/sessions", bad[i], "{\"game\": \"go\"}"), 403,
                NULL);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        test_answer answer = test_ask(test_web, "GET", "/api/about", good[i], NULL);
        assert_int_equal(answer.status, 200);
        assert_null(test_header(&answer, "Access-Control-Allow-Origin"));
        test_answer_free(&answer);
    }
}

static void too_large(void **unused) {
    (void)unused;
    const size_t size = (1 << 20) + 1;
    char *body = malloc(size + 1);
    assert_non_null(body);
    memset(body, ' ', size);
    body[size] = '\0';
    post_refused("/api/sessions", body, 413, "bytes");
    body[size - 1] = '\0'; /* just fits: it is wrong only for being empty */
    post_refused("/api/sessions", body, 400, "JSON");
    /* Without a length, in one chunk that says it is endless. */
    char *raw = malloc(size + 512);
    assert_non_null(raw);
    const int n = snprintf(raw, 512,
                           "POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                           "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                           "%zx\r\n",
                           size);
    memset(raw + n, ' ', size);
    memcpy(raw + n + size, "\r\n0\r\n\r\n", 7);
    refused(test_raw(test_web, raw, (size_t)n + size + 7), 413, "bytes");
    free(raw);
    free(body);
}

/* What is no HTTP, or not all of it: whatever the answer, the server goes on. */
static void garbage(void **unused) {
    (void)unused;
    static const char *const requests[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "GET /api/about HTTP/1.1\r\n\r\n",
        ("POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
         "Content-Length: -5\r\n\r\n{}"),
        "GET /%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const int s = test_connect(test_web);
        assert_true(s >= 0);
        const struct timeval patience = {.tv_usec = 100000};
        setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        assert_true(send(s, requests[i], strlen(requests[i]), MSG_NOSIGNAL) > 0);
        shutdown(s, SHUT_WR);
        char buffer[4096];
        while (recv(s, buffer, sizeof buffer, 0) > 0) continue;
        close(s);
    }
    char *line = malloc(200000);
    assert_non_null(line);
    const int n = snprintf(line, 100, "GET /");
    memset(line + n, 'a', 190000);
    strcpy(line + n + 190000, " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    test_answer answer = test_raw(test_web, line, strlen(line));
    assert_true(answer.status >= 400 || answer.status == 0);
    test_answer_free(&answer);
    free(line);
    json_decref(test_get(test_web, 200, "/api/about"));
}

/* ---- files ---- */

static char folder[] = "/tmp/canopy-assets-XXXXXX";

static void use_folder(cn_web_settings *set) {
    set->assets = folder;
}

static void write_file(const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void traversal(void **unused) {
    (void)unused;
    static const char *const paths[] = {"/../secret.txt",
                                        "/%2e%2e/secret.txt",
                                        "/a/../../secret.txt",
                                        "//etc/passwd",
                                        "/a/..%2f..%2fsecret.txt",
                                        "/.hidden",
                                        "/a/.hidden",
                                        "/a//b.txt",
                                        "/link.txt",
                                        "/a",
                                        "/a/",
                                        "/..",
                                        "/index.html/",

                                        "/a\\..\\b",
                                        "/etc/passwd"};
    assert_non_null(mkdtemp(folder));
    char path[256];
    snprintf(path, sizeof path, "%s/a", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file("index.html", "<!doctype html>");
    write_file("a/b.txt", "b");
    write_file(".hidden", "hidden");
    write_file("a/.hidden", "hidden");
    snprintf(path, sizeof path, "%s/link.txt", folder);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    cn_web *here = test_serve(use_folder);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        test_answer answer = test_ask(here, "GET", paths[i], NULL, NULL);
        if (answer.status != 404) fail_msg("%s: %d", paths[i], answer.status);
        test_answer_free(&answer);
    }
    test_answer page = test_ask(here, "GET", "/", NULL, NULL);
    assert_int_equal(page.status, 200);
    assert_string_equal(test_header(&page, "Content-Type"), "text/html; charset=utf-8");
    assert_string_equal(page.body, "<!doctype html>");
    char head[256];
    snprintf(head, sizeof head, "If-None-Match: %s\r\n", test_header(&page, "ETag"));
    test_answer_free(&page);
    page = test_ask(here, "GET", "/index.html", head, NULL);
    assert_int_equal(page.status, 304);
    test_answer_free(&page);
    page = test_ask(here, "HEAD", "/a/b.txt", NULL, NULL);
    assert_int_equal(page.status, 200);
    assert_string_equal(page.body, "");
    test_answer_free(&page);
    cn_web_stop(here);
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
}

/* Text of the request comes back only inside JSON, which no browser takes for a page. */
static void reflection(void **unused) {
    (void)unused;
    post_refused("/api/sessions", "{\"game\": \"<b>x</b>\"}", 404, "<b>x</b>");
    post_refused("/api/sessions", "{\"<b>\": 1}", 400, "<b>");
    test_answer answer = test_ask(test_web, "GET", "/%3Cscript%3E", NULL, NULL);
    assert_int_equal(answer.status, 404);
    assert_null(strstr(answer.body, "script"));
    assert_string_equal(test_header(&answer, "X-Content-Type-Options"), "nosniff");
    test_answer_free(&answer);
    /* Messages that cut a text must not cut a character. */
    post_refused("/api/sessions",
                 "{\"game\": \"ääääääääääääääääääääääääääääääääääääääääääääääää\"}", 404, NULL);
}

static void impatient(cn_web_settings *set) {
    set->patience = 0.3;
}

/* A request that comes byte by byte, never silent for long and never done, is given up; one that
 * waits for events is not. */
static void dribble(void **unused) {
    (void)unused;
    static const struct timespec moment = {.tv_nsec = 20000000};
    cn_web *web = test_serve(impatient);
    json_t *game = test_post(web, 201, "/api/sessions", "{\"game\": \"tictactoe\"}");
    test_stream events = test_listen(web, test_path(game, "events"));
    assert_int_equal(test_stream_status(&events), 200);
    const int slow = test_connect(web);
    const char *head = "GET /api/about HTTP/1.1\r\nHost: localhost\r\nX: ";
    assert_true(send(slow, head, strlen(head), MSG_NOSIGNAL) > 0);
    char byte;
    while (send(slow, "x", 1, MSG_NOSIGNAL) == 1 && recv(slow, &byte, 1, MSG_DONTWAIT) != 0) {
        nanosleep(&moment, NULL);
    }
    close(slow);
    json_decref(test_post(web, 200, test_path(game, "move"), "{\"move\": \"b2\"}"));
    for (int ply = 0; ply != 1;) {
        json_t *state = test_event(&events, "state");
        assert_non_null(state);
        ply = (int)json_integer_value(json_object_get(state, "ply"));
        json_decref(state);
    }
    test_stream_close(&events);
    json_decref(game);
    cn_web_stop(web);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_wrong),  cmocka_unit_test(types_wrong),
        cmocka_unit_test(moves_wrong), cmocka_unit_test(searches_wrong),
        cmocka_unit_test(lab_wrong),   cmocka_unit_test(unknown),
        cmocka_unit_test(methods),     cmocka_unit_test(other_sites),
        cmocka_unit_test(dribble),     cmocka_unit_test(too_large),
        cmocka_unit_test(garbage),     cmocka_unit_test(traversal),
        cmocka_unit_test(reflection),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
