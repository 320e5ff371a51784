/* Go on 2x2 to 19x19. The rules are a template (games/go/board.h), included here for four kinds of
 * board, each with and without superko: 5x5 and 9x9 with constant sizes, smaller and larger boards
 * with the size read from the state. Then comes the table of the game. games/go/state.h draws the
 * state; games/go/text.c is the notation. */
#include "games/go/help.h"
#include "games/go/knowledge.h"
#include "games/go/state.h"
#include "games/go/text.h"

#include <canopy/grid.h>
#include <canopy/kernel.h>

/* Sanitizers multiply the code of every bit operation; inlined, it would compile for minutes. */
#ifdef CN_SANITIZED
#define GO_INLINE static inline
#else
#define GO_INLINE CN_INLINE
#endif

#include "games/go/expert.h"
#include "games/go/priors.h"
#include "games/go/shapes.h"

/* How board.h ends each inclusion: with the kernels of its rules and the expert. */
#define GO_KERNELS(name, table, type) CN_KERNELS_WITH(name, table, type, go_experts)

#define GO_NAME  five_past
#define GO_SIDE  5
#define GO_WORDS 1
#define GO_PAST  1
#define GO_LIMIT GO_LIMIT_SMALL
#include "games/go/board.h"

#define GO_NAME  five
#define GO_SIDE  5
#define GO_WORDS 1
#define GO_PAST  0
#include "games/go/board.h"

#define GO_NAME  small_past
#define GO_SIDE  0
#define GO_WORDS 1
#define GO_PAST  1
#define GO_LIMIT GO_LIMIT_SMALL
#include "games/go/board.h"

#define GO_NAME  small
#define GO_SIDE  0
#define GO_WORDS 1
#define GO_PAST  0
#include "games/go/board.h"

#define GO_NAME  nine_past
#define GO_SIDE  9
#define GO_WORDS 2
#define GO_PAST  1
#define GO_LIMIT GO_LIMIT_SMALL
#include "games/go/board.h"

#define GO_NAME  nine
#define GO_SIDE  9
#define GO_WORDS 2
#define GO_PAST  0
#include "games/go/board.h"

#define GO_NAME  large_past
#define GO_SIDE  0
#define GO_WORDS 6
#define GO_PAST  1
#define GO_LIMIT GO_LIMIT_LARGE
#include "games/go/board.h"

#define GO_NAME  large
#define GO_SIDE  0
#define GO_WORDS 6
#define GO_PAST  0
#include "games/go/board.h"

/* ---- the game ---- */

/* By kind of board, each without and with a past. */
static const cn_variant *const variants[] = {
    &five_variant,       &five_past_variant,  &small_variant,
    &small_past_variant, &nine_variant,       &nine_past_variant,
    &large_variant,      &large_past_variant, NULL,
};

/* Picks the variant, and ends a game that is over as it stands. */
static void choose(go_head *head, const cn_variant **variant) {
    const int kind = head->size == 5 ? 0 : head->size < 9 ? 1 : head->size == 9 ? 2 : 3;
    *variant = variants[2 * kind + go_has_past(head->ko_rule)];
    if (head->passes < 2 && head->moves < head->limit) return;
    const int score = (*variant)->rules->score(head);
    head->outcome = (uint8_t)(score > 0 ? CN_FIRST_WINS : score < 0 ? CN_SECOND_WINS : CN_DRAW);
}

/* The start position, and the variant that plays it. */
static cn_status setup(const cn_value *values, void *state, const cn_variant **variant,
                       cn_error *error) {
    const cn_status status = cn_go_setup(values, 0, state, error);
    if (status == CN_OK) choose(state, variant);
    return status;
}

/* A position from text, and the variant that plays it. */
static cn_status parse(const cn_value *values, const char *text, void *state,
                       const cn_variant **variant, cn_error *error) {
    const cn_status status = cn_go_parse(values, text, state, error);
    if (status == CN_OK) choose(state, variant);
    return status;
}

/* In the order of GO_PLAYOUT_…. */
static const cn_named policies[] = {
    {"eyes", "any legal move but one into an own eye; passes only when nothing else is left"},
    {"uniform", "any legal move or a pass, all with the same chance"},
    {"shapes",
     "answers to atari and to chains of two liberties, nakade, shapes around the last move; else "
     "no eyes, no self-atari; ends once a lead is clear"},
    {NULL, NULL},
};

static const cn_named heuristics[] = {
    {"area", "points nearer to own stones than to the opponent's, and liberties"},
    {"stones", "stones on the board, own minus the opponent's"},
    {NULL, NULL},
};

/* KataGo's words for the rules; area scoring that taxes every eye counts the stones. KGS's Chinese
 * rules have superko. */
static const cn_dialect dialects[] = {
    {"kata-rule", "ko=POSITIONAL", "ko=positional"},
    {"kata-rule", "ko=SITUATIONAL", "ko=situational"},
    {"kata-rule", "ko=SIMPLE", "ko=simple"},
    {"kata-rule", "suicide=true", "suicide=allowed"},
    {"kata-rule", "suicide=false", "suicide=forbidden"},
    {"kata-rule", "scoring=AREA", ""},
    {"kata-rule", "tax=NONE", "scoring=area"},
    {"kata-rule", "tax=ALL", "scoring=stones"},
    {"kata-rules", "tromp-taylor", "ko=positional,suicide=allowed,scoring=area"},
    {"kata-rules", "chinese", "ko=simple,suicide=forbidden,scoring=area"},
    {"kata-rules", "chinese-ogs", "ko=positional,suicide=forbidden,scoring=area"},
    {"kata-rules", "chinese-kgs", "ko=positional,suicide=forbidden,scoring=area"},
    {"kata-rules", "stone-scoring", "ko=simple,suicide=forbidden,scoring=stones"},
    {"kata-rules", "aga", "ko=situational,suicide=forbidden,scoring=area"},
    {"kata-rules", "bga", "ko=situational,suicide=forbidden,scoring=area"},
    {"kata-rules", "new-zealand", "ko=situational,suicide=allowed,scoring=area"},
    {NULL, NULL, NULL},
};

/* Agents for people; see cn_game.levels. By iterations, so that they are as strong on any machine;
 * on 9x9 each is 300 Elo or more above the one before it (docs/matches.md), on 19x19 `hard` takes
 * about a second. */
static const char *const levels[] = {
    "mcts:iterations=100,final=settled", "mcts:iterations=600,final=settled",
    "mcts:iterations=5000,final=settled", "mcts:time=5,strategy=tree,threads=0"};

const cn_game CN_GAME(go) = {
    .abi = CN_ABI,
    .name = "go",
    .title = "Go",
    .summary = "surround area on 2x2 to 19x19",
    .text =
        "Players take turns to place a stone on an empty point or to pass; Black moves first. "
        "Chains without an empty neighbour are taken off: the opponent's first, then one's own, "
        "which is suicide and by default forbidden. A move must not recreate an earlier position "
        "of the whole board (positional superko; ko= has other rules). Two passes in a row, or "
        "the move limit, end the game.\n"
        "Area scoring counts a player's stones and the empty regions that only these border; "
        "White gets the komi. Between agents no stone is taken off as dead: they play until it is "
        "taken; a person at the terminal or the page agrees on dead stones at the end. "
        "scoring=stones counts stones only.",
    .notation = "Moves are a column A-T without I and a row from the bottom, like C3, or pass. A "
                "position is the rows from the top and the side to move: "
                "...../.XO../.X.../...../..... O; then may follow ko=B3 (ko=simple), passes=1, and "
                "behind a semicolon moves=12 captures=1/0 last=C3 before=D4 past=… (earlier "
                "positions, in hex)",
    .example = "C3 B3 C2 B2 C4 B4 B1 A1 C1 B5 C5 pass pass",
    .player = {"Black", "White"},
    .cells = cn_go_cells,
    .glyph = {" ·", "⚫", "⚪"},
    .style = CN_STYLE_STONES,
    .score_unit = 2,
    .sgf = 1,
    .options = cn_go_options,
    .heuristics = heuristics,
    .policies = policies,
    /* Measured on 9x9 at 10 ms a move: RAVE scores 96 % against plain UCT, no exploration beside it
     * 71 % against c=0.2. What score-weight gives, docs/matches.md tells. */
    .mcts = "rave=on,expand=all,threshold=4,c=0,playout=shapes,score-weight=0.6",
    .levels = levels,
    .dialects = dialects,
    .variants = variants,
    .setup = setup,
    .parse = parse,
    .print = cn_go_print,
    .parse_move = cn_go_parse_move,
    .print_move = cn_go_print_move,
    .draw = cn_go_draw,
    .cell_of = cn_go_cell_of,
    .print_options = cn_go_print_options,
};
