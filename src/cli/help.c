/* canopy help [VERB] */
#include "cli/out.h"
#include "cli/verbs.h"

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    cn_args args;
    cn_args_read(cli, &cn_verb_help, argc, argv, NULL, &args);
    if (args.count == 0) {
        cn_verb_overview();
        return CN_EXIT_OK;
    }
    const cn_verb *verb = cn_verb_find(cli, args.word[0]);
    cn_args_done(cli, &args, 1);
    cn_verb_describe(verb);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {{.name = NULL}};

const cn_verb cn_verb_help = {
    .name = "help",
    .words = "[VERB]",
    .summary = "how to use canopy, or one of its verbs",
    .examples = "canopy help\n"
                "canopy help perft\n",
    .text = "Shows what the program does and its verbs, or what one verb takes. `canopy VERB "
            "--help` is the same.",
    .flags = flags,
    .run = run,
};
