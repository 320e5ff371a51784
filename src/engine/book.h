/* A book: the exact score of every position within some plies of the start of a game.
 *
 * Positions are numbered ply by ply, in the order in which playing all moves in the game's order
 * first comes to them; images by the game's symmetries are one position. So a file need not say
 * which score belongs to which position, and it holds those of the last ply only: the others follow
 * from these.
 *
 *     canopy book 1                 the format's number
 *     game connect4
 *     options width=7 height=6 connect=4
 *     plies 6
 *     score outcome                 or points
 *     scores 8236 8c3fb2…           bytes that follow, check sum of everything else
 *
 * A byte, less 128, is the score for the side to move: n for a win in n plies, -n for a loss, 0 for
 * a draw; or points. The byte 0 is a score that is not known yet. */
#pragma once

#include "engine/spec.h"

enum { CN_BOOK_FORMAT = 1, CN_BOOK_PLIES = 30 };

typedef struct cn_book cn_book;

/* A book whose scores are yet to be set. Fails if there are too many positions, or the rules look
 * further back than the position. */
cn_status cn_book_new(const cn_position *start, int plies, cn_book **book, cn_error *error);
void cn_book_free(cn_book *book); /* NULL is fine */

/* The positions of the last ply: how many there are, how many have no score, and one of them. */
int cn_book_last(const cn_book *book);
int cn_book_open(const cn_book *book);
/* Sets `position`, which is of the book's game and options; false if its score is known. */
bool cn_book_get(const cn_book *book, int number, cn_position *position);
/* Fails if the score is not exact or too large to be kept. */
cn_status cn_book_set(cn_book *book, int number, cn_score score, cn_error *error);

/* The book as a file; and from one, or from its bytes (`name` is what messages call it). */
cn_status cn_book_write(const cn_book *book, const char *path, cn_error *error);
cn_status cn_book_read(const cn_game *game, const char *path, cn_book **book, cn_error *error);
cn_status cn_book_decode(const cn_game *game, const char *name, const unsigned char *bytes,
                         size_t size, cn_book **book, cn_error *error);

/* Fails unless the book is for this position's options, and of so many plies (0: of any). */
cn_status cn_book_fits(const cn_book *book, const cn_position *position, int plies,
                       cn_error *error);

/* What an agent asks for, by book=on or book=FILE; NULL: none, or the program has none. */
cn_status cn_book_of(const cn_spec *spec, cn_book **book, cn_error *error);

/* Fills the result with the score of every move, if the book knows all of them. The best move is
 * the first or the last of equals. */
bool cn_book_answer(const cn_book *book, const cn_position *position, int lines, bool last,
                    cn_result *result);
