#include "web/callers.h"

#include "core/clock.h"

#include <stdlib.h>
#include <sys/socket.h>

typedef struct cn_caller {
    struct cn_caller *next, **link;
    int socket;
    bool served;  /* its request is being answered */
    double since; /* when it came, or was last answered */
} caller;

void cn_callers_init(cn_web *web) {
    cn_lock_init(&web->callers_lock);
}

void cn_callers_free(cn_web *web) {
    cn_lock_free(&web->callers_lock);
}

static void add(cn_web *web, struct MHD_Connection *connection, void **own) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    caller *c = info ? calloc(1, sizeof *c) : NULL; /* without memory it is not watched */
    *own = c;
    if (!c) return;
    *c = (caller){.socket = info->connect_fd, .since = cn_clock_seconds()};
    cn_lock_take(&web->callers_lock);
    c->next = web->callers;
    c->link = &web->callers;
    if (c->next) c->next->link = &c->next;
    web->callers = c;
    cn_lock_leave(&web->callers_lock);
}

void cn_caller_notify(void *user, struct MHD_Connection *connection, void **own,
                      enum MHD_ConnectionNotificationCode what) {
    cn_web *web = user;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        add(web, connection, own);
        return;
    }
    caller *c = *own;
    *own = NULL;
    if (!c) return;
    /* The socket is closed after this, so nobody ends another connection by its number. */
    cn_lock_take(&web->callers_lock);
    *c->link = c->next;
    if (c->next) c->next->link = c->link;
    cn_lock_leave(&web->callers_lock);
    free(c);
}

void cn_caller_asked(cn_web *web, struct MHD_Connection *connection, bool whole) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    caller *c = info ? info->socket_context : NULL;
    if (!c) return;
    cn_lock_take(&web->callers_lock);
    c->served = whole;
    c->since = cn_clock_seconds();
    cn_lock_leave(&web->callers_lock);
}

void cn_callers_tick(cn_web *web) {
    const double now = cn_clock_seconds();
    cn_lock_take(&web->callers_lock);
    for (const caller *c = web->callers; c; c = c->next) {
        if (!c->served && now - c->since > web->set.patience) shutdown(c->socket, SHUT_RDWR);
    }
    cn_lock_leave(&web->callers_lock);
}
