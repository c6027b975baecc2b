/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/ceilings.h"

static const struct bench *const benches[] = { &ceilings_bandwidth,
                                               &ceilings_arithmetic,
                                               &ceilings_atomics,
                                               &ceilings_latency,
                                               &ceilings_launch,
                                               &ceilings_texture,
                                               &ceilings_draw,
                                               &ceilings_host_bandwidth,
                                               &ceilings_host_arithmetic,
                                               NULL };

static const char *const controls[] = { "ceilings.bandwidth/copy/bytes:268435456",
                                        "ceilings.arithmetic/fma", NULL };
static const char *const control_kernels[] = { "ceilings/copy", "ceilings/fma", NULL };

const struct technique ceilings_technique = {
    .name = "ceilings",
    .alias = "ceilings",
    .question = "What can this device do at most?",
    .paper = "none: limits with which the other benches' times are compared",
    .benches = benches,
    .controls = controls,
    .control_kernels = control_kernels,
    .full_scale = 1,
};
