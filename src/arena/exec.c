/* Another program as an agent, apart from what the protocols say: the specification, the start and
 * restart of the program, which moves of the game it knows already, its time limits, and the result
 * of a run.
 *
 * A run compares the game so far with the game as the program knows it (cn_exec.told). If that is a
 * beginning of it, only the moves since then are told; else the program gets a new game. After any
 * failure the program's game is forgotten, so that the next run tells it everything again. */
#include "arena/exec.h"
#include "arena/dialect.h"

#include "arena/exec_protocol.h"
#include "arena/setup.h"
#include "core/clock.h"
#include "core/text.h"
#include "engine/algorithm.h"

#include <stdlib.h>

/* ---- the table ---- */

const cn_named cn_exec_protocols[] = {
    {"gtp", "Go Text Protocol, for every game"},
    {"ugi", "Universal Game Interface, for every game"},
    {"gomocup", "Gomocup's, also called Piskvork's"},
    {"nboard", "NBoard 2"},
    {NULL, NULL},
};

static const cn_exec_protocol *const protocols[] = {&cn_exec_gtp, &cn_exec_ugi, &cn_exec_gomocup,
                                                    &cn_exec_nboard};

/* The options in the order of their table. */
enum { TIME, DEPTH, NODES, MARGIN, STARTUP, WAIT };

static const cn_option options[] = {
    CN_OPT_REAL("time", 0, 1e6, "0",
                "seconds for each move, which the program is told; 0: no limit"),
    CN_OPT_INT("depth", 0, 200, "0",
               "plies to search at most, where the protocol can say it; 0: no limit"),
    CN_OPT_REAL("nodes", 0, 1e18, "0",
                "positions to visit at most, where the protocol can say it; 0: no limit"),
    CN_OPT_REAL("margin", 0, 3600, "0.5", "seconds beyond its time that the program is waited for"),
    CN_OPT_REAL("startup", 0.01, 3600, "10",
                "seconds to start, and to answer all but the question for a move"),
    CN_OPT_REAL("wait", 0.01, 1e6, "60",
                "seconds that a move may take if neither `time` nor a clock limits it"),
    {.name = NULL},
};

const cn_agent cn_exec_agent = {
    "exec", "another program: exec:PROTOCOL:COMMAND or exec:PROTOCOL,option=value,…:COMMAND",
    options};

/* ---- specifications ---- */

bool cn_exec_is(const char *spec) {
    return strcspn(spec, ":") == 4 && strncmp(spec, "exec", 4) == 0;
}

/* Sets the protocol by its name. GTP and UGI serve every game, the others only games that list them
 * as a dialect. */
static cn_status find_protocol(cn_exec *e, const char *word, cn_error *error) {
    const char *names[sizeof protocols / sizeof *protocols + 1] = {NULL};
    for (int i = 0; cn_exec_protocols[i].name; i++) {
        names[i] = cn_exec_protocols[i].name;
        if (strcmp(names[i], word) != 0) continue;
        e->protocol_name = names[i];
        e->protocol = protocols[i];
        const bool for_all = protocols[i] == &cn_exec_gtp || protocols[i] == &cn_exec_ugi;
        if (for_all || cn_dialect_find(e->game, word, NULL)) return CN_OK;
        return cn_fail(error, CN_UNSUPPORTED, "agent exec: %s is not a protocol for %s", word,
                       e->game->title);
    }
    char known[128];
    cn_text_join(known, sizeof known, names);
    return cn_fail(error, CN_BAD_USAGE, "agent exec: unknown protocol `%.40s`: expected one of %s",
                   word, known);
}

static bool is_word(const char *text, size_t length, const char *word) {
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* The program is the first word that is neither `exec` nor a variable set for it, of the first of
 * the shell's commands that does more than prepare: `cd there; A=1 exec ./program` is `program`. */
static void name_program(cn_exec *e) {
    const char *word = e->command + strspn(e->command, " \t");
    size_t length;
    for (;; word += length + strspn(word + length, " \t")) {
        length = strcspn(word, " \t;|&<>");
        const size_t rest = length + strcspn(word + length, ";&|");
        const bool prepares = is_word(word, length, "cd") || is_word(word, length, "export") ||
                              is_word(word, length, "ulimit");
        if (prepares && word[rest]) {
            length = rest + strspn(word + rest, ";&| \t");
            if (word[length]) continue;
        }
        const bool set = strcspn(word, "=") < length;
        if (!(set || is_word(word, length, "exec")) || !word[length]) break;
    }
    const char *from = word;
    for (size_t i = 0; i < length; i++) {
        if (word[i] == '/' && i + 1 < length) from = word + i + 1;
    }
    snprintf(e->label, sizeof e->label, "%.*s", (int)(word + length - from), from);
}

/* exec:PROTOCOL[,option=value…]:COMMAND, where the command is all the rest. */
static cn_status read_spec(cn_exec *e, const char *spec, cn_error *error) {
    char head[256], *rest = head;
    cn_value values[CN_OPTIONS_MAX];
    const char *from = spec + strcspn(spec, ":");
    from += *from == ':';
    const size_t length = strcspn(from, ":");
    const char *command = from + length + (from[length] == ':');
    CN_FAIL_IF(length >= sizeof head || !command[strspn(command, " \t")] || strpbrk(spec, "\r\n"),
               error, CN_BAD_USAGE,
               "agent exec: expected exec:PROTOCOL:COMMAND in one line, such as "
               "exec:gtp:gnugo --mode gtp");
    snprintf(head, sizeof head, "%.*s", (int)length, from);
    const char *word = strsep(&rest, ",");
    cn_status status = find_protocol(e, word, error);
    cn_values_default(options, values);
    if (status == CN_OK && rest) {
        cn_error why = {""};
        status = *rest ? cn_values_read(options, values, rest, ",", &why)
                       : cn_values_set(options, values, rest, &why);
        if (status != CN_OK) cn_fail(error, status, "agent exec: %.480s", why.text);
    }
    if (status != CN_OK) return status;
    e->time = values[TIME].real;
    e->depth = (int)values[DEPTH].real;
    e->nodes = (uint64_t)values[NODES].real;
    e->margin = values[MARGIN].real;
    e->startup = values[STARTUP].real;
    e->wait = values[WAIT].real;
    e->command = strdup(command);
    if (!e->command) return cn_fail(error, CN_NO_MEMORY, "no memory for a command");
    name_program(e);
    return CN_OK;
}

/* ---- the engine's game ---- */

/* The program is taken to know nothing: the next run tells it a whole game. */
static void forget_game(cn_exec *e) {
    cn_history_free(&e->told);
    e->said[0] = '\0';
}

/* Whether two positions are one by every byte of their states, the past included. */
static bool same_state(const cn_position *a, const cn_position *b) {
    if (!a->state || a->rules != b->rules) return false;
    const size_t live = cn_state_live(a->rules, a->state);
    return live == cn_state_live(b->rules, b->state) && memcmp(a->state, b->state, live) == 0;
}

/* How many plies of this game the engine knows, or -1: of another game, or of moves taken back. */
static int in_step(const cn_exec *e, const cn_exec_turn *turn) {
    const int count = e->told.count;
    const bool prefix =
        same_state(&e->told.start, turn->start) && count <= turn->count &&
        (count == 0 ||
         (turn->moves && memcmp(e->told.moves, turn->moves, (size_t)count * sizeof(cn_move)) == 0));
    return prefix ? count : -1;
}

/* The program has been told the start, if it was new to it, and all moves of the turn. */
static void note_game(cn_exec *e, const cn_exec_turn *turn) {
    if (e->status != CN_OK) return;
    if (turn->known < 0) {
        cn_history_free(&e->told);
        e->status = cn_history_begin(&e->told, turn->start, &e->error);
    }
    while (e->status == CN_OK && e->told.count < turn->count) {
        e->status = cn_history_play(&e->told, turn->moves[e->told.count], 0, &e->error);
    }
}

/* ---- running ---- */

/* Starts the program and greets it, unless it runs and has been greeted already. */
static void ensure_started(cn_exec *e) {
    if (e->greeted || e->status != CN_OK) return;
    forget_game(e);
    e->knows = 0;
    free(e->declared);
    e->declared = NULL;
    e->status = cn_process_start(&e->process, e->command, &e->error);
    if (e->status != CN_OK) return;
    cn_exec_allow(e, e->startup);
    e->protocol->greet(e);
    e->greeted = e->status == CN_OK;
    if (!e->greeted) cn_process_end(&e->process, NULL);
}

/* Whether the past leads to the position it is said to lead to. */
static bool leads_here(const cn_past *past, const cn_position *position) {
    cn_walk walk;
    if (past->start->rules != position->rules) return false;
    cn_walk_begin(&walk, past->start, past->moves, past->count);
    while (cn_walk_next(&walk)) continue;
    return walk.index == past->count &&
           cn_position_hash(&walk.position) == cn_position_hash(position);
}

/* The smaller of two limits of which 0 is none. */
static double smaller_limit(double a, double b) {
    return a == 0 ? b : b == 0 ? a : a < b ? a : b;
}

/* The limits of a turn: those of the caller and of the specification, whichever is smaller. */
static void set_limits(const cn_exec *e, const cn_limits *limits, cn_exec_turn *turn) {
    turn->depth = (int)smaller_limit(limits->depth, e->depth);
    turn->nodes = (uint64_t)smaller_limit((double)limits->nodes, (double)e->nodes);
    turn->seconds = smaller_limit(limits->seconds, e->time);
    turn->clock = limits->clock;
    turn->increment = limits->increment;
}

/* Brings the program up to date and asks it for a move. Only the question for the move counts
 * against its time; what comes before may take `startup` seconds. */
static cn_move ask(cn_exec *e, cn_exec_turn *turn) {
    ensure_started(e);
    turn->known = in_step(e, turn);
    if (turn->known < 0) forget_game(e);
    cn_exec_allow(e, e->startup);
    if (e->status == CN_OK) e->protocol->tell(e, turn);
    note_game(e, turn);
    if (e->status != CN_OK) return CN_MOVE_NONE;
    const double most = smaller_limit(turn->seconds, turn->clock);
    cn_exec_allow(e, most > 0 ? most + e->margin : e->wait);
    turn->began = cn_clock_seconds();
    e->timed = most > 0;
    const cn_move move = e->protocol->ask(e, turn);
    e->timed = false;
    turn->result->seconds = cn_clock_seconds() - turn->began;
    if (e->status == CN_OK && e->protocol->plays_own) {
        e->status = cn_history_play(&e->told, move, 0, &e->error);
    }
    return move;
}

/* The move at hand and what it was said to be worth. */
static void finish(cn_result *r, cn_move move, const cn_limits *limits) {
    if (r->line_length == 0 || r->line[0] != move) {
        r->line[0] = move;
        r->line_length = 1;
    }
    r->best = move;
    r->complete = true;
    r->threads = 1;
    if (limits->lines == 0) return;
    cn_line *top = &r->top[0];
    top->info = (cn_move_info){.move = move, .score = r->score, .nodes = r->nodes};
    top->length = r->line_length;
    memcpy(top->moves, r->line, (size_t)r->line_length * sizeof *r->line);
    r->top_count = 1;
}

/* cn_algorithm.run: one move. */
static cn_status run(void *self, const cn_run *run, cn_result *result, cn_error *error) {
    cn_exec *e = self;
    const cn_position *position = run->position;
    const cn_past *past = run->limits->past;
    cn_value values[CN_OPTIONS_MAX];
    cn_exec_turn turn = {.start = position,
                         .position = position,
                         .values = values,
                         .progress = run->progress,
                         .user = run->user,
                         .result = result};
    if (cn_setup_must_pass(position)) { /* no choice, and not every engine can be asked for it */
        finish(result, position->rules->pass, run->limits);
        return CN_OK;
    }
    e->status = cn_position_values(position, values, &e->error);
    if (past && leads_here(past, position)) {
        turn.start = past->start;
        turn.moves = past->moves;
        turn.count = past->count;
    }
    set_limits(e, run->limits, &turn);
    e->stop = run->stop;
    e->late = false;
    if (!e->protocol->interrupt && atomic_load_explicit(run->stop, memory_order_relaxed)) {
        cn_exec_stopped(e); /* before it is asked what could not be taken back */
    }
    const cn_move move = e->status == CN_OK ? ask(e, &turn) : CN_MOVE_NONE;
    e->stop = NULL;
    if (e->status == CN_OK) {
        finish(result, move, run->limits);
    } else {
        forget_game(e);
        if (error) *error = e->error;
    }
    return e->status;
}

/* cn_algorithm.wake: ends the wait for an answer, so that the stop flag is seen. */
static void wake(void *self) {
    cn_exec *e = self;
    cn_process_wake(&e->process);
}

/* What fails here fails again, and is told, when a move is asked for. */
static void clear(void *self) {
    cn_exec *e = self;
    forget_game(e);
    e->status = CN_OK;
    ensure_started(e);
}

/* cn_algorithm.tear_down: says farewell, ends the program, frees everything but the struct. */
static void tear_down(void *self) {
    cn_exec *e = self;
    cn_process_end(&e->process, e->greeted ? e->protocol->farewell : NULL);
    cn_process_free(&e->process);
    forget_game(e);
    free(e->declared);
    free(e->command);
}

static const cn_algorithm external = {
    .run = run, .clear = clear, .tear_down = tear_down, .wake = wake};

cn_status cn_exec_open(const cn_game *game, const char *spec, cn_search **search, cn_error *error) {
    cn_exec *e = calloc(1, sizeof *e);
    if (!e) return cn_fail(error, CN_NO_MEMORY, "no memory for an engine");
    e->game = game;
    cn_status status = cn_process_init(&e->process, error);
    if (status != CN_OK) {
        free(e);
        return status;
    }
    e->status = read_spec(e, spec, &e->error);
    ensure_started(e);
    if (e->status == CN_OK) return cn_search_wrap(&external, e, search, error);
    status = e->status;
    if (error) *error = e->error;
    tear_down(e);
    free(e);
    return status;
}

bool cn_exec_late(const cn_search *search) {
    const cn_exec *e = cn_search_wrapped(search, &external);
    return e && e->late;
}

size_t cn_exec_errors(const cn_search *search, char *text, size_t size) {
    const cn_exec *e = cn_search_wrapped(search, &external);
    if (size > 0) text[0] = '\0';
    return e ? cn_process_errors(&e->process, false, text, size) : 0;
}
