/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <sched.h>
#include <stdlib.h>

enum { CPUS_MAX = 1 << 14 };

/* The calling thread's mask, which a machine with many CPUs wants large. NULL: unknown. */
static cpu_set_t *mask_read(void)
{
    cpu_set_t *mask = CPU_ALLOC(CPUS_MAX);
    if (mask && sched_getaffinity(0, CPU_ALLOC_SIZE(CPUS_MAX), mask) == 0)
        return mask;
    CPU_FREE(mask);
    return NULL;
}

static bool mask_set(pthread_t thread, const int *cpus, size_t count)
{
    const size_t bytes = CPU_ALLOC_SIZE(CPUS_MAX);
    cpu_set_t *mask = CPU_ALLOC(CPUS_MAX);
    bool set = false;
    if (mask) {
        CPU_ZERO_S(bytes, mask);
        for (size_t i = 0; i < count; i++)
            if (cpus[i] >= 0)
                CPU_SET_S((size_t)cpus[i], bytes, mask);
        set = CPU_COUNT_S(bytes, mask) > 0 && pthread_setaffinity_np(thread, bytes, mask) == 0;
    }
    CPU_FREE(mask);
    return set;
}

/* Moves the first CPU to the end. */
static void put_first_last(int *cpus, size_t count)
{
    const int first = cpus[0];
    for (size_t i = 0; i + 1 < count; i++)
        cpus[i] = cpus[i + 1];
    cpus[count - 1] = first;
}

int *cpu_affinity_usable(size_t *count)
{
    const size_t bytes = CPU_ALLOC_SIZE(CPUS_MAX);
    cpu_set_t *mask = mask_read();
    const size_t found = mask ? (size_t)CPU_COUNT_S(bytes, mask) : 0;
    int *cpus = malloc((found + 1) * sizeof(*cpus));
    size_t used = 0;
    for (size_t cpu = 0; cpus && cpu < CPUS_MAX && used < found; cpu++)
        if (CPU_ISSET_S(cpu, bytes, mask))
            cpus[used++] = (int)cpu;
    if (cpus && used == 0)
        cpus[used++] = -1;
    if (cpus)
        put_first_last(cpus, used);
    CPU_FREE(mask);
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
