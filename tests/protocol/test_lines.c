/* Lines from a descriptor: all bytes, order, the watch over a search. */
#include "support/support.h"

#include "parallel/thread.h"
#include "protocol/lines.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct source {
    int end[2]; /* a pipe: the reader's, the writer's */
    cn_lines *lines;
} source;

static void open_source(source *s) {
    cn_error error = {""};
    assert_int_equal(pipe(s->end), 0);
    assert_int_equal(cn_lines_open(s->end[0], &s->lines, &error), CN_OK);
}

static void send(source *s, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t put = write(s->end[1], bytes, size);
        assert_true(put > 0);
        bytes += put;
        size -= (size_t)put;
    }
}

static void finish(source *s) {
    close(s->end[1]);
    s->end[1] = -1;
}

static void close_source(source *s) {
    cn_lines_close(s->lines);
    close(s->end[0]);
    if (s->end[1] >= 0) close(s->end[1]);
}

static void nap(long us) {
    const struct timespec pause = {0, us * 1000};
    nanosleep(&pause, NULL);
}

/* ---- bytes ---- */

static void any_bytes(void **state) {
    (void)state;
    static const char text[] = "one\r\ntwo\n\n\0thr\0ee\n\xff\x80\n\r\nlast";
    static const char *const want[] = {"one", "two", "", "three", "\xff\x80", "", "last"};
    source s;
    open_source(&s);
    send(&s, text, sizeof text - 1);
    finish(&s);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        bool cut = true;
        assert_string_equal(cn_lines_next(s.lines, &cut), want[i]);
        assert_false(cut);
    }
    assert_null(cn_lines_next(s.lines, NULL));
    assert_null(cn_lines_next(s.lines, NULL));
    close_source(&s);
}

static void send_long(void *user) {
    char *block = malloc(3 * CN_LINES_LONGEST);
    memset(block, 'x', 3 * CN_LINES_LONGEST);
    send(user, block, 3 * CN_LINES_LONGEST);
    send(user, "\nshort\n", 7);
    free(block);
    finish(user);
}

static void long_lines(void **state) {
    (void)state;
    source s;
    cn_thread writer;
    cn_error error;
    open_source(&s);
    assert_int_equal(cn_thread_start(&writer, send_long, &s, &error), CN_OK);
    bool cut = false;
    assert_int_equal(strlen(cn_lines_next(s.lines, &cut)), CN_LINES_LONGEST);
    assert_true(cut);
    assert_string_equal(cn_lines_next(s.lines, &cut), "short");
    assert_false(cut);
    assert_null(cn_lines_next(s.lines, NULL));
    cn_thread_join(writer);
    close_source(&s);
}

enum { FLOOD = 50000 };

static void send_flood(void *user) {
    char line[32];
    for (int i = 0; i < FLOOD; i++) {
        send(user, line, (size_t)snprintf(line, sizeof line, "line %d\n", i));
    }
    finish(user);
}

/* More than the queue takes: the writer waits, nothing is lost. */
static void flood(void **state) {
    (void)state;
    source s;
    cn_thread writer;
    cn_error error;
    open_source(&s);
    assert_int_equal(cn_thread_start(&writer, send_flood, &s, &error), CN_OK);
    nap(20000);
    for (int i = 0; i < FLOOD; i++) {
        char want[32];
        snprintf(want, sizeof want, "line %d", i);
        assert_string_equal(cn_lines_next(s.lines, NULL), want);
    }
    assert_null(cn_lines_next(s.lines, NULL));
    cn_thread_join(writer);
    close_source(&s);
}

/* Closing does not wait for the other end. */
static void close_early(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        source s;
        open_source(&s);
        if (i % 2) send(&s, "half a li", 9);
        close_source(&s);
    }
}

/* ---- the watch ---- */

static cn_watch by_word(const char *line, void *user) {
    _Atomic int *asked = user;
    ++*asked;
    if (!line) return CN_WATCH_STOP;
    if (strcmp(line, "taken") == 0) return CN_WATCH_TAKEN;
    return strcmp(line, "stop") == 0 ? CN_WATCH_STOP : CN_WATCH_GO_ON;
}

typedef struct late {
    source *source;
    const char *text; /* NULL: the end */
    long wait_us;
} late;

static void send_late(void *user) {
    const late *l = user;
    nap(l->wait_us);
    if (l->text) {
        send(l->source, l->text, strlen(l->text));
    } else {
        finish(l->source);
    }
}

/* A search that only the watch ends. */
static void think(source *s, _Atomic int *asked) {
    const cn_game *game = cn_game_find("othello");
    cn_position p = test_position_of(game, NULL, NULL);
    const cn_limits limits = {.infinite = true};
    cn_search *search;
    static cn_result result;
    cn_error error = {""};
    assert_int_equal(cn_search_new(game, "pvs:hash=4", &search, &error), CN_OK);
    cn_lines_watch(s->lines, search, by_word, asked);
    assert_int_equal(cn_search_run(search, &p, &limits, NULL, NULL, &result, &error), CN_OK);
    cn_lines_unwatch(s->lines);
    assert_true(cn_position_legal(&p, result.best));
    cn_search_free(search);
    cn_position_free(&p);
}

static void stops_on_line(void **state) {
    (void)state;
    for (long i = 0; i < 6; i++) {
        source s;
        _Atomic int asked = 0;
        cn_thread writer;
        cn_error error;
        open_source(&s);
        late l = {&s, "go on\ntaken\nstop\n", i * 3000};
        assert_int_equal(cn_thread_start(&writer, send_late, &l, &error), CN_OK);
        think(&s, &asked);
        cn_thread_join(writer);
        assert_int_equal(asked, 3);
        assert_string_equal(cn_lines_next(s.lines, NULL), "go on");
        assert_string_equal(cn_lines_next(s.lines, NULL), "stop");
        close_source(&s);
    }
}

/* What came before the watch counts as well, and is still there to be read. */
static void stops_on_earlier_line(void **state) {
    (void)state;
    source s;
    _Atomic int asked = 0;
    open_source(&s);
    send(&s, "first\ntaken\nstop\nlast\n", 22);
    assert_string_equal(cn_lines_next(s.lines, NULL), "first");
    think(&s, &asked);
    assert_string_equal(cn_lines_next(s.lines, NULL), "stop");
    assert_string_equal(cn_lines_next(s.lines, NULL), "last");
    finish(&s);
    assert_null(cn_lines_next(s.lines, NULL));
    close_source(&s);
}

static void stops_at_end(void **state) {
    (void)state;
    for (long i = 0; i < 3; i++) {
        source s;
        _Atomic int asked = 0;
        cn_thread writer;
        cn_error error;
        open_source(&s);
        late l = {&s, NULL, i * 5000};
        assert_int_equal(cn_thread_start(&writer, send_late, &l, &error), CN_OK);
        think(&s, &asked);
        cn_thread_join(writer);
        think(&s, &asked); /* at its end already */
        assert_int_equal(asked, 2);
        close_source(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bytes),     cmocka_unit_test(long_lines),
        cmocka_unit_test(flood),         cmocka_unit_test(close_early),
        cmocka_unit_test(stops_on_line), cmocka_unit_test(stops_on_earlier_line),
        cmocka_unit_test(stops_at_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
