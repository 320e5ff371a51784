/* Discs of Othello that can never be turned again, as far as it can be seen cheaply.
 *
 * A disc is safe along a line if every square of the line is filled, if it stands at the line's
 * end, or if a neighbour on the line is of its own colour and safe along all four; safe along all
 * four lines it is stable. */
#pragma once

#include "games/othello/bits.h"

#define EDGE_COLUMNS UINT64_C(0x8181818181818181)
#define EDGE_ROWS    UINT64_C(0xff000000000000ff)

/* A board for each of the four lines through a square, in the order of `rays`: the compiler does
 * all four with one instruction where the processor has it. */
typedef uint64_t four_boards __attribute__((vector_size(32), aligned(32)));

/* Leaves in each lane what all four have in common. */
CN_INLINE void stable_join(four_boards *x) {
#ifdef __AVX2__
    const __m256i swapped = _mm256_permute2x128_si256((__m256i)*x, (__m256i)*x, 1);
    const __m256i two = _mm256_and_si256((__m256i)*x, swapped);
    *x = (four_boards)_mm256_and_si256(two, _mm256_shuffle_epi32(two, 0x4e));
#else
    const uint64_t common = (*x)[0] & (*x)[1] & (*x)[2] & (*x)[3];
    *x = (four_boards){common, common, common, common};
#endif
}

/* At least `enough` stable ones of `mine`, where `other` is the other side's, or all that can be
 * seen if they are fewer. The shifts may wrap, but only onto squares at the end of that line, which
 * are safe along it in any case. */
CN_INLINE uint64_t stable_of(uint64_t mine, uint64_t other, int enough) {
    const four_boards step = {1, 7, 8, 9}, all = {mine, mine, mine, mine};
    four_boards open = {0}; /* squares on lines that are not full */
    for (uint64_t left = ~(mine | other); left; left &= left - 1) {
        open |= *(const four_boards *)lines_of[__builtin_ctzll(left)];
    }
    const four_boards edges = {EDGE_COLUMNS, EDGE_ROWS | EDGE_COLUMNS, EDGE_ROWS,
                               EDGE_ROWS | EDGE_COLUMNS};
    const four_boards safe = ~open | edges;
    four_boards stable = safe & all;
    stable_join(&stable);
    uint64_t before = 0;
    while (stable[0] != before && bits_count(stable[0]) < enough) {
        before = stable[0];
        four_boards next = safe | stable << step | stable >> step;
        stable_join(&next);
        stable |= next & all;
    }
    return stable[0];
}
