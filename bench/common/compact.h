/* SPDX-License-Identifier: MIT */
/*
 * compact.h: stable compaction on the device: the entries of a stream that are not null, in their
 * order, and how many they are (kernels/common/compact_*.comp). Entries have one word, and null is
 * 0xffffffff, or four, and null is four times -1.0f. One shape, as scan.h: create, record, work.
 *
 *   COMPACT_REDUCE_THEN_SCAN  three dispatches: a mask and a count per tile; scan_spine of the
 *                             counts; the entries, tiles from last to first, so that what was read
 *                             last is met while it is in the caches. No group waits for another.
 *   COMPACT_SINGLE_PASS       one dispatch that reads each entry once: decoupled look-back. Tiles
 *                             go by ticket, flag and sum of a tile are one atomic word. A group
 *                             that has waited for a tile long enough counts it by itself, so that
 *                             it ends without forward progress between groups.
 *   COMPACT_LOOK_BACK         the same without that: it only waits, by turns that are counted. When
 *                             these are used up the count is COMPACT_LOST, and the output void.
 *   COMPACT_NUMBERED          as COMPACT_SINGLE_PASS, but a group's tile is its own number: what it
 *                             loads is on its way before it has a ticket.
 *
 * The last three need GPU_MEMORY_MODEL_DEVICE_SCOPE. Their state is cleared by the kernel itself,
 * for the recording that comes next: nothing is filled before. All need GPU_SUBGROUP_BALLOT and
 * GPU_SUBGROUP_ARITHMETIC.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_COMPACT_H
#define CLAIMCHECK_BENCH_COMMON_COMPACT_H

#include "bench/common/scan.h"

#include <stdbool.h>
#include <stdint.h>

enum compact_method {
    COMPACT_REDUCE_THEN_SCAN,
    COMPACT_SINGLE_PASS,
    COMPACT_LOOK_BACK,
    COMPACT_NUMBERED,
    COMPACT_METHOD_COUNT,
};

enum {
    COMPACT_NEEDS_REDUCE_THEN_SCAN = GPU_SUBGROUP_BALLOT | GPU_SUBGROUP_ARITHMETIC,
    COMPACT_NEEDS_SINGLE_PASS = COMPACT_NEEDS_REDUCE_THEN_SCAN | GPU_MEMORY_MODEL_DEVICE_SCOPE,
    COMPACT_ENTRIES_MAX = 1 << 29,
};
#define COMPACT_LOST 0xffffffffu

struct compact_params {
    enum compact_method method;
    uint32_t entry_words; /* 1 or 4 */
    uint32_t entries;     /* the most that a recording is given: 0 to COMPACT_ENTRIES_MAX */
    uint32_t group_size;  /* threads: full subgroups, at most 256 of them; 0: the default */
    uint32_t rows;        /* vectors of 16 bytes per thread; 0: the default */
    uint32_t spins;    /* looks at a tile that is not there before it is counted; 0: the default */
    uint32_t withheld; /* for tests: tiles whose number it divides tell nobody anything; 0: none */
};

struct compact {
    struct compact_params params;
    struct gpu_kernel *count, *scatter; /* of reduce_then_scan */
    struct gpu_buffer *masks;
    struct scan_spine spine;
    struct gpu_kernel *single; /* of the others */
    struct gpu_buffer *states;
    uint32_t group_size, tile; /* entries of a tile */
    uint32_t groups[3];        /* one per tile that there may be, at least one */
};

/* The best of the methods that a device has: single pass, else reduce-then-scan. */
enum compact_method compact_method_of(const struct gpu_info *info);

/* Most of params.rows, for entries of so many words. */
uint32_t compact_rows_max(enum compact_method method, uint32_t entry_words);

/* Objects belong to the scope. */
struct compact compact_create(struct gpu_scope *scope, const struct compact_params *params);

/* What one recording works on. Input and output are different buffers, of entries * entry_words
 * words at least; of the output only those that are kept are written. */
struct compact_streams {
    struct gpu_buffer *input, *output;
    struct gpu_buffer *count; /* its word count_word becomes how many are kept */
    uint32_t count_word;
    uint32_t entries;          /* how many there are, at most those of creation; where length is not
                                  NULL, of those that creation has allowed, */
    struct gpu_buffer *length; /* what its word length_word says, no more than that; may be the
                                  buffer `count`, but for the same word */
    uint32_t length_word;
};

/* Barriers within are its own; those before and after are the caller's. Groups are those of the
 * most entries: such as have nothing to do end at once. */
void compact_record(struct gpu_commands *commands, const struct compact *compact,
                    const struct compact_streams *streams);

#endif
