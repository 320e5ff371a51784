/* Where the process begins: makes sure that the stack is large enough for searches, and runs the
 * program. */
#include "cli/cli.h"

#include <canopy/search.h>
#include <sys/resource.h>

/* Searches run in the main thread too. Its stack grows up to the limit at the moment of growing, so
 * a limit that is too low is raised; where that is forbidden, saying so beats a crash later. */
static bool stack_suffices(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= CN_STACK_BYTES) return true;
    limit.rlim_cur = CN_STACK_BYTES;
    if (limit.rlim_max < limit.rlim_cur) limit.rlim_max = limit.rlim_cur;
    return setrlimit(RLIMIT_STACK, &limit) == 0;
}

int main(int argc, char **argv) {
    if (!stack_suffices()) {
        fprintf(stderr,
                "canopy: the stack is limited to less than %d KB, which searches need: "
                "`ulimit -s %d`\n",
                CN_STACK_BYTES >> 10, CN_STACK_BYTES >> 10);
        return 1;
    }
    cn_cli_main(argc, argv);
}
