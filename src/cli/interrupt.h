/* Ctrl-C: the first one stops the search that is running, a second one ends the program. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <canopy/search.h>

/* From now on an interrupt stops these searches (NULL-terminated; they must outlive the watch). */
void cn_interrupt_watch(cn_search *const *searches);

/* True once an interrupt came. */
bool cn_interrupted(void);

/* For a dialogue, where an interrupt is not the end: how many came since the last
 * cn_interrupt_forget. */
int cn_interrupt_count(void);
void cn_interrupt_forget(void);

/* How many end the program (2 unless told), and what is written to the terminal before that;
 * `farewell` must outlive the watch, and may be NULL. */
void cn_interrupt_patience(int most, const char *farewell);

#endif
