/* GTP: games from and to files. */
#include "arena/write.h"
#include "core/file.h"
#include "protocol/gtp.h"

#include <stdlib.h>

/* ---- loading ---- */

/* Plays a record's first game, up to before move `stop`. */
static cn_status follow(cn_records *r, int stop, cn_history *history, cn_error *error) {
    bool more = false;
    cn_status status = cn_records_next(r, &more, error);
    if (status == CN_OK && !more) status = cn_fail(error, CN_BAD_INPUT, "no game");
    return status == CN_OK ? cn_records_history(r, stop - 1, history, error) : status;
}

static cn_status load(const gtp *g, const char *path, cn_records *records, cn_error *error) {
    char *text;
    size_t size;
    FILE *file = cn_file_open(path, error);
    if (!file) return CN_BAD_INPUT;
    cn_status status = cn_records_load(file, &text, &size, error);
    fclose(file);
    if (status != CN_OK) return status;
    status = cn_records_open(records, g->desk->game, g->desk->values, NULL, text, size, error);
    free(text);
    return status;
}

/* Each move of the record can be taken back. */
static bool mark_all(gtp *g) {
    for (int i = 0; i < g->desk->history.count; i++) {
        if (!gtp_mark_push(g)) return false;
        g->marks[i].count = i;
    }
    return true;
}

static bool loadsgf(gtp *g) {
    int stop = 1 << 30;
    cn_records records;
    cn_history history;
    cn_error error;
    if (g->count > 1 && !gtp_read_int(g->word[1], 1, 1 << 30, &stop)) {
        return gtp_fail(g, "invalid move number");
    }
    cn_status status = load(g, g->word[0], &records, &error);
    if (status != CN_OK) return gtp_fail(g, "cannot load file");
    status = follow(&records, stop, &history, &error);
    if (status == CN_OK) {
        gtp_forget(g);
        cn_desk_take(g->desk, &history, records.values);
        cn_clocks_reset(&g->desk->clocks);
    }
    cn_records_close(&records);
    if (status != CN_OK) return gtp_fail(g, "cannot load file: %s", error.text);
    return mark_all(g);
}

/* ---- writing ---- */

static bool printsgf(gtp *g) {
    const cn_desk *desk = g->desk;
    cn_record_info info = {0};
    cn_error error;
    cn_info_today(&info);
    if (g->count > 0 && strcmp(g->word[0], "-") != 0) {
        return cn_write_file(g->word[0], &desk->history, desk->values, &info, &error) == CN_OK ||
               gtp_fail(g, "%s", error.text);
    }
    if (desk->game->sgf == 0) return gtp_fail(g, "SGF has no number for %s", desk->game->title);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return gtp_fail(g, "out of memory");
    const cn_status status =
        cn_write_game(out, &desk->history, desk->values, &info, CN_RECORDS_SGF, &error);
    const bool good = fclose(out) == 0 && status == CN_OK;
    if (good) gtp_say(g, "%s", text);
    free(text);
    return good || gtp_fail(g, "%s", status == CN_OK ? "out of memory" : error.text);
}

const gtp_command gtp_records[] = {
    {"loadsgf", loadsgf, 1, 2, false, 0},
    {"printsgf", printsgf, 0, 1, false, 0},
    {0},
};
