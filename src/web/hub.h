/* Server-sent events: channels that are written to, streams that carry them to whoever listens.
 *
 * A channel holds its latest event only, and every event says all there is to say. So a slow reader
 * skips events but never lags behind, and no reader costs memory for what it has not read. */
#pragma once

#include "web/request.h"

enum { CN_HUB_CHANNELS = 6 };

typedef struct cn_frame cn_frame;
typedef struct cn_stream cn_stream;

typedef struct cn_hub {
    cn_lock lock;
    uint64_t written; /* events ever; the number of the last one */
    uint64_t number[CN_HUB_CHANNELS];
    cn_frame *frame[CN_HUB_CHANNELS];
    cn_stream *streams;
    int listeners;
    double lonely; /* since when nobody listens */
    bool ended;
} cn_hub;

void cn_hub_init(cn_hub *hub);
void cn_hub_free(cn_hub *hub); /* without streams */

/* Replaces what the channel says; takes the value. NULL: the channel has nothing to say any more.
 */
void cn_hub_write(cn_hub *hub, int channel, const char *event, json_t *value);

/* Keeps connections alive, and finds out about dead ones. */
void cn_hub_beat(cn_hub *hub);

/* Streams end when they have sent what there is; what is written from now on is not heard. */
void cn_hub_end(cn_hub *hub);

/* How many listen; if none, `lonely` says for how many seconds. */
int cn_hub_listeners(cn_hub *hub, double *lonely);

/* Answers with a stream of the hub's events. `release(owner)` is called when it is over, and at
 * once if it cannot be opened. */
bool cn_hub_answer(cn_request *request, cn_hub *hub, void (*release)(void *owner), void *owner);
