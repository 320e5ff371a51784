/* How the geometry of a board is found out. Random games are played; in each position every cell of
 * the drawing is compared with every bit of the planes (or cell of a symmetric image), and a pair
 * stays possible only as long as both hold the same: nothing, a piece of player 0, a piece of
 * player 1. After a few hundred games one partner is left for each cell. Nothing but the rules and
 * the drawing of the game is needed, so a plugin's game can be learned as it is. */
#include "learn/geometry.h"

#include <canopy/kernel.h>

#include <stdlib.h>

/* A set of cells or bits. */
typedef struct set {
    uint64_t word[CN_PLANE_WORDS];
} set;

/* For each cell, what it may be mapped to; every position seen leaves less. */
typedef struct guess {
    set may[CN_NETWORK_CELLS];
} guess;

static void add(set *s, int i) {
    s->word[i / 64] |= UINT64_C(1) << i % 64;
}

static bool has(const set *s, int i) {
    return s->word[i / 64] >> i % 64 & 1;
}

/* What a position shows: the places that are empty, player 0's and player 1's. */
typedef struct view {
    set holding[3];
} view;

/* Whose the piece on a cell is, whatever its kind, as an index into `holding`. */
static int holder(int cell) {
    return 1 + cn_cell_player(cell);
}

/* What the drawing of a state shows; the drawing itself is left in `board`. */
static void view_board(const cn_game *game, const void *state, cn_board *board, view *out) {
    game->draw(state, board);
    *out = (view){0};
    for (int i = 0; i < board->rows * board->columns; i++) {
        add(&out->holding[holder(board->cell[i])], i);
    }
}

/* What the planes of a state show. They are in the view of the side to move and are turned to
 * players 0 and 1 here. Bits beyond the board count as empty. */
static void view_planes(const cn_rules *rules, const void *state, view *out) {
    cn_planes planes = {{0}, {0}};
    *out = (view){0};
    rules->planes(state, planes.own, planes.opp);
    const int turn = rules->turn(state);
    memcpy(out->holding[1 + turn].word, planes.own, sizeof planes.own);
    memcpy(out->holding[2 - turn].word, planes.opp, sizeof planes.opp);
    for (int i = 0; i < CN_PLANE_WORDS; i++)
        out->holding[0].word[i] = ~(planes.own[i] | planes.opp[i]);
}

/* Strikes out, for each cell of the board, all partners that hold something else in this position.
 */
static void narrow(guess *g, const cn_board *board, const view *other) {
    for (int i = 0; i < board->rows * board->columns; i++) {
        const set *same = &other->holding[holder(board->cell[i])];
        for (int w = 0; w < CN_PLANE_WORDS; w++) g->may[i].word[w] &= same->word[w];
    }
}

/* Gives every cell one of the places left for it, each place once: those with one choice first, so
 * that a cell that no game ever filled gets what the others leave. False if that fails. */
static bool settle(const guess *g, int cells, uint16_t *map) {
    set taken = {{0}};
    bool done[CN_NETWORK_CELLS] = {false};
    for (int round = 0; round < cells; round++) {
        int best = -1, fewest = CN_NETWORK_CELLS + 1, place = -1;
        for (int i = 0; i < cells; i++) {
            if (done[i]) continue;
            int count = 0, first = -1;
            for (int k = CN_NETWORK_CELLS - 1; k >= 0; k--) {
                if (has(&g->may[i], k) && !has(&taken, k)) {
                    count++;
                    first = k;
                }
            }
            if (count < fewest) {
                fewest = count;
                best = i;
                place = first;
            }
        }
        if (place < 0) return false;
        add(&taken, place);
        map[best] = (uint16_t)place;
        done[best] = true;
    }
    return true;
}

/* Lets one position of a random game narrow the guesses for planes and symmetries, and widens the
 * range of how many stones were seen. */
static void compare(const cn_position *p, const void *state, cn_geometry *g, guess *bits,
                    guess *images) {
    cn_board board;
    view seen;
    view_board(p->game, state, &board, &seen);
    int stones = 0;
    for (int i = 0; i < g->cells; i++) stones += board.cell[i] != 0;
    if (stones < g->least) g->least = stones;
    if (stones > g->most) g->most = stones;
    if (p->rules->planes) {
        view_planes(p->rules, state, &seen);
        narrow(bits, &board, &seen);
    }
    _Alignas(64) static _Thread_local unsigned char image[CN_STATE_MAX];
    for (int k = 1; p->rules->symmetry && k < g->symmetries; k++) {
        cn_board drawn;
        p->rules->symmetry(state, k, image);
        view_board(p->game, image, &drawn, &seen);
        narrow(&images[k], &board, &seen);
    }
}

enum { GAMES = 300 }; /* random games: enough for every cell to have held both colours */

bool cn_geometry_explore(const cn_position *start, cn_geometry *g) {
    const cn_rules *rules = start->rules;
    cn_board board;
    start->game->draw(start->state, &board);
    *g = (cn_geometry){.rows = board.rows,
                       .columns = board.columns,
                       .cells = board.rows * board.columns,
                       .hexagons = start->game->style == CN_STYLE_HEXES,
                       .symmetries =
                           rules->symmetry && rules->symmetries > 1 ? rules->symmetries : 1,
                       .least = CN_NETWORK_CELLS};
    if (g->symmetries > CN_SYMMETRIES_MAX) g->symmetries = CN_SYMMETRIES_MAX;
    for (int i = 0; i < g->cells; i++) g->start += board.cell[i] != 0;
    guess *guesses = malloc((1 + CN_SYMMETRIES_MAX) * sizeof *guesses);
    void *state = aligned_alloc(64, CN_STATE_MAX);
    for (int i = 0; i < g->cells; i++) g->bit[i] = g->image[0][i] = (uint16_t)i;
    const bool ready = guesses && state;
    if (ready) {
        /* Everything is possible at first. Guess 0 is of the planes, guess k of symmetry k. */
        memset(guesses, 0xff, (1 + CN_SYMMETRIES_MAX) * sizeof *guesses);
        for (uint64_t game = 0; game < GAMES; game++) {
            cn_rng rng = cn_rng_make(game, 0);
            memcpy(state, start->state, rules->state_size);
            for (int ply = 0; ply < CN_PLAYOUT_MAX; ply++) {
                compare(start, state, g, &guesses[0], guesses);
                if (rules->over(state) != CN_ONGOING) break;
                rules->play(state, cn_playout_pick(rules, state, 0, &rng));
            }
        }
        g->planes = rules->planes && settle(&guesses[0], g->cells, g->bit);
        /* A symmetry that exchanges the players, or one that moves cells about from position to
         * position, has no map and is left out. */
        int kept = 1;
        for (int k = 1; k < g->symmetries; k++) {
            kept += settle(&guesses[k], g->cells, g->image[kept]);
        }
        g->symmetries = kept;
    }
    if (!g->planes) {
        for (int i = 0; i < g->cells; i++) g->bit[i] = (uint16_t)i;
    }
    free(guesses);
    free(state);
    return ready;
}
