/* Monotonic time. */
#pragma once

#include <stdint.h>
#include <time.h>

static inline uint64_t cn_clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static inline double cn_clock_seconds(void) {
    return (double)cn_clock_ns() * 1e-9;
}

/* Processor time of this thread. */
static inline uint64_t cn_clock_thread_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* Processor time of the whole process, all threads. */
static inline double cn_clock_cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
