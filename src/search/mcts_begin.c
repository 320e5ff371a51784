/* What a Monte Carlo search needs before its first iteration: a walk for each thread, and the
 * tables of its selection formula. No iteration allocates memory. */
#include "search/mcts.h"
#include "search/mcts_select.h"
#include "search/mcts_shared.h"
#include "search/score.h"

#include <stdlib.h>

/* Makes the working memory of one thread; false if memory ran out, and cn_mcts_end frees the rest.
 * The noise depends on the worker's number only. */
static bool new_walk(cn_mcts *m, cn_mcts_walk *w, int worker) {
    const size_t playouts = (size_t)(m->options.rollouts * m->options.playouts);
    *w = (cn_mcts_walk){.worker = worker, .interval = 16, .countdown = 16};
    w->looked = m->start;
    cn_rng noise_rng = cn_rng_make((uint64_t)worker, 1);
    for (int i = 0; i < CN_MCTS_NOISE; i++) {
        w->noise[i] = NOISE * (float)cn_rng_below(&noise_rng, 1024) / 1024;
    }
    w->state = aligned_alloc(64, CN_STATE_MAX);
    w->scratch = aligned_alloc(64, CN_STATE_MAX);
    w->path = malloc(CN_MCTS_PATH * sizeof *w->path);
    w->playout = calloc(playouts, sizeof *w->playout);
    if (m->options.rave) {
        w->trail = malloc(playouts * sizeof *w->trail);
        w->who = calloc(m->rules->move_codes, sizeof *w->who);
        if (!w->trail || !w->who) return false;
    }
    return w->state && w->scratch && w->path && w->playout;
}

/* The float with these bits (IEEE single precision). */
static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The tables of cn_mcts_terms for exploration weight c; NULL: no memory. A step is a float's
 * exponent and the top six bits of its fraction, so that cn_mcts_exploration finds it by a shift.
 */
static cn_mcts_terms *new_terms(float c) {
    cn_mcts_terms *terms = malloc(sizeof *terms);
    for (uint32_t i = 0; terms && i < CN_MCTS_OCTAVES * CN_MCTS_STEPS; i++) {
        const uint32_t step = i + ((127 + 10) << 6);
        const float from = c * sqrtf(cn_mcts_ln(float_of(step << 17)));
        const float to = c * sqrtf(cn_mcts_ln(float_of((step + 1) << 17)));
        terms->line[i].from = from;
        terms->line[i].slope = (to - from) / (1 << 17);
    }
    for (int n = 0; terms && n < CN_MCTS_SMALL; n++) {
        const float at_least_1 = (float)(n ? n : 1);
        terms->exploration[n] = c * sqrtf(cn_mcts_ln(at_least_1));
        terms->inverse[n] = 1 / sqrtf(at_least_1);
    }
    return terms;
}

cn_status cn_mcts_begin(cn_mcts *m, cn_error *error) {
    const cn_mcts_options *o = &m->options;
    if (o->score && !o->by_eval && !m->rules->score) {
        return cn_fail(error, CN_UNSUPPORTED, "reward=score: this game has no score");
    }
    if (o->score_weight > 0 && !m->rules->score) {
        return cn_fail(error, CN_UNSUPPORTED, "score-weight: this game has no score");
    }
    if (m->parts == 0) m->parts = 1;
    m->turn = m->rules->turn(m->state);
    m->all_moves = cn_lists_all_moves(m->rules, m->state);
    m->count = m->rules->moves(m->state, m->moves);
    m->single = o->rollouts * o->playouts == 1;
    m->blend = o->rave || o->bias || (o->priors > 0 && m->rules->priors);
    const uint32_t hot = HOT_THREAD * (uint32_t)m->threads;
    m->hot = hot > HOT ? hot : HOT;
    m->inverse_k = 1 / o->rave_k;
    if (!m->forest->terms) m->forest->terms = new_terms(o->c);
    m->terms = m->forest->terms;
    m->win = cn_mcts_win(o);
    m->whole = o->score_weight > 0 ? ((int64_t)2 << CN_MCTS_MARGIN_BITS) + m->win : m->win;
    m->half = o->score ? (float)(1 / m->unit) : 1 / (float)m->win;
    m->live = malloc(sizeof *m->live);
    const size_t walks = (size_t)m->threads * sizeof *m->walks;
    m->walks = aligned_alloc(_Alignof(cn_mcts_walk), walks);
    if (m->walks) memset(m->walks, 0, walks);
    bool ready = m->live && m->walks && m->terms;
    for (int i = 0; ready && i < m->threads; i++) ready = new_walk(m, &m->walks[i], i);
    return ready ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for a search");
}

void cn_mcts_end(cn_mcts *m) {
    for (int i = 0; m->walks && i < m->threads; i++) {
        cn_mcts_walk *w = &m->walks[i];
        free(w->state);
        free(w->scratch);
        free(w->path);
        free(w->playout);
        free(w->trail);
        free(w->who);
    }
    free(m->walks);
    free(m->live);
}
