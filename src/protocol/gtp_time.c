/* GTP: time. Canadian byo-yomi (so many stones within so many seconds) is GTP's own; KGS adds the
 * Japanese one, and KataGo increments. */
#include "protocol/gtp.h"

/* Everybody's clock as it is now set. */
static bool set_clocks(gtp *g, double main, double increment, int periods, double period) {
    cn_clocks *c = &g->desk->clocks;
    *c = (cn_clocks){true, main, increment, periods, period, {0}, {0}};
    cn_clocks_reset(c);
    if (main == 0 && increment == 0) c->left[0] = c->left[1] = 0;
    g->canadian = false;
    for (int i = 0; i < 2; i++) g->stones[i] = 0, g->period[i] = 0;
    return true;
}

/* Each move has the time of --time, or what the agent says. */
static bool no_clocks(gtp *g) {
    set_clocks(g, 0, 0, 0, 0);
    g->desk->clocks.used = false;
    return true;
}

/* Until time_left tells more, each stone has its share of the time. */
static bool set_canadian(gtp *g, double main, double period, int stones) {
    if (period > 0 && stones == 0) return no_clocks(g); /* the standard's way to say so */
    if (period <= 0 || stones == 0) return set_clocks(g, main, 0, 0, 0);
    set_clocks(g, main, 0, 1, period / stones);
    g->canadian = true;
    return true;
}

/* Reads `reals` times in seconds from the arguments and then, unless `count` is NULL, a whole
 * number. */
static bool read_times(const gtp *g, int first, int reals, double *number, int *count) {
    for (int i = 0; i < reals; i++) {
        if (first + i >= g->count || !cn_text_real(g->word[first + i], 0, 1e9, &number[i])) {
            return false;
        }
    }
    if (!count) return true;
    return first + reals < g->count && cn_text_int(g->word[first + reals], 0, 1 << 20, count);
}

/* The standard's: main time, then so many stones in so many seconds. */
static bool time_settings(gtp *g) {
    double t[2];
    int stones;
    if (!read_times(g, 0, 2, t, &stones)) return gtp_fail(g, "not three integers");
    return set_canadian(g, t[0], t[1], stones);
}

/* KGS's and KataGo's: the kind of clock is named. */
static bool named_settings(gtp *g) {
    const char *kind = g->word[0];
    double t[2];
    int count;
    if (strcmp(kind, "none") == 0) return no_clocks(g);
    if (strcmp(kind, "absolute") == 0 && read_times(g, 1, 1, t, NULL)) {
        return set_clocks(g, t[0], 0, 0, 0);
    }
    if (strcmp(kind, "canadian") == 0 && read_times(g, 1, 2, t, &count)) {
        return set_canadian(g, t[0], t[1], count);
    }
    if (strcmp(kind, "byoyomi") == 0 && read_times(g, 1, 2, t, &count)) {
        return set_clocks(g, t[0], 0, count, t[1]);
    }
    if (strcmp(kind, "fischer") == 0 && read_times(g, 1, 2, t, NULL)) {
        return set_clocks(g, t[0], t[1], 0, 0);
    }
    return gtp_fail(g, "expected none, absolute MAIN, canadian MAIN TIME STONES, "
                       "byoyomi MAIN TIME PERIODS or fischer MAIN INCREMENT");
}

/* The stones are 0 in main time; in KGS's Japanese byo-yomi they are the periods left. */
static bool time_left(gtp *g) {
    int player, stones;
    double seconds;
    if (!gtp_colour(g, g->word[0], &player)) return false;
    if (!cn_text_real(g->word[1], -1e12, 1e12, &seconds) ||
        !cn_text_int(g->word[2], 0, 1 << 20, &stones)) {
        return gtp_fail(g, "invalid time");
    }
    cn_clocks *c = &g->desk->clocks;
    if (!c->used) return true; /* of a clock nobody set */
    if (seconds < 0) seconds = 0;
    c->left[player] = stones == 0 ? seconds : 0;
    g->stones[player] = g->canadian ? stones : 0;
    g->period[player] = stones > 0 ? seconds : 0;
    if (!g->canadian && stones > 0) c->periods_left[player] = stones;
    return true;
}

/* In Canadian byo-yomi the time of the period is shared among the stones that are left in it. */
void gtp_limit(const gtp *g, int player, cn_limits *limits) {
    if (!g->desk->clocks.used) return;
    if (g->period[player] > 0) { /* 0.9: the rest is for what is not search */
        const int stones = g->stones[player] > 0 ? g->stones[player] : 1;
        limits->seconds = 0.9 * g->period[player] / stones;
        return;
    }
    cn_clocks_limit(&g->desk->clocks, player, limits);
}

const gtp_command gtp_time[] = {
    GTP_ANY("time_settings", time_settings, 3, 3, 0),
    GTP_ANY("kgs-time_settings", named_settings, 1, -1, 0),
    GTP_ANY("kata-time_settings", named_settings, 1, -1, 0),
    GTP_SAYS("kata-list_time_settings", "none absolute byoyomi canadian fischer"),
    GTP_ANY("time_left", time_left, 3, 3, 0),
    {0},
};
