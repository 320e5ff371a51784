#include "support/traces.h"

#include <dirent.h>
#include <errno.h>
#include <sys/wait.h>

int test_count_files(void) {
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    int count = 0;
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

void test_no_children(void) {
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

bool test_runs(pid_t pid) {
    char path[64], state = 'X';
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'X';
    fclose(file);
    return state != 'Z' && state != 'X';
}
