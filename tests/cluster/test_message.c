/* Messages: what is put comes out, and nothing beyond their end. */
#include "cluster/message.h"
#include "support/support.h"

#include <stdlib.h>

/* As the transport would carry it. */
static cn_message carried(cn_message *m, size_t size) {
    void *bytes = malloc(m->size);
    memcpy(bytes, m->bytes, m->size);
    cn_message_free(m);
    return cn_message_open(bytes, size, 3);
}

static void round_trip(void **unused) {
    (void)unused;
    cn_message m = cn_message_new(CN_MESSAGE_RUN, 77);
    char large[5000];
    memset(large, 'x', sizeof large);
    const double number = 2.5;
    cn_message_put_text(&m, "hello");
    cn_message_put(&m, large, sizeof large);
    cn_message_put(&m, &number, sizeof number);
    m = carried(&m, m.size);
    assert_int_equal(m.kind, CN_MESSAGE_RUN);
    assert_int_equal(m.run, 77);
    assert_int_equal(m.from, 3);
    char text[6], back[5000];
    double value;
    assert_true(cn_message_get_text(&m, text, sizeof text));
    assert_string_equal(text, "hello");
    assert_true(cn_message_get(&m, back, sizeof back));
    assert_memory_equal(back, large, sizeof large);
    assert_true(cn_message_get(&m, &value, sizeof value));
    assert_true(value == 2.5);
    assert_false(cn_message_get(&m, &value, 1));
    cn_message_free(&m);
}

static void cut_short(void **unused) {
    (void)unused;
    cn_message m = cn_message_new(CN_MESSAGE_RUN, 1);
    cn_message_put_text(&m, "a longer text");
    m = carried(&m, m.size - 1); /* without its end */
    char text[64] = "before";
    assert_false(cn_message_get_text(&m, text, sizeof text));
    assert_string_equal(text, "");
    uint64_t value = 5;
    m.at = m.size - 3;
    assert_false(cn_message_get(&m, &value, sizeof value));
    assert_true(value == 0);
    cn_message_free(&m);
    /* Not even a head. */
    m = cn_message_open(calloc(1, 3), 3, 0);
    assert_int_equal(m.run, 0);
    cn_message_free(&m);
}

static void too_long_for_the_reader(void **unused) {
    (void)unused;
    cn_message m = cn_message_new(CN_MESSAGE_RUN, 1);
    cn_message_put_text(&m, "a longer text");
    m = carried(&m, m.size);
    char text[5];
    assert_false(cn_message_get_text(&m, text, sizeof text));
    cn_message_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(too_long_for_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
