/* SPDX-License-Identifier: MIT */
/* Loops with the build's own flags: an entry at a time. */
#include "bench/stream_reduction/host/tail.h"

static size_t count_indices(const uint32_t *from, size_t entries)
{
    size_t count = 0;
    for (size_t i = 0; i < entries; i++)
        count += tail_valid_index(&from[i]);
    return count;
}

static size_t count_tuples(const uint32_t *from, size_t entries)
{
    size_t count = 0;
    for (size_t i = 0; i < entries; i++)
        count += tail_valid_tuple(&from[4 * i]);
    return count;
}

static size_t compact_indices(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    return tail_indices(to, room, 0, from, 0, entries);
}

static size_t compact_tuples(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    return tail_tuples(to, room, 0, from, 0, entries);
}

static void lines(uint32_t *to, const uint32_t *from, size_t count)
{
    memcpy(to, from, STREAM_LINE_BYTES * count);
}

static void lines_end(void)
{
}

const struct stream_loops stream_loops_plain = {
    .name = "plain",
    .index = { count_indices, compact_indices },
    .tuple = { count_tuples, compact_tuples },
    .lines = lines,
    .lines_end = lines_end,
};
