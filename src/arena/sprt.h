/* The sequential probability ratio test: a match that ends as soon as its result is clear.
 *
 * H0: the first player is elo0 better; H1: elo1. Each game moves the log-likelihood ratio; at
 * log(beta / (1 - alpha)) H0 is accepted, at log((1 - beta) / alpha) H1 is (Wald 1945). How likely
 * each result is under a hypothesis is not known, so it is estimated with the hypothesis as a
 * constraint (generalised SPRT: Li, Liu, Ying 2014), on pairs of games as fishtest has it
 * (M. Van den Bergh, "A practical introduction to the GSPRT"), on games where there are no pairs.
 */
#pragma once

#include "arena/elo.h"

#include <stdbool.h>

/* A test: two hypotheses and how often it may be wrong. */
typedef struct cn_sprt {
    double elo0, elo1;
    double alpha, beta; /* the chance to accept H1 if H0 holds, and H0 if H1 does */
    bool normalized;    /* Elo in units of the spread of a game's result, not of its mean */
} cn_sprt;

/* Which hypothesis is accepted; OPEN: none yet. */
typedef enum cn_sprt_verdict { CN_SPRT_OPEN, CN_SPRT_H0, CN_SPRT_H1 } cn_sprt_verdict;

/* Where a test stands: its log-likelihood ratio between the two bounds. */
typedef struct cn_sprt_state {
    double llr, lower, upper;
    cn_sprt_verdict verdict;
} cn_sprt_state;

/* Where the test stands after these results, which are the first player's. */
cn_sprt_state cn_sprt_of(const cn_sprt *sprt, const cn_tally *tally);
