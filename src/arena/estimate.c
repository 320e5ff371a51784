/* Estimates a margin: asks at several komi who wins, by Monte Carlo search, and halves the range of
 * margins each time. At a komi just below the true margin the side to move should win, and at one
 * just above it should lose. A komi is half a point off a whole number, so that there is no draw.
 */
#include "arena/estimate.h"

/* The same position with another komi, to be freed by the caller. */
static cn_status with_komi(const cn_position *from, double komi, cn_position *to, cn_error *error) {
    static _Thread_local char text[CN_TEXT_MAX]; /* large for a stack */
    cn_value values[CN_OPTIONS_MAX];
    char assignment[32];
    snprintf(assignment, sizeof assignment, "komi=%g", komi);
    CN_TRY(cn_position_values(from, values, error));
    CN_TRY(cn_values_set(from->game->options, values, assignment, error));
    cn_position_text(from, text, sizeof text);
    return cn_position_new(from->game, values, text, to, error);
}

/* The chance that the side to move wins with this komi, or -1; and its move. */
static double chance_with(const cn_position *p, double komi, int threads, double seconds,
                          cn_move *move) {
    cn_result result;
    char spec[64];
    cn_search *search = NULL;
    cn_error error = {""};
    cn_position changed;
    double chance = -1;
    snprintf(spec, sizeof spec, "mcts:strategy=%s,threads=%d", threads == 1 ? "none" : "tree",
             threads);
    const cn_limits limits = {.seconds = seconds};
    if (with_komi(p, komi, &changed, &error) != CN_OK) return chance;
    if (cn_search_new(p->game, spec, &search, &error) == CN_OK &&
        cn_search_run(search, &changed, &limits, NULL, NULL, &result, &error) == CN_OK) {
        chance = cn_score_chance(p->game, result.score);
        *move = result.best;
    }
    cn_search_free(search);
    cn_position_free(&changed);
    return chance;
}

bool cn_estimate_serves(const cn_position *p) {
    const cn_option *o = p->game->options;
    while (o->name && strcmp(o->name, "komi") != 0) o++;
    return o->name && p->experts && p->experts->points && p->experts->serves(p->state);
}

cn_estimate cn_estimate_margin(const cn_position *p, int threads, double seconds,
                               bool (*halt)(void *user), void *user) {
    cn_estimate found = {.known = false, .move = CN_MOVE_NONE};
    cn_board board;
    cn_position_draw(p, &board);
    const int points = board.rows * board.columns, sign = cn_position_turn(p) == 0 ? 1 : -1;
    int questions = 1, low = -points, high = points;
    while (1 << questions <= 2 * points) questions++;
    while (low < high) {
        cn_move move = CN_MOVE_NONE;
        const int middle = low + (high - low + 1) / 2;
        const double komi = sign * (middle - 0.5);
        const double chance = chance_with(p, komi, threads, seconds / questions, &move);
        if (chance < 0 || (halt && halt(user))) return found;
        if (chance >= 0.5 || found.move == CN_MOVE_NONE) found.move = move;
        if (chance >= 0.5) low = middle;
        if (chance < 0.5) high = middle - 1;
    }
    found.known = true;
    found.margin = low;
    return found;
}
