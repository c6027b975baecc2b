/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { READS_MAX = 64, PARTS_KEPT_MAX = 32 };

/* The driver's objects of one struct gpu_commands. New commands reuse those of commands that ended:
 * the driver of an H100 took 5.5 s to make and free the objects of a run. */
struct gpu_command_parts {
    struct gpu_command_parts *next; /* that are kept */
    VkCommandBuffer handle;
    VkFence fence;
    VkQueryPool queries; /* GPU_TIMESTAMPS_MAX; none on a device that needs the host's stamps */
    VkBuffer read_back;  /* GPU_READ_BACK_BYTES_MAX, host-visible, mapped; NULL until wanted */
    VkDeviceMemory read_back_memory;
    const char *read_back_mapped;
};

struct gpu_commands {
    struct object object;
    struct gpu_command_parts *parts;
    struct descriptor_sets sets;
    struct counting counting;
    struct span_recorder *recorder; /* NULL: never traced */
    bool recording;
    bool submitted;                      /* since it was begun or restarted */
    double waited_ns;                    /* by the host, for the last submission */
    uint64_t stamped;                    /* slots, bit by bit */
    uint64_t stamps[GPU_TIMESTAMPS_MAX]; /* by slot, of the last submission, once they were read */
    bool stamps_read;
    struct host_stamps host;
    struct gpu_target *pass;

    struct {
        void *destination;
        uint32_t offset, bytes; /* within parts->read_back */
    } reads[READS_MAX];
    uint32_t read_count, read_bytes;

    bool notes_lack;
    struct gpu_groups groups; /* of noted dispatches, once they were read */
};

/* A step or a barrier, as gpu_commands_count() notes it. */
struct counted {
    uint32_t access, after; /* after: of a barrier; 0: a step */
    uint32_t offset;        /* within parts->read_back, of a dispatch's groups; UINT32_MAX: none */
};

/* True where the host has to take the stamps. */
static bool stamps_by_host(const struct gpu *gpu)
{
    return gpu->info.timestamp_bits == 0;
}

/* The driver's objects ------------------------------------------------------------------------- */

static void parts_destroy(struct gpu *gpu, struct gpu_command_parts *parts)
{
    if (gpu) {
        gpu->vk.vkDestroyQueryPool(gpu->device, parts->queries, NULL);
        gpu->vk.vkDestroyFence(gpu->device, parts->fence, NULL);
        gpu->vk.vkDestroyBuffer(gpu->device, parts->read_back, NULL);
        gpu->vk.vkFreeMemory(gpu->device, parts->read_back_memory, NULL);
        if (parts->handle)
            gpu->vk.vkFreeCommandBuffers(gpu->device, gpu->command_pool, 1, &parts->handle);
    }
    free(parts);
}

static struct gpu_command_parts *parts_create(struct gpu *gpu)
{
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    const VkQueryPoolCreateInfo queries = { .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                            .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                            .queryCount = GPU_TIMESTAMPS_MAX };
    struct gpu_command_parts *parts = need_zeroed(1, sizeof(*parts));
    if (gpu_queue_commands_create(gpu, &parts->handle) &&
        VK(gpu, vkCreateFence(gpu->device, &fence, NULL, &parts->fence)) &&
        (stamps_by_host(gpu) ||
         VK(gpu, vkCreateQueryPool(gpu->device, &queries, NULL, &parts->queries))))
        return parts;
    parts_destroy(gpu, parts);
    return NULL;
}

/* Returns parts that are kept, or new ones; the command buffer is to be begun. NULL, with the
 * failure recorded, where the driver has none. */
static struct gpu_command_parts *parts_take(struct gpu *gpu)
{
    struct gpu_command_parts *parts = gpu->command_parts;
    if (!parts)
        return parts_create(gpu);
    gpu->command_parts = parts->next;
    gpu->command_parts_count--;
    parts->next = NULL;
    return parts;
}

/* Makes sure that there is read-back memory. */
static bool parts_read_back(struct gpu *gpu, struct gpu_command_parts *parts)
{
    void *mapped;
    if (parts->read_back_mapped)
        return true;
    if (!gpu_memory_buffer_create(gpu, "read-back", GPU_READ_BACK_BYTES_MAX,
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT, GPU_MEMORY_HOST,
                                  &parts->read_back, &parts->read_back_memory) ||
        !VK(gpu, vkMapMemory(gpu->device, parts->read_back_memory, 0, VK_WHOLE_SIZE, 0, &mapped)))
        return false;
    parts->read_back_mapped = mapped;
    return true;
}

/*
 * Keeps them, or gives them back to the driver. The device no longer uses them. Without a device,
 * which may still use them, only the host's memory is freed. Accepts NULL for the parts. A reset
 * command buffer no longer refers to what it was recorded with. Read-back memory that could not be
 * mapped is not kept: the device may have recovered since.
 */
static void parts_release(struct gpu *gpu, struct gpu_command_parts *parts)
{
    if (!parts)
        return;
    if (!gpu || gpu_failed(gpu) || gpu->command_parts_count >= PARTS_KEPT_MAX ||
        (parts->read_back && !parts->read_back_mapped) ||
        gpu->vk.vkResetCommandBuffer(parts->handle, 0) != VK_SUCCESS) {
        parts_destroy(gpu, parts);
        return;
    }
    parts->next = gpu->command_parts;
    gpu->command_parts = parts;
    gpu->command_parts_count++;
}

void gpu_command_parts_finish(struct gpu *gpu, bool idle)
{
    while (gpu->command_parts) {
        struct gpu_command_parts *parts = gpu->command_parts;
        gpu->command_parts = parts->next;
        parts_destroy(idle ? gpu : NULL, parts);
    }
}

/* Begin and end -------------------------------------------------------------------------------- */

bool gpu_commands_recording(struct gpu_commands *commands, struct recording *recording)
{
    if (!commands || commands->object.scope->gpu->compile_only ||
        gpu_failed(commands->object.scope->gpu))
        return false;
    if (!commands->recording)
        return gpu_fail(commands->object.scope->gpu, GPU_ERROR,
                        "commands were recorded after their submission");
    *recording = (struct recording){ commands->object.scope->gpu,
                                     commands->parts->handle,
                                     &commands->counting,
                                     &commands->sets,
                                     &commands->pass,
                                     commands->recorder };
    return true;
}

bool gpu_commands_recording_outside(struct gpu_commands *commands, struct recording *recording)
{
    if (!gpu_commands_recording(commands, recording))
        return false;
    return !commands->pass ||
           gpu_fail(recording->gpu, GPU_ERROR, "something else than a draw was recorded in a pass");
}

/* The commands' device when they can be recorded into, outside a pass; NULL otherwise. */
static struct gpu *recording_device(struct gpu_commands *commands)
{
    struct recording recording;
    return gpu_commands_recording_outside(commands, &recording) ? recording.gpu : NULL;
}

static bool begin(struct gpu *gpu, struct gpu_commands *commands)
{
    const VkCommandBufferBeginInfo info = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    if (!VK(gpu, vkBeginCommandBuffer(commands->parts->handle, &info)))
        return false;
    gpu_queue_order(gpu, commands->parts->handle);
    if (!stamps_by_host(gpu))
        gpu->vk.vkCmdResetQueryPool(commands->parts->handle, commands->parts->queries, 0,
                                    GPU_TIMESTAMPS_MAX);
    gpu_commands_count(commands, false);
    commands->read_count = commands->read_bytes = 0;
    commands->pass = NULL;
    commands->submitted = false;
    commands->stamped = 0;
    gpu_span_recorder_restart(gpu, &commands->recorder, commands->parts->handle);
    commands->recording = true;
    return true;
}

struct gpu_commands *gpu_commands_begin(struct gpu_scope *scope)
{
    struct gpu_commands *commands = gpu_object_create(scope, OBJECT_COMMANDS, sizeof(*commands));
    if (!commands || scope->gpu->compile_only)
        return commands;
    struct gpu *gpu = scope->gpu;
    commands->parts = parts_take(gpu);
    if (!commands->parts || !begin(gpu, commands))
        return NULL;
    gpu_name(gpu, VK_OBJECT_TYPE_COMMAND_BUFFER, (uint64_t)commands->parts->handle,
             "%s, commands %u", scope->name ? scope->name : "claimcheck", scope->commands_count++);
    return commands;
}

void gpu_commands_restart(struct gpu_commands *commands)
{
    if (!commands || gpu_failed(commands->object.scope->gpu) ||
        commands->object.scope->gpu->compile_only)
        return;
    struct gpu *gpu = commands->object.scope->gpu;
    gpu_host_stamps_restart(gpu, &commands->host);
    if (VK(gpu, vkResetCommandBuffer(commands->parts->handle, 0)))
        begin(gpu, commands);
}

void gpu_commands_release(struct gpu *gpu, struct gpu_commands *commands)
{
    if (gpu) {
        gpu_span_recorder_release(gpu, commands->recorder);
        gpu_host_stamps_restart(gpu, &commands->host);
    }
    parts_release(gpu, commands->parts);
    gpu_descriptor_sets_finish(gpu, &commands->sets);
    free(commands->counting.counted);
}

/* Recording ----------------------------------------------------------------------------------- */

static struct set_contents dispatch_contents(const struct gpu_dispatch *dispatch)
{
    const struct gpu_kernel *kernel = dispatch->kernel;
    return (struct set_contents){ kernel->object.serial,      kernel->program->set_layout,
                                  kernel->interface.bindings, kernel->interface.binding,
                                  dispatch->buffers,          dispatch->images,
                                  dispatch->accelerations };
}

static bool dispatch_ok(struct gpu *gpu, const struct gpu_dispatch *dispatch,
                        const struct set_contents *contents)
{
    const struct gpu_kernel *kernel = dispatch->kernel;
    if (dispatch->push_bytes < kernel->interface.push_bytes)
        return gpu_fail_format(gpu, GPU_ERROR, "kernel %s: got %u push bytes, uses %u",
                               kernel->name, dispatch->push_bytes, kernel->interface.push_bytes);
    assert(dispatch->push || kernel->interface.push_bytes == 0);
    if (!gpu_bindings_ok(gpu, kernel->name, contents))
        return false;
    if (dispatch->indirect)
        return gpu_buffer_range_ok(dispatch->indirect, dispatch->indirect_offset, 12);
    for (int i = 0; i < 3; i++)
        if (dispatch->groups[i] > gpu->info.limits.group_count_max[i])
            return gpu_fail_format(gpu, GPU_UNSUPPORTED,
                                   "kernel %s: %u work-groups in dimension %d, the device has %u",
                                   kernel->name, dispatch->groups[i], i,
                                   gpu->info.limits.group_count_max[i]);
    return true;
}

static void dispatch_span_begin(struct gpu *gpu, struct gpu_commands *commands,
                                const struct gpu_dispatch *dispatch)
{
    const uint32_t *size = dispatch->kernel->interface.group_size;
    struct gpu_span span = { .kind = dispatch->indirect ? GPU_SPAN_DISPATCH_INDIRECT
                                                        : GPU_SPAN_DISPATCH,
                             .name = dispatch->kernel->name,
                             .group_invocations = size[0] * size[1] * size[2] };
    for (int i = 0; i < 3 && !dispatch->indirect; i++)
        span.groups[i] = dispatch->groups[i];
    gpu_span_begin(gpu, commands->recorder, commands->parts->handle, &span);
}

/* Bytes that a kernel may reach through its bindings: buffers, and all levels of images. */
static uint64_t bytes_bound(const struct gpu_dispatch *dispatch)
{
    const struct gpu_kernel *kernel = dispatch->kernel;
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < kernel->interface.bindings; i++) {
        const bool used = kernel->interface.binding[i].kind != GPU_UNBOUND;
        const struct gpu_image *image = used ? dispatch->images[i].image : NULL;
        bytes += used && dispatch->buffers[i] ? gpu_buffer_bytes(dispatch->buffers[i]) : 0;
        for (uint32_t level = 0; image && level < image->levels; level++)
            bytes += gpu_image_level_bytes(image, level);
    }
    return bytes;
}

static void dispatch_mark(const struct gpu_dispatch *dispatch)
{
    const struct gpu_kernel *kernel = dispatch->kernel;
    for (uint32_t i = 0; i < kernel->interface.bindings; i++) {
        if (kernel->interface.binding[i].kind == GPU_STORAGE_BUFFER &&
            !(kernel->reads_alone >> i & 1))
            dispatch->buffers[i]->may_change = true;
        if (kernel->interface.binding[i].kind == GPU_STORAGE_IMAGE)
            dispatch->images[i].image->holds = true;
    }
}

/* Accesses of one stage wait together: kernels read storage, images and structures. */
static uint32_t stage_of(uint32_t access)
{
    const uint32_t kernels = GPU_COMPUTE | GPU_SAMPLING | GPU_RAYS;
    return access & kernels ? access | kernels : access;
}

static void note(struct counting *counting, uint32_t access, uint32_t after)
{
    if (!counting->notes)
        return;
    counting->counted = need_room(counting->counted, counting->counted_count,
                                  &counting->counted_room, sizeof(*counting->counted));
    counting->counted[counting->counted_count++] =
        (struct counted){ .access = access, .after = after, .offset = UINT32_MAX };
}

void gpu_count_step(struct counting *counting, uint32_t access)
{
    const uint32_t bits = stage_of(access);
    note(counting, access, 0);
    uint64_t length = 0;
    for (uint32_t i = 0; i < GPU_ACCESS_BITS; i++)
        if (bits >> i & 1 && counting->waits[i] > length)
            length = counting->waits[i];
    length++;
    for (uint32_t i = 0; i < GPU_ACCESS_BITS; i++)
        if (bits >> i & 1 && counting->ends[i] < length)
            counting->ends[i] = length;
    if (counting->counters.chain < length)
        counting->counters.chain = length;
}

static void count_barrier(struct counting *counting, uint32_t before, uint32_t after)
{
    const uint32_t first = stage_of(before), second = stage_of(after);
    uint64_t length = 0;
    note(counting, before, after);
    for (uint32_t i = 0; i < GPU_ACCESS_BITS; i++)
        if (first >> i & 1) {
            length = counting->ends[i] > length ? counting->ends[i] : length;
            length = counting->waits[i] > length ? counting->waits[i] : length;
        }
    for (uint32_t i = 0; i < GPU_ACCESS_BITS; i++)
        if (second >> i & 1 && counting->waits[i] < length)
            counting->waits[i] = length;
    counting->counters.barriers++;
}

static void groups_add(struct gpu_groups *groups, const uint32_t count[3])
{
    const uint64_t product = (uint64_t)count[0] * count[1] * count[2];
    groups->all += product;
    groups->most = groups->most < product ? product : groups->most;
}

static void dispatch_count(struct counting *counting, const struct gpu_dispatch *dispatch)
{
    struct gpu_counters *counters = &counting->counters;
    counters->bytes_bound += bytes_bound(dispatch);
    gpu_count_step(counting, GPU_COMPUTE | (dispatch->indirect ? GPU_INDIRECT : 0));
    if (dispatch->indirect) {
        counters->indirect_dispatches++;
        return;
    }
    counters->dispatches++;
    groups_add(&counters->groups, dispatch->groups);
}

/* Copies what the dispatch will find to be its groups. */
static void groups_note(struct gpu *gpu, struct gpu_commands *commands,
                        const struct gpu_dispatch *dispatch)
{
    const VkBufferCopy copy = { .srcOffset = GPU_GUARD_BYTES + dispatch->indirect_offset,
                                .dstOffset = commands->read_bytes,
                                .size = 3 * sizeof(uint32_t) };
    if (GPU_READ_BACK_BYTES_MAX - commands->read_bytes < copy.size ||
        !parts_read_back(gpu, commands->parts)) {
        commands->notes_lack = true;
        return;
    }
    commands->counting.counted[commands->counting.counted_count - 1].offset = commands->read_bytes;
    commands->read_bytes += (uint32_t)copy.size;
    gpu_barrier_record(gpu, commands->parts->handle, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                       VK_ACCESS_2_MEMORY_WRITE_BIT, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                       VK_ACCESS_2_TRANSFER_READ_BIT);
    gpu->vk.vkCmdCopyBuffer(commands->parts->handle, dispatch->indirect->handle,
                            commands->parts->read_back, 1, &copy);
    gpu_barrier_record(gpu, commands->parts->handle, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, 0,
                       VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, 0);
}

void gpu_commands_dispatch(struct gpu_commands *commands, const struct gpu_dispatch *dispatch)
{
    struct gpu *gpu = recording_device(commands);
    if (!gpu || !dispatch->kernel)
        return;
    const struct gpu_kernel *kernel = dispatch->kernel;
    const struct set_contents contents = dispatch_contents(dispatch);
    if (!dispatch_ok(gpu, dispatch, &contents) || !gpu_kernel_ready(dispatch->kernel))
        return;
    const VkDescriptorSet set = gpu_descriptor_set(gpu, &commands->sets, &contents);
    uint32_t groups[3] = { dispatch->groups[0], dispatch->groups[1], dispatch->groups[2] };
    if (!set)
        return;
    dispatch_count(&commands->counting, dispatch);
    dispatch_mark(dispatch);
    if (gpu_fault_step_reach(gpu, kernel->name, dispatch->indirect ? NULL : groups))
        return;
    if (dispatch->indirect && commands->counting.notes)
        groups_note(gpu, commands, dispatch);
    gpu->vk.vkCmdBindPipeline(commands->parts->handle, VK_PIPELINE_BIND_POINT_COMPUTE,
                              kernel->program->timed.pipeline);
    gpu->vk.vkCmdBindDescriptorSets(commands->parts->handle, VK_PIPELINE_BIND_POINT_COMPUTE,
                                    kernel->program->layout, 0, 1, &set, 0, NULL);
    if (kernel->interface.push_bytes > 0)
        gpu->vk.vkCmdPushConstants(commands->parts->handle, kernel->program->layout,
                                   VK_SHADER_STAGE_COMPUTE_BIT, 0, kernel->interface.push_bytes,
                                   dispatch->push);
    dispatch_span_begin(gpu, commands, dispatch);
    if (dispatch->indirect)
        gpu->vk.vkCmdDispatchIndirect(commands->parts->handle, dispatch->indirect->handle,
                                      GPU_GUARD_BYTES + dispatch->indirect_offset);
    else
        gpu->vk.vkCmdDispatch(commands->parts->handle, groups[0], groups[1], groups[2]);
    gpu_span_end(gpu, commands->recorder, commands->parts->handle);
}

static void transfer_span_begin(struct gpu *gpu, struct gpu_commands *commands,
                                enum gpu_span_kind kind, const struct gpu_buffer *buffer,
                                uint64_t bytes)
{
    gpu_span_begin(gpu, commands->recorder, commands->parts->handle,
                   &(struct gpu_span){ .kind = kind, .name = buffer->name, .bytes = bytes });
}

void gpu_commands_fill(struct gpu_commands *commands, struct gpu_buffer *buffer, uint64_t offset,
                       uint64_t bytes, uint32_t word)
{
    struct gpu *gpu = recording_device(commands);
    if (!gpu || !gpu_buffer_range_ok(buffer, offset, bytes) || bytes == 0)
        return;
    commands->counting.counters.fills++;
    gpu_count_step(&commands->counting, GPU_TRANSFER);
    buffer->may_change = true;
    commands->counting.counters.bytes_bound += bytes;
    if (gpu_fault_step_reach(gpu, buffer->name, NULL))
        return;
    transfer_span_begin(gpu, commands, GPU_SPAN_FILL, buffer, bytes);
    gpu->vk.vkCmdFillBuffer(commands->parts->handle, buffer->handle, GPU_GUARD_BYTES + offset,
                            bytes, word);
    gpu_span_end(gpu, commands->recorder, commands->parts->handle);
}

void gpu_commands_copy(struct gpu_commands *commands, struct gpu_buffer *destination,
                       uint64_t destination_offset, struct gpu_buffer *source,
                       uint64_t source_offset, uint64_t bytes)
{
    struct gpu *gpu = recording_device(commands);
    if (!gpu || !gpu_buffer_range_ok(destination, destination_offset, bytes) ||
        !gpu_buffer_range_ok(source, source_offset, bytes) || bytes == 0)
        return;
    if (destination == source && destination_offset < source_offset + bytes &&
        source_offset < destination_offset + bytes) {
        gpu_fail_format(gpu, GPU_ERROR, "buffer %s: is copied onto itself, in ranges that overlap",
                        source->name);
        return;
    }
    const VkBufferCopy copy = { .srcOffset = GPU_GUARD_BYTES + source_offset,
                                .dstOffset = GPU_GUARD_BYTES + destination_offset,
                                .size = bytes };
    commands->counting.counters.copies++;
    gpu_count_step(&commands->counting, GPU_TRANSFER);
    destination->may_change = true;
    commands->counting.counters.bytes_bound += bytes;
    if (gpu_fault_step_reach(gpu, destination->name, NULL))
        return;
    transfer_span_begin(gpu, commands, GPU_SPAN_COPY, destination, bytes);
    gpu->vk.vkCmdCopyBuffer(commands->parts->handle, source->handle, destination->handle, 1, &copy);
    gpu_span_end(gpu, commands->recorder, commands->parts->handle);
}

void gpu_commands_read_back(struct gpu_commands *commands, struct gpu_buffer *source,
                            uint64_t source_offset, uint32_t bytes, void *destination)
{
    struct gpu *gpu = recording_device(commands);
    if (!gpu || !gpu_buffer_range_ok(source, source_offset, bytes) || bytes == 0)
        return;
    assert(destination);
    if (commands->read_count == READS_MAX ||
        bytes > GPU_READ_BACK_BYTES_MAX - commands->read_bytes) {
        gpu_fail(gpu, GPU_ERROR, "more is read back in one submission than gpu.h allows");
        return;
    }
    if (!parts_read_back(gpu, commands->parts))
        return;
    const VkBufferCopy copy = { .srcOffset = GPU_GUARD_BYTES + source_offset,
                                .dstOffset = commands->read_bytes,
                                .size = bytes };
    transfer_span_begin(gpu, commands, GPU_SPAN_READ_BACK, source, bytes);
    gpu->vk.vkCmdCopyBuffer(commands->parts->handle, source->handle, commands->parts->read_back, 1,
                            &copy);
    gpu_span_end(gpu, commands->recorder, commands->parts->handle);
    commands->reads[commands->read_count].destination = destination;
    commands->reads[commands->read_count].offset = commands->read_bytes;
    commands->reads[commands->read_count].bytes = bytes;
    commands->read_count++;
    commands->read_bytes += bytes;
    commands->counting.counters.copies++;
    commands->counting.counters.read_backs++;
    gpu_count_step(&commands->counting, GPU_TRANSFER);
}

/*
 * Stage ALL_COMMANDS for the start as for the end: a stamp at TOP_OF_PIPE may land before earlier
 * work has ended, and then that work is billed to the sample.
 */
void gpu_commands_timestamp(struct gpu_commands *commands, uint32_t slot)
{
    struct gpu *gpu = recording_device(commands);
    assert(slot < GPU_TIMESTAMPS_MAX);
    if (!gpu)
        return;
    if (commands->stamped >> slot & 1) {
        gpu_fail_format(gpu, GPU_ERROR, "slot %u was stamped twice in one recording", slot);
        return;
    }
    commands->stamped |= UINT64_C(1) << slot;
    if (stamps_by_host(gpu)) {
        gpu_host_stamps_cut(gpu, &commands->host, &commands->parts->handle, slot);
        return;
    }
    gpu_span_begin(gpu, commands->recorder, commands->parts->handle,
                   &(struct gpu_span){ .kind = GPU_SPAN_TIMESTAMP, .name = "", .slot = slot });
    gpu_stamp_record(gpu, commands->parts->handle, commands->parts->queries, slot);
    gpu_span_end(gpu, commands->recorder, commands->parts->handle);
}

/* Barriers ------------------------------------------------------------------------------------- */

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
    touches[count++] = (struct touch){ GPU_COMPUTE, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                       VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                                       VK_ACCESS_2_SHADER_STORAGE_READ_BIT |
                                           (gpu->uniforms ? VK_ACCESS_2_UNIFORM_READ_BIT : 0) };
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
    count_barrier(recording.counting, before, after);
}

/* Submission ---------------------------------------------------------------------------------- */

/* Adds up the groups that were noted. Of the chain is no dispatch that has none. */
static void read_notes(struct gpu_commands *commands)
{
    struct counting chain = { 0 };
    commands->groups = (struct gpu_groups){ 0 };
    for (size_t i = 0; i < commands->counting.counted_count; i++) {
        const struct counted *counted = &commands->counting.counted[i];
        uint32_t groups[3] = { 1, 1, 1 };
        if (counted->offset != UINT32_MAX) {
            memcpy(groups, commands->parts->read_back_mapped + counted->offset, sizeof(groups));
            groups_add(&commands->groups, groups);
        }
        if (counted->after)
            count_barrier(&chain, counted->access, counted->after);
        else if (groups[0] > 0 && groups[1] > 0 && groups[2] > 0)
            gpu_count_step(&chain, counted->access);
    }
    commands->counting.counters.chain = chain.counters.chain;
}

bool gpu_commands_submit(struct gpu_commands *commands)
{
    if (!commands || gpu_failed(commands->object.scope->gpu))
        return false;
    struct gpu *gpu = commands->object.scope->gpu;
    if (gpu->compile_only)
        return true;
    if (commands->recording) {
        if (!recording_device(commands))
            return false;
        gpu_barrier_record(gpu, commands->parts->handle, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                           VK_ACCESS_2_MEMORY_WRITE_BIT,
                           VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_HOST_BIT,
                           VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT |
                               VK_ACCESS_2_HOST_READ_BIT);
        commands->recording = false;
        if (!VK(gpu, vkEndCommandBuffer(commands->parts->handle)))
            return false;
    }
    double parts_ns;
    if (!gpu_host_stamps_submit(gpu, &commands->host, commands->parts->fence, &parts_ns) ||
        !gpu_queue_submit(gpu, commands->parts->handle, commands->parts->fence))
        return false;
    commands->submitted = true;
    commands->stamps_read = false;
    commands->waited_ns = parts_ns + gpu->waited_ns;
    gpu_submission_collect(gpu, commands->recorder);
    for (uint32_t i = 0; i < commands->read_count; i++)
        memcpy(commands->reads[i].destination,
               commands->parts->read_back_mapped + commands->reads[i].offset,
               commands->reads[i].bytes);
    if (commands->counting.counted_count > 0)
        read_notes(commands);
    return !gpu_failed(gpu); /* a trace may have found stamps that cannot be true */
}

/* All stamps of the last submission: a call for as many as follow each other, since some drivers
 * wait for the whole device in each. */
static bool stamps_read(struct gpu_commands *commands)
{
    struct gpu *gpu = commands->object.scope->gpu;
    uint32_t end = 0;
    for (uint32_t slot = 0; slot < GPU_TIMESTAMPS_MAX; slot = end + 1) {
        for (end = slot; end < GPU_TIMESTAMPS_MAX && commands->stamped >> end & 1; end++)
            ;
        const uint32_t count = end - slot;
        if (count > 0 &&
            !VK(gpu, vkGetQueryPoolResults(gpu->device, commands->parts->queries, slot, count,
                                           count * sizeof(uint64_t), &commands->stamps[slot],
                                           sizeof(uint64_t),
                                           VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT)))
            return false;
    }
    commands->stamps_read = true;
    return true;
}

/* The stamp of a slot in the last submission. */
static bool read_stamp(struct gpu_commands *commands, uint32_t slot, uint64_t *stamp)
{
    struct gpu *gpu = commands->object.scope->gpu;
    assert(slot < GPU_TIMESTAMPS_MAX);
    if (!commands->submitted || !(commands->stamped >> slot & 1))
        return gpu_fail_format(gpu, GPU_ERROR, "slot %u was not stamped in the submitted commands",
                               slot);
    const bool by_host = stamps_by_host(gpu);
    if (!by_host && !commands->stamps_read && !stamps_read(commands))
        return false;
    *stamp = by_host ? commands->host.ns[slot] : commands->stamps[slot];
    return true;
}

bool gpu_commands_elapsed_ns(struct gpu_commands *commands, uint32_t slot_begin, uint32_t slot_end,
                             double *elapsed_ns)
{
    uint64_t stamps[2];
    *elapsed_ns = 0;
    if (commands && commands->object.scope->gpu->compile_only)
        return true;
    return commands && !gpu_failed(commands->object.scope->gpu) &&
           read_stamp(commands, slot_begin, &stamps[0]) &&
           read_stamp(commands, slot_end, &stamps[1]) &&
           gpu_stamps_elapsed(commands->object.scope->gpu, stamps, commands->waited_ns, elapsed_ns);
}

bool gpu_commands_stamp(struct gpu_commands *commands, uint32_t slot, uint64_t *stamp)
{
    *stamp = 0;
    if (commands && commands->object.scope->gpu->compile_only)
        return true;
    return commands && !gpu_failed(commands->object.scope->gpu) &&
           read_stamp(commands, slot, stamp);
}

struct gpu_counters gpu_commands_counters(const struct gpu_commands *commands)
{
    return commands ? commands->counting.counters : (struct gpu_counters){ 0 };
}

void gpu_commands_count(struct gpu_commands *commands, bool notes)
{
    if (!commands)
        return;
    commands->counting = (struct counting){ .notes = notes,
                                            .counted = commands->counting.counted,
                                            .counted_room = commands->counting.counted_room };
    commands->groups = (struct gpu_groups){ 0 };
    commands->notes_lack = false;
}

bool gpu_commands_noted(const struct gpu_commands *commands, struct gpu_groups *noted)
{
    *noted = commands ? commands->groups : (struct gpu_groups){ 0 };
    return !commands || !commands->notes_lack;
}
