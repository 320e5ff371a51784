/* Openings of a match: random ones, and those read from text. Two openings are different if they
 * lead to positions with different hashes, which a small hash table finds out. */
#include "arena/openings.h"

#include "arena/record.h"
#include "core/memory.h"
#include "engine/scratch.h"

#include <limits.h>
#include <stdlib.h>

void cn_openings_free(cn_openings *o) {
    for (int i = 0; i < o->count; i++) {
        free(o->list[i].start);
        free(o->list[i].moves);
    }
    free(o->list);
    *o = (cn_openings){0};
}

/* Adds one; takes its parts over, also if it fails. */
static cn_status add(cn_openings *o, cn_opening opening, cn_error *error) {
    if (!cn_memory_grow(&o->list, o->count, &o->room, sizeof *o->list)) {
        free(opening.start);
        free(opening.moves);
        return cn_fail(error, CN_NO_MEMORY, "no memory for so many openings");
    }
    o->list[o->count++] = opening;
    return CN_OK;
}

cn_status cn_opening_start(const cn_opening *opening, const cn_position *start,
                           const cn_value *values, cn_position *position, cn_error *error) {
    if (!opening->start) return cn_position_copy(start, position, error);
    return cn_position_new(start->game, values, opening->start, position, error);
}

/* ---- which are different ---- */

/* An open hash table of the positions that openings lead to. */
typedef struct seen {
    uint64_t *slot; /* 0: empty */
    uint64_t mask;
} seen;

/* Makes an empty set with room for so many keys; never more than a quarter of its slots are used.
 */
static cn_status seen_new(seen *s, int count, cn_error *error) {
    s->mask = 255;
    while (s->mask < 4 * (uint64_t)count) s->mask = 2 * s->mask + 1;
    s->slot = calloc(s->mask + 1, sizeof *s->slot);
    return s->slot ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for %d openings", count);
}

/* False if it was there already. */
static bool see(seen *s, uint64_t hash) {
    const uint64_t key = hash | 1;
    uint64_t at = cn_mix64(hash) & s->mask;
    for (; s->slot[at]; at = (at + 1) & s->mask) {
        if (s->slot[at] == key) return false;
    }
    s->slot[at] = key;
    return true;
}

/* ---- random ones ---- */

/* A random move, but no pass where there is another. */
static cn_move pick(const cn_position *p, cn_rng *rng) {
    cn_move list[CN_MOVES_MAX];
    int count = p->rules->moves(p->state, list), kept = 0;
    for (int i = 0; i < count && count > 1; i++) {
        if (list[i] != p->rules->pass) list[kept++] = list[i];
    }
    return list[cn_rng_below(rng, (uint32_t)(kept ? kept : count))];
}

/* One try; false if the game was over on the way. */
static bool wander(cn_position *p, int plies, cn_rng *rng, cn_move *moves) {
    for (int i = 0; i < plies; i++) {
        if (p->rules->over(p->state) != CN_ONGOING) return false;
        moves[i] = pick(p, rng);
        p->rules->play(p->state, moves[i]);
    }
    return p->rules->over(p->state) == CN_ONGOING;
}

/* Adds an opening, if possible one that leads to a new position. Its random stream is named by its
 * number, so the first openings of a seed do not depend on how many are wanted. */
static cn_status add_random(cn_openings *o, const cn_position *start, int plies, uint64_t seed,
                            seen *known, cn_error *error) {
    enum { TRIES = 200 };
    cn_scratch scratch;
    cn_rng rng = cn_rng_make(seed, (uint64_t)o->count);
    cn_opening opening = {.count = plies,
                          .moves = malloc((size_t)(plies ? plies : 1) * sizeof(cn_move))};
    if (!opening.moves) return cn_fail(error, CN_NO_MEMORY, "no memory for an opening");
    bool found = false;
    cn_move moves[1024];
    /* Once the different ones are found, looking for more of them is in vain. */
    const bool all_seen = o->distinct < o->count - TRIES;
    for (int i = 0; i < TRIES && !(found && all_seen); i++) {
        cn_position *p = cn_scratch_copy(&scratch, start);
        if (!wander(p, plies, &rng, moves)) continue;
        const bool fresh = see(known, p->rules->hash(p->state));
        if (fresh || !found) memcpy(opening.moves, moves, (size_t)plies * sizeof *moves);
        found = true;
        o->distinct += fresh;
        if (fresh) break;
    }
    if (found) return add(o, opening, error);
    free(opening.moves);
    return cn_fail(error, CN_BAD_USAGE, "after %d random plies the game is over: choose fewer",
                   plies);
}

cn_status cn_openings_random(cn_openings *o, const cn_position *start, int plies, int count,
                             uint64_t seed, cn_error *error) {
    *o = (cn_openings){0};
    CN_FAIL_IF(plies < 0 || plies > 1000, error, CN_BAD_USAGE,
               "%d random plies: expected 0 to 1000", plies);
    seen known = {0};
    if (plies == 0) count = 1;
    cn_status status = seen_new(&known, count, error);
    for (int i = 0; i < count && status == CN_OK; i++) {
        status = add_random(o, start, plies, seed, &known, error);
    }
    free(known.slot);
    if (status != CN_OK) cn_openings_free(o);
    return status;
}

/* ---- from text ---- */

/* What the functions that read a file of openings share. */
typedef struct reader {
    cn_openings *openings;
    const cn_position *start;
    const cn_value *values;
    char text[CN_TEXT_MAX]; /* the start as text */
} reader;

/* Adds the opening that leads from a start by a history's moves, which it takes over. */
static cn_status take(reader *r, const cn_position *start, cn_history *history, cn_error *error) {
    cn_opening opening = {0};
    char text[CN_TEXT_MAX];
    CN_FAIL_IF(cn_position_over(history ? &history->now : start) != CN_ONGOING, error, CN_BAD_INPUT,
               "the game is over in this opening");
    cn_position_text(start, text, sizeof text);
    const bool own = strcmp(text, r->text) != 0;
    if (own) {
        cn_position p; /* of the match's options, not of the record's */
        CN_TRY(cn_position_new(start->game, r->values, text, &p, error));
        cn_position_free(&p);
    }
    if (own || !history) {
        opening.start = strdup(text);
        if (!opening.start) return cn_fail(error, CN_NO_MEMORY, "no memory for an opening");
    }
    if (history) {
        opening.moves = history->moves;
        opening.count = history->count;
        history->moves = NULL;
    }
    return add(r->openings, opening, error);
}

/* Every game of a text that holds records. */
static cn_status read_records(reader *r, const char *text, size_t size, cn_error *error) {
    cn_records records;
    bool more = false;
    cn_status status =
        cn_records_open(&records, r->start->game, r->values, r->text, text, size, error);
    while (status == CN_OK && (status = cn_records_next(&records, &more, error)) == CN_OK && more) {
        cn_history history = {0};
        status = cn_records_history(&records, INT_MAX, &history, error);
        if (status == CN_OK) status = take(r, &history.start, &history, error);
        cn_history_free(&history);
    }
    cn_records_close(&records);
    return status;
}

/* Adds the position of a line as an opening without moves. */
static cn_status take_position(reader *r, const char *line, cn_error *error) {
    cn_position p;
    CN_TRY(cn_position_new(r->start->game, r->values, line, &p, error));
    cn_status status = take(r, &p, NULL, error);
    cn_position_free(&p);
    return status;
}

/* A line is moves if its first word is one, and a position otherwise: some games read a position
 * from moves too, but then it is better known how it came about. */
static cn_status take_line(reader *r, const char *line, cn_error *error) {
    const cn_position *start = r->start;
    const char *end;
    cn_move move;
    cn_error other;
    if (start->game->parse_move(start->state, line, &move, &end, NULL) == CN_OK) {
        const cn_status status = read_records(r, line, strlen(line), error);
        if (status != CN_BAD_INPUT || take_position(r, line, &other) != CN_OK) return status;
        return CN_OK;
    }
    return take_position(r, line, error);
}

/* Every line of a text, each an opening; comments and empty lines aside. */
static cn_status read_lines(reader *r, char *text, cn_error *error) {
    int number = 1;
    for (char *next, *line = text; line; line = next, number++) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        line[strcspn(line, "#%\r")] = '\0';
        line += strspn(line, " \t");
        for (size_t n = strlen(line); n > 0 && strchr(" \t", line[n - 1]); n--) line[n - 1] = '\0';
        if (!*line) continue;
        cn_error why;
        const cn_status status = take_line(r, line, &why);
        if (status != CN_OK) {
            /* A line of moves is a text of one line to the reader of records. */
            static const char own[] = "game 1, line 1, ";
            const char *rest = why.text;
            if (strncmp(rest, own, sizeof own - 1) == 0) rest += sizeof own - 1;
            return cn_fail(error, status, "line %d: %.480s", number, rest);
        }
    }
    return CN_OK;
}

cn_status cn_openings_read(cn_openings *o, const cn_position *start, const cn_value *values,
                           const char *text, size_t size, cn_error *error) {
    static const char own[] = "# canopy record: ";
    *o = (cn_openings){0};
    reader r = {.openings = o, .start = start, .values = values};
    cn_position_text(start, r.text, sizeof r.text);
    char *copy = malloc(size + 1);
    cn_status status = CN_OK;
    if (!copy) {
        status = cn_fail(error, CN_NO_MEMORY, "no memory for openings");
    } else if (memchr(text, '\0', size)) {
        status = cn_fail(error, CN_BAD_INPUT, "a NUL byte; expected text");
    } else {
        memcpy(copy, text, size);
        copy[size] = '\0';
        const bool records = cn_sgf_looks(copy, size) || strncmp(copy, own, sizeof own - 1) == 0;
        status = records ? read_records(&r, text, size, error) : read_lines(&r, copy, error);
    }
    if (status == CN_OK && o->count == 0) {
        status = cn_fail(error, CN_BAD_INPUT, "no openings");
    }
    if (status != CN_OK) cn_openings_free(o);
    free(copy);
    return status;
}
