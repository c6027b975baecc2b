/* SPDX-License-Identifier: MIT */
/* mac_cpu_affinity.c: a Mac's scheduler takes no CPU from a program. */
#include "harness/os/os.h"

#include <stdlib.h>

int *cpu_affinity_usable(size_t *count)
{
    const size_t found = os_machine_cpus();
    int *cpus = malloc((found + 1) * sizeof(*cpus));
    *count = found > 0 ? found : 1;
    for (size_t i = 0; cpus && i < *count; i++)
        cpus[i] = found > 0 ? (int)((i + 1) % found) : -1;
    return cpus;
}

bool cpu_affinity_pin(pthread_t thread, int cpu)
{
    (void)thread;
    (void)cpu;
    return false;
}

void cpu_affinity_release(pthread_t thread, const int *cpus, size_t count)
{
    (void)thread;
    (void)cpus;
    (void)count;
}
