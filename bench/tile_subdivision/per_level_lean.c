/* SPDX-License-Identifier: MIT */
/*
 * per_level_lean: a pass per level whose arguments the pass before it has written.
 * host_loop: the same kernel, the count read back to the host after each level.
 */
#include "bench/tile_subdivision/tiles.h"

#include "bench/common/device.h"

#include "tile_subdivision.kernels.h"

/* Groups in x, y, z and entries of the list that a pass reads: arguments_word() in
 * per_level_lean.comp. */
enum { WORDS_PER_PASS = 4, ENTRIES = 3 };

static uint32_t arguments_word(uint32_t pass)
{
    return TILES_ARGUMENTS_WORD + WORDS_PER_PASS * pass;
}

static bool setup(struct bench_case *c)
{
    struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    uint32_t control[TILES_CONTROL_WORDS] = { 0 };
    for (uint32_t pass = 0; pass <= top + 1; pass++)
        control[arguments_word(pass) + 1] = control[arguments_word(pass) + 2] = 1;
    tiles_setup_begin(c, UINT64_C(1) << 2 * (top > 0 ? top - 1 : 0));
    state->arguments = buffer_create(c->context.scope, "arguments", sizeof(control), control);
    state->kernel = kernel_create_with(c->context.scope, &kernel_tile_subdivision_per_level_lean,
                                       top, tiles_input(c)->threshold.varying != NULL,
                                       TILES_GROUP_SIZE, tiles_group_limit(c, 0));
    return state->kernel;
}

/* The counters and the arguments of all passes as they are before the first one. */
static void record_start(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t end = arguments_word(tiles_input(c)->pyramid.top + 2);
    gpu_commands_copy(commands, state->control, 0, state->arguments, 0, UINT64_C(4) * end);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct tiles_case *state = tiles_state(c);
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernel, &push);
    record_start(c, commands);
    for (uint32_t pass = 0; pass <= tiles_input(c)->pyramid.top; pass++) {
        push.parameter[0] = pass;
        dispatch.buffers[6] = state->queues[(pass + 1) % 2];
        dispatch.buffers[7] = state->queues[pass % 2];
        gpu_commands_dispatch(commands, &dispatch);
        gpu_commands_barrier(commands, GPU_COMPUTE | GPU_INDIRECT, GPU_COMPUTE | GPU_INDIRECT);
        dispatch.indirect = state->control;
        dispatch.indirect_offset = 4 * arguments_word(pass + 1);
    }
}

const struct bench_method tiles_per_level_lean = { .setup = setup, .record = record };

/* host_loop ----------------------------------------------------------------------------------- */

static bool host_setup(struct bench_case *c)
{
    tiles_state(c)->commands = gpu_commands_begin(c->context.scope);
    return setup(c);
}

static bool drive(struct bench_case *c)
{
    const struct tiles_case *state = tiles_state(c);
    const uint32_t top = tiles_input(c)->pyramid.top;
    uint32_t entries = 1;
    struct tiles_push push = { 0 };
    struct gpu_dispatch dispatch = tiles_dispatch(c, state->kernel, &push);
    for (uint32_t pass = 0; pass <= top && entries > 0; pass++) {
        bench_drive_begin(c, state->commands);
        if (pass == 0)
            record_start(c, state->commands);
        else
            tiles_groups(c, (UINT64_C(4) * entries + TILES_GROUP_SIZE - 1) / TILES_GROUP_SIZE,
                         dispatch.groups);
        push.parameter[0] = pass;
        dispatch.buffers[6] = state->queues[(pass + 1) % 2];
        dispatch.buffers[7] = state->queues[pass % 2];
        gpu_commands_dispatch(state->commands, &dispatch);
        gpu_commands_barrier(state->commands, GPU_COMPUTE, GPU_TRANSFER);
        gpu_commands_read_back(state->commands, state->control,
                               4 * (arguments_word(pass + 1) + ENTRIES), 4, &entries);
        if (!bench_drive_submit(c, state->commands))
            return false;
    }
    return true;
}

const struct bench_method tiles_host_loop = { .setup = host_setup, .drive = drive };
