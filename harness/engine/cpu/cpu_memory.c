/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu_memory.h"

#include <sys/mman.h>

static size_t mapped_bytes(size_t bytes)
{
    return bytes > 0 ? bytes : 1;
}

void *cpu_memory_map(size_t bytes)
{
    void *memory =
        mmap(NULL, mapped_bytes(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void cpu_memory_unmap(void **memory, size_t bytes)
{
    if (*memory)
        munmap(*memory, mapped_bytes(bytes));
    *memory = NULL;
}
