/* NBoard: any bytes are answered as the protocol has it, or not at all. */
#include "fuzz/dialogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const words[] = {"set myname ", "status",  "search ",   "nodestats ", "=== ",
                                        "pong ",       "learned", "analysis ", NULL};
    check_lines(dialogue(&cn_protocol_nboard, served(&cn_protocol_nboard), data, size), words);
    return 0;
}
