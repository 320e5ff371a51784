#include "cli/source.h"

#include "arena/drawing.h"
#include "arena/record.h"
#include "cli/out.h"
#include "core/file.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ---- */

cn_exit cn_source_load(const cn_cli *cli, const char *name, char **text, size_t *size) {
    const bool input = strcmp(name, "-") == 0;
    cn_error error;
    FILE *file = input ? stdin : cn_file_open(name, &error);
    if (!file) return cn_out_error(cli, CN_BAD_INPUT, &error);
    const cn_status status = cn_records_load(file, text, size, &error);
    if (!input) fclose(file);
    if (status == CN_OK) return CN_EXIT_NONE;
    cn_out_message(cli, "%.160s: %s", input ? "standard input" : name, error.text);
    return CN_EXIT_INPUT;
}

/* A whole file as a string that the caller frees. */
static cn_exit load_text(const cn_cli *cli, const char *name, char **text) {
    size_t size;
    const cn_exit status = cn_source_load(cli, name, text, &size);
    if (status != CN_EXIT_NONE) return status;
    char *larger = realloc(*text, size + 1);
    if (!larger || memchr(larger, '\0', size)) {
        free(larger ? larger : *text);
        cn_out_message(cli, "%.160s: %s", name, larger ? "a NUL byte; expected text" : "no memory");
        return larger ? CN_EXIT_INPUT : CN_EXIT_FAILURE;
    }
    larger[size] = '\0';
    *text = larger;
    return CN_EXIT_NONE;
}

/* ---- positions ---- */

/* Text of either kind: the game's own, or a drawing. Of the two messages the one about the kind
 * that was asked for is given. */
static cn_status from_text(const cn_args *args, const char *text, bool drawing_first,
                           cn_position *position, cn_error *error) {
    static char rows[CN_TEXT_MAX];
    cn_error other;
    cn_status status = CN_OK;
    const char *line_end = strchr(text, '\n');
    /* One line is no drawing. */
    if (drawing_first && line_end && line_end[1]) {
        status = cn_drawing_read(args->game, text, rows, error);
        if (status == CN_OK) {
            status = cn_position_new(args->game, args->values, rows, position, error);
        }
        if (status == CN_OK) return CN_OK;
        return cn_position_new(args->game, args->values, text, position, &other) == CN_OK ? CN_OK
                                                                                          : status;
    }
    status = cn_position_new(args->game, args->values, text, position, error);
    if (status == CN_OK || cn_drawing_read(args->game, text, rows, &other) != CN_OK) return status;
    return cn_position_new(args->game, args->values, rows, position, &other) == CN_OK ? CN_OK
                                                                                      : status;
}

static cn_exit from_file(const cn_cli *cli, const cn_args *args, const char *name, bool drawing,
                         cn_position *position) {
    char *text;
    const cn_exit code = load_text(cli, name, &text);
    if (code != CN_EXIT_NONE) return code;
    cn_error error;
    const cn_status status = from_text(args, text, drawing, position, &error);
    free(text);
    if (status == CN_OK) return CN_EXIT_NONE;
    cn_out_message(cli, "%.160s: %s", strcmp(name, "-") ? name : "standard input", error.text);
    return CN_EXIT_INPUT;
}

/* A word that can only be meant as the name of a file: it ends like one. */
static bool like_file(const cn_game *game, const char *word) {
    const char *dot = strrchr(word, '.');
    if (!dot || strpbrk(word, " \n;") || strlen(dot) < 2 || strlen(dot) > 5) return false;
    return dot[1 + strspn(dot + 1, "abcdefghijklmnopqrstuvwxyz0123456789")] == '\0' &&
           dot[1 + strspn(dot + 1, game->cells)] != '\0';
}

/* Whether moves of the game can be made of a word. */
static bool is_moves(const cn_args *args, const char *word) {
    cn_position p;
    bool legal = cn_position_new(args->game, args->values, NULL, &p, NULL) == CN_OK;
    if (!legal) return false;
    legal = cn_position_play_text(&p, word, NULL) == CN_OK;
    cn_position_free(&p);
    return legal;
}

/* A word is a position if it can be read as one, and the name of a file otherwise. */
static cn_exit from_word(const cn_cli *cli, const cn_args *args, const char *word,
                         cn_position *position) {
    cn_error error;
    struct stat about;
    if (strcmp(word, "-") == 0) return from_file(cli, args, word, false, position);
    const cn_status status = cn_position_new(args->game, args->values, word, position, &error);
    if (status == CN_OK) return CN_EXIT_NONE;
    if (stat(word, &about) == 0 || like_file(args->game, word)) {
        return from_file(cli, args, word, false, position);
    }
    if (*word && is_moves(args, word)) {
        return cn_out_usage(cli, "`%.40s` is no position but moves: say --moves %.40s", word, word);
    }
    return cn_out_error(cli, status, &error);
}

const char *cn_source_moves_text(const cn_error *error) {
    static const char place[] = "game 1, line 1, ";
    const size_t length = sizeof place - 1;
    return error->text + (strncmp(error->text, place, length) == 0 ? length : 0);
}

/* Plays the moves into a history. */
static cn_status play(const cn_args *args, const char *start, const char *moves,
                      cn_history *history, cn_error *error) {
    cn_records records;
    bool more = false;
    cn_move move;
    cn_status status =
        cn_records_open(&records, args->game, args->values, start, moves, strlen(moves), error);
    if (status == CN_OK) status = cn_records_next(&records, &more, error);
    if (status == CN_OK && !more) { /* no moves at all */
        status = cn_position_new(args->game, args->values, start, &records.position, error);
    }
    if (status == CN_OK) status = cn_history_begin(history, &records.position, error);
    while (more && status == CN_OK &&
           (status = cn_records_move(&records, &move, &more, error)) == CN_OK && more) {
        records.position.rules->play(records.position.state, move);
        status = cn_history_play(history, move, 0, error);
    }
    cn_records_close(&records);
    return status;
}

cn_exit cn_source_word(const cn_cli *cli, cn_source *source, const char *word) {
    if (source->position) {
        return cn_out_usage(cli, "two positions: `%.40s`, and that of --position", word);
    }
    source->position = word;
    return CN_EXIT_NONE;
}

cn_exit cn_source_history(const cn_cli *cli, const cn_args *args, const cn_source *source,
                          cn_history *history) {
    *history = (cn_history){0};
    if (source->position && source->board) {
        return cn_out_usage(cli, "--position or --board, not both");
    }
    cn_position position;
    cn_error error;
    cn_status status = CN_OK;
    cn_exit code = CN_EXIT_NONE;
    if (source->board) {
        code = from_file(cli, args, source->board, true, &position);
    } else if (source->position) {
        code = from_word(cli, args, source->position, &position);
    } else {
        status = cn_position_new(args->game, args->values, NULL, &position, &error);
        if (status != CN_OK) return cn_out_error(cli, status, &error);
    }
    if (code != CN_EXIT_NONE) return code;
    static char start[CN_TEXT_MAX];
    const bool given = source->position || source->board;
    if (given) args->game->print(position.state, start, sizeof start);
    if (source->moves) {
        status = play(args, given ? start : NULL, source->moves, history, &error);
    } else {
        status = cn_history_begin(history, &position, &error);
    }
    cn_position_free(&position);
    if (status == CN_OK) return CN_EXIT_NONE;
    cn_history_free(history);
    cn_out_message(cli, "%s%s", source->moves ? "--moves: " : "", cn_source_moves_text(&error));
    return status == CN_BAD_INPUT ? CN_EXIT_INPUT : CN_EXIT_FAILURE;
}

cn_exit cn_source_read(const cn_cli *cli, const cn_args *args, const cn_source *source,
                       cn_position *position) {
    cn_history history;
    const cn_exit code = cn_source_history(cli, args, source, &history);
    if (code != CN_EXIT_NONE) return code;
    *position = history.now;
    history.now = (cn_position){0};
    cn_history_free(&history);
    return CN_EXIT_NONE;
}

cn_exit cn_source_text(const cn_cli *cli, const cn_args *args, const cn_source *source,
                       const char **text) {
    static char printed[CN_TEXT_MAX];
    cn_position position;
    /* Also where nothing is said: options that make no board are found here. */
    const cn_exit code = cn_source_read(cli, args, source, &position);
    if (code != CN_EXIT_NONE) return code;
    args->game->print(position.state, printed, sizeof printed);
    cn_position_free(&position);
    *text = source->position || source->board || source->moves ? printed : NULL;
    return CN_EXIT_NONE;
}
