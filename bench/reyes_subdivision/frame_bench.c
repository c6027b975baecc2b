/* SPDX-License-Identifier: MIT */
/* frame_bench.c: the whole pipeline: bound, split, dice, shade, sample. */
#include "bench/reyes_subdivision/run.h"
#include "harness/engine/cpu/cpu.h"

#include "reyes_subdivision.kernels.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIFFERENT_SHARE = 200, /* one in so many covered pixels may differ: edges and rounding */
    DIFFERENT_MIN = 4,
};

struct frame_workload {
    struct reyes_workload subdivision; /* first */
    uint32_t *colours;                 /* the reference's picture */
    uint64_t pixels, covered;
};

struct frame_case {
    struct reyes_run run;           /* first */
    struct reyes_pipeline pipeline; /* second */
};

/* The reference's picture: a frame per thread, in the end all in the first. */
struct frame_drawing {
    const struct reyes_workload *workload;
    struct frame *frames;
};

static void draw_ranges(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct frame_drawing *drawing = context;
    const struct reyes_workload *workload = drawing->workload;
    const struct view *view = &workload->view;
    const uint32_t dice = reyes_frame_dice((uint32_t)view->limit);
    for (size_t i = begin; i < end; i++) {
        const struct range range = workload->reference.drawn.ranges[i];
        reyes_frame_draw(&drawing->frames[thread], view, &workload->scene.patches[range.patch],
                         range, dice, FRAME_NOTHING);
    }
}

/* Into *frame, which the caller finishes. False when memory runs out. */
static bool draw_reference(const struct reyes_workload *workload, struct frame *frame)
{
    enum { CHUNK = 64, THREADS_MAX = 16 };
    const struct view *view = &workload->view;
    struct cpu_pool *pool = cpu_pool_create(0);
    if (cpu_pool_threads(pool) > THREADS_MAX) { /* no more pictures than memory has room for */
        cpu_pool_destroy(&pool);
        pool = cpu_pool_create(THREADS_MAX);
    }
    const uint32_t threads = cpu_pool_threads(pool);
    struct frame_drawing drawing = { workload, calloc(threads, sizeof(*drawing.frames)) };
    bool good = drawing.frames;
    for (uint32_t i = 0; good && i < threads; i++)
        good = reyes_frame_init(&drawing.frames[i], (uint32_t)view->width, (uint32_t)view->height);
    if (good)
        cpu_pool_run(pool, workload->reference.drawn.count, CHUNK, draw_ranges, &drawing);
    for (uint32_t i = 1; good && i < threads; i++)
        reyes_frame_merge(&drawing.frames[0], &drawing.frames[i]);
    for (uint32_t i = good ? 1 : 0; drawing.frames && i < threads; i++)
        reyes_frame_finish(&drawing.frames[i]);
    if (good)
        *frame = drawing.frames[0];
    free(drawing.frames);
    cpu_pool_destroy(&pool);
    return good;
}

static bool frame_workload_build(struct bench_workload *workload)
{
    struct frame_workload *state = workload->state;
    const struct reyes_workload *subdivision = &state->subdivision;
    struct frame frame;
    if (!reyes_workload(workload))
        return false;
    if (!draw_reference(subdivision, &frame))
        return context_error(&workload->context, "not enough memory for the picture");
    const uint64_t dice = reyes_frame_dice((uint32_t)subdivision->view.limit);
    state->pixels = (uint64_t)frame.width * frame.height;
    state->colours = context_alloc(&workload->context, state->pixels * sizeof(uint32_t));
    if (state->colours)
        memcpy(state->colours, frame.colours, state->pixels * sizeof(uint32_t));
    for (uint64_t i = 0; i < state->pixels; i++)
        state->covered += frame.colours[i] != FRAME_NOTHING;
    reyes_frame_finish(&frame);
    context_fact_count(&workload->context, "micropolygons",
                       subdivision->reference.drawn.count * dice * dice);
    context_fact_count(&workload->context, "covered_pixels", state->covered);
    return state->colours;
}

/* Dice, shade, sample -------------------------------------------------------------------------- */

enum { DICE_GROUP_SIZE = 64, GROUP_SIZE = 128, CORNER_BYTES = 16, STEPS = 4 };

struct pipeline_push {
    uint32_t count, count_max;
};

/* Records the picture of `count` drawn ranges, or with UINT32_MAX of as many as control has;
 * barriers before and between are its own. */
static void pipeline_record(const struct reyes_run *run, const struct reyes_pipeline *pipeline,
                            struct gpu_commands *commands, uint32_t count)
{
    const struct pipeline_push push = { count, run->workload->buffers->drawn_max };
    const uint64_t ranges = count != UINT32_MAX ? count : push.count_max;
    struct gpu_kernel *const kernels[STEPS] = { pipeline->diced, pipeline->shade,
                                                pipeline->sample[0], pipeline->sample[1] };
    gpu_commands_fill(commands, pipeline->depths, 0, gpu_buffer_bytes(pipeline->depths),
                      FRAME_NOTHING);
    gpu_commands_fill(commands, pipeline->picture, 0, gpu_buffer_bytes(pipeline->picture),
                      FRAME_NOTHING);
    gpu_commands_barrier(commands, GPU_COMPUTE | GPU_TRANSFER, GPU_COMPUTE);
    for (int step = 0; step < STEPS; step++) {
        struct gpu_dispatch dispatch = reyes_dispatch(run, kernels[step], &push, sizeof(push));
        dispatch.buffers[4] = pipeline->grids;
        dispatch.buffers[5] = pipeline->shades;
        dispatch.buffers[6] = pipeline->depths;
        dispatch.buffers[7] = pipeline->picture;
        if (step == 0) /* a group per range; what follows takes a thread per micropolygon */
            reyes_groups(run, ranges, 1, dispatch.groups);
        else
            reyes_groups(run, ranges * pipeline->dice * pipeline->dice, GROUP_SIZE,
                         dispatch.groups);
        gpu_commands_dispatch(commands, &dispatch);
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    }
}

/* Cases --------------------------------------------------------------------------------------- */

/* The passes are for all ranges that the case's output has room for. */
static bool setup(struct bench_case *c)
{
    struct reyes_pipeline *pipeline = &((struct frame_case *)c->state)->pipeline;
    struct gpu_scope *scope = c->context.scope;
    if (!c->method->setup(c))
        return false;
    const struct reyes_workload *workload = reyes_run(c)->workload;
    const struct view *view = &workload->view;
    const uint64_t ranges = workload->buffers->drawn_max;
    const uint32_t dice = reyes_frame_dice((uint32_t)view->limit);
    const uint64_t pixels = (uint64_t)view->width * (uint64_t)view->height;
    pipeline->dice = dice;
    pipeline->grids =
        reyes_buffer(c, "grids", ranges * (dice + 1) * (dice + 1), CORNER_BYTES, NULL);
    pipeline->shades = reyes_buffer(c, "shades", ranges * dice * dice, 4, NULL);
    pipeline->depths = reyes_buffer(c, "depths", pixels, 4, NULL);
    pipeline->picture = reyes_buffer(c, "picture", pixels, 4, NULL);
    pipeline->diced =
        kernel_create_with(scope, &kernel_reyes_subdivision_dice, DICE_GROUP_SIZE, dice);
    pipeline->shade = kernel_create_with(scope, &kernel_reyes_subdivision_shade, GROUP_SIZE, dice);
    for (uint32_t pass = 0; pass < 2; pass++)
        pipeline->sample[pass] =
            kernel_create_with(scope, &kernel_reyes_subdivision_sample, GROUP_SIZE, dice, pass);
    bench_output(c, pipeline->grids);
    bench_output(c, pipeline->shades);
    bench_output(c, pipeline->depths);
    bench_output(c, pipeline->picture);
    return true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct frame_case *state = c->state;
    c->method->record(c, commands);
    pipeline_record(&state->run, &state->pipeline, commands, UINT32_MAX);
}

static bool drive(struct bench_case *c)
{
    const struct frame_case *state = c->state;
    const struct reyes_run *run = &state->run;
    if (!c->method->drive(c))
        return false;
    /* Ranges as the host has counted them, or else control. */
    const bool known = c->variant->kind == BENCH_HOST_DRIVEN && run->scheme->counted;
    bench_drive_begin(c, run->commands);
    pipeline_record(run, &state->pipeline, run->commands,
                    known ? (uint32_t)run->outcome.n_out : UINT32_MAX);
    return bench_drive_submit(c, run->commands);
}

static bool check(struct bench_case *c, enum bench_check kind)
{
    const struct frame_workload *workload = c->workload->state;
    const struct frame_case *state = c->state;
    if (!reyes_check_subdivision(c, kind))
        return false;
    const uint32_t *colours =
        context_read(&c->context, state->pipeline.picture, 0, workload->pixels * sizeof(uint32_t));
    if (!colours)
        return false;
    const uint64_t differences =
        reyes_frame_differences(colours, workload->colours, workload->pixels);
    bench_metric_exact(c, "covered_pixels", "pixels", (double)workload->covered);
    bench_metric(c, "picture_differences", "pixels", (double)differences);
    return differences <= DIFFERENT_MIN + workload->covered / DIFFERENT_SHARE ||
           context_mismatch(&c->context,
                            "%" PRIu64 " of %" PRIu64 " covered pixels are not the reference's",
                            differences, workload->covered);
}

/*
 * What the three steps hand on through memory at the least: patches read, the grid of each range
 * and the colour of each micropolygon written and read, the picture written.
 */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct frame_workload *workload = c->workload->state;
    const struct frame_case *state = c->state;
    const struct reyes_reference_counts *counts = &workload->subdivision.reference.counts;
    const double dice = state->pipeline.dice, ranges = (double)counts->n_out;
    const double corners = ranges * (dice + 1) * (dice + 1), polygons = ranges * dice * dice;
    /* The operations of bound.glsl are precise throughout. */
    const double single =
        REYES_BOUND_OPERATIONS * (double)counts->bounds + REYES_DICE_OPERATIONS * corners;
    *work = (struct bench_work){
        .bytes_read = 192.0 * (double)counts->n_in,
        .bytes_written = 4.0 * (double)workload->pixels,
        .operations = single + REYES_MICROPOLYGON_OPERATIONS * polygons,
        .single = single,
    };
}

/* Tables --------------------------------------------------------------------------------------- */

static const struct bench_values values[] = {
    { "scene",
      { "teapot", "teapot,bigguy_standin,killeroo_standin,bigguy,killeroo",
        REYES_REPORT_SCENES "," REYES_MODEL_SCENES },
      .check = "teapot" },
    { "size", { "400x400", "800x800", "800x800,1280x1024" }, .check = "120x96" },
    { "limit", { "16", "16", "8,16" }, .check = "8" },
    { "batch", { "20000" } },
    { "groups", { "264" } },
    { "output", { "10000" } },
    { 0 },
};
static const struct bench_values local_host_values[] = { { "groups", { "32" } }, { 0 } };

#define THEN "; then dice, shade, sample"

static const struct bench_variant variants[] = {
    REYES_VARIANT(breadth_scans, breadth_scans, HOST_DRIVEN,
                  "BREADTH as published: bound, scans of two arrays of flags, move" THEN,
                  "Weber 2014, Sections 3 and 4; its program", NULL, NULL),
    REYES_VARIANT(bounded_scans, bounded_scans, HOST_DRIVEN,
                  "BOUNDED as published, by such scans" THEN,
                  "Weber 2014, Sections 3.1 and 4; its program", reyes_bounded_axes, NULL),
    REYES_VARIANT(breadth_host, breadth, HOST_DRIVEN,
                  "BREADTH in two dispatches per iteration, the host reading counts" THEN,
                  "contender; Weber 2014, Section 4", NULL, NULL),
    REYES_VARIANT(local_host, local, HOST_DRIVEN, "LOCAL, the host emptying the output" THEN,
                  "Weber 2014, Section 4", reyes_local_frame_axes, local_host_values),
    REYES_VARIANT(breadth, breadth, GPU, "BREADTH without the host" THEN, "contender", NULL, NULL),
    REYES_VARIANT(local_seeded, local, GPU, "LOCAL from breadth-first seeds" THEN, "contender",
                  reyes_local_axes, NULL),
    REYES_VARIANT(breadth_append, append, GPU, "BREADTH in one pass per level" THEN, "contender",
                  NULL, NULL),
    { 0 },
};

static const struct bench_method around = { .case_bytes = sizeof(struct frame_case),
                                            .setup = setup,
                                            .record = record,
                                            .drive = drive,
                                            .check = check,
                                            .work = work };

static const struct bench_join joins[] = {
    { "breadth_scans,breadth_host,local_host,breadth,local_seeded,breadth_append",
      "scene:teapot,bigguy,killeroo size:800x800", "weber-frame; page: frames" },
    { "breadth_scans,bounded_scans,local_host",
      "scene:teapot,bigguy_standin,killeroo_standin,bigguy,killeroo size:800x800", "weber-frame",
      BENCH_FULL },
    { 0 },
};

const struct bench reyes_frame = {
    .name = "frame",
    .question = "The whole Reyes pipeline, from patches to a shaded picture: how long is a frame?",
    .axes = reyes_axes,
    .values = values,
    .joins = joins,
    .variants = variants,
    .workload_bytes = sizeof(struct frame_workload),
    .workload = frame_workload_build,
    .upload = reyes_upload,
    .around = &around,
};
