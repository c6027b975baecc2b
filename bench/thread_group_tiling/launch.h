/* SPDX-License-Identifier: MIT */
/*
 * launch.h: where a work-group gets its launch index from: its id, or a ticket that it draws when
 * it runs. The host's side of kernels/thread_group_tiling/launch.glsl.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_LAUNCH_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_LAUNCH_H

#include "harness/bench.h"

/* The numbers are those of LAUNCH_... in launch.glsl. */
enum tiling_launch { TILING_LAUNCH_ID, TILING_LAUNCH_TICKET };

/* "id", "ticket"; ends with NULL. */
extern const char *const tiling_launch_names[];

/* An entry of a table of axes: `launch`, an axis of variants, so that all are against one
 * baseline. Names leave `id` out. */
#define TILING_LAUNCH_AXIS(quick, paper, full)                                                     \
    {                                                                                              \
        .name = "launch", .help = "where a group's launch index is from",                          \
        .names = tiling_launch_names, .default_value = "id",                                       \
        .values = { (quick), (paper), (full) },                                                    \
    }

/* The case's value; id where it has no such axis. */
enum tiling_launch tiling_launch_of(const struct bench_case *c);

/* The counter for LAUNCH_BINDING, in the case's scope; bound whatever the launch is. */
struct gpu_buffer *tiling_launch_create(struct bench_case *c);

/* For reset(): tickets begin with 0. */
void tiling_launch_reset(struct gpu_commands *commands, struct gpu_buffer *counter);

#endif
