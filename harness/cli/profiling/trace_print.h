/* SPDX-License-Identifier: MIT */
/* trace_print.h: timelines for people. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_TRACE_PRINT_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_TRACE_PRINT_H

#include "harness/cli/command.h"
#include "harness/engine/gpu/trace.h"
#include "harness/engine/measure/trace.h"

#include <stdio.h>

/* A traced case: per pass how often, how long, and its share. */
void trace_table_print(FILE *out, const struct trace_case *traced);

/* `trace --compare A.json B.json`. Returns EXIT_CODE_OK whatever is found, EXIT_CODE_NOTHING where
 * no case is ok in both. */
int trace_compare_run(const struct command_line *line);

/* Which counters of a driver a trace has. */

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
