/* `canopy help [VERB]` prints the overview, the help of one verb, or with --manual all of it as a
 * manual page. The texts are made in verbs.c and manual.c. */
#include "cli/verbs.h"

/* What the flags say. */
typedef struct settings {
    bool manual;
} settings;

/* Help for the program, for one verb, or everything as a manual page. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    if (set->manual) {
        cn_args_done(cli, args, 0);
        cn_verb_manual(cli);
    } else if (args->count > 0) {
        cn_verb_describe(cn_verb_find(cli, args->word[0]));
    } else {
        cn_verb_overview();
    }
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_SWITCH(settings, manual, "manual", 0),
    {.name = NULL},
};

const cn_verb cn_verb_help = {CN_VERB(help), CN_SETTINGS(0), .words_most = 1};
