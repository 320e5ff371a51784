/* `canopy analyze --tree`: the top of the tree that a search grew, as indented text, as JSON, or as
 * a graph for Graphviz. The search hands its nodes out parents first. They are collected before
 * they are written, because whether one is the last of its siblings shows only later. */
#include "cli/analyze.h"

#include "arena/json.h"
#include "cli/out.h"
#include "core/memory.h"
#include "engine/scratch.h"

#include <stdlib.h>

/* A node of the tree that is written. */
typedef struct node {
    cn_tree_node info;
    char move[CN_MOVE_TEXT];
    bool last; /* the last of its siblings */
} node;

/* The tree that is written, and where in it the collecting is. */
typedef struct view {
    const cn_position *position;
    node *nodes;
    int count, room;
    bool failed;
    cn_scratch *path; /* the positions down to the node at hand, CN_RESULT_LINE + 1 at most */
} view;

/* ---- collecting ---- */

/* The position a node's move was made in is its parent's, which is the last seen one ply up. */
static void enter(const view *v, node *n) {
    const int depth = n->info.depth;
    snprintf(n->move, sizeof n->move, "root");
    const cn_position *parent = depth > 0 ? &v->path[depth - 1].position : v->position;
    if (depth > 0) cn_position_move_text(parent, n->info.move, n->move);
    const cn_position *own = cn_scratch_copy(&v->path[depth], parent);
    if (depth > 0) own->rules->play(own->state, n->info.move);
}

/* Takes in the next node of the search's tree; false ends the walk. */
static bool collect(const cn_tree_node *info, void *user) {
    view *v = user;
    v->failed = !cn_memory_grow(&v->nodes, v->count, &v->room, sizeof *v->nodes);
    if (v->failed) return false;
    node *n = &v->nodes[v->count++];
    *n = (node){.info = *info};
    enter(v, n);
    return true;
}

/* A node is the last of its siblings if no other of its depth follows before one above it. */
static void mark_last(view *v) {
    bool more[CN_RESULT_LINE + 2] = {false};
    for (int i = v->count; i-- > 0;) {
        const int depth = v->nodes[i].info.depth;
        v->nodes[i].last = !more[depth];
        more[depth] = true;
        for (int d = depth + 1; d <= CN_RESULT_LINE + 1; d++) more[d] = false;
    }
}

/* ---- writing ---- */

/* The score of a node in the view of the player who made the move to it; empty if it was not
 * visited. */
static void score_text(const view *v, const node *n, char text[CN_SCORE_TEXT]) {
    text[0] = '\0';
    if (n->info.score.kind != CN_SCORE_NONE) {
        cn_score_text(v->position->game, n->info.score, text);
    }
}

/* The tree as indented text: a node a line, with its visits where they are known, and its score. */
static void write_text(const cn_cli *cli, const view *v) {
    bool open[CN_RESULT_LINE + 2] = {false};
    for (int i = 0; i < v->count; i++) {
        const node *n = &v->nodes[i];
        cn_out_branch(cli, open, n->info.depth, n->last);
        char score[CN_SCORE_TEXT];
        score_text(v, n, score);
        fputs(n->move, stdout);
        const bool counted = n->info.visits > 0 || n->info.score.kind == CN_SCORE_NONE;
        if (counted) {
            printf("  %" PRIu64 " visit%s", n->info.visits, n->info.visits == 1 ? "" : "s");
        }
        printf("%s%s\n", *score ? "  " : "", score);
    }
}

/* The tree as nested objects. */
static json_t *tree_json(const view *v) {
    json_t *path[CN_RESULT_LINE + 2] = {NULL};
    for (int i = 0; i < v->count; i++) {
        const node *n = &v->nodes[i];
        const int depth = n->info.depth;
        path[depth] = json_pack("{s:s?, s:I, s:o, s:[]}", "move", depth ? n->move : NULL, "visits",
                                (json_int_t)n->info.visits, "score",
                                cn_score_pack(v->position->game, n->info.score), "children");
        if (depth > 0) {
            json_array_append_new(json_object_get(path[depth - 1], "children"), path[depth]);
        }
    }
    return path[0];
}

/* Text between the quotes of a DOT string. */
static void write_quoted(const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', stdout);
        fputc(*text, stdout);
    }
}

/* The tree as a graph for Graphviz. */
static void write_dot(const view *v) {
    int path[CN_RESULT_LINE + 2] = {0};
    fputs("digraph tree {\n  node [shape=box];\n", stdout);
    for (int i = 0; i < v->count; i++) {
        const node *n = &v->nodes[i];
        char score[CN_SCORE_TEXT];
        score_text(v, n, score);
        printf("  n%d [label=\"", i);
        write_quoted(n->move);
        printf("\\n%" PRIu64 "\\n", n->info.visits);
        write_quoted(score);
        fputs("\"];\n", stdout);
        path[n->info.depth] = i;
        if (n->info.depth > 0) printf("  n%d -> n%d;\n", path[n->info.depth - 1], i);
    }
    fputs("}\n", stdout);
}

void cn_tree_write(const cn_cli *cli, const cn_search *search, const cn_position *position,
                   int depth, int width, cn_tree_format format) {
    static cn_scratch path[CN_RESULT_LINE + 1]; /* large for a stack */
    view v = {.position = position, .path = path};
    if (depth > CN_RESULT_LINE) depth = CN_RESULT_LINE;
    cn_search_tree(search, depth, width, collect, &v);
    cn_out_memory(cli, v.failed ? NULL : &v, "the tree");
    if (v.count == 0) {
        cn_out_usage(cli,
                     "--tree: this agent keeps no tree; `pvs`, `alphabeta`, `mcts` and `uct` do");
    } else if (format == CN_TREE_JSON) {
        cn_out_json(cli, tree_json(&v));
    } else if (format == CN_TREE_DOT) {
        write_dot(&v);
    } else {
        mark_last(&v);
        write_text(cli, &v);
    }
    free(v.nodes);
}
