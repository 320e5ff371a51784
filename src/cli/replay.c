/* `canopy replay GAME [FILE]` plays recorded games again, every move checked against the rules, and
 * shows how each ended. With --json it is a referee for other programs: the legal moves of every
 * position are listed, in an order that does not depend on ours. */
#include "arena/moves.h"
#include "arena/record.h"
#include "cli/board.h"
#include "cli/outcome.h"
#include "cli/source.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <unistd.h>

/* What the flags say. */
typedef struct settings {
    bool json, quiet;
    cn_source source;
    const char *start; /* the position it names, as text; NULL: the game's own */
} settings;

/* ---- results ---- */

/* How a game ended, and why if not on the board. */
static void write_result(const cn_records *records) {
    char text[128];
    const cn_position *p = &records->position;
    cn_outcome_text(&records->info, p, records->ply, text, sizeof text);
    printf("game %d: %s\n", records->number, text);
    if (cn_position_over(p) == CN_ONGOING && records->info.reason[0]) {
        cn_out_clean(stdout, records->info.reason);
        fputc('\n', stdout);
    }
}

/* ---- JSON ---- */

/* For qsort: the order of texts. */
static int compare(const void *a, const void *b) {
    return strcmp(a, b);
}

/* One move with who made it and all that could have been played, in the order of their texts. */
static json_t *ply_json(const cn_position *position, cn_move move) {
    const cn_game *game = position->game;
    cn_move list[CN_MOVES_MAX];
    char words[CN_MOVES_MAX][CN_MOVE_TEXT];
    const int count = cn_moves_legal(position, list);
    for (int i = 0; i < count; i++) cn_position_move_text(position, list[i], words[i]);
    qsort(words, (size_t)count, sizeof words[0], compare);
    json_t *legal = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(legal, json_string(words[i]));
    const int player = cn_position_turn(position);
    return json_pack("{s:i, s:s, s:o, s:o}", "player", player, "name", game->player[player],
                     "legal", legal, "move", cn_out_move(position, move));
}

/* A whole game; takes `start` and `plies` over. */
static json_t *game_json(const cn_records *records, json_t *start, json_t *plies) {
    const cn_position *position = &records->position;
    const cn_outcome outcome = cn_info_outcome(&records->info, position);
    return json_pack("{s:s, s:i, s:i, s:o, s:o, s:o, s:b, s:s?, s:s?, s:o}", "game",
                     position->game->name, "number", records->number, "line", records->line,
                     "start", start, "plies", plies, "position", cn_out_position(position), "over",
                     outcome != CN_ONGOING, "outcome", cn_outcome_word(outcome), "winner",
                     cn_outcome_winner(position->game, outcome), "score",
                     cn_outcome_score(&records->info, position));
}

/* ---- the verb ---- */

/* Plays one game to its end and writes it. */
static cn_status replay_game(const cn_cli *cli, cn_records *records, const settings *set,
                             cn_error *error) {
    const cn_position *position = &records->position;
    json_t *start = set->json ? cn_out_position(position) : NULL;
    json_t *plies = set->json ? json_array() : NULL;
    int last = -1;
    bool more;
    cn_move move;
    cn_status status;
    while ((status = cn_records_move(records, &move, &more, error)) == CN_OK && more) {
        if (set->json) json_array_append_new(plies, ply_json(position, move));
        last = cn_position_cell_of(position, move);
        position->rules->play(position->state, move);
    }
    if (status != CN_OK) return status;
    if (set->json) {
        cn_out_json(cli, game_json(records, start, plies));
    } else {
        write_result(records);
        if (!set->quiet) cn_board_show(cli, position, last);
        if (!set->quiet) fputc('\n', stdout);
    }
    return CN_OK;
}

/* All games of a text, one after the other. The first fault ends the program; the games before it
 * have been written by then. */
static void replay(cn_cli *cli, const cn_args *args, const settings *set, const char *name,
                   const char *text, size_t size) {
    cn_records records;
    bool more = true;
    cn_status status =
        cn_records_open(&records, args->game, args->values, set->start, text, size, cli->error);
    while (status == CN_OK && cn_out_flush(cli)) {
        status = cn_records_next(&records, &more, cli->error);
        if (status != CN_OK || !more) break;
        cn_args_kept(cli, args, records.values, name);
        status = replay_game(cli, &records, set, cli->error);
    }
    if (status == CN_OK && !more && records.number == 0) {
        status = cn_fail(cli->error, CN_BAD_INPUT, "there is no game in it");
    }
    cn_out_must_file(cli, name, status);
    cn_records_close(&records);
}

/* Reads the records of a file or of standard input, and replays them. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    settings *set = given;
    /* The start position is the same for all games: say at once if it is none. */
    set->start = cn_source_text(cli, args, &set->source);
    const bool named = args->count > 0 && strcmp(args->word[0], "-") != 0;
    const char *name = named ? args->word[0] : "standard input";
    if (!named && isatty(STDIN_FILENO)) {
        cn_out_message(cli, "reading games, one a line; end with Ctrl-D");
    }
    size_t size;
    char *text = cn_source_load(cli, named ? name : "-", &size);
    replay(cli, args, set, name, text, size);
    free(text);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_SWITCH(settings, quiet, "quiet", 'q'),
    CN_SOURCE_FLAGS(settings, source),
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--quiet", CN_NOT_WITH, "--json", "JSON has every ply"},
    {0},
};

const cn_verb cn_verb_replay = {CN_VERB(replay), CN_SETTINGS(0), .takes = CN_TAKES_GAME,
                                .words_most = 1, .clashes = clashes};
