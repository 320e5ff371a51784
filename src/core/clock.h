/* Clocks. Wall time is of the system's monotonic clock: it counts from an arbitrary moment, never
 * goes back, and is the same for all threads. Processor time is what was really computed, so it
 * does not depend on what else runs on the machine. */
#pragma once

#include <stdint.h>
#include <time.h>

/* Wall time in nanoseconds, and in seconds. */
static inline uint64_t cn_clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static inline double cn_clock_seconds(void) {
    return (double)cn_clock_ns() * 1e-9;
}

/* Processor time of this thread, in nanoseconds. */
static inline uint64_t cn_clock_thread_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* Processor time of all threads of the process together, in seconds. */
static inline double cn_clock_cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
