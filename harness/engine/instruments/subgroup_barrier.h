/* SPDX-License-Identifier: MIT */
/*
 * subgroup_barrier.h: finds drivers that take subgroupBarrier() for a barrier of the work-group and
 * end the subgroups that meet more of them than another. Vulkan lets subgroups meet as many as they
 * like; Mesa 25.0.7's CPU driver does so.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_SUBGROUP_BARRIER_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_SUBGROUP_BARRIER_H

#include "harness/engine/gpu/gpu.h"

/* The reason of a case whose kernel is refused; its only argument is the kernel's name. */
#define SUBGROUP_BARRIER_REFUSAL                                                                   \
    "kernel %s: this driver ends subgroups at a subgroupBarrier() of another"

/*
 * Runs the kernel, kernels/harness/subgroup_barrier.comp or one that a test planted, and waits.
 * Returns whether all subgroups came to their end; true on a failed device.
 */
bool subgroup_barrier_holds(struct gpu *gpu, const struct gpu_shader *shader);

/*
 * Returns the name of a kernel of the scope that uses subgroupBarrier() where the device's does not
 * hold; NULL for none. The device is tried at its first such kernel, and keeps what it showed.
 */
const char *subgroup_barrier_refused(struct gpu *gpu, struct gpu_scope *scope);

#endif
