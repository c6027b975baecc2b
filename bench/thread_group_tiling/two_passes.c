/* SPDX-License-Identifier: MIT */
/*
 * two_passes.c: gather, and gather again with the first result in place of plane 0. What the first
 * pass touched last is what the cache still holds: a second one that begins where the first ended
 * finds it there.
 */
#include "bench/thread_group_tiling/benches.h"

#include "bench/common/axis.h"
#include "bench/thread_group_tiling/orders.h"

#include "thread_group_tiling.kernels.h"

static bool prepare(struct context *context, struct tiling_wide_input *input)
{
    tiling_gather_prepare(context, input, 0);
    tiling_gather_prepare(context, input, 1);
    return true;
}

static const struct tiling_wide_bench data = {
    .shaders = { &kernel_thread_group_tiling_gather, &kernel_thread_group_tiling_gather_again },
    .pixel = tiling_gather_pixel,
    .prepare = prepare,
};

static const struct bench_axis axes[] = { TILING_WIDE_AXES, TILING_GATHER_TAPS, { 0 } };

static const struct bench_values values[] = {
    { "width", { "640", "640,8192,16384", "640,2560,8192,16384,32000" } },
    { "n", { "16", "16", "1,4,16,64" } },
    { 0 },
};

static const struct bench_variant variants[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_TILED_X_VARIANT,
    TILING_HILBERT_VARIANT,
    { 0 },
};

static const struct bench_join joins[] = {
    { "*", "width:16384", "page: other kernels" },
    { 0 },
};

const struct bench tiling_two_passes = {
    .name = "two_passes",
    .question = "Two passes, one over what the other wrote: should the second begin at its end?",
    .axes = axes,
    .values = values,
    .data = &data,
    .joins = joins,
    .variants = variants,
    TILING_WIDE_METHOD(tiling_wide_work),
};
