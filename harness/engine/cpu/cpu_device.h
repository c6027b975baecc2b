/* SPDX-License-Identifier: MIT */
/* cpu_device.h: the host in the place of a device, for a run that has none. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_DEVICE_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_DEVICE_H

#include "harness/engine/gpu/gpu.h"

/* Describes the CPU as a device of kind GPU_HOST. The other members are 0 or say that there is
 * nothing. */
void cpu_device_info(struct gpu_info *info);

/* True for such an info: cases of kind CPU can run, others cannot. */
bool cpu_device_is_host(const struct gpu_info *info);

#endif
