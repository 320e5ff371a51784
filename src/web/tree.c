/* The top of the tree that the session's last search left, from a node that the request names.
 *
 * cn_search_tree visits nodes from the root on, children after their parent. The positions along
 * the way are kept up to date, because moves are named in the position they are made in. */
#include "arena/json.h"
#include "web/operation.h"
#include "web/routes.h"

#include <stdlib.h>

enum { DEEPEST = 8, PATH = CN_RESULT_LINE, NODES = 2000 };

/* What is shown of the tree while it is walked: the nodes along `path`, and `depth` plies below
 * with at most `width` children each. */
typedef struct view {
    cn_position at[PATH + DEEPEST + 2]; /* the positions down to the node at hand */
    cn_move path[PATH];
    int length; /* how many moves the path has */
    int depth, width;
    int listed;
    bool cut;
    json_t *node[DEEPEST + 2]; /* by depth below the path */
    int children[DEEPEST + 2]; /* how many children of that node have been seen */
} view;

/* A node without its children. */
static json_t *node_json(const view *v, const cn_tree_node *n) {
    const cn_position *before = n->depth > 0 ? &v->at[n->depth - 1] : &v->at[0];
    json_t *json =
        n->depth > 0 ? cn_move_json(before, n->move) : json_pack("{s:n, s:n}", "move", "cell");
    cn_json_add(json,
                json_pack("{s:i, s:I, s:o, s:i, s:[]}", "player",
                          before->rules->turn(before->state), "visits", (json_int_t)n->visits,
                          "score", cn_score_pack(before->game, n->score), "hidden", 0, "children"));
    return json;
}

/* Makes the position behind the node's move. */
static bool enter(view *v, const cn_tree_node *n) {
    if (n->depth == 0) return true;
    const cn_position *before = &v->at[n->depth - 1];
    cn_position *at = &v->at[n->depth];
    if (at->state) {
        cn_state_copy(before->rules, at->state, before->state);
    } else if (cn_position_copy(before, at, NULL) != CN_OK) {
        return false;
    }
    at->rules->play(at->state, n->move);
    return true;
}

/* For cn_search_tree: adds a node to its parent. False: what is below it is not wanted. */
static bool show(const cn_tree_node *n, void *user) {
    view *v = user;
    const int below = n->depth - v->length;
    if (below <= 0 && n->depth > 0 && n->move != v->path[n->depth - 1]) return false;
    if (below < 0) return enter(v, n);
    if (below > 0) {
        const bool full = v->listed >= NODES;
        v->cut |= full;
        if (++v->children[below - 1] > v->width || below > v->depth || full) {
            /* It is left out, and its parent tells so. */
            json_t *hidden = json_object_get(v->node[below - 1], "hidden");
            json_integer_set(hidden, json_integer_value(hidden) + 1);
            return false;
        }
    }
    json_t *json = node_json(v, n);
    if (!json) return false;
    if (below > 0) json_array_append_new(json_object_get(v->node[below - 1], "children"), json);
    v->node[below] = json;
    v->children[below] = 0;
    v->listed++;
    return enter(v, n);
}

/* Reads the moves of "f5,d6" into the path, and their names. False after an answer. */
static bool read_path(cn_request *r, const cn_position *start, view *v, json_t *names) {
    const char *text = cn_request_query(r, "path");
    cn_position p;
    cn_status status = cn_position_copy(start, &p, &r->error);
    if (status != CN_OK) return cn_answer_check(r, status);
    for (const char *at = text ? text : ""; status == CN_OK && *(at += strspn(at, ", "));) {
        cn_move move;
        if (v->length == PATH) {
            status = cn_fail(&r->error, CN_BAD_INPUT, "a path has at most %d moves", PATH);
            break;
        }
        status = cn_position_read_move(&p, at, &move, &at, &r->error);
        if (status != CN_OK) break;
        char name[CN_MOVE_TEXT];
        p.game->print_move(p.state, move, name);
        json_array_append_new(names, json_string(name));
        v->path[v->length++] = move;
        p.rules->play(p.state, move);
    }
    cn_position_free(&p);
    return cn_answer_check(r, status);
}

/* Walks through the tree and answers with what it found. */
static bool answer(cn_request *r, const cn_kept *kept, view *v) {
    const cn_position *p = &kept->position;
    json_t *names = json_array();
    if (!read_path(r, p, v, names) ||
        !cn_answer_check(r, cn_position_copy(p, &v->at[0], &r->error))) {
        json_decref(names);
        return false;
    }
    const uint64_t shown = cn_search_tree(kept->search, v->length + v->depth + 1, 0, show, v);
    if (!v->node[0]) {
        json_decref(names);
        return cn_answer_error(
            r, shown ? MHD_HTTP_NOT_FOUND : MHD_HTTP_CONFLICT, "%s",
            shown ? "the tree has no such node"
                  : "the last search left no tree: `pvs`, `alphabeta`, `mcts` and `uct` do");
    }
    json_t *root = v->node[0];
    v->node[0] = NULL;
    return cn_answer_json(r, MHD_HTTP_OK,
                          json_pack("{s:o, s:o, s:i, s:o, s:b, s:o}", "agent",
                                    cn_json_text(kept->spec), "position", cn_json_position(p),
                                    "turn", p->rules->turn(p->state), "path", names, "cut", v->cut,
                                    "node", root));
}

bool cn_route_tree(cn_request *r, cn_session *s) {
    view v = {.depth = 2, .width = 8};
    const bool read =
        cn_query_int(r, "depth", 1, DEEPEST, &v.depth) && cn_query_int(r, "width", 1, 64, &v.width);
    const cn_kept *kept = read ? cn_kept_of(r, s) : NULL;
    const bool good = kept && answer(r, kept, &v);
    for (size_t i = 0; i < sizeof v.at / sizeof *v.at; i++) cn_position_free(&v.at[i]);
    json_decref(v.node[0]);
    return good;
}
