/* SPDX-License-Identifier: MIT */
/* cpu_affinity.h: on which CPUs threads may run. A system that forbids to say so is no trouble. */
#ifndef CLAIMCHECK_HARNESS_OS_CPU_AFFINITY_H
#define CLAIMCHECK_HARNESS_OS_CPU_AFFINITY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * The CPUs that the calling thread may run on, by number, but the first of them last: systems like
 * to serve interrupts there. malloc'ed; at least one, -1 where the system does not say. NULL when
 * memory runs out.
 */
int *cpu_affinity_usable(size_t *count);

/* Holds a thread on one CPU. False when that is not granted; the thread then runs where it did. */
bool cpu_affinity_pin(pthread_t thread, int cpu);

/* Lets a thread run on all of these CPUs again. */
void cpu_affinity_release(pthread_t thread, const int *cpus, size_t count);

#endif
