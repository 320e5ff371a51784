/* What bindings to other languages call: structs as JSON. It is written here and not with a JSON
 * library because the core needs none; docs/api.md has the shapes. */
#include <canopy/bind.h>
#include <stdlib.h>

const char *cn_version(void) {
    return CN_VERSION;
}

void cn_text_free(char *text) {
    free(text);
}

/* ---- a text that grows ---- */

typedef struct text {
    char *bytes; /* NULL once memory ran out */
    size_t length, size;
} text;

static text text_new(void) {
    return (text){.bytes = malloc(1024), .size = 1024};
}

static void add_bytes(text *t, const char *bytes, size_t length) {
    if (!t->bytes) return;
    if (t->length + length + 1 > t->size) {
        const size_t size = 2 * (t->length + length + 1);
        char *more = realloc(t->bytes, size);
        if (!more) free(t->bytes);
        t->bytes = more;
        t->size = size;
        if (!more) return;
    }
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

__attribute__((format(printf, 2, 3))) static void add(text *t, const char *format, ...) {
    char some[512];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(some, sizeof some, format, args);
    va_end(args);
    if (length > 0) {
        add_bytes(t, some, (size_t)length < sizeof some ? (size_t)length : sizeof some - 1);
    }
}

static void add_string(text *t, const char *string) {
    if (!string) {
        add(t, "null");
        return;
    }
    add(t, "\"");
    for (const char *p = string; *p; p++) {
        const unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\') {
            add(t, "\\%c", c);
        } else if (c < 0x20) {
            add(t, "\\u%04x", c);
        } else {
            add_bytes(t, p, 1);
        }
    }
    add(t, "\"");
}

static void add_field(text *t, const char *before, const char *name, const char *string) {
    add(t, "%s\"%s\": ", before, name);
    add_string(t, string);
}

/* ---- games and agents ---- */

static void add_option(text *t, const cn_option *o) {
    static const char *const types[] = {
        [CN_OPTION_INT] = "int",
        [CN_OPTION_REAL] = "real",
        [CN_OPTION_CHOICE] = "choice",
        [CN_OPTION_TEXT] = "text",
    };
    add_field(t, "{", "name", o->name);
    add_field(t, ", ", "type", types[o->type]);
    add_field(t, ", ", "default", o->fallback);
    add_field(t, ", ", "help", o->help);
    if (o->type == CN_OPTION_CHOICE) {
        add(t, ", \"choices\": [");
        for (int i = 0; o->choices[i]; i++) {
            if (i) add(t, ", ");
            add_string(t, o->choices[i]);
        }
        add(t, "]");
    } else if (o->type != CN_OPTION_TEXT) {
        add(t, ", \"min\": %.17g, \"max\": %.17g", o->min, o->max);
    }
    add(t, "}");
}

static void add_options(text *t, const cn_option *options) {
    add(t, ", \"options\": [");
    for (int i = 0; options && options[i].name; i++) {
        if (i) add(t, ", ");
        add_option(t, &options[i]);
    }
    add(t, "]");
}

static void add_named(text *t, const char *name, const cn_named *list) {
    add(t, ", \"%s\": [", name);
    for (int i = 0; list && list[i].name; i++) {
        add_field(t, i ? ", {" : "{", "name", list[i].name);
        add_field(t, ", ", "help", list[i].help);
        add(t, "}");
    }
    add(t, "]");
}

char *cn_bind_game(const cn_game *game) {
    text t = text_new();
    add_field(&t, "{", "name", game->name);
    add_field(&t, ", ", "title", game->title);
    add_field(&t, ", ", "summary", game->summary);
    add_field(&t, ", ", "text", game->text);
    add_field(&t, ", ", "notation", game->notation);
    add_field(&t, ", ", "example", game->example);
    add_field(&t, ", ", "cells", game->cells);
    add(&t, ", \"players\": [");
    add_string(&t, game->player[0]);
    add(&t, ", ");
    add_string(&t, game->player[1]);
    add(&t, "]");
    add_options(&t, game->options);
    add_named(&t, "heuristics", game->heuristics);
    add_named(&t, "policies", game->policies);
    add(&t, "}");
    return t.bytes;
}

char *cn_bind_agents(void) {
    text t = text_new();
    add(&t, "[");
    for (const cn_agent *agent = cn_agents(); agent->name; agent++) {
        add_field(&t, agent == cn_agents() ? "{" : ", {", "name", agent->name);
        add_field(&t, ", ", "summary", agent->summary);
        add_options(&t, agent->options);
        add(&t, "}");
    }
    add(&t, "]");
    return t.bytes;
}

/* ---- positions ---- */

static void add_labels(text *t, const char *name, const char (*label)[4], int count) {
    add(t, ", \"%s\": [", name);
    for (int i = 0; i < count; i++) {
        if (i) add(t, ", ");
        add_string(t, label[i]);
    }
    add(t, "]");
}

char *cn_bind_board(const cn_position *position) {
    cn_board board;
    text t = text_new();
    cn_position_draw(position, &board);
    add(&t, "{\"rows\": %d, \"columns\": %d, \"cells\": [", board.rows, board.columns);
    for (int i = 0; i < board.rows * board.columns; i++) {
        add(&t, "%s%d", i ? ", " : "", board.cell[i]);
    }
    add(&t, "]");
    add_labels(&t, "row_labels", (const char(*)[4])board.row_label, board.rows);
    add_labels(&t, "column_labels", (const char(*)[4])board.column_label, board.columns);
    add_field(&t, ", ", "note", board.note);
    add(&t, "}");
    return t.bytes;
}

char *cn_bind_moves(const cn_position *position) {
    cn_move list[CN_MOVES_MAX];
    text t = text_new();
    if (t.bytes) t.bytes[0] = '\0';
    const int count = cn_position_moves(position, list);
    for (int i = 0; i < count; i++) {
        char move[CN_MOVE_TEXT];
        cn_position_move_text(position, list[i], move);
        add(&t, "%s%s", i ? " " : "", move);
    }
    return t.bytes;
}

/* ---- results ---- */

static void add_move(text *t, const cn_position *position, cn_move move) {
    char words[CN_MOVE_TEXT];
    if (move == CN_MOVE_NONE) {
        add_string(t, NULL);
        return;
    }
    cn_position_move_text(position, move, words);
    add_string(t, words);
}

/* A line of moves from the position on: each is written in the position where it is played. */
static void add_line(text *t, const cn_position *position, const cn_move *moves, int length) {
    cn_position at;
    add(t, ", \"line\": [");
    if (cn_position_copy(position, &at, NULL) == CN_OK) {
        for (int i = 0; i < length && cn_position_legal(&at, moves[i]); i++) {
            if (i) add(t, ", ");
            add_move(t, &at, moves[i]);
            cn_position_play(&at, moves[i], NULL);
        }
        cn_position_free(&at);
    }
    add(t, "]");
}

static void add_score(text *t, const cn_position *position, cn_score score) {
    char json[CN_SCORE_JSON];
    cn_score_json(position->game, score, json);
    add(t, ", \"score\": %s", json);
}

static void add_info(text *t, const cn_position *position, const cn_move_info *info) {
    add(t, "{\"move\": ");
    add_move(t, position, info->move);
    add_score(t, position, info->score);
    add(t, ", \"nodes\": %llu, \"visits\": %llu", (unsigned long long)info->nodes,
        (unsigned long long)info->visits);
}

char *cn_bind_result(const cn_position *position, const cn_result *r) {
    text t = text_new();
    add(&t, "{\"best\": ");
    add_move(&t, position, r->best);
    add_score(&t, position, r->score);
    add(&t, ", \"depth\": %d, \"complete\": %s, \"nodes\": %llu, \"seconds\": %.9g", r->depth,
        r->complete ? "true" : "false", (unsigned long long)r->nodes, r->seconds);
    add(&t, ", \"iterations\": %llu, \"threads\": %d", (unsigned long long)r->iterations,
        r->threads);
    add_line(&t, position, r->line, r->line_length);
    add(&t, ", \"moves\": [");
    for (int i = 0; i < r->count; i++) {
        if (i) add(&t, ", ");
        add_info(&t, position, &r->moves[i]);
        add(&t, "}");
    }
    add(&t, "], \"lines\": [");
    for (int i = 0; i < r->top_count; i++) {
        if (i) add(&t, ", ");
        add_info(&t, position, &r->top[i].info);
        add_line(&t, position, r->top[i].moves, r->top[i].length);
        add(&t, "}");
    }
    add(&t, "]}");
    return t.bytes;
}

/* ---- searching ---- */

enum { LIMIT_DEPTH, LIMIT_TIME, LIMIT_NODES, LIMIT_ITERATIONS, LIMIT_LINES, LIMIT_INFINITE };

static const cn_option limit_options[] = {
    {"depth", CN_OPTION_INT, 0, 200, NULL, "0", "plies"},
    {"time", CN_OPTION_REAL, 0, 1e6, NULL, "0", "seconds"},
    {"nodes", CN_OPTION_INT, 0, 1e15, NULL, "0", "positions"},
    {"iterations", CN_OPTION_INT, 0, 1e15, NULL, "0", "of Monte Carlo tree search"},
    {"lines", CN_OPTION_INT, 0, CN_LINES_MAX, NULL, "0", "best moves with values and lines"},
    {"infinite", CN_OPTION_INT, 0, 1, NULL, "0", "until it is stopped or proven"},
    {.name = NULL},
};

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

typedef struct listener {
    cn_search *search;
    const cn_position *position;
    cn_bind_progress_fn *progress;
    void *user;
} listener;

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
    cn_status status = read_limits(words, &limits, error);
    if (status != CN_OK) return status;
    cn_result *result = malloc(sizeof *result);
    if (!result) return cn_fail(error, CN_NO_MEMORY, "no memory for a result");
    listener l = {search, position, progress, user};
    status = cn_search_run(search, position, &limits, progress ? tell : NULL, &l, result, error);
    if (status == CN_OK) *json = cn_bind_result(position, result);
    free(result);
    if (status == CN_OK && !*json) status = cn_fail(error, CN_NO_MEMORY, "no memory for a result");
    return status;
}
