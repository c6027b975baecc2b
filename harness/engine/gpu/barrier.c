/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/recording.h"
#include "harness/engine/gpu/trace.h"

/* One side of a barrier. */
struct side {
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 access;
};

/* One way of touching memory. Before a barrier only writes count. Without a write the stage counts,
 * since what was read may be written next. */
struct touch {
    uint32_t bit;
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 writes, reads;
};

enum { TOUCHES_MAX = 8 };

/* The stages that look acceleration structures up, as far as the device has them. */
static VkPipelineStageFlags2 rays_stages(const struct gpu *gpu)
{
    const uint32_t features = gpu->info.features;
    return (features & GPU_RAY_TRACING_PIPELINE ? VK_PIPELINE_STAGE_2_RAY_TRACING_SHADER_BIT_KHR
                                                : 0) |
           (features & GPU_RAY_QUERY ? VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT : 0);
}

/* Lists in `touches` the accesses that the device knows, and returns their count. */
static uint32_t touches_of(const struct gpu *gpu, struct touch touches[TOUCHES_MAX])
{
    const VkPipelineStageFlags2 rays = rays_stages(gpu);
    uint32_t count = 0;
    touches[count++] =
        (struct touch){ GPU_COMPUTE, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                        VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT };
    touches[count++] =
        (struct touch){ GPU_TRANSFER, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                        VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_ACCESS_2_TRANSFER_READ_BIT };
    touches[count++] = (struct touch){ GPU_INDIRECT, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, 0,
                                       VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT };
    touches[count++] =
        (struct touch){ GPU_MAPPED, VK_PIPELINE_STAGE_2_HOST_BIT, 0, VK_ACCESS_2_HOST_READ_BIT };
    if (gpu->info.features & GPU_GRAPHICS)
        touches[count++] = (struct touch){ GPU_DRAW, VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT,
                                           VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                                           VK_ACCESS_2_SHADER_STORAGE_READ_BIT };
    if (gpu->image_count > 0)
        touches[count++] = (struct touch){ GPU_SAMPLING, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, 0,
                                           VK_ACCESS_2_SHADER_SAMPLED_READ_BIT };
    if (gpu->acceleration_count == 0 || !rays)
        return count;
    touches[count++] =
        (struct touch){ GPU_BUILD, VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR,
                        VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
                        VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR |
                            VK_ACCESS_2_SHADER_READ_BIT };
    touches[count++] = (struct touch){ GPU_RAYS, rays, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                                       VK_ACCESS_2_SHADER_STORAGE_READ_BIT |
                                           VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR };
    return count;
}

void gpu_commands_barrier(struct gpu_commands *commands, uint32_t before, uint32_t after)
{
    struct recording recording;
    if (!gpu_commands_recording_outside(commands, &recording))
        return;
    struct gpu *gpu = recording.gpu;
    struct touch touches[TOUCHES_MAX];
    struct side first = { 0 }, second = { 0 };
    const uint32_t count = touches_of(gpu, touches);
    for (uint32_t i = 0; i < count; i++) {
        const struct touch *touch = &touches[i];
        first.stages |= before & touch->bit ? touch->stages : 0;
        first.access |= before & touch->bit ? touch->writes : 0;
        second.stages |= after & touch->bit ? touch->stages : 0;
        second.access |= after & touch->bit ? touch->writes | touch->reads : 0;
    }
    gpu_span_begin(gpu, recording.recorder, recording.handle,
                   &(struct gpu_span){ .kind = GPU_SPAN_BARRIER, .name = "" });
    gpu_barrier_record(gpu, recording.handle, first.stages, first.access, second.stages,
                       second.access);
    gpu_span_end(gpu, recording.recorder, recording.handle);
    recording.counters->barriers++;
}
