/* Where a verb's position comes from. A word of the command line is tried as a position in the
 * game's own text, then as the name of a file; a file may hold such text or a drawn board. Moves
 * are played from there. Everything ends in a history, because some rules look at earlier
 * positions. */
#include "cli/source.h"

#include "arena/drawing.h"
#include "arena/record.h"
#include "cli/out.h"
#include "core/file.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

/* ---- files ---- */

/* What a file is called in messages. */
static const char *title(const char *name) {
    return strcmp(name, "-") ? name : "standard input";
}

char *cn_source_load(const cn_cli *cli, const char *name, size_t *size) {
    char *text;
    if (strcmp(name, "-") != 0) {
        if (cn_file_read(name, CN_RECORDS_MAX, &text, size, cli->error) == CN_OK) return text;
        cn_out_error(cli, CN_BAD_INPUT, cli->error);
    }
    const cn_status status = cn_file_take(stdin, CN_RECORDS_MAX, &text, size, cli->error);
    cn_out_must_file(cli, title(name), status == CN_OK ? CN_OK : CN_BAD_INPUT);
    return text;
}

/* ---- positions ---- */

/* Text of either kind: the game's own, or a drawing. Of the two messages the one about the kind
 * that was asked for is given. */
static cn_status from_text(const cn_args *args, const char *text, bool drawing_first,
                           cn_position *position, cn_error *error) {
    const char *line_end = strchr(text, '\n');
    const bool drawing = drawing_first && line_end && line_end[1]; /* one line is no drawing */
    cn_error other;
    const cn_status status = (drawing ? cn_drawing_position : cn_position_new)(
        args->game, args->values, text, position, error);
    if (status == CN_OK) return CN_OK;
    const cn_status second = (drawing ? cn_position_new : cn_drawing_position)(
        args->game, args->values, text, position, &other);
    return second == CN_OK ? CN_OK : status;
}

/* The position that a file holds, as text or as a drawing. */
static void from_file(const cn_cli *cli, const cn_args *args, const char *name, bool drawing,
                      cn_position *position) {
    size_t size;
    char *text = cn_source_load(cli, name, &size);
    if (memchr(text, '\0', size)) {
        cn_out_must_file(cli, name, cn_fail(cli->error, CN_BAD_INPUT, "a NUL byte; expected text"));
    }
    text = cn_out_memory(cli, realloc(text, size + 1), "the text");
    text[size] = '\0';
    const cn_status status = from_text(args, text, drawing, position, cli->error);
    free(text);
    cn_out_must_file(cli, title(name), status == CN_OK ? CN_OK : CN_BAD_INPUT);
}

/* Whether a word can only be meant as the name of a file: it ends with a dot and up to four small
 * letters or digits, which are not all signs of the game's cells. */
static bool like_file(const cn_game *game, const char *word) {
    const char *dot = strrchr(word, '.');
    if (!dot || strpbrk(word, " \n;") || strlen(dot) < 2 || strlen(dot) > 5) return false;
    return dot[1 + strspn(dot + 1, "abcdefghijklmnopqrstuvwxyz0123456789")] == '\0' &&
           dot[1 + strspn(dot + 1, game->cells)] != '\0';
}

/* A word is a position if it can be read as one, and the name of a file otherwise. */
static void from_word(const cn_cli *cli, const cn_args *args, const char *word,
                      cn_position *position) {
    struct stat about;
    const bool input = strcmp(word, "-") == 0;
    const cn_status status =
        input ? CN_BAD_INPUT
              : cn_position_new(args->game, args->values, word, position, cli->error);
    if (status == CN_OK) return;
    if (input || stat(word, &about) == 0 || like_file(args->game, word)) {
        from_file(cli, args, word, false, position);
        return;
    }
    cn_position p;
    if (*word && cn_position_new(args->game, args->values, NULL, &p, NULL) == CN_OK) {
        CN_USAGE_IF(cn_position_play_text(&p, word, NULL) == CN_OK, cli,
                    "`%.40s` is no position but moves: say --moves %.40s", word, word);
        cn_position_free(&p);
    }
    cn_out_error(cli, status, cli->error);
}

void cn_source_word(const cn_cli *cli, const cn_args *args, cn_source *source) {
    if (args->count == 0) return;
    CN_USAGE_IF(source->position, cli, "two positions: `%.40s`, and that of --position",
                args->word[0]);
    source->position = args->word[0];
}

/* Moves are read as a record of one game, so all formats of records can be given as --moves. */
void cn_source_history(const cn_cli *cli, const cn_args *args, const cn_source *source,
                       cn_history *history) {
    static char start[CN_TEXT_MAX];
    const bool given = source->position || source->board;
    cn_position position;
    if (source->position && source->board) cn_out_usage(cli, "--position or --board, not both");
    if (source->board) {
        from_file(cli, args, source->board, true, &position);
    } else if (source->position) {
        from_word(cli, args, source->position, &position);
    } else {
        cn_out_must(cli, cn_position_new(args->game, args->values, NULL, &position, cli->error));
    }
    cn_position_text(&position, start, sizeof start);
    cn_status status;
    if (source->moves && source->moves[strspn(source->moves, " \t\r\n")]) {
        cn_value values[CN_OPTIONS_MAX]; /* which moves alone do not change */
        cn_record_info info;
        memcpy(values, args->values, sizeof values);
        status = cn_records_read(args->game, values, given ? start : NULL, source->moves,
                                 strlen(source->moves), 1, INT_MAX, history, &info, cli->error);
    } else {
        status = cn_history_begin(history, &position, cli->error);
    }
    cn_position_free(&position);
    if (status == CN_OK) return;
    static const char place[] = "game 1, line 1, "; /* which would only confuse */
    const char *why = cli->error->text;
    if (strncmp(why, place, sizeof place - 1) == 0) why += sizeof place - 1;
    cn_out_message(cli, "%s%s", source->moves ? "--moves: " : "", why);
    cn_cli_leave(cli, status == CN_BAD_INPUT ? CN_EXIT_INPUT : CN_EXIT_FAILURE);
}

/* The position is moved out of the history, which is then freed without it. */
void cn_source_read(const cn_cli *cli, const cn_args *args, const cn_source *source,
                    cn_position *position) {
    cn_history history;
    cn_source_history(cli, args, source, &history);
    *position = history.now;
    history.now = (cn_position){0};
    cn_history_free(&history);
}

const char *cn_source_text(const cn_cli *cli, const cn_args *args, const cn_source *source) {
    static char printed[CN_TEXT_MAX];
    cn_position position;
    /* Also where nothing is said: options that make no board are found here. */
    cn_source_read(cli, args, source, &position);
    cn_position_text(&position, printed, sizeof printed);
    cn_position_free(&position);
    return source->position || source->board || source->moves ? printed : NULL;
}
