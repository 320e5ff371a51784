/* Shared objects that bring a game, a searcher, or both. They are never closed once they are in
 * use: games and agents are tables inside them. */
#include "engine/searchers.h"

#include <canopy/canopy.h>
#include <dlfcn.h>

/* Loads a shared object; `path` without a slash is a file of the current folder. */
static cn_status open_library(const char *path, void **library, cn_error *error) {
    /* dlopen searches the library path for a name without a slash; a file is what users mean. */
    char file[4096];
    const int length = snprintf(file, sizeof file, "%s%s", strchr(path, '/') ? "" : "./", path);
    CN_FAIL_IF(length < 0 || (size_t)length >= sizeof file, error, CN_BAD_USAGE,
               "plugin: the path is longer than %zu characters", sizeof file - 1);
    *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    return *library ? CN_OK : cn_fail(error, CN_BAD_INPUT, "plugin: %s", dlerror());
}

/* Calls the exported function of that name and returns its table; NULL if there is no such
 * function.
 */
static const void *ask(void *library, const char *name) {
    void *symbol = dlsym(library, name);
    /* ISO C has no cast from object to function pointer; POSIX promises that the bits agree. */
    const void *(*entry)(void);
    memcpy(&entry, &symbol, sizeof entry);
    return symbol ? entry() : NULL;
}

/* Checks what the object brings, and adds its searcher to the agents. The game is checked first, so
 * that an object which is refused leaves nothing behind. */
static cn_status take(const char *path, void *library, const cn_game **game, cn_error *error) {
    const cn_game *brought = ask(library, CN_PLUGIN_SYMBOL);
    const cn_searcher *searcher = ask(library, CN_SEARCHER_SYMBOL);
    cn_error fault = {""};
    cn_status status = CN_OK;
    CN_FAIL_IF(!brought && !searcher, error, CN_BAD_INPUT,
               "plugin %s: no function `const cn_game *%s(void)` that returns a game, nor "
               "`const cn_searcher *%s(void)` that returns a searcher",
               path, CN_PLUGIN_SYMBOL, CN_SEARCHER_SYMBOL);
    if (brought) status = cn_game_check(brought, &fault);
    if (status == CN_OK && searcher) status = cn_searcher_add(searcher, &fault);
    if (status != CN_OK) return cn_fail(error, status, "plugin %.100s: %.380s", path, fault.text);
    *game = brought;
    return CN_OK;
}

cn_status cn_plugin_load(const char *path, const cn_game **game, cn_error *error) {
    *game = NULL;
    void *library = NULL;
    CN_TRY(open_library(path, &library, error));
    cn_status status = take(path, library, game, error);
    if (status != CN_OK) dlclose(library);
    return status;
}

cn_status cn_game_load(const char *path, const cn_game **game, cn_error *error) {
    const cn_game *found;
    CN_TRY(cn_plugin_load(path, &found, error));
    if (!found) return cn_fail(error, CN_BAD_INPUT, "plugin %s: there is no game in it", path);
    *game = found;
    return CN_OK;
}
