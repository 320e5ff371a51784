/* Go in words: its options, positions and moves as text, and the drawing of a board. A position's
 * text ends with what the cells do not show: the ko point, passes, the number of moves, prisoners,
 * the last move, and under superko all earlier positions. Text may come from anybody, so everything
 * is checked. */
#include "games/go/text.h"

#include <assert.h>
#include <canopy/grid.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

const char cn_go_cells[] = ".XO";

/* ---- options ---- */

/* The options by their place in the list. */
enum { SIZE, SUICIDE, KO, SCORING, KOMI, LIMIT };

static const char *const suicides[] = {"forbidden", "allowed", NULL};
static const char *const kos[] = {"positional", "situational", "simple", "none", NULL};
static const char *const scorings[] = {"area", "stones", NULL};

const cn_option cn_go_options[] = {
    [SIZE] = CN_OPT_INT("size", GO_SIZE_MIN, GO_SIZE_MAX, "5", "rows and columns of the board"),
    [SUICIDE] = CN_OPT_CHOICE("suicide", suicides, "forbidden",
                              "whether a move may leave its own chain without liberties"),
    [KO] = CN_OPT_CHOICE("ko", kos, "positional",
                         "superko (by board, or by board and player to move), simple ko, or none"),
    [SCORING] = CN_OPT_CHOICE("scoring", scorings, "area",
                              "stones and what they alone surround, or stones only"),
    [KOMI] = CN_OPT_REAL("komi", -400, 400, "0", "points for White, in halves"),
    [LIMIT] = CN_OPT_INT("limit", 0, GO_LIMIT_FREE, "0",
                         "moves that end a game; 0: 4 for each point, at least 400"),
    {.name = NULL},
};

/* The shape of the board, by which cells get their names. */
static cn_grid grid_of(const go_head *head) {
    return (cn_grid){head->size, head->size, .go = true};
}

/* The limit of moves that stands for limit=0. */
static int usual_limit(int size) {
    return 4 * size * size > 400 ? 4 * size * size : 400;
}

cn_status cn_go_setup(const cn_value *values, int size, go_head *head, cn_error *error) {
    if (size == 0) size = (int)values[SIZE].integer;
    const int ko_rule = (int)values[KO].integer;
    const double komi = 2 * values[KOMI].real;
    if (komi != floor(komi)) {
        return cn_fail(error, CN_BAD_USAGE, "komi=%g: expected a multiple of 0.5",
                       values[KOMI].real);
    }
    const int most = go_limit_max(size, ko_rule);
    int limit = (int)values[LIMIT].integer;
    if (limit > most) {
        return cn_fail(error, CN_BAD_USAGE,
                       "limit=%d: at most %d on %dx%d with ko=%s, which remembers every position",
                       limit, most, size, size, kos[ko_rule]);
    }
    if (limit == 0) limit = usual_limit(size);

    const int words = go_words(size);
    memset(head, 0, sizeof *head + 2 * (size_t)words * sizeof(uint64_t));
    head->size = (uint8_t)size;
    head->words = (uint8_t)words;
    head->limit = (uint16_t)limit;
    head->ko = GO_NO_POINT;
    head->komi = (int16_t)komi;
    head->suicide = (uint8_t)values[SUICIDE].integer;
    head->ko_rule = (uint8_t)ko_rule;
    head->scoring = (uint8_t)values[SCORING].integer;
    if (go_has_past(ko_rule)) {
        head->past = 1;
        go_past(head)[0] = go_is_exact(size) ? go_entry_exact(0, 0, ko_rule, 0)
                                             : go_entry_hashed(0, 0, ko_rule, 0);
    }
    return CN_OK;
}

/* ---- reading positions ---- */

/* Whether the chain at p has a liberty. `seen` marks its stones. */
static bool breathes(const uint8_t *cell, int n, int p, bool *seen) {
    int stack[GO_POINTS_MAX], depth = 0;
    bool free = false;
    stack[depth++] = p;
    seen[p] = true;
    while (depth > 0) {
        const int q = stack[--depth];
        const int next[4] = {q >= n ? q - n : -1, q + n < n * n ? q + n : -1,
                             q % n > 0 ? q - 1 : -1, q % n < n - 1 ? q + 1 : -1};
        for (int i = 0; i < 4; i++) {
            const int r = next[i];
            if (r < 0) continue;
            if (cell[r] == 0) free = true;
            if (cell[r] == cell[p] && !seen[r]) {
                seen[r] = true;
                stack[depth++] = r;
            }
        }
    }
    return free;
}

/* Refuses a board with a chain that has no liberty, and names the chain. */
static cn_status check_liberties(const go_head *head, const uint8_t *cell, cn_error *error) {
    bool seen[GO_POINTS_MAX] = {false};
    for (int p = 0; p < head->size * head->size; p++) {
        if (cell[p] && !seen[p] && !breathes(cell, head->size, p, seen)) {
            char name[CN_MOVE_TEXT];
            cn_go_print_move(head, (cn_move)p, name);
            return cn_fail(error, CN_BAD_INPUT,
                           "row %d, column %d: the chain of `%c` at %s has no liberty",
                           p / head->size + 1, p % head->size + 1, cn_go_cells[cell[p]], name);
        }
    }
    return CN_OK;
}

/* Puts the stones of a drawing into the state. */
static void put_stones(go_head *head, const uint8_t *cell) {
    for (int p = 0; p < head->size * head->size; p++) {
        if (!cell[p]) continue;
        const int player = cell[p] - 1;
        go_stones(head, player)[p / 64] |= UINT64_C(1) << p % 64;
        head->total++;
        if (!go_is_exact(head->size)) head->hash ^= go_key[player][p];
    }
}

/* A whole number from 0 to `most` that ends the text or stands before one of `stops`. */
static cn_status read_number(const char *name, const char *text, long most, const char *stops,
                             long *number, const char **end, cn_error *error) {
    char *after;
    *number = strtol(text, &after, 10);
    if (!isdigit((unsigned char)*text) || *number > most || (*after && !strchr(stops, *after))) {
        return cn_fail(error, CN_BAD_INPUT, "%s=%.*s: expected a whole number from 0 to %ld", name,
                       (int)strcspn(text, " ;\t\r\n") % 40, text, most);
    }
    *end = after;
    return CN_OK;
}

/* Reads one field of a position, from `text` up to *end: the ko point. */
static cn_status read_ko(go_head *head, const char *text, const char **end, cn_error *error) {
    cn_move p;
    if (head->ko_rule != GO_KO_SIMPLE) {
        return cn_fail(error, CN_BAD_INPUT, "a ko point is for the option ko=simple only");
    }
    const cn_status status = cn_grid_read_point(grid_of(head), text, &p, end, error);
    if (status != CN_OK) return status;
    for (int player = 0; player < 2; player++) {
        if (go_stones(head, player)[p / 64] >> p % 64 & 1) {
            return cn_fail(error, CN_BAD_INPUT, "ko=%.*s: there is a stone", (int)(*end - text),
                           text);
        }
    }
    head->ko = p;
    return CN_OK;
}

/* The same of the last move or the one before it; `point` becomes its number plus one. */
static cn_status read_last(const go_head *head, uint16_t *point, const char *text, const char **end,
                           cn_error *error) {
    cn_move p;
    const cn_status status = cn_grid_read_point(grid_of(head), text, &p, end, error);
    if (status == CN_OK) *point = (uint16_t)(p + 1);
    return status;
}

/* Whether an entry of the past can be a board of this size. */
static bool entry_fits(const go_head *head, uint64_t entry) {
    const int points = head->size * head->size;
    if (!go_is_exact(head->size)) {
        return (entry & ((1u << GO_COUNT_BITS) - 1)) <= (unsigned)points;
    }
    const uint64_t board = (UINT64_C(1) << GO_EXACT_SHIFT) - 1;
    return (entry >> GO_EXACT_SIDE) <= (head->ko_rule == GO_KO_SITUATIONAL) &&
           (entry & entry >> GO_EXACT_SHIFT & board) == 0;
}

/* The stones on the board of an entry. */
static int entry_total(const go_head *head, uint64_t entry) {
    if (!go_is_exact(head->size)) return (int)(entry & ((1u << GO_COUNT_BITS) - 1));
    return __builtin_popcountll(entry & ((UINT64_C(1) << GO_EXACT_SIDE) - 1));
}

/* Adds an entry to the past. */
static void add_entry(go_head *head, uint64_t entry) {
    go_past(head)[head->past++] = entry;
    const int total = entry_total(head, entry);
    if (total > head->peak) head->peak = (uint16_t)total;
}

/* Reads the past: entries in hex with commas between them. */
static cn_status read_past(go_head *head, const char *text, const char **end, cn_error *error) {
    if (!go_has_past(head->ko_rule)) {
        return cn_fail(error, CN_BAD_INPUT,
                       "past= is for the options ko=positional and ko=situational only");
    }
    for (;;) {
        char *after;
        const uint64_t entry = strtoull(text, &after, 16);
        const size_t digits = strspn(text, "0123456789abcdefABCDEF");
        if (digits == 0 || digits > 16 || after != text + digits || !entry_fits(head, entry)) {
            return cn_fail(error, CN_BAD_INPUT,
                           "past=, entry %d: expected a position in hex, got `%.*s`",
                           head->past + 1, (int)strcspn(text, " ,;\t\r\n") % 40, text);
        }
        if (head->past >= head->limit) {
            return cn_fail(error, CN_BAD_INPUT, "past=: more than the limit of %d positions",
                           head->limit);
        }
        add_entry(head, entry);
        if (*after != ',') {
            *end = after;
            return CN_OK;
        }
        text = after + 1;
    }
}

/* One `name=value`; those behind the ';' are `late`. */
static cn_status read_field(go_head *head, bool late, const char *text, const char **end,
                            cn_error *error) {
    const char *const names[2] = {"ko=… or passes=…",
                                  "moves=…, captures=…/…, last=…, before=… or past=…"};
    const size_t length = strcspn(text, "= ;\t\r\n");
    const char *value = text + length + (text[length] == '=');
    const char *name = NULL;
    long number = 0;
    cn_status status = CN_OK;
    for (const char *const *known =
             late ? (const char *const[]){"moves", "captures", "last", "before", "past", NULL}
                  : (const char *const[]){"ko", "passes", NULL};
         *known; known++) {
        if (strlen(*known) == length && strncasecmp(text, *known, length) == 0) name = *known;
    }
    if (!name || text[length] != '=') {
        return cn_fail(error, CN_BAD_INPUT, "`%.*s`: expected %s", (int)length % 40, text,
                       names[late]);
    }
    if (strcmp(name, "ko") == 0) return read_ko(head, value, end, error);
    if (strcmp(name, "last") == 0) return read_last(head, &head->last, value, end, error);
    if (strcmp(name, "before") == 0) return read_last(head, &head->before, value, end, error);
    if (strcmp(name, "past") == 0) return read_past(head, value, end, error);
    if (strcmp(name, "passes") == 0) {
        status = read_number(name, value, 2, " ;\t\r\n", &number, end, error);
        head->passes = (uint8_t)number;
    } else if (strcmp(name, "moves") == 0) {
        status = read_number(name, value, head->limit, " \t\r\n", &number, end, error);
        head->moves = (uint16_t)number;
    } else {
        for (int player = 0; player < 2 && status == CN_OK; player++) {
            if (player) value = *end + (**end == '/');
            status = read_number(name, value, 30000, player ? " \t\r\n" : "/", &number, end, error);
            head->prisoners[player] = (uint16_t)number;
        }
    }
    return status;
}

/* Reads all fields behind the side to move. */
static cn_status read_fields(go_head *head, const char *p, cn_error *error) {
    bool late = false;
    for (;;) {
        while (isspace((unsigned char)*p)) p++;
        if (*p == '\0') break;
        if (*p == ';' && !late) {
            late = true;
            p++;
            continue;
        }
        const cn_status status = read_field(head, late, p, &p, error);
        if (status != CN_OK) return status;
        if (*p && *p != ';' && !isspace((unsigned char)*p)) {
            char shown[8];
            return cn_fail(error, CN_BAD_INPUT, "unexpected %s after a field",
                           cn_grid_show(*p, shown));
        }
    }
    /* So that the past has room for what may still come. */
    if (head->past > head->moves) {
        return cn_fail(error, CN_BAD_INPUT, "%d positions in past=, but moves=%d", head->past,
                       head->moves);
    }
    return CN_OK;
}

cn_status cn_go_parse(const cn_value *values, const char *text, go_head *head, cn_error *error) {
    uint8_t cell[GO_POINTS_MAX];
    int size = 0, side = 0;
    const char *p = text;
    cn_status status = cn_grid_square(text, GO_SIZE_MIN, GO_SIZE_MAX, &size, error);
    if (status == CN_OK) status = cn_go_setup(values, size, head, error);
    if (status == CN_OK) status = cn_grid_read(cn_go_cells, size, size, text, cell, &p, error);
    if (status == CN_OK) status = check_liberties(head, cell, error);
    if (status != CN_OK) return status;
    put_stones(head, cell);
    status = cn_grid_read_side(cn_go_cells, p, &side, &p, error);
    if (status != CN_OK) return status;
    head->turn = (uint8_t)side;
    head->past = 0; /* what the start put there; the text and the present position take its place */
    status = read_fields(head, p, error);
    if (status != CN_OK) return status;
    if (go_has_past(head->ko_rule)) {
        add_entry(head, go_is_exact(size)
                            ? go_entry_exact(*go_stones(head, 0), *go_stones(head, 1),
                                             head->ko_rule, side)
                            : go_entry_hashed(head->hash, head->total, head->ko_rule, side));
    }
    return CN_OK;
}

/* ---- writing positions ---- */

size_t cn_go_print(const void *state, char *text, size_t size) {
    const go_head *head = state;
    cn_board board;
    cn_go_draw(head, &board);
    size_t n = cn_grid_print(cn_go_cells, &board, head->turn, text, size);
#define ADD(...)                                                              \
    do {                                                                      \
        if (n < size) n += (size_t)snprintf(text + n, size - n, __VA_ARGS__); \
    } while (0)
    if (head->ko != GO_NO_POINT) {
        char name[CN_MOVE_TEXT];
        cn_go_print_move(head, head->ko, name);
        ADD(" ko=%s", name);
    }
    if (head->passes) ADD(" passes=%d", head->passes);
    if (head->moves || head->prisoners[0] || head->prisoners[1] || head->last || head->before ||
        head->past > 1) {
        ADD("; moves=%d captures=%d/%d", head->moves, head->prisoners[0], head->prisoners[1]);
    }
    for (int i = 0; i < 2; i++) {
        char name[CN_MOVE_TEXT];
        const int point = i ? head->before : head->last;
        if (point == 0) continue;
        cn_go_print_move(head, (cn_move)(point - 1), name);
        ADD(" %s=%s", i ? "before" : "last", name);
    }
    /* The last entry is the present position, which the cells tell. */
    for (int i = 0; i + 1 < head->past; i++) {
        ADD("%s%llx", i ? "," : " past=", (unsigned long long)go_past_of(head)[i]);
    }
#undef ADD
    if (n >= size) n = size ? size - 1 : 0;
    return n;
}

void cn_go_draw(const void *state, cn_board *board) {
    const go_head *head = state;
    assert(head->size > 0);
    cn_grid_draw(board, grid_of(head));
    for (int p = 0; p < head->size * head->size; p++) {
        const int word = p / 64, bit = p % 64;
        board->cell[p] = (uint8_t)((go_stones_of(head, 0)[word] >> bit & 1) |
                                   (go_stones_of(head, 1)[word] >> bit & 1) << 1);
    }
    char ko[CN_MOVE_TEXT + 16] = "";
    if (head->ko != GO_NO_POINT) {
        char name[CN_MOVE_TEXT];
        cn_go_print_move(head, head->ko, name);
        snprintf(ko, sizeof ko, ", ko at %s", name);
    }
    snprintf(board->note, sizeof board->note, "prisoners: Black %d, White %d, komi %g%s%s",
             head->prisoners[0], head->prisoners[1], head->komi / 2.0, ko,
             head->passes ? ", passed" : "");
}

/* ---- moves ---- */

cn_status cn_go_parse_move(const void *state, const char *text, cn_move *move, const char **end,
                           cn_error *error) {
    const go_head *head = state;
    if (strncasecmp(text, "pass", 4) == 0) {
        *move = go_pass(head->size);
        *end = text + 4;
        return CN_OK;
    }
    cn_error why = {""};
    const cn_status status = cn_grid_read_point(grid_of(head), text, move, end, &why);
    return status == CN_OK ? CN_OK : cn_fail(error, status, "%s, or `pass`", why.text);
}

void cn_go_print_move(const void *state, cn_move move, char text[CN_MOVE_TEXT]) {
    const go_head *head = state;
    if (move == go_pass(head->size)) {
        snprintf(text, CN_MOVE_TEXT, "pass");
    } else {
        cn_grid_print_point(grid_of(head), move, text);
    }
}

int cn_go_cell_of(const void *state, cn_move move) {
    return move == go_pass(((const go_head *)state)->size) ? -1 : move;
}

void cn_go_print_options(const void *state, char text[CN_OPTIONS_TEXT]) {
    const go_head *head = state;
    const int limit = head->limit == usual_limit(head->size) ? 0 : head->limit;
    snprintf(text, CN_OPTIONS_TEXT, "size=%d suicide=%s ko=%s scoring=%s komi=%g limit=%d",
             head->size, suicides[head->suicide], kos[head->ko_rule], scorings[head->scoring],
             head->komi / 2.0, limit);
}
