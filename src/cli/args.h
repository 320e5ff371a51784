/* Command lines: a verb's flags, which may stand anywhere, and its words: GAME, option=value, and
 * what else the verb takes.
 *
 * A verb declares its flags as a table. Each row names a field of the verb's struct of settings,
 * which the flag fills; the help, the manual page and the completion of shells are made of the same
 * table, with the words of help.txt. */
#pragma once

#include "arena/referee.h"
#include "cli/cli.h"

typedef struct cn_verb cn_verb; /* cli/verbs.h */

/* What a flag takes, and the type of the field that it fills. */
typedef enum cn_flag_type {
    CN_FLAG_SWITCH, /* sets a bool */
    CN_FLAG_INT,    /* an int within min and max */
    CN_FLAG_CORES,  /* the same, and 0 is as many as there are cores */
    CN_FLAG_REAL,   /* a double within min and max */
    CN_FLAG_TEXT,   /* a const char * into the command line */
    CN_FLAG_LIST,   /* a cn_flag_list: the flag may be repeated */
} cn_flag_type;

enum { CN_FLAG_REPEATS = 8 }; /* times that a flag of type CN_FLAG_LIST may be given */

/* The values of a flag that may be repeated, in the order they were given. */
typedef struct cn_flag_list {
    int count;
    const char *text[CN_FLAG_REPEATS];
} cn_flag_list;

/* A row of a table of flags. What the field holds if the flag is not given is the default. What it
 * does is said in help.txt. */
typedef struct cn_flag {
    const char *name; /* NULL ends a list */
    char letter;      /* the short form, or 0 */
    cn_flag_type type;
    size_t offset;     /* of the field, from the beginning of the settings */
    const char *value; /* the value's name in the help; NULL for a switch */
    double min, max;   /* the least and the greatest value, of numbers */
} cn_flag;

/* clang-format off */
/* Rows of a table of flags: the struct of settings and its field, the name and the letter (0: none;
 * a letter means the same in every verb), the value's name, the least and the most. */
#define CN_FLAG_ROW(owner, field, flag, short, ...) \
    {.name = flag, .letter = short, .offset = offsetof(owner, field), __VA_ARGS__}
#define CN_SWITCH(owner, field, flag, short) \
    CN_FLAG_ROW(owner, field, flag, short, .type = CN_FLAG_SWITCH)
#define CN_TEXT(owner, field, flag, short, word) \
    CN_FLAG_ROW(owner, field, flag, short, .type = CN_FLAG_TEXT, .value = word)
#define CN_LIST(owner, field, flag, short, word) \
    CN_FLAG_ROW(owner, field, flag, short, .type = CN_FLAG_LIST, .value = word)
#define CN_INT(owner, field, flag, short, word, least, most) \
    CN_FLAG_ROW(owner, field, flag, short, .type = CN_FLAG_INT, .value = word, .min = least, \
                .max = most)
#define CN_REAL(owner, field, flag, short, word, least, most) \
    CN_FLAG_ROW(owner, field, flag, short, .type = CN_FLAG_REAL, .value = word, .min = least, \
                .max = most)
/* Flags that several verbs have. */
#define CN_THREADS_FLAG(owner, field) \
    CN_FLAG_ROW(owner, field, "threads", 't', .type = CN_FLAG_CORES, .value = "N", .max = 256)
#define CN_AGENT_FLAGS(owner) \
    CN_TEXT(owner, agent[0], "first", 0, "AGENT"), \
    CN_TEXT(owner, agent[1], "second", 0, "AGENT"), \
    CN_TEXT(owner, agent[0], "black", 0, "AGENT"), \
    CN_TEXT(owner, agent[1], "white", 0, "AGENT")
#define CN_CLOCK_FLAGS(owner) \
    CN_TEXT(owner, clock, "clock", 'c', "TIME"), \
    CN_TEXT(owner, byoyomi, "byoyomi", 0, "NxS")
/* clang-format on */

/* What a rule says about a flag and a list of others. */
typedef enum cn_clash_kind {
    CN_NOT_WITH, /* none of the others may be there */
    CN_NEEDS,    /* one of them must be */
    CN_ONLY,     /* they alone may be, besides the global flags */
} cn_clash_kind;

/* A rule about flags that do not go together. Whoever breaks it gets a message: no flag is ever
 * ignored. */
typedef struct cn_clash {
    const char *flag; /* "--tree"; NULL ends a list */
    cn_clash_kind kind;
    const char *others; /* the other flags, with blanks between */
    const char *why;    /* what the flag is for, which ends the message */
} cn_clash;

enum { CN_WORDS = 64 }; /* most words of a command line that are no flags */

/* A command line after its flags are read. */
typedef struct cn_args {
    const cn_game *game; /* set by cn_args_game, with the values of its options */
    cn_value values[CN_OPTIONS_MAX];
    bool given[CN_OPTIONS_MAX]; /* which of them the command line sets */
    char flags[512];            /* the verb's flags that are there: " --tree --json " */
    int count;
    char *word[CN_WORDS];
    cn_position position; /* of a verb that is about one, see cn_verb.source */
} cn_args;

/* All of these end the program, with a message, if the command line is wrong.
 *
 * Reads a verb's command line (argv[0] is the verb); the program also ends if it was asked for its
 * help or its version. */
void cn_args_read(cn_cli *cli, const cn_verb *verb, int argc, char **argv, void *settings,
                  cn_args *args);

/* Takes GAME off the front of the words and every option=value out of them. */
void cn_args_game(cn_cli *cli, cn_args *args);

/* An agent's name may stand for a program that plays by options of its own (cn_preset): those that
 * the command line does not set are set here, and a message says so. NULL is no agent. */
void cn_args_agent(const cn_cli *cli, cn_args *args, const char *agent);

/* Refuses options of the command line that a record, named `name`, has other values for. */
void cn_args_kept(const cn_cli *cli, const cn_args *args, const cn_value *values, const char *name);

/* Refuses flags that do not go together. */
void cn_args_clash(const cn_cli *cli, const cn_args *args, const cn_clash *clashes);

/* A flag that sets what an agent has an option for: refused if the agent has none of that name, or
 * sets it as well. Not for `given` false. */
void cn_args_once(const cn_cli *cli, const cn_game *game, const char *agent, const char *name,
                  bool given);

/* After the verb has used `used` words: complains about the next one, if any. */
void cn_args_done(const cn_cli *cli, const cn_args *args, int used);

/* A number that is a word of the command line; `what` names it in the message. */
int cn_args_int(const cn_cli *cli, const char *what, const char *text, int min, int max);

/* Reads `count` whole numbers with colons between them, the value of a flag, of which the second
 * must be 1 at least. Ends the program, with what was expected, if they are not there. */
void cn_args_numbers(const cn_cli *cli, const char *flag, const char *text, int count,
                     const char *expected, int *numbers);

/* Reads the value of --resign. */
void cn_args_resign(const cn_cli *cli, const char *text, cn_resign *resign);

/* The flags every verb takes, and the program before the verb. */
const cn_flag *cn_args_global(void);

/* Writes a list of flags as lines of help. `defaults` is the struct of settings before any flag is
 * read, or NULL. */
void cn_args_describe(const cn_verb *verb, const cn_flag *flags, const void *defaults);

/* The help of a flag with its default, unless it has none or says so itself. */
enum { CN_FLAG_HELP = 320 };
const char *cn_args_help(const cn_verb *verb, const cn_flag *flag, const void *defaults,
                         char text[CN_FLAG_HELP]);

/* Reads the flags before the verb; the index of the first word. */
int cn_args_read_global(cn_cli *cli, int argc, char **argv);
