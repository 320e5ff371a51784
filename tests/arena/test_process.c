/* Programs that end, hang, flood, and leave children: none holds us up, none is left behind. */
#include "arena/process.h"
#include "core/clock.h"
#include "support/traces.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int files_before;

static int set_up(void **process) {
    static cn_process p;
    cn_error error;
    files_before = test_count_files();
    assert_int_equal(cn_process_init(&p, &error), CN_OK);
    *process = &p;
    return 0;
}

static int tear_down(void **process) {
    cn_process_free(*process);
    test_no_children();
    assert_int_equal(test_count_files(), files_before);
    return 0;
}

static void start(cn_process *p, const char *command) {
    cn_error error = {""};
    if (cn_process_start(p, command, &error) != CN_OK) fail_msg("%s", error.text);
}

static double soon(void) {
    return cn_clock_seconds() + 0.2;
}

static double late(void) {
    return cn_clock_seconds() + 60; /* against hanging only */
}

static void expect_line(cn_process *p, const char *text) {
    char *line;
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_OK);
    assert_string_equal(line, text);
}

static void lines(void **process) {
    cn_process *p = *process;
    char *line;
    start(p, "cat");
    assert_int_equal(cn_process_write(p, "one\ntwo\r\n\nthree\n", late()), CN_PROCESS_OK);
    expect_line(p, "one");
    expect_line(p, "two");
    expect_line(p, "");
    expect_line(p, "three");
    assert_int_equal(cn_process_read(p, soon(), &line), CN_PROCESS_TIMEOUT);
    start(p, "printf 'a\\000b\\nlast'");
    expect_line(p, "a?b");
    expect_line(p, "last");
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_ENDED);
}

/* More than any pipe holds, both ways at once. */
static void large(void **process) {
    cn_process *p = *process;
    enum { LINES = 3000, WIDTH = 60 };
    char *text = malloc(LINES * (WIDTH + 1) + 1), *end = text;
    assert_non_null(text);
    for (int i = 0; i < LINES; i++) end += sprintf(end, "%0*d\n", WIDTH, i);
    start(p, "sort");
    assert_int_equal(cn_process_write(p, text, late()), CN_PROCESS_OK);
    close(p->in);
    p->in = -1;
    for (int i = 0; i < LINES; i++) {
        char expected[WIDTH + 1];
        snprintf(expected, sizeof expected, "%0*d", WIDTH, i);
        expect_line(p, expected);
    }
    free(text);
}

static void deaf(void **process) {
    cn_process *p = *process;
    char *text = malloc(1 << 20);
    assert_non_null(text);
    memset(text, 'x', (1 << 20) - 1);
    text[(1 << 20) - 1] = '\0';
    start(p, "sleep 1000");
    assert_int_equal(cn_process_write(p, text, soon()), CN_PROCESS_TIMEOUT);
    /* One that only writes fills our room and is not read further; still we return. */
    start(p, "yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    assert_int_equal(cn_process_write(p, text, soon()), CN_PROCESS_TIMEOUT);
    expect_line(p, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    free(text);
}

static void ended(void **process) {
    cn_process *p = *process;
    char *line, text[96];
    sigset_t pending;
    start(p, "exit 7");
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_ENDED);
    cn_process_ending(p, text, sizeof text);
    assert_string_equal(text, "exited with status 7");
    /* SIGPIPE would end this test; nor does one stay behind. */
    assert_int_equal(cn_process_write(p, "x\n", late()), CN_PROCESS_ENDED);
    sigpending(&pending);
    assert_int_equal(sigismember(&pending, SIGPIPE), 0);
    assert_int_equal(cn_process_write(p, "x\n", late()), CN_PROCESS_ENDED);
    start(p, "kill -SEGV $$");
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_ENDED);
    cn_process_ending(p, text, sizeof text);
    assert_string_equal(text, "was killed by signal 11 (Segmentation fault)");
    start(p, "exec >&-; sleep 1000");
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_ENDED);
    cn_process_ending(p, text, sizeof text);
    assert_string_equal(text, "closed its output");
    /* The program is gone, and what it left behind holds the pipe open. */
    start(p, "sleep 1000 & exit 4");
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_ENDED);
    cn_process_ending(p, text, sizeof text);
    assert_string_equal(text, "exited with status 4");
}

static void floods(void **process) {
    cn_process *p = *process;
    char *line, text[64];
    start(p, "yes | tr -d '\\n'");
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_FLOOD);
    start(p, "yes complaint | head -100000 >&2; echo 'the end' >&2; echo done");
    expect_line(p, "done");
    cn_process_end(p, NULL);
    cn_process_errors(p, true, text, sizeof text);
    assert_string_equal(text, "the end");
    char all[CN_PROCESS_STDERR + 1];
    assert_in_range(cn_process_errors(p, false, all, sizeof all), 4000, CN_PROCESS_STDERR);
    assert_non_null(strstr(all, "complaint\ncomplaint\nthe end"));
    assert_int_equal(cn_process_errors(p, false, text, 8), 7);
    assert_string_equal(text, "the end");
}

static void waking(void **process) {
    cn_process *p = *process;
    char *line;
    start(p, "cat");
    cn_process_wake(p);
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_WOKEN);
    cn_process_forget_wake(p);
    for (int i = 0; i < 100000; i++) cn_process_wake(p); /* more than the pipe holds */
    cn_process_forget_wake(p);
    assert_int_equal(cn_process_read(p, soon(), &line), CN_PROCESS_TIMEOUT);
}

/* A farewell is obeyed, SIGTERM is obeyed, SIGKILL needs no obedience; nobody's child stays. */
static void endings(void **process) {
    cn_process *p = *process;
    char path[] = "/tmp/canopy-process-XXXXXX", command[256], *line;
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(command, sizeof command, "read a; echo $a >%s; exit", path);
    start(p, command);
    cn_process_end(p, "quit\n");
    FILE *written = fopen(path, "r");
    assert_non_null(written);
    assert_non_null(fgets(command, sizeof command, written));
    assert_string_equal(command, "quit\n");
    fclose(written);
    remove(path);
    start(p, "trap 'exit 0' TERM; echo here; while :; do sleep 0.01; done");
    expect_line(p, "here");
    cn_process_end(p, "quit\n");
    start(p, "trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000");
    assert_int_equal(cn_process_read(p, late(), &line), CN_PROCESS_OK);
    const pid_t child = (pid_t)atol(line);
    assert_true(test_runs(child));
    cn_process_end(p, "quit\n");
    for (int i = 0; i < 1000 && test_runs(child); i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    assert_false(test_runs(child));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large, set_up, tear_down),
        cmocka_unit_test_setup_teardown(deaf, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ended, set_up, tear_down),
        cmocka_unit_test_setup_teardown(floods, set_up, tear_down),
        cmocka_unit_test_setup_teardown(waking, set_up, tear_down),
        cmocka_unit_test_setup_teardown(endings, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
