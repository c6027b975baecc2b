/* SPDX-License-Identifier: MIT */
/* recording.h: what commands are recorded into, what they bind, and what a trace sees of them. For
 * the files of harness/engine/gpu/ alone. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_GPU_RECORDING_H
#define CLAIMCHECK_HARNESS_ENGINE_GPU_RECORDING_H

#include "harness/engine/gpu/objects.h"

/* The commands into which draws are being recorded. */
struct recording {
    struct gpu *gpu;
    VkCommandBuffer handle;
    struct gpu_counters *counters;
    struct descriptor_sets *sets;
    struct gpu_target **pass; /* the pass that was begun and not ended; NULL: none */
    struct span_recorder *recorder;
};

/* False when the commands cannot be recorded into; says so, unless the device has failed. */
bool gpu_commands_recording(struct gpu_commands *commands, struct recording *recording);

/* Prepares for commands other than draws; false inside a pass, too. */
bool gpu_commands_recording_outside(struct gpu_commands *commands, struct recording *recording);

/* The contents of a descriptor set. */
struct set_contents {
    uint64_t serial; /* of the kernel or pipeline */
    VkDescriptorSetLayout layout;
    uint32_t count;
    const struct gpu_binding *bindings;
    struct gpu_buffer *const *buffers;
    const struct gpu_image_binding *images;        /* NULL: there are none */
    struct gpu_acceleration *const *accelerations; /* likewise */
};

/* Layouts of a kernel or pipeline with these bindings, for the stages that use them. */
struct layout_params {
    const struct gpu_binding *bindings;
    uint32_t count, push_bytes;
    VkShaderStageFlags stages;
    const char *name; /* for messages */
};
bool gpu_layout_create(struct gpu *gpu, const struct layout_params *params,
                       VkDescriptorSetLayout *set_layout, VkPipelineLayout *layout);

/* How many of the bindings are of a kind. */
uint32_t gpu_bindings_count(const struct gpu_binding *bindings, uint32_t count,
                            enum gpu_binding_kind kind);

/* False, with the reason recorded, when a binding lacks what it is; `name` is the shader's. */
bool gpu_bindings_ok(struct gpu *gpu, const char *name, const struct set_contents *contents);

/* Descriptor sets of one struct gpu_commands, and live as long. */
struct descriptor_sets {
    VkDescriptorPool *pools;
    uint32_t pool_count;
    struct bound_set *sets;   /* descriptors.c */
    uint32_t set_count, left; /* sets that the last pool has left */
    uint32_t kinds;           /* of bindings that they may hold, bits by enum gpu_binding_kind */
};

/* The set with these contents, made when there is none. VK_NULL_HANDLE on failure. */
VkDescriptorSet gpu_descriptor_set(struct gpu *gpu, struct descriptor_sets *sets,
                                   const struct set_contents *contents);

/* Frees them; without a device the host's memory alone. */
void gpu_descriptor_sets_finish(struct gpu *gpu, struct descriptor_sets *sets);

/* Stamps of a queue without timestamps (queue.c). Commands are cut at each stamp, and the host
 * submits the parts one by one: a stamp is the host's time when what came before it had ended. */
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

/* Tracing (trace.c); with no trace on the device, and with a NULL recorder, all of it does nothing.
 */
struct span_recorder;
struct gpu_span;

/* The commands are recorded anew, in the mode of the device's trace; *recorder is made when needed.
 */
void gpu_span_recorder_restart(struct gpu *gpu, struct span_recorder **recorder,
                               VkCommandBuffer commands);
void gpu_span_recorder_release(struct gpu *gpu, struct span_recorder *recorder);

/* Around the recording of one command. */
void gpu_span_begin(struct gpu *gpu, struct span_recorder *recorder, VkCommandBuffer commands,
                    const struct gpu_span *span);
void gpu_span_end(struct gpu *gpu, struct span_recorder *recorder, VkCommandBuffer commands);

/* Around a submission: before the call, after it, after the wait; then what it stamped. */
void gpu_submission_begin(struct gpu *gpu);
void gpu_submission_submitted(struct gpu *gpu);
void gpu_submission_done(struct gpu *gpu);
void gpu_submission_collect(struct gpu *gpu, const struct span_recorder *recorder);

#endif
