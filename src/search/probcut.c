/* Multi-ProbCut at one node. The measured line deep = slope * shallow + offset is solved for the
 * shallow value that puts the deep one outside the window by so many deviations, and a null-window
 * search asks whether the shallow value reaches it. */
#include "search/probcut.h"

#include "search/model.h"

#include <assert.h>
#include <math.h>

/* What was measured for this phase and depth, or for the greatest depth of the same parity. */
static const cn_outlook *outlook_of(const cn_model *m, int phase, int depth) {
    int deep = depth <= CN_OUTLOOK_DEEP ? depth : CN_OUTLOOK_DEEP - ((depth ^ CN_OUTLOOK_DEEP) & 1);
    while (deep > 2 && !m->outlook_at[phase][deep]) deep -= 2;
    return deep > 2 ? &m->outlook[m->outlook_at[phase][deep] - 1] : NULL;
}

bool cn_probcut(cn_context *c, const void *state, int depth, int ply, int alpha, int beta,
                int *value) {
    const cn_model *m = c->weights;
    const int *known = c->stand;
    c->stand = NULL;
    /* A bound beyond heuristic values asks for a win or a loss, of which no shallow search can be
     * sure. */
    if (beta > CN_EVAL_MAX || alpha < -CN_EVAL_MAX) return false;
    cn_planes planes;
    cn_model_planes(m, m->game, c->rules, state, &planes);
    const int phase = m->shape.phase[cn_network_stones(&m->network, planes.own, planes.opp)];
    const cn_outlook *e = outlook_of(m, phase, depth);
    if (!e) return false;
    /* The side of the window that the static value is on is the one to try. */
    const int stand = known ? *known : c->leaf(c, state);
    assert(!known || stand == c->leaf(c, state));
    const bool high = stand >= beta;
    const float margin = c->selectivity * e->deviation;
    const float bound = high ? (float)beta + margin : (float)alpha - margin;
    const int limit = (int)lrintf((bound - e->offset) / e->slope);
    if (limit > CN_EVAL_MAX || limit < -CN_EVAL_MAX) return false;
    /* The null window (low, low + 1) fails high exactly if the value is at least `limit`, or fails
     * low if it is at most that. */
    const int low = high ? limit - 1 : limit;
    c->stand = &stand;
    const int found = c->alphabeta(c, state, depth - (e->deep - e->shallow), ply, low, low + 1);
    c->stand = NULL;
    if (c->stopped || (high ? found < limit : found > limit)) return false;
    c->guessed = true;
    *value = high ? beta : alpha;
    return true;
}
