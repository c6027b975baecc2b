/* SPDX-License-Identifier: MIT */
/*
 * octree_paper.h: the paper's method: an octree walked depth first, of which only the lists from
 * the root to the node at hand exist. The host goes from node to node: for each it has the lists of
 * the parent filtered, and reads their lengths.
 */
#ifndef CLAIMCHECK_BENCH_DETP_OCTREE_PAPER_H
#define CLAIMCHECK_BENCH_DETP_OCTREE_PAPER_H

#include "bench/common/compact.h"
#include "bench/common/quadtree.h"
#include "bench/detp/detp.h"

enum {
    DETP_PAPER_LEVELS_MAX = 8,
    DETP_PAPER_GROUP = 256, /* threads of a group, a list's entry each */
    DETP_PAPER_LEAF_GROUP =
        64, /* a disc of a leaf each: of few discs, on as many units as may be */
};

/* Phases of Table 2, and the rest of the time on the device. */
enum detp_phase {
    DETP_PHASE_RAY_NODE,
    DETP_PHASE_DISC_NODE,
    DETP_PHASE_FILTER,
    DETP_PHASE_RAY_DISC,
    DETP_PHASE_SUMS,
    DETP_PHASE_REST,
    DETP_PHASES,
};

struct detp_paper {
    struct detp_output output;
    uint32_t depth, chunk;
    uint32_t threshold; /* a node with fewer rays, or fewer discs, is a leaf */
    struct detp_box box;
    struct gpu_kernel *rays_kernel, *discs_kernel, *hits_kernel, *sums_kernel;
    struct gpu_kernel *copy_kernel; /* NULL: a leaf's pass goes by indices */
    bool by_look_back;              /* filters by compact.h, in place of the paper's quadtree */
    struct compact compacts[2];     /* of rays and of discs */
    struct quadtree quadtrees[2];
    struct gpu_buffer *rays[DETP_PAPER_LEVELS_MAX + 1]; /* list of the node at hand on each level */
    struct gpu_buffer *discs[DETP_PAPER_LEVELS_MAX + 1];
    struct gpu_buffer *ray_copies, *disc_copies; /* a leaf's own; with copy_kernel */
    struct gpu_buffer *ray_stream, *disc_stream, *energies;
    struct gpu_buffer *counts[2]; /* of rays and of discs, word 0 of each */
    struct gpu_commands *commands;
    /* Counts of one execution. */
    uint32_t leaf_level, leaf_rays, leaf_discs; /* to be intersected; level 0: none */
    uint64_t submissions, nodes, leaves;
    double phases_ns[DETP_PHASES];
};

struct detp_paper_node {
    uint32_t level, at[3]; /* at: among those of its level */
    uint32_t parent[2];    /* rays and discs of its parent, whose lists are there */
    uint32_t counts[2];    /* its own, once they are filtered */
};

/*
 * One submission: intersections of the leaf that waits, if one does; then the lists of `node`,
 * which may be NULL. Adds the times of their phases. False: the device has failed.
 */
bool detp_paper_step(struct bench_case *c, struct detp_paper_node *node);

#endif
