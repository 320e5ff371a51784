/* A program that plays a game badly, in every sense asked for: the first legal move that is no
 * pass, by GTP, UGI, Gomocup's protocol or NBoard, until it is to misbehave.
 *
 *     fake_engine PROTOCOL GAME [MODE [NUMBER [ONCE]]]
 *
 * MODE happens when the move of that NUMBER is asked for (default 1; 0: at the start). If a file
 * ONCE is named, only one life does it: the one that creates the file. FAKE_LOG names a file that
 * gets every line read. */
#include "arena/record.h"

#include <canopy/canopy.h>
#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

static const char *mode = "good";
static int number = 1, asked;
static const cn_game *game;
static cn_value values[CN_OPTIONS_MAX];
static cn_position position;
static FILE *log_file;

/* ---- misbehaviour ---- */

static void hang(void) {
    for (;;) pause();
}

static void flood(int end, const char *text, size_t bytes) {
    for (size_t i = 0; bytes == 0 || i < bytes; i += strlen(text)) {
        if (write(end, text, strlen(text)) < 0) exit(1);
    }
}

static void in_halves(const char *text) {
    const struct timespec moment = {0, 2000000};
    const size_t half = strlen(text) / 2;
    fwrite(text, 1, half, stdout);
    fflush(stdout);
    nanosleep(&moment, NULL);
    fputs(text + half, stdout);
}

/* A child that outlives its parent unless its whole group is ended. */
static void brood(const char *path) {
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGHUP, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        hang();
    }
    FILE *file = fopen(path, "w");
    if (file) fprintf(file, "%ld\n", (long)child), fclose(file);
}

static void misbehave(void) {
    if (strcmp(mode, "crash") == 0) fputs("out of luck\n", stderr), exit(3);
    if (strcmp(mode, "abort") == 0) raise(SIGKILL);
    if (strcmp(mode, "hang") == 0) hang();
    if (strcmp(mode, "stubborn") == 0) signal(SIGTERM, SIG_IGN), hang();
    if (strcmp(mode, "flood") == 0) flood(STDOUT_FILENO, "x", 0);
    if (strcmp(mode, "lines") == 0) flood(STDOUT_FILENO, "# nothing\n", 0);
    if (strcmp(mode, "noise") == 0) flood(STDERR_FILENO, "a long complaint\n", 1 << 20);
    if (strcmp(mode, "close") == 0) fclose(stdout), close(STDOUT_FILENO), hang();
}

/* ---- moves ---- */

static void reset(void) {
    cn_position_free(&position);
    cn_error error;
    if (cn_position_new(game, values, NULL, &position, &error) != CN_OK) exit(9);
}

static void set_option(const char *name, const char *value) {
    char text[256];
    snprintf(text, sizeof text, "%s=%s", name, value);
    cn_values_set(game->options, values, text, NULL);
}

static bool play(const char *text) {
    cn_move move;
    const char *end;
    if (strncasecmp(text, "pa", 2) == 0) {
        move = position.rules->pass;
        if (move == CN_MOVE_NONE || !cn_position_legal(&position, move)) return false;
    } else if (cn_position_read_move(&position, text, &move, &end, NULL) != CN_OK) {
        return false;
    }
    position.rules->play(position.state, move);
    return true;
}

/* What to answer: the first legal move, unless it is time for something else. */
static cn_move choose(char text[64]) {
    cn_move list[CN_MOVES_MAX];
    const int count = position.rules->moves(position.state, list);
    int at = 0;
    while (at + 1 < count && list[at] == position.rules->pass) at++;
    const cn_move move = count > 0 ? list[at] : CN_MOVE_NONE;
    snprintf(text, 64, "pass");
    if (move != CN_MOVE_NONE) game->print_move(position.state, move, text);
    if (++asked != number) return move;
    misbehave();
    if (strcmp(mode, "illegal") == 0) { /* a move that exists but cannot be played */
        for (cn_move m = 0; m < position.rules->move_codes; m++) {
            if (m == position.rules->pass || cn_position_legal(&position, m)) continue;
            game->print_move(position.state, m, text);
            return m;
        }
    }
    if (strcmp(mode, "garbage") == 0) snprintf(text, 64, "\001what? \033[1m");
    if (strcmp(mode, "resign") == 0) snprintf(text, 64, "resign");
    return move;
}

static struct timespec said_at;

static void say(const char *text) {
    clock_gettime(CLOCK_MONOTONIC, &said_at);
    if (strcmp(mode, "halves") == 0) {
        in_halves(text);
    } else {
        fputs(text, stdout);
    }
    fflush(stdout);
}

/* ---- protocols: true ends the program ---- */

static bool gtp(char *line) {
    char text[128] = "", answer[192], *rest = line;
    const char *word = strsep(&rest, " ");
    bool good = true;
    if (strcmp(word, "list_commands") == 0) {
        snprintf(text, sizeof text,
                 "boardsize\nclear_board\nplay\ngenmove\ntime_settings\n"
                 "time_left\nquit");
    } else if (strcmp(word, "boardsize") == 0) {
        set_option("size", rest);
    } else if (strcmp(word, "komi") == 0) {
        set_option("komi", rest);
    } else if (strcmp(word, "clear_board") == 0) {
        reset();
    } else if (strcmp(word, "play") == 0) {
        const char *colour = strsep(&rest, " ");
        const int turn = position.rules->turn(position.state);
        good = rest && strcmp(colour, turn ? "white" : "black") == 0 && play(rest);
        if (!good) snprintf(text, sizeof text, "illegal move");
    } else if (strcmp(word, "genmove") == 0) {
        const cn_move move = choose(text);
        if (strcmp(mode, "garbage") == 0 && asked == number) {
            say(text), say("\n");
            return false;
        }
        if (cn_position_legal(&position, move)) position.rules->play(position.state, move);
    } else if (strncmp(word, "time_", 5) != 0 && strcmp(word, "quit") != 0) {
        good = false;
    }
    snprintf(answer, sizeof answer, "%c %s\n\n", good ? '=' : '?', text);
    say(answer);
    return strcmp(word, "quit") == 0;
}

static void ugi_position(char *rest) {
    char *moves = strstr(rest, " moves"), *word;
    if (moves) *moves = '\0', moves += strlen(" moves");
    reset();
    if (strncmp(rest, "fen ", 4) == 0) {
        cn_position_free(&position);
        if (cn_position_new(game, values, rest + 4, &position, NULL) != CN_OK) exit(9);
    }
    while (moves && (word = strsep(&moves, " "))) {
        if (*word && !play(word)) exit(9);
    }
}

static bool ugi(char *line) {
    char text[64], answer[192], *rest = line;
    const char *word = strsep(&rest, " ");
    if (strcmp(word, "ugi") == 0) say("id name fake\noption name size type spin\nugiok\n");
    if (strcmp(word, "isready") == 0) say("readyok\n");
    if (strcmp(word, "setoption") == 0 && strncmp(rest, "name size value ", 16) == 0) {
        set_option("size", rest + 16);
    }
    if (strcmp(word, "position") == 0) ugi_position(rest);
    if (strcmp(word, "go") == 0) {
        if (strcmp(mode, "think") == 0 && asked + 1 == number) return asked++, false;
        choose(text);
        snprintf(answer, sizeof answer,
                 "info depth 3 score cp 42 nodes 77 time 1 pv %s\nbestmove %s\n", text, text);
        say(answer);
    }
    if (strcmp(word, "stop") == 0 && strcmp(mode, "think") == 0) {
        choose(text);
        snprintf(answer, sizeof answer, "bestmove %s\n", text);
        say(answer);
    }
    return strcmp(word, "quit") == 0;
}

static bool play_point(const char *text) {
    cn_board board;
    int x, y;
    game->draw(position.state, &board);
    if (sscanf(text, "%d,%d", &x, &y) != 2) return false;
    const cn_move move = cn_position_move_on(&position, y * board.columns + x);
    if (move != CN_MOVE_NONE) position.rules->play(position.state, move);
    return move != CN_MOVE_NONE;
}

static void answer_point(void) {
    char text[64], answer[96];
    cn_board board;
    const cn_move move = choose(text);
    game->draw(position.state, &board);
    const int cell = game->cell_of(position.state, move);
    snprintf(answer, sizeof answer, "MESSAGE 3,3 is taken\nthinking 1,1\n%d,%d\n",
             cell % board.columns, cell / board.columns);
    if (strcmp(mode, "garbage") == 0 && asked == number) snprintf(answer, 96, "seven\n");
    say(answer);
    if (cn_position_legal(&position, move)) position.rules->play(position.state, move);
}

/* An engine that is busy for some milliseconds after each line it wrote, and drops what it is told
 * in that time: it says so and makes no sense of what follows. */
static bool too_early(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double passed =
        (double)(now.tv_sec - said_at.tv_sec) + 1e-9 * (double)(now.tv_nsec - said_at.tv_nsec);
    return strcmp(mode, "busy") == 0 && passed < 0.01;
}

static bool gomocup(char *line) {
    static bool listing;
    if (too_early()) {
        fputs("0,0\nERROR too early\n", stdout);
        exit(4);
    }
    if (strncmp(line, "INFO", 4) == 0 && strcmp(mode, "strict") == 0) {
        say("ERROR no such key\n");
        return false;
    }
    char *rest = line;
    const char *word = strsep(&rest, " ");
    if (listing) {
        listing = strcmp(word, "DONE") != 0;
        if (listing && !play_point(word)) say("ERROR that is not possible\n");
        if (!listing) answer_point();
        return false;
    }
    if (strcmp(word, "ABOUT") == 0 && strcmp(mode, "silent") != 0) {
        say("name=\"fake\", version=\"1\"\n");
    }
    if (strcmp(word, "START") == 0) {
        set_option("size", rest);
        reset();
        say(strcmp(mode, "small") == 0 ? "ERROR unsupported size\n" : "OK\n");
    }
    if (strcmp(word, "BEGIN") == 0) answer_point();
    if (strcmp(word, "TURN") == 0) {
        if (play_point(rest)) {
            answer_point();
        } else {
            say("ERROR that is not possible\n");
        }
    }
    if (strcmp(word, "BOARD") == 0) reset(), listing = true;
    return strcmp(word, "END") == 0;
}

static void read_ggf(const char *text) {
    cn_records records;
    cn_error error;
    bool more;
    cn_move move;
    if (cn_records_open(&records, game, values, NULL, text, strlen(text), &error) != CN_OK ||
        cn_records_next(&records, &more, &error) != CN_OK || !more) {
        exit(9);
    }
    while (cn_records_move(&records, &move, &more, &error) == CN_OK && more) {
        records.position.rules->play(records.position.state, move);
    }
    cn_position_free(&position);
    if (cn_position_copy(&records.position, &position, NULL) != CN_OK) exit(9);
    cn_records_close(&records);
}

static bool nboard(char *line) {
    char text[64], answer[192];
    if (strncmp(line, "set game ", 9) == 0) read_ggf(line + 9);
    if (strncmp(line, "move ", 5) == 0) {
        line[5 + strcspn(line + 5, "/")] = '\0';
        if (!play(line + 5)) exit(9);
    }
    if (strncmp(line, "ping ", 5) == 0) {
        snprintf(answer, sizeof answer, "pong %s\n", line + 5);
        say(answer);
    }
    if (strcmp(line, "go") == 0) {
        if (strcmp(mode, "think") == 0 && ++asked == number) return false;
        choose(text);
        for (char *p = text; *p; p++) *p = (char)toupper((unsigned char)*p);
        snprintf(answer, sizeof answer,
                 "status thinking\nsearch %s -1.5 0 7\nnodestats 55 0.1\n=== %s/-1.25/0.1\n", text,
                 strcmp(text, "PASS") == 0 ? "PA" : text);
        say(answer);
    }
    return strcmp(line, "quit") == 0;
}

/* ---- the program ---- */

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        bool (*run)(char *line);
    } protocols[] = {{"gtp", gtp}, {"ugi", ugi}, {"gomocup", gomocup}, {"nboard", nboard}};
    bool (*run)(char *line) = NULL;
    for (int i = 0; i < 4 && argc > 2; i++) {
        if (strcmp(argv[1], protocols[i].name) == 0) run = protocols[i].run;
    }
    game = argc > 2 ? cn_game_find(argv[2]) : NULL;
    if (!run || !game) return 2;
    if (argc > 3) mode = argv[3];
    if (argc > 4) number = atoi(argv[4]);
    if (argc > 5 && strcmp(mode, "brood") == 0) {
        brood(argv[5]);
    } else if (argc > 5 && open(argv[5], O_WRONLY | O_CREAT | O_EXCL, 0600) < 0) {
        mode = "good";
    }
    if (strcmp(mode, "ignore") == 0) signal(SIGTERM, SIG_IGN);
    if (getenv("FAKE_LOG")) log_file = fopen(getenv("FAKE_LOG"), "a");
    cn_values_default(game->options, values);
    reset();
    if (number == 0) misbehave();
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (log_file) fprintf(log_file, "%s\n", line), fflush(log_file);
        if (run(line) && strcmp(mode, "ignore") != 0) break;
    }
    if (strcmp(mode, "ignore") == 0) hang();
    free(line);
    cn_position_free(&position);
    if (log_file) fclose(log_file);
    return 0;
}
