#include "support/playthrough.h"

#include <stdlib.h>

/* Rows as "# ..x", the first at `rows`. */
static void same_board(const cn_position *p, const char *rows) {
    static const char marks[] = ".xo";
    cn_board board;
    p->game->draw(p->state, &board);
    for (int r = 0; r < board.rows; r++, rows = strchr(rows, '\n') + 1) {
        assert_int_equal(strcspn(rows, "\n"), 2 + board.columns);
        for (int c = 0; c < board.columns; c++) {
            const char *mark = strchr(marks, rows[2 + c]);
            assert_non_null(mark);
            assert_int_equal(board.cell[r * board.columns + c], mark - marks);
        }
    }
}

static void same_moves(const cn_position *p, const char *list) {
    cn_move moves[CN_MOVES_MAX];
    char text[256] = "";
    const int count = p->rules->moves(p->state, moves);
    for (int i = 0; i < count; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? ", " : "", moves[i]);
    }
    assert_int_equal(strcspn(list, "]"), strlen(text));
    assert_memory_equal(list, text, strlen(text));
}

playthrough test_playthrough(cn_position *p, const char *path) {
    playthrough done = {0};
    char *text = test_read(path);
    int value, other;
    for (char *line = text; *line; line = strchr(line, '\n') + 1) {
        if (strncmp(line, "# State", 7) == 0) {
            const char *rows = strchr(line, '\n') + 1;
            if (strncmp(rows, "# Apply", 7) == 0) continue; /* a state the file leaves out */
            same_board(p, rows);
            done.states++;
        } else if (strncmp(line, "LegalActions() = [", 18) == 0) {
            same_moves(p, line + 18);
            done.lists++;
        } else if (sscanf(line, "CurrentPlayer() = %d", &value) == 1 && value >= 0) {
            assert_int_equal(p->rules->turn(p->state), value);
        } else if (sscanf(line, "Returns() = [%d, %d]", &value, &other) == 2) {
            const cn_outcome outcome = p->rules->over(p->state);
            assert_int_equal((outcome == CN_FIRST_WINS) - (outcome == CN_SECOND_WINS), value);
            assert_int_equal(value, -other);
        } else if (strncmp(line, "IsTerminal() = ", 15) == 0) {
            assert_int_equal(p->rules->over(p->state) != CN_ONGOING, line[15] == 'T');
            done.ends += line[15] == 'T';
        } else if (sscanf(line, "action: %d", &value) == 1) {
            assert_true(cn_position_legal(p, (cn_move)value));
            p->rules->play(p->state, (cn_move)value);
            done.actions++;
        }
    }
    free(text);
    return done;
}
