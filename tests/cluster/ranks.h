/* A test program as an MPI job: rank 0 runs the tests, the others serve it as `canopy` would. */
#ifndef TESTS_CLUSTER_RANKS_H
#define TESTS_CLUSTER_RANKS_H

#include "cluster/mpi.h"
#include "engine/ranks.h"
#include "support/support.h"

#include <stdlib.h>

/* The ranks there are to test with: those up to the job's size. */
static const int test_ranks[] = {1, 2, 4};

/* Joins; ranks other than 0 do not come back but through exit(). */
static inline void test_join(const cn_game *(*find)(const char *name, void *user)) {
    const cn_transport *transport = NULL;
    cn_error error = {""};
    if (!cn_mpi_launched()) return;
    if (cn_mpi_start(&transport, &error) != CN_OK ||
        (transport && cn_cluster_join(transport, &error) != CN_OK)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    if (cn_cluster_rank() == 0) return;
    cn_ranks_serve(&(cn_ranks_service){.find = find});
    cn_cluster_leave();
    exit(0);
}

#endif
