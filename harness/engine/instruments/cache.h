/* SPDX-License-Identifier: MIT */
/*
 * cache.h: cold caches. A sweep reads and writes a region larger than the last-level cache, and
 * then reads another of the same size: the first leaves nothing of what was cached before, the
 * second nothing of the first, whose dirty lines the next kernel would otherwise have to write
 * back. On an H200 they were a fifth of the time of a read of 24 MiB.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_CACHE_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_CACHE_H

#include "harness/engine/gpu/gpu.h"
#include "harness/record/run/run_case.h"

/* Parts of a sweep; bits. */
enum cache_sweep {
    CACHE_SWEEP_WRITE = 1 << 0, /* reads and writes the first region */
    CACHE_SWEEP_READ = 1 << 1,  /* reads the second */
    CACHE_SWEEP = CACHE_SWEEP_WRITE | CACHE_SWEEP_READ,
};

struct cache;

/*
 * Bytes of one region: 4 x the last-level cache, at least 256 MiB, at most an eighth of the
 * device's memory and what one binding holds. Vulkan does not say how large that cache is: 128 MiB
 * are assumed for NVIDIA, 256 for AMD, 64 for others. Software devices sweep 2 MiB: they are not
 * measured.
 */
uint64_t cache_sweep_bytes(const struct gpu_info *info);

/* Two regions in device memory. NULL on a failed device, or without the memory: gpu_failure() then
 * says why. */
struct cache *cache_create(struct gpu *gpu);
void cache_destroy(struct cache **cache);

/* Records parts of a sweep, with full barriers before, between and after them. */
void cache_record(struct cache *cache, struct gpu_commands *commands, uint32_t sweep);

/* A whole sweep in a submission of its own. False on a failed device. */
bool cache_run(struct cache *cache);

/* The region that a sweep writes; each adds 1 to every word of it. Owned by the cache. */
struct gpu_buffer *cache_written(const struct cache *cache);

/* Bytes of one region, and the time of a whole sweep on the device when the cache was made. */
uint64_t cache_bytes(const struct cache *cache);
double cache_sweep_ns(const struct cache *cache);

/*
 * A proof that, on this device, cold is colder than hot, and that the sweep leaves no dirty lines
 * that would be billed to what comes after it. A buffer is read: right after it was read; after a
 * whole sweep; after a sweep that only reads and so leaves nothing dirty; and after one that only
 * writes. Some tens of milliseconds of work on a GPU. False on a failed device.
 */
bool cache_prove(struct gpu *gpu, struct cache *cache, struct run_cache_proof *proof);

/* Says of measured times whether cold is cold: its lower quartile is above the upper one of hot.
 * Says too whether the sweep is clean: a read takes no longer than after a sweep that cannot leave
 * dirty lines, but for 5 %. */
void cache_proof_judge(struct run_cache_proof *proof, double hot_high_ns, double cold_low_ns);

#endif
