/* SPDX-License-Identifier: MIT */
/*
 * cache.c: an entry is a line's number with its valid sectors below. Ways of a set stand from the
 * last used one on under LRU, and where they were put under random replacement. Sets are searched
 * and moved by vectors, without a branch: what a line meets there cannot be foretold.
 */
#include "bench/thread_group_tiling/model/model.h"
#include "harness/base/need.h"

#include <assert.h>
#include <stdlib.h>

enum { LANES = 4, VALID = 15, VALID_BITS = 4, COUNTED_REQUESTS = 4096 };

typedef uint32_t lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

static const lanes lane_numbers = { 0, 1, 2, 3 };

const char *const tiling_replacement_names[] = { "lru", "random", NULL };
const char *const tiling_index_names[] = { "modulo", "hashed", NULL };

struct tiling_cache {
    uint32_t sets, ways, stride; /* stride: of a set, in entries, a multiple of LANES */
    uint32_t mask;               /* sets - 1 where that is a power of two, else 0 */
    uint32_t written_from;
    enum tiling_replacement replacement;
    enum tiling_index index;
    uint64_t random;
    uint32_t *memory, *entries; /* entries: what lies behind the LANES first ones of memory */
    uint64_t reads, hits[TILING_FETCH_COUNT], memory_reads[TILING_FETCH_COUNT], memory_writes;
    uint64_t outcomes[16][16]; /* by sectors read and valid ones: four counts of 16 bits */
};

/* Hits above, what is read from memory below: 32 bits. */
static uint64_t outcome_of(uint32_t sectors, uint32_t valid, enum tiling_fetch fetch)
{
    uint32_t hits = 0, fetched = 0;
    for (uint32_t sector = 0; sector < TILING_LINE_SECTORS; sector++) {
        const uint32_t half = 3u << sector / 2 * 2;
        if (!(sectors >> sector & 1))
            continue;
        const bool wide = fetch == TILING_FETCH_64;
        if (valid & (wide ? half : 1u << sector))
            hits++;
        else
            fetched += wide ? 2 : 1;
        valid |= 1u << sector;
    }
    return hits << 16 | fetched;
}

/* Every entry is that of a line beyond all others, without valid sectors. */
static void clear(struct tiling_cache *cache)
{
    const size_t entries = (size_t)cache->sets * cache->stride + LANES;
    for (size_t i = 0; i < entries; i++)
        cache->memory[i] = UINT32_MAX << VALID_BITS;
}

struct tiling_cache *tiling_cache_create(const struct tiling_cache_shape *shape)
{
    const uint64_t lines = shape->bytes / TILING_LINE_BYTES;
    assert(lines > 0 && shape->bytes <= TILING_CACHE_BYTES_MAX);
    assert(shape->ways > 0 && lines % shape->ways == 0);
    struct tiling_cache *cache = need_zeroed(1, sizeof(*cache));
    cache->ways = shape->ways;
    cache->stride = (cache->ways + LANES - 1) / LANES * LANES;
    cache->sets = (uint32_t)lines / cache->ways;
    cache->mask = (cache->sets & (cache->sets - 1)) == 0 ? cache->sets - 1 : 0;
    cache->written_from = shape->written_from;
    cache->replacement = shape->replacement;
    cache->index = shape->index;
    cache->random = 1;
    for (uint32_t sectors = 0; sectors < 16; sectors++)
        for (uint32_t valid = 0; valid < 16; valid++)
            cache->outcomes[sectors][valid] = outcome_of(sectors, valid, TILING_FETCH_32) << 32 |
                                              outcome_of(sectors, valid, TILING_FETCH_64);
    cache->memory =
        need_bytes(((size_t)cache->sets * cache->stride + LANES) * sizeof(*cache->memory));
    cache->entries = cache->memory + LANES;
    clear(cache);
    return cache;
}

void tiling_cache_destroy(struct tiling_cache **handle)
{
    struct tiling_cache *cache = *handle;
    *handle = NULL;
    if (!cache)
        return;
    free(cache->memory);
    free(cache);
}

/* Sets ----------------------------------------------------------------------------------------- */

static uint32_t *set_of(struct tiling_cache *cache, uint32_t line)
{
    uint32_t set = cache->mask > 0 ? line & cache->mask : line % cache->sets;
    if (cache->index == TILING_HASHED)
        set = (uint32_t)((uint64_t)(line * UINT32_C(2654435769)) * cache->sets >> 32);
    return cache->entries + (size_t)set * cache->stride;
}

static void leave(struct tiling_cache *cache, uint32_t entry)
{
    const uint32_t dirty = entry >> VALID_BITS >= cache->written_from ? entry & VALID : 0;
    cache->memory_writes += (uint64_t)__builtin_popcount(dirty);
}

/* 1 and the way of a line; 0 when it is not there. */
static uint32_t way_after(const uint32_t *set, uint32_t stride, uint32_t line)
{
    lanes found = { 0 }, number = lane_numbers + 1;
    for (uint32_t i = 0; i < stride; i += LANES) {
        const lanes entries = *(const lanes *)(set + i);
        found |= (lanes)(entries >> VALID_BITS == line) & number;
        number += LANES;
    }
    return found[0] | found[1] | found[2] | found[3];
}

/* The entry of a line, which is present from now on; that of a new one has no valid sectors. */
static uint32_t *take_recent(struct tiling_cache *cache, uint32_t line)
{
    uint32_t *set = set_of(cache, line);
    const uint32_t after = way_after(set, cache->stride, line);
    const uint32_t way = after > 0 ? after - 1 : cache->ways - 1;
    uint32_t entry = set[way];
    if (after == 0) {
        leave(cache, entry);
        entry = line << VALID_BITS;
    }
    /* Entries before `way` go one place on; the first place is then free. */
    for (uint32_t i = way / LANES * LANES + LANES; i > 0; i -= LANES) {
        lanes *to = (lanes *)(set + i - LANES);
        const lanes moved = *(const lanes *)(set + i - LANES - 1);
        const lanes taken = (lanes)(lane_numbers + (i - LANES) <= way);
        *to = (moved & taken) | (*to & ~taken);
    }
    set[0] = entry;
    return set;
}

static uint32_t *take_random(struct tiling_cache *cache, uint32_t line)
{
    const uint32_t empty = UINT32_MAX << VALID_BITS;
    uint32_t *set = set_of(cache, line);
    const uint32_t after = way_after(set, cache->stride, line);
    if (after > 0)
        return &set[after - 1];
    uint32_t way = 0;
    if (set[cache->ways - 1] != empty) {
        cache->random =
            cache->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        way = (uint32_t)((cache->random >> 32) * cache->ways >> 32);
    } else {
        while (set[way] != empty)
            way++;
    }
    leave(cache, set[way]);
    set[way] = line << VALID_BITS;
    return &set[way];
}

/* Requests ------------------------------------------------------------------------------------- */

static uint32_t *take(struct tiling_cache *cache, uint32_t line)
{
    return cache->replacement == TILING_RANDOM ? take_random(cache, line)
                                               : take_recent(cache, line);
}

void tiling_cache_access(struct tiling_cache *cache, const struct tiling_request *requests,
                         size_t count)
{
    for (size_t first = 0; first < count; first += COUNTED_REQUESTS) {
        const size_t end = count - first < COUNTED_REQUESTS ? count : first + COUNTED_REQUESTS;
        uint64_t counts = 0; /* four of 16 bits; a request adds at most 4 to each */
        for (size_t i = first; i < end; i++) {
            uint32_t *entry = take(cache, requests[i].line);
            if (requests[i].line < cache->written_from)
                counts += cache->outcomes[requests[i].sectors][*entry & VALID];
            *entry |= requests[i].sectors;
        }
        cache->hits[TILING_FETCH_32] += counts >> 48;
        cache->memory_reads[TILING_FETCH_32] += counts >> 32 & 0xffff;
        cache->hits[TILING_FETCH_64] += counts >> 16 & 0xffff;
        cache->memory_reads[TILING_FETCH_64] += counts & 0xffff;
        cache->reads += (counts >> 48) + (counts >> 32 & 0xffff);
    }
}

uint32_t tiling_cache_read(struct tiling_cache *cache, uint32_t line, uint32_t sectors)
{
    uint32_t *entry = take(cache, line);
    const uint32_t missing = sectors & ~*entry;
    *entry |= sectors;
    return missing;
}

void tiling_cache_flush(struct tiling_cache *cache)
{
    for (size_t i = 0; i < (size_t)cache->sets * cache->stride; i++)
        leave(cache, cache->entries[i]);
    clear(cache);
}

struct tiling_cache_counts tiling_cache_counts(const struct tiling_cache *cache,
                                               enum tiling_fetch fetch)
{
    return (struct tiling_cache_counts){ .reads = cache->reads,
                                         .hits = cache->hits[fetch],
                                         .memory_reads = cache->memory_reads[fetch],
                                         .memory_writes = cache->memory_writes };
}
