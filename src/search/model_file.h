/* Models as files: lines of text that say what it is, then the weights.
 *
 *     canopy weights 1              the format's number
 *     game othello
 *     options rules=standard
 *     board 8 8                     rows, columns
 *     planes on                     bits are those of the game's `planes`
 *     bits 0 1 2 …                  the bit of each cell, row by row
 *     sides 1                       see cn_network
 *     mirror 56 57 …                only if player 1 sees a mirrored board: the image of each cell
 *     target score                  or outcome
 *     unit 64                       see cn_shape
 *     shift 0
 *     phase 0 0 1 …                 by the number of stones
 *     tuple 8 2 0 1 2 …             cells, images, and the cells of each image
 *     error 1 2 8 0.95 12 310       see cn_outlook; any number of lines
 *     made games=100000 …           how it came about, in any words; any number of lines
 *     weights 1460112 8c3fb2…       bytes that follow, check sum of everything else
 *
 * Weights are the packed ones, table by table. Most are small or 0, so a weight takes one byte to
 * three; see model_file.c. Numbers have the same bytes on every platform. */
#pragma once

#include "search/model.h"

enum { CN_MODEL_FORMAT = 1 };

/* The file as bytes, which the caller frees with free(). */
cn_status cn_model_encode(const cn_model *model, unsigned char **bytes, size_t *size,
                          cn_error *error);
/* Makes a model from such bytes, which are not kept; free it with cn_model_free. `name` is what
 * messages call it. The caller sets cn_model.game. If it fails *model stays as it was. */
cn_status cn_model_decode(const char *name, const unsigned char *bytes, size_t size,
                          cn_model **model, cn_error *error);

/* The same with a file. If writing fails the old file still stands (core/file.h). */
cn_status cn_model_write(const cn_model *model, const char *path, cn_error *error);
cn_status cn_model_read(const char *path, cn_model **model, cn_error *error);
