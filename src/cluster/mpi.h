/* MPI as the transport. */
#pragma once

#include "cluster/cluster.h"

/* Whether a launcher (mpirun, srun) started this process as one of several. Starting MPI costs a
 * tenth of a second and may print, so who runs alone never does. */
bool cn_mpi_launched(void);

/* Starts MPI; `transport` stays NULL if there is only this rank. */
cn_status cn_mpi_start(const cn_transport **transport, cn_error *error);

/* Ends the whole job, from any rank. */
_Noreturn void cn_mpi_abort(int code);

/* "Open MPI 4.1.4", or "none": built without. */
const char *cn_mpi_library(void);
