/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/common/device.h"

#include "detp.kernels.h"

enum {
    GROUP_SIZE = 128,
    THREAD_DISCS = 4,
    GROUPS_WANTED = 16384,  /* more of them add more sums, fewer leave the device idle at the end */
    GROUP_RAYS_MAX = 16384, /* software devices end loops after 65535 turns */
};

/* Room for rounding in squares of distances, of the square of the box's diagonal. */
static const float SQUARE_SLACK = 2e-6f;

struct brute_push {
    float middle[3], cull;
    struct detp_rule rule;
    uint32_t ray_count, disc_count, group_rays;
};

struct brute {
    struct detp_output output;
    struct gpu_kernel *kernel;
    struct brute_push push;
    uint32_t groups[2];
};

static bool setup(struct bench_case *c)
{
    struct brute *brute = c->state;
    const struct detp_input *input = detp_input_of(c);
    float squares = 0;
    if (!detp_output_create(c))
        return false;
    for (int k = 0; k < 3; k++) {
        const float extent = input->upper[k] - input->lower[k];
        brute->push.middle[k] = input->lower[k] + 0.5f * extent;
        squares += extent * extent;
    }
    brute->push.cull = SQUARE_SLACK * squares;
    brute->push.rule = input->rule;
    brute->push.ray_count = input->rays.count;
    brute->push.disc_count = input->discs.count;
    /* Whole tiles of rays, with as many per group as leave enough groups. */
    const uint32_t rays = input->rays.count;
    brute->groups[0] = groups_of(input->discs.count, GROUP_SIZE * THREAD_DISCS);
    const uint32_t parts = groups_of(GROUPS_WANTED, brute->groups[0]);
    uint32_t tiles = groups_of(groups_of(rays, parts), GROUP_SIZE);
    if (tiles > GROUP_RAYS_MAX / GROUP_SIZE)
        tiles = GROUP_RAYS_MAX / GROUP_SIZE;
    brute->push.group_rays = tiles * GROUP_SIZE;
    brute->groups[1] = groups_of(rays, brute->push.group_rays);
    brute->kernel =
        kernel_create_with(c->context.scope, &kernel_detp_brute, GROUP_SIZE, THREAD_DISCS);
    brute->output.tests = (uint64_t)input->rays.count * input->discs.count;
    return brute->kernel;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct brute *brute = c->state;
    const struct detp_input *input = detp_input_of(c);
    struct gpu_buffer *sums = brute->output.buffer;
    const struct gpu_dispatch dispatch = {
        .kernel = brute->kernel,
        .buffers = { input->ray_buffer, input->disc_buffer, sums },
        PUSH(brute->push),
        .groups = { brute->groups[0], brute->groups[1], 1 },
    };
    gpu_commands_fill(commands, sums, 0, gpu_buffer_bytes(sums), 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    gpu_commands_dispatch(commands, &dispatch);
}

static void work(const struct bench_case *c, struct bench_work *work)
{
    c->bench->method.work(c, work);
    detp_tests_work(c, 0, work); /* sums are added once per disc and group */
}

const struct bench_method detp_brute = {
    .case_bytes = sizeof(struct brute), .setup = setup, .record = record, .work = work
};
