/* What a test that starts programs must not leave behind. */
#ifndef TESTS_TRACES_H
#define TESTS_TRACES_H

#include "support/support.h"

#include <sys/types.h>

/* How many file descriptors this process has open. */
int test_count_files(void);

/* Fails the test if a child is left, running or not waited for. */
void test_no_children(void);

/* Whether a process runs; one that has ended and is not waited for does not. */
bool test_runs(pid_t pid);

#endif
