/* The agent at the desk and its options, for protocols by which the other side may set them. */
#ifndef PROTOCOL_SEAT_H
#define PROTOCOL_SEAT_H

#include "engine/spec.h"
#include "protocol/desk.h"

/* Its specification; false if its options are not ours to set. */
bool cn_seat_spec(const cn_desk *desk, cn_spec *spec);

/* Sets one of its options, whose name may be in any case. On failure all stays as it was. */
cn_status cn_seat_amend(cn_desk *desk, const char *name, const char *value, cn_error *error);

#endif
