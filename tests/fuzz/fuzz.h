/* What the fuzzers share: the input as text, the game its first byte picks, checks that abort. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <canopy/canopy.h>
#include <canopy/rng.h>
#include <stdlib.h>
#include <unistd.h>

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

/* Options of the game: the defaults for bytes below 128, and others for each byte above. Values
 * that do not go together are for the game to refuse. */
static inline void vary_options(const cn_game *game, uint8_t byte, cn_value *values) {
    cn_values_default(game->options, values);
    if (byte < 128) return;
    cn_rng rng = cn_rng_make(byte, 1);
    for (const cn_option *o = game->options; o->name; o++) {
        char text[128];
        const double range = o->max - o->min;
        const uint32_t way = cn_rng_below(&rng, 4), random = cn_rng_below(&rng, 1001);
        const double share = way == 1 ? 0 : way == 2 ? 1 : random / 1000.0;
        if (way == 0 || o->type == CN_OPTION_TEXT) continue;
        if (o->type == CN_OPTION_CHOICE) {
            int count = 0;
            while (o->choices[count]) count++;
            snprintf(text, sizeof text, "%s=%s", o->name, o->choices[(int)random % count]);
        } else if (o->type == CN_OPTION_INT) {
            snprintf(text, sizeof text, "%s=%.0f", o->name, o->min + (double)(int)(range * share));
        } else {
            snprintf(text, sizeof text, "%s=%.1f", o->name, o->min + (double)(int)(range * share));
        }
        /* A value may be refused, such as halves where only whole ones are played. */
        cn_values_set(game->options, values, text, NULL);
    }
}

/* The input as terminated text, in memory of just its size, so that reading over the end shows. */
static inline char *text_of(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    must(text != NULL, "memory");
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* The name of a file for this process alone: in memory, where there is such a place, because a disk
 * is waited for whenever a file is written whole. */
static inline const char *scratch(void) {
    static char path[64];
    if (!*path) {
        snprintf(path, sizeof path, "%s/canopy-fuzz-%ld",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    }
    return path;
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
