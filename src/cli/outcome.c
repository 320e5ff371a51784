/* How a game stands or ended. What the board does not show (a resignation, time, stones agreed to
 * be dead) comes from the record's info, which arena/info.c puts into words. */
#include "cli/outcome.h"

void cn_outcome_text(const cn_record_info *info, const cn_position *position, int plies, char *text,
                     size_t size) {
    static const cn_record_info nothing = {0};
    char result[96];
    if (!info) info = &nothing;
    cn_info_result(info, position, result, sizeof result);
    snprintf(text, size, "%s%s %d %s", result,
             cn_info_outcome(info, position) == CN_ONGOING ? " after" : ",", plies,
             plies == 1 ? "ply" : "plies");
}

void cn_outcome_over(const cn_position *position) {
    const cn_record_info nothing = {0};
    char result[96];
    cn_info_result(&nothing, position, result, sizeof result);
    printf("the game is over: %s\n", result);
}

/* Indexed by cn_outcome, whose first value, CN_ONGOING, has no winner. */
const char *cn_outcome_word(cn_outcome outcome) {
    static const char *const words[] = {NULL, "first", "second", "draw"};
    return words[outcome];
}

const char *cn_outcome_winner(const cn_game *game, cn_outcome outcome) {
    if (outcome != CN_FIRST_WINS && outcome != CN_SECOND_WINS) return NULL;
    return game->player[outcome == CN_SECOND_WINS];
}

/* The margin that was agreed on with dead stones taken off comes before that of the bare board.
 * Games whose points come in fractions (komi of half a point) give a real number. */
json_t *cn_outcome_score(const cn_record_info *info, const cn_position *position) {
    if (!position->rules->score) return json_null();
    const bool over = cn_position_over(position) != CN_ONGOING;
    const double points = over && info->counted ? info->margin : cn_info_margin(position);
    return position->game->score_unit > 1 ? json_real(points) : json_integer((json_int_t)points);
}
