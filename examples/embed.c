/* Canopy in a program of one's own: set a game up, play some moves, search, and say what is best.
 *
 *     embed [GAME [MOVES [AGENT]]]
 *     embed othello f5d6c3 pvs:depth=8,strategy=ybw,threads=2
 *
 * It needs the library and its installed headers only; see "In a program of your own" in the
 * README. */
#include <canopy/search.h>

static int fail(const cn_error *error) {
    fprintf(stderr, "embed: %s\n", error->text);
    return 1;
}

/* Reads and plays moves until the text ends. */
static cn_status play(cn_position *position, const char *moves, cn_error *error) {
    while (*(moves += strspn(moves, " ,"))) {
        cn_move move;
        const cn_status status = cn_position_read_move(position, moves, &move, &moves, error);
        if (status != CN_OK) return status;
        position->rules->play(position->state, move);
    }
    return CN_OK;
}

/* The best move, its value, and the moves expected from here on. */
static void show(cn_position *position, const cn_result *result) {
    if (result->best == CN_MOVE_NONE) {
        puts("the game is over");
        return;
    }
    char value[CN_SCORE_TEXT], move[CN_MOVE_TEXT];
    cn_score_text(position->game, result->score, value);
    position->game->print_move(position->state, result->best, move);
    printf("best %s, value %s, depth %d; line", move, value, result->depth);
    for (int i = 0; i < result->line_length; i++) {
        position->game->print_move(position->state, result->line[i], move);
        printf(" %s", move);
        position->rules->play(position->state, result->line[i]);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    const cn_game *game = cn_game_find(argc > 1 ? argv[1] : "connect4");
    if (!game) {
        fprintf(stderr, "embed: no game %s\n", argv[1]);
        return 1;
    }
    cn_error error;
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values); /* cn_values_set(…, "size=9", …) changes one */
    cn_position position;
    if (cn_position_new(game, values, NULL, &position, &error) != CN_OK) return fail(&error);
    cn_status status = play(&position, argc > 2 ? argv[2] : "", &error);
    cn_search *search = NULL;
    if (status == CN_OK) {
        status = cn_search_new(game, argc > 3 ? argv[3] : "pvs:depth=6", &search, &error);
    }
    cn_result result;
    if (status == CN_OK) {
        status = cn_search_run(search, &position, NULL, NULL, NULL, &result, &error);
    }
    if (status == CN_OK) show(&position, &result);
    cn_search_free(search); /* NULL is fine */
    cn_position_free(&position);
    return status == CN_OK ? 0 : fail(&error);
}
