/* SPDX-License-Identifier: MIT */
/* cpu.h: the CPU as a device. A bench has no clock: cpu_clock.h is apart. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_H

#include "harness/engine/gpu/gpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------------------------------------- */

/*
 * cpu_pool: threads of the host. A pool's threads sleep between the jobs that they are given, so
 * that they take nothing from what else is measured.
 */

struct cpu_pool;

/*
 * Of so many threads, the caller among them; 0: one per CPU that the process may use. Fewer where
 * the system grants no more; cpu_pool_threads() says how many. One of all CPUs that was never
 * pinned is kept when it is destroyed, for the next that asks for as many.
 */
struct cpu_pool *cpu_pool_create(uint32_t threads);
void cpu_pool_destroy(struct cpu_pool **pool);

uint32_t cpu_pool_threads(const struct cpu_pool *pool);

/* Elements begin..end-1, by thread number `thread`, from 0; the caller is 0. */
typedef void cpu_pool_fn(void *context, uint32_t thread, size_t begin, size_t end);

/*
 * Calls fn until each of the elements 0..count-1 was in one call, and returns then. With chunk 0,
 * thread i of n has the i-th n-th of them in one call, so it has the same ones each time; otherwise
 * threads take chunks of so many elements as they get to them, from the first on: who has a chunk
 * may wait for those before it. A thread without any is not called.
 * The pool is the caller's alone meanwhile; fn may not use it. A NULL pool: by the caller alone, in
 * one call.
 */
void cpu_pool_run(struct cpu_pool *pool, size_t count, size_t chunk, cpu_pool_fn *fn,
                  void *context);

/* Calls fn for each element; for elements that take long beside a call. */
typedef void cpu_pool_each_fn(void *context, size_t at);
void cpu_pool_each(struct cpu_pool *pool, size_t count, size_t chunk, cpu_pool_each_fn *fn,
                   void *context);

/*
 * For fn, between two looks at what another thread of the job will have written: looks counts from
 * 0. A thread that has looked often gives its CPU away, as the other may have none.
 */
void cpu_pool_pause(uint32_t looks);

/*
 * Holds each thread on a CPU of its own: thread i on the i-th of cpu_affinity_usable(), the same in
 * every pool, and beyond the last from the first on. Returns how many are held: 0 where the system
 * does not grant it, which is no error. The pool's own threads stay there from the first time on,
 * since they have nothing else to do.
 */
uint32_t cpu_pool_pin(struct cpu_pool *pool);

/* Lets the caller run again where it might when the pool was made. */
void cpu_pool_unpin(struct cpu_pool *pool);

/* ---------------------------------------------------------------------------------------------- */

/*
 * cpu_cache: cold caches of the host, as instruments.h makes those of a GPU: a sweep
 * reads and writes a region larger than all last-level caches, then reads another of that size. All
 * threads of a pool take part, each with a share larger than the caches next to it.
 */

struct cpu_cache;
struct cpu_host; /* harness/engine/cpu/cpu.h */

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

/* ---------------------------------------------------------------------------------------------- */

/*
 * cpu_choice: which of several ways to do the same thing is the fastest on this host, where what
 * the host says of itself does not tell. For setup(): it is in no time, and has the clock that a
 * bench has not.
 */

enum { CPU_CHOICE_MAX = 8, CPU_CHOICE_TURNS = 9 };

/* Does it in way number `way`: some microseconds of work, the same each time. */
typedef void cpu_choice_fn(void *context, size_t way);

/* Has each way done CPU_CHOICE_TURNS times, in turn, and once before; returns the one with the
 * least time, the first of those that are equal. At most CPU_CHOICE_MAX ways. */
size_t cpu_choice_fastest(size_t ways, cpu_choice_fn *fn, void *context);

/* ---------------------------------------------------------------------------------------------- */

/* cpu_device: the host in the place of a device, for a run that has none. */

/* Describes the CPU as a device of kind GPU_HOST. The other members are 0 or say that there is
 * nothing. */
void cpu_device_info(struct gpu_info *info);

/* True for such an info: cases of kind CPU can run, others cannot. */
bool cpu_device_is_host(const struct gpu_info *info);

/* ---------------------------------------------------------------------------------------------- */

/*
 * cpu_features: what instructions the host has, found at run time. A file that is built with
 * flags for some of them is called only where they are there.
 */

/* Bits. A feature counts only where the system saves its registers, too. */
enum cpu_feature {
    CPU_FEATURE_SSE2 = 1 << 0,
    CPU_FEATURE_SSE4_1 = 1 << 1,
    CPU_FEATURE_POPCNT = 1 << 2,
    CPU_FEATURE_AVX = 1 << 3,
    CPU_FEATURE_F16C = 1 << 4,
    CPU_FEATURE_FMA = 1 << 5,
    CPU_FEATURE_BMI2 = 1 << 6,
    CPU_FEATURE_AVX2 = 1 << 7,
    CPU_FEATURE_AVX512F = 1 << 8,
    CPU_FEATURE_AVX512BW = 1 << 9,
    CPU_FEATURE_AVX512VL = 1 << 10,
    CPU_FEATURE_AVX512VPOPCNTDQ = 1 << 11,
    CPU_FEATURE_NEON = 1 << 12,
};

/*
 * What the host has. CLAIMCHECK_CPU_FEATURES=LIST takes away all that the list does not name
 * ("none": everything), so that fallbacks are tested; it grants nothing.
 */
uint32_t cpu_features(void);

/* False, with one line, when CLAIMCHECK_CPU_FEATURES names what is no feature. */
bool cpu_features_check(void);

/* "sse2", "avx512vpopcntdq", ... of the lowest bit; NULL when it is none. Static storage. */
const char *cpu_features_name(uint32_t features);

enum { CPU_FEATURES_TEXT_BYTES = 128 };

/* The names of all bits, separated by commas; empty for none. */
void cpu_features_text(uint32_t features, char text[CPU_FEATURES_TEXT_BYTES]);

/* ---------------------------------------------------------------------------------------------- */

/*
 * cpu_host: what the host is, as far as any user may read it: evidence beside what was measured
 * on it. Never its name.
 */

enum { CPU_HOST_TEXT_BYTES = 128, CPU_HOST_LEVELS = 4 };

/* A cache of the first CPU; 0 where the system does not say. */
struct cpu_host_cache {
    uint64_t bytes;
    uint32_t shared; /* by so many CPUs; at least 1 */
};

/* Texts are empty and numbers 0 where the system does not say. */
struct cpu_host {
    char model[CPU_HOST_TEXT_BYTES];     /* "AMD EPYC 9654 96-Core Processor" */
    char vendor[CPU_HOST_TEXT_BYTES];    /* "AuthenticAMD" */
    char revision[CPU_HOST_TEXT_BYTES];  /* family, model and stepping: names can be all alike */
    char microcode[CPU_HOST_TEXT_BYTES]; /* "0xa101148" */
    char governor[CPU_HOST_TEXT_BYTES];  /* "performance", of the first CPU */
    uint32_t cpus;                       /* on line: hardware threads */
    uint32_t cores;                      /* of those, not counting threads of one core twice */
    uint32_t usable;                     /* CPUs that this process may use */
    uint64_t memory_bytes;
    double base_hz, max_hz; /* of the first CPU */
    double quota_cpus;      /* that the control group may use at once; NAN: without a limit */
    struct cpu_host_cache data[CPU_HOST_LEVELS]; /* of level i+1, for data or both */
};

/* root stands before /proc and /sys, for tests; "" otherwise. */
void cpu_host_read(struct cpu_host *host, const char *root);

/* Seconds for which the system held this control group, or one around it, back as its quota was
 * used up: since the group began, and the most of them. NAN where nothing says it. */
double cpu_host_throttled_s(const char *root);

/* Bytes of all last-level caches of the CPUs on line; 0: not known. */
uint64_t cpu_host_last_level_bytes(const struct cpu_host *host);

#endif
