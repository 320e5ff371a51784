/* Journals of measurements: read for a comparison, and gone on with. */
#include "fuzz/fuzz.h"

#include "lab/experiment.h"
#include "lab/journal.h"

#include <fcntl.h>

/* A bench without samples. It is made once: finding out about the machine takes longer than all
 * else that an input asks for. */
static cn_bench *fresh_bench(void) {
    static cn_bench bench;
    cn_error error = {""};
    const cn_experiment *e = cn_experiments();
    if (!bench.game) {
        must(cn_bench_new(e, cn_game_find(e->game), true, &bench, &error) == CN_OK, "a bench");
    }
    for (int i = 0; i < bench.count; i++) {
        cn_configuration *c = &bench.configurations[i];
        free(c->samples);
        c->samples = NULL;
        c->count = c->room = 0;
    }
    return &bench;
}

/* The name of a file with these bytes. It has no folder: making and removing an entry takes time.
 */
static const char *file_of(const uint8_t *data, size_t size) {
    static char path[64];
    static int descriptor = -1;
    if (descriptor < 0) {
        descriptor = open(scratch(), O_RDWR | O_CREAT | O_TRUNC, 0600);
        must(descriptor >= 0 && unlink(scratch()) == 0, "a file");
        snprintf(path, sizeof path, "/dev/fd/%d", descriptor);
    }
    must(ftruncate(descriptor, 0) == 0, "a file");
    must(pwrite(descriptor, data, size, 0) == (ssize_t)size, "a file");
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = file_of(data, size);
    cn_error error = {""};
    cn_measurements measured;
    if (cn_measurements_read(path, &measured, &error) == CN_OK) {
        for (int i = 0; i < measured.count; i++) {
            must(measured.configurations[i].count >= 0, "samples are counted");
        }
        cn_measurements_free(&measured);
    } else {
        must(error.text[0] != '\0', "a message");
    }
    cn_bench *bench = fresh_bench();
    error.text[0] = '\0';
    if (cn_journal_resume(bench, path, &error) == CN_OK) {
        cn_summary *all = cn_summarise(bench);
        json_t *json = all ? cn_journal_json(bench, all) : NULL;
        must(json != NULL, "what was read can be written");
        json_decref(json);
        free(all);
    } else {
        must(error.text[0] != '\0', "a message");
    }
    return 0;
}
