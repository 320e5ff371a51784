/* An agent specification, "name:option=value,…", read once into an object: which kind of agent, and
 * the value of each of its options. The object can be asked, changed and printed again, so that
 * nobody edits the text. */
#pragma once

#include "engine/agents.h"

struct cn_strategy; /* parallel/strategy.h */

/* A plain value: it may be copied, and needs no freeing. It is some 7 KB large. `game`, `kind` and
 * `options` point to tables that live as long as the process. */
typedef struct cn_spec {
    const cn_game *game;
    const cn_kind *kind;
    const cn_option *options;        /* the kind's list, ended by a NULL name */
    cn_value values[CN_OPTIONS_MAX]; /* by the option's place in that list, given or not */
    char label[64];                  /* the name as it was written, perhaps a preset's */
    int count;                       /* options that are given */
    struct {
        uint8_t option;      /* its place in `options` */
        bool own;            /* the text gives it; false: the preset does that the text names */
    } given[CN_OPTIONS_MAX]; /* in the order they came */
} cn_spec;

/* What the preset of that name (engine/presets.c) stands for in this game; NULL if there is none.
 */
const char *cn_preset_spec(const char *name, const cn_game *game);

/* Reads and checks a specification. Options that it does not give have the defaults of the kind,
 * or, for kinds that are CN_KIND_TUNED, what the game recommends. threads=0 becomes the number of
 * cores. */
cn_status cn_spec_parse(const cn_game *game, const char *text, cn_spec *spec, cn_error *error);

/* The value of an option; NULL if agents of this kind have none of that name. */
const cn_value *cn_spec_get(const cn_spec *spec, const char *name);
/* The value of an option as a number; `fallback` if agents of this kind have none of that name. */
double cn_spec_number(const cn_spec *spec, const char *name, double fallback);
/* Whether the text itself gives this option: what a preset stands for does not count. */
bool cn_spec_names(const cn_spec *spec, const char *name);
/* Whether the option is given by anybody: the text, the preset it names, or cn_spec_set. */
bool cn_spec_gives(const cn_spec *spec, const char *name);

/* Gives an option a value, as if the text did. If that fails the specification stays as it was. */
cn_status cn_spec_set(cn_spec *spec, const char *name, const char *value, cn_error *error);
cn_status cn_spec_set_int(cn_spec *spec, const char *name, int64_t value, cn_error *error);
/* Takes an option out, so that it has its default again; does nothing if it is not given. */
void cn_spec_unset(cn_spec *spec, const char *name);

/* Prints the kind and all options that are given, a preset's included; cn_spec_parse reads it back.
 */
cn_status cn_spec_text(const cn_spec *spec, char *out, size_t size, cn_error *error);
/* Prints it in the words it was read from: a preset keeps its name, and its options are left out.
 */
cn_status cn_spec_own_text(const cn_spec *spec, char *out, size_t size, cn_error *error);

/* Writes the values of a table's options into the struct `into` that the table was made for
 * (core/setting.h). */
void cn_spec_store(const cn_spec *spec, const cn_setting *settings, void *into);
/* Refuses an option that the text itself gives but that has no effect, because it belongs to
 * another strategy or to an option that is off. To be asked once nothing more is to be set. */
cn_status cn_spec_check(const cn_spec *spec, cn_error *error);

/* The strategy that the agent uses; NULL if agents of this kind use none. Unless `options` is NULL
 * the strategy's own options are written there; it must have CN_STRATEGY_OPTIONS bytes. */
const struct cn_strategy *cn_spec_strategy(const cn_spec *spec, void *options);
/* How many threads the agent uses: 1 unless its strategy, or the agent itself, has use for more. */
int cn_spec_threads(const cn_spec *spec);
/* The heuristic that the agent uses, an index into cn_game.heuristics; 0 where learned weights
 * stand in for it. */
int cn_spec_heuristic(const cn_spec *spec);
/* The policy of its playouts, an index into cn_game.policies. */
int cn_spec_policy(const cn_spec *spec);

/* Makes a search of the agent (engine/search.c); free it with cn_search_free. */
cn_status cn_search_make(const cn_spec *spec, cn_search **search, cn_error *error);
