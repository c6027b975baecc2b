/* SPDX-License-Identifier: MIT */
/* run_kernel.h: entries of kernels[]. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_KERNEL_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_KERNEL_H

#include "harness/record/run/run.h"

/* The kernel of that id; NULL where the run has none. */
const struct run_kernel *run_kernel_find(const struct run *run, const char *id);

/* Finds the kernel that another case has in place of kernel `index` of this case. If several have
 * its name, the positions among them must agree. With `file`, only a user's files count. NULL where
 * there is none. */
const struct run_kernel *run_kernel_instead(const struct run *run, const struct run_case *c,
                                            size_t index, const struct run *other_run,
                                            const struct run_case *other, bool file);

/*
 * The SHA-256 of the SPIR-V that this build has of a shipped kernel; "" where it has that one no
 * more; NULL where it is none of its own. Whoever knows the build sets it; NULL: nobody does.
 */
extern const char *(*run_kernel_built)(const char *name);

/* Whether a kernel is another one in this build, by a hash of which some digits may be left. */
bool run_kernel_changed(const char *name, const char *sha256);

#endif
