/* GTP: the end of a game. Our Go takes no stone off as dead; GTP's players stop earlier and agree,
 * so here chains are dead that random games from the position see captured (arena/ownership.h).
 */
#include "arena/info.h"
#include "arena/ownership.h"
#include "protocol/gtp.h"

#include <math.h>
#include <strings.h>

enum { GAMES = 400 };

static bool settle(gtp *g, cn_ownership *o, cn_fate *fate) {
    cn_error error;
    if (cn_ownership_settle(&g->desk->history.now, g->desk->values, o, fate, &error) == CN_OK) {
        return true;
    }
    return gtp_fail(g, "%s", error.text);
}

/* ---- scores ---- */

static bool say_margin(gtp *g, double margin) {
    if (margin == 0) {
        gtp_say(g, "0");
    } else {
        gtp_say(g, "%c+%g", margin > 0 ? 'B' : 'W', fabs(margin));
    }
    return true;
}

/* The area once the dead are gone. */
static bool score_area(gtp *g) {
    cn_ownership o;
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX];
    double margin;
    cn_error error;
    if (!settle(g, &o, fate)) return false;
    if (cn_ownership_margin(&g->desk->history.now, g->desk->values, fate, &margin, &error)) {
        return gtp_fail(g, "cannot score");
    }
    return say_margin(g, margin);
}

static bool final_score(gtp *g) {
    const cn_position *now = &g->desk->history.now;
    if (gtp_is_go(g) && now->rules->score) return score_area(g);
    const cn_outcome outcome = now->rules->over(now->state);
    if (outcome == CN_ONGOING) return gtp_fail(g, "cannot score");
    if (outcome == CN_DRAW) return say_margin(g, 0);
    /* A game without points is won by one. */
    return say_margin(g, now->rules->score          ? cn_info_margin(now)
                         : outcome == CN_FIRST_WINS ? 1
                                                    : -1);
}

/* ---- stones ---- */

static bool final_status_list(gtp *g) {
    static const struct {
        const char *name;
        cn_fate fate;
    } kinds[] = {{"alive", CN_FATE_ALIVE}, {"dead", CN_FATE_DEAD}, {"seki", CN_FATE_SEKI}};
    cn_ownership o;
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX];
    cn_fate wanted = CN_FATE_NONE;
    for (int i = 0; i < 3; i++) {
        if (strcasecmp(g->word[0], kinds[i].name) == 0) wanted = kinds[i].fate;
    }
    if (wanted == CN_FATE_NONE) return gtp_fail(g, "invalid status");
    if (!settle(g, &o, fate)) return false;
    cn_board board;
    g->desk->game->draw(g->desk->history.now.state, &board);
    for (int i = 0; i < o.rows * o.columns; i++) {
        char text[CN_MOVE_TEXT];
        if (fate[i] != wanted) continue;
        gtp_vertex_print(&board, i, text);
        gtp_say(g, "%s%s", g->length ? " " : "", text);
    }
    return true;
}

bool gtp_say_owners(gtp *g, const cn_position *position, int view, const char *separator) {
    cn_ownership o;
    if (cn_ownership_estimate(position, GAMES, &o, NULL) != CN_OK) return false;
    for (int i = 0; i < o.rows * o.columns; i++) {
        gtp_say(g, "%s%.3f",
                i == 0          ? ""
                : i % o.columns ? " "
                                : separator,
                view ? -o.mean[i] : o.mean[i]);
    }
    return true;
}

bool gtp_has_dead(gtp *g, int player) {
    cn_ownership o;
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX];
    if (!settle(g, &o, fate)) return false;
    for (int i = 0; i < o.rows * o.columns; i++) {
        if (fate[i] == CN_FATE_DEAD && o.cell[i] == player + 1) return true;
    }
    return false;
}

const gtp_command gtp_status[] = {
    {"final_score", final_score, 0, 0, false, 0},
    {"final_status_list", final_status_list, 1, 1, true, 0},
    {0},
};
