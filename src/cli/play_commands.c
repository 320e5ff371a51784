/* What can be typed in `canopy play`: a table of words, each with the function that obeys it, and
 * the choice between a word, the beginning of a word, and moves. A new word is a function and a row
 * of the table; the help, the completion and the message about unknown words follow from it. */
#include "arena/moves.h"
#include "cli/play.h"
#include "cli/thought.h"
#include "core/clock.h"
#include "core/text.h"

#include <ctype.h>
#include <limits.h>
#include <strings.h>

/* A word, what may follow it, what it does, and who does it. */
typedef struct command {
    const char *name; /* NULL ends the list */
    const char *words;
    const char *help;
    void (*run)(cn_terminal_game *s); /* s->rest is what follows the word */
} command;

static const command commands[];

/* ---- about the position ---- */

/* The moves that an agent would look at, and how many are legal in all. */
static void do_moves(cn_terminal_game *s) {
    const cn_position *now = &s->history.now;
    cn_move list[CN_MOVES_MAX];
    const int count = cn_position_moves(now, list);
    if (cn_play_over(s) || count == 0) {
        cn_play_say(s, "no moves: the game is over");
        return;
    }
    cn_move all[CN_MOVES_MAX];
    const int legal = cn_moves_legal(now, all);
    static char text[CN_MOVES_MAX * (CN_MOVE_TEXT + 1)];
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        cn_text_add(text, sizeof text, " %s", cn_word_move(now, list[i]).text);
    }
    cn_play_say(s, "%d move%s%s:%s", legal, legal == 1 ? "" : "s",
                legal > count ? ", of which an agent looks at" : "", text);
}

/* What the game's first heuristic says, without a search, in the view of the side to move; and the
 * points on the board in the first player's. */
static void do_eval(cn_terminal_game *s) {
    const cn_position *now = &s->history.now;
    const int unit = s->game->eval_unit, turn = cn_play_turn(s);
    if (!cn_play_over(s)) {
        const int steps = cn_position_eval(now, 0);
        const cn_score score = {.kind = CN_SCORE_EVAL,
                                .plies = -1,
                                .unit = unit,
                                .value = unit > 0 ? (double)steps / unit : steps};
        cn_play_say(s, "%s at a glance: %s", s->game->player[turn],
                    cn_word_words(s->game, score).text);
    }
    if (now->rules->score) {
        const cn_score score = {
            .kind = CN_SCORE_EVAL, .plies = -1, .unit = 1, .value = cn_info_margin(now)};
        cn_play_say(s, "%s on the board: %s", s->game->player[0],
                    cn_word_words(s->game, score).text);
    } else if (cn_play_over(s)) {
        cn_play_say(s, "the game is over");
    }
}

/* The position as text, which `--position` and `setup` read. */
static void do_position(cn_terminal_game *s) {
    char text[CN_TEXT_MAX];
    cn_position_text(&s->history.now, text, sizeof text);
    cn_play_say(s, "%s", text);
}

/* Has the board shown again before the next prompt. */
static void do_board(cn_terminal_game *s) {
    s->fresh = false;
}

/* ---- back and forth ---- */

/* Whether an agent, not a person, plays this side. */
static bool agent_sits(const cn_terminal_game *s, int player) {
    return s->seat[player].search != NULL;
}

/* Takes moves back to the last position in which a person was to move; false if there is none. */
static bool undo_once(cn_terminal_game *s) {
    const cn_history *h = &s->history;
    const bool overslept = s->info.ending == CN_ENDED_ON_TIME && s->info.loser == cn_play_turn(s);
    if (s->info.ending == CN_ENDED_RESIGNED || s->info.ending == CN_ENDED_FORFEIT || overslept) {
        /* What is taken back here is the end of the game, not a move: a resignation, a forfeit, or
         * the time that ran out while this player was thinking. */
        s->info.ending = CN_ENDED_ON_BOARD;
        return true;
    }
    int to = h->count - 1;
    while (to >= 0 && cn_play_has_human(s) && agent_sits(s, h->ply[to].player)) to--;
    if (to < 0) return false;
    while (h->count > to) cn_history_undo(&s->history);
    s->info.ending = CN_ENDED_ON_BOARD;
    s->info.counted = false;
    return true;
}

/* Takes back the last move of a person, or so many, with the agents' answers to them. */
static void do_undo(cn_terminal_game *s) {
    int times = 1, done = 0;
    CN_REFUSE_IF(*s->rest && !cn_text_int(s->rest, 1, INT_MAX, &times), s,
                 "undo `%.40s`: expected how many of your moves to take back", s->rest);
    while (done < times && undo_once(s)) done++;
    CN_REFUSE_IF(done == 0, s, "there is no move of yours to take back");
    s->paused = !cn_play_has_human(s);
    cn_play_changed(s);
    cn_play_say(s, "back to move %d; redo goes forward again", s->history.count + 1);
}

/* Plays again what was taken back: one move of a person, and the agent's answer. */
static void do_redo(cn_terminal_game *s) {
    CN_REFUSE_IF(!cn_history_redo(&s->history), s, "there is no move to play again");
    /* The agent's answer belongs to the move. */
    while (cn_play_has_human(s) && agent_sits(s, cn_play_turn(s)) && cn_history_redo(&s->history)) {
    }
    cn_play_changed(s);
    cn_play_say(s, "forward to move %d", s->history.count + 1);
}

/* Begins again from the position that this game began from. */
static void do_new(cn_terminal_game *s) {
    if (!cn_play_check(s, cn_play_begin(s, &s->history.start))) return;
    s->paused = false;
    cn_play_say(s, "a new game");
}

/* Lets agents go on after a pause; where a person is to move, the helper moves once. */
static void do_continue(cn_terminal_game *s) {
    if (cn_play_refuse_over(s)) return;
    s->paused = false;
    if (agent_sits(s, cn_play_turn(s))) return; /* its move comes by itself */
    cn_search *search = cn_play_helper(s);
    if (search) cn_play_agent(s, search);
}

/* ---- players ---- */

/* Says who plays. */
static void tell_players(cn_terminal_game *s) {
    cn_play_say(s, "%s: %s; %s: %s", s->game->player[0], s->seat[0].agent, s->game->player[1],
                s->seat[1].agent);
}

/* A person and an agent change sides. */
static void do_swap(cn_terminal_game *s) {
    CN_REFUSE_IF(agent_sits(s, 0) == agent_sits(s, 1), s,
                 "there is nobody to change sides with: level AGENT calls an agent");
    cn_play_swap(s);
    if (s->swap2 && s->history.count >= 3) s->swap2 = false; /* that was the choice */
    s->fresh = false;
    tell_players(s);
}

/* Takes `first`, `second`, or a player's name off the front; -1: none is there. */
static int take_side(const cn_terminal_game *s, const char **rest) {
    const size_t length = strcspn(*rest, " ");
    for (int i = 0; i < 2; i++) {
        const char *const names[] = {i ? "second" : "first", s->game->player[i]};
        for (int k = 0; k < 2; k++) {
            if (strlen(names[k]) != length || strncasecmp(*rest, names[k], length) != 0) continue;
            *rest += length + strspn(*rest + length, " ");
            return i;
        }
    }
    return -1;
}

/* Seats another agent, or a human. */
static void do_level(cn_terminal_game *s) {
    const char *rest = s->rest;
    if (*rest) {
        int player = take_side(s, &rest);
        CN_REFUSE_IF(!*rest, s,
                     "level needs an agent: level hard, level pvs:time=5; `canopy agents` "
                     "lists them");
        /* The agent there is; of two people the one who is not to move; of two agents both. */
        const bool both = player < 0 && agent_sits(s, 0) && agent_sits(s, 1);
        if (player < 0) player = agent_sits(s, 0) ? 0 : agent_sits(s, 1) ? 1 : cn_play_turn(s) ^ 1;
        cn_status status = cn_play_seat(s, player, rest);
        if (status == CN_OK && both) status = cn_play_seat(s, player ^ 1, rest);
        if (!cn_play_check(s, status)) return;
        s->fresh = false;
    }
    tell_players(s);
}

/* The person who is to move gives up, or the one who plays against an agent. */
static void do_resign(cn_terminal_game *s) {
    CN_REFUSE_IF(cn_play_over(s), s, "the game is over already");
    const int turn = cn_play_turn(s);
    /* An agent does not resign because a person says so. */
    s->info.loser = agent_sits(s, turn) && !agent_sits(s, turn ^ 1) ? turn ^ 1 : turn;
    s->info.ending = CN_ENDED_RESIGNED;
    cn_play_changed(s);
}

/* ---- files ---- */

/* Writes the game to the file named, or to the one it was saved to last. */
static void do_save(cn_terminal_game *s) {
    CN_REFUSE_IF(!*s->rest && !s->path[0], s, "save needs a file: save game.%s",
                 s->game->sgf > 0 ? "sgf" : "txt");
    if (cn_play_check(s, cn_play_save(s, *s->rest ? s->rest : s->path))) {
        cn_play_say(s, "saved to %s", s->path);
    }
}

/* Goes on with the game of a file; who plays stays as it is. */
static void do_load(cn_terminal_game *s) {
    CN_REFUSE_IF(!*s->rest, s, "load needs a file: load game.%s", s->game->sgf > 0 ? "sgf" : "txt");
    if (cn_play_check(s, cn_play_load(s, s->rest, false))) {
        s->paused = false;
        cn_play_say(s, "%s: %d move%s", s->rest, s->history.count,
                    s->history.count == 1 ? "" : "s");
    }
}

/* ---- the rest ---- */

/* Lists the words, and shows a move as an example. */
static void do_help(cn_terminal_game *s) {
    const cn_position *now = &s->history.now;
    cn_move list[CN_MOVES_MAX];
    char example[CN_MOVE_TEXT] = "";
    const int count = now->rules->moves(now->state, list);
    if (count > 0) cn_position_move_text(now, list[count / 2], example);
    cn_play_say(s, "Type a move%s%s, or a word or the beginning of one:", count ? " like " : "",
                example);
    for (const command *c = commands; c->name; c++) {
        char form[40];
        snprintf(form, sizeof form, "%s %s", c->name, c->words);
        cn_play_say(s, "  %-19s %s", form, c->help);
    }
}

/* The program ends when the line is obeyed. */
static void do_quit(cn_terminal_game *s) {
    s->leaving = true;
}

static const command commands[] = {
    {"help", "", "this list", do_help},
    {"hint", "[N]", "what a good move would be, or the N best", cn_play_hint},
    {"analyze", "[SECONDS]", "think about the position, until Ctrl-C at most", cn_play_analyze},
    {"undo", "[N]", "take your last move back, or the last N", do_undo},
    {"redo", "", "play again what was taken back", do_redo},
    {"moves", "", "the legal moves", do_moves},
    {"eval", "", "who is ahead, without looking ahead", do_eval},
    {"board", "", "show the board again", do_board},
    {"position", "", "the position as text", do_position},
    {"save", "FILE", "write the game to a file", do_save},
    {"load", "FILE", "go on with the game of a file", do_load},
    {"setup", "[TEXT]", "set up a board row by row, or from position text", cn_play_setup},
    {"swap", "", "change sides with the agent", do_swap},
    {"level", "[AGENT]", "play against another agent, or a second human", do_level},
    {"continue", "", "let the computer move for you; go on after a pause", do_continue},
    {"done", "", "agree on the dead stones, which then are not counted", cn_play_agree},
    {"resign", "", "give the game up", do_resign},
    {"new", "", "begin again from the start position", do_new},
    {"quit", "", "leave", do_quit},
    {0},
};

/* ---- lines ---- */

/* The command with this name or, unless `whole`, the only one whose name begins so. NULL if there
 * is none; if several begin so, `several` lists their names. */
static const command *find_command(const char *word, size_t length, bool whole, char *several,
                                   size_t size) {
    const command *found = NULL;
    int hits = 0;
    size_t used = 0;
    several[0] = '\0';
    if (length == 1 && *word == '?') return &commands[0];
    for (const command *c = commands; c->name; c++) {
        if (strncasecmp(c->name, word, length) != 0) continue;
        if (c->name[length] == '\0') return c;
        if (whole) continue;
        used += (size_t)snprintf(several + used, size - used, "%s%s", hits++ ? ", " : "", c->name);
        found = c;
    }
    return hits == 1 ? found : NULL;
}

/* The number of moves on a line, or 0 if anything on it is no move. A move counts if it can be read
 * in this game, even if it is not legal now, so that it is refused as a move and not as an unknown
 * word. */
static int count_moves(const cn_terminal_game *s, const char *line) {
    int count = 0;
    for (const char *p = line; *(p += strspn(p, " \t,"));) {
        cn_move move;
        if (s->game->parse_move(s->history.now.state, p, &move, &p, NULL) != CN_OK) return 0;
        count++;
    }
    return count;
}

/* Plays the moves of a line. The time since the last move is shared out among them. */
static void play_moves(cn_terminal_game *s, const char *line, int count) {
    const bool agent = agent_sits(s, 0) || agent_sits(s, 1);
    const int room = s->swap2 ? cn_play_swap2_room(s) : 1;
    if (agent && count > room) {
        if (s->swap2) {
            cn_play_refuse(s, "the opening has room for %d more, not for %d", room, count);
        } else {
            cn_play_refuse(s, "one move at a time: the agent answers in between");
        }
        return;
    }
    const double seconds = cn_clock_seconds() - s->asked;
    for (const char *p = line; *(p += strspn(p, " \t,")) && !s->leaving;) {
        cn_move move;
        if (s->info.ending != CN_ENDED_ON_BOARD && cn_play_refuse_over(s)) return;
        if (!cn_play_check(s,
                           cn_position_read_move(&s->history.now, p, &move, &p, s->cli->error))) {
            return;
        }
        const char *mover = s->game->player[cn_play_turn(s)];
        const cn_word text = cn_word_move(&s->history.now, move);
        cn_play_move(s, move, seconds / count);
        cn_play_say(s, "%s plays %s", mover, text.text);
    }
    cn_play_swap2_moved(s, count);
}

/* Says why a line is neither a word nor a move, and what was most likely meant. */
static void refuse_word(cn_terminal_game *s, const char *line, size_t length, const char *several) {
    const char *names[32] = {0};
    int count = 0;
    char word[64];
    for (const command *c = commands; c->name; c++) names[count++] = c->name;
    snprintf(word, sizeof word, "%.*s", (int)length, line);
    for (char *p = word; *p; p++) *p = (char)tolower((unsigned char)*p);
    CN_REFUSE_IF(*several, s, "`%.40s` could be %s", word, several);
    const char *near = cn_text_suggest(word, names);
    cn_move move;
    const char *end;
    if (near) {
        cn_play_refuse(s, "unknown word `%.40s`: did you mean %s?", word, near);
    } else if (strchr(",;", *line)) {
        cn_play_refuse(s, "`%.40s` is neither a move nor a word: help lists them", word);
    } else if (s->game->parse_move(s->history.now.state, line, &move, &end, s->cli->error) !=
               CN_OK) {
        cn_play_refuse(s, "%s; or a word: help lists them", s->cli->error->text);
    } else {
        cn_play_refuse(s,
                       "`%.40s` is not understood after the move: one move, or a word (help "
                       "lists them)",
                       end + strspn(end, " "));
    }
}

void cn_play_obey(cn_terminal_game *s, const char *line) {
    if (!*line || *line == '#') return;
    const size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");
    char several[320];
    /* A whole word first, then a move, then the beginning of a word: `he` is a point in some games
     * and help in others. */
    const command *c = find_command(line, length, true, several, sizeof several);
    const int moves = c ? 0 : count_moves(s, line);
    if (moves > 0) {
        s->counting ? cn_play_fate(s, line) : play_moves(s, line, moves);
        return;
    }
    if (!c) c = find_command(line, length, false, several, sizeof several);
    if (!c) {
        refuse_word(s, line, length, several);
    } else if (*rest && !c->words[0]) {
        cn_play_refuse(s, "%s takes nothing after it, but there is `%.40s`", c->name, rest);
    } else {
        s->rest = rest;
        c->run(s);
    }
}

void cn_play_words(cn_terminal_game *s, const char *before, FILE *out) {
    char several[320];
    cn_move list[CN_MOVES_MAX];
    const size_t length = strcspn(before, " \t");
    const command *c =
        length > 0 ? find_command(before, length, true, several, sizeof several) : NULL;
    if (c && c->run == do_level) { /* who may be seated */
        fputs("human\n", out);
        for (const cn_preset *p = cn_presets(); p->name; p++) fprintf(out, "%s\n", p->name);
        for (const cn_agent *a = cn_agents(); a->name; a++) fprintf(out, "%s\n", a->name);
    }
    const int count = c || cn_play_over(s) ? 0 : cn_moves_legal(&s->history.now, list);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s\n", cn_word_move(&s->history.now, list[i]).text);
    }
    for (c = commands; length == 0 && c->name; c++) fprintf(out, "%s\n", c->name);
}
