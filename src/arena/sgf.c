/* The syntax of SGF, without its meaning: parentheses, semicolons, property names, values in
 * brackets with `\` as escape. The parser never looks back and never copies; values are pointers
 * into the text. */
#include "arena/sgf.h"

#include <ctype.h>
#include <string.h>

/* `isspace` and friends on a char of any sign; NUL bytes pass for white space, as editors of
 * forty years have left both in files. */
static bool blank(char c) {
    return c == '\0' || isspace((unsigned char)c);
}

static bool letter(char c) {
    return isalpha((unsigned char)c) && (unsigned char)c < 128;
}

void cn_sgf_open(cn_sgf *sgf, const char *text, size_t size) {
    *sgf = (cn_sgf){.line = 1, .lines = 1, .at = text, .end = text + size};
}

bool cn_sgf_looks(const char *text, size_t size) {
    const char *p = text, *end = text + size;
    while (p < end && (blank(*p) || isdigit((unsigned char)*p))) p++;
    if (p == end || *p++ != '(') return false;
    while (p < end && blank(*p)) p++;
    return p < end && *p == ';';
}

/* One character on; counts lines. */
static void step(cn_sgf *sgf) {
    if (*sgf->at++ == '\n') sgf->lines++;
}

static void skip_blanks(cn_sgf *sgf) {
    while (sgf->at < sgf->end && blank(*sgf->at)) step(sgf);
}

/* Reads `[value]` at the cursor. */
static cn_status read_value(cn_sgf *sgf, cn_error *error) {
    step(sgf);
    sgf->value = sgf->at;
    while (sgf->at < sgf->end && *sgf->at != ']') {
        if (*sgf->at == '\\' && sgf->at + 1 < sgf->end) step(sgf);
        step(sgf);
    }
    CN_FAIL_IF(sgf->at == sgf->end, error, CN_BAD_INPUT, "the value of %s has no closing `]`",
               sgf->id[0] ? sgf->id : "a property");
    sgf->length = (size_t)(sgf->at - sgf->value);
    step(sgf);
    return CN_OK;
}

/* Reads a property's name; the old format allowed small letters as decoration: `SiZe`. */
static cn_status read_id(cn_sgf *sgf, cn_error *error) {
    size_t n = 0;
    while (sgf->at < sgf->end && (letter(*sgf->at) || isdigit((unsigned char)*sgf->at))) {
        if (!islower((unsigned char)*sgf->at) && n + 1 < sizeof sgf->id) sgf->id[n++] = *sgf->at;
        step(sgf);
    }
    sgf->id[n] = '\0';
    skip_blanks(sgf);
    CN_FAIL_IF(sgf->at == sgf->end || *sgf->at != '[', error, CN_BAD_INPUT,
               "expected `[` after the property name `%s`", sgf->id);
    return read_value(sgf, error);
}

/* From behind the `)` that ends the main line to behind the one that ends the game. Each `(` on
 * the way down has been counted in `depth`. */
static cn_status skip_variations(cn_sgf *sgf, int depth, cn_error *error) {
    while (depth > 0) {
        sgf->line = sgf->lines;
        CN_FAIL_IF(sgf->at == sgf->end, error, CN_BAD_INPUT,
                   "the text ends before the game's last `)`");
        if (*sgf->at == '[') {
            sgf->id[0] = '\0';
            CN_TRY(read_value(sgf, error));
            continue;
        }
        depth += (*sgf->at == '(') - (*sgf->at == ')');
        step(sgf);
    }
    return CN_OK;
}

/* What stands before a game (a mail header, a count of games) is passed over. */
static cn_sgf_event next_game(cn_sgf *sgf) {
    while (sgf->at < sgf->end) {
        const bool begins = *sgf->at == '(';
        sgf->line = sgf->lines;
        step(sgf);
        if (!begins) continue;
        skip_blanks(sgf);
        if (sgf->at < sgf->end && *sgf->at == ';') {
            sgf->open = true;
            return CN_SGF_GAME;
        }
    }
    return CN_SGF_END;
}

/* The first character that is no blank says what comes next. A `;` begins a node, which nobody
 * needs to hear of; a `(` on the main line only goes deeper, into the first variation, which the
 * main line follows. */
cn_status cn_sgf_next(cn_sgf *sgf, cn_sgf_event *event, cn_error *error) {
    if (!sgf->open) {
        *event = next_game(sgf);
        sgf->id[0] = '\0';
        sgf->depth = 1;
        return CN_OK;
    }
    for (;;) {
        skip_blanks(sgf);
        sgf->line = sgf->lines;
        CN_FAIL_IF(sgf->at == sgf->end, error, CN_BAD_INPUT,
                   "the text ends before the game's last `)`");
        const char c = *sgf->at;
        if (c == '(') {
            sgf->depth++;
            step(sgf);
        } else if (c == ';') {
            step(sgf);
            sgf->id[0] = '\0';
        } else if (c == ')') {
            step(sgf);
            sgf->open = false;
            *event = CN_SGF_CLOSE;
            return skip_variations(sgf, sgf->depth - 1, error);
        } else if (c == '[' && sgf->id[0]) {
            *event = CN_SGF_VALUE;
            return read_value(sgf, error);
        } else if (letter(c)) {
            *event = CN_SGF_VALUE;
            return read_id(sgf, error);
        } else {
            return cn_fail(error, CN_BAD_INPUT, "expected a property, `;`, `(` or `)`, got `%c`",
                           c);
        }
    }
}

size_t cn_sgf_text(const cn_sgf *sgf, char *out, size_t size) {
    size_t n = 0;
    for (size_t i = 0; i < sgf->length && n + 1 < size; i++) {
        char c = sgf->value[i];
        if (c == '\\' && i + 1 < sgf->length) {
            c = sgf->value[++i];
            if (c == '\n') continue; /* an escaped line break is none */
        }
        out[n++] = blank(c) ? ' ' : c;
    }
    out[n] = '\0';
    return n;
}
