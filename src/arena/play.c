/* Plays one game between two agents in place. Used where the caller wants to see each move
 * (simulate, play, the page, bench); games of a match, where results count and nothing is trusted,
 * are arena/referee.h's. */
#include "arena/play.h"

#include "arena/exec.h"
#include "core/clock.h"

/* The game so far, for agents that want to be told. */
static cn_status begin(const cn_position *position, const cn_past *past, cn_history *history,
                       cn_error *error) {
    CN_TRY(cn_history_begin(history, past ? past->start : position, error));
    for (int i = 0; past && i < past->count; i++) {
        CN_TRY(cn_history_play(history, past->moves[i], 0, error));
    }
    return CN_OK;
}

/* A failure that is a verdict: true if the game ends with it. */
static bool loses(cn_player *who, cn_status status, const cn_error *why) {
    if (status != CN_ENGINE_FAILED && status != CN_RESIGNED) return false;
    who->ending = status == CN_RESIGNED       ? CN_ENDED_RESIGNED
                  : cn_exec_late(who->search) ? CN_ENDED_ON_TIME
                                              : CN_ENDED_FORFEIT;
    who->reason = *why;
    return true;
}

/* One search by a player, within its limits and its clock. */
static cn_status think(cn_player *who, int player, const cn_position *position,
                       const cn_history *history, cn_result *result, double *seconds,
                       cn_error *error) {
    cn_limits limits = who->limits;
    const cn_past past = cn_history_past(history);
    limits.past = &past;
    if (who->clocks) cn_clocks_limit(who->clocks, player, &limits);
    const double start = cn_clock_seconds();
    const cn_status status =
        cn_search_run(who->search, position, &limits, who->progress, who->user, result, error);
    *seconds = cn_clock_seconds() - start;
    who->seconds += *seconds;
    return status;
}

cn_status cn_play(cn_position *position, cn_player players[2], int most, cn_step_fn *on_step,
                  void *user, int *steps, cn_error *error) {
    const cn_rules *rules = position->rules;
    cn_history history = {0};
    cn_status status = begin(position, players[0].limits.past, &history, error);
    *steps = 0;
    for (int i = 0; i < 2; i++) players[i].ending = CN_ENDED_ON_BOARD;
    while (status == CN_OK && rules->over(position->state) == CN_ONGOING &&
           (most == 0 || *steps < most)) {
        const int player = rules->turn(position->state);
        cn_player *who = &players[player];
        cn_result result;
        cn_error why = {""};
        double seconds;
        status = think(who, player, position, &history, &result, &seconds, &why);
        if (status == CN_STOPPED || loses(who, status, &why)) {
            status = CN_OK;
            break;
        }
        if (status != CN_OK) {
            if (error) *error = why;
            break;
        }
        rules->play(position->state, result.best);
        const cn_step step = {++*steps, player,       result.best, &result,
                              seconds,  &history.now, position};
        const bool in_time = !who->clocks || cn_clocks_spend(who->clocks, player, seconds);
        /* Who ends the game with the move has no more need of time. */
        if (!in_time && rules->over(position->state) == CN_ONGOING) who->ending = CN_ENDED_ON_TIME;
        if ((on_step && !on_step(&step, user)) || !in_time) break;
        status = cn_history_play(&history, result.best, seconds, error);
    }
    cn_history_free(&history);
    return status;
}
