/* Files of weights: whatever can be read can be used and written again to the same bytes. The check
 * sum would refuse nearly all that a fuzzer makes, so it is mended first. */
#include "fuzz/fuzz.h"

#include "search/model_file.h"

#include <string.h>

static uint64_t add(uint64_t sum, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* Rewrites the line `weights SIZE SUM`, if there is one, to fit what is there. */
static size_t mend(uint8_t *file, size_t size) {
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(file + at, '\n', size - at);
        if (!end) return size;
        const size_t next = (size_t)(end - file) + 1;
        if (size - at > 8 && memcmp(file + at, "weights ", 8) == 0) {
            const uint64_t sum =
                add(add(UINT64_C(0xcbf29ce484222325), file, at), file + next, size - next);
            char line[64];
            const size_t length = (size_t)snprintf(line, sizeof line, "weights %zu %016llx\n",
                                                   size - next, (unsigned long long)sum);
            memmove(file + at + length, file + next, size - next);
            memcpy(file + at, line, length);
            return at + length + size - next;
        }
        at = next;
    }
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 16) return 0;
    uint8_t *file = malloc(size + 64);
    if (!file) return 0;
    memcpy(file, data, size);
    const size_t length = mend(file, size);
    cn_model *m, *again;
    cn_error error;
    if (cn_model_decode("file", file, length, &m, &error) == CN_OK) {
        cn_planes planes = {{0}, {0}};
        memcpy(planes.own, data, size < sizeof planes.own ? size : sizeof planes.own);
        for (int i = 0; i < CN_PLANE_WORDS; i++) planes.opp[i] = ~planes.own[i] & 0x5555;
        /* Only the bits that are cells: a game sets no others. */
        cn_planes cells = {{0}, {0}};
        for (int i = 0; i < m->shape.rows * m->shape.columns; i++) {
            const int bit = m->shape.bit[i];
            cells.own[bit / 64] |= planes.own[bit / 64] & UINT64_C(1) << bit % 64;
            cells.opp[bit / 64] |= planes.opp[bit / 64] & UINT64_C(1) << bit % 64;
        }
        m->value(&m->network, cells.own, cells.opp, 1);
        unsigned char *bytes;
        size_t count;
        must(cn_model_encode(m, &bytes, &count, &error) == CN_OK, "what was read can be written");
        must(cn_model_decode("again", bytes, count, &again, &error) == CN_OK, "and read again");
        cn_model_free(again);
        cn_model_free(m);
        free(bytes);
    } else {
        must(error.text[0] != '\0', "a refusal has a message");
    }
    free(file);
    return 0;
}
