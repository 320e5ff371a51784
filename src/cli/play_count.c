/* Go's end of a game in `canopy play`: players take dead stones off the board before they count.
 * Which are dead is proposed (arena/ownership.h); a person may change that chain by chain, agree,
 * or take a move back and play on. */
#include "cli/play.h"

/* Counts the points without the stones that are marked dead, in the view of the first player, and
 * puts the margin into the record. False after a note. */
static bool count(cn_terminal_game *s) {
    cn_play_stale(s);
    s->info.counted = cn_play_check(s, cn_ownership_margin(&s->history.now, s->values, s->fate,
                                                           &s->info.margin, s->cli->error));
    return s->info.counted;
}

/* Names the dead stones of each player, as many as fit on a line. */
static void tell_dead(cn_terminal_game *s) {
    cn_board board;
    cn_position_draw(&s->history.now, &board);
    int all = 0;
    for (int player = 0; player < 2; player++) {
        char text[256] = "";
        int more = 0;
        for (int i = 0; i < board.rows * board.columns; i++) {
            if (s->fate[i] != CN_FATE_DEAD || board.cell[i] != player + 1) continue;
            if (strlen(text) + 16 > sizeof text) {
                more++;
                continue;
            }
            cn_text_add(text, sizeof text, " %s%s", board.column_label[i % board.columns],
                        board.row_label[i / board.columns]);
        }
        if (more > 0) cn_text_add(text, sizeof text, " and %d more", more);
        if (*text) cn_play_say(s, "dead stones of %s:%s", s->game->player[player], text);
        all += *text != '\0';
    }
    if (all == 0) cn_play_say(s, "no stone is dead");
}

/* Without people, or if no stone is proposed as dead, there is nobody to ask and the count is
 * final. */
void cn_play_count(cn_terminal_game *s) {
    const cn_position *now = &s->history.now;
    cn_ownership o;
    s->counting = s->agreed = false;
    if (!cn_info_counts(s->game) || !now->rules->score || s->info.counted ||
        cn_position_over(now) == CN_ONGOING) {
        return;
    }
    if (!cn_play_check(s, cn_ownership_settle(now, s->values, &o, s->fate, s->cli->error))) return;
    s->counting = count(s);
    s->agreed = !cn_play_has_human(s);
    int dead = 0;
    for (int i = 0; i < o.rows * o.columns; i++) dead += s->fate[i] == CN_FATE_DEAD;
    if (dead == 0) s->agreed = true;
    if (dead > 0) tell_dead(s);
    if (!s->agreed) {
        cn_play_say(s, "A point changes whether its stones are dead; done counts; undo plays on.");
    }
}

void cn_play_fate(cn_terminal_game *s, const char *line) {
    cn_board board;
    cn_position_draw(&s->history.now, &board);
    for (const char *p = line; *(p += strspn(p, " \t,"));) {
        cn_move move;
        const char *word = p;
        if (s->game->parse_move(s->history.now.state, p, &move, &p, NULL) != CN_OK) return;
        const int cell = cn_position_cell_of(&s->history.now, move);
        CN_REFUSE_IF(cell < 0 || board.cell[cell] == 0, s,
                     "`%.*s`: no stone is there; a point with one changes what becomes of "
                     "it",
                     (int)(p - word), word);
        cn_ownership_change(&s->history.now, cell, s->fate);
    }
    s->agreed = false;
    if (count(s)) tell_dead(s);
}

/* From now on the result is final, until a move is taken back. */
void cn_play_agree(cn_terminal_game *s) {
    CN_REFUSE_IF(!s->counting || s->agreed, s, "there are no dead stones to agree on");
    s->agreed = true;
    s->announced = false;
}
