/* A build without MPI: every process is alone, and says so if a launcher started several. */
#include "cluster/mpi.h"

#include <stdlib.h>

bool cn_mpi_launched(void) {
    const char *const sizes[] = {getenv("OMPI_COMM_WORLD_SIZE"), getenv("PMI_SIZE")};
    for (int i = 0; i < 2; i++) {
        if (sizes[i] && atoi(sizes[i]) > 1) return true;
    }
    return false;
}

cn_status cn_mpi_start(const cn_transport **transport, cn_error *error) {
    *transport = NULL;
    return cn_fail(error, CN_UNSUPPORTED,
                   "this program was built without MPI: each rank would do the same. Build it with "
                   "-DCN_MPI=ON, or start it without mpirun");
}

void cn_mpi_abort(int code) {
    exit(code);
}

const char *cn_mpi_library(void) {
    return "none";
}
