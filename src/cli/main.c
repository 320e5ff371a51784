#include "cli/cli.h"

int main(int argc, char **argv) {
    return cn_cli_main(argc, argv);
}
