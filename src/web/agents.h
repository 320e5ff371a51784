/* Agents that requests ask for: checked, and cut down to the server's limits. */
#ifndef WEB_AGENTS_H
#define WEB_AGENTS_H

#include "web/context.h"

#include <canopy/search.h>
#include <jansson.h>

enum { CN_HIRED_NOTES = 4 };

typedef struct cn_hired {
    char asked[CN_SPEC_MAX];
    char spec[CN_SPEC_MAX]; /* what the name stands for, within the limits */
    int threads;            /* that it can use, of the server's */
    int own_threads;        /* as the specification has them */
    int memory;             /* megabytes it may take */
    bool tree;              /* Monte Carlo: leaves a tree, counts iterations */
    int workers;            /* trees that each make their own iterations, else 1 */
    int notes;
    char note[CN_HIRED_NOTES][100]; /* what was cut down */
} cn_hired;

cn_status cn_hire(const cn_web *web, const cn_game *game, const char *asked, cn_hired *hired,
                  cn_error *error);

/* The specification with as many threads as there were to be had. */
cn_status cn_hired_spec(const cn_hired *hired, int threads, char spec[CN_SPEC_MAX],
                        cn_error *error);

/* The notes as a list. */
json_t *cn_hired_clamped(const cn_hired *hired);

#endif
