#include "cli/outcome.h"

/* Player 0's margin in points; the rules must have a score. */
static double points(const cn_position *position) {
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
        const double margin = points(position);
        snprintf(by, sizeof by, " by %g", winner ? -margin : margin);
    }
    snprintf(text, size, "%s wins%s, %d %s", position->game->player[winner], by, plies, plural);
}

void cn_outcome_ending(const cn_record_info *info, const cn_position *position, int plies,
                       char *text, size_t size) {
    char result[96];
    if (info->ending == CN_ENDED_ON_BOARD) {
        cn_outcome_text(position, plies, text, size);
        return;
    }
    cn_info_result(info, position, result, sizeof result);
    snprintf(text, size, "%s, %d %s", result, plies, plies == 1 ? "ply" : "plies");
}

const char *cn_outcome_word(cn_outcome outcome) {
    static const char *const words[] = {NULL, "first", "second", "draw"};
    return words[outcome];
}

const char *cn_outcome_winner(const cn_position *position) {
    const cn_outcome outcome = position->rules->over(position->state);
    if (outcome != CN_FIRST_WINS && outcome != CN_SECOND_WINS) return NULL;
    return position->game->player[outcome == CN_SECOND_WINS];
}

json_t *cn_outcome_score(const cn_position *position) {
    if (!position->rules->score) return json_null();
    if (position->game->score_unit > 1) return json_real(points(position));
    return json_integer((json_int_t)points(position));
}
