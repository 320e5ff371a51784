/* One game of a match. The referee asks the side to move for a move, measures its time, checks the
 * move, and ends the game by the board, by the rules of cn_referee, or because an agent failed. A
 * failure of an agent loses the game; a failure of the referee itself (no memory, a position that a
 * protocol has no words for) is an error of the match, and the game does not count. */
#include "arena/referee.h"

#include "arena/exec.h"
#include "core/clock.h"
#include "core/memory.h"

#include <stdlib.h>

/* ---- causes ---- */

static const struct {
    const char *word;
    cn_ending ending;
} causes[] = {
#define X(name, word, ending) [name] = {word, ending},
    CN_CAUSES(X)
#undef X
};

const char *cn_cause_word(cn_cause cause) {
    return causes[cause].word;
}

cn_ending cn_cause_ending(cn_cause cause) {
    return causes[cause].ending;
}

bool cn_cause_find(const char *word, cn_cause *cause) {
    for (int i = 0; i < CN_CAUSES_COUNT; i++) {
        if (strcmp(word, causes[i].word) != 0) continue;
        *cause = (cn_cause)i;
        return true;
    }
    return false;
}

/* ---- the game so far ---- */

/* One game under way. `start` is its beginning by cn_clock_seconds. */
typedef struct running_game {
    const cn_referee *rules;
    cn_bout *bout;
    cn_clocks clocks;
    int behind[2]; /* by player: how many moves in a row it thought that it had lost */
    int even[2];   /* by player: how many moves in a row it thought that the game was even */
    double start;
    cn_result result;
} running_game;

cn_status cn_bout_take(cn_bout *bout, cn_move move, double seconds, const cn_note *note,
                       cn_error *error) {
    int room = bout->history.room; /* the notes have the same */
    CN_FAIL_IF(!cn_memory_grow(&bout->notes, bout->history.count, &room, sizeof *bout->notes),
               error, CN_NO_MEMORY, "no memory for the moves of a game");
    bout->notes[bout->history.count] = *note;
    return cn_history_play(&bout->history, move, seconds, error);
}

cn_status cn_bout_begin(cn_bout *bout, const cn_position *start, const cn_move *moves, int count,
                        cn_error *error) {
    *bout = (cn_bout){.loser = -1};
    cn_status status = cn_history_begin(&bout->history, start, error);
    for (int i = 0; i < count && status == CN_OK; i++) {
        status = cn_bout_take(bout, moves[i], 0, &(cn_note){0}, error);
    }
    bout->opening = count;
    if (status != CN_OK) cn_bout_free(bout);
    return status;
}

void cn_bout_free(cn_bout *bout) {
    cn_history_free(&bout->history);
    free(bout->notes);
    *bout = (cn_bout){0};
}

/* ---- verdicts ---- */

/* The player has lost. Returns true: the game is over. */
static bool lose(cn_bout *bout, int player, cn_cause cause) {
    bout->cause = cause;
    bout->loser = player;
    bout->outcome = cn_win_of(player ^ 1);
    return true;
}

/* Nobody has won. Returns true: the game is over. */
static bool draw(cn_bout *bout, cn_cause cause) {
    bout->cause = cause;
    bout->outcome = CN_DRAW;
    return true;
}

void cn_bout_forfeit(cn_bout *bout, int player, const char *reason) {
    lose(bout, player, CN_CAUSE_FAILED);
    snprintf(bout->reason, sizeof bout->reason, "%.255s", reason);
}

/* Whether the move came too late; the clock is charged for it. A move that exceeds the clock by no
 * more than the margin is forgiven, and the clock is charged without the margin. */
static bool too_late(running_game *t, int player, double seconds) {
    const cn_referee *r = t->rules;
    if (r->move_seconds > 0 && seconds > r->move_seconds + r->margin) return true;
    if (!t->clocks.used) return false;
    cn_clocks after = t->clocks;
    if (!cn_clocks_spend(&after, player, seconds)) {
        after = t->clocks;
        if (!cn_clocks_spend(&after, player, seconds > r->margin ? seconds - r->margin : 0)) {
            return true;
        }
    }
    t->clocks = after;
    return false;
}

bool cn_resign_due(const cn_resign *rule, cn_score score, int *behind) {
    const bool lost = score.kind != CN_SCORE_NONE && cn_score_number(score) <= -rule->value;
    *behind = lost ? *behind + 1 : 0;
    return rule->moves > 0 && *behind >= rule->moves;
}

/* What the values of both sides and the length of the game say before the board does. */
static bool called(running_game *t, int player, const cn_note *note) {
    const cn_referee *r = t->rules;
    cn_bout *bout = t->bout;
    const int plies = bout->history.count;
    const bool known = note->score.kind != CN_SCORE_NONE;
    const int value = cn_score_number(note->score);
    const bool even = known && abs(value) <= r->draw_value && plies > r->draw_after;
    t->even[player] = even ? t->even[player] + 1 : 0;
    if (cn_resign_due(&r->resign, note->score, &t->behind[player])) {
        return lose(bout, player, CN_CAUSE_RESIGNED);
    }
    if (r->draw_moves > 0 && t->even[0] >= r->draw_moves && t->even[1] >= r->draw_moves) {
        return draw(bout, CN_CAUSE_EVEN);
    }
    if (r->most_plies > 0 && plies >= r->most_plies) return draw(bout, CN_CAUSE_LENGTH);
    if (r->most_seconds > 0 && cn_clock_seconds() - t->start >= r->most_seconds) {
        return draw(bout, CN_CAUSE_DURATION);
    }
    return false;
}

/* ---- playing ---- */

/* What the player may use for this move: the time for a move and the clock, whichever is less. */
static cn_limits limits_of(const running_game *t, int player, const cn_past *past) {
    cn_limits limits = {.seconds = t->rules->move_seconds, .past = past};
    cn_clocks_limit(&t->clocks, player, &limits);
    if (t->rules->move_seconds > 0 &&
        (limits.seconds == 0 || limits.seconds > t->rules->move_seconds)) {
        limits.seconds = t->rules->move_seconds;
    }
    return limits;
}

/* Why a search failed, and what its program said of it. */
static void explain(cn_bout *bout, const cn_search *search, const char *why) {
    char said[160];
    const bool words = cn_exec_errors(search, said, sizeof said) > 0;
    snprintf(bout->reason, sizeof bout->reason, "%.255s%s%s", why, words ? "; it wrote: " : "",
             words ? said : "");
    for (char *c = bout->reason; *c; c++) {
        if ((unsigned char)*c < ' ') *c = ' ';
    }
}

/* One move; sets `over` when the game is. */
static cn_status turn(running_game *t, cn_search *search, int player, const _Atomic bool *stop,
                      bool *over, cn_error *error) {
    cn_bout *bout = t->bout;
    const cn_position *now = &bout->history.now;
    const cn_past past = cn_history_past(&bout->history);
    const cn_limits limits = limits_of(t, player, &past);
    cn_error why = {""};
    const double start = cn_clock_seconds();
    const cn_status ran = cn_search_run(search, now, &limits, NULL, NULL, &t->result, &why);
    const double passed = cn_clock_seconds() - start;
    /* An agent is charged with its thinking, not with what it took us to tell it the position. */
    const double seconds = ran == CN_OK && t->result.seconds > 0 ? t->result.seconds : passed;
    bout->searching += passed;
    *over = true;
    if (atomic_load_explicit(stop, memory_order_relaxed)) {
        bout->cause = CN_CAUSE_STOPPED; /* a search cut short has not shown its move */
        return CN_OK;
    }
    if (ran == CN_RESIGNED) {
        lose(bout, player, CN_CAUSE_RESIGNED);
        return CN_OK;
    }
    if (ran != CN_OK && ran != CN_ENGINE_FAILED) {
        /* Not the player's failure, so nobody has lost. */
        return cn_fail(error, ran, "a game cannot go on at move %d and does not count: %s",
                       bout->history.count + 1, why.text);
    }
    if (ran != CN_OK) {
        explain(bout, search, why.text);
        lose(bout, player, cn_exec_late(search) ? CN_CAUSE_TIME : CN_CAUSE_FAILED);
        return CN_OK;
    }
    const cn_move move = t->result.best;
    if (move == CN_MOVE_NONE || !cn_position_legal(now, move)) {
        char text[CN_MOVE_TEXT] = "none";
        if (move < now->rules->move_codes) now->game->print_move(now->state, move, text);
        snprintf(bout->reason, sizeof bout->reason, "move %d, %s, is not legal",
                 bout->history.count + 1, text);
        lose(bout, player, CN_CAUSE_ILLEGAL);
        return CN_OK;
    }
    if (too_late(t, player, seconds)) {
        snprintf(bout->reason, sizeof bout->reason, "move %d took %.3f s", bout->history.count + 1,
                 seconds);
        lose(bout, player, CN_CAUSE_TIME);
        return CN_OK;
    }
    const cn_result *r = &t->result;
    const cn_note note = {r->score, r->depth, r->nodes};
    CN_TRY(cn_bout_take(bout, move, seconds, &note, error));
    *over = false;
    bout->outcome = now->rules->over(now->state);
    if (bout->outcome != CN_ONGOING) {
        *over = true;
        if (bout->outcome != CN_DRAW) bout->loser = bout->outcome == CN_FIRST_WINS;
    } else {
        *over = called(t, player, &note);
    }
    return CN_OK;
}

cn_status cn_referee_play(const cn_referee *referee, cn_search *const searches[2],
                          const _Atomic bool *stop, cn_bout *bout, cn_error *error) {
    running_game t = {
        .rules = referee, .bout = bout, .clocks = referee->clocks, .start = cn_clock_seconds()};
    cn_clocks_reset(&t.clocks);
    cn_status status = CN_OK;
    for (bool over = false; !over && status == CN_OK;) {
        const cn_position *now = &bout->history.now;
        const int player = now->rules->turn(now->state);
        status = turn(&t, searches[player], player, stop, &over, error);
    }
    bout->seconds = cn_clock_seconds() - t.start;
    return status;
}
