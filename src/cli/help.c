/* canopy help [VERB] */
#include "cli/out.h"
#include "cli/verbs.h"

typedef struct settings {
    bool manual;
} settings;

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    cn_args args;
    settings s = {0};
    cn_args_read(cli, &cn_verb_help, argc, argv, &s, &args);
    if (s.manual) {
        cn_args_done(cli, &args, 0);
        cn_verb_manual(cli);
        return CN_EXIT_OK;
    }
    if (args.count == 0) {
        cn_verb_overview();
        return CN_EXIT_OK;
    }
    const cn_verb *verb = cn_verb_find(cli, args.word[0]);
    cn_args_done(cli, &args, 1);
    cn_verb_describe(verb);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_SWITCH(settings, manual, "manual", 0, "all of it as a manual page, for man(1)"),
    {.name = NULL},
};

const cn_verb cn_verb_help = {
    .name = "help",
    .words = "[VERB]",
    .summary = "how to use canopy, or one of its verbs",
    .examples = "canopy help\n"
                "canopy help perft\n"
                "canopy help --manual | man -l -\n",
    .text = "Shows what the program does and its verbs, or what one verb takes. `canopy VERB "
            "--help` is the same.",
    .flags = flags,
    .run = run,
};
