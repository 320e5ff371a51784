#include "arena/agent.h"

#include "arena/exec.h"

cn_status cn_agent_open(const cn_game *game, const char *spec, cn_search **search,
                        cn_error *error) {
    return (cn_exec_is(spec) ? cn_exec_open : cn_search_new)(game, spec, search, error);
}
