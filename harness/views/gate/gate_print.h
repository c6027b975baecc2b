/* SPDX-License-Identifier: MIT */
/*
 * gate_print.h: what a session of `ab` says, for people, in 80 columns but for the command at the
 * end: the verdict of all first, then each row, then those that fail by the kernel that they share.
 *
 *   verdict   gate.h
 *   B / A     ratio of times; with the interval between launches, or where a row passed early, with
 *             the bound that it passed by
 *   found     the least change that would have been found with a probability of 80 %
 *   case      below its workload: variant, and the axes that the workload's name does not hold
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_GATE_PRINT_H

#include "harness/analysis/gate/gate_result.h"

#include <stdbool.h>
#include <stdio.h>

void gate_print(FILE *out, const struct gate_result *outcome, bool colours);

#endif
