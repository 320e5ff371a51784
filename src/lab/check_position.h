/* The contracts that can be looked at in one position: the state of a check, and what check.c
 * calls. */
#pragma once

#include "lab/check.h"

/* Room for a state of any game. */
typedef struct cn_any_state {
    _Alignas(64) unsigned char bytes[CN_STATE_MAX];
} cn_any_state;

/* More moves than any game may have: one that lists too many must not write beyond the list. */
enum { CN_CHECK_MOVES = 1 << 16 };

/* The game in the form that is being checked, and room for the checks to work in. Large: it is
 * allocated by cn_check_game and used by one thread. */
typedef struct cn_checker {
    const cn_game *game;
    const cn_rules *rules;
    const cn_kernels *kernels;
    const cn_value *values;
    cn_fault *fault;
    cn_rng rng;
    cn_move list[CN_CHECK_MOVES]; /* of the position at hand, as cn_check_moves found them … */
    int count;                    /* … and how many */
    bool seen[CN_CHECK_MOVES];    /* by move code; all false between two checks */
    char text[2][CN_TEXT_MAX];
} cn_checker;

/* Notes the fault and returns false; `state` may be NULL. */
__attribute__((format(printf, 4, 5))) bool
cn_check_broken(cn_checker *c, const void *state, const char *contract, const char *format, ...);

/* In a function that returns bool, with a checker `c`: the condition must hold in `state`. */
#define CN_MUST(condition, state, contract, ...)                                   \
    do {                                                                           \
        if (!(condition)) return cn_check_broken(c, state, contract, __VA_ARGS__); \
    } while (0)

/* Copies a state; bytes that are not in use become rubbish, and must never matter. */
void cn_check_copy(const cn_rules *rules, cn_any_state *to, const void *from, int rubbish);

/* Two states that should be one position: equal as far as anyone can see. `how` says how the second
 * came about. */
bool cn_check_same(cn_checker *c, const void *a, const void *b, const char *contract,
                   const char *how);

/* The contracts of one position. False if one is broken; the checker then has the fault. */
bool cn_check_moves(cn_checker *c, const void *state);   /* cheap: at every position; fills list */
bool cn_check_details(cn_checker *c, const void *state); /* all else, after cn_check_moves */
