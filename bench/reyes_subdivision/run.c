/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/run.h"

#include "bench/common/axis.h"
#include "harness/base/need.h"

#include <stdlib.h>
#include <string.h>

/* Room for at least one, so that an empty scene has buffers, too. */
static struct gpu_buffer *storage_create(struct gpu_scope *scope, const char *name, uint64_t count,
                                         uint64_t item_bytes, const void *data)
{
    return buffer_create(scope, name, (count > 0 ? count : 1) * item_bytes,
                         count > 0 ? data : NULL);
}

struct gpu_buffer *reyes_buffer(struct bench_case *c, const char *name, uint64_t count,
                                uint64_t item_bytes, const void *data)
{
    return storage_create(c->context.scope, name, count, item_bytes, data);
}

struct reyes_view reyes_view_data(const struct view *view)
{
    struct reyes_view data = {
        .scale = view->scale,
        .near = view->near,
        .far = view->far,
        .width = view->width,
        .height = view->height,
        .limit = view->limit,
        .ribbon = view->ribbon,
        .max_depth = view->max_depth,
        .eye_rule = view->eye_rule == VIEW_EYE_2014 ? 0 : 1,
    };
    memcpy(data.eye, view->eye, sizeof(data.eye));
    return data;
}

bool reyes_upload(struct bench_workload *workload)
{
    struct reyes_workload *state = workload->state;
    struct gpu_scope *scope = workload->context.scope;
    const struct reyes_reference *reference = &state->reference;
    const uint64_t slack = 64 + 16 * (uint64_t)reference->undecided.count;
    struct reyes_buffers *buffers = context_alloc(&workload->context, sizeof(*buffers));
    state->buffers = buffers;
    if (!buffers)
        return false;
    buffers->context = &workload->context;
    const struct reyes_view view = reyes_view_data(&state->view);
    buffers->drawn_max = (uint32_t)(reference->drawn.count + slack);
    buffers->ranges_max = (uint32_t)(reference->counts.peak_ranges + slack);
    const uint32_t count = state->scene.count;
    OWNED struct range *whole = need_bytes(count * sizeof(*whole));
    for (uint32_t patch = 0; patch < count; patch++)
        whole[patch] = reyes_range_whole(patch);
    buffers->patches =
        storage_create(scope, "patches", count, 16 * sizeof(*state->points), state->points);
    buffers->whole = storage_create(scope, "whole patches", count, sizeof(*whole), whole);
    buffers->view = storage_create(scope, "view", 1, sizeof(view), &view);
    buffers->drawn =
        storage_create(scope, "drawn ranges", buffers->drawn_max, REYES_RANGE_BYTES, NULL);
    return buffers->patches && buffers->whole;
}

/* Cases ---------------------------------------------------------------------------------------- */

uint64_t reyes_stack_ranges(const struct reyes_run *run)
{
    return run->workload->scene.count + (uint64_t)run->batch * run->workload->view.max_depth;
}

bool reyes_groups_known(struct bench_case *c)
{
    return reyes_run(c)->groups > 0 ||
           context_unsupported(&c->context, "the device does not say how many multiprocessors "
                                            "it has: give groups as a number");
}

bool reyes_groups_fit(struct bench_case *c, const char *what, uint32_t ranges)
{
    const uint32_t bytes = reyes_shared_bytes(ranges);
    const uint32_t most = gpu_info(gpu_scope_device(c->context.scope))->limits.shared_bytes_max;
    return reyes_groups_known(c) &&
           (bytes <= most ||
            context_unsupported(&c->context,
                                "%u bytes of shared memory for %s of %u ranges, the device has %u: "
                                "a smaller group_size or max_depth",
                                bytes, what, ranges, most));
}

struct reyes_run *reyes_run_start(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    const struct context *context = &c->context;
    const struct gpu_info *info =
        context->scope ? gpu_info(gpu_scope_device(context->scope)) : NULL;
    run->workload = c->workload->state;
    run->scheme = c->variant->data;
    run->batch = (uint32_t)context_integer_or(context, "batch", UINT32_MAX);
    run->groups = (uint32_t)context_integer_or(context, "groups", 0);
    if (info &&
        strcmp(context_text_or(context, "groups", ""), reyes_groups_per_multiprocessor) == 0)
        run->groups = info->multiprocessors;
    run->group_size = (uint32_t)context_integer_or(context, "group_size", 0);
    run->held = (uint32_t)context_integer_or(context, "held", 0);
    run->output = (uint32_t)context_integer_or(context, "output", 0);
    if (run->output == 0) /* no such axis, or none of its integers */
        run->output = UINT32_MAX;
    run->noninterleaved =
        run->workload->noninterleaved || axis_place(context, "order", reyes_orders) == 1;
    run->levels = c->inspected;
    run->group_limit = info ? info->limits.group_count_max[0] : 1;
    return run;
}

void reyes_groups(const struct reyes_run *run, uint64_t count, uint32_t group_size,
                  uint32_t groups[3])
{
    const uint64_t limit = run->group_limit, wanted = (count + group_size - 1) / group_size;
    groups[0] = (uint32_t)(wanted < limit ? wanted : limit);
    groups[1] = (uint32_t)((wanted + limit - 1) / limit);
    groups[2] = 1;
}

void reyes_control_create(struct bench_case *c, uint32_t group_size)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t patches = run->workload->scene.count;
    const uint32_t count = patches < run->batch ? patches : run->batch;
    uint32_t words[REYES_CONTROL_WORDS] = { 0 };
    uint32_t *slot = words + REYES_SLOTS;
    reyes_groups(run, count, group_size, slot);
    slot[REYES_SLOT_COUNT] = count;
    slot[REYES_SLOT_BASE] = patches - count;
    words[REYES_PEAK] = patches;
    run->control_start = reyes_buffer(c, "control at the start", 1, sizeof(words), words);
    run->control = reyes_buffer(c, "control", 1, sizeof(words), NULL);
    bench_output(c, run->control);
    bench_output(c, run->workload->buffers->drawn);
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

bool reyes_too_many_iterations(struct bench_case *c)
{
    const struct reyes_run *run = reyes_run(c);
    const uint32_t most = reyes_iterations_max(run);
    if (most < REYES_ITERATIONS_MAX)
        return context_mismatch(&c->context, "not done after %u iterations, for %llu ranges", most,
                                (unsigned long long)run->workload->reference.counts.bounds);
    return context_unsupported(&c->context, "more than %u iterations: choose a larger batch", most);
}

void reyes_iterations_record(struct reyes_run *run, uint32_t needed)
{
    enum { SPARE_SHIFT = 3 };
    const uint32_t most = run->scheme->bounded ? UINT32_MAX : run->workload->view.max_depth;
    const uint32_t wanted = needed + (needed >> SPARE_SHIFT) + 1;
    run->iterations_recorded = wanted < most ? wanted : most;
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
    return DISPATCH(kernel,
                    .buffers = { buffers->patches, buffers->view, buffers->drawn, run->control },
                    .push = push, .push_bytes = push_bytes, .groups = { 1, 1, 1 });
}

void reyes_dispatch_slot(const struct reyes_run *run, struct gpu_dispatch *dispatch, uint32_t slot)
{
    dispatch->indirect = run->control;
    dispatch->indirect_offset = 4 * (REYES_SLOTS + REYES_SLOT_WORDS * (uint64_t)slot);
}

const uint32_t *reyes_control_read(struct bench_case *c)
{
    return context_read(&c->context, reyes_run(c)->control, 0, 4 * REYES_CONTROL_WORDS);
}

/* Ranges of the iteration after the last recorded one. */
static uint32_t ranges_waiting(const struct reyes_run *run, const uint32_t *control)
{
    if (run->iterations_recorded == 0)
        return 0;
    const uint32_t slot = (run->iterations_recorded - 1) % REYES_CHUNK + 1;
    return control[REYES_SLOTS + REYES_SLOT_WORDS * slot + REYES_SLOT_COUNT];
}

bool reyes_outcome_counts(struct bench_case *c, const uint32_t *control, uint64_t bounds,
                          uint64_t splits, uint64_t n_out)
{
    const struct reyes_run *run = reyes_run(c);
    struct reyes_outcome *outcome = &reyes_run(c)->outcome;
    const uint64_t decided = n_out + splits + control[REYES_CULLED_DEPTH];
    if (control[REYES_OVERFLOW] != 0)
        return context_mismatch(&c->context, "a buffer of ranges had no room left");
    if (ranges_waiting(run, control) > 0)
        return context_mismatch(&c->context,
                                "%u ranges wait after the %u iterations recorded: the frame needs "
                                "more than the one before it",
                                ranges_waiting(run, control), run->iterations_recorded);
    if (decided > bounds)
        return context_mismatch(&c->context, "%llu ranges drawn, split or culled of %llu bounded",
                                (unsigned long long)decided, (unsigned long long)bounds);
    outcome->n_out = n_out;
    outcome->splits = splits;
    outcome->bounds = bounds;
    outcome->culled_depth = control[REYES_CULLED_DEPTH];
    outcome->culled_frustum = bounds - decided;
    return true;
}

bool reyes_gather_control(struct bench_case *c)
{
    struct reyes_outcome *outcome = &reyes_run(c)->outcome;
    const uint32_t *control = reyes_control_read(c);
    if (!control)
        return false;
    outcome->iterations = control[REYES_ITERATIONS];
    outcome->peak_ranges = control[REYES_PEAK];
    return reyes_outcome_counts(c, control, control[REYES_BOUNDS], control[REYES_SPLITS],
                                control[REYES_DRAWN]);
}

struct range *reyes_read_drawn(struct bench_case *c, size_t *count)
{
    const struct reyes_run *run = reyes_run(c);
    const struct reyes_buffers *buffers = run->workload->buffers;
    *count = (size_t)run->outcome.n_out;
    if (*count <= buffers->drawn_max)
        return context_read_mutable(&c->context, buffers->drawn, 0, *count * sizeof(struct range));
    context_mismatch(&c->context, "%zu ranges drawn, wanted %zu", *count,
                     run->workload->reference.drawn.count);
    return NULL;
}
