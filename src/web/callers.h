/* Connections, and how long each takes to ask for something: one that dribbles its request would
 * otherwise hold its place for as long as it likes. */
#pragma once

#include "web/context.h"

#include <microhttpd.h>

void cn_callers_init(cn_web *web);
void cn_callers_free(cn_web *web);

/* For MHD_OPTION_NOTIFY_CONNECTION; `user` is the server. */
void cn_caller_notify(void *user, struct MHD_Connection *connection, void **own,
                      enum MHD_ConnectionNotificationCode what);

/* The caller's request is there as a whole, or was answered: then the next may begin. */
void cn_caller_asked(cn_web *web, struct MHD_Connection *connection, bool whole);

/* Every so often: ends connections that have taken too long. */
void cn_callers_tick(cn_web *web);
