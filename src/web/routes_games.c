/* Requests about what there is: the server's limits, games, agents. The page asks for all of this
 * when it is loaded, and knows no game by name. */
#include "arena/analyst.h"
#include "arena/json.h"
#include "arena/write.h"
#include "web/agents.h"
#include "web/routes.h"

#include <unistd.h>

/* GET /api/about: version, cores, and the limits of this server. */
bool cn_route_about(cn_request *r) {
    const cn_web_settings *set = &r->web->set;
    return cn_answer_json(r, MHD_HTTP_OK,
                          json_pack("{s:s, s:i, s:i, s:{s:f, s:i, s:f, s:i, s:f, s:i, s:i}}",
                                    "version", CN_VERSION, "cores",
                                    (int)sysconf(_SC_NPROCESSORS_ONLN), "threads", set->threads,
                                    "limits", "seconds", set->seconds, "memory", set->memory,
                                    "lab_seconds", set->lab_seconds, "sessions", set->sessions,
                                    "idle", set->idle, "agents", CN_COMPARED, "body", CN_BODY_MAX));
}

/* ---- games ---- */

/* The levels of play with the agents they stand for. */
static json_t *levels_json(const cn_game *game) {
    json_t *list = json_array();
    for (const cn_preset *p = cn_presets(); p->name; p++) {
        char spec[CN_SPEC_MAX];
        if (p->spec || cn_agent_resolve(game, p->name, spec, sizeof spec, NULL) != CN_OK) continue;
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", p->name, "summary",
                                              p->summary, "agent", spec));
    }
    return list;
}

/* The formats in which records of the game can be written. */
static json_t *formats_json(const cn_game *game) {
    static const char *const names[] = {"sgf", "ggf", "txt"};
    json_t *list = json_array();
    for (int i = 0; i < 3; i++) {
        char file[16];
        cn_record_format format;
        snprintf(file, sizeof file, "game.%s", names[i]);
        if (cn_write_format(game, file, &format, NULL) != CN_OK) continue;
        json_array_append_new(list, json_string(names[i]));
    }
    return list;
}

/* All that the page has to know of a game; of its board, with the default options. */
static json_t *game_json(const cn_web *web, const cn_game *g) {
    /* The modules of the page that draw boards. */
    static const char *const styles[] = {
        [CN_STYLE_MARKS] = "marks", [CN_STYLE_DROP] = "drop",
        [CN_STYLE_DISCS] = "discs", [CN_STYLE_STONES] = "stones",
        [CN_STYLE_HEXES] = "hexes", [CN_STYLE_CHEQUERED] = "chequered"};
    const bool known = (size_t)g->style < sizeof styles / sizeof *styles;
    char analyst[CN_SPEC_MAX] = "", text[CN_TEXT_MAX];
    cn_value values[CN_OPTIONS_MAX];
    cn_position p;
    cn_board board;
    cn_spec spec;
    if (cn_analyst_spec(g, "hard", false, web->set.threads, &spec, NULL) == CN_OK) {
        cn_spec_text(&spec, analyst, sizeof analyst, NULL);
    }
    json_t *glyphs = json_array(), *pieces = json_array(); /* by the values of a cell */
    for (int i = 0; g->cells[i]; i++) json_array_append_new(glyphs, json_string(g->glyph[i]));
    for (const cn_piece *one = g->pieces; one && one->name; one++) {
        json_array_append_new(pieces,
                              json_pack("{s:s, s:s?}", "name", one->name, "symbol", one->symbol));
    }
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:[s,s], s:s, s:s, s:o, s:o, s:o, "
                  "s:o, s:s, s:o, s:o, s:b}",
                  "name", g->name, "title", g->title, "summary", g->summary, "text", g->text,
                  "notation", g->notation, "example", g->example, "players", g->player[0],
                  g->player[1], "style", known ? styles[g->style] : "marks", "cells", g->cells,
                  "formats", formats_json(g), "options", cn_options_json(g->options), "heuristics",
                  cn_named_json(g->heuristics), "levels", levels_json(g), "analyst", analyst,
                  "glyphs", glyphs, "pieces", pieces, "moving", g->from_of != NULL);
    cn_values_default(g->options, values);
    if (!json || cn_position_new(g, values, NULL, &p, NULL) != CN_OK) return json;
    g->print(p.state, text, sizeof text);
    g->draw(p.state, &board);
    cn_json_add(json, json_pack("{s:i, s:i, s:i, s:s, s:b, s:b}", "sgf", g->sgf, "rows", board.rows,
                                "columns", board.columns, "start", text, "passes",
                                p.rules->pass != CN_MOVE_NONE, "scored", p.rules->score != NULL));
    cn_position_free(&p);
    return json;
}

/* GET /api/games: all games with everything the page needs to show and play them. */
bool cn_route_games(cn_request *r) {
    json_t *list = json_array();
    for (const cn_game *const *game = r->web->set.games; *game; game++) {
        json_array_append_new(list, game_json(r->web, *game));
    }
    return cn_answer_json(r, MHD_HTTP_OK, list);
}

/* GET /api/games/NAME: one of them. */
bool cn_route_game(cn_request *r) {
    const cn_game *game = cn_request_game(r, r->word);
    return game && cn_answer_json(r, MHD_HTTP_OK, game_json(r->web, game));
}

/* ---- agents ---- */

/* GET /api/agents: agents with their options, and presets. */
bool cn_route_agents(cn_request *r) {
    json_t *agents = json_array(), *presets = json_array();
    for (const cn_agent *a = cn_agents(); a->name; a++) {
        json_array_append_new(agents,
                              json_pack("{s:s, s:s, s:o}", "name", a->name, "summary", a->summary,
                                        "options", cn_options_json(a->options)));
    }
    for (const cn_preset *p = cn_presets(); p->name; p++) {
        json_array_append_new(presets, json_pack("{s:s, s:s, s:s?, s:s?, s:s?}", "name", p->name,
                                                 "summary", p->summary, "spec", p->spec, "note",
                                                 p->note, "game_options", p->game_options));
    }
    return cn_answer_json(r, MHD_HTTP_OK,
                          json_pack("{s:o, s:o}", "agents", agents, "presets", presets));
}

/* POST /api/agents/check: whether an agent is allowed here, and what of it is cut down. */
bool cn_route_agent_check(cn_request *r) {
    const char *name = NULL, *agent = NULL;
    cn_allowed allowed;
    if (!cn_body_text(r, "game", &name) || !cn_body_text(r, "agent", &agent)) return false;
    const cn_game *game = cn_request_game(r, name);
    if (!game) return false;
    if (!agent) return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`agent` is missing");
    if (!cn_request_allow(r, game, agent, &allowed)) return false;
    return cn_answer_json(r, MHD_HTTP_OK,
                          json_pack("{s:o, s:i, s:b, s:o}", "agent", cn_json_text(allowed.spec),
                                    "threads", allowed.threads, "tree", allowed.tree, "clamped",
                                    cn_allowed_clamped(&allowed)));
}
