/* What is known of a game besides its moves: who played, when, how it ended. */
#pragma once

#include <canopy/search.h>

/* How a game ended, where the board does not tell. */
typedef enum cn_ending {
    CN_ENDED_ON_BOARD, /* on the board, or not at all yet */
    CN_ENDED_RESIGNED,
    CN_ENDED_ON_TIME,
    CN_ENDED_FORFEIT, /* an illegal move, a program that failed: see `reason` */
    CN_ENDED_DRAWN,   /* called a draw: nobody lost */
} cn_ending;

/* Who played and how it ended, as far as the moves do not say it. All zero: nothing is known. */
typedef struct cn_record_info {
    char player[2][CN_SPEC_MAX]; /* `human` or an agent */
    char date[40];               /* 2024-05-31 */
    char clock[80];              /* as cn_clocks_setting has it; empty: none */
    cn_ending ending;
    int loser;        /* if it did not end on the board */
    bool counted;     /* at the end of the moves, the players counted `margin` */
    double margin;    /* player 0's, in points, once dead stones are gone (arena/ownership.h) */
    char reason[400]; /* of a forfeit; empty: not known */
} cn_record_info;

/* Today, into info->date. */
void cn_info_today(cn_record_info *info);

/* How it ended: on the board, as the players counted it, or otherwise; CN_ONGOING: it did not. */
cn_outcome cn_info_outcome(const cn_record_info *info, const cn_position *last);

/* "Black wins by 12 discs", "X wins on time", "draw", "unfinished". */
void cn_info_result(const cn_record_info *info, const cn_position *last, char *text, size_t size);

/* The same as SGF has it: "B+12", "W+T", "0", "?". */
void cn_info_result_sgf(const cn_record_info *info, const cn_position *last, char *text,
                        size_t size);

/* The letter of an ending in GGF's result, 0 if it has none. */
char cn_info_letter_ggf(cn_ending ending);

/* Takes ending and loser out of a result in words, of SGF or of GGF; all else the moves tell. */
void cn_info_read_result(cn_record_info *info, const cn_game *game, const char *text);

/* Player 0's margin in points on the board; the rules must have a score. */
double cn_info_margin(const cn_position *last);

/* Whether the players of this game agree on dead stones before they count. */
bool cn_info_counts(const cn_game *game);
