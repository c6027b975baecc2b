/* SPDX-License-Identifier: MIT */
/* case_print.h: one case in full, for people, in at most 80 columns. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CASE_CASE_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_CASE_CASE_PRINT_H

#include "harness/base/base.h"
#include "harness/record/run/run.h"

/*
 * What it is and how it ended; its times, with the distribution; its floor, its probe, its units
 * and why it is below half of its floor (judge/why/why.h); work, counters and metrics; kernels with
 * what the driver says of them; facts of its workload; then every sample in the order of sampling,
 * with the clock. What the file does not say is left out. All text but names is ASCII.
 */
void case_print(FILE *out, const struct run *run, const struct run_case *c);

/* Adds the energy of an execution, or why there is none, and what was read beside it; nothing where
 * the run did not ask. */
void case_energy_add(struct text *line, const struct run_case *c);

#endif
