/* The built-in games, each compiled for any processor and, on x86-64, once more for processors with
 * AVX2 and BMI2 (x86-64-v3; CMakeLists.txt). cn_games chooses by what the processor says that it
 * can do. Both compilations give the same answers, which the conformance test checks. */
#include "games/registry.h"

#include <canopy/canopy.h>
#include <stdlib.h>

#define X(name) extern const cn_game cn_game_##name;
CN_BUILTIN_GAMES(X)
#undef X

static const cn_game *const baseline[] = {
#define X(name) &cn_game_##name,
    CN_BUILTIN_GAMES(X)
#undef X
        NULL,
};

#ifdef CN_HAVE_V3
#define X(name) extern const cn_game cn_game_##name##_v3;
CN_BUILTIN_GAMES(X)
#undef X

/* The same games as compiled for x86-64-v3. */
static const cn_game *const v3[] = {
#define X(name) &cn_game_##name##_v3,
    CN_BUILTIN_GAMES(X)
#undef X
        NULL,
};

/* CANOPY_PORTABLE=1 in the environment chooses the baseline on any processor: for tests, and to
 * rule the other one out when something is wrong. */
static bool runs_v3(void) {
    const char *portable = getenv("CANOPY_PORTABLE");
    if (portable && *portable && strcmp(portable, "0") != 0) return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("fma");
}
#endif

const cn_game *const *cn_games(void) {
#ifdef CN_HAVE_V3
    if (runs_v3()) return v3;
#endif
    return baseline;
}

const cn_game *const *cn_games_baseline(void) {
    return baseline;
}

const cn_game *cn_game_find(const char *name) {
    for (const cn_game *const *game = cn_games(); *game; game++) {
        if (strcmp((*game)->name, name) == 0) return *game;
    }
    return NULL;
}
