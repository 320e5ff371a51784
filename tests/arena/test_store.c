/* Files of matches: written, read back, refused. */
#include "arena/json.h"
#include "arena/match.h"
#include "arena/store.h"
#include "support/support.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[64];

static int set_up(void **unused) {
    (void)unused;
    strcpy(path, "/tmp/canopy-store-XXXXXX");
    const int file = mkstemp(path);
    if (file < 0) return -1;
    close(file);
    return unlink(path);
}

static int tear_down(void **unused) {
    (void)unused;
    char other[80];
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        snprintf(other, sizeof other, "%s%s", path, ends[i]);
        unlink(other);
    }
    return 0;
}

static cn_store *opened(bool write) {
    cn_store *store;
    cn_error error;
    if (cn_store_open(path, write, &store, &error) != CN_OK) fail_msg("%s", error.text);
    return store;
}

static const char *const agents[] = {"random", "pvs:depth=2"};

static int64_t begun(cn_store *store, const char *settings, bool found) {
    int64_t id;
    bool was;
    cn_error error;
    assert_int_equal(cn_store_begin(store, "tictactoe", settings, 2, agents, &id, &was, &error),
                     CN_OK);
    assert_int_equal(was, found);
    return id;
}

/* A game of a few moves, with notes. */
/* One of each kind. */
static cn_score note_score(int ply) {
    cn_score chance = {.kind = CN_SCORE_CHANCE, .plies = -1, .value = 0.6175};
    cn_score points = {.kind = CN_SCORE_POINTS,
                       .bound = CN_SCORE_AT_MOST,
                       .proven = true,
                       .plies = 9,
                       .value = -2.5};
    cn_score discs = {.kind = CN_SCORE_EVAL, .plies = -1, .unit = 64, .value = 97.0 / 64};
    const cn_score all[] = {chance, points, discs, cn_score_outcome(-1, 4),
                            cn_score_of_number(-21)};
    return all[ply % 5];
}

static void same_score(cn_score got, cn_score expected) {
    assert_int_equal(got.kind, expected.kind);
    assert_int_equal(got.bound, expected.bound);
    assert_int_equal(got.proven, expected.proven);
    assert_int_equal(got.plies, expected.plies);
    assert_int_equal(got.unit, expected.unit);
    assert_true(got.value == expected.value);
}

static void scores_as_text(void **unused) {
    cn_score score;
    (void)unused;
    for (int i = 0; i < 5; i++) {
        char text[CN_SCORE_JSON];
        cn_score_json(cn_game_find("othello"), note_score(i), text);
        assert_true(cn_score_unpack(text, &score));
        same_score(score, note_score(i));
    }
    static const char *const none[] = {"null", "{\"kind\": 7}", "nonsense"};
    for (int i = 0; i < 3; i++) {
        assert_true(cn_score_unpack(none[i], &score));
        assert_int_equal(score.kind, CN_SCORE_NONE);
    }
}

static cn_bout game_of(const char *moves) {
    cn_position start = test_position("tictactoe", NULL, NULL), p;
    cn_bout bout;
    cn_error error;
    cn_move list[9];
    int count = 0;
    assert_int_equal(cn_position_copy(&start, &p, &error), CN_OK);
    while (*moves) {
        assert_int_equal(cn_position_read_move(&p, moves, &list[count], &moves, &error), CN_OK);
        p.rules->play(p.state, list[count++]);
        moves += strspn(moves, " ");
    }
    assert_int_equal(cn_bout_begin(&bout, &start, list, count, &error), CN_OK);
    bout.opening = 2;
    for (int i = 2; i < count; i++) {
        bout.history.ply[i].seconds = 0.25 * i;
        if (i % 2) bout.notes[i] = (cn_note){note_score(i), i, 100u * (unsigned)i};
    }
    bout.outcome = p.rules->over(p.state);
    bout.loser = bout.outcome == CN_FIRST_WINS ? 1 : bout.outcome == CN_SECOND_WINS ? 0 : -1;
    bout.seconds = 3.5;
    cn_position_free(&p);
    cn_position_free(&start);
    return bout;
}

static cn_status add(cn_store *store, int64_t match, int number, const cn_bout *bout,
                     cn_error *error) {
    const cn_fixture fixture = {number, {number % 2, !(number % 2)}, number / 2, number / 2};
    const cn_store_entry game = {.match = match, .seed = {-1, 42}, .started = 1e9};
    return cn_store_add(store, &game, &fixture, bout, error);
}

/* ---- there and back ---- */

typedef struct seen {
    int count;
    cn_fixture fixture[8];
    cn_game_summary game[8];
} seen;

static cn_status see(const cn_fixture *fixture, const cn_game_summary *game, void *user,
                     cn_error *error) {
    (void)error;
    seen *s = user;
    s->fixture[s->count] = *fixture;
    s->game[s->count++] = *game;
    return CN_OK;
}

static cn_status see_record(const cn_stored_game *r, void *user, cn_error *error) {
    (void)error;
    ++*(int *)user;
    if (r->fixture.number != 0) return CN_OK;
    assert_string_equal(r->moves, "a1 b1 a2 b2 a3");
    assert_int_equal(r->outcome, CN_FIRST_WINS);
    assert_int_equal(r->plies, 5);
    assert_int_equal(r->opening_plies, 2);
    assert_null(r->start);
    assert_null(r->reason);
    assert_int_equal(r->seed[0], -1);
    assert_int_equal(r->seed[1], 42);
    assert_true(r->seconds == 3.5 && r->started == 1e9);
    assert_true(r->times[4] == 1.0);
    assert_int_equal(r->notes[2].score.kind, CN_SCORE_NONE);
    same_score(r->notes[3].score, note_score(3));
    assert_int_equal(r->notes[3].depth, 3);
    assert_int_equal(r->notes[3].nodes, 300);
    return CN_OK;
}

static void there_and_back(void **unused) {
    (void)unused;
    cn_error error;
    cn_store *store = opened(true);
    const int64_t id = begun(store, "{}", false), other = begun(store, "{\"a\":1}", false);
    assert_int_not_equal(id, other);
    cn_bout won = game_of("a1 b1 a2 b2 a3"), lost = game_of("a1 b1 a2 b2 c3 b3");
    snprintf(lost.reason, sizeof lost.reason, "it's \"odd\"; DROP TABLE games");
    assert_int_equal(add(store, id, 1, &lost, &error), CN_OK);
    assert_int_equal(add(store, id, 0, &won, &error), CN_OK);
    assert_int_equal(add(store, other, 0, &won, &error), CN_OK);
    cn_store_close(store);

    store = opened(true);
    assert_int_equal(begun(store, "{}", true), id);
    seen s = {0};
    assert_int_equal(cn_store_summaries(store, id, see, &s, &error), CN_OK);
    assert_int_equal(s.count, 2);
    const cn_game_summary expected[2] = {cn_bout_summary(&won), cn_bout_summary(&lost)};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(s.fixture[i].number, i);
        assert_int_equal(s.fixture[i].player[0], i % 2);
        assert_int_equal(s.fixture[i].pair, 0);
        assert_memory_equal(&s.game[i].effort, &expected[i].effort, sizeof expected[i].effort);
        assert_true(s.game[i].key == expected[i].key);
        assert_int_equal(s.game[i].outcome, expected[i].outcome);
        assert_int_equal(s.game[i].loser, expected[i].loser);
        assert_int_equal(s.game[i].plies, expected[i].plies);
    }
    int count = 0;
    assert_int_equal(cn_store_games(store, id, see_record, &count, &error), CN_OK);
    assert_int_equal(count, 2);
    cn_store_close(store);
    cn_bout_free(&won);
    cn_bout_free(&lost);
}

static void exactly_once(void **unused) {
    (void)unused;
    cn_error error;
    cn_store *store = opened(true);
    const int64_t id = begun(store, "{}", false);
    cn_bout won = game_of("a1 b1 a2 b2 a3");
    assert_int_equal(add(store, id, 0, &won, &error), CN_OK);
    assert_int_equal(add(store, id, 0, &won, &error), CN_IO);
    assert_non_null(strstr(error.text, "game 1 is there already"));
    assert_int_equal(add(store, id, 1, &won, &error), CN_OK); /* and nothing is broken */
    seen s = {0};
    assert_int_equal(cn_store_summaries(store, id, see, &s, &error), CN_OK);
    assert_int_equal(s.count, 2);
    cn_store_close(store);
    cn_bout_free(&won);
}

static cn_status see_match(const cn_store_match *m, void *user, cn_error *error) {
    (void)error;
    ++*(int *)user;
    assert_string_equal(m->game, "tictactoe");
    assert_string_equal(m->version, CN_VERSION);
    assert_int_equal(m->ended != NULL, m->id == 1);
    return CN_OK;
}

/* A reader looks on while a writer has the file open. */
static void read_meanwhile(void **unused) {
    (void)unused;
    cn_error error;
    cn_store *writer = opened(true);
    const int64_t id = begun(writer, "{}", false);
    begun(writer, "other", false);
    cn_bout won = game_of("a1 b1 a2 b2 a3");
    assert_int_equal(add(writer, id, 0, &won, &error), CN_OK);
    assert_int_equal(cn_store_end(writer, id, &error), CN_OK);
    cn_store *reader = opened(false);
    int matches = 0;
    assert_int_equal(cn_store_matches(reader, see_match, &matches, &error), CN_OK);
    assert_int_equal(matches, 2);
    assert_int_equal(cn_store_find(reader, 2, see_match, &matches, &error), CN_OK);
    assert_int_equal(cn_store_find(reader, 7, see_match, &matches, &error), CN_BAD_INPUT);
    assert_int_equal(add(writer, id, 1, &won, &error), CN_OK);
    seen s = {0};
    assert_int_equal(cn_store_summaries(reader, id, see, &s, &error), CN_OK);
    assert_int_equal(s.count, 2);
    cn_store_close(reader);
    cn_store_close(writer);
    cn_bout_free(&won);
}

/* ---- refused ---- */

static void refused(bool write, cn_status expected, const char *says) {
    cn_store *store;
    cn_error error = {""};
    assert_int_equal(cn_store_open(path, write, &store, &error), expected);
    if (!strstr(error.text, says)) fail_msg("%s", error.text);
}

static void put(const char *text) {
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void sql(const char *text) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static cn_status see_number(const cn_stored_game *r, void *user, cn_error *error) {
    (void)user, (void)error;
    same_score(r->notes[3].score, cn_score_of_number(-21));
    return CN_OK;
}

/* Files of version 0.1 have a number where the score is now. */
static void old_numbers(void **unused) {
    (void)unused;
    cn_error error;
    cn_store *store = opened(true);
    const int64_t id = begun(store, "{}", false);
    cn_bout won = game_of("a1 b1 a2 b2 a3");
    assert_int_equal(add(store, id, 0, &won, &error), CN_OK);
    cn_store_close(store);
    cn_bout_free(&won);
    sql("UPDATE moves SET value = -21 WHERE ply = 4");
    store = opened(false);
    assert_int_equal(cn_store_games(store, id, see_number, NULL, &error), CN_OK);
    cn_store_close(store);
}

static void not_ours(void **unused) {
    (void)unused;
    refused(false, CN_BAD_INPUT, "cannot open");
    put("This is not a database, but it is long enough to be read as the header of one, or "
        "nearly.\n"
        "A hundred bytes is what a header has.\n");
    refused(true, CN_BAD_INPUT, "not a file of matches");
    refused(false, CN_BAD_INPUT, "not a file of matches");
    put("");
    refused(false, CN_BAD_INPUT, "an empty file");
    sql("CREATE TABLE things (x)");
    refused(true, CN_BAD_INPUT, "an SQLite database, but not one of matches");
    unlink(path);
    mkdir(path, 0700);
    refused(true, CN_IO, "cannot open");
    rmdir(path);
}

static void later_version(void **unused) {
    (void)unused;
    cn_store_close(opened(true));
    sql("PRAGMA user_version = 99");
    refused(true, CN_BAD_INPUT,
            "written by a later version of Canopy (its tables are of version 99");
    refused(false, CN_BAD_INPUT, "written by a later version");
}

static void locked(void **unused) {
    (void)unused;
    cn_store_close(opened(true));
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    refused(true, CN_IO, "locked by another process");
    sqlite3_close(db);
    cn_store_close(opened(true));
}

/* Whatever somebody wrote into the tables, reading it fails with words or succeeds. */
static void nonsense(void **unused) {
    (void)unused;
    static const char *const damage[] = {
        "UPDATE games SET result = 'maybe'",   "UPDATE games SET ending = 'boredom'",
        "UPDATE games SET first = 99",         "UPDATE games SET second = first",
        "UPDATE games SET number = -1",        "UPDATE games SET pair = 2000000000",
        "UPDATE games SET plies = 2000000000", "UPDATE games SET loser = 7",
        "UPDATE games SET started = 9e999",    "UPDATE games SET started = -9e999",
        "UPDATE games SET seconds = 9e999",    "UPDATE moves SET seconds = 9e999",
        "UPDATE moves SET seconds = -1e300",
    };
    cn_error error;
    cn_bout won = game_of("a1 b1 a2 b2 a3");
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        cn_store *store = opened(true);
        const int64_t id = begun(store, "{}", false);
        assert_int_equal(add(store, id, 0, &won, &error), CN_OK);
        cn_store_close(store);
        sql(damage[i]);
        store = opened(false);
        seen s = {0};
        int count = 0;
        assert_int_equal(cn_store_summaries(store, id, see, &s, &error), CN_BAD_INPUT);
        assert_int_equal(cn_store_games(store, id, see_record, &count, &error), CN_BAD_INPUT);
        assert_non_null(strstr(error.text, "makes no sense"));
        cn_store_close(store);
        unlink(path);
    }
    cn_bout_free(&won);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(there_and_back), TEST(exactly_once),   TEST(read_meanwhile),
        TEST(not_ours),       TEST(later_version),  TEST(locked),
        TEST(nonsense),       TEST(scores_as_text), TEST(old_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
