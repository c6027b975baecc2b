/* SPDX-License-Identifier: MIT */
/* subtree: a pass per SUBTREE_LEVELS levels, as published or with the fewest passes that do. */
#include "bench/tile_subdivision/device.h"
#include "bench/tile_subdivision/pyramid_image.h"

#include "tile_subdivision.kernels.h"

#include <string.h>

enum {
    KERNEL_ARGUMENTS = 0,
    KERNEL_PASS = 1, /* one per pass from here on, at most 13 */
};

struct span {
    uint32_t upper, lower; /* levels of one pass */
    uint32_t width;        /* of a group */
    uint32_t groups;       /* per side of a subtree */
};

/* Published: where SUBTREE_LEVELS divides TOP, the last pass starts at level 0, where the one
 * before it has ended, and finds nothing handed on. */
static uint32_t pass_count(const struct bench_case *c)
{
    const uint32_t levels = (uint32_t)context_integer(&c->context, "subtree_levels");
    const uint32_t top = tiles_input(c)->pyramid.top;
    if (strcmp(context_text(&c->context, "passes"), "published") == 0)
        return 1 + top / levels;
    return top == 0 ? 1 : (top + levels - 1) / levels;
}

static struct span pass_span(const struct bench_case *c, uint32_t pass)
{
    const uint32_t levels = (uint32_t)context_integer(&c->context, "subtree_levels");
    const uint32_t group = (uint32_t)context_integer(&c->context, "group"); /* WORKGROUP_WIDTH */
    struct span span = { .upper = tiles_input(c)->pyramid.top - pass * levels };
    span.lower = span.upper > levels ? span.upper - levels : 0;
    const uint32_t width = 1u << (span.upper - span.lower);
    span.width = width < group ? width : group;
    span.groups = width / span.width;
    return span;
}

/* Subtrees that the queue which a pass reads can hold: level 0 hands on none. */
static uint64_t pass_roots_max(const struct bench_case *c, uint32_t pass)
{
    const struct span span = pass_span(c, pass);
    const uint32_t depth = tiles_input(c)->pyramid.top - span.upper;
    return pass > 0 && span.upper == 0 ? 0 : UINT64_C(1) << 2 * depth;
}

/* True when those can be more than the device has layers. */
static bool pass_needs_split(const struct bench_case *c, uint32_t pass)
{
    return pass_roots_max(c, pass) > tiles_group_limit(c, 2);
}

/* Arguments of pass `pass` in control: x and y never change, z is copied or made. */
static uint32_t arguments_word(uint32_t pass)
{
    return TILES_ARGUMENTS_WORD + 4 * pass;
}

static bool setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    uint32_t control[TILES_CONTROL_WORDS] = { 0 };
    uint64_t entries = 1;
    bool splits = false;
    const struct gpu_shader *kernel = tiles_pyramid_image_wanted(c)
                                          ? &kernel_tile_subdivision_subtree_image
                                          : &kernel_tile_subdivision_subtree;
    for (uint32_t pass = 0; pass < pass_count(c); pass++) {
        const struct span span = pass_span(c, pass);
        const uint32_t constants[] = { span.width, span.upper, span.lower, pass };
        state->kernels[KERNEL_PASS + pass] = tiles_kernel_create(c, kernel, constants, 4);
        control[arguments_word(pass)] = control[arguments_word(pass) + 1] = span.groups;
        const uint64_t roots = pass_roots_max(c, pass);
        entries = roots > entries ? roots : entries;
        splits = splits || pass_needs_split(c, pass);
    }
    if (splits)
        state->kernels[KERNEL_ARGUMENTS] = tiles_arguments_create(c, 1);
    tiles_setup_begin(c, entries);
    gpu_buffer_write(state->control, 0, control, sizeof(control));
    return true;
}

/* The list for `pass` is complete: its count becomes the number of layers. */
static void record_arguments(struct bench_case *c, struct gpu_commands *commands, uint32_t pass)
{
    const struct tiles_case *state = tiles_state(c);
    const struct span span = pass_span(c, pass);
    if (pass_needs_split(c, pass)) {
        const struct tiles_arguments arguments = { pass, arguments_word(pass), span.groups,
                                                   span.groups };
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        tiles_arguments_record(c, commands, state->kernels[KERNEL_ARGUMENTS], &arguments);
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
        return;
    }
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER | GPU_COMPUTE);
    gpu_commands_copy(commands, state->control, 4 * (arguments_word(pass) + 2), state->control,
                      4 * pass, 4);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE | GPU_INDIRECT);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernels[KERNEL_PASS], &push);
    tiles_counters_clear(c, commands, pass_count(c));
    dispatch.groups[0] = dispatch.groups[1] = pass_span(c, 0).groups;
    for (uint32_t pass = 0; pass < pass_count(c); pass++) {
        if (pass > 0) {
            record_arguments(c, commands, pass);
            dispatch.indirect = state->control;
            dispatch.indirect_offset = 4 * arguments_word(pass);
        }
        dispatch.kernel = state->kernels[KERNEL_PASS + pass];
        dispatch.buffers[6] = state->queues[(pass + 1) % 2];
        dispatch.buffers[7] = state->queues[pass % 2];
        gpu_commands_dispatch(commands, &dispatch);
    }
}

/* Fill and top pass, then copy (or arguments) and pass. */
static uint32_t chain(const struct bench_case *c)
{
    return 2 * pass_count(c);
}

/* Per pass a thread per pixel of each subtree's lowest level. */
static void launches(const struct bench_case *c, struct bench_launches *launches)
{
    const struct tiles_workload *workload = tiles_input(c);
    for (uint32_t pass = 0; pass < pass_count(c); pass++) {
        const struct span span = pass_span(c, pass);
        const uint64_t roots = pass == 0 ? 1 : workload->counts.internal[span.upper];
        const bool splits = pass > 0 && pass_needs_split(c, pass);
        if (splits)
            bench_launch(launches, 1);
        bench_launch(launches,
                     (uint64_t)span.groups * span.groups *
                         (splits ? tiles_groups_split(roots, tiles_group_limit(c, 2)) : roots));
    }
}

const struct bench_method tiles_subtree = {
    .setup = setup,
    .record = record,
    .work = tiles_work_appended,
    .chain = chain,
    .launches = launches,
};
