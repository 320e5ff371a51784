/* Work dealt out piece by piece: rank 0 asks a question, another rank answers, and meanwhile asks
 * and answers of others go on. What they are about is the caller's affair.
 *
 * Questions are dealt by whoever asks: a thread of rank 0 for each piece of work at a time, which
 * sleeps until the answer is there and then asks the next. A rank that is slow gets fewer. */
#pragma once

#include "cluster/cluster.h"

typedef struct cn_farm cn_farm;
typedef struct cn_farm_task cn_farm_task;

/* ---- rank 0 ---- */

/* Takes the others; `farm` is NULL if there are none, or they have something else to do. */
cn_status cn_farm_open(cn_farm **farm, cn_error *error);
/* From any thread: sends the question (and frees it), waits for the answer, which the caller frees.
 * The answer is empty if memory ran out. */
cn_message cn_farm_ask(cn_farm *farm, int rank, cn_message *question);
/* Asks all to cut short what they are at; the answers still come. */
void cn_farm_stop(cn_farm *farm);
/* When nobody waits for an answer. */
void cn_farm_close(cn_farm *farm);

/* ---- the others ---- */

typedef struct cn_farm_work {
    /* In a thread of its own: reads the question and writes the answer. */
    void (*answer)(cn_message *question, cn_message *answer, cn_farm_task *task, void *user);
    /* Makes what a task told to be running end soon; may be called many times. */
    void (*halt)(void *running);
    void *user;
} cn_farm_work;

/* What `halt` is given for this task from now on; NULL: nothing. */
void cn_farm_running(cn_farm_task *task, void *running);
/* Set once the farm is stopped. */
const _Atomic bool *cn_farm_stopped(const cn_farm_task *task);

/* Answers until rank 0 closes the farm. `work` NULL: with nothing. */
void cn_farm_serve(uint32_t job, const cn_farm_work *work);
