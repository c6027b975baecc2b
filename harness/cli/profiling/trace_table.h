/* SPDX-License-Identifier: MIT */
/* trace_table.h: a traced case for people: per pass how often, how long, and its share. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_TRACE_TABLE_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_TRACE_TABLE_H

#include "harness/engine/measure/trace.h"

#include <stdio.h>

void trace_table_print(FILE *out, const struct trace_case *traced);

#endif
