/* The API as the page uses it. */
#include "support/http.h"

#include <canopy/search.h>
#include <math.h>
#include <stdlib.h>

/* A session; the caller releases the state. */
static json_t *open_session(const char *body) {
    return test_post(test_web, 201, "/api/sessions", body);
}

/* Posts to a session and takes the new state for the old. */
static void change(json_t **state, const char *what, const char *body) {
    json_t *next = test_post(test_web, 200, test_path(*state, what), body);
    json_decref(*state);
    *state = next;
}

/* ---- what there is ---- */

static void lists(void **unused) {
    (void)unused;
    json_t *games = test_get(test_web, 200, "/api/games");
    int count = 0;
    for (const cn_game *const *game = cn_games(); *game; game++, count++) {
        json_t *one = json_array_get(games, (size_t)count);
        assert_text(one, "name", (*game)->name);
        assert_true(json_array_size(test_at(one, "levels")) == 4);
        char path[64];
        snprintf(path, sizeof path, "/api/games/%s", (*game)->name);
        json_t *same = test_get(test_web, 200, path);
        assert_true(json_equal(one, same));
        json_decref(same);
        const char *analyst = json_string_value(test_at(one, "analyst"));
        cn_search *search;
        cn_error error;
        if (cn_search_new(*game, analyst, &search, &error) != CN_OK) fail_msg("%s", error.text);
        cn_search_free(search);
    }
    assert_int_equal(json_array_size(games), count);
    json_decref(games);
    json_t *agents = test_get(test_web, 200, "/api/agents");
    for (int i = 0; cn_agents()[i].name; i++) {
        assert_string_equal(json_string_value(json_object_get(
                                json_array_get(test_at(agents, "agents"), (size_t)i), "name")),
                            cn_agents()[i].name);
    }
    json_decref(agents);
    json_t *about = test_get(test_web, 200, "/api/about");
    assert_text(about, "version", CN_VERSION);
    assert_number(about, "threads", 2);
    json_decref(about);
}

static void agent_check(void **unused) {
    (void)unused;
    json_t *fine = test_post(test_web, 200, "/api/agents/check",
                             "{\"game\": \"othello\", \"agent\": \"hard:time=900,hash=9999\"}");
    assert_int_equal(json_array_size(test_at(fine, "clamped")), 2);
    assert_true(strstr(json_string_value(test_at(fine, "agent")), "hash=256"));
    json_decref(fine);
    fine = test_post(test_web, 200, "/api/agents/check",
                     "{\"game\": \"go\", \"agent\": \"mcts:strategy=tree,threads=64\"}");
    assert_number(fine, "threads", 2);
    assert_true(json_is_true(test_at(fine, "tree")));
    assert_int_equal(json_array_size(test_at(fine, "clamped")), 1);
    json_decref(fine);
}

/* ---- a game ---- */

static void whole_game(void **game) {
    const cn_game *g = *game;
    char body[128];
    snprintf(body, sizeof body, "{\"game\": \"%s\", \"players\": [\"random\", \"easy\"]}", g->name);
    json_t *state = open_session(body);
    for (int ply = 0; !json_is_true(test_at(state, "over")); ply++) {
        assert_number(state, "ply", ply);
        assert_true(json_array_size(test_at(state, "legal")) > 0);
        change(&state, "play", "{}");
        assert_text(state, "played.kind", "play");
        assert_text(state, "played.status", "done");
    }
    assert_int_equal(json_array_size(test_at(state, "legal")), 0);
    const json_int_t plies = json_integer_value(test_at(state, "plies"));
    assert_int_equal(json_array_size(test_at(state, "history")), plies);
    assert_int_equal(json_array_size(test_at(state, "values")), plies + 1);
    assert_false(json_is_null(test_at(state, "outcome")));
    /* The game is the one the rules make of these moves. */
    cn_position p = test_position_of(g, NULL, NULL);
    test_play(&p, json_string_value(test_at(state, "moves")));
    char text[CN_TEXT_MAX];
    g->print(p.state, text, sizeof text);
    assert_text(state, "position", text);
    assert_true(p.rules->over(p.state) != CN_ONGOING);
    cn_position_free(&p);
    test_answer late = test_ask(test_web, "POST", test_path(state, "play"), NULL, "{}");
    assert_int_equal(late.status, 409);
    test_answer_free(&late);
    json_decref(state);
}

static void back_and_forth(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"othello\", \"moves\": \"f5d6c3d3c4\"}");
    assert_number(state, "ply", 5);
    json_t *end = json_incref(state);
    change(&state, "jump", "{\"ply\": 3}");
    assert_number(state, "ply", 3);
    assert_number(state, "plies", 5);
    assert_text(state, "moves", "f5 d6 c3");
    assert_text(state, "last.move", "c3");
    assert_number(state, "last.cell", 18);
    change(&state, "jump", "{\"ply\": 5}");
    assert_true(json_equal(test_at(state, "board"), test_at(end, "board")));
    change(&state, "jump", "{\"ply\": 0}");
    assert_true(json_is_null(test_at(state, "last")));
    change(&state, "jump", "{\"ply\": 2}");
    change(&state, "move", "{\"move\": \"c3\"}"); /* the one that is there: what follows stays */
    assert_number(state, "plies", 5);
    change(&state, "jump", "{\"ply\": 2}");
    change(&state, "move", "{\"move\": \"c4\"}"); /* another, and what followed is gone */
    assert_number(state, "plies", 3);
    assert_text(state, "last.move", "c4");
    change(&state, "players", "{\"players\": [\"human\", \"easy\"]}");
    assert_text(state, "players.1", "easy");
    change(&state, "new", "{\"options\": {\"rules\": \"no-pass\"}}");
    assert_number(state, "plies", 0);
    assert_text(state, "options.rules", "no-pass");
    assert_text(state, "players.1", "easy");
    json_decref(end);
    json_decref(state);
}

/* A permalink, a board that was edited, and a record of each format lead to the same game. */
static void same_game_again(void **game) {
    const cn_game *g = *game;
    char body[CN_TEXT_MAX + 256];
    snprintf(body, sizeof body, "{\"game\": \"%s\", \"moves\": \"%s\"}", g->name, g->example);
    json_t *state = open_session(body);
    json_t *link = json_pack("{s:O, s:O, s:O, s:O, s:O}", "game", test_at(state, "game"), "options",
                             test_at(state, "options"), "position", test_at(state, "start"),
                             "moves", test_at(state, "moves"), "ply", test_at(state, "ply"));
    char *text = json_dumps(link, 0);
    json_t *again = open_session(text);
    assert_true(json_equal(test_at(again, "board"), test_at(state, "board")));
    assert_true(json_equal(test_at(again, "history"), test_at(state, "history")));
    free(text);
    json_decref(link);
    json_t *info = json_pack("{s:s}", "game", g->name), *formats;
    json_t *about = NULL;
    char path[64];
    snprintf(path, sizeof path, "/api/games/%s", g->name);
    about = test_get(test_web, 200, path);
    formats = test_at(about, "formats");
    for (size_t i = 0; i < json_array_size(formats); i++) {
        char query[64];
        snprintf(query, sizeof query, "record?format=%s",
                 json_string_value(json_array_get(formats, i)));
        test_answer file = test_ask(test_web, "GET", test_path(state, query), NULL, NULL);
        assert_int_equal(file.status, 200);
        assert_non_null(strstr(test_header(&file, "Content-Disposition"), "attachment"));
        json_object_set_new(info, "record", json_string(file.body));
        text = json_dumps(info, 0);
        json_t *read = open_session(text);
        assert_true(json_equal(test_at(read, "position"), test_at(state, "position")));
        assert_true(json_equal(test_at(read, "moves"), test_at(state, "moves")));
        json_decref(read);
        free(text);
        test_answer_free(&file);
    }
    json_decref(about);
    json_decref(info);
    json_decref(again);
    json_decref(state);
}

static void setup(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"tictactoe\", \"players\": [\"human\", \"max\"]}");
    change(&state, "new", "{\"position\": \"xo.\\n.x.\\n..o\\nX to move\\n\"}");
    assert_number(state, "board.cells.4", 1);
    assert_number(state, "turn", 0);
    assert_false(json_is_null(test_at(state, "start")));
    assert_text(state, "players.1", "max");
    change(&state, "new", "{\"position\": \"1  x . .\\n2  . o .\\n3  . . .\\n\"}");
    assert_number(state, "board.cells.0", 1);
    json_decref(state);
}

/* ---- searches ---- */

/* A game that ends with a dead stone on the board: it is proposed, counted, and can be changed. */
static void dead_stones(void **unused) {
    (void)unused;
    static const char moves[] = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 A3 B3 B4 pass";
    char body[256];
    snprintf(body, sizeof body, "{\"game\": \"go\", \"options\": {\"size\": 5}, \"moves\": \"%s\"}",
             moves);
    json_t *s = open_session(body);
    assert_true(json_is_null(json_object_get(s, "dead")));
    json_decref(test_post(test_web, 400, test_path(s, "dead"), "{\"cell\": 11}"));
    json_t *over = test_post(test_web, 200, test_path(s, "move"), "{\"move\": \"pass\"}");
    assert_string_equal(json_string_value(json_object_get(over, "result")),
                        "Black wins by 5 points");
    json_t *dead = json_object_get(over, "dead");
    assert_int_equal(json_array_size(dead), 1);
    assert_int_equal(json_integer_value(json_array_get(dead, 0)), 11);
    json_t *alive = test_post(test_web, 200, test_path(s, "dead"), "{\"cell\": 11}");
    assert_int_equal(json_array_size(json_object_get(alive, "dead")), 0);
    assert_string_equal(json_string_value(json_object_get(alive, "result")),
                        "White wins by 1 point");
    json_t *bad = test_post(test_web, 400, test_path(s, "dead"), "{\"cell\": 0}");
    json_decref(bad);
    json_decref(alive);
    json_decref(over);
    json_decref(s);
}

static void hint(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"connect4\", \"moves\": \"414141\"}");
    json_t *found =
        test_post(test_web, 200, test_path(state, "hint"), "{\"agent\": \"pvs:depth=4\"}");
    assert_text(found, "kind", "hint");
    assert_text(found, "best", "4");
    assert_text(found, "score.text", "win in 1");
    assert_true(json_is_true(test_at(found, "score.proven")));
    assert_text(found, "moves.0.move", "4");
    assert_number(found, "moves.0.cell", 17);
    assert_text(found, "moves.0.line.0.move", "4");
    json_decref(found);
    json_t *after = test_get(test_web, 200, test_path(state, ""));
    assert_text(after, "values.6.by", "hint");
    assert_true(json_number_value(test_at(after, "values.6.score.chance")) == 1);
    json_decref(after);
    json_decref(state);
}

/* What the bar and the graph show is the mean of the last two depths. */
static void steady(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"othello\", \"moves\": \"f5d6c3d3c4\"}");
    double value[2], mean = 0;
    for (int i = 0; i < 2; i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"agent\": \"pvs:depth=%d\"}", 5 + i);
        json_t *found = test_post(test_web, 200, test_path(state, "hint"), body);
        value[i] = json_real_value(test_at(found, "score.value"));
        mean = json_real_value(test_at(found, "steady.value"));
        json_decref(found);
    }
    assert_true(value[0] != value[1]);
    assert_true(fabs(mean - (value[0] + value[1]) / 2) < 1e-6);
    json_t *after = test_get(test_web, 200, test_path(state, ""));
    assert_true(fabs(json_real_value(test_at(after, "values.5.score.value")) + mean) < 1e-6);
    json_decref(after);
    json_decref(state);
}

static void tree(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"connect4\"}");
    json_t *none = test_get(test_web, 409, test_path(state, "tree"));
    json_decref(none);
    json_decref(test_post(test_web, 200, test_path(state, "hint"),
                          "{\"agent\": \"mcts:iterations=2000\"}"));
    json_t *top = test_get(test_web, 200, test_path(state, "tree?depth=2&width=3"));
    assert_number(top, "node.visits", 2000);
    assert_number(top, "node.hidden", 4);
    json_t *children = test_at(top, "node.children");
    assert_int_equal(json_array_size(children), 3);
    assert_true(json_integer_value(test_at(top, "node.children.0.visits")) >=
                json_integer_value(test_at(top, "node.children.1.visits")));
    char query[64];
    const char *best = json_string_value(test_at(top, "node.children.0.move"));
    const char *reply = json_string_value(test_at(top, "node.children.0.children.0.move"));
    snprintf(query, sizeof query, "tree?path=%s,%s&depth=1&width=64", best, reply);
    json_t *below = test_get(test_web, 200, test_path(state, query));
    assert_true(json_equal(test_at(below, "node.visits"),
                           test_at(top, "node.children.0.children.0.visits")));
    assert_number(below, "node.player", 1);
    /* Children are visited no more often than their parent. */
    json_int_t sum = 0;
    size_t i;
    json_t *child;
    json_array_foreach(test_at(below, "node.children"), i, child) {
        sum += json_integer_value(test_at(child, "visits"));
    }
    assert_true(sum <= json_integer_value(test_at(below, "node.visits")));
    json_decref(below);
    json_decref(top);
    /* Alpha-beta leaves what its table knows: the root, its moves, and answers to them. */
    json_decref(test_post(test_web, 200, test_path(state, "hint"), "{\"agent\": \"pvs:depth=5\"}"));
    top = test_get(test_web, 200, test_path(state, "tree?depth=2&width=64"));
    assert_int_equal(json_array_size(test_at(top, "node.children")), 7);
    assert_true(json_array_size(test_at(top, "node.children.0.children")) > 0);
    json_decref(top);
    json_decref(state);
}

static void trace(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"connect4\"}");
    json_decref(test_post(test_web, 200, test_path(state, "hint"),
                          "{\"agent\": \"pvs:depth=10,strategy=ybw,threads=2\"}"));
    json_t *t = test_get(test_web, 200, test_path(state, "trace"));
    assert_number(t, "workers", 2);
    assert_number(t, "summary.searches", 1);
    assert_int_equal(json_array_size(test_at(t, "lanes")), 2);
    assert_int_equal(json_array_size(test_at(t, "profile.busy")), 200);
    assert_true(json_is_null(test_at(t, "decomposition")));
    json_decref(t);
    test_stream events = test_listen(test_web, test_path(state, "events"));
    json_decref(test_post(test_web, 202, test_path(state, "decompose"), "{}"));
    for (bool done = false; !done;) {
        json_t *event = test_event(&events, "search");
        assert_non_null(event);
        done = strcmp(json_string_value(test_at(event, "status")), "done") == 0 &&
               strcmp(json_string_value(test_at(event, "kind")), "decompose") == 0;
        assert_string_not_equal(json_string_value(test_at(event, "status")), "failed");
        json_decref(event);
    }
    t = test_get(test_web, 200, test_path(state, "trace"));
    assert_true(json_real_value(test_at(t, "decomposition.speedup")) > 0);
    json_decref(t);
    test_answer file = test_ask(test_web, "GET", test_path(state, "trace?format=svg"), NULL, NULL);
    assert_int_equal(file.status, 200);
    assert_memory_equal(file.body, "<svg", 4);
    test_answer_free(&file);
    test_stream_close(&events);
    json_decref(state);
}

/* Every strategy's spans and marks are of kinds that the answer itself describes, small tasks (the
 * parts of an evaluation) included; the figures have the names that the program gives them. */
static void trace_kinds(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"gomoku\"}");
    json_decref(
        test_post(test_web, 200, test_path(state, "hint"),
                  "{\"agent\": \"minimax:depth=2,eval=classic-d,strategy=heuristic,threads=2\"}"));
    json_t *t = test_get(test_web, 200, test_path(state, "trace"));
    const json_t *spans = test_at(t, "kinds.spans"), *events = test_at(t, "kinds.events");
    size_t i, k, seen = 0;
    json_t *lane, *span, *row, *mark;
    json_array_foreach(spans, i, row) {
        assert_int_equal(json_array_size(json_object_get(row, "colours")), 2);
        assert_true(json_is_string(json_object_get(row, "text")));
    }
    json_array_foreach(test_at(t, "lanes"), i, lane) {
        json_array_foreach(lane, k, span) {
            const json_int_t kind = json_integer_value(json_array_get(span, 0));
            assert_in_range(kind, 0, json_array_size(spans) - 1);
            const json_t *name = json_object_get(json_array_get(spans, (size_t)kind), "name");
            seen += strcmp(json_string_value(name), "small tasks") == 0;
        }
    }
    assert_true(seen > 0);
    json_array_foreach(test_at(t, "marks"), i, mark) {
        bool known = false;
        json_array_foreach(events, k, row) {
            known |= json_equal(json_object_get(row, "name"), json_object_get(mark, "kind"));
        }
        assert_true(known);
    }
    assert_true(json_integer_value(test_at(t, "summary.total.small")) > 0);
    assert_true(json_is_integer(test_at(t, "summary.total.inline")));
    assert_true(json_real_value(test_at(t, "summary.seconds")) < 60);
    assert_int_equal(json_array_size(test_at(t, "summary.workers")), 2);
    json_decref(t);
    json_decref(state);
}

/* Names of people stay with their game, also when it is saved again. */
static void names(void **unused) {
    (void)unused;
    json_t *state =
        test_post(test_web, 201, "/api/sessions",
                  "{\"game\": \"go\", \"record\": \"(;GM[1]SZ[9]PB[Ada]PW[normal];B[ee])\"}");
    const json_t *list = json_object_get(state, "names");
    assert_string_equal(json_string_value(json_array_get(list, 0)), "Ada");
    assert_true(json_is_null(json_array_get(list, 1))); /* an agent plays itself */
    const json_t *players = json_object_get(state, "players");
    assert_string_equal(json_string_value(json_array_get(players, 0)), "human");
    assert_string_equal(json_string_value(json_array_get(players, 1)), "normal");
    test_answer file = test_ask(test_web, "GET", test_path(state, "record"), NULL, NULL);
    assert_non_null(strstr(file.body, "PB[Ada]"));
    test_answer_free(&file);
    json_t *after = test_post(test_web, 200, test_path(state, "players"),
                              "{\"players\": [\"easy\", \"normal\"]}");
    assert_true(json_is_null(json_array_get(json_object_get(after, "names"), 0)));
    json_decref(after);
    json_decref(state);
}

/* What learned weights say: the parts add up, and games without weights say so. */
static void evaluation(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"othello\", \"moves\": \"f5d6c3\"}");
    json_t *answer = test_get(test_web, 200, test_path(state, "evaluation"));
    assert_int_equal(json_array_size(test_at(answer, "cells")), 64);
    assert_int_equal(json_array_size(test_at(answer, "tuples")), 12);
    const double most =
        json_number_value(json_object_get(json_array_get(test_at(answer, "tuples"), 0), "weight"));
    double sum = 0;
    for (size_t i = 0; i < 64; i++) {
        sum += json_number_value(json_array_get(test_at(answer, "cells"), i));
    }
    /* But for the weight of the number of discs. */
    assert_true(fabs(json_number_value(test_at(answer, "value")) - sum) < 10);
    assert_true(most != 0);
    json_decref(answer);
    json_decref(state);
    state = open_session("{\"game\": \"tictactoe\"}");
    answer = test_get(test_web, 200, test_path(state, "evaluation"));
    assert_true(json_is_null(test_at(answer, "value")));
    json_decref(answer);
    json_decref(state);
    state = open_session("{\"game\": \"connect4\", \"options\": {\"width\": 5}}");
    answer = test_get(test_web, 200, test_path(state, "evaluation"));
    assert_non_null(strstr(json_string_value(test_at(answer, "reason")), "width=7"));
    json_decref(answer);
    json_decref(state);
}

/* A search node by node: the same tree for one thread and for several, whose recording comes along;
 * a tree for each worker where the strategy has one; and a search that was cut short says so. */
static void explain(void **unused) {
    (void)unused;
    json_t *state = open_session("{\"game\": \"tictactoe\", \"moves\": \"b2 a1 c3\"}");
    json_t *tree =
        test_post(test_web, 200, test_path(state, "explain"), "{\"agent\": \"alphabeta:depth=2\"}");
    assert_text(tree, "kind", "tree");
    assert_int_equal(json_array_size(test_at(tree, "nodes")), /* and the root */
                     json_integer_value(test_at(tree, "totals.nodes")) + 1);
    assert_number(tree, "nodes.0.value", -3);
    json_t *plain =
        test_post(test_web, 200, test_path(state, "explain"), "{\"agent\": \"minimax:depth=2\"}");
    assert_number(plain, "nodes.0.value", -3);
    assert_number(plain, "totals.nodes",
                  json_integer_value(test_at(tree, "totals.nodes")) +
                      json_integer_value(test_at(tree, "totals.saved")));
    json_decref(plain);
    json_decref(tree);
    tree = test_post(test_web, 200, test_path(state, "explain"),
                     "{\"agent\": \"alphabeta:depth=3,strategy=ybw,threads=2\"}");
    assert_number(tree, "trace.workers", 2);
    const double end = json_number_value(test_at(tree, "trace.length"));
    size_t i;
    json_t *node;
    json_array_foreach(test_at(tree, "nodes"), i, node) {
        assert_in_range(json_integer_value(test_at(node, "worker")), 0, 1);
        const double from = json_number_value(test_at(node, "from"));
        assert_true(from >= 0 && from <= end);
    }
    json_decref(tree);
    tree = test_post(test_web, 200, test_path(state, "explain"),
                     "{\"agent\": \"uct:iterations=20,strategy=root,threads=2\"}");
    assert_text(tree, "kind", "monte-carlo");
    bool seen[2] = {false, false};
    json_array_foreach(test_at(tree, "iterations"), i, node) {
        seen[json_integer_value(test_at(node, "tree")) == 1] = true;
    }
    assert_true(seen[0] && seen[1]);
    json_decref(tree);
    tree = test_post(test_web, 200, test_path(state, "explain"), "{\"nodes\": 3}");
    assert_true(json_is_true(test_at(tree, "full")));
    assert_int_equal(json_array_size(test_at(tree, "nodes")), 3);
    json_decref(tree);
    json_decref(state);
}

int main(void) {
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(lists),       cmocka_unit_test(names),
        cmocka_unit_test(agent_check), cmocka_unit_test(back_and_forth),
        cmocka_unit_test(setup),       cmocka_unit_test(dead_stones),
        cmocka_unit_test(hint),        cmocka_unit_test(tree),
        cmocka_unit_test(trace),       cmocka_unit_test(trace_kinds),
        cmocka_unit_test(evaluation),  cmocka_unit_test(steady),
        cmocka_unit_test(explain),
    };
    size_t count = 0;
    while (tests[count].test_func) count++;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] = (struct CMUnitTest){(*game)->name, same_game_again, NULL, NULL,
                                             (void *)(uintptr_t)*game};
        tests[count++] =
            (struct CMUnitTest){(*game)->title, whole_game, NULL, NULL, (void *)(uintptr_t)*game};
    }
    return _cmocka_run_group_tests("api", tests, count, test_web_start, test_web_stop);
}
