/* Othello endgames: the FFO positions solved to the last disc, on one thread and on two. Scores are
 * compared with the published ones; run it from the root of the sources, where the positions are.
 * Given a command that starts Edax 4, the first set, which it solves without its evaluation, is put
 * to it as well. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const sets[] = {"fforum-1-19", "fforum-20-39", "fforum-40-49"};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct sums {
    int positions, wrong;
    double cpu, wall, nodes;
} sums;

static void solve(cn_search *search, const char *line, sums *sum) {
    const cn_game *game = cn_game_find("othello");
    cn_value values[CN_OPTIONS_MAX];
    cn_position p;
    cn_error error;
    cn_result result;
    const cn_limits limits = {.infinite = true};
    cn_values_default(game->options, values);
    cn_search_clear(search);
    const double before = cpu_seconds();
    if (cn_position_new(game, values, line, &p, &error) != CN_OK ||
        cn_search_run(search, &p, &limits, NULL, NULL, &result, &error) != CN_OK) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(1);
    }
    sum->cpu += cpu_seconds() - before;
    sum->wall += result.seconds;
    sum->nodes += (double)result.nodes;
    sum->positions++;
    sum->wrong += !result.score.proven || (int)result.score.value != atoi(strchr(line, ':') + 1);
    cn_position_free(&p);
}

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "tests/positions/othello/%s.obf", name);
    return path;
}

/* Edax on a set: its own account of nodes and processor time is the last line that it prints. */
static int bench_edax(const char *edax, const char *name, double ours) {
    char command[512], line[512];
    snprintf(command, sizeof command, "%s -n 1 -solve %s 2>&1", edax, path_of(name));
    FILE *pipe = popen(command, "r");
    double nodes = 0, minutes, seconds, cpu = 0;
    while (pipe && fgets(line, sizeof line, pipe)) {
        const char *sum = strstr(line, "nodes in"), *time = strstr(line, "cpu =");
        const char *colon = strchr(line, ':');
        if (!sum || !time || sscanf(time, "cpu = %lf:%lf", &minutes, &seconds) != 2) continue;
        if (sscanf(colon, ": %lf", &nodes) == 1) cpu = 60 * minutes + seconds;
    }
    if (!pipe || pclose(pipe) != 0 || cpu == 0) {
        fprintf(stderr, "bench: `%s` did not answer as Edax does\n", command);
        return 1;
    }
    printf("%-14s %7s %9s %10.2f %10s %10.1f %11.1f   ours takes %.2f times as long\n", name,
           "Edax", "", cpu, "", nodes * 1e-6, nodes / cpu * 1e-6, ours / cpu);
    return 0;
}

static int bench_set(const char *name, int threads, double *cpu) {
    char spec[128], line[512];
    const char *path = path_of(name);
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "bench: cannot read %s\n", path);
        return 1;
    }
    snprintf(spec, sizeof spec,
             "pvs:expert=endgame,score=on,eval=learned,hash=64,strategy=%s,threads=%d",
             threads > 1 ? "ybw" : "none", threads);
    cn_search *search = bench_agent("othello", spec);
    sums sum = {0};
    while (fgets(line, sizeof line, file)) solve(search, line, &sum);
    fclose(file);
    cn_search_free(search);
    printf("%-14s %7d %9d %10.2f %10.2f %10.1f %11.1f %6d\n", name, threads, sum.positions, sum.cpu,
           sum.wall, sum.nodes * 1e-6, sum.nodes / sum.cpu * 1e-6, sum.wrong);
    fflush(stdout);
    *cpu = sum.cpu;
    return sum.wrong > 0;
}

int bench_othello(const char *edax) {
    int failed = 0;
    double cpu;
    printf("%-14s %7s %9s %10s %10s %10s %11s %6s\n", "set", "threads", "positions", "CPU s",
           "wall s", "M nodes", "M nodes/s", "wrong");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        for (int threads = 1; threads <= 2; threads++) {
            failed |= bench_set(sets[i], threads, &cpu);
            if (edax && i == 0 && threads == 1) failed |= bench_edax(edax, sets[i], cpu);
        }
    }
    return failed;
}
