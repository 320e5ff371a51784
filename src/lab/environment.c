#include "lab/environment.h"

#include <canopy/canopy.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#ifndef CN_BUILD_FLAGS
#define CN_BUILD_FLAGS "unknown"
#endif

/* The processor's name as Linux gives it; elsewhere, and where it gives none, the machine's. */
static void read_cpu(char *out, size_t size, const char *fallback) {
    snprintf(out, size, "%s", fallback);
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file) return;
    char line[256];
    while (fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        colon += 1 + strspn(colon + 1, " \t");
        snprintf(out, size, "%.*s", (int)strcspn(colon, "\n"), colon);
        break;
    }
    fclose(file);
}

void cn_environment_read(cn_environment *e) {
    struct utsname machine;
    const bool known = uname(&machine) >= 0;
    memset(e, 0, sizeof *e);
    read_cpu(e->cpu, sizeof e->cpu, known ? machine.machine : "unknown");
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    e->cores = cores > 0 ? (int)cores : 1;
    if (getloadavg(&e->load, 1) != 1) e->load = -1;
    snprintf(e->system, sizeof e->system, "%.60s %.60s %.60s", known ? machine.sysname : "unknown",
             known ? machine.release : "", known ? machine.machine : "");
#ifdef __clang__
    snprintf(e->compiler, sizeof e->compiler, "clang %s", __clang_version__);
#else
    snprintf(e->compiler, sizeof e->compiler, "gcc %s", __VERSION__);
#endif
    snprintf(e->flags, sizeof e->flags, "%s", CN_BUILD_FLAGS);
    snprintf(e->version, sizeof e->version, "%s", CN_VERSION);
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc)) strftime(e->date, sizeof e->date, "%Y-%m-%d %H:%M UTC", &utc);
}
