/* `canopy book GAME --out FILE` proves the score of every position that is so many plies from the
 * start, from which the scores of the earlier ones follow, and keeps them in a file that agents can
 * answer from (engine/book.h). The file is written every minute and at the end, so an interrupt
 * loses a minute at most, and the same command goes on with it. */
#include "engine/book.h"
#include "arena/solve.h"
#include "cli/interrupt.h"
#include "cli/verbs.h"
#include "core/clock.h"
#include "core/file.h"

#include <unistd.h>

/* What the flags say. */
typedef struct settings {
    const char *out;
    int plies, threads, hash_mb;
} settings;

enum { WRITE_EVERY = 60 }; /* seconds between two times that the file is written */

/* Reads the book that is in the file already, or makes one without scores. A file made for another
 * start position or number of plies is refused. The caller frees the book. */
static cn_book *begin(const cn_cli *cli, const settings *set, const cn_position *start) {
    cn_book *book = NULL;
    if (access(set->out, F_OK) == 0) {
        cn_out_must(cli, cn_book_read(start->game, set->out, &book, cli->error));
        CN_USAGE_IF(cn_book_fits(book, start, set->plies, cli->error) != CN_OK, cli, "%s: %s",
                    set->out, cli->error->text);
        printf("%s: going on\n", set->out);
    } else {
        cn_out_must(cli, cn_file_check(set->out, cli->error));
        cn_out_must(cli, cn_book_new(start, set->plies, &book, cli->error));
    }
    return book;
}

/* Proves one position after the other until all are proven or the user interrupts; writes the file
 * every minute. A failure is in cli->error. */
static cn_status prove_all(const cn_cli *cli, const settings *set, cn_search *search,
                           cn_position *position, cn_book *book) {
    static cn_result result;
    const cn_limits limits = {.infinite = true};
    const int last = cn_book_last(book), before = cn_book_open(book);
    const double start = cn_clock_seconds();
    double written = start;
    cn_status status = CN_OK;
    for (int i = 0; i < last && status == CN_OK; i++) {
        if (!cn_book_get(book, i, position)) continue;
        status = cn_search_run(search, position, &limits, NULL, NULL, &result, cli->error);
        if (status != CN_OK || cn_interrupted()) break;
        status = cn_book_set(book, i, result.score, cli->error);
        const double now = cn_clock_seconds();
        const int open = cn_book_open(book);
        cn_out_note(cli, "%d of %d, %.0f s; %.0f s to go…", last - open, last, now - start,
                    (now - start) / (before - open > 0 ? before - open : 1) * open);
        if (status == CN_OK && now - written > WRITE_EVERY) {
            status = cn_book_write(book, set->out, cli->error);
            written = now;
        }
    }
    cn_out_note(cli, "%s", "");
    return status;
}

/* Proves what is left and writes the book. CN_EXIT_INTERRUPTED: positions are still left. */
static cn_exit make(const cn_cli *cli, const settings *set, cn_position *position) {
    char spec[CN_SOLVE_SPEC];
    cn_error second;
    cn_book *book = begin(cli, set, position);
    printf("%s, %d plies: %d positions to prove, %d left\n", position->game->title, set->plies,
           cn_book_last(book), cn_book_open(book));
    fflush(stdout);
    cn_solve_spec(position, set->hash_mb, set->threads, false, spec);
    cn_search *search = cn_interrupt_open(cli, position->game, spec);
    const cn_status status = prove_all(cli, set, search, position, book);
    const cn_status wrote = cn_book_write(book, set->out, &second);
    cn_out_must(cli, status);
    cn_out_check(cli, wrote, &second);
    const int open = cn_book_open(book);
    cn_interrupt_free(search);
    cn_book_free(book);
    if (open) {
        printf("%d positions are left; the same command goes on\n", open);
        return CN_EXIT_INTERRUPTED;
    }
    char agent[CN_SPEC_MAX];
    snprintf(agent, sizeof agent, "pvs:book=%s", set->out);
    cn_cli_suggest(cli, position, agent);
    return CN_EXIT_OK;
}

/* Checks the name of the file, which agents write as book=FILE and which therefore cannot hold the
 * characters that end an option, and makes the book. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    cn_position position;
    if (!set->out) cn_out_usage(cli, "where to? Say --out FILE");
    CN_USAGE_IF(strpbrk(set->out, ",:"), cli, "--out %s: a name of a book has no `,` and no `:`",
                set->out);
    cn_out_must(cli, cn_position_new(args->game, args->values, NULL, &position, cli->error));
    const cn_exit code = make(cli, set, &position);
    cn_position_free(&position);
    return code;
}

static const cn_flag flags[] = {
    CN_TEXT(settings, out, "out", 'o', "FILE"),
    CN_INT(settings, plies, "plies", 0, "N", 1, CN_BOOK_PLIES),
    CN_THREADS_FLAG(settings, threads),
    CN_INT(settings, hash_mb, "hash", 0, "MB", 1, 65536),
    {.name = NULL},
};

const cn_verb cn_verb_book = {CN_VERB(book), CN_SETTINGS(.threads = 1, .hash_mb = 256, .plies = 4),
                              .takes = CN_TAKES_GAME};
