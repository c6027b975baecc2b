/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Only the first is kept. */
__attribute__((format(printf, 2, 0))) static void tell(struct reyes_run *run, const char *format,
                                                       va_list arguments)
{
    if (run->message[0] == '\0')
        vsnprintf(run->message, sizeof(run->message), format, arguments);
}

bool reyes_mismatch(struct reyes_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(run, format, arguments);
    va_end(arguments);
    return false;
}

bool reyes_unsupported(struct reyes_run *run, const char *format, ...)
{
    va_list arguments;
    run->unsupported = run->message[0] == '\0';
    va_start(arguments, format);
    tell(run, format, arguments);
    va_end(arguments);
    return false;
}

struct gpu_buffer *reyes_buffer(struct reyes_run *run, const char *name, uint64_t count,
                                uint64_t item_bytes, const void *data)
{
    const uint64_t bytes = (count > 0 ? count : 1) * item_bytes;
    return gpu_buffer_create(
        run->scope, &(struct gpu_buffer_params){ .name = name, .bytes = bytes, .data = data });
}

struct gpu_kernel *reyes_kernel(struct reyes_run *run, const struct gpu_shader *shader,
                                const uint32_t *constants, uint32_t count)
{
    struct gpu_kernel_params params = { .shader = shader, .constant_count = count };
    memcpy(params.constants, constants, count * sizeof(*constants));
    return gpu_kernel_create(run->scope, &params);
}

uint32_t reyes_group_limit(const struct reyes_run *run)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(run->scope));
    return info ? info->limits.group_count_max[0] : 1;
}

void reyes_groups(const struct reyes_run *run, uint64_t count, uint32_t group_size,
                  uint32_t groups[3])
{
    const uint64_t limit = reyes_group_limit(run), wanted = (count + group_size - 1) / group_size;
    groups[0] = (uint32_t)(wanted < limit ? wanted : limit);
    groups[1] = (uint32_t)((wanted + limit - 1) / limit);
    groups[2] = 1;
}

void reyes_control_create(struct reyes_run *run, uint32_t group_size)
{
    const uint32_t patches = run->workload->scene.count;
    const uint32_t count = patches < run->batch ? patches : run->batch;
    uint32_t words[REYES_CONTROL_WORDS] = { 0 };
    uint32_t *slot = words + REYES_SLOTS;
    reyes_groups(run, count, group_size, slot);
    slot[REYES_SLOT_COUNT] = count;
    slot[REYES_SLOT_BASE] = patches - count;
    words[REYES_PEAK] = patches;
    run->control_start = reyes_buffer(run, "control at the start", 1, sizeof(words), words);
    run->control = reyes_buffer(run, "control", 1, sizeof(words), NULL);
}

void reyes_control_start(const struct reyes_run *run, struct gpu_commands *commands)
{
    gpu_commands_copy(commands, run->control, 0, run->control_start, 0, 4 * REYES_CONTROL_WORDS);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_ACCESS_ALL);
}

uint32_t reyes_iterations_max(const struct reyes_run *run)
{
    const struct reyes_reference *reference = &run->workload->reference;
    const uint64_t most = 2 * reference->counts.bounds + 1000;
    return most < REYES_ITERATIONS_MAX ? (uint32_t)most : REYES_ITERATIONS_MAX;
}

bool reyes_too_many_iterations(struct reyes_run *run)
{
    const uint32_t most = reyes_iterations_max(run);
    if (most < REYES_ITERATIONS_MAX)
        return reyes_mismatch(run, "not done after %u iterations, for %llu ranges", most,
                              (unsigned long long)run->workload->reference.counts.bounds);
    return reyes_unsupported(run, "more than %u iterations: a larger batch", most);
}

void reyes_record_next_chunk(const struct reyes_run *run, struct gpu_commands *commands)
{
    const uint64_t first = 4 * REYES_SLOTS, bytes = 4 * REYES_SLOT_WORDS;
    gpu_commands_barrier(commands, GPU_COMPUTE | GPU_INDIRECT, GPU_TRANSFER);
    gpu_commands_copy(commands, run->control, first, run->control, first + REYES_CHUNK * bytes,
                      bytes);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_TRANSFER);
    gpu_commands_fill(commands, run->control, first + bytes, REYES_CHUNK * bytes, 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_ACCESS_ALL);
}

struct gpu_dispatch reyes_dispatch(const struct reyes_run *run, struct gpu_kernel *kernel,
                                   const void *push, uint32_t push_bytes)
{
    const struct reyes_buffers *buffers = run->workload->buffers;
    return (struct gpu_dispatch){
        .kernel = kernel,
        .buffers = { buffers->patches, buffers->view, buffers->drawn, run->control },
        .push = push,
        .push_bytes = push_bytes,
        .groups = { 1, 1, 1 },
    };
}

void reyes_dispatch_slot(const struct reyes_run *run, struct gpu_dispatch *dispatch, uint32_t slot)
{
    dispatch->indirect = run->control;
    dispatch->indirect_offset = 4 * (REYES_SLOTS + REYES_SLOT_WORDS * (uint64_t)slot);
}

bool reyes_control_read(struct reyes_run *run, uint32_t control[REYES_CONTROL_WORDS])
{
    return gpu_buffer_read(run->control, 0, control, 4 * REYES_CONTROL_WORDS);
}

bool reyes_outcome_counts(struct reyes_run *run, const uint32_t *control, uint64_t bounds,
                          uint64_t splits, uint64_t n_out)
{
    struct reyes_outcome *outcome = &run->outcome;
    const uint64_t decided = n_out + splits + control[REYES_CULLED_DEPTH];
    if (control[REYES_OVERFLOW] != 0)
        return reyes_mismatch(run, "a buffer of ranges had no room left");
    if (decided > bounds)
        return reyes_mismatch(run, "%llu ranges drawn, split or culled of %llu bounded",
                              (unsigned long long)decided, (unsigned long long)bounds);
    outcome->n_out = n_out;
    outcome->splits = splits;
    outcome->bounds = bounds;
    outcome->culled_depth = control[REYES_CULLED_DEPTH];
    outcome->culled_frustum = bounds - decided;
    return true;
}

struct range *reyes_read_drawn(struct reyes_run *run, size_t *count)
{
    const struct reyes_buffers *buffers = run->workload->buffers;
    *count = (size_t)run->outcome.n_out;
    if (*count > buffers->drawn_max) {
        reyes_mismatch(run, "%zu ranges drawn, wanted %zu", *count,
                       run->workload->reference.drawn.count);
        return NULL;
    }
    struct range *ranges = malloc((*count + 1) * sizeof(*ranges));
    if (!ranges)
        reyes_mismatch(run, "no host memory to check %zu ranges", *count);
    else if (*count == 0 || gpu_buffer_read(buffers->drawn, 0, ranges, *count * sizeof(*ranges)))
        return ranges;
    free(ranges);
    return NULL;
}

static bool check_count(struct reyes_run *run, const char *what, uint64_t got, uint64_t wanted)
{
    return got == wanted ||
           reyes_mismatch(run, "%s: %" PRIu64 ", wanted %" PRIu64, what, got, wanted);
}

/* A range that rounding turns may be split, or culled, a few times more or less. */
static bool check_near(struct reyes_run *run, const char *what, uint64_t got, uint64_t wanted)
{
    enum { EACH = 4 };
    const uint64_t slack = EACH * (uint64_t)run->workload->reference.undecided.count;
    return (got <= wanted + slack && wanted <= got + slack) ||
           reyes_mismatch(run, "%s: %" PRIu64 ", wanted %" PRIu64 " within %" PRIu64, what, got,
                          wanted, slack);
}

bool reyes_outcome_check(struct reyes_run *run)
{
    const struct reyes_outcome *outcome = &run->outcome;
    const struct reyes_reference_counts *counts = &run->workload->reference.counts;
    const uint64_t n_in = counts->n_in;
    const uint64_t ended =
        outcome->n_out + outcome->splits + outcome->culled_frustum + outcome->culled_depth;
    if (!check_count(run, "bounds, for n_in + 2 splits", outcome->bounds,
                     n_in + 2 * outcome->splits) ||
        !check_count(run, "drawn, split and culled, for bounds", ended, outcome->bounds) ||
        !check_near(run, "splits", outcome->splits, counts->splits) ||
        !check_near(run, "culled by frustum", outcome->culled_frustum, counts->culled_frustum) ||
        !check_near(run, "culled by depth", outcome->culled_depth, counts->culled_depth))
        return false;
    const uint64_t room = n_in + (uint64_t)run->batch * run->workload->view.max_depth;
    if (run->variant->bounded && n_in > 0 && outcome->peak_ranges >= room)
        return reyes_mismatch(run, "%" PRIu64 " ranges at once; the proof has fewer than %" PRIu64,
                              outcome->peak_ranges, room);
    return true;
}
