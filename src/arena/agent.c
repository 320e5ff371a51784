#include "arena/agent.h"

cn_status cn_agent_open(const cn_game *game, const char *spec, cn_search **search,
                        cn_error *error) {
    return cn_search_new(game, spec, search, error);
}
