/* SPDX-License-Identifier: MIT */
/* host_stamps.h: stamps of a queue without timestamps. Commands are cut at each stamp, and the host
 * submits the parts one by one: a stamp is the host's time when what came before it had ended. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_HOST_STAMPS_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_HOST_STAMPS_H

#include "harness/engine/gpu/private.h"

struct host_stamps {
    VkCommandBuffer parts[GPU_TIMESTAMPS_MAX]; /* each ends at a stamp */
    uint32_t slots[GPU_TIMESTAMPS_MAX];        /* of these */
    uint32_t count;
    uint64_t ns[GPU_TIMESTAMPS_MAX]; /* by slot, of the last submission */
};

/* True where the host has to take the stamps. */
static inline bool gpu_host_stamps_needed(const struct gpu *gpu)
{
    return gpu->info.timestamp_bits == 0;
}

/* Ends *recorded at a stamp, and begins another in its place. */
bool gpu_host_stamps_cut(struct gpu *gpu, struct host_stamps *stamps, VkCommandBuffer *recorded,
                         uint32_t slot);

/* Submits all parts, and waits for each; *waited_ns is what that took. */
bool gpu_host_stamps_submit(struct gpu *gpu, struct host_stamps *stamps, VkFence fence,
                            double *waited_ns);

/* Frees the parts: there were no stamps. */
void gpu_host_stamps_restart(struct gpu *gpu, struct host_stamps *stamps);

#endif
