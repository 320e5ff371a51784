/* Positions: rules and a state with an owner. */
#include "search/generic.h"

#include <canopy/canopy.h>
#include <stdlib.h>

static void *new_state(void) {
    /* Zeroed, so that bytes of padding compare equal. */
    void *state = aligned_alloc(64, CN_STATE_MAX);
    if (state) memset(state, 0, CN_STATE_MAX);
    return state;
}

cn_status cn_position_new(const cn_game *game, const cn_value *values, const char *text,
                          cn_position *position, cn_error *error) {
    *position = (cn_position){.game = game, .state = new_state()};
    if (!position->state) return cn_fail(error, CN_NO_MEMORY, "no memory for a position");
    const cn_variant *variant = NULL;
    const cn_status status = text ? game->parse(values, text, position->state, &variant, error)
                                  : game->setup(values, position->state, &variant, error);
    if (status != CN_OK) {
        cn_position_free(position);
        return status;
    }
    position->rules = variant->rules;
    position->kernels = variant->kernels ? variant->kernels : &cn_generic_kernels;
    position->experts = variant->experts;
    return CN_OK;
}

cn_status cn_position_values(const cn_position *position, cn_value values[CN_OPTIONS_MAX],
                             cn_error *error) {
    const cn_game *game = position->game;
    char text[CN_OPTIONS_TEXT] = "";
    cn_values_default(game->options, values);
    if (game->print_options) game->print_options(position->state, text);
    return cn_values_read(game->options, values, text, " ", error);
}

cn_status cn_position_copy(const cn_position *from, cn_position *to, cn_error *error) {
    *to = *from;
    to->state = new_state();
    if (!to->state) return cn_fail(error, CN_NO_MEMORY, "no memory for a position");
    cn_state_copy(from->rules, to->state, from->state);
    return CN_OK;
}

void cn_position_free(cn_position *position) {
    free(position->state);
    *position = (cn_position){0};
}

bool cn_position_legal(const cn_position *position, cn_move move) {
    const cn_rules *rules = position->rules;
    if (rules->legal && rules->legal(position->state, move)) return true;
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(position->state, list);
    for (int i = 0; i < count; i++) {
        if (list[i] == move) return true;
    }
    return false;
}

cn_move cn_position_move_on(const cn_position *position, int cell) {
    const cn_rules *rules = position->rules;
    const cn_game *game = position->game;
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(position->state, list);
    for (int i = 0; i < count; i++) {
        if (game->cell_of(position->state, list[i]) == cell) return list[i];
    }
    /* A game may allow more than it lists. */
    for (int move = 0; rules->legal && move < rules->move_codes; move++) {
        if (rules->legal(position->state, (cn_move)move) &&
            game->cell_of(position->state, (cn_move)move) == cell) {
            return (cn_move)move;
        }
    }
    return CN_MOVE_NONE;
}

static void sample_moves(const cn_position *position, char *text, size_t size) {
    cn_move list[CN_MOVES_MAX];
    const int count = position->rules->moves(position->state, list);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && i < 8; i++) {
        char move[CN_MOVE_TEXT];
        position->game->print_move(position->state, list[i], move);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", move);
    }
    if (count > 8) snprintf(text + used, size - used, " … (%d in all)", count);
}

cn_status cn_position_read_move(const cn_position *position, const char *text, cn_move *move,
                                const char **end, cn_error *error) {
    const cn_status status = position->game->parse_move(position->state, text, move, end, error);
    if (status != CN_OK) return status;
    if (cn_position_legal(position, *move)) return CN_OK;
    const int length = (int)(*end - text);
    if (position->rules->over(position->state) != CN_ONGOING) {
        return cn_fail(error, CN_BAD_INPUT, "`%.*s`: the game is over", length, text);
    }
    char legal[CN_MOVE_TEXT * 10];
    sample_moves(position, legal, sizeof legal);
    return cn_fail(error, CN_BAD_INPUT, "`%.*s` is not legal for %s here: legal are %s", length,
                   text, position->game->player[position->rules->turn(position->state)], legal);
}
