/* Games from text: each move read, checked against the rules, and handed out.
 *
 * Three formats, told apart by how the text begins:
 *   - lines: one game a line, moves in the game's own notation, separated by blanks, commas or
 *     nothing (f5d6c3, 4453); `#` and `%` start a comment. What Canopy writes has comments that it
 *     reads: after `# canopy record: NAME` they are `# key: value` and about the next game;
 *   - SGF: points are cells of the drawing, whatever the game calls them;
 *   - GGF, which is SGF with a name in GM and moves in plain notation.
 * Passes that a player had no choice about may be missing and are put in.
 *
 *     cn_records_open(&records, game, values, NULL, text, size, &error);
 *     while (cn_records_next(&records, &more, &error) == CN_OK && more) {
 *         while (cn_records_move(&records, &move, &more, &error) == CN_OK && more) {
 *             records.position.rules->play(records.position.state, move);
 *         }
 *     }
 *     cn_records_close(&records); */
#pragma once

#include "arena/history.h"
#include "arena/info.h"
#include "arena/sgf.h"

enum { CN_RECORDS_MAX = 64 << 20 }; /* bytes a text may have */

/* How games are written down; see above. */
typedef enum cn_record_format {
    CN_RECORDS_LINES,
    CN_RECORDS_SGF,
    CN_RECORDS_GGF,
} cn_record_format;

/* A reader that goes through the games of a text. */
typedef struct cn_records {
    /* For the caller to read. */
    int number;                      /* of the current game, from 1; 0 before the first */
    int line;                        /* it begins on, or where its last move stands */
    int ply;                         /* moves handed out */
    cn_position position;            /* where the next move is to be played, by the caller */
    cn_value values[CN_OPTIONS_MAX]; /* of the current game */
    cn_record_info info;             /* what else the record says of it */
    double *seconds;                 /* of each ply, as far as the record knows them */
    int seconds_count;
    /* The reader's own. */
    const cn_game *game;
    cn_value given[CN_OPTIONS_MAX]; /* the values that the caller gave */
    const char *start;              /* text of the start position, or NULL */
    char *own_start;                /* the record's own, word by word, or NULL */
    bool header;                    /* comments are about the next game */
    char *text;                     /* a copy, so that lines can be terminated */
    size_t size;
    cn_record_format format;
    char *at; /* lines: the cursor, the line's end, and the line's number */
    char *next_line;
    int lines;
    cn_sgf sgf;
    bool pending; /* the SGF value at hand is a move not yet handed out */
    bool closed;  /* the SGF game is read to its end */
} cn_records;

/* `start` (may be NULL) must live as long as the reader; the text need not. A record's own board
 * size and komi replace those in `values`. */
cn_status cn_records_open(cn_records *records, const cn_game *game, const cn_value *values,
                          const char *start, const char *text, size_t size, cn_error *error);

/* Goes to the next game and sets its start position up. Errors name game, line and ply. */
cn_status cn_records_next(cn_records *records, bool *more, cn_error *error);

/* The next move of the game: a legal one, not yet played. */
cn_status cn_records_move(cn_records *records, cn_move *move, bool *more, cn_error *error);

/* What is left of the game as a history, of at most so many plies; the caller frees it. */
cn_status cn_records_history(cn_records *records, int most, cn_history *history, cn_error *error);

/* Frees what the reader holds. After a failed cn_records_open it may be called too. */
void cn_records_close(cn_records *records);

/* The game with this number (1: the first) of a text, of at most so many plies, as a history that
 * the caller frees; `start` (may be NULL) is as for cn_records_open. `values` become those of the
 * record, and `info` what else it says. After a failure both are as they were. */
cn_status cn_records_read(const cn_game *game, cn_value *values, const char *start,
                          const char *text, size_t size, int number, int most, cn_history *history,
                          cn_record_info *info, cn_error *error);
