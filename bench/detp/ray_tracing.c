/* SPDX-License-Identifier: MIT */
/* ray_tracing and ray_query: the device's own index, of a triangle around each disc. */
#include "bench/common/device.h"
#include "bench/detp/traced.h"

#include "detp.kernels.h"

#include <math.h>
#include <string.h>

enum { GROUP_SIZE = 128 };

/* How much larger than the disc the circle in its triangle is: of the radius, and of the largest
 * coordinate. How much longer a ray is at each end, of the power of two above that. */
static const float GROW = 1.001f, SLACK = 1e-6f;
static const int WIDEN_EXPONENT = -10;

/* In push constants of rays_vertices. */
struct vertices_push {
    float grow, slack;
    uint32_t disc_count;
};

/* Push constants of rays.glsl. */
struct rays_push {
    struct detp_rule rule;
    float widen;
    uint32_t ray_count;
};

struct ray_tracing {
    struct detp_output output;
    bool builds, traces; /* of what is timed */
    struct vertices_push vertices_push;
    struct rays_push rays_push;
    struct gpu_buffer *vertices, *tests;
    struct gpu_acceleration *triangles;
    struct gpu_kernel *vertices_kernel;
    struct walk {
        struct gpu_ray_pipeline *pipeline; /* either this */
        struct gpu_kernel *query;          /* or this, by what the variant needs */
    } walk, count;                         /* the second counts tests alone */
    struct gpu_commands *commands;         /* of what is not timed */
};

/* Recording ------------------------------------------------------------------------------------ */

static void record_build(const struct bench_case *c, struct gpu_commands *commands)
{
    const struct ray_tracing *state = c->state;
    const struct gpu_dispatch dispatch = {
        .kernel = state->vertices_kernel,
        .buffers = { detp_input_of(c)->disc_buffer, state->vertices },
        PUSH(state->vertices_push),
        .groups = { groups_of(state->vertices_push.disc_count, GROUP_SIZE), 1, 1 },
    };
    gpu_commands_dispatch(commands, &dispatch);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_BUILD);
    gpu_commands_build(commands, state->triangles);
}

static void record_zeros(const struct bench_case *c, struct gpu_commands *commands)
{
    const struct ray_tracing *state = c->state;
    struct gpu_buffer *sums = state->output.buffer;
    gpu_commands_fill(commands, sums, 0, gpu_buffer_bytes(sums), 0);
}

static void record_walk(const struct bench_case *c, struct gpu_commands *commands,
                        const struct walk *walk)
{
    const struct ray_tracing *state = c->state;
    const struct detp_input *input = detp_input_of(c);
    const struct gpu_ray_trace trace = {
        .pipeline = walk->pipeline,
        .buffers = { NULL, input->ray_buffer, input->disc_buffer, state->output.buffer,
                     state->tests },
        .accelerations = { state->triangles },
        PUSH(state->rays_push),
        .size = { input->rays.count, 1, 1 },
    };
    struct gpu_dispatch dispatch = {
        .kernel = walk->query,
        .accelerations = { state->triangles },
        PUSH(state->rays_push),
        .groups = { groups_of(input->rays.count, GROUP_SIZE), 1, 1 },
    };
    memcpy(dispatch.buffers, trace.buffers, sizeof(dispatch.buffers));
    gpu_commands_barrier(commands, GPU_BUILD | GPU_TRANSFER, GPU_RAYS);
    gpu_commands_trace_rays(commands, &trace);
    gpu_commands_dispatch(commands, &dispatch);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct ray_tracing *state = c->state;
    if (state->traces)
        record_zeros(c, commands);
    if (state->builds)
        record_build(c, commands);
    if (state->traces)
        record_walk(c, commands, &state->walk);
}

/* Runs the part that is not timed, before the timed one or after it for its check. */
static bool run_untimed(struct bench_case *c, bool builds)
{
    const struct ray_tracing *state = c->state;
    bench_drive_begin(c, state->commands);
    if (builds) {
        record_build(c, state->commands);
    } else {
        record_zeros(c, state->commands);
        record_walk(c, state->commands, &state->walk);
    }
    return bench_drive_submit(c, state->commands);
}

/* Set-up --------------------------------------------------------------------------------------- */

/* False: there is none. */
static bool walk_create(struct bench_case *c, struct walk *walk, bool counts)
{
    struct gpu_scope *scope = c->context.scope;
    const uint32_t count = counts ? 1 : 0;
    const struct gpu_ray_pipeline_params pipeline = { .generation = &kernel_detp_rays_start,
                                                      .miss = &kernel_detp_rays_end,
                                                      .any_hit = &kernel_detp_rays_hit,
                                                      CONSTANTS(GROUP_SIZE, count) };
    if (c->variant->needs & GPU_RAY_QUERY)
        walk->query = kernel_create_with(scope, &kernel_detp_rays_query, GROUP_SIZE, count);
    else
        walk->pipeline = gpu_ray_pipeline_create(scope, &pipeline);
    return walk->query || walk->pipeline;
}

static bool setup(struct bench_case *c)
{
    struct ray_tracing *state = c->state;
    const struct detp_input *input = detp_input_of(c);
    const uint64_t discs = input->discs.count;
    struct gpu_scope *scope = c->context.scope;
    const float largest = detp_traced_magnitude(input);
    int exponent;
    (void)frexpf(largest, &exponent);
    state->builds = detp_part_of(c) & DETP_PART_BUILD;
    state->traces = detp_part_of(c) & DETP_PART_TRACE;
    state->vertices_push = (struct vertices_push){ GROW, SLACK * largest, input->discs.count };
    state->rays_push =
        (struct rays_push){ input->rule, ldexpf(1, exponent + WIDEN_EXPONENT), input->rays.count };
    if (!detp_traced_output_create(c, state->traces))
        return false;
    state->tests = buffer_create(scope, "tests", 8, NULL);
    state->vertices = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){
                   .name = "vertices", .bytes = GPU_TRIANGLE_BYTES * discs, .geometry = true });
    state->triangles = gpu_acceleration_create(
        scope, &(struct gpu_acceleration_params){ .name = "triangles",
                                                  .vertices = state->vertices,
                                                  .triangles = input->discs.count });
    if (!state->triangles || !walk_create(c, &state->walk, false) ||
        !walk_create(c, &state->count, true))
        return false;
    state->vertices_kernel = kernel_create_with(scope, &kernel_detp_rays_vertices, GROUP_SIZE);
    state->commands = gpu_commands_begin(scope);
    return state->commands && (state->builds || run_untimed(c, true));
}

/* Checks and facts ---------------------------------------------------------------------------- */

static bool check(struct bench_case *c, enum bench_check check)
{
    struct ray_tracing *state = c->state;
    if (!state->traces && !run_untimed(c, false))
        return false;
    /* Tests are counted once, in an execution of its own. */
    if (state->output.tests == 0) {
        uint32_t tests[2] = { 0 }; /* low, high */
        bench_drive_begin(c, state->commands);
        gpu_commands_fill(state->commands, state->tests, 0, sizeof(tests), 0);
        record_walk(c, state->commands, &state->count);
        if (!bench_drive_submit(c, state->commands) ||
            !gpu_buffer_read(state->tests, 0, tests, sizeof(tests)))
            return false;
        state->output.tests = (uint64_t)tests[1] << 32 | tests[0];
    }
    bench_metric(c, "index_bytes", "B", (double)gpu_acceleration_bytes(state->triangles));
    bench_metric(c, "scratch_bytes", "B", (double)gpu_acceleration_scratch_bytes(state->triangles));
    return c->bench->method.check(c, check);
}

/* Triangles are written and read; what the device makes of them is not known. An index alone has
 * no sums. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct ray_tracing *state = c->state;
    const double discs = state->vertices_push.disc_count;
    c->bench->method.work(c, work);
    if (state->traces)
        detp_tests_work(c, DETP_WORDS, work);
    else
        work->bytes_read = work->bytes_written = 0;
    if (!state->builds)
        return;
    work->bytes_read += (DETP_DISC_BYTES + GPU_TRIANGLE_BYTES) * discs;
    work->bytes_written += GPU_TRIANGLE_BYTES * discs;
    work->bytes_intermediate += GPU_TRIANGLE_BYTES * discs;
}

const struct bench_method detp_ray_tracing = { .case_bytes = sizeof(struct ray_tracing),
                                               .setup = setup,
                                               .record = record,
                                               .check = check,
                                               .work = work };
