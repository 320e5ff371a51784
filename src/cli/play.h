/* A game at the terminal: what its parts share.
 *
 *   play.c            the command line, the turns, the end
 *   play_commands.c   what can be typed besides moves
 *   play_hints.c      hints and analysis
 *   play_count.c      dead stones, agreed on before the points are counted
 *   play_players.c    who sits where; Ctrl-C
 *   play_screen.c     what is shown: redrawn in place on a terminal, plain lines elsewhere
 *   play_picture.c    the picture of the game that fits a window
 *   play_input.c      lines typed; the clock of who thinks about them
 *   play_setup.c      a board typed row by row */
#pragma once

#include "arena/clocks.h"
#include "arena/ownership.h"
#include "arena/ponder.h"
#include "arena/write.h"
#include "cli/cli.h"
#include "cli/editor.h"
#include "core/text.h"

enum { CN_AGENT_TEXT = CN_SPEC_MAX };

typedef struct cn_seat {
    char agent[CN_AGENT_TEXT]; /* `human`, or what `search` was made from */
    cn_search *search;         /* NULL: a human */
} cn_seat;

typedef struct cn_session {
    cn_cli *cli;
    const cn_game *game;
    cn_value values[CN_OPTIONS_MAX];
    cn_history history;
    cn_record_info info; /* players are filled in when it is written */
    cn_clocks clocks;
    cn_seat seat[2];
    char helper[CN_AGENT_TEXT]; /* who moves for a human that asks */
    cn_search *hints;           /* its search, made when first asked */
    cn_search *analyst;         /* the same for hints and analyses */
    cn_search *watched[5];      /* searches that Ctrl-C stops; NULL-terminated */
    cn_ponder ponder;           /* an agent's, while a person thinks */
    bool ponders;               /* it is wanted */
    bool paused;                /* agents wait for a word */
    bool leaving;
    cn_exit code; /* to leave with */

    char path[512];  /* where the game is saved, or empty */
    int saved_count; /* plies when it was last saved there, -1: never */
    bool keep;       /* save it there at the end, too */
    bool quiet;      /* no boards in plain lines */
    bool screen;     /* redraw in place */
    bool prompts;    /* standard input is a terminal */
    bool fresh;      /* the board shown is the present one */
    bool announced;  /* the end of the game has been told */
    bool counting;   /* the game is over, and `fate` tells which stones are dead */
    bool agreed;     /* … on which a person agrees, or there are none */
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX];
    cn_editor *editor; /* of what is typed; NULL: plain lines */
    int signals;       /* that are known of at the prompt */
    char *line;        /* typed last */
    size_t line_room;  /* of `line` */
    double asked;      /* when the present position came up */
    FILE *notes;       /* what to show below the board */
    char *notes_text;  /* its memory */
    size_t notes_size;
} cn_session;

/* ---- play_players.c ---- */

/* Seats `human` or an agent; the old one goes. */
cn_status cn_play_seat(cn_session *s, int player, const char *agent, cn_error *error);
bool cn_play_has_human(const cn_session *s);
/* The search that moves for a human, and the one that gives hints and analyses; NULL after a note.
 */
cn_search *cn_play_helper(cn_session *s);
cn_search *cn_play_analyst(cn_session *s);
void cn_play_swap(cn_session *s);
void cn_play_dismiss(cn_session *s);
/* Thinks about the present position; the move is in result->best. `progress`, if not NULL, is
 * called with the session. */
cn_status cn_play_think(cn_session *s, cn_search *search, const cn_limits *limits, const char *who,
                        cn_progress_fn *progress, cn_result *result, double *seconds,
                        cn_error *error);

/* ---- play_screen.c ---- */

void cn_play_open_screen(cn_session *s);
void cn_play_close_screen(cn_session *s);
/* A line below the board; in plain lines, at once. */
CN_PRINTF(2, 3)
void cn_play_say(cn_session *s, const char *format, ...);
/* The same for what could not be done. */
CN_PRINTF(2, 3)
void cn_play_refuse(cn_session *s, const char *format, ...);
/* Drops the notes that have been shown. */
void cn_play_forget_notes(cn_session *s);
/* Shows board and notes. */
void cn_play_show(cn_session *s);
/* Brings the clocks up to date, where they are on the screen. */
void cn_play_show_clock(cn_session *s);
/* Whether the size of the window has changed since this was last asked. */
bool cn_play_resized(void);

/* ---- play_picture.c ---- */

/* What fits a window of this size, with a line left for the prompt; NULL: the board does not. The
 * caller frees it. */
char *cn_play_picture(const cn_session *s, int rows, int columns);
/* The same for a window that is too low, where it scrolls. */
char *cn_play_tall_picture(const cn_session *s, int columns);
/* Who plays and what is on their clocks, without the end of the line. */
void cn_play_header(const cn_session *s, FILE *out);
/* The board: without wide characters if `narrow`, with few labels if `low`. */
void cn_play_board(const cn_session *s, FILE *out, bool narrow, bool low);
/* Whether a person's clock is running. */
bool cn_play_ticks(const cn_session *s);

/* ---- play_input.c ---- */

/* On a screen, if there is one in this build. */
void cn_play_open_editor(cn_session *s);
/* Reads a line into s->line, without blanks at its ends; false at the end of input or on the way
 * out. The line is empty if time ran out. */
bool cn_play_line(cn_session *s, const char *prompt);

/* ---- play.c ---- */

int cn_play_turn(const cn_session *s);
bool cn_play_over(const cn_session *s);
/* The position is another one now. */
void cn_play_changed(cn_session *s);
/* Plays a legal move and takes its time. */
void cn_play_move(cn_session *s, cn_move move, double seconds);
/* Begins again from this position. */
cn_status cn_play_begin(cn_session *s, const cn_position *start, cn_error *error);
/* The first game of a record; its players if `players`. */
cn_status cn_play_load(cn_session *s, const char *path, bool players, cn_error *error);
cn_status cn_play_save(cn_session *s, const char *path, cn_error *error);
/* The computer's move for the side to move. */
void cn_play_agent(cn_session *s, cn_search *search);

/* ---- play_count.c ---- */

/* The stones that random games see captured, if players of the game agree on such; the result. */
void cn_play_count(cn_session *s);
/* Changes the fate of the chains on the points of a line. */
void cn_play_fate(cn_session *s, const char *line);
/* `done`: a person agrees. */
void cn_play_agree(cn_session *s, const char *rest);

/* ---- play_commands.c, play_hints.c and play_setup.c ---- */

/* Does what a typed line says. */
void cn_play_obey(cn_session *s, const char *line);
/* What may be typed after the beginning of a line, one a line: words, moves, agents. */
void cn_play_words(cn_session *s, const char *before, FILE *out);
/* The words that help with the position. */
void cn_play_hint(cn_session *s, const char *rest);
void cn_play_analyze(cn_session *s, const char *rest);
/* A new board: from text, or asked for row by row if that is empty. */
void cn_play_setup(cn_session *s, const char *text);
