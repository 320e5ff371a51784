/* Tests whether a game keeps the contracts of canopy/game.h. The game is played at random, in its
 * default form and at every choice and both ends of each option, and every position is looked at.
 * `canopy check` runs it for authors of games, the conformance test on every built-in game. */
#pragma once

#include <canopy/kernel.h>
#include <canopy/position.h>

/* A broken contract, in words for the author of the game. */
typedef struct cn_fault {
    const char *contract;          /* the field of cn_rules or cn_game it is about: "hash" */
    char text[640];                /* what is wrong, and what it would do to a search or a user */
    char options[CN_OPTIONS_TEXT]; /* the form of the game: "size=5" */
    char position[CN_TEXT_MAX];    /* that shows it; empty where none is to blame */
} cn_fault;

/* What to check, and how much was checked. */
typedef struct cn_check {
    int games; /* random games of the default form; other forms get a few */
    /* Counted: */
    int forms;
    uint64_t positions;
} cn_check;

/* Checks a game. True if nothing was found; else `fault` has the first contract that is broken. The
 * game's tables must be whole (cn_game_check). */
bool cn_check_game(const cn_game *game, cn_check *check, cn_fault *fault);
