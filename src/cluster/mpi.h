/* MPI as the transport of messages; built without MPI, the calls are in alone.c. */
#pragma once

#include "cluster/cluster.h"

/* Whether a launcher (mpirun, srun) started this process as one of several. To start MPI costs a
 * tenth of a second and may print something, so a process that is alone does not. */
bool cn_mpi_launched(void);

/* Starts MPI; `transport` stays NULL if there is only this rank. */
cn_status cn_mpi_start(const cn_transport **transport, cn_error *error);

/* Ends the whole job, from any rank. */
_Noreturn void cn_mpi_abort(int code);

/* The MPI that the program was built with, "Open MPI 4.1.4", or "none". */
const char *cn_mpi_library(void);
