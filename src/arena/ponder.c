/* Runs a search without limits in a thread until cn_ponder_end stops it. The result is thrown away:
 * what counts is the tree or table that the search keeps for its next run. */
#include "arena/ponder.h"

#include <stdlib.h>

/* Searches until it is stopped. The result is not wanted, only what the search learns. */
static void think(void *user) {
    cn_ponder *p = user;
    const cn_limits limits = {.infinite = true, .ponder = true};
    cn_result *result = malloc(sizeof *result);
    cn_error error;
    if (result) cn_search_run(p->search, &p->position, &limits, NULL, NULL, result, &error);
    free(result);
}

void cn_ponder_begin(cn_ponder *p, cn_search *search, const cn_position *position) {
    cn_error error;
    if (!cn_search_ponders(search)) return;
    if (position->rules->over(position->state) != CN_ONGOING) return;
    if (cn_position_copy(position, &p->position, &error) != CN_OK) return;
    p->search = search;
    p->running = cn_thread_start(&p->thread, think, p, &error) == CN_OK;
    if (!p->running) cn_position_free(&p->position);
}

void cn_ponder_end(cn_ponder *p) {
    if (!p->running) return;
    cn_search_stop(p->search);
    cn_thread_join(p->thread);
    cn_search_forget_stop(p->search); /* it may have come to an end by itself */
    cn_position_free(&p->position);
    p->running = false;
}
