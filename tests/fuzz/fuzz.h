/* What the fuzzers share: the input as text, the game its first byte picks, checks that abort. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <canopy/canopy.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A condition that no input may break. */
static inline void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

static inline const cn_game *pick_game(uint8_t byte) {
    const cn_game *const *games = cn_games();
    int count = 0;
    while (games[count]) count++;
    return games[byte % count];
}

/* The input as terminated text, in memory of just its size, so that reading over the end shows. */
static inline char *text_of(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    must(text != NULL, "memory");
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* What every position owes: moves exactly while the game goes on, each printed so that it is read
 * back, each with a place on the drawing. */
static inline void check_position(const cn_position *p) {
    const cn_game *game = p->game;
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(p->state, list);
    must((count == 0) == (p->rules->over(p->state) != CN_ONGOING), "moves exactly if not over");
    must(count <= p->rules->moves_max, "moves_max");
    must(!p->rules->count || p->rules->count(p->state) == count, "count");
    cn_board board;
    game->draw(p->state, &board);
    must(board.rows <= CN_BOARD_MAX && board.columns <= CN_BOARD_MAX, "size of the drawing");
    for (int i = 0; i < count; i++) {
        char text[CN_MOVE_TEXT];
        cn_move again;
        const char *end;
        game->print_move(p->state, list[i], text);
        must(game->parse_move(p->state, text, &again, &end, NULL) == CN_OK, "move is read back");
        must(again == list[i] && *end == '\0', "move is read back as itself");
        must(game->cell_of(p->state, list[i]) < board.rows * board.columns, "cell_of");
    }
}

/* The position's text is read back to an equal position with the same text. */
static inline void check_text(const cn_position *p, const cn_value *values) {
    static char once[CN_TEXT_MAX], again[CN_TEXT_MAX];
    const size_t length = p->game->print(p->state, once, sizeof once);
    must(length == strlen(once) && length < CN_TEXT_MAX, "length of the text");
    cn_position copy;
    cn_error error;
    if (cn_position_new(p->game, values, once, &copy, &error) != CN_OK) {
        fprintf(stderr, "%s\n%s\n", once, error.text);
        must(false, "printed position is read back");
    }
    p->game->print(copy.state, again, sizeof again);
    must(strcmp(once, again) == 0, "printed position prints the same");
    must(p->rules->hash(p->state) == copy.rules->hash(copy.state), "same hash");
    must(p->rules->over(p->state) == copy.rules->over(copy.state), "same outcome");
    cn_position_free(&copy);
}

#endif
