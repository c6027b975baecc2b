/* SPDX-License-Identifier: MIT */
/*
 * cpu_host.h: what the host is, as far as any user may read it: evidence beside what was measured
 * on it. Never its name.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_HOST_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_HOST_H

#include <stdint.h>

enum { CPU_HOST_TEXT_BYTES = 128, CPU_HOST_LEVELS = 4 };

/* A cache of the first CPU; 0 where the system does not say. */
struct cpu_host_cache {
    uint64_t bytes;
    uint32_t shared; /* by so many CPUs; at least 1 */
};

/* Texts are empty and numbers 0 where the system does not say. */
struct cpu_host {
    char model[CPU_HOST_TEXT_BYTES];     /* "AMD EPYC 9654 96-Core Processor" */
    char vendor[CPU_HOST_TEXT_BYTES];    /* "AuthenticAMD" */
    char revision[CPU_HOST_TEXT_BYTES];  /* family, model and stepping: names can be all alike */
    char microcode[CPU_HOST_TEXT_BYTES]; /* "0xa101148" */
    char governor[CPU_HOST_TEXT_BYTES];  /* "performance", of the first CPU */
    uint32_t cpus;                       /* on line: hardware threads */
    uint32_t cores;                      /* of those, not counting threads of one core twice */
    uint32_t usable;                     /* CPUs that this process may use */
    uint64_t memory_bytes;
    double base_hz, max_hz; /* of the first CPU */
    double quota_cpus;      /* that the control group may use at once; NAN: without a limit */
    struct cpu_host_cache data[CPU_HOST_LEVELS]; /* of level i+1, for data or both */
};

/* root stands before /proc and /sys, for tests; "" otherwise. */
void cpu_host_read(struct cpu_host *host, const char *root);

/* Seconds for which the system held this control group, or one around it, back as its quota was
 * used up: since the group began, and the most of them. NAN where nothing says it. */
double cpu_host_throttled_s(const char *root);

/* Bytes of all last-level caches of the CPUs on line; 0: not known. */
uint64_t cpu_host_last_level_bytes(const struct cpu_host *host);

#endif
