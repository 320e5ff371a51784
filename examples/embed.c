/* Canopy in a program of one's own: set a game up, play some moves, search, and say what is best.
 *
 *     embed [GAME [MOVES [AGENT]]]
 *     embed othello f5d6c3 pvs:depth=8,strategy=ybw,threads=2
 *
 * It needs the library and its installed headers only, and is C and C++ alike; see
 * docs/library.md. */
#include <canopy/canopy.h>

/* The best move, its value, and the moves expected from here on. */
static cn_status show(cn_position *position, const cn_result *result, cn_error *error) {
    if (result->best == CN_MOVE_NONE) {
        puts("the game is over");
        return CN_OK;
    }
    char value[CN_SCORE_TEXT], move[CN_MOVE_TEXT];
    cn_score_text(position->game, result->score, value);
    cn_position_move_text(position, result->best, move);
    printf("best %s, value %s, depth %d; line", move, value, result->depth);
    cn_status status = CN_OK;
    for (int i = 0; i < result->line_length && status == CN_OK; i++) {
        cn_position_move_text(position, result->line[i], move);
        printf(" %s", move);
        status = cn_position_play(position, result->line[i], error);
    }
    putchar('\n');
    return status;
}

static cn_status run(const cn_game *game, const char *moves, const char *agent, cn_error *error) {
    static cn_result result; /* large for a stack */
    cn_position *position = NULL;
    cn_search *search = NULL;
    cn_status status = cn_position_open(game, NULL, NULL, &position, error); /* or "size=9" */
    if (status == CN_OK) status = cn_position_play_text(position, moves, error);
    if (status == CN_OK) status = cn_search_new(game, agent, &search, error);
    if (status == CN_OK) status = cn_search_run(search, position, NULL, NULL, NULL, &result, error);
    if (status == CN_OK) status = show(position, &result, error);
    cn_search_free(search); /* NULL is fine */
    cn_position_close(position);
    return status;
}

int main(int argc, char **argv) {
    const cn_game *game = cn_game_find(argc > 1 ? argv[1] : "connect4");
    if (!game) {
        fprintf(stderr, "embed: no game %s\n", argv[1]);
        return 1;
    }
    cn_error error;
    if (run(game, argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "pvs:depth=6", &error) == CN_OK) {
        return 0;
    }
    fprintf(stderr, "embed: %s\n", error.text);
    return 1;
}
