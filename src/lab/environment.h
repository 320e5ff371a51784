/* Where a measurement was made: the machine, its load and the build. Without it a figure means
 * little. */
#pragma once

/* The machine and the build, in the words of the system. */
typedef struct cn_environment {
    char cpu[128];
    int cores;
    double load; /* cores that others used just before the measurement; -1: not known (yet) */
    char system[192];
    char compiler[96];
    char flags[256];
    char version[32];
    char date[32]; /* UTC */
} cn_environment;

/* Fills in everything but the load, which is set to -1. */
void cn_environment_read(cn_environment *environment);

/* How many of the cores are in use. Takes a fifth of a second, in which whoever calls it shall do
 * nothing else. */
double cn_environment_load(int cores);
