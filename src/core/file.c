/* Files that are replaced only by whole ones, and files read: see file.h. The new file is written
 * beside the old one under a name with the process's number and `.part`, and renamed when it is
 * complete and on the disk: a rename either happens or does not, whatever fails. */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The message that a file cannot be written, with the system's reason if there is one. */
static cn_status cannot(const char *path, int why, cn_error *error) {
    return cn_fail(error, CN_IO, "cannot write %.200s%s%s", path, why ? ": " : "",
                   why ? strerror(why) : "");
}

/* The file that a link leads to, so that the link stays one; a copy of the path if it is none. */
static char *target_of(const char *path) {
    char *target = realpath(path, NULL);
    return target ? target : strdup(path);
}

/* Opens a file beside the path; -1 and errno if it cannot be made. */
static int open_beside(cn_file *file, const struct stat *old) {
    const size_t size = strlen(file->target) + 32;
    file->beside = malloc(size);
    if (!file->beside) return -1;
    snprintf(file->beside, size, "%s.%ld.part", file->target, (long)getpid());
    const int descriptor = open(file->beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor >= 0 && old && fchmod(descriptor, old->st_mode & 07777) != 0) {
        /* Who may read it is not worth failing for. */
    }
    if (descriptor < 0) {
        const int why = errno;
        free(file->beside);
        file->beside = NULL;
        errno = why;
    }
    return descriptor;
}

cn_status cn_file_begin(cn_file *file, const char *path, cn_error *error) {
    struct stat old;
    if (!*path) return cn_fail(error, CN_IO, "the name of a file is empty");
    const bool exists = stat(path, &old) == 0, regular = !exists || S_ISREG(old.st_mode);
    int descriptor = -1;
    *file = (cn_file){.path = strdup(path), .target = target_of(path)};
    if (!file->path || !file->target) {
        cn_file_drop(file);
        return cn_fail(error, CN_NO_MEMORY, "no memory for the name of a file");
    }
    /* A file that may not be written to is not replaced either. */
    errno = 0;
    const bool allowed = !exists || access(path, W_OK) == 0;
    if (regular && allowed) descriptor = open_beside(file, exists ? &old : NULL);
    const bool in_place = !regular || (exists && allowed && descriptor < 0 &&
                                       (errno == EACCES || errno == EPERM || errno == EROFS));
    if (in_place) descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (descriptor >= 0) file->stream = fdopen(descriptor, "wb");
    if (file->stream) return CN_OK;
    const int why = errno;
    if (descriptor >= 0) close(descriptor);
    cn_file_drop(file);
    return cannot(path, why, error);
}

cn_status cn_file_keep(cn_file *file, cn_error *error) {
    errno = 0;
    const bool flushed = fflush(file->stream) == 0 && !ferror(file->stream) &&
                         (!file->beside || fsync(fileno(file->stream)) == 0);
    int why = errno; /* of the first failure */
    const bool closed = fclose(file->stream) == 0 && flushed;
    if (flushed) why = errno;
    file->stream = NULL;
    const bool good = closed && (!file->beside || rename(file->beside, file->target) == 0);
    if (closed) why = errno;
    const cn_status status = good ? CN_OK : cannot(file->path, why, error);
    if (good) {
        free(file->beside);
        file->beside = NULL;
    }
    cn_file_drop(file);
    return status;
}

void cn_file_drop(cn_file *file) {
    if (file->stream) fclose(file->stream);
    if (file->beside) unlink(file->beside);
    free(file->beside);
    free(file->target);
    free(file->path);
    *file = (cn_file){.stream = NULL};
}

FILE *cn_file_open(const char *path, cn_error *error) {
    struct stat about;
    FILE *file = *path ? fopen(path, "rb") : NULL;
    int why = errno;
    if (file && fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) {
        fclose(file);
        file = NULL;
        why = EISDIR;
    }
    if (file) return file;
    if (!*path) {
        cn_fail(error, CN_BAD_INPUT, "the name of a file is empty");
    } else {
        cn_fail(error, CN_BAD_INPUT, "%.160s: cannot open: %s", path, strerror(why));
    }
    return NULL;
}

cn_status cn_file_check(const char *path, cn_error *error) {
    struct stat old;
    if (stat(path, &old) == 0) {
        if (S_ISDIR(old.st_mode)) return cannot(path, EISDIR, error);
        return access(path, W_OK) == 0 ? CN_OK : cannot(path, errno, error);
    }
    cn_file file;
    const cn_status status = cn_file_begin(&file, path, error);
    if (status == CN_OK) cn_file_drop(&file);
    return status;
}

cn_status cn_file_take(FILE *stream, size_t most, void *bytes, size_t *size, cn_error *error) {
    size_t room = 1 << 16;
    char *all = malloc(room);
    cn_status status = CN_OK;
    *size = 0;
    while (all && status == CN_OK && !feof(stream)) {
        errno = 0;
        *size += fread(all + *size, 1, room - *size, stream);
        if (ferror(stream)) status = cn_fail(error, CN_IO, "cannot read: %s", strerror(errno));
        if (*size > most) {
            status = cn_fail(error, CN_BAD_INPUT, "longer than %zu MiB", most >> 20);
        }
        if (*size < room) continue;
        char *larger = realloc(all, room *= 2);
        if (!larger) free(all);
        all = larger;
    }
    if (!all) status = cn_fail(error, CN_NO_MEMORY, "no memory for the text");
    if (status != CN_OK) {
        free(all);
        all = NULL;
    }
    memcpy(bytes, &all, sizeof all);
    return status;
}

cn_status cn_file_read(const char *path, size_t most, void *bytes, size_t *size, cn_error *error) {
    FILE *file = cn_file_open(path, error);
    if (!file) return CN_BAD_INPUT;
    cn_error why;
    const cn_status status = cn_file_take(file, most, bytes, size, &why);
    fclose(file);
    return status == CN_OK ? CN_OK : cn_fail(error, status, "%.160s: %.340s", path, why.text);
}

uint64_t cn_file_sum(uint64_t sum, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    return sum;
}
