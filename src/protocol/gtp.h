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

enum { GTP_WORDS = 2048 }; /* most arguments of a command */

/* Where the game stood before a command moved: what undo goes back to. */
typedef struct gtp_mark {
    int earlier, count; /* histories left behind, plies of the last */
} gtp_mark;

/* One dialogue. It lives on the stack of gtp.c's `run`, which frees what it owns: the answer, the
 * histories left behind, the marks, and the position that was searched. */
typedef struct gtp {
    cn_desk *desk;
    bool done; /* after this answer */
    /* The command at hand. */
    char id[24]; /* as it was given, or empty */
    unsigned kind;
    int count;
    char *word[GTP_WORDS]; /* arguments */
    /* The answer so far: a stream in memory. */
    FILE *out;
    char *text;
    size_t length;
    bool sent;      /* already: the command streamed its answer */
    cn_error error; /* of the call that failed last */
    /* The game so far. */
    cn_history *earlier; /* those left behind; the present one is the desk's */
    int earlier_count, earlier_room;
    gtp_mark *marks; /* one for each move that can be taken back */
    int mark_count, mark_room;
    int behind[2]; /* by player: for so many moves running it thought that it had lost */
    bool vertices; /* moves are points of the drawing: see gtp_vertex_print */
    /* Time. */
    int stones[2];    /* Canadian byo-yomi: to be played in … */
    double period[2]; /* … this many seconds; 0: not in it */
    bool canadian;
    /* The position of the last search, whose result the desk has; no state: none. */
    cn_position searched;
    double total; /* seconds of all searches for moves */
} gtp;

/* Performs a command, in the thread of the dialogue. It answers with gtp_say; if it returns false,
 * that text is the error. */
typedef bool gtp_fn(gtp *g);

/* A row of a table of commands. */
typedef struct gtp_command {
    const char *name; /* NULL ends a table */
    gtp_fn *run;      /* NULL: it is always answered by `answer` */
    int least, most;  /* arguments; most -1: any number. More are ignored, as the standard says */
    bool go;          /* means something in Go only */
    unsigned kind;    /* which of several commands that one function performs */
    const char *answer;
} gtp_command;

/* Rows of a table: a command for every game, one for Go only, one that always has the same answer.
 */
#define GTP_ANY(name, run, least, most, kind) \
    { name, run, least, most, false, kind, NULL }
#define GTP_GO(name, run, least, most, kind) \
    { name, run, least, most, true, kind, NULL }
#define GTP_SAYS(name, answer) \
    { name, NULL, 0, 0, false, 0, answer }

extern const gtp_command gtp_moves[], gtp_board[], gtp_go[], gtp_time[], gtp_analyze[], gtp_gogui[];

/* ---- gtp.c: answers ---- */

/* Adds to the answer; true, so that a command can end with it. */
CN_PRINTF(2, 3)
bool gtp_say(gtp *g, const char *format, ...);

/* The answer is this error. */
CN_PRINTF(2, 3)
bool gtp_fail(gtp *g, const char *format, ...);

/* True if the status of a call that was given &g->error is CN_OK; else its message is the answer.
 */
bool gtp_check(gtp *g, cn_status status);

/* Brings g->text and g->length, the answer so far, up to date; takes back all of it. */
void gtp_flush(gtp *g);
void gtp_take_back(gtp *g);

/* ---- gtp_words.c: arguments ---- */

/* Whether the game is Go, or one that is counted like it. */
bool gtp_is_go(const gtp *g);
/* The index of one of the game's options, -1 if it has none of that name. */
int gtp_option(const gtp *g, const char *name);

/* The arguments from `first` on, with a blank between; the caller frees it. NULL: no memory. */
char *gtp_join(const gtp *g, int first);

/* Reads b, black, w or white in any case; black is player 0. False after the standard's message. */
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
/* Rows or columns of a board, whichever are more: GTP's boards are square. */
int gtp_side(const cn_board *board);
/* Whether row 1 is at the top of the drawing: then GoGui, where it never is, is shown the rows in
 * reverse, so that each point keeps its name. */
bool gtp_rows_downwards(const cn_board *board);

/* ---- gtp_moves.c: the game ---- */

/* Remembers where the game stands, for undo; goes back to the last such place, false if there is
 * none. */
bool gtp_mark_push(gtp *g);
bool gtp_mark_pop(gtp *g);
/* Forgets all that could be taken back. */
void gtp_forget(gtp *g);

/* Makes it the player's turn, by a pass or by a new history; false if the rules do not allow it. */
bool gtp_turn(gtp *g, int player);

/* Plays a move of a colour, both as the command has them; on failure nothing has changed. */
bool gtp_play(gtp *g, const char *colour, const char *move);

/* Begins anew at a position, which is taken over. */
bool gtp_begin_at(gtp *g, cn_position *position);

/* Makes it the player's turn, for a search that follows; `open`: the game is not over, so that
 * there is something to search. False: the answer is the error, and nothing has changed. */
bool gtp_ready(gtp *g, int player, bool *open);
/* Searches for a move, after gtp_ready; the position is then g->searched. How: plays the move and
 * takes its time off the clock; does not pass while dead stones of the opponent stand; may give up.
 * `text` is the move, or `resign`; where the game is not open it is a pass. False: the answer is
 * the error. What was not played to the end is taken back. */
enum { GTP_KEEP = 1, GTP_CLEAN = 2, GTP_RESIGN = 8 };
bool gtp_search(gtp *g, int player, bool open, const cn_desk_question *question, unsigned how,
                char text[CN_MOVE_TEXT]);
/* What stops a search for a move: `quit`, `# interrupt`, or the end of the input. */
cn_watch gtp_watch_move(const char *line, void *user);

/* ---- gtp_go.c ---- */

/* An option of the game, "name=value", in the middle of it. The moves stay; false after a message
 * if they cannot. */
bool gtp_change(gtp *g, const char *assignment);

/* Says whose each point will be at the end of the game, from -1 to 1 in the view of a player, row
 * by row from the top with a separator between rows. */
bool gtp_say_owners(gtp *g, const cn_position *position, int view, const char *separator);
/* Whether stones of the player are dead. */
bool gtp_has_dead(gtp *g, int player);

/* ---- gtp_time.c ---- */

/* What the clock leaves for the player's next move. */
void gtp_limit(const gtp *g, int player, cn_limits *limits);
