/* SPDX-License-Identifier: MIT */
/* trace_pair_print.h: two traces side by side, for people, in 80 columns. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_TRACE_PAIR_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_TRACE_PAIR_PRINT_H

#include "harness/analysis/gate/trace_pair.h"

#include <stdio.h>

void trace_pair_print(FILE *out, const struct trace_pair *pair);

#endif
