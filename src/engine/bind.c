/* What bindings to other languages call (canopy/bind.h): results, games and agents as JSON, limits
 * as words. The JSON is written here and not with a library, because the core needs none;
 * docs/api.md describes it. What needs the arena (solving, reading records) is in arena/bind.c. */
#include "engine/scratch.h"

#include <canopy/bind.h>
#include <inttypes.h>
#include <stdlib.h>

const char *cn_version(void) {
    return CN_VERSION;
}

void cn_text_free(char *text) {
    free(text);
}

/* ---- JSON as text ---- */

/* A text that is being written: a stream into memory. */
typedef struct text {
    FILE *out;
    char *bytes;
    size_t size;
} text;

/* Begins an empty text. It must stay where it is: the stream writes to `bytes` and `size`. */
static void begin(text *t) {
    *t = (text){0};
    t->out = open_memstream(&t->bytes, &t->size);
}

/* Ends the text and returns it, which the caller frees; NULL if memory ran out. */
static char *end(text *t) {
    if (t->out && fclose(t->out) == 0) return t->bytes;
    free(t->bytes);
    return NULL;
}

/* Writes a string in quotation marks, with what JSON wants escaped. */
static void add_string(FILE *out, const char *string) {
    fputc('"', out);
    for (const char *p = string; *p; p++) {
        const unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\') fputc('\\', out);
        c < 0x20 ? fprintf(out, "\\u%04x", c) : fputc(c, out);
    }
    fputc('"', out);
}

/* Adds by a format: ' is a quotation mark, %s a string in quotation marks (NULL: null), %r text as
 * it is, %d an int, %u a uint64_t, %g a double, %b a bool; all else stands for itself. */
static void add(text *t, const char *format, ...) {
    FILE *out = t->out;
    va_list args;
    va_start(args, format);
    for (; out && *format; format++) {
        const char *string;
        switch (*format == '%' ? *++format : 0) {
        case 's':
            string = va_arg(args, const char *);
            string ? add_string(out, string) : (void)fputs("null", out);
            break;
        case 'r': fputs(va_arg(args, const char *), out); break;
        case 'd': fprintf(out, "%d", va_arg(args, int)); break;
        case 'u': fprintf(out, "%" PRIu64, va_arg(args, uint64_t)); break;
        case 'g': fprintf(out, "%.15g", va_arg(args, double)); break;
        case 'b': fputs(va_arg(args, int) ? "true" : "false", out); break;
        default: fputc(*format == '\'' ? '"' : *format, out);
        }
    }
    va_end(args);
}

/* What stands before an element of a list. */
static const char *comma(int index) {
    return index ? ", " : "";
}

/* ---- games and agents ---- */

/* Adds a list of options as the field "options". */
static void add_options(text *t, const cn_option *options) {
    static const char *const types[] = {
        [CN_OPTION_INT] = "int",
        [CN_OPTION_REAL] = "real",
        [CN_OPTION_CHOICE] = "choice",
        [CN_OPTION_TEXT] = "text",
    };
    add(t, ", 'options': [");
    for (int i = 0; options && options[i].name; i++) {
        const cn_option *o = &options[i];
        add(t, "%r{'name': %s, 'type': %s, 'default': %s, 'help': %s", comma(i), o->name,
            types[o->type], o->fallback, o->help);
        if (o->type == CN_OPTION_CHOICE) {
            add(t, ", 'choices': [");
            for (int k = 0; o->choices[k]; k++) add(t, "%r%s", comma(k), o->choices[k]);
            add(t, "]");
        } else if (o->type != CN_OPTION_TEXT) {
            add(t, ", 'min': %g, 'max': %g", o->min, o->max);
        }
        add(t, "}");
    }
    add(t, "]");
}

/* Adds a list of names with helps as a field. */
static void add_named(text *t, const char *name, const cn_named *list) {
    add(t, ", %s: [", name);
    for (int i = 0; list && list[i].name; i++) {
        add(t, "%r{'name': %s, 'help': %s}", comma(i), list[i].name, list[i].help);
    }
    add(t, "]");
}

char *cn_bind_game(const cn_game *game) {
    text t;
    begin(&t);
    add(&t, "{'name': %s, 'title': %s, 'summary': %s, 'text': %s, 'notation': %s, 'example': %s",
        game->name, game->title, game->summary, game->text, game->notation, game->example);
    add(&t, ", 'cells': %s, 'players': [%s, %s]", game->cells, game->player[0], game->player[1]);
    add_options(&t, game->options);
    add_named(&t, "heuristics", game->heuristics);
    add_named(&t, "policies", game->policies);
    add(&t, "}");
    return end(&t);
}

char *cn_bind_agents(void) {
    text t;
    begin(&t);
    const cn_agent *agents = cn_agents();
    add(&t, "[");
    for (int i = 0; agents[i].name; i++) {
        add(&t, "%r{'name': %s, 'summary': %s", comma(i), agents[i].name, agents[i].summary);
        add_options(&t, agents[i].options);
        add(&t, "}");
    }
    add(&t, "]");
    return end(&t);
}

/* ---- positions ---- */

char *cn_bind_board(const cn_position *position) {
    cn_board board;
    text t;
    begin(&t);
    cn_position_draw(position, &board);
    add(&t, "{'rows': %d, 'columns': %d, 'cells': [", board.rows, board.columns);
    for (int i = 0; i < board.rows * board.columns; i++) {
        add(&t, "%r%d", comma(i), board.cell[i]);
    }
    add(&t, "], 'row_labels': [");
    for (int i = 0; i < board.rows; i++) add(&t, "%r%s", comma(i), board.row_label[i]);
    add(&t, "], 'column_labels': [");
    for (int i = 0; i < board.columns; i++) add(&t, "%r%s", comma(i), board.column_label[i]);
    add(&t, "], 'note': %s}", board.note);
    return end(&t);
}

char *cn_bind_moves(const cn_position *position) {
    cn_move list[CN_MOVES_MAX];
    text t;
    begin(&t);
    const int count = cn_position_moves(position, list);
    for (int i = 0; i < count; i++) {
        char move[CN_MOVE_TEXT];
        cn_position_move_text(position, list[i], move);
        add(&t, i ? " %r" : "%r", move);
    }
    return end(&t);
}

/* ---- results ---- */

/* A line of moves from the position on: each is written in the position where it is played. It ends
 * at a move that is not legal: a line can come out of a table, where two positions may share a key.
 */
static void add_line(text *t, const cn_position *position, const cn_move *moves, int length) {
    cn_scratch scratch;
    cn_position *at = cn_scratch_copy(&scratch, position);
    add(t, ", 'line': [");
    for (int i = 0; i < length && cn_position_legal(at, moves[i]); i++) {
        char move[CN_MOVE_TEXT];
        cn_position_move_text(at, moves[i], move);
        add(t, "%r%s", comma(i), move);
        at->rules->play(at->state, moves[i]);
    }
    add(t, "]");
}

/* A move and its score, under the name that the move has here. */
static void add_scored(text *t, const cn_position *position, const char *name, cn_move move,
                       cn_score score) {
    char words[CN_MOVE_TEXT], json[CN_SCORE_JSON];
    if (move != CN_MOVE_NONE) cn_position_move_text(position, move, words);
    cn_score_json(position->game, score, json);
    add(t, "{%s: %s, 'score': %r", name, move == CN_MOVE_NONE ? NULL : words, json);
}

/* Adds a move with its score and what was spent on it; the object stays open. */
static void add_info(text *t, const cn_position *position, const cn_move_info *info) {
    add_scored(t, position, "move", info->move, info->score);
    add(t, ", 'nodes': %u, 'visits': %u", info->nodes, info->visits);
}

char *cn_bind_result(const cn_position *position, const cn_result *r) {
    text t;
    begin(&t);
    add_scored(&t, position, "best", r->best, r->score);
    add(&t, ", 'depth': %d, 'complete': %b, 'nodes': %u, 'seconds': %g", r->depth, r->complete,
        r->nodes, r->seconds);
    add(&t, ", 'iterations': %u, 'threads': %d", r->iterations, r->threads);
    add_line(&t, position, r->line, r->line_length);
    add(&t, ", 'moves': [");
    for (int i = 0; i < r->count; i++) {
        add(&t, "%r", comma(i));
        add_info(&t, position, &r->moves[i]);
        add(&t, "}");
    }
    add(&t, "], 'lines': [");
    for (int i = 0; i < r->top_count; i++) {
        add(&t, "%r", comma(i));
        add_info(&t, position, &r->top[i].info);
        add_line(&t, position, r->top[i].moves, r->top[i].length);
        add(&t, "}");
    }
    add(&t, "]}");
    return end(&t);
}

/* ---- searching ---- */

/* The words that limits are given by, and their places in the list. */
enum { LIMIT_DEPTH, LIMIT_TIME, LIMIT_NODES, LIMIT_ITERATIONS, LIMIT_LINES, LIMIT_INFINITE };

static const cn_option limit_options[] = {
    CN_OPT_INT("depth", 0, 200, "0", "plies"),
    CN_OPT_REAL("time", 0, 1e6, "0", "seconds"),
    CN_OPT_INT("nodes", 0, 1e15, "0", "positions"),
    CN_OPT_INT("iterations", 0, 1e15, "0", "of Monte Carlo tree search"),
    CN_OPT_INT("lines", 0, CN_LINES_MAX, "0", "best moves with values and lines"),
    CN_OPT_INT("infinite", 0, 1, "0", "until it is stopped or proven"),
    {.name = NULL},
};

/* The limits of a search from words, which may be NULL: no limits. */
static cn_status read_limits(const char *words, cn_limits *limits, cn_error *error) {
    cn_value v[CN_OPTIONS_MAX];
    cn_values_default(limit_options, v);
    const cn_status status = cn_values_read(limit_options, v, words ? words : "", " ,", error);
    *limits = (cn_limits){.depth = (int)v[LIMIT_DEPTH].integer,
                          .seconds = v[LIMIT_TIME].real,
                          .nodes = (uint64_t)v[LIMIT_NODES].integer,
                          .iterations = (uint64_t)v[LIMIT_ITERATIONS].integer,
                          .lines = (int)v[LIMIT_LINES].integer,
                          .infinite = v[LIMIT_INFINITE].integer != 0};
    return status;
}

/* Hands the progress of a search on as JSON. */
typedef struct listener {
    cn_search *search;
    const cn_position *position;
    cn_bind_progress_fn *progress;
    void *user;
} listener;

/* Tells the caller's function of progress; the search ends if it says so. */
static void tell(const cn_result *so_far, void *user) {
    const listener *l = user;
    char *json = cn_bind_result(l->position, so_far);
    if (json && !l->progress(json, l->user)) cn_search_stop(l->search);
    free(json);
}

cn_status cn_bind_search(cn_search *search, const cn_position *position, const char *words,
                         cn_bind_progress_fn *progress, void *user, char **json, cn_error *error) {
    *json = NULL;
    cn_limits limits;
    CN_TRY(read_limits(words, &limits, error));
    cn_result result;
    listener l = {search, position, progress, user};
    CN_TRY(cn_search_run(search, position, &limits, progress ? tell : NULL, &l, &result, error));
    *json = cn_bind_result(position, &result);
    return *json ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for a result");
}
