/* Answers what the learned weights of a session's players say of its position, cell by cell and
 * tuple by tuple, and how they were learned. */
#include "engine/learned.h"
#include "engine/opinion.h"
#include "web/routes.h"

#include <stdlib.h>

enum { TUPLES_SHOWN = 12 }; /* on the page: those that weigh most */

/* The weights that a player uses; where none does, those that the program carries. NULL: none. */
static cn_status find(const cn_session *s, cn_model **model, cn_error *error) {
    const char *const asked[] = {s->info.player[0], s->info.player[1], "pvs:eval=auto"};
    cn_status status = CN_OK;
    *model = NULL;
    for (int i = 0; i < 3 && status == CN_OK && !*model; i++) {
        cn_spec spec;
        if (cn_spec_parse(s->game, asked[i], &spec, NULL) != CN_OK) continue; /* a person */
        status = cn_learned_of(&spec, model, error);
    }
    if (status == CN_OK && *model) status = cn_learned_fits(*model, &s->history.now, error);
    return status;
}

/* What the weights say of the position: the sum, the share of every cell, the tuples that weigh
 * most; and the lines `curve GAMES ERROR ELO` of what the file says of itself. */
static json_t *opinion_json(const cn_model *m, const cn_opinion *o) {
    const bool score = m->shape.target == CN_TARGET_SCORE;
    json_t *cells = json_array(), *tuples = json_array(), *curve = json_array();
    for (const char *p = m->made; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        double games, error, elo;
        if (sscanf(p, "curve %lf %lf %lf", &games, &error, &elo) != 3) continue;
        json_array_append_new(curve, json_pack("[o,o,o]", cn_json_real(games), cn_json_real(error),
                                               cn_json_real(elo)));
    }
    for (int i = 0; i < o->cells; i++) json_array_append_new(cells, cn_json_real(o->cell[i]));
    for (int i = 0; i < o->count && i < TUPLES_SHOWN; i++) {
        json_t *where = json_array();
        for (int k = 0; k < o->tuple[i].length; k++) {
            json_array_append_new(where, json_integer(o->tuple[i].cell[k]));
        }
        json_array_append_new(tuples, json_pack("{s:o, s:o}", "cells", where, "weight",
                                                cn_json_real(o->tuple[i].weight)));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:i, s:o, s:o}", "value", cn_json_real(o->value),
                     "chance", score ? json_null() : cn_json_real(o->chance), "cells", cells,
                     "tuples", tuples, "places", o->count, "made", cn_json_text(m->made), "curve",
                     curve);
}

bool cn_route_evaluation(cn_request *r, cn_session *s) {
    cn_model *model = NULL;
    cn_error error;
    cn_opinion opinion;
    cn_status status = find(s, &model, &error);
    json_t *answer = NULL;
    if (status == CN_OK && model) {
        status = cn_opinion_make(model, &s->history.now, &opinion, &error);
        if (status == CN_OK) {
            answer = opinion_json(model, &opinion);
            cn_opinion_free(&opinion);
        }
    }
    cn_model_free(model);
    if (!answer) {
        answer = json_pack("{s:n, s:o}", "value", "reason",
                           status == CN_OK ? json_null() : cn_json_text(error.text));
    }
    return cn_answer_json(r, MHD_HTTP_OK, answer);
}
