/* Benchmarks: `./dev bench [NAME]`.
 *
 * Machines are shared and noisy. Whatever is compared takes turns within one run, the best of
 * several rounds counts for each, and what to trust is the ratio. */
#include "bench.h"

#include <stdlib.h>

cn_position bench_position(const char *game, const char *options, int plies, uint64_t seed) {
    const cn_game *found = cn_game_find(game);
    cn_value values[CN_OPTIONS_MAX];
    cn_error error = {"no such game"};
    cn_position p;
    if (!found) goto fail;
    cn_values_default(found->options, values);
    char copy[256];
    snprintf(copy, sizeof copy, "%s", options ? options : "");
    for (char *save, *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        if (cn_values_set(found->options, values, word, &error) != CN_OK) goto fail;
    }
    if (cn_position_new(found, values, NULL, &p, &error) != CN_OK) goto fail;
    cn_rng rng = cn_rng_make(seed, 0);
    for (int i = 0; i < plies && p.rules->over(p.state) == CN_ONGOING; i++) {
        cn_move list[CN_MOVES_MAX];
        const int count = p.rules->moves(p.state, list);
        p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
    }
    return p;
fail:
    fprintf(stderr, "bench: %s: %s\n", game, error.text);
    exit(1);
}

cn_search *bench_agent(const char *game, const char *spec) {
    cn_search *search;
    cn_error error;
    if (cn_search_new(cn_game_find(game), spec, &search, &error) == CN_OK) return search;
    fprintf(stderr, "bench: %s\n", error.text);
    exit(1);
}

cn_result bench_run(cn_search *search, const cn_position *position) {
    cn_result result;
    cn_error error;
    cn_search_clear(search);
    if (cn_search_run(search, position, NULL, NULL, NULL, &result, &error) == CN_OK) return result;
    fprintf(stderr, "bench: %s\n", error.text);
    exit(1);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "kernels";
    if (argc <= 3 && strcmp(name, "kernels") == 0) return bench_kernels(argc > 2 ? argv[2] : NULL);
    if (argc == 2 && strcmp(name, "search") == 0) return bench_search();
    if (argc == 2 && strcmp(name, "learn") == 0) return bench_learn();
    if (argc == 2 && strcmp(name, "threads") == 0) return bench_threads();
    if (argc == 2 && strcmp(name, "mcts") == 0) return bench_mcts();
    if (argc == 2 && strcmp(name, "reports") == 0) return bench_reports();
    if (argc == 2 && strcmp(name, "trace") == 0) return bench_trace();
    if (argc == 2 && strcmp(name, "predict") == 0) return bench_predict();
    if (argc == 2 && strcmp(name, "match") == 0) return bench_match();
    if (argc <= 3 && strcmp(name, "othello") == 0) return bench_othello(argc > 2 ? argv[2] : NULL);
    if (argc == 2 && strcmp(name, "gomoku") == 0) return bench_gomoku();
    if (argc >= 2 && strcmp(name, "go") == 0) return bench_go(argc - 2, argv + 2);
    if (argc == 3 && strcmp(name, "go-weights") == 0) return bench_go_weights(atoi(argv[2]));
    if (argc == 2 && strcmp(name, "ranks") == 0) return bench_ranks();
    if (argc <= 3 && strcmp(name, "connect4") == 0)
        return bench_connect4(argc > 2 ? argv[2] : NULL);
    fputs("usage: canopy-bench [NAME]\n\n"
          "  kernels [GAME]  playouts, perft and alpha-beta: kernels against the run-time table\n"
          "  search          what each part of the alpha-beta search saves\n"
          "  mcts            iterations a second of Monte Carlo tree search\n"
          "  threads         speed-up of every strategy on two threads\n"
          "  reports         the reports' own workloads, against their programs' times\n"
          "  trace           what it costs to record a trace\n"
          "  predict         speed-up on two threads: predicted from one, and measured\n"
          "  match           what a match costs besides the thinking\n"
          "  learn           evaluations and games a second of learning\n"
          "  ranks           several MPI ranks against one, and a projection to many\n"
          "  connect4 [N]    the solver on N positions of each of six published sets\n"
          "  gomoku          moves with patterns, forced wins, nodes a second, two threads\n"
          "  othello [EDAX]  FFO endgames solved on one thread and on two, the first 19 also by\n"
          "                  Edax 4, if a command that starts it is given\n"
          "  go [COMMAND]... playouts and iterations a second by board and policy, and those of\n"
          "                  GTP programs: 'pachi -t =%d threads=1' (%d: playouts, %s: size)\n"
          "  go-weights N    no benchmark: makes src/games/go/weights.h from games of 9x9 on\n"
          "                  standard input, whose first N moves were random\n",
          stderr);
    return 2;
}
