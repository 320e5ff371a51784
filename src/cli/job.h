/* One program as one of several processes. */
#pragma once

#include "cli/cli.h"

/* Whether what is written to `fd` (1 or 2) reaches a terminal. A launcher gives its ranks one even
 * if its own output goes into a pipe or a file. */
bool cn_cli_terminal(int fd);

/* Joins the job that a launcher made this process part of, if one did. A rank other than 0 serves
 * until the job is over, and ends. */
void cn_cli_join(cn_cli *cli, int argc, char **argv);
