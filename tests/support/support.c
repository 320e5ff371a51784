#include "support/support.h"

#include <stdlib.h>

static cn_status try_position(const cn_game *game, const char *options, const char *text,
                              cn_position *position, cn_error *error) {
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    char copy[512];
    snprintf(copy, sizeof copy, "%s", options ? options : "");
    for (char *save, *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        const cn_status status = cn_values_set(game->options, values, word, error);
        if (status != CN_OK) return status;
    }
    return cn_position_new(game, values, text, position, error);
}

cn_position test_position_of(const cn_game *game, const char *options, const char *text) {
    cn_position position;
    cn_error error = {""};
    if (try_position(game, options, text, &position, &error) != CN_OK) fail_msg("%s", error.text);
    return position;
}

void test_refuses(const cn_game *game, const char *options, const char *text, cn_status status,
                  const char *message) {
    cn_position position;
    cn_error error = {""};
    assert_int_equal(try_position(game, options, text, &position, &error), status);
    assert_string_equal(error.text, message);
}

cn_position test_position(const char *game, const char *options, const char *text) {
    const cn_game *found = cn_game_find(game);
    if (!found) fail_msg("no game %s", game);
    return test_position_of(found, options, text);
}

void test_play(cn_position *position, const char *moves) {
    cn_error error = {""};
    for (const char *p = moves; *(p += strspn(p, " ,\n"));) {
        cn_move move;
        if (cn_position_read_move(position, p, &move, &p, &error) != CN_OK) {
            fail_msg("%s", error.text);
        }
        position->rules->play(position->state, move);
    }
}

static int compare_words(const void *a, const void *b) {
    return strcmp(a, b);
}

void test_moves(const cn_position *position, char *text, size_t size) {
    cn_move list[CN_MOVES_MAX];
    char words[CN_MOVES_MAX][CN_MOVE_TEXT];
    const int count = position->rules->moves(position->state, list);
    for (int i = 0; i < count; i++) {
        position->game->print_move(position->state, list[i], words[i]);
    }
    qsort(words, (size_t)count, sizeof words[0], compare_words);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", words[i]);
    }
}

char *test_read(const char *path) {
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", TEST_DATA, path);
    FILE *file = fopen(full, "rb");
    if (!file) fail_msg("cannot read %s", full);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

size_t test_each_game(struct CMUnitTest *tests, size_t count, const test_of_game *each,
                      size_t eaches) {
    static char names[128][64];
    for (const cn_game *const *game = cn_games(); *game; game++) {
        for (size_t i = 0; i < eaches; i++) {
            assert_true(count < sizeof names / sizeof *names);
            snprintf(names[count], sizeof *names, "%s: %s", (*game)->name, each[i].name);
            tests[count] = (struct CMUnitTest){names[count], each[i].run, NULL, NULL,
                                               (void *)(uintptr_t)*game};
            count++;
        }
    }
    return count;
}
