/* UCI, the Universal Chess Interface (Meyer-Kahlen and Huber, 2000), for games that cutechess
 * referees as variants of chess: a stone is a pawn dropped from the hand.
 *
 *     P@d1                            a move: files from the left, ranks from the bottom
 *     3/1P1/2p[PPPPppp] w - - 0 2     a position: ranks from the top, counts of empty squares, the
 *                                     hands, who is to move; White is the first player */
#include "arena/dialect.h"
#include "protocol/ugi.h"
#include "protocol/words.h"

#include <canopy/grid.h>

static const char protocol[] = "uci", variant_option[] = "UCI_Variant";

/* A move as a drop; `0000` for a pass. */
static void print_move(const cn_position *position, cn_move move, char text[CN_MOVE_TEXT]) {
    cn_board board;
    cn_position_draw(position, &board);
    const int cell = cn_position_cell_of(position, move);
    if (cell < 0) {
        snprintf(text, CN_MOVE_TEXT, "0000");
        return;
    }
    snprintf(text, CN_MOVE_TEXT, "P@%c%d", 'a' + cell % board.columns,
             board.rows - cell / board.columns);
}

/* A drop as a legal move of the position. */
static cn_status read_move(const cn_position *position, const char *word, cn_move *move,
                           cn_error *error) {
    cn_board board;
    cn_move cell;
    const char *end;
    cn_position_draw(position, &board);
    CN_FAIL_IF(strncmp(word, "P@", 2) != 0 && strncmp(word, "p@", 2) != 0, error, CN_BAD_INPUT,
               "`%.20s`: expected a drop, like P@b2", word);
    const cn_grid grid = {board.rows, board.columns, .from_top = false};
    CN_TRY(cn_grid_read_point(grid, word + 2, &cell, &end, error));
    if (*end) return cn_fail(error, CN_BAD_INPUT, "`%.20s`: unexpected text after a drop", word);
    *move = cn_position_move_on(position, cell);
    if (*move != CN_MOVE_NONE) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "`%.20s` is not legal for %s here", word,
                   position->game->player[cn_position_turn(position)]);
}

/* The squares of a FEN into the cells of a board; points `end` behind them. */
static cn_status read_squares(const char *fen, cn_board *board, const char **end, cn_error *error) {
    const int all = board->rows * board->columns;
    int at = 0, rank = 1;
    for (; *fen && !strchr(CN_BLANKS "[", *fen); fen++) {
        int run = 1, piece = 0;
        if (*fen == '/') {
            if (at != rank++ * board->columns) break;
            continue;
        }
        if (*fen >= '0' && *fen <= '9') {
            run = *fen - '0';
            if (fen[1] >= '0' && fen[1] <= '9') run = 10 * run + *++fen - '0';
        } else if (*fen == 'P' || *fen == 'p') {
            piece = *fen == 'P' ? 1 : 2;
        } else {
            char shown[8];
            return cn_fail(error, CN_BAD_INPUT, "fen: expected P, p, a number or `/`, got %s",
                           cn_grid_show(*fen, shown));
        }
        if (run > rank * board->columns - at || at + run > all) break;
        memset(board->cell + at, piece, (size_t)run);
        at += run;
    }
    *end = fen;
    if (at == all && rank == board->rows && (!*fen || strchr(CN_BLANKS "[", *fen))) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "fen: expected %d ranks of %d squares", board->rows,
                   board->columns);
}

/* A FEN as position text of the game. */
static cn_status read_fen(const cn_desk *desk, const char *fen, char text[CN_TEXT_MAX],
                          cn_error *error) {
    cn_board board = cn_desk_board(desk);
    CN_TRY(read_squares(fen, &board, &fen, error));
    if (*fen == '[') fen += strcspn(fen, CN_BLANKS); /* the hands follow from the squares */
    fen += strspn(fen, CN_BLANKS);
    CN_FAIL_IF((*fen != 'w' && *fen != 'b') || (fen[1] && !strchr(CN_BLANKS, fen[1])), error,
               CN_BAD_INPUT, "fen: expected `w` or `b` for the side to move");
    cn_grid_print(desk->game->cells, &board, *fen == 'b', text, CN_TEXT_MAX);
    return CN_OK;
}

/* ---- UCI_Variant ---- */

/* The line of the option UCI_Variant, which lists the game's variants. */
static void show_option(ugi *u) {
    cn_desk_print(u->desk, "option name %s type combo default %s", variant_option,
                  cn_dialect_of(u->desk->game, u->desk->values, protocol)->variant);
    for (const cn_dialect *d = u->desk->game->dialects; d->protocol; d++) {
        if (strcmp(d->protocol, protocol) == 0) cn_desk_print(u->desk, " var %s", d->variant);
    }
    cn_desk_print(u->desk, "\n");
}

/* Another variant: other options of the game, and a new game. */
static cn_status set_option(ugi *u, const char *value, cn_error *error) {
    cn_desk *desk = u->desk;
    const cn_dialect *dialect = cn_dialect_find(desk->game, protocol, value);
    CN_FAIL_IF(!dialect, error, CN_BAD_USAGE, "%s: `%.40s` is not one of the variants",
               variant_option, value);
    const cn_status status = cn_dialect_apply(desk->game, dialect, desk->values, error);
    return status == CN_OK ? cn_desk_begin(desk, NULL, error) : status;
}

static const ugi_notation notation = {
    .name = "uci",
    .time = {"wtime", "btime"},
    .increment = {"winc", "binc"},
    .print_move = print_move,
    .read_move = read_move,
    .read_fen = read_fen,
    .option = variant_option,
    .show_option = show_option,
    .set_option = set_option,
};

/* UCI names only some forms of a game; those are played as UGI with other words. */
static cn_status run(cn_desk *desk, cn_error *error) {
    CN_FAIL_IF(!cn_dialect_of(desk->game, desk->values, protocol), error, CN_BAD_USAGE,
               "uci: %s with these options is not a variant; try %s", desk->game->title,
               cn_dialect_find(desk->game, protocol, NULL)->options);
    ugi_run(desk, &notation);
    return CN_OK;
}

const cn_protocol cn_protocol_uci = {
    .name = "uci",
    .summary = "Universal Chess Interface, for games cutechess has as variants",
    .run = run,
};
