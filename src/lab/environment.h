/* Where a measurement was made: without it a figure means little. */
#ifndef LAB_ENVIRONMENT_H
#define LAB_ENVIRONMENT_H

typedef struct cn_environment {
    char cpu[128];
    int cores;
    double load; /* mean of the last minute when the measurement began; -1: unknown */
    char system[192];
    char compiler[96];
    char flags[256];
    char version[32];
    char date[32]; /* UTC */
} cn_environment;

void cn_environment_read(cn_environment *environment);

#endif
