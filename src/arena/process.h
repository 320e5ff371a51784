/* Another program, talked to in lines.
 *
 * It is started through /bin/sh -c in a process group of its own, so that nothing it starts
 * outlives it. No call blocks beyond its deadline: a program that reads nothing, writes nothing or
 * writes without end is waited for only so long. What it writes to standard error is read along,
 * and the last of it kept. Deadlines are in cn_clock_seconds. */
#pragma once

#include <canopy/status.h>
#include <stdbool.h>
#include <sys/types.h>

enum {
    CN_PROCESS_LINE = 1 << 16,  /* bytes a line of the program may have */
    CN_PROCESS_STDERR = 1 << 12 /* bytes kept of its standard error */
};

/* What a wait for a line ended with. */
typedef enum cn_process_event {
    CN_PROCESS_OK,      /* a line was read; all was written */
    CN_PROCESS_TIMEOUT, /* the deadline passed */
    CN_PROCESS_ENDED,   /* the program ended or closed the pipe */
    CN_PROCESS_FLOOD,   /* a line longer than CN_PROCESS_LINE */
    CN_PROCESS_WOKEN,   /* cn_process_wake was called */
} cn_process_event;

/* A program and the pipes to it. */
typedef struct cn_process {
    pid_t pid;             /* also the process group; 0: not running */
    int in, out, err;      /* our ends; -1: closed */
    int wake[2];           /* a pipe that ends a wait; lives as long as the cn_process */
    char *buffer;          /* CN_PROCESS_LINE bytes: what was read and not yet handed out */
    size_t start, end;     /* where the bytes in the buffer begin and end */
    double heard;          /* when the last of it came; 0: nothing has */
    char *errors;          /* CN_PROCESS_STDERR bytes: a ring of standard error */
    size_t errors_written; /* bytes in all */
} cn_process;

/* Makes an idle one, which can be started many times. */
cn_status cn_process_init(cn_process *process, cn_error *error);
void cn_process_free(cn_process *process);

/* Starts a command; what was kept of an earlier one is forgotten. */
cn_status cn_process_start(cn_process *process, const char *command, cn_error *error);

/* Writes the text, reading along what the program writes. */
cn_process_event cn_process_write(cn_process *process, const char *text, double deadline);

/* The next line, without its end (LF or CR LF); NUL bytes in it become `?`. Valid until the next
 * call. */
cn_process_event cn_process_read(cn_process *process, double deadline, char **line);

/* Waits until the program has been silent for `pause` seconds, or ended, or the deadline passed.
 * What it writes meanwhile is kept for cn_process_read. */
void cn_process_rest(cn_process *process, double pause, double deadline);

/* Ends the wait of another thread or of the interrupted one; may be called in a signal handler. A
 * wake that nobody waited for is kept until cn_process_forget_wake. */
void cn_process_wake(cn_process *process);
void cn_process_forget_wake(cn_process *process);

/* Ends the program: `farewell` (may be NULL) is said and a moment given to obey it, then SIGTERM
 * and another moment, then SIGKILL; both go to all that it started. */
void cn_process_end(cn_process *process, const char *farewell);

/* Kills all programs that run, and what they started; may be called in a signal handler, by a
 * process that is about to end. */
void cn_process_kill_all(void);

/* How the program ended, in words: "exited with status 3", "was killed by signal 11
 * (Segmentation fault)"; or that it closed its output, if it runs on. */
void cn_process_ending(cn_process *process, char *text, size_t size);

/* The last of its standard error as text, one line if `one_line`; returns the length. */
size_t cn_process_errors(const cn_process *process, bool one_line, char *text, size_t size);
