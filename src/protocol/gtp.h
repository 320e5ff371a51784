/* GTP 2, the Go Text Protocol (Farnebäck, 2002), for every game.
 *
 * `[id] command arguments` is answered by `=[id] text` or `?[id] error` and an empty line. A
 * command is a row in the table of one of the files gtp_*.c.
 *
 * GTP lets a colour move twice in a row, and go on after two passes. Our rules do not, so a game
 * here is a chain of histories: where the rules cannot follow, a new one begins at the same board.
 */
#pragma once

#include "protocol/protocol.h"

enum { GTP_WORDS = 2048 };

/* Where the game stood before a command moved: what undo goes back to. */
typedef struct gtp_mark {
    int earlier, count; /* histories left behind, plies of the last */
} gtp_mark;

typedef struct gtp {
    cn_desk *desk;
    bool done; /* after this answer */
    /* The command at hand. */
    char id[24]; /* as it was given, or empty */
    unsigned kind;
    int count;
    char *word[GTP_WORDS]; /* arguments */
    /* The answer so far. */
    char *answer;
    size_t length, room;
    bool sent; /* already: the command streamed its answer */
    /* The game so far. */
    cn_history *earlier; /* those left behind; the present one is the desk's */
    int earlier_count, earlier_room;
    gtp_mark *marks; /* one for each move that can be taken back */
    int mark_count, mark_room;
    bool vertices; /* moves are points of the drawing: see gtp_vertex_print */
    /* Time. */
    int stones[2];    /* Canadian byo-yomi: to be played in … */
    double period[2]; /* … this many seconds; 0: not in it */
    bool canadian;
    /* The position of the last search, whose result the desk has; no state: none. */
    cn_position searched;
    double total; /* seconds of all searches for moves */
} gtp;

/* Answers with gtp_say; false: that text is the error's. */
typedef bool gtp_fn(gtp *g);

typedef struct gtp_command {
    const char *name; /* NULL ends a table */
    gtp_fn *run;
    int least, most; /* arguments; most -1: any number. More are ignored, as the standard says */
    bool go;         /* means something in Go only */
    unsigned kind;   /* which of several commands that one function performs */
} gtp_command;

extern const gtp_command gtp_admin[], gtp_moves[], gtp_board[], gtp_rules[], gtp_time[],
    gtp_records[], gtp_handicap[], gtp_status[], gtp_analyze[], gtp_gogui[], gtp_ruler[];

/* ---- gtp.c: answers ---- */

/* Adds to the answer; true, so that a command can end with it. */
CN_PRINTF(2, 3)
bool gtp_say(gtp *g, const char *format, ...);

/* The answer is this error. */
CN_PRINTF(2, 3)
bool gtp_fail(gtp *g, const char *format, ...);

/* The command of that name, or NULL; and all of them, by number, until NULL. */
const gtp_command *gtp_find(const gtp *g, const char *name);
const gtp_command *gtp_nth(const gtp *g, int number);

/* ---- gtp_words.c: arguments ---- */

bool gtp_is_go(const gtp *g);
/* The index of one of the game's options, -1 if it has none of that name. */
int gtp_option(const gtp *g, const char *name);

/* The arguments from `first` on, with a blank between; the caller frees it. NULL: no memory. */
char *gtp_join(const gtp *g, int first);

bool gtp_read_int(const char *word, int min, int max, int *number);
bool gtp_read_real(const char *word, double *number);

/* b, black, w, white; false after the standard's message. */
bool gtp_colour(gtp *g, const char *word, int *player);
extern const char *const gtp_colour_name[2];

/* A move as this dialogue writes it: the game's own way, or as a vertex. */
void gtp_move_text(const gtp *g, const cn_position *position, cn_move move,
                   char text[CN_MOVE_TEXT]);
/* The move that the whole word is; it may be illegal. */
bool gtp_move_read(const gtp *g, const cn_position *position, const char *word, cn_move *move);

/* Points as GTP names them on any drawing: letters without I, and the rows' own numbers. */
void gtp_vertex_print(const cn_board *board, int cell, char text[CN_MOVE_TEXT]);
int gtp_vertex_read(const cn_board *board, const char *word); /* the cell, or -1 */
/* Whether row 1 is at the top of the drawing: then GoGui, where it never is, is shown the rows in
 * reverse, so that each point keeps its name. */
bool gtp_rows_downwards(const cn_board *board);

/* ---- gtp_moves.c: the game ---- */

/* Remembers where the game stands, for undo; goes back there. */
bool gtp_mark_push(gtp *g);
bool gtp_mark_pop(gtp *g);
/* Forgets all that could be taken back. */
void gtp_forget(gtp *g);

/* Makes the player the one to move, as GTP allows it; false if the rules do not. */
bool gtp_turn(gtp *g, int player);

/* Plays colour and move, all or nothing. */
bool gtp_play(gtp *g, const char *colour, const char *move);

/* Begins anew at a position, which is taken over. */
bool gtp_begin_at(gtp *g, cn_position *position);

/* Searches for a move of the player, whose turn it is; after a failure the answer is the error. */
bool gtp_think(gtp *g, const cn_desk_question *question);
/* Notes the time of a search whose move is to be played. */
void gtp_spend(gtp *g, int player);
cn_watch gtp_watch_move(const char *line, void *user);

/* ---- gtp_rules.c ---- */

/* An option of the game, "name=value", in the middle of it. The moves stay; false after a message
 * if they cannot. */
bool gtp_change(gtp *g, const char *assignment);

/* ---- gtp_status.c ---- */

/* Whose each point will be, in the view of a player, row by row with a separator between rows. */
bool gtp_say_owners(gtp *g, const cn_position *position, int view, const char *separator);
/* Whether stones of the player are dead. */
bool gtp_has_dead(gtp *g, int player);

/* ---- gtp_time.c ---- */

/* What the clock leaves for the player's next move. */
void gtp_limit(const gtp *g, int player, cn_limits *limits);
