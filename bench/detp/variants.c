/* SPDX-License-Identifier: MIT */
#include "bench/common/variant.h"
#include "bench/detp/cpu/cpu.h"

const char *const detp_part_names[] = { "all", "build", "trace", NULL };

static const char *const phases[] = { "all", "reduction", NULL };

static const struct bench_axis phase_axes[] = {
    AXIS("phase", "timed part: all, or the stream reduction alone, of indices", .names = phases,
         .default_value = "all", .parts = true, .values = { "all", "all,reduction" }),
    { 0 },
};

static const struct bench_axis part_axes[] = { DETP_PART_AXIS, { 0 } };

const struct bench_axis detp_threads_part_axes[] = {
    AXIS("threads", "threads of the host that compute; 0: one per CPU that the process may use",
         .min = 0, .max = 1024, .values = { "0,1", "0,1", "0,1" }),
    DETP_PART_AXIS,
    { 0 },
};

/* Axes of methods with an index. */
static const struct bench_axis octree_axes[] = {
    DETP_PART_AXIS,
    AXIS("leaf_level", "level of the octree's leaves; 0: by the number of discs", .min = 0,
         .max = 5, .default_value = "0",
         .check = "0,4", /* fewer nodes than a group has threads, and more */
         .values = { "0", "0", "0,3,4,5" }),
    { 0 },
};

static const char *const chunk_names[] = { "2500", "none", NULL };
static const char *const threshold_names[] = { "none", "64", "1024", "256", "4096", NULL };
static const char *const access_names[] = { "index", "copy", NULL };
static const char *const filter_names[] = { "look_back", "quadtree", NULL };

static const struct bench_axis octree_paper_axes[] = {
    AXIS("depth", "level at which the octree ends", .min = 1, .max = 8, .default_value = "4",
         .values = { "3", "4", "3,4,5" }, .check = "2"),
    AXIS("chunk", "rays of a leaf that one pass takes: 50 x 50, or all up to 65535",
         .names = chunk_names, .default_value = "2500", .values = { "2500", "2500", "2500,none" }),
    AXIS("threshold", "a node with fewer rays, or fewer discs, is a leaf", .names = threshold_names,
         .default_value = "none", .values = { "none", "none", "none,64,256,1024,4096" }),
    AXIS("access",
         "a leaf's pass finds rays and discs by their indices, or has copies of them in a row",
         .names = access_names, .default_value = "index", .values = { "index", "index,copy" }),
    AXIS("filter", "packing of a node's lists: the paper's quadtree, or one pass of today",
         .names = filter_names,
         .default_value = "look_back", /* of the runs from before there was another */
         .values = { "quadtree", "quadtree,look_back", "quadtree,look_back" }),
    { 0 },
};

/* Values of methods that take seconds: the points of Table 1 alone, the larger two only in full
 * runs. */
static const struct bench_values points_of_table_1[] = {
    { "size",
      { "10000x10000", "10000x10000,100000x100000",
        "10000x10000,100000x100000,100000x500000,100000x1000000" } },
    { "mode", { "B" } },
    { "radius", { "0.01" } },
    { 0 },
};

/* Values of methods that take seconds for 10^10 pairs: Table 1's rays and radii, all but the
 * smallest only in full runs. */
static const struct bench_values few_rays[] = {
    { "size",
      { "10000x10000", "10000x10000", "10000x10000,100000x100000,100000x500000,100000x1000000" } },
    { "mode", { "B" } },
    { "radius", { "0.01" } },
    { 0 },
};

/* The baseline is sampled whenever another is, so the fastest on the host is that: the paper's own
 * would take the most time of all. */
const struct bench_variant detp_variants[] = {
    VARIANT("divide_conquer_simd", CPU,
            "rays and a tree of discs divided together, depth first, rays by vectors",
            "contender; Mora 2011 for triangles", .axes = detp_threads_part_axes,
            .method = &detp_divide_conquer_simd),
    VARIANT("sphere_cache", CPU,
            "the paper's CPU method: discs against the rays of smaller and smaller spheres",
            "Lastra et al., section 2.2, mended: a sphere lies in those before it",
            .axes = phase_axes, .values = few_rays, .method = &detp_sphere_cache,
            .data = &detp_sphere_cache_scalar),
    VARIANT("sphere_cache_sse", CPU, "the same, a disc against four rays at once",
            "Lastra et al., section 5", .values = few_rays, .method = &detp_sphere_cache,
            .data = &detp_sphere_cache_sse),
    VARIANT("embree", CPU, "Intel's Embree: a tree over oriented discs, a ray at a time, all hits",
            "library; Embree 3", .axes = detp_threads_part_axes, .values = points_of_table_1,
            .method = &detp_embree),
    VARIANT("brute", GPU,
            "each disc against each ray, discs in registers, rays through shared memory",
            "contender", .method = &detp_brute),
    VARIANT("octree", GPU, "discs by leaf, rays by node, breadth first; leaves split over groups",
            "contender: Lastra et al., section 3.3, without the limit of memory",
            .needs = GPU_SUBGROUP_BALLOT | GPU_SUBGROUP_ARITHMETIC, .axes = octree_axes,
            .method = &detp_octree),
    VARIANT("octree_paper", HOST_DRIVEN,
            "an octree depth first, driven by the host, which reads each node's counts",
            "Lastra et al., sections 3 and 4",
            .needs = GPU_SUBGROUP_BALLOT | GPU_SUBGROUP_ARITHMETIC, .axes = octree_paper_axes,
            .values = points_of_table_1, .method = &detp_octree_paper),
    VARIANT("grid", GPU, "a ray per thread through a grid whose cells own the discs centred there",
            "contender: a regular grid, the ray made thick",
            .needs = GPU_SUBGROUP_ARITHMETIC /* of scans in common/ */, .axes = part_axes,
            .method = &detp_grid),
    VARIANT("bvh", GPU,
            "a ray per thread down a tree of boxes, eight to a node, made by Morton order",
            "contender: wide nodes after Ylitie et al. 2017", .needs = GPU_SUBGROUP_ARITHMETIC,
            .axes = part_axes, .method = &detp_bvh),
    VARIANT("ray_tracing", GPU,
            "a triangle around each disc, in the device's own structure; any-hit shaders",
            "contender", .needs = GPU_RAY_TRACING_PIPELINE, .axes = part_axes,
            .method = &detp_ray_tracing),
    VARIANT("ray_query", GPU, "the same structure, asked by ray queries in a kernel", "contender",
            .needs = GPU_RAY_QUERY, .axes = part_axes, .method = &detp_ray_tracing),
    VARIANT("grid_ahead", GPU,
            "grid, three discs of a row at a time, while the next row is asked for", "contender",
            .needs = GPU_SUBGROUP_ARITHMETIC, .axes = part_axes, .method = &detp_grid,
            .data = &detp_grid_rows_ahead),
    { 0 },
};
