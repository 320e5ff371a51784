/* Learning on several ranks of an MPI job. Rank 0 asks every other rank, by one thread each, to
 * learn from the same weights for a fiftieth of the way, learns itself meanwhile, and takes the
 * mean of all changes. The other ranks answer such questions (cn_learn_answer) and keep their
 * learner from one to the next. */
#include "learn/ranks.h"

#include "engine/carry.h"
#include "parallel/thread.h"
#include "search/model_file.h"

#include <stdlib.h>

enum { ROUND_COUNT = 50 }; /* times that the ranks agree on weights, in all of a run */

/* What a rank is asked. Behind it come the name of the game, the state, the model as a file (which
 * only the first question of a run needs), and the weights with their fractions. Ranks must have
 * the same layout of structs: head and weights travel as they are in memory. */
typedef struct question_head {
    uint64_t learner; /* names the learner: the same in all rounds of a run */
    uint64_t state_bytes, model_bytes;
    int32_t variant;
    double until;             /* see cn_learner_run */
    cn_learn_options options; /* its pointers mean nothing here */
} question_head;

/* What it answers; the weights with their fractions follow if the status is CN_OK. */
typedef struct answer_head {
    int32_t status;                            /* a cn_status */
    char text[sizeof((cn_error *)NULL)->text]; /* the message, if it failed */
    uint64_t games, positions;                 /* since the beginning */
} answer_head;

/* ---- rank 0 ---- */

/* One question to one rank, and the thread that waits for its answer. */
typedef struct asked {
    cn_farm *farm;
    cn_message question, answer;
    int rank;
    cn_thread thread;
} asked;

/* The thread: cn_farm_ask sends and frees the question, and returns with the answer. */
static void ask(void *user) {
    asked *a = user;
    a->answer = cn_farm_ask(a->farm, a->rank, &a->question);
    a->answer.from = a->rank;
}

/* Writes the question for one rank. The seed depends on the rank, so that no two play the same
 * games. */
static cn_status pose(cn_learner *l, double until, const float *weights, int rank,
                      cn_message *question, cn_error *error) {
    const cn_position *start = cn_learner_start(l);
    question_head head;
    unsigned char *model;
    size_t size;
    memset(&head, 0, sizeof head);
    head.variant = cn_carry_variant(start);
    if (head.variant < 0) {
        return cn_fail(error, CN_UNSUPPORTED,
                       "%s does not list its variants, so other ranks cannot learn it",
                       start->game->name);
    }
    const cn_status status = cn_model_encode(cn_learner_model(l), &model, &size, error);
    if (status != CN_OK) return status;
    head.learner = (uint64_t)(uintptr_t)l;
    head.until = until;
    head.options = *cn_learner_options(l);
    head.options.seed += UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)rank; /* other games */
    head.state_bytes = cn_state_live(start->rules, start->state);
    head.model_bytes = size;
    const uint32_t work = CN_WORK_LEARN;
    *question = cn_message_new(CN_MESSAGE_TASK, 0);
    cn_message_put(question, &work, sizeof work);
    cn_message_put(question, &head, sizeof head);
    cn_message_put_text(question, start->game->name);
    cn_message_put(question, start->state, (size_t)head.state_bytes);
    cn_message_put(question, model, size);
    cn_message_put(question, weights, cn_learner_weights(l) * sizeof *weights);
    free(model);
    return CN_OK;
}

/* Adds what another rank has changed: `sum` gets the changes, `changed` counts who made one. */
static cn_status take(asked *a, size_t count, const float *before, float *sum, uint16_t *changed,
                      cn_learn_progress *progress, cn_error *error) {
    answer_head head;
    cn_message *m = &a->answer;
    const char *host = cn_cluster_host(a->rank);
    if (!cn_message_get(m, &head, sizeof head)) {
        return cn_fail(error, CN_NO_MEMORY, "rank %d on %s gave no answer", a->rank, host);
    }
    head.text[sizeof head.text - 1] = '\0';
    if (head.status != CN_OK) {
        return cn_fail(error, (cn_status)head.status, "rank %d on %s: %.300s", a->rank, host,
                       head.text);
    }
    for (size_t i = 0; i < count; i++) {
        float weight;
        if (!cn_message_get(m, &weight, sizeof weight)) {
            return cn_fail(error, CN_BAD_INPUT, "rank %d sent too few weights", a->rank);
        }
        if (weight == before[i]) continue;
        sum[i] += weight - before[i];
        changed[i]++;
    }
    progress->games += head.games;
    progress->positions += head.positions;
    return CN_OK;
}

/* One round: all learn from the same weights up to `until`. Every weight is then moved by the mean
 * of the changes that those ranks made which met it: one that a single rank met loses nothing. */
static cn_status learn_round(cn_learner *l, cn_farm *farm, double until,
                             cn_learn_progress *progress, cn_error *error) {
    const int others = cn_cluster_ranks() - 1;
    const size_t count = cn_learner_weights(l);
    asked *all = calloc((size_t)others, sizeof *all);
    float *before = malloc(3 * count * sizeof *before), *sum = before ? before + count : NULL;
    float *mine = before ? sum + count : NULL;
    uint16_t *changed = calloc(count, sizeof *changed);
    cn_status status = CN_OK;
    int started = 0;
    if (!all || !before || !changed) status = cn_fail(error, CN_NO_MEMORY, "no memory to learn");
    if (status == CN_OK) cn_learner_get(l, before);
    for (; status == CN_OK && started < others; started++) {
        asked *a = &all[started];
        *a = (asked){.farm = farm, .rank = started + 1};
        status = pose(l, until, before, a->rank, &a->question, error);
        if (status == CN_OK) status = cn_thread_start(&a->thread, ask, a, error);
        if (status != CN_OK) break;
    }
    if (status == CN_OK) status = cn_learner_run(l, until, progress, error);
    if (status != CN_OK || (progress->finished && progress->done < 1)) cn_farm_stop(farm);
    for (int i = 0; i < started; i++) cn_thread_join(all[i].thread);
    if (status == CN_OK) {
        cn_learner_get(l, mine);
        for (size_t i = 0; i < count; i++) {
            sum[i] = mine[i] - before[i];
            changed[i] = mine[i] != before[i];
        }
    }
    for (int i = 0; i < started; i++) {
        if (status == CN_OK) {
            status = take(&all[i], count, before, sum, changed, progress, error);
        }
        cn_message_free(&all[i].answer);
    }
    if (status == CN_OK) {
        for (size_t i = 0; i < count; i++) {
            mine[i] = changed[i] ? before[i] + sum[i] / changed[i] : before[i];
        }
        cn_learner_put(l, mine);
    }
    free(all);
    free(before);
    free(changed);
    return status;
}

cn_status cn_learn_together(cn_learner *l, double until, cn_learn_progress *progress,
                            cn_error *error) {
    cn_farm *farm;
    cn_status status = cn_farm_open(&farm, error);
    if (status != CN_OK) return status;
    if (!farm) return cn_learner_run(l, until, progress, error);
    double done = progress->done;
    while (status == CN_OK && done < until) {
        done = done + 1.5 / ROUND_COUNT < until ? done + 1.0 / ROUND_COUNT : until;
        status = learn_round(l, farm, done, progress, error);
        if (progress->finished) break;
    }
    cn_farm_close(farm);
    return status;
}

/* ---- the others ---- */

/* A process belongs to one job and learns one thing at a time. What it has learned with, its steps
 * and remembered positions, is kept from round to round. */
static struct {
    uint64_t name;     /* question_head.learner of the run it belongs to */
    cn_position start; /* the learner points to it */
    cn_learner *learner;
    const _Atomic bool *stopped;
} kept; /* without a lock: rank 0 asks one question at a time */

/* The learner's `interrupted`: rank 0 has stopped the farm. */
static bool is_stopped(void) {
    return atomic_load_explicit(kept.stopped, memory_order_relaxed);
}

/* Frees what was kept; there need not be anything. */
static void forget(void) {
    cn_learner_free(kept.learner);
    if (kept.start.state) cn_position_free(&kept.start);
    memset(&kept, 0, sizeof kept);
}

/* Takes the question apart up to the weights, and makes the learner unless it is the one of the
 * last question. The model's tuples stand in for the option. */
static cn_status begin(cn_message *m, const question_head *head, const cn_ranks_service *service,
                       cn_error *error) {
    char name[64];
    unsigned char state[CN_STATE_MAX];
    cn_model *model = NULL;
    if (!cn_message_get_text(m, name, sizeof name) || head->state_bytes > sizeof state ||
        !cn_message_get(m, state, (size_t)head->state_bytes) ||
        head->model_bytes > m->size - m->at) {
        return cn_fail(error, CN_BAD_INPUT, "rank 0 sent a question that is not whole");
    }
    const unsigned char *bytes = m->bytes + m->at;
    m->at += (size_t)head->model_bytes;
    if (kept.learner && kept.name == head->learner) return CN_OK;
    forget();
    const cn_game *game = service->find(name, service->user);
    if (!game) {
        return cn_fail(error, CN_BAD_INPUT,
                       "there is no game `%s` here; is the plugin on this machine too?", name);
    }
    cn_learn_options options = head->options;
    options.tuples = NULL; /* the model has them */
    options.interrupted = is_stopped;
    cn_status status = cn_carry_position(game, head->variant, state, (size_t)head->state_bytes,
                                         &kept.start, error);
    if (status == CN_OK) {
        status = cn_model_decode("of rank 0", bytes, (size_t)head->model_bytes, &model, error);
    }
    if (status == CN_OK) {
        status = cn_learner_new(&kept.start, &options, model, &kept.learner, error);
    }
    kept.name = head->learner;
    return status;
}

void cn_learn_answer(cn_message *question, cn_message *answer, cn_farm_task *task, void *service) {
    question_head head;
    answer_head out;
    cn_error error = {""};
    cn_learn_progress progress = {0};
    float *weights = NULL;
    size_t bytes = 0;
    memset(&out, 0, sizeof out);
    cn_status status = cn_message_get(question, &head, sizeof head) ? CN_OK : CN_BAD_INPUT;
    if (status == CN_OK) status = begin(question, &head, service, &error);
    if (status == CN_OK) {
        kept.stopped = cn_farm_stopped(task);
        bytes = cn_learner_weights(kept.learner) * sizeof *weights;
        weights = malloc(bytes);
        if (!weights || !cn_message_get(question, weights, bytes)) {
            status = cn_fail(&error, CN_BAD_INPUT, "rank 0 sent too few weights");
        }
    }
    if (status == CN_OK) {
        cn_learner_put(kept.learner, weights);
        status = cn_learner_run(kept.learner, head.until, &progress, &error);
    }
    if (status == CN_OK) cn_learner_get(kept.learner, weights);
    out.status = status;
    out.games = progress.games;
    out.positions = progress.positions;
    snprintf(out.text, sizeof out.text, "%s", error.text);
    cn_message_put(answer, &out, sizeof out);
    if (status == CN_OK) cn_message_put(answer, weights, bytes);
    free(weights);
}
