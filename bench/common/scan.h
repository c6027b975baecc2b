/* SPDX-License-Identifier: MIT */
/*
 * scan.h: prefix sums across work-groups, by the suite's own kernels (kernels/common/scan_*.comp).
 * Three parts: sums of blocks, their prefix sums (the spine), and each word from what is before its
 * block. None waits for another group; a barrier is needed between them, before and after.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_SCAN_H
#define CLAIMCHECK_BENCH_COMMON_SCAN_H

#include "harness/gpu/gpu.h"

#include <stdint.h>

/* The spine alone, for techniques that make the sums of their groups by themselves. */
struct gpu_kernel *scan_spine_create(struct gpu_scope *scope);

struct scan_spine {
    struct gpu_buffer *arrays; /* array_count arrays of words, `stride` words apart */
    uint32_t array_count, stride;
    struct gpu_buffer *counts; /* the arrays' length: its word `count` over `divide`, rounded up; */
    uint32_t count, divide;    /* less than stride, for the sum of all stands behind the last */
};

/* Each array becomes its exclusive prefix sums, followed by the sum of all, modulo 2^32. */
void scan_spine_record(struct gpu_commands *commands, struct gpu_kernel *kernel,
                       const struct scan_spine *spine);

/* Exclusive prefix sums of up to words_max words, in place. */
struct scan {
    struct gpu_kernel *blocks, *spine, *apply;
    struct gpu_buffer *sums, *counts;
    uint32_t words, group_limit;
};

/* For `words` words, at most 2^31. Objects belong to the scope. */
struct scan scan_create(struct gpu_scope *scope, uint32_t words);

/* Barriers between its parts are its own; those before and after are the caller's. */
void scan_record(struct gpu_commands *commands, const struct scan *scan, struct gpu_buffer *words);

#endif
