/* The program as one of several processes (ranks) that an MPI launcher such as mpirun started. */
#pragma once

#include "cli/cli.h"

/* Whether what is written to `fd` (1 or 2) reaches a terminal. A launcher gives its ranks a
 * terminal even if its own output goes into a pipe or a file, so the launcher is looked at too. */
bool cn_cli_terminal(int fd);

/* Joins the other ranks, if a launcher started this process; does nothing otherwise. Only rank 0
 * returns: the others serve it until it is done, and end. */
void cn_cli_join(cn_cli *cli, int argc, char **argv);
