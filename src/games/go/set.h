/* Sets of points as words of bits, passed by value so that small ones live in registers. A part of
 * the template games/go/board.h, which undefines the short names again at its end. */

typedef struct MY(set) {
    uint64_t w[GO_WORDS];
} MY(set);

#define set MY(set)
/* The body of a function that makes a set word by word. */
#define EACH(expression)                                      \
    set r;                                                    \
    for (int i = 0; i < GO_WORDS; i++) r.w[i] = (expression); \
    return r

GO_INLINE set MY(or)(set a, set b) {
    EACH(a.w[i] | b.w[i]);
}

GO_INLINE set MY (and)(set a, set b) {
    EACH(a.w[i] & b.w[i]);
}

GO_INLINE set MY(minus)(set a, set b) {
    EACH(a.w[i] & ~b.w[i]);
}

GO_INLINE set MY(load)(const uint64_t *words) {
    EACH(words[i]);
}

GO_INLINE set MY(none)(void) {
    EACH(0);
}

#undef EACH
#define or MY(or)
#define and MY(and)
#define minus MY(minus)
#define load  MY(load)
#define none  MY(none)

/* Whether a set has a point; how many it has; whether it has point p; adding or dropping p; and the
 * set of p alone. */
GO_INLINE bool MY(any)(set a) {
    uint64_t all = 0;
    for (int i = 0; i < GO_WORDS; i++) all |= a.w[i];
    return all != 0;
}

GO_INLINE int MY(tally)(set a) {
    int n = 0;
    for (int i = 0; i < GO_WORDS; i++) n += __builtin_popcountll(a.w[i]);
    return n;
}

GO_INLINE bool MY(has)(const set *a, int p) {
    return GO_WORDS == 1 ? a->w[0] >> p & 1 : a->w[p >> 6] >> (p & 63) & 1;
}

GO_INLINE void MY(flip)(set *a, int p) {
    a->w[GO_WORDS == 1 ? 0 : p >> 6] ^= UINT64_C(1) << (p & 63);
}

GO_INLINE set MY(point)(int p) {
    set r;
    for (int i = 0; i < GO_WORDS; i++) r.w[i] = (p >> 6) == i ? UINT64_C(1) << (p & 63) : 0;
    return r;
}

/* All points moved k numbers up or down, 0 < k < 64. */
GO_INLINE set MY(up)(set a, int k) {
    set r;
    for (int i = 0; i < GO_WORDS; i++) {
        r.w[i] = a.w[i] << k | (i > 0 ? a.w[i > 0 ? i - 1 : 0] >> (64 - k) : 0);
    }
    return r;
}

GO_INLINE set MY(down)(set a, int k) {
    set r;
    for (int i = 0; i < GO_WORDS; i++) {
        const int next = i + 1 < GO_WORDS ? i + 1 : i;
        r.w[i] = a.w[i] >> k | (next > i ? a.w[next] << (64 - k) : 0);
    }
    return r;
}

/* The n-th point of the set, from 0. */
GO_INLINE int MY(nth)(set a, int n) {
    int i = 0;
    if (GO_WORDS > 1) {
        for (; i < GO_WORDS - 1; i++) {
            const int here = __builtin_popcountll(a.w[i]);
            if (n < here) break;
            n -= here;
        }
    }
    return 64 * i + nth_bit(a.w[i], n);
}

#define any   MY(any)
#define tally MY(tally)
#define has   MY(has)
#define flip  MY(flip)
#define point MY(point)
#define up    MY(up)
#define down  MY(down)
#define nth   MY(nth)
