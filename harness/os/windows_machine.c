/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

/* advapi32: RtlGenRandom(). */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);
/* ntdll: the version, which GetVersionEx() says of old programs' sake only. */
LONG NTAPI RtlGetVersion(OSVERSIONINFOEXW *version);

uint32_t os_machine_cpus(void)
{
    return GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
}

int os_machine_cpu(void)
{
    return (int)GetCurrentProcessorNumber();
}

uint64_t os_machine_memory_bytes(void)
{
    MEMORYSTATUSEX status = { .dwLength = sizeof(status) };
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

uint64_t os_machine_cache_bytes(unsigned level)
{
    DWORD bytes = 0;
    uint64_t found = 0;
    GetLogicalProcessorInformation(NULL, &bytes);
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION *all = malloc(bytes > 0 ? bytes : 1);
    if (all && GetLogicalProcessorInformation(all, &bytes))
        for (size_t i = 0; i < bytes / sizeof(*all) && found == 0; i++)
            if (all[i].Relationship == RelationCache && all[i].Cache.Level == level &&
                all[i].Cache.Type != CacheInstruction)
                found = all[i].Cache.Size;
    free(all);
    return found;
}

double os_machine_load(void)
{
    return -1;
}

int os_machine_random(void *bytes, size_t count)
{
    return SystemFunction036(bytes, (ULONG)count) ? 0 : EIO;
}

void os_machine_names_read(struct os_machine_names *names)
{
    OSVERSIONINFOEXW version = { .dwOSVersionInfoSize = sizeof(version) };
    RtlGetVersion(&version);
    snprintf(names->release, sizeof(names->release), "Windows %lu.%lu.%lu", version.dwMajorVersion,
             version.dwMinorVersion, version.dwBuildNumber);
    snprintf(names->architecture, sizeof(names->architecture), "x86_64");
}

bool os_machine_gpu(const char *root, struct os_machine_gpu *gpu)
{
    (void)root;
    (void)gpu;
    return false;
}

uint64_t os_machine_capabilities(void)
{
    return 0;
}

bool os_machine_limit_read(enum os_machine_limit limit, uint64_t *most)
{
    (void)limit;
    (void)most;
    return false;
}

/* CPUs of threads ------------------------------------------------------------------------------ */

enum { CPUS_MAX = 64 }; /* of the group that the process is in */

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

/* Clock ---------------------------------------------------------------------------------------- */

const bool clock_counts_ticks = true;

double clock_count_ns(uint64_t count)
{
    static double tick_ns;
    if (tick_ns <= 0) {
        LARGE_INTEGER per_second;
        QueryPerformanceFrequency(&per_second);
        tick_ns = 1e9 / (double)per_second.QuadPart;
    }
    return (double)count * tick_ns;
}

double clock_now_ns(void)
{
    LARGE_INTEGER ticks;
    QueryPerformanceCounter(&ticks);
    return clock_count_ns((uint64_t)ticks.QuadPart);
}

void clock_sleep_ns(double ns)
{
    Sleep((DWORD)ceil(1e-6 * ns));
}

/* Threads -------------------------------------------------------------------------------------- */

int os_thread_start(pthread_t *thread, void *(*run)(void *context), void *context)
{
    return pthread_create(thread, NULL, run, context);
}

void os_thread_yield(void)
{
    SwitchToThread();
}
