/* Hubs of server-sent events: an event is made once, as a frame of text, and shared by all streams
 * that send it.
 *
 * Every event has a number, and a stream remembers the number it sent last of each channel. So a
 * stream finds the oldest event it has not sent, and skips those that were replaced meanwhile. The
 * lock of a hub guards all of it; it is held while a connection is suspended or resumed, so that no
 * event comes between looking for one and going to sleep. */
#include "web/hub.h"

#include "arena/json.h"
#include "core/clock.h"

#include <stdlib.h>

enum { BLOCK = 16384, STREAMS = 600 /* that a server carries at most */ };

/* The text of an event. The channel holds it while it is the latest, a stream while it sends it. */
struct cn_frame {
    int holders; /* guarded by the hub's lock */
    size_t size;
    char text[];
};

/* A connection of libmicrohttpd that sleeps (suspended) while there is nothing to send. Guarded by
 * the lock of its hub. */
struct cn_stream {
    cn_hub *hub;
    cn_web *web;
    struct MHD_Connection *connection;
    cn_stream *next, **link;
    void (*release)(void *owner);
    void *owner;
    uint64_t seen[CN_HUB_CHANNELS];
    cn_frame *frame; /* being sent, from `sent` on */
    size_t sent;
    bool beat;
    bool suspended;
};

/* ---- events ---- */

/* Takes back one holder of a frame; with the lock taken. */
static void let_go(cn_frame *frame) {
    if (frame && --frame->holders == 0) free(frame);
}

/* An event in the format of server-sent events; takes over the value. NULL: no memory. */
static cn_frame *make_frame(const char *event, json_t *value) {
    char *data = cn_json_dump(value, JSON_COMPACT | JSON_REAL_PRECISION(6));
    if (!data) return NULL;
    const size_t room = strlen(event) + strlen(data) + sizeof "event: \ndata: \n\n";
    cn_frame *frame = malloc(sizeof *frame + room);
    if (frame) {
        frame->holders = 1;
        frame->size = (size_t)snprintf(frame->text, room, "event: %s\ndata: %s\n\n", event, data);
    }
    free(data);
    return frame;
}

/* Lets every stream look for what is new; with the lock taken. */
static void wake(cn_hub *hub) {
    for (cn_stream *s = hub->streams; s; s = s->next) {
        if (s->suspended) MHD_resume_connection(s->connection);
        s->suspended = false;
    }
}

void cn_hub_init(cn_hub *hub) {
    *hub = (cn_hub){.lonely = cn_clock_seconds()};
    cn_lock_init(&hub->lock);
}

void cn_hub_free(cn_hub *hub) {
    for (int i = 0; i < CN_HUB_CHANNELS; i++) let_go(hub->frame[i]);
    cn_lock_free(&hub->lock);
}

void cn_hub_write(cn_hub *hub, int channel, const char *event, json_t *value) {
    cn_frame *frame = value ? make_frame(event, value) : NULL;
    cn_lock_take(&hub->lock);
    if (hub->ended) {
        let_go(frame);
        cn_lock_leave(&hub->lock);
        return;
    }
    let_go(hub->frame[channel]);
    hub->frame[channel] = frame;
    if (frame) {
        hub->number[channel] = ++hub->written;
        wake(hub);
    }
    cn_lock_leave(&hub->lock);
}

void cn_hub_beat(cn_hub *hub) {
    cn_lock_take(&hub->lock);
    for (cn_stream *s = hub->streams; s; s = s->next) s->beat = true;
    wake(hub);
    cn_lock_leave(&hub->lock);
}

void cn_hub_end(cn_hub *hub) {
    cn_lock_take(&hub->lock);
    hub->ended = true;
    wake(hub);
    cn_lock_leave(&hub->lock);
}

int cn_hub_listeners(cn_hub *hub, double *lonely) {
    cn_lock_take(&hub->lock);
    const int count = hub->listeners;
    *lonely = count ? 0 : cn_clock_seconds() - hub->lonely;
    cn_lock_leave(&hub->lock);
    return count;
}

/* ---- streams ---- */

/* The oldest event that the stream has not sent. */
static cn_frame *next_frame(cn_stream *s) {
    const cn_hub *hub = s->hub;
    int next = -1;
    for (int i = 0; i < CN_HUB_CHANNELS; i++) {
        if (!hub->frame[i] || hub->number[i] <= s->seen[i]) continue;
        if (next < 0 || hub->number[i] < hub->number[next]) next = i;
    }
    if (next < 0) return NULL;
    s->seen[next] = hub->number[next];
    hub->frame[next]->holders++;
    return hub->frame[next];
}

/* Copies what is left of the frame, as far as there is room. */
static ssize_t send_rest(cn_stream *s, char *buffer, size_t room) {
    const size_t left = s->frame->size - s->sent;
    const size_t size = left < room ? left : room;
    memcpy(buffer, s->frame->text + s->sent, size);
    s->sent += size;
    if (s->sent == s->frame->size) {
        let_go(s->frame);
        s->frame = NULL;
    }
    return (ssize_t)size;
}

/* libmicrohttpd asks for more to send. Without any, the connection sleeps until `wake`. */
static ssize_t on_read(void *user, uint64_t position, char *buffer, size_t room) {
    (void)position;
    static const char comment[] = ":\n\n";
    cn_stream *s = user;
    ssize_t size = 0;
    cn_lock_take(&s->hub->lock);
    if (!s->frame) {
        s->frame = next_frame(s);
        s->sent = 0;
    }
    if (s->frame) {
        size = send_rest(s, buffer, room);
    } else if (s->hub->ended || atomic_load(&s->web->stopping)) {
        size = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (s->beat && room >= sizeof comment) {
        size = sizeof comment - 1;
        memcpy(buffer, comment, (size_t)size);
        s->beat = false;
    } else {
        s->suspended = true;
        MHD_suspend_connection(s->connection);
    }
    cn_lock_leave(&s->hub->lock);
    return size;
}

/* The connection is closed: libmicrohttpd calls this once for every stream, in one of its threads.
 */
static void on_gone(void *user) {
    cn_stream *s = user;
    cn_hub *hub = s->hub;
    cn_lock_take(&hub->lock);
    *s->link = s->next;
    if (s->next) s->next->link = s->link;
    let_go(s->frame);
    if (--hub->listeners == 0) hub->lonely = cn_clock_seconds();
    cn_lock_leave(&hub->lock);
    atomic_fetch_sub(&s->web->streams, 1);
    s->release(s->owner);
    free(s);
}

bool cn_hub_answer(cn_request *r, cn_hub *hub, void (*release)(void *owner), void *owner) {
    cn_stream *s = calloc(1, sizeof *s);
    if (atomic_fetch_add(&r->web->streams, 1) >= STREAMS || !s) {
        atomic_fetch_sub(&r->web->streams, 1);
        free(s);
        release(owner);
        return cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE,
                               "too many event streams: try again later");
    }
    *s = (cn_stream){.hub = hub,
                     .web = r->web,
                     .connection = r->connection,
                     .release = release,
                     .owner = owner,
                     .beat = true}; /* headers go out at once, also where there is no event */
    cn_lock_take(&hub->lock);
    s->next = hub->streams;
    s->link = &hub->streams;
    if (s->next) s->next->link = &s->next;
    hub->streams = s;
    hub->listeners++;
    cn_lock_leave(&hub->lock);
    r->status = MHD_HTTP_OK;
    r->response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, on_read, s, on_gone);
    if (!r->response) {
        on_gone(s);
        return false;
    }
    MHD_add_response_header(r->response, MHD_HTTP_HEADER_CONTENT_TYPE, "text/event-stream");
    MHD_add_response_header(r->response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    MHD_add_response_header(r->response, "X-Accel-Buffering", "no");
    return true;
}
