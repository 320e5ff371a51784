#include "protocol/seat.h"

#include "engine/agents.h"

#include <strings.h>

const cn_agent *cn_seat_agent(const cn_desk *desk, cn_value values[CN_OPTIONS_MAX]) {
    agent_kind kind;
    if (cn_agent_parse(desk->game, desk->agent, &kind, values, NULL) != CN_OK) return NULL;
    return &cn_agents()[kind];
}

int cn_seat_option(const cn_agent *agent, const char *name) {
    for (int i = 0; agent && agent->options[i].name; i++) {
        if (strcasecmp(agent->options[i].name, name) == 0) return i;
    }
    return -1;
}

/* Adds "name=value" to a resolved specification, in place of what it said of that name. */
static cn_status amend(char spec[CN_SPEC_MAX], const char *name, const char *value,
                       cn_error *error) {
    char out[CN_SPEC_MAX];
    const size_t head = strcspn(spec, ":"), n = strlen(name);
    size_t used = (size_t)snprintf(out, sizeof out, "%.*s:", (int)head, spec);
    for (const char *p = spec + head + (spec[head] == ':'); *p;) {
        const size_t length = strcspn(p, ",");
        const bool named = strncmp(p, name, n) == 0 && p[n] == '=';
        if (length > 0 && !named && used + length + 1 < sizeof out) {
            used += (size_t)snprintf(out + used, sizeof out - used, "%.*s,", (int)length, p);
        }
        p += length + (p[length] == ',');
    }
    if (used + n + 1 + strlen(value) >= CN_SPEC_MAX) {
        return cn_fail(error, CN_BAD_USAGE, "the agent's options have more than %d characters",
                       CN_SPEC_MAX - 1);
    }
    snprintf(out + used, sizeof out - used, "%s=%s", name, value);
    memcpy(spec, out, sizeof out);
    return CN_OK;
}

cn_status cn_seat_amend(cn_desk *desk, const char *name, const char *value, cn_error *error) {
    cn_value values[CN_OPTIONS_MAX];
    const cn_agent *agent = cn_seat_agent(desk, values);
    const int i = cn_seat_option(agent, name);
    if (i < 0) return cn_fail(error, CN_BAD_USAGE, "there is no option `%.40s`", name);
    if (strchr(value, ',')) {
        return cn_fail(error, CN_BAD_USAGE, "%s: a value has no commas", agent->options[i].name);
    }
    char spec[CN_SPEC_MAX];
    cn_status status = cn_agent_resolve(desk->game, desk->agent, spec, sizeof spec, error);
    if (status == CN_OK) status = amend(spec, agent->options[i].name, value, error);
    return status == CN_OK ? cn_desk_seat(desk, spec, error) : status;
}
