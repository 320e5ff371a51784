/* `canopy analyze GAME --game FILE` judges every move of recorded games beside the best one.
 *
 * The file is read twice. The first pass only looks for faults, so that a message about one comes
 * before any analysis, which may take minutes. The second judges each move (arena/review.h) before
 * it is played. The loss of a move is the part of the chance to win that it gave away, 0 to 1, in
 * the view of the player who made it. */
#include "cli/analyze.h"

#include "arena/json.h"
#include "arena/record.h"
#include "arena/review.h"
#include "cli/interrupt.h"
#include "cli/out.h"
#include "cli/outcome.h"
#include "cli/thought.h"
#include "core/memory.h"

#include <stdlib.h>

/* The game under review and the sums so far. `plies` is an array while a game is judged with
 * --json, else NULL. `chances` holds `count` values and has room for `room`. */
typedef struct review {
    cn_cli *cli;
    const cn_analyze *set;
    cn_search *search;
    cn_records *records;
    cn_review_sum sums[2];
    json_t *plies;
    double *chances; /* the first player's, after each move */
    int count, room;
} review;

/* A row of the table: the move with its mark, its value, and what would have been better if
 * anything. */
static void write_verdict(const review *r, const cn_position *p, const cn_verdict *v) {
    char marked[CN_MOVE_TEXT + 4];
    snprintf(marked, sizeof marked, "%.*s%s", CN_MOVE_TEXT - 1, cn_word_move(p, v->played).text,
             cn_mark_text(v->mark));
    printf("%4d  %-8s %-8s %s", r->records->ply, p->game->player[v->player], marked,
           cn_word_cell(p->game, v->score).text);
    if (v->best != v->played) {
        printf("  %5.1f %%  %-6s %s", 100 * v->loss, cn_word_move(p, v->best).text,
               cn_word_cell(p->game, v->best_score).text);
    }
    fputc('\n', stdout);
}

/* The same as an object. Both values are in the view of the player who moved. */
static json_t *verdict_json(const cn_position *p, int ply, const cn_verdict *v) {
    return json_pack("{s:i, s:i, s:s, s:o, s:o, s:o, s:o, s:f, s:s}", "ply", ply, "player",
                     v->player, "name", p->game->player[v->player], "move",
                     cn_out_move(p, v->played), "score", cn_score_pack(p->game, v->score), "best",
                     cn_out_move(p, v->best), "best_score", cn_score_pack(p->game, v->best_score),
                     "loss", v->loss, "mark", cn_mark_text(v->mark));
}

/* Counts a verdict in, and shows or keeps it. */
static void add(review *r, const cn_position *p, const cn_verdict *v) {
    const bool room = cn_memory_grow(&r->chances, r->count, &r->room, sizeof *r->chances);
    cn_out_memory(r->cli, room ? r : NULL, "a game");
    r->chances[r->count++] = v->player == 0 ? v->chance : 1 - v->chance;
    cn_review_add(&r->sums[v->player], v);
    if (r->set->json) {
        json_array_append_new(r->plies, verdict_json(p, r->records->ply, v));
    } else {
        write_verdict(r, p, v);
    }
}

/* What one player lost over the game: the mean loss and the number of each mark. */
static json_t *sum_json(const cn_game *game, int player, const cn_review_sum *sum) {
    return json_pack("{s:s, s:i, s:f, s:i, s:i, s:i}", "name", game->player[player], "moves",
                     sum->moves, "mean_loss", sum->moves ? sum->loss / sum->moves : 0,
                     "inaccuracies", sum->marks[CN_MARK_INACCURACY], "mistakes",
                     sum->marks[CN_MARK_MISTAKE], "blunders", sum->marks[CN_MARK_BLUNDER]);
}

/* The size of the graph in lines and columns, and the columns of the labels on its left. */
enum { ROWS = 8, COLUMNS = 72, LABEL = 5 };

/* Draws values of 0 to 1 as columns, one for each value, or for the mean of several neighbours
 * where there are more values than COLUMNS. With `blocks` a row is divided into eighths by
 * Unicode's block characters; else a row is filled with `#` if at least half of it is. */
static void write_graph(const double *values, int count, bool blocks) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    if (count == 0) return;
    const int columns = count < COLUMNS ? count : COLUMNS;
    for (int row = ROWS - 1; row >= 0; row--) {
        const char *label = row == ROWS - 1 ? "100 %" : row == ROWS / 2 ? "50 %" : row ? "" : "0 %";
        printf("%*s %s", LABEL, label, blocks ? "│" : "|");
        for (long c = 0; c < columns; c++) {
            const int from = (int)(c * count / columns), to = (int)((c + 1) * count / columns);
            double sum = 0;
            for (int i = from; i < to; i++) sum += values[i];
            /* How much of this row the column fills, in eighths. */
            const int level = (int)(sum / (to - from) * ROWS * 8 + 0.5) - row * 8;
            const int part = level < 0 ? 0 : level > 8 ? 8 : level;
            fputs(blocks ? eighths[part] : part >= 4 ? "#" : " ", stdout);
        }
        fputc('\n', stdout);
    }
    printf("%*s  1", LABEL, "");
    if (columns > 1) printf("%*d", columns - 1, count);
    fputc('\n', stdout);
}

/* The summary, the graph, and how the game ended. */
static void write_end(review *r, const cn_position *p) {
    char text[128];
    cn_outcome_text(NULL, p, r->count, text, sizeof text);
    if (r->set->json) {
        json_t *json = json_pack(
            "{s:s, s:i, s:s, s:s, s:s?, s:b, s:o, s:[o,o]}", "game", p->game->name, "number",
            r->records->number, "agent", r->set->spec, "result", text, "outcome",
            cn_outcome_word(cn_position_over(p)), "complete", !cn_interrupted(), "plies", r->plies,
            "players", sum_json(p->game, 0, &r->sums[0]), sum_json(p->game, 1, &r->sums[1]));
        r->plies = NULL;
        cn_out_json(r->cli, json);
        return;
    }
    printf("\n%s's chance after each move\n", p->game->player[0]);
    write_graph(r->chances, r->count, r->cli->glyphs);
    printf("\n%-8s %6s %10s %5s %5s %5s\n", "", "moves", "mean loss", "?!", "?", "??");
    for (int i = 0; i < 2; i++) {
        const cn_review_sum *sum = &r->sums[i];
        printf("%-8s %6d %8.1f %% %5d %5d %5d\n", p->game->player[i], sum->moves,
               sum->moves ? 100 * sum->loss / sum->moves : 0, sum->marks[CN_MARK_INACCURACY],
               sum->marks[CN_MARK_MISTAKE], sum->marks[CN_MARK_BLUNDER]);
    }
    printf("%s\n\n", text);
}

/* Reads the current record to its end and judges each move before it is played. The history holds
 * the moves so far because some rules (superko) look at earlier positions; the search gets it as
 * the past. An interrupt ends the game early: what was judged by then is still summed up and
 * written. */
static void review_game(review *r) {
    const cn_position *p = &r->records->position;
    cn_past past;
    const cn_limits limits = {.depth = r->set->depth, .seconds = r->set->seconds, .past = &past};
    cn_history history;
    cn_out_must(r->cli, cn_history_begin(&history, p, r->cli->error));
    bool more;
    cn_move move;
    r->count = 0;
    memset(r->sums, 0, sizeof r->sums);
    r->plies = r->set->json ? json_array() : NULL;
    if (!r->set->json) {
        printf("game %d\n%4s  %-8s %-8s %12s  %7s  %s\n", r->records->number, "ply", "player",
               "move", "value", "loss", "better");
    }
    while (!cn_interrupted() && cn_out_flush(r->cli)) {
        cn_verdict verdict;
        cn_out_must(r->cli, cn_records_move(r->records, &move, &more, r->cli->error));
        if (!more) break;
        cn_out_must(r->cli, cn_history_play(&history, move, 0, r->cli->error));
        past = cn_history_past(&history);
        past.count--; /* the move is yet to be judged */
        cn_out_note(r->cli, "move %d…", r->records->ply);
        const cn_status status = cn_review_move(r->search, &limits, cn_interrupt_halts, NULL, p,
                                                move, &verdict, r->cli->error);
        cn_out_note(r->cli, "%s", "");
        cn_out_must(r->cli, status);
        if (cn_interrupted()) break;
        add(r, p, &verdict);
        p->rules->play(p->state, move);
    }
    cn_history_free(&history);
    write_end(r, p);
    json_decref(r->plies);
    r->plies = NULL;
}

/* Reads all games once, so that a fault is told before the first is judged. */
static void check_all(const cn_cli *cli, const cn_args *args, const char *name,
                      cn_records *records) {
    bool game, more;
    cn_move move;
    cn_status status;
    while ((status = cn_records_next(records, &game, cli->error)) == CN_OK && game) {
        cn_args_kept(cli, args, records->values, name);
        while ((status = cn_records_move(records, &move, &more, cli->error)) == CN_OK && more) {
            records->position.rules->play(records->position.state, move);
        }
        if (status != CN_OK) break;
    }
    if (status == CN_OK && records->number == 0) {
        status = cn_fail(cli->error, CN_BAD_INPUT, "there is no game in it");
    }
    cn_out_must_file(cli, name, status);
}

/* The first pass over the text finds faults, the second judges. */
cn_exit cn_analyze_games(cn_cli *cli, const cn_args *args, const cn_analyze *set) {
    const char *name = strcmp(set->record, "-") ? set->record : "standard input";
    const char *start = cn_source_text(cli, args, &set->source);
    cn_records records;
    size_t size;
    char *text = cn_source_load(cli, set->record, &size);
    for (int pass = 0; pass < 2; pass++) {
        const cn_status status =
            cn_records_open(&records, args->game, args->values, start, text, size, cli->error);
        cn_out_must(cli, status);
        if (pass == 0) {
            check_all(cli, args, name, &records);
        } else {
            review r = {.cli = cli,
                        .set = set,
                        .search = cn_interrupt_open(cli, args->game, set->spec),
                        .records = &records};
            bool more = true;
            while (!cn_interrupted() && cn_out_flush(cli)) {
                cn_out_must(cli, cn_records_next(&records, &more, cli->error));
                if (!more) break;
                review_game(&r);
            }
            free(r.chances);
            cn_interrupt_free(r.search);
        }
        cn_records_close(&records);
    }
    free(text);
    return cn_interrupted() ? CN_EXIT_INTERRUPTED : CN_EXIT_OK;
}
