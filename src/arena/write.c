/* Writes a game as lines, SGF or GGF. What the format can say itself is said that way; options, an
 * exact start, clocks and times that it cannot say are put into comments (lines) or the private
 * property CANOPY (SGF, GGF), which arena/setup.c reads back. Before a start is left to the
 * format's own way of saying it, it is read back and compared. */
#include "arena/write.h"

#include "arena/clocks.h"
#include "arena/moves.h"
#include "core/file.h"

#include <assert.h>
#include <canopy/grid.h>
#include <ctype.h>
#include <math.h>
#include <strings.h>

enum { REVERSI = 2 /* SGF's number of the games that GGF is for */ };

/* What the functions that write a game share. */
typedef struct writer {
    FILE *out;
    const cn_history *history;
    const cn_game *game;
    const cn_value *values;
    const cn_record_info *info;
    cn_record_format format;
    bool own;                /* inside the values of the private property */
    char exact[CN_TEXT_MAX]; /* the start as text, where cells and side do not tell all of it */
} writer;

/* ---- formats ---- */

cn_status cn_write_format(const cn_game *game, const char *path, cn_record_format *format,
                          cn_error *error) {
    const char *dot = strrchr(path, '.');
    const char *slash = strrchr(path, '/');
    if (!dot || (slash && dot < slash)) dot = "";
    *format = game->sgf > 0 ? CN_RECORDS_SGF : CN_RECORDS_LINES;
    if (strcasecmp(dot, ".txt") == 0) *format = CN_RECORDS_LINES;
    CN_FAIL_IF(*dot && strcasecmp(dot, ".txt") && strcasecmp(dot, ".sgf") &&
                   strcasecmp(dot, ".ggf"),
               error, CN_BAD_INPUT, "%.160s: games are saved as .sgf, .ggf or .txt", path);
    CN_FAIL_IF(strcasecmp(dot, ".sgf") == 0 && game->sgf == 0, error, CN_BAD_INPUT,
               "%.160s: SGF has no number for %s; save it as .txt", path, game->title);
    if (strcasecmp(dot, ".ggf") == 0) {
        *format = CN_RECORDS_GGF;
        CN_FAIL_IF(game->sgf != REVERSI, error, CN_BAD_INPUT,
                   "%.160s: GGF is not for %s; save it as %s", path, game->title,
                   game->sgf > 0 ? ".sgf or .txt" : ".txt");
    }
    return CN_OK;
}

/* ---- fields of every format ---- */

/* A value of SGF: `]` and `\` are escaped. */
static void put_escaped(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == ']' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
}

/* A property of SGF with one value. */
static void put_property(const writer *w, const char *id, const char *text) {
    fprintf(w->out, "%s[", id);
    put_escaped(w->out, text);
    fputc(']', w->out);
}

/* A key and its value in Canopy's own way: a comment line, or a value of CANOPY, whose name is
 * written once. What is between begin_field and end_field is the value. */
static void begin_field(writer *w, const char *key) {
    if (w->format == CN_RECORDS_LINES) {
        fprintf(w->out, "# %s: ", key);
    } else {
        fprintf(w->out, "%s[%s ", w->own ? "" : "CANOPY", key);
        w->own = true;
    }
}

static void end_field(const writer *w) {
    fputc(w->format == CN_RECORDS_LINES ? '\n' : ']', w->out);
}

static void put_field(writer *w, const char *key, const char *value) {
    begin_field(w, key);
    if (w->format == CN_RECORDS_LINES) {
        fputs(value, w->out);
    } else {
        put_escaped(w->out, value);
    }
    end_field(w);
}

/* The game's options that are not as by default. */
static void put_options(writer *w) {
    for (int i = 0; w->game->options[i].name; i++) {
        const cn_option *option = &w->game->options[i];
        char text[256];
        assert(w->values[i].text);
        /* SZ and KM say these two. */
        const bool said = w->format == CN_RECORDS_SGF &&
                          (strcmp(option->name, "size") == 0 || strcmp(option->name, "komi") == 0);
        if (said || strcmp(w->values[i].text, option->fallback) == 0) continue;
        snprintf(text, sizeof text, "%s=%s", option->name, w->values[i].text);
        put_field(w, "option", text);
    }
}

/* The time of every move, if any is known. */
static void put_seconds(writer *w) {
    const cn_history *h = w->history;
    bool known = false;
    for (int i = 0; i < h->count; i++) known |= h->ply[i].seconds >= 0.0005;
    if (!known) return;
    begin_field(w, "seconds");
    for (int i = 0; i < h->count; i++) fprintf(w->out, "%s%.3f", i ? " " : "", h->ply[i].seconds);
    end_field(w);
}

/* What is in no property of SGF, or is said there in words of others. */
static void put_own(writer *w) {
    put_options(w);
    if (w->exact[0]) put_field(w, "position", w->exact);
    if (w->info->clock[0]) put_field(w, "clock", w->info->clock);
    if (w->info->ending == CN_ENDED_FORFEIT && w->info->reason[0]) {
        put_field(w, "reason", w->info->reason);
    }
    put_seconds(w);
    if (w->own) fputc('\n', w->out);
    w->own = false;
}

/* ---- the start ---- */

/* The value of an option of the game, or NULL if it has no such option. */
static const cn_value *value_of(const writer *w, const char *name) {
    const int i = cn_option_find(w->game->options, name);
    return i < 0 ? NULL : &w->values[i];
}

/* The drawing of the start that the board's size alone gives. False if there is none. */
static bool standard_start(const writer *w, const cn_board *board, cn_board *standard, int *turn) {
    const cn_option *options = w->game->options;
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(options, values);
    const struct {
        const char *name;
        int value;
    } sizes[] = {{"size", board->rows}, {"width", board->columns}, {"height", board->rows}};
    for (int i = 0; i < 3; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s=%d", sizes[i].name, sizes[i].value);
        if (value_of(w, sizes[i].name)) cn_values_set(options, values, text, NULL);
    }
    cn_position p;
    if (cn_position_new(w->game, values, NULL, &p, NULL) != CN_OK) return false;
    w->game->draw(p.state, standard);
    *turn = p.rules->turn(p.state);
    cn_position_free(&p);
    return standard->rows == board->rows && standard->columns == board->columns;
}

/* Whether a text makes the start position, to its last detail. */
static bool makes_start(const writer *w, const char *text) {
    const cn_position *start = &w->history->start;
    cn_position made;
    if (cn_position_new(w->game, w->values, text, &made, NULL) != CN_OK) return false;
    char a[CN_TEXT_MAX], b[CN_TEXT_MAX];
    cn_position_text(start, a, sizeof a);
    cn_position_text(&made, b, sizeof b);
    const bool same = made.rules == start->rules && strcmp(a, b) == 0;
    cn_position_free(&made);
    return same;
}

/* AB, AW and, where the usual start has a stone, AE. */
static void put_stones(const writer *w, const cn_board *board, const cn_board *standard) {
    static const char *const id[] = {"AE", "AB", "AW"};
    for (int value = 1; value <= 3; value++) {
        bool first = true;
        for (int i = 0; i < board->rows * board->columns; i++) {
            const int cell = board->cell[i];
            if (cell != value % 3) continue;
            if (cell == 0 && (!standard || standard->cell[i] == 0)) continue;
            fprintf(w->out, "%s[%c%c]", first ? id[cell] : "", 'a' + i % board->columns,
                    'a' + i / board->columns);
            first = false;
        }
    }
}

/* Notes the start word by word if the format's own way of saying it loses something. */
static void find_exact(writer *w, const char *simple) {
    if (!makes_start(w, simple)) {
        cn_position_text(&w->history->start, w->exact, sizeof w->exact);
    }
}

/* ---- moves ---- */

typedef void put_move_fn(const writer *w, const cn_position *before, int number);

/* Calls `put` for every move of the history with the position before it. */
static void put_moves(const writer *w, put_move_fn *put) {
    cn_walk walk;
    cn_walk_begin(&walk, &w->history->start, w->history->moves, w->history->count);
    while (cn_walk_next(&walk)) put(w, &walk.position, walk.index);
}

/* A move in a line of moves, as the game writes it. */
static void put_line_move(const writer *w, const cn_position *before, int number) {
    char move[CN_MOVE_TEXT];
    before->game->print_move(before->state, w->history->ply[number].move, move);
    fprintf(w->out, "%s%s", number ? " " : "", move);
}

/* A move as a node of SGF: column and row as letters from the top left; nothing for a pass. */
static void put_sgf_move(const writer *w, const cn_position *before, int number) {
    enum { A_LINE = 12 };
    const cn_ply *ply = &w->history->ply[number];
    cn_board board;
    before->game->draw(before->state, &board);
    const int cell = before->game->cell_of(before->state, ply->move);
    fprintf(w->out, "%s;%c[", number && number % A_LINE == 0 ? "\n" : "", ply->player ? 'W' : 'B');
    if (cell >= 0) {
        fprintf(w->out, "%c%c", 'a' + cell % board.columns, 'a' + cell / board.columns);
    }
    fputc(']', w->out);
}

/* A move as GGF has it, with the seconds that it took. */
static void put_ggf_move(const writer *w, const cn_position *before, int number) {
    const cn_ply *ply = &w->history->ply[number];
    char move[CN_MOVE_TEXT] = "PA";
    if (ply->move != before->rules->pass) before->game->print_move(before->state, ply->move, move);
    for (char *p = move; *p; p++) *p = (char)toupper((unsigned char)*p);
    fprintf(w->out, "%c[%s", ply->player ? 'W' : 'B', move);
    if (ply->seconds >= 0.005) fprintf(w->out, "//%.2f", ply->seconds);
    fputc(']', w->out);
}

/* ---- whole records ---- */

/* The game as a line of moves below comments that say the rest. */
static void write_lines(writer *w) {
    char result[80];
    find_exact(w, NULL);
    fprintf(w->out, "# canopy record: %s\n", w->game->name);
    for (int i = 0; i < 2; i++) {
        if (w->info->player[i][0]) put_field(w, i ? "second" : "first", w->info->player[i]);
    }
    if (w->info->date[0]) put_field(w, "date", w->info->date);
    cn_info_result(w->info, &w->history->now, result, sizeof result);
    put_field(w, "result", result);
    put_own(w);
    put_moves(w, put_line_move);
    fputc('\n', w->out);
}

/* Who played and when, in the properties that SGF and GGF share. */
static void put_people(const writer *w) {
    if (w->info->player[0][0]) put_property(w, "PB", w->info->player[0]);
    if (w->info->player[1][0]) put_property(w, "PW", w->info->player[1]);
    if (w->info->date[0]) put_property(w, "DT", w->info->date);
}

/* TM and OT, in the words that other programs use. */
static void put_clock(const writer *w) {
    cn_clocks clocks;
    if (!w->info->clock[0] || cn_clocks_read(w->info->clock, &clocks, NULL) != CN_OK) return;
    fprintf(w->out, "TM[%g]", clocks.main);
    if (clocks.periods > 0) {
        fprintf(w->out, "OT[%dx%g byo-yomi]", clocks.periods, clocks.period);
    } else if (clocks.increment > 0) {
        fprintf(w->out, "OT[%g fischer]", clocks.increment);
    }
}

/* The game as SGF. Stones and the side to move are written only if the start is not the usual one.
 */
static void write_sgf(writer *w) {
    const cn_position *start = &w->history->start;
    cn_board board, standard;
    char text[CN_BOARD_MAX * (CN_BOARD_MAX + 1) + 4], result[80];
    int usual;
    w->game->draw(start->state, &board);
    const int turn = start->rules->turn(start->state);
    const bool known = standard_start(w, &board, &standard, &usual);
    const bool plain = known && turn == usual &&
                       memcmp(board.cell, standard.cell, sizeof board.cell) == 0 &&
                       makes_start(w, NULL);
    cn_grid_print(w->game->cells, &board, turn, text, sizeof text);
    if (!plain) find_exact(w, text);
    fprintf(w->out, "(;FF[4]GM[%d]CA[UTF-8]AP[Canopy:%s]", w->game->sgf, CN_VERSION);
    if (board.rows == board.columns) {
        fprintf(w->out, "SZ[%d]", board.rows);
    } else {
        fprintf(w->out, "SZ[%d:%d]", board.columns, board.rows);
    }
    const cn_value *komi = value_of(w, "komi");
    if (komi) put_property(w, "KM", komi->text);
    put_people(w);
    cn_info_result_sgf(w->info, &w->history->now, result, sizeof result);
    put_property(w, "RE", result);
    put_clock(w);
    fputc('\n', w->out);
    if (!plain) {
        put_stones(w, &board, known ? &standard : NULL);
        fprintf(w->out, "PL[%c]\n", turn ? 'W' : 'B');
    }
    put_own(w);
    put_moves(w, put_sgf_move);
    fputs(")\n", w->out);
}

/* GGF's result: the first player's margin and how it ended. */
static void put_ggf_result(const writer *w) {
    const cn_position *last = &w->history->now;
    const char letter = cn_info_letter_ggf(w->info->ending);
    if (w->info->ending == CN_ENDED_DRAWN) {
        fputs("RE[0.000]", w->out);
    } else if (letter) {
        cn_board board;
        w->game->draw(last->state, &board);
        fprintf(w->out, "RE[%c%d.000:%c]", w->info->loser ? '+' : '-', board.rows * board.columns,
                letter);
    } else if (last->rules->over(last->state) != CN_ONGOING && last->rules->score) {
        fprintf(w->out, "RE[%+.3f]", cn_info_margin(last));
    } else {
        fputs("RE[?]", w->out);
    }
}

/* The game as GGF, which always has the whole board at the start. */
static void write_ggf(writer *w) {
    const cn_position *start = &w->history->start;
    cn_board board;
    char text[CN_BOARD_MAX * (CN_BOARD_MAX + 1) + 4];
    w->game->draw(start->state, &board);
    const int turn = start->rules->turn(start->state);
    cn_grid_print(w->game->cells, &board, turn, text, sizeof text);
    find_exact(w, text);
    fputs("(;", w->out);
    put_property(w, "GM", w->game->title);
    fputs("PC[Canopy]", w->out);
    put_people(w);
    put_ggf_result(w);
    fprintf(w->out, "TY[%d]BO[%d ", board.rows, board.rows);
    for (int r = 0; r < board.rows; r++) {
        for (int c = 0; c < board.columns; c++) {
            fputc("-*O"[board.cell[r * board.columns + c]], w -> out);
        }
        fputc(' ', w->out);
    }
    fprintf(w->out, "%c]\n", "*O"[turn]);
    put_own(w);
    put_moves(w, put_ggf_move);
    fputs(";)\n", w->out);
}

void cn_write_game(FILE *out, const cn_history *history, const cn_value *values,
                   const cn_record_info *info, cn_record_format format) {
    writer w = {
        .out = out,
        .history = history,
        .game = history->start.game,
        .values = values,
        .info = info,
        .format = format,
    };
    format == CN_RECORDS_LINES ? write_lines(&w)
    : format == CN_RECORDS_SGF ? write_sgf(&w)
                               : write_ggf(&w);
}

cn_status cn_write_file(const char *path, const cn_history *history, const cn_value *values,
                        const cn_record_info *info, cn_error *error) {
    cn_record_format format;
    CN_TRY(cn_write_format(history->start.game, path, &format, error));
    cn_file file;
    CN_TRY(cn_file_begin(&file, path, error));
    cn_write_game(file.stream, history, values, info, format);
    return cn_file_keep(&file, error);
}
