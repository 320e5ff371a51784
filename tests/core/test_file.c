/* Files are replaced by whole ones only, whatever fails on the way. */
#include "core/file.h"
#include "support/support.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/canopy-file-XXXXXX";

static void put(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void expect(const char *name, const char *text) {
    char got[64] = "";
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    assert_int_equal(fread(got, 1, sizeof got - 1, file), strlen(text));
    fclose(file);
    assert_string_equal(got, text);
}

static int count_files(void) {
    int count = 0;
    DIR *here = opendir(".");
    assert_non_null(here);
    while (readdir(here)) count++;
    closedir(here);
    return count - 2;
}

static cn_file begin(const char *path) {
    cn_file file;
    cn_error error = {""};
    if (cn_file_begin(&file, path, &error) != CN_OK) fail_msg("%s", error.text);
    return file;
}

static void keep(cn_file *file) {
    cn_error error = {""};
    if (cn_file_keep(file, &error) != CN_OK) fail_msg("%s", error.text);
}

static void replaces(void **unused) {
    (void)unused;
    cn_file file = begin("new");
    fputs("one", file.stream);
    assert_int_equal(access("new", F_OK), -1); /* not before it is whole */
    keep(&file);
    expect("new", "one");
    assert_int_equal(chmod("new", 0640), 0);
    file = begin("new");
    fputs("two", file.stream);
    fflush(file.stream);
    expect("new", "one");
    keep(&file);
    expect("new", "two");
    struct stat s;
    assert_int_equal(stat("new", &s), 0);
    assert_int_equal(s.st_mode & 0777, 0640);
    file = begin("new");
    fputs("three", file.stream);
    cn_file_drop(&file);
    expect("new", "two");
    assert_int_equal(count_files(), 1);
    unlink("new");
}

/* A file that may not grow is like a full disk. */
static void full_disk(void **unused) {
    (void)unused;
    put("old", "precious");
    struct rlimit all, none;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    none = (struct rlimit){4, all.rlim_max};
    for (int size = 1; size <= 100000; size *= 10) {
        cn_error error = {""};
        cn_file file = begin("old");
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
        for (int i = 0; i < size; i++) fputc('x', file.stream);
        const cn_status status = cn_file_keep(&file, &error);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
        assert_int_equal(status, size > 4 ? CN_IO : CN_OK);
        if (size == 1) put("old", "precious");
        expect("old", "precious");
        if (size > 4) assert_non_null(strstr(error.text, "cannot write "));
        assert_int_equal(count_files(), 1);
    }
    unlink("old");
}

static void links_and_devices(void **unused) {
    (void)unused;
    put("target", "old");
    assert_int_equal(symlink("target", "link"), 0);
    cn_file file = begin("link");
    fputs("new", file.stream);
    keep(&file);
    expect("target", "new");
    struct stat s;
    assert_int_equal(lstat("link", &s), 0);
    assert_true(S_ISLNK(s.st_mode));
    unlink("link");
    unlink("target");
    cn_error error = {""};
    file = begin("/dev/full");
    fputs("new", file.stream);
    assert_int_equal(cn_file_keep(&file, &error), CN_IO);
    assert_string_equal(error.text, "cannot write /dev/full: No space left on device");
    file = begin("/dev/null");
    fputs("new", file.stream);
    keep(&file);
    assert_int_equal(count_files(), 0);
}

static void checks(void **unused) {
    (void)unused;
    cn_error error = {""};
    assert_int_equal(cn_file_check("fine", &error), CN_OK);
    assert_int_equal(count_files(), 0);
    put("there", "text");
    assert_int_equal(cn_file_check("there", &error), CN_OK);
    expect("there", "text");
    unlink("there");
    assert_int_equal(cn_file_check("/dev/null", &error), CN_OK);
    assert_int_equal(cn_file_check("no/where", &error), CN_IO);
    assert_string_equal(error.text, "cannot write no/where: No such file or directory");
    assert_int_equal(cn_file_check(".", &error), CN_IO);
    assert_string_equal(error.text, "cannot write .: Is a directory");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(replaces), cmocka_unit_test(full_disk),
                                       cmocka_unit_test(links_and_devices),
                                       cmocka_unit_test(checks)};
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (chdir("/") != 0 || rmdir(folder) != 0) return 1;
    return failed;
}
