/* SPDX-License-Identifier: MIT */
/*
 * rays.c: four rays from each pixel of a full-screen grid, up through leaves, each its own way:
 * what a pass asks that traces a ray or a few per pixel before a denoiser. Neighbours' rays go
 * through the same part of the scene, so that a band of it is read again by the next rows.
 */
#include "bench/thread_group_tiling/benches.h"

#include "bench/common/device.h"
#include "bench/thread_group_tiling/foliage.h"

#include <stdlib.h>
#include <string.h>

#include "thread_group_tiling.kernels.h"

enum { SOFTWARE_PIXELS = 1280 * 720, GROUP_SIDE = 8 /* threads */ };

struct rays_input {
    struct tiling_foliage size; /* what the size says, before the scene is there */
    const struct tiling_foliage *foliage;
    struct tiling_grid grid;
    enum trace { WALK, QUERY, PIPELINE } trace;
    struct gpu_buffer *directions, *leaves, *nodes, *vertices;
    struct gpu_acceleration *triangles;
};

struct rays_case {
    struct gpu_buffer *result;
    struct gpu_kernel *kernel;         /* either this */
    struct gpu_ray_pipeline *pipeline; /* or this */
};

/* Push constants of rays_pixel.glsl. */
struct push {
    uint32_t grid[2], size[2], rays, leaf_count;
    float top;
};

static const char *const traces[] = { "walk", "query", "pipeline", NULL };

/* The feature that a trace needs of the device, and how messages name it. */
static const struct {
    uint32_t feature;
    const char *name;
} needs[] = {
    [QUERY] = { GPU_RAY_QUERY, "ray queries (VK_KHR_ray_query)" },
    [PIPELINE] = { GPU_RAY_TRACING_PIPELINE,
                   "ray tracing pipelines (VK_KHR_ray_tracing_pipeline)" },
};

static const struct rays_input *input_of(const struct bench_case *c)
{
    return c->workload->state;
}

static double pixel_count(const struct rays_input *input)
{
    return (double)input->size.width * input->size.height;
}

static bool workload(struct bench_workload *workload)
{
    struct rays_input *input = workload->state;
    struct context *context = &workload->context;
    const uint32_t width = (uint32_t)context_integer(context, "width");
    input->trace = (enum trace)axis_place(context, "trace", traces);
    tiling_foliage_size(&input->size, width, width * 9 / 16);
    input->grid.width = (input->size.width + GROUP_SIDE - 1) / GROUP_SIDE;
    input->grid.height = (input->size.height + GROUP_SIDE - 1) / GROUP_SIDE;
    context_fact_count(context, "pixels", (uint64_t)pixel_count(input));
    context_fact_count(context, "groups", (uint64_t)input->grid.width * input->grid.height);
    context_fact_count(context, "leaves", input->size.leaf_count);
    context_fact_count(context, "span_rows", 2 * (uint64_t)input->size.reach);
    return true;
}

static bool triangles_build(struct context *context, struct rays_input *input)
{
    const uint32_t count = input->foliage->leaf_count;
    const uint64_t bytes = (uint64_t)count * GPU_TRIANGLE_BYTES;
    float *vertices = malloc(bytes);
    if (!vertices)
        return context_error(context, "not enough memory for %u triangles", count);
    tiling_foliage_triangles(input->foliage, vertices);
    input->vertices = gpu_buffer_create(
        context->scope,
        &(struct gpu_buffer_params){
            .name = "vertices", .bytes = bytes, .data = vertices, .geometry = true });
    free(vertices);
    input->triangles = gpu_acceleration_create(
        context->scope, &(struct gpu_acceleration_params){
                            .name = "triangles", .vertices = input->vertices, .triangles = count });
    struct gpu_commands *commands = gpu_commands_begin(context->scope);
    if (!input->triangles || !commands)
        return false;
    gpu_commands_build(commands, input->triangles);
    return gpu_commands_submit(commands);
}

static bool scene_upload(struct context *context, struct rays_input *input)
{
    const struct tiling_foliage *foliage = input->foliage;
    const uint64_t count = foliage->leaf_count;
    input->directions = buffer_create(context->scope, "directions", sizeof(foliage->directions),
                                      foliage->directions);
    input->leaves =
        buffer_create(context->scope, "leaves", count * sizeof(*foliage->leaves), foliage->leaves);
    if (!input->leaves)
        return false;
    if (input->trace != WALK)
        return triangles_build(context, input);
    input->nodes =
        buffer_create(context->scope, "nodes", count * sizeof(*foliage->nodes), foliage->nodes);
    return input->nodes;
}

/* Then cases are unsupported, and nothing is uploaded. */
static bool lacks_trace(const struct context *context, const struct rays_input *input)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(context->scope));
    return needs[input->trace].feature & ~info->features;
}

static bool upload(struct bench_workload *workload)
{
    struct rays_input *input = workload->state;
    struct context *context = &workload->context;
    const struct gpu_info *info = gpu_info(gpu_scope_device(context->scope));
    if (lacks_trace(context, input))
        return true;
    if (gpu_info_is_software(info) && pixel_count(input) > SOFTWARE_PIXELS)
        return context_unsupported(context,
                                   "%u x %u pixels: a software device takes %d at most, "
                                   "1280 x 720, for time",
                                   input->size.width, input->size.height, SOFTWARE_PIXELS);
    input->foliage = tiling_foliage_make(context, input->size.width, input->size.height);
    if (!input->foliage || !scene_upload(context, input))
        return false;
    const size_t pixels = (size_t)input->foliage->width * input->foliage->height;
    uint64_t blocked = 0;
    for (size_t i = 0; i < pixels; i++)
        for (uint32_t ray = 0; ray < TILING_FOLIAGE_RAYS; ray++)
            blocked += input->foliage->answer[i] >> ray & 1;
    context_fact_count(context, "rays", (uint64_t)pixels * TILING_FOLIAGE_RAYS);
    context_fact_count(context, "rays_blocked", blocked);
    /* States the band of the scene that rays of a row of groups may go through: bytes of leaves
     * and of their tree, or of the acceleration structure. */
    const struct tiling_foliage *size = &input->size;
    const double leaf_bytes = (double)size->leaf_count * sizeof(struct tiling_leaf);
    const double tree_bytes = input->trace == WALK
                                  ? (double)size->leaf_count * sizeof(struct tiling_leaf_box)
                                  : (double)gpu_acceleration_bytes(input->triangles);
    const double band = (leaf_bytes + tree_bytes) * (2 * size->reach + GROUP_SIDE) /
                        (size->height + 2 * size->reach);
    struct tiling_cache_size cache;
    if (!tiling_cache_size_find(context, info, &cache))
        return false;
    context_fact_count(context, "working_set_bytes", (uint64_t)(leaf_bytes + tree_bytes));
    context_fact_count(context, "band_bytes", (uint64_t)band);
    tiling_cache_size_state(context, &cache, band);
    return true;
}

static bool setup(struct bench_case *c)
{
    struct rays_case *state = c->state;
    const struct rays_input *input = input_of(c);
    const uint64_t bytes = 4 * (uint64_t)pixel_count(input);
    if (lacks_trace(&c->context, input))
        return context_unsupported(&c->context,
                                   "the device has no %s: trace:walk has the rays without",
                                   needs[input->trace].name);
    state->result = buffer_create(c->context.scope, "result", bytes, NULL);
    bench_output(c, state->result);
    const uint32_t order = (uint32_t)tiling_variant_order(c), n = tiling_variant_n(c);
    const struct gpu_ray_pipeline_params pipeline = { &kernel_thread_group_tiling_rays_start,
                                                      &kernel_thread_group_tiling_rays_end,
                                                      &kernel_thread_group_tiling_rays_hit,
                                                      CONSTANTS(GROUP_SIDE, GROUP_SIDE, order, n) };
    if (input->trace == PIPELINE)
        state->pipeline = gpu_ray_pipeline_create(c->context.scope, &pipeline);
    else
        state->kernel =
            kernel_create_with(c->context.scope,
                               input->trace == QUERY ? &kernel_thread_group_tiling_rays_query
                                                     : &kernel_thread_group_tiling_rays_walk,
                               GROUP_SIDE, GROUP_SIDE, order, n);
    return state->pipeline || state->kernel;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct rays_case *state = c->state;
    const struct rays_input *input = input_of(c);
    const struct push push = { { input->grid.width, input->grid.height },
                               { input->size.width, input->size.height },
                               TILING_FOLIAGE_RAYS,
                               input->size.leaf_count,
                               (float)input->size.reach };
    const uint32_t groups_all = input->grid.width * input->grid.height;
    const struct gpu_ray_trace trace = {
        .pipeline = state->pipeline,
        .buffers = { state->result, input->directions, input->leaves, input->nodes },
        .accelerations = { NULL, NULL, NULL, input->triangles },
        PUSH(push),
        .size = { groups_all * GROUP_SIDE * GROUP_SIDE, 1, 1 },
    };
    struct gpu_dispatch dispatch = { .kernel = state->kernel,
                                     PUSH(push),
                                     .groups = { input->grid.width, input->grid.height, 1 } };
    memcpy(dispatch.buffers, trace.buffers, sizeof(dispatch.buffers));
    memcpy(dispatch.accelerations, trace.accelerations, sizeof(dispatch.accelerations));
    gpu_commands_dispatch(commands, &dispatch);
    gpu_commands_trace_rays(commands, &trace);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check; /* in full each time */
    const struct rays_case *state = c->state;
    const struct tiling_foliage *foliage = input_of(c)->foliage;
    const uint64_t count = (uint64_t)pixel_count(input_of(c));
    const uint32_t *words = context_read(&c->context, state->result, 0, 4 * count);
    bench_metric_rate(c, "rays_per_second", "1/s", (double)count * TILING_FOLIAGE_RAYS);
    return context_compare(&c->context, "the rays blocked", words, foliage->answer, count,
                           (struct context_element){ .noun = "pixel", .row = foliage->width });
}

/* A ray that is blocked at once needs little of the scene: what must be read of it is not known. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const double rays = pixel_count(input_of(c));
    *work = (struct bench_work){ .bytes_written = 4 * rays, .items = rays };
}

static const struct bench_axis axes[] = {
    AXIS("width",
         "width of the picture, in pixels, its height being 9/16 of it; 2560 is the post's",
         .min = 16, .max = 4096, .values = { "48", "2560", "640,2560" }, .check = "61,33"),
    AXIS("trace",
         "a walk through boxes in the kernel, the device's ray queries, or its ray tracing "
         "pipeline",
         .names = traces,
         .values = { "walk,query,pipeline", "walk,query,pipeline", "walk,query,pipeline" }),
    { 0 },
};

static const struct bench_values values[] = {
    { "n", { "16", "4,16,64", "4,16,64" } },
    { 0 },
};

static const struct bench_variant variants[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_TILED_X_VARIANT,
    { 0 },
};

static const struct bench_join joins[] = {
    { "tiled_x", "width:2560 trace", "bavoil claims of rays" },
    { 0 },
};

const struct bench tiling_rays = {
    .name = "rays",
    .question = "Four rays from each pixel through a scene that caches do not hold: which order?",
    .axes = axes,
    .values = values,
    .joins = joins,
    .variants = variants,
    .workload_bytes = sizeof(struct rays_input),
    .workload = workload,
    .upload = upload,
    .method = { .case_bytes = sizeof(struct rays_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
