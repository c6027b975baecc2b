/* SPDX-License-Identifier: MIT */
/* Loops of 64-bit ARM, where NEON is always there: 4 indices, moved by a table, or a tuple at a
 * time. */
#include "bench/stream_reduction/host/tail.h"
#include "harness/engine/cpu/cpu.h"

#include <arm_neon.h>

enum { INDICES = 4 };

/* Bytes of the k-th valid index of row m, for all k; of lanes that are left over, 0. */
#define LANE(b) 4 * (b), 4 * (b) + 1, 4 * (b) + 2, 4 * (b) + 3
static const uint8_t index_moves[16][16] = {
    { 0 },
    { LANE(0) },
    { LANE(1) },
    { LANE(0), LANE(1) },
    { LANE(2) },
    { LANE(0), LANE(2) },
    { LANE(1), LANE(2) },
    { LANE(0), LANE(1), LANE(2) },
    { LANE(3) },
    { LANE(0), LANE(3) },
    { LANE(1), LANE(3) },
    { LANE(0), LANE(1), LANE(3) },
    { LANE(2), LANE(3) },
    { LANE(0), LANE(2), LANE(3) },
    { LANE(1), LANE(2), LANE(3) },
    { LANE(0), LANE(1), LANE(2), LANE(3) },
};

static inline unsigned valid_indices(uint32x4_t entries)
{
    static const uint32_t bits[4] = { 1, 2, 4, 8 };
    const uint32x4_t same = vceqq_u32(entries, vdupq_n_u32(STREAM_NULL_INDEX));
    return vaddvq_u32(vbicq_u32(vld1q_u32(bits), same));
}

static inline size_t valid_tuple(uint32x4_t entry)
{
    const uint32x4_t same = vceqq_u32(entry, vdupq_n_u32(STREAM_NULL_COMPONENT));
    return vminvq_u32(same) == 0;
}

static size_t count_indices(const uint32_t *from, size_t entries)
{
    size_t count = 0, i = 0;
    for (; i + INDICES <= entries; i += INDICES) {
        const uint32x4_t same = vceqq_u32(vld1q_u32(&from[i]), vdupq_n_u32(STREAM_NULL_INDEX));
        count += vaddvq_u32(vaddq_u32(same, vdupq_n_u32(1)));
    }
    for (; i < entries; i++)
        count += tail_valid_index(&from[i]);
    return count;
}

static size_t count_tuples(const uint32_t *from, size_t entries)
{
    size_t count = 0;
    for (size_t i = 0; i < entries; i++)
        count += valid_tuple(vld1q_u32(&from[4 * i]));
    return count;
}

static size_t compact_indices(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    size_t at = 0, i = 0;
    for (; i + INDICES <= entries && at + INDICES <= room; i += INDICES) {
        const uint32x4_t vector = vld1q_u32(&from[i]);
        const unsigned valid = valid_indices(vector);
        const uint8x16_t moves = vld1q_u8(index_moves[valid]);
        vst1q_u32(&to[at], vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(vector), moves)));
        at += (size_t)__builtin_popcount(valid);
    }
    return tail_indices(to, room, at, from, i, entries);
}

static size_t compact_tuples(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    size_t at = 0;
    for (size_t i = 0; i < entries && at < room; i++) {
        const uint32x4_t entry = vld1q_u32(&from[4 * i]);
        vst1q_u32(&to[4 * at], entry);
        at += valid_tuple(entry);
    }
    return at;
}

/* NEON has no stores past the caches that a compiler offers: the processor sees whole lines. */
static void lines(uint32_t *to, const uint32_t *from, size_t count)
{
    for (size_t i = 0; i < STREAM_LINE_WORDS * count; i += 4)
        vst1q_u32(&to[i], vld1q_u32(&from[i]));
}

static void lines_end(void)
{
}

const struct stream_loops stream_loops_neon = {
    .name = "neon",
    .needs = CPU_FEATURE_NEON,
    .lane_bytes = 16,
    .index = { count_indices, compact_indices },
    .tuple = { count_tuples, compact_tuples },
    .lines = lines,
    .lines_end = lines_end,
};
