/* A book: the exact score of every position within some plies of the start of a game, so that an
 * agent can answer in the opening without a search.
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
 *     scores 8236 8c3fb2…           bytes that follow, check sum of everything else
 *
 * A byte, less 128, is the score for the side to move: n for a win in n plies, -n for a loss, 0 for
 * a draw; or points. The byte 0 is a score that is not known yet. */
#pragma once

#include "engine/spec.h"

/* The number of the format in the first line of a file, and the plies a book may reach. */
enum { CN_BOOK_FORMAT = 1, CN_BOOK_PLIES = 30 };

/* One thread at a time may change a book; many may ask one that nobody changes. */
typedef struct cn_book cn_book;

/* Makes a book of all positions within `plies` of the start, without scores; the start is copied.
 * Free it with cn_book_free. Fails if there are too many positions, if they can repeat, or if the
 * rules look further back than the position. */
cn_status cn_book_new(const cn_position *start, int plies, cn_book **book, cn_error *error);
void cn_book_free(cn_book *book); /* NULL is fine */

/* Making a book means to score the positions of its last ply: how many there are, and how many of
 * them have no score yet. */
int cn_book_last(const cn_book *book);
int cn_book_open(const cn_book *book);
/* Copies position `number` of the last ply to `position`, which must be of the same game and
 * options; false if its score is known already. */
bool cn_book_get(const cn_book *book, int number, cn_position *position);
/* Notes the score of position `number`, in the view of its side to move. Fails if the score is not
 * proven and exact, or too large for a byte. */
cn_status cn_book_set(cn_book *book, int number, cn_score score, cn_error *error);

/* Writes the book to a file, also if scores are missing; reads one from a file or from its bytes
 * (`name` is what messages call them). What was read can be asked; a book that was made cannot,
 * because the scores before the last ply are worked out by reading. */
cn_status cn_book_write(const cn_book *book, const char *path, cn_error *error);
cn_status cn_book_read(const cn_game *game, const char *path, cn_book **book, cn_error *error);
cn_status cn_book_decode(const cn_game *game, const char *name, const unsigned char *bytes,
                         size_t size, cn_book **book, cn_error *error);

/* Fails unless the book is for this position's options, and of so many plies (0: of any). */
cn_status cn_book_fits(const cn_book *book, const cn_position *position, int plies,
                       cn_error *error);

/* The book that an agent asks for by book=on or book=FILE; *book is NULL if it asks for none, or
 * the program carries none for the game. */
cn_status cn_book_of(const cn_spec *spec, cn_book **book, cn_error *error);

/* Fills the result with the score of every move and the line of best play; false if the book does
 * not know all moves of the position. `lines`: how many of the best moves to list; `last`: of
 * equally good moves the last is chosen, else the first. Threads may ask one book at once. */
bool cn_book_answer(const cn_book *book, const cn_position *position, int lines, bool last,
                    cn_result *result);
