/* Games from shared objects. */
#include <canopy/canopy.h>
#include <dlfcn.h>

cn_status cn_game_load(const char *path, const cn_game **game, cn_error *error) {
    /* dlopen searches the library path for a name without a slash; a file is what users mean. */
    char file[4096];
    const int length = snprintf(file, sizeof file, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (length < 0 || (size_t)length >= sizeof file) {
        return cn_fail(error, CN_BAD_USAGE, "plugin: the path is longer than %zu characters",
                       sizeof file - 1);
    }
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) return cn_fail(error, CN_BAD_INPUT, "plugin: %s", dlerror());
    /* ISO C has no cast from object to function pointer; POSIX promises that the bits agree. */
    void *symbol = dlsym(library, CN_PLUGIN_SYMBOL);
    cn_plugin_fn *entry;
    memcpy(&entry, &symbol, sizeof entry);
    const cn_game *loaded = symbol ? entry() : NULL;
    cn_status status = CN_OK;
    if (!loaded) {
        status = cn_fail(error, CN_BAD_INPUT,
                         "plugin %s: no function `const cn_game *%s(void)` that returns a game",
                         path, CN_PLUGIN_SYMBOL);
    } else {
        cn_error fault;
        status = cn_game_check(loaded, &fault);
        if (status != CN_OK) cn_fail(error, status, "plugin %.100s: %.380s", path, fault.text);
    }
    if (status != CN_OK) {
        dlclose(library);
        return status;
    }
    *game = loaded;
    return CN_OK;
}
