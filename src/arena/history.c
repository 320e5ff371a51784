/* The game under way. States cannot take a move back, so going back plays all moves but the last
 * again from the start, which costs microseconds; going forth again plays one of the moves that are
 * still in the list. */
#include "arena/history.h"

#include "arena/moves.h"
#include "core/memory.h"

#include <stdlib.h>

cn_status cn_history_begin(cn_history *history, const cn_position *start, cn_error *error) {
    *history = (cn_history){0};
    cn_status status = cn_position_copy(start, &history->start, error);
    if (status == CN_OK) status = cn_position_copy(start, &history->now, error);
    if (status != CN_OK) cn_history_free(history);
    return status;
}

cn_status cn_history_start(cn_history *history, const cn_game *game, const cn_value *values,
                           const char *text, cn_error *error) {
    *history = (cn_history){0};
    cn_status status = cn_position_new(game, values, text, &history->start, error);
    if (status == CN_OK) status = cn_position_copy(&history->start, &history->now, error);
    if (status != CN_OK) cn_history_free(history);
    return status;
}

void cn_history_free(cn_history *history) {
    cn_position_free(&history->start);
    cn_position_free(&history->now);
    free(history->ply);
    free(history->moves);
    *history = (cn_history){0};
}

/* The player is noted with the move, because only the position before it tells whose it was. */
cn_status cn_history_play(cn_history *history, cn_move move, double seconds, cn_error *error) {
    int room = history->room; /* both lists have the same */
    CN_FAIL_IF(!cn_memory_grow(&history->ply, history->count, &room, sizeof *history->ply) ||
                   !cn_memory_grow(&history->moves, history->count, &history->room,
                                   sizeof *history->moves),
               error, CN_NO_MEMORY, "no memory for %d moves", history->count + 1);
    const cn_position *now = &history->now;
    const uint8_t player = (uint8_t)now->rules->turn(now->state);
    history->moves[history->count] = move;
    history->ply[history->count++] = (cn_ply){move, player, seconds};
    history->length = history->count;
    now->rules->play(now->state, move);
    return CN_OK;
}

/* The past points into the history: it is valid until a move is played or the history is freed. */
cn_past cn_history_past(const cn_history *history) {
    return (cn_past){&history->start, history->moves, history->count};
}

/* A state cannot take a move back; playing all but the last again costs next to nothing. */
bool cn_history_undo(cn_history *history) {
    if (history->count == 0) return false;
    const cn_rules *rules = history->now.rules;
    /* Whole, for the bytes behind the live ones must be as fresh as those of a new position. */
    memcpy(history->now.state, history->start.state, CN_STATE_MAX);
    history->count--;
    for (int i = 0; i < history->count; i++) rules->play(history->now.state, history->ply[i].move);
    return true;
}

bool cn_history_redo(cn_history *history) {
    if (history->count == history->length) return false;
    history->now.rules->play(history->now.state, history->ply[history->count++].move);
    return true;
}

bool cn_history_own_start(const cn_history *h, const cn_value *values) {
    cn_position usual;
    char own[CN_TEXT_MAX], text[CN_TEXT_MAX];
    if (cn_position_new(h->start.game, values, NULL, &usual, NULL) != CN_OK) return true;
    cn_position_text(&h->start, own, sizeof own);
    cn_position_text(&usual, text, sizeof text);
    cn_position_free(&usual);
    return strcmp(own, text) != 0;
}

int cn_history_cell(const cn_history *history) {
    cn_walk walk;
    int cell = -1; /* the cell of a move is asked of the position before it */
    for (cn_walk_begin(&walk, &history->start, history->moves, history->count);
         cn_walk_next(&walk);) {
        cell = cn_position_cell_of(&walk.position, walk.move);
    }
    return cell;
}

char *cn_history_text(const cn_history *history) {
    char *text = malloc((size_t)history->count * (CN_MOVE_TEXT + 1) + 1), *end = text;
    cn_walk walk;
    if (!text) return NULL;
    *text = '\0';
    for (cn_walk_begin(&walk, &history->start, history->moves, history->count);
         cn_walk_next(&walk);) {
        if (walk.index > 0) *end++ = ' ';
        cn_position_move_text(&walk.position, walk.move, end);
        end += strlen(end);
    }
    return text;
}
