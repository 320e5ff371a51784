/* The agent at the desk and its options, for protocols by which the other side may set them. */
#ifndef PROTOCOL_SEAT_H
#define PROTOCOL_SEAT_H

#include "protocol/desk.h"

/* What kind of agent it is, and its values; NULL if its options are not ours to set. */
const cn_agent *cn_seat_agent(const cn_desk *desk, cn_value values[CN_OPTIONS_MAX]);

/* The place of an option in its list, any case; -1: there is none of that name. */
int cn_seat_option(const cn_agent *agent, const char *name);

/* Sets one of its options. On failure all stays as it was. */
cn_status cn_seat_amend(cn_desk *desk, const char *name, const char *value, cn_error *error);

#endif
