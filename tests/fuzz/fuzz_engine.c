/* What an engine answers, in any of the protocols: a legal move comes of it, or the engine is said
 * to have failed or resigned. The first byte picks the protocol.
 *
 * No program is started: this file has functions of its own in the place of arena/process.c, and
 * the engine's lines are those of the input. That is a hundred times as fast. */
#include "fuzz/fuzz.h"

#include "arena/agent.h"
#include "arena/process.h"

/* ---- a process that says the input, whatever it is asked ---- */

static struct {
    const uint8_t *data;
    size_t size, at;
} said;

cn_status cn_process_init(cn_process *process, cn_error *error) {
    (void)error;
    *process = (cn_process){0};
    return CN_OK;
}

void cn_process_free(cn_process *process) {
    free(process->buffer);
    process->buffer = NULL;
}

cn_status cn_process_start(cn_process *process, const char *command, cn_error *error) {
    (void)process, (void)command, (void)error;
    said.at = 0;
    return CN_OK;
}

cn_process_event cn_process_write(cn_process *process, const char *text, double deadline) {
    (void)process, (void)text, (void)deadline;
    return CN_PROCESS_OK;
}

/* Each line in memory of just its size, so that reading over its end shows. */
cn_process_event cn_process_read(cn_process *process, double deadline, char **line) {
    (void)deadline;
    if (said.at == said.size) return CN_PROCESS_ENDED;
    const uint8_t *from = said.data + said.at;
    const uint8_t *end = memchr(from, '\n', said.size - said.at);
    size_t length = end ? (size_t)(end - from) : said.size - said.at;
    said.at += length + (end != NULL);
    if (end && length > 0 && from[length - 1] == '\r') length--;
    cn_process_free(process);
    *line = process->buffer = text_of(from, length);
    for (size_t i = 0; i < length; i++) {
        if (!process->buffer[i]) process->buffer[i] = '?';
    }
    return CN_PROCESS_OK;
}

void cn_process_rest(cn_process *process, double pause, double deadline) {
    (void)process, (void)pause, (void)deadline;
}

void cn_process_wake(cn_process *process) {
    (void)process;
}

void cn_process_forget_wake(cn_process *process) {
    (void)process;
}

void cn_process_end(cn_process *process, const char *farewell) {
    (void)process, (void)farewell;
}

void cn_process_kill_all(void) {
}

void cn_process_ending(cn_process *process, char *text, size_t size) {
    (void)process;
    snprintf(text, size, "exited with status 0");
}

size_t cn_process_errors(const cn_process *process, bool one_line, char *text, size_t size) {
    (void)process, (void)one_line;
    if (size > 0) text[0] = '\0';
    return 0;
}

/* ---- one move by it ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const tables[4][2] = {{"exec:gtp:x", "go"},
                                             {"exec:ugi:x", "connect4"},
                                             {"exec:gomocup:x", "gomoku"},
                                             {"exec:nboard:x", "othello"}};
    if (size == 0) return 0;
    const char *const *table = tables[data[0] % 4];
    said.data = data + 1;
    said.size = size - 1;
    const cn_game *game = cn_game_find(table[1]);
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    cn_position p;
    cn_error error = {""};
    cn_search *search;
    static cn_result result;
    must(cn_position_new(game, values, NULL, &p, &error) == CN_OK, "a start position");
    cn_status status = cn_agent_open(game, table[0], &search, &error);
    if (status == CN_OK) {
        status = cn_search_run(search, &p, NULL, NULL, NULL, &result, &error);
        must(status != CN_OK || cn_position_legal(&p, result.best), "a legal move");
        cn_search_free(search);
    }
    /* Unsupported: the engine refuses the size or the rules of the board. */
    must(status == CN_OK || status == CN_ENGINE_FAILED || status == CN_RESIGNED ||
             status == CN_UNSUPPORTED,
         "a verdict");
    must(status == CN_OK || error.text[0] != '\0', "a message");
    cn_position_free(&p);
    return 0;
}
