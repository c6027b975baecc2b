/* SPDX-License-Identifier: MIT */
/*
 * cpu_cache.h: cold caches of the host, as instruments.h makes those of a GPU: a sweep
 * reads and writes a region larger than all last-level caches, then reads another of that size. All
 * threads of a pool take part, each with a share larger than the caches next to it.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_CACHE_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_CACHE_H

#include "harness/engine/cpu/cpu_pool.h"

#include <stdint.h>

struct cpu_cache;
struct cpu_host; /* harness/engine/cpu/cpu_host.h */

enum { CPU_CACHE_LINE_BYTES = 64 };

/* Bytes of one region: twice the last-level caches, at least 64 MiB, at most an eighth of the
 * host's memory. */
uint64_t cpu_cache_sweep_bytes(const struct cpu_host *host);

/* Two regions of so many bytes, rounded down to lines. NULL when memory runs out. */
struct cpu_cache *cpu_cache_create(uint64_t bytes);
void cpu_cache_destroy(struct cpu_cache **cache);

/* Parts of a sweep; bits. */
enum cpu_cache_part {
    CPU_CACHE_WRITE = 1 << 0, /* adds 1 to the first word of each line of the first region */
    CPU_CACHE_READ = 1 << 1,  /* reads the second */
    CPU_CACHE_SWEEP = CPU_CACHE_WRITE | CPU_CACHE_READ,
};

void cpu_cache_sweep(struct cpu_cache *cache, struct cpu_pool *pool, uint32_t parts);

uint64_t cpu_cache_bytes(const struct cpu_cache *cache); /* of one region */

/* The region that sweeps write. Owned by the cache. */
const uint64_t *cpu_cache_written(const struct cpu_cache *cache);

#endif
