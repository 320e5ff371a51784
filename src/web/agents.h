/* Agents that requests ask for: checked, and cut down to the server's limits. */
#pragma once

#include "core/text.h"
#include "engine/spec.h"
#include "web/request.h"

#include <canopy/search.h>
#include <jansson.h>

/* Notes about what was cut down that an agent can have. */
enum { CN_ALLOWED_NOTES = 4 };

/* An agent as it may search here. */
typedef struct cn_allowed {
    char asked[CN_SPEC_MAX]; /* what the request said; empty: nobody asked for this agent */
    cn_spec plan;            /* the specification within the limits … */
    char spec[CN_SPEC_MAX];  /* … as text */
    int threads;             /* threads it can use, at most the server's */
    int memory;              /* megabytes it may take */
    bool tree;               /* its search leaves a tree to look at */
    int workers;             /* trees that each make the iterations asked for, else 1 */
    int notes;
    char note[CN_ALLOWED_NOTES][100]; /* what was cut down, in words */
} cn_allowed;

/* Reads the specification that a request asked for, and fails if it is none or not allowed here. */
cn_status cn_allow(const cn_web *web, const cn_game *game, const char *asked, cn_allowed *allowed,
                   cn_error *error);
/* The same for a request; false after an answer. */
bool cn_request_allow(cn_request *request, const cn_game *game, const char *asked,
                      cn_allowed *allowed);
/* The same for a specification that the server itself chose. */
cn_status cn_allow_spec(const cn_web *web, const cn_spec *spec, cn_allowed *allowed,
                        cn_error *error);
/* The agent that analyses where a request names none. */
cn_status cn_allow_analyst(const cn_web *web, const cn_game *game, cn_allowed *allowed,
                           cn_error *error);

/* The specification with as many threads as there were to be had, and a new search of it, which the
 * caller frees. */
cn_status cn_allowed_spec(const cn_allowed *allowed, int threads, cn_spec *spec, cn_error *error);
cn_status cn_allowed_search(const cn_allowed *allowed, int threads, cn_search **search,
                            cn_error *error);

/* Adds a note; those that do not fit are left out. */
CN_PRINTF(2, 3)
void cn_allowed_note(cn_allowed *allowed, const char *format, ...);
/* The notes as a list. */
json_t *cn_allowed_clamped(const cn_allowed *allowed);
