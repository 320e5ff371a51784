/* What the parts of the server share. */
#ifndef WEB_CONTEXT_H
#define WEB_CONTEXT_H

#include "parallel/thread.h"
#include "web/web.h"

#include <stdatomic.h>

struct cn_web {
    cn_web_settings set;
    struct MHD_Daemon *daemon;
    int port;
    _Atomic bool stopping;
    cn_lock waiters; /* guards the flags of requests that wait */
};

#endif
