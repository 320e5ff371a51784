/* `canopy explain GAME [POSITION]` runs a small search, records it node by node, and writes it as
 * an indented tree, as JSON, or as a drawing (Graphviz, SVG). It is for people who want to see how
 * an algorithm works, so trees are small: --limit bounds the nodes that are recorded.
 *
 * Of Monte Carlo tree search the iterations are written instead: the choices on the way down with
 * their terms, what was expanded, and the result that was backed up. arena/explain.h records the
 * search and puts it into words. Values of alpha-beta are in the view of the side to move at the
 * root. */
#include "arena/explain.h"

#include "cli/source.h"
#include "cli/verbs.h"

#include <math.h>
#include <stdlib.h>

/* What the flags say. */
typedef struct settings {
    const char *agent;
    int limit;
    bool json, dot, svg;
    cn_source source;
} settings;

/* ---- text ---- */

/* A node of an alpha-beta or minimax tree on one line: its move, window, value, and why it has
 * that value. */
static void write_node(const cn_explanation *e, const cn_explained *x) {
    const cn_log_node *n = &e->log->nodes[x->log];
    if (n->parent < 0) {
        printf("depth %d", n->depth);
    } else {
        fputs(x->move, stdout);
    }
    if (n->why != CN_WHY_LEAF && n->why != CN_WHY_ENDED) printf("  %s", n->max ? "max" : "min");
    if (x->window[0]) printf("  (%s)", x->window);
    if (n->bound) printf("  = %s", x->value);
    if (e->workers > 1) printf("  worker %d", n->worker);
    if (n->again) fputs("  searched again", stdout);
    /* A cut-off at the last move left no move out: nothing to tell. */
    const bool plain = n->why == CN_WHY_SEARCHED || (n->why == CN_WHY_CUT && n->left_count == 0);
    if (!plain) printf("  %s", cn_reasons[n->why].text);
    if (n->left_count > 0) {
        printf(": %d move%s left out, %s", n->left_count, n->left_count == 1 ? "" : "s", x->left);
    }
    if (n->saved > 0) printf("; %" PRIu64 " node%s saved", n->saved, n->saved == 1 ? "" : "s");
    putchar('\n');
}

/* The last line: the best move, and what the search did in numbers. */
static void write_totals(const cn_explanation *e, const cn_result *r) {
    const cn_log_totals t = cn_log_sum(e->log);
    char move[CN_MOVE_TEXT] = "-", score[CN_SCORE_TEXT];
    if (r->best != CN_MOVE_NONE) cn_position_move_text(e->position, r->best, move);
    cn_score_text(e->position->game, r->score, score);
    if (e->monte_carlo) {
        printf("\nbest %s, %s; %" PRIu64 " iterations, a tree of %d nodes\n", move, score,
               r->iterations, e->count);
        return;
    }
    printf("\nbest %s, %s; %" PRIu64 " nodes, %" PRIu64 " leaves, %" PRIu64 " cut-offs", move,
           score, t.nodes, t.leaves, t.cuts);
    if (t.table_hits) printf(", %" PRIu64 " known from the table", t.table_hits);
    if (t.again) printf(", %" PRIu64 " searched again", t.again);
    if (t.saved) printf("; %" PRIu64 " nodes of the plain tree were never looked at", t.saved);
    putchar('\n');
}

/* Writes the children among which an iteration chose: first the chosen one, then the others by
 * descending sum of mean and exploration term, as many as one reads. */
static void write_choice(const cn_explanation *e, const cn_log_choice *c, const int *place) {
    enum { SHOWN = 6 };
    const cn_log_term *terms = e->log->terms + c->term;
    bool used[CN_MOVES_MAX] = {false};
    printf("  at %-6s %u visit%s, %s chooses\n", e->nodes[place[c->node]].move, c->visits,
           c->visits == 1 ? "" : "s", c->max ? "max" : "min");
    for (int n = 0; n < SHOWN && n < c->count; n++) {
        int best = n == 0 ? c->chosen : -1;
        for (int k = 0; n > 0 && k < c->count; k++) {
            if (!used[k] && (best < 0 || terms[k].total > terms[best].total)) best = k;
        }
        if (best < 0) break;
        used[best] = true;
        const cn_log_term *t = &terms[best];
        const char *move = e->nodes[place[c->first_child + (uint32_t)best]].move;
        printf("   %c %-6s", best == c->chosen ? '>' : ' ', move);
        if (t->outcome) {
            printf(" %5u visits, proven: %.1f\n", t->visits, (double)t->mean);
        } else if (!isfinite(t->total)) {
            printf(" %5u visits: must be tried first\n", t->visits);
        } else {
            printf(" %5u visits: mean %.3f + exploration %.3f = %.3f\n", t->visits, (double)t->mean,
                   (double)t->explore, (double)t->total);
        }
    }
    if (c->count > SHOWN) printf("     … and %d more\n", c->count - SHOWN);
}

/* Each iteration of Monte Carlo tree search. */
static void write_walks(const cn_explanation *e) {
    const cn_log *log = e->log;
    for (int i = 0; i < log->walk_count; i++) {
        const cn_log_walk *w = &log->walks[i];
        const int *place = e->place[w->tree];
        printf("iteration %d", i + 1);
        if (e->workers > 1) printf(", worker %d", w->worker);
        if (e->trees > 1) printf(", tree %d", w->tree);
        putchar('\n');
        for (int c = 0; c < w->count; c++) write_choice(e, &log->choices[w->choice + c], place);
        if (w->grown && w->count > 0) {
            const cn_log_choice *last = &log->choices[w->choice + w->count - 1];
            printf("  expand %s: %d children\n", e->nodes[place[last->node]].move, last->count);
        }
        const char *end = e->nodes[place[w->end]].move;
        printf("  %s %s: %.2f for %s\n", w->exact ? "known at" : "playout from", end, w->reward,
               e->position->game->player[log->root_turn]);
        printf("  back up to %d node%s\n", w->count + 1, w->count ? "s" : "");
    }
}

/* ---- drawings ---- */

/* What a node is filled with in a drawing: by why it has its value, or by whose turn it is. */
static const char *colour(const cn_explanation *e, const cn_explained *x) {
    if (x->log < 0) return "#e8f0fe";
    const cn_log_node *n = &e->log->nodes[x->log];
    switch (n->why) {
    case CN_WHY_CUT: return "#fde2c8";
    case CN_WHY_TABLE: return "#e5d9f2";
    case CN_WHY_FORCED:
    case CN_WHY_ENDED: return "#d8ecd8";
    case CN_WHY_LEAF: return "#f4f4f4";
    default: return n->max ? "#dbe9fb" : "#fbdbe0";
    }
}

/* What stands in a node's box: two short lines. */
static void labels(const cn_explained *x, char first[64], char second[128]) {
    if (x->log < 0) {
        snprintf(first, 64, "%s", x->move);
        snprintf(second, 128, "%u visit%s", x->visits, x->visits == 1 ? "" : "s");
        return;
    }
    snprintf(first, 64, "%.20s %.40s", x->move, x->value);
    snprintf(second, 128, "%s", x->window);
}

/* The tree for Graphviz; moves that were never looked at hang below their node as one dashed box.
 */
static void write_dot(const cn_explanation *e) {
    fputs("digraph tree {\n  node [shape=box, style=filled];\n", stdout);
    for (int i = 0; i < e->count; i++) {
        const cn_explained *x = &e->nodes[i];
        char first[64], second[128];
        labels(x, first, second);
        printf("  n%d [label=\"%s\\n%s\", fillcolor=\"%s\"];\n", i, first, second, colour(e, x));
        if (x->parent >= 0) printf("  n%d -> n%d;\n", x->parent, i);
        const cn_log_node *n = x->log >= 0 ? &e->log->nodes[x->log] : NULL;
        if (n && n->left_count) {
            printf("  n%d_left [label=\"%s\\n%" PRIu64 " saved\", style=dashed];\n", i, x->left,
                   n->saved);
            printf("  n%d -> n%d_left [style=dashed];\n", i, i);
        }
    }
    fputs("}\n", stdout);
}

/* Pixels of the drawing: the width of a node's box, the gap between boxes, the height of a box, and
 * the distance from one ply to the next. */
enum { BOX = 104, GAP = 8, HIGH = 36, ROW = 72 };

/* Draws the tree as SVG: leaves side by side in order, each parent in the middle of its children.
 */
static void write_svg(const cn_cli *cli, const cn_explanation *e) {
    double *x = cn_out_memory(cli, calloc((size_t)e->count, sizeof *x), "the drawing");
    int *children = cn_out_memory(cli, calloc((size_t)e->count, sizeof *children), "the drawing");
    int deepest = 0, leaves = 0;
    for (int i = 0; i < e->count; i++) {
        if (e->nodes[i].parent >= 0) children[e->nodes[i].parent]++;
        if (e->nodes[i].ply > deepest) deepest = e->nodes[i].ply;
    }
    /* Backwards, so that children come before their parent; leaves from right to left. */
    for (int i = 0; i < e->count; i++) leaves += children[i] == 0;
    double at = leaves * (BOX + GAP);
    for (int i = e->count - 1; i >= 0; i--) {
        if (children[i] == 0) {
            at -= BOX + GAP;
            x[i] = at;
        } else {
            x[i] /= children[i];
        }
        if (e->nodes[i].parent >= 0) x[e->nodes[i].parent] += x[i];
    }
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
           "font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n",
           leaves * (BOX + GAP) + GAP, (deepest + 1) * ROW);
    for (int i = 0; i < e->count; i++) {
        const cn_explained *n = &e->nodes[i];
        const int y = n->ply * ROW + GAP;
        char first[64], second[128];
        labels(n, first, second);
        if (n->parent >= 0) {
            printf("<path d=\"M%.1f %dV%dH%.1fV%d\" fill=\"none\" stroke=\"#888\"/>\n",
                   x[n->parent] + BOX / 2.0, y - ROW + HIGH, y - (ROW - HIGH) / 2, x[i] + BOX / 2.0,
                   y);
        }
        printf("<rect x=\"%.1f\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\" "
               "stroke=\"#666\"/><text x=\"%.1f\" y=\"%d\">%s</text>"
               "<text x=\"%.1f\" y=\"%d\" font-size=\"9\">%s</text>\n",
               x[i], y, BOX, HIGH, colour(e, n), x[i] + BOX / 2.0, y + 15, first, x[i] + BOX / 2.0,
               y + 29, second);
    }
    puts("</svg>");
    free(x);
    free(children);
}

/* ---- the verb ---- */

/* Writes the explanation in the form that was asked for. */
static void show(const cn_cli *cli, const settings *set, const cn_explanation *e, const char *agent,
                 const cn_result *result) {
    const cn_position *p = e->position;
    if (set->json) {
        cn_out_json(cli, cn_explain_json(e, agent, result));
    } else if (set->dot) {
        write_dot(e);
    } else if (set->svg) {
        write_svg(cli, e);
    } else {
        printf("%s, %s; values in the view of %s, who maximises\n\n", p->game->name, agent,
               p->game->player[cn_position_turn(p)]);
        if (e->monte_carlo) write_walks(e);
        static bool open[CN_PLY_MAX + 2];
        for (int i = 0; i < e->count && !e->monte_carlo; i++) {
            cn_out_branch(cli, open, e->nodes[i].ply, e->nodes[i].last);
            write_node(e, &e->nodes[i]);
        }
        write_totals(e, result);
    }
}

/* Runs the search with a log of at most --limit nodes and writes what is in it. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    const cn_position *position = &args->position;
    static cn_result result; /* large for a stack */
    cn_spec spec;
    char agent[CN_SPEC_MAX];
    cn_explanation e;
    CN_USAGE_IF(cn_position_over(position) != CN_ONGOING, cli,
                "the game is over in this position: there is nothing to search");
    cn_log *log = cn_out_memory(cli, cn_log_new(set->limit), "a log");
    cn_search *search;
    cn_out_must(cli, cn_explain_spec(position->game, set->agent, &spec, cli->error));
    cn_out_must(cli, cn_spec_text(&spec, agent, sizeof agent, cli->error));
    cn_out_must(cli, cn_explain_open(&spec, log, &search, cli->error));
    cn_out_must(cli, cn_search_run(search, position, NULL, NULL, NULL, &result, cli->error));
    cn_search_free(search);
    cn_out_must(cli, cn_explain_make(position, log, &e, cli->error));
    show(cli, set, &e, agent, &result);
    if (log->full) {
        cn_out_message(cli,
                       "stopped: the search is larger than --limit %d; ask for less depth, or for "
                       "a higher limit",
                       set->limit);
    }
    cn_explanation_free(&e);
    cn_log_free(log);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_TEXT(settings, agent, "agent", 'a', "AGENT"),
    CN_INT(settings, limit, "limit", 0, "NODES", 1, CN_LOG_MOST),
    CN_SOURCE_FLAGS(settings, source),
    CN_SWITCH(settings, json, "json", 0),
    CN_SWITCH(settings, dot, "dot", 0),
    CN_SWITCH(settings, svg, "svg", 0),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--json", CN_NOT_WITH, "--dot --svg", "the search is written one way"},
    {"--dot", CN_NOT_WITH, "--svg", "the search is written one way"},
    {0},
};

const cn_verb cn_verb_explain = {CN_VERB(explain),
                                 CN_SETTINGS(.agent = "alphabeta", .limit = CN_LOG_LIMIT),
                                 .source = offsetof(settings, source),
                                 .takes = CN_TAKES_GAME,
                                 .words_most = 1,
                                 .clashes = clashes};
