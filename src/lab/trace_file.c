/* Recordings as files: which format, and our own.
 *
 * Ours, .cntrace, is the rings as they are, little-endian:
 *
 *     "cntrace2"  workers:32  ranks:32  kinds:32  searches:64  label:256
 *     per worker  written:64  kept:64  total:64 x kinds  (time:64 word:64) x kept, oldest first
 */
#include "lab/trace.h"

#include "core/file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static const char magic[8] = "cntrace2";

/* A little-endian number of so many bytes; and the same read back. */
static void put(FILE *file, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) fputc((int)(value >> (8 * i) & 0xff), file);
}

/* Reads a number of so many bytes, least significant first; false at the end of the file. */
static bool get(FILE *file, uint64_t *value, int bytes) {
    *value = 0;
    for (int i = 0; i < bytes; i++) {
        const int c = fgetc(file);
        if (c == EOF) return false;
        *value |= (uint64_t)c << (8 * i);
    }
    return true;
}

/* The rings as they are. */
static bool write_raw(const cn_trace *trace, FILE *file) {
    fwrite(magic, 1, sizeof magic, file);
    put(file, (uint64_t)trace->workers, 4);
    put(file, (uint64_t)trace->ranks, 4);
    put(file, CN_TRACE_KIND_COUNT, 4);
    put(file, trace->searches, 8);
    fwrite(trace->label, 1, sizeof trace->label, file);
    for (int i = 0; i < trace->workers; i++) {
        const cn_trace_ring *ring = &trace->rings[i];
        const uint64_t kept = cn_trace_kept(ring);
        put(file, ring->written, 8);
        put(file, kept, 8);
        for (int k = 0; k < CN_TRACE_KIND_COUNT; k++) put(file, ring->total[k], 8);
        for (uint64_t e = 0; e < kept; e++) {
            put(file, cn_trace_at(ring, e)->time_ns, 8);
            put(file, cn_trace_at(ring, e)->word, 8);
        }
    }
    return true;
}

/* The two failures that a file which is no whole recording of ours can have. */
static cn_status cut_short(cn_error *error) {
    return cn_fail(error, CN_BAD_INPUT, "the recording is cut short");
}

static cn_status another_version(cn_error *error) {
    return cn_fail(error, CN_BAD_INPUT, "the recording is of another version");
}

/* One worker's events. Counts that cannot be true are refused before memory is taken. */
static cn_status read_ring(FILE *file, cn_trace_ring *ring, cn_error *error) {
    uint64_t written, kept;
    if (!get(file, &written, 8) || !get(file, &kept, 8)) return cut_short(error);
    CN_FAIL_IF(kept > written || kept > UINT64_C(1) << 24, error, CN_BAD_INPUT,
               "a worker of the recording has an impossible number of "
               "events");
    for (int k = 0; k < CN_TRACE_KIND_COUNT; k++) {
        if (!get(file, &ring->total[k], 8)) return cut_short(error);
    }
    /* The file's word on its length may be wrong, but room costs nothing until it is filled. */
    CN_FAIL_IF(!cn_trace_ring_resize(ring, kept), error, CN_NO_MEMORY,
               "no memory for the recording");
    /* Each in its place, which is not the beginning where older ones are gone. */
    for (uint64_t i = written - kept; i < written; i++) {
        cn_trace_event *event = &ring->events[i & ring->mask];
        if (!get(file, &event->time_ns, 8) || !get(file, &event->word, 8)) return cut_short(error);
        CN_FAIL_IF(cn_trace_event_kind(event) >= CN_TRACE_KIND_COUNT, error, CN_BAD_INPUT,
                   "event %" PRIu64 " of the recording is of no known kind", i - (written - kept));
    }
    ring->written = written;
    return CN_OK;
}

/* The file may come from anybody: numbers that cannot be true are refused before memory is taken.
 */
cn_status cn_trace_read(FILE *file, cn_trace **out, cn_error *error) {
    char head[sizeof magic];
    uint64_t workers, ranks, kinds, searches;
    CN_FAIL_IF(fread(head, 1, sizeof head, file) != sizeof head ||
                   memcmp(head, magic, sizeof head - 1) != 0,
               error, CN_BAD_INPUT,
               "not a recording: only a .cntrace file, as --trace writes it, can be read");
    if (head[sizeof head - 1] != magic[sizeof magic - 1]) return another_version(error);
    if (!get(file, &workers, 4) || !get(file, &ranks, 4) || !get(file, &kinds, 4) ||
        !get(file, &searches, 8)) {
        return cut_short(error);
    }
    if (kinds != CN_TRACE_KIND_COUNT || workers < 1 || workers > CN_TRACE_WORKERS || ranks < 1 ||
        workers % ranks != 0) {
        return another_version(error);
    }
    cn_trace *trace = cn_trace_new((int)workers, 0); /* rings grow as they are read */
    if (!trace) return cn_fail(error, CN_NO_MEMORY, "no memory for the recording");
    cn_status status = CN_OK;
    if (fread(trace->label, 1, sizeof trace->label, file) != sizeof trace->label) {
        status = cut_short(error);
    }
    trace->label[sizeof trace->label - 1] = '\0';
    trace->searches = searches;
    trace->ranks = (int)ranks;
    for (int i = 0; status == CN_OK && i < trace->workers; i++) {
        status = read_ring(file, &trace->rings[i], error);
    }
    if (status != CN_OK) {
        cn_trace_free(trace);
        return status;
    }
    *out = trace;
    return CN_OK;
}

/* ---- formats ---- */

/* A format by the extension of its files; `timeline` writes it, NULL: our own. */
typedef struct format {
    const char *extension;
    bool (*timeline)(const cn_timeline *timeline, FILE *file);
} format;

/* A new format is a function that writes a timeline and a row here. */
static const format formats[] = {
    {".json", cn_trace_write_chrome},
    {".eventlog", cn_trace_write_eventlog},
    {".svg", cn_trace_write_svg},
    {".cntrace", NULL},
};

/* The format that a file name ends with, NULL if it is none. */
static const format *format_of(const char *path) {
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const size_t end = strlen(formats[i].extension);
        if (length > end && strcmp(path + length - end, formats[i].extension) == 0) {
            return &formats[i];
        }
    }
    return NULL;
}

cn_status cn_trace_check_name(const char *path, cn_error *error) {
    if (format_of(path)) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE,
                   "%.200s: the name tells the format: .json, .eventlog, .svg or .cntrace", path);
}

cn_status cn_trace_write(const cn_trace *trace, const char *path, FILE *file, cn_error *error) {
    CN_TRY(cn_trace_check_name(path, error));
    const format *f = format_of(path);
    bool made;
    if (f->timeline) {
        cn_timeline *timeline = cn_timeline_new(trace);
        made = timeline && f->timeline(timeline, file);
        cn_timeline_free(timeline);
    } else {
        made = write_raw(trace, file);
    }
    if (!made) return cn_fail(error, CN_NO_MEMORY, "no memory to write the trace");
    errno = 0;
    CN_FAIL_IF(fflush(file) != 0 || ferror(file), error, CN_IO, "cannot write %.200s: %s", path,
               strerror(errno ? errno : EIO));
    return CN_OK;
}

cn_status cn_trace_save(const cn_trace *trace, const char *path, cn_error *error) {
    cn_file file;
    CN_TRY(cn_file_begin(&file, path, error));
    cn_status status = cn_trace_write(trace, path, file.stream, error);
    if (status == CN_OK) return cn_file_keep(&file, error);
    cn_file_drop(&file);
    return status;
}
