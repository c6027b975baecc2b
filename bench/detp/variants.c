/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/detp/cpu/cpu.h"

/* Values of methods that test each pair, on one thread: 10^10 pairs take half a minute. */
static const struct bench_values few_pairs[] = {
    { "size", { "10000x10000", "10000x10000", "10000x10000,100000x100000" } },
    { "mode", { "B" } },
    { 0 },
};

/* Without vectors 10^8 pairs take seconds, and 10^10 three minutes: full runs alone, of Table 1's
 * rays and radius. */
static const struct bench_values fewest_pairs[] = {
    { "size", { NULL, NULL, "10000x10000" } },
    { "mode", { "B" } },
    { "radius", { "0.01" } },
    { 0 },
};

const char *const detp_part_names[] = { "all", "build", "trace", NULL };

/* Axes of methods with an index. */
static const struct bench_axis octree_axes[] = {
    DETP_PART_AXIS,
    { .name = "leaf_level",
      .help = "level of the octree's leaves; 0: by the number of discs",
      .min = 0,
      .max = 5,
      .default_value = "0",
      .check = "0,4", /* fewer nodes than a group has threads, and more */
      .values = { "0", "0", "0,3,4,5" } },
    { 0 },
};

static const char *const chunk_names[] = { "2500", "none", NULL };
static const char *const threshold_names[] = { "none", "64", "1024", "256", "4096", NULL };
static const char *const access_names[] = { "index", "copy", NULL };
static const char *const filter_names[] = { "look_back", "quadtree", NULL };

static const struct bench_axis octree_paper_axes[] = {
    { .name = "depth",
      .help = "level at which the octree ends",
      .min = 1,
      .max = 8,
      .default_value = "4",
      .values = { "3", "4", "3,4,5" } },
    { .name = "chunk",
      .help = "rays of a leaf that one pass takes: 50 x 50, or all up to 65535",
      .names = chunk_names,
      .default_value = "2500",
      .values = { "2500", "2500", "2500" } },
    { .name = "threshold",
      .help = "a node with fewer rays, or fewer discs, is a leaf",
      .names = threshold_names,
      .default_value = "none",
      .values = { "none", "none", "none,64,256,1024,4096" } },
    { .name = "access",
      .help = "a leaf's pass finds rays and discs by their indices, or has copies of them in a row",
      .names = access_names,
      .default_value = "index",
      .values = { "index", "index", "index" } },
    { .name = "filter",
      .help = "packing of a node's lists: the paper's quadtree, or one pass of today",
      .names = filter_names,
      .default_value = "look_back", /* of the runs from before there was another */
      .values = { "quadtree", "quadtree,look_back", "quadtree,look_back" } },
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

/* Values of methods that take a second or more for 10^11 pairs, of which 10 samples are due. */
static const struct bench_values some_rays[] = {
    { "size",
      { "10000x10000", "10000x10000,100000x100000",
        "10000x10000,100000x100000,100000x500000,100000x1000000" } },
    { "mode", { "B" } },
    { "radius", { "0.01" } },
    { "part", { "all", "all", "all,build,trace" } },
    { 0 },
};

/* Values of methods that take seconds for 10^10 pairs: Table 1's rays and radii, all but the
 * smallest only in full runs. */
static const struct bench_values few_rays[] = {
    { "size",
      { "10000x10000", "10000x10000", "10000x10000,100000x100000,100000x500000,100000x1000000" } },
    { "mode", { "B" } },
    { "radius", { "0.01" } },
    { "part", { "all", "all", "all,build,trace" } },
    { 0 },
};

/* The index alone, and without it, in full runs alone: one thread takes long. */
static const struct bench_values whole[] = {
    { "part", { "all", "all", "all,build,trace" } },
    { 0 },
};

/* Values of grid, which shows the effect of the order of rays. */
static const struct bench_values sorted_rays[] = {
    { "rays_sorted", { "yes", "yes", "yes,no" } },
    { 0 },
};

/* The baseline is sampled whenever another is, so the fastest on the host is that: the paper's own
 * would take the most time of all. */
const struct bench_variant detp_variants[] = {
    { .name = "divide_conquer_simd",
      .summary = "rays and a tree of discs divided together, depth first, rays by vectors",
      .source = "contender; Mora 2011 for triangles",
      .kind = BENCH_CPU,
      .axes = detp_threads_part_axes,
      .values = whole,
      .method = &detp_divide_conquer_simd },
    { .name = "sphere_cache",
      .summary = "the paper's CPU method: discs against the rays of smaller and smaller spheres",
      .source = "Lastra et al., section 2.2, mended: a sphere lies in those before it",
      .kind = BENCH_CPU,
      .axes = detp_order_phase_axes,
      .values = few_rays,
      .method = &detp_sphere_cache,
      .data = &detp_sphere_cache_scalar },
    { .name = "sphere_cache_sse",
      .summary = "the same, a disc against four rays at once",
      .source = "Lastra et al., section 5",
      .kind = BENCH_CPU,
      .axes = detp_order_axes,
      .values = few_rays,
      .method = &detp_sphere_cache,
      .data = &detp_sphere_cache_sse },
    { .name = "sphere_cache_simd",
      .summary = "the same by the host's widest vectors, spheres against rays, too",
      .source = "contender",
      .kind = BENCH_CPU,
      .axes = detp_order_axes,
      .values = points_of_table_1,
      .method = &detp_sphere_cache,
      .data = &detp_sphere_cache_simd },
    { .name = "brute_simd",
      .summary = "each disc against each ray by vectors, its sphere before its plane",
      .source = "contender",
      .kind = BENCH_CPU,
      .values = few_pairs,
      .method = &detp_brute_simd },
    { .name = "grid_simd",
      .summary = "rays walk a uniform grid, each against a cell's discs by vectors",
      .source = "contender",
      .kind = BENCH_CPU,
      .axes = detp_part_axes,
      .values = some_rays,
      .method = &detp_grid_simd },
    { .name = "embree",
      .summary = "Intel's Embree: a tree over oriented discs, a ray at a time, all hits",
      .source = "library; Embree 3",
      .kind = BENCH_CPU,
      .axes = detp_threads_part_axes,
      .values = some_rays,
      .method = &detp_embree },
    { .name = "brute_scalar",
      .summary = "each disc against each ray, on one thread",
      .source = "contender; the definition of Lastra et al., section 2.1",
      .kind = BENCH_CPU,
      .values = fewest_pairs,
      .method = &detp_brute_scalar },
    { .name = "brute",
      .summary = "each disc against each ray, discs in registers, rays through shared memory",
      .source = "contender",
      .kind = BENCH_GPU,
      .method = &detp_brute },
    { .name = "octree",
      .summary = "discs by leaf, rays by node, breadth first; leaves split over groups",
      .source = "contender: Lastra et al., section 3.3, without the limit of memory",
      .kind = BENCH_GPU,
      .needs = GPU_SUBGROUP_BALLOT | GPU_SUBGROUP_ARITHMETIC,
      .axes = octree_axes,
      .method = &detp_octree },
    { .name = "octree_paper",
      .summary = "an octree depth first, driven by the host, which reads each node's counts",
      .source = "Lastra et al., sections 3 and 4",
      .kind = BENCH_HOST_DRIVEN,
      .needs = GPU_SUBGROUP_BALLOT | GPU_SUBGROUP_ARITHMETIC,
      .axes = octree_paper_axes,
      .values = points_of_table_1,
      .method = &detp_octree_paper },
    { .name = "grid",
      .summary = "a ray per thread through a grid whose cells own the discs centred there",
      .source = "contender: a regular grid, the ray made thick",
      .kind = BENCH_GPU,
      .needs = GPU_SUBGROUP_ARITHMETIC, /* of scans in common/ */
      .axes = detp_grid_axes,
      .method = &detp_grid },
    { .name = "bvh",
      .summary = "a ray per thread down a tree of boxes, eight to a node, made by Morton order",
      .source = "contender: wide nodes after Ylitie et al. 2017",
      .kind = BENCH_GPU,
      .needs = GPU_SUBGROUP_ARITHMETIC,
      .axes = detp_bvh_axes,
      .values = sorted_rays,
      .method = &detp_bvh },
    { .name = "ray_tracing",
      .summary = "a triangle around each disc, in the device's own structure; any-hit shaders",
      .source = "contender",
      .kind = BENCH_GPU,
      .needs = GPU_RAY_TRACING_PIPELINE,
      .axes = detp_part_axes,
      .method = &detp_ray_tracing },
    { .name = "ray_query",
      .summary = "the same structure, asked by ray queries in a kernel",
      .source = "contender",
      .kind = BENCH_GPU,
      .needs = GPU_RAY_QUERY,
      .axes = detp_part_axes,
      .method = &detp_ray_tracing },
    { .name = "grid_ahead",
      .summary = "grid, three discs of a row at a time, while the next row is asked for",
      .source = "contender",
      .kind = BENCH_GPU,
      .needs = GPU_SUBGROUP_ARITHMETIC,
      .axes = detp_grid_axes,
      .method = &detp_grid,
      .data = &detp_grid_rows_ahead },
    { 0 },
};
