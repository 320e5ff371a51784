/* Gomocup: any bytes are answered as the protocol has it, or not at all. */
#include "fuzz/dialogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const words[] = {"", "OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "name=", NULL};
    check_lines(dialogue(&cn_protocol_gomocup, served(&cn_protocol_gomocup), data, size), words);
    return 0;
}
