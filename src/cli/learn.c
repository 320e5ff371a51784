/* `canopy learn GAME --out FILE` learns an evaluation by self-play (src/learn): the weights of an
 * n-tuple network.
 *
 * Learning is divided into ten stretches. After each the weights are written, so that a crash costs
 * one stretch at most, and play a duel against the same search with the game's own heuristic, so
 * that the user sees whether it is worth going on. The file says how it was made: the flags, the
 * number of games, and the course of error and strength (describe).
 *
 * --refine learns the weights of a file again from searches, phase by phase (learn/refine.h).
 *
 * --report writes the course of learning as a page, with plots of the error and of the strength
 * over the number of games; --show tells what is in a file of weights, with the tuples that weigh
 * most drawn on the board. */
#include "learn/learn.h"

#include "arena/elo.h"
#include "cli/interrupt.h"
#include "cli/verbs.h"
#include "core/file.h"
#include "engine/learned.h"
#include "lab/html.h"
#include "lab/plot.h"
#include "learn/duel.h"
#include "learn/outlook.h"
#include "learn/ranks.h"
#include "learn/refine.h"
#include "search/model_file.h"

#include <math.h>
#include <stdlib.h>

/* What the flags say; 0 or NULL is what was not said. */
typedef struct settings {
    const char *out, *time, *tuples, *show, *report;
    bool resume;
    double games, seed;
    int threads, phases, depth, duel, nodes, refine, positions, last;
} settings;

enum {
    CHECKS = 10, /* times that the weights are written and tried out on the way */
    POINTS = 64, /* of the course that is kept */
};

/* How learning went: a point for each time that the weights were written. */
typedef struct curve {
    int count;
    struct {
        cn_learn_progress progress;
        cn_tally tally;
    } point[POINTS];
} curve;

/* One call of `canopy learn`: what is learned, and what the duels have shown so far. */
typedef struct learning {
    cn_cli *cli;
    const settings *set;
    cn_position start;
    cn_learn_options options;
    cn_learner *learner;
    char spec[2][CN_SPEC_MAX];  /* the agents of a duel: the learned one and the plain one */
    char before[CN_MODEL_TEXT]; /* with --resume: how what is in the file was made */
    curve curve;
} learning;

/* ---- the course as a page ---- */

/* Draws the error, or the strength, over the number of games as SVG. Without memory for it the page
 * has no plot. */
static void plot(FILE *f, const curve *c, bool elos) {
    cn_plot *p = calloc(1, sizeof *p);
    if (!p) return;
    p->title = elos ? "Strength" : "Error";
    p->x_label = "games learned from";
    p->y_label = elos ? "Elo against plain search" : "root of the mean squared error";
    p->count = 1;
    snprintf(p->lines[0].name, sizeof p->lines[0].name, "%s", elos ? "learned" : "error");
    for (int i = 0; i < c->count && p->lines[0].count < CN_PLOT_POINTS; i++) {
        cn_plot_point *at = &p->lines[0].points[p->lines[0].count];
        *at = (cn_plot_point){(double)c->point[i].progress.games, c->point[i].progress.error, NAN,
                              NAN};
        if (elos) {
            if (cn_tally_games(&c->point[i].tally) == 0) continue;
            const cn_elo elo = cn_elo_from(&c->point[i].tally);
            at->y = elo.elo;
            at->low = elo.low;
            at->high = elo.high;
        }
        p->lines[0].count++;
    }
    cn_plot_write(f, p);
    free(p);
}

/* How large a network is: its tuples, their places on the board, its phases. */
static void write_size(FILE *f, const cn_model *m) {
    fprintf(f, "%d tuples in %d places, %d phase%s", m->shape.tuples, m->network.lanes,
            m->shape.phases, m->shape.phases == 1 ? "" : "s");
}

/* Writes the page of --report. */
static cn_status write_report(const curve *c, const cn_model *m, const char *path,
                              cn_error *error) {
    cn_file file;
    CN_TRY(cn_file_begin(&file, path, error));
    FILE *f = file.stream;
    char title[128];
    snprintf(title, sizeof title, "Learning %s %.80s", m->shape.game, m->shape.options);
    cn_html_begin(f, title);
    fputs("<p>", f);
    write_size(f, m);
    fputs(".</p>\n", f);
    cn_html_put(f, "<pre>%s</pre>\n", m->made);
    plot(f, c, true);
    plot(f, c, false);
    fprintf(f, "<table><tr><th>games<th>seconds<th>error<th>+<th>=<th>-<th>Elo</tr>\n");
    for (int i = 0; i < c->count; i++) {
        const cn_learn_progress *p = &c->point[i].progress;
        const cn_tally *t = &c->point[i].tally;
        fprintf(f, "<tr><td>%" PRIu64 "<td>%.0f<td>%.4f<td>%d<td>%d<td>%d<td>%+.0f</tr>\n",
                p->games, p->seconds, p->error, t->wins, t->draws, t->losses, cn_elo_from(t).elo);
    }
    fprintf(f, "</table>\n");
    cn_html_end(f);
    return cn_file_keep(&file, error);
}

/* ---- a file of weights ---- */

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
static void weigh(const cn_model *m, strength *strengths) {
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

/* Draws the first place of a tuple on the board: its cells as a, b, c … in their order. */
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

/* Shows a file of weights. */
static cn_exit show(cn_cli *cli, const char *path) {
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
    write_size(stdout, m);
    printf(", %s\n",
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
    weigh(m, strengths);
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

/* ---- words ---- */

/* Reads a time such as 90, 90s, 30m or 1.5h; returns seconds. */
static double read_time(const cn_cli *cli, const char *text) {
    char *end;
    const double number = strtod(text, &end);
    const double unit = *end == 'h' ? 3600 : *end == 'm' ? 60 : 1;
    const bool known = !*end || (strchr("smh", *end) && !end[1]);
    CN_USAGE_IF(end == text || !known || !(number > 0) || number * unit > 1e7, cli,
                "--time %s: expected a time like 90s, 30m or 2h", text);
    return number * unit;
}

/* The size of the network, and the heads of the table that write_progress fills. */
static void write_head(const learning *l) {
    const cn_model *m = cn_learner_model(l->learner);
    printf("%s: ", l->start.game->title);
    write_size(stdout, m);
    printf(", %" PRIu64 " weights\n", (uint64_t)m->packed * (uint64_t)cn_model_tables(m));
    printf("%8s %10s %9s %9s", "time", "games", "games/s", "error");
    if (l->set->duel) printf("  against plain search");
    printf("\n");
}

/* A row of the table: time, games, games a second, the error, and how the duel went
 * unless there was none. */
static void write_progress(const cn_learn_progress *p, const cn_tally *tally) {
    printf("%7.0fs %10" PRIu64 " %9.1f %9.4f", p->seconds, p->games,
           p->seconds > 0 ? (double)p->games / p->seconds : 0, p->error);
    if (cn_tally_games(tally) > 0) {
        const cn_elo elo = cn_elo_from(tally);
        printf("  +%d =%d -%d  Elo %+.0f [%+.0f, %+.0f]", tally->wins, tally->draws, tally->losses,
               elo.elo, elo.low, elo.high);
    }
    printf("\n");
}

/* How the weights came about, for the file: the games, the settings, and at each check the games so
 * far, the error and the Elo against plain search. */
static void describe(const learning *l, const cn_learn_progress *p) {
    const cn_learn_options *o = &l->options;
    cn_model *m = cn_learner_model(l->learner);
    char now[300];
    snprintf(
        now, sizeof now,
        "games=%" PRIu64 " positions=%" PRIu64 " error=%.4f\n"
        "seed=%" PRIu64 " depth=%d opening=%d random=%g lambda=%g solve=%d rate=%g replay=%d\n",
        p->games, p->positions, p->error, o->seed, o->play.depth, o->play.opening,
        (double)o->play.random, (double)o->play.lambda, o->play.solve, (double)o->rate, o->replay);
    if (!l->set->resume) {
        snprintf(m->made, sizeof m->made, "%stuples=%.500s\n", now, o->tuples);
    } else if (strlen(l->before) <= 1200) {
        snprintf(m->made, sizeof m->made, "%.1200sthen %s", l->before, now);
    } else { /* gone on with very often */
        snprintf(m->made, sizeof m->made, "earlier runs, and then\n%s", now);
    }
    for (int i = 0; i < l->curve.count; i++) {
        const size_t used = strlen(m->made);
        const cn_tally *t = &l->curve.point[i].tally;
        if (cn_tally_games(t) == 0 || sizeof m->made - used < 64) continue;
        snprintf(m->made + used, sizeof m->made - used, "curve %" PRIu64 " %.4f %+.0f\n",
                 l->curve.point[i].progress.games, l->curve.point[i].progress.error,
                 cn_elo_from(t).elo);
    }
}

/* ---- learning ---- */

/* Writes the weights, lets them play a duel, and adds a row to the table. The file is written again
 * after the duel, because how it was made includes the duel's result. False if standard output
 * cannot be written any more. */
static bool check(learning *l, const cn_learn_progress *p) {
    cn_tally tally = {0};
    describe(l, p);
    cn_status status = cn_model_write(cn_learner_model(l->learner), l->set->out, l->cli->error);
    if (status == CN_OK && l->set->duel && !cn_interrupted()) {
        const cn_duel_options duel = {.first = l->spec[0],
                                      .second = l->spec[1],
                                      .games = l->set->duel,
                                      .seed = l->options.seed,
                                      .interrupted = cn_interrupted};
        status = cn_duel(&l->start, &duel, &tally, l->cli->error);
    }
    if (l->curve.count < POINTS) {
        l->curve.point[l->curve.count].progress = *p;
        l->curve.point[l->curve.count++].tally = tally;
    }
    if (status == CN_OK && cn_tally_games(&tally) > 0) {
        describe(l, p);
        status = cn_model_write(cn_learner_model(l->learner), l->set->out, l->cli->error);
    }
    cn_out_must(l->cli, status);
    cn_out_note(l->cli, "%s", "");
    write_progress(p, &tally);
    return cn_out_flush(l->cli);
}

/* Measures how far shallow searches err from deep ones, which a selective search needs to know
 * (Multi-ProbCut), and stores that in the model. After a few games it is not worth the time. */
static void measure(learning *l, const cn_learn_progress *p) {
    enum { GAMES_LEAST = 1000 };
    cn_outlook_report report;
    if (cn_interrupted() || (p->games < GAMES_LEAST && !l->before[0])) return;
    cn_out_note(l->cli, "measuring errors…");
    const cn_status status =
        cn_outlook_measure(&l->start, cn_learner_model(l->learner), &l->options.play,
                           l->options.seed, &report, l->cli->error);
    cn_out_must(l->cli, status);
    printf("selectivity=1.5 takes %.0f %% of the nodes for the same depth (%d positions)\n",
           100 * report.share, report.positions);
}

/* Adds how the weights were refined to what the file says of how it was made. */
static void describe_refined(const learning *l, const cn_refine_options *o) {
    cn_model *m = cn_learner_model(l->learner);
    snprintf(m->made, sizeof m->made,
             "%.1800srefine=%d positions=%d last=%d seed=%" PRIu64 " threads=%d\n", l->before,
             o->depth, o->positions, l->set->last, o->seed, o->threads);
}

/* Learns the phases again from searches, the last one first; the file is written after each. */
static cn_exit refine(learning *l) {
    cn_model *m = cn_learner_model(l->learner);
    const cn_refine_options options = {.play = l->options.play,
                                       .depth = l->set->refine,
                                       .positions = l->set->positions,
                                       .threads = l->options.threads,
                                       .seed = l->options.seed,
                                       .interrupted = cn_interrupted};
    const int phases = m->shape.phases, least = l->set->last ? phases - l->set->last : 0;
    printf("phase  positions  error before  after\n");
    for (int phase = phases - 1; phase >= 0 && phase >= least && !cn_interrupted(); phase--) {
        cn_refine_report report;
        cn_out_note(l->cli, "searching positions of phase %d…", phase);
        const cn_status status =
            cn_refine_phase(&l->start, m, phase, &options, &report, l->cli->error);
        if (status == CN_STOPPED) break;
        cn_out_must(l->cli, status);
        describe_refined(l, &options);
        cn_out_must(l->cli, cn_model_write(m, l->set->out, l->cli->error));
        cn_out_note(l->cli, "%s", "");
        if (report.positions < CN_REFINE_LEAST) {
            printf("%5d  %9d  too few positions: left as it was\n", phase, report.positions);
        } else {
            printf("%5d  %9d  %12.4f  %.4f\n", phase, report.positions, report.before,
                   report.after);
        }
        if (!cn_out_flush(l->cli)) return CN_EXIT_FAILURE;
    }
    measure(l, &(cn_learn_progress){0});
    cn_out_must(l->cli, cn_model_write(m, l->set->out, l->cli->error));
    return cn_interrupted() ? CN_EXIT_INTERRUPTED : CN_EXIT_OK;
}

/* Learns in CHECKS stretches. After each the weights are written and tried in a duel. */
static cn_exit learn(learning *l) {
    cn_learn_progress progress = {0};
    write_head(l);
    for (int i = 1; !progress.finished; i++) {
        cn_out_note(l->cli, "learning, %d of %d…", i, CHECKS);
        const double until = i < CHECKS ? (double)i / CHECKS : 1;
        cn_out_must(l->cli, cn_learn_together(l->learner, until, &progress, l->cli->error));
        if (progress.finished) measure(l, &progress);
        if (!check(l, &progress)) return CN_EXIT_FAILURE;
    }
    if (l->set->report) {
        const cn_status wrote =
            write_report(&l->curve, cn_learner_model(l->learner), l->set->report, l->cli->error);
        cn_out_must(l->cli, wrote);
    }
    char agent[CN_SPEC_MAX];
    snprintf(agent, sizeof agent, "pvs:weights=%s", l->set->out);
    cn_cli_suggest(l->cli, &l->start, agent);
    return cn_interrupted() ? CN_EXIT_INTERRUPTED : CN_EXIT_OK;
}

/* Makes the learner from the flags, and the two agents of the duels, which search equally many
 * nodes. */
static void set_up(learning *l, const cn_args *args) {
    const settings *set = l->set;
    cn_learn_options *o = &l->options;
    cn_model *old = NULL;
    cn_out_must(l->cli, cn_position_new(args->game, args->values, NULL, &l->start, l->cli->error));
    cn_learn_defaults(&l->start, o);
    if (set->tuples) o->tuples = set->tuples;
    if (set->phases) o->phases = set->phases;
    if (set->depth) o->play.depth = set->depth;
    o->threads = set->threads;
    o->seed = (uint64_t)set->seed;
    /* Every rank plays its share. */
    o->games = (uint64_t)(ceil(set->games / cn_cluster_ranks()));
    o->interrupted = cn_interrupted;
    if (set->time) o->seconds = read_time(l->cli, set->time);
    if (!o->games && o->seconds == 0) o->seconds = 600;
    cn_out_must(l->cli, cn_file_check(set->out, l->cli->error));
    if (set->report) cn_out_must(l->cli, cn_file_check(set->report, l->cli->error));
    if (set->resume || set->refine) {
        cn_out_must(l->cli, cn_learned_read(args->game, set->out, &old, l->cli->error));
        cn_out_must(l->cli, cn_learned_fits(old, &l->start, l->cli->error));
        memcpy(l->before, old->made, sizeof l->before);
    }
    cn_out_must(l->cli, cn_learner_new(&l->start, o, old, &l->learner, l->cli->error));
    const int nodes = set->nodes ? set->nodes : 1000;
    snprintf(l->spec[1], CN_SPEC_MAX, "pvs:expert=off,hash=1,nodes=%d", nodes);
    snprintf(l->spec[0], CN_SPEC_MAX, "%.64s,weights=%s", l->spec[1], set->out);
}

/* Shows a file of weights (--show), or checks the flags and learns. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    if (set->show) {
        cn_args_done(cli, args, 0);
        return show(cli, set->show);
    }
    cn_args_game(cli, args);
    cn_args_done(cli, args, 0);
    if (!set->out) cn_out_usage(cli, "where to? Say --out FILE");
    CN_USAGE_IF(set->nodes && !set->duel, cli,
                "--nodes is for the games of --duel, and --duel 0 plays none");
    CN_USAGE_IF(set->refine && cn_cluster_ranks() > 1, cli,
                "--refine is for one process; leave mpirun out");
    CN_USAGE_IF(strpbrk(set->out, ",:"), cli, "--out %s: a name of weights has no `,` and no `:`",
                set->out);
    cn_interrupt_watch(NULL, 0);
    learning l = {.cli = cli, .set = set};
    set_up(&l, args);
    const cn_exit code = set->refine ? refine(&l) : learn(&l);
    cn_learner_free(l.learner);
    cn_position_free(&l.start);
    return code;
}

static const cn_flag flags[] = {
    CN_TEXT(settings, out, "out", 'o', "FILE"),
    CN_TEXT(settings, time, "time", 0, "TIME"),
    CN_REAL(settings, games, "games", 'n', "N", 1, 1e12),
    CN_THREADS_FLAG(settings, threads),
    CN_SWITCH(settings, resume, "resume", 0),
    CN_TEXT(settings, tuples, "tuples", 0, "WORDS"),
    CN_INT(settings, phases, "phases", 0, "N", 1, CN_PHASES_MAX),
    CN_INT(settings, depth, "depth", 0, "N", 1, 8),
    CN_REAL(settings, seed, "seed", 0, "N", 0, 1e15),
    CN_INT(settings, duel, "duel", 0, "N", 0, 100000),
    CN_INT(settings, nodes, "nodes", 0, "N", 10, 1000000000),
    CN_INT(settings, refine, "refine", 0, "N", 1, 12),
    CN_INT(settings, positions, "positions", 0, "N", CN_REFINE_LEAST, 100000000),
    CN_INT(settings, last, "last", 0, "N", 1, CN_PHASES_MAX),
    CN_TEXT(settings, report, "report", 0, "FILE"),
    CN_TEXT(settings, show, "show", 0, "FILE"),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--show", CN_ONLY, "", "it shows what is in a file, and learns nothing"},
    {"--resume", CN_NOT_WITH, "--tuples --phases", "the file has them"},
    {"--refine", CN_NOT_WITH, "--time --games --resume --tuples --phases --duel --nodes --report",
     "it learns from searches, and plays no matches"},
    {"--positions", CN_NEEDS, "--refine", "they are searched, not played"},
    {"--last", CN_NEEDS, "--refine", "games are played through all phases"},
    {0},
};

const cn_verb cn_verb_learn = {
    CN_VERB(learn), CN_SETTINGS(.threads = 1, .seed = 1, .duel = 100, .positions = 200000),
    .words_most = CN_WORDS, .clashes = clashes};
