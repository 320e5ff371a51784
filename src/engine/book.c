#include "engine/book.h"

#include "core/file.h"
#include "engine/learned.h"
#include "engine/lines.h"
#include "search/score.h"

#include <stdlib.h>

enum {
    POSITIONS_MAX = 1 << 19,
    STATES_MAX = 1 << 29, /* bytes of the states of one ply */
    HEADER_MAX = 1024,
    UNKNOWN = -128,
    SCORE_MAX = 127,
};

/* An edge leads to a position, or to an ended game that is worth this to who moved. */
typedef struct edge {
    int to;       /* a position's number; -1: the game is over */
    int8_t worth; /* then */
    bool same;    /* the mover is to move again */
} edge;

struct cn_book {
    cn_position start;
    char options[CN_OPTIONS_TEXT];
    int plies;
    bool points; /* scores are points */
    int count;   /* positions */
    int last;    /* the first of the last ply */
    int open;    /* of the last ply, without a score */
    uint64_t *key;
    int8_t *score;  /* of all positions once cn_book_answer may be asked, else of the last ply */
    int *slot;      /* hash table: a position's number plus one, 0 if empty */
    size_t mask;    /* of its slots */
    edge *edges;    /* of the positions before the last ply, in their order … */
    int *edges_end; /* … each one's up to here */
    unsigned char *states; /* of the last ply */
};

void cn_book_free(cn_book *b) {
    if (!b) return;
    cn_position_free(&b->start);
    free(b->key);
    free(b->score);
    free(b->slot);
    free(b->edges);
    free(b->edges_end);
    free(b->states);
    free(b);
}

/* ---- scores ---- */

/* How good a score is to whom it belongs: early wins first, late losses next to draws. */
static int rank_of(const cn_book *b, int n) {
    if (b->points || n == 0) return n;
    return n > 0 ? 2 * SCORE_MAX - n : -2 * SCORE_MAX - n;
}

/* The score of a move that leads to one of the other side to move, or (`same`) of the same. */
static int step_back(const cn_book *b, int n, bool same) {
    const int mine = same ? n : -n;
    if (b->points) return mine;
    return mine + (mine > 0) - (mine < 0);
}

static cn_score score_of(const cn_book *b, const void *state, int n) {
    cn_score score = cn_score_outcome((n > 0) - (n < 0), n == 0 ? -1 : abs(n));
    cn_score_place(b->start.rules, state, &score);
    if (!b->points) return score;
    return (cn_score){.kind = CN_SCORE_POINTS, .proven = true, .plies = -1, .value = n};
}

/* What an ended game is worth to `player`, who made the last move; beyond SCORE_MAX: too much. */
static int ended(const cn_book *b, const void *state, cn_outcome outcome, int player) {
    if (!b->points) return outcome == CN_DRAW ? 0 : outcome == cn_win_of(player) ? 1 : -1;
    const int score = b->start.rules->score(state), unit = b->start.game->score_unit;
    if (score % unit != 0) return SCORE_MAX + 1;
    return player == 0 ? score / unit : -score / unit;
}

/* The scores of all earlier positions from those of the last ply. */
static void work_back(cn_book *b) {
    for (int i = b->last - 1; i >= 0; i--) {
        int best = UNKNOWN;
        for (int k = i > 0 ? b->edges_end[i - 1] : 0; k < b->edges_end[i]; k++) {
            const edge *e = &b->edges[k];
            const int below = e->to < 0 ? 0 : b->score[e->to];
            const int n = e->to < 0 ? e->worth : step_back(b, below, e->same);
            if (below == UNKNOWN || n > SCORE_MAX || n < -SCORE_MAX) {
                best = UNKNOWN;
                break;
            }
            if (best == UNKNOWN || rank_of(b, n) > rank_of(b, best)) best = n;
        }
        b->score[i] = (int8_t)best;
    }
}

/* ---- positions ---- */

/* The same for all images of a state. */
static uint64_t key_of(const cn_rules *rules, const void *state) {
    _Alignas(64) unsigned char image[CN_STATE_MAX];
    uint64_t key = rules->hash(state);
    for (int k = 1; k < rules->symmetries; k++) {
        rules->symmetry(state, k, image);
        const uint64_t other = rules->hash(image);
        if (other < key) key = other;
    }
    return key;
}

static size_t slot_of(const cn_book *b, uint64_t key) {
    size_t at = cn_mix64(key) & b->mask;
    while (b->slot[at] && b->key[b->slot[at] - 1] != key) at = (at + 1) & b->mask;
    return at;
}

static bool grow(cn_book *b) {
    const size_t slots = b->slot ? 2 * (b->mask + 1) : 1024;
    uint64_t *key = realloc(b->key, slots / 2 * sizeof *key);
    if (key) b->key = key;
    int *slot = calloc(slots, sizeof *slot);
    if (!key || !slot) {
        free(slot);
        return false;
    }
    free(b->slot);
    b->slot = slot;
    b->mask = slots - 1;
    for (int i = 0; i < b->count; i++) b->slot[slot_of(b, b->key[i])] = i + 1;
    return true;
}

/* The number of a state, which may be new; -1: no memory. */
static int number_of(cn_book *b, const void *state) {
    const uint64_t key = key_of(b->start.rules, state);
    if (!b->slot || (size_t)b->count * 2 >= b->mask) {
        if (!grow(b)) return -1;
    }
    const size_t at = slot_of(b, key);
    if (b->slot[at]) return b->slot[at] - 1;
    b->key[b->count] = key;
    b->slot[at] = ++b->count;
    return b->count - 1;
}

/* The states of one ply. */
typedef struct layer {
    unsigned char *states;
    int first, count; /* numbers */
    size_t room;
} layer;

static bool layer_add(layer *l, const cn_rules *rules, const void *state) {
    const size_t size = rules->state_size;
    if ((size_t)l->count == l->room) {
        const size_t room = l->room ? 2 * l->room : 64;
        unsigned char *states = room * size <= STATES_MAX ? realloc(l->states, room * size) : NULL;
        if (!states) return false;
        l->states = states;
        l->room = room;
    }
    memset(l->states + (size_t)l->count * size, 0, size);
    cn_state_copy(rules, l->states + (size_t)l->count++ * size, state);
    return true;
}

/* Plays one move of a position of the ply before; notes where it leads. */
static cn_status add_move(cn_book *b, const void *from, cn_move move, layer *next, int most,
                          edge *e, cn_error *error) {
    const cn_rules *rules = b->start.rules;
    _Alignas(64) unsigned char state[CN_STATE_MAX];
    const int player = rules->turn(from);
    cn_state_copy(rules, state, from);
    rules->play(state, move);
    const cn_outcome outcome = rules->over(state);
    if (outcome != CN_ONGOING) {
        const int worth = ended(b, state, outcome, player);
        if (abs(worth) > SCORE_MAX) {
            return cn_fail(error, CN_UNSUPPORTED, "a book has whole points up to %d", SCORE_MAX);
        }
        *e = (edge){.to = -1, .worth = (int8_t)worth};
        return CN_OK;
    }
    const int known = b->count, number = number_of(b, state);
    if (number >= 0 && number < next->first) {
        return cn_fail(error, CN_UNSUPPORTED, "a book is for games whose positions do not repeat");
    }
    if (number < 0 || (number == known && !layer_add(next, rules, state))) {
        return cn_fail(error, CN_NO_MEMORY, "no memory for a book of %d plies", b->plies);
    }
    if (b->count > POSITIONS_MAX || next->count > most) {
        return cn_fail(error, CN_BAD_USAGE, "%d plies are more than %d positions", b->plies, most);
    }
    *e = (edge){.to = number, .same = rules->turn(state) == player};
    return CN_OK;
}

/* All moves of all positions of a ply. */
static cn_status add_ply(cn_book *b, const layer *from, layer *next, int most, cn_error *error) {
    const cn_rules *rules = b->start.rules;
    cn_move moves[CN_MOVES_MAX];
    int used = from->first > 0 ? b->edges_end[from->first - 1] : 0;
    int *ends = realloc(b->edges_end, (size_t)(b->count + 1) * sizeof *ends);
    if (ends) b->edges_end = ends;
    edge *edges = realloc(b->edges, ((size_t)used + (size_t)from->count * rules->moves_max + 1) *
                                        sizeof *edges);
    if (edges) b->edges = edges;
    if (!ends || !edges) return cn_fail(error, CN_NO_MEMORY, "no memory for a book");
    for (int i = 0; i < from->count; i++) {
        const void *state = from->states + (size_t)i * rules->state_size;
        const int count = rules->moves(state, moves);
        for (int k = 0; k < count; k++) {
            const cn_status status =
                add_move(b, state, moves[k], next, most, &edges[used++], error);
            if (status != CN_OK) return status;
        }
        ends[from->first + i] = used;
    }
    return CN_OK;
}

/* Everything but scores; the last ply may have `most` positions. */
static cn_status enumerate(cn_book *b, int most, cn_error *error) {
    const cn_rules *rules = b->start.rules;
    layer from = {0};
    if (rules->history) {
        return cn_fail(error, CN_UNSUPPORTED,
                       "a book is for games whose rules look at the position alone");
    }
    if (rules->over(b->start.state) != CN_ONGOING) {
        return cn_fail(error, CN_UNSUPPORTED, "the game is over before it begins");
    }
    cn_status status = CN_OK;
    if (number_of(b, b->start.state) < 0 || !layer_add(&from, rules, b->start.state)) {
        status = cn_fail(error, CN_NO_MEMORY, "no memory for a book");
    }
    for (int ply = 1; ply <= b->plies && status == CN_OK; ply++) {
        layer next = {.first = b->count};
        status = add_ply(b, &from, &next, ply < b->plies ? POSITIONS_MAX : most, error);
        free(from.states);
        from = next;
    }
    b->states = from.states;
    b->last = from.first;
    b->open = from.count;
    if (status == CN_OK) {
        b->score = malloc((size_t)b->count);
        if (!b->score) return cn_fail(error, CN_NO_MEMORY, "no memory for a book");
        memset(b->score, UNKNOWN, (size_t)b->count);
    }
    return status;
}

static cn_status new_book(const cn_position *start, int plies, int most, cn_book **book,
                          cn_error *error) {
    cn_book *b = *book = calloc(1, sizeof *b);
    if (!b) return cn_fail(error, CN_NO_MEMORY, "no memory for a book");
    b->plies = plies;
    b->points = start->rules->score != NULL;
    cn_position_options(start, b->options);
    cn_status status = cn_position_copy(start, &b->start, error);
    if (status == CN_OK) status = enumerate(b, most, error);
    if (status == CN_OK) return status;
    cn_book_free(b);
    *book = NULL;
    return status;
}

cn_status cn_book_new(const cn_position *start, int plies, cn_book **book, cn_error *error) {
    return new_book(start, plies, POSITIONS_MAX, book, error);
}

/* ---- making ---- */

int cn_book_last(const cn_book *b) {
    return b->count - b->last;
}

int cn_book_open(const cn_book *b) {
    return b->open;
}

bool cn_book_get(const cn_book *b, int number, cn_position *position) {
    const cn_rules *rules = b->start.rules;
    cn_state_copy(rules, position->state, b->states + (size_t)number * rules->state_size);
    return b->score[b->last + number] == UNKNOWN;
}

cn_status cn_book_set(cn_book *b, int number, cn_score score, cn_error *error) {
    const bool exact = score.proven && score.bound == CN_SCORE_EXACT &&
                       score.kind == (b->points ? CN_SCORE_POINTS : CN_SCORE_OUTCOME);
    const double n = b->points ? score.value : score.value * score.plies;
    if (!exact || (!b->points && score.value != 0 && score.plies < 1) || n != (int)n ||
        n > SCORE_MAX || n < -SCORE_MAX) {
        char text[CN_SCORE_TEXT];
        cn_score_text(b->start.game, score, text);
        return cn_fail(error, CN_UNSUPPORTED, "a book cannot hold the score `%s`", text);
    }
    b->open -= b->score[b->last + number] == UNKNOWN;
    b->score[b->last + number] = (int8_t)n;
    return CN_OK;
}

/* ---- files ---- */

cn_status cn_book_write(const cn_book *b, const char *path, cn_error *error) {
    char header[HEADER_MAX];
    const int last = cn_book_last(b);
    unsigned char *bytes = malloc((size_t)last);
    if (!bytes) return cn_fail(error, CN_NO_MEMORY, "no memory to write a book");
    for (int i = 0; i < last; i++) bytes[i] = (unsigned char)(b->score[b->last + i] - UNKNOWN);
    const int length =
        snprintf(header, sizeof header, "canopy book %d\ngame %s\noptions %s\nplies %d\n",
                 CN_BOOK_FORMAT, b->start.game->name, b->options, b->plies);
    uint64_t sum = cn_file_sum(CN_FILE_SUM, header, (size_t)length);
    sum = cn_file_sum(sum, bytes, (size_t)last);
    cn_file file;
    cn_status status = cn_file_begin(&file, path, error);
    if (status == CN_OK) {
        fprintf(file.stream, "%sscores %d %016llx\n", header, last, (unsigned long long)sum);
        fwrite(bytes, 1, (size_t)last, file.stream);
        status = cn_file_keep(&file, error);
    }
    free(bytes);
    return status;
}

/* The rest of the header's next line, which must begin with this word; false if it does not. */
static bool take_line(const char **at, const char *word, char *rest, size_t size) {
    const size_t length = strlen(word), line = strcspn(*at, "\n");
    if ((*at)[line] != '\n' || strncmp(*at, word, length) != 0 || line - length >= size) {
        return false;
    }
    memcpy(rest, *at + length, line - length);
    rest[line - length] = '\0';
    *at += line + 1;
    return true;
}

typedef struct header {
    char game[64], options[CN_OPTIONS_TEXT];
    int plies;
    size_t count;
    unsigned long long sum;
    size_t summed, size; /* bytes of it that the check sum covers, and all */
} header;

/* What is wrong with a header, or NULL. */
static const char *read_header(const unsigned char *bytes, size_t size, header *h) {
    char text[HEADER_MAX + 1], word[64];
    const char *at = text;
    int end = 0;
    const size_t length = size < HEADER_MAX ? size : HEADER_MAX;
    memcpy(text, bytes, length);
    text[length] = '\0';
    if (!take_line(&at, "canopy book ", word, sizeof word)) {
        return "is not a book: `canopy book` makes them";
    }
    if (strcmp(word, "1") != 0) return "has another format than 1, which this version reads";
    if (!take_line(&at, "game ", h->game, sizeof h->game) ||
        !take_line(&at, "options ", h->options, sizeof h->options) ||
        !take_line(&at, "plies ", word, sizeof word) ||
        sscanf(word, "%3d%n", &h->plies, &end) != 1 || word[end] || h->plies < 1 ||
        h->plies > CN_BOOK_PLIES) {
        return "is damaged: its first lines cannot be read";
    }
    h->summed = (size_t)(at - text);
    if (!take_line(&at, "scores ", word, sizeof word) ||
        sscanf(word, "%9zu %16llx%n", &h->count, &h->sum, &end) != 2 || word[end]) {
        return "is damaged: its first lines cannot be read";
    }
    h->size = (size_t)(at - text);
    if (h->count != size - h->size) {
        return h->count < size - h->size ? "is damaged: there is more than the scores"
                                         : "has been cut short";
    }
    uint64_t sum = cn_file_sum(CN_FILE_SUM, bytes, h->summed);
    sum = cn_file_sum(sum, bytes + h->size, h->count);
    return sum == h->sum ? NULL : "is damaged: its check sum is wrong";
}

/* The scores into a book that has none yet. */
static bool take_scores(cn_book *b, const unsigned char *bytes, size_t count) {
    if (count != (size_t)cn_book_last(b)) return false;
    for (size_t i = 0; i < count; i++) {
        b->score[(size_t)b->last + i] = (int8_t)(bytes[i] + UNKNOWN);
        b->open -= bytes[i] != 0;
    }
    work_back(b);
    return true;
}

cn_status cn_book_decode(const cn_game *game, const char *name, const unsigned char *bytes,
                         size_t size, cn_book **book, cn_error *error) {
    header h = {0};
    cn_value values[CN_OPTIONS_MAX];
    cn_position start;
    *book = NULL;
    const char *wrong = read_header(bytes, size, &h);
    if (wrong) return cn_fail(error, CN_BAD_INPUT, "`%.200s` %s", name, wrong);
    if (strcmp(h.game, game->name) != 0) {
        return cn_fail(error, CN_BAD_INPUT, "`%.200s` is a book for %s, not for %s", name, h.game,
                       game->name);
    }
    cn_error why = {""};
    cn_values_default(game->options, values);
    cn_status status = cn_values_read(game->options, values, h.options, " ", &why);
    if (status == CN_OK) status = cn_position_new(game, values, NULL, &start, &why);
    if (status == CN_OK) {
        status = new_book(&start, h.plies, (int)h.count, book, &why);
        cn_position_free(&start);
    }
    if (status == CN_OK && take_scores(*book, bytes + h.size, h.count)) return CN_OK;
    if (status == CN_OK) snprintf(why.text, sizeof why.text, "not as many positions as scores");
    cn_book_free(*book);
    *book = NULL;
    if (status == CN_NO_MEMORY) return cn_fail(error, status, "%s", why.text);
    return cn_fail(error, CN_BAD_INPUT, "`%.200s` is damaged: %.200s", name, why.text);
}

cn_status cn_book_read(const cn_game *game, const char *path, cn_book **book, cn_error *error) {
    unsigned char *bytes;
    size_t size;
    *book = NULL;
    cn_status status = cn_file_read(path, HEADER_MAX + POSITIONS_MAX, &bytes, &size, error);
    if (status != CN_OK) return status;
    status = cn_book_decode(game, path, bytes, size, book, error);
    free(bytes);
    return status;
}

/* ---- asking ---- */

cn_status cn_book_fits(const cn_book *b, const cn_position *position, int plies, cn_error *error) {
    char options[CN_OPTIONS_TEXT];
    cn_position_options(position, options);
    if (strcmp(options, b->options) != 0) {
        return cn_fail(error, CN_BAD_USAGE, "the book is for %s with %s; this game has %s",
                       position->game->name, *b->options ? b->options : "no options",
                       *options ? options : "no options");
    }
    if (plies == 0 || plies == b->plies) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE, "the book has %d plies, not %d", b->plies, plies);
}

cn_status cn_book_of(const cn_spec *spec, cn_book **book, cn_error *error) {
    const cn_value *wanted = cn_spec_get(spec, "book");
    *book = NULL;
    if (!wanted || strcmp(wanted->text, "off") == 0) return CN_OK;
    if (strcmp(wanted->text, "on") != 0) return cn_book_read(spec->game, wanted->text, book, error);
    const cn_builtin *b = cn_builtin_find(spec->game, ".book");
    return b ? cn_book_decode(spec->game, b->name, b->bytes, b->size, book, error) : CN_OK;
}

/* The score of a state, for the side to move. */
static bool look_up(const cn_book *b, const void *state, int *n) {
    const size_t at = slot_of(b, key_of(b->start.rules, state));
    if (!b->slot[at]) return false;
    *n = b->score[b->slot[at] - 1];
    return *n != UNKNOWN;
}

/* The score of every move; returns the place of the best, or -1 if not all are known. */
static int score_moves(const cn_book *b, const void *state, bool last, int *count, cn_move *moves,
                       int *scores) {
    const cn_rules *rules = b->start.rules;
    _Alignas(64) unsigned char child[CN_STATE_MAX];
    const int player = rules->turn(state);
    int best = -1;
    *count = rules->moves(state, moves);
    for (int i = 0; i < *count; i++) {
        cn_state_copy(rules, child, state);
        rules->play(child, moves[i]);
        const cn_outcome outcome = rules->over(child);
        if (outcome != CN_ONGOING) {
            scores[i] = ended(b, child, outcome, player);
        } else {
            int n;
            if (!look_up(b, child, &n)) return -1;
            scores[i] = step_back(b, n, rules->turn(child) == player);
        }
        const int better = best < 0 ? 1 : rank_of(b, scores[i]) - rank_of(b, scores[best]);
        if (better > 0 || (better == 0 && last)) best = i;
    }
    return best;
}

bool cn_book_answer(const cn_book *b, const cn_position *position, int lines, bool last,
                    cn_result *result) {
    const cn_rules *rules = b->start.rules;
    _Alignas(64) unsigned char state[CN_STATE_MAX];
    cn_move moves[CN_MOVES_MAX];
    int scores[CN_MOVES_MAX], count, n;
    if (position->rules != rules || cn_book_fits(b, position, 0, NULL) != CN_OK ||
        !look_up(b, position->state, &n)) {
        return false;
    }
    int best = score_moves(b, position->state, last, &count, moves, scores);
    if (best < 0) return false;
    *result = (cn_result){.best = moves[best], .complete = true, .count = count};
    result->score = score_of(b, position->state, scores[best]);
    for (int i = 0; i < count; i++) {
        result->moves[i] =
            (cn_move_info){.move = moves[i], .score = score_of(b, position->state, scores[i])};
    }
    cn_state_copy(rules, state, position->state);
    while (best >= 0 && result->line_length < CN_RESULT_LINE) {
        result->line[result->line_length++] = moves[best];
        rules->play(state, moves[best]);
        if (rules->over(state) != CN_ONGOING) break;
        best = score_moves(b, state, last, &count, moves, scores);
    }
    result->depth = result->line_length;
    if (lines > 0) lines_rank(result, lines);
    return true;
}
