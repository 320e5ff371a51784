/* What protocols call a game and its rules: the game's own list of dialects. */
#pragma once

#include <canopy/canopy.h>

/* The game's dialect of a protocol: of this variant, or (NULL) the first. NULL: there is none. */
const cn_dialect *cn_dialect_find(const cn_game *game, const char *protocol, const char *variant);

/* The one whose options these values are; NULL: none. */
const cn_dialect *cn_dialect_of(const cn_game *game, const cn_value *values, const char *protocol);

/* Sets the options that make the game this form of it; on failure `values` are as they were. */
cn_status cn_dialect_apply(const cn_game *game, const cn_dialect *dialect, cn_value *values,
                           cn_error *error);

/* Rules one by one: a dialect of CN_DIALECT_RULE is a rule and its value in the words of KataGo's
 * GTP commands ("ko=SIMPLE"), one of CN_DIALECT_RULES the name of a set of rules ("chinese"). */
#define CN_DIALECT_RULE  "kata-rule"
#define CN_DIALECT_RULES "kata-rules"

/* Walks the rules: the first dialect of the rule after that of `from` (NULL: of the first rule),
 * and into `holds` the one of this rule that the values are, NULL if there is none. NULL: no more.
 * The dialects of a rule follow one another. */
const cn_dialect *cn_dialect_next_rule(const cn_game *game, const cn_value *values,
                                       const cn_dialect *from, const cn_dialect **holds);
/* The value that a dialect of a rule names, and how long the rule's name is. */
const char *cn_dialect_rule_value(const cn_dialect *dialect, int *name_length);
/* Whether a dialect is about the rule of this name; if so `value` is what it says of it. */
bool cn_dialect_is_rule(const cn_dialect *dialect, const char *rule, const char **value);
