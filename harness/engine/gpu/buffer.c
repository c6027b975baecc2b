/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/private.h"
#include "harness/os/os.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One step of staging_run(), which waits until all are done. */
struct staging_step {
    enum { STEP_UPLOAD, STEP_DOWNLOAD, STEP_FILL } kind;
    VkBuffer buffer;
    uint64_t offset, bytes; /* of the Vulkan buffer, guard included */
    uint32_t word;
    uint64_t staging_offset;
};

bool gpu_staging_begin(struct gpu *gpu)
{
    const VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                             .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT };
    if (!VK(gpu, vkBeginCommandBuffer(gpu->staging_commands, &begin)))
        return false;
    gpu_queue_order(gpu, gpu->staging_commands);
    return true;
}

bool gpu_staging_end(struct gpu *gpu)
{
    gpu_barrier_record(gpu, gpu->staging_commands, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                       VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_2_HOST_BIT,
                       VK_ACCESS_2_HOST_READ_BIT);
    return VK(gpu, vkEndCommandBuffer(gpu->staging_commands)) &&
           gpu_queue_submit(gpu, gpu->staging_commands, gpu->staging_fence);
}

static bool staging_run(struct gpu *gpu, const struct staging_step *steps, uint32_t count)
{
    VkCommandBuffer commands = gpu->staging_commands;
    if (gpu->compile_only) {
        for (uint32_t i = 0; i < count; i++)
            if (steps[i].kind == STEP_DOWNLOAD)
                memset((char *)gpu->staging_mapped + steps[i].staging_offset, 0, steps[i].bytes);
        return true;
    }
    if (!gpu_staging_begin(gpu))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct staging_step *step = &steps[i];
        const VkBufferCopy up = { step->staging_offset, step->offset, step->bytes };
        const VkBufferCopy down = { step->offset, step->staging_offset, step->bytes };
        if (step->kind == STEP_UPLOAD)
            gpu->vk.vkCmdCopyBuffer(commands, gpu->staging, step->buffer, 1, &up);
        if (step->kind == STEP_DOWNLOAD)
            gpu->vk.vkCmdCopyBuffer(commands, step->buffer, gpu->staging, 1, &down);
        if (step->kind == STEP_FILL)
            gpu->vk.vkCmdFillBuffer(commands, step->buffer, step->offset, step->bytes, step->word);
    }
    return gpu_staging_end(gpu);
}

bool gpu_staging_upload(struct gpu *gpu, VkBuffer buffer, uint64_t offset, const void *source,
                        uint64_t bytes)
{
    const struct staging_step step = { STEP_UPLOAD, buffer, offset, bytes, 0, 0 };
    memcpy(gpu->staging_mapped, source, bytes);
    return staging_run(gpu, &step, 1);
}

bool gpu_buffer_guards_fill(struct gpu_buffer *buffer, bool poison)
{
    const uint64_t tail = GPU_GUARD_BYTES + buffer->bytes;
    const struct staging_step steps[] = {
        { STEP_FILL, buffer->handle, 0, GPU_GUARD_BYTES, guard_word, 0 },
        { STEP_FILL, buffer->handle, tail, GPU_GUARD_BYTES, guard_word, 0 },
        { STEP_FILL, buffer->handle, GPU_GUARD_BYTES, buffer->bytes, new_word, 0 },
    };
    return staging_run(buffer->object.scope->gpu, steps, poison ? 3 : 2);
}

/* A device that only compiles has the memory from malloc(). */
static bool buffer_map(struct gpu *gpu, struct gpu_buffer *buffer)
{
    void *memory = NULL;
    if (gpu->compile_only)
        buffer->mapped = calloc(1, buffer->bytes);
    else if (VK(gpu, vkMapMemory(gpu->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &memory)))
        buffer->mapped = (char *)memory + GPU_GUARD_BYTES;
    if (!buffer->mapped) /* where mapping failed, that has been told */
        gpu_fail(gpu, GPU_OUT_OF_MEMORY, "no host memory for a buffer");
    return buffer->mapped;
}

static void buffer_release(struct gpu *gpu, void *object)
{
    struct gpu_buffer *buffer = object;
    gpu->vk.vkDestroyBuffer(gpu->device, buffer->handle, NULL);
    if (gpu->compile_only)
        free(buffer->mapped);
    if (buffer->bare)
        gpu->vk.vkFreeMemory(gpu->device, buffer->memory, NULL);
    else
        gpu_memory_release(gpu, buffer->memory);
}

struct gpu_buffer *gpu_buffer_create(struct gpu_scope *scope,
                                     const struct gpu_buffer_params *params)
{
    assert(params->name && !(params->bare && (params->data || params->host)));
    struct gpu_buffer *buffer =
        gpu_object_create(scope, OBJECT_BUFFER, sizeof(*buffer), buffer_release);
    if (!buffer)
        return NULL;
    struct gpu *gpu = scope->gpu;
    const uint64_t limit = gpu->info.limits.storage_buffer_bytes_max;
    buffer->name = params->name;
    buffer->bytes = params->bytes;
    buffer->bare = params->bare;
    buffer->range = params->bare || params->bytes + GPU_GUARD_BYTES > limit
                        ? params->bytes
                        : params->bytes + GPU_GUARD_BYTES;
    if (params->bytes == 0 || params->bytes % 4 != 0) {
        gpu_fail_format(gpu, GPU_ERROR, "buffer %s: %llu bytes is not a positive multiple of 4",
                        params->name, (unsigned long long)params->bytes);
        return NULL;
    }
    if (params->bytes > limit) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED,
                        "buffer %s needs %llu bytes, the device binds at most %llu", params->name,
                        (unsigned long long)params->bytes, (unsigned long long)limit);
        return NULL;
    }
    const uint64_t whole = params->bytes + 2 * GPU_GUARD_BYTES;
    if (params->geometry && !gpu_rays_ok(gpu, 0, "buffer", params->name))
        return NULL;
    const VkBufferUsageFlags geometry =
        VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR |
        VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    const VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
        VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | (params->geometry ? geometry : 0);
    buffer->geometry = params->geometry;
    if (!gpu_memory_buffer_create(gpu, buffer->name, whole, usage,
                                  params->bare   ? GPU_MEMORY_NEW
                                  : params->host ? GPU_MEMORY_HOST
                                                 : GPU_MEMORY_KEPT,
                                  &buffer->handle, &buffer->memory) ||
        (params->host && !buffer_map(gpu, buffer)))
        return NULL;
    if (!params->bare || gpu->labels) { /* nothing is named while time is taken */
        gpu_name(gpu, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer->handle, "%s", buffer->name);
        gpu_name(gpu, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)buffer->memory, "%s", buffer->name);
    }
    if ((!params->bare && !gpu_buffer_guards_fill(buffer, true)) ||
        (params->data && !gpu_buffer_write_by_threads(buffer, 0, params->data, params->bytes)))
        return NULL;
    scope->bytes += params->bytes;
    return buffer;
}

const char *gpu_buffer_name(const struct gpu_buffer *buffer)
{
    return buffer ? buffer->name : NULL;
}

uint64_t gpu_buffer_bytes(const struct gpu_buffer *buffer)
{
    return buffer ? buffer->bytes : 0;
}

void *gpu_buffer_mapped(const struct gpu_buffer *buffer)
{
    return buffer ? buffer->mapped : NULL;
}

bool gpu_buffer_may_change(const struct gpu_buffer *buffer)
{
    return buffer && buffer->may_change;
}

bool gpu_buffer_range_ok(struct gpu_buffer *buffer, uint64_t offset, uint64_t bytes)
{
    if (!buffer || gpu_failed(buffer->object.scope->gpu))
        return false;
    if (offset <= buffer->bytes && bytes <= buffer->bytes - offset && offset % 4 == 0 &&
        bytes % 4 == 0)
        return true;
    return gpu_fail_format(
        buffer->object.scope->gpu, GPU_ERROR,
        "buffer %s: %llu bytes at %llu reach past its %llu bytes or are not aligned", buffer->name,
        (unsigned long long)bytes, (unsigned long long)offset, (unsigned long long)buffer->bytes);
}

enum { COPY_THREADS = 4, COPY_PART_BYTES = STAGING_BYTES / 2, COPY_PIECE_BYTES_MIN = 1 << 18 };

/* Copies between a part of the buffer and the staging memory, or one half of that. */
static bool part_run(struct gpu_buffer *buffer, uint64_t offset, uint64_t bytes, bool up,
                     uint32_t half)
{
    const struct staging_step step = { .kind = up ? STEP_UPLOAD : STEP_DOWNLOAD,
                                       .buffer = buffer->handle,
                                       .offset = GPU_GUARD_BYTES + offset,
                                       .bytes = bytes,
                                       .staging_offset = (uint64_t)half * COPY_PART_BYTES };
    return staging_run(buffer->object.scope->gpu, &step, 1);
}

bool gpu_buffer_write(struct gpu_buffer *buffer, uint64_t offset, const void *source,
                      uint64_t bytes)
{
    if (!gpu_buffer_range_ok(buffer, offset, bytes))
        return false;
    buffer->holds = true;
    for (uint64_t done = 0; done < bytes;) {
        const uint64_t part = bytes - done < STAGING_BYTES ? bytes - done : STAGING_BYTES;
        memcpy(buffer->object.scope->gpu->staging_mapped, (const char *)source + done, part);
        if (!part_run(buffer, offset + done, part, true, 0))
            return false;
        done += part;
    }
    return true;
}

bool gpu_buffer_read(struct gpu_buffer *buffer, uint64_t offset, void *destination, uint64_t bytes)
{
    if (!gpu_buffer_range_ok(buffer, offset, bytes))
        return false;
    for (uint64_t done = 0; done < bytes;) {
        const uint64_t part = bytes - done < STAGING_BYTES ? bytes - done : STAGING_BYTES;
        if (!part_run(buffer, offset + done, part, false, 0))
            return false;
        memcpy((char *)destination + done, buffer->object.scope->gpu->staging_mapped, part);
        done += part;
    }
    return true;
}

/* Copies by threads ---------------------------------------------------------------------------- */

/* A copy within host memory by threads of its own, while the device copies another part. */
struct host_copy {
    struct piece {
        pthread_t thread;
        char *to;
        const char *from;
        size_t bytes;
    } pieces[COPY_THREADS];
    uint32_t running; /* of the pieces, the first */
};

static void *piece_copy(void *of)
{
    const struct piece *piece = of;
    memcpy(piece->to, piece->from, piece->bytes);
    return NULL;
}

/* Copies here what is small, and what gets no thread. */
static void host_copy_start(struct host_copy *copy, char *to, const char *from, size_t bytes)
{
    const size_t share = (bytes / COPY_THREADS + 4095) / 4096 * 4096;
    copy->running = 0;
    while (bytes > COPY_PIECE_BYTES_MIN && copy->running < COPY_THREADS) {
        struct piece *piece = &copy->pieces[copy->running];
        *piece = (struct piece){ .to = to, .from = from, .bytes = bytes < share ? bytes : share };
        if (os_thread_start(&piece->thread, piece_copy, piece) != 0)
            break;
        copy->running++;
        to += piece->bytes;
        from += piece->bytes;
        bytes -= piece->bytes;
    }
    memcpy(to, from, bytes);
}

static void host_copy_wait(struct host_copy *copy)
{
    while (copy->running > 0)
        pthread_join(copy->pieces[--copy->running].thread, NULL);
}

static size_t part_of(uint64_t left)
{
    return (size_t)(left < COPY_PART_BYTES ? left : COPY_PART_BYTES);
}

bool gpu_buffer_write_by_threads(struct gpu_buffer *buffer, uint64_t offset, const void *source,
                                 uint64_t bytes)
{
    if (!gpu_buffer_range_ok(buffer, offset, bytes))
        return false;
    char *staging = buffer->object.scope->gpu->staging_mapped;
    buffer->holds = true;
    const char *from = source;
    struct host_copy copy;
    bool ok = true;
    host_copy_start(&copy, staging, from, part_of(bytes));
    for (uint64_t done = 0, half = 0; done < bytes && ok; half = !half) {
        const size_t part = part_of(bytes - done), next = part_of(bytes - done - part);
        host_copy_wait(&copy);
        host_copy_start(&copy, staging + !half * COPY_PART_BYTES, from + done + part, next);
        ok = part_run(buffer, offset + done, part, true, (uint32_t)half);
        done += part;
    }
    host_copy_wait(&copy);
    return ok;
}

bool gpu_buffer_read_by_threads(struct gpu_buffer *buffer, uint64_t offset, void *destination,
                                uint64_t bytes)
{
    if (!gpu_buffer_range_ok(buffer, offset, bytes))
        return false;
    const char *staging = buffer->object.scope->gpu->staging_mapped;
    struct host_copy copy = { .running = 0 };
    bool ok = true;
    for (uint64_t done = 0, half = 0; done < bytes && ok; half = !half) {
        const size_t part = part_of(bytes - done);
        ok = part_run(buffer, offset + done, part, false, (uint32_t)half);
        host_copy_wait(&copy);
        if (ok)
            host_copy_start(&copy, (char *)destination + done, staging + half * COPY_PART_BYTES,
                            part);
        done += part;
    }
    host_copy_wait(&copy);
    return ok;
}

bool gpu_buffer_fill(struct gpu_buffer *buffer, uint64_t offset, uint64_t bytes, uint32_t word)
{
    if (!gpu_buffer_range_ok(buffer, offset, bytes))
        return false;
    buffer->holds = true;
    const struct staging_step step = { STEP_FILL, buffer->handle, GPU_GUARD_BYTES + offset,
                                       bytes,     word,           0 };
    return bytes == 0 || staging_run(buffer->object.scope->gpu, &step, 1);
}

/* Both guards of a buffer take a slot of the staging memory. */
enum { GUARD_SLOT_BYTES = 2 * GPU_GUARD_BYTES };

struct gpu_buffer *gpu_guards_broken(struct gpu *gpu, struct gpu_buffer *const *buffers,
                                     uint32_t count)
{
    assert(count <= GUARDS_AT_ONCE && (uint64_t)count * GUARD_SLOT_BYTES <= STAGING_BYTES);
    if (count == 0 || gpu->compile_only || gpu_failed(gpu) || !gpu_staging_begin(gpu))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t slot = (uint64_t)i * GUARD_SLOT_BYTES;
        const VkBufferCopy copies[] = {
            { 0, slot, GPU_GUARD_BYTES },
            { GPU_GUARD_BYTES + buffers[i]->bytes, slot + GPU_GUARD_BYTES, GPU_GUARD_BYTES },
        };
        gpu->vk.vkCmdCopyBuffer(gpu->staging_commands, buffers[i]->handle, gpu->staging, 2, copies);
    }
    if (!gpu_staging_end(gpu))
        return NULL;
    const uint32_t *words = gpu->staging_mapped;
    for (size_t i = 0; i < (size_t)count * GUARD_SLOT_BYTES / 4; i++)
        if (words[i] != guard_word)
            return buffers[i / (GUARD_SLOT_BYTES / 4)];
    return NULL;
}
