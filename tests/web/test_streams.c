/* Searches that run while requests come and go, the events they send, and those who listen. */
#include "support/http.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static json_t *open_session(const char *body) {
    return test_post(test_web, 201, "/api/sessions", body);
}

static void post(const json_t *state, int status, const char *what, const char *body) {
    json_decref(test_post(test_web, status, test_path(state, what), body));
}

static bool is(const json_t *event, const char *key, const char *value) {
    return strcmp(json_string_value(test_at(event, key)), value) == 0;
}

/* The next event of the name whose status is this one. */
static json_t *wait_for(test_stream *events, const char *name, const char *status) {
    for (;;) {
        json_t *event = test_event(events, name);
        if (!event) fail_msg("the stream ended before %s was %s", name, status);
        if (is(event, "status", status)) return event;
        json_decref(event);
    }
}

/* Sends a request and leaves it at that. */
static int send_only(const json_t *state, const char *what, const char *body) {
    char request[1024];
    const int s = test_connect(test_web);
    assert_true(s >= 0);
    const int n =
        snprintf(request, sizeof request,
                 "POST %s HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                 "Content-Length: %zu\r\n\r\n%s",
                 test_path(state, what), strlen(body), body);
    assert_int_equal(send(s, request, (size_t)n, MSG_NOSIGNAL), n);
    return s;
}

/* The status of the answer to it. */
static int answer_of(int s) {
    char text[65536];
    int status = 0;
    size_t used = 0;
    ssize_t n;
    while ((n = recv(s, text + used, sizeof text - 1 - used, 0)) > 0 && used < 1000) {
        used += (size_t)n;
    }
    text[used] = '\0';
    sscanf(text, "HTTP/1.%*d %d", &status);
    close(s);
    return status;
}

/* ---- searches and their events ---- */

static void analysis(void **unused) {
    (void)unused;
    static const char *const agents[] = {"mcts:strategy=tree,threads=2", "pvs:hash=4"};
    json_t *state = open_session("{\"game\": \"othello\", \"moves\": \"f5\"}");
    test_stream events = test_listen(test_web, test_path(state, "events"));
    json_t *first = test_event(&events, "state");
    assert_text(first, "id", json_string_value(test_at(state, "id")));
    json_decref(first);
    for (int i = 0; i < 2; i++) {
        char body[128];
        snprintf(body, sizeof body, "{\"agent\": \"%s\", \"lines\": 2}", agents[i]);
        post(state, 202, "analyze", body);
        json_int_t nodes = 0;
        for (int n = 0; n < 3; n++) {
            json_t *event = wait_for(&events, "analysis", "running");
            assert_text(event, "kind", "analysis");
            assert_number(event, "ply", 1);
            assert_number(event, "turn", 1);
            assert_int_equal(json_array_size(test_at(event, "moves")), 3);
            assert_true(json_integer_value(test_at(event, "nodes")) >= nodes);
            nodes = json_integer_value(test_at(event, "nodes"));
            json_decref(event);
        }
        json_t *stopped = test_post(test_web, 200, test_path(state, "stop"), "{}");
        assert_true(json_is_true(test_at(stopped, "stopped")));
        json_decref(stopped);
        json_decref(wait_for(&events, "search", "stopped"));
    }
    /* A change of the position stops it, too. */
    post(state, 202, "analyze", "{}");
    json_decref(wait_for(&events, "analysis", "running"));
    post(state, 200, "jump", "{\"ply\": 0}");
    json_decref(wait_for(&events, "search", "stopped"));
    json_t *none = test_post(test_web, 200, test_path(state, "stop"), "{}");
    assert_true(json_is_false(test_at(none, "stopped")));
    json_decref(none);
    test_stream_close(&events);
    json_decref(state);
}

static void review(void **unused) {
    (void)unused;
    /* X throws the game away at ply 3, O at ply 4; X wins. */
    json_t *state = open_session("{\"game\": \"tictactoe\", \"moves\": \"a1 b2 b1 c3 c1\"}");
    test_stream events = test_listen(test_web, test_path(state, "events"));
    post(state, 202, "review", "{\"agent\": \"pvs:depth=9,hash=1\", \"seconds\": 5}");
    json_t *done = wait_for(&events, "review", "done");
    assert_number(done, "done", 5);
    assert_text(done, "moves.3.mark", "??");
    assert_text(done, "moves.3.best", "c1");
    assert_number(done, "sums.1.blunders", 1);
    json_decref(done);
    json_t *after = test_get(test_web, 200, test_path(state, ""));
    assert_text(after, "history.3.mark", "??");
    assert_text(after, "values.4.by", "review");
    assert_true(json_number_value(test_at(after, "values.4.score.chance")) == 1);
    json_decref(after);
    test_stream_close(&events);
    json_decref(state);
}

static void compare(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"connect4\", \"moves\": \"414141\"}");
    test_stream events = test_listen(test_web, test_path(state, "events"));
    post(state, 202, "compare",
         "{\"agents\": [\"pvs:hash=1\", \"mcts\", \"greedy\", \"random\"], \"nodes\": 2000, "
         "\"seconds\": 99}");
    json_t *done = wait_for(&events, "compare", "done");
    for (int i = 0; i < 3; i++) {
        char path[32];
        snprintf(path, sizeof path, "agents.%d.best", i);
        assert_text(done, path, "4"); /* wins at once */
    }
    assert_text(done, "agreement.move", "4");
    assert_text(done, "agents.3.clamped.0", "99 seconds are more than the 60 of this server");
    assert_true(json_integer_value(test_at(done, "agreement.agents")) >= 3);
    json_decref(done);
    test_stream_close(&events);
    json_decref(state);
}

/* A move that is being thought about can be had at once, or be made pointless. */
static void thinking(void **unused) {
    (void)unused;
    static const char body[] = "{\"agent\": \"pvs:hash=1\", \"seconds\": 50}";
    json_t *state = open_session("{\"game\": \"othello\", \"moves\": \"f5\"}");
    test_stream events = test_listen(test_web, test_path(state, "events"));
    int s = send_only(state, "play", body);
    json_decref(wait_for(&events, "analysis", "running"));
    post(state, 200, "stop", "{}");
    assert_int_equal(answer_of(s), 200);
    json_t *after = test_get(test_web, 200, test_path(state, ""));
    assert_number(after, "ply", 2);
    json_decref(after);
    s = send_only(state, "play", body);
    json_decref(wait_for(&events, "analysis", "running"));
    post(state, 200, "jump", "{\"ply\": 0}");
    assert_int_equal(answer_of(s), 409);
    s = send_only(state, "hint", body);
    json_decref(wait_for(&events, "analysis", "running"));
    test_answer gone = test_ask(test_web, "DELETE", test_path(state, ""), NULL, NULL);
    assert_int_equal(gone.status, 204);
    test_answer_free(&gone);
    assert_int_equal(answer_of(s), 409);
    json_t *last = test_event(&events, "gone");
    assert_non_null(last);
    json_decref(last);
    assert_null(test_event(&events, "nothing more"));
    test_stream_close(&events);
    json_decref(state);
}

/* Each new search takes the place of the one before, however fast they come. */
static void replaced(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"othello\"}");
    test_stream events = test_listen(test_web, test_path(state, "events"));
    for (int i = 0; i < 40; i++) {
        post(state, 202, "analyze",
             i % 2 ? "{\"agent\": \"mcts\"}" : "{\"agent\": \"pvs:hash=1\"}");
    }
    post(state, 202, "analyze", "{\"agent\": \"pvs:hash=1,depth=3\"}");
    for (bool last = false; !last;) {
        json_t *event = wait_for(&events, "search", "done");
        last = is(event, "agent", "pvs:hash=1,depth=3");
        json_decref(event);
    }
    test_stream_close(&events);
    json_decref(state);
}

/* ---- those who listen ---- */

static void many_streams(void **unused) {
    (void)unused;
    enum { STREAMS = 200 };
    test_stream *list = calloc(STREAMS, sizeof *list);
    assert_non_null(list);
    json_t *state = open_session("{\"game\": \"connect4\"}");
    for (int i = 0; i < STREAMS; i++) {
        list[i] = test_listen(test_web, test_path(state, "events"));
        json_decref(test_event(&list[i], "state"));
    }
    post(state, 200, "move", "{\"move\": \"4\"}");
    for (int i = 0; i < STREAMS; i++) {
        json_t *event = test_event(&list[i], "state");
        assert_non_null(event);
        assert_text(event, "last.move", "4");
        json_decref(event);
    }
    /* All but one leave without a word, in the middle of an analysis that has no end. */
    post(state, 202, "analyze", "{\"agent\": \"mcts\"}");
    for (int i = 1; i < STREAMS; i++) test_stream_close(&list[i]);
    for (int i = 0; i < 5; i++) json_decref(wait_for(&list[0], "analysis", "running"));
    post(state, 200, "stop", "{}");
    json_decref(wait_for(&list[0], "search", "stopped"));
    test_stream_close(&list[0]);
    free(list);
    json_decref(state);
}

/* Whoever does not read, or is slow to write, keeps nobody waiting. */
static void slow_clients(void **unused) {
    (void)unused;
    static const char half[] = "POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Le";
    int slow[30];
    for (int i = 0; i < 30; i++) {
        slow[i] = test_connect(test_web);
        assert_true(slow[i] >= 0);
        assert_true(send(slow[i], half, sizeof half - 1, MSG_NOSIGNAL) > 0);
    }
    json_t *state = open_session("{\"game\": \"gomoku\"}");
    test_stream deaf = test_listen(test_web, test_path(state, "events"));
    test_stream events = test_listen(test_web, test_path(state, "events"));
    post(state, 202, "analyze", "{\"agent\": \"mcts\", \"seconds\": 50}");
    for (int i = 0; i < 8; i++) json_decref(wait_for(&events, "analysis", "running"));
    post(state, 200, "stop", "{}");
    json_t *last = wait_for(&events, "analysis", "stopped");
    /* The one that was deaf hears the last word, if not all of them. */
    json_t *same = wait_for(&deaf, "analysis", "stopped");
    assert_true(json_equal(last, same));
    json_decref(last);
    json_decref(same);
    for (int i = 0; i < 30; i++) close(slow[i]);
    test_stream_close(&deaf);
    test_stream_close(&events);
    json_decref(state);
}

/* ---- other servers ---- */

static void one_thread(cn_web_settings *set) {
    set->threads = 1;
}

/* Two visitors and one thread: one waits, and is told so. */
static void queue(void **unused) {
    (void)unused;
    cn_web *shared = test_web;
    test_web = test_serve(one_thread);
    json_t *a = open_session("{\"game\": \"othello\"}");
    json_t *b = open_session("{\"game\": \"othello\"}");
    test_stream of_a = test_listen(test_web, test_path(a, "events"));
    test_stream of_b = test_listen(test_web, test_path(b, "events"));
    /* A move, which makes room for nobody; an analysis would pause at once for the other's move. */
    const int first = send_only(a, "play", "{\"agent\": \"pvs:hash=1\", \"seconds\": 500}");
    json_decref(wait_for(&of_a, "search", "running"));
    const int s = send_only(b, "play", "{\"agent\": \"pvs:hash=1,depth=2\"}");
    json_t *waits = wait_for(&of_b, "search", "queued");
    assert_non_null(strstr(json_string_value(test_at(waits, "message")), "1 of 1"));
    json_decref(waits);
    post(a, 200, "stop", "{}");
    const int ended = answer_of(first); /* with a move, or before there was one */
    assert_true(ended == 200 || ended == 409);
    assert_int_equal(answer_of(s), 200);
    /* One that waits can be stopped, too. */
    post(a, 202, "analyze", "{\"agent\": \"pvs:hash=1\"}");
    json_decref(wait_for(&of_a, "search", "running"));
    post(b, 202, "analyze", "{\"agent\": \"pvs:hash=1\"}");
    json_decref(wait_for(&of_b, "search", "queued"));
    post(b, 200, "stop", "{}");
    json_decref(wait_for(&of_b, "search", "stopped"));
    test_stream_close(&of_a);
    test_stream_close(&of_b);
    json_decref(a);
    json_decref(b);
    cn_web_stop(test_web);
    test_web = shared;
}

/* The end comes while everything is under way: streams end, requests are answered or cut, and
 * nothing hangs. */
static void shutdown_amid(void **unused) {
    (void)unused;
    cn_web *shared = test_web;
    test_web = test_serve(NULL);
    json_t *state[6];
    test_stream events[6];
    int thinking_socket[3];
    for (int i = 0; i < 6; i++) {
        state[i] = open_session("{\"game\": \"othello\", \"moves\": \"f5d6c3d3\"}");
        events[i] = test_listen(test_web, test_path(state[i], "events"));
        json_decref(test_event(&events[i], "state"));
    }
    post(state[0], 202, "analyze", "{\"agent\": \"mcts\"}");
    post(state[1], 202, "review", "{\"seconds\": 50}");
    post(state[2], 202, "compare", "{\"agents\": [\"pvs:hash=1\", \"mcts\"], \"seconds\": 50}");
    for (int i = 0; i < 3; i++) {
        thinking_socket[i] =
            send_only(state[3 + i], "play", "{\"agent\": \"pvs:hash=1\", \"seconds\": 50}");
    }
    json_decref(test_event(&events[0], "search")); /* it runs, or waits for one that does */
    json_decref(test_post(test_web, 202, "/api/lab/runs",
                          "{\"game\": \"othello\", \"agents\": [\"minimax:depth=30\"]}"));
    cn_web_stop(test_web);
    for (int i = 0; i < 6; i++) {
        assert_null(test_event(&events[i], "no such event"));
        test_stream_close(&events[i]);
        json_decref(state[i]);
    }
    for (int i = 0; i < 3; i++) {
        const int status = answer_of(thinking_socket[i]);
        /* The end may also have come before the request was read, or before it was answered. */
        if (status != 409 && status != 503 && status != 0) fail_msg("status %d", status);
    }
    test_web = shared;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(analysis),     cmocka_unit_test(review),   cmocka_unit_test(compare),
        cmocka_unit_test(thinking),     cmocka_unit_test(replaced), cmocka_unit_test(many_streams),
        cmocka_unit_test(slow_clients), cmocka_unit_test(queue),    cmocka_unit_test(shutdown_amid),
    };
    return cmocka_run_group_tests(tests, test_web_start, test_web_stop);
}
