/* Handicap stones of Go on the points that the GTP standard names, in its order: two opposite
 * corners, the other corners, the middles of the sides; the centre is for odd numbers from five on.
 */
#include "arena/handicap.h"

#include "arena/setup.h"

int cn_handicap_points(const cn_board *board, int count, int least, int points[CN_HANDICAP_MOST]) {
    const int n = board->rows;
    if (n < least) return 0;
    const int room = n >= 9 && n % 2 ? 9 : 4;
    if (count > room) count = room;
    const int low = n >= 13 ? 3 : n >= 7 ? 2 : 1; /* the line, from 0 */
    const int high = n - 1 - low, middle = n / 2;
    /* Column and row from the bottom left. */
    const int order[8][2] = {{low, low},    {high, high},   {low, high},   {high, low},
                             {low, middle}, {high, middle}, {middle, low}, {middle, high}};
    const bool centre = count >= 5 && count % 2;
    for (int i = 0; i < count; i++) {
        const bool last = centre && i == count - 1;
        const int column = last ? middle : order[i][0], row = last ? middle : order[i][1];
        points[i] = (n - 1 - row) * n + column;
    }
    return count;
}

cn_status cn_handicap_start(const cn_game *game, const cn_value *values, int count,
                            cn_position *start, cn_error *error) {
    enum { SGF_GO = 1, LEAST = 7 }; /* SGF's number of the game; GTP's smallest board */
    CN_FAIL_IF(game->sgf != SGF_GO, error, CN_BAD_USAGE, "%s has no handicap stones", game->title);
    cn_position empty;
    cn_board board;
    int points[CN_HANDICAP_MOST];
    CN_TRY(cn_position_new(game, values, NULL, &empty, error));
    game->draw(empty.state, &board);
    cn_position_free(&empty);
    const int room = cn_handicap_points(&board, CN_HANDICAP_MOST, LEAST, points);
    CN_FAIL_IF(room == 0, error, CN_BAD_USAGE, "handicap stones need a board of %dx%d at least",
               LEAST, LEAST);
    CN_FAIL_IF(count < 2 || count > room, error, CN_BAD_USAGE,
               "this board takes 2 to %d handicap stones, not %d", room, count);
    cn_handicap_points(&board, count, LEAST, points);
    for (int i = 0; i < count; i++) board.cell[points[i]] = 1;
    return cn_setup_cells(game, values, &board, 1, start, error);
}
