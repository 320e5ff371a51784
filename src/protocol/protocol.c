#include "protocol/protocol.h"

const cn_protocol *const *cn_protocols(void) {
    static const cn_protocol *const list[] = {
#define X(name) &cn_protocol_##name,
        CN_PROTOCOLS(X)
#undef X
            NULL,
    };
    return list;
}
