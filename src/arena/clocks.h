/* The clocks of a game: main time with an increment for each move, then byo-yomi. */
#pragma once

#include "arena/history.h"

#include <canopy/search.h>

/* Both clocks of a game: what they were set to, and where they stand. Plain data, to be copied. */
typedef struct cn_clocks {
    bool used;        /* whether the game is played by the clock at all */
    double main;      /* seconds each player begins with */
    double increment; /* seconds that each move adds while main time lasts */
    int periods;      /* periods of byo-yomi after the main time */
    double period;    /* seconds of one; a move within it costs nothing */
    /* Where they stand. */
    double left[2]; /* main time */
    int periods_left[2];
} cn_clocks;

/* From "300", "5:00", "1:30:00", "5:00+3" and, for byo-yomi, "5x30"; either may be NULL. */
cn_status cn_clocks_parse(const char *main, const char *byoyomi, cn_clocks *clocks,
                          cn_error *error);

/* Both clocks as they were when the game began. */
void cn_clocks_reset(cn_clocks *clocks);

/* Takes the time of a move; false if the player ran out of it. */
bool cn_clocks_spend(cn_clocks *clocks, int player, double seconds);

/* As they stand after the moves that a history is at. */
void cn_clocks_follow(cn_clocks *clocks, const cn_history *history);

/* What a search may use for the player's next move: to be merged into its other limits. */
void cn_clocks_limit(const cn_clocks *clocks, int player, cn_limits *limits);

/* "4:32", "4:32 + 5x0:30", "5x0:30": what a player has left. */
void cn_clocks_text(const cn_clocks *clocks, int player, char *text, size_t size);

/* The same after a player has thought for so long about a move that is not made yet; in byo-yomi
 * with what is left of the period. False if time is up. */
bool cn_clocks_running(const cn_clocks *clocks, int player, double seconds, char *text,
                       size_t size);

/* What they were set to: "300+3, byo-yomi 5x30"; and that again from text. */
void cn_clocks_setting(const cn_clocks *clocks, char *text, size_t size);
cn_status cn_clocks_read(const char *setting, cn_clocks *clocks, cn_error *error);
