/* SPDX-License-Identifier: MIT */
/*
 * command_parts.h: the driver's objects of one struct gpu_commands. New commands reuse those of
 * commands that ended: the driver of an H100 took 5.5 s to make and free the objects of a run.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_COMMAND_PARTS_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_COMMAND_PARTS_H

#include "harness/engine/gpu/private.h"

struct gpu_command_parts {
    struct gpu_command_parts *next; /* that are kept */
    VkCommandBuffer handle;
    VkFence fence;
    VkQueryPool queries; /* GPU_TIMESTAMPS_MAX; none on a device that needs the host's stamps */
    VkBuffer read_back;  /* GPU_READ_BACK_BYTES_MAX, host-visible, mapped; NULL until wanted */
    VkDeviceMemory read_back_memory;
    const char *read_back_mapped;
};

/* Returns parts that are kept, or new ones; the command buffer is to be begun. NULL, with the
 * failure recorded, where the driver has none. */
struct gpu_command_parts *gpu_command_parts_take(struct gpu *gpu);

/* Makes sure that there is read-back memory. */
bool gpu_command_parts_read_back(struct gpu *gpu, struct gpu_command_parts *parts);

/* Keeps them, or gives them back to the driver. The device no longer uses them. Without a device,
 * which may still use them, only the host's memory is freed. Accepts NULL for the parts. */
void gpu_command_parts_release(struct gpu *gpu, struct gpu_command_parts *parts);

/* Before the device goes. idle: as with gpu_programs_finish(). */
void gpu_command_parts_finish(struct gpu *gpu, bool idle);

#endif
