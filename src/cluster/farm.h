/* A farm: work that rank 0 deals out to other ranks piece by piece. Rank 0 asks a question, another
 * rank answers it, and meanwhile other questions go on. What they are about is the caller's affair;
 * the games of a match are played so (arena/match_ranks.c).
 *
 * Questions are dealt by whoever asks: one thread of rank 0 for each piece of work at a time, which
 * sleeps until the answer is there and then asks the next. So a rank that is slow gets fewer. */
#pragma once

#include "cluster/cluster.h"

/* What a question is about: the first number in it. */
enum { CN_WORK_GAME, CN_WORK_LEARN };

typedef struct cn_farm cn_farm;
typedef struct cn_farm_task cn_farm_task;

/* ---- rank 0 ---- */

/* Begins a farm with all other ranks; *farm is NULL if there are none, or another run has taken
 * them.
 */
cn_status cn_farm_open(cn_farm **farm, cn_error *error);
/* From any thread: sends the question to a rank (and frees it), and waits for the answer, which the
 * caller frees. The answer has no bytes if memory ran out. */
cn_message cn_farm_ask(cn_farm *farm, int rank, cn_message *question);
/* Asks all ranks to cut short what they are doing; their answers still come. */
void cn_farm_stop(cn_farm *farm);
/* Ends the farm and frees it; nobody may be waiting for an answer. */
void cn_farm_close(cn_farm *farm);

/* ---- the others ---- */

/* What a rank does with questions. */
typedef struct cn_farm_work {
    /* In a thread of its own: reads the question and writes the answer. */
    void (*answer)(cn_message *question, cn_message *answer, cn_farm_task *task, void *user);
    /* Makes something end soon that a task has named by cn_farm_running; may be called many times,
     * from another thread. */
    void (*halt)(void *running);
    void *user;
} cn_farm_work;

/* A task: names what `halt` is to be called with if the farm is stopped; NULL: nothing. */
void cn_farm_running(cn_farm_task *task, void *running);
/* A flag that is set once the farm is stopped. */
const _Atomic bool *cn_farm_stopped(const cn_farm_task *task);

/* Answers questions until rank 0 closes the farm. `work` NULL: every answer is empty. */
void cn_farm_serve(uint32_t run, const cn_farm_work *work);
