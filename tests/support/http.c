#include "support/http.h"

#include "core/clock.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

/* Patience is against hanging only: a sanitized build on a busy machine is slow, not wrong. */
enum { PATIENCE = 120 /* seconds */, STREAM = 1 << 22 };

cn_web *test_serve(void (*change)(cn_web_settings *set)) {
    cn_web_settings set = {CN_WEB_DEFAULTS, .games = cn_games()};
    cn_web *web;
    cn_error error;
    set.port = 0;
    set.threads = 2;
    if (change) change(&set);
    if (cn_web_start(&set, &web, &error) != CN_OK) fail_msg("%s", error.text);
    return web;
}

/* ---- requests ---- */

int test_connect(const cn_web *web) {
    const struct sockaddr_in at = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)cn_web_port(web)),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0 && connect(s, (const struct sockaddr *)&at, sizeof at) == 0) return s;
    if (s >= 0) close(s);
    return -1;
}

static bool readable(int s) {
    struct pollfd one = {.fd = s, .events = POLLIN};
    return poll(&one, 1, PATIENCE * 1000) > 0;
}

static void send_all(int s, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t n = send(s, bytes, size, MSG_NOSIGNAL);
        if (n <= 0) return; /* the server may have said no already */
        bytes += n;
        size -= (size_t)n;
    }
}

static char *read_all(int s) {
    size_t used = 0, room = 65536;
    char *text = malloc(room);
    for (;;) {
        assert_non_null(text);
        if (!readable(s)) fail_msg("the server is silent");
        const ssize_t n = recv(s, text + used, room - used - 1, 0);
        if (n <= 0) break;
        used += (size_t)n;
        if (room - used < 2) text = realloc(text, room *= 2);
    }
    text[used] = '\0';
    return text;
}

test_answer test_raw(const cn_web *web, const char *bytes, size_t size) {
    test_answer answer = {0};
    const int s = test_connect(web);
    assert_true(s >= 0);
    send_all(s, bytes, size);
    answer.text = read_all(s);
    close(s);
    sscanf(answer.text, "HTTP/1.%*d %d", &answer.status);
    const char *end = strstr(answer.text, "\r\n\r\n");
    answer.body = end ? answer.text + (end - answer.text) + 4 : answer.text;
    answer.json = json_loads(answer.body, JSON_DECODE_ANY, NULL);
    return answer;
}

cn_web *test_web;

int test_web_start(void **state) {
    (void)state;
    test_web = test_serve(NULL);
    return 0;
}

int test_web_stop(void **state) {
    (void)state;
    cn_web_stop(test_web);
    return 0;
}

void test_answer_free(test_answer *answer) {
    json_decref(answer->json);
    free(answer->text);
    *answer = (test_answer){0};
}

const char *test_header(const test_answer *answer, const char *name) {
    static char value[512];
    const size_t length = strlen(name);
    for (const char *line = answer->text; line && line < answer->body;) {
        if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
            snprintf(value, sizeof value, "%.*s", (int)strcspn(line + length + 2, "\r"),
                     line + length + 2);
            return value;
        }
        line = strstr(line, "\r\n");
        if (line) line += 2;
    }
    return NULL;
}

test_answer test_ask(const cn_web *web, const char *method, const char *path, const char *head,
                     const char *body) {
    const size_t size = body ? strlen(body) : 0, room = size + strlen(path) + 1024;
    char *bytes = malloc(room);
    assert_non_null(bytes);
    const bool host = head && strstr(head, "Host:");
    const bool type = !body || (head && strstr(head, "Content-Type:"));
    char own[64] = "";
    if (!host) snprintf(own, sizeof own, "Host: 127.0.0.1:%d\r\n", cn_web_port(web));
    const int n =
        snprintf(bytes, room, "%s %s HTTP/1.1\r\n%sConnection: close\r\n%s%s", method, path, own,
                 type ? "" : "Content-Type: application/json\r\n", head ? head : "");
    const int m =
        body ? snprintf(bytes + n, room - (size_t)n, "Content-Length: %zu\r\n\r\n%s", size, body)
             : snprintf(bytes + n, room - (size_t)n, "\r\n");
    test_answer answer = test_raw(web, bytes, (size_t)(n + m));
    free(bytes);
    return answer;
}

static json_t *expect(test_answer *answer, int status, const char *path) {
    if (answer->status != status || !answer->json) {
        fail_msg("%s: %d expected, got %d: %.600s", path, status, answer->status, answer->body);
    }
    json_t *json = json_incref(answer->json);
    test_answer_free(answer);
    return json;
}

json_t *test_get(const cn_web *web, int status, const char *path) {
    test_answer answer = test_ask(web, "GET", path, NULL, NULL);
    return expect(&answer, status, path);
}

json_t *test_post(const cn_web *web, int status, const char *path, const char *body) {
    test_answer answer = test_ask(web, "POST", path, NULL, body);
    return expect(&answer, status, path);
}

const char *test_path(const json_t *state, const char *what) {
    static char path[256];
    const char *id = json_string_value(json_object_get(state, "id"));
    assert_non_null(id);
    snprintf(path, sizeof path, "/api/sessions/%s%s%s", id, *what ? "/" : "", what);
    return path;
}

/* ---- events ---- */

test_stream test_listen(const cn_web *web, const char *path) {
    test_stream stream = {.socket = test_connect(web), .buffer = malloc(STREAM)};
    char request[512];
    assert_true(stream.socket >= 0);
    assert_non_null(stream.buffer);
    /* HTTP/1.0: no chunks to be taken apart */
    const int n =
        snprintf(request, sizeof request, "GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n", path);
    send_all(stream.socket, request, (size_t)n);
    return stream;
}

/* Takes the first block, up to an empty line, off the buffer; false if there is none yet. */
static bool next_block(test_stream *stream, char *block, size_t size) {
    stream->buffer[stream->used] = '\0';
    char *end = strstr(stream->buffer, "\n\n"), *head = strstr(stream->buffer, "\r\n\r\n");
    size_t gap = 2;
    if (head && (!end || head < end)) {
        end = head;
        gap = 4;
    }
    if (!end) return false;
    snprintf(block, size, "%.*s", (int)(end - stream->buffer), stream->buffer);
    const size_t gone = (size_t)(end - stream->buffer) + gap;
    memmove(stream->buffer, stream->buffer + gone, stream->used - gone);
    stream->used -= gone;
    return true;
}

/* Reads more into the buffer; false at the end of the stream. */
static bool read_more(test_stream *stream) {
    assert_true(stream->used < STREAM - 1);
    if (!readable(stream->socket)) fail_msg("the server is silent");
    const ssize_t n =
        recv(stream->socket, stream->buffer + stream->used, STREAM - 1 - stream->used, 0);
    if (n > 0) stream->used += (size_t)n;
    return n > 0;
}

int test_stream_status(test_stream *stream) {
    int status = 0;
    do {
        stream->buffer[stream->used] = '\0';
        if (strchr(stream->buffer, '\n')) {
            sscanf(stream->buffer, "HTTP/1.%*d %d", &status);
            return status;
        }
    } while (read_more(stream));
    return 0;
}

json_t *test_event(test_stream *stream, const char *name) {
    char expected[64], *block = malloc(STREAM);
    json_t *json = NULL;
    assert_non_null(block);
    snprintf(expected, sizeof expected, "event: %s\n", name);
    const double until = cn_clock_seconds() + PATIENCE; /* other events and comments keep coming */
    while (!json) {
        if (next_block(stream, block, STREAM)) {
            if (strncmp(block, "HTTP/1.", 7) == 0 && !strstr(block, " 200 ")) {
                fail_msg("no stream: %s", block);
            }
            if (strncmp(block, expected, strlen(expected)) != 0) continue;
            const char *data = strstr(block, "\ndata: ");
            assert_non_null(data);
            json = json_loads(data + 7, 0, NULL);
            assert_non_null(json);
            break;
        }
        if (cn_clock_seconds() > until) fail_msg("no event %s", name);
        if (!read_more(stream)) break;
    }
    free(block);
    return json;
}

void test_stream_close(test_stream *stream) {
    close(stream->socket);
    free(stream->buffer);
    *stream = (test_stream){.socket = -1};
}

/* ---- values ---- */

json_t *test_at(const json_t *value, const char *path) {
    char copy[256];
    const json_t *at = value;
    snprintf(copy, sizeof copy, "%s", path);
    for (char *save, *word = strtok_r(copy, ".", &save); word; word = strtok_r(NULL, ".", &save)) {
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(word)) : json_object_get(at, word);
        if (!at) fail_msg("there is no %s (of %s)", word, path);
    }
    return (json_t *)(uintptr_t)at;
}
