/* Asks the system for processor, cores, load and versions. The load is measured over a fifth of a
 * second, because the system's own mean of the last minute would count what this program did
 * before. */
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

/* Ticks that all cores have spent, at work (or held up by a neighbour of a virtual machine) and in
 * all. */
static bool read_ticks(double *busy, double *all) {
    double ticks[8]; /* user nice system idle iowait irq softirq steal */
    FILE *file = fopen("/proc/stat", "r");
    if (!file) return false;
    const int read = fscanf(file, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &ticks[0], &ticks[1],
                            &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]);
    fclose(file);
    if (read != 8) return false;
    *all = 0;
    for (int i = 0; i < 8; i++) *all += ticks[i];
    *busy = *all - ticks[3] - ticks[4];
    return true;
}

/* The mean of the last minute would count what this program itself did before. */
double cn_environment_load(int cores) {
    const struct timespec moment = {.tv_nsec = 200000000};
    double busy[2], all[2], mean;
    if (read_ticks(&busy[0], &all[0])) {
        nanosleep(&moment, NULL);
        if (read_ticks(&busy[1], &all[1]) && all[1] > all[0]) {
            return cores * (busy[1] - busy[0]) / (all[1] - all[0]);
        }
    }
    return getloadavg(&mean, 1) == 1 ? mean : -1;
}

/* Whatever the system does not tell is "unknown" or empty. */
void cn_environment_read(cn_environment *e) {
    struct utsname machine;
    const bool known = uname(&machine) >= 0;
    memset(e, 0, sizeof *e);
    read_cpu(e->cpu, sizeof e->cpu, known ? machine.machine : "unknown");
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    e->cores = cores > 0 ? (int)cores : 1;
    e->load = -1;
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
