/* `canopy learn --show FILE`: what is in a file of weights: which game it is for, how it was made,
 * and the tuples whose weights are largest, drawn on the board. */
#include "cli/learn.h"

#include "cli/out.h"
#include "search/model_file.h"

#include <math.h>
#include <stdlib.h>

enum { SHOWN = 6 }; /* tuples that are drawn */

/* How much a tuple's weights say: the root of their mean square, of those that are not 0. */
typedef struct strength {
    int tuple;
    uint32_t used, size;
    double weight;
} strength;

/* For qsort: the tuples with the larger weights first. */
static int by_weight(const void *a, const void *b) {
    const strength *x = a, *y = b;
    return x->weight < y->weight ? 1 : x->weight > y->weight ? -1 : x->tuple - y->tuple;
}

/* How many contents so many cells can have: each is empty, own or the opponent's. */
static uint32_t contents(int length) {
    uint32_t n = 1;
    while (length-- > 0) n *= 3;
    return n;
}

/* Fills in, for every tuple, how many of its weights were ever learned and the root of their mean
 * square, over all phases of the game. */
static void measure(const cn_model *m, strength *strengths) {
    const cn_shape *s = &m->shape;
    uint32_t from = (uint32_t)(s->rows * s->columns) + 1;
    for (int i = 0; i < s->tuples; i++) {
        strength *v = &strengths[i];
        *v = (strength){.tuple = i, .size = contents(s->tuple[i].length)};
        double squares = 0;
        for (int table = 0; table < cn_model_tables(m); table++) {
            for (uint32_t k = from; k < from + v->size; k++) {
                const double w = cn_model_get(m, table, m->rank[k]);
                squares += w * w;
                v->used += w != 0;
            }
        }
        v->weight = v->used ? sqrt(squares / v->used) / (1 << s->shift) : 0;
        v->size *= (uint32_t)cn_model_tables(m);
        from += contents(s->tuple[i].length);
    }
}

/* Its first place on the board: a, b, c … in the order of its cells. */
static void draw_tuple(const cn_shape *s, const cn_tuple *t) {
    for (int row = 0; row < s->rows; row++) {
        printf("    ");
        for (int column = 0; column < s->columns; column++) {
            char c = '.';
            for (int i = 0; i < t->length; i++) {
                if (t->cell[i] == row * s->columns + column) c = (char)('a' + i);
            }
            printf(" %c", c);
        }
        printf("\n");
    }
}

cn_exit cn_learn_show(cn_cli *cli, const char *path) {
    cn_model *m;
    cn_out_must(cli, cn_model_read(path, &m, cli->error));
    const cn_shape *s = &m->shape;
    printf("weights for %s%s%s, %d rows and %d columns\n", s->game, *s->options ? " " : "",
           s->options, s->rows, s->columns);
    if (s->target == CN_TARGET_SCORE) {
        printf("value: the score to come, %d to a point\n", s->unit);
    } else {
        printf("value: the chance to win, %d is three in four\n", CN_MODEL_THREE_TO_ONE);
    }
    printf("%d tuples in %d places, %d phases, %s\n", s->tuples, m->network.lanes, s->phases,
           s->sides == 2 ? "each player with weights of its own" : "one set for both players");
    printf("made with:\n");
    for (const char *p = m->made; *p;) {
        const size_t n = strcspn(p, "\n");
        char line[CN_MODEL_TEXT];
        snprintf(line, sizeof line, "%.*s", (int)n, p);
        printf("  ");
        cn_out_clean(stdout, line);
        printf("\n");
        p += n + (p[n] == '\n');
    }
    strength strengths[CN_TUPLES_MAX];
    measure(m, strengths);
    qsort(strengths, (size_t)s->tuples, sizeof *strengths, by_weight);
    printf("the tuples that weigh most:\n");
    for (int i = 0; i < s->tuples && i < SHOWN; i++) {
        const cn_tuple *t = &s->tuple[strengths[i].tuple];
        printf("  %d cells, a typical weight is %.0f, %.0f %% of the table learned\n", t->length,
               strengths[i].weight, 100.0 * strengths[i].used / strengths[i].size);
        draw_tuple(s, t);
    }
    cn_model_free(m);
    return CN_EXIT_OK;
}
