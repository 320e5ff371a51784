/* Filling a log. Alpha-beta calls the observer's `enter` and `leave` at every node; a Monte Carlo
 * iteration is logged after its selection and after its playouts, by computing the terms of the
 * formula once more. */
#include "search/log.h"

#include "core/clock.h"
#include "core/memory.h"
#include "search/mcts_select.h"

#include <stdlib.h>

/* Counting what was saved ends here: enough for any tree a person looks at. */
static const uint64_t count_most = 20000000;

/* ---- the log ---- */

/* Room for `more` elements in a list of the log; false if memory ran out. */
static bool make_room(cn_log *log, void *list, int count, int *room, int more, size_t each) {
    while (*room < count + more && !log->failed) {
        log->failed = !cn_memory_grow(list, *room, room, each);
    }
    return *room >= count + more;
}

/* Room for `more` elements in one of the log's lists, by the names of its fields. */
#define ROOM(log, list, count, room, more) \
    make_room(log, &(log)->list, (log)->count, &(log)->room, more, sizeof *(log)->list)

/* Forgets what it holds. */
static void clear(cn_log *log) {
    log->full = log->failed = false;
    log->steps = log->count = log->left_count = 0;
    log->walk_count = log->choice_count = log->term_count = 0;
    log->root = -1;
    log->budget = count_most;
    for (int i = 0; i < CN_LOG_WORKERS; i++) {
        log->current[i] = log->observers[i].node = log->observers[i].before = -1;
    }
}

void cn_log_free(cn_log *log) {
    if (!log) return;
    free(log->nodes);
    free(log->left);
    free(log->walks);
    free(log->choices);
    free(log->terms);
    free(log);
}

void cn_log_begin(cn_log *log, const cn_rules *rules, const void *state,
                  const cn_value_meaning *meaning, _Atomic bool *stop) {
    clear(log);
    log->rules = rules;
    log->root_turn = rules->turn(state);
    if (meaning) log->meaning = *meaning;
    log->stop = stop;
}

/* The search ends as soon as it can. */
static void end_search(cn_log *log) {
    atomic_store_explicit(log->stop, true, memory_order_relaxed);
}

/* ---- minimax and alpha-beta ---- */

/* A value in the view of the side to move in `state`, turned to that of the root's player. */
static int in_root_view(const cn_log *log, const void *state, int value) {
    return log->rules->turn(state) == log->root_turn ? value : -value;
}

/* Adds a node. When the log is full the search is ended. */
static void note_node(cn_log *log, const cn_context *c, cn_log_node node) {
    cn_observer *o = c->observer;
    if (log->full || log->failed) return;
    if (log->count >= log->limit || !ROOM(log, nodes, count, room, 1)) {
        log->full = true;
        end_search(log);
        return;
    }
    cn_log_node *n = &log->nodes[log->count];
    *n = node;
    n->enter = log->steps++;
    n->enter_ns = cn_clock_ns();
    if (n->parent >= 0 && o->before >= 0) {
        const cn_log_node *before = &log->nodes[o->before];
        n->again = before->parent == n->parent && before->move == n->move;
    }
    if (n->parent < 0) log->root = log->count;
    o->node = log->count++;
}

/* The observer's `enter`: a node is begun. The window is turned to the view of the root's player.
 */
static void enter(cn_context *c, const void *state, int depth, int ply, int alpha, int beta) {
    const cn_observer *o = c->observer;
    cn_log *log = o->log;
    const bool max = log->rules->turn(state) == log->root_turn;
    const cn_log_node node = {.parent = ply > 0 ? o->node : -1,
                              .move = ply > 0 ? o->move : CN_MOVE_NONE,
                              .max = max,
                              .alpha = max ? alpha : -beta,
                              .beta = max ? beta : -alpha,
                              .ply = (int16_t)ply,
                              .depth = (int16_t)depth,
                              .best = CN_MOVE_NONE,
                              .leave = -1,
                              .worker = c->worker};
    cn_log_ask_for(log, CN_LOG_TAKE);
    note_node(log, c, node);
    cn_log_ask_for(log, CN_LOG_GIVE);
    cn_log_ask_for(log, CN_LOG_PAUSE);
}

/* Nodes of the plain minimax tree behind these moves of a state; behind all it has if `count` is
 * -1. Counting ends once the budget is used up. */
static uint64_t count_behind(const cn_log *log, const void *state, int depth, const cn_move *moves,
                             int count) {
    cn_move list[CN_MOVES_MAX];
    if (count < 0) {
        count = log->rules->moves(state, list);
        moves = list;
    }
    uint64_t nodes = 0;
    for (int i = 0; i < count && nodes < log->budget; i++) {
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_state_copy(log->rules, child, state);
        log->rules->play(child, moves[i]);
        nodes++;
        if (depth > 1 && log->rules->over(child) == CN_ONGOING) {
            nodes += count_behind(log, child, depth - 1, NULL, -1);
        }
    }
    return nodes;
}

/* Notes the value of the node that the observer is at, why it has it, and which moves were left
 * out. */
static void note_value(cn_log *log, cn_context *c, const void *state, int value, cn_why why,
                       cn_move best, const cn_move *left, int left_count) {
    cn_observer *o = c->observer;
    if (log->full || log->failed || c->stopped || o->node < 0) return;
    cn_log_node *n = &log->nodes[o->node];
    o->move = n->move; /* its parent may search it again, with a wider window */
    o->before = o->node;
    o->node = n->parent;
    n->value = in_root_view(log, state, value);
    n->bound = n->value <= n->alpha  ? CN_BOUND_UPPER
               : n->value >= n->beta ? CN_BOUND_LOWER
                                     : CN_BOUND_EXACT;
    n->why = why;
    if (why == CN_WHY_ENDED || why == CN_WHY_LEAF) n->bound = CN_BOUND_EXACT;
    n->guessed = why == CN_WHY_LEAF || (why != CN_WHY_ENDED && c->guessed);
    n->best = best;
    const bool inner = why == CN_WHY_SEARCHED || why == CN_WHY_CUT;
    n->leave = inner ? log->steps++ : n->enter;
    n->leave_ns = cn_clock_ns();
    if (left_count > 0 && ROOM(log, left, left_count, left_room, left_count)) {
        memcpy(log->left + log->left_count, left, (size_t)left_count * sizeof *left);
        n->left = log->left_count;
        n->left_count = left_count;
        log->left_count += left_count;
    }
    const bool cut = why == CN_WHY_CUT, known = why == CN_WHY_TABLE || why == CN_WHY_FORCED;
    /* A cut-off saved what is behind the moves left out, a known value all that is below. */
    if (cut || known) n->saved = count_behind(log, state, n->depth, left, cut ? left_count : -1);
    log->budget -= n->saved < log->budget ? n->saved : log->budget;
}

/* The observer's `leave`: a node has its value. */
static void leave(cn_context *c, const void *state, int value, cn_why why, cn_move best,
                  const cn_move *left, int left_count) {
    cn_log *log = c->observer->log;
    cn_log_ask_for(log, CN_LOG_TAKE);
    note_value(log, c, state, value, why, best, left, left_count);
    cn_log_ask_for(log, CN_LOG_GIVE);
}

cn_log *cn_log_new(int limit) {
    cn_log *log = calloc(1, sizeof *log);
    if (!log) return NULL;
    log->limit = limit;
    for (int i = 0; i < CN_LOG_WORKERS; i++) {
        log->observers[i] =
            (cn_observer){.log = log, .move = CN_MOVE_NONE, .enter = enter, .leave = leave};
    }
    clear(log);
    return log;
}

/* Lists by node, where place 0 stands for what is above the roots and node i has place i + 1: the
 * first of its children, and its next brother; -1: there is none. */
typedef struct family {
    const cn_log_node *nodes;
    int *child, *brother;
    cn_log_node *sorted;
    int count; /* nodes in `sorted` */
} family;

/* Writes the children of a node, each with all below it, behind what is sorted already. */
static void sort_below(family *f, int node, int parent) {
    for (int i = f->child[node + 1]; i >= 0; i = f->brother[i + 1]) {
        const int place = f->count++;
        f->sorted[place] = f->nodes[i];
        f->sorted[place].parent = parent;
        sort_below(f, i, place);
    }
}

bool cn_log_sort(cn_log *log) {
    const size_t places = (size_t)log->count + 1;
    family f = {.nodes = log->nodes,
                .child = malloc(places * sizeof *f.child),
                .brother = malloc(places * sizeof *f.brother),
                .sorted = malloc(places * sizeof *f.sorted)};
    const bool ready = f.child && f.brother && f.sorted;
    if (ready) {
        for (size_t i = 0; i < places; i++) f.child[i] = -1;
        /* Backwards, because each node is put before its brothers: the lists are then in the order
         * of entry. */
        for (int i = log->count - 1; i >= 0; i--) {
            f.brother[i + 1] = f.child[log->nodes[i].parent + 1];
            f.child[log->nodes[i].parent + 1] = i;
        }
        sort_below(&f, -1, -1);
        free(log->nodes);
        log->nodes = f.sorted;
        log->room = log->count + 1;
    } else {
        free(f.sorted);
    }
    free(f.child);
    free(f.brother);
    return ready;
}

cn_log_totals cn_log_sum(const cn_log *log) {
    cn_log_totals t = {0};
    for (int i = 0; i < log->count; i++) {
        const cn_log_node *n = &log->nodes[i];
        t.nodes += n->parent >= 0 && !n->again;
        t.again += n->again;
        t.cuts += n->why == CN_WHY_CUT;
        t.table_hits += n->why == CN_WHY_TABLE;
        t.forced += n->why == CN_WHY_FORCED;
        t.leaves += n->why == CN_WHY_LEAF || n->why == CN_WHY_ENDED;
        t.saved += n->saved;
    }
    /* The template counts the winning move of a forced win as a node. */
    t.nodes += t.forced;
    return t;
}

cn_score cn_log_score(const cn_log *log, const cn_log_node *n) {
    if (!n->bound) return (cn_score){.kind = CN_SCORE_NONE};
    const cn_score score = cn_score_of_value(&log->meaning, n->value, n->bound, n->guessed);
    /* Wins count plies from the root; a person at the node counts from there. */
    cn_score here = score;
    for (int i = 0; i < n->ply; i++) here = cn_score_one_ply_later(here);
    return here;
}

/* ---- Monte Carlo ---- */

/* The terms of one child as cn_mcts_sweep saw them. `fresh`: the child was proven after that;
 * `virtual_loss`: visits that were put on it; `aim`: what the iteration aimed at. */
static cn_log_term term_of(const cn_mcts *m, uint32_t visits, const cn_mcts_node *child, bool fresh,
                           uint32_t virtual_loss, const cn_mcts_aim *aim) {
    const bool plain = !m->blend && !m->options.all;
    const float exploration = cn_mcts_exploration(m->terms, visits);
    cn_log_term t = {.move = child->move, .visits = cn_mcts_visits(child) - virtual_loss};
    t.outcome = m->options.solver && !fresh ? (uint8_t)cn_mcts_outcome(child) : 0;
    if (cn_mcts_by_proof(child, t.outcome, t.visits, aim->margin)) {
        t.total = cn_mcts_exact(child, t.outcome);
        t.mean = t.outcome == CN_DRAW                          ? 0.5f
                 : t.outcome == (int)cn_win_of(child->chooser) ? 1.0f
                                                               : 0.0f;
    } else if (t.visits == 0 && plain) {
        t.total = INFINITY;
    } else if (m->blend) {
        t.total = cn_mcts_blend(m, child, t.visits, exploration, aim);
        t.explore = exploration * cn_mcts_inverse(m->terms, t.visits + 1);
        t.mean = t.total - t.explore;
    } else if (t.visits == 0) {
        t.total = t.mean = m->options.fpu;
    } else {
        const float inverse = cn_mcts_inverse(m->terms, t.visits);
        t.mean = cn_mcts_reward(m, child, aim->margin) * m->half * inverse * inverse;
        t.explore = inverse * exploration;
        t.total =
            inverse * (cn_mcts_reward(m, child, aim->margin) * m->half * inverse + exploration);
    }
    return t;
}

/* Notes which child a Monte Carlo search chose at a node, and the terms of all children as they
 * were before the choice: virtual losses are taken out again. False: no memory. */
static bool log_choice(cn_log *log, const cn_mcts *m, const cn_mcts_tree *t, uint32_t index,
                       uint32_t chosen, bool fresh, uint32_t virtual_loss, const cn_mcts_aim *aim) {
    const cn_mcts_node *node = &t->nodes[index];
    const uint64_t link = atomic_load_explicit(&node->link, memory_order_relaxed);
    const int count = cn_mcts_count(link);
    const uint32_t first = cn_mcts_first(link);
    if (!ROOM(log, choices, choice_count, choice_room, 1)) return false;
    if (!ROOM(log, terms, term_count, term_room, count)) return false;
    const uint32_t visits = cn_mcts_visits(node) - (index ? virtual_loss : 0);
    log->choices[log->choice_count++] = (cn_log_choice){
        .node = index,
        .visits = visits,
        .first_child = first,
        .max = t->nodes[first].chooser == log->root_turn,
        .term = log->term_count,
        .count = count,
        .chosen = chosen >= first && chosen < first + (uint32_t)count ? (int)(chosen - first) : -1};
    for (int i = 0; i < count; i++) {
        const bool own = first + (uint32_t)i == chosen;
        log->terms[log->term_count++] = term_of(m, visits, &t->nodes[first + (uint32_t)i],
                                                fresh && own, own ? virtual_loss : 0, aim);
    }
    return true;
}

/* Whether nobody went to one of the children before: they have just been made. */
static bool is_new(const cn_log *log, const cn_log_choice *c) {
    for (int i = 0; i < c->count; i++) {
        if (log->terms[c->term + i].visits) return false;
    }
    return true;
}

void cn_log_selected(cn_log *log, const cn_mcts *m, const cn_mcts_tree *t, const cn_mcts_walk *w,
                     uint32_t virtual_loss) {
    log->current[w->worker] = -1;
    if (log->full || log->failed) return;
    if (log->choice_count >= log->limit || !ROOM(log, walks, walk_count, walk_room, 1)) {
        log->full = true;
        end_search(log);
        return;
    }
    cn_log_walk *walk = &log->walks[log->walk_count];
    *walk = (cn_log_walk){.choice = log->choice_count,
                          .end = w->path[w->length - 1],
                          .worker = w->worker,
                          .tree = (int)(t - m->forest->trees),
                          .select = log->steps++,
                          .select_ns = cn_clock_ns()};
    for (int i = 0; i + 1 < w->length; i++) {
        const bool last = i + 2 == w->length;
        if (!log_choice(log, m, t, w->path[i], w->path[i + 1], last && w->new_proof, virtual_loss,
                        &w->aim))
            return;
    }
    walk->count = log->choice_count - walk->choice;
    walk->grown = walk->count > 0 && is_new(log, &log->choices[log->choice_count - 1]);
    log->current[w->worker] = log->walk_count++;
}

void cn_log_played_out(cn_log *log, const cn_mcts *m, const cn_mcts_walk *w) {
    if (log->failed || log->current[w->worker] < 0) return;
    cn_log_walk *walk = &log->walks[log->current[w->worker]];
    double sum = 0, weight = 0;
    for (int i = 0; i < w->planned; i++) {
        const cn_mcts_playout *s = &w->playout[i];
        double one = s->outcome == CN_DRAW ? 0.5 : s->outcome == (int)cn_win_of(log->root_turn);
        if (m->options.score) {
            one = (log->root_turn == 0 ? s->score : -s->score) / m->unit;
        } else if (s->outcome == CN_ONGOING) { /* a heuristic valued the leaf */
            const double first = (double)s->score / (double)m->win;
            one = log->root_turn == 0 ? first : 1 - first;
        }
        sum += one * s->weight;
        weight += s->weight;
        walk->exact |= s->exact;
    }
    walk->playouts = walk->exact ? 0 : w->planned;
    walk->reward = weight > 0 ? sum / weight : 0;
    walk->back_up = log->steps++;
    walk->back_up_ns = cn_clock_ns();
}
