/* SPDX-License-Identifier: MIT */
#include "harness/os/cpu_memory.h"

#include <windows.h>

void *cpu_memory_map(size_t bytes)
{
    return VirtualAlloc(NULL, bytes > 0 ? bytes : 1, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void cpu_memory_unmap(void **memory, size_t bytes)
{
    (void)bytes;
    if (*memory)
        VirtualFree(*memory, 0, MEM_RELEASE);
    *memory = NULL;
}

/* Wants a right that users do not have. */
void cpu_memory_want_large(const void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}
