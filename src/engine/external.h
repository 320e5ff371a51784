/* A search whose thinking is done elsewhere: another program, another machine. Front ends use it as
 * any other cn_search. */
#ifndef ENGINE_EXTERNAL_H
#define ENGINE_EXTERNAL_H

#include <canopy/search.h>

typedef struct cn_external {
    /* As cn_search_run, until `stop` is set; `result` is zeroed, the game is not over. A best move
     * that is not legal is the caller's to find out. */
    cn_status (*run)(void *self, const cn_position *position, const cn_limits *limits,
                     const _Atomic bool *stop, cn_progress_fn *progress, void *user,
                     cn_result *result, cn_error *error);
    void (*wake)(void *self);  /* `stop` is set: a run that waits shall look. From any thread or a
                                  signal handler, also when there is no run */
    void (*clear)(void *self); /* a new game begins */
    void (*free)(void *self);
} cn_external;

/* Takes `self` over, also if it fails. */
cn_status cn_search_wrap(const cn_game *game, const cn_external *external, void *self,
                         cn_search **search, cn_error *error);

/* What such a search was made of, or NULL if it is not of this kind. */
void *cn_search_wrapped(const cn_search *search, const cn_external *external);

#endif
