/* What is written is read back as the same game, and written again as the same bytes: random games
 * of every game in every format it has. */
#include "support/support.h"

#include "arena/clocks.h"
#include "arena/write.h"

#include <stdlib.h>

typedef struct start {
    const char *game, *options, *position;
} start;

static const start starts[] = {
    {"tictactoe", NULL, NULL},
    {"tictactoe", NULL, "x../.o./..x o"},
    {"connect4", NULL, NULL},
    {"connect4", "width=6,height=5,connect=3", NULL},
    {"connect4", NULL, "4453"},
    {"gomoku", "size=9", NULL},
    {"gomoku", "size=15,start=hh,rules=exact", NULL},
    {"gomoku", "distance=2", "...../..X../..O../...../..... X"},
    {"othello", NULL, NULL},
    {"othello", "start=board3", NULL},
    {"othello", "rules=no-pass,start=report-a", NULL},
    {"othello", NULL, "OOOOOOOX/OOOOOOO-/OOOOOOO-/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOO/OOOOOOOX X"},
    {"go", NULL, NULL},
    {"go", "size=9,komi=6.5,ko=simple", NULL},
    {"go", "size=19,komi=-7.5,scoring=stones,suicide=allowed,limit=60", NULL},
    {"go", "komi=2", "...../.XO../.X.../...../..... O passes=1; moves=12 captures=1/0"},
    {"go", "ko=simple,size=3", ".XO/XO./.XO X ko=C2; moves=9 captures=1/2"},
};

static void values_of(const start *s, cn_value *values) {
    const cn_game *game = cn_game_find(s->game);
    cn_error error = {""};
    char copy[256];
    snprintf(copy, sizeof copy, "%s", s->options ? s->options : "");
    cn_values_default(game->options, values);
    for (char *save, *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        if (cn_values_set(game->options, values, word, &error) != CN_OK) fail_msg("%s", error.text);
    }
}

/* Plays at random, `most` plies at most; half of them with a time. */
static void play_random(cn_history *h, cn_rng *rng, int most) {
    cn_move list[CN_MOVES_MAX];
    int count;
    while (h->count < most && (count = h->now.rules->moves(h->now.state, list)) > 0) {
        const double seconds = h->count % 2 ? 0 : cn_rng_below(rng, 100000) / 1000.0;
        const cn_move move = list[cn_rng_below(rng, (uint32_t)count)];
        assert_int_equal(cn_history_play(h, move, seconds, NULL), CN_OK);
    }
}

static char *write_text(const cn_history *h, const cn_value *values, const cn_record_info *info,
                        cn_record_format format) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    cn_write_game(out, h, values, info, format);
    fclose(out);
    return text;
}

/* Reads the text's only game; `values` and `info` become the record's. */
static void read_text(const cn_game *game, const char *text, cn_value *values, cn_record_info *info,
                      cn_history *h) {
    cn_records r;
    cn_error error = {""};
    bool more = false;
    cn_move move;
    assert_int_equal(cn_records_open(&r, game, values, NULL, text, strlen(text), &error), CN_OK);
    if (cn_records_next(&r, &more, &error) != CN_OK) fail_msg("%s in\n%s", error.text, text);
    assert_true(more);
    assert_int_equal(cn_history_begin(h, &r.position, &error), CN_OK);
    memcpy(values, r.values, sizeof r.values);
    *info = r.info;
    for (;;) {
        if (cn_records_move(&r, &move, &more, &error) != CN_OK) {
            fail_msg("%s in\n%s", error.text, text);
        }
        if (!more) break;
        const double seconds = h->count < r.seconds_count ? r.seconds[h->count] : 0;
        assert_int_equal(cn_history_play(h, move, seconds, &error), CN_OK);
        r.position.rules->play(r.position.state, move);
    }
    assert_int_equal(cn_records_next(&r, &more, &error), CN_OK);
    assert_false(more);
    cn_records_close(&r);
}

static void same_print(const cn_position *a, const cn_position *b) {
    static char x[CN_TEXT_MAX], y[CN_TEXT_MAX];
    a->game->print(a->state, x, sizeof x);
    b->game->print(b->state, y, sizeof y);
    assert_string_equal(x, y);
    assert_ptr_equal(a->rules, b->rules);
}

static void goes_round(const start *s, const cn_history *h, const cn_value *values,
                       const cn_record_info *info, cn_record_format format) {
    const cn_game *game = h->start.game;
    char *text = write_text(h, values, info, format);
    cn_value read_values[CN_OPTIONS_MAX];
    cn_record_info read_info;
    cn_history back;
    /* The reader begins with the defaults: all that matters must be in the text. */
    cn_values_default(game->options, read_values);
    read_text(game, text, read_values, &read_info, &back);
    if (back.count != h->count) fail_msg("%s: %d plies of %d", s->game, back.count, h->count);
    for (int i = 0; i < h->count; i++) {
        assert_int_equal(back.ply[i].move, h->ply[i].move);
        assert_int_equal(back.ply[i].player, h->ply[i].player);
    }
    same_print(&back.start, &h->start);
    same_print(&back.now, &h->now);
    assert_int_equal(read_info.ending, info->ending);
    assert_int_equal(read_info.loser, info->loser);
    assert_string_equal(read_info.reason, info->reason);
    for (int i = 0; i < 2; i++) assert_string_equal(read_info.player[i], info->player[i]);
    assert_string_equal(read_info.date, info->date);
    assert_string_equal(read_info.clock, info->clock);
    char *again = write_text(&back, read_values, &read_info, format);
    assert_string_equal(again, text);
    free(again);
    free(text);
    cn_history_free(&back);
}

static void round_trips(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(5, 0);
    int games = 0;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        const start *s = &starts[i];
        cn_value values[CN_OPTIONS_MAX];
        values_of(s, values);
        cn_position p = test_position(s->game, s->options, s->position);
        for (int n = 0; n < 40; n++) {
            cn_history h;
            assert_int_equal(cn_history_begin(&h, &p, NULL), CN_OK);
            play_random(&h, &rng, n == 0 ? 0 : n % 2 ? 1000 : (int)cn_rng_below(&rng, 30));
            cn_record_info info = {.player = {"human", "pvs:time=1,eval=a]b\\c"},
                                   .date = "2024-02-29"};
            if (n % 3 == 1) snprintf(info.clock, sizeof info.clock, "300+5, byo-yomi 5x30");
            const bool over = p.rules->over(h.now.state) != CN_ONGOING;
            if (!over && n % 4 == 0) {
                info.ending = (cn_ending)(CN_ENDED_RESIGNED + n / 4 % 3);
                info.loser = n % 5 == 0;
            }
            if (info.ending == CN_ENDED_FORFEIT) {
                snprintf(info.reason, sizeof info.reason, "engine `x`: said `a]b\\c: d`");
            }
            goes_round(s, &h, values, &info, CN_RECORDS_LINES);
            if (p.game->sgf > 0) goes_round(s, &h, values, &info, CN_RECORDS_SGF);
            if (p.game->sgf == 2) goes_round(s, &h, values, &info, CN_RECORDS_GGF);
            cn_history_free(&h);
            games++;
        }
        cn_position_free(&p);
    }
    assert_int_equal(games, 40 * (int)(sizeof starts / sizeof starts[0]));
}

/* The texts themselves, so that a writer and a reader that agree on nonsense are found out. */
static void writes(const start *s, const char *moves, const cn_record_info *info,
                   cn_record_format format, const char *expected) {
    cn_value values[CN_OPTIONS_MAX];
    values_of(s, values);
    cn_position p = test_position(s->game, s->options, s->position);
    cn_history h;
    cn_error error = {""};
    assert_int_equal(cn_history_begin(&h, &p, NULL), CN_OK);
    for (const char *at = moves; *(at += strspn(at, " "));) {
        cn_move move;
        if (cn_position_read_move(&h.now, at, &move, &at, &error) != CN_OK) {
            fail_msg("%s", error.text);
        }
        assert_int_equal(cn_history_play(&h, move, h.count == 1 ? 1.25 : 0, NULL), CN_OK);
    }
    char *text = write_text(&h, values, info, format);
    assert_string_equal(text, expected);
    free(text);
    cn_history_free(&h);
    cn_position_free(&p);
}

static void texts(void **unused) {
    (void)unused;
    const cn_record_info info = {.player = {"human", "greedy"}, .date = "2024-02-29"};
    const cn_record_info resigned = {.ending = CN_ENDED_RESIGNED, .loser = 1, .clock = "60+2"};
    writes(&(start){"go", "size=9,komi=6.5", NULL}, "E5 pass C3", &info, CN_RECORDS_SGF,
           "(;FF[4]GM[1]CA[UTF-8]AP[Canopy:" CN_VERSION "]SZ[9]KM[6.5]PB[human]PW[greedy]"
           "DT[2024-02-29]RE[?]\nCANOPY[seconds 0.000 1.250 0.000]\n;B[ee];W[];B[cg])\n");
    writes(&(start){"gomoku", "size=5", ".X.../...../..O../...../..... X"}, "a1", &resigned,
           CN_RECORDS_SGF,
           "(;FF[4]GM[4]CA[UTF-8]AP[Canopy:" CN_VERSION "]SZ[5]RE[B+R]TM[60]OT[2 fischer]\n"
           "AB[ba]AW[cc]PL[B]\nCANOPY[clock 60+2]\n;B[ae])\n");
    writes(&(start){"othello", NULL, NULL}, "f5 d6", &resigned, CN_RECORDS_GGF,
           "(;GM[Othello]PC[Canopy]RE[+64.000:r]TY[8]BO[8 -------- -------- -------- ---O*--- "
           "---*O--- -------- -------- -------- *]\nCANOPY[clock 60+2][seconds 0.000 1.250]\n"
           "B[F5]W[D6//1.25];)\n");
    writes(&(start){"tictactoe", NULL, "xx./oo./... x"}, "c3", &info, CN_RECORDS_LINES,
           "# canopy record: tictactoe\n# first: human\n# second: greedy\n# date: 2024-02-29\n"
           "# result: X wins\n# position: xx./oo./... x\nc3\n");
    writes(&(start){"connect4", "connect=5", NULL}, "44", &resigned, CN_RECORDS_LINES,
           "# canopy record: connect4\n# result: Red wins by resignation\n# option: connect=5\n"
           "# clock: 60+2\n# seconds: 0.000 1.250\n4 4\n");
}

static void formats(void **unused) {
    (void)unused;
    cn_record_format format;
    cn_error error = {""};
    const cn_game *othello = cn_game_find("othello"), *connect4 = cn_game_find("connect4");
    assert_int_equal(cn_write_format(othello, "a.b/c", &format, &error), CN_OK);
    assert_int_equal(format, CN_RECORDS_SGF);
    assert_int_equal(cn_write_format(othello, "c.GGF", &format, &error), CN_OK);
    assert_int_equal(format, CN_RECORDS_GGF);
    assert_int_equal(cn_write_format(othello, "c.txt", &format, &error), CN_OK);
    assert_int_equal(format, CN_RECORDS_LINES);
    assert_int_equal(cn_write_format(connect4, "c", &format, &error), CN_OK);
    assert_int_equal(format, CN_RECORDS_LINES);
    assert_int_equal(cn_write_format(connect4, "c.sgf", &format, &error), CN_BAD_INPUT);
    assert_string_equal(error.text, "c.sgf: SGF has no number for Connect Four; save it as .txt");
    assert_int_equal(cn_write_format(cn_game_find("go"), "c.ggf", &format, &error), CN_BAD_INPUT);
    assert_string_equal(error.text, "c.ggf: GGF is not for Go; save it as .sgf or .txt");
}

/* Several records in one file, one without moves. */
static void headers(void **unused) {
    (void)unused;
    const char *text = "# canopy record: connect4\n# option: connect=3\r\n"
                       "# canopy record: connect4\n# first: random\n1 2 # canopy record: x\n"
                       "# first: nobody\n3\n# canopy record: connect4\n# position: 44\n";
    cn_value values[CN_OPTIONS_MAX];
    const cn_game *game = cn_game_find("connect4");
    cn_values_default(game->options, values);
    cn_records r;
    cn_error error = {""};
    bool more;
    cn_move move;
    char moves[64] = "";
    assert_int_equal(cn_records_open(&r, game, values, NULL, text, strlen(text), &error), CN_OK);
    while (cn_records_next(&r, &more, &error) == CN_OK && more) {
        char word[CN_MOVE_TEXT];
        strcat(moves, r.info.player[0][0] ? "(random)" : "()");
        strcat(moves, r.values[2].text);
        while (cn_records_move(&r, &move, &more, &error) == CN_OK && more) {
            game->print_move(r.position.state, move, word);
            r.position.rules->play(r.position.state, move);
            strcat(strcat(moves, " "), word);
        }
        strcat(moves, "; ");
    }
    assert_string_equal(moves, "()3; (random)4 1 2; ()4 3; ()4; ");
    assert_string_equal(error.text, "");
    cn_records_close(&r);
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"# canopy record: chess\n", "line 1: the record is of `chess`, not of Connect Four"},
        {"# canopy record: connect4\n# option: connect=9\n",
         "line 2: connect=9: expected a whole number from 3 to 6"},
        {"# canopy record: connect4\n# seconds: 1 x\n",
         "line 2: seconds: expected numbers, got `x`"},
        {"# canopy record: connect4\n# position: q\n4",
         "game 1, line 3: ply 1: `q` is not a column: expected 1-7"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const size_t size = strlen(bad[i].text);
        assert_int_equal(cn_records_open(&r, game, values, NULL, bad[i].text, size, &error), CN_OK);
        assert_int_equal(cn_records_next(&r, &more, &error), CN_BAD_INPUT);
        assert_string_equal(error.text, bad[i].message);
        cn_records_close(&r);
    }
}

static void undo_redo(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(11, 0);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        cn_position p = test_position(starts[i].game, starts[i].options, starts[i].position);
        cn_history h;
        cn_position seen[24];
        assert_int_equal(cn_history_begin(&h, &p, NULL), CN_OK);
        assert_false(cn_history_undo(&h));
        assert_false(cn_history_redo(&h));
        for (int n = 0; n < 24; n++) {
            assert_int_equal(cn_position_copy(&h.now, &seen[n], NULL), CN_OK);
            play_random(&h, &rng, n + 1);
        }
        const int last = h.count;
        for (int n = last - 1; n >= 0; n--) {
            assert_true(cn_history_undo(&h));
            assert_memory_equal(h.now.state, seen[n].state, CN_STATE_MAX);
        }
        for (int n = 1; n < last; n++) {
            assert_true(cn_history_redo(&h));
            same_print(&h.now, &seen[n]);
        }
        assert_int_equal(cn_history_undo(&h), last > 1);
        play_random(&h, &rng, h.count + 1);
        assert_false(cn_history_redo(&h)); /* a new move forgets the old ones */
        for (int n = 0; n < 24; n++) cn_position_free(&seen[n]);
        cn_history_free(&h);
        cn_position_free(&p);
    }
}

static void clocks(void **unused) {
    (void)unused;
    cn_clocks c;
    cn_error error = {""};
    char text[80];
    cn_limits limits = {0};
    assert_int_equal(cn_clocks_parse("5:00+3", NULL, &c, &error), CN_OK);
    assert_true(cn_clocks_spend(&c, 0, 10));
    assert_float_equal(c.left[0], 293, 1e-9);
    assert_float_equal(c.left[1], 300, 1e-9);
    cn_clocks_text(&c, 0, text, sizeof text);
    assert_string_equal(text, "4:53");
    cn_clocks_limit(&c, 0, &limits);
    assert_float_equal(limits.clock, 293, 1e-9);
    assert_float_equal(limits.increment, 3, 1e-9);
    assert_false(cn_clocks_spend(&c, 1, 300.5));
    cn_clocks_setting(&c, text, sizeof text);
    assert_string_equal(text, "300+3");

    /* Three periods of ten seconds: 5 s in each is free, 25 s costs two, the next loses. */
    assert_int_equal(cn_clocks_parse("1", "3x10", &c, &error), CN_OK);
    assert_true(cn_clocks_spend(&c, 0, 6));
    assert_int_equal(c.periods_left[0], 3);
    limits = (cn_limits){0};
    cn_clocks_limit(&c, 0, &limits);
    assert_float_equal(limits.seconds, 9, 1e-9);
    assert_float_equal(limits.clock, 0, 1e-9);
    assert_true(cn_clocks_spend(&c, 0, 25));
    cn_clocks_text(&c, 0, text, sizeof text);
    assert_string_equal(text, "1x10s");
    assert_true(cn_clocks_running(&c, 0, 9.5, text, sizeof text));
    assert_string_equal(text, "0:00.5 of 1x10s");
    assert_true(cn_clocks_running(&c, 1, 0.5, text, sizeof text));
    assert_string_equal(text, "0:00.5 + 3x10s");
    assert_true(cn_clocks_running(&c, 1, 13, text, sizeof text));
    assert_string_equal(text, "0:08.0 of 2x10s");
    assert_false(cn_clocks_running(&c, 1, 31, text, sizeof text));
    assert_float_equal(c.left[1], 1, 1e-9); /* nothing has been spent */
    assert_true(cn_clocks_spend(&c, 0, 9.5));
    assert_false(cn_clocks_spend(&c, 0, 10));
    cn_clocks_setting(&c, text, sizeof text);
    assert_string_equal(text, "1, byo-yomi 3x10");
    cn_clocks again;
    assert_int_equal(cn_clocks_read(text, &again, &error), CN_OK);
    assert_int_equal(again.periods, 3);
    assert_int_equal(cn_clocks_read("byo-yomi 2x1.5", &again, &error), CN_OK);
    assert_float_equal(again.period, 1.5, 1e-9);
    assert_float_equal(again.main, 0, 1e-9);

    static const char *const bad[] = {"",        "x",  "-5",  "5:",  "5:61",
                                      "1:2:3:4", "5+", "nan", "1e9", "0"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(cn_clocks_parse(bad[i], NULL, &c, &error), CN_BAD_USAGE);
    }
    static const char *const worse[] = {"", "5", "5x", "x5", "0x5", "1.5x5", "5x0", "5x30s"};
    for (size_t i = 0; i < sizeof worse / sizeof worse[0]; i++) {
        assert_int_equal(cn_clocks_parse(NULL, worse[i], &c, &error), CN_BAD_USAGE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips), cmocka_unit_test(texts),     cmocka_unit_test(formats),
        cmocka_unit_test(headers),     cmocka_unit_test(undo_redo), cmocka_unit_test(clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
