/* SPDX-License-Identifier: MIT */
/* cpu.h: methods on the host; lanes, vectors and loops are for code that is built for them. */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_CPU_H
#define CLAIMCHECK_BENCH_DETP_CPU_CPU_H

#include "bench/detp/cpu/loops.h"
#include "bench/detp/detp.h"
#include "harness/bench.h"

/* Methods -------------------------------------------------------------------------------------- */
/* The methods of `detp.estimate` that have inner loops by vectors, and their axes. */

extern const struct bench_method detp_sphere_cache, detp_divide_conquer_simd, detp_embree;

/* Data of the variants of detp_sphere_cache: how many rays it tests at once, 1 or 4. */
extern const uint32_t detp_sphere_cache_scalar, detp_sphere_cache_sse;

/* `threads` and `part`. */
extern const struct bench_axis detp_threads_part_axes[];

/* Packed --------------------------------------------------------------------------------------- */
/* Rays and discs as the loops of the CPU read them: what uploads are to the GPU. */

struct detp_cpu_packed {
    struct detp_cpu_ray *rays;
    struct detp_cpu_disc *discs; /* in the input's order */
    uint32_t ray_count, disc_count;
    struct detp_cpu_rule rule;
    float lower[3], upper[3]; /* of rays and centres */
    float radius;
    float slack; /* more than rounding moves a point of the input, in its unit */
};

/* In memory of the context. False where there is none. */
bool detp_cpu_packed_init(struct context *context, struct detp_cpu_packed *packed,
                          const struct detp_input *input);

/* Half the extents of the disc's box. */
void detp_cpu_disc_half(const struct detp_cpu_disc *disc, float radius, float half[3]);

/* context_alloc() at a multiple of 64 bytes. */
void *detp_cpu_alloc(struct context *context, size_t bytes);

/* Case ----------------------------------------------------------------------------------------- */
/* The state of a method on the host begins with it. */

struct detp_cpu_case {
    struct detp_output output;
    struct detp_cpu_packed packed;
    /* NULL for a method without an index; set before detp_cpu_index_setup(). */
    bool (*build)(struct bench_case *c);
    void (*trace)(struct bench_case *c); /* writes the sums */
};

/* Makes output and input. False: trouble that has been told. */
bool detp_cpu_case_init(struct bench_case *c);
void detp_cpu_case_zero(struct bench_case *c); /* the sums */

/* By the axis `part`: the index is built by the set-up where rays alone are timed, and rays are
 * traced by the check where the index alone is. */
bool detp_cpu_index_setup(struct bench_case *c);
bool detp_cpu_index_compute(struct bench_case *c);
bool detp_cpu_index_check(struct bench_case *c, enum bench_check check);

/* Tree ----------------------------------------------------------------------------------------- */
/*
 * Discs in a tree of tight boxes: a node's range of them is halved at the median of its
 * widest axis, and its halves are, so that nodes have four children, or two where that makes
 * leaves. Nothing but the ranges' ends says where: children of node i of the range first..last-1
 * are nodes 4i + 1.., of the ranges that detp_cpu_tree_split() gives.
 */

struct cpu_pool; /* harness/engine/cpu/cpu.h */

/* Four words: quick to move. */
struct detp_cpu_place {
    float centre[3];
    uint32_t index;
};

struct detp_cpu_tree {
    struct detp_cpu_boxes *nodes;
    struct detp_cpu_place *places;
    struct detp_cpu_disc *discs; /* in the order of leaves; their index is the one here */
    uint32_t *order;             /* the index in the input */
    uint32_t count, leaf;        /* discs, and of a leaf at most */
};

/* Memory for as many discs as `packed` has, of `leaf` in a leaf at most. */
bool detp_cpu_tree_init(struct context *context, struct detp_cpu_tree *tree,
                        const struct detp_cpu_packed *packed, uint32_t leaf);

void detp_cpu_tree_build(struct detp_cpu_tree *tree, const struct detp_cpu_packed *packed,
                         struct cpu_pool *pool);

/* Ends of the children's ranges: child c has ends[c]..ends[c + 1] - 1. Returns how many. */
static inline uint32_t detp_cpu_tree_split(const struct detp_cpu_tree *tree, uint32_t first,
                                           uint32_t last, uint32_t ends[DETP_BOXES + 1])
{
    const uint32_t middle = first + (last - first) / 2;
    ends[0] = first;
    if (last - first <= 2 * tree->leaf) {
        ends[1] = middle;
        ends[2] = last;
        return 2;
    }
    ends[1] = first + (middle - first) / 2;
    ends[2] = middle;
    ends[3] = middle + (last - middle) / 2;
    ends[4] = last;
    return 4;
}

/* Order ---------------------------------------------------------------------------------------- */
/* Discs along a Morton curve, by a radix sort. */

struct detp_cpu_key {
    uint32_t code, index;
};

/* out: the discs of `packed` by the code of their centres, 10 bits an axis; keys: room for twice
 * as many as there are discs. */
void detp_discs_sort(const struct detp_cpu_packed *packed, struct detp_cpu_key *keys,
                     struct detp_cpu_disc *out);

/* Sphere cache --------------------------------------------------------------------------------- */
/*
 * The CPU method of section 2.2 of the paper, with its error mended: a list of
 * spheres, each with the rays that meet it, found among those of the sphere before. A disc is
 * tested against the rays of the last sphere; where it is not inside of all spheres, those from the
 * first that it is not inside of are made anew around it. (The paper keeps spheres up to the
 * largest that has the disc inside; a sphere's rays come from its parent's list, and it may stick
 * out of its parent, so that hits are lost.)
 */

enum { DETP_SPHERES_MAX = 12 };

struct detp_cpu_sphere {
    float centre[3], radius;
    const struct detp_cpu_ray *rays;
    struct detp_cpu_ray *room; /* for them; NULL: they are the input's */
    uint32_t count;
};

struct detp_sphere_cache {
    struct detp_cpu_sphere spheres[DETP_SPHERES_MAX];
    uint32_t count;
    uint32_t *identity, *found; /* lists: 0, 1, ..; and the rays that a cull keeps */
    float ratio;                /* of a sphere's radius to its parent's */
    float radius_least;         /* no sphere is made smaller, */
    uint32_t few_rays;          /* nor one inside of a sphere with no more rays */
    void (*test)(const struct detp_cpu_ray *rays, const uint32_t *list, uint32_t count,
                 const struct detp_cpu_disc *discs, uint32_t disc_count,
                 const struct detp_cpu_rule *rule, uint32_t *sums);
    bool as_printed;               /* with the error: for the test that it is one */
    uint64_t tests, culls, misses; /* of rays with discs, of rays with spheres, of discs */
    uint64_t made;                 /* spheres, the first not counted */
    /* Is told of each sphere: its place, its parent's rays, which of them it keeps, and how many.
     * NULL where nothing is recorded. */
    void (*record)(void *recorder, uint32_t level, uint32_t count, const uint32_t *found,
                   uint32_t kept);
    void *recorder;
};

/* Room for as many rays as there are, in all spheres; what is never filled takes no memory. False
 * when there is none. */
bool detp_sphere_cache_init(struct context *context, struct detp_sphere_cache *cache,
                            const struct detp_cpu_packed *packed);

/* Adds all hits of the discs, in this order, to the sums. */
void detp_sphere_cache_run(struct detp_sphere_cache *cache, const struct detp_cpu_packed *packed,
                           const struct detp_cpu_disc *discs, uint32_t *sums);

/* Keeps the rays whose segment comes nearer than sqrt(square) to the centre; returns their count.
 * What it keeps is more than what meets the sphere, by less than the slack that the caller adds. */
uint32_t detp_sphere_cull_scalar(const struct detp_cpu_ray *rays, const uint32_t *list,
                                 uint32_t count, const float centre[3], float square, float t_min,
                                 uint32_t *out);

/* `test`, a ray at a time. */
void detp_discs_on_list_scalar(const struct detp_cpu_ray *rays, const uint32_t *list,
                               uint32_t count, const struct detp_cpu_disc *discs,
                               uint32_t disc_count, const struct detp_cpu_rule *rule,
                               uint32_t *sums);

/* Reduction ------------------------------------------------------------------------------------ */
/*
 * The stream reduction of the sphere cache by itself, section 4 of the paper: which
 * rays are kept has been found before, and a list of indices is packed by a pointer that reads and
 * one that writes. What one run of the cache keeps is recorded, and packed again from that.
 */

/* A sphere that was made: its place among the spheres, its parent's rays, and its own. */
struct detp_reduction_step {
    uint32_t level, count, kept;
};

struct detp_reduction {
    struct detp_reduction_step *steps;
    uint32_t *packed; /* of each step, by the last detp_reduction_run() */
    uint32_t *valid;  /* a bit per entry of all steps, one after the other */
    uint64_t entries; /* of all steps */
    uint32_t steps_count;
    uint32_t *lists[DETP_SPHERES_MAX]; /* indices of each sphere's rays; the first has all */
};

/* Runs the cache, which adds all hits to the sums, and records what it keeps. Memory is the
 * context's; false where there is none. */
bool detp_reduction_record(struct context *context, struct detp_reduction *reduction,
                           struct detp_sphere_cache *cache, const struct detp_cpu_packed *packed,
                           const struct detp_cpu_disc *discs, uint32_t *sums);

/* Packs all lists again, in the order in which they were made. */
void detp_reduction_run(struct detp_reduction *reduction);

/* Whether each list became as long as it was, and the last ones hold the rays of the cache's
 * spheres; false with a mismatch. */
bool detp_reduction_check(struct context *context, const struct detp_reduction *reduction,
                          const struct detp_sphere_cache *cache,
                          const struct detp_cpu_packed *packed);

#endif
