/* Answers with the files of the page. A file has a tag that changes with its content; a browser
 * that has a copy shows the tag and is told whether the copy is still good. */
#include "web/assets.h"

#include "core/clock.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of a file that is served from a folder, at most. */
enum { LARGEST = 16 << 20 };

/* The content type that goes with the ending of a name. */
static const char *type_of(const char *name) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i][0], dot) == 0) return types[i][1];
    }
    return "application/octet-stream";
}

/* The answer for every name that there is no file of. */
static void not_found(cn_request *r) {
    cn_answer_error(r, MHD_HTTP_NOT_FOUND, "there is nothing at this address");
}

/* Whether a path has only letters, digits, `-`, `_`, single dots inside names, and single slashes
 * between them: nothing by which it could lead out of the folder. */
static bool plain(const char *name) {
    if (strlen(name) > 200 || !*name) return false;
    for (const char *p = name; *p; p++) {
        const bool inside = p > name && p[-1] != '/' && p[-1] != '.' && p[1];
        const bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                            (*p >= '0' && *p <= '9') || *p == '-' || *p == '_';
        if (!letter && !((*p == '.' || *p == '/') && inside)) return false;
    }
    return true;
}

/* Answers with a file, taking over the response, or without it if the browser has a copy with the
 * same tag. */
static void answer(cn_request *r, const char *name, const char *tag,
                   struct MHD_Response *response) {
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%s\"", tag);
    const char *has = cn_request_header(r, MHD_HTTP_HEADER_IF_NONE_MATCH);
    r->status = MHD_HTTP_OK;
    if (response && has && strstr(has, quoted)) {
        MHD_destroy_response(response);
        response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
        r->status = MHD_HTTP_NOT_MODIFIED;
    }
    if (response) {
        MHD_add_response_header(response, MHD_HTTP_HEADER_ETAG, quoted);
        MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type_of(name));
    }
    r->response = response;
}

/* A file of the folder that is being worked on; its tag is made of size and time. */
static void from_folder(cn_request *r, const char *name) {
    char path[4096], tag[64];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", r->web->set.assets, name);
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode) ||
        about.st_size > LARGEST) {
        if (file >= 0) close(file);
        not_found(r);
        return;
    }
    snprintf(tag, sizeof tag, "%llx-%llx-%lx", (unsigned long long)about.st_size,
             (unsigned long long)about.st_mtim.tv_sec, (unsigned long)about.st_mtim.tv_nsec);
    struct MHD_Response *response = MHD_create_response_from_fd((uint64_t)about.st_size, file);
    if (!response) close(file);
    answer(r, name, tag, response);
}

/* With a folder of its own (--assets) the server reads the files anew for every request, so that
 * whoever works on the page sees changes at once. */
void cn_assets_answer(cn_request *r) {
    const char *name = strcmp(r->path, "/") == 0 ? "index.html" : r->path + 1;
    const cn_builtin *asset = cn_assets;
    while (asset->name && strcmp(asset->name, name) != 0) asset++;
    if (r->path[0] != '/' || !plain(name) || (!r->web->set.assets && !asset->name)) {
        not_found(r);
    } else if (r->web->set.assets) {
        from_folder(r, name);
    } else { /* MHD only reads what is persistent; its type has no const. */
        answer(r, name, asset->tag,
               MHD_create_response_from_buffer(asset->size, (void *)(uintptr_t)asset->bytes,
                                               MHD_RESPMEM_PERSISTENT));
    }
}
