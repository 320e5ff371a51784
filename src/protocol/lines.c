/* The thread that reads lines, and the queue it puts them into: see lines.h.
 *
 * The reader waits in poll for input, for a byte in the pipe `wake`, or for the moment when a
 * search has had its grace. All that both threads touch is guarded by `lock`; the line that is
 * arriving is the reader's alone. */
#include "protocol/lines.h"

#include "core/clock.h"
#include "parallel/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    QUEUE_MAX = 4096,     /* lines that may wait before no more are read … */
    QUEUE_BYTES = 4 << 20 /* … and bytes */
};

/* A line that waits to be read. */
typedef struct entry {
    struct entry *next;
    bool cut;
    size_t length;
    char text[];
} entry;

/* The input of a protocol: a queue of lines, filled by the reader's thread and emptied by the
 * thread of the dialogue. */
struct cn_lines {
    int descriptor;
    bool script; /* a file: nobody waits at the other end */
    int wake[2]; /* a pipe: a byte in it makes the reader look up */
    cn_thread reader;
    cn_lock lock;    /* guards all below but the reader's own */
    cn_signal moved; /* the queue or `ended` changed */
    entry *first, **last;
    int count;
    size_t bytes;
    bool ended, closing;
    entry *current; /* handed out last */
    /* The watch; no search: none. */
    cn_search *search;
    cn_watch_fn *ask;
    void *user;
    double stop_at; /* of cn_clock_cpu_seconds, so that a busy machine does not matter; 0: not */
    /* The reader's own: the line that is arriving. */
    char *part;
    size_t length;
    bool cut;
};

/* ---- the watch, with the lock taken ---- */

/* Asks about a line; false if it is done with. */
static bool ask(cn_lines *l, const char *line) {
    if (!l->search) return true;
    double at = 0;
    switch (l->ask(line, l->user)) {
    case CN_WATCH_GO_ON: return true;
    case CN_WATCH_TAKEN: return false;
    case CN_WATCH_SOON: at = l->script ? 0 : cn_clock_cpu_seconds() + CN_WATCH_GRACE; break;
    case CN_WATCH_STOP: at = cn_clock_cpu_seconds(); break;
    }
    if (at > 0 && (l->stop_at == 0 || at < l->stop_at)) l->stop_at = at;
    return true;
}

/* Stops the search if it is time to. Milliseconds until the reader has to look at the watch again,
 * -1: never. */
static int patience(cn_lines *l) {
    if (!l->search || l->stop_at == 0) return -1;
    const double left = l->stop_at - cn_clock_cpu_seconds();
    if (left > 0) return 1 + (int)(left * 1000);
    cn_search_stop(l->search);
    l->stop_at = 0;
    return -1;
}

/* ---- the reader ---- */

/* Makes the reader look at the state again. */
static void wake(cn_lines *l) {
    const char byte = 0;
    /* A full pipe wakes as well as a fuller one. */
    while (write(l->wake[1], &byte, 1) < 0 && errno == EINTR) {
    }
}

/* The input is at its end: whoever waits for a line learns it, and so does the watch. */
static void end_input(cn_lines *l) {
    cn_lock_take(&l->lock);
    l->ended = true;
    ask(l, NULL);
    cn_signal_raise(&l->moved);
    cn_lock_leave(&l->lock);
}

/* A line is whole. False if there is no memory for it. */
static bool put(cn_lines *l) {
    if (l->length > 0 && l->part[l->length - 1] == '\r') l->length--;
    entry *e = malloc(sizeof *e + l->length + 1);
    if (!e) return false;
    *e = (entry){.cut = l->cut, .length = l->length};
    memcpy(e->text, l->part, l->length);
    e->text[l->length] = '\0';
    l->length = 0;
    l->cut = false;
    cn_lock_take(&l->lock);
    if (ask(l, e->text)) {
        *l->last = e;
        l->last = &e->next;
        l->count++;
        l->bytes += e->length;
        cn_signal_raise(&l->moved);
    } else {
        free(e);
    }
    cn_lock_leave(&l->lock);
    return true;
}

/* Reads what there is; false at the end. */
static bool take_input(cn_lines *l) {
    char chunk[4096];
    const ssize_t got = read(l->descriptor, chunk, sizeof chunk);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    for (ssize_t i = 0; i < got; i++) {
        if (chunk[i] == '\n') {
            if (!put(l)) return false;
        } else if (l->length == CN_LINES_LONGEST) {
            l->cut = true;
        } else if (chunk[i] != '\0') {
            l->part[l->length++] = chunk[i];
        }
    }
    if (got > 0) return true;
    if (l->length > 0) put(l);
    return false;
}

/* The reader's thread. */
static void read_lines(void *user) {
    cn_lines *l = user;
    for (bool more = true;;) {
        cn_lock_take(&l->lock);
        const bool closing = l->closing;
        const bool full = l->count >= QUEUE_MAX || l->bytes >= QUEUE_BYTES;
        const int wait = patience(l);
        cn_lock_leave(&l->lock);
        if (closing) return;
        struct pollfd from[2] = {{.fd = l->wake[0], .events = POLLIN},
                                 {.fd = more && !full ? l->descriptor : -1, .events = POLLIN}};
        if (poll(from, 2, wait) < 0) continue;
        char bytes[64];
        if (from[0].revents && read(l->wake[0], bytes, sizeof bytes) < 0) continue;
        if (from[1].revents && !take_input(l)) {
            more = false;
            end_input(l);
        }
    }
}

/* ---- open and close ---- */

cn_status cn_lines_open(int descriptor, cn_lines **lines, cn_error *error) {
    cn_lines *l = calloc(1, sizeof *l);
    char *part = malloc(CN_LINES_LONGEST);
    struct stat about;
    if (!l || !part || pipe(l->wake) != 0) {
        free(l);
        free(part);
        return cn_fail(error, CN_NO_MEMORY, "no memory to read lines");
    }
    for (int i = 0; i < 2; i++) {
        fcntl(l->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(l->wake[i], F_SETFD, FD_CLOEXEC);
    }
    l->descriptor = descriptor;
    l->script = fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
    l->last = &l->first;
    l->part = part;
    cn_lock_init(&l->lock);
    cn_signal_init(&l->moved);
    const cn_status status = cn_thread_start(&l->reader, read_lines, l, error);
    if (status == CN_OK) {
        *lines = l;
        return CN_OK;
    }
    l->closing = true; /* there is no thread to join */
    cn_lines_close(l);
    return status;
}

void cn_lines_close(cn_lines *l) {
    if (!l) return;
    if (!l->closing) {
        cn_lock_take(&l->lock);
        l->closing = true;
        cn_lock_leave(&l->lock);
        wake(l);
        cn_thread_join(l->reader);
    }
    while (l->first) {
        entry *next = l->first->next;
        free(l->first);
        l->first = next;
    }
    cn_lock_free(&l->lock);
    cn_signal_free(&l->moved);
    close(l->wake[0]);
    close(l->wake[1]);
    free(l->current);
    free(l->part);
    free(l);
}

/* ---- for the one who reads ---- */

/* With the lock taken. */
static void wait_for_line(cn_lines *l) {
    while (!l->first && !l->ended) cn_signal_wait(&l->moved, &l->lock);
}

void cn_lines_wait(cn_lines *l) {
    cn_lock_take(&l->lock);
    wait_for_line(l);
    cn_lock_leave(&l->lock);
}

/* Takes the first entry out of the queue, or NULL; with the lock taken. */
static entry *shift(cn_lines *l) {
    entry *e = l->first;
    if (!e) return NULL;
    l->first = e->next;
    if (!l->first) l->last = &l->first;
    l->count--;
    l->bytes -= e->length;
    return e;
}

char *cn_lines_next(cn_lines *l, bool *cut) {
    cn_lock_take(&l->lock);
    wait_for_line(l);
    free(l->current);
    l->current = shift(l);
    cn_lock_leave(&l->lock);
    wake(l); /* there may be room now */
    if (cut) *cut = l->current && l->current->cut;
    return l->current ? l->current->text : NULL;
}

void cn_lines_watch(cn_lines *l, cn_search *search, cn_watch_fn *asked, void *user) {
    cn_lock_take(&l->lock);
    l->search = search;
    l->ask = asked;
    l->user = user;
    l->stop_at = 0;
    for (entry **at = &l->first; *at;) {
        entry *e = *at;
        if (ask(l, e->text)) {
            at = &e->next;
            continue;
        }
        *at = e->next;
        if (!*at) l->last = at;
        l->count--;
        l->bytes -= e->length;
        free(e);
    }
    if (l->ended) ask(l, NULL);
    cn_lock_leave(&l->lock);
    wake(l);
}

/* Under the lock the reader cannot be stopping the search right now; a stop that came too late
 * would otherwise end the next run. */
void cn_lines_unwatch(cn_lines *l) {
    cn_lock_take(&l->lock);
    if (l->search) cn_search_forget_stop(l->search); /* it may have ended by itself */
    l->search = NULL;
    cn_lock_leave(&l->lock);
}
