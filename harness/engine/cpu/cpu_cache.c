/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"

#include "harness/base/need.h"
#include "harness/os/cpu_memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_PER_LINE = CPU_CACHE_LINE_BYTES / sizeof(uint64_t) };

static const uint64_t mebibyte = 1 << 20;

struct cpu_cache {
    uint64_t *written, *read;
    uint64_t bytes;
    atomic_ullong sink; /* so that what is read is used */
};

uint64_t cpu_cache_sweep_bytes(const struct cpu_host *host)
{
    const uint64_t wanted = 2 * cpu_host_last_level_bytes(host);
    const uint64_t least = 64 * mebibyte;
    const uint64_t most = host->memory_bytes > 0 ? host->memory_bytes / 8 : wanted;
    const uint64_t bytes = wanted < most ? wanted : most;
    return bytes > least ? bytes : least;
}

struct cpu_cache *cpu_cache_create(uint64_t bytes)
{
    struct cpu_cache *cache = need_zeroed(1, sizeof(*cache));
    cache->bytes = bytes - bytes % CPU_CACHE_LINE_BYTES;
    cache->written = cpu_memory_map(cache->bytes);
    cache->read = cpu_memory_map(cache->bytes);
    if (!cache->written || !cache->read) {
        cpu_cache_destroy(&cache);
        return NULL;
    }
    /* Pages that nobody has written are one and the same, and a cache holds that. */
    memset(cache->written, 0, cache->bytes);
    memset(cache->read, 1, cache->bytes);
    return cache;
}

void cpu_cache_destroy(struct cpu_cache **cache)
{
    if (*cache) {
        void *written = (*cache)->written, *read = (*cache)->read;
        cpu_memory_unmap(&written, (*cache)->bytes);
        cpu_memory_unmap(&read, (*cache)->bytes);
    }
    free(*cache);
    *cache = NULL;
}

static void sweep_write(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct cpu_cache *cache = context;
    (void)thread;
    for (size_t line = begin; line < end; line++)
        cache->written[line * WORDS_PER_LINE]++;
}

static void sweep_read(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct cpu_cache *cache = context;
    uint64_t sum = 0;
    (void)thread;
    for (size_t line = begin; line < end; line++)
        sum += cache->read[line * WORDS_PER_LINE];
    atomic_fetch_add(&cache->sink, sum);
}

void cpu_cache_sweep(struct cpu_cache *cache, struct cpu_pool *pool, uint32_t parts)
{
    const size_t lines = cache->bytes / CPU_CACHE_LINE_BYTES;
    if (parts & CPU_CACHE_WRITE)
        cpu_pool_run(pool, lines, 0, sweep_write, cache);
    if (parts & CPU_CACHE_READ)
        cpu_pool_run(pool, lines, 0, sweep_read, cache);
}

uint64_t cpu_cache_bytes(const struct cpu_cache *cache)
{
    return cache->bytes;
}

const uint64_t *cpu_cache_written(const struct cpu_cache *cache)
{
    return cache->written;
}
