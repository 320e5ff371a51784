/* What the files of `canopy learn` share. */
#pragma once

#include "arena/elo.h"
#include "cli/cli.h"
#include "learn/learn.h"

/* The course of learning as a page: error and strength over the games. */
enum { CN_CURVE_POINTS = 64 };

/* How learning went: a point for each time that the weights were written. */
typedef struct cn_curve {
    int count;
    struct {
        cn_learn_progress progress;
        cn_tally tally;
    } point[CN_CURVE_POINTS];
} cn_curve;

void cn_curve_add(cn_curve *curve, const cn_learn_progress *progress, const cn_tally *tally);
cn_status cn_curve_write(const cn_curve *curve, const cn_model *model, const char *path,
                         cn_error *error);

/* What is in a file of weights, in words and drawings. */
cn_exit cn_learn_show(cn_cli *cli, const char *path);
