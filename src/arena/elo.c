#include "arena/elo.h"

#include <math.h>

static double to_elo(double score) {
    const double most = 1 - 1e-9;
    const double s = score < 1e-9 ? 1e-9 : score > most ? most : score;
    return -400 * log10(1 / s - 1);
}

cn_elo cn_elo_from(int wins, int draws, int losses) {
    /* A prior of one drawn pair keeps one-sided and tiny samples finite and honest. */
    const double w = wins + 0.5, d = draws, l = losses + 0.5, n = w + d + l;
    const double mean = (w + d / 2) / n;
    const double variance =
        (w * (1 - mean) * (1 - mean) + d * (0.5 - mean) * (0.5 - mean) + l * mean * mean) / n;
    const double margin = 1.959964 * sqrt(variance / n);
    const int games = wins + draws + losses;
    return (cn_elo){.score = games ? (wins + draws / 2.0) / games : 0.5,
                    .elo = to_elo(mean),
                    .low = to_elo(mean - margin),
                    .high = to_elo(mean + margin)};
}
