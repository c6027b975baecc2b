/* SPDX-License-Identifier: MIT */
/*
 * octree_paper: the paper's method: an octree walked depth first, of which only the lists from the
 * root to the node at hand exist. The host goes from node to node: for each it has the lists of the
 * parent filtered, and reads their lengths.
 */
#include "bench/common/compact.h"
#include "bench/common/device.h"
#include "bench/common/quadtree.h"
#include "bench/detp/detp.h"
#include "harness/base/need.h"

#include "detp.kernels.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEVELS_MAX = 8,
    CHUNK_MAX = 65535, /* software devices end loops after so many turns */
    GROUP = 256,       /* threads of a group, a list's entry each */
    LEAF_GROUP = 64,   /* a disc of a leaf each: of few discs, on as many units as may be */
};

/* Phases of Table 2, and the rest of the time on the device. */
enum phase {
    PHASE_RAY_NODE,
    PHASE_DISC_NODE,
    PHASE_FILTER,
    PHASE_RAY_DISC,
    PHASE_SUMS,
    PHASE_REST,
    PHASES,
};

struct paper {
    struct detp_output output;
    uint32_t depth, chunk;
    uint32_t threshold; /* a node with fewer rays, or fewer discs, is a leaf */
    struct detp_box box;
    struct gpu_kernel *rays_kernel, *discs_kernel, *hits_kernel, *sums_kernel;
    struct gpu_kernel *copy_kernel; /* NULL: a leaf's pass goes by indices */
    bool by_look_back;              /* filters by compact.h, in place of the paper's quadtree */
    struct compact compacts[2];     /* of rays and of discs */
    struct quadtree quadtrees[2];
    struct gpu_buffer *rays[LEVELS_MAX + 1]; /* list of the node at hand on each level */
    struct gpu_buffer *discs[LEVELS_MAX + 1];
    struct gpu_buffer *ray_copies, *disc_copies; /* a leaf's own; with copy_kernel */
    struct gpu_buffer *ray_stream, *disc_stream, *energies;
    struct gpu_buffer *counts[2]; /* of rays and of discs, word 0 of each */
    struct gpu_commands *commands;
    /* Counts of one execution. */
    uint32_t leaf_level, leaf_rays, leaf_discs; /* to be intersected; level 0: none */
    uint64_t submissions, nodes, leaves;
    double phases_ns[PHASES];
};

struct node {
    uint32_t level, at[3]; /* at: among those of its level */
    uint32_t parent[2];    /* rays and discs of its parent, whose lists are there */
    uint32_t counts[2];    /* its own, once they are filtered */
};

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

static void dispatch(struct paper *paper, struct gpu_dispatch dispatch, uint32_t count)
{
    const uint32_t size = dispatch.kernel == paper->hits_kernel ? LEAF_GROUP : GROUP;
    dispatch.groups[0] = groups_of(count, size);
    dispatch.groups[1] = dispatch.groups[2] = 1;
    gpu_commands_dispatch(paper->commands, &dispatch);
    gpu_commands_barrier(paper->commands, GPU_COMPUTE, GPU_COMPUTE);
}

/* Leaves --------------------------------------------------------------------------------------- */

static void record_chunk(struct bench_case *c, uint32_t first, uint32_t last)
{
    struct paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    const uint32_t level = paper->leaf_level;
    const struct hits_push push = { input->rule, first, last, paper->leaf_discs };
    struct gpu_dispatch hits = { .kernel = paper->hits_kernel,
                                 .buffers = { input->ray_buffer, input->disc_buffer,
                                              paper->rays[level], paper->discs[level],
                                              paper->energies },
                                 PUSH(push) };
    if (paper->copy_kernel) {
        hits.buffers[0] = paper->ray_copies;
        hits.buffers[1] = paper->disc_copies;
        hits.buffers[2] = paper->energies;
        hits.buffers[3] = hits.buffers[4] = NULL;
    }
    dispatch(paper, hits, paper->leaf_discs);
}

static void record_leaf(struct bench_case *c)
{
    struct paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    const uint32_t rays = paper->leaf_rays, discs = paper->leaf_discs, level = paper->leaf_level;
    if (paper->copy_kernel) { /* in none of the paper's phases: the paper has no copies */
        dispatch(paper,
                 DISPATCH(paper->copy_kernel,
                          .buffers = { paper->rays[level], input->ray_buffer, paper->ray_copies },
                          PUSH(rays)),
                 rays);
        dispatch(
            paper,
            DISPATCH(paper->copy_kernel,
                     .buffers = { paper->discs[level], input->disc_buffer, paper->disc_copies },
                     PUSH(discs)),
            discs);
    }
    gpu_commands_timestamp(paper->commands, SLOT_LEAF);
    for (uint32_t first = 0; first < rays; first += paper->chunk)
        record_chunk(c, first, rays - first < paper->chunk ? rays : first + paper->chunk);
    gpu_commands_timestamp(paper->commands, SLOT_RAY_DISC);
    dispatch(paper,
             DISPATCH(paper->sums_kernel,
                      .buffers = { paper->discs[level], paper->energies, paper->output.buffer },
                      PUSH(discs)),
             discs);
    gpu_commands_timestamp(paper->commands, SLOT_SUMS);
}

/* Nodes ---------------------------------------------------------------------------------------- */

static void record_rays(struct bench_case *c, const struct node *node)
{
    struct paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    struct rays_push push = { .t_pad = paper->box.t_pad,
                              .count = node->parent[0],
                              .rule = input->rule };
    for (int k = 0; k < 3; k++) {
        const double size = paper->box.extent[k] / (1u << node->level);
        push.lower[k] = (float)(paper->box.lower[k] + node->at[k] * size - paper->box.pad);
        push.upper[k] = (float)(paper->box.lower[k] + (node->at[k] + 1) * size + paper->box.pad);
    }
    dispatch(
        paper,
        DISPATCH(paper->rays_kernel,
                 .buffers = { input->ray_buffer, paper->rays[node->level - 1], paper->ray_stream },
                 PUSH(push)),
        node->parent[0]);
}

static void record_discs(struct bench_case *c, const struct node *node)
{
    struct paper *paper = c->state;
    struct discs_push push = { .count = node->parent[1], .side = (float)(1u << node->level) };
    for (int k = 0; k < 3; k++) {
        push.lower[k] = paper->box.lower[k];
        push.scale[k] = (float)((1u << node->level) / paper->box.extent[k]);
        push.node[k] = node->at[k];
    }
    dispatch(paper,
             DISPATCH(paper->discs_kernel,
                      .buffers = { detp_input_of(c)->disc_buffer, paper->discs[node->level - 1],
                                   paper->disc_stream },
                      PUSH(push)),
             node->parent[1]);
}

static void record_filter(struct paper *paper, const struct node *node)
{
    struct gpu_buffer *const inputs[2] = { paper->ray_stream, paper->disc_stream };
    struct gpu_buffer *const outputs[2] = { paper->rays[node->level], paper->discs[node->level] };
    if (!paper->by_look_back) {
        /* The paper's own, in the three phases of its Section 4, rays and discs side by side. */
        for (int k = 0; k < 2; k++)
            quadtree_count_record(paper->commands, &paper->quadtrees[k], inputs[k], node->parent[k],
                                  paper->counts[k]);
        gpu_commands_barrier(paper->commands, GPU_COMPUTE, GPU_COMPUTE | GPU_INDIRECT);
        for (int k = 0; k < 2; k++)
            quadtree_fill_record(paper->commands, &paper->quadtrees[k], inputs[k], node->parent[k],
                                 outputs[k]);
        gpu_commands_barrier(paper->commands, GPU_COMPUTE, GPU_COMPUTE | GPU_TRANSFER);
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

static void record_node(struct bench_case *c, struct node *node)
{
    struct paper *paper = c->state;
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
static void add_phase(struct paper *paper, enum phase phase, uint32_t first, uint32_t last)
{
    double ns = 0;
    gpu_commands_elapsed_ns(paper->commands, first, last, &ns);
    paper->phases_ns[phase] += ns;
    paper->phases_ns[PHASE_REST] -= ns;
}

/*
 * One submission: intersections of the leaf that waits, if one does; then the lists of `node`,
 * which may be NULL. Adds the times of their phases. False: the device has failed.
 */
static bool step(struct bench_case *c, struct node *node)
{
    struct paper *paper = c->state;
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
    paper->phases_ns[PHASE_REST] += whole_ns;
    if (leaf) {
        add_phase(paper, PHASE_RAY_DISC, SLOT_LEAF, SLOT_RAY_DISC);
        add_phase(paper, PHASE_SUMS, SLOT_RAY_DISC, SLOT_SUMS);
    }
    if (node) {
        add_phase(paper, PHASE_RAY_NODE, SLOT_NODE, SLOT_RAY_NODE);
        add_phase(paper, PHASE_DISC_NODE, SLOT_RAY_NODE, SLOT_DISC_NODE);
        add_phase(paper, PHASE_FILTER, SLOT_DISC_NODE, SLOT_FILTER);
    }
    return true;
}

/* Set-up --------------------------------------------------------------------------------------- */

/* The list of the root: all. */
static struct gpu_buffer *whole_list(struct bench_case *c, const char *name, uint32_t count)
{
    OWNED uint32_t *indices = need_bytes(sizeof(*indices) * count);
    for (uint32_t i = 0; i < count; i++)
        indices[i] = i;
    return buffer_create(c->context.scope, name, 4 * (uint64_t)count, indices);
}

static void lists_create(struct bench_case *c, struct paper *paper)
{
    struct gpu_scope *scope = c->context.scope;
    const uint32_t rays = detp_input_of(c)->rays.count, discs = detp_input_of(c)->discs.count;
    paper->rays[0] = whole_list(c, "all rays", rays);
    paper->discs[0] = whole_list(c, "all discs", discs);
    for (uint32_t level = 1; level <= paper->depth; level++) {
        paper->rays[level] = buffer_create(scope, "rays of a node", 4 * (uint64_t)rays, NULL);
        paper->discs[level] = buffer_create(scope, "discs of a node", 4 * (uint64_t)discs, NULL);
    }
    paper->ray_stream = buffer_create(scope, "rays that meet a box", 4 * (uint64_t)rays, NULL);
    paper->disc_stream = buffer_create(scope, "discs in a box", 4 * (uint64_t)discs, NULL);
    paper->counts[0] = buffer_create(scope, "count of rays", 4, NULL);
    paper->counts[1] = buffer_create(scope, "count of discs", 4, NULL);
    paper->energies = buffer_create(scope, "energies of a leaf", 16 * (uint64_t)discs, NULL);
}

/* A number, or "none", which is `none`. */
static uint32_t limit_of(const struct bench_case *c, const char *axis, uint32_t none)
{
    const char *text = context_text(&c->context, axis);
    return strcmp(text, "none") == 0 ? none : (uint32_t)strtoul(text, NULL, 10);
}

static bool setup(struct bench_case *c)
{
    struct paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    const uint32_t entries[2] = { input->rays.count, input->discs.count };
    const bool copies = strcmp(context_text(&c->context, "access"), "copy") == 0;
    struct gpu_scope *scope = c->context.scope;
    paper->depth = (uint32_t)context_integer(&c->context, "depth");
    paper->chunk = limit_of(c, "chunk", CHUNK_MAX);
    paper->threshold = limit_of(c, "threshold", 0);
    paper->by_look_back = strcmp(context_text(&c->context, "filter"), "look_back") == 0;
    detp_box_init(&paper->box, input);
    if (!detp_output_create(c))
        return false;
    paper->rays_kernel = kernel_create_with(scope, &kernel_detp_octree_paper_rays, GROUP);
    paper->discs_kernel = kernel_create_with(scope, &kernel_detp_octree_paper_discs, GROUP);
    /* A leaf's pass goes by indices, or after a kernel that copies by one that needs none. */
    paper->hits_kernel = kernel_create_with(
        scope, copies ? &kernel_detp_octree_paper_hits_copies : &kernel_detp_octree_paper_hits,
        LEAF_GROUP);
    paper->sums_kernel = kernel_create_with(scope, &kernel_detp_octree_paper_sums, GROUP);
    if (copies) {
        paper->copy_kernel = kernel_create_with(scope, &kernel_detp_octree_paper_copy, GROUP);
        paper->ray_copies = buffer_create(scope, "rays of a leaf", 32 * (uint64_t)entries[0], NULL);
        paper->disc_copies =
            buffer_create(scope, "discs of a leaf", 32 * (uint64_t)entries[1], NULL);
    }
    for (int k = 0; k < 2; k++) {
        const struct compact_params params = { .method = compact_method_of(
                                                   gpu_info(gpu_scope_device(scope))),
                                               .entry_words = 1,
                                               .entries = entries[k] };
        if (paper->by_look_back)
            paper->compacts[k] = compact_create(scope, &params);
        else
            paper->quadtrees[k] = quadtree_create(scope, 1, false, entries[k]);
    }
    lists_create(c, paper);
    paper->commands = gpu_commands_begin(scope);
    return context_ok(&c->context);
}

/* Driving -------------------------------------------------------------------------------------- */

/* The children of a node whose lists are there, depth first. */
static bool visit_children(struct bench_case *c, const struct node *parent)
{
    struct paper *paper = c->state;
    for (uint32_t child = 0; child < 8; child++) {
        struct node node = { .level = parent->level + 1 };
        for (int k = 0; k < 3; k++)
            node.at[k] = 2 * parent->at[k] + (child >> k & 1);
        memcpy(node.parent, parent->counts, sizeof(node.parent));
        if (!step(c, &node))
            return false;
        if (node.counts[0] == 0 || node.counts[1] == 0)
            continue;
        if (node.level == paper->depth || node.counts[0] < paper->threshold ||
            node.counts[1] < paper->threshold) {
            /* A leaf waits until the next submission: what comes after overwrites its lists. */
            paper->leaf_level = node.level;
            paper->leaf_rays = node.counts[0];
            paper->leaf_discs = node.counts[1];
            paper->leaves++;
            paper->output.tests += (uint64_t)node.counts[0] * node.counts[1];
        } else if (!visit_children(c, &node)) {
            return false;
        }
    }
    return true;
}

static bool drive(struct bench_case *c)
{
    struct paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    const struct node root = { .counts = { input->rays.count, input->discs.count } };
    paper->submissions = paper->nodes = paper->leaves = 0;
    paper->output.tests = 0;
    memset(paper->phases_ns, 0, sizeof(paper->phases_ns));
    return visit_children(c, &root) && (paper->leaf_level == 0 || step(c, NULL));
}

/* Checks and facts ---------------------------------------------------------------------------- */

static bool check(struct bench_case *c, enum bench_check check)
{
    static const char *const phase_names[PHASES] = {
        [PHASE_RAY_NODE] = "phase_ray_node", [PHASE_DISC_NODE] = "phase_disc_node",
        [PHASE_FILTER] = "phase_filter",     [PHASE_RAY_DISC] = "phase_ray_disc",
        [PHASE_SUMS] = "phase_distribute",   [PHASE_REST] = "phase_rest",
    };
    const struct paper *paper = c->state;
    if (!c->bench->method.check(c, check))
        return false;
    bench_metric_exact(c, "nodes", "nodes", (double)paper->nodes);
    bench_metric_exact(c, "leaves", "nodes", (double)paper->leaves);
    for (int phase = 0; phase < PHASES; phase++)
        bench_metric(c, phase_names[phase], "ns", paper->phases_ns[phase]);
    bench_metric(c, "phase_overhead", "ns",
                 paper->phases_ns[PHASE_RAY_NODE] + paper->phases_ns[PHASE_DISC_NODE] +
                     paper->phases_ns[PHASE_FILTER] + paper->phases_ns[PHASE_SUMS]);
    return true;
}

const struct bench_method detp_octree_paper = {
    .case_bytes = sizeof(struct paper), .setup = setup, .drive = drive, .check = check
};
