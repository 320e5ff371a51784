/* Command lines: flags anywhere, then words: GAME, option=value, and what the verb takes. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "cli/cli.h"

typedef struct cn_verb cn_verb; /* cli/verbs.h */

typedef enum cn_flag_type {
    CN_FLAG_SWITCH, /* sets a bool */
    CN_FLAG_INT,    /* an int within min and max */
    CN_FLAG_REAL,   /* a double within min and max */
    CN_FLAG_TEXT,   /* a const char * into the command line */
    CN_FLAG_LIST,   /* a cn_flag_list: the flag may be repeated */
} cn_flag_type;

enum { CN_FLAG_REPEATS = 8 };

typedef struct cn_flag_list {
    int count;
    const char *text[CN_FLAG_REPEATS];
} cn_flag_list;

/* A flag fills a field of the verb's own struct of settings; defaults are what the struct held. */
typedef struct cn_flag {
    const char *name; /* NULL ends a list */
    char letter;      /* the short form, or 0 */
    cn_flag_type type;
    size_t offset;       /* of the field */
    const char *value;   /* the value's name in the help; NULL for a switch */
    const char *implied; /* the value if none is given; NULL: one must be */
    double min, max;     /* numbers */
    const char *help;    /* half a line */
} cn_flag;

/* How many threads: an int of the settings. */
#define CN_THREADS_FLAG(owner, member, least, text)                                               \
    {                                                                                             \
        .name = "threads", .letter = 't', .type = CN_FLAG_INT, .offset = offsetof(owner, member), \
        .value = "N", .min = least, .max = 256, .help = text                                      \
    }

enum { CN_WORDS = 64 };

/* What is no flag. */
typedef struct cn_args {
    const cn_game *game; /* set by cn_args_game, with the values of its options */
    cn_value values[CN_OPTIONS_MAX];
    bool given[CN_OPTIONS_MAX]; /* which of them the command line sets */
    int count;
    char *word[CN_WORDS];
} cn_args;

/* Reads a verb's command line (argv[0] is the verb). CN_EXIT_NONE: go on; anything else is the code
 * to end with, after a message or the help. */
cn_exit cn_args_read(cn_cli *cli, const cn_verb *verb, int argc, char **argv, void *settings,
                     cn_args *args);

/* Takes GAME off the front of the words and every option=value out of them. */
cn_exit cn_args_game(cn_cli *cli, cn_args *args);

/* An agent's name may stand for a program that plays by options of its own (cn_preset): those that
 * the command line does not set are set here, and a message says so. NULL is no agent. */
cn_exit cn_args_agent(const cn_cli *cli, cn_args *args, const char *agent);

/* After the verb has used `used` words: complains about the next one, if any. */
cn_exit cn_args_done(const cn_cli *cli, const cn_args *args, int used);

/* A number that is a word of the command line; `what` names it in the message. */
cn_exit cn_args_int(const cn_cli *cli, const char *what, const char *text, int min, int max,
                    int *number);

/* The flags every verb takes, and the program before the verb. */
const cn_flag *cn_args_global(void);

/* A list of flags as lines of help. */
void cn_args_describe(const cn_flag *flags);

/* Reads the flags before the verb; `next` is the index of the first word. */
cn_exit cn_args_read_global(cn_cli *cli, int argc, char **argv, int *next);

#endif
