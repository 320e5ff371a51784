/* What every Go board has in common, whatever its size: the head of a state, the shape of the
 * boards, and the keys of stones.
 *
 * Point numbers are moves and bits; on 5x5, with their names:
 *
 *     5 |  0  1  2  3  4
 *     4 |  5  6  7  8  9
 *     3 | 10 11 12 13 14
 *     2 | 15 16 17 18 19
 *     1 | 20 21 22 23 24
 *          A  B  C  D  E
 *
 * A pass is 25 on 5x5, 81 on 9x9, 64 on other boards up to 8x8, 361 above.
 *
 * A state is a head, the stones of Black, those of White, and under superko the past:
 *
 *     | head | black: words x 64 bits | white: words x 64 bits | past[0] past[1] … |
 *
 * Bit p % 64 of word p / 64 is point p; words is 1 up to 8x8, 2 for 9x9, 6 above. */
#pragma once

#include <canopy/game.h>

enum {
    GO_SIZE_MIN = 2,
    GO_SIZE_MAX = 19,
    GO_POINTS_MAX = GO_SIZE_MAX * GO_SIZE_MAX,
    GO_WORDS_MAX = 6,
    GO_NO_POINT = 0xffff,
    /* The most moves of a game: what the past of a state, and a line of text, can hold. */
    GO_LIMIT_SMALL = 400,  /* superko up to 9x9 */
    GO_LIMIT_LARGE = 1800, /* superko above */
    GO_LIMIT_FREE = 4000,  /* without superko; a playout has at most CN_PLAYOUT_MAX moves */
};

/* Choices of the options, in their order. */
enum { GO_SUICIDE_FORBIDDEN, GO_SUICIDE_ALLOWED };
enum { GO_KO_POSITIONAL, GO_KO_SITUATIONAL, GO_KO_SIMPLE, GO_KO_NONE };
enum { GO_SCORING_AREA, GO_SCORING_STONES };
enum { GO_PLAYOUT_EYES, GO_PLAYOUT_UNIFORM, GO_PLAYOUT_SHAPES };

/* What every Go state begins with; the stones follow behind it. `unused` is padding, so that
 * every byte of a state is determined. */
typedef struct go_head {
    uint64_t hash;         /* of the stones: their keys, xored; 0 on 5x5, whose stones are a key */
    uint16_t prisoners[2]; /* stones each player has taken */
    uint16_t moves, limit; /* played, and at which number the game ends */
    uint16_t ko;           /* the point that the simple ko rule forbids, or GO_NO_POINT */
    uint16_t total;        /* stones on the board */
    uint16_t past;         /* entries of the past, the present position's included */
    uint16_t peak;         /* most stones in any of them: a board with more is new */
    int16_t komi;          /* in half points */
    uint8_t size, words;
    uint8_t turn, passes; /* consecutive passes, 0 to 2 */
    uint8_t outcome;      /* a cn_outcome, kept by play */
    uint8_t suicide, ko_rule, scoring;
    uint8_t unused;
    uint16_t last;   /* the point of the last move plus one; 0: a pass, or not known. The rules do
                        not ask, but whoever thinks about the next move does */
    uint16_t before; /* the same of the move before it */
} go_head;

/* Whether the rule is a superko, which needs the positions of the whole game. */
static inline bool go_has_past(int ko_rule) {
    return ko_rule == GO_KO_POSITIONAL || ko_rule == GO_KO_SITUATIONAL;
}

/* The most moves that the option `limit` may allow. */
static inline int go_limit_max(int size, int ko_rule) {
    if (!go_has_past(ko_rule)) return GO_LIMIT_FREE;
    return size <= 9 ? GO_LIMIT_SMALL : GO_LIMIT_LARGE;
}

/* The move that passes: one for all boards that share their code (board.h). */
static inline cn_move go_pass(int size) {
    return size == 5 || size == 9 ? (cn_move)(size * size) : size < 9 ? 64 : GO_POINTS_MAX;
}

/* Words of a set of points. */
static inline int go_words(int size) {
    return size < 9 ? 1 : size == 9 ? 2 : GO_WORDS_MAX;
}

/* The parts of a state behind its head: the stones of a player, and the past. */
static inline uint64_t *go_stones(go_head *head, int player) {
    return (uint64_t *)(head + 1) + player * head->words;
}

static inline const uint64_t *go_stones_of(const go_head *head, int player) {
    return (const uint64_t *)(head + 1) + player * head->words;
}

static inline uint64_t *go_past(go_head *head) {
    return (uint64_t *)(head + 1) + 2 * head->words;
}

static inline const uint64_t *go_past_of(const go_head *head) {
    return (const uint64_t *)(head + 1) + 2 * head->words;
}

/* ---- the past -----------------------------------------------------------------------------------
 * An entry names a whole board; under situational superko, a board and who is to move. On 5x5 the
 * entry is the board itself. Elsewhere it is 55 bits of the stones' hash above the number of
 * stones; two boards of one game sharing it is a matter of 1 in 10^11 games. */

enum { GO_COUNT_BITS = 9, GO_EXACT_SHIFT = 25, GO_EXACT_SIDE = 50 };

/* Whether an entry of the past is the board itself. */
static inline bool go_is_exact(int size) {
    return size == 5;
}

/* `turn` is the player to move in the position, where the rule wants it. */
static inline uint64_t go_entry_exact(uint64_t black, uint64_t white, int ko_rule, int turn) {
    const uint64_t side = ko_rule == GO_KO_SITUATIONAL && turn;
    return black | white << GO_EXACT_SHIFT | side << GO_EXACT_SIDE;
}

static inline uint64_t go_entry_hashed(uint64_t hash, int total, int ko_rule, int turn) {
    if (ko_rule == GO_KO_SITUATIONAL && turn) hash = ~hash;
    return hash << GO_COUNT_BITS | (uint64_t)total;
}

/* ---- tables, made by the compiler ---- */

/* cn_mix64 as a constant expression. */
#define GO_M1(x)  ((x) + UINT64_C(0x9e3779b97f4a7c15))
#define GO_M2(x)  (((x) ^ ((x) >> 30)) * UINT64_C(0xbf58476d1ce4e5b9))
#define GO_M3(x)  (((x) ^ ((x) >> 27)) * UINT64_C(0x94d049bb133111eb))
#define GO_M4(x)  ((x) ^ ((x) >> 31))
#define GO_MIX(x) GO_M4(GO_M3(GO_M2(GO_M1(x))))
#define GO_SEED   UINT64_C(0x476f20636f646573)
#define GO_KEY(i) GO_MIX(GO_SEED + (i))
#define GO_KEY8(i)                                                                        \
    GO_KEY(i), GO_KEY(i + 1), GO_KEY(i + 2), GO_KEY(i + 3), GO_KEY(i + 4), GO_KEY(i + 5), \
        GO_KEY(i + 6), GO_KEY(i + 7)
#define GO_KEY64(i)                                                                \
    GO_KEY8(i), GO_KEY8(i + 8), GO_KEY8(i + 16), GO_KEY8(i + 24), GO_KEY8(i + 32), \
        GO_KEY8(i + 40), GO_KEY8(i + 48), GO_KEY8(i + 56)
#define GO_KEY384(i)                                                                        \
    GO_KEY64(i), GO_KEY64(i + 64), GO_KEY64(i + 128), GO_KEY64(i + 192), GO_KEY64(i + 256), \
        GO_KEY64(i + 320)

/* The key of a stone: player, point. */
static const uint64_t go_key[2][64 * GO_WORDS_MAX] = {{GO_KEY384(0)}, {GO_KEY384(384)}};

/* Sets of points of an n x n board: its left and right columns, its edge, all of it. */
typedef struct go_shape {
    uint64_t left[GO_WORDS_MAX], right[GO_WORDS_MAX], edge[GO_WORDS_MAX], full[GO_WORDS_MAX];
} go_shape;

#define GO_BIT(p, w) ((p) / 64 == (w) ? UINT64_C(1) << (p) % 64 : 0)
#define GO_BELOW(p, w) \
    ((p) >= 64 * (w) + 64 ? ~UINT64_C(0) : (p) > 64 * (w) ? (UINT64_C(1) << (p) % 64) - 1 : 0)
/* One bit in each row: in row r, bit n * r + c. */
#define GO_ROW(n, c, r, w) ((r) < (n) ? GO_BIT((n) * (r) + (c), w) : 0)
#define GO_COLUMN(n, c, w)                                                                   \
    (GO_ROW(n, c, 0, w) | GO_ROW(n, c, 1, w) | GO_ROW(n, c, 2, w) | GO_ROW(n, c, 3, w) |     \
     GO_ROW(n, c, 4, w) | GO_ROW(n, c, 5, w) | GO_ROW(n, c, 6, w) | GO_ROW(n, c, 7, w) |     \
     GO_ROW(n, c, 8, w) | GO_ROW(n, c, 9, w) | GO_ROW(n, c, 10, w) | GO_ROW(n, c, 11, w) |   \
     GO_ROW(n, c, 12, w) | GO_ROW(n, c, 13, w) | GO_ROW(n, c, 14, w) | GO_ROW(n, c, 15, w) | \
     GO_ROW(n, c, 16, w) | GO_ROW(n, c, 17, w) | GO_ROW(n, c, 18, w))
#define GO_LEFT(n, w)  GO_COLUMN(n, 0, w)
#define GO_RIGHT(n, w) GO_COLUMN(n, (n)-1, w)
#define GO_FULL(n, w)  GO_BELOW((n) * (n), w)
#define GO_EDGE(n, w)                                  \
    (GO_LEFT(n, w) | GO_RIGHT(n, w) | GO_BELOW(n, w) | \
     (GO_FULL(n, w) & ~GO_BELOW((n) * ((n)-1), w)))
#define GO_WORDS6(M, n) \
    { M(n, 0), M(n, 1), M(n, 2), M(n, 3), M(n, 4), M(n, 5) }
#define GO_SHAPE(n) \
    { GO_WORDS6(GO_LEFT, n), GO_WORDS6(GO_RIGHT, n), GO_WORDS6(GO_EDGE, n), GO_WORDS6(GO_FULL, n) }

static const go_shape go_shapes[GO_SIZE_MAX + 1] = {
    {{0}, {0}, {0}, {0}}, {{0}, {0}, {0}, {0}}, GO_SHAPE(2),  GO_SHAPE(3),  GO_SHAPE(4),
    GO_SHAPE(5),          GO_SHAPE(6),          GO_SHAPE(7),  GO_SHAPE(8),  GO_SHAPE(9),
    GO_SHAPE(10),         GO_SHAPE(11),         GO_SHAPE(12), GO_SHAPE(13), GO_SHAPE(14),
    GO_SHAPE(15),         GO_SHAPE(16),         GO_SHAPE(17), GO_SHAPE(18), GO_SHAPE(19),
};
