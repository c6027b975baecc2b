/* SPDX-License-Identifier: MIT */
/* kernel_diff.h: `list --kernels --diff NAME=FILE`: a kernel and the user's, side by side. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_DIFF_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_DIFF_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Prints each entry of `kernels` that stands in for another beside that one: what the SPIR-V has,
 * the driver's statistics, and its representations line by line. Lines are cut at `columns`. */
void kernel_diff_print(FILE *out, const json_t *kernels, unsigned columns);

#endif
