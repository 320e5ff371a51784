/* An operation: a review of every move of the session's game beside the best one.
 *
 * Unless the request names an agent or a time, the analyst reviews on one thread and by a number of
 * nodes, with nothing remembered from move to move: so the same review gives the same marks again.
 * The verdicts go to those who listen, and into the game (cn_known) if that is still the same. */
#include "arena/review.h"
#include "arena/analyst.h"
#include "arena/json.h"
#include "engine/scratch.h"
#include "parallel/strategy.h"
#include "web/operation.h"
#include "web/routes.h"

#include <stdlib.h>

/* A move of the game, and what came of looking at it. */
typedef struct reviewed {
    cn_move move;
    cn_verdict verdict;
    char best[CN_MOVE_TEXT], played[CN_MOVE_TEXT];
} reviewed;

/* What a review has found so far. */
struct cn_verdicts {
    int plies;
    /* Guarded by the operation's lock: */
    int done;
    cn_review_sum sums[2];
    reviewed list[]; /* from the start of the game, the operation's position, on */
};

void cn_verdicts_free(struct cn_verdicts *v) {
    free(v);
}

/* ---- telling ---- */

/* What a review says about one move. */
static json_t *verdict_json(const cn_game *game, const reviewed *one, int ply) {
    const cn_verdict *v = &one->verdict;
    return json_pack("{s:i, s:i, s:s, s:s, s:o, s:o, s:f, s:i, s:s}", "ply", ply, "player",
                     v->player, "move", one->played, "best", one->best, "score",
                     cn_score_pack(game, v->score), "best_score",
                     cn_score_pack(game, v->best_score), "loss", v->loss, "depth", v->depth, "mark",
                     cn_mark_text(v->mark));
}

/* One player's moves in sum. */
static json_t *sum_json(const cn_review_sum *sum) {
    return json_pack("{s:i, s:f, s:i, s:i, s:i}", "moves", sum->moves, "loss",
                     sum->moves ? sum->loss / sum->moves : 0, "inaccuracies",
                     sum->marks[CN_MARK_INACCURACY], "mistakes", sum->marks[CN_MARK_MISTAKE],
                     "blunders", sum->marks[CN_MARK_BLUNDER]);
}

json_t *cn_review_json(const cn_op *op) {
    const struct cn_verdicts *v = op->verdicts;
    json_t *moves = json_array();
    for (int i = 0; i < v->done; i++) {
        json_array_append_new(moves, verdict_json(op->position.game, &v->list[i], i + 1));
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:i, s:i, s:o, s:[o,o]}", "kind", "review",
                     "status", cn_op_status_names[op->status], "agent",
                     cn_json_text(op->thinker[0].allowed.spec), "clamped",
                     cn_allowed_clamped(&op->thinker[0].allowed), "message",
                     cn_json_text(op->message), "done", v->done, "plies", v->plies, "moves", moves,
                     "sums", sum_json(&v->sums[0]), sum_json(&v->sums[1]));
}

/* ---- working ---- */

/* Notes the score of a position for the graph, in player 0's view. */
static void note_position(cn_session *s, int ply, int player, cn_score score, int depth) {
    cn_known *k = cn_session_known(s, ply);
    if (!k) return;
    k->by = "review";
    k->depth = depth;
    k->score = player == 0 ? score : cn_score_negate(score);
}

/* The verdict becomes part of the game, if it is still the game that was reviewed. */
static void note_verdict(cn_op *op, int i) {
    cn_session *s = op->session;
    const reviewed *list = op->verdicts->list;
    const cn_verdict *v = &list[i].verdict;
    cn_lock_take(&s->lock);
    const cn_history *h = &s->history;
    bool same = s->games == op->game && h->length > i;
    for (int k = 0; same && k <= i; k++) same = h->ply[k].move == list[k].move;
    cn_known *k = same ? cn_session_known(s, i + 1) : NULL;
    if (k) {
        if (i == 0) note_position(s, 0, v->player, v->best_score, v->depth);
        note_position(s, i + 1, v->player, cn_score_one_ply_later(v->score),
                      v->depth > 0 ? v->depth - 1 : 0);
        k = cn_session_known(s, i + 1);
        k->reviewed = true;
        k->loss = v->loss;
        k->mark = cn_mark_text(v->mark);
        memcpy(k->best, list[i].best, sizeof k->best);
        k->played_score = v->score;
        k->best_score = v->best_score;
    }
    cn_lock_leave(&s->lock);
}

/* For cn_review_move. */
static bool halted(void *thinker) {
    return cn_thinker_halted(thinker);
}

/* Looks at move i in the position before it, which the call then plays it in. If it was halted, the
 * position stays and the move is to be looked at once more. */
static cn_status review_ply(cn_op *op, cn_search *search, cn_position *p, int i, cn_error *error) {
    struct cn_verdicts *all = op->verdicts;
    reviewed *one = &all->list[i];
    cn_verdict verdict;
    cn_search_clear(search); /* what was searched before must not matter */
    const cn_status status =
        cn_review_move(search, &op->limits, halted, &op->thinker[0], p, one->move, &verdict, error);
    if (status != CN_OK || cn_thinker_halted(&op->thinker[0])) return status;
    cn_lock_take(&op->lock);
    one->verdict = verdict;
    p->game->print_move(p->state, verdict.best, one->best);
    p->game->print_move(p->state, verdict.played, one->played);
    cn_review_add(&all->sums[verdict.player], &verdict);
    all->done = i + 1;
    op->fresh = true;
    cn_lock_leave(&op->lock);
    note_verdict(op, i);
    p->rules->play(p->state, one->move);
    return CN_OK;
}

/* Looks at every move, with pauses when others need the thread. */
static cn_status review_all(cn_op *op, int threads, cn_error *error) {
    cn_thinker *thinker = &op->thinker[0];
    cn_search *search;
    cn_scratch scratch;
    cn_position *p = cn_scratch_copy(&scratch, &op->position);
    CN_TRY(cn_allowed_search(&thinker->allowed, threads, &search, error));
    cn_status status = CN_OK;
    cn_thinker_watch(thinker, search);
    while (op->verdicts->done < op->verdicts->plies && status == CN_OK && !atomic_load(&op->stop)) {
        status = review_ply(op, search, p, op->verdicts->done, error);
        if (status != CN_OK || !cn_thinker_halted(thinker)) continue;
        cn_thinker_watch(thinker, NULL);
        if (cn_thinker_pause(thinker)) cn_thinker_watch(thinker, search); /* the move again */
    }
    cn_thinker_watch(thinker, NULL);
    cn_search_free(search);
    return status;
}

/* The work of the operation. */
static void work(cn_op *op) {
    cn_error error;
    const int threads = cn_thinker_threads(&op->thinker[0]);
    const cn_status status = threads > 0 ? review_all(op, threads, &error) : CN_OK;
    cn_thinker_end(&op->thinker[0], status, &error);
}

/* ---- the request ---- */

/* The analyst on one thread, limited by nodes or iterations. */
static cn_status allow_reviewer(cn_request *r, const cn_session *s, cn_op *op, cn_error *error) {
    enum { NODES = 200000, ITERATIONS = 4000 };
    cn_allowed *allowed = &op->thinker[0].allowed;
    cn_spec spec;
    CN_TRY(cn_analyst_spec(s->game, "hard", false, 0, &spec, error));
    if (cn_spec_get(&spec, "hash")) { /* which is cleared for every move */
        CN_TRY(cn_spec_set(&spec, "hash", "8", error));
    }
    CN_TRY(cn_allow_spec(r->web, &spec, allowed, error));
    op->limits.seconds = 0;
    op->limits.nodes = spec.kind->serves == CN_SERVES_MCTS ? ITERATIONS : NODES;
    return CN_OK;
}

/* Fills in moves, agent and limits, and makes the start of the game the operation's position. False
 * after an answer. */
static bool prepare(cn_request *r, cn_session *s, cn_op *op, const char *agent, double seconds) {
    const cn_history *h = &s->history;
    struct cn_verdicts *v = calloc(1, sizeof *v + (size_t)h->length * sizeof *v->list);
    op->verdicts = v;
    cn_position_free(&op->position);
    CN_ANSWER_IF(!v || cn_position_copy(&h->start, &op->position, NULL) != CN_OK, r,
                 MHD_HTTP_SERVICE_UNAVAILABLE, "no memory for a review");
    v->plies = h->length;
    for (int i = 0; i < h->length; i++) v->list[i].move = h->ply[i].move;
    const bool usual = !agent && seconds == 0;
    if (!(usual ? cn_answer_check(r, allow_reviewer(r, s, op, &r->error))
                : cn_request_allow(r, s->game, agent ? agent : "hard", &op->thinker[0].allowed))) {
        return false;
    }
    if (!usual) cn_op_seconds(op, seconds > 0 ? seconds : 0.2);
    return true;
}

bool cn_route_review(cn_request *r, cn_session *s) {
    const char *agent = NULL;
    double seconds = 0;
    if (!cn_body_text(r, "agent", &agent) || !cn_body_real(r, "seconds", 0.001, 1e9, &seconds)) {
        return false;
    }
    CN_ANSWER_IF(s->history.length == 0, r, MHD_HTTP_CONFLICT, "there are no moves to review yet");
    cn_op *op = cn_op_new(r, s, CN_OP_REVIEW, work);
    return op && cn_op_start(r, op, prepare(r, s, op, agent, seconds));
}
