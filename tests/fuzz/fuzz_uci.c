/* UCI for its variants: any bytes are answered as the protocol has it, or not at all. */
#include "fuzz/dialogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const words[] = {"id ",   "option name ", "uciok",     "readyok",
                                        "info ", "bestmove ",    "response ", NULL};
    if (size == 0) return 0;
    check_lines(dialogue(&cn_protocol_uci, pick_game(data[0]), data + 1, size - 1), words);
    return 0;
}
