/* `canopy agents [AGENT]` lists the agents, or shows everything one of them can be told. All of it
 * comes from the tables of the agents (engine/agents.h), the strategies (parallel/strategy.h) and
 * the presets, which are names that stand for an agent with options. Nothing is listed here by
 * hand, so that a new agent or option shows up without a change of this file. */
#include "engine/agents.h"
#include "arena/exec.h"
#include "arena/json.h"
#include "cli/verbs.h"
#include "parallel/strategy.h"

#include <canopy/search.h>

/* What the flags say. */
typedef struct settings {
    bool json;
} settings;

/* ---- strategies ---- */

/* The algorithms that an agent's strategies must serve, as bits; 0 for an agent that has no
 * strategies. */
static uint32_t served(const cn_agent *agent) {
    const cn_option *options;
    const cn_kind *kind = cn_kind_find(agent->name, &options);
    return kind ? kind->serves : 0;
}

/* The strategies that serve an agent, each with the names of its own options. */
static json_t *strategies_json(const cn_agent *agent) {
    json_t *list = json_array();
    for (const cn_strategy *const *at = cn_strategies; *at; at++) {
        const cn_strategy *s = *at;
        if (!(s->serves & served(agent))) continue;
        json_t *options = json_array();
        for (const cn_setting *o = s->options; o && o->option.name; o++) {
            json_array_append_new(options, json_string(o->option.name));
        }
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:b, s:o}", "name", s->name, "help", s->help,
                                        "deterministic", s->deterministic, "options", options));
    }
    return list;
}

/* An agent of the library as text: its options with their defaults, then the strategies it may be
 * given, each followed by the options that only it has. */
static void show_agent(const cn_agent *agent) {
    printf("%s: %s\n\nOptions and their defaults:\n", agent->name, agent->summary);
    cn_out_options(agent->options);
    if (!served(agent)) return;
    fputs("\nStrategies, each with the options it has besides:\n", stdout);
    for (const cn_strategy *const *at = cn_strategies; *at; at++) {
        const cn_strategy *s = *at;
        if (!(s->serves & served(agent))) continue;
        printf("  %-12s %s\n", s->name, s->help);
        for (const cn_setting *o = s->options; o && o->option.name; o++) {
            printf("%s%s", o == s->options ? "               " : ", ", o->option.name);
        }
        if (s->options) fputc('\n', stdout);
    }
}

/* ---- agents ---- */

/* An agent as JSON: its options with range and default, and its strategies. */
static json_t *agent_json(const cn_agent *agent) {
    return json_pack("{s:s, s:s, s:o, s:o}", "name", agent->name, "summary", agent->summary,
                     "options", cn_options_json(agent->options), "strategies",
                     strategies_json(agent));
}

/* The agent `exec`, which is another program; its protocols are listed as well. */
static json_t *exec_json(void) {
    json_t *json = agent_json(&cn_exec_agent), *protocols = json_object();
    for (const cn_named *p = cn_exec_protocols; p->name; p++) {
        json_object_set_new(protocols, p->name, json_string(p->help));
    }
    json_object_set_new(json, "protocols", protocols);
    return json;
}

/* A preset as JSON. Presets that imitate a published program stand for one specification (`spec`);
 * presets for people, such as `hard`, stand for another one in each game (`games`). */
static json_t *preset_json(const cn_cli *cli, const cn_preset *preset) {
    json_t *json =
        json_pack("{s:s, s:s, s:s?, s:s?, s:s*}", "name", preset->name, "summary", preset->summary,
                  "spec", preset->spec, "note", preset->note, "game_options", preset->game_options);
    if (preset->spec) return json;
    json_t *games = json_object();
    for (int i = 0; cli->games[i]; i++) {
        char spec[CN_SPEC_MAX];
        if (cn_agent_resolve(cli->games[i], preset->name, spec, sizeof spec, NULL) != CN_OK) break;
        json_object_set_new(games, cli->games[i]->name, json_string(spec));
    }
    json_object_set_new(json, "games", games);
    return json;
}

/* Lists every agent, the agent `exec` (another program), and every preset. As text, what a preset
 * stands for is shown only where it is the same for all games. */
static cn_exit list_all(const cn_cli *cli, bool json) {
    if (json) {
        json_t *list = json_array();
        for (const cn_agent *a = cn_agents(); a->name; a++) {
            json_array_append_new(list, agent_json(a));
        }
        json_array_append_new(list, exec_json());
        for (const cn_preset *preset = cn_presets(); preset->name; preset++) {
            json_array_append_new(list, preset_json(cli, preset));
        }
        return cn_out_json(cli, list);
    }
    for (const cn_agent *a = cn_agents(); a->name; a++) printf("%-12s %s\n", a->name, a->summary);
    printf("%-12s %s\n", cn_exec_agent.name, "another program: exec:PROTOCOL:COMMAND");
    fputs("\nNames that stand for an agent with options:\n", stdout);
    for (const cn_preset *preset = cn_presets(); preset->name; preset++) {
        if (!preset->spec) {
            printf("%-12s %s\n", preset->name, preset->summary);
            continue;
        }
        puts(preset->name);
        cn_out_wrap(preset->summary, 6);
        cn_out_wrap(preset->spec, 6);
    }
    fputs("\nAn agent is a name with options, NAME:option=value,option=value.\n"
          "`canopy agents NAME` shows the options of one, or what a name stands for.\n",
          stdout);
    return CN_EXIT_OK;
}

/* What a preset stands for; presets for people, such as `hard`, are another agent in each game. */
static void show_preset(const cn_cli *cli, const cn_preset *preset) {
    printf("%s: %s\n\nIt stands for\n", preset->name, preset->summary);
    if (preset->spec) {
        printf("  %s\n", preset->spec);
    } else {
        for (int i = 0; cli->games[i]; i++) {
            char spec[CN_SPEC_MAX];
            if (cn_agent_resolve(cli->games[i], preset->name, spec, sizeof spec, NULL) != CN_OK) {
                break;
            }
            printf("  %-12s %s\n", cli->games[i]->name, spec);
        }
    }
    printf("Options may follow, %s:option=value, and come on top.\n", preset->name);
    if (preset->game_options) {
        printf("The game is played with %s, unless its options are given.\n", preset->game_options);
    }
    if (!preset->note) return;
    fputc('\n', stdout);
    cn_out_wrap(preset->note, 0);
}

/* The agent `exec` as text: its protocols, its options, and how the command is written. */
static void show_exec(void) {
    printf("%s: %s\n\nProtocols:\n", cn_exec_agent.name, cn_exec_agent.summary);
    for (const cn_named *p = cn_exec_protocols; p->name; p++) {
        printf("  %-12s %s\n", p->name, p->help);
    }
    fputs("\nOptions and their defaults:\n", stdout);
    cn_out_options(cn_exec_agent.options);
    fputc('\n', stdout);
    cn_out_wrap("The command is all behind the second colon and runs through the shell, as long as "
                "the agent plays: exec:gtp,time=5:gnugo --mode gtp. A program that crashes, is "
                "silent for longer than its time and the margin, or plays an illegal move loses "
                "the game, and is started again for the next.",
                0);
}

/* Without a word everything is listed. A word names an agent of the library, `exec` or a preset,
 * which stand in `names` in this order. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    enum { MOST = 63 };
    const settings *set = given;
    const char *names[MOST + 1] = {0};
    int agents = 0;
    if (args->count == 0) return list_all(cli, set->json);
    for (const cn_agent *a = cn_agents(); a->name && agents < MOST; a++) names[agents++] = a->name;
    int count = agents;
    names[count++] = cn_exec_agent.name;
    for (const cn_preset *p = cn_presets(); p->name && count < MOST; p++) names[count++] = p->name;
    const int i = cn_out_choice(cli, "agent", args->word[0], names);
    const cn_preset *preset = i > agents ? &cn_presets()[i - agents - 1] : NULL;
    if (set->json) {
        return cn_out_json(cli, preset        ? preset_json(cli, preset)
                                : i == agents ? exec_json()
                                              : agent_json(&cn_agents()[i]));
    }
    if (preset) {
        show_preset(cli, preset);
    } else if (i == agents) {
        show_exec();
    } else {
        show_agent(&cn_agents()[i]);
    }
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

const cn_verb cn_verb_agents = {CN_VERB(agents), CN_SETTINGS(0), .words_most = 1};
