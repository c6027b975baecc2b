/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/private.h"
#include "harness/os/os.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_KEPT_MAX = 32 };

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

void gpu_command_parts_finish(struct gpu *gpu, bool idle)
{
    while (gpu->command_parts) {
        struct gpu_command_parts *parts = gpu->command_parts;
        gpu->command_parts = parts->next;
        parts_destroy(idle ? gpu : NULL, parts);
    }
}

/* Stamps by the host --------------------------------------------------------------------------- */

/* Ends *recorded at a stamp, and begins another in its place. */
static bool host_stamps_cut(struct gpu *gpu, struct host_stamps *stamps, VkCommandBuffer *recorded,
                            uint32_t slot)
{
    const VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    VkCommandBuffer next = NULL;
    if (!VK(gpu, vkEndCommandBuffer(*recorded)) || !gpu_queue_commands_create(gpu, &next))
        return false;
    stamps->parts[stamps->count] = *recorded;
    stamps->slots[stamps->count++] = slot;
    *recorded = next;
    if (!VK(gpu, vkBeginCommandBuffer(next, &begin)))
        return false;
    gpu_queue_order(gpu, next);
    return true;
}

/* Submits all parts, and waits for each; *waited_ns is what that took. */
static bool host_stamps_submit(struct gpu *gpu, struct host_stamps *stamps, VkFence fence,
                               double *waited_ns)
{
    *waited_ns = 0;
    for (uint32_t i = 0; i < stamps->count; i++) {
        if (!gpu_queue_submit(gpu, stamps->parts[i], fence))
            return false;
        *waited_ns += gpu->waited_ns;
        stamps->ns[stamps->slots[i]] = (uint64_t)clock_now_ns();
    }
    return true;
}

/* Frees the parts: there were no stamps. */
static void host_stamps_restart(struct gpu *gpu, struct host_stamps *stamps)
{
    if (stamps->count > 0)
        gpu->vk.vkFreeCommandBuffers(gpu->device, gpu->command_pool, stamps->count, stamps->parts);
    stamps->count = 0;
}

/* Begin and end -------------------------------------------------------------------------------- */

struct gpu *gpu_commands_recording(struct gpu_commands *commands)
{
    struct gpu *gpu = commands ? commands->object.scope->gpu : NULL;
    if (!gpu || gpu->compile_only || gpu_failed(gpu))
        return NULL;
    if (!commands->recording)
        gpu_fail(gpu, GPU_ERROR, "commands were recorded after their submission");
    return commands->recording ? gpu : NULL;
}

struct gpu *gpu_commands_recording_outside(struct gpu_commands *commands)
{
    struct gpu *gpu = gpu_commands_recording(commands);
    if (gpu && commands->pass)
        gpu_fail(gpu, GPU_ERROR, "something else than a draw was recorded in a pass");
    return gpu && !commands->pass ? gpu : NULL;
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

/*
 * Keeps the parts, or gives them back to the driver. The device no longer uses them. Without a
 * device, which may still use them, only the host's memory is freed. A reset command buffer no
 * longer refers to what it was recorded with. Read-back memory that could not be mapped is not
 * kept: the device may have recovered since.
 */
static void commands_release(struct gpu *gpu, void *object)
{
    struct gpu_commands *commands = object;
    struct gpu_command_parts *parts = commands->parts;
    if (gpu) {
        gpu_span_recorder_release(gpu, commands->recorder);
        host_stamps_restart(gpu, &commands->host);
    }
    if (parts && gpu && !gpu_failed(gpu) && gpu->command_parts_count < PARTS_KEPT_MAX &&
        (!parts->read_back || parts->read_back_mapped) &&
        gpu->vk.vkResetCommandBuffer(parts->handle, 0) == VK_SUCCESS) {
        parts->next = gpu->command_parts;
        gpu->command_parts = parts;
        gpu->command_parts_count++;
    } else if (parts) {
        parts_destroy(gpu, parts);
    }
    gpu_descriptor_sets_finish(gpu, &commands->sets);
    free(commands->counting.counted);
}

struct gpu_commands *gpu_commands_begin(struct gpu_scope *scope)
{
    struct gpu_commands *commands =
        gpu_object_create(scope, OBJECT_HOSTED, sizeof(*commands), commands_release);
    if (!commands || scope->gpu->compile_only)
        return commands;
    struct gpu *gpu = scope->gpu;
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    const VkQueryPoolCreateInfo queries = { .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                            .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                            .queryCount = GPU_TIMESTAMPS_MAX };
    struct gpu_command_parts *parts = gpu->command_parts;
    if (parts) {
        gpu->command_parts = parts->next;
        gpu->command_parts_count--;
        parts->next = NULL;
    } else {
        parts = need_zeroed(1, sizeof(*parts));
        if (!gpu_queue_commands_create(gpu, &parts->handle) ||
            !VK(gpu, vkCreateFence(gpu->device, &fence, NULL, &parts->fence)) ||
            (!stamps_by_host(gpu) &&
             !VK(gpu, vkCreateQueryPool(gpu->device, &queries, NULL, &parts->queries)))) {
            parts_destroy(gpu, parts);
            return NULL;
        }
    }
    commands->parts = parts;
    if (!begin(gpu, commands))
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
    host_stamps_restart(gpu, &commands->host);
    if (VK(gpu, vkResetCommandBuffer(commands->parts->handle, 0)))
        begin(gpu, commands);
}

/* Recording ----------------------------------------------------------------------------------- */

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

/* Counts the dispatch, with all bytes that it may reach, and marks what it may write. */
static void dispatch_count(struct counting *counting, const struct gpu_dispatch *dispatch)
{
    struct gpu_counters *counters = &counting->counters;
    const struct gpu_kernel *kernel = dispatch->kernel;
    for (uint32_t i = 0; i < kernel->interface.bindings; i++) {
        const enum gpu_binding_kind kind = kernel->interface.binding[i].kind;
        struct gpu_image *image = dispatch->images[i].image;
        if (kind == GPU_UNBOUND)
            continue;
        counters->bytes_bound += gpu_buffer_bytes(dispatch->buffers[i]) + gpu_image_bytes(image);
        if (kind == GPU_STORAGE_BUFFER && !(kernel->reads_alone >> i & 1))
            dispatch->buffers[i]->may_change = true;
        if (kind == GPU_STORAGE_IMAGE)
            image->holds = true;
    }
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
    struct gpu *gpu = gpu_commands_recording_outside(commands);
    if (!gpu || !dispatch->kernel)
        return;
    const struct gpu_kernel *kernel = dispatch->kernel;
    const struct set_contents contents = {
        kernel->object.serial,     kernel->program->set_layout, kernel->interface.bindings,
        kernel->interface.binding, dispatch->buffers,           dispatch->images,
        dispatch->accelerations,
    };
    if (!dispatch_ok(gpu, dispatch, &contents) || !gpu_kernel_ready(dispatch->kernel))
        return;
    const VkDescriptorSet set = gpu_descriptor_set(gpu, &commands->sets, &contents);
    uint32_t groups[3] = { dispatch->groups[0], dispatch->groups[1], dispatch->groups[2] };
    if (!set)
        return;
    dispatch_count(&commands->counting, dispatch);
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
    const uint32_t *size = kernel->interface.group_size;
    struct gpu_span span = { .kind = GPU_SPAN_DISPATCH,
                             .name = kernel->name,
                             .groups = { dispatch->groups[0], dispatch->groups[1],
                                         dispatch->groups[2] },
                             .group_invocations = size[0] * size[1] * size[2] };
    if (dispatch->indirect) {
        span.kind = GPU_SPAN_DISPATCH_INDIRECT;
        memset(span.groups, 0, sizeof(span.groups));
    }
    gpu_span_begin(commands, &span);
    if (dispatch->indirect)
        gpu->vk.vkCmdDispatchIndirect(commands->parts->handle, dispatch->indirect->handle,
                                      GPU_GUARD_BYTES + dispatch->indirect_offset);
    else
        gpu->vk.vkCmdDispatch(commands->parts->handle, groups[0], groups[1], groups[2]);
    gpu_span_end(commands);
}

static void transfer_span_begin(struct gpu_commands *commands, enum gpu_span_kind kind,
                                const struct gpu_buffer *buffer, uint64_t bytes)
{
    gpu_span_begin(commands,
                   &(struct gpu_span){ .kind = kind, .name = buffer->name, .bytes = bytes });
}

void gpu_commands_fill(struct gpu_commands *commands, struct gpu_buffer *buffer, uint64_t offset,
                       uint64_t bytes, uint32_t word)
{
    struct gpu *gpu = gpu_commands_recording_outside(commands);
    if (!gpu || !gpu_buffer_range_ok(buffer, offset, bytes) || bytes == 0)
        return;
    commands->counting.counters.fills++;
    gpu_count_step(&commands->counting, GPU_TRANSFER);
    buffer->may_change = true;
    commands->counting.counters.bytes_bound += bytes;
    if (gpu_fault_step_reach(gpu, buffer->name, NULL))
        return;
    transfer_span_begin(commands, GPU_SPAN_FILL, buffer, bytes);
    gpu->vk.vkCmdFillBuffer(commands->parts->handle, buffer->handle, GPU_GUARD_BYTES + offset,
                            bytes, word);
    gpu_span_end(commands);
}

void gpu_commands_copy(struct gpu_commands *commands, struct gpu_buffer *destination,
                       uint64_t destination_offset, struct gpu_buffer *source,
                       uint64_t source_offset, uint64_t bytes)
{
    struct gpu *gpu = gpu_commands_recording_outside(commands);
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
    transfer_span_begin(commands, GPU_SPAN_COPY, destination, bytes);
    gpu->vk.vkCmdCopyBuffer(commands->parts->handle, source->handle, destination->handle, 1, &copy);
    gpu_span_end(commands);
}

void gpu_commands_read_back(struct gpu_commands *commands, struct gpu_buffer *source,
                            uint64_t source_offset, uint32_t bytes, void *destination)
{
    struct gpu *gpu = gpu_commands_recording_outside(commands);
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
    transfer_span_begin(commands, GPU_SPAN_READ_BACK, source, bytes);
    gpu->vk.vkCmdCopyBuffer(commands->parts->handle, source->handle, commands->parts->read_back, 1,
                            &copy);
    gpu_span_end(commands);
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
    struct gpu *gpu = gpu_commands_recording_outside(commands);
    assert(slot < GPU_TIMESTAMPS_MAX);
    if (!gpu)
        return;
    if (commands->stamped >> slot & 1) {
        gpu_fail_format(gpu, GPU_ERROR, "slot %u was stamped twice in one recording", slot);
        return;
    }
    commands->stamped |= UINT64_C(1) << slot;
    if (stamps_by_host(gpu)) {
        host_stamps_cut(gpu, &commands->host, &commands->parts->handle, slot);
        return;
    }
    gpu_span_begin(commands,
                   &(struct gpu_span){ .kind = GPU_SPAN_TIMESTAMP, .name = "", .slot = slot });
    gpu_stamp_record(gpu, commands->parts->handle, commands->parts->queries, slot);
    gpu_span_end(commands);
}

void gpu_commands_barrier(struct gpu_commands *commands, uint32_t before, uint32_t after)
{
    struct gpu *gpu = gpu_commands_recording_outside(commands);
    if (!gpu)
        return;
    const bool pipelines = gpu->info.features & GPU_RAY_TRACING_PIPELINE;
    const bool queries = gpu->info.features & GPU_RAY_QUERY;
    const bool structures = gpu->acceleration_count > 0 && (pipelines || queries);
    /* Ways of touching memory, those that the device knows. Before a barrier only writes count.
     * Without a write the stage counts, since what was read may be written next. */
    const struct {
        bool known;
        uint32_t bit;
        VkPipelineStageFlags2 stages;
        VkAccessFlags2 writes, reads;
    } touches[] = {
        { true, GPU_COMPUTE, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
          VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
          VK_ACCESS_2_SHADER_STORAGE_READ_BIT |
              (gpu->uniforms ? VK_ACCESS_2_UNIFORM_READ_BIT : 0) },
        { true, GPU_TRANSFER, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
          VK_ACCESS_2_TRANSFER_READ_BIT },
        { true, GPU_INDIRECT, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, 0,
          VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT },
        { true, GPU_MAPPED, VK_PIPELINE_STAGE_2_HOST_BIT, 0, VK_ACCESS_2_HOST_READ_BIT },
        { gpu->info.features & GPU_GRAPHICS, GPU_DRAW, VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT,
          VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT },
        { gpu->image_count > 0, GPU_SAMPLING, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, 0,
          VK_ACCESS_2_SHADER_SAMPLED_READ_BIT },
        { structures, GPU_BUILD, VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR,
          VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
          VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR | VK_ACCESS_2_SHADER_READ_BIT },
        { structures, GPU_RAYS,
          (pipelines ? VK_PIPELINE_STAGE_2_RAY_TRACING_SHADER_BIT_KHR : 0) |
              (queries ? VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT : 0),
          VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
          VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR },
    };
    VkPipelineStageFlags2 before_stages = 0, after_stages = 0;
    VkAccessFlags2 before_access = 0, after_access = 0;
    for (size_t i = 0; i < sizeof(touches) / sizeof(touches[0]); i++) {
        const uint32_t bit = touches[i].known ? touches[i].bit : 0;
        before_stages |= before & bit ? touches[i].stages : 0;
        before_access |= before & bit ? touches[i].writes : 0;
        after_stages |= after & bit ? touches[i].stages : 0;
        after_access |= after & bit ? touches[i].writes | touches[i].reads : 0;
    }
    gpu_span_begin(commands, &(struct gpu_span){ .kind = GPU_SPAN_BARRIER, .name = "" });
    gpu_barrier_record(gpu, commands->parts->handle, before_stages, before_access, after_stages,
                       after_access);
    gpu_span_end(commands);
    count_barrier(&commands->counting, before, after);
}

/* Submission ---------------------------------------------------------------------------------- */

bool gpu_commands_submit(struct gpu_commands *commands)
{
    if (!commands || gpu_failed(commands->object.scope->gpu))
        return false;
    struct gpu *gpu = commands->object.scope->gpu;
    if (gpu->compile_only)
        return true;
    if (commands->recording) {
        if (!gpu_commands_recording_outside(commands))
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
    if (!host_stamps_submit(gpu, &commands->host, commands->parts->fence, &parts_ns) ||
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
    /* Adds up the groups that were noted. No dispatch without any is part of the chain. */
    struct counting chain = { 0 };
    if (commands->counting.counted_count > 0)
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
        commands->counting.counters.chain = chain.counters.chain;
    }
    return !gpu_failed(gpu); /* a trace may have found stamps that cannot be true */
}

/* The stamp of a slot in the last submission. All are read by a call for as many as follow each
 * other, since some drivers wait for the whole device in each. */
static bool read_stamp(struct gpu_commands *commands, uint32_t slot, uint64_t *stamp)
{
    struct gpu *gpu = commands->object.scope->gpu;
    assert(slot < GPU_TIMESTAMPS_MAX);
    if (!commands->submitted || !(commands->stamped >> slot & 1))
        return gpu_fail_format(gpu, GPU_ERROR, "slot %u was not stamped in the submitted commands",
                               slot);
    if (stamps_by_host(gpu)) {
        *stamp = commands->host.ns[slot];
        return true;
    }
    for (uint32_t first = 0, end; first < GPU_TIMESTAMPS_MAX && !commands->stamps_read;
         first = end + 1) {
        for (end = first; end < GPU_TIMESTAMPS_MAX && commands->stamped >> end & 1; end++)
            ;
        const uint32_t count = end - first;
        if (count > 0 &&
            !VK(gpu, vkGetQueryPoolResults(gpu->device, commands->parts->queries, first, count,
                                           count * sizeof(uint64_t), &commands->stamps[first],
                                           sizeof(uint64_t),
                                           VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT)))
            return false;
    }
    commands->stamps_read = true;
    *stamp = commands->stamps[slot];
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
