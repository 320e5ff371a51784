/* `canopy play --swap2` begins with the opening of Gomoku tournaments, which makes up for Black's
 * advantage. The player of the first seat puts three stones, the other one chooses: the word `swap`
 * takes Black, a move goes on as White, and two moves on one line are two more stones, after which
 * the first player chooses in the same way. Whoever chooses takes the better side, so the best an
 * agent can do when it puts the stones is to make the position as even as possible. */
#include "arena/opening3.h"
#include "cli/play.h"

/* Whether all stones of the opening, three or five, are there, so that it is a player's turn to
 * choose. */
static bool is_choice(const cn_terminal_game *s) {
    return s->history.count == (s->swap2_more ? 5 : 3);
}

/* Who puts the next stone, or chooses. */
int cn_play_swap2_seat(const cn_terminal_game *s) {
    return s->history.count < 3 || s->history.count == 5 ? 0 : 1;
}

int cn_play_swap2_room(const cn_terminal_game *s) {
    return is_choice(s) ? 2 - s->swap2_more : (s->swap2_more ? 5 : 3) - s->history.count;
}

void cn_play_swap2_moved(cn_terminal_game *s, int count) {
    const int stones = s->history.count;
    if (!s->swap2 || stones <= 3) return;
    if (count == 2 && stones == 5) {
        s->swap2_more = true;
    } else if (!is_choice(s)) {
        s->swap2 = false;
    }
}

/* Has an agent search the position; *chance is White's chance to win, 0 to 1, since after three or
 * five stones White is to move. False, and the program ends, if the search failed. */
static bool weigh(cn_terminal_game *s, cn_search *search, double *chance) {
    const cn_limits limits = {0};
    cn_result result;
    const char *name = s->seat[cn_play_swap2_seat(s)].agent;
    if (!cn_play_check(s, cn_play_think(s, search, &limits, name, NULL, &result))) {
        cn_play_leave(s, CN_EXIT_FAILURE);
        return false;
    }
    *chance = cn_score_chance(s->game, result.score);
    return true;
}

/* Puts the three stones of an opening. */
static void put(cn_terminal_game *s, int number) {
    cn_board board;
    cn_position_draw(&s->history.now, &board);
    for (int k = 0; k < 3 && !s->leaving; k++) {
        const int8_t *at = &cn_opening3[number][2 * k];
        cn_play_move(s, (cn_move)(at[1] * board.columns + at[0]), 0);
    }
}

/* Puts the opening of the list that the agent finds most even: each is put on the board, valued by
 * a search, and taken back. */
static void propose(cn_terminal_game *s, cn_search *search) {
    int best = 0;
    double least = 1;
    for (int i = 0; i < CN_OPENINGS3 && !s->leaving; i++) {
        double chance = 0;
        put(s, i);
        if (!s->leaving && weigh(s, search, &chance)) {
            const double odds = chance < 0.5 ? 0.5 - chance : chance - 0.5;
            if (odds < least) best = i;
            if (odds < least) least = odds;
        }
        while (s->history.count > 0) cn_history_undo(&s->history);
    }
    if (s->leaving) return;
    put(s, best);
    cn_play_say(s,
                "%s has put three stones: swap takes Black, a move goes on as White, two moves "
                "on a line let %s choose",
                s->seat[0].agent, s->seat[0].agent);
}

void cn_play_swap2_agent(cn_terminal_game *s, cn_search *search) {
    double chance;
    if (s->history.count == 0) {
        propose(s, search);
    } else if (!is_choice(s)) {
        s->swap2 = false; /* somebody else has begun */
    } else if (weigh(s, search, &chance)) {
        const int seat = cn_play_swap2_seat(s), better = chance < 0.5 ? 0 : 1;
        if (seat != better) cn_play_swap(s);
        s->swap2 = s->fresh = false;
        cn_play_say(s, "%s takes %s", s->seat[better].agent, s->game->player[better]);
    }
}
