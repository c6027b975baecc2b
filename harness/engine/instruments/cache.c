/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/os/os.h"

#include <stdlib.h>
#include <string.h>

#include "harness.kernels.h"

/* Sweeps --------------------------------------------------------------------------------------- */

enum { MODE_READ = 1, MODE_READ_WRITE = 3, GROUP_SIZE = 256, GROUPS_MAX = 1 << 14 };

static const uint64_t mebibyte = 1 << 20;

struct cache {
    struct gpu_scope *scope;
    struct gpu_buffer *written, *read;
    struct gpu_kernel *kernel;
    struct gpu_commands *commands;
    uint64_t bytes;
    double sweep_ns;
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t cache_sweep_bytes(const struct gpu_info *info)
{
    enum { VENDOR_AMD = 0x1002, VENDOR_NVIDIA = 0x10de };
    /* MI300: 256 MiB; B200: 126 MiB, RTX 5090: 96 MiB, H100: 50 MiB; Intel and others have less. */
    const uint64_t last_level = info->vendor_id == VENDOR_AMD      ? 256 * mebibyte
                                : info->vendor_id == VENDOR_NVIDIA ? 128 * mebibyte
                                                                   : 64 * mebibyte;
    const uint64_t wanted = 4 * last_level;
    const uint64_t most =
        least(info->limits.memory_bytes / 8, info->limits.storage_buffer_bytes_max - mebibyte);
    const uint64_t bytes = gpu_info_is_software(info) ? 2 * mebibyte : least(wanted, most);
    return bytes - bytes % 4096;
}

static void dispatch(const struct cache *cache, struct gpu_commands *commands,
                     struct gpu_buffer *buffer, uint64_t bytes, uint32_t mode, uint32_t groups)
{
    const uint32_t push[] = { 0, (uint32_t)(bytes / 16), mode };
    gpu_commands_dispatch(commands, &(struct gpu_dispatch){ .kernel = cache->kernel,
                                                            .buffers = { buffer },
                                                            .push = push,
                                                            .push_bytes = sizeof(push),
                                                            .groups = { groups, 1, 1 } });
    gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
}

void cache_record(struct cache *cache, struct gpu_commands *commands, uint32_t sweep)
{
    const uint64_t words = cache->bytes / 16;
    const uint32_t groups = (uint32_t)least((words + GROUP_SIZE - 1) / GROUP_SIZE, GROUPS_MAX);
    gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    if (sweep & CACHE_SWEEP_WRITE)
        dispatch(cache, commands, cache->written, cache->bytes, MODE_READ_WRITE, groups);
    if (sweep & CACHE_SWEEP_READ)
        dispatch(cache, commands, cache->read, cache->bytes, MODE_READ, groups);
}

bool cache_run(struct cache *cache)
{
    return gpu_commands_submit(cache->commands);
}

struct cache *cache_create(struct gpu *gpu)
{
    struct cache *cache = need_zeroed(1, sizeof(*cache));
    cache->bytes = gpu_info(gpu) ? cache_sweep_bytes(gpu_info(gpu)) : 0;
    cache->scope = gpu_scope_create(gpu);
    cache->written =
        gpu_buffer_create(cache->scope, &(struct gpu_buffer_params){ .name = "sweep, written",
                                                                     .bytes = cache->bytes });
    cache->read = gpu_buffer_create(
        cache->scope, &(struct gpu_buffer_params){ .name = "sweep, read", .bytes = cache->bytes });
    cache->kernel = gpu_kernel_create(
        cache->scope, &(struct gpu_kernel_params){ .shader = &kernel_harness_sweep });
    cache->commands = gpu_commands_begin(cache->scope);
    gpu_commands_timestamp(cache->commands, 0);
    cache_record(cache, cache->commands, CACHE_SWEEP);
    gpu_commands_timestamp(cache->commands, 1);
    /* The second time: the first maps memory. */
    for (int i = 0; i < 2; i++)
        if (cache_run(cache))
            gpu_commands_elapsed_ns(cache->commands, 0, 1, &cache->sweep_ns);
    if (gpu_failed(gpu))
        cache_destroy(&cache);
    return cache;
}

void cache_destroy(struct cache **cache)
{
    if (*cache)
        gpu_scope_destroy(&(*cache)->scope);
    free(*cache);
    *cache = NULL;
}

struct gpu_buffer *cache_written(const struct cache *cache)
{
    return cache->written;
}

uint64_t cache_bytes(const struct cache *cache)
{
    return cache->bytes;
}

double cache_sweep_ns(const struct cache *cache)
{
    return cache->sweep_ns;
}

/* Proof ---------------------------------------------------------------------------------------- */

static const double clean_excess = 1.05;

void cache_proof_judge(struct run_cache_proof *proof, double hot_high_ns, double cold_low_ns)
{
    proof->known = true;
    proof->cold = cold_low_ns > hot_high_ns;
    proof->clean = proof->cold_ns <= clean_excess * proof->clean_ns;
}

enum { REPEATS = 21 };

static const uint64_t read_bytes_max = 16 << 20, read_bytes_software = 256 << 10;

struct reading {
    double median_ns, low_ns, high_ns;
};

/* Read; then sweep as told; then read, between stamps. */
static bool measure(struct cache *cache, struct gpu_buffer *buffer, uint64_t bytes, uint32_t sweep,
                    struct reading *reading)
{
    double values[REPEATS];
    const uint32_t groups = (uint32_t)(bytes / 16) / GROUP_SIZE / 4;
    OWNED_BY(gpu_scope_destroy)
    struct gpu_scope *scope = gpu_scope_create(gpu_scope_device(cache->scope));
    struct gpu_commands *commands = gpu_commands_begin(scope);
    dispatch(cache, commands, buffer, bytes, MODE_READ, groups);
    dispatch(cache, commands, buffer, bytes, MODE_READ, groups);
    cache_record(cache, commands, sweep);
    gpu_commands_timestamp(commands, 0);
    dispatch(cache, commands, buffer, bytes, MODE_READ, groups);
    gpu_commands_timestamp(commands, 1);
    if (!gpu_commands_submit(commands))
        return false;
    for (int i = 0; i < REPEATS; i++)
        if (!gpu_commands_submit(commands) || !gpu_commands_elapsed_ns(commands, 0, 1, &values[i]))
            return false;
    const struct stats_summary summary = stats_summarize(values, REPEATS);
    *reading = (struct reading){ summary.median, summary.quartile1, summary.quartile3 };
    return true;
}

bool cache_prove(struct gpu *gpu, struct cache *cache, struct run_cache_proof *proof)
{
    const bool software = gpu_info(gpu) && gpu_info_is_software(gpu_info(gpu));
    const uint64_t most = software ? read_bytes_software : read_bytes_max;
    OWNED_BY(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    *proof = (struct run_cache_proof){ .sweep_bytes = (double)cache_bytes(cache),
                                       .sweep_ns = cache_sweep_ns(cache) };
    struct gpu_buffer *buffer = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = "cache proof", .bytes = most });
    if (gpu_failed(gpu))
        return false;
    for (uint64_t bytes = most / 16; bytes <= most; bytes *= 4) {
        struct reading hot, cold, clean, dirty;
        if (!measure(cache, buffer, bytes, 0, &hot) ||
            !measure(cache, buffer, bytes, CACHE_SWEEP, &cold) ||
            !measure(cache, buffer, bytes, CACHE_SWEEP_READ, &clean) ||
            !measure(cache, buffer, bytes, CACHE_SWEEP_WRITE, &dirty))
            return false;
        if (proof->read_bytes > 0 &&
            cold.median_ns / hot.median_ns < proof->cold_ns / proof->hot_ns)
            continue;
        proof->read_bytes = (double)bytes;
        proof->hot_ns = hot.median_ns;
        proof->cold_ns = cold.median_ns;
        proof->clean_ns = clean.median_ns;
        proof->dirty_ns = dirty.median_ns;
        cache_proof_judge(proof, hot.high_ns, cold.low_ns);
    }
    return true;
}

/* Host -------------------------------------------------------------------------------------- */

enum { HOST_REPEATS = 7, READ_BYTES = 256 << 10 };

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
static struct stats_summary host_measure(struct host_cache *cache, const uint64_t *words,
                                         uint32_t parts)
{
    double values[HOST_REPEATS];
    for (int i = 0; i < HOST_REPEATS; i++) {
        sweep(cache, 0);
        read_ns(words);
        read_ns(words);
        sweep(cache, parts);
        values[i] = read_ns(words);
    }
    cpu_pool_unpin(cache->pool);
    return stats_summarize(values, HOST_REPEATS);
}

void host_cache_prove(struct host_cache *cache, struct run_cache_proof *proof)
{
    OWNED uint64_t *words = need_bytes(READ_BYTES);
    memset(words, 1, READ_BYTES);
    const struct stats_summary hot = host_measure(cache, words, 0);
    const struct stats_summary cold = host_measure(cache, words, CPU_CACHE_SWEEP);
    *proof = (struct run_cache_proof){
        .sweep_bytes = (double)cpu_cache_bytes(cache->cache),
        .sweep_ns = cache->sweep_ns,
        .read_bytes = READ_BYTES,
        .hot_ns = hot.median,
        .cold_ns = cold.median,
        .clean_ns = host_measure(cache, words, CPU_CACHE_READ).median,
        .dirty_ns = host_measure(cache, words, CPU_CACHE_WRITE).median,
    };
    cache_proof_judge(proof, hot.quartile3, cold.quartile1);
}
