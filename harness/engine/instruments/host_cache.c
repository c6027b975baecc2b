/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/host_cache.h"

#include "harness/base/need.h"
#include "harness/base/stats.h"
#include "harness/engine/cpu/cpu_cache.h"
#include "harness/engine/cpu/cpu_host.h"
#include "harness/engine/cpu/cpu_pool.h"
#include "harness/os/clock.h"

#include <stdlib.h>
#include <string.h>

enum { REPEATS = 7, READ_BYTES = 256 << 10 };

struct host_cache {
    struct cpu_pool *pool;
    struct cpu_cache *cache;
    double sweep_ns;
};

static void sweep(struct host_cache *cache, uint32_t parts)
{
    cpu_pool_pin(cache->pool);
    cpu_cache_sweep(cache->cache, cache->pool, parts);
}

void host_cache_sweep(struct host_cache *cache)
{
    sweep(cache, CPU_CACHE_SWEEP);
    cpu_pool_unpin(cache->pool);
}

struct host_cache *host_cache_create(void)
{
    struct cpu_host host;
    struct host_cache *cache = need_zeroed(1, sizeof(*cache));
    cpu_host_read(&host, "");
    cache->pool = cpu_pool_create(0);
    cache->cache = cpu_cache_create(cpu_cache_sweep_bytes(&host));
    if (!cache->cache) {
        host_cache_destroy(&cache);
        return NULL;
    }
    const double begin_ns = clock_now_ns();
    host_cache_sweep(cache);
    cache->sweep_ns = clock_now_ns() - begin_ns;
    return cache;
}

void host_cache_destroy(struct host_cache **cache)
{
    if (*cache) {
        cpu_cache_destroy(&(*cache)->cache);
        cpu_pool_destroy(&(*cache)->pool);
    }
    free(*cache);
    *cache = NULL;
}

double host_cache_sweep_ns(const struct host_cache *cache)
{
    return cache->sweep_ns;
}

/* Times the read of one word per line; volatile, so that each is read. */
static double read_ns(const volatile uint64_t *words)
{
    const double begin_ns = clock_now_ns();
    for (size_t i = 0; i < READ_BYTES / sizeof(*words); i += CPU_CACHE_LINE_BYTES / sizeof(*words))
        (void)words[i];
    return clock_now_ns() - begin_ns;
}

/* Read; then sweep as told; then read, and take the time. */
static struct stats_summary measure(struct host_cache *cache, const uint64_t *words, uint32_t parts)
{
    double values[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        sweep(cache, 0);
        read_ns(words);
        read_ns(words);
        sweep(cache, parts);
        values[i] = read_ns(words);
    }
    cpu_pool_unpin(cache->pool);
    return stats_summarize(values, REPEATS);
}

void host_cache_prove(struct host_cache *cache, struct run_cache_proof *proof)
{
    uint64_t *words = need_bytes(READ_BYTES);
    memset(words, 1, READ_BYTES);
    const struct stats_summary hot = measure(cache, words, 0);
    const struct stats_summary cold = measure(cache, words, CPU_CACHE_SWEEP);
    *proof = (struct run_cache_proof){
        .sweep_bytes = (double)cpu_cache_bytes(cache->cache),
        .sweep_ns = cache->sweep_ns,
        .read_bytes = READ_BYTES,
        .hot_ns = hot.median,
        .cold_ns = cold.median,
        .clean_ns = measure(cache, words, CPU_CACHE_READ).median,
        .dirty_ns = measure(cache, words, CPU_CACHE_WRITE).median,
    };
    cache_proof_judge(proof, hot.quartile3, cold.quartile1);
    free(words);
}
