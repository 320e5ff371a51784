/* Where a measurement was made: without it a figure means little. */
#pragma once

typedef struct cn_environment {
    char cpu[128];
    int cores;
    double load; /* cores that others used just before the measurement; -1: unknown */
    char system[192];
    char compiler[96];
    char flags[256];
    char version[32];
    char date[32]; /* UTC */
} cn_environment;

/* Takes a fifth of a second, for the load; whoever calls shall do nothing else meanwhile. */
void cn_environment_read(cn_environment *environment);
