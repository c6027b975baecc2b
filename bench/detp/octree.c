/* SPDX-License-Identifier: MIT */
/*
 * octree: breadth first, nothing returns to the host; built and traced, or either alone. Discs are
 * sorted by leaf, there is a list of rays per node, and jobs take a part of a node's rays and discs
 * each. kernels/detp/octree.glsl says what a node is.
 *
 * Where the lists of all rays are more than one buffer may have, or a word may count, rays go
 * through in batches, each with an index of its own.
 */
#include "bench/common/device.h"
#include "bench/common/scan.h"
#include "bench/detp/detp.h"

#include "detp.kernels.h"

#include <math.h>

enum {
    BATCHES_MAX = 64,
    DISC_GROUP_SIZE = 256,
    RAY_GROUP_SIZE = 256,
    BLOCK_RAYS = RAY_GROUP_SIZE, /* of octree_count and octree_fill: a thread each */
    JOBS_GROUP_SIZE = 256,
    TRACE_GROUP_SIZE = 128,
    JOB_RAYS = 512,
    JOB_DISCS = 256,
    JOBS_WANTED = 4096,        /* some rounds of all groups that a large device has room for */
    LEVEL_MAX = 4,             /* a word of shared memory per node */
    LEAF_DISCS = 24,           /* wanted */
    SHARED_SPARE = 2048 + 256, /* bytes, for what is not an array of rays or discs */
    SHARED_RAY_BYTES = 32,     /* and LEAF_RAY_BYTES for each leaf that is traced with others */
    LEAF_RAY_BYTES = 4,
    LEAVES_MAX = 4, /* of a job, that are traced together */
    LEAVES_MIN = 2,
    SHARED_DISC_BYTES = 32,
};

/* The kernels' push constants. */
struct octree_push {
    float lower[3], pad;
    float scale[3], t_pad;
    float size[3], cull;
    struct detp_rule rule;
    uint32_t ray_first, ray_count, disc_count, blocks;
};

/* One range of the rays. */
struct batch {
    uint32_t ray_first, ray_count, blocks;
    uint32_t entries; /* of its lists */
    uint32_t groups;  /* of its trace */
};

struct octree {
    struct detp_output output;
    bool builds, traces;    /* of what is timed */
    uint32_t level;         /* of the nodes; their children are the leaves */
    uint32_t nodes, leaves; /* how many */
    uint32_t job_rays, job_discs, job_leaves;
    struct detp_octree_limits limits;
    struct octree_push push; /* but for the batch */
    struct batch batches[BATCHES_MAX];
    uint32_t batch_count;
    struct scan list_scan;
    struct scan_spine leaf_scan;
    struct gpu_buffer *first_discs, *first_entries; /* counts, until they are scanned */
    struct gpu_buffer *numbers, *sorted, *lists, *jobs, *arguments, *tests;
    struct gpu_kernel *leaves_kernel, *count_kernel, *discs_kernel, *fill_kernel, *jobs_kernel,
        *trace_kernel, *counting_kernel;
    struct gpu_commands *commands; /* of what is not timed */
};

/* Room for rounding in squares of distances, by the diagonals of box and node, between which
 * products stand. */
static const double SQUARE_SLACK = 4e-6;

static struct gpu_kernel *kernel(struct bench_case *c, const struct gpu_shader *shader,
                                 uint32_t group_size, bool counted)
{
    const struct octree *octree = c->state;
    const bool walks = shader == &kernel_detp_octree_count || shader == &kernel_detp_octree_fill;
    return kernel_create_with(c->context.scope, shader, group_size, octree->level,
                              walks ? BLOCK_RAYS : octree->job_rays, octree->job_discs, counted,
                              octree->job_leaves);
}

/* Shared memory for the trace of a job, `leaves` of which are traced together. */
static uint32_t shared_bytes(const struct octree *octree, uint32_t leaves)
{
    return octree->job_rays * (SHARED_RAY_BYTES + LEAF_RAY_BYTES * leaves) +
           octree->job_discs * SHARED_DISC_BYTES + SHARED_SPARE;
}

/* The largest job that leaves the device enough of them, and that it has shared memory for. */
static void jobs_size(const struct bench_case *c, struct octree *octree)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    const uint32_t shared = info ? info->limits.shared_bytes_max : UINT32_MAX;
    const struct detp_octree_limits limits = { .list_bytes =
                                                   info ? info->limits.storage_buffer_bytes_max : 0,
                                               .entries = UINT32_MAX,
                                               .jobs = JOBS_WANTED };
    const struct detp_octree_limits *others = c->variant->data;
    octree->limits = others ? *others : limits;
    double sides[3]; /* of a grown node, in sides of the box */
    for (int k = 0; k < 3; k++) {
        const double extent = (double)octree->push.size[k] * (1u << octree->level);
        sides[k] = (octree->push.size[k] + 2 * (double)octree->push.pad) / extent;
    }
    const double faces = sides[0] * sides[1] + sides[1] * sides[2] + sides[0] * sides[2];
    /* Entries of all lists, where rays are uniform in the box. */
    const double entries = detp_input_of(c)->rays.count * octree->nodes * faces / 3;
    octree->job_rays = JOB_RAYS;
    octree->job_discs = JOB_DISCS;
    while (octree->job_rays > TRACE_GROUP_SIZE && entries / octree->job_rays < octree->limits.jobs)
        octree->job_rays /= 2;
    octree->job_leaves = shared_bytes(octree, LEAVES_MAX) > shared ? LEAVES_MIN : LEAVES_MAX;
    while (octree->job_rays > TRACE_GROUP_SIZE &&
           shared_bytes(octree, octree->job_leaves) > shared) {
        octree->job_rays /= 2;
        octree->job_discs /= 2;
    }
}

/* Recording ------------------------------------------------------------------------------------ */

static void dispatch(const struct octree *octree, struct gpu_commands *commands,
                     const struct batch *batch, struct gpu_dispatch dispatch)
{
    struct octree_push push = octree->push;
    push.ray_first = batch->ray_first;
    push.ray_count = batch->ray_count;
    push.blocks = batch->blocks;
    dispatch.push = &push;
    dispatch.push_bytes = sizeof(push);
    if (!dispatch.indirect)
        dispatch.groups[1] = dispatch.groups[2] = 1;
    gpu_commands_dispatch(commands, &dispatch);
}

static void record_count(const struct bench_case *c, struct gpu_commands *commands,
                         const struct batch *batch)
{
    const struct octree *octree = c->state;
    const struct detp_input *input = detp_input_of(c);
    gpu_commands_fill(commands, octree->first_discs, 0, 4 * (uint64_t)octree->leaves, 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    dispatch(octree, commands, batch,
             DISPATCH(octree->leaves_kernel,
                      .buffers = { input->disc_buffer, octree->first_discs, octree->numbers },
                      .groups = { groups_of(input->discs.count, DISC_GROUP_SIZE) }));
    dispatch(octree, commands, batch,
             DISPATCH(octree->count_kernel, .buffers = { input->ray_buffer, octree->first_entries },
                      .groups = { batch->blocks }));
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    scan_spine_record(commands, &octree->leaf_scan, 0);
    scan_record(commands, &octree->list_scan, octree->first_entries);
}

/* Builds the index of a batch, with barriers within. */
static void record_build(const struct bench_case *c, struct gpu_commands *commands,
                         const struct batch *batch)
{
    const struct octree *octree = c->state;
    const struct detp_input *input = detp_input_of(c);
    record_count(c, commands, batch);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    dispatch(octree, commands, batch,
             DISPATCH(octree->jobs_kernel,
                      .buffers = { octree->first_entries, octree->jobs, octree->arguments,
                                   octree->first_discs },
                      .groups = { 1 }));
    dispatch(octree, commands, batch,
             DISPATCH(octree->fill_kernel,
                      .buffers = { input->ray_buffer, octree->first_entries, octree->lists },
                      .groups = { batch->blocks }));
    dispatch(octree, commands, batch,
             DISPATCH(octree->discs_kernel,
                      .buffers = { input->disc_buffer, octree->first_discs, octree->numbers,
                                   octree->sorted },
                      .groups = { groups_of(input->discs.count, DISC_GROUP_SIZE) }));
}

static void record_trace(const struct bench_case *c, struct gpu_commands *commands,
                         const struct batch *batch, struct gpu_kernel *kernel)
{
    const struct octree *octree = c->state;
    dispatch(octree, commands, batch,
             DISPATCH(kernel,
                      .buffers = { detp_input_of(c)->ray_buffer, octree->first_entries,
                                   octree->lists, octree->sorted, octree->jobs,
                                   octree->output.buffer, octree->first_discs, octree->tests },
                      .indirect = octree->arguments));
}

/* Batches -------------------------------------------------------------------------------------- */

/* Entries of the lists of all batches. */
static bool batches_count(struct bench_case *c, struct octree *octree)
{
    for (uint32_t b = 0; b < octree->batch_count; b++) {
        struct batch *batch = &octree->batches[b];
        const uint64_t last = (uint64_t)octree->nodes * batch->blocks;
        bench_drive_begin(c, octree->commands);
        record_count(c, octree->commands, batch);
        gpu_commands_barrier(octree->commands, GPU_COMPUTE, GPU_TRANSFER);
        gpu_commands_read_back(octree->commands, octree->first_entries, 4 * last, 4,
                               &batch->entries);
        if (!bench_drive_submit(c, octree->commands))
            return false;
    }
    return true;
}

/* Builds the index of all of them, the last of which stays, and counts groups and tests of the
 * traces. */
static bool batches_build(struct bench_case *c, struct octree *octree)
{
    struct gpu_commands *commands = octree->commands;
    octree->output.tests = 0;
    for (uint32_t b = 0; b < octree->batch_count; b++) {
        uint32_t groups[2] = { 0 }, tests[2] = { 0 };
        bench_drive_begin(c, commands);
        gpu_commands_fill(commands, octree->tests, 0, sizeof(tests), 0);
        record_build(c, commands, &octree->batches[b]);
        gpu_commands_barrier(commands, GPU_COMPUTE | GPU_TRANSFER, GPU_COMPUTE | GPU_INDIRECT);
        record_trace(c, commands, &octree->batches[b], octree->counting_kernel);
        gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
        gpu_commands_read_back(commands, octree->arguments, 0, sizeof(groups), groups);
        gpu_commands_read_back(commands, octree->tests, 0, sizeof(tests), tests);
        if (!bench_drive_submit(c, commands))
            return false;
        octree->batches[b].groups = groups[0] * groups[1];
        octree->output.tests += (uint64_t)tests[1] << 32 | tests[0];
    }
    return true;
}

/*
 * More than so many rays can have. In nodes, along the axis in which a ray goes on fastest, it
 * takes 1 + 2 reach in a grown slab, and no more across: with what a row is grown by that is less
 * than 3 + 4 reach rows.
 */
static double entries_most(const struct octree *octree, uint32_t rays)
{
    const double side = 1u << octree->level;
    double reach = 0;
    for (int k = 0; k < 3; k++)
        reach = fmax(reach, (double)octree->push.pad / octree->push.size[k]);
    const double rows = fmin(side, 4 + 4 * reach);
    return rays * side * rows * rows;
}

static bool lists_create(struct bench_case *c, struct octree *octree)
{
    const uint32_t rays = detp_input_of(c)->rays.count;
    uint64_t bytes = 4; /* of the longest list */
    for (uint32_t count = 1; count <= BATCHES_MAX; count *= 2) {
        const uint32_t blocks = groups_of(groups_of(rays, BLOCK_RAYS), count);
        const uint32_t whole = blocks * BLOCK_RAYS;
        octree->batch_count = 0;
        for (uint32_t first = 0; first < rays; first += whole)
            octree->batches[octree->batch_count++] =
                (struct batch){ first, rays - first < whole ? rays - first : whole, blocks };
        /* Sums of entries are words: the device would count past the end. */
        if (count < BATCHES_MAX &&
            entries_most(octree, octree->batches[0].ray_count) > octree->limits.entries)
            continue;
        if (!batches_count(c, octree))
            return false;
        bytes = 4;
        for (uint32_t b = 0; b < octree->batch_count; b++)
            if (4 * (uint64_t)octree->batches[b].entries > bytes)
                bytes = 4 * (uint64_t)octree->batches[b].entries;
        if (bytes <= octree->limits.list_bytes)
            break;
    }
    octree->lists = buffer_create(c->context.scope, "lists of rays", bytes, NULL);
    return octree->lists && batches_build(c, octree);
}

/*
 * Creates everything that belongs to the case, but for its lists, in as few batches as the device
 * allows. These depend on the input: the device counts them once, in no time. False: trouble.
 */
static bool octree_create(struct bench_case *c)
{
    struct octree *octree = c->state;
    const struct detp_input *input = detp_input_of(c);
    struct gpu_scope *scope = c->context.scope;
    const uint64_t blocks = groups_of(input->rays.count, BLOCK_RAYS);
    /* Leaves that have about as many discs as a test of 32 at a time likes. */
    const int64_t leaves = context_integer_or(&c->context, "leaf_level", 0);
    octree->level = leaves > 0 ? (uint32_t)leaves - 1 : 1;
    while (leaves == 0 && octree->level < LEVEL_MAX &&
           input->discs.count > (uint64_t)LEAF_DISCS * 3 * (8u << 3 * octree->level))
        octree->level++;
    octree->nodes = 1u << 3 * octree->level;
    octree->leaves = 8 * octree->nodes;
    const double side = 1u << octree->level;
    struct octree_push *push = &octree->push;
    struct detp_box box;
    detp_box_init(&box, input);
    for (int k = 0; k < 3; k++) {
        push->lower[k] = box.lower[k];
        push->scale[k] = (float)(side / box.extent[k]);
        push->size[k] = (float)(box.extent[k] / side);
    }
    push->pad = box.pad;
    push->t_pad = box.t_pad;
    push->cull = (float)(SQUARE_SLACK * box.diagonal * box.diagonal / side);
    push->rule = input->rule;
    push->disc_count = input->discs.count;
    jobs_size(c, octree);
    octree->leaves_kernel = kernel(c, &kernel_detp_octree_leaves, DISC_GROUP_SIZE, false);
    octree->discs_kernel = kernel(c, &kernel_detp_octree_discs, DISC_GROUP_SIZE, false);
    octree->count_kernel = kernel(c, &kernel_detp_octree_count, RAY_GROUP_SIZE, false);
    octree->fill_kernel = kernel(c, &kernel_detp_octree_fill, RAY_GROUP_SIZE, false);
    octree->jobs_kernel = kernel(c, &kernel_detp_octree_jobs, JOBS_GROUP_SIZE, false);
    octree->trace_kernel = kernel(c, &kernel_detp_octree_trace, TRACE_GROUP_SIZE, false);
    octree->counting_kernel = kernel(c, &kernel_detp_octree_trace, TRACE_GROUP_SIZE, true);
    const uint64_t words = octree->nodes * blocks + 1;
    octree->first_entries = buffer_create(scope, "first entries", 4 * words, NULL);
    octree->list_scan = scan_create(scope, (uint32_t)words);
    octree->first_discs =
        buffer_create(scope, "first discs", 4 * ((uint64_t)octree->leaves + 1), NULL);
    octree->leaf_scan = scan_spine_create(
        scope,
        (struct scan_spine){ .arrays = octree->first_discs,
                             .array_count = 1,
                             .stride = octree->leaves + 1,
                             .counts = buffer_create(scope, "number of leaves",
                                                     sizeof(octree->leaves), &octree->leaves),
                             .divide = 1 });
    octree->numbers =
        buffer_create(scope, "numbers of discs", 4 * (uint64_t)input->discs.count, NULL);
    octree->sorted =
        buffer_create(scope, "sorted discs", DETP_DISC_BYTES * (uint64_t)input->discs.count, NULL);
    octree->jobs = buffer_create(scope, "first jobs", 4 * ((uint64_t)octree->nodes + 1), NULL);
    octree->arguments = buffer_create(scope, "arguments", 12, NULL);
    octree->tests = buffer_create(scope, "number of tests", 8, NULL);
    octree->commands = gpu_commands_begin(scope);
    return lists_create(c, octree);
}

/* Method --------------------------------------------------------------------------------------- */

static bool setup(struct bench_case *c)
{
    struct octree *octree = c->state;
    octree->builds = detp_part_of(c) & DETP_PART_BUILD;
    octree->traces = detp_part_of(c) & DETP_PART_TRACE;
    if (!detp_traced_output_create(c, octree->traces) || !octree_create(c))
        return false;
    return octree->batch_count == 1 || (octree->builds && octree->traces) ||
           context_unsupported(&c->context,
                               "the lists of all rays are more than one buffer of the device may "
                               "have, or a word count: an index per batch, part=all");
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct octree *octree = c->state;
    struct gpu_buffer *sums = octree->output.buffer;
    if (octree->traces)
        gpu_commands_fill(commands, sums, 0, gpu_buffer_bytes(sums), 0);
    for (uint32_t b = 0; b < octree->batch_count; b++) {
        if (b > 0)
            gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        if (octree->builds)
            record_build(c, commands, &octree->batches[b]);
        if (!octree->traces)
            continue;
        gpu_commands_barrier(commands, GPU_COMPUTE | GPU_TRANSFER, GPU_COMPUTE | GPU_INDIRECT);
        record_trace(c, commands, &octree->batches[b], octree->trace_kernel);
    }
}

static bool check(struct bench_case *c, enum bench_check check)
{
    struct octree *octree = c->state;
    uint64_t entries = 0, jobs = 0;
    if (!octree->traces) { /* the sums of an index that was built alone */
        struct gpu_commands *commands = octree->commands;
        struct gpu_buffer *sums = octree->output.buffer;
        bench_drive_begin(c, commands);
        gpu_commands_fill(commands, sums, 0, gpu_buffer_bytes(sums), 0);
        gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
        record_trace(c, commands, &octree->batches[0], octree->trace_kernel);
        if (!bench_drive_submit(c, commands))
            return false;
    }
    if (!c->bench->method.check(c, check))
        return false;
    for (uint32_t b = 0; b < octree->batch_count; b++) {
        entries += octree->batches[b].entries;
        jobs += octree->batches[b].groups;
    }
    bench_metric_exact(c, "list_entries", "rays", (double)entries);
    bench_metric_exact(c, "jobs", "groups", (double)jobs);
    bench_metric_exact(c, "leaf_level", "levels", octree->level + 1);
    return true;
}

/* Each step reads and writes what it must, and nothing of it is an output. */
static void work_build(const struct octree *octree, const struct batch *batch,
                       struct bench_work *work)
{
    const double discs = octree->push.disc_count, rays = batch->ray_count;
    const double leaves = octree->leaves, parts = (double)octree->nodes * batch->blocks;
    const double read = 16 * discs + 4 * leaves +                /* octree_leaves */
                        DETP_RAY_BYTES * rays +                  /* octree_count */
                        8.0 * octree->nodes +                    /* octree_jobs */
                        DETP_RAY_BYTES * rays + 4 * parts +      /* octree_fill */
                        (DETP_DISC_BYTES + 8) * discs;           /* octree_discs */
    const double written = 4 * leaves + 4 * leaves + 4 * discs + /* a fill, octree_leaves */
                           4 * parts + 4.0 * octree->nodes + 4.0 * batch->entries +
                           DETP_DISC_BYTES * discs;
    const double before = work->bytes_written, between = work->bytes_intermediate;
    scan_spine_work(&octree->leaf_scan, octree->leaves, work);
    scan_work(&octree->list_scan, work);
    work->bytes_read += read;
    work->bytes_written += written;
    work->bytes_intermediate = between + work->bytes_written - before;
}

/* An index alone has no sums. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct octree *octree = c->state;
    c->bench->method.work(c, work);
    if (!octree->traces)
        work->bytes_read = work->bytes_written = 0;
    else
        detp_tests_work(c, 0, work); /* a group adds the hits of a disc in shared memory */
    work->bytes_intermediate = 0;
    for (uint32_t b = 0; b < octree->batch_count; b++) {
        if (octree->builds)
            work_build(octree, &octree->batches[b], work);
        if (octree->traces)
            work->bytes_read += 4.0 * octree->batches[b].entries;
    }
}

const struct bench_method detp_octree = { .case_bytes = sizeof(struct octree),
                                          .setup = setup,
                                          .record = record,
                                          .check = check,
                                          .work = work };
