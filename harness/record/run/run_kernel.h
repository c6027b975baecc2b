/* SPDX-License-Identifier: MIT */
/* run_kernel.h: entries of kernels[]. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_KERNEL_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_KERNEL_H

#include "harness/record/run/run.h"

/* The kernel of that id; NULL where the run has none. */
const struct run_kernel *run_kernel_find(const struct run *run, const char *id);

/* What another case has in place of kernel `index` of the case: of as many of that name the one
 * that stands as far behind; of a user's files alone where `file`. NULL where it has none. */
const struct run_kernel *run_kernel_instead(const struct run *run, const struct run_case *c,
                                            size_t index, const struct run *other_run,
                                            const struct run_case *other, bool file);

#endif
