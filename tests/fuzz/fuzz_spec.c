/* Specifications of agents: refused with a message, or read, printed, read back as the same, and
 * searched with, once what would take long is cut down. Other programs are not started. A second
 * thread takes longer to start than all the rest, so most inputs have one. */
#include "fuzz/fuzz.h"

#include "engine/spec.h"

/* Options that cost time or memory, and the most that a run here may have. */
static const struct {
    const char *name;
    int most;
} costs[] = {{"hash", 1},    {"memory", 1},     {"playouts", 2}, {"rollouts", 2},
             {"forced", 10}, {"ranks", 1},      {"workers", 3},  {"trees", 3},
             {"time", 1},    {"sequential", 2}, {"window", 20}};

static void search(cn_spec *spec, int threads) {
    static cn_result result;
    cn_error error = {""};
    cn_search *s;
    cn_value values[CN_OPTIONS_MAX];
    cn_position p;
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        if (cn_spec_number(spec, costs[i].name, 0) <= costs[i].most) continue;
        must(cn_spec_set_int(spec, costs[i].name, costs[i].most, &error) == CN_OK, "a smaller one");
    }
    if (cn_spec_number(spec, "threads", 1) > threads) {
        must(cn_spec_set_int(spec, "threads", threads, &error) == CN_OK, "fewer threads");
    }
    cn_values_default(spec->game->options, values);
    must(cn_position_new(spec->game, values, NULL, &p, &error) == CN_OK, "a start position");
    cn_status status = cn_search_make(spec, &s, &error);
    if (status == CN_OK) {
        const cn_limits limits = {.nodes = 20, .depth = 2};
        status = cn_search_run(s, &p, &limits, NULL, NULL, &result, &error);
        must(status != CN_OK || cn_position_legal(&p, result.best), "a legal move");
        cn_search_free(s);
    }
    must(status == CN_OK || error.text[0] != '\0', "a message");
    cn_position_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const cn_game *game = pick_game(data[0]);
    char *text = text_of(data + 1, size - 1), once[CN_SPEC_MAX], again[CN_SPEC_MAX];
    cn_error error = {""};
    cn_spec spec, copy;
    if (cn_spec_parse(game, text, &spec, &error) != CN_OK) {
        must(error.text[0] != '\0', "a message");
    } else if (cn_spec_text(&spec, once, sizeof once, &error) == CN_OK) {
        if (cn_spec_parse(game, once, &copy, &error) != CN_OK) {
            fprintf(stderr, "%s\n%s\n", once, error.text);
            must(false, "printed specification is read back");
        }
        must(cn_spec_text(&copy, again, sizeof again, &error) == CN_OK, "printed again");
        must(strcmp(once, again) == 0, "printed specification prints the same");
        search(&spec, data[0] < 192 ? 1 : 2);
    } else {
        must(error.text[0] != '\0', "a message");
    }
    free(text);
    return 0;
}
