/* Connections in a list, and a leaky bucket of requests for each of the last clients: a request
 * goes into the bucket of its address, and the bucket leaks at the rate that is allowed. */
#include "web/connections.h"

#include "core/clock.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { BURST = 8 }; /* seconds' worth of requests that a client may send at once */

/* An open connection. */
struct cn_connection {
    struct cn_connection *next, **link;
    int socket;
    bool served;  /* its request is being answered */
    double since; /* when it came, or was last answered */
};

/* Puts a new connection into the list. */
static void add(cn_web *web, struct MHD_Connection *connection, void **own) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct cn_connection *c = info ? calloc(1, sizeof *c) : NULL;
    *own = c;
    if (!c) return; /* without memory it is not watched */
    c->socket = info->connect_fd;
    c->since = cn_clock_seconds();
    cn_lock_take(&web->connections_lock);
    c->next = web->connections;
    c->link = &web->connections;
    if (c->next) c->next->link = &c->next;
    web->connections = c;
    cn_lock_leave(&web->connections_lock);
}

void cn_connection_notify(void *user, struct MHD_Connection *connection, void **own,
                          enum MHD_ConnectionNotificationCode what) {
    cn_web *web = user;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        add(web, connection, own);
        return;
    }
    struct cn_connection *c = *own;
    *own = NULL;
    if (!c) return;
    /* MHD closes the socket after this call. So the number in the list is always that of an open
     * connection, and cn_connections_tick cannot end one that got the same number later. */
    cn_lock_take(&web->connections_lock);
    *c->link = c->next;
    if (c->next) c->next->link = c->link;
    cn_lock_leave(&web->connections_lock);
    free(c);
}

void cn_connection_asked(cn_web *web, struct MHD_Connection *connection, bool whole) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct cn_connection *c = info ? info->socket_context : NULL;
    if (!c) return;
    cn_lock_take(&web->connections_lock);
    c->served = whole;
    c->since = cn_clock_seconds();
    cn_lock_leave(&web->connections_lock);
}

void cn_connections_tick(cn_web *web) {
    const double now = cn_clock_seconds();
    cn_lock_take(&web->connections_lock);
    for (const struct cn_connection *c = web->connections; c; c = c->next) {
        if (!c->served && now - c->since > web->set.patience) shutdown(c->socket, SHUT_RDWR);
    }
    cn_lock_leave(&web->connections_lock);
}

/* ---- clients ---- */

cn_address cn_address_of(const cn_request *r) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    cn_address address = {{0}};
    if (!info || !info->client_addr) return address;
    if (info->client_addr->sa_family == AF_INET6) {
        /* A household or a machine usually has 64 bits of its own: the network is the client. */
        memcpy(address.bytes, &((const struct sockaddr_in6 *)info->client_addr)->sin6_addr, 8);
    } else {
        memcpy(address.bytes, &((const struct sockaddr_in *)info->client_addr)->sin_addr, 4);
    }
    return address;
}

bool cn_address_equal(const cn_address *a, const cn_address *b) {
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* The bucket of a client, a fresh one for one that was not seen of late; with the lock taken. */
static cn_bucket *bucket_of(cn_web *web, const cn_address *who) {
    cn_bucket *oldest = &web->buckets[0];
    for (int i = 0; i < CN_BUCKETS; i++) {
        cn_bucket *b = &web->buckets[i];
        if (b->at > 0 && cn_address_equal(&b->who, who)) return b;
        if (b->at < oldest->at) oldest = b;
    }
    *oldest = (cn_bucket){.who = *who};
    return oldest;
}

bool cn_bucket_add(cn_bucket *b, double rate, double now) {
    b->level = b->at > 0 ? b->level - (now - b->at) * rate : 0;
    if (b->level < 0) b->level = 0;
    b->at = now;
    const bool fits = b->level + 1 <= rate * BURST;
    b->level += fits;
    return fits;
}

bool cn_client_admit(cn_request *r) {
    cn_web *web = r->web;
    if (!web->limited) return true;
    const cn_address who = cn_address_of(r);
    cn_lock_take(&web->connections_lock);
    const bool fits = cn_bucket_add(bucket_of(web, &who), web->set.each, cn_clock_seconds());
    cn_lock_leave(&web->connections_lock);
    return fits || cn_answer_error(r, MHD_HTTP_TOO_MANY_REQUESTS,
                                   "more than %d requests a second from your address: wait a "
                                   "moment",
                                   web->set.each);
}

bool cn_client_full(const cn_web *web, int count) {
    return web->limited && count >= web->set.each;
}
