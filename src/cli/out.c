/* Everything that the program prints goes through here, except for boards (board.c).
 *
 * Results go to standard output, messages and progress to standard error. An error that ends the
 * program is one line, and the status of the failed call decides about the exit code. Errors of
 * standard output itself (a full disk, a closed pipe) are remembered and reported once, at the end.
 * All of it is for the main thread. */
#include "cli/out.h"

#include "arena/json.h"
#include "cli/thought.h"
#include "core/text.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- standard error ---- */

/* Writes the first bytes of a text as cn_out_clean does: whole characters of UTF-8 as they are,
 * control characters and broken UTF-8 as \x1b and the like. */
static void clean(FILE *out, const char *text, size_t size) {
    const unsigned char *const end = (const unsigned char *)text + size;
    for (const unsigned char *p = (const unsigned char *)text; p < end;) {
        const int length = cn_text_character((const char *)p);
        /* U+0080 to U+009F are controls as well as those of ASCII. */
        const bool control = *p < 0x20 || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0);
        if (length > 0 && !control) {
            fwrite(p, 1, (size_t)length, out);
            p += length;
        } else {
            fprintf(out, "\\x%02x", *p++);
        }
    }
}

void cn_out_clean(FILE *out, const char *text) {
    clean(out, text, strlen(text));
}

/* Everything that a message quotes is made visible here, so that no input can send commands to a
 * terminal. */
static void write_message(const cn_cli *cli, const char *format, va_list args) {
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    /* Where both streams go to one place, results stand before the message. */
    fflush(stdout);
    fprintf(stderr, "canopy%s%s: ", cli->verb ? " " : "", cli->verb ? cli->verb : "");
    cn_out_clean(stderr, text);
    fputc('\n', stderr);
}

void cn_out_message(const cn_cli *cli, const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_message(cli, format, args);
    va_end(args);
}

void cn_out_usage(const cn_cli *cli, const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_message(cli, format, args);
    va_end(args);
    cn_cli_leave(cli, CN_EXIT_USAGE);
}

/* Wrong words and options are the user's (2), wrong files and positions are input (3), a stop ends
 * as an interrupt does (130), all else is a failure (1). */
void cn_out_error(const cn_cli *cli, cn_status status, const cn_error *error) {
    const bool usage = status == CN_BAD_USAGE || status == CN_UNSUPPORTED;
    cn_out_message(cli, "%s", error->text);
    cn_cli_leave(cli, usage                    ? CN_EXIT_USAGE
                      : status == CN_BAD_INPUT ? CN_EXIT_INPUT
                      : status == CN_STOPPED   ? CN_EXIT_INTERRUPTED
                                               : CN_EXIT_FAILURE);
}

void cn_out_check(const cn_cli *cli, cn_status status, const cn_error *error) {
    if (status != CN_OK) cn_out_error(cli, status, error);
}

void cn_out_must(const cn_cli *cli, cn_status status) {
    cn_out_check(cli, status, cli->error);
}

void cn_out_must_file(const cn_cli *cli, const char *name, cn_status status) {
    cn_error named;
    if (status == CN_OK) return;
    cn_fail(&named, status, "%.160s: %.340s", name, cli->error->text);
    cn_out_error(cli, status, &named);
}

void *cn_out_memory(const cn_cli *cli, void *block, const char *what) {
    if (block) return block;
    cn_out_message(cli, "no memory for %s", what);
    cn_cli_leave(cli, CN_EXIT_FAILURE);
}

void cn_out_unknown(const cn_cli *cli, const char *what, const char *word,
                    const char *const *words) {
    if (!words[0]) cn_out_usage(cli, "unknown %s `%.40s`: there are none here", what, word);
    char accepted[320];
    cn_text_join(accepted, sizeof accepted, words);
    const char *near = cn_text_suggest(word, words);
    if (!*word) cn_out_usage(cli, "no %s is named: there are %s", what, accepted);
    CN_USAGE_IF(near, cli, "unknown %s `%.40s`: did you mean `%s`? There are: %s", what, word, near,
                accepted);
    cn_out_usage(cli, "unknown %s `%.40s`: there are %s", what, word, accepted);
}

int cn_out_choice(const cn_cli *cli, const char *what, const char *word, const char *const *words) {
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], word) == 0) return i;
    }
    cn_out_unknown(cli, what, word, words);
}

/* The note stands on the line of the cursor, which is wiped before the next one is written. */
void cn_out_note(const cn_cli *cli, const char *format, ...) {
    if (!cli->live) return;
    va_list args;
    va_start(args, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, args);
    va_end(args);
    fflush(stderr);
}

/* The rate of what was done in this run is taken as that of what is left. Times are shown in
 * seconds up to a minute and a half, then in minutes, and in hours after an hour and a half. */
void cn_out_progress(int done, int total, int fresh, double elapsed, cn_progress *p) {
    const int width = sizeof p->bar - 1, full = total ? (int)((int64_t)width * done / total) : 0;
    for (int i = 0; i < width; i++) p->bar[i] = i < full ? '#' : '-';
    p->bar[width] = '\0';
    snprintf(p->left, sizeof p->left, "?");
    if (fresh <= 0) return;
    const double left = elapsed / fresh * (total - done);
    const double unit = left < 90 ? 1 : left < 5400 ? 60 : 3600;
    snprintf(p->left, sizeof p->left, "%.*f %s", unit == 3600, left / unit,
             unit == 1    ? "s"
             : unit == 60 ? "min"
                          : "h");
}

/* ---- standard output ---- */

/* Every byte of UTF-8 that does not continue a character begins one, which is taken as one column.
 */
int cn_out_columns(const char *text, size_t length) {
    int n = 0;
    for (size_t i = 0; i < length; i++) n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

void cn_out_cell(const char *text, int width) {
    const int pad = abs(width) - cn_text_columns(text), left = width > 0 && pad > 0 ? pad : 0;
    printf("%*s%s%*s", left, "", text, width < 0 && pad > 0 ? pad : 0, "");
}

/* Writes text in lines of at most `most` columns, each indented. Ends of lines in the text stay;
 * `column` is where the first line begins: 0, or `indent` if that much is written already. */
static void wrap(FILE *out, const char *text, int indent, int most, int column) {
    for (const char *p = text; *p;) {
        const size_t blanks = strspn(p, " ");
        if (p[blanks] == '\n') {
            fputc('\n', out);
            column = 0;
            p += blanks + 1;
            continue;
        }
        p += blanks;
        const size_t length = strcspn(p, " \n");
        const int width = cn_out_columns(p, length);
        if (column > indent && column + 1 + width > most) {
            fputc('\n', out);
            column = 0;
        }
        if (column == 0) {
            column = fprintf(out, "%*s", indent, "");
        } else if (column > indent) {
            column += fprintf(out, " ");
        }
        clean(out, p, length);
        column += width;
        p += length;
    }
    fputc('\n', out);
}

void cn_out_wrap_to(FILE *out, const char *text, int indent, int most) {
    wrap(out, text, indent, most, 0);
}

void cn_out_hang(const char *label, int indent, const char *text) {
    const bool fits = cn_text_columns(label) < indent;
    printf(fits ? "%-*s" : "%-*s\n", fits ? indent : 0, label);
    wrap(stdout, text, indent, 80, fits ? indent : 0);
}

void cn_out_wrap(const char *text, int indent) {
    cn_out_wrap_to(stdout, text, indent, 80);
}

/* The values an option may have, in words. */
static void range_of(const cn_option *option, char *text, size_t size) {
    switch (option->type) {
    case CN_OPTION_INT: snprintf(text, size, "%.0f to %.0f", option->min, option->max); break;
    case CN_OPTION_REAL: snprintf(text, size, "%.10g to %.10g", option->min, option->max); break;
    case CN_OPTION_TEXT: snprintf(text, size, "text"); break;
    case CN_OPTION_CHOICE: cn_text_join(text, size, option->choices); break;
    }
}

void cn_out_options(const cn_option *options) {
    for (; options->name; options++) {
        char range[256];
        range_of(options, range, sizeof range);
        printf("  %s=%s  (%s)\n", options->name, options->fallback, range);
        cn_out_wrap(options->help, 6);
    }
}

void cn_out_branch(const cn_cli *cli, bool *open, int depth, bool last) {
    const bool lines = cli->glyphs;
    for (int d = 1; d < depth; d++) fputs(open[d] ? (lines ? "│  " : "|  ") : "   ", stdout);
    if (depth == 0) return;
    open[depth] = !last; /* whether its parent's branch goes on below */
    fputs(last ? (lines ? "└─ " : "`- ") : (lines ? "├─ " : "+- "), stdout);
}

/* Why standard output failed when JSON was written to it, 0 if it did not. It is global because the
 * stream is, and because cn_out_json gets the program's state as const. */
static int json_errno;

cn_exit cn_out_json(const cn_cli *cli, json_t *value) {
    char *text = cn_json_dump(value, JSON_COMPACT | JSON_REAL_PRECISION(9));
    if (!text) {
        cn_out_message(cli,
                       "cannot write the result as JSON: no memory, or text that is not UTF-8");
        cn_cli_leave(cli, CN_EXIT_FAILURE);
    }
    errno = 0;
    if (puts(text) == EOF && json_errno == 0) json_errno = errno;
    free(text);
    return CN_EXIT_OK;
}

json_t *cn_out_position(const cn_position *position) {
    static char text[CN_TEXT_MAX]; /* large for a stack */
    cn_position_text(position, text, sizeof text);
    return json_string(text);
}

json_t *cn_out_move(const cn_position *position, cn_move move) {
    return json_string(cn_word_move(position, move).text);
}

bool cn_out_flush(cn_cli *cli) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    /* The stream remembers that it failed, not why; but a pipe knows that its reader is gone. */
    if (cli->write_errno == 0) cli->write_errno = json_errno ? json_errno : errno;
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (cli->write_errno == 0 && poll(&out, 1, 0) > 0 && out.revents & POLLERR) {
        cli->write_errno = EPIPE;
    }
    return false;
}

cn_exit cn_out_close(cn_cli *cli, cn_exit code) {
    if (cn_out_flush(cli)) return code;
    const int why = cli->write_errno;
    /* `canopy … | head`: the reader has seen enough and wants no message. */
    if (why == EPIPE) return CN_EXIT_FAILURE;
    cn_out_message(cli, "cannot write to standard output%s%s", why ? ": " : "",
                   why ? strerror(why) : "");
    return CN_EXIT_FAILURE;
}
