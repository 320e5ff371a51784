/* An agent specification, "name:option=value,…", read once: what kind of agent, and its options. */
#pragma once

#include "engine/agents.h"

struct cn_strategy; /* parallel/strategy.h */

typedef struct cn_spec {
    const cn_game *game;
    const cn_kind *kind;
    const cn_option *options;        /* the kind's */
    cn_value values[CN_OPTIONS_MAX]; /* of every option, given or not */
    char label[64];                  /* the name as it was written, perhaps a preset's */
    int count;                       /* of the options that are given */
    struct {
        uint8_t option;      /* its place in the list */
        bool own;            /* the text itself gives it, not the preset it names */
    } given[CN_OPTIONS_MAX]; /* in the order they came */
} cn_spec;

/* Reads and checks a specification. What it does not say is as the kind and the game have it. */
cn_status cn_spec_parse(const cn_game *game, const char *text, cn_spec *spec, cn_error *error);

/* The value of an option; NULL if agents of this kind have none of that name. */
const cn_value *cn_spec_get(const cn_spec *spec, const char *name);
/* The same as a number, `fallback` if there is no such option. */
double cn_spec_number(const cn_spec *spec, const char *name, double fallback);
/* Whether the text gave this option itself; what the name of a preset stands for does not count. */
bool cn_spec_names(const cn_spec *spec, const char *name);
/* Whether the option is given, by the text or a preset or cn_spec_set. */
bool cn_spec_gives(const cn_spec *spec, const char *name);

/* Gives an option a value; on failure all stays as it was. */
cn_status cn_spec_set(cn_spec *spec, const char *name, const char *value, cn_error *error);
cn_status cn_spec_set_int(cn_spec *spec, const char *name, int64_t value, cn_error *error);
/* Takes an option out, if it is there: it has its default again. */
void cn_spec_unset(cn_spec *spec, const char *name);

/* The kind and the options given, which cn_spec_parse reads back. */
cn_status cn_spec_text(const cn_spec *spec, char *out, size_t size, cn_error *error);
/* The same in the words it was read from: a preset keeps its name, and its options are left out. */
cn_status cn_spec_own_text(const cn_spec *spec, char *out, size_t size, cn_error *error);

/* Writes the values of a table's options into the struct that the table is about. */
void cn_spec_store(const cn_spec *spec, const cn_setting *settings, void *into);
/* The strategy that the agent uses, and (unless `options` is NULL) its own options. NULL: it knows
 * none. */
const struct cn_strategy *cn_spec_strategy(const cn_spec *spec, void *options);
/* How many threads it uses: 1 unless its strategy, or it itself, puts them to use. */
int cn_spec_threads(const cn_spec *spec);
/* The heuristic that the agent uses, an index into the game's. */
int cn_spec_heuristic(const cn_spec *spec);
/* Likewise its policy of playouts. */
int cn_spec_policy(const cn_spec *spec);

/* A search of it. */
cn_status cn_search_make(const cn_spec *spec, cn_search **search, cn_error *error);
