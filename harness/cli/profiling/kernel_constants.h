/* SPDX-License-Identifier: MIT */
/* kernel_constants.h: constants of the user's kernels that no measured case sets otherwise. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_CONSTANTS_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_KERNEL_CONSTANTS_H

#include "harness/engine/shaders/kernel.h"
#include "harness/record/run/run.h"
#include "harness/views/sheet/sheet.h"

/* Adds a line for each file with such constants: their value, and the branches that they decide,
 * which have gone one way only. */
void kernel_constants_view(struct sheet *sheet, const struct run *run,
                           const struct kernel_files *files);

/* Adds the same for kernels of a technique's folder, of constants that decide branches. Constants
 * go by their place in "constants" where the SPIR-V has no names. */
void kernel_constants_folder_view(struct sheet *sheet, const struct run *run,
                                  const struct technique_folder *folder);

#endif
