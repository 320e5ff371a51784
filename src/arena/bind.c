/* What bindings to other languages (canopy/bind.h) need of the arena: solutions and recorded games,
 * as JSON text. The rest is in engine/bind.c. */
#include "arena/record.h"
#include "arena/solve.h"

#include <canopy/bind.h>
#include <limits.h>
#include <stdlib.h>

/* ---- solutions ---- */

/* Who hears of a search while it runs, and may end it. */
typedef struct listener {
    cn_search *search;
    const cn_position *position;
    cn_bind_progress_fn *progress;
    void *user;
    bool enough; /* it was told to stop */
} listener;

/* For cn_solve: passes progress on as JSON. */
static void tell(const cn_result *so_far, void *user) {
    listener *l = user;
    char *json = cn_bind_result(l->position, so_far);
    if (json && !l->progress(json, l->user)) l->enough = true;
    free(json);
    if (l->enough) cn_search_stop(l->search);
}

static bool halt(void *user) {
    return ((const listener *)user)->enough;
}

cn_status cn_bind_solve(cn_search *search, const cn_position *position, double seconds,
                        cn_bind_progress_fn *progress, void *user, char **json, cn_error *error) {
    *json = NULL;
    cn_solution s = {0};
    listener l = {.search = search, .position = position, .progress = progress, .user = user};
    const cn_solve_request request = {
        .seconds = seconds, .halt = halt, .progress = progress ? tell : NULL, .user = &l};
    if (cn_position_over(position) == CN_ONGOING) {
        CN_TRY(cn_solve(search, position, &request, &s, error));
    }
    cn_result r = {.best = s.line_length ? s.line[0] : CN_MOVE_NONE,
                   .score = s.score,
                   .depth = s.depth,
                   .complete = s.score.proven,
                   .nodes = s.nodes,
                   .seconds = s.seconds,
                   .line_length = s.line_length,
                   .count = s.count};
    memcpy(r.line, s.line, sizeof r.line);
    for (int i = 0; i < s.count; i++) {
        r.moves[i] = (cn_move_info){.move = s.moves[i].move, .score = s.moves[i].score};
    }
    *json = cn_bind_result(position, &r);
    return *json ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for a solution");
}

/* ---- records ---- */

/* What is between two tabulators. */
static void put_field(FILE *out, const char *text) {
    for (; *text; text++) fputc(*text == '\t' || *text == '\n' ? ' ' : *text, out);
    fputc('\t', out);
}

/* One game as a line of fields with tabulators between: options, start, players, date, result,
 * moves. */
static cn_status put_game(FILE *out, cn_records *records, cn_error *error) {
    char options[CN_OPTIONS_TEXT], result[128], text[CN_TEXT_MAX];
    cn_history history;
    CN_TRY(cn_records_history(records, INT_MAX, &history, error));
    char *moves = cn_history_text(&history);
    cn_position_text(&history.start, text, sizeof text);
    cn_position_options(&history.start, options);
    cn_info_result(&records->info, &history.now, result, sizeof result);
    put_field(out, options);
    put_field(out, text);
    put_field(out, records->info.player[0]);
    put_field(out, records->info.player[1]);
    put_field(out, records->info.date);
    put_field(out, result);
    if (moves) fprintf(out, "%s\n", moves);
    const bool whole = moves != NULL;
    free(moves);
    cn_history_free(&history);
    return whole ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for a record");
}

cn_status cn_bind_records(const cn_game *game, const char *options, const char *text,
                          char **records, cn_error *error) {
    cn_value values[CN_OPTIONS_MAX];
    cn_records reader;
    size_t size;
    bool more = true;
    *records = NULL;
    cn_values_default(game->options, values);
    CN_TRY(cn_values_read(game->options, values, options ? options : "", " ,", error));
    cn_status status = cn_records_open(&reader, game, values, NULL, text, strlen(text), error);
    if (status != CN_OK) return status;
    FILE *out = open_memstream(records, &size);
    if (!out) status = cn_fail(error, CN_NO_MEMORY, "no memory for records");
    while (status == CN_OK && more) {
        status = cn_records_next(&reader, &more, error);
        if (status == CN_OK && more) status = put_game(out, &reader, error);
    }
    cn_records_close(&reader);
    if (out && fclose(out) != 0 && status == CN_OK) {
        status = cn_fail(error, CN_NO_MEMORY, "no memory for records");
    }
    if (status == CN_OK) return CN_OK;
    free(*records);
    *records = NULL;
    return status;
}
