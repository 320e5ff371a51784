/* What the compiler must inline (the templates, so that a constant table of rules is seen through)
 * and must not (heavy functions, which would be copied into every template). */
#ifndef CANOPY_KERNEL_INLINE_H
#define CANOPY_KERNEL_INLINE_H

#define CN_INLINE      static inline __attribute__((always_inline))
#define CN_NOINLINE    static __attribute__((noinline))
#define CN_LIKELY(x)   __builtin_expect(!!(x), 1)
#define CN_UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
