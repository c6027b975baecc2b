/* SPDX-License-Identifier: MIT */
/* windows_cpu_affinity.c: of the group of 64 CPUs that the process is in. */
#include "harness/os/os.h"

#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

enum { CPUS_MAX = 64 };

static bool mask_set(pthread_t thread, const int *cpus, size_t count)
{
    DWORD_PTR mask = 0;
    for (size_t i = 0; i < count; i++)
        if (cpus[i] >= 0 && cpus[i] < CPUS_MAX)
            mask |= (DWORD_PTR)1 << cpus[i];
    return mask != 0 && SetThreadAffinityMask((HANDLE)pthread_gethandle(thread), mask) != 0;
}

int *cpu_affinity_usable(size_t *count)
{
    DWORD_PTR mask = 0, system = 0;
    int *cpus = malloc(CPUS_MAX * sizeof(*cpus)), first = -1;
    size_t used = 0;
    *count = 0;
    if (!cpus)
        return NULL;
    GetProcessAffinityMask(GetCurrentProcess(), &mask, &system);
    for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
        if (!(mask >> cpu & 1))
            continue;
        if (first < 0)
            first = cpu;
        else
            cpus[used++] = cpu;
    }
    cpus[used++] = first;
    *count = used;
    return cpus;
}

bool cpu_affinity_pin(pthread_t thread, int cpu)
{
    return mask_set(thread, &cpu, 1);
}

void cpu_affinity_release(pthread_t thread, const int *cpus, size_t count)
{
    mask_set(thread, cpus, count);
}
