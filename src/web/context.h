/* `cn_web`, the server: what its parts share. Each part owns the fields of its section; the others
 * go through its functions. */
#pragma once

#include "parallel/thread.h"
#include "web/budget.h"
#include "web/web.h"

#include <stdatomic.h>

struct cn_session;
struct cn_op;
struct cn_lab_run;
struct cn_connection;

/* Sizes of the tables in cn_web. */
enum {
    CN_RUNS = 20,    /* measurements that are kept */
    CN_BUCKETS = 64, /* clients whose requests are counted */
};

/* Where a client is: an IPv4 address or the network part of an IPv6 address. */
typedef struct cn_address {
    unsigned char bytes[8];
} cn_address;

/* How many requests a client has sent of late, see web/connections.c. */
typedef struct cn_bucket {
    cn_address who;
    double level; /* requests, less those that time has forgiven */
    double at;    /* as of when; 0: the bucket is unused */
} cn_bucket;

/* Locks are taken in this order: cn_session.lock, then cn_op.lock; runs_lock, then cn_lab_run.lock.
 * No other lock may be taken while one of the others here is held. */
struct cn_web {
    cn_web_settings set;
    struct MHD_Daemon *daemon;
    int port;
    char token[32]; /* that visitors must show; empty: none */
    bool limited;   /* others than this machine can reach it: a client may not take everything */
    _Atomic bool stopping;
    _Atomic int streams; /* event streams that are open */
    cn_lock waiters;     /* guards the flags of requests that wait */
    cn_budget budget;

    cn_lock sessions_lock; /* guards the table, and the holders of each session */
    struct cn_session **sessions;
    int session_count;

    cn_lock ops_lock; /* guards the list of operations; only housekeeping takes any off it */
    struct cn_op *ops;
    int op_count;

    cn_lock runs_lock; /* guards the measurements: the list, newest first, and their holders */
    struct cn_lab_run *runs[CN_RUNS];
    int run_count;
    bool lab_busy; /* the newest is under way */

    cn_lock connections_lock; /* guards the connections and the buckets */
    struct cn_connection *connections;
    cn_bucket buckets[CN_BUCKETS];

    bool housekept; /* the thread is there */
    cn_thread housekeeping;
    cn_lock housekeeping_lock;
    cn_signal housekeeping_signal; /* there is something to do before the next tick */
};
