/* How a game is played and its samples are valued. A game opens with random moves, so that games
 * differ; then each move comes from a shallow alpha-beta search with the network at its leaves; the
 * end is solved where the game asks for it. Afterwards every position gets its target, going
 * backwards from the result (TD(lambda)). */
#include "learn/selfplay.h"

#include "search/probcut.h"

#include <math.h>
#include <stdlib.h>

/* ---- set-up ---- */

/* Values the leaves of the searches: the network as it is now, in the view of the side to move. */
static int leaf(cn_context *c, const void *state) {
    const cn_selfplay *s = c->search;
    return cn_model_value(s->model, s->start->game, c->rules, state);
}

cn_status cn_selfplay_new(const cn_position *start, const cn_model *model,
                          const cn_selfplay_options *options, cn_selfplay *s, cn_error *error) {
    *s = (cn_selfplay){.start = start, .model = model, .options = *options};
    const cn_rules *rules = start->rules;
    s->context = aligned_alloc(64, sizeof *s->context);
    s->state = aligned_alloc(64, CN_STATE_MAX);
    s->planes = calloc(CN_SELFPLAY_PLIES, sizeof *s->planes);
    s->turn = malloc(CN_SELFPLAY_PLIES);
    s->target = malloc(CN_SELFPLAY_PLIES * sizeof *s->target);
    s->strayed = malloc(CN_SELFPLAY_PLIES * sizeof *s->strayed);
    s->exact = malloc(CN_SELFPLAY_PLIES * sizeof *s->exact);
    int32_t *history = calloc((size_t)rules->move_codes * 2, sizeof *history);
    cn_status status = cn_table_new(1, &s->table, error);
    if (!s->context || !s->state || !s->planes || !s->turn || !s->target || !s->strayed ||
        !s->exact || !history || status != CN_OK) {
        free(history);
        free(s->context);
        s->context = NULL;
        cn_selfplay_free(s);
        return cn_fail(error, CN_NO_MEMORY, "no memory for games");
    }
    cn_context *c = s->context;
    memset(c, 0, sizeof *c);
    c->rules = rules;
    c->kernels = start->kernels;
    c->alphabeta = start->kernels->alphabeta;
    c->table = &s->table;
    c->table_values = !rules->history;
    c->stop = &s->stop;
    c->leaf = leaf;
    c->weights = model;
    c->search = s;
    c->use = CN_USE_NULL_WINDOW | CN_ORDERING | CN_USE_FORCED;
    c->quirks = CN_QUIRK_LEAF_HOOK;
    /* Where the score counts, ended games are worth it, and a win in one need not be the best move.
     */
    if (model->shape.target == CN_TARGET_SCORE) {
        c->quirks |= CN_QUIRK_ENDED_SCORE;
        c->score_step = model->shape.unit;
        c->use &= ~(uint32_t)CN_USE_FORCED;
    }
    c->history = history;
    return CN_OK;
}

void cn_selfplay_free(cn_selfplay *s) {
    if (s->context) free(s->context->history);
    free(s->context);
    free(s->state);
    free(s->planes);
    free(s->turn);
    free(s->target);
    free(s->strayed);
    free(s->exact);
    cn_table_free(&s->table);
    *s = (cn_selfplay){0};
}

/* ---- one game ---- */

/* Forgets what belongs to another position, or the same game would not always be played alike. The
 * table is for deep searches: clearing it costs more than a shallow one. */
int cn_selfplay_search(cn_selfplay *s, int depth, bool deep) {
    cn_context *c = s->context;
    c->table = deep ? &s->table : NULL;
    if (deep) cn_table_clear(&s->table);
    memset(c->killer, 0xff, sizeof c->killer);
    memset(c->history, 0, (size_t)c->rules->move_codes * 2 * sizeof *c->history);
    c->stopped = false;
    c->guessed = false;
    return c->alphabeta(c, s->state, depth, 0, -CN_INFINITY, CN_INFINITY);
}

/* A value of the search as the trainer counts: units of the game's score, or the chance to win. */
static float natural(const cn_model *m, int value) {
    if (m->shape.target == CN_TARGET_SCORE) return (float)value / (float)m->shape.unit;
    if (cn_value_decided(value)) return value > 0 ? 1 : 0;
    return (float)cn_model_chance(m, value);
}

/* Such a number in the view of the other player. */
static float other_view(const cn_model *m, float x) {
    return m->shape.target == CN_TARGET_SCORE ? -x : 1 - x;
}

/* How the game ended, in the view of player 0; a game that was cut off is a draw where the outcome
 * is learned, and has the score of the board as it stands where the score is. */
static float final(const cn_selfplay *s) {
    const cn_rules *rules = s->start->rules;
    if (s->model->shape.target == CN_TARGET_SCORE) return (float)rules->score(s->state);
    const cn_outcome outcome = rules->over(s->state);
    return outcome == CN_FIRST_WINS ? 1 : outcome == CN_SECOND_WINS ? 0 : 0.5f;
}

bool cn_selfplay_open(cn_selfplay *s, cn_rng *rng) {
    const cn_rules *rules = s->start->rules;
    memcpy(s->state, s->start->state, rules->state_size);
    for (uint32_t left = cn_rng_below(rng, (uint32_t)s->options.opening + 1); left > 0; left--) {
        cn_move list[CN_MOVES_MAX];
        const int count = rules->moves(s->state, list);
        rules->play(s->state, list[cn_rng_below(rng, (uint32_t)count)]);
        if (rules->over(s->state) != CN_ONGOING) return false;
    }
    return true;
}

static int empties(const cn_selfplay *s, const cn_planes *planes) {
    return s->model->shape.rows * s->model->shape.columns -
           cn_network_stones(&s->model->network, planes->own, planes->opp);
}

/* The state becomes sample number `count`. `value` is in the view of the side to move and is kept
 * in that of player 0. */
static void note(cn_selfplay *s, float value, bool exact) {
    const cn_rules *rules = s->start->rules;
    const int i = s->count++;
    cn_model_planes(s->model, s->start->game, rules, s->state, &s->planes[i]);
    s->turn[i] = (uint8_t)rules->turn(s->state);
    s->target[i] = s->turn[i] == 0 ? value : other_view(s->model, value);
    s->exact[i] = exact;
    s->strayed[i] = false;
}

/* From now on searches are those of an expert that shares our table, if the game has one: for
 * points or as the general search is. */
static void ask_expert(cn_selfplay *s, bool points) {
    for (const cn_expert *e = s->start->experts; e && e->name; e++) {
        if (e->points != points || e->own_table || e->selective || !e->serves(s->state)) continue;
        s->context->alphabeta = e->alphabeta;
    }
}

/* The value with best play to the end: by an expert that counts points if the game has one and the
 * score is what is learned, else by the general search. */
static int solved(cn_selfplay *s) {
    cn_context *c = s->context;
    if (c->score_step > 0) ask_expert(s, true);
    const int value = cn_selfplay_search(s, CN_PLY_MAX - 2, true);
    c->alphabeta = c->kernels->alphabeta;
    return value;
}

/* Plays the rest perfectly: one search says how it ends and what both sides play. Its line can be
 * shorter than the game, since the table cuts lines short; then the rest is solved again. */
static void play_out(cn_selfplay *s) {
    const cn_rules *rules = s->start->rules;
    while (s->count < CN_SELFPLAY_PLIES && rules->over(s->state) == CN_ONGOING) {
        const int turn = rules->turn(s->state);
        const float value = natural(s->model, solved(s));
        cn_move line[CN_LINE_MAX];
        const int length = s->context->line_length[0];
        memcpy(line, s->context->line[0], sizeof line);
        for (int i = 0; i < length && s->count < CN_SELFPLAY_PLIES; i++) {
            const bool same = rules->turn(s->state) == turn;
            note(s, same ? value : other_view(s->model, value), true);
            rules->play(s->state, line[i]);
        }
    }
}

/* Plays to the end; a search that knows the truth settles what comes before it. */
static void play_on(cn_selfplay *s, cn_rng *rng) {
    const cn_rules *rules = s->start->rules;
    s->count = 0;
    while (s->count < CN_SELFPLAY_PLIES && rules->over(s->state) == CN_ONGOING) {
        cn_planes planes;
        cn_model_planes(s->model, s->start->game, rules, s->state, &planes);
        if (empties(s, &planes) <= s->options.solve) {
            play_out(s);
            return;
        }
        const int value = cn_selfplay_search(s, s->options.depth, false);
        cn_move move = s->context->line[0][0];
        note(s, natural(s->model, value), cn_value_decided(value));
        if ((float)cn_rng_below(rng, 1 << 16) < s->options.random * 65536) {
            cn_move list[CN_MOVES_MAX];
            const int count = rules->moves(s->state, list);
            move = list[cn_rng_below(rng, (uint32_t)count)];
            s->strayed[s->count - 1] = true;
        }
        rules->play(s->state, move);
    }
}

int cn_selfplay_phase(const cn_selfplay *s) {
    const cn_model *m = s->model;
    cn_planes planes;
    cn_model_planes(m, s->start->game, s->start->rules, s->state, &planes);
    return m->shape.phase[cn_network_stones(&m->network, planes.own, planes.opp)];
}

void cn_selfplay_select(cn_selfplay *s, float deviations) {
    cn_context *c = s->context;
    c->alphabeta = c->kernels->alphabeta;
    c->prune = deviations > 0 && s->model->outlooks > 0 ? cn_probcut : NULL;
    c->selectivity = deviations;
    if (c->prune) ask_expert(s, false);
}

/* The value of a search of so many plies. Shallower ones of the same parity leave the table with
 * good moves to begin with. */
static float searched(cn_selfplay *s, int depth) {
    cn_context *c = s->context;
    int value = cn_selfplay_search(s, 2 - depth % 2, true);
    for (int plies = 4 - depth % 2; plies <= depth; plies += 2) {
        value = c->alphabeta(c, s->state, plies, 0, -CN_INFINITY, CN_INFINITY);
    }
    return natural(s->model, value);
}

float cn_selfplay_worth(cn_selfplay *s, int depth) {
    cn_planes planes;
    cn_model_planes(s->model, s->start->game, s->start->rules, s->state, &planes);
    if (empties(s, &planes) <= s->options.solve) return natural(s->model, solved(s));
    cn_selfplay_select(s, 1);
    float value = searched(s, depth);
    if (depth > 1) value = (value + searched(s, depth - 1)) / 2;
    cn_selfplay_select(s, 0);
    return value;
}

void cn_selfplay_run(cn_selfplay *s, cn_rng *rng) {
    /* An opening that ends the game is drawn again; in a game of a few plies that may take many
     * attempts. */
    for (int attempt = 0; attempt < 1000 && !cn_selfplay_open(s, rng); attempt++) {
    }
    const uint64_t before = s->context->nodes;
    play_on(s, rng);
    s->nodes += s->context->nodes - before;
    /* Backwards: TD(lambda) in its forward view, cut where a random move was made. */
    float after = final(s);
    const float lambda = s->options.lambda;
    for (int i = s->count - 1; i >= 0; i--) {
        /* A random move is not what the network would have played, so what came after it says
         * nothing of the position before; a solved position needs no mixing. */
        if (!s->exact[i] && !s->strayed[i]) {
            s->target[i] = lambda * after + (1 - lambda) * s->target[i];
        }
        after = s->target[i];
        if (s->turn[i] == 1) s->target[i] = other_view(s->model, s->target[i]);
    }
}
