/* A game at the terminal (`canopy play`): what its files share.
 *
 *   play.c            how the game begins and ends, whose turn it is, the files it is kept in
 *   play_commands.c   what can be typed besides moves
 *   play_hints.c      hints and analysis
 *   play_count.c      dead stones, agreed on before the points are counted
 *   play_players.c    who plays, and the searches that Ctrl-C stops
 *   play_screen.c     what is shown: redrawn in place on a terminal, plain lines elsewhere
 *   play_picture.c    the picture of the game that fits the window
 *   play_input.c      lines that are typed, and the clock of whoever thinks about them
 *   play_setup.c      a board typed row by row
 *   play_swap2.c      the opening swap2
 *
 * Everything runs in the main thread, but for a search that ponders while a person thinks. Players
 * are numbered 0 and 1 as in the rules; 0 is who begins in the game's own start position. Calls
 * that return a status put the message of a failure into s->cli->error. */
#pragma once

#include "arena/clocks.h"
#include "arena/ownership.h"
#include "arena/ponder.h"
#include "arena/write.h"
#include "cli/cli.h"
#include "cli/editor.h"
#include "core/text.h"

/* Bytes of an agent's specification as it was typed. */
enum { CN_AGENT_TEXT = CN_SPEC_MAX };

/* One of the two players. */
typedef struct cn_seat {
    char agent[CN_AGENT_TEXT]; /* `human`, or what `search` was made from */
    cn_search *search;         /* NULL: a human */
} cn_seat;

/* A game at the terminal and everything that belongs to it. It lives on the stack of the verb's
 * `run`; history, searches, editor, line and notes are freed by cn_play_close_screen,
 * cn_play_dismiss and `run` itself. */
typedef struct cn_terminal_game {
    cn_cli *cli;
    const cn_game *game;
    cn_value values[CN_OPTIONS_MAX];
    cn_history history;
    cn_record_info info; /* players are filled in when it is written */
    cn_clocks clocks;
    cn_seat seat[2];
    cn_search *hints;   /* the helper's search, made when it is first asked to move */
    cn_search *analyst; /* the search of hints and analyses, made in the same way */
    cn_ponder ponder;   /* an agent's, while a person thinks */
    bool ponders;       /* --ponder was given */
    bool paused;        /* agents do not move before `continue` is typed */
    bool opens_swap2;   /* --swap2 was given: every game begins with it */
    bool swap2;         /* the opening is not over */
    bool swap2_more;    /* … and has two more stones */
    bool leaving;       /* the program ends as soon as what runs is done */
    cn_exit code;       /* the exit code it ends with */

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
    int signals;       /* Ctrl-C pressed so often before the line was begun */
    char *line;        /* typed last */
    const char *rest;  /* of it: what follows the word that is being obeyed */
    size_t line_room;  /* of `line` */
    double asked; /* cn_clock_seconds when the present position came up: the clock runs from then */
    FILE *notes;  /* what to show below the board */
    char *notes_text; /* its memory */
    size_t notes_size;
} cn_terminal_game;

/* ---- play_players.c ---- */

/* Makes `human` or an agent the player; the old one is freed. On failure it stays. */
cn_status cn_play_seat(cn_terminal_game *s, int player, const char *agent);
/* Whether at least one player is a person. */
bool cn_play_has_human(const cn_terminal_game *s);
/* The search that moves for a human, and the one that gives hints and analyses; NULL after a note.
 */
cn_search *cn_play_helper(cn_terminal_game *s);
cn_search *cn_play_analyst(cn_terminal_game *s);
/* Exchanges the two players. */
void cn_play_swap(cn_terminal_game *s);
/* Frees all searches; nobody plays any more. */
void cn_play_dismiss(cn_terminal_game *s);
/* Searches the present position, with a passing note that names `who` is thinking. The move is in
 * result->best. `progress` may be NULL and is called with the cn_terminal_game. */
cn_status cn_play_think(cn_terminal_game *s, cn_search *search, const cn_limits *limits,
                        const char *who, cn_progress_fn *progress, cn_result *result);

/* ---- play_screen.c ---- */

/* Finds out whether input and output are a terminal, and catches the signals that change it. The
 * first picture changes to the terminal's second screen; closing changes back and frees the notes,
 * the editor and the line. */
void cn_play_open_screen(cn_terminal_game *s);
void cn_play_close_screen(cn_terminal_game *s);
/* A note below the board, shown with the next picture; where there is no picture, a line at once.
 */
CN_PRINTF(2, 3)
void cn_play_say(cn_terminal_game *s, const char *format, ...);
/* The same for what could not be done; without a picture it goes to standard error. */
CN_PRINTF(2, 3)
void cn_play_refuse(cn_terminal_game *s, const char *format, ...);
/* In a function that returns nothing: does so and returns, if a condition holds; the other
 * arguments are those of cn_play_refuse. */
#define CN_REFUSE_IF(condition, ...)     \
    do {                                 \
        if (condition) {                 \
            cn_play_refuse(__VA_ARGS__); \
            return;                      \
        }                                \
    } while (0)
/* True if the status of a call that was given s->cli->error is CN_OK; else a note has its message.
 */
bool cn_play_check(cn_terminal_game *s, cn_status status);
/* Drops the notes that have been shown. */
void cn_play_forget_notes(cn_terminal_game *s);
/* Shows the board and the notes. */
void cn_play_show(cn_terminal_game *s);
/* Draws the line with the clocks again, if there is one on the screen. */
void cn_play_show_clock(cn_terminal_game *s);
/* Whether the size of the window has changed since this was last asked. */
bool cn_play_resized(void);

/* ---- play_picture.c ---- */

/* The picture as text for a window of so many rows and columns, with the last row left for the
 * prompt; NULL if the board does not fit. The caller frees it. */
char *cn_play_picture(const cn_terminal_game *s, int rows, int columns);
/* The same without a limit of rows, for a board that is written below what is there and scrolls. */
char *cn_play_tall_picture(const cn_terminal_game *s, int columns);
/* Who plays and what is on their clocks, without the end of the line. */
void cn_play_header(const cn_terminal_game *s, FILE *out);
/* The board: without wide characters if `narrow`, with few labels if `low`. */
void cn_play_board(const cn_terminal_game *s, FILE *out, bool narrow, bool low);
/* Whether a person's clock is running. */
bool cn_play_ticks(const cn_terminal_game *s);

/* ---- play_input.c ---- */

/* Makes a line editor, on a terminal and if libedit was there when the program was built. */
void cn_play_open_editor(cn_terminal_game *s);
/* Reads a line into s->line, without blanks at its ends; false at the end of input or on the way
 * out. The line is empty if time ran out. */
bool cn_play_line(cn_terminal_game *s, const char *prompt);

/* ---- play.c ---- */

/* The program ends with this code as soon as what runs is done. */
void cn_play_leave(cn_terminal_game *s, cn_exit code);
/* The player whose turn it is. */
int cn_play_turn(const cn_terminal_game *s);
/* Whether the game is over: on the board, by resignation, on time or by forfeit. */
bool cn_play_over(const cn_terminal_game *s);
/* To be called after the history has changed otherwise than by a move: the clocks follow it. */
void cn_play_changed(cn_terminal_game *s);
/* To be called when the game has changed: what is shown and what is saved are out of date. */
void cn_play_stale(cn_terminal_game *s);
/* The game is over otherwise than on the board: `loser` has lost it. */
void cn_play_end(cn_terminal_game *s, cn_ending ending, int loser);
/* True, and a note says so, if the game is over: for words that need one that goes on. */
bool cn_play_refuse_over(cn_terminal_game *s);
/* Plays a legal move that took so many seconds, and takes them off the player's clock. */
void cn_play_move(cn_terminal_game *s, cn_move move, double seconds);
/* Begins again from this position, of which a copy is kept. */
cn_status cn_play_begin(cn_terminal_game *s, const cn_position *start);
/* Goes on with the first game of a file; with its players too if `players`. */
cn_status cn_play_load(cn_terminal_game *s, const char *path, bool players);
/* Writes the game to a file, which is then the one that it is saved to. */
cn_status cn_play_save(cn_terminal_game *s, const char *path);
/* Has a search find a move for the player whose turn it is, and plays it. */
void cn_play_agent(cn_terminal_game *s, cn_search *search);

/* ---- play_swap2.c ---- */

/* While s->swap2: who puts the next stone or chooses; how many moves a person may type now; what an
 * agent does whose turn it is; and to be called after a person has played `count` moves. */
int cn_play_swap2_seat(const cn_terminal_game *s);
int cn_play_swap2_room(const cn_terminal_game *s);
void cn_play_swap2_agent(cn_terminal_game *s, cn_search *search);
void cn_play_swap2_moved(cn_terminal_game *s, int count);

/* ---- play_count.c ---- */

/* At the end of a game in which dead stones are taken off before points are counted: proposes which
 * are dead, and counts without them. Does nothing in other games. */
void cn_play_count(cn_terminal_game *s);
/* Changes whether the chains on the points of a line are dead. */
void cn_play_fate(cn_terminal_game *s, const char *line);
/* `done`: a person agrees. */
void cn_play_agree(cn_terminal_game *s);

/* ---- play_commands.c, play_hints.c and play_setup.c ---- */

/* Does what a typed line says. */
void cn_play_obey(cn_terminal_game *s, const char *line);
/* What may be typed after the beginning of a line, one a line: words, moves, agents. */
void cn_play_words(cn_terminal_game *s, const char *before, FILE *out);
/* The words `hint` and `analyze`. */
void cn_play_hint(cn_terminal_game *s);
void cn_play_analyze(cn_terminal_game *s);
/* The word `setup`: a new board from the text behind it, or asked for row by row. */
void cn_play_setup(cn_terminal_game *s);
