/* SPDX-License-Identifier: MIT */
/*
 * frame.c: each case flies on the device from the two roots on, and compares the leaves with the
 * reference after every frame; then the frames that are shown are measured, all together. Before
 * each execution what was there before them is put back.
 */
#include "bench/cbt/cbt.h"

#include "bench/cbt/leaves/leaves.h"
#include "bench/cbt/terrain/terrain.h"
#include "bench/common/device.h"

#include "cbt.kernels.h"

/* Push constants, as frame_rule.glsl has them. */
struct frame_push {
    uint32_t view, merges, map_levels;
};

struct frame_workload {
    struct frame_scene scene; /* the first member */
    struct frame_push pushes[FRAME_WARM_UP + FRAME_COUNT_MAX];
    struct gpu_buffer *heights, *variances, *views;
};

struct frame_case {
    struct leaves *leaves;
    struct gpu_buffer *counted, *arguments; /* what has the number of leaves, and what is made */
    struct gpu_kernel *write_arguments;
};

static const struct frame_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

/* Workload ------------------------------------------------------------------------------------ */

static bool workload(struct bench_workload *workload)
{
    struct frame_workload *state = workload->state;
    const uint32_t frames = (uint32_t)context_integer(&workload->context, "frames");
    if (frames % 2 != 0)
        return context_error(&workload->context,
                             "frames:%u leaves a split without its merge; take an even number",
                             frames);
    context_fact_count(&workload->context, "frames", frames);
    if (!cbt_frame_scene_build(&workload->context, &state->scene, frames))
        return false;
    for (uint32_t frame = 0; frame < FRAME_WARM_UP + frames; frame++)
        state->pushes[frame] = (struct frame_push){ frame, frame % 2, state->scene.map.levels };
    return true;
}

static bool upload(struct bench_workload *workload)
{
    struct frame_workload *state = workload->state;
    const struct heightmap *map = &state->scene.map;
    struct gpu_scope *scope = workload->context.scope;
    const uint64_t heights = 2 * cbt_heightmap_height_count(map->levels);
    const uint64_t variances = 4 * cbt_heightmap_variance_count(map->levels);
    state->heights = buffer_create(scope, "heights", heights, map->heights);
    state->variances = buffer_create(scope, "variances", variances, map->variances);
    state->views = buffer_create(scope, "views", sizeof(state->scene.views), state->scene.views);
    return state->views;
}

/* Cases --------------------------------------------------------------------------------------- */

/* Past the last frame that is shown. */
static uint32_t last_frame(const struct bench_case *c)
{
    return FRAME_WARM_UP + workload_of(c)->scene.frame_count;
}

/* Devices without 64-bit integers have kernels that compute in pairs of words. */
static struct leaves_course course_of(const struct bench_case *c)
{
    const struct frame_workload *from = workload_of(c);
    const bool wide = gpu_info(gpu_scope_device(c->context.scope))->features & GPU_SHADER_INT64;
    return (struct leaves_course){
        .rule = { .update = wide ? &kernel_cbt_frame_update : &kernel_cbt_frame_update_uvec2,
                  .decide = wide ? &kernel_cbt_frame_decide : &kernel_cbt_frame_decide_uvec2,
                  .sweep = wide ? &kernel_cbt_frame_sweep : &kernel_cbt_frame_sweep_uvec2,
                  .classify = &kernel_cbt_frame_classify,
                  .classify_pairs = &kernel_cbt_frame_classify_uvec2,
                  .buffers = { from->heights, from->variances, from->views } },
        .depth = from->scene.depth,
        .leaves_max = from->scene.leaves_max,
        .pushes = from->pushes,
        .push_bytes = sizeof(from->pushes[0]),
        .states = from->scene.states,
    };
}

static bool arguments_create(struct bench_case *c)
{
    struct frame_case *state = c->state;
    state->arguments = buffer_create(c->context.scope, "arguments", 4 * DRAW_ARGUMENTS_WORDS, NULL);
    bench_output(c, state->arguments);
    return true;
}

static bool fly(struct bench_case *c)
{
    struct leaves *leaves = ((struct frame_case *)c->state)->leaves;
    return cbt_leaves_run(leaves, 0, FRAME_WARM_UP) &&
           leaves->kind->save(leaves, FRAME_WARM_UP, NULL, NULL) &&
           cbt_leaves_run(leaves, FRAME_WARM_UP, last_frame(c));
}

static bool setup_tree(struct bench_case *c)
{
    struct frame_case *state = c->state;
    const struct leaves_course course = course_of(c);
    struct tree_leaves *tree = cbt_tree_leaves_create(&c->context, c->variant->data, &course);
    if (!tree)
        return false;
    cbt_tree_leaves_declare(tree, c);
    state->leaves = &tree->leaves;
    state->counted = tree->heap;
    state->write_arguments = cbt_tree_leaves_kernel_create(tree, &kernel_cbt_frame_arguments);
    return arguments_create(c);
}

static bool prepare_tree(struct bench_case *c)
{
    struct leaves *leaves = ((struct frame_case *)c->state)->leaves;
    return cbt_tree_leaves_begin((struct tree_leaves *)leaves, NULL) && fly(c);
}

static bool setup_pool(struct bench_case *c)
{
    struct frame_case *state = c->state;
    const struct leaves_course course = course_of(c);
    struct pool_leaves *pool = cbt_pool_leaves_create(
        &c->context, c->variant->data, cbt_pool_leaves_slots_depth(&c->context), &course);
    if (!pool)
        return false;
    state->leaves = &pool->leaves;
    state->counted = pool->buffers[POOL_STATE];
    state->write_arguments = kernel_create(c->context.scope, &kernel_cbt_frame_arguments_pool);
    return arguments_create(c);
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    const struct leaves *leaves = ((const struct frame_case *)c->state)->leaves;
    leaves->kind->restore(leaves, commands);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct frame_case *state = c->state;
    const struct gpu_dispatch arguments = { .kernel = state->write_arguments,
                                            .buffers = { state->counted, state->arguments },
                                            .push = &workload_of(c)->scene.target.meshlet,
                                            .push_bytes = sizeof(uint32_t),
                                            .groups = { 1, 1, 1 } };
    for (uint32_t frame = FRAME_WARM_UP; frame < last_frame(c); frame++) {
        if (frame > FRAME_WARM_UP)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
        state->leaves->kind->record(state->leaves, commands, frame);
        cbt_leaves_barrier(state->leaves, commands);
        gpu_commands_dispatch(commands, &arguments);
    }
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct frame_case *state = c->state;
    const struct frame_tree *end = &workload_of(c)->scene.end;
    uint32_t wanted[DRAW_ARGUMENTS_WORDS];
    const uint32_t *got = context_read(&c->context, state->arguments, 0, sizeof(wanted));
    (void)check;
    cbt_leaves_memory(state->leaves, c);
    cbt_draw_arguments(&workload_of(c)->scene, end->leaf_count, wanted);
    return context_compare(&c->context, "arguments of the draw", got, wanted, DRAW_ARGUMENTS_WORDS,
                           (struct context_element){ .form = CONTEXT_UNSIGNED }) &&
           state->leaves->kind->check(state->leaves, last_frame(c) - 1, &end->heap);
}

/* Operations are the leaves that are looked at; sums of the reductions are not among them. */
static void work_frames(const struct bench_case *c, struct bench_work *work)
{
    const struct leaves *leaves = ((const struct frame_case *)c->state)->leaves;
    double looked_at = 0;
    for (uint32_t frame = FRAME_WARM_UP; frame < last_frame(c); frame++) {
        leaves->kind->work(leaves, frame, work);
        looked_at += leaves->course.states[frame].leaves_before;
    }
    work->operations = looked_at;
}

/* Pools declare the arguments that are written after each frame, too. */
static void work_pool(const struct bench_case *c, struct bench_work *work)
{
    work_frames(c, work);
    work->bytes_written += 4.0 * DRAW_ARGUMENTS_WORDS * workload_of(c)->scene.frame_count;
}

/* Tables -------------------------------------------------------------------------------------- */

static const struct bench_axis axes[] = {
    FRAME_AXES,
    AXIS("frames", "frames of the flight in one execution, split and merge in turn", .min = 2,
         .max = FRAME_COUNT_MAX, .values = { "4", "16", "16" }, .check = "2"),
    { 0 },
};

/* From the depth on at which there is more than a tile. */
static const struct bench_values swept_values[] = {
    { "depth", { "20", "28", "27,28" } },
    { 0 },
};

static const struct bench_method in_pool = { .setup = setup_pool,
                                             .prepare = fly,
                                             .work = work_pool };

static const struct bench_variant variants[] = {
    REDUCTION_VARIANT(prepass, 0,
                      "five levels at once, then level by level, with atomics: the paper's demo",
                      "Dupuy 2020, the public library and the paper's demo"),
    REDUCTION_VARIANT(
        packed_snapshot, 0,
        "bits counted and copied, words assembled in shared memory: the talk's after",
        "Deliot et al. 2021, Optimizations; Unity-Technologies/RTCatmullClarkSubdivision"),
    REDUCTION_VARIANT(naive, 0,
                      "level by level, a node per thread, with atomics: not known to be shipped",
                      "Deliot et al. 2021, Updating the subdivision"),
    REDUCTION_VARIANT(fused, 0, "packed in two or three dispatches", "contender"),
    REDUCTION_VARIANT(aligned, 0, "fused, in values of 8, 16 and 32 bits", "contender"),
    REDUCTION_VARIANT(dirty, 0, "fused, only tiles that the update changed", "contender"),
    POOL_VARIANTS(&in_pool),
    SWEEP_VARIANT(dirty_aligned, 0, swept_values,
                  "a sweep that decides and acts; aligned on marked tiles, which add to all above"),
    { 0 },
};

static const struct bench_join joins[] = {
    { "prepass,packed_snapshot,naive,fused,aligned,dirty,ocbt,ocbt_lean,dirty_aligned",
      "map:11 depth:28 meshlet:4 pixels:4 height:1080 frames:16", "page: frames" },
    { "prepass,packed_snapshot,naive,fused,aligned,dirty,ocbt,ocbt_lean",
      "map:11 depth:27 meshlet:4 pixels:4 height:1080 frames:16", "page: frames", BENCH_FULL },
    { 0 },
};

const struct bench cbt_frame = {
    .name = "frame",
    .question = "A frame of terrain: update by the camera, reduction, arguments of the draw",
    .axes = axes,
    .joins = joins,
    .variants = variants,
    .workload_bytes = sizeof(struct frame_workload),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct frame_case),
                .setup = setup_tree,
                .prepare = prepare_tree,
                .reset = reset,
                .record = record,
                .check = check,
                .work = work_frames },
};
