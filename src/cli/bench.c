/* canopy bench */
#include "cli/out.h"
#include "cli/verbs.h"
#include "lab/signature.h"

#include <inttypes.h>

typedef struct settings {
    bool signature;
} settings;

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {0};
    cn_args args;
    cn_exit status = cn_args_read(cli, &cn_verb_bench, argc, argv, &set, &args);
    if (status == CN_EXIT_NONE) status = cn_args_done(cli, &args, 0);
    if (status != CN_EXIT_NONE) return status;
    if (!set.signature) return cn_out_usage(cli, "what shall be measured? Say --signature");
    uint64_t nodes;
    cn_error error;
    const cn_status made = cn_signature(&nodes, &error);
    if (made != CN_OK) return cn_out_error(cli, made, &error);
    printf("%" PRIu64 "\n", nodes);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    {.name = "signature",
     .offset = offsetof(settings, signature),
     .help = "one number: nodes searched over a fixed suite, one thread"},
    {.name = NULL},
};

const cn_verb cn_verb_bench = {
    .name = "bench",
    .words = "",
    .summary = "the signature of this build's search",
    .examples = "canopy bench --signature\n",
    .text = "Prints one number, the nodes that the search visits over a fixed suite of positions. "
            "It is the same on every machine and changes only when the search does.",
    .flags = flags,
    .run = run,
};
