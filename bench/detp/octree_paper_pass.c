/* SPDX-License-Identifier: MIT */
#include "bench/detp/octree_paper.h"

/* Time stamps of a submission, those of a leaf, and those of a node. */
enum {
    SLOT_LEAF = 0,
    SLOT_RAY_DISC,
    SLOT_SUMS,
    SLOT_NODE,
    SLOT_RAY_NODE,
    SLOT_DISC_NODE,
    SLOT_FILTER,
};

struct rays_push {
    float lower[3], t_pad, upper[3];
    uint32_t count;
    struct detp_rule rule;
};

struct discs_push {
    float lower[3];
    uint32_t count;
    float scale[3], side;
    uint32_t node[3];
};

struct hits_push {
    struct detp_rule rule;
    uint32_t ray_first, ray_last, disc_count;
};

static void dispatch(struct detp_paper *paper, struct gpu_dispatch dispatch, uint32_t count)
{
    const uint32_t size =
        dispatch.kernel == paper->hits_kernel ? DETP_PAPER_LEAF_GROUP : DETP_PAPER_GROUP;
    dispatch.groups[0] = count / size + (count % size != 0);
    dispatch.groups[1] = dispatch.groups[2] = 1;
    gpu_commands_dispatch(paper->commands, &dispatch);
    gpu_commands_barrier(paper->commands, GPU_COMPUTE, GPU_COMPUTE);
}

/* Leaves --------------------------------------------------------------------------------------- */

static void record_chunk(struct bench_case *c, uint32_t first, uint32_t last)
{
    struct detp_paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    const uint32_t level = paper->leaf_level;
    const struct hits_push push = { input->rule, first, last, paper->leaf_discs };
    struct gpu_dispatch hits = { .kernel = paper->hits_kernel,
                                 .buffers = { input->ray_buffer, input->disc_buffer,
                                              paper->rays[level], paper->discs[level],
                                              paper->energies },
                                 .push = &push,
                                 .push_bytes = sizeof(push) };
    if (paper->copy_kernel) {
        hits.buffers[0] = paper->ray_copies;
        hits.buffers[1] = paper->disc_copies;
        hits.buffers[2] = paper->energies;
        hits.buffers[3] = hits.buffers[4] = NULL;
    }
    dispatch(paper, hits, paper->leaf_discs);
}

/* In the time, and in none of the paper's phases: the paper has no copies. */
static void record_copies(struct bench_case *c)
{
    struct detp_paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    const uint32_t level = paper->leaf_level;
    const struct {
        struct gpu_buffer *list, *records, *copies;
        uint32_t count;
    } copies[] = {
        { paper->rays[level], input->ray_buffer, paper->ray_copies, paper->leaf_rays },
        { paper->discs[level], input->disc_buffer, paper->disc_copies, paper->leaf_discs },
    };
    for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++)
        dispatch(paper,
                 (struct gpu_dispatch){
                     .kernel = paper->copy_kernel,
                     .buffers = { copies[i].list, copies[i].records, copies[i].copies },
                     .push = &copies[i].count,
                     .push_bytes = sizeof(copies[i].count) },
                 copies[i].count);
}

static void record_leaf(struct bench_case *c)
{
    struct detp_paper *paper = c->state;
    const uint32_t rays = paper->leaf_rays;
    if (paper->copy_kernel)
        record_copies(c);
    gpu_commands_timestamp(paper->commands, SLOT_LEAF);
    for (uint32_t first = 0; first < rays; first += paper->chunk)
        record_chunk(c, first, rays - first < paper->chunk ? rays : first + paper->chunk);
    gpu_commands_timestamp(paper->commands, SLOT_RAY_DISC);
    dispatch(paper,
             (struct gpu_dispatch){ .kernel = paper->sums_kernel,
                                    .buffers = { paper->discs[paper->leaf_level], paper->energies,
                                                 paper->output.buffer },
                                    .push = &paper->leaf_discs,
                                    .push_bytes = sizeof(paper->leaf_discs) },
             paper->leaf_discs);
    gpu_commands_timestamp(paper->commands, SLOT_SUMS);
}

/* Nodes ---------------------------------------------------------------------------------------- */

static void record_rays(struct bench_case *c, const struct detp_paper_node *node)
{
    struct detp_paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    struct rays_push push = { .t_pad = paper->box.t_pad,
                              .count = node->parent[0],
                              .rule = input->rule };
    for (int k = 0; k < 3; k++) {
        const double size = paper->box.extent[k] / (1u << node->level);
        push.lower[k] = (float)(paper->box.lower[k] + node->at[k] * size - paper->box.pad);
        push.upper[k] = (float)(paper->box.lower[k] + (node->at[k] + 1) * size + paper->box.pad);
    }
    dispatch(paper,
             (struct gpu_dispatch){
                 .kernel = paper->rays_kernel,
                 .buffers = { input->ray_buffer, paper->rays[node->level - 1], paper->ray_stream },
                 .push = &push,
                 .push_bytes = sizeof(push) },
             node->parent[0]);
}

static void record_discs(struct bench_case *c, const struct detp_paper_node *node)
{
    struct detp_paper *paper = c->state;
    struct discs_push push = { .count = node->parent[1], .side = (float)(1u << node->level) };
    for (int k = 0; k < 3; k++) {
        push.lower[k] = paper->box.lower[k];
        push.scale[k] = (float)((1u << node->level) / paper->box.extent[k]);
        push.node[k] = node->at[k];
    }
    dispatch(
        paper,
        (struct gpu_dispatch){ .kernel = paper->discs_kernel,
                               .buffers = { detp_input_of(c)->disc_buffer,
                                            paper->discs[node->level - 1], paper->disc_stream },
                               .push = &push,
                               .push_bytes = sizeof(push) },
        node->parent[1]);
}

/* The paper's own, in the three phases of its Section 4, rays and discs side by side. */
static void record_quadtrees(struct detp_paper *paper, const struct detp_paper_node *node,
                             struct gpu_buffer *const inputs[2],
                             struct gpu_buffer *const outputs[2])
{
    for (int k = 0; k < 2; k++)
        quadtree_count_record(paper->commands, &paper->quadtrees[k], inputs[k], node->parent[k],
                              paper->counts[k]);
    gpu_commands_barrier(paper->commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
    for (int k = 0; k < 2; k++) {
        quadtree_fill_record(paper->commands, &paper->quadtrees[k], inputs[k], node->parent[k],
                             outputs[k]);
    }
    gpu_commands_barrier(paper->commands, GPU_COMPUTE, GPU_COMPUTE | GPU_TRANSFER);
}

static void record_filter(struct detp_paper *paper, const struct detp_paper_node *node)
{
    struct gpu_buffer *const inputs[2] = { paper->ray_stream, paper->disc_stream };
    struct gpu_buffer *const outputs[2] = { paper->rays[node->level], paper->discs[node->level] };
    if (!paper->by_look_back) {
        record_quadtrees(paper, node, inputs, outputs);
        return;
    }
    for (int k = 0; k < 2; k++) {
        const struct compact_streams streams = { .input = inputs[k],
                                                 .output = outputs[k],
                                                 .count = paper->counts[k],
                                                 .entries = node->parent[k] };
        compact_record(paper->commands, &paper->compacts[k], &streams);
        gpu_commands_barrier(paper->commands, GPU_COMPUTE, GPU_COMPUTE | GPU_TRANSFER);
    }
}

static void record_node(struct bench_case *c, struct detp_paper_node *node)
{
    struct detp_paper *paper = c->state;
    gpu_commands_timestamp(paper->commands, SLOT_NODE);
    record_rays(c, node);
    gpu_commands_timestamp(paper->commands, SLOT_RAY_NODE);
    record_discs(c, node);
    gpu_commands_timestamp(paper->commands, SLOT_DISC_NODE);
    record_filter(paper, node);
    gpu_commands_timestamp(paper->commands, SLOT_FILTER);
    for (int k = 0; k < 2; k++)
        gpu_commands_read_back(paper->commands, paper->counts[k], 0, sizeof(node->counts[k]),
                               &node->counts[k]);
    paper->nodes++;
}

/* Submissions ---------------------------------------------------------------------------------- */

/* Between two slots, to a phase and off the rest. */
static void add_phase(struct detp_paper *paper, enum detp_phase phase, uint32_t first,
                      uint32_t last)
{
    double ns = 0;
    gpu_commands_elapsed_ns(paper->commands, first, last, &ns);
    paper->phases_ns[phase] += ns;
    paper->phases_ns[DETP_PHASE_REST] -= ns;
}

static void add_phases(struct detp_paper *paper, bool leaf, bool node)
{
    if (leaf) {
        add_phase(paper, DETP_PHASE_RAY_DISC, SLOT_LEAF, SLOT_RAY_DISC);
        add_phase(paper, DETP_PHASE_SUMS, SLOT_RAY_DISC, SLOT_SUMS);
    }
    if (node) {
        add_phase(paper, DETP_PHASE_RAY_NODE, SLOT_NODE, SLOT_RAY_NODE);
        add_phase(paper, DETP_PHASE_DISC_NODE, SLOT_RAY_NODE, SLOT_DISC_NODE);
        add_phase(paper, DETP_PHASE_FILTER, SLOT_DISC_NODE, SLOT_FILTER);
    }
}

bool detp_paper_step(struct bench_case *c, struct detp_paper_node *node)
{
    struct detp_paper *paper = c->state;
    struct gpu_buffer *sums = paper->output.buffer;
    const bool leaf = paper->leaf_level > 0;
    double whole_ns = 0;
    bench_drive_begin(c, paper->commands);
    if (paper->submissions++ == 0) {
        gpu_commands_fill(paper->commands, sums, 0, gpu_buffer_bytes(sums), 0);
        gpu_commands_barrier(paper->commands, GPU_TRANSFER, GPU_COMPUTE);
    }
    if (leaf)
        record_leaf(c);
    if (node)
        record_node(c, node);
    paper->leaf_level = 0;
    if (!bench_drive_submit(c, paper->commands) ||
        !gpu_commands_elapsed_ns(paper->commands, GPU_TIMESTAMPS_MAX - 2, GPU_TIMESTAMPS_MAX - 1,
                                 &whole_ns))
        return false;
    paper->phases_ns[DETP_PHASE_REST] += whole_ns;
    add_phases(paper, leaf, node);
    return true;
}
