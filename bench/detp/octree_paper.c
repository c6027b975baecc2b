/* SPDX-License-Identifier: MIT */
#include "bench/detp/octree_paper.h"

#include "bench/detp/detp.h"

#include "detp.kernels.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_MAX = 65535 }; /* software devices end loops after so many turns */

/* Set-up --------------------------------------------------------------------------------------- */

static struct gpu_buffer *buffer(struct bench_case *c, const char *name, uint64_t bytes,
                                 const void *data)
{
    const struct gpu_buffer_params params = { .name = name, .bytes = bytes, .data = data };
    return gpu_buffer_create(c->context.scope, &params);
}

/* The list of the root: all. */
static struct gpu_buffer *whole_list(struct bench_case *c, const char *name, uint32_t count)
{
    uint32_t *indices = malloc(sizeof(*indices) * count);
    if (!indices) {
        context_error(&c->context, "not enough memory for %u indices", count);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        indices[i] = i;
    struct gpu_buffer *list = buffer(c, name, 4 * (uint64_t)count, indices);
    free(indices);
    return list;
}

static void lists_create(struct bench_case *c, struct detp_paper *paper)
{
    const uint32_t rays = detp_input_of(c)->rays.count, discs = detp_input_of(c)->discs.count;
    paper->rays[0] = whole_list(c, "all rays", rays);
    paper->discs[0] = whole_list(c, "all discs", discs);
    for (uint32_t level = 1; level <= paper->depth; level++) {
        paper->rays[level] = buffer(c, "rays of a node", 4 * (uint64_t)rays, NULL);
        paper->discs[level] = buffer(c, "discs of a node", 4 * (uint64_t)discs, NULL);
    }
    paper->ray_stream = buffer(c, "rays that meet a box", 4 * (uint64_t)rays, NULL);
    paper->disc_stream = buffer(c, "discs in a box", 4 * (uint64_t)discs, NULL);
    paper->counts[0] = buffer(c, "count of rays", 4, NULL);
    paper->counts[1] = buffer(c, "count of discs", 4, NULL);
    paper->energies = buffer(c, "energies of a leaf", 16 * (uint64_t)discs, NULL);
}

static struct gpu_kernel *kernel(struct bench_case *c, const struct gpu_shader *shader,
                                 uint32_t group_size)
{
    return gpu_kernel_create(
        c->context.scope, &(struct gpu_kernel_params){
                              .shader = shader, .constants = { group_size }, .constant_count = 1 });
}

static void filters_create(struct bench_case *c, struct detp_paper *paper)
{
    struct gpu_scope *scope = c->context.scope;
    const uint32_t entries[2] = { detp_input_of(c)->rays.count, detp_input_of(c)->discs.count };
    paper->by_look_back = strcmp(context_text(&c->context, "filter"), "look_back") == 0;
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
}

/* Kernels that a leaf needs: one by indices, or one that copies and one that needs none. */
static void leaf_kernels_create(struct bench_case *c, struct detp_paper *paper)
{
    const struct detp_input *input = detp_input_of(c);
    const bool copies = strcmp(context_text(&c->context, "access"), "copy") == 0;
    paper->hits_kernel =
        kernel(c, copies ? &kernel_detp_octree_paper_hits_copies : &kernel_detp_octree_paper_hits,
               DETP_PAPER_LEAF_GROUP);
    paper->sums_kernel = kernel(c, &kernel_detp_octree_paper_sums, DETP_PAPER_GROUP);
    if (!copies)
        return;
    paper->copy_kernel = kernel(c, &kernel_detp_octree_paper_copy, DETP_PAPER_GROUP);
    paper->ray_copies = buffer(c, "rays of a leaf", 32 * (uint64_t)input->rays.count, NULL);
    paper->disc_copies = buffer(c, "discs of a leaf", 32 * (uint64_t)input->discs.count, NULL);
}

/* A number, or "none", which is `none`. */
static uint32_t limit_of(const struct bench_case *c, const char *axis, uint32_t none)
{
    const char *text = context_text(&c->context, axis);
    return strcmp(text, "none") == 0 ? none : (uint32_t)strtoul(text, NULL, 10);
}

static bool setup(struct bench_case *c)
{
    struct detp_paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    paper->depth = (uint32_t)context_integer(&c->context, "depth");
    paper->chunk = limit_of(c, "chunk", CHUNK_MAX);
    paper->threshold = limit_of(c, "threshold", 0);
    detp_box_init(&paper->box, input);
    if (!detp_output_create(c))
        return false;
    paper->rays_kernel = kernel(c, &kernel_detp_octree_paper_rays, DETP_PAPER_GROUP);
    paper->discs_kernel = kernel(c, &kernel_detp_octree_paper_discs, DETP_PAPER_GROUP);
    leaf_kernels_create(c, paper);
    filters_create(c, paper);
    lists_create(c, paper);
    paper->commands = gpu_commands_begin(c->context.scope);
    return context_ok(&c->context);
}

/* Driving -------------------------------------------------------------------------------------- */

static bool is_leaf(const struct detp_paper *paper, const struct detp_paper_node *node)
{
    return node->level == paper->depth || node->counts[0] < paper->threshold ||
           node->counts[1] < paper->threshold;
}

/* A leaf waits until the next submission, and its lists with it: what comes after overwrites
 * them. */
static void leaf_add(struct detp_paper *paper, const struct detp_paper_node *node)
{
    paper->leaf_level = node->level;
    paper->leaf_rays = node->counts[0];
    paper->leaf_discs = node->counts[1];
    paper->leaves++;
    paper->output.tests += (uint64_t)node->counts[0] * node->counts[1];
}

/* The children of a node whose lists are there, depth first. */
static bool visit_children(struct bench_case *c, const struct detp_paper_node *parent)
{
    struct detp_paper *paper = c->state;
    for (uint32_t child = 0; child < 8; child++) {
        struct detp_paper_node node = { .level = parent->level + 1 };
        for (int k = 0; k < 3; k++)
            node.at[k] = 2 * parent->at[k] + (child >> k & 1);
        memcpy(node.parent, parent->counts, sizeof(node.parent));
        if (!detp_paper_step(c, &node))
            return false;
        if (node.counts[0] == 0 || node.counts[1] == 0)
            continue;
        if (is_leaf(paper, &node))
            leaf_add(paper, &node);
        else if (!visit_children(c, &node))
            return false;
    }
    return true;
}

static bool drive(struct bench_case *c)
{
    struct detp_paper *paper = c->state;
    const struct detp_input *input = detp_input_of(c);
    const struct detp_paper_node root = { .counts = { input->rays.count, input->discs.count } };
    paper->submissions = paper->nodes = paper->leaves = 0;
    paper->output.tests = 0;
    memset(paper->phases_ns, 0, sizeof(paper->phases_ns));
    return visit_children(c, &root) && (paper->leaf_level == 0 || detp_paper_step(c, NULL));
}

/* Checks and facts ---------------------------------------------------------------------------- */

static bool check(struct bench_case *c, enum bench_check check)
{
    static const char *const phase_names[DETP_PHASES] = {
        [DETP_PHASE_RAY_NODE] = "phase_ray_node", [DETP_PHASE_DISC_NODE] = "phase_disc_node",
        [DETP_PHASE_FILTER] = "phase_filter",     [DETP_PHASE_RAY_DISC] = "phase_ray_disc",
        [DETP_PHASE_SUMS] = "phase_distribute",   [DETP_PHASE_REST] = "phase_rest",
    };
    const struct detp_paper *paper = c->state;
    if (!c->bench->method.check(c, check))
        return false;
    bench_metric_exact(c, "nodes", "nodes", (double)paper->nodes);
    bench_metric_exact(c, "leaves", "nodes", (double)paper->leaves);
    for (int phase = 0; phase < DETP_PHASES; phase++)
        bench_metric(c, phase_names[phase], "ns", paper->phases_ns[phase]);
    bench_metric(c, "phase_overhead", "ns",
                 paper->phases_ns[DETP_PHASE_RAY_NODE] + paper->phases_ns[DETP_PHASE_DISC_NODE] +
                     paper->phases_ns[DETP_PHASE_FILTER] + paper->phases_ns[DETP_PHASE_SUMS]);
    return true;
}

const struct bench_method detp_octree_paper = {
    .case_bytes = sizeof(struct detp_paper), .setup = setup, .drive = drive, .check = check
};
