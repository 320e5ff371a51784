/* Runs a search without limits in a thread until cn_ponder_end stops it. The result is thrown away:
 * what counts is the tree or table that the search keeps for its next run. */
#include "arena/ponder.h"

/* Searches until it is stopped. The result is not wanted, only what the search learns. */
static void think(void *user) {
    cn_ponder *p = user;
    const cn_limits limits = {.infinite = true, .ponder = true};
    cn_result result;
    cn_search_run(p->search, &p->position.position, &limits, NULL, NULL, &result, NULL);
}

void cn_ponder_begin(cn_ponder *p, cn_search *search, const cn_position *position) {
    if (!cn_search_ponders(search)) return;
    if (position->rules->over(position->state) != CN_ONGOING) return;
    cn_scratch_copy(&p->position, position);
    p->search = search;
    p->running = cn_thread_start(&p->thread, think, p, NULL) == CN_OK;
}

void cn_ponder_end(cn_ponder *p) {
    if (!p->running) return;
    cn_search_stop(p->search);
    cn_thread_join(p->thread);
    cn_search_forget_stop(p->search); /* it may have come to an end by itself */
    p->running = false;
}
