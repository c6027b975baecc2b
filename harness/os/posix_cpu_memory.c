/* SPDX-License-Identifier: MIT */
#include "harness/os/cpu_memory.h"

#include <stdint.h>
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

void cpu_memory_want_large(const void *memory, size_t bytes)
{
    const uintptr_t page = (uintptr_t)2 << 20;
    const uintptr_t begin = ((uintptr_t)memory + page - 1) & ~(page - 1);
    const uintptr_t end = ((uintptr_t)memory + bytes) & ~(page - 1);
#ifdef MADV_HUGEPAGE
    if (begin < end)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#else
    (void)begin;
    (void)end;
#endif
}
