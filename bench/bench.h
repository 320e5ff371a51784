/* What the benchmarks share. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <canopy/search.h>

int bench_kernels(const char *only);
int bench_search(void);
int bench_threads(void);
int bench_mcts(void);
int bench_reports(void);
int bench_trace(void);
int bench_predict(void);
int bench_match(void);
int bench_othello(const char *edax);
int bench_gomoku(void);
int bench_go(int peers, char **peer); /* commands of GTP programs */
int bench_go_weights(int random);     /* plies at the beginning of each game */
int bench_learn(void);
int bench_ranks(void);
int bench_connect4(const char *positions);

/* A position of a game after some random moves; options as "a=1,b=2" or NULL. Ends the program with
 * a message if there is none. */
cn_position bench_position(const char *game, const char *options, int plies, uint64_t seed);

/* A search, or the end of the program. */
cn_search *bench_agent(const char *game, const char *spec);

cn_result bench_run(cn_search *search, const cn_position *position);

#endif
