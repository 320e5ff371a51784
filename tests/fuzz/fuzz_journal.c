/* Journals of measurements: read for a comparison, and gone on with. */
#include "fuzz/fuzz.h"

#include "lab/experiment.h"
#include "lab/journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = scratch();
    FILE *file = fopen(path, "wb");
    must(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "a file");
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
    const cn_experiment *e = cn_experiments();
    cn_bench bench;
    must(cn_bench_new(e, cn_game_find(e->game), true, &bench, &error) == CN_OK, "a bench");
    error.text[0] = '\0';
    if (cn_journal_resume(&bench, path, &error) == CN_OK) {
        cn_summary *all = cn_summarise(&bench);
        json_t *json = all ? cn_journal_json(&bench, all) : NULL;
        must(json != NULL, "what was read can be written");
        json_decref(json);
        free(all);
    } else {
        must(error.text[0] != '\0', "a message");
    }
    cn_bench_free(&bench);
    unlink(path);
    return 0;
}
