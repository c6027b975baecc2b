/* SPDX-License-Identifier: MIT */
/*
 * cpu_memory.h: memory fresh from the system. An allocator hands out again what was freed, and
 * then a measured allocation costs next to nothing; here its pages come with the first touch, each
 * time.
 */
#ifndef CLAIMCHECK_HARNESS_OS_CPU_MEMORY_H
#define CLAIMCHECK_HARNESS_OS_CPU_MEMORY_H

#include <stddef.h>

/* Zeroed, at the beginning of a page; of 0 bytes a page. NULL when there is none left. */
void *cpu_memory_map(size_t bytes);

/* Sets *memory to NULL, which may be NULL already; bytes as it was mapped. */
void cpu_memory_unmap(void **memory, size_t bytes);

/* Wants large pages for memory of any kind; the system may not have any: then nothing changes. */
void cpu_memory_want_large(const void *memory, size_t bytes);

#endif
