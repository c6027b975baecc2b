/* SPDX-License-Identifier: MIT */
/* host.h: stream reduction on the CPU: rows' methods, and what they share. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_HOST_HOST_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_HOST_HOST_H

#include "bench/stream_reduction/host/loops.h"
#include "bench/stream_reduction/stream.h"

/* Turns ---------------------------------------------------------------------------------------- */
/*
 * Several inputs of the same facts, for CPU variants. A processor that meets the same few
 * thousand branches in every execution learns them by heart, and then the paper's loop, measured
 * again and again on a small stream, shows what its predictor remembers. So every execution on a
 * small stream finds a new one: the runs of valid entries change places among each other, as do
 * those of null ones, and the valid entries stay in their order. Count, answer, the lengths of all
 * runs, work and declared facts are the same; where the null entries are is not.
 *
 * The copy is made before the execution, in no time, and is in the caches then, as the stream
 * itself is after an execution; with cold caches it is swept out of them.
 */

enum {
    /* Nothing learns a stream of so many branches, and more. */
    STREAM_TURNS_ENTRIES = 1 << 20,
};

struct stream_turns {
    const struct stream_input *input;
    uint32_t *elements;   /* the copy; NULL: the stream is long, and read itself */
    uint32_t *lengths[2]; /* of the runs of null entries and of valid ones */
    size_t counts[2];
    uint32_t first; /* which of the two the stream begins with */
    uint64_t random;
};

/* In memory of the context, by its seed; the first turn is the input itself. False when there is
 * none, which is told. */
bool stream_turns_init(struct context *context, struct stream_turns *turns,
                       const struct stream_input *input);

void stream_turns_next(struct stream_turns *turns);

/* Returns the elements to read now. */
const uint32_t *stream_turns_elements(const struct stream_turns *turns);

extern const struct bench_method stream_pointer_walk, stream_branchless, stream_simd,
    stream_simd_threads;

/* Axes of the first three and of the last; end with a NULL name. */
extern const struct bench_axis stream_host_axes[], stream_host_threads_axes[];

/* Values of the paper's program, of those that need no other p than the paper's middle, and of the
 * one that what allocates for the worst case is held against. */
extern const struct bench_values stream_walk_values[], stream_simd_values[],
    stream_threads_values[];

#endif
