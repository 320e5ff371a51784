/* GTP: searches that are watched, as Leela Zero and KataGo stream them to Sabaki, Lizzie and
 * others.
 *
 * `lz-analyze [colour] [CENTISECONDS] [key value]…` writes a line for all moves now and then, until
 * any line comes; `lz-genmove_analyze` does so while it looks for a move. The forms beginning with
 * `kata-` give fractions where those of Leela Zero give ten-thousandths. Values are in the view of
 * the side to move. */
#include "arena/moves.h"
#include "core/clock.h"
#include "protocol/gtp.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <strings.h>

/* One streamed search: which form its lines have, and when the next is due. */
typedef struct stream {
    gtp *g;
    int player;
    bool kata, root, owners; /* the format; rootInfo and ownership as well */
    int moves;               /* lines at most */
    double interval, next;   /* seconds; when the next line is due */
} stream;

enum { MOVES_USUAL = 10 };

/* ---- the lines ---- */

/* Nodes stand for visits where a search has none. */
static uint64_t visits_of(const cn_result *r, const cn_move_info *m) {
    return r->iterations ? m->visits : m->nodes;
}

/* What is known of one move. `order` counts the moves of a line from 0, the best first. */
static void say_move(const stream *s, const cn_result *r, const cn_line *line, int order) {
    gtp *g = s->g;
    char text[CN_MOVE_TEXT];
    const uint64_t visits = visits_of(r, &line->info);
    const double chance = cn_score_chance(g->desk->game, line->info.score);
    const double prior = r->count > 0 ? 1.0 / r->count : 0;
    /* The lower end of the interval that holds the chance in 19 cases of 20. */
    const double wide =
        r->iterations && visits ? 1.96 * sqrt(chance * (1 - chance) / (double)visits) : 0;
    const double lcb = chance > wide ? chance - wide : 0;
    gtp_move_text(g, &g->searched, line->info.move, text);
    gtp_say(g, "%sinfo move %s visits %" PRIu64, order ? " " : "", text, visits);
    if (s->kata) {
        gtp_say(g, " utility %.6f winrate %.6f prior %.6f lcb %.6f order %d", 2 * chance - 1,
                chance, prior, lcb, order);
    } else {
        gtp_say(g, " winrate %.0f prior %.0f lcb %.0f order %d", 1e4 * chance, 1e4 * prior,
                1e4 * lcb, order);
    }
    gtp_say(g, " pv"); /* the line expected after the move */
    cn_walk walk;
    for (cn_walk_begin(&walk, &g->searched, line->moves, line->length); cn_walk_next(&walk);) {
        gtp_move_text(g, &walk.position, walk.move, text);
        gtp_say(g, " %s", text);
    }
}

/* KataGo's rootInfo: the position as a whole. */
static void say_root(const stream *s, const cn_result *r) {
    const uint64_t visits = r->iterations ? r->visits : r->nodes;
    /* As the best move has it: of a depth that was cut short the result may know only a bound. */
    const cn_score score = r->top_count > 0 ? r->top[0].info.score : r->score;
    const double chance = cn_score_chance(s->g->desk->game, score);
    gtp_say(s->g, " rootInfo visits %" PRIu64 " utility %.6f winrate %.6f", visits, 2 * chance - 1,
            chance);
}

/* Sends one line about all moves, at once. */
static void send_line(stream *s, const cn_result *r) {
    gtp *g = s->g;
    gtp_take_back(g);
    int shown = 0;
    for (int i = 0; i < r->top_count && shown < s->moves; i++) {
        if (visits_of(r, &r->top[i].info) > 0) say_move(s, r, &r->top[i], shown++);
    }
    if (shown == 0 && r->best != CN_MOVE_NONE) { /* an agent that tells no more than its move */
        cn_line line = {
            .info = {.move = r->best, .score = r->score, .nodes = r->nodes, .visits = r->visits}};
        line.length = r->line_length;
        memcpy(line.moves, r->line, sizeof line.moves);
        say_move(s, r, &line, 0);
    }
    if (s->root) say_root(s, r);
    if (s->owners) {
        gtp_say(g, " ownership ");
        gtp_say_owners(g, &g->searched, s->player, " ");
    }
    gtp_flush(g);
    cn_desk_print(g->desk, "%.*s\n", (int)g->length, g->text);
    gtp_take_back(g);
}

/* While the search runs, in its thread: sends a line when the interval is over. */
static void on_progress(const cn_result *so_far, void *user) {
    stream *s = user;
    const double now = cn_clock_seconds();
    if (s->interval <= 0 || now < s->next) return;
    s->next = now + s->interval;
    send_line(s, so_far);
}

/* ---- arguments ---- */

/* The values of switches are `true` and `false`. */
static bool is_true(const char *word) {
    return strcasecmp(word, "true") == 0;
}

/* A key and its value. */
static bool read_pair(stream *s, const char *key, const char *value) {
    int number;
    double centiseconds;
    if (strcasecmp(key, "interval") == 0) {
        if (!cn_text_real(value, 0, 1e12, &centiseconds)) {
            return gtp_fail(s->g, "invalid interval");
        }
        s->interval = centiseconds / 100;
    } else if (strcasecmp(key, "minmoves") == 0 || strcasecmp(key, "maxmoves") == 0) {
        if (!cn_text_int(value, 0, 1 << 20, &number)) return gtp_fail(s->g, "invalid %s", key);
        const bool least = tolower((unsigned char)key[1]) == 'i';
        if (least ? number > s->moves : number > 0) s->moves = number;
        if (s->moves > CN_LINES_MAX) s->moves = CN_LINES_MAX;
    } else if (strcasecmp(key, "rootInfo") == 0) {
        s->root = s->kata && is_true(value);
    } else if (strcasecmp(key, "ownership") == 0) {
        s->owners = s->kata && gtp_is_go(s->g) && is_true(value);
    } else if (strcasecmp(key, "avoid") == 0 || strcasecmp(key, "allow") == 0) {
        return gtp_fail(s->g, "%s is not supported", key);
    }
    return true; /* what others send to other engines */
}

/* Colour, interval, and pairs of key and value; each may be missing. */
static bool read_arguments(stream *s) {
    gtp *g = s->g;
    const cn_position *now = &g->desk->history.now;
    int i = 0;
    s->player = cn_position_turn(now);
    s->moves = MOVES_USUAL;
    s->interval = 0.5;
    if (i < g->count && gtp_colour(g, g->word[i], &s->player)) i++;
    gtp_take_back(g); /* it need not be a colour */
    if (i < g->count && isdigit((unsigned char)g->word[i][0])) {
        if (!read_pair(s, "interval", g->word[i++])) return false;
    }
    for (; i < g->count; i += 2) {
        if (i + 1 == g->count) return gtp_fail(g, "syntax error: %s wants a value", g->word[i]);
        if (!read_pair(s, g->word[i], g->word[i + 1])) return false;
    }
    return true;
}

/* ---- the commands ---- */

/* An analysis ends when any line comes; called in the reader's thread. The line stays in the queue
 * and is performed next. */
static cn_watch any_line(const char *line, void *user) {
    (void)line;
    (void)user;
    return CN_WATCH_STOP;
}

enum { KATA = 4 }; /* beside GTP_KEEP: KataGo's form of the lines */

/* The commands that stream their progress: analysis until the next line comes, or (GTP_KEEP) a move
 * that is played in the end. Once the answer is under way, an error can only be told in it. */
static bool watch(gtp *g) {
    stream s = {.g = g, .kata = g->kind & KATA};
    const bool keep = g->kind & GTP_KEEP;
    bool open;
    if (!read_arguments(&s) || !gtp_ready(g, s.player, &open)) return false;
    cn_desk_print(g->desk, "=%s\n", g->id);
    cn_desk_question question = {
        .limits = {.infinite = !keep, .lines = s.moves},
        .own_limits = !keep,
        .watch = keep ? gtp_watch_move : any_line,
        .progress = on_progress,
        .user = &s,
    };
    if (keep) gtp_limit(g, s.player, &question.limits);
    s.next = cn_clock_seconds() + s.interval;
    char text[CN_MOVE_TEXT];
    const bool good = gtp_search(g, s.player, open, &question, g->kind, text);
    if (good && open) send_line(&s, &g->desk->result);
    if (good && keep) cn_desk_print(g->desk, "play %s\n", text);
    if (good && !keep) cn_lines_wait(g->desk->lines); /* it ends when a line comes */
    gtp_flush(g);
    if (!good) cn_desk_print(g->desk, "error: %.*s\n", (int)g->length, g->text);
    cn_desk_print(g->desk, "\n");
    g->sent = true;
    return true;
}

const gtp_command gtp_analyze[] = {
    GTP_ANY("lz-analyze", watch, 0, -1, 0),
    GTP_ANY("lz-genmove_analyze", watch, 0, -1, GTP_KEEP),
    GTP_ANY("kata-analyze", watch, 0, -1, KATA),
    GTP_ANY("kata-genmove_analyze", watch, 0, -1, KATA | GTP_KEEP),
    GTP_ANY("analyze", watch, 0, -1, KATA),
    GTP_ANY("genmove_analyze", watch, 0, -1, KATA | GTP_KEEP),
    {0},
};
