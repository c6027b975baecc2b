/* SPDX-License-Identifier: MIT */
/* cpu_device.h: the host in the place of a device, for a run that has none. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_DEVICE_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_DEVICE_H

#include "harness/engine/gpu/gpu.h"

/* Of kind GPU_HOST, with the name of the CPU; the rest is 0 or says that there is nothing. */
void cpu_device_info(struct gpu_info *info);

/* True for such an info: cases of kind CPU can run, others cannot. */
bool cpu_device_is_host(const struct gpu_info *info);

#endif
