/* SPDX-License-Identifier: MIT */
#include "bench/cbt/draw.h"

#include "bench/cbt/terrain/draw_device.h"
#include "bench/cbt/terrain/draw_reference.h"

#include "cbt.kernels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct draw_method {
    bool listed, indexed, mesh;
};

struct draw_workload {
    struct frame_scene scene;
    struct draw_reference reference;
    uint64_t seen; /* pixels that show land or sea */
    struct draw_buffers buffers;
    /* The picture by the plainest way there is: a list from the host, three vertices a triangle. */
    struct gpu_pipeline *plain;
    struct gpu_target *plain_target;
    struct gpu_commands *commands;
};

struct draw_case {
    const struct draw_method *method;
    struct gpu_pipeline *pipeline, *id_pipeline;
    struct gpu_target *target, *id_target;
    struct gpu_indices *indices;
    struct gpu_buffer *leaves; /* LISTED: what the case decodes */
    struct gpu_kernel *decode;
};

static const uint32_t sky = 0xFFE6D2B4; /* a light blue */
static const uint32_t view_index = FRAME_START_VIEW;

/* Workload ------------------------------------------------------------------------------------ */

static bool workload(struct bench_workload *workload)
{
    struct draw_workload *state = workload->state;
    struct frame_scene *scene = &state->scene;
    if (!cbt_frame_scene_build(&workload->context, scene, 0) ||
        !cbt_draw_reference_init(&workload->context, &state->reference, scene, &scene->start,
                                 &scene->views[FRAME_START_VIEW]))
        return false;
    const size_t pixels = (size_t)state->reference.width * state->reference.height;
    for (size_t i = 0; i < pixels; i++)
        state->seen += state->reference.leaves[i] != 0;
    context_fact_count(&workload->context, "picture_pixels", pixels);
    context_fact_count(&workload->context, "terrain_pixels", state->seen);
    return true;
}

/* Without graphics every case is unsupported, and the workload no failure. */
static bool upload(struct bench_workload *workload)
{
    struct draw_workload *state = workload->state;
    const struct draw_shaders shaders = { .vertex = &kernel_cbt_frame_draw,
                                          .fragment = &kernel_cbt_frame_shade,
                                          .pixel = GPU_PIXEL_RGBA8 };
    const struct draw_constants constants = { .listed = true };
    struct gpu_scope *scope = workload->context.scope;
    if (!(gpu_info(gpu_scope_device(scope))->features & GPU_GRAPHICS))
        return true;
    state->buffers = cbt_draw_buffers_create(scope, &state->scene);
    state->plain = cbt_draw_pipeline_create(scope, &state->scene, &shaders, &constants);
    state->plain_target = cbt_draw_target_create(scope, &state->scene, GPU_PIXEL_RGBA8);
    state->commands = gpu_commands_begin(scope);
    return state->commands;
}

/* Cases --------------------------------------------------------------------------------------- */

static const struct draw_workload *workload_of(const struct bench_case *c)
{
    return c->workload->state;
}

static enum layout layout_of(const struct bench_case *c)
{
    return strcmp(context_text(&c->context, "layout"), "full") == 0 ? LAYOUT_FULL : LAYOUT_PACKED;
}

static struct gpu_pipeline *case_pipeline(struct bench_case *c, const struct gpu_shader *fragment,
                                          enum gpu_pixel pixel)
{
    const struct draw_method *method = c->variant->data;
    const struct draw_constants constants = { .layout = layout_of(c),
                                              .listed = method->listed,
                                              .indexed = method->indexed };
    const struct draw_shaders shaders = { .vertex = method->mesh ? NULL : &kernel_cbt_frame_draw,
                                          .task = method->mesh ? &kernel_cbt_frame_task : NULL,
                                          .mesh = method->mesh ? &kernel_cbt_frame_mesh : NULL,
                                          .fragment = fragment,
                                          .pixel = pixel };
    return cbt_draw_pipeline_create(c->context.scope, &workload_of(c)->scene, &shaders, &constants);
}

static void setup_list(struct bench_case *c)
{
    struct draw_case *state = c->state;
    const struct frame_scene *scene = &workload_of(c)->scene;
    state->leaves = gpu_buffer_create(
        c->context.scope,
        &(struct gpu_buffer_params){ .name = "decoded leaves",
                                     .bytes = 4 * (uint64_t)scene->start.leaf_count });
    state->decode = gpu_kernel_create(
        c->context.scope,
        &(struct gpu_kernel_params){ .shader = &kernel_cbt_frame_decode,
                                     .constants = { scene->depth, layout_of(c), 0 },
                                     .constant_count = 3 });
    bench_output(c, state->leaves);
}

static bool setup(struct bench_case *c)
{
    struct draw_case *state = c->state;
    const struct frame_scene *scene = &workload_of(c)->scene;
    state->method = c->variant->data;
    state->pipeline = case_pipeline(c, &kernel_cbt_frame_shade, GPU_PIXEL_RGBA8);
    state->id_pipeline = case_pipeline(c, &kernel_cbt_frame_id, GPU_PIXEL_UINT);
    state->target = cbt_draw_target_create(c->context.scope, scene, GPU_PIXEL_RGBA8);
    state->id_target = cbt_draw_target_create(c->context.scope, scene, GPU_PIXEL_UINT);
    if (state->method->indexed)
        state->indices = cbt_draw_indices_create(&c->context, scene->target.meshlet);
    if (state->method->listed)
        setup_list(c);
    bench_output_target(c, state->target);
    return true;
}

static struct gpu_draw draw_of(const struct bench_case *c, struct gpu_pipeline *pipeline)
{
    const struct draw_case *state = c->state;
    const struct draw_buffers *buffers = &workload_of(c)->buffers;
    const uint32_t words = state->method->mesh      ? DRAW_ARGUMENTS_MESH
                           : state->method->indexed ? DRAW_ARGUMENTS_INDEXED
                                                    : DRAW_ARGUMENTS_PLAIN;
    return (struct gpu_draw){
        .pipeline = pipeline,
        .buffers = { buffers->heap, state->leaves ? state->leaves : buffers->leaves,
                     buffers->heights, buffers->views },
        .push = &view_index,
        .push_bytes = sizeof(view_index),
        .indices = state->indices,
        .indirect = buffers->arguments,
        .indirect_offset = 4 * words,
    };
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct draw_case *state = c->state;
    const struct draw_buffers *buffers = &workload_of(c)->buffers;
    const struct gpu_draw draw = draw_of(c, state->pipeline);
    if (state->decode) {
        gpu_commands_dispatch(
            commands, &(struct gpu_dispatch){ .kernel = state->decode,
                                              .buffers = { buffers->heap, state->leaves },
                                              .indirect = buffers->arguments,
                                              .indirect_offset = 4 * DRAW_ARGUMENTS_LEAVES });
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_DRAW);
    }
    gpu_commands_pass_begin(commands, state->target, sky);
    gpu_commands_draw(commands, &draw);
    gpu_commands_pass_end(commands);
}

/* Check --------------------------------------------------------------------------------------- */

static bool check_list(struct bench_case *c)
{
    const struct frame_tree *wanted = &workload_of(c)->scene.start;
    const uint32_t *leaves = context_read(&c->context, ((struct draw_case *)c->state)->leaves, 0,
                                          4 * (uint64_t)wanted->leaf_count);
    for (uint32_t i = 0; leaves && i < wanted->leaf_count; i++)
        if (leaves[i] != wanted->leaves[i])
            return context_mismatch(&c->context, "leaf %u of the list is %u, wanted %u", i,
                                    leaves[i], wanted->leaves[i]);
    return leaves;
}

/* The device's own picture by the plainest way, drawn anew, bit by bit. */
static bool check_picture(struct bench_case *c, uint32_t *got, uint32_t *wanted)
{
    const struct draw_case *state = c->state;
    const struct draw_workload *from = workload_of(c);
    const uint32_t width = from->reference.width;
    const struct gpu_draw draw = {
        .pipeline = from->plain,
        .buffers = { from->buffers.heap, from->buffers.leaves, from->buffers.heights,
                     from->buffers.views },
        .push = &view_index,
        .push_bytes = sizeof(view_index),
        .vertices = 3u << 2 * from->scene.target.meshlet,
        .instances = from->scene.start.leaf_count,
    };
    gpu_commands_restart(from->commands);
    gpu_commands_pass_begin(from->commands, from->plain_target, sky);
    gpu_commands_draw(from->commands, &draw);
    gpu_commands_pass_end(from->commands);
    if (!gpu_commands_submit(from->commands) || !gpu_target_read(state->target, 0, got) ||
        !gpu_target_read(from->plain_target, 0, wanted))
        return false;
    for (uint32_t i = 0; i < width * from->reference.height; i++)
        if (got[i] != wanted[i])
            return context_mismatch(&c->context, "pixel %u, %u is %08x, plainly drawn %08x",
                                    i % width, i / width, got[i], wanted[i]);
    return true;
}

/* The leaf that each pixel shows, against the CPU's picture. */
static bool check_leaves(struct bench_case *c, uint32_t *leaves)
{
    const struct draw_case *state = c->state;
    const struct draw_workload *from = workload_of(c);
    const struct gpu_draw draw = draw_of(c, state->id_pipeline);
    gpu_commands_restart(from->commands);
    gpu_commands_pass_begin(from->commands, state->id_target, 0);
    gpu_commands_draw(from->commands, &draw);
    gpu_commands_pass_end(from->commands);
    return gpu_commands_submit(from->commands) && gpu_target_read(state->id_target, 0, leaves) &&
           cbt_draw_reference_check(&c->context, &from->reference, &from->scene,
                                    &from->scene.views[FRAME_START_VIEW], leaves);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct draw_case *state = c->state;
    const uint64_t bytes = gpu_target_bytes(state->target);
    uint32_t *pixels = malloc(2 * bytes);
    if (!pixels)
        return context_error(&c->context, "no memory is left to check the picture");
    const bool ok = (!state->method->listed || check_list(c)) &&
                    check_picture(c, pixels, pixels + bytes / 4) &&
                    (check != BENCH_CHECK_FULL || check_leaves(c, pixels));
    free(pixels);
    return ok;
}

/* At the least, every leaf is read once and every pixel that shows one is written once. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct draw_workload *state = workload_of(c);
    const struct draw_method *method = c->variant->data;
    const uint32_t leaves = state->scene.start.leaf_count;
    *work = (struct bench_work){ .bytes_read = 4 * (double)leaves,
                                 .bytes_written = 4 * (double)state->seen,
                                 .operations = (double)cbt_frame_triangles(&state->scene, leaves),
                                 .chain = method->listed ? 2 : 1 };
}

/* Tables -------------------------------------------------------------------------------------- */

static const struct bench_axis axes[] = { FRAME_AXES, { 0 } };

static const struct bench_values values[] = {
    { "depth", { "18", "27,28", "28" } },
    { "meshlet", { "2", "4", "0,1,2,3,4,5,6" } },
    { 0 },
};

static const char *const layout_names[] = { "full", "packed", NULL };

static const struct bench_axis variant_axes[] = {
    { .name = "layout",
      .help = "what is decoded: every level of the tree, or levels to D-5 and counted bits",
      .names = layout_names,
      .values = { "full,packed", "full,packed", "full,packed" } },
    { .name = NULL },
};

#define VARIANT(name_, needs_, summary_, source_, ...)                                             \
    {                                                                                              \
        .name = name_, .summary = summary_, .source = source_, .kind = BENCH_GPU,                  \
        .needs = GPU_GRAPHICS | (needs_), .axes = variant_axes,                                    \
        .data = &(const struct draw_method)                                                        \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const struct bench_variant variants[] = {
    VARIANT("vertex", 0, "three vertices a triangle, each decodes its leaf: the demo",
            "Deliot et al. 2021, Rendering the subdivision", .mesh = false),
    VARIANT("indexed", 0, "an index buffer for the meshlet, vertices shared, each decodes its leaf",
            "Deliot et al. 2021, Meshlet", .indexed = true),
    VARIANT("listed", 0, "a dispatch decodes every leaf once, into a list; then indexed",
            "contender", .listed = true, .indexed = true),
    VARIANT("mesh", GPU_MESH_SHADER,
            "a task shader decodes a leaf per invocation, a mesh shader makes its meshlet",
            "Deliot et al. 2021, Simultaneous Update & Rendering", .mesh = true),
    { 0 },
};

const struct bench cbt_draw = {
    .name = "draw",
    .question = "Drawing the leaves as terrain: where is a leaf decoded, and how often?",
    .axes = axes,
    .values = values,
    .variants = variants,
    .workload_bytes = sizeof(struct draw_workload),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct draw_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
