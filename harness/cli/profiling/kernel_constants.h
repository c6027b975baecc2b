/* SPDX-License-Identifier: MIT */
/* kernel_constants.h: constants of a kernel of the user that no measured case sets otherwise. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_CONSTANTS_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_CONSTANTS_H

#include "harness/engine/shaders/kernel_file.h"
#include "harness/record/run/run.h"
#include "harness/views/sheet/sheet.h"

/* Adds a line for each file with such constants: their value, and the branches that they decide,
 * which have gone one way only. */
void kernel_constants_view(struct sheet *sheet, const struct run *run,
                           const struct kernel_files *files);

#endif
