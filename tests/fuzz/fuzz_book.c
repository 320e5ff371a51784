/* Books: whatever can be read can be asked and written again to the same bytes. The check sum would
 * refuse nearly all that a fuzzer makes, so it is mended first. */
#include "fuzz/fuzz.h"

#include "core/file.h"
#include "engine/book.h"

#include <string.h>

/* Rewrites the line `scores COUNT SUM`, if there is one, to fit what is there. */
static size_t mend(uint8_t *file, size_t size) {
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(file + at, '\n', size - at);
        if (!end) return size;
        const size_t next = (size_t)(end - file) + 1;
        if (size - at > 7 && memcmp(file + at, "scores ", 7) == 0) {
            const uint64_t sum =
                cn_file_sum(cn_file_sum(CN_FILE_SUM, file, at), file + next, size - next);
            char line[64];
            const size_t length = (size_t)snprintf(line, sizeof line, "scores %zu %016llx\n",
                                                   size - next, (unsigned long long)sum);
            memmove(file + at + length, file + next, size - next);
            memcpy(file + at, line, length);
            return at + length + size - next;
        }
        at = next;
    }
    return size;
}

/* Whether a book has so many plies that numbering its positions takes long. */
static bool deep(const uint8_t *file, size_t size) {
    enum { WORD = 7 };
    for (size_t at = 0; at + WORD < size; at++) {
        if (memcmp(file + at, "\nplies ", WORD) != 0) continue;
        char number[8] = "";
        const size_t left = size - at - WORD;
        memcpy(number, file + at + WORD, left < sizeof number ? left : sizeof number - 1);
        return atoi(number) > 3;
    }
    return false;
}

/* Written, it is the same file. */
static void write_again(const cn_book *book, const uint8_t *file, size_t size) {
    static cn_error error;
    const char *path = scratch();
    unsigned char *bytes;
    size_t count;
    must(cn_book_write(book, path, &error) == CN_OK, "what was read can be written");
    must(cn_file_read(path, 1 << 20, &bytes, &count, &error) == CN_OK, "and read");
    /* A file may name options in other words; the scores behind them are the same. */
    const size_t scores = (size_t)cn_book_last(book);
    must(count >= scores && size >= scores, "all scores are in the file");
    must(memcmp(bytes + count - scores, file + size - scores, scores) == 0, "they are the same");
    free(bytes);
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cn_result result;
    if (size > 1 << 14) return 0;
    uint8_t *file = malloc(size + 64);
    if (!file) return 0;
    memcpy(file, data, size);
    const size_t length = mend(file, size);
    cn_error error = {""};
    for (int i = 0; i < 2; i++) {
        const cn_game *game = cn_game_find(i ? "connect4" : "tictactoe");
        cn_book *book;
        cn_position *p;
        if (deep(file, length)) continue;
        if (cn_book_decode(game, "file", file, length, &book, &error) != CN_OK) {
            must(error.text[0] != '\0' && !book, "a refusal has a message");
            continue;
        }
        must(cn_position_open(game, NULL, NULL, &p, &error) == CN_OK, "a game begins");
        if (cn_book_answer(book, p, 3, false, &result)) {
            must(result.line_length > 0 && result.line[0] == result.best, "a line begins with it");
        }
        cn_position_close(p);
        write_again(book, file, length);
        cn_book_free(book);
    }
    free(file);
    return 0;
}
