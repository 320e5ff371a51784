/* Random numbers: xoroshiro128++ (Blackman and Vigna, 2019), seeded through SplitMix64.
 *
 * A stream is named by (seed, stream): the work it drives owns it, never the thread that happens to
 * run that work, so results do not depend on the number of threads. The same bits come out on every
 * platform. */
#ifndef CANOPY_RNG_H
#define CANOPY_RNG_H

#include <stdint.h>

/* The state of a stream. */
typedef struct cn_rng {
    uint64_t s[2];
} cn_rng;

/* One SplitMix64 step: a good 64-bit mixer, also used to make hash keys. */
static inline uint64_t cn_mix64(uint64_t x) {
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* The beginning of a stream; the same for the same two numbers. */
static inline cn_rng cn_rng_make(uint64_t seed, uint64_t stream) {
    const uint64_t base = cn_mix64(seed) ^ cn_mix64(~stream);
    /* Never all zero: cn_mix64 is a bijection, so the two words cannot both be 0. */
    const cn_rng rng = {{cn_mix64(base), cn_mix64(base + 1)}};
    return rng;
}

/* The next 64 random bits. A stream is for one thread at a time. */
static inline uint64_t cn_rng_next(cn_rng *rng) {
    const uint64_t s0 = rng->s[0];
    uint64_t s1 = rng->s[1];
    const uint64_t sum = s0 + s1;
    const uint64_t out = ((sum << 17) | (sum >> 47)) + s0;
    s1 ^= s0;
    rng->s[0] = ((s0 << 49) | (s0 >> 15)) ^ s1 ^ (s1 << 21);
    rng->s[1] = (s1 << 28) | (s1 >> 36);
    return out;
}

/* A random number, uniform in 0..bound-1 (bound > 0), by multiply and shift; the bias is below
 * bound / 2^32. */
static inline uint32_t cn_rng_below(cn_rng *rng, uint32_t bound) {
    return (uint32_t)(((cn_rng_next(rng) >> 32) * bound) >> 32);
}

#endif
