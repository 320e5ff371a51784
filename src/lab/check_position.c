/* The checks of a single position, one function for each group of contracts. A check returns false
 * after noting the fault; CN_MUST makes that one statement. States are copied with rubbish in the
 * bytes that are not in use (`live`), so that a function which reads them gives itself away by an
 * answer that differs from copy to copy. */
#include "lab/check_position.h"

#include "search/generic.h"

#include <math.h>
#include <stdlib.h>

bool cn_check_broken(cn_checker *c, const void *state, const char *contract, const char *format,
                     ...) {
    cn_fault *f = c->fault;
    va_list args;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
    f->contract = contract;
    f->position[0] = '\0';
    if (state) c->game->print(state, f->position, sizeof f->position);
    return false;
}

void cn_check_copy(const cn_rules *rules, cn_any_state *to, const void *from, int rubbish) {
    memset(to, rubbish, sizeof *to);
    cn_state_copy(rules, to, from);
}

/* ---- two states that should be one position ---- */

/* All that the interface lets anybody see of a state is compared, because a search may look at any
 * of it. */
bool cn_check_same(cn_checker *c, const void *a, const void *b, const char *contract,
                   const char *how) {
    static _Thread_local cn_move one[CN_CHECK_MOVES], two[CN_CHECK_MOVES];
    const cn_rules *rules = c->rules;
    CN_MUST(rules->turn(a) == rules->turn(b), a, contract, "%s: `turn` differs", how);
    CN_MUST(rules->over(a) == rules->over(b), a, contract, "%s: `over` differs", how);
    const int count = rules->moves(a, one), other = rules->moves(b, two);
    CN_MUST(count == other, a, contract, "%s: `moves` lists %d moves, then %d", how, count, other);
    CN_MUST(memcmp(one, two, (size_t)count * sizeof *one) == 0, a, contract,
            "%s: `moves` lists other moves, or the same in another order", how);
    CN_MUST(rules->hash(a) == rules->hash(b), a, contract,
            "%s: `hash` differs. It must depend on nothing but the position: not on how it came "
            "about, nor on bytes that are not in use",
            how);
    if (rules->score) {
        CN_MUST(rules->score(a) == rules->score(b), a, contract, "%s: `score` differs", how);
    }
    for (int h = 0; c->game->heuristics[h].name; h++) {
        CN_MUST(rules->eval(a, h) == rules->eval(b, h), a, contract,
                "%s: `eval` of heuristic %s differs", how, c->game->heuristics[h].name);
    }
    c->game->print(a, c->text[0], CN_TEXT_MAX);
    c->game->print(b, c->text[1], CN_TEXT_MAX);
    CN_MUST(strcmp(c->text[0], c->text[1]) == 0, a, contract,
            "%s: `print` writes another text, %.200s", how, c->text[1]);
    return true;
}

/* ---- moves ---- */

/* A move's text reads back as the move; its cells are on the board. */
static bool check_move(cn_checker *c, const void *state, cn_move move, const cn_board *board) {
    const cn_game *game = c->game;
    const cn_rules *rules = c->rules;
    char text[CN_MOVE_TEXT + 16] = "", shown[CN_MOVE_TEXT];
    const char *end = text;
    cn_move back = CN_MOVE_NONE;
    cn_error error = {""};
    game->print_move(state, move, text);
    snprintf(shown, sizeof shown, "%.15s", text);
    CN_MUST(*text && strlen(text) < CN_MOVE_TEXT, state, "print_move",
            "move %d is printed as `%s`: expected 1 to %d characters", move, shown,
            CN_MOVE_TEXT - 1);
    CN_MUST(game->parse_move(state, text, &back, &end, &error) == CN_OK, state, "parse_move",
            "the legal move %d is printed as `%s`, which `parse_move` does not read: %.200s", move,
            shown, error.text);
    CN_MUST(back == move, state, "parse_move",
            "the move %d is printed as `%s`, which `parse_move` reads as move %d", move, shown,
            back);
    CN_MUST(end && *end == '\0', state, "parse_move",
            "`end` must point behind the move: after `%s` it points to `%.20s`", shown,
            end ? end : "NULL");
    const int cell = game->cell_of(state, move);
    if (move == rules->pass) {
        CN_MUST(cell == -1, state, "cell_of", "a pass must have cell -1, not %d", cell);
        return true;
    }
    CN_MUST(cell >= 0 && cell < board->rows * board->columns, state, "cell_of",
            "move `%s` is shown on cell %d, but the board has cells 0 to %d", shown, cell,
            board->rows * board->columns - 1);
    const int turn = rules->turn(state), from = game->from_of ? game->from_of(state, move) : -1;
    CN_MUST(from >= -1 && from < board->rows * board->columns, state, "from_of",
            "move `%s` comes from cell %d, but the board has cells 0 to %d", shown, from,
            board->rows * board->columns - 1);
    CN_MUST(from < 0 || cn_cell_player(board->cell[from]) == turn, state, "from_of",
            "move `%s` comes from cell %d, where the player to move has no piece", shown, from);
    CN_MUST(from == cell || cn_cell_player(board->cell[cell]) != turn, state, "moves",
            "the move `%s` is accepted as legal, but it goes to a cell that the same player "
            "already holds",
            shown);
    return true;
}

/* Outcome, side to move and list of moves fit together; no move is listed twice. */
bool cn_check_moves(cn_checker *c, const void *state) {
    const cn_rules *rules = c->rules;
    const cn_outcome over = rules->over(state);
    c->count = rules->moves(state, c->list);
    CN_MUST((int)over >= 0 && over <= CN_DRAW, state, "over", "%d is none of cn_outcome",
            (int)over);
    CN_MUST(rules->turn(state) == 0 || rules->turn(state) == 1, state, "turn",
            "player %d is to move: expected 0 or 1", rules->turn(state));
    CN_MUST(c->count >= 0 && c->count <= rules->moves_max, state, "moves_max",
            "%d moves, but `moves_max` says at most %d: a search would write beyond its list",
            c->count, rules->moves_max);
    CN_MUST(c->count > 0 || over != CN_ONGOING, state, "moves",
            "no moves, but `over` says that the game goes on; a player who cannot move passes, or "
            "the game is over");
    CN_MUST(c->count == 0 || over == CN_ONGOING, state, "moves",
            "`over` says that the game has ended, but `moves` lists %d moves", c->count);
    if (rules->count) {
        CN_MUST(rules->count(state) == c->count, state, "count",
                "`count` says %d, `moves` lists %d", rules->count(state), c->count);
    }
    int i = 0;
    for (; i < c->count && !c->seen[c->list[i]]; i++) c->seen[c->list[i]] = true;
    for (int k = 0; k < c->count; k++) c->seen[c->list[k]] = false;
    CN_MUST(i == c->count, state, "moves", "the move %d is listed twice", c->list[i]);
    for (i = 0; i < c->count; i++) {
        CN_MUST(c->list[i] < rules->move_codes, state, "move_codes",
                "move %d is listed, but `move_codes` says that all are below %d", c->list[i],
                rules->move_codes);
    }
    return true;
}

/* ---- text and drawing ---- */

/* The drawing has cells, labels and a size that front ends can show. */
static bool check_drawing(cn_checker *c, const void *state) {
    cn_board board;
    memset(&board, 0, sizeof board);
    c->game->draw(state, &board);
    CN_MUST(board.rows >= 1 && board.rows <= CN_BOARD_MAX && board.columns >= 1 &&
                board.columns <= CN_BOARD_MAX,
            state, "draw", "a board of %d rows and %d columns: each must be from 1 to %d",
            board.rows, board.columns, CN_BOARD_MAX);
    for (int i = 0; i < board.rows * board.columns; i++) {
        CN_MUST(board.cell[i] < strlen(c->game->cells), state, "draw",
                "cell %d is %d: expected 0 to %zu, a place in `cells`", i, board.cell[i],
                strlen(c->game->cells) - 1);
    }
    for (int i = 0; i < board.rows; i++) {
        CN_MUST(board.row_label[i][0], state, "draw", "row %d has no label", i);
    }
    for (int i = 0; i < board.columns; i++) {
        CN_MUST(board.column_label[i][0], state, "draw", "column %d has no label", i);
    }
    return true;
}

/* Reads the text in c->text[0] back with these values. */
static bool check_read(cn_checker *c, const cn_value *values, const void *state) {
    cn_position back;
    cn_error error = {""};
    char text[200];
    snprintf(text, sizeof text, "%.190s", c->text[0]);
    if (cn_position_new(c->game, values, c->text[0], &back, &error) != CN_OK) {
        return cn_check_broken(c, state, "parse",
                               "`print` wrote `%s`, which `parse` refuses: %.200s", text,
                               error.text);
    }
    bool good =
        back.rules == c->rules ||
        cn_check_broken(c, state, "parse", "the text reads back as a position of another variant");
    good = good && cn_check_same(c, state, back.state, "parse", "after `print` and `parse`");
    cn_position_free(&back);
    return good;
}

/* The same cells with the other player to move are another position. Tried where the text ends with
 * the side to move, as the texts of canopy/grid.h do. */
static bool check_side(cn_checker *c, const void *state) {
    char *text = c->text[0];
    c->game->print(state, text, CN_TEXT_MAX);
    size_t end = strcspn(text, ";");
    while (end > 0 && text[end - 1] == ' ') end--;
    const char *cells = c->game->cells;
    if (end < 2 || text[end - 2] != ' ') return true;
    if (text[end - 1] != cells[1] && text[end - 1] != cells[2]) return true;
    text[end - 1] = text[end - 1] == cells[1] ? cells[2] : cells[1];
    text[end] = '\0';
    cn_position other;
    if (cn_position_new(c->game, c->values, text, &other, NULL) != CN_OK) return true;
    const bool told = other.rules->turn(other.state) == c->rules->turn(state) ||
                      other.rules->hash(other.state) != c->rules->hash(state);
    cn_position_free(&other);
    CN_MUST(told, state, "hash",
            "the position has the same hash as the one with the other player to move: the side to "
            "move must be part of `hash`, or a search takes one for the other");
    return true;
}

/* The position's text and options make the same position again. */
static bool check_text(cn_checker *c, const void *state) {
    const size_t length = c->game->print(state, c->text[0], CN_TEXT_MAX);
    CN_MUST(length == strlen(c->text[0]), state, "print",
            "`print` returned %zu, but wrote %zu characters", length, strlen(c->text[0]));
    CN_MUST(length > 0, state, "print", "`print` wrote nothing");
    if (!check_read(c, c->values, state)) return false;
    /* A position says its own options, those that its text does not. */
    const cn_position p = {.game = c->game, .rules = c->rules, .state = (void *)state};
    cn_value values[CN_OPTIONS_MAX];
    char options[CN_OPTIONS_TEXT], again[CN_OPTIONS_TEXT];
    cn_error error = {""};
    cn_position_options(&p, options);
    CN_MUST(cn_position_values(&p, values, &error) == CN_OK, state, "print_options",
            "`print_options` wrote `%s`, which cannot be read back: %.200s", options, error.text);
    c->game->print(state, c->text[0], CN_TEXT_MAX);
    if (!check_read(c, values, state)) return false;
    cn_position fresh;
    CN_MUST(cn_position_new(c->game, values, NULL, &fresh, &error) == CN_OK, state, "print_options",
            "`print_options` wrote `%s`, which `setup` refuses: %.200s", options, error.text);
    const bool variant = fresh.rules == c->rules;
    cn_position_options(&fresh, again);
    cn_position_free(&fresh);
    CN_MUST(variant && strcmp(again, options) == 0, state, "print_options",
            "the options `%s` set up a game that says `%s` of itself", options, again);
    return check_side(c, state);
}

/* ---- values ---- */

/* Evaluations, their parts, orders of moves and priors are within their ranges. */
static bool check_values(cn_checker *c, const void *state) {
    const cn_rules *rules = c->rules;
    for (int h = 0; c->game->heuristics[h].name; h++) {
        const char *name = c->game->heuristics[h].name;
        const int value = rules->eval(state, h);
        CN_MUST(value > -CN_EVAL_MAX && value < CN_EVAL_MAX, state, "eval",
                "heuristic %s is %d: it must stay within +-%d, where proven wins begin", name,
                value, CN_EVAL_MAX - 1);
        for (int grain = 0; rules->eval_parts && grain < 2; grain++) {
            const int parts = rules->eval_parts(state, h, grain);
            int sum = 0;
            for (int i = 0; i < parts; i++) sum += rules->eval_part(state, h, grain, i);
            CN_MUST(parts == 0 || sum == value, state, "eval_part",
                    "the %d parts of heuristic %s add up to %d, but `eval` is %d", parts, name, sum,
                    value);
        }
    }
    for (int i = 0; rules->order && i < c->count; i++) {
        const int order = rules->order(state, c->list[i]);
        CN_MUST(order >= -65536 && order <= 65536, state, "order",
                "move %d has order %d: expected -65536 to 65536", c->list[i], order);
    }
    static _Thread_local float chance[CN_MOVES_MAX], visits[CN_MOVES_MAX];
    if (rules->priors && c->count > 0) rules->priors(state, c->list, c->count, chance, visits);
    for (int i = 0; rules->priors && i < c->count; i++) {
        CN_MUST(chance[i] >= 0 && chance[i] <= 1 && visits[i] >= 0 && isfinite(visits[i]), state,
                "priors",
                "move %d has chance %g and %g visits: expected 0 to 1, and no fewer than 0",
                c->list[i], (double)chance[i], (double)visits[i]);
    }
    return true;
}

/* ---- legality beyond the list, and play ---- */

/* Whether `moves` has this move in the position at hand. */
static bool listed(const cn_checker *c, cn_move move) {
    for (int i = 0; i < c->count; i++) {
        if (c->list[i] == move) return true;
    }
    return false;
}

/* `legal` accepts what `moves` lists, and whatever else it accepts is a move too. */
static bool check_legal(cn_checker *c, const void *state, const cn_board *board) {
    const cn_rules *rules = c->rules;
    const bool over = rules->over(state) != CN_ONGOING;
    for (int code = 0; rules->legal && code <= 0xffff; code++) {
        const cn_move move = (cn_move)code;
        if (!rules->legal(state, move)) continue;
        CN_MUST(code < rules->move_codes, state, "legal",
                "`legal` accepts move %d, but `move_codes` says that all are below %d", code,
                rules->move_codes);
        CN_MUST(!over, state, "legal", "`legal` accepts move %d after the end of the game", code);
        if (!listed(c, move) && !check_move(c, state, move, board)) return false;
    }
    return true;
}

/* The same move on the same position gives the same, whatever the unused bytes hold: tried with the
 * last move of the list and with any. */
static bool check_play(cn_checker *c, const void *state) {
    static _Thread_local cn_any_state one, two, kept;
    if (c->count == 0) return true;
    const size_t live = cn_state_live(c->rules, state);
    CN_MUST(live <= c->rules->state_size, state, "live", "%zu bytes in use of a state of %u", live,
            c->rules->state_size);
    cn_check_copy(c->rules, &kept, state, 0);
    const cn_move moves[] = {c->list[c->count - 1],
                             c->list[cn_rng_below(&c->rng, (uint32_t)c->count)]};
    for (int i = 0; i < 2; i++) {
        cn_check_copy(c->rules, &one, state, 0xa5);
        cn_check_copy(c->rules, &two, state, 0);
        if (!cn_check_same(c, state, &one, "live", "in a copy of the bytes in use (`live`)")) {
            return false;
        }
        c->rules->play(&one, moves[i]);
        c->rules->play(&two, moves[i]);
        if (!cn_check_same(c, &one, &two, "play", "after the same move on two copies")) {
            return false;
        }
    }
    CN_MUST(memcmp(&kept, state, live) == 0, &kept, "play",
            "a function that is only to look at the position has changed it");
    return true;
}

/* ---- forced wins ---- */

/* Whether `move` wins within `plies` plies, whatever the other side plays. Every reply is tried,
 * and the game itself is asked how to go on after it; its answer must be a shorter win, so this
 * ends. */
static bool wins_within(const cn_rules *rules, const void *state, cn_move move, int plies) {
    cn_any_state after, next;
    const int player = rules->turn(state);
    cn_move replies[CN_MOVES_MAX];
    cn_state_copy(rules, &after, state);
    rules->play(&after, move);
    if (rules->over(&after) != CN_ONGOING) return rules->over(&after) == cn_win_of(player);
    if (plies < 3) return false;
    const int count = rules->moves(&after, replies);
    for (int i = 0; i < count; i++) {
        cn_forced win = {0};
        cn_state_copy(rules, &next, &after);
        rules->play(&next, replies[i]);
        if (rules->over(&next) != CN_ONGOING) return false;
        const cn_move then = rules->forced(&next, 1000, &win);
        if (then == CN_MOVE_NONE || win.plies > plies - 2 ||
            !wins_within(rules, &next, then, win.plies)) {
            return false;
        }
    }
    return true;
}

/* Forced wins are wins: those at once are compared with all moves, short ones are searched. */
static bool check_forced(cn_checker *c, const void *state) {
    const cn_rules *rules = c->rules;
    if (!rules->forced || c->count == 0) return true;
    const cn_outcome won = cn_win_of(rules->turn(state));
    const cn_move found = cn_win_at_once(rules, state);
    cn_move wins = CN_MOVE_NONE;
    bool right = false;
    for (int i = 0; i < c->count; i++) {
        cn_any_state child;
        cn_check_copy(rules, &child, state, 0xa5);
        rules->play(&child, c->list[i]);
        if (rules->over(&child) != won) continue;
        wins = c->list[i];
        right |= wins == found;
    }
    CN_MUST(found == CN_MOVE_NONE || right, state, "forced",
            "with a budget of 0 it says that move %d wins at once, which it does not", found);
    CN_MUST(wins == CN_MOVE_NONE || right, state, "forced",
            "with a budget of 0 it must find a move that wins at once: move %d does", wins);
    cn_forced win = {0};
    const cn_move move = rules->forced(state, 1000, &win);
    const int plies = win.plies;
    if (move == CN_MOVE_NONE || plies > 5) return true;
    CN_MUST(plies > 0 && plies % 2 == 1, state, "forced",
            "a win in %d plies: expected an odd number", plies);
    CN_MUST(wins_within(rules, state, move, plies), state, "forced",
            "it claims that move %d wins within %d plies, but there is a defence", move, plies);
    return true;
}

/* ---- symmetry ---- */

/* For qsort: moves by their codes. */
static int by_code(const void *a, const void *b) {
    return *(const cn_move *)a - *(const cn_move *)b;
}

/* Images of a position play as the position does. Image 0 must be the position itself. For another
 * one, chosen at random, its moves must be the images of the position's moves, and playing a move
 * and then mirroring must give the same as mirroring first. */
static bool check_symmetry(cn_checker *c, const void *state) {
    const cn_rules *rules = c->rules;
    static _Thread_local cn_any_state image, played, other;
    static _Thread_local cn_move images[CN_CHECK_MOVES], direct[CN_CHECK_MOVES];
    if (rules->symmetries < 2) return true;
    memset(&image, 0, sizeof image);
    rules->symmetry(state, 0, &image);
    if (!cn_check_same(c, state, &image, "symmetry", "in image 0, which is the position itself")) {
        return false;
    }
    const int k = 1 + (int)cn_rng_below(&c->rng, rules->symmetries - 1u);
    rules->symmetry(state, k, &image);
    CN_MUST(rules->over(&image) == rules->over(state) &&
                rules->turn(&image) == rules->turn(state) &&
                (!rules->score || rules->score(&image) == rules->score(state)),
            state, "symmetry", "image %d has another side to move, outcome or score", k);
    const int count = rules->moves(&image, direct);
    CN_MUST(count == c->count, state, "symmetry", "the position has %d moves, its image %d has %d",
            c->count, k, count);
    for (int i = 0; i < count; i++) images[i] = rules->symmetry_move(state, k, c->list[i]);
    qsort(images, (size_t)count, sizeof *images, by_code);
    qsort(direct, (size_t)count, sizeof *direct, by_code);
    CN_MUST(memcmp(images, direct, (size_t)count * sizeof *images) == 0, state, "symmetry_move",
            "the moves of image %d are not the images of the moves", k);
    if (count == 0) return true;
    const cn_move some = c->list[cn_rng_below(&c->rng, (uint32_t)count)];
    cn_check_copy(rules, &played, state, 0xa5);
    rules->play(&played, some);
    memset(&other, 0, sizeof other);
    rules->symmetry(&played, k, &other);
    rules->play(&image, rules->symmetry_move(state, k, some));
    return cn_check_same(c, &image, &other, "symmetry",
                         "whether a move is played before or after mirroring");
}

/* ---- playouts and kernels ---- */

/* How many playout policies a game has; 1 if it lists none. */
static int policies_of(const cn_game *game) {
    int policies = 0;
    while (game->policies && game->policies[policies].name) policies++;
    return policies ? policies : 1;
}

/* Playout policies pick legal moves, the same for the same random numbers. */
static bool check_pick(cn_checker *c, const void *state) {
    const int policies = policies_of(c->game);
    for (int p = 0; c->rules->pick && c->count > 0 && p < policies; p++) {
        cn_rng one = c->rng, two = c->rng;
        const cn_move move = c->rules->pick(state, p, &one), again = c->rules->pick(state, p, &two);
        CN_MUST(move == again, state, "pick",
                "with the same random numbers it picks move %d, then %d: nothing but the position "
                "and `rng` may decide, or no search can be repeated",
                move, again);
        CN_MUST(listed(c, move), state, "pick", "it picks move %d, which `moves` does not list",
                move);
    }
    return true;
}

/* The game's compiled playout makes the same random game as the generic one, with the same random
 * numbers, and its trail (the codes of its moves, bit 15 for the player) can be replayed to the
 * same outcome, or to the same score if the playout ended before the game did. */
static bool check_playout(cn_checker *c, const void *state, int policy) {
    static _Thread_local cn_any_state a, b;
    static _Thread_local cn_trail trail[2];
    const cn_rules *rules = c->rules;
    cn_rng one = c->rng, two = c->rng;
    cn_check_copy(rules, &a, state, 0xa5);
    cn_check_copy(rules, &b, state, 0xa5);
    const cn_outcome outcome = c->kernels->playout(rules, &a, policy, &one, &trail[0]);
    const cn_outcome same = cn_generic_kernels.playout(rules, &b, policy, &two, &trail[1]);
    CN_MUST(outcome != CN_ONGOING, state, "playout", "a random game did not come to an end");
    CN_MUST(outcome == same && trail[0].length == trail[1].length &&
                memcmp(trail[0].code, trail[1].code,
                       (size_t)trail[0].length * sizeof *trail[0].code) == 0,
            state, "playout",
            "with the same random numbers two random games from here differ: nothing but the "
            "position and `rng` may decide");
    cn_check_copy(rules, &b, state, 0xa5);
    for (int i = 0; i < trail[0].length; i++) {
        const cn_move move = trail[0].code[i] & 0x7fff;
        if (!cn_check_moves(c, &b)) return false;
        CN_MUST(listed(c, move), &b, "playout", "move %d of a random game, %d, is not legal here",
                i + 1, move);
        CN_MUST(trail[0].code[i] >> 15 == rules->turn(&b), &b, "playout",
                "move %d of the trail is noted for the wrong player", i + 1);
        rules->play(&b, move);
    }
    if (!cn_check_moves(c, &b)) return false;
    CN_MUST(rules->over(&a) == outcome, state, "playout",
            "it returned outcome %d, but afterwards `over` says %d", (int)outcome,
            (int)rules->over(&a));
    const bool early = rules->over(&b) == CN_ONGOING && rules->score; /* the score decides */
    CN_MUST(rules->over(&b) == outcome || early, &b, "playout",
            "its trail leads to a position with another outcome");
    if (!rules->score) return true;
    const int score = rules->score(&a);
    CN_MUST(score == rules->score(&b), &b, "score", "after a playout it is %d, after its moves %d",
            score, rules->score(&b));
    CN_MUST(outcome == (score > 0   ? CN_FIRST_WINS
                        : score < 0 ? CN_SECOND_WINS
                                    : CN_DRAW),
            &b, "score", "the game ended with outcome %d (`over`), but `score` is %d for player 0",
            (int)outcome, score);
    return true;
}

/* The compiled kernels count as many leaves as the generic ones. Two plies show a fault of the
 * kernel; games with many moves get one, to stay fast. */
static bool check_perft(cn_checker *c, const void *state) {
    const int depth = c->rules->moves_max > 40 ? 1 : 2;
    const uint64_t fast = c->kernels->perft(c->rules, state, depth);
    const uint64_t slow = cn_generic_kernels.perft(c->rules, state, depth);
    CN_MUST(fast == slow, state, "kernels",
            "perft %d is %llu with the game's kernels, %llu with its table of rules", depth,
            (unsigned long long)fast, (unsigned long long)slow);
    return true;
}

/* All checks that are too expensive for every position. */
bool cn_check_details(cn_checker *c, const void *state) {
    cn_board board;
    if (!check_drawing(c, state)) return false;
    memset(&board, 0, sizeof board);
    c->game->draw(state, &board);
    for (int i = 0; i < c->count; i++) {
        if (!check_move(c, state, c->list[i], &board)) return false;
    }
    if (!check_play(c, state) || !check_text(c, state) || !check_values(c, state) ||
        !check_legal(c, state, &board) || !check_pick(c, state) || !check_forced(c, state) ||
        !check_symmetry(c, state) || !check_perft(c, state)) {
        return false;
    }
    for (int p = 0; p < policies_of(c->game); p++) {
        if (!check_playout(c, state, p)) return false;
    }
    return true;
}
