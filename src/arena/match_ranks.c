/* Both ends of a game that another rank plays. The question carries the start as bytes of its
 * state, the opening's moves, the agents and the referee's rules; the answer carries the plies with
 * what the agents said and how the game ended. Structs travel as they are in memory, since all
 * ranks run the same program; what arrives is checked as if it came from a stranger.
 * CN_CAUSE_FAILED names the rank and its machine. */
#include "arena/match_ranks.h"

#include "arena/agent.h"
#include "engine/carry.h"
#include "engine/ranks.h"
#include "engine/spec.h"

#include <assert.h>
#include <stdlib.h>

bool cn_away_names_ranks(const cn_game *game, const char *spec) {
    cn_spec parsed;
    return cn_spec_parse(game, spec, &parsed, NULL) == CN_OK &&
           cn_spec_number(&parsed, "ranks", 0) > 1;
}

/* ---- the question ---- */

/* A game to be played, as it travels to another process. The state, the opening's moves and the
 * agents follow. */
typedef struct question_head {
    int32_t variant, opening;
    uint64_t size; /* bytes of the start's state */
    cn_referee referee;
} question_head;

/* What comes back, before the plies. */
typedef struct answer_head {
    int32_t status; /* a cn_status: of the referee, not of the game */
    int32_t outcome, cause, loser, plies;
    double seconds, searching;
    char text[400]; /* the game's reason, or the error's message */
} answer_head;

/* One move of the game that was played, as it travels back. */
typedef struct answer_ply {
    cn_move move;
    double seconds;
    cn_note note;
} answer_ply;

/* The question: head, names, agents, state of the start, moves of the opening. */
static cn_message pose(const cn_away_game *game, const cn_bout *bout, int variant) {
    const cn_position *start = &bout->history.start;
    question_head head;
    memset(&head, 0, sizeof head);
    head.variant = variant;
    head.opening = bout->history.count;
    head.size = cn_state_live(start->rules, start->state);
    head.referee = *game->referee;
    const uint32_t work = CN_WORK_GAME;
    cn_message m = cn_message_new(CN_MESSAGE_TASK, 0);
    cn_message_put(&m, &work, sizeof work);
    cn_message_put(&m, &head, sizeof head);
    cn_message_put_text(&m, start->game->name);
    for (int i = 0; i < 2; i++) cn_message_put_text(&m, game->agent[i]);
    cn_message_put(&m, start->state, (size_t)head.size);
    for (int i = 0; i < bout->history.count; i++) {
        cn_message_put(&m, &bout->history.ply[i].move, sizeof(cn_move));
    }
    return m;
}

/* Plays the other rank's moves on; it is trusted no more than an agent is. */
static cn_status take_plies(cn_message *m, const answer_head *head, cn_bout *bout,
                            cn_error *error) {
    for (int i = 0; i < head->plies; i++) {
        answer_ply ply;
        CN_FAIL_IF(!cn_message_get(m, &ply, sizeof ply) ||
                       !cn_position_legal(&bout->history.now, ply.move),
                   error, CN_BAD_INPUT, "rank %d sent a game that is not whole", m->from);
        CN_TRY(cn_bout_take(bout, ply.move, ply.seconds, &ply.note, error));
    }
    return CN_OK;
}

/* Takes over what another rank played. The answer's status is that of its referee. */
static cn_status take_answer(cn_message *m, cn_bout *bout, cn_error *error) {
    answer_head head;
    CN_FAIL_IF(!cn_message_get(m, &head, sizeof head), error, CN_NO_MEMORY,
               "rank %d on %s gave no answer", m->from, cn_cluster_host(m->from));
    head.text[sizeof head.text - 1] = '\0';
    CN_FAIL_IF(head.status != CN_OK, error, (cn_status)head.status, "rank %d on %s: %s", m->from,
               cn_cluster_host(m->from), head.text);
    CN_TRY(take_plies(m, &head, bout, error));
    bout->outcome = (cn_outcome)head.outcome;
    bout->cause = (cn_cause)head.cause;
    bout->loser = head.loser;
    bout->seconds = head.seconds;
    bout->searching = head.searching;
    const bool failed = bout->cause == CN_CAUSE_FAILED;
    char where[CN_HOST + 32] = "";
    if (failed) {
        snprintf(where, sizeof where, "rank %d on %s: ", m->from, cn_cluster_host(m->from));
    }
    snprintf(bout->reason, sizeof bout->reason, "%s%.*s", where,
             (int)(sizeof bout->reason - sizeof where), head.text);
    return CN_OK;
}

cn_status cn_away_play(cn_farm *farm, int rank, const cn_away_game *game, cn_bout *bout,
                       cn_error *error) {
    const int variant = cn_carry_variant(&bout->history.start);
    CN_FAIL_IF(variant < 0, error, CN_UNSUPPORTED,
               "%s does not list its variants, so its games cannot be played on other ranks",
               bout->history.start.game->name);
    cn_message question = pose(game, bout, variant);
    cn_message answer = cn_farm_ask(farm, rank, &question);
    answer.from = rank;
    const cn_status status = take_answer(&answer, bout, error);
    cn_message_free(&answer);
    return status;
}

/* ---- the answer ---- */

/* A game that this process plays for rank 0. */
typedef struct hosted_game {
    cn_position start;
    cn_move *moves;
    char agent[2][CN_SEEDED];
    cn_search *search[3]; /* NULL-terminated */
    cn_bout bout;
} hosted_game;

void cn_away_halt(void *running) {
    for (cn_search *const *search = running; *search; search++) cn_search_stop(*search);
}

/* What rank 0 asks for, as a game with the opening played. */
static cn_status read_question(cn_message *m, const cn_ranks_service *service, question_head *head,
                               hosted_game *t, cn_error *error) {
    char name[64];
    unsigned char state[CN_STATE_MAX];
    bool whole = cn_message_get(m, head, sizeof *head) && cn_message_get_text(m, name, sizeof name);
    for (int i = 0; i < 2; i++) {
        whole = whole && cn_message_get_text(m, t->agent[i], sizeof t->agent[i]);
    }
    whole = whole && head->size <= sizeof state && cn_message_get(m, state, (size_t)head->size) &&
            head->opening >= 0 && (size_t)head->opening <= m->size;
    if (!whole) return cn_fail(error, CN_BAD_INPUT, "rank 0 sent a game that is not whole");
    const cn_game *game = service->find(name, service->user);
    CN_FAIL_IF(!game, error, CN_BAD_INPUT,
               "there is no game `%s` here; is the plugin on this machine too?", name);
    const size_t bytes = (size_t)head->opening * sizeof(cn_move);
    t->moves = malloc(bytes + 1);
    if (!t->moves) return cn_fail(error, CN_NO_MEMORY, "no memory for a game");
    CN_FAIL_IF(!cn_message_get(m, t->moves, bytes), error, CN_BAD_INPUT,
               "rank 0 sent a game that is not whole");
    CN_TRY(cn_carry_position(game, head->variant, state, (size_t)head->size, &t->start, error));
    return cn_bout_begin(&t->bout, &t->start, t->moves, head->opening, error);
}

/* An agent that cannot be opened loses here too. */
static cn_status play(hosted_game *t, const question_head *head, cn_farm_task *task,
                      cn_error *error) {
    for (int i = 0; i < 2; i++) {
        cn_error why;
        const cn_status status = cn_agent_open(t->start.game, t->agent[i], &t->search[i], &why);
        if (status == CN_NO_MEMORY) return cn_fail(error, status, "%s", why.text);
        if (status != CN_OK) {
            cn_bout_forfeit(&t->bout, i, why.text);
            return CN_OK;
        }
    }
    cn_farm_running(task, t->search);
    const cn_status status =
        cn_referee_play(&head->referee, t->search, cn_farm_stopped(task), &t->bout, error);
    cn_farm_running(task, NULL);
    return status;
}

/* Head, then the plies behind the opening. */
static void put_answer(cn_message *answer, const hosted_game *t, int opening, cn_status status,
                       const cn_error *error) {
    const cn_bout *bout = &t->bout;
    answer_head head;
    memset(&head, 0, sizeof head);
    head.status = status;
    head.outcome = (int32_t)bout->outcome;
    head.cause = (int32_t)bout->cause;
    head.loser = bout->loser;
    head.plies = status == CN_OK ? bout->history.count - opening : 0;
    head.seconds = bout->seconds;
    head.searching = bout->searching;
    snprintf(head.text, sizeof head.text, "%.399s", status == CN_OK ? bout->reason : error->text);
    cn_message_put(answer, &head, sizeof head);
    for (int i = 0; i < head.plies; i++) {
        const int at = opening + i;
        answer_ply ply;
        assert(bout->history.ply && bout->notes);
        memset(&ply, 0, sizeof ply);
        ply.move = bout->history.ply[at].move;
        ply.seconds = bout->history.ply[at].seconds;
        ply.note = bout->notes[at];
        cn_message_put(answer, &ply, sizeof ply);
    }
}

void cn_away_answer(cn_message *question, cn_message *answer, cn_farm_task *task, void *service) {
    hosted_game t = {0};
    question_head head = {0};
    cn_error error = {""};
    cn_status status = read_question(question, service, &head, &t, &error);
    if (status == CN_OK) status = play(&t, &head, task, &error);
    put_answer(answer, &t, head.opening, status, &error);
    for (int i = 0; i < 2; i++) cn_search_free(t.search[i]);
    cn_bout_free(&t.bout);
    cn_position_free(&t.start);
    free(t.moves);
}
