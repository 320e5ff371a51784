/* Analysis, an agent's move, a hint: one search of the session's position, by one thinker. */
#include "web/operation.h"

/* Notes the score for the graph of the game, in player 0's view. What a review said stays, because
 * the values of one review can be compared with each other. */
static void note_score(cn_session *s, const cn_op *op) {
    const cn_score score = cn_thinker_steady(&op->thinker[0]);
    const cn_position *p = &op->position;
    cn_known *k = cn_session_known(s, op->ply);
    if (!k || (k->by && strcmp(k->by, "review") == 0)) return;
    k->by = op->kind == CN_OP_HINT ? "hint" : "analysis";
    k->depth = op->thinker[0].result.depth;
    k->score = p->rules->turn(p->state) == 0 ? score : cn_score_negate(score);
}

/* Makes the move of an agent, and answers with the new state and with `played`, which it takes. */
static void make_move(cn_op *op, json_t *played) {
    cn_session *s = op->session;
    const cn_result *r = &op->thinker[0].result;
    cn_error error;
    if (cn_session_play(s, r->best, r->seconds, &error) != CN_OK) {
        json_decref(played);
        cn_answer_error(op->request, MHD_HTTP_CONFLICT, "%s", error.text);
        return;
    }
    if (s->op[op->slot] == op) s->op[op->slot] = NULL; /* the state shall not say it runs */
    cn_session_changed(s);
    json_t *state = cn_session_json(s);
    json_object_set_new(state, "played", played);
    cn_answer_json(op->request, MHD_HTTP_OK, state);
}

/* Notes and answers what was found, unless the position has changed meanwhile. */
static void use_result(cn_op *op) {
    cn_session *s = op->session;
    cn_thinker *thinker = &op->thinker[0];
    cn_lock_take(&s->lock);
    /* Only this thread writes results, so it may read them without the operation's lock. */
    const bool stale = atomic_load(&op->discard) || s->games != op->game;
    const bool found = thinker->found && thinker->result.best != CN_MOVE_NONE;
    /* What a player thinks of its own chances is no judgement: Easy looks one ply ahead. */
    if (!stale && found && op->kind != CN_OP_PLAY) note_score(s, op);
    if (op->request && found && !stale) {
        cn_lock_take(&op->lock);
        json_t *result = cn_analysis_json(op, thinker);
        cn_lock_leave(&op->lock);
        if (op->kind == CN_OP_PLAY) {
            make_move(op, result);
        } else {
            cn_answer_json(op->request, MHD_HTTP_OK, result);
        }
    } else if (op->request && stale) {
        cn_answer_error(op->request, MHD_HTTP_CONFLICT,
                        "the position changed while the agent was thinking");
    }
    cn_lock_leave(&s->lock);
}

void cn_op_search(cn_op *op) {
    cn_thinker *t = &op->thinker[0];
    cn_kept *kept = NULL;
    cn_error error;
    cn_status status = CN_OK;
    const int threads = cn_thinker_threads(t);
    if (threads > 0) {
        status = cn_kept_take(op->session, &t->allowed, threads, &op->position, &kept, &error);
        if (status == CN_OK) status = cn_thinker_run(t, kept->search, &error);
    }
    if (kept && status == CN_OK) {
        cn_kept_return(op->session, kept, &t->result);
    } else {
        cn_kept_free(kept);
    }
    cn_thinker_end(t, status, &error);
    use_result(op);
}
