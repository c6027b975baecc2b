/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/instruments.h"

#include "harness/base/base.h"
#include "harness/base/need.h"

#include "harness.kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    GROUP_SIZE = 256,
    LOADS_MAX = 4,         /* that an invocation has on the way at once, as the kernel does */
    GROUPS_WANTED = 2048,  /* before invocations get more than one load */
    GROUPS_MAX = 65535,    /* what Vulkan guarantees */
    PLACES = 64,           /* of a large destination that are looked at */
    PLACE_BYTES = 1 << 14, /* in each */
    COMPONENTS = 4,
};

static const uint32_t factor = 0x9e3779b1u; /* as probe_input.comp has it */

struct probe_memory {
    struct gpu_scope *scope;
    struct gpu_buffer *source, *destination;
    struct gpu_kernel *kernel;
};

struct probe {
    struct probe_memory *memory;
    struct gpu_scope *scope;
    struct gpu_commands *commands;
    struct cache *cache; /* NULL: hot */
    struct probe_bytes bytes;
    uint32_t groups;
};

struct probe_bytes probe_bytes_of(double read, double written)
{
    return (struct probe_bytes){
        (uint64_t)ceil(fmax(read, 0) / PROBE_WORD_BYTES) * PROBE_WORD_BYTES,
        (uint64_t)ceil(fmax(written, 0) / PROBE_WORD_BYTES) * PROBE_WORD_BYTES
    };
}

uint64_t probe_bytes_max(const struct gpu_info *info)
{
    const uint64_t share = info->limits.memory_bytes / 8;
    const uint64_t binding = info->limits.storage_buffer_bytes_max;
    const uint64_t most = share < binding ? share : binding;
    return most - most % PROBE_WORD_BYTES;
}

static uint32_t groups_for(uint64_t words, uint64_t loads)
{
    const uint64_t groups = (words + loads * GROUP_SIZE - 1) / (loads * GROUP_SIZE);
    return groups < 1 ? 1 : groups > GROUPS_MAX ? GROUPS_MAX : (uint32_t)groups;
}

/* Memory --------------------------------------------------------------------------------------- */

static struct gpu_buffer *buffer(struct gpu_scope *scope, const char *name, uint64_t bytes)
{
    const struct gpu_buffer_params params = { .name = name,
                                              .bytes = bytes ? bytes : PROBE_WORD_BYTES };
    return gpu_buffer_create(scope, &params);
}

struct probe_memory *probe_memory_create(struct gpu *gpu, struct probe_bytes most)
{
    struct probe_memory *memory = need_zeroed(1, sizeof(*memory));
    memory->scope = gpu_scope_create(gpu);
    gpu_scope_name(memory->scope, "probe");
    memory->source = buffer(memory->scope, "probe, source", most.read);
    memory->destination = buffer(memory->scope, "probe, destination", most.written);
    struct gpu_kernel *kernel = gpu_kernel_create(
        memory->scope, &(struct gpu_kernel_params){ .shader = &kernel_harness_probe_input });
    struct gpu_commands *commands = gpu_commands_begin(memory->scope);
    const uint32_t words = (uint32_t)(gpu_buffer_bytes(memory->source) / PROBE_WORD_BYTES);
    gpu_commands_dispatch(commands,
                          &(struct gpu_dispatch){ .kernel = kernel,
                                                  .buffers = { memory->source },
                                                  .push = &words,
                                                  .push_bytes = sizeof(words),
                                                  .groups = { groups_for(words, 1), 1, 1 } });
    gpu_commands_submit(commands);
    if (gpu_failed(gpu))
        probe_memory_destroy(&memory);
    return memory;
}

void probe_memory_destroy(struct probe_memory **memory)
{
    if (*memory)
        gpu_scope_destroy(&(*memory)->scope);
    free(*memory);
    *memory = NULL;
}

struct gpu_scope *probe_memory_scope(struct probe_memory *memory)
{
    return memory->scope;
}

/* Probes --------------------------------------------------------------------------------------- */

static void record_execution(const struct probe *probe)
{
    const struct probe_memory *memory = probe->memory;
    const uint32_t push[] = { (uint32_t)(probe->bytes.read / PROBE_WORD_BYTES),
                              (uint32_t)(probe->bytes.written / PROBE_WORD_BYTES) };
    gpu_commands_dispatch(
        probe->commands, &(struct gpu_dispatch){ .kernel = memory->kernel,
                                                 .buffers = { memory->source, memory->destination },
                                                 .push = push,
                                                 .push_bytes = sizeof(push),
                                                 .groups = { probe->groups, 1, 1 } });
    gpu_commands_barrier(probe->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
}

struct probe *probe_create(struct probe_memory *memory, struct cache *cache,
                           struct probe_bytes bytes)
{
    struct gpu *gpu = gpu_scope_device(memory->scope);
    struct probe *probe = need_zeroed(1, sizeof(*probe));
    if (!memory->kernel)
        memory->kernel = gpu_kernel_create(
            memory->scope, &(struct gpu_kernel_params){ .shader = &kernel_harness_probe });
    probe->memory = memory;
    probe->cache = cache;
    probe->bytes = bytes;
    /* Small ranges are spread over as many groups as there may be, large ones over invocations that
     * have several loads on the way. */
    const uint64_t most = bytes.read > bytes.written ? bytes.read : bytes.written;
    uint64_t loads = 1;
    while (loads < LOADS_MAX && groups_for(most / PROBE_WORD_BYTES, loads) > GROUPS_WANTED)
        loads *= 2;
    probe->groups = groups_for(most / PROBE_WORD_BYTES, loads);
    probe->scope = gpu_scope_create(gpu);
    gpu_scope_name(probe->scope, "probe");
    probe->commands = gpu_commands_begin(probe->scope);
    if (cache) /* as case_execute.c records a sample */
        cache_record(cache, probe->commands, CACHE_SWEEP);
    else
        record_execution(probe);
    gpu_commands_timestamp(probe->commands, 0);
    record_execution(probe);
    gpu_commands_timestamp(probe->commands, 1);
    if (gpu_failed(gpu))
        probe_destroy(&probe);
    return probe;
}

void probe_destroy(struct probe **probe)
{
    if (*probe)
        gpu_scope_destroy(&(*probe)->scope);
    free(*probe);
    *probe = NULL;
}

bool probe_is_cold(const struct probe *probe)
{
    return probe->cache;
}

bool probe_sample(struct probe *probe, double *ns)
{
    return gpu_commands_submit(probe->commands) &&
           gpu_commands_elapsed_ns(probe->commands, 0, 1, ns);
}

/* Checks --------------------------------------------------------------------------------------- */

/* Returns the expected component of word `to` of the destination. */
static uint32_t expected(const struct probe *probe, uint64_t to, unsigned component)
{
    const uint64_t stride = (uint64_t)probe->groups * GROUP_SIZE;
    uint32_t sum = (uint32_t)to;
    for (uint64_t at = to % stride; at < probe->bytes.read / PROBE_WORD_BYTES; at += stride)
        sum += (uint32_t)(COMPONENTS * at + component) * factor;
    return sum;
}

static bool is_right(const struct probe *probe)
{
    uint32_t found[PLACE_BYTES / sizeof(uint32_t)];
    const uint64_t bytes = probe->bytes.written;
    const uint64_t places = (bytes + PLACE_BYTES - 1) / PLACE_BYTES;
    const uint64_t looked_at = places < PLACES ? places : PLACES;
    for (uint64_t i = 0; i < looked_at; i++) {
        /* The first and the last are among them. */
        const uint64_t place = looked_at > 1 ? i * (places - 1) / (looked_at - 1) : 0;
        const uint64_t offset = place * PLACE_BYTES;
        const uint64_t rest = bytes - offset, size = rest < PLACE_BYTES ? rest : PLACE_BYTES;
        if (!gpu_buffer_read(probe->memory->destination, offset, found, size))
            return false;
        for (uint64_t k = 0; k < size / sizeof(*found); k++) {
            const uint64_t to = offset / PROBE_WORD_BYTES + k / COMPONENTS;
            const uint32_t wanted = expected(probe, to, (unsigned)(k % COMPONENTS));
            if (found[k] != wanted)
                return trouble("the probe wrote %08x into word %llu, wanted %08x", found[k],
                               (unsigned long long)(offset / sizeof(*found) + k), wanted);
        }
    }
    return true;
}

bool probe_check(struct probe *probe)
{
    static const uint32_t poison = 0xa5a5a5a5u;
    struct gpu_buffer *destination = probe->memory->destination;
    trouble_clear();
    if (!gpu_buffer_fill(destination, 0, probe->bytes.written, poison) ||
        !gpu_commands_submit(probe->commands) || !is_right(probe))
        return false;
    const char *broken = gpu_scope_broken_guard(probe->memory->scope);
    if (broken)
        trouble("the probe wrote outside of buffer %s", broken);
    return !broken && !gpu_failed(gpu_scope_device(probe->scope));
}
