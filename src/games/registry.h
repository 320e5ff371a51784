/* The list of built-in games: a new game is its folder and one line here. */
#pragma once

#include <canopy/game.h>

/* The built-in games as compiled for any processor, so that tests can compare them with cn_games.
 */
const cn_game *const *cn_games_baseline(void);

/* clang-format off */
#define CN_BUILTIN_GAMES(X) \
    X(othello) \
    X(connect4) \
    X(gomoku) \
    X(go) \
    X(tictactoe)
/* clang-format on */
