/* SPDX-License-Identifier: MIT */
/*
 * frame.c: each case flies on the device from the two roots on, and compares the leaves with the
 * reference after every frame; then the frames that are shown are measured, all together. Before
 * each execution the tree of before is put back. Leaves in a pool: frame_pool.h.
 */
#include "bench/cbt/frame.h"

#include "bench/cbt/frame_pool.h"
#include "bench/cbt/leaves/device_rows.h"
#include "bench/cbt/terrain/draw_device.h"
#include "bench/cbt/terrain/frame_workload.h"

#include "cbt.kernels.h"

struct frame_case {
    struct device_tree tree;
    struct gpu_buffer *before; /* the heap before the frames, as the method keeps it */
    struct gpu_buffer *arguments;
    struct gpu_kernel *write_arguments;
};

union case_state {
    struct frame_case tree;
    struct frame_pool pool;
};

/* Frames -------------------------------------------------------------------------------------- */

static const struct frame_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

/* The leaves that the device holds, against the reference's of that frame. */
static bool check_leaves(struct bench_case *c, uint32_t frame)
{
    struct frame_case *state = c->state;
    const struct frame_state *wanted = &workload_of(c)->scene.states[frame];
    char message[256];
    return cbt_device_tree_check(&state->tree, frame, wanted->leaf_count, wanted->hash, message,
                                 sizeof(message)) ||
           context_mismatch(&c->context, "%s", message);
}

/* Frames first..last-1, one by one. */
static bool fly(struct bench_case *c, uint32_t first, uint32_t last)
{
    struct frame_case *state = c->state;
    for (uint32_t frame = first; frame < last; frame++) {
        const struct frame_push push = cbt_frame_push_of(workload_of(c), frame);
        if (!cbt_device_tree_step(&state->tree, &push, sizeof(push)) || !check_leaves(c, frame))
            return false;
    }
    return true;
}

static bool keep_heap(struct bench_case *c)
{
    struct frame_case *state = c->state;
    struct gpu_commands *commands = state->tree.commands;
    gpu_commands_restart(commands);
    gpu_commands_copy(commands, state->before, 0, state->tree.update.heap, 0,
                      gpu_buffer_bytes(state->before));
    return gpu_commands_submit(commands);
}

static bool setup(struct bench_case *c)
{
    if (cbt_pool_case_is(c))
        return cbt_frame_pool_setup(c);
    struct frame_case *state = c->state;
    const struct frame_workload *from = workload_of(c);
    const struct frame_scene *scene = &from->scene;
    const struct reduction_method *method = c->variant->data;
    const struct update_rule rule = { .update = &kernel_cbt_frame_update,
                                      .decide = &kernel_cbt_frame_decide,
                                      .buffers = { from->heights, from->variances, from->views } };
    if (scene->depth < method->depth_min)
        return context_unsupported(&c->context, "it takes trees of depth %u and more",
                                   method->depth_min);
    if (!cbt_device_tree_init_rule(&state->tree, method, &rule, c->context.scope, scene->depth,
                                   scene->leaves_max))
        return false;
    state->before = gpu_buffer_create(
        c->context.scope,
        &(struct gpu_buffer_params){ .name = "heap before",
                                     .bytes = gpu_buffer_bytes(state->tree.update.heap) });
    state->arguments = gpu_buffer_create(
        c->context.scope,
        &(struct gpu_buffer_params){ .name = "arguments", .bytes = 4 * DRAW_ARGUMENTS_WORDS });
    state->write_arguments =
        cbt_update_kernel_create(&state->tree.update, &kernel_cbt_frame_arguments);
    bench_output(c, state->arguments);
    return fly(c, 0, FRAME_WARM_UP) && keep_heap(c) &&
           fly(c, FRAME_WARM_UP, FRAME_WARM_UP + scene->frame_count);
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    if (cbt_pool_case_is(c)) {
        cbt_frame_pool_reset(c, commands);
        return;
    }
    const struct frame_case *state = c->state;
    gpu_commands_copy(commands, state->tree.update.heap, 0, state->before, 0,
                      gpu_buffer_bytes(state->before));
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    if (cbt_pool_case_is(c)) {
        cbt_frame_pool_record(c, commands);
        return;
    }
    const struct frame_case *state = c->state;
    const struct frame_scene *scene = &workload_of(c)->scene;
    for (uint32_t i = 0; i < scene->frame_count; i++) {
        const struct frame_push push = cbt_frame_push_of(workload_of(c), FRAME_WARM_UP + i);
        if (i > 0)
            cbt_update_record_barrier(commands);
        cbt_update_record_frame(&state->tree.update, commands, &push, sizeof(push));
        cbt_update_record_barrier(commands);
        gpu_commands_dispatch(
            commands,
            &(struct gpu_dispatch){ .kernel = state->write_arguments,
                                    .buffers = { state->tree.update.heap, state->arguments },
                                    .push = &scene->target.meshlet,
                                    .push_bytes = sizeof(scene->target.meshlet),
                                    .groups = { 1, 1, 1 } });
    }
}

/* Check --------------------------------------------------------------------------------------- */

/* Bit field and tree after the last frame, word by word. */
static bool check_heap(struct bench_case *c)
{
    const struct frame_case *state = c->state;
    const struct heap *wanted = &workload_of(c)->scene.end.heap;
    const enum layout layout = ((const struct reduction_method *)c->variant->data)->layout;
    const size_t first = cbt_heap_bitfield_word(wanted->depth);
    char message[256] = "";
    struct heap read;
    if (!cbt_heap_init(&read, wanted->depth))
        return context_mismatch(&c->context, "no host memory to check the heap");
    const bool ok =
        cbt_device_tree_read(&state->tree, &read) &&
        ((cbt_layout_compare(layout, wanted, &read.words[first], first,
                             cbt_heap_bitfield_words(wanted->depth), message, sizeof(message)) &&
          cbt_layout_compare(layout, wanted, read.words, 0,
                             cbt_layout_tree_words(layout, wanted->depth), message,
                             sizeof(message))) ||
         context_mismatch(&c->context, "after the last frame: %s", message));
    cbt_heap_finish(&read);
    return ok;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check;
    if (cbt_pool_case_is(c))
        return cbt_frame_pool_check(c);
    const struct frame_case *state = c->state;
    return cbt_frame_arguments_check(c, state->arguments) && check_heap(c);
}

/* Least bytes: a word for each bit that changes, read and written, and the method's reductions. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    if (cbt_pool_case_is(c)) {
        cbt_frame_pool_work(c, work);
        return;
    }
    const struct frame_case *state = c->state;
    const struct frame_scene *scene = &workload_of(c)->scene;
    const struct reduction *reduction = &state->tree.update.reduction;
    const double tiles = cbt_reduction_tiles(scene->depth);
    for (uint32_t frame = FRAME_WARM_UP; frame < FRAME_WARM_UP + scene->frame_count; frame++) {
        const struct frame_state *of = &scene->states[frame];
        work->bytes_read += 4 * (double)of->changed;
        work->bytes_written += 4 * (double)of->changed;
        work->operations += scene->states[frame - 1].leaf_count;
        for (uint32_t i = 0; i < reduction->step_count; i++) {
            const struct reduction_step *step = &reduction->steps[i];
            const double share = step->marked ? of->tiles / tiles : 1;
            work->bytes_read += share * step->read_bits / 8;
            work->bytes_written += share * step->written_bits / 8;
        }
        work->chain += cbt_update_chain(&state->tree.update) + reduction->step_count + 1;
    }
}

/* Tables -------------------------------------------------------------------------------------- */

static const struct bench_axis axes[] = {
    FRAME_AXES("18", "27,28", "27,28", "2", "4", "4"),
    { .name = "frames",
      .help = "of the flight in one execution, split and merge in turn",
      .min = 2,
      .max = FRAME_COUNT_MAX,
      .values = { "4", "16", "16" } },
    { .name = NULL },
};

#define VARIANT(method_, summary_, source_, needs_)                                                \
    {                                                                                              \
        .name = #method_, .summary = summary_, .source = source_, .kind = BENCH_GPU,               \
        .needs = GPU_SHADER_INT64 | (needs_), .data = &cbt_reduction_##method_                     \
    }

static const struct bench_variant variants[] = {
    VARIANT(naive, "reduced level by level with atomics: the talk's before",
            "Deliot et al. 2021, Updating the subdivision", 0),
    VARIANT(prepass, "five levels at once, then level by level, with atomics: the paper's demo",
            "Dupuy 2020, the public library", 0),
    VARIANT(packed,
            "bits counted, words assembled in shared memory: the talk's after, deciding "
            "apart from acting",
            "Deliot et al. 2021, Optimizations", 0),
    VARIANT(packed_snapshot,
            "packed, with a copy of the bit field for decoding: decides and acts "
            "in one pass",
            "contender", 0),
    VARIANT(fused, "packed in two or three dispatches", "contender", 0),
    VARIANT(subgroup, "fused with shuffles", "contender", GPU_SUBGROUP_SHUFFLE),
    VARIANT(aligned, "fused, in values of 8, 16 and 32 bits", "contender", 0),
    VARIANT(dirty, "fused, only tiles that the update changed", "contender", 0),
    POOL_VARIANTS,
    { 0 },
};

const struct bench cbt_frame = {
    .name = "frame",
    .question = "A frame of terrain: update by the camera, reduction, arguments of the draw",
    .axes = axes,
    .variants = variants,
    .workload_bytes = sizeof(struct frame_workload),
    .workload = cbt_frame_workload,
    .upload = cbt_frame_workload_upload,
    .method = { .case_bytes = sizeof(union case_state),
                .setup = setup,
                .reset = reset,
                .record = record,
                .check = check,
                .work = work },
};
