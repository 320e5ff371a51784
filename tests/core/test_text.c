/* Numbers in text: what is read, and what is refused. */
#include "core/text.h"

#include "support/support.h"

static void whole_numbers(void **state) {
    static const struct {
        const char *text;
        bool read;
        int number;
    } cases[] = {
        {"0", true, 0},    {"7", true, 7},
        {"-5", true, -5},  {"+3", true, 3},
        {" 4", true, 4},   {"10", true, 10},
        {"11", false, 0},  {"-6", false, 0},
        {"", false, 0},    {" ", false, 0},
        {"4 ", false, 0},  {"4.0", false, 0},
        {"0x4", false, 0}, {"four", false, 0},
        {"1e1", false, 0}, {"99999999999999999999", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int number = 77;
        assert_int_equal(cn_text_int(cases[i].text, -5, 10, &number), cases[i].read);
        assert_int_equal(number, cases[i].read ? cases[i].number : 77);
    }
}

static void real_numbers(void **state) {
    static const char *const refused[] = {"", "x", "1x", "nan", "inf", "-0.1", "2.5", "1e999"};
    double number = 0;
    (void)state;
    assert_true(cn_text_real("1.5", 0, 2, &number) && number == 1.5);
    assert_true(cn_text_real("2e0", 0, 2, &number) && number == 2);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        number = 77;
        assert_false(cn_text_real(refused[i], 0, 2, &number));
        assert_true(number == 77);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(real_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
