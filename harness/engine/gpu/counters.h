/* SPDX-License-Identifier: MIT */
/*
 * counters.h: what a driver counts while commands run, by VK_KHR_performance_query: a diagnostic
 * mode, read by a trace (trace.h). Only devices that were made with gpu_params.counters have any.
 * Errors are those of gpu.h.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_COUNTERS_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_COUNTERS_H

#include "harness/engine/gpu/gpu.h"

enum { GPU_COUNTERS_TOGETHER_MAX = 8 };

struct gpu_counter {
    char name[256], category[256], description[256]; /* the driver's words */
    const char *unit; /* "", "%", "ns", "bytes", "bytes/s", "K", "W", "V", "A", "Hz", "cycles" */
    bool is_rate;     /* of several commands it has a mean, weighted by their times, and no sum */
    bool per_command; /* false: it counts whole render passes or submissions, and no trace has it */
};

/* All of the device's queue, in the driver's order; owned by the device. 0 without any. */
size_t gpu_counters(const struct gpu *gpu, const struct gpu_counter **counters);

/*
 * How many of these indices, from the first on, one execution counts: at most
 * GPU_COUNTERS_TOGETHER_MAX. 0 where the first alone needs several executions of the same commands,
 * which a case that writes its own input cannot have.
 */
size_t gpu_counters_together(struct gpu *gpu, const uint32_t *chosen, size_t count);

#endif
