/* GTP: moves that are played, searched for and taken back.
 *
 * GTP lets a colour move twice in a row, and go on after two passes ended the game. Where our
 * rules cannot follow, the history is left behind and a new one begins at the same board; marks
 * remember which history and which ply each command began at, so undo finds the way back through
 * them. */
#include "core/memory.h"
#include "engine/scratch.h"
#include "protocol/gtp.h"
#include "protocol/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

/* ---- marks and histories ---- */

bool gtp_mark_push(gtp *g) {
    if (!cn_memory_grow(&g->marks, g->mark_count, &g->mark_room, sizeof *g->marks)) {
        return gtp_fail(g, "out of memory");
    }
    g->marks[g->mark_count++] = (gtp_mark){g->earlier_count, g->desk->history.count};
    return true;
}

/* Histories that were begun since the mark are dropped, the one of the mark becomes the desk's
 * again, and its later moves are taken back. */
bool gtp_mark_pop(gtp *g) {
    if (g->mark_count == 0) return false;
    const gtp_mark mark = g->marks[--g->mark_count];
    while (g->earlier_count > mark.earlier) {
        cn_desk_take(g->desk, &g->earlier[--g->earlier_count], g->desk->values);
    }
    while (g->desk->history.count > mark.count) cn_history_undo(&g->desk->history);
    return true;
}

void gtp_forget(gtp *g) {
    while (g->earlier_count > 0) cn_history_free(&g->earlier[--g->earlier_count]);
    g->mark_count = 0;
    g->behind[0] = g->behind[1] = 0;
}

bool gtp_begin_at(gtp *g, cn_position *position) {
    cn_history history;
    const cn_status status = cn_history_begin(&history, position, &g->error);
    cn_position_free(position);
    if (!gtp_check(g, status)) return false;
    cn_desk_take(g->desk, &history, g->desk->values);
    gtp_forget(g);
    return true;
}

/* ---- whose turn ---- */

/* Leaves the history behind and begins one at the same board, with this player to move. The text of
 * a position keeps, behind its ';', the past that a superko forbids to repeat. */
static bool begin_here(gtp *g, int player) {
    const cn_position *now = &g->desk->history.now;
    char text[CN_TEXT_MAX];
    cn_history history;
    if (!cn_memory_grow(&g->earlier, g->earlier_count, &g->earlier_room, sizeof *g->earlier)) {
        return false;
    }
    cn_position_text(now, text, sizeof text);
    char *side = text + strcspn(text, " "), *past = strchr(text, ';');
    if (*side) *++side = now->game->cells[1 + player];
    if (*side && past) memmove(side + 1, past, strlen(past) + 1);
    if (*side && !past) side[1] = '\0';
    if (cn_history_start(&history, now->game, g->desk->values, text, NULL) != CN_OK) return false;
    if (cn_position_over(&history.now) != CN_ONGOING) {
        cn_history_free(&history);
        return false;
    }
    g->earlier[g->earlier_count++] = g->desk->history;
    g->desk->history = (cn_history){0};
    cn_desk_take(g->desk, &history, g->desk->values);
    return true;
}

/* Whether the game would be over after a pass. */
static bool pass_ends(const cn_position *now) {
    cn_scratch scratch;
    const cn_position *after = cn_scratch_copy(&scratch, now);
    after->rules->play(after->state, after->rules->pass);
    return cn_position_over(after) != CN_ONGOING;
}

bool gtp_turn(gtp *g, int player) {
    const cn_history *h = &g->desk->history;
    const cn_position *now = &h->now;
    const cn_move pass = now->rules->pass;
    if (cn_position_over(now) != CN_ONGOING) {
        /* Passes ended it, and passes are not the end for GTP. */
        return h->count > 0 && h->ply[h->count - 1].move == pass && begin_here(g, player);
    }
    if (cn_position_turn(now) == player) return true;
    if (pass == CN_MOVE_NONE || !cn_position_legal(now, pass)) return false;
    if (pass_ends(now)) return begin_here(g, player);
    return cn_desk_play(g->desk, pass, NULL) == CN_OK;
}

/* ---- play ---- */

/* Plays a move of the player, whose turn it is made first if GTP allows that. */
static bool play_at(gtp *g, int player, const char *word) {
    const cn_position *now = &g->desk->history.now;
    cn_move move;
    const bool over = cn_position_over(now) != CN_ONGOING;
    if (over && strcasecmp(word, "pass") == 0) return true;
    if (!gtp_turn(g, player)) return gtp_fail(g, "illegal move");
    now = &g->desk->history.now;
    if (!gtp_move_read(g, now, word, &move)) {
        cn_board board;
        cn_position_draw(now, &board);
        const bool point = g->vertices && gtp_vertex_read(&board, word) >= 0;
        return gtp_fail(g, point ? "illegal move" : "invalid color or coordinate");
    }
    if (!cn_position_legal(now, move)) return gtp_fail(g, "illegal move");
    return gtp_check(g, cn_desk_play(g->desk, move, &g->error));
}

bool gtp_play(gtp *g, const char *colour, const char *move) {
    int player;
    if (!gtp_colour(g, colour, &player)) return gtp_fail(g, "invalid color or coordinate");
    if (!gtp_mark_push(g)) return false;
    if (play_at(g, player, move)) return true;
    gtp_mark_pop(g);
    return false;
}

/* The standard's `play COLOUR MOVE`. */
static bool play(gtp *g) {
    return gtp_play(g, g->word[0], g->word[1]);
}

/* Takes the last command that moved back. */
static bool undo(gtp *g) {
    g->behind[0] = g->behind[1] = 0;
    return gtp_mark_pop(g) || gtp_fail(g, "cannot undo");
}

/* GNU Go's: several at once, or none. */
static bool gg_undo(gtp *g) {
    int count = 1;
    if (g->count > 0 && !cn_text_int(g->word[0], 0, 1 << 20, &count)) {
        return gtp_fail(g, "invalid argument");
    }
    if (count > g->mark_count) return gtp_fail(g, "cannot undo");
    g->behind[0] = g->behind[1] = 0;
    while (count-- > 0) gtp_mark_pop(g);
    return true;
}

/* ---- genmove ---- */

cn_watch gtp_watch_move(const char *line, void *user) {
    (void)user;
    if (!line) return CN_WATCH_SOON;
    line += strspn(line, CN_BLANKS "0123456789"); /* an id may be before the command */
    if (cn_word_first(line, "quit")) return CN_WATCH_SOON;
    return cn_word_first(line, "#") && cn_word_first(line + 1, "interrupt") ? CN_WATCH_STOP
                                                                            : CN_WATCH_GO_ON;
}

/* Searches the present position, and keeps it as g->searched; false: the answer is the error. */
static bool think(gtp *g, const cn_desk_question *question) {
    cn_position_free(&g->searched);
    cn_status status = cn_position_copy(&g->desk->history.now, &g->searched, &g->error);
    if (status == CN_OK) status = cn_desk_think(g->desk, question, &g->error);
    if (status != CN_OK) cn_position_free(&g->searched);
    return gtp_check(g, status);
}

/* Takes the time of the last search off the player's clock, since its move is played. */
static void spend(gtp *g, int player) {
    cn_clocks_spend(&g->desk->clocks, player, g->desk->took);
    if (g->stones[player] > 1) {
        g->stones[player]--;
        g->period[player] -= g->desk->took;
    } else { /* the next period is a whole one */
        g->stones[player] = 0;
        g->period[player] = 0;
    }
    g->total += g->desk->took;
}

/* The best move that is no pass, or a pass if there is none. */
static cn_move best_stone(const cn_result *r, cn_move pass) {
    const cn_move_info *best = NULL;
    for (int i = 0; i < r->count; i++) {
        const cn_move_info *m = &r->moves[i];
        if (m->move == pass) continue;
        if (!best || m->visits > best->visits ||
            (m->visits == best->visits && cn_score_compare(m->score, best->score) > 0)) {
            best = m;
        }
    }
    return best ? best->move : pass;
}

/* Whether so much has been played that a game may be given up: a third of the board's points, or
 * half of them where stones were on the board at the start, as White is behind then by design. */
static bool late_enough(const gtp *g) {
    const cn_history *first = g->earlier_count ? g->earlier : &g->desk->history;
    cn_board board;
    cn_position_draw(&first->start, &board);
    const int points = board.rows * board.columns;
    bool stones = false;
    for (int i = 0; i < points; i++) stones |= board.cell[i] != 0;
    int plies = g->desk->history.count;
    for (int i = 0; i < g->earlier_count; i++) plies += g->earlier[i].count;
    return plies >= points / (stones ? 2 : 3);
}

/* Whether the player gives up after the last search: by the user's rule; or, if there is none, in
 * Go only, by who sees less than 5 % to win for three moves running once enough has been played. A
 * heuristic's opinion is no such chance. */
static bool gives_up(gtp *g, int player) {
    static const cn_resign usual = {.value = 900, .moves = 3};
    const cn_score score = g->desk->result.score;
    const cn_resign *rule = g->desk->resign;
    if (rule) return cn_resign_due(rule, score, &g->behind[player]);
    if (!gtp_is_go(g) || score.kind == CN_SCORE_EVAL) return false;
    return cn_resign_due(&usual, score, &g->behind[player]) && late_enough(g);
}

bool gtp_ready(gtp *g, int player, bool *open) {
    if (!gtp_mark_push(g)) return false;
    const bool over = cn_position_over(&g->desk->history.now) != CN_ONGOING;
    *open = gtp_turn(g, player);
    if (*open || over) return true;
    gtp_mark_pop(g);
    return gtp_fail(g, "it is not %s's turn", gtp_colour_name[player]);
}

/* A mark was pushed by gtp_ready: it stays if the move is played, and is popped otherwise. */
bool gtp_search(gtp *g, int player, bool open, const cn_desk_question *question, unsigned how,
                char text[CN_MOVE_TEXT]) {
    snprintf(text, CN_MOVE_TEXT, "pass");
    bool good = !open || think(g, question);
    if (open && good && how & GTP_RESIGN && gives_up(g, player)) {
        snprintf(text, CN_MOVE_TEXT, "resign");
        how &= ~(unsigned)GTP_KEEP;
    } else if (open && good) {
        cn_move best = g->desk->result.best;
        if (how & GTP_CLEAN && best == g->searched.rules->pass && gtp_has_dead(g, player ^ 1)) {
            best = best_stone(&g->desk->result, best);
        }
        gtp_move_text(g, &g->searched, best, text);
        if (how & GTP_KEEP) spend(g, player);
        if (how & GTP_KEEP) good = gtp_check(g, cn_desk_play(g->desk, best, &g->error));
    }
    if (!(how & GTP_KEEP) || !good) gtp_mark_pop(g);
    return good;
}

/* The commands that search for a move and tell it. */
static bool generate(gtp *g) {
    int player;
    bool open;
    char text[CN_MOVE_TEXT];
    cn_desk_question question = {.watch = gtp_watch_move};
    if (!gtp_colour(g, g->word[0], &player) || !gtp_ready(g, player, &open)) return false;
    gtp_limit(g, player, &question.limits);
    return gtp_search(g, player, open, &question, g->kind, text) && gtp_say(g, "%s", text);
}

/* What the last search thought of its move. */
static bool explain(gtp *g) {
    if (!g->searched.state) return true;
    const cn_result *r = &g->desk->result;
    char value[CN_SCORE_TEXT];
    cn_score_text(g->desk->game, r->score, value);
    return gtp_say(g, "value %s, depth %d, %" PRIu64 " %s, %.2f s", value, r->depth,
                   r->iterations ? r->iterations : r->nodes, r->iterations ? "iterations" : "nodes",
                   g->desk->took);
}

const gtp_command gtp_moves[] = {
    GTP_ANY("play", play, 2, 2, 0),
    GTP_ANY("genmove", generate, 1, 1, GTP_KEEP | GTP_RESIGN),
    GTP_ANY("reg_genmove", generate, 1, 1, 0),
    GTP_GO("kgs-genmove_cleanup", generate, 1, 1, GTP_KEEP | GTP_CLEAN),
    GTP_ANY("gomill-explain_last_move", explain, 0, 0, 0),
    GTP_ANY("undo", undo, 0, 0, 0),
    GTP_ANY("gg-undo", gg_undo, 0, 1, 0),
    {0},
};
