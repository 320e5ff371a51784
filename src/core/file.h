/* Files that are replaced only by a whole successor: it is written beside the old one, flushed to
 * the disk, and renamed. Whatever fails, a full disk or a crash, the old file is still there. */
#pragma once

#include <canopy/status.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A file that is being written and replaces another when it is whole. */
typedef struct cn_file {
    FILE *stream; /* to be written to */
    char *path;   /* what the caller calls it */
    char *target; /* where that leads, through links */
    char *beside; /* what it is called until then; NULL: it is written in place */
} cn_file;

/* Begins a new file. Devices and pipes are written in place, and so are files in a folder where no
 * other file may be made. Whoever follows a link finds the new file. */
cn_status cn_file_begin(cn_file *file, const char *path, cn_error *error);

/* Ends it: after this it stands under its name, or, after a failure, the old one still does. */
cn_status cn_file_keep(cn_file *file, cn_error *error);

/* Gives it up: the old one stays. */
void cn_file_drop(cn_file *file);

/* Opens a file to read; NULL after a failure of the input: there is none, or it is a folder. */
FILE *cn_file_open(const char *path, cn_error *error);

/* Whether a file of this name could be written; nothing is left behind. For long work, so that a
 * wrong name is told before it begins. */
cn_status cn_file_check(const char *path, cn_error *error);

/* All that a stream still has, and all bytes of a file, to be freed by the caller; more than `most`
 * bytes are refused. `bytes` is the address of a pointer to characters of any kind. */
cn_status cn_file_take(FILE *stream, size_t most, void *bytes, size_t *size, cn_error *error);
cn_status cn_file_read(const char *path, size_t most, void *bytes, size_t *size, cn_error *error);

/* A check sum, begun with CN_FILE_SUM and carried on: FNV-1a, 64 bits. It finds damage and guards
 * against nobody. */
#define CN_FILE_SUM UINT64_C(0xcbf29ce484222325)
uint64_t cn_file_sum(uint64_t sum, const void *bytes, size_t size);
