/* Othello on two 64-bit words: moves, flips and images of the board.
 *
 * Square c + 8r (column c from a, row r from 1) is bit c + 8r, so a1 is bit 0 and h8 bit 63. The
 * eight directions are shifts: left for the four that raise the number (east 1, south-west 7,
 * south 8, south-east 9), right for their opposites.
 *
 * Every primitive has a portable version; where the compiler may use AVX2 or BMI2, a faster one
 * stands beside it, and the short name at the end of a section means the faster. */
#pragma once

#include <canopy/kernel/inline.h>
#include <stdint.h>
#if defined(__AVX2__) || defined(__BMI2__)
#include <immintrin.h>
#endif

#define OTHELLO_TOP   UINT64_C(0x8000000000000000)
#define OTHELLO_INNER UINT64_C(0x7e7e7e7e7e7e7e7e) /* columns b to g */

/* ---- counting and selecting bits ---- */

/* Without the instruction, __builtin_popcountll is a call to a table look-up. */
CN_INLINE int bits_count_portable(uint64_t x) {
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(x * UINT64_C(0x0101010101010101) >> 56);
}

CN_INLINE int bits_count(uint64_t x) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return __builtin_popcountll(x);
#else
    return bits_count_portable(x);
#endif
}

/* The number of the k-th set bit, from 0. Byte j of `sums` holds how many bits are set in bytes 0
 * to j; the byte wanted is the first whose sum exceeds k, found by comparing all eight at once. */
CN_INLINE int bits_select_portable(uint64_t x, unsigned k) {
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
    uint64_t sums = x - (x >> 1 & UINT64_C(0x5555555555555555));
    sums = (sums & UINT64_C(0x3333333333333333)) + (sums >> 2 & UINT64_C(0x3333333333333333));
    sums = ((sums + (sums >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * ones;
    const uint64_t not_above = (((k * ones) | high) - sums) & high; /* sum <= k */
    const int byte = (int)((not_above >> 7) * ones >> 56) * 8;
    k -= (unsigned)(sums << 8 >> byte) & 0xff;
    unsigned row = (unsigned)(x >> byte) & 0xff;
    while (k--) row &= row - 1;
    return byte + __builtin_ctz(row);
}

CN_INLINE int bits_select(uint64_t x, unsigned k) {
#if defined(__BMI2__) && defined(__x86_64__)
    return __builtin_ctzll(_pdep_u64(UINT64_C(1) << k, x));
#else
    return bits_select_portable(x, k);
#endif
}

/* ---- boards ---- */

/* The discs of one side as the primitives want them: where one instruction works on four words,
 * four copies, a direction for each. What is kept in this form need not be copied again. */
#ifdef __AVX2__
typedef __m256i lanes;

CN_INLINE lanes lanes_of(uint64_t x) {
    return _mm256_set1_epi64x((int64_t)x);
}

CN_INLINE uint64_t lanes_bits(lanes x) {
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(x));
}
#else
typedef uint64_t lanes;

CN_INLINE lanes lanes_of(uint64_t x) {
    return x;
}

CN_INLINE uint64_t lanes_bits(lanes x) {
    return x;
}
#endif

/* The board of one disc. */
CN_INLINE lanes lanes_at(int square) {
    return lanes_of(UINT64_C(1) << square);
}

/* ---- where can a side move? ---- */

/* Parallel prefix in one direction and its opposite: marks the opponent's discs in an unbroken run
 * from an own disc, one more step, then two and two: a run that can be flanked has at most six. */
CN_INLINE uint64_t run_ends(uint64_t own, uint64_t through, int step) {
    uint64_t up = through & own << step, down = through & own >> step;
    up |= through & up << step;
    down |= through & down >> step;
    const uint64_t pair = through & through << step;
    up |= pair & up << 2 * step;
    down |= (pair >> step) & down >> 2 * step;
    up |= pair & up << 2 * step;
    down |= (pair >> step) & down >> 2 * step;
    return up << step | down >> step;
}

CN_INLINE uint64_t bits_moves_portable(uint64_t own, uint64_t opp) {
    const uint64_t inner = opp & OTHELLO_INNER; /* a run through an edge column would wrap */
    return (run_ends(own, inner, 1) | run_ends(own, inner, 7) | run_ends(own, opp, 8) |
            run_ends(own, inner, 9)) &
           ~(own | opp);
}

#ifdef __AVX2__
/* The same with a direction in each of four lanes. */
CN_INLINE uint64_t bits_moves_avx2(lanes own, lanes opp) {
    const int64_t inner = (int64_t)OTHELLO_INNER;
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9), two = _mm256_slli_epi64(step, 1);
    const __m256i through = _mm256_and_si256(opp, _mm256_setr_epi64x(inner, inner, -1, inner));
    __m256i up = _mm256_and_si256(through, _mm256_sllv_epi64(own, step));
    __m256i down = _mm256_and_si256(through, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
    const __m256i pair = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    const __m256i pair_down = _mm256_srlv_epi64(pair, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pair, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pair, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, two)));
    const __m256i ends =
        _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(ends), _mm256_extracti128_si256(ends, 1));
    const __m128i all = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(
        _mm_andnot_si128(_mm256_castsi256_si128(_mm256_or_si256(own, opp)), all));
}
#endif

/* The squares that the side of `own` may play on. */
CN_INLINE uint64_t lanes_moves(lanes own, lanes opp) {
#ifdef __AVX2__
    return bits_moves_avx2(own, opp);
#else
    return bits_moves_portable(own, opp);
#endif
}

CN_INLINE uint64_t bits_moves(uint64_t own, uint64_t opp) {
    return lanes_moves(lanes_of(own), lanes_of(opp));
}

/* ---- what does a move flip? ---- */

/* The squares seen from one square: up[i] by steps of +1, +7, +8, +9; down[i] by -1, -7, -8, -9. */
typedef struct rays {
    _Alignas(32) uint64_t up[4];
    uint64_t down[4];
} rays;

/* clang-format off */
#define AT(r, c) \
    ((r) >= 0 && (r) < 8 && (c) >= 0 && (c) < 8 ? UINT64_C(1) << (((r) * 8 + (c)) & 63) : 0)
#define RAY(r, c, dr, dc)                                                             \
    (AT((r) + 1 * (dr), (c) + 1 * (dc)) | AT((r) + 2 * (dr), (c) + 2 * (dc)) |        \
     AT((r) + 3 * (dr), (c) + 3 * (dc)) | AT((r) + 4 * (dr), (c) + 4 * (dc)) |        \
     AT((r) + 5 * (dr), (c) + 5 * (dc)) | AT((r) + 6 * (dr), (c) + 6 * (dc)) |        \
     AT((r) + 7 * (dr), (c) + 7 * (dc)))
#define RAYS(r, c)                                                                    \
    {{RAY(r, c, 0, 1), RAY(r, c, 1, -1), RAY(r, c, 1, 0), RAY(r, c, 1, 1)},           \
     {RAY(r, c, 0, -1), RAY(r, c, -1, 1), RAY(r, c, -1, 0), RAY(r, c, -1, -1)}}
#define RAYS_OF_ROW(r)                                                                \
    RAYS(r, 0), RAYS(r, 1), RAYS(r, 2), RAYS(r, 3), RAYS(r, 4), RAYS(r, 5), RAYS(r, 6), RAYS(r, 7)
/* clang-format on */

static const rays rays_from[64] = {
    RAYS_OF_ROW(0), RAYS_OF_ROW(1), RAYS_OF_ROW(2), RAYS_OF_ROW(3),
    RAYS_OF_ROW(4), RAYS_OF_ROW(5), RAYS_OF_ROW(6), RAYS_OF_ROW(7),
};

/* The whole lines through each square, without it, in the order of `rays`. */
/* clang-format off */
#define LINE(r, c, dr, dc) (RAY(r, c, dr, dc) | RAY(r, c, -(dr), -(dc)))
#define LINES(r, c) {LINE(r, c, 0, 1), LINE(r, c, 1, -1), LINE(r, c, 1, 0), LINE(r, c, 1, 1)}
#define LINES_OF_ROW(r)                                                               \
    LINES(r, 0), LINES(r, 1), LINES(r, 2), LINES(r, 3), LINES(r, 4), LINES(r, 5), LINES(r, 6), \
    LINES(r, 7)
/* clang-format on */

static const _Alignas(32) uint64_t lines_of[64][4] = {
    LINES_OF_ROW(0), LINES_OF_ROW(1), LINES_OF_ROW(2), LINES_OF_ROW(3),
    LINES_OF_ROW(4), LINES_OF_ROW(5), LINES_OF_ROW(6), LINES_OF_ROW(7),
};

/* The squares around each square. */
/* clang-format off */
#define NEAR(r, c)                                                                    \
    (AT((r) - 1, (c) - 1) | AT((r) - 1, c) | AT((r) - 1, (c) + 1) | AT(r, (c) - 1) |  \
     AT(r, (c) + 1) | AT((r) + 1, (c) - 1) | AT((r) + 1, c) | AT((r) + 1, (c) + 1))
#define NEAR_ROW(r)                                                                   \
    NEAR(r, 0), NEAR(r, 1), NEAR(r, 2), NEAR(r, 3), NEAR(r, 4), NEAR(r, 5), NEAR(r, 6), NEAR(r, 7)
/* clang-format on */

static const uint64_t near_square[64] = {
    NEAR_ROW(0), NEAR_ROW(1), NEAR_ROW(2), NEAR_ROW(3),
    NEAR_ROW(4), NEAR_ROW(5), NEAR_ROW(6), NEAR_ROW(7),
};

#undef AT
#undef RAY
#undef RAYS
#undef RAYS_OF_ROW
#undef LINE
#undef LINES
#undef LINES_OF_ROW
#undef NEAR
#undef NEAR_ROW

/* On each ray the first square that is not the opponent's decides: if it is ours, all before it
 * flip. Upwards a carry finds it: every bit off the ray is set, so 1 added at the bottom runs
 * through the opponent's discs and stops there. Downwards it is the highest such bit. */
CN_INLINE uint64_t bits_flips_portable(uint64_t own, uint64_t opp, int square) {
    const rays *from = &rays_from[square];
    uint64_t flips = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t ray = from->up[i];
        const uint64_t stop = ((opp | ~ray) + 1) & own & ray;
        flips |= (stop - (stop != 0)) & ray;
    }
    for (int i = 0; i < 4; i++) {
        const uint64_t ray = from->down[i];
        const uint64_t stop = OTHELLO_TOP >> __builtin_clzll((ray & ~opp) | 1) & own & ray;
        flips |= (0 - (stop << 1)) & ray;
    }
    return flips;
}

#ifdef __AVX2__
/* The same with a ray in each lane. AVX2 has no leading-zero count: downwards the square before
 * each own disc is marked, and the marks at and behind a square that is not the opponent's are
 * erased. Bits that wrap around an edge fall outside the ray. */
CN_INLINE lanes lanes_flips_avx2(lanes own, lanes opp, int square) {
    const rays *from = &rays_from[square];
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9), zero = _mm256_setzero_si256();
    const __m256i down = _mm256_load_si256((const __m256i *)from->down);
    const __m256i up = _mm256_load_si256((const __m256i *)from->up);

    __m256i eraser = _mm256_andnot_si256(opp, down);
    eraser = _mm256_or_si256(eraser, _mm256_srlv_epi64(eraser, step));
    __m256i mark = _mm256_sllv_epi64(_mm256_and_si256(own, down), step);
    mark = _mm256_andnot_si256(eraser, mark);
    const __m256i two = _mm256_slli_epi64(step, 1), four = _mm256_slli_epi64(step, 2);
    mark = _mm256_andnot_si256(_mm256_srlv_epi64(eraser, two), mark);
    mark = _mm256_andnot_si256(_mm256_srlv_epi64(eraser, four), mark);
    const __m256i below = _mm256_and_si256(_mm256_sub_epi64(zero, mark), down);

    const __m256i ones = _mm256_cmpeq_epi64(zero, zero);
    const __m256i carried =
        _mm256_sub_epi64(_mm256_or_si256(opp, _mm256_xor_si256(up, ones)), ones); /* + 1 */
    const __m256i stop = _mm256_and_si256(carried, _mm256_and_si256(own, up));
    const __m256i none = _mm256_cmpeq_epi64(stop, zero);
    const __m256i above =
        _mm256_and_si256(_mm256_sub_epi64(_mm256_add_epi64(stop, ones), none), up);

    __m256i flips = _mm256_or_si256(above, below);
    flips = _mm256_or_si256(flips, _mm256_permute2x128_si256(flips, flips, 1));
    return _mm256_or_si256(flips, _mm256_shuffle_epi32(flips, 0x4e));
}
#endif

/* The discs that turn if the side of `own` plays on `square`. */
CN_INLINE lanes lanes_flips(lanes own, lanes opp, int square) {
#ifdef __AVX2__
    return lanes_flips_avx2(own, opp, square);
#else
    return bits_flips_portable(own, opp, square);
#endif
}

CN_INLINE uint64_t bits_flips(uint64_t own, uint64_t opp, int square) {
    return lanes_bits(lanes_flips(lanes_of(own), lanes_of(opp), square));
}

/* ---- neighbours and images ---- */

/* The squares next to those of `x`, in all eight directions. */
CN_INLINE uint64_t bits_around(uint64_t x) {
    const uint64_t not_a = ~UINT64_C(0x0101010101010101), not_h = ~UINT64_C(0x8080808080808080);
    const uint64_t sides = (x << 1 & not_a) | (x >> 1 & not_h), wide = x | sides;
    return sides | wide << 8 | wide >> 8;
}

/* Swaps every square with the one at the other side of the diagonal from a1 to h8. */
static inline uint64_t bits_transpose(uint64_t x) {
    uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ t ^ t << 28;
}

/* One of eight images: bit 0 of k swaps left and right, bit 1 top and bottom, bit 2 transposes
 * after that. */
static inline uint64_t bits_image(uint64_t x, int k) {
    if (k & 1) {
        x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
        x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
        x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    }
    if (k & 2) x = __builtin_bswap64(x);
    return k & 4 ? bits_transpose(x) : x;
}
