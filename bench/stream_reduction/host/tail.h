/* SPDX-License-Identifier: MIT */
/*
 * tail.h: an entry at a time, without branches on what it holds: each is stored, and the next one
 * takes its place unless it was valid. For loops_*.c alone.
 */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_HOST_TAIL_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_HOST_TAIL_H

#include "bench/stream_reduction/host/loops.h"
#include "bench/stream_reduction/source.h"

#include <string.h>

static inline size_t tail_valid_index(const uint32_t *entry)
{
    return *entry != STREAM_NULL_INDEX;
}

static inline size_t tail_valid_tuple(const uint32_t *entry)
{
    static const uint64_t null = (uint64_t)STREAM_NULL_COMPONENT << 32 | STREAM_NULL_COMPONENT;
    uint64_t halves[2];
    memcpy(halves, entry, sizeof(halves));
    return ((halves[0] ^ null) | (halves[1] ^ null)) != 0;
}

/* Entries i.. of `entries`, when `at` of `room` are there; returns how many are then. Once the room
 * is full there are no more. */
static inline size_t tail_indices(uint32_t *to, size_t room, size_t at, const uint32_t *from,
                                  size_t i, size_t entries)
{
    for (; i < entries && at < room; i++) {
        to[at] = from[i];
        at += tail_valid_index(&from[i]);
    }
    return at;
}

static inline size_t tail_tuples(uint32_t *to, size_t room, size_t at, const uint32_t *from,
                                 size_t i, size_t entries)
{
    for (; i < entries && at < room; i++) {
        memcpy(&to[4 * at], &from[4 * i], 16);
        at += tail_valid_tuple(&from[4 * i]);
    }
    return at;
}

#endif
