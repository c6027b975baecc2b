/* SPDX-License-Identifier: MIT */
/*
 * scan.h: prefix sums across work-groups, by the suite's own kernels (kernels/common/scan_*.comp).
 * Three parts: sums of blocks, their prefix sums (the spine), and each word from what is before its
 * block. None waits for another group; a barrier is needed between them, before and after.
 *
 * Passes of the library have one shape: create in a scope, record into commands, and add to what a
 * bench declares what one recording must do (work).
 */
#ifndef CLAIMCHECK_BENCH_COMMON_SCAN_H
#define CLAIMCHECK_BENCH_COMMON_SCAN_H

#include "harness/method.h"

#include <stdint.h>

/* The spine alone, for techniques that make the sums of their groups by themselves. */
struct scan_spine {
    struct gpu_buffer *arrays; /* array_count arrays of words, `stride` words apart */
    uint32_t array_count, stride;
    struct gpu_buffer *counts; /* a word of it over `divide`, rounded up, is the arrays' length: */
    uint32_t divide;           /* less than stride, for the sum of all stands behind the last */
    struct gpu_kernel *kernel; /* of scan_spine_create() */
};

/* Takes all but the kernel, which belongs to the scope. */
struct scan_spine scan_spine_create(struct gpu_scope *scope, struct scan_spine spine);

/* Each array becomes its exclusive prefix sums, followed by the sum of all, modulo 2^32; of the
 * length that the word `count` of counts has. */
void scan_spine_record(struct gpu_commands *commands, const struct scan_spine *spine,
                       uint32_t count);
/* Declares work for arrays of `length` words. */
void scan_spine_work(const struct scan_spine *spine, uint64_t length, struct bench_work *work);
/* Exclusive prefix sums, in place; of few words by the spine alone. */
struct scan {
    struct gpu_kernel *blocks, *apply;
    struct scan_spine spine;
    uint32_t words, group_limit;
};

/* For `words` words, at most 2^31. Objects belong to the scope. */
struct scan scan_create(struct gpu_scope *scope, uint32_t words);

/* Barriers between its parts are its own; those before and after are the caller's. */
void scan_record(struct gpu_commands *commands, const struct scan *scan, struct gpu_buffer *words);
void scan_work(const struct scan *scan, struct bench_work *work);
#endif
