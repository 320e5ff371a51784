/* The connections of the server, and what one client may take of it.
 *
 * A connection that sends its request byte by byte would keep its place for as long as it likes, so
 * the housekeeping thread ends those that exceed the server's patience.
 *
 * Where others than this machine can reach the server, a client, which is an address, may not have
 * everything: `cn_web_settings.each` bounds its connections, its sessions, its operations, and its
 * requests a second. */
#pragma once

#include "web/request.h"

/* For MHD_OPTION_NOTIFY_CONNECTION; `user` is the server. Keeps its own record of a connection for
 * as long as that is open. */
void cn_connection_notify(void *user, struct MHD_Connection *connection, void **own,
                          enum MHD_ConnectionNotificationCode what);

/* `whole`: the request has come in, and the connection may now take its time. Otherwise it was
 * answered, and the next request may begin. */
void cn_connection_asked(cn_web *web, struct MHD_Connection *connection, bool whole);

/* Ends connections that have taken too long to ask; for the housekeeping thread. */
void cn_connections_tick(cn_web *web);

/* The address a request comes from. */
cn_address cn_address_of(const cn_request *request);
bool cn_address_equal(const cn_address *a, const cn_address *b);

/* Counts a request. False, after an answer, if its client has sent too many of late. */
bool cn_client_admit(cn_request *request);
/* The arithmetic of that: a bucket leaks `rate` requests a second, and a request that would make it
 * overflow is not counted. False: it would. */
bool cn_bucket_add(cn_bucket *bucket, double rate, double now);

/* Whether a client that has `count` of something (sessions, operations) has as many as it may. */
bool cn_client_full(const cn_web *web, int count);
