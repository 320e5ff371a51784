#include "cli/outcome.h"

double cn_outcome_points(const cn_position *position) {
    const int unit = position->game->score_unit > 0 ? position->game->score_unit : 1;
    return (double)position->rules->score(position->state) / unit;
}

void cn_outcome_text(const cn_position *position, int plies, char *text, size_t size) {
    const cn_outcome outcome = position->rules->over(position->state);
    const char *plural = plies == 1 ? "ply" : "plies";
    if (outcome == CN_ONGOING) {
        snprintf(text, size, "unfinished after %d %s", plies, plural);
        return;
    }
    if (outcome == CN_DRAW) {
        snprintf(text, size, "draw, %d %s", plies, plural);
        return;
    }
    const int winner = outcome == CN_SECOND_WINS;
    char by[32] = "";
    if (position->rules->score) {
        const double margin = cn_outcome_points(position);
        snprintf(by, sizeof by, " by %g", winner ? -margin : margin);
    }
    snprintf(text, size, "%s wins%s, %d %s", position->game->player[winner], by, plies, plural);
}
