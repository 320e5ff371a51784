/* Clocks: reading their settings from text, charging them for moves, and writing them out. All
 * times are in seconds. A clock first runs through the main time, to which each move adds the
 * increment, then through the byo-yomi periods, of which one is lost each time a move takes longer
 * than it. */
#include "arena/clocks.h"

#include "core/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* ---- from text ---- */

enum { LONGEST = 1000000 }; /* seconds anything may last */

/* A number without sign at the cursor, which moves behind it; false if there is none or it is too
 * large. */
static bool number(const char **text, double *value) {
    char *end;
    if (!isdigit((unsigned char)**text) && **text != '.') return false; /* no signs, no names */
    *value = strtod(*text, &end);
    if (end == *text || !isfinite(*value) || *value > LONGEST) return false;
    *text = end;
    return true;
}

/* Seconds, m:ss or h:mm:ss. */
static bool duration(const char **text, double *seconds) {
    if (!number(text, seconds)) return false;
    for (int colons = 0; **text == ':' && colons < 2; colons++) {
        double part;
        ++*text;
        if (!number(text, &part) || part >= 60) return false;
        *seconds = *seconds * 60 + part;
    }
    return *seconds <= LONGEST;
}

/* "5:00+3": main time and, after a plus sign, the increment. */
static bool read_main(const char *text, cn_clocks *c) {
    if (!duration(&text, &c->main)) return false;
    if (*text == '+') {
        text++;
        if (!duration(&text, &c->increment)) return false;
    }
    return *text == '\0' && c->main + c->increment > 0;
}

/* "5x30": periods and the seconds of one. */
static bool read_byoyomi(const char *text, cn_clocks *c) {
    double periods;
    if (!number(&text, &periods) || periods < 1 || periods > 100 || periods != floor(periods)) {
        return false;
    }
    c->periods = (int)periods;
    if (*text != 'x' && *text != 'X') return false;
    text++;
    return duration(&text, &c->period) && *text == '\0' && c->period > 0;
}

cn_status cn_clocks_parse(const char *main, const char *byoyomi, cn_clocks *clocks,
                          cn_error *error) {
    *clocks = (cn_clocks){.used = main || byoyomi};
    CN_FAIL_IF(main && !read_main(main, clocks), error, CN_BAD_USAGE,
               "clock `%.40s`: expected seconds or m:ss, and +SECONDS for each move: 300, "
               "5:00, 3:00+2",
               main);
    CN_FAIL_IF(byoyomi && !read_byoyomi(byoyomi, clocks), error, CN_BAD_USAGE,
               "byo-yomi `%.40s`: expected PERIODSxSECONDS, like 5x30 (1 to 100 periods)", byoyomi);
    cn_clocks_reset(clocks);
    return CN_OK;
}

cn_status cn_clocks_read(const char *setting, cn_clocks *clocks, cn_error *error) {
    static const char word[] = "byo-yomi ";
    char main[48];
    const char *byoyomi = strstr(setting, word);
    const size_t length = byoyomi ? (size_t)(byoyomi - setting) : strlen(setting);
    snprintf(main, sizeof main, "%.*s", (int)length, setting);
    main[strcspn(main, ", ")] = '\0';
    return cn_clocks_parse(*main ? main : NULL, byoyomi ? byoyomi + sizeof word - 1 : NULL, clocks,
                           error);
}

/* ---- running ---- */

/* With an increment alone (0+3) the first move has that much time. */
void cn_clocks_reset(cn_clocks *c) {
    for (int i = 0; i < 2; i++) {
        c->left[i] = c->main > 0 ? c->main : c->increment;
        c->periods_left[i] = c->periods;
    }
}

bool cn_clocks_spend(cn_clocks *c, int player, double seconds) {
    if (!c->used) return true;
    c->left[player] -= seconds;
    if (c->left[player] >= 0) {
        c->left[player] += c->increment;
        return true;
    }
    const double over = -c->left[player];
    c->left[player] = 0;
    /* A period that is used up is gone; one that is not begins anew for the next move. */
    const double gone = c->period > 0 ? floor(over / c->period) : 0;
    if (gone >= c->periods_left[player]) {
        c->periods_left[player] = 0;
        return false;
    }
    c->periods_left[player] -= (int)gone;
    return true;
}

void cn_clocks_follow(cn_clocks *c, const cn_history *history) {
    cn_clocks_reset(c);
    for (int i = 0; i < history->count; i++) {
        cn_clocks_spend(c, history->ply[i].player, history->ply[i].seconds);
    }
}

/* In byo-yomi a move may take one period; before that, the period is added to the clock and to the
 * increment, because it can be used up again and again. */
void cn_clocks_limit(const cn_clocks *c, int player, cn_limits *limits) {
    if (!c->used) return;
    if (c->left[player] <= 0) {
        limits->seconds = 0.9 * c->period; /* the rest is for what is not search */
        return;
    }
    /* One period can be spent on any move without losing it. */
    const double free = c->periods_left[player] ? c->period : 0;
    limits->clock = c->left[player] + free;
    limits->increment = c->increment + free;
}

/* ---- to text ---- */

/* Writes seconds as m:ss or h:mm:ss. */
static void put_duration(double seconds, char text[24]) {
    if (seconds < 10) { /* counts in tenths, rounded down: nobody has more than is shown */
        snprintf(text, 24, "0:0%.1f", floor(seconds * 10) / 10);
        return;
    }
    const int whole = (int)seconds;
    if (whole >= 3600) {
        snprintf(text, 24, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        snprintf(text, 24, "%d:%02d", whole / 60, whole % 60);
    }
}

void cn_clocks_text(const cn_clocks *c, int player, char *text, size_t size) {
    char left[24];
    put_duration(c->left[player], left);
    if (c->periods == 0) {
        snprintf(text, size, "%s", left);
    } else if (c->left[player] > 0) {
        snprintf(text, size, "%s + %dx%gs", left, c->periods_left[player], c->period);
    } else {
        snprintf(text, size, "%dx%gs", c->periods_left[player], c->period);
    }
}

bool cn_clocks_running(const cn_clocks *c, int player, double seconds, char *text, size_t size) {
    cn_clocks now = *c;
    now.increment = 0; /* which the move brings */
    const double over = seconds - c->left[player];
    if (!cn_clocks_spend(&now, player, seconds)) {
        snprintf(text, size, "0:00");
        return false;
    }
    if (over < 0 || c->period <= 0) {
        cn_clocks_text(&now, player, text, size);
        return true;
    }
    char left[24];
    put_duration(c->period - fmod(over, c->period), left);
    snprintf(text, size, "%s of %dx%gs", left, now.periods_left[player], c->period);
    return true;
}

void cn_clocks_setting(const cn_clocks *c, char *text, size_t size) {
    text[0] = '\0';
    if (c->main > 0 || c->increment > 0) cn_text_add(text, size, "%g", c->main);
    if (c->increment > 0) cn_text_add(text, size, "+%g", c->increment);
    if (c->periods > 0) {
        cn_text_add(text, size, "%sbyo-yomi %dx%g", *text ? ", " : "", c->periods, c->period);
    }
}
