/* What is in a file of weights, in words and drawings. */
#ifndef CLI_LEARN_SHOW_H
#define CLI_LEARN_SHOW_H

#include "cli/cli.h"

cn_exit cn_learn_show(cn_cli *cli, const char *path);

#endif
