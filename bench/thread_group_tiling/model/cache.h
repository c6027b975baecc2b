/* SPDX-License-Identifier: MIT */
/*
 * cache.h: a cache of lines with four valid sectors each. A read hits in a sector if its line is
 * present and the sector valid; otherwise the sector is read from memory and becomes valid, and
 * with a fetch of 64 bytes so does the other one of its half of the line. Which lines are present
 * does not depend on the fetch: a cache counts for both sizes at once. A written sector becomes
 * valid and dirty without being read, and is written to memory when its line leaves.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_CACHE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_CACHE_H

#include "bench/thread_group_tiling/model/footprint.h"

#include <stddef.h>

enum tiling_replacement { TILING_LRU, TILING_RANDOM };
enum tiling_index { TILING_MODULO, TILING_HASHED };
enum tiling_fetch { TILING_FETCH_32, TILING_FETCH_64, TILING_FETCH_COUNT };

/* "lru", "random"; "modulo", "hashed"; end with NULL. */
extern const char *const tiling_replacement_names[];
extern const char *const tiling_index_names[];

enum { TILING_WAYS_MAX = 1 << 20 };
#define TILING_CACHE_BYTES_MAX (UINT64_C(1) << 34)

/* The set of a line is line % sets, or, hashed, the highest bits of line * 2654435769 mod 2^32. */
struct tiling_cache_shape {
    uint64_t bytes; /* a multiple of 128 * ways, up to TILING_CACHE_BYTES_MAX */
    uint32_t ways;  /* up to TILING_WAYS_MAX; 0: one set, of all lines, and LRU alone */
    enum tiling_replacement replacement;
    enum tiling_index index;
    uint32_t written_from; /* lines from this one on are written alone, the others read alone */
};

/* Sectors, of 32 bytes. */
struct tiling_cache_counts {
    uint64_t reads, hits;
    uint64_t memory_reads, memory_writes;
};

struct tiling_cache; /* starts empty */

/* NULL when memory runs out. */
struct tiling_cache *tiling_cache_create(const struct tiling_cache_shape *shape);
void tiling_cache_destroy(struct tiling_cache **cache);

/* One after another; lines are below TILING_LINES_END. */
void tiling_cache_access(struct tiling_cache *cache, const struct tiling_request *requests,
                         size_t count);

/* Reads some sectors of a line; returns those that were not valid. Nothing is counted. */
uint32_t tiling_cache_read(struct tiling_cache *cache, uint32_t line, uint32_t sectors);

/* All dirty sectors are written to memory; the cache is then empty. */
void tiling_cache_flush(struct tiling_cache *cache);

struct tiling_cache_counts tiling_cache_counts(const struct tiling_cache *cache,
                                               enum tiling_fetch fetch);

#endif
