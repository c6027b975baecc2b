/* SPDX-License-Identifier: MIT */
/* draw.c: vertices of triangles that cover nothing, and pixels that are filled, per second. */
#include "bench/ceilings/ceilings.h"

#include "bench/common/device.h"
#include "bench/common/hash.h"

#include "ceilings.kernels.h"

enum { SEED_STREAM = 0xcce4, WIDTH = 16, HEIGHT = 8 }; /* of what vertices are drawn into */

struct draw_case {
    struct gpu_pipeline *pipeline;
    struct gpu_target *target;
    uint32_t width, height, triangles;
    struct draw_push {
        uint32_t width, height;
        uint32_t stride; /* triangles between two that cover a pixel */
        uint32_t seed;
    } push;
};

static bool workload(struct bench_workload *workload)
{
    uint32_t *seed = workload->state;
    *seed = hash_seed(workload->context.seed, SEED_STREAM);
    context_fact_count(&workload->context, "seed", *seed);
    return true;
}

static bool setup(struct bench_case *c)
{
    struct draw_case *state = c->state;
    const struct draw_variant *variant = c->variant->data;
    const struct gpu_scope *scope = c->context.scope;
    const uint32_t side = ceilings_amount_for(scope, 1024, 512, 32);
    state->width = variant->fills ? side : WIDTH;
    state->height = variant->fills ? side : HEIGHT;
    state->triangles = variant->fills ? ceilings_amount_for(scope, 64, 16, 2)
                                      : ceilings_amount_for(scope, 1 << 20, 1 << 18, 1 << 10);
    state->push = (struct draw_push){ .width = state->width,
                                      .height = state->height,
                                      .stride = state->triangles / (WIDTH * HEIGHT),
                                      .seed = *(const uint32_t *)c->workload->state };
    state->pipeline = gpu_pipeline_create(
        c->context.scope, &(struct gpu_pipeline_params){ .vertex = variant->vertex,
                                                         .fragment = &kernel_ceilings_draw_mark,
                                                         .colours = { GPU_PIXEL_UINT },
                                                         .no_depth = true });
    state->target = gpu_target_create(c->context.scope,
                                      &(struct gpu_target_params){ .name = "picture",
                                                                   .width = state->width,
                                                                   .height = state->height,
                                                                   .colours = { GPU_PIXEL_UINT },
                                                                   .no_depth = true });
    bench_output_target(c, state->target);
    return state->pipeline && state->target;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct draw_case *state = c->state;
    gpu_commands_pass_begin(commands, state->target, 0);
    gpu_commands_draw(commands, &(struct gpu_draw){ .pipeline = state->pipeline,
                                                    PUSH(state->push),
                                                    .vertices = 3 * state->triangles,
                                                    .instances = 1 });
    gpu_commands_pass_end(commands);
}

static bool wanted_pixel(const void *seed, uint64_t at, void *pixel)
{
    *(uint32_t *)pixel = *(const uint32_t *)seed ^ (uint32_t)at;
    return true;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct draw_case *state = c->state;
    const uint32_t pixels = state->width * state->height;
    uint32_t *words = context_alloc(&c->context, 4 * (size_t)pixels);
    (void)check;
    if (!words)
        return false;
    return gpu_target_read(state->target, 0, words) &&
           context_compare(&c->context, "the picture", words, NULL, pixels,
                           (struct context_element){ .noun = "pixel",
                                                     .row = state->width,
                                                     .answer = wanted_pixel,
                                                     .argument = &state->push.seed });
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct draw_case *state = c->state;
    const struct draw_variant *variant = c->variant->data;
    *work = (struct bench_work){ 0 };
    if (variant->fills)
        work->pixels = (double)state->triangles * state->width * state->height;
    else
        work->vertices = 3 * (double)state->triangles;
}

static const struct bench_variant variants[] = {
    CEILING_VARIANT("vertices", GPU, VERTICES,
                    "a draw of triangles without an area, but for 128 that cover a pixel each",
                    .needs = GPU_GRAPHICS,
                    WITH_DATA(struct draw_variant, .vertex = &kernel_ceilings_draw_vertices)),
    CEILING_VARIANT(
        "pixels", GPU, PIXELS,
        "a draw of triangles that each fill the picture: opaque, of one colour, no depth",
        .needs = GPU_GRAPHICS,
        WITH_DATA(struct draw_variant, .vertex = &kernel_ceilings_draw_pixels, .fills = true)),
    { 0 },
};

const struct bench ceilings_draw = {
    .name = "draw",
    .question = "How many vertices and pixels a second, where the shaders do next to nothing?",
    .variants = variants,
    .workload_bytes = sizeof(uint32_t), /* the seed */
    .workload = workload,
    .method = { .case_bytes = sizeof(struct draw_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
