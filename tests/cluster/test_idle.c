/* A rank that has nothing to do, and one that waits for others, leave the core alone: processor
 * time, not time by the clock. */
#include "cluster/mpi.h"
#include "core/clock.h"
#include "engine/ranks.h"
#include "support/support.h"

#include <time.h>

static void idle_ranks(void **unused) {
    (void)unused;
    const double cpu = cn_clock_cpu_seconds(), start = cn_clock_seconds();
    const struct timespec pause = {.tv_sec = 0, .tv_nsec = 20000000};
    while (cn_clock_seconds() - start < 1.5) nanosleep(&pause, NULL);
    assert_true(cn_clock_cpu_seconds() - cpu < 0.15);
}

static const cn_game *find(const char *name, void *user) {
    (void)user;
    return cn_game_find(name);
}

int main(void) {
    const cn_transport *transport = NULL;
    cn_error error = {""};
    if (cn_mpi_start(&transport, &error) != CN_OK || !transport ||
        cn_cluster_join(transport, &error) != CN_OK) {
        fprintf(stderr, "start this with mpirun -n 2. %s\n", error.text);
        return 1;
    }
    if (cn_cluster_rank() > 0) {
        const double cpu = cn_clock_cpu_seconds(), start = cn_clock_seconds();
        cn_ranks_serve(&(cn_ranks_service){.find = find});
        const double used = cn_clock_cpu_seconds() - cpu, wall = cn_clock_seconds() - start;
        cn_cluster_leave();
        if (used < 0.1 * wall) return 0;
        fprintf(stderr, "rank with nothing to do: %.3f s of processor time in %.3f s\n", used,
                wall);
        return 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(idle_ranks)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cn_cluster_leave();
    return failed;
}
