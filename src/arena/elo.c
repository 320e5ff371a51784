/* The arithmetic behind Elo differences: mean scores, their variance by games or by pairs of games,
 * and intervals. A pair is two games from one opening with colours swapped; its mean score is one
 * of 0, 1/4, 1/2, 3/4, 1, and pairs are independent of one another where single games are not. */
#include "arena/elo.h"

#include <math.h>

static const double z95 = 1.959963984540054; /* of the normal distribution, two-sided 95 % */

double cn_elo_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double cn_elo_of_score(double score) {
    const double least = 1e-9, most = 1 - 1e-9;
    const double s = score < least ? least : score > most ? most : score;
    return 400 * log10(s / (1 - s)); /* +0, not -0, for one half */
}

int cn_tally_games(const cn_tally *t) {
    return t->wins + t->draws + t->losses;
}

int cn_tally_pairs(const cn_tally *t) {
    int pairs = 0;
    for (int i = 0; i < 5; i++) pairs += t->pairs[i];
    return pairs;
}

/* Variance of the score of a game (or of the mean score of a pair) about a centre, in units of
 * what is independent: pairs if there are any. */
static double variance(const cn_tally *t, double centre) {
    const int pairs = cn_tally_pairs(t);
    double sum = 0;
    if (pairs > 0) {
        for (int i = 0; i < 5; i++) sum += t->pairs[i] * (i / 4.0 - centre) * (i / 4.0 - centre);
        return sum / pairs;
    }
    sum = t->wins * (1 - centre) * (1 - centre) + t->draws * (0.5 - centre) * (0.5 - centre) +
          t->losses * centre * centre;
    return sum / cn_tally_games(t);
}

/* Wilson's interval for a score that varies less or more than that of decided games: with as many
 * games as would make the same standard error. */
static void wilson(double mean, double games, double *low, double *high) {
    const double z2 = z95 * z95, n = games + z2;
    const double centre = (mean * games + z2 / 2) / n;
    const double margin = z95 / n * sqrt(games * mean * (1 - mean) + z2 / 4);
    *low = centre - margin;
    *high = centre + margin;
}

cn_elo cn_elo_from(const cn_tally *t) {
    const int games = cn_tally_games(t);
    if (games == 0) {
        return (cn_elo){0.5, 0, cn_elo_of_score(0), cn_elo_of_score(1), 0.5};
    }
    const double points = t->wins + t->draws / 2.0, least = fmin(points, games - points);
    const double mean = points / games;
    const double units =
        cn_tally_pairs(t) > 0 ? games / 2.0 : games; /* a half pair is half a unit */
    const double spread = variance(t, mean);
    double low, high;
    if (least >= 10 && spread > 0) {
        const double margin = z95 * sqrt(spread / units);
        low = mean - margin;
        high = mean + margin;
    } else {
        wilson(mean, spread > 0 ? units * mean * (1 - mean) / spread : games, &low, &high);
    }
    /* If they were equal the score would vary about a half (the formula of the Chess Programming
     * Wiki, (wins - losses) / sqrt(wins + losses), where games are not in pairs). */
    const double about_half = variance(t, 0.5);
    const double z = about_half > 0 ? (mean - 0.5) / sqrt(about_half / units) : 0;
    return (cn_elo){
        .score = mean,
        .elo = cn_elo_of_score(least > 0 ? mean : (points + 0.5) / (games + 1)),
        .low = cn_elo_of_score(low),
        .high = cn_elo_of_score(high),
        .los = 0.5 * erfc(-z / sqrt(2)),
    };
}
