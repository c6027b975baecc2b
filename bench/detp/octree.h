/* SPDX-License-Identifier: MIT */
/*
 * octree.h: the method `octree`: discs sorted by leaf, a list of rays per node, and jobs that take
 * a part of a node's rays and discs each. kernels/detp/octree.glsl says what a node is.
 *
 * Where the lists of all rays are more than one buffer may have, or a word may count, rays go
 * through in batches, each with an index of its own. A test's variant has other limits as its
 * `data`.
 */
#ifndef CLAIMCHECK_BENCH_DETP_OCTREE_H
#define CLAIMCHECK_BENCH_DETP_OCTREE_H

#include "bench/common/scan.h"
#include "bench/detp/detp.h"

enum { DETP_OCTREE_BATCHES_MAX = 64 };

struct detp_octree_limits {
    uint64_t list_bytes; /* of the lists, at most */
    double entries;      /* of a batch, at most, by what its rays may have */
    double jobs;         /* wanted: below that they are halved */
};

/* The kernels' push constants. */
struct detp_octree_push {
    float lower[3], pad;
    float scale[3], t_pad;
    float size[3], cull;
    struct detp_rule rule;
    uint32_t ray_first, ray_count, disc_count, blocks;
};

/* One range of the rays. */
struct detp_octree_batch {
    uint32_t ray_first, ray_count, blocks;
    uint32_t entries; /* of its lists */
    uint32_t groups;  /* of its trace */
};

struct detp_octree {
    struct detp_output output;
    bool builds, traces;    /* of what is timed */
    uint32_t level;         /* of the nodes; their children are the leaves */
    uint32_t nodes, leaves; /* how many */
    uint32_t job_rays, job_discs, job_leaves;
    struct detp_octree_limits limits;
    struct detp_octree_push push; /* but for the batch */
    struct detp_octree_batch batches[DETP_OCTREE_BATCHES_MAX];
    uint32_t batch_count;
    struct scan list_scan;
    struct scan_spine leaf_scan;
    struct gpu_buffer *first_discs, *first_entries; /* counts, until they are scanned */
    struct gpu_buffer *numbers, *sorted, *lists, *jobs, *arguments, *tests;
    struct gpu_kernel *leaves_kernel, *count_kernel, *discs_kernel, *fill_kernel, *jobs_kernel,
        *trace_kernel, *counting_kernel;
    struct gpu_commands *commands; /* of what is not timed */
};

/*
 * Everything that belongs to the case, but for its lists, in as few batches as the device allows.
 * These depend on the input: the device counts them once, in no time. False: trouble.
 */
bool detp_octree_create(struct bench_case *c);

/* The index of a batch, with barriers within; and the trace of it, to sums that are there. */
void detp_octree_record_build(const struct bench_case *c, struct gpu_commands *commands,
                              const struct detp_octree_batch *batch);
void detp_octree_record_trace(const struct bench_case *c, struct gpu_commands *commands,
                              const struct detp_octree_batch *batch);

#endif
