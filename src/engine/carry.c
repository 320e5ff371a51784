/* How positions travel. A variant is found by its number; a position is made from the default start
 * of its game, whose state and rules are then replaced. */
#include "engine/carry.h"

#include "search/generic.h"

/* The variant of that number, or NULL. A game that lists none has one: that of its default start.
 */
static const cn_variant *find(const cn_game *game, int number) {
    if (game->variants) {
        int count = 0;
        while (game->variants[count]) count++;
        return number >= 0 && number < count ? game->variants[number] : NULL;
    }
    _Alignas(64) unsigned char state[CN_STATE_MAX];
    cn_value values[CN_OPTIONS_MAX];
    const cn_variant *variant = NULL;
    cn_values_default(game->options, values);
    memset(state, 0, sizeof state);
    if (number != 0 || game->setup(values, state, &variant, NULL) != CN_OK) return NULL;
    return variant;
}

int cn_carry_variant(const cn_position *p) {
    const cn_variant *variant;
    for (int i = 0; (variant = find(p->game, i)) != NULL; i++) {
        if (variant->rules == p->rules) return i;
    }
    return -1;
}

cn_status cn_carry_position(const cn_game *game, int number, const void *state, size_t size,
                            cn_position *position, cn_error *error) {
    const cn_variant *variant = find(game, number);
    CN_FAIL_IF(!variant || size > variant->rules->state_size, error, CN_BAD_INPUT,
               "%s has no variant %d with a state of %zu bytes", game->name, number, size);
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    CN_TRY(cn_position_new(game, values, NULL, position, error));
    memset(position->state, 0, CN_STATE_MAX);
    memcpy(position->state, state, size);
    position->rules = variant->rules;
    position->kernels = variant->kernels ? variant->kernels : &cn_generic_kernels;
    position->experts = variant->experts;
    return CN_OK;
}
