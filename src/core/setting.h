/* A row of a table of options: what users are told of it, and where its value is kept. */
#pragma once

#include <canopy/game.h>

/* One option. A table of them belongs to one struct, which the values are stored in. */
typedef struct cn_setting {
    cn_option option;
    /* The place in the struct that the table is about. Numbers and choices go into an int, int64_t,
     * uint64_t, size_t, float, double, bool or enum, by its size and the type of the option; texts
     * into an array of char. Size 0: kept nowhere, to be looked up by name. */
    uint16_t offset, size;
} cn_setting; /* a NULL name ends a table */

/* Rows of a table about the struct `type`, kept in its member `field`: what follows is as for
 * CN_OPT_INT and its kin. */
#define CN_INT_IN(type, field, ...)    CN_KEPT_IN(type, field, CN_OPT_INT(__VA_ARGS__))
#define CN_REAL_IN(type, field, ...)   CN_KEPT_IN(type, field, CN_OPT_REAL(__VA_ARGS__))
#define CN_CHOICE_IN(type, field, ...) CN_KEPT_IN(type, field, CN_OPT_CHOICE(__VA_ARGS__))
#define CN_TEXT_IN(type, field, ...)   CN_KEPT_IN(type, field, CN_OPT_TEXT(__VA_ARGS__))
#define CN_KEPT_IN(type, field, ...) \
    { __VA_ARGS__, offsetof(type, field), sizeof(((type *)0)->field) }
