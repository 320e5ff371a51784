/* Engines that write what no protocol knows, all of it or after a proper greeting. */
#include "arena/agent.h"
#include "support/traces.h"

#include <canopy/search.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const tables[][2] = {
    {"gtp", "othello"}, {"ugi", "tictactoe"}, {"gomocup", "gomoku"}, {"nboard", "othello"}};

/* Whatever is written, a run ends with a legal move or a verdict. */
static void babble(cn_rng *rng, FILE *out) {
    static const char *const words[] = {
        "=",         "?",       "= ",     "bestmove",
        "ugiok",     "readyok", "info",   "pv",
        "score",     "cp",      "mate",   "nodes",
        "option",    "name",    "OK",     "pong",
        "===",       "search",  "1",      "2",
        "7,7",       "-1,",     "d3",     "D3/",
        "a1",        "pass",    "-99",    "resign",
        "ERROR",     "MESSAGE", "depth",  "99999999999999999999999",
        "nodestats", "%s%n",    "string", "\r",
        "\t",        "\033[",   "\n",     "\n\n",
    };
    const int count = 1 + (int)cn_rng_below(rng, 60);
    for (int i = 0; i < count; i++) {
        const uint32_t dice = cn_rng_below(rng, 48);
        if (dice < sizeof words / sizeof *words) {
            fputs(words[dice], out);
            fputc(" \n"[cn_rng_below(rng, 3) == 0], out);
        } else {
            for (uint32_t n = cn_rng_below(rng, 300); n > 0; n--) {
                fputc((int)cn_rng_below(rng, 256), out);
            }
        }
    }
}

static void nonsense(void **state) {
    static const char *const greetings[] = {"= play\n\n= \n\n= \n\n= \n\n",
                                            "ugiok\nreadyok\nreadyok\nreadyok\n", "name\nOK\n",
                                            "pong 1\npong 2\n"};
    char path[] = "/tmp/canopy-nonsense-XXXXXX";
    int answered = 0;
    (void)state;
    const int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    for (int i = 0; i < 120; i++) {
        const char *protocol = tables[i % 4][0], *game = tables[i % 4][1];
        cn_rng rng = cn_rng_make((uint64_t)i, 1);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        /* Half of it comes after a proper greeting. */
        if (i / 4 % 2) fputs(greetings[i % 4], file);
        babble(&rng, file);
        fclose(file);
        char spec[512];
        cn_error error = {""};
        cn_result result;
        cn_search *search;
        snprintf(spec, sizeof spec, "exec:%s,startup=60:cat %s; exec >&-; sleep 0.01", protocol,
                 path);
        cn_position p = test_position(game, NULL, NULL);
        cn_status status = cn_agent_open(p.game, spec, &search, &error);
        if (status == CN_OK) {
            status = cn_search_run(search, &p, NULL, NULL, NULL, &result, &error);
            if (status == CN_OK) assert_true(cn_position_legal(&p, result.best));
            answered += !strstr(error.text, "before answering");
            cn_search_free(search);
        }
        /* A Gomocup engine may say that it does not play this game. */
        const bool refused = status == CN_UNSUPPORTED && strcmp(protocol, "gomocup") == 0;
        if (status != CN_OK && status != CN_ENGINE_FAILED && status != CN_RESIGNED && !refused) {
            fail_msg("%s: status %d: %s", protocol, status, error.text);
        }
        if (status != CN_OK) assert_memory_equal(error.text, "engine `cat`: ", 14);
        cn_position_free(&p);
    }
    remove(path);
    test_no_children();
    assert_in_range(answered, 10, 120); /* not all of it went unread */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nonsense)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
