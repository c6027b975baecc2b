/* SPDX-License-Identifier: MIT */
/* trace_counters.h: which counters of a driver a trace has. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_TRACE_COUNTERS_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_TRACE_COUNTERS_H

#include "harness/engine/gpu/counters.h"

struct trace_counters {
    uint32_t *chosen; /* indices of gpu_counters() */
    size_t count;
};

/*
 * Those whose names the extended regular expression matches, in any case, and that can be counted
 * per command in one execution; how many cannot is said. Exit code 0, or 99 with a line on standard
 * error where none is left.
 */
int trace_counters_choose(struct gpu *gpu, const char *expression, struct trace_counters *counters);
void trace_counters_finish(struct trace_counters *counters);

#endif
