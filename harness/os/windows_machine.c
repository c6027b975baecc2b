/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <errno.h>
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
