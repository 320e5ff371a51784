/* Server-sent events: a hub has channels, which are written to, and streams, which carry what was
 * written to whoever listens.
 *
 * A channel holds its latest event only, and every event says all there is to say. So a slow reader
 * skips events but never lags behind, and no reader costs memory for what it has not read. */
#pragma once

#include "web/request.h"

/* Channels of a hub at most; the owner of a hub numbers its own. */
enum { CN_HUB_CHANNELS = 6 };

typedef struct cn_frame cn_frame;   /* an event as it is sent, shared by streams */
typedef struct cn_stream cn_stream; /* a connection that gets the events */

/* Any thread may call any function here; the lock is the hub's own business. */
typedef struct cn_hub {
    cn_lock lock;
    uint64_t written;                 /* events ever; the number of the last one */
    uint64_t number[CN_HUB_CHANNELS]; /* of each channel's latest event */
    cn_frame *frame[CN_HUB_CHANNELS]; /* … and the event; NULL: none */
    cn_stream *streams;
    int listeners;
    double lonely; /* since when nobody listens */
    bool ended;
} cn_hub;

/* Makes a hub without channels in use; frees one that has no streams left. */
void cn_hub_init(cn_hub *hub);
void cn_hub_free(cn_hub *hub); /* without streams */

/* Replaces what the channel says; takes the value. NULL: the channel has nothing to say any more.
 */
void cn_hub_write(cn_hub *hub, int channel, const char *event, json_t *value);

/* Sends a comment through every stream: keeps connections alive, and finds out about dead ones. */
void cn_hub_beat(cn_hub *hub);

/* Ends the streams, once they have sent what there is. What is written from now on is not heard. */
void cn_hub_end(cn_hub *hub);

/* How many listen; if none, `lonely` says for how many seconds. */
int cn_hub_listeners(cn_hub *hub, double *lonely);

/* Answers with a stream of the hub's events, beginning with the latest of each channel. The owner
 * of the hub must be held by the caller; `release(owner)` is called when the stream is over, and at
 * once if it cannot be opened. */
bool cn_hub_answer(cn_request *request, cn_hub *hub, void (*release)(void *owner), void *owner);
