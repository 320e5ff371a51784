/* Maximum-likelihood ratings by Newton's method. Strengths are natural logarithms, of which a
 * difference d means a chance of 1 / (1 + e^-d) to win; they are turned into Elo at the end. The
 * matrix of second derivatives also gives the errors. */
#include "arena/ratings.h"

#include "arena/schedule.h"

#include <math.h>

/* The fit under way; all arrays are for n players. */
typedef struct fit {
    int n;
    const int *wins, *draws;
    double prior;
    double *strength;                                   /* natural logarithms */
    double step[CN_MATCH_PLAYERS];                      /* gradient, then Newton's step */
    double matrix[CN_MATCH_PLAYERS * CN_MATCH_PLAYERS]; /* minus the second derivatives, then their
                                                           Cholesky factor */
} fit;

/* The chance of a player to win by the difference in strength. */
static double chance(double difference) {
    return 1 / (1 + exp(-difference));
}

/* Gradient and curvature of the log-likelihood. All strengths may grow together without changing
 * it; a penalty on their sum, which is 0 throughout, makes the matrix regular. */
static void derive(fit *f) {
    const int n = f->n;
    for (int i = 0; i < n * n; i++) f->matrix[i] = 1;
    for (int i = 0; i < n; i++) {
        const double p = chance(f->strength[i]);
        f->step[i] = f->prior * (0.5 - p);
        f->matrix[i * n + i] += f->prior * p * (1 - p);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (i == j) continue;
            const double games =
                f->wins[i * n + j] + f->wins[j * n + i] + (double)f->draws[i * n + j];
            const double points = f->wins[i * n + j] + f->draws[i * n + j] / 2.0;
            const double p = chance(f->strength[i] - f->strength[j]);
            f->step[i] += points - games * p;
            f->matrix[i * n + i] += games * p * (1 - p);
            f->matrix[i * n + j] -= games * p * (1 - p);
        }
    }
}

/* In place; the lower triangle is the factor. False if the matrix is not positive definite. */
static bool factorise(double *m, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = m[i * n + j];
            for (int k = 0; k < j; k++) sum -= m[i * n + k] * m[j * n + k];
            if (i == j && sum <= 1e-12) return false;
            m[i * n + j] = i == j ? sqrt(sum) : sum / m[j * n + j];
        }
    }
    return true;
}

/* Solves the system of equations, given the factor; `x` is the right side and becomes the solution.
 */
static void solve(const double *m, int n, double *x) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) x[i] -= m[i * n + k] * x[k];
        x[i] /= m[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) x[i] -= m[k * n + i] * x[k];
        x[i] /= m[i * n + i];
    }
}

/* Newton's method until the steps are tiny. False if the results do not connect all players. */
static bool climb(fit *f) {
    const int n = f->n;
    for (int round = 0; round < 200; round++) {
        derive(f);
        if (!factorise(f->matrix, n)) return false;
        solve(f->matrix, n, f->step);
        double largest = 0, mean = 0;
        for (int i = 0; i < n; i++) largest = fmax(largest, fabs(f->step[i]));
        /* The curve flattens far out, and a whole step from there would jump too far. */
        const double scale = largest > 1 ? 1 / largest : 1;
        for (int i = 0; i < n; i++) mean += (f->strength[i] += scale * f->step[i]) / n;
        for (int i = 0; i < n; i++) f->strength[i] -= mean;
        if (largest < 1e-10) return true;
    }
    return true; /* near enough: each step was uphill */
}

/* How much less than won and lost games the results vary, for there are draws: a game of mean p and
 * draw rate d has a variance of p (1 - p) - d / 4. */
static double dispersion(const fit *f) {
    const int n = f->n;
    double decided = 0, drawn = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const double p = chance(f->strength[i] - f->strength[j]);
            const int games = f->wins[i * n + j] + f->wins[j * n + i] + f->draws[i * n + j];
            decided += games * p * (1 - p);
            drawn += f->draws[i * n + j];
        }
    }
    return decided > 0 ? fmax(1 - drawn / 4 / decided, 0.05) : 1;
}

cn_status cn_ratings_fit(int players, const int *wins, const int *draws, double prior, double *elo,
                         double *error_95, cn_error *error) {
    const double per_unit = 400 / log(10);
    fit f = {.n = players, .wins = wins, .draws = draws, .prior = prior, .strength = elo};
    for (int i = 0; i < players; i++) elo[i] = 0;
    CN_FAIL_IF(!climb(&f), error, CN_BAD_INPUT, "the results do not connect all players");
    if (error_95) {
        derive(&f);
        const double vary = dispersion(&f);
        const bool regular = factorise(f.matrix, players);
        for (int i = 0; i < players; i++) {
            for (int k = 0; k < players; k++) f.step[k] = k == i;
            if (regular) solve(f.matrix, players, f.step);
            /* Without what the penalty on the sum put in. */
            const double variance = f.step[i] - 1.0 / (players * players);
            error_95[i] = 1.959964 * per_unit * sqrt(vary * fmax(variance, 0));
        }
    }
    for (int i = 0; i < players; i++) elo[i] *= per_unit;
    return CN_OK;
}
