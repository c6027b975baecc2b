/* SPDX-License-Identifier: MIT */
/*
 * why.h: what a case's time goes into, as far as its run says. Pure: a case in, units and a
 * sentence out.
 *
 * A unit is what the case has declared work for and the run a ceiling: its share is the least time
 * that the work takes there, over the case's median (of GPU time, of kind CPU wall time). The top
 * unit is the one with the largest share.
 *
 * A case that is above half of its floor has no sentence. Below, the sentence has, in this order,
 *   the host     of kind HOST_DRIVEN, where most of the wall time lies outside of the GPU time
 *   shares       empty pairs of stamps, dependent steps, loads and rounds, the top unit of those
 *                that do not wait, and a metric that is a time: those of 15 % and more, the largest
 *                first; the metric `compulsory_bytes_per_second`, which has bytes of images, too,
 *                where it is half of what memory can do; the probe, a share where it is half of the
 *                time, and no more than all; and what they are together, where only that is half of
 *                the time
 *   conditions   where they are not half of the time: groups that leave multiprocessors without
 *                work, or with few threads; a group with much more than the mean; groups smaller
 *                than a subgroup; steps that no ceiling measures, and operations, by the metric
 *                `operations_per_second`; stacks; the time with hot caches; what is left of each
 *                step, in loads that wait; registers; threads of the host that do not share out
 *                the time of one; another value of one axis; the fastest other variant
 *   the rest     likewise: what all units take, so that none of them binds; or that they are half
 *                of the time where none overlaps
 *
 * A sentence says only what the file bears out. Shares are least times: what is said to take half
 * of the time takes half or more of it, or overlaps with what else does.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_WHY_WHY_H
#define CLAIMCHECK_HARNESS_ANALYSIS_WHY_WHY_H

#include "harness/record/run/run.h"

enum why_unit {
    WHY_MEMORY,
    WHY_TEXTURE,
    WHY_OPERATIONS, /* of any kind; then those of one: */
    WHY_SINGLE,
    WHY_INTEGER,
    WHY_SPECIAL,
    WHY_ATOMICS,
    WHY_GROUPS,
    WHY_VERTICES,
    WHY_PIXELS,
    WHY_STEPS,
    WHY_LOADS,
    WHY_ROUNDS,
    WHY_UNIT_COUNT,
};

/* "memory", "texture", "operations", ... Static storage. */
const char *why_unit_name(enum why_unit unit);

struct why_use {
    enum why_unit unit;
    double ns, percent; /* of the case's time */
};

enum { WHY_TEXT_BYTES = 1024 };

struct why {
    struct why_use uses[WHY_UNIT_COUNT]; /* the largest first */
    size_t use_count;
    char text[WHY_TEXT_BYTES]; /* in ASCII; "" where there is none */
};

/* Explains a case of the run, by the run's device limits. A case that is not ok, has no lower bound
 * or is a device limit has no explanation. */
void why_find(struct why *why, const struct run *run, const struct run_case *c);

/* Registers of a kernel, and bytes of a thread's that do not fit them, under the names of NVIDIA's
 * and Mesa's drivers; 0 where the driver does not say. */
double why_kernel_registers(const struct run_kernel *kernel);
double why_kernel_stack(const struct run_kernel *kernel);

#endif
