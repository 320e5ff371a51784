/* What both representations of the board need. */
#pragma once

#include <canopy/kernel/inline.h>

#include <stdbool.h>
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* The number of the n-th bit set, from 0. */
CN_INLINE int nth_bit(uint64_t bits, int n) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(UINT64_C(1) << n, bits));
#else
    while (n-- > 0) bits &= bits - 1;
    return __builtin_ctzll(bits);
#endif
}

/* Whether an entry is among `count` entries of a past. There is no early way out, so that the
 * compiler can compare several entries at a time. */
CN_NOINLINE bool seen_before(const uint64_t *past, int count, uint64_t entry) {
    uint64_t hit = 0;
    for (int i = 0; i < count; i++) hit |= past[i] == entry;
    return hit != 0;
}
