/* Agents that requests ask for: checked, and cut down to the server's limits. */
#pragma once

#include "engine/spec.h"
#include "web/context.h"

#include <canopy/search.h>
#include <jansson.h>

enum { CN_HIRED_NOTES = 4 };

typedef struct cn_hired {
    char asked[CN_SPEC_MAX];
    cn_spec plan;           /* what the name stands for, within the limits … */
    char spec[CN_SPEC_MAX]; /* … as text */
    int threads;            /* that it can use, of the server's */
    int own_threads;        /* as the specification has them */
    int memory;             /* megabytes it may take */
    bool tree;              /* leaves a tree */
    bool monte_carlo;       /* counts iterations */
    int workers;            /* trees that each make their own iterations, else 1 */
    int notes;
    char note[CN_HIRED_NOTES][100]; /* what was cut down */
} cn_hired;

cn_status cn_hire(const cn_web *web, const cn_game *game, const char *asked, cn_hired *hired,
                  cn_error *error);

/* The same for a specification that is read already; nobody `asked` for it. And for the analyst. */
cn_status cn_hire_spec(const cn_web *web, const cn_spec *spec, cn_hired *hired, cn_error *error);
cn_status cn_hire_analyst(const cn_web *web, const cn_game *game, cn_hired *hired, cn_error *error);

/* The specification with as many threads as there were to be had, and a search of it. */
cn_status cn_hired_spec(const cn_hired *hired, int threads, cn_spec *spec, cn_error *error);
cn_status cn_hired_search(const cn_hired *hired, int threads, cn_search **search, cn_error *error);

/* The notes as a list. */
json_t *cn_hired_clamped(const cn_hired *hired);
