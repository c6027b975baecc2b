/* SPDX-License-Identifier: MIT */
/* kernel_print.h: kernels for people: what they are, what the driver makes of them, and how a file
 * differs from what it stands in for. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_PRINT_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_PRINT_H

#include <jansson.h>
#include <stdio.h>

/* Entries of `kernels` of `claimcheck list --kernels --json`. One that `stands_in_for` another is
 * set against it, where that is there. */
void kernel_print(FILE *out, const json_t *kernels);

#endif
