/* SPDX-License-Identifier: MIT */
/*
 * allocating.h: variants of the device that allocate their output in time, as the paper's program
 * does, with the host in the loop. What it allocates is new memory of the device, by the driver; it
 * goes, in no time, before the next execution.
 *
 *   exact  count, read the count back, allocate room for so many entries, fill it: two submissions
 *   whole  allocate room for all entries, count and fill, and read the count back: one submission
 */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_ALLOCATING_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_ALLOCATING_H

#include "bench/stream_reduction/variants.h"

/* State of such a variant's case beside that of its method. */
struct stream_allocating;

/* The axis `allocation`, of methods whose traits have a count, and of others. */
extern const struct bench_axis stream_allocating_axes[], stream_allocating_whole_axes[];

/* The method of a row: that of bench_variant.data's `recorded`, driven. */
extern const struct bench_method stream_allocating_method;

#endif
