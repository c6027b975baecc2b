/* SPDX-License-Identifier: MIT */
/*
 * map_alone.c: one thread of each group follows the order as often as `maps` says, and writes its
 * launch index where that ends. The reference follows order.c, group by group; all words are
 * compared with it each time.
 */
#include "bench/thread_group_tiling/benches.h"

#include "bench/common/device.h"

#include "thread_group_tiling.kernels.h"

enum { GROUPS_MAX = 1 << 24, GRID_SIDE_MAX = 65535, MAPS_MAX = 1025 };

struct map_workload {
    struct tiling_grid grid;
    uint32_t maps;
};

struct map_case {
    enum tiling_order order;
    uint32_t n;
    uint32_t *wanted;                      /* launches by row-major group */
    struct gpu_buffer *launches, *counter; /* counter: of launch.glsl, without tickets */
    struct gpu_kernel *kernel;
};

/* The kernel's push constants. */
struct push {
    uint32_t width, height, maps, row;
};

static const struct map_workload *input_of(const struct bench_case *c)
{
    return c->workload->state;
}

static uint32_t group_count(const struct bench_case *c)
{
    return input_of(c)->grid.width * input_of(c)->grid.height;
}

static bool read_grid(const char *text, struct tiling_grid *grid)
{
    uint32_t sides[2];
    if (!tiling_sides_read(text, 2, GRID_SIDE_MAX, sides))
        return false;
    *grid = (struct tiling_grid){ sides[0], sides[1] };
    return (uint64_t)sides[0] * sides[1] <= GROUPS_MAX;
}

static bool accepts_grid(const char *text)
{
    struct tiling_grid grid;
    return read_grid(text, &grid);
}

static bool workload(struct bench_workload *workload)
{
    struct map_workload *input = workload->state;
    struct context *context = &workload->context;
    const char *grid = context_text(context, "grid");
    if (!read_grid(grid, &input->grid))
        return context_error(context, "%s is not a grid: give WIDTHxHEIGHT", grid);
    input->maps = (uint32_t)context_integer(context, "maps");
    context_fact_count(context, "groups", (uint64_t)input->grid.width * input->grid.height);
    return true;
}

static bool setup(struct bench_case *c)
{
    struct map_case *state = c->state;
    state->order = tiling_variant_order(c);
    state->n = tiling_variant_n(c);
    /* Where each launch ends: one step for all of them at a time. */
    const struct map_workload *input = input_of(c);
    const uint32_t count = group_count(c);
    uint32_t *next = context_alloc(&c->context, 4 * (size_t)count);
    state->wanted = context_alloc(&c->context, 4 * (size_t)count);
    if (!next || !state->wanted)
        return false;
    for (uint32_t launch = 0; launch < count; launch++) {
        const struct tiling_group group =
            tiling_order_map(state->order, launch, input->grid, state->n);
        next[launch] = group.y * input->grid.width + group.x;
    }
    for (uint32_t launch = 0; launch < count; launch++) {
        uint32_t mapped = launch;
        for (uint32_t i = 0; i < input->maps; i++)
            mapped = next[mapped];
        state->wanted[mapped] = launch;
    }
    state->launches = buffer_create(c->context.scope, "launches", 4 * (uint64_t)count, NULL);
    state->counter = buffer_create(c->context.scope, "launch counter", 4, NULL);
    state->kernel = kernel_create_with(c->context.scope, &kernel_thread_group_tiling_map_alone,
                                       (uint32_t)state->order, state->n, 0);
    bench_output(c, state->launches);
    return state->kernel;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct map_case *state = c->state;
    const struct map_workload *input = input_of(c);
    const struct push push = { input->grid.width, input->grid.height, input->maps,
                               input->grid.width };
    kernel_dispatch(commands, state->kernel, .buffers = { state->launches, state->counter },
                    PUSH(push), .groups = { push.width, push.height, 1 });
}

static bool check(struct bench_case *c, enum bench_check check)
{
    (void)check; /* in full each time */
    const struct map_case *state = c->state;
    const uint32_t count = group_count(c), width = input_of(c)->grid.width;
    const uint32_t *launches = context_read(&c->context, state->launches, 0, 4 * (uint64_t)count);
    if (!context_compare(
            &c->context, "launches of the groups", launches, state->wanted, count,
            (struct context_element){ .noun = "group", .form = CONTEXT_UNSIGNED, .row = width }))
        return false;
    bench_metric(c, "largest_step", "groups",
                 tiling_order_steps(state->order, input_of(c)->grid, state->n).largest);
    bench_metric_time_per(c, "time_per_map", (double)count * input_of(c)->maps);
    return true;
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    *work = (struct bench_work){ .bytes_written = 4 * (double)group_count(c) };
}

static const char *const grids[] = { "79x45", "320x180", "1027x512", NULL };

static const struct bench_axis axes[] = {
    AXIS("grid", "work-groups of 8 x 8 threads; 320x180 is the post's, 2560 x 1440 pixels",
         .names = grids, .accepts = accepts_grid,
         .accepts_help = "WxH, 65535 a side and 2^24 in all at most",
         .values = { "79x45", "79x45,320x180", "79x45,320x180,1027x512" },
         .check = "33x7,1x1,3x101"),
    AXIS("maps", "how often each group follows the order", .min = 1, .max = MAPS_MAX,
         .values = { "1,17", "1,17", "1,17,129" }, .check = "3,1"),
    { 0 },
};

static const struct bench_values values[] = {
    { "n", { "16", "4,16,64", "4,16,64" } },
    { 0 },
};

static const struct bench_variant variants[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_TILED_X_VARIANT,
    TILING_HILBERT_VARIANT,
    { 0 },
};

static const struct bench_join joins[] = {
    { "tiled_x", "grid:320x180 maps:1", "claims" },
    { "tiled_x", "grid:320x180 maps:17", "page: orders alone" },
    { "hilbert", "grid:320x180 maps:1,17", "page: orders alone" },
    { 0 },
};

const struct bench tiling_map_alone = {
    .name = "map_alone",
    .question = "What does it cost to compute which group a launch takes on?",
    .axes = axes,
    .values = values,
    .joins = joins,
    .variants = variants,
    .workload_bytes = sizeof(struct map_workload),
    .workload = workload,
    .method = { .case_bytes = sizeof(struct map_case),
                .setup = setup,
                .record = record,
                .check = check,
                .work = work },
};
