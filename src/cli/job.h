/* One program as one of several processes. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include "cli/cli.h"

/* Joins the job that a launcher made this process part of, if one did. CN_EXIT_NONE: go on as if
 * alone. A rank other than 0 serves until the job is over, and is then done. */
cn_exit cn_cli_join(cn_cli *cli, int argc, char **argv);

#endif
