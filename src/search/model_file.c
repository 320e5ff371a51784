/* Writing and reading the files of search/model_file.h. Files come from users, so every number is
 * checked against its range, the check sum is compared before anything large is allocated, and a
 * message names the line. */
#include "search/model_file.h"

#include "core/file.h"

#include <stdlib.h>

enum {
    HEADER_MAX = 1 << 20,     /* bytes before the weights */
    FILE_MAX = 64 << 20,      /* bytes of a file */
    LINE_MAX_BYTES = 1 << 18, /* of the header: a tuple with all its images */
};

/* ---- weights as bytes ---- */

/* One byte for -96 to 95, two for -4096 to 4095, three for any; runs of 2 to 32 zeros are one:
 *
 *     00-bf            weight + 96
 *     c0-df xx         (weight + 4096), high bits first
 *     e0 xx xx         the weight in 16 bits, low byte first
 *     e1-ff            2 to 32 zeros */
enum { ONE = 96, TWO = 4096, MARK_TWO = 0xc0, MARK_THREE = 0xe0, RUN_MAX = 32 };

/* Writes one weight; returns how many bytes it took. */
static size_t encode_weight(int w, unsigned char *out) {
    if (w >= -ONE && w < ONE) {
        out[0] = (unsigned char)(w + ONE);
        return 1;
    }
    if (w >= -TWO && w < TWO) {
        out[0] = (unsigned char)(MARK_TWO | (w + TWO) >> 8);
        out[1] = (unsigned char)((w + TWO) & 0xff);
        return 2;
    }
    out[0] = MARK_THREE;
    out[1] = (unsigned char)(w & 0xff);
    out[2] = (unsigned char)(w >> 8 & 0xff);
    return 3;
}

/* Writes all weights; returns the number of bytes. `out` has room for three bytes each. The loop
 * goes one step too far so that a run of zeros at the end is written as well. */
static size_t encode_weights(const cn_model *m, unsigned char *out) {
    size_t size = 0;
    int zeros = 0;
    const uint64_t total = (uint64_t)cn_model_tables(m) * m->packed;
    for (uint64_t i = 0; i <= total; i++) {
        const int w =
            i < total ? cn_model_get(m, (int)(i / m->packed), (uint32_t)(i % m->packed)) : 1;
        if (i < total && w == 0 && zeros < RUN_MAX) {
            zeros++;
            continue;
        }
        if (zeros == 1) out[size++] = ONE;
        if (zeros > 1) out[size++] = (unsigned char)(MARK_THREE + zeros - 1);
        zeros = w == 0;
        if (i < total && w != 0) size += encode_weight(w, out + size);
    }
    return size;
}

/* False if the bytes are not exactly the weights of this model. */
static bool decode_weights(cn_model *m, const unsigned char *in, size_t size) {
    const uint64_t total = (uint64_t)cn_model_tables(m) * m->packed;
    uint64_t next = 0;
    for (size_t i = 0; i < size;) {
        const unsigned mark = in[i++];
        if (mark > MARK_THREE) {
            next += mark - MARK_THREE + 1;
            if (next > total) return false;
            continue;
        }
        int w = (int)mark - ONE;
        if (mark == MARK_THREE) {
            if (size - i < 2) return false;
            w = (int16_t)(in[i] | in[i + 1] << 8);
            i += 2;
        } else if (mark >= MARK_TWO) {
            if (size - i < 1) return false;
            w = (int)((mark & 0x1f) << 8 | in[i++]) - TWO;
        }
        if (next == total) return false;
        cn_model_set(m, (int)(next / m->packed), (uint32_t)(next % m->packed), (int16_t)w);
        next++;
    }
    return next == total;
}

/* ---- writing ---- */

/* The lines before the weights, in the order in which read_line needs them. */
static void write_header(const cn_model *m, FILE *f) {
    const cn_shape *s = &m->shape;
    const int cells = s->rows * s->columns;
    fprintf(f, "canopy weights %d\ngame %s\noptions %s\nboard %d %d\nplanes %s\nbits",
            CN_MODEL_FORMAT, s->game, s->options, s->rows, s->columns, s->planes ? "on" : "off");
    for (int i = 0; i < cells; i++) fprintf(f, " %d", s->bit[i]);
    fprintf(f, "\nsides %d\n", s->sides);
    if (s->mirrored) {
        fprintf(f, "mirror");
        for (int i = 0; i < cells; i++) fprintf(f, " %d", s->mirror[i]);
        fprintf(f, "\n");
    }
    fprintf(f, "target %s\nunit %d\nshift %d\nphase",
            s->target == CN_TARGET_SCORE ? "score" : "outcome", s->unit, s->shift);
    for (int i = 0; i <= cells; i++) fprintf(f, " %d", s->phase[i]);
    fprintf(f, "\n");
    for (int i = 0; i < s->tuples; i++) {
        const cn_tuple *t = &s->tuple[i];
        fprintf(f, "tuple %d %d", t->length, t->images);
        for (int k = 0; k < t->length * t->images; k++) fprintf(f, " %d", t->cell[k]);
        fprintf(f, "\n");
    }
    for (int i = 0; i < m->outlooks; i++) {
        const cn_outlook *e = &m->outlook[i];
        fprintf(f, "error %d %d %d %.4f %.1f %.1f\n", e->phase, e->shallow, e->deep,
                (double)e->slope, (double)e->offset, (double)e->deviation);
    }
    for (const char *p = m->made; *p;) {
        const size_t n = strcspn(p, "\n");
        fprintf(f, "made %.*s\n", (int)n, p);
        p += n + (p[n] == '\n');
    }
}

cn_status cn_model_encode(const cn_model *m, unsigned char **bytes, size_t *size, cn_error *error) {
    unsigned char *weights = malloc((size_t)cn_model_tables(m) * m->packed * 3 + 1);
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (!weights || !f) {
        free(weights);
        if (f) fclose(f);
        free(text);
        return cn_fail(error, CN_NO_MEMORY, "no memory to write a network");
    }
    const size_t count = encode_weights(m, weights);
    write_header(m, f);
    fflush(f);
    uint64_t sum = cn_file_sum(CN_FILE_SUM, text, length);
    sum = cn_file_sum(sum, weights, count);
    fprintf(f, "weights %zu %016llx\n", count, (unsigned long long)sum);
    fwrite(weights, 1, count, f);
    const bool whole = !ferror(f);
    const bool closed = fclose(f) == 0;
    free(weights);
    if (!whole || !closed) {
        free(text);
        return cn_fail(error, CN_NO_MEMORY, "no memory to write a network");
    }
    *bytes = (unsigned char *)text;
    *size = length;
    return CN_OK;
}

cn_status cn_model_write(const cn_model *m, const char *path, cn_error *error) {
    unsigned char *bytes;
    size_t size;
    cn_file file;
    cn_status status = cn_model_encode(m, &bytes, &size, error);
    if (status != CN_OK) return status;
    status = cn_file_begin(&file, path, error);
    if (status == CN_OK) {
        fwrite(bytes, 1, size, file.stream);
        status = cn_file_keep(&file, error);
    }
    free(bytes);
    return status;
}

/* ---- reading ---- */

/* A header while it is read, line by line. */
typedef struct reader {
    const char *name;
    const char *at, *end; /* of this line */
    int line;
    cn_error *error;
    cn_status status;
} reader;

/* Notes what is wrong with this line, unless something was before. Always false, to be returned. */
static bool refuse(reader *r, const char *what) {
    if (r->status == CN_OK) {
        r->status =
            cn_fail(r->error, CN_BAD_INPUT, "`%.200s`, line %d: %s", r->name, r->line, what);
    }
    return false;
}

/* Reads a whole number from low to high off the line. */
static bool number(reader *r, long low, long high, long *out) {
    char word[16];
    while (r->at < r->end && *r->at == ' ') r->at++;
    size_t n = 0;
    while (r->at < r->end && *r->at != ' ' && n < sizeof word - 1) word[n++] = *r->at++;
    word[n] = '\0';
    char *stop;
    *out = strtol(word, &stop, 10);
    if (n == 0 || *stop || *out < low || *out > high) return refuse(r, "a number is out of range");
    return true;
}

/* Reads a number with a fraction off the line. */
static bool real(reader *r, float *out) {
    char word[32];
    while (r->at < r->end && *r->at == ' ') r->at++;
    size_t n = 0;
    while (r->at < r->end && *r->at != ' ' && n < sizeof word - 1) word[n++] = *r->at++;
    word[n] = '\0';
    char *stop;
    const double value = strtod(word, &stop);
    if (n == 0 || *stop || !(value > -1e7 && value < 1e7)) {
        return refuse(r, "a number is out of range");
    }
    *out = (float)value;
    return true;
}

/* Reads `count` whole numbers from 0 to high. */
static bool numbers(reader *r, int count, long high, uint16_t *out) {
    for (int i = 0; i < count; i++) {
        long n;
        if (!number(r, 0, high, &n)) return false;
        out[i] = (uint16_t)n;
    }
    return true;
}

/* Takes the rest of the line. */
static bool text(reader *r, char *out, size_t size) {
    const size_t n = (size_t)(r->end - r->at);
    if (n >= size) return refuse(r, "the line is too long");
    memcpy(out, r->at, n);
    out[n] = '\0';
    r->at = r->end;
    return true;
}

/* A line `tuple`: adds a tuple to the shape. */
static bool tuple(reader *r, cn_shape *s) {
    long length, images;
    if (s->tuples == CN_TUPLES_MAX) return refuse(r, "too many tuples");
    if (!number(r, 1, CN_TUPLE_CELLS, &length) || !number(r, 1, CN_TUPLE_IMAGES_MAX, &images)) {
        return false;
    }
    cn_tuple *t = &s->tuple[s->tuples];
    *t = (cn_tuple){.length = (int)length, .images = (int)images};
    t->cell = malloc((size_t)(length * images) * sizeof *t->cell);
    if (!t->cell) return refuse(r, "no memory");
    s->tuples++;
    return numbers(r, (int)(length * images), CN_NETWORK_CELLS - 1, t->cell);
}

/* A line `error`: adds an outlook to the model. */
static bool outlook(reader *r, cn_model *m) {
    long phase, shallow, deep;
    if (m->outlooks == CN_OUTLOOKS_MAX) return refuse(r, "too many errors");
    cn_outlook *e = &m->outlook[m->outlooks];
    if (!number(r, 0, CN_PHASES_MAX - 1, &phase) || !number(r, 0, 60, &shallow) ||
        !number(r, 0, 60, &deep) || !real(r, &e->slope) || !real(r, &e->offset) ||
        !real(r, &e->deviation)) {
        return false;
    }
    e->phase = (int)phase;
    e->shallow = (int)shallow;
    e->deep = (int)deep;
    m->outlooks++;
    return true;
}

/* A line `made`: adds its text to what says how the model came about. */
static bool made(reader *r, char *out) {
    const size_t used = strlen(out), n = (size_t)(r->end - r->at);
    if (used + n + 2 > CN_MODEL_TEXT) return refuse(r, "too many lines say how it was made");
    memcpy(out + used, r->at, n);
    memcpy(out + used + n, "\n", 2);
    r->at = r->end;
    return true;
}

/* One line of the header. What later lines need must come first: the board before its bits. Of
 * `notes` only `made` and the outlooks are filled in. */
static bool read_line(reader *r, const char *word, cn_shape *s, cn_model *notes) {
    const int cells = s->rows * s->columns;
    char choice[16];
    uint16_t phase[CN_NETWORK_CELLS + 1];
    long n, m;
    if (strcmp(word, "game") == 0) return text(r, s->game, sizeof s->game);
    if (strcmp(word, "options") == 0) return text(r, s->options, sizeof s->options);
    if (strcmp(word, "made") == 0) return made(r, notes->made);
    if (strcmp(word, "tuple") == 0) return tuple(r, s);
    if (strcmp(word, "error") == 0) return outlook(r, notes);
    if (strcmp(word, "board") == 0) {
        if (!number(r, 1, CN_BOARD_MAX, &n) || !number(r, 1, CN_BOARD_MAX, &m)) return false;
        s->rows = (int)n;
        s->columns = (int)m;
        return true;
    }
    if (strcmp(word, "planes") == 0) {
        if (!text(r, choice, sizeof choice)) return false;
        s->planes = strcmp(choice, "on") == 0;
        return s->planes || strcmp(choice, "off") == 0 || refuse(r, "expected `on` or `off`");
    }
    if (strcmp(word, "target") == 0) {
        if (!text(r, choice, sizeof choice)) return false;
        const bool score = strcmp(choice, "score") == 0;
        s->target = score ? CN_TARGET_SCORE : CN_TARGET_OUTCOME;
        return score || strcmp(choice, "outcome") == 0 ||
               refuse(r, "expected `score` or `outcome`");
    }
    if (strcmp(word, "bits") == 0) return numbers(r, cells, CN_NETWORK_CELLS - 1, s->bit);
    if (strcmp(word, "mirror") == 0) {
        s->mirrored = true;
        return numbers(r, cells, CN_NETWORK_CELLS - 1, s->mirror);
    }
    if (strcmp(word, "phase") == 0) {
        if (!numbers(r, cells + 1, CN_PHASES_MAX - 1, phase)) return false;
        s->phases = 0;
        for (int i = 0; i <= cells; i++) {
            s->phase[i] = (uint8_t)phase[i];
            if (phase[i] >= s->phases) s->phases = phase[i] + 1;
        }
        return true;
    }
    int *field = strcmp(word, "sides") == 0   ? &s->sides
                 : strcmp(word, "unit") == 0  ? &s->unit
                 : strcmp(word, "shift") == 0 ? &s->shift
                                              : NULL;
    if (!field) return refuse(r, "unknown word; is the file of a newer version?");
    if (!number(r, 0, 10000, &n)) return false;
    *field = (int)n;
    return true;
}

/* The header up to and with the line `weights`; sets where the weights are. */
static bool read_header(reader *r, const unsigned char *bytes, size_t size, cn_shape *s,
                        cn_model *notes, size_t *from) {
    const char *all = (const char *)bytes;
    for (size_t at = 0; at < size && at < HEADER_MAX;) {
        const char *stop = memchr(all + at, '\n', size - at);
        if (!stop) break;
        r->at = all + at;
        r->end = stop;
        r->line++;
        char word[16];
        size_t n = 0;
        while (r->at < r->end && *r->at != ' ' && n < sizeof word - 1) word[n++] = *r->at++;
        word[n] = '\0';
        if (r->at < r->end && *r->at == ' ') r->at++;
        const size_t next = (size_t)(stop - all) + 1;
        if (strcmp(word, "weights") == 0) {
            char rest[64];
            unsigned long long sum;
            size_t count;
            if (!text(r, rest, sizeof rest)) return false;
            if (sscanf(rest, "%zu %16llx", &count, &sum) != 2) return refuse(r, "unreadable");
            *from = next;
            if (count != size - next) {
                return refuse(r, size - next < count ? "the file has been cut short"
                                                     : "there is more than the weights");
            }
            /* The sum covers everything but the line that holds it. */
            uint64_t found = cn_file_sum(CN_FILE_SUM, bytes, at);
            found = cn_file_sum(found, bytes + next, count);
            return found == sum || refuse(r, "the file is damaged: its check sum is wrong");
        }
        /* cn_model_decode has looked at the first line. */
        if (r->line > 1 && !read_line(r, word, s, notes)) return false;
        if (r->line > 1 && r->at < r->end) return refuse(r, "the line is longer than it should be");
        at = next;
    }
    return refuse(r, "there are no weights");
}

/* Whether so few bytes can be the weights of these tuples. A network takes memory by its tuples, so
 * a small file that names large ones is refused before any is taken: no byte stands for more than
 * RUN_MAX weights, and no weight for more contents of a tuple than a board has symmetries. */
static bool enough(reader *r, const cn_shape *s, size_t bytes) {
    uint64_t contents = 0;
    for (int i = 0; i < s->tuples; i++) {
        uint64_t size = 1;
        for (int k = 0; k < s->tuple[i].length; k++) size *= 3;
        contents += size;
    }
    const uint64_t tables = (uint64_t)s->phases * (uint64_t)s->sides;
    return contents / CN_SYMMETRIES_MAX * tables <= bytes * (uint64_t)RUN_MAX ||
           refuse(r, "there are too few weights for these tuples");
}

cn_status cn_model_decode(const char *name, const unsigned char *bytes, size_t size,
                          cn_model **model, cn_error *error) {
    static const char magic[] = "canopy weights ";
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic - 1) != 0) {
        return cn_fail(error, CN_BAD_INPUT,
                       "`%.200s` is not a file of weights: `canopy learn` makes them", name);
    }
    const int format = bytes[sizeof magic - 1] - '0';
    if (format != CN_MODEL_FORMAT || bytes[sizeof magic] != '\n') {
        return cn_fail(error, CN_BAD_INPUT,
                       "`%.200s` has another format than %d, which this version reads", name,
                       CN_MODEL_FORMAT);
    }
    cn_shape *shape = calloc(1, sizeof *shape);
    cn_model *notes = calloc(1, sizeof *notes), *made_of = NULL;
    reader r = {.name = name, .error = error};
    size_t from = 0;
    if (!shape || !notes) {
        r.status = cn_fail(error, CN_NO_MEMORY, "no memory to read a network");
    } else if (read_header(&r, bytes, size, shape, notes, &from) &&
               enough(&r, shape, size - from)) {
        cn_error why = {""};
        r.status = cn_model_new(shape, &made_of, &why);
        if (r.status != CN_OK) cn_fail(error, r.status, "`%.200s`: %.250s", name, why.text);
    }
    if (r.status == CN_OK && !decode_weights(made_of, bytes + from, size - from)) {
        refuse(&r, "the weights are not those of these tuples");
    }
    if (r.status == CN_OK) {
        memcpy(made_of->made, notes->made, sizeof notes->made);
        memcpy(made_of->outlook, notes->outlook, sizeof notes->outlook);
        made_of->outlooks = notes->outlooks;
        cn_model_index(made_of);
        *model = made_of;
    } else {
        cn_model_free(made_of);
    }
    for (int i = 0; shape && i < shape->tuples; i++) free(shape->tuple[i].cell);
    free(shape);
    free(notes);
    return r.status;
}

cn_status cn_model_read(const char *path, cn_model **model, cn_error *error) {
    unsigned char *bytes;
    size_t size;
    cn_status status = cn_file_read(path, FILE_MAX, &bytes, &size, error);
    if (status != CN_OK) return status;
    status = cn_model_decode(path, bytes, size, model, error);
    free(bytes);
    return status;
}
