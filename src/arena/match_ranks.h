/* Games of a match on other ranks: rank 0 sends a game's start, its agents and the referee's rules,
 * and gets the whole game back, as if it had been played here. */
#pragma once

#include "arena/referee.h"
#include "cluster/farm.h"

/* A game for another rank to play: the bout has its opening, and no more. */
typedef struct cn_away_game {
    const cn_referee *referee;
    const char *agent[2]; /* by colour, with their seeds */
} cn_away_game;

/* Has the rank play the game and takes it over into the bout. Blocks; several threads may ask at
 * once, each another rank or another game. */
cn_status cn_away_play(cn_farm *farm, int rank, const cn_away_game *game, cn_bout *bout,
                       cn_error *error);

/* For other ranks' cn_farm_work: plays what cn_away_play asks (CN_WORK_GAME). `service` is their
 * cn_ranks_service, which finds the game. */
void cn_away_answer(cn_message *question, cn_message *answer, cn_farm_task *task, void *service);
/* Stops the searches of a game under way; `running` is what was given to cn_farm_running. */
void cn_away_halt(void *running);

/* Whether an agent's specification says how many ranks its searches use: then they are not for
 * dealing out games. */
bool cn_away_names_ranks(const cn_game *game, const char *spec);
