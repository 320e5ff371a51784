/* Several ranks against one: iterations a second of Monte Carlo tree search at two seconds a move,
 * what the messages cost, and what that projects to. Run by mpirun (./dev bench ranks). */
#include "bench.h"

#include "cluster/mpi.h"
#include "engine/ranks.h"

#include <stdlib.h>

enum { ROUNDS = 5 };

static const double SECONDS = 2;

typedef struct workload {
    const char *game, *options, *agent;
    int plies;
} workload;

static const workload workloads[] = {
    {"othello", NULL, "mcts:time=2,memory=1024", 10},
    {"othello", NULL, "mcts:time=2,memory=1024,share=2", 10},
    {"go", "size=9", "mcts:time=2,memory=1024", 0},
    {"go", "size=9", "mcts:time=2,memory=1024,share=2", 0},
};

static const cn_game *find(const char *name, void *user) {
    (void)user;
    return cn_game_find(name);
}

static bool join(void) {
    const cn_transport *transport = NULL;
    cn_error error = {"start this with mpirun -n 2"};
    if (!cn_mpi_launched() || cn_mpi_start(&transport, &error) != CN_OK || !transport ||
        cn_cluster_join(transport, &error) != CN_OK) {
        fprintf(stderr, "bench: ranks: %s\n", error.text);
        return false;
    }
    if (cn_cluster_rank() == 0) return true;
    const cn_ranks_service service = {.find = find};
    cn_ranks_serve(&service);
    cn_cluster_leave();
    exit(0);
}

typedef struct figures {
    double rate[2]; /* iterations a second on one rank and on all: medians */
    double late;    /* seconds a move took beyond its time, median */
    double sent, received, sent_size, received_size; /* by rank 0, for each other rank and second */
    double send_us, receive_us;                      /* processor time of a message */
} figures;

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *list, int count) {
    qsort(list, (size_t)count, sizeof *list, by_size);
    return list[count / 2];
}

static figures measure(const workload *load) {
    cn_position p = bench_position(load->game, load->options, load->plies, 1);
    cn_search *search[2];
    double rate[2][ROUNDS], late[ROUNDS];
    cn_cluster_counts t = {0};
    for (int n = 0; n < 2; n++) {
        char spec[160];
        snprintf(spec, sizeof spec, "%s,ranks=%d", load->agent, n ? 0 : 1);
        search[n] = bench_agent(load->game, spec);
    }
    const cn_cluster_counts before = cn_cluster_traffic();
    for (int round = 0; round < ROUNDS; round++) {
        for (int n = 0; n < 2; n++) {
            const cn_result r = bench_run(search[n], &p);
            rate[n][round] = (double)r.iterations / r.seconds;
            if (n == 1) late[round] = r.seconds - SECONDS;
        }
    }
    t = cn_cluster_traffic();
    const double sent = (double)(t.sent - before.sent);
    const double received = (double)(t.received - before.received);
    const double each = ROUNDS * SECONDS * (cn_cluster_ranks() - 1);
    const figures f = {
        .rate = {median(rate[0], ROUNDS), median(rate[1], ROUNDS)},
        .late = median(late, ROUNDS),
        .sent = sent / each,
        .received = received / each,
        .sent_size = (double)(t.sent_bytes - before.sent_bytes) / sent,
        .received_size = (double)(t.received_bytes - before.received_bytes) / received,
        .send_us = (double)(t.sending_ns - before.sending_ns) * 1e-3 / sent,
        .receive_us = (double)(t.receiving_ns - before.receiving_ns) * 1e-3 / received,
    };
    for (int n = 0; n < 2; n++) cn_search_free(search[n]);
    cn_position_free(&p);
    return f;
}

/* Rank 0's courier takes processor time for every message, and a move begins and ends with one to
 * and one from every rank, one after the other: see docs/cluster.md. */
static void project(const figures *f, int ranks) {
    const double others = ranks - 1;
    const double load =
        others * (f->sent * f->send_us + f->received * f->receive_us) * 1e-6; /* of a core */
    const double ends = others * (2 * f->send_us + f->receive_us) * 1e-6;     /* seconds a move */
    const double speed_up = (ranks - (load < 1 ? load : 1)) * SECONDS / (SECONDS + ends);
    const double network = others * (f->sent * f->sent_size + f->received * f->received_size) / 1e6;
    printf("    %5d ranks  %7.1fx  %5.1f %% of a core  %8.2f MB/s at rank 0  %7.2f ms a move%s\n",
           ranks, speed_up, 100 * load, network, 1e3 * ends,
           load > 1 ? "  (rank 0 is saturated)" : "");
}

int bench_ranks(void) {
    if (!join()) return 1;
    const int ranks = cn_cluster_ranks();
    printf("%d ranks of one thread against one, %.0f s a move, medians of %d in turns.\n", ranks,
           SECONDS, ROUNDS);
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        const workload *load = &workloads[w];
        const figures f = measure(load);
        printf("\n%s%s%s, %s\n", load->game, load->options ? " " : "",
               load->options ? load->options : "", load->agent);
        printf("  iterations a second   %.0f on one rank, %.0f on %d: %.2fx\n", f.rate[0],
               f.rate[1], ranks, f.rate[1] / f.rate[0]);
        printf("  later than its time   %.1f ms a move\n", 1e3 * f.late);
        printf("  rank 0, for each of the others, a second:\n");
        printf("    sent      %5.1f messages of %6.0f bytes, %5.1f us each\n", f.sent, f.sent_size,
               f.send_us);
        printf("    received  %5.1f messages of %6.0f bytes, %5.1f us each, merging included\n",
               f.received, f.received_size, f.receive_us);
        /* With share, rank 0 also adds up the tops of all trees, which is not a message. */
        if (!strstr(load->agent, "share")) {
            printf("  projection (not measured):\n");
            project(&f, 64);
            project(&f, 1000);
        }
        fflush(stdout);
    }
    cn_cluster_leave();
    return 0;
}
