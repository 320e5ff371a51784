/* The positions that the games of a match begin from. */
#pragma once

#include <canopy/canopy.h>

/* One opening; its parts are its own. */
typedef struct cn_opening {
    char *start; /* text of a position of its own, or NULL: the match's */
    int count;
    cn_move *moves; /* legal from there, and the game is not over after them */
} cn_opening;

/* A list of openings, which a match goes through and, at its end, begins again. */
typedef struct cn_openings {
    int count, room;
    int distinct; /* of random ones: how many lead to different positions */
    cn_opening *list;
} cn_openings;

/* `count` openings of `plies` random moves each; as many of them different as a fair number of
 * tries finds. A player passes only without another move. The first of them are the same whatever
 * the count. */
cn_status cn_openings_random(cn_openings *openings, const cn_position *start, int plies, int count,
                             uint64_t seed, cn_error *error);

/* Openings from text: SGF, GGF, what Canopy writes; or lines, of moves or a position each, `#` and
 * `%` for comments. */
cn_status cn_openings_read(cn_openings *openings, const cn_position *start, const cn_value *values,
                           const char *text, size_t size, cn_error *error);

/* The position an opening's moves are played from; the caller frees it. */
cn_status cn_opening_start(const cn_opening *opening, const cn_position *start,
                           const cn_value *values, cn_position *position, cn_error *error);

/* Frees the list and all openings. */
void cn_openings_free(cn_openings *openings);
