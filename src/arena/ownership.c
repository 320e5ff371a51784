/* Estimates the owner of each point by playing the position out at random many times and counting
 * who holds or surrounds the point at the end. Chains whose points nearly always end up as the
 * opponent's are dead. The random games have fixed seeds, so the same position always gets the same
 * answer. */
#include "arena/ownership.h"

#include "arena/info.h"
#include "arena/setup.h"

#include <canopy/kernel/playout.h>

enum { CELLS = CN_BOARD_MAX * CN_BOARD_MAX };

/* A chain is dead if its points are the opponent's in more than four games of five. */
static const double dead_below = -0.6;

/* ---- regions of equal cells ---- */

/* Connected cells of one kind. */
typedef struct region {
    int count, cell[CELLS];
    unsigned borders; /* bit 1 << c: cells c lie beside it */
} region;

/* The cells above, below, left and right of one; returns how many there are. */
static int beside(int rows, int columns, int at, int cells[4]) {
    const int row = at / columns, column = at % columns;
    int count = 0;
    if (row > 0) cells[count++] = at - columns;
    if (row < rows - 1) cells[count++] = at + columns;
    if (column > 0) cells[count++] = at - 1;
    if (column < columns - 1) cells[count++] = at + 1;
    return count;
}

/* The region that a cell belongs to; marks its cells as seen. */
static void flood(const uint8_t *cells, int rows, int columns, int from, bool *seen, region *r) {
    const uint8_t kind = cells[from];
    *r = (region){.count = 1, .cell = {from}};
    seen[from] = true;
    for (int i = 0; i < r->count; i++) {
        int near[4];
        const int count = beside(rows, columns, r->cell[i], near);
        for (int k = 0; k < count; k++) {
            const int next = near[k];
            if (cells[next] != kind) {
                r->borders |= 1u << cells[next];
            } else if (!seen[next]) {
                seen[next] = true;
                r->cell[r->count++] = next;
            }
        }
    }
}

/* ---- the estimate ---- */

/* A finished board: each cell is who stands on it, or who alone surrounds it. */
static void count_owners(const cn_board *board, cn_ownership *o) {
    bool seen[CELLS] = {false};
    region r;
    for (int i = 0; i < board->rows * board->columns; i++) {
        if (seen[i]) continue;
        flood(board->cell, board->rows, board->columns, i, seen, &r);
        int owner = 1 + cn_cell_player(board->cell[i]);
        if (owner == 0 && r.borders == 1u << 1) owner = 1;
        if (owner == 0 && r.borders == 1u << 2) owner = 2;
        for (int k = 0; owner && k < r.count; k++) o->mean[r.cell[k]] += owner == 1 ? 1 : -1;
    }
}

/* A random game to its end, by the game's own playout policy. */
static void play_out(const cn_rules *rules, void *state, cn_rng *rng) {
    for (int ply = 0; ply < CN_PLAYOUT_MAX && rules->over(state) == CN_ONGOING; ply++) {
        rules->play(state, cn_playout_pick(rules, state, 0, rng));
    }
}

void cn_ownership_estimate(const cn_position *position, int games, cn_ownership *o) {
    const cn_rules *rules = position->rules;
    _Alignas(64) unsigned char state[CN_STATE_MAX] = {0};
    cn_board board;
    *o = (cn_ownership){0};
    position->game->draw(position->state, &board);
    o->rows = board.rows;
    o->columns = board.columns;
    memcpy(o->cell, board.cell, sizeof o->cell);
    for (int i = 0; i < games; i++) {
        cn_rng rng = cn_rng_make(1, (uint64_t)i);
        cn_state_copy(rules, state, position->state);
        play_out(rules, state, &rng);
        position->game->draw(state, &board);
        count_owners(&board, o);
        if (rules->score) o->score += rules->score(state);
    }
    for (int i = 0; i < o->rows * o->columns; i++) o->mean[i] /= games;
    o->score /= (double)games * (position->game->score_unit > 0 ? position->game->score_unit : 1);
}

/* ---- fates ---- */

/* Whose the points of a chain are, on average. */
static double chain_mean(const cn_ownership *o, const region *chain) {
    double sum = 0;
    for (int i = 0; i < chain->count; i++) sum += o->mean[chain->cell[i]];
    return sum / chain->count;
}

/* Whether an empty region that only this colour borders, once the dead are gone, is beside the
 * chain. */
static bool has_own_region(const uint8_t *cells, const cn_ownership *o, const region *chain) {
    const uint8_t colour = cells[chain->cell[0]];
    for (int i = 0; i < chain->count; i++) {
        int near[4];
        const int count = beside(o->rows, o->columns, chain->cell[i], near);
        for (int k = 0; k < count; k++) {
            if (cells[near[k]]) continue;
            bool seen[CELLS] = {false};
            region empty;
            flood(cells, o->rows, o->columns, near[k], seen, &empty);
            if (empty.borders == 1u << colour) return true;
        }
    }
    return false;
}

/* First which chains are dead, then which of the others live without a point of their own. */
static void find_fates(const cn_ownership *o, cn_fate fate[CELLS]) {
    const int cells = o->rows * o->columns;
    uint8_t left[CELLS]; /* what stands once the dead are gone */
    bool seen[CELLS] = {false};
    region chain;
    memcpy(left, o->cell, sizeof left);
    for (int i = 0; i < cells; i++) {
        if (o->cell[i] == 0) fate[i] = CN_FATE_NONE;
        if (o->cell[i] == 0 || seen[i]) continue;
        flood(o->cell, o->rows, o->columns, i, seen, &chain);
        const double own = chain_mean(o, &chain) * (o->cell[i] == 1 ? 1 : -1);
        for (int k = 0; k < chain.count; k++) {
            fate[chain.cell[k]] = own < dead_below ? CN_FATE_DEAD : CN_FATE_ALIVE;
            if (own < dead_below) left[chain.cell[k]] = 0;
        }
    }
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < cells; i++) {
        if (fate[i] != CN_FATE_ALIVE || seen[i]) continue;
        flood(left, o->rows, o->columns, i, seen, &chain);
        if (has_own_region(left, o, &chain)) continue;
        for (int k = 0; k < chain.count; k++) fate[chain.cell[k]] = CN_FATE_SEKI;
    }
}

/* Half of the games are begun by each side, for in a seki who must move loses. */
cn_status cn_ownership_settle(const cn_position *p, const cn_value *values, cn_ownership *o,
                              cn_fate fate[CELLS], cn_error *error) {
    cn_ownership side[2];
    cn_board board;
    p->game->draw(p->state, &board);
    for (int i = 0; i < 2; i++) {
        cn_position open;
        CN_TRY(cn_setup_cells(p->game, values, &board, i, &open, error));
        cn_ownership_estimate(&open, CN_OWNERSHIP_GAMES / 2, &side[i]);
        cn_position_free(&open);
    }
    *o = side[0];
    for (int i = 0; i < o->rows * o->columns; i++) {
        o->mean[i] = (side[0].mean[i] + side[1].mean[i]) / 2;
    }
    find_fates(o, fate);
    return CN_OK;
}

cn_status cn_ownership_margin(const cn_position *p, const cn_value *values, const cn_fate *fate,
                              double *margin, cn_error *error) {
    cn_board board;
    cn_position bare;
    p->game->draw(p->state, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (fate[i] == CN_FATE_DEAD) board.cell[i] = 0;
    }
    CN_TRY(cn_setup_cells(p->game, values, &board, 0, &bare, error));
    *margin = cn_info_margin(&bare);
    cn_position_free(&bare);
    return CN_OK;
}

void cn_ownership_change(const cn_position *p, int cell, cn_fate *fate) {
    bool seen[CELLS] = {false};
    cn_board board;
    region chain;
    p->game->draw(p->state, &board);
    flood(board.cell, board.rows, board.columns, cell, seen, &chain);
    const cn_fate other = fate[cell] == CN_FATE_DEAD ? CN_FATE_ALIVE : CN_FATE_DEAD;
    for (int i = 0; i < chain.count; i++) fate[chain.cell[i]] = other;
}
