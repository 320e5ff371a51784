#include "protocol/seat.h"

#include <strings.h>

bool cn_seat_spec(const cn_desk *desk, cn_spec *spec) {
    return cn_spec_parse(desk->game, desk->agent, spec, NULL) == CN_OK;
}

cn_status cn_seat_amend(cn_desk *desk, const char *name, const char *value, cn_error *error) {
    cn_spec spec;
    char text[CN_SPEC_MAX];
    const cn_option *option = NULL;
    if (cn_seat_spec(desk, &spec)) {
        for (option = spec.options; option->name && strcasecmp(option->name, name) != 0;) option++;
    }
    if (!option || !option->name) {
        return cn_fail(error, CN_BAD_USAGE, "there is no option `%.40s`", name);
    }
    cn_status status = cn_spec_set(&spec, option->name, value, error);
    if (status == CN_OK) status = cn_spec_text(&spec, text, sizeof text, error);
    return status == CN_OK ? cn_desk_seat(desk, text, error) : status;
}
