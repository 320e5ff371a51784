/* canopy agents [AGENT] */
#include "cli/options.h"
#include "cli/out.h"
#include "cli/verbs.h"

#include <canopy/search.h>

typedef struct settings {
    bool json;
} settings;

static json_t *agent_json(const cn_agent *agent) {
    return json_pack("{s:s, s:s, s:o}", "name", agent->name, "summary", agent->summary, "options",
                     cn_options_json(agent->options));
}

static cn_exit list_agents(cn_cli *cli, bool json) {
    json_t *list = json_array();
    for (const cn_agent *agent = cn_agents(); agent->name; agent++) {
        if (json) {
            json_array_append_new(list, agent_json(agent));
        } else {
            printf("%-12s %s\n", agent->name, agent->summary);
        }
    }
    if (json) return cn_out_json(cli, list);
    json_decref(list);
    fputs("\nAn agent is a name with options, NAME:option=value,option=value.\n"
          "`canopy agents NAME` shows the options of one.\n",
          stdout);
    return CN_EXIT_OK;
}

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {0};
    cn_args args;
    cn_exit status = cn_args_read(cli, &cn_verb_agents, argc, argv, &set, &args);
    if (status == CN_EXIT_NONE) status = cn_args_done(cli, &args, 1);
    if (status != CN_EXIT_NONE) return status;
    if (args.count == 0) return list_agents(cli, set.json);
    const char *names[64] = {0};
    int count = 0;
    for (const cn_agent *agent = cn_agents(); agent->name && count < 63; agent++) {
        names[count++] = agent->name;
        if (strcmp(agent->name, args.word[0]) != 0) continue;
        if (set.json) return cn_out_json(cli, agent_json(agent));
        printf("%s: %s\n\nOptions and their defaults:\n", agent->name, agent->summary);
        cn_options_show(agent->options);
        return CN_EXIT_OK;
    }
    return cn_out_unknown(cli, "agent", args.word[0], names);
}

static const cn_flag flags[] = {
    {.name = "json", .offset = offsetof(settings, json), .help = "the same as JSON"},
    {.name = NULL},
};

const cn_verb cn_verb_agents = {
    .name = "agents",
    .words = "[AGENT]",
    .summary = "the agents that can play; options of one",
    .examples = "canopy agents\n"
                "canopy agents pvs\n",
    .text = "Lists the agents. With a name, shows that agent's options with range and default. "
            "Wherever an agent is asked for, write its name and the options that differ: "
            "pvs:depth=8,strategy=ybw,threads=2",
    .flags = flags,
    .run = run,
};
