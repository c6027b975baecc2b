/* SPDX-License-Identifier: MIT */
/* bvh: kernels/detp/bvh_build.comp and bvh_trace.glsl say how. Where a device runs no group of 512,
 * bvh_build_small.comp makes two levels in a pass. */
#include "bench/common/device.h"
#include "bench/detp/traced.h"

#include "detp.kernels.h"

#include <string.h>

enum {
    WIDTH = 8,
    LEVELS_MAX = 8,
    PASS_LEVELS = 3,
    PASS_CHILDREN = 512, /* of a group */
    PASS_LEVELS_SMALL = 2,
    PASS_CHILDREN_SMALL = 64,
    PASSES_MAX = 4,
    NODE_BYTES = 96,
    BOX_BYTES = 12,
    CELLS_MAX = 128, /* a side of those that order discs, 2 discs in one or fewer */
    BOX_STEPS = 65535
};

/* Push constants of bvh_build.comp. */
struct build_push {
    float lower[3], scale, slack;
    uint32_t children, levels, boxes_from, boxes_to;
    uint32_t node_first[PASS_LEVELS];
};

/* Push constants of bvh_trace.glsl. */
struct trace_push {
    float lower[3], scale;
    uint32_t rays, top;
    struct detp_rule rule;
    uint32_t first[LEVELS_MAX];
};

struct bvh {
    struct detp_traced traced;
    struct gpu_kernel *from_discs, *from_boxes;
    struct gpu_buffer *boxes;
    struct build_push pass[PASSES_MAX];
    uint32_t pass_levels, pass_children, pass_count, nodes, box_count, level_count;
    uint32_t first[LEVELS_MAX];
};

_Static_assert(sizeof(struct trace_push) <= DETP_TRACED_PUSH_BYTES, "there is room for it");

/* Levels from the discs up to one node, as many in a pass as a group can make. */
static void plan_passes(struct bvh *bvh, uint32_t discs, struct build_push push)
{
    uint32_t below = discs;
    do {
        push.children = below;
        push.boxes_from = push.boxes_to;
        push.boxes_to = 3 * bvh->box_count;
        push.levels = 0;
        do {
            push.node_first[push.levels++] = bvh->nodes;
            bvh->first[bvh->level_count++] = bvh->nodes;
            below = groups_of(below, WIDTH);
            bvh->nodes += below;
        } while (below > 1 && push.levels < bvh->pass_levels);
        bvh->box_count += below;
        bvh->pass[bvh->pass_count++] = push;
    } while (below > 1);
}

static void nodes_record(const struct bench_case *c, struct gpu_commands *commands)
{
    const struct bvh *bvh = c->state;
    for (uint32_t p = 0; p < bvh->pass_count; p++) {
        if (p > 0)
            gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
        kernel_dispatch(
            commands, p == 0 ? bvh->from_discs : bvh->from_boxes,
            .buffers = { bvh->traced.orders.order[0].ordered, bvh->traced.nodes, bvh->boxes },
            PUSH(bvh->pass[p]),
            .groups = { groups_of(bvh->pass[p].children, bvh->pass_children), 1, 1 });
    }
}

static void nodes_work(const struct bench_case *c, struct bench_work *work)
{
    const struct bvh *bvh = c->state;
    const double boxes = BOX_BYTES * (double)bvh->box_count;
    work->bytes_read += DETP_DISC_BYTES * (double)detp_input_of(c)->discs.count + boxes - BOX_BYTES;
    work->bytes_written += NODE_BYTES * (double)bvh->nodes + boxes;
    work->bytes_intermediate += boxes;
}

static bool setup(struct bench_case *c)
{
    struct bvh *bvh = c->state;
    const struct detp_input *input = detp_input_of(c);
    /* A cube that holds all boxes: its lower corner is that of all, less more than a radius. */
    const float extent = detp_traced_extent(input);
    const float spare = 1.01f * input->discs.radius + 1e-3f * extent;
    struct build_push build = { .scale = BOX_STEPS / (extent + 2 * spare),
                                .slack = 4e-6f * detp_traced_magnitude(input) };
    for (int k = 0; k < 3; k++)
        build.lower[k] = input->lower[k] - spare;
    if (!detp_traced_begin(c))
        return false;
    /* Cells by which discs are ordered: as many as there are discs, or half as many. */
    uint32_t cells = WIDTH;
    while (cells < CELLS_MAX && cells * cells * cells < input->discs.count / 2)
        cells *= 2;
    struct detp_order *order = &bvh->traced.orders.order[0];
    order->by = DETP_ORDER_MORTON;
    for (int k = 0; k < 3; k++) {
        order->scale[k] = (float)cells / extent;
        order->cells[k] = cells;
    }
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    const bool large = info->limits.group_invocations_max >= PASS_CHILDREN;
    bvh->pass_levels = large ? PASS_LEVELS : PASS_LEVELS_SMALL;
    bvh->pass_children = large ? PASS_CHILDREN : PASS_CHILDREN_SMALL;
    plan_passes(bvh, input->discs.count, build);
    struct gpu_scope *scope = c->context.scope;
    const struct gpu_shader *shader = large ? &kernel_detp_bvh_build : &kernel_detp_bvh_build_small;
    bvh->traced.nodes = buffer_create(scope, "nodes", NODE_BYTES * (uint64_t)bvh->nodes, NULL);
    bvh->boxes = buffer_create(scope, "boxes of nodes", BOX_BYTES * (uint64_t)bvh->box_count, NULL);
    bvh->from_discs = kernel_create_with(scope, shader, 1);
    bvh->from_boxes = kernel_create_with(scope, shader, 0);
    detp_orders_create(&bvh->traced.orders, scope);
    struct trace_push push = { .scale = build.scale / (BOX_STEPS + 1),
                               .rays = input->rays.count,
                               .top = bvh->level_count - 1,
                               .rule = input->rule };
    memcpy(push.lower, build.lower, sizeof(push.lower));
    memcpy(push.first, bvh->first, sizeof(push.first));
    memcpy(bvh->traced.push, &push, sizeof(push));
    bvh->traced.push_bytes = sizeof(push);
    bvh->traced.nodes_record = nodes_record;
    bvh->traced.nodes_work = nodes_work;
    return detp_traced_end(c, &kernel_detp_bvh_trace, &kernel_detp_bvh_trace_pairs);
}

const struct bench_method detp_bvh = { .case_bytes = sizeof(struct bvh),
                                       .setup = setup,
                                       .record = detp_traced_record,
                                       .check = detp_traced_check,
                                       .work = detp_traced_work };
