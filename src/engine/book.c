/* How a book is made and asked. All positions are kept in the order of their numbers, with a hash
 * table from keys to numbers; the score of a position before the last ply is the best of its
 * moves', worked back from the last ply when the book is read. */
#include "engine/book.h"

#include "core/file.h"
#include "engine/learned.h"
#include "engine/lines.h"
#include "search/score.h"

#include <stdlib.h>

enum {
    POSITIONS_MAX = 1 << 19, /* positions of a book, all plies together */
    STATES_MAX = 1 << 29,    /* bytes of their states */
    HEADER_MAX = 1024,       /* bytes of a file before the scores */
    UNKNOWN = -128,          /* the score of a position that has none yet */
    SCORE_MAX = 127,         /* the largest score, for either side */
};

/* A book in memory. Positions are numbered ply by ply, and found by their key in a hash table. */
struct cn_book {
    cn_position start; /* a copy that the book owns */
    char options[CN_OPTIONS_TEXT];
    int plies;             /* of the last positions, counted from the start */
    bool points;           /* scores are points, not plies to the end */
    int count;             /* positions, ply by ply */
    int last;              /* number of the first position of the last ply */
    uint64_t *key;         /* by position, as the two below */
    unsigned char *states; /* rules->state_size bytes each */
    int8_t *score;         /* only the last ply's until the book has been read from its bytes */
    int *slot;             /* hash table: a position's number plus one, 0 if empty */
    size_t mask;           /* its number of slots less one */
};

void cn_book_free(cn_book *b) {
    if (!b) return;
    cn_position_free(&b->start);
    free(b->key);
    free(b->states);
    free(b->score);
    free(b->slot);
    free(b);
}

/* ---- scores ---- */

/* A number that is the greater the better the score is for its side: the earliest win is the
 * greatest, the latest loss is next to a draw. */
static int worth_of(const cn_book *b, int n) {
    if (b->points || n == 0) return n;
    return n > 0 ? 2 * SCORE_MAX - n : -2 * SCORE_MAX - n;
}

/* The score, for the mover, of a move that leads to a position with score n for its side to move;
 * `same`: the mover is to move again there. The end is one ply further away than from there. */
static int step_back(const cn_book *b, int n, bool same) {
    const int mine = same ? n : -n;
    if (b->points) return mine;
    return mine + (mine > 0) - (mine < 0);
}

/* A number of the book as a score of a move in `state`. */
static cn_score score_of(const cn_book *b, const void *state, int n) {
    cn_score score = cn_score_outcome((n > 0) - (n < 0), n == 0 ? -1 : abs(n));
    cn_score_place(b->start.rules, state, &score);
    if (!b->points) return score;
    return (cn_score){.kind = CN_SCORE_POINTS, .proven = true, .plies = -1, .value = n};
}

/* What an ended game is worth to `player`, who made the last move; beyond SCORE_MAX: a book cannot
 * hold it. */
static int ended(const cn_book *b, const void *state, cn_outcome outcome, int player) {
    if (!b->points) return outcome == CN_DRAW ? 0 : outcome == cn_win_of(player) ? 1 : -1;
    const int score = b->start.rules->score(state), unit = b->start.game->score_unit;
    if (score % unit != 0) return SCORE_MAX + 1;
    return player == 0 ? score / unit : -score / unit;
}

/* ---- positions ---- */

/* The key of a position: the least hash among its mirror images, so that they share it. */
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

/* The slot of a key, or the empty one where it would be. */
static size_t slot_of(const cn_book *b, uint64_t key) {
    size_t at = cn_mix64(key) & b->mask;
    while (b->slot[at] && b->key[b->slot[at] - 1] != key) at = (at + 1) & b->mask;
    return at;
}

/* The state of a position by its number. */
static const void *state_at(const cn_book *b, int number) {
    return b->states + (size_t)number * b->start.rules->state_size;
}

/* Doubles the room; the hash table is kept at most half full. */
static bool grow(cn_book *b) {
    const size_t slots = b->slot ? 2 * (b->mask + 1) : 1024, room = slots / 2;
    /* One after the other: what has been moved stays in place if a later one fails. */
    uint64_t *key = realloc(b->key, room * sizeof *key);
    if (key) b->key = key;
    unsigned char *states = realloc(b->states, room * b->start.rules->state_size);
    if (states) b->states = states;
    int8_t *score = realloc(b->score, room);
    if (score) b->score = score;
    int *slot = calloc(slots, sizeof *slot);
    if (!key || !states || !score || !slot) {
        free(slot);
        return false;
    }
    free(b->slot);
    b->slot = slot;
    b->mask = slots - 1;
    for (int i = 0; i < b->count; i++) b->slot[slot_of(b, b->key[i])] = i + 1;
    return true;
}

/* The number of a state, which is added if it is new; -1: no memory. */
static int number_of(cn_book *b, const void *state) {
    const cn_rules *rules = b->start.rules;
    const uint64_t key = key_of(rules, state);
    if (!b->slot || (size_t)b->count * 2 >= b->mask) {
        if (!grow(b)) return -1;
    }
    const size_t at = slot_of(b, key);
    if (b->slot[at]) return b->slot[at] - 1;
    const int number = b->count++;
    unsigned char *place = b->states + (size_t)number * rules->state_size;
    memset(place, 0, rules->state_size);
    cn_state_copy(rules, place, state);
    b->key[number] = key;
    b->score[number] = UNKNOWN;
    b->slot[at] = number + 1;
    return number;
}

/* As many positions as a book may have in a game with such states. */
static int positions_max(const cn_rules *rules) {
    const int fit = (int)(STATES_MAX / rules->state_size);
    return fit < POSITIONS_MAX ? fit : POSITIONS_MAX;
}

/* Adds what the moves of position `number` lead to. Positions from `first` on are of the next ply,
 * which may have `most`. */
static cn_status add_moves(cn_book *b, int number, int first, int most, cn_error *error) {
    const cn_rules *rules = b->start.rules;
    _Alignas(64) unsigned char from[CN_STATE_MAX], state[CN_STATE_MAX];
    cn_move moves[CN_MOVES_MAX];
    cn_state_copy(rules, from, state_at(b, number)); /* which adding positions may move */
    const int count = rules->moves(from, moves);
    for (int i = 0; i < count; i++) {
        cn_state_copy(rules, state, from);
        rules->play(state, moves[i]);
        const cn_outcome outcome = rules->over(state);
        if (outcome != CN_ONGOING) {
            /* Ended games are no positions of the book; whose view it is does not matter here. */
            if (abs(ended(b, state, outcome, 0)) <= SCORE_MAX) continue;
            return cn_fail(error, CN_UNSUPPORTED, "a book has whole points up to %d", SCORE_MAX);
        }
        const int next = number_of(b, state);
        CN_FAIL_IF(next < 0, error, CN_NO_MEMORY, "no memory for a book of %d plies", b->plies);
        /* A shorter way leads to the same position, which is of an earlier ply. */
        CN_FAIL_IF(next < first, error, CN_UNSUPPORTED,
                   "a book is for games whose positions do not repeat");
        CN_FAIL_IF(b->count > positions_max(rules) || b->count - first > most, error, CN_BAD_USAGE,
                   "%d plies are more than %d positions", b->plies,
                   most < positions_max(rules) ? most : positions_max(rules));
    }
    return CN_OK;
}

/* Numbers all positions, ply by ply; the last ply may have `most`. While ply n is made, b->last is
 * where ply n - 1 begins. */
static cn_status enumerate(cn_book *b, int most, cn_error *error) {
    const cn_rules *rules = b->start.rules;
    CN_FAIL_IF(rules->history, error, CN_UNSUPPORTED,
               "a book is for games whose rules look at the position alone");
    CN_FAIL_IF(rules->over(b->start.state) != CN_ONGOING, error, CN_UNSUPPORTED,
               "the game is over before it begins");
    CN_FAIL_IF(number_of(b, b->start.state) < 0, error, CN_NO_MEMORY, "no memory for a book");
    for (int ply = 1; ply <= b->plies; ply++) {
        const int first = b->count;
        for (int i = b->last; i < first; i++) {
            const int room = ply < b->plies ? POSITIONS_MAX : most;
            CN_TRY(add_moves(b, i, first, room, error));
        }
        b->last = first;
    }
    return CN_OK;
}

/* A book without scores whose last ply has at most `most` positions. */
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
    int open = 0;
    for (int i = b->last; i < b->count; i++) open += b->score[i] == UNKNOWN;
    return open;
}

bool cn_book_get(const cn_book *b, int number, cn_position *position) {
    cn_state_copy(b->start.rules, position->state, state_at(b, b->last + number));
    return b->score[b->last + number] == UNKNOWN;
}

cn_status cn_book_set(cn_book *b, int number, cn_score score, cn_error *error) {
    const bool exact = score.proven && score.bound == CN_SCORE_EXACT &&
                       score.kind == (b->points ? CN_SCORE_POINTS : CN_SCORE_OUTCOME);
    /* A draw has a value of 0, so that its plies do not matter. */
    const double n = b->points ? score.value : score.value * score.plies;
    if (!exact || (!b->points && score.value != 0 && score.plies < 1) || n != (int)n ||
        n > SCORE_MAX || n < -SCORE_MAX) {
        char text[CN_SCORE_TEXT];
        cn_score_text(b->start.game, score, text);
        return cn_fail(error, CN_UNSUPPORTED, "a book cannot hold the score `%s`", text);
    }
    b->score[b->last + number] = (int8_t)n;
    return CN_OK;
}

/* ---- from the last ply to all others ---- */

/* The score of a state, for the side to move; false if the book does not have it, or no score. */
static bool look_up(const cn_book *b, const void *state, int *n) {
    const size_t at = slot_of(b, key_of(b->start.rules, state));
    if (!b->slot[at]) return false;
    *n = b->score[b->slot[at] - 1];
    return *n != UNKNOWN;
}

/* The score of every move; returns the place of the best (the last of equals if `last`), or -1 if
 * not all of them are known. */
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
        if (abs(scores[i]) > SCORE_MAX) return -1;
        const int better = best < 0 ? 1 : worth_of(b, scores[i]) - worth_of(b, scores[best]);
        if (better > 0 || (better == 0 && last)) best = i;
    }
    return best;
}

/* The scores of all earlier positions from those of the last ply. Moves lead to greater numbers, so
 * going backwards finds them scored. */
static void work_back(cn_book *b) {
    cn_move moves[CN_MOVES_MAX];
    int scores[CN_MOVES_MAX], count;
    for (int i = b->last - 1; i >= 0; i--) {
        const int best = score_moves(b, state_at(b, i), false, &count, moves, scores);
        b->score[i] = (int8_t)(best < 0 ? UNKNOWN : scores[best]);
    }
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
    /* The sum covers everything but the line that holds it. */
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

/* What the lines before the scores say. */
typedef struct header {
    char game[64], options[CN_OPTIONS_TEXT];
    int plies;
    size_t count;
    unsigned long long sum;
    size_t summed, size; /* bytes of it that the check sum covers, and all */
} header;

/* Reads the header and compares sizes and check sum with the bytes. Returns what is wrong, as the
 * end of a sentence about the file, or NULL. */
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

/* Puts the scores of a file into a book that has none yet; false if they are not as many as its
 * last ply has positions. */
static bool take_scores(cn_book *b, const unsigned char *bytes, size_t count) {
    if (count != (size_t)cn_book_last(b)) return false;
    for (size_t i = 0; i < count; i++) {
        b->score[(size_t)b->last + i] = (int8_t)(bytes[i] + UNKNOWN);
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
    CN_FAIL_IF(strcmp(h.game, game->name) != 0, error, CN_BAD_INPUT,
               "`%.200s` is a book for %s, not for %s", name, h.game, game->name);
    /* The positions are numbered once more, from the start that the header describes. A file that
     * asks for more of them than it has scores is refused as soon as that shows. */
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
    CN_TRY(cn_file_read(path, HEADER_MAX + POSITIONS_MAX, &bytes, &size, error));
    cn_status status = cn_book_decode(game, path, bytes, size, book, error);
    free(bytes);
    return status;
}

/* ---- asking ---- */

cn_status cn_book_fits(const cn_book *b, const cn_position *position, int plies, cn_error *error) {
    char options[CN_OPTIONS_TEXT];
    cn_position_options(position, options);
    CN_FAIL_IF(strcmp(options, b->options) != 0, error, CN_BAD_USAGE,
               "the book is for %s with %s; this game has %s", position->game->name,
               *b->options ? b->options : "no options", *options ? options : "no options");
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
    /* The line goes on as long as all moves are known: to the last ply, or the end of the game. */
    cn_state_copy(rules, state, position->state);
    while (best >= 0 && result->line_length < CN_RESULT_LINE) {
        result->line[result->line_length++] = moves[best];
        rules->play(state, moves[best]);
        if (rules->over(state) != CN_ONGOING) break;
        best = score_moves(b, state, last, &count, moves, scores);
    }
    result->depth = result->line_length;
    if (lines > 0) cn_lines_choose(result, lines);
    return true;
}
