/* Where the process begins. It makes sure that the stack is large enough for searches and runs the
 * program (cli.c). */
#include "cli/cli.h"

#include <canopy/search.h>
#include <sys/resource.h>

/* Searches run in the main thread too. Its stack grows up to the limit at the moment of growing, so
 * a limit that is too low is raised; where that is forbidden, saying so beats a crash later. */
int main(int argc, char **argv) {
    struct rlimit limit;
    const bool known = getrlimit(RLIMIT_STACK, &limit) == 0;
    const bool low = known && limit.rlim_cur < CN_STACK_BYTES;
    if (low) limit.rlim_cur = CN_STACK_BYTES;
    if (low && limit.rlim_max < limit.rlim_cur) limit.rlim_max = limit.rlim_cur;
    if (low && setrlimit(RLIMIT_STACK, &limit) != 0) {
        fprintf(stderr,
                "canopy: the stack is limited to less than %d KB, which searches need: "
                "`ulimit -s %d`\n",
                CN_STACK_BYTES >> 10, CN_STACK_BYTES >> 10);
        return 1;
    }
    cn_cli_main(argc, argv);
}
