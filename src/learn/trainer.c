/* One step of learning: the error of a position is spread over the weights that its value is the
 * sum of, each with a step size of its own. */
#include "learn/trainer.h"

#include "core/memory.h"

#include <math.h>

/* Bytes of the trained weights of all tables. */
static size_t bytes_of(const cn_model *m) {
    return (size_t)cn_model_tables(m) * m->packed * sizeof(cn_trained);
}

/* What a weight that was learned before is taken to remember: errors of so many points, or of as
 * much chance, a tenth of which pointed the same way. */
enum { SETTLED_SCORE = 500, SETTLED_OUTCOME = 20 };

cn_status cn_trainer_new(cn_model *m, bool settled, cn_trainer *t, cn_error *error) {
    /* The model's unit: of the score, or such that a logit of ln 3, three wins in four, is
     * CN_MODEL_THREE_TO_ONE. */
    const double unit =
        m->shape.target == CN_TARGET_SCORE ? (double)m->shape.unit : CN_MODEL_THREE_TO_ONE / log(3);
    *t = (cn_trainer){.model = m, .scale = (float)(unit * (1 << m->shape.shift))};
    t->trained = cn_memory_map(bytes_of(m));
    if (!t->trained)
        return cn_fail(error, CN_NO_MEMORY, "no memory to train %u weights", m->packed);
    const float size = m->shape.target == CN_TARGET_SCORE ? SETTLED_SCORE : SETTLED_OUTCOME;
    for (int table = 0; table < cn_model_tables(m); table++) {
        for (uint32_t i = 0; i < m->packed; i++) {
            cn_trained *w = &t->trained[(size_t)table * m->packed + i];
            const int16_t weight = cn_model_get(m, table, i);
            atomic_init(&w->weight, (float)weight / t->scale);
            if (!settled || weight == 0) continue;
            atomic_init(&w->size, size);
            atomic_init(&w->sum, size / 10);
        }
    }
    return CN_OK;
}

void cn_trainer_free(cn_trainer *t) {
    if (t->trained) cn_memory_unmap(t->trained, bytes_of(t->model));
    t->trained = NULL;
}

/* Relaxed loads and stores: see the head of trainer.h. */
static float get(const _Atomic float *p) {
    return atomic_load_explicit(p, memory_order_relaxed);
}

static void put(_Atomic float *p, float x) {
    atomic_store_explicit(p, x, memory_order_relaxed);
}

/* The nearest weight that fits 16 bits with some room to spare. */
static int16_t rounded(float x) {
    const float limit = 32000;
    return (int16_t)lrintf(x > limit ? limit : x < -limit ? -limit : x);
}

float cn_trainer_step(cn_trainer *t, const cn_planes *planes, int turn, float target, float rate) {
    cn_model *m = t->model;
    uint32_t active[CN_LANES_MAX + 1];
    const int table = cn_model_active(m, planes, turn, active), count = m->network.lanes + 1;
    cn_trained *trained = t->trained + (size_t)table * m->packed;
    float value = 0;
    for (int i = 0; i < count; i++) {
        active[i] = m->rank[active[i]];
        value += get(&trained[active[i]].weight);
    }
    const bool score = m->shape.target == CN_TARGET_SCORE;
    const float error = target - (score ? value : 1 / (1 + expf(-value)));
    /* The steepest slope of the logistic function is 1/4: this step never overshoots. */
    const float step = (score ? 1 : 4) * error * rate / (float)count;
    for (int i = 0; i < count; i++) {
        cn_trained *w = &trained[active[i]];
        const float sum = get(&w->sum), size = get(&w->size);
        /* Coherence near 1: errors point one way, take the whole step; near 0: they cancel out,
         * stay. */
        const float coherence = size > 0 ? fabsf(sum) / size : 1;
        const float weight = get(&w->weight) + step * coherence;
        put(&w->weight, weight);
        put(&w->sum, sum + error);
        put(&w->size, size + fabsf(error));
    }
    return error;
}

void cn_trainer_publish(cn_trainer *t) {
    cn_model *m = t->model;
    for (int table = 0; table < cn_model_tables(m); table++) {
        const cn_trained *trained = t->trained + (size_t)table * m->packed;
        for (uint32_t i = 0; i < m->packed; i++) {
            cn_model_set(m, table, i, rounded(get(&trained[i].weight) * t->scale));
        }
    }
}
