#include "arena/play.h"

#include "core/clock.h"

cn_status cn_play(cn_position *position, cn_player players[2], int most, cn_step_fn *on_step,
                  void *user, int *steps, cn_error *error) {
    const cn_rules *rules = position->rules;
    cn_position before;
    cn_status status = cn_position_copy(position, &before, error);
    if (status != CN_OK) return status;
    *steps = 0;
    while (rules->over(position->state) == CN_ONGOING && (most == 0 || *steps < most)) {
        const int player = rules->turn(position->state);
        cn_player *who = &players[player];
        cn_result result;
        cn_limits limits = who->limits;
        if (who->clocks) cn_clocks_limit(who->clocks, player, &limits);
        const double start = cn_clock_seconds();
        status =
            cn_search_run(who->search, position, &limits, who->progress, who->user, &result, error);
        if (status != CN_OK) break;
        const double seconds = cn_clock_seconds() - start;
        who->seconds += seconds;
        cn_state_copy(rules, before.state, position->state);
        rules->play(position->state, result.best);
        const cn_step step = {++*steps, player, result.best, &result, seconds, &before, position};
        const bool in_time = !who->clocks || cn_clocks_spend(who->clocks, player, seconds);
        if ((on_step && !on_step(&step, user)) || !in_time) break;
    }
    cn_position_free(&before);
    return status;
}
