/* `canopy solve GAME [POSITION]` shows the proven value of a position and of each of its moves
 * (arena/solve.h). Values are in the view of the side to move. On small boards of Go, where a proof
 * may not come in time, a third of the time is kept for an estimate by Monte Carlo search
 * (arena/estimate.h). The exit code is 4 if nothing is proven. */
#include "arena/solve.h"

#include "arena/estimate.h"
#include "arena/json.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/source.h"
#include "cli/thought.h"
#include "cli/verbs.h"

/* What the flags say. */
typedef struct settings {
    bool json, outcome, lines;
    int threads, hash_mb;
    double seconds;
    cn_source source;
} settings;

/* The moves of which something is proven, best first; `open` counts the others. */
static int proven_moves(const cn_solution *s, int order[CN_MOVES_MAX], int *open) {
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        const cn_solved_move *m = &s->moves[i];
        *open += !m->score.proven;
        if (!m->score.proven) continue;
        int k = count++;
        for (; k > 0 && cn_score_compare(s->moves[order[k - 1]].score, m->score) < 0; k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    return count;
}

/* Where an early win counts for more (Connect Four's scores), the score in that count; else empty.
 */
static const char *rating(cn_score score, char text[16]) {
    *text = '\0';
    if (score.disc > 0) snprintf(text, 16, score.margin ? "%+d" : "%d", score.margin);
    return text;
}

/* The moves of which something is proven, and how many are left. */
static void write_moves(const cn_position *p, const cn_solution *s, bool lines) {
    char line[CN_MOVE_TEXT * CN_RESULT_LINE], rate[16];
    int open = 0, order[CN_MOVES_MAX];
    const int known = proven_moves(s, order, &open);
    for (int i = 0; i < known; i++) {
        const cn_solved_move *m = &s->moves[order[i]];
        const cn_word text = cn_word_score(p->game, m->score);
        cn_thought_line(p, m->line, lines ? m->line_length : 0, CN_RESULT_LINE, line, sizeof line);
        const char *rated = rating(m->score, rate);
        printf("  %-6s %s", cn_word_move(p, m->move).text, text.text);
        if (*rated || *line) {
            printf("%*s%3s", *text.text ? 11 - (int)strlen(text.text) : 0, "", rated);
        }
        printf("%s%s\n", *line ? "  " : "", line);
    }
    if (open) printf("  (%d more move%s not examined)\n", open, open == 1 ? "" : "s");
}

/* What a search that proved nothing thinks of the position. A heuristic that counts in no unit of
 * the game knows who is ahead, but not by how much. */
static void write_guess(const cn_position *p, cn_score score, int depth) {
    const int turn = cn_position_turn(p);
    if (score.kind != CN_SCORE_EVAL || score.unit > 0) {
        printf("at depth %d: %s\n", depth, cn_word_words(p->game, score).text);
    } else if (score.value == 0) {
        printf("at depth %d: even by the heuristic, which proves nothing\n", depth);
    } else {
        printf("at depth %d: %s is ahead by the heuristic, which proves nothing\n", depth,
               p->game->player[score.value > 0 ? turn : turn ^ 1]);
    }
}

/* The answer as text, for the side to move: the verdict in a sentence, the value of each move, the
 * line of best play, and the work it took. */
static void write_solution(const cn_position *p, const cn_solution *s, bool lines) {
    const char *player = p->game->player[cn_position_turn(p)];
    const cn_score score = s->score;
    char text[CN_SCORE_TEXT], line[CN_MOVE_TEXT * CN_RESULT_LINE], rate[16];
    cn_score_text(p->game, score, text);
    if (!score.proven && score.kind == CN_SCORE_OUTCOME && score.bound == CN_SCORE_EXACT) {
        printf(
            "not proven: %s for %s, but among the moves worth searching only; the game's options\n"
            "(`canopy games %s`) may let it search all\n",
            text, player, p->game->name);
    } else if (!score.proven) {
        printf("not proven: no forced win or loss for %s within %d plies\n", player, s->depth);
        write_guess(p, score, s->depth);
    } else if (score.value == 0) {
        printf("draw: %s to move, and neither side can do better\n", player);
    } else if (score.kind == CN_SCORE_POINTS) {
        printf("%s for %s to move\n", text, player);
    } else if (score.plies < 0) {
        printf("%s: %s to move %s\n", text, player, score.value > 0 ? "wins" : "loses");
    } else {
        const bool won = score.value > 0;
        printf("%s: %s to move %s in %d %s\n", won ? "win" : "loss", player, won ? "wins" : "loses",
               score.plies, score.plies == 1 ? "ply" : "plies");
    }
    if (score.proven && *rating(score, rate)) {
        printf("score %s: %s%s%s\n", rate, score.value == 0 ? "" : player,
               score.value == 0 ? "" : " ", cn_word_words(p->game, score).text);
    }
    if (score.proven) write_moves(p, s, lines);
    cn_thought_line(p, s->line, s->line_length, CN_RESULT_LINE, line, sizeof line);
    if (score.proven) printf("line: %s\n", line);
    printf("%" PRIu64 " nodes, %.3f s\n", s->nodes, s->seconds);
}

/* The answer as one object: also the moves of which nothing is proven; `best` marks those that keep
 * the value of the position. */
static void write_json(const cn_cli *cli, const cn_position *p, const cn_solution *s,
                       const cn_estimate *e) {
    char line[CN_MOVE_TEXT * CN_RESULT_LINE];
    json_t *moves = json_array();
    for (int i = 0; i < s->count; i++) {
        const cn_solved_move *m = &s->moves[i];
        cn_thought_line(p, m->line, m->line_length, CN_RESULT_LINE, line, sizeof line);
        json_array_append_new(moves,
                              json_pack("{s:o, s:o, s:b, s:s}", "move", cn_out_move(p, m->move),
                                        "score", cn_score_pack(p->game, m->score), "best",
                                        cn_solve_keeps(s, m), "line", line));
    }
    cn_thought_line(p, s->line, s->line_length, CN_RESULT_LINE, line, sizeof line);
    json_t *json =
        json_pack("{s:s, s:o, s:i, s:o, s:i, s:I, s:f, s:s, s:o}", "game", p->game->name,
                  "position", cn_out_position(p), "player", cn_position_turn(p), "score",
                  cn_score_pack(p->game, s->score), "depth", s->depth, "nodes",
                  (json_int_t)s->nodes, "seconds", s->seconds, "line", line, "moves", moves);
    if (e->known) {
        json_object_set_new(
            json, "estimate",
            json_pack("{s:i, s:s}", "margin", e->margin, "move", cn_word_move(p, e->move).text));
    }
    cn_out_json(cli, json);
}

/* What a passing note needs. */
typedef struct progress {
    const cn_cli *cli;
    const cn_game *game;
} progress;

/* How deep the search is and what it says so far, once it takes long enough to be looked at. */
static void on_progress(const cn_result *so_far, void *user) {
    const progress *p = user;
    if (so_far->seconds < 0.5) return;
    cn_out_note(p->cli, "depth %d, value %s, %" PRIu64 " nodes, %.1f s…", so_far->depth,
                cn_word_score(p->game, so_far->score).text, so_far->nodes, so_far->seconds);
}

/* What there is to say of a position in which the game is over. */
static cn_exit write_over(const cn_cli *cli, const settings *set, const cn_position *p) {
    if (!set->json) {
        cn_outcome_over(p);
        return CN_EXIT_OK;
    }
    const cn_outcome outcome = cn_position_over(p);
    const int player = cn_position_turn(p);
    const int won = outcome == CN_DRAW ? 0 : outcome == cn_win_of(player) ? 1 : -1;
    return cn_out_json(cli, json_pack("{s:s, s:b, s:o}", "game", p->game->name, "over", true,
                                      "score", cn_score_pack(p->game, cn_score_outcome(won, 0))));
}

/* Solves a position and writes the answer. CN_EXIT_UNPROVEN: it is not proven within the time. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    const cn_position *p = &args->position;
    static cn_solution solution; /* large for a stack */
    char spec[CN_SOLVE_SPEC];
    if (cn_position_over(p) != CN_ONGOING) return write_over(cli, set, p);
    cn_solve_spec(p, set->hash_mb, set->threads, set->outcome, spec);
    cn_search *search = cn_interrupt_open(cli, p->game, spec);
    progress to = {cli, p->game};
    const bool estimating = set->seconds > 0 && !set->outcome && cn_estimate_serves(p);
    const double seconds = estimating ? set->seconds * 2 / 3 : set->seconds;
    const cn_solve_request request = {seconds, cn_interrupt_halts, on_progress, &to};
    const cn_status status = cn_solve(search, p, &request, &solution, cli->error);
    cn_out_note(cli, "%s", "");
    cn_interrupt_free(search);
    cn_out_must(cli, status);
    cn_estimate e = {.known = false};
    if (estimating && !solution.score.proven && !cn_interrupted()) {
        e = cn_estimate_margin(p, set->threads, set->seconds / 3, cn_interrupt_halts, &to);
    }
    if (set->json) {
        write_json(cli, p, &solution, &e);
    } else {
        write_solution(p, &solution, set->lines);
        if (e.known) {
            printf("estimate: about %+d points on the board for %s with %s, by Monte Carlo search; "
                   "no proof\n",
                   e.margin, p->game->player[cn_position_turn(p)], cn_word_move(p, e.move).text);
        }
    }
    if (solution.score.proven) return CN_EXIT_OK;
    return cn_interrupted() ? CN_EXIT_INTERRUPTED : CN_EXIT_UNPROVEN;
}

static const cn_flag flags[] = {
    CN_REAL(settings, seconds, "time", 0, "S", 0.001, 1e6),
    CN_THREADS_FLAG(settings, threads),
    CN_INT(settings, hash_mb, "hash", 0, "MB", 1, 65536),
    CN_SWITCH(settings, outcome, "outcome", 0),
    CN_SWITCH(settings, lines, "lines", 0),
    CN_SOURCE_FLAGS(settings, source),
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

const cn_verb cn_verb_solve = {CN_VERB(solve), CN_SETTINGS(.threads = 1, .hash_mb = 256),
                               .source = offsetof(settings, source), .takes = CN_TAKES_GAME,
                               .words_most = 1};
