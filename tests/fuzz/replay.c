/* A fuzzer without libFuzzer: runs it on the files of a folder, and fails if there is none.
 * Argument: the folder. */
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>

static void replay(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0;
    must(file != NULL, path);
    must(fseek(file, 0, SEEK_END) == 0, path);
    size = (size_t)ftell(file);
    rewind(file);
    /* Memory of just the size of the input, so that reading over its end shows. */
    data = malloc(size ? size : 1);
    must(data && fread(data, 1, size, file) == size, path);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int argc, char **argv) {
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (!folder) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        replay(path);
        count++;
    }
    closedir(folder);
    printf("%d inputs\n", count);
    return count > 0 ? 0 : 1;
}
