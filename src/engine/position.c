/* Positions (canopy/position.h): a game's rules with a state that the position owns. Everything a
 * user can ask of a position goes through these calls, which check what comes from outside;
 * searches use the rules directly. */
#include "core/text.h"
#include "search/generic.h"

#include <canopy/canopy.h>
#include <stdlib.h>

/* Memory for a state; NULL: there is none. */
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
    char text[CN_OPTIONS_TEXT];
    cn_values_default(game->options, values);
    cn_position_options(position, text);
    return cn_values_read(game->options, values, text, " ", error);
}

/* Only the live bytes are copied; the rest of the new state is zero. */
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

/* ---- positions by a pointer ---- */

/* Moves what `made` holds into a cn_position of its own, or frees it. */
static cn_status hand_out(cn_position *made, cn_position **position, cn_error *error) {
    *position = malloc(sizeof **position);
    if (!*position) {
        cn_position_free(made);
        return cn_fail(error, CN_NO_MEMORY, "no memory for a position");
    }
    **position = *made;
    return CN_OK;
}

cn_status cn_position_open(const cn_game *game, const char *options, const char *text,
                           cn_position **position, cn_error *error) {
    cn_value values[CN_OPTIONS_MAX];
    cn_position made;
    *position = NULL;
    cn_values_default(game->options, values);
    CN_TRY(cn_values_read(game->options, values, options ? options : "", " ,", error));
    CN_TRY(cn_position_new(game, values, text, &made, error));
    return hand_out(&made, position, error);
}

cn_status cn_position_clone(const cn_position *position, cn_position **copy, cn_error *error) {
    cn_position made;
    *copy = NULL;
    CN_TRY(cn_position_copy(position, &made, error));
    return hand_out(&made, copy, error);
}

void cn_position_close(cn_position *position) {
    if (!position) return;
    cn_position_free(position);
    free(position);
}

/* ---- asking ---- */

int cn_position_turn(const cn_position *position) {
    return position->rules->turn(position->state);
}

cn_outcome cn_position_over(const cn_position *position) {
    return position->rules->over(position->state);
}

int cn_position_moves(const cn_position *position, cn_move *list) {
    /* The game always writes its moves; who only counts them needs no room. */
    cn_move own[CN_MOVES_MAX];
    return position->rules->moves(position->state, list ? list : own);
}

cn_move cn_position_pass(const cn_position *position) {
    return position->rules->pass;
}

uint64_t cn_position_hash(const cn_position *position) {
    return position->rules->hash(position->state);
}

bool cn_position_points(const cn_position *position, double *points) {
    if (!position->rules->score) return false;
    const int unit = position->game->score_unit > 0 ? position->game->score_unit : 1;
    *points = (double)position->rules->score(position->state) / unit;
    return true;
}

int cn_position_eval(const cn_position *position, int heuristic) {
    return position->rules->eval(position->state, heuristic);
}

uint64_t cn_position_perft(const cn_position *position, int depth) {
    return position->kernels->perft(position->rules, position->state, depth);
}

bool cn_position_legal(const cn_position *position, cn_move move) {
    const cn_rules *rules = position->rules;
    /* A game that lists only some of its legal moves has `legal`; the list serves the others. */
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
    /* A game may allow more than it lists: try every move code there is. */
    for (int move = 0; rules->legal && move < rules->move_codes; move++) {
        if (rules->legal(position->state, (cn_move)move) &&
            game->cell_of(position->state, (cn_move)move) == cell) {
            return (cn_move)move;
        }
    }
    return CN_MOVE_NONE;
}

/* ---- text and drawing ---- */

size_t cn_position_text(const cn_position *position, char *text, size_t size) {
    return position->game->print(position->state, text, size);
}

void cn_position_options(const cn_position *position, char text[CN_OPTIONS_TEXT]) {
    text[0] = '\0';
    if (position->game->print_options) position->game->print_options(position->state, text);
}

void cn_position_draw(const cn_position *position, cn_board *board) {
    memset(board, 0, sizeof *board);
    position->game->draw(position->state, board);
}

void cn_position_move_text(const cn_position *position, cn_move move, char text[CN_MOVE_TEXT]) {
    position->game->print_move(position->state, move, text);
}

int cn_position_cell_of(const cn_position *position, cn_move move) {
    return position->game->cell_of(position->state, move);
}

int cn_position_from_of(const cn_position *position, cn_move move) {
    const cn_game *game = position->game;
    return game->from_of ? game->from_of(position->state, move) : -1;
}

/* Lists the first eight legal moves and says how many there are in all; not only those that the
 * game lists as worth searching. */
static void sample_moves(const cn_position *position, char *text, size_t size) {
    cn_move list[CN_MOVES_MAX];
    int count = position->rules->moves(position->state, list);
    if (position->rules->legal) {
        count = 0;
        for (int code = 0; code < position->rules->move_codes && count < CN_MOVES_MAX; code++) {
            if (cn_position_legal(position, (cn_move)code)) list[count++] = (cn_move)code;
        }
    }
    text[0] = '\0';
    for (int i = 0; i < count && i < 8; i++) {
        char move[CN_MOVE_TEXT];
        position->game->print_move(position->state, list[i], move);
        cn_text_add(text, size, "%s%s", i ? " " : "", move);
    }
    if (count > 8) cn_text_add(text, size, " … (%d in all)", count);
}

/* The refusal of an illegal move, which `move` names as the user did. */
static cn_status refuse_move(const cn_position *position, const char *move, cn_error *error) {
    CN_FAIL_IF(cn_position_over(position) != CN_ONGOING, error, CN_BAD_INPUT,
               "%s: the game is over", move);
    char legal[CN_MOVE_TEXT * 10];
    sample_moves(position, legal, sizeof legal);
    return cn_fail(error, CN_BAD_INPUT, "%s is not legal for %s here: legal are %s", move,
                   position->game->player[cn_position_turn(position)], legal);
}

cn_status cn_position_read_move(const cn_position *position, const char *text, cn_move *move,
                                const char **end, cn_error *error) {
    CN_FAIL_IF(!*text || strchr(" \t\r\n,;", *text), error, CN_BAD_INPUT,
               *text ? "expected a move, got `%c`" : "expected a move, got the end of the text",
               *text);
    const cn_status status = position->game->parse_move(position->state, text, move, end, error);
    if (status != CN_OK || cn_position_legal(position, *move)) return status;
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%.*s`", (int)(*end - text), text);
    return refuse_move(position, quoted, error);
}

/* ---- playing ---- */

cn_status cn_position_play(cn_position *position, cn_move move, cn_error *error) {
    if (!cn_position_legal(position, move)) {
        char number[16];
        snprintf(number, sizeof number, "move %d", move);
        return refuse_move(position, number, error);
    }
    position->rules->play(position->state, move);
    return CN_OK;
}

cn_status cn_position_play_text(cn_position *position, const char *moves, cn_error *error) {
    while (*(moves += strspn(moves, " ,\t\r\n"))) {
        cn_move move = CN_MOVE_NONE;
        CN_TRY(cn_position_read_move(position, moves, &move, &moves, error));
        position->rules->play(position->state, move);
    }
    return CN_OK;
}

cn_outcome cn_position_playout(cn_position *position, int policy, uint64_t seed) {
    cn_rng rng = cn_rng_make(seed, 0);
    return position->kernels->playout(position->rules, position->state, policy, &rng, NULL);
}
