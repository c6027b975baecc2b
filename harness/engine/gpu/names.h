/* SPDX-License-Identifier: MIT */
/* names.h: names of objects and labels of commands, for profilers and the layers: within
 * harness/engine/gpu/ alone. Where they are not there, or not wanted, nothing is done. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_NAMES_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_NAMES_H

#include "harness/engine/gpu/trace.h"

#include <stdint.h>
#include <volk.h>

/* Reads which of them the device has, and whether labels are wanted. */
void gpu_names_read(struct gpu *gpu, bool labels);
void gpu_name(struct gpu *gpu, VkObjectType type, uint64_t handle, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Around the recording of one command, but for barriers and stamps; forget when it is recorded
 * anew. */
void gpu_label_begin(struct gpu *gpu, VkCommandBuffer commands, const struct gpu_span *span);
void gpu_label_end(struct gpu *gpu, VkCommandBuffer commands);
void gpu_label_forget(struct gpu *gpu, VkCommandBuffer commands);

#endif
