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

#define CN_KEPT_IN(type, field) offsetof(type, field), sizeof(((type *)0)->field)
