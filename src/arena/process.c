/* A program behind three pipes, read and written without blocking. Every wait is a `poll` on the
 * pipes and on a fourth one by which another thread (or a signal handler) can end the wait. The
 * program leads a process group of its own, so that one signal reaches whatever it started. */
#define _GNU_SOURCE /* pipe2: no other thread's program may inherit our ends */
#include "arena/process.h"

#include "core/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const double patience = 0.5; /* seconds to obey a farewell, and again SIGTERM */

/* ---- the programs that run ---- */

/* For signal handlers, and therefore global and lock-free. A program without a place (there are
 * more than anybody starts) is only told by the end of its input that we are gone. */
enum { PLACES = 256 };
static _Atomic pid_t running[PLACES];

/* Puts a program in the place of another: of none (0) when it is started; none in its place when it
 * has ended, before it is waited for, because until then no other process has its number. */
static void replace(pid_t old, pid_t new) {
    for (int i = 0; i < PLACES; i++) {
        pid_t there = old;
        if (atomic_compare_exchange_strong(&running[i], &there, new)) return;
    }
}

void cn_process_kill_all(void) {
    for (int i = 0; i < PLACES; i++) {
        const pid_t pid = atomic_load(&running[i]);
        if (pid) kill(-pid, SIGKILL);
    }
}

/* ---- starting ---- */

/* Closes one end of a pipe, if it is open. */
static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

/* A pipe whose ends are not among the standard streams, even where those are closed: the program's
 * streams are made by copying onto them. */
static bool make_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    for (int i = 0; i < 2; i++) {
        if (ends[i] > 2) continue;
        const int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
        close(ends[i]);
        ends[i] = moved;
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

/* Reads and writes of this end return at once. */
static void no_waiting(int end) {
    fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
}

cn_status cn_process_init(cn_process *p, cn_error *error) {
    *p = (cn_process){.in = -1, .out = -1, .err = -1, .wake = {-1, -1}};
    p->buffer = malloc(CN_PROCESS_LINE);
    p->errors = malloc(CN_PROCESS_STDERR);
    if (!p->buffer || !p->errors) {
        cn_process_free(p);
        return cn_fail(error, CN_NO_MEMORY, "no memory for a program's output");
    }
    if (!make_pipe(p->wake)) {
        const int why = errno;
        cn_process_free(p);
        return cn_fail(error, CN_IO, "no pipe: %s", strerror(why));
    }
    no_waiting(p->wake[0]);
    no_waiting(p->wake[1]);
    return CN_OK;
}

void cn_process_free(cn_process *p) {
    cn_process_end(p, NULL);
    close_end(&p->wake[0]);
    close_end(&p->wake[1]);
    free(p->buffer);
    free(p->errors);
    p->buffer = p->errors = NULL;
}

/* The program gets a group of its own and no blocked or ignored signals of ours. */
static int spawn(pid_t *pid, const char *command, const int streams[3]) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    char *const words[] = {"sh", "-c", (char *)command, NULL};
    sigemptyset(&none);
    sigfillset(&all);
    int why = posix_spawn_file_actions_init(&actions);
    if (why) return why;
    why = posix_spawnattr_init(&attributes);
    if (why) {
        posix_spawn_file_actions_destroy(&actions);
        return why;
    }
    for (int i = 0; i < 3 && !why; i++) {
        why = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    }
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    if (!why) why = posix_spawn(pid, "/bin/sh", &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return why;
}

cn_status cn_process_start(cn_process *p, const char *command, cn_error *error) {
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}}; /* the program reads from the first */
    int *const ours[3] = {&p->in, &p->out, &p->err};
    int why = 0;
    cn_process_end(p, NULL);
    p->start = p->end = p->errors_written = 0;
    p->heard = 0;
    for (int i = 0; i < 3 && !why; i++) why = make_pipe(pipes[i]) ? 0 : errno;
    if (!why) {
        why = spawn(&p->pid, command, (const int[3]){pipes[0][0], pipes[1][1], pipes[2][1]});
    }
    for (int i = 0; i < 3; i++) {
        close_end(&pipes[i][i > 0]);
        *ours[i] = pipes[i][i == 0];
        if (why) {
            close_end(ours[i]);
        } else {
            no_waiting(*ours[i]);
        }
    }
    if (why) {
        p->pid = 0;
        return cn_fail(error, CN_IO, "cannot start `%.200s`: %s", command, strerror(why));
    }
    replace(0, p->pid);
    return CN_OK;
}

/* ---- talking ---- */

/* Reads what there is of standard error into the ring. */
static void take_errors(cn_process *p) {
    char piece[1024];
    const ssize_t got = read(p->err, piece, sizeof piece);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) close_end(&p->err);
    for (ssize_t i = 0; i < got; i++) {
        p->errors[p->errors_written++ % CN_PROCESS_STDERR] = piece[i];
    }
}

/* Reads what there is of standard output, as far as there is room. */
static void take_output(cn_process *p) {
    if (p->start > 0) {
        memmove(p->buffer, p->buffer + p->start, p->end - p->start);
        p->end -= p->start;
        p->start = 0;
    }
    const ssize_t got = read(p->out, p->buffer + p->end, CN_PROCESS_LINE - p->end);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) close_end(&p->out);
    if (got <= 0) return;
    p->end += (size_t)got;
    p->heard = cn_clock_seconds();
}

/* Whether more output can be taken in. What does not fit stays in the pipe, and a program that
 * fills the pipe waits. */
static bool has_room(const cn_process *p) {
    return p->out >= 0 && p->end - p->start < CN_PROCESS_LINE;
}

/* Whether the program itself is gone; it stays a zombie, whose number nobody else can get. */
static bool is_gone(const cn_process *p) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

/* Waits for something to read or, if asked, for room to write, and reads. A program that ended may
 * have left its output to a child that says nothing: hence the slices. */
static cn_process_event wait_some(cn_process *p, bool writing, bool wakes, double deadline) {
    enum { SLICE_MS = 50 };
    const double left = deadline - cn_clock_seconds();
    if (left <= 0) return CN_PROCESS_TIMEOUT;
    struct pollfd ends[4] = {
        {.fd = has_room(p) ? p->out : -1, .events = POLLIN},
        {.fd = p->err, .events = POLLIN},
        {.fd = wakes ? p->wake[0] : -1, .events = POLLIN},
        {.fd = writing ? p->in : -1, .events = POLLOUT},
    };
    const int ready = poll(ends, 4, left < SLICE_MS * 1e-3 ? (int)(left * 1e3) + 1 : SLICE_MS);
    if (ready < 0) return errno == EINTR ? CN_PROCESS_OK : CN_PROCESS_ENDED;
    if (ready == 0) return is_gone(p) ? CN_PROCESS_ENDED : CN_PROCESS_OK;
    if (ends[1].revents) take_errors(p);
    if (ends[0].revents) take_output(p);
    return ends[2].revents ? CN_PROCESS_WOKEN : CN_PROCESS_OK;
}

/* A pipe whose reader is gone raises SIGPIPE. It is blocked in this thread for the length of one
 * call and taken off again, so that the program we are part of may think of it what it will. */
static ssize_t write_quietly(int end, const char *text, size_t size) {
    sigset_t pipe_only, before, pending;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    const bool there_already = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    const ssize_t wrote = write(end, text, size);
    const int why = errno;
    if (wrote < 0 && why == EPIPE && !there_already) {
        const struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_only, NULL, &now) < 0 && errno == EINTR) continue;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return wrote;
}

cn_process_event cn_process_write(cn_process *p, const char *text, double deadline) {
    for (size_t left = strlen(text); left > 0;) {
        if (p->in < 0) return CN_PROCESS_ENDED;
        const ssize_t wrote = write_quietly(p->in, text, left);
        if (wrote > 0) {
            text += wrote;
            left -= (size_t)wrote;
            continue;
        }
        if (wrote < 0 && errno != EAGAIN && errno != EINTR) {
            close_end(&p->in);
            return CN_PROCESS_ENDED;
        }
        const cn_process_event event = wait_some(p, true, false, deadline);
        if (event != CN_PROCESS_OK) return event;
    }
    return CN_PROCESS_OK;
}

/* Takes a line out of the buffer; at the end of all output also one without an end. */
static bool take_line(cn_process *p, char **line) {
    char *from = p->buffer + p->start;
    const size_t size = p->end - p->start;
    char *stop = memchr(from, '\n', size);
    if (!stop && (p->out >= 0 || size == 0 || size == CN_PROCESS_LINE)) return false;
    size_t length = stop ? (size_t)(stop - from) : size;
    p->start += length + (stop != NULL);
    if (!stop) { /* room for the NUL, which the line's end would have given */
        memmove(p->buffer, from, length);
        from = p->buffer;
        p->start = p->end = 0;
    }
    if (length > 0 && from[length - 1] == '\r') length--;
    for (size_t i = 0; i < length; i++) {
        if (from[i] == '\0') from[i] = '?';
    }
    from[length] = '\0';
    *line = from;
    return true;
}

cn_process_event cn_process_read(cn_process *p, double deadline, char **line) {
    while (!take_line(p, line)) {
        if (p->end - p->start == CN_PROCESS_LINE) return CN_PROCESS_FLOOD;
        if (p->out < 0) return CN_PROCESS_ENDED;
        const cn_process_event event = wait_some(p, false, true, deadline);
        if (event == CN_PROCESS_OK) continue;
        return event;
    }
    return CN_PROCESS_OK;
}

void cn_process_rest(cn_process *p, double pause, double deadline) {
    cn_process_event event = CN_PROCESS_OK;
    while (event == CN_PROCESS_OK && p->out >= 0) {
        const double until = p->heard + pause < deadline ? p->heard + pause : deadline;
        if (cn_clock_seconds() >= until) return;
        event = wait_some(p, false, false, until);
    }
}

void cn_process_wake(cn_process *p) {
    const int before = errno; /* a signal handler must not change it */
    if (write(p->wake[1], "", 1) < 0) {
        /* The pipe is full: a wake is pending already. */
    }
    errno = before;
}

void cn_process_forget_wake(cn_process *p) {
    char drop[64];
    while (read(p->wake[0], drop, sizeof drop) > 0) continue;
}

/* ---- ending ---- */

/* Reads on, for a program that is still writing might not end otherwise. */
static bool ends_within(cn_process *p, double seconds) {
    const double deadline = cn_clock_seconds() + seconds;
    for (;;) {
        if (is_gone(p)) return true;
        const double left = deadline - cn_clock_seconds();
        if (left <= 0) return false;
        p->start = p->end = 0;
        struct pollfd ends[2] = {{.fd = p->out, .events = POLLIN},
                                 {.fd = p->err, .events = POLLIN}};
        poll(ends, 2, 5);
        if (ends[0].revents) take_output(p);
        if (ends[1].revents) take_errors(p);
    }
}

void cn_process_end(cn_process *p, const char *farewell) {
    if (p->pid == 0) return;
    bool gone = is_gone(p);
    if (!gone && farewell) {
        cn_process_write(p, farewell, cn_clock_seconds() + patience);
        close_end(&p->in);
        gone = ends_within(p, patience);
    }
    close_end(&p->in);
    if (!gone) {
        kill(-p->pid, SIGTERM);
        ends_within(p, patience);
    }
    /* What it started may live on in its group, whose number is ours as long as we have not waited
     * for its leader. */
    kill(-p->pid, SIGKILL);
    replace(p->pid, 0);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) continue;
    for (int i = 0; i < 64 && p->err >= 0; i++) take_errors(p); /* what a pipe holds */
    close_end(&p->out);
    close_end(&p->err);
    p->start = p->end = 0;
    p->pid = 0;
}

void cn_process_ending(cn_process *p, char *text, size_t size) {
    siginfo_t info = {.si_pid = 0};
    /* Who closes the pipes by ending is waited for a moment. */
    if (p->pid && ends_within(p, patience / 5) &&
        waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid) {
        /* The shell may stand between us and the program, and says so by adding 128. */
        const bool exited = info.si_code == CLD_EXITED, passed_on = info.si_status > 128;
        const int number = exited && passed_on ? info.si_status - 128 : info.si_status;
        if (exited && !(passed_on && number < NSIG)) {
            snprintf(text, size, "exited with status %d", info.si_status);
        } else {
            snprintf(text, size, "was killed by signal %d (%s)", number, strsignal(number));
        }
    } else {
        snprintf(text, size, "closed its output");
    }
}

size_t cn_process_errors(const cn_process *p, bool one_line, char *text, size_t size) {
    const size_t written = p->errors_written;
    const size_t first = written > CN_PROCESS_STDERR ? written - CN_PROCESS_STDERR : 0;
    /* The end of the text, without the line ends behind it. */
    size_t to = written, from, length = 0;
    while (to > first && strchr("\r\n \t", p->errors[(to - 1) % CN_PROCESS_STDERR])) to--;
    for (from = to; from > first && to - from < size - 1; from--) {
        if (one_line && p->errors[(from - 1) % CN_PROCESS_STDERR] == '\n') break;
    }
    for (; from < to; from++) {
        const char c = p->errors[from % CN_PROCESS_STDERR];
        text[length++] = c == '\0' ? '?' : c;
    }
    text[length] = '\0';
    return length;
}
