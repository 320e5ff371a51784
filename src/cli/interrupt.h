/* Ctrl-C: the first one stops the search that is running, a second one ends the program. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <canopy/search.h>

/* From now on an interrupt stops these searches (NULL-terminated; they must outlive the watch). */
void cn_interrupt_watch(cn_search *const *searches);

/* True once an interrupt came. */
bool cn_interrupted(void);

#endif
