/* SPDX-License-Identifier: MIT */
/* technique.c: the benches of tile_subdivision and their variants, a row each. */
#include "bench/common/axis.h"
#include "bench/common/variant.h"
#include "bench/tile_subdivision/input/input.h"
#include "bench/tile_subdivision/tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The names of map.h, and the shipped mesh. */
static const char *const map_names[] = { "scene",   "fbm",         "fovea",
                                         "spots",   "uniform_low", "uniform_high",
                                         "checker", "curve",       "teapot",
                                         NULL };

static const char *const threshold_names[] = { "own", "varying", NULL };

static bool top_accepts(const char *value)
{
    return strcmp(value, "file") == 0;
}

/* Axes of all benches, behind the map. */
#define TILES_AXES                                                                                 \
    AXIS("top", "mip level of the root: the map is 2^top pixels wide", .min = 0,                   \
         .max = TILE_TOP_MAX, .accepts = top_accepts,                                              \
         .accepts_help = "file, which a --map FILE sets: the picture decides",                     \
         .values = { "8", "10", "10,11,12" }, .check = "1,6,0,7"),                                 \
        AXIS("threshold", "T(level 0): the map's own, or one that varies from node to node",       \
             .names = threshold_names, .values = { "own", "own", "own" }, .check = "own,varying"), \
        AXIS("falloff", "k in T(level) = T(0) / 2^(k level)", .min = 0, .max = 2,                  \
             .values = { "1", "1", "1" })

/* The maps of the bench `average`: what can be seen along directions. */
static const char *const mesh_names[] = { "teapot", NULL };

const struct bench_axis tiles_axes[] = {
    AXIS("map", "importance map", .names = map_names, .accepts = tiles_source_accepts,
         .accepts_help = "file.STEM or mesh.STEM, with --map FILE or --mesh FILE",
         .values = { "scene,uniform_low,teapot", "scene,teapot,uniform_low",
                     "scene,teapot,uniform_low,uniform_high" },
         .check = "scene,checker"),
    TILES_AXES,
    { .name = NULL },
};

const struct bench_axis tiles_average_axes[] = {
    AXIS("map", "the mesh whose maps are seen along 16 directions, drawn from the seed",
         .names = mesh_names, .accepts = tiles_source_accepts,
         .accepts_help = "mesh.STEM, with --mesh FILE", .values = { "teapot", "teapot", "teapot" }),
    TILES_AXES,
    { .name = NULL },
};

const struct bench_option tiles_options[] = {
    { .name = "map",
      .argument = "FILE",
      .help = "importance map from a grey picture (PGM or PNG), padded to a power of two",
      .axis = "map",
      .fixes = "top",
      .fixes_to = "file" },
    { .name = "mesh",
      .argument = "FILE",
      .help = "importance map from the light-map texel densities of a mesh (Wavefront OBJ)",
      .axis = "map" },
    { .name = NULL },
};

static const char *const source_names[] = { "buffer", "image", NULL };
static const char *const group_sizes[] = { "16", "32", "64", "128", "256", NULL };
static const char *const group_widths[] = { "4", "8", "16", NULL };

/* The axis `source` of the published variants. */
#define SOURCE                                                                                     \
    AXIS("source", "where the pyramid lies: an image has it in its mip levels",                    \
         .names = source_names, AT_DEFAULT("buffer"))

static const struct bench_axis per_level_axes[] = {
    AXIS("group", "threads of a work-group (WORK_GROUP_SIZE)", .names = group_sizes,
         AT_DEFAULT("64")),
    SOURCE,
    { 0 },
};

static const char *const passes_names[] = { "published", "minimal", NULL };

static const struct bench_axis subtree_axes[] = {
    AXIS("group", "width of a work-group, a square (WORKGROUP_WIDTH)", .names = group_widths,
         .default_value = "8", .values = { "8", "8,4", "8,4" }),
    SOURCE,
    AXIS("passes", "1 + floor(top / subtree_levels), as published, or as few as do",
         .names = passes_names, .default_value = "minimal",
         .values = { "published", "published,minimal", "published,minimal" }),
    AXIS("subtree_levels", "levels of the quadtree in one pass (SUBTREE_LEVELS)", .min = 1,
         .max = TILE_TOP_MAX,
         .values = { "1,2,3,4,5,6,7,8", "1,2,3,4,5,6,7,8,9,10", "1,2,3,4,5,6,7,8,9,10,11,12" }),
    { 0 },
};

static const struct bench_axis block_axes[] = {
    AXIS("block", "log2 of the pixels per side that one group owns",
         .min = 3, /* a group has a lane per ancestor of its block */
         .max = 6, .values = { "4,5,6", "4,5,6", "4,5,6" }),
    { 0 },
};

enum { APPEND = GPU_SUBGROUP_BALLOT | GPU_SUBGROUP_ARITHMETIC };

static const struct tiles_traits ordered = { .ordered = true },
                                 builds_pyramid = { .builds_pyramid = true },
                                 appended = { .appended = true },
                                 has_ticket = { .has_ticket = true };

/* Profiles have no point of it but `full`. */
#define PER_LEVEL                                                                                  \
    VARIANT("per_level", GPU,                                                                      \
            "append, count copy, one-thread argument pass, indirect dispatch per level",           \
            "Tokuyoshi 2014, Section 3", .axes = per_level_axes, .steps = "per_level",             \
            .method = &tiles_listed, .data = &appended)
#define SUBTREE                                                                                    \
    VARIANT("subtree", GPU,                                                                        \
            "a pass per SUBTREE_LEVELS levels, duplicate tests instead of barriers",               \
            "Tokuyoshi 2014, Section 4", .axes = subtree_axes, .steps = "subtree",                 \
            .method = &tiles_listed, .data = &appended)
#define FUSED_MIP                                                                                  \
    VARIANT("fused_mip", GPU,                                                                      \
            "builds the whole pyramid in one pass (last group done), then ancestors_first",        \
            "contender", .needs = APPEND | GPU_MEMORY_MODEL_DEVICE_SCOPE, .steps = "fused_mip",    \
            .method = &tiles_listed, .data = &builds_pyramid)

static const struct bench_variant variants[] = {
    PER_LEVEL,
    SUBTREE,
    VARIANT("per_level_lean", GPU, "a pass per level, the producer writes the next arguments",
            "contender", .needs = APPEND, .method = &tiles_per_level_lean),
    VARIANT("flat", GPU, "a thread per node of the pyramid tests the node and its parent",
            "contender", .needs = APPEND, .steps = "flat", .method = &tiles_listed),
    VARIANT("per_pixel", GPU, "a thread per pixel descends to the first leaf above it", "contender",
            .needs = APPEND, .steps = "per_pixel", .method = &tiles_listed),
    VARIANT("ancestors_first", GPU,
            "a group per block tests its ancestors, then its own nodes at once", "contender",
            .needs = APPEND, .axes = block_axes, .steps = "ancestors_first",
            .method = &tiles_listed),
    VARIANT("histopyramid", GPU,
            "count bottom-up, then a thread per tile descends: ordered, no atomics",
            "contender; Ziegler et al. 2006", .steps = "histopyramid", .method = &tiles_listed,
            .data = &ordered),
    FUSED_MIP,
    VARIANT("host_loop", HOST_DRIVEN,
            "a pass per level, the count read back to the host after each", "contender",
            .needs = APPEND, .method = &tiles_host_loop),
    VARIANT("recursion", CPU, "recursion on one CPU thread",
            "Tokuyoshi 2014, Section 2, Algorithm 1", .method = &tiles_recursion, .data = &ordered),
    VARIANT("single_launch", GPU,
            "ancestors_first in one dispatch: a ticket counts groups and tiles, no fill",
            "contender", .needs = GPU_SUBGROUP_BALLOT, .steps = "single_launch",
            .method = &tiles_listed, .data = &has_ticket),
    VARIANT("single_launch_cuda", CPU, "single_launch as a CUDA program, of tops 5 to 10",
            "contender", .api = "cuda", .steps = "single_launch_cuda", .at_some_points = true,
            .method = &tiles_program),
    { 0 },
};

/* With a ready pyramid fused_mip does more than is asked for: here is what it is for. */
static const struct bench_variant build_variants[] = { PER_LEVEL, FUSED_MIP, { 0 } };

/* Figure 8 is of these. */
static const struct bench_variant average_variants[] = { PER_LEVEL, SUBTREE, { 0 } };

/* Values of full runs. */
static const struct bench_values other_maps[] = {
    { "map", { NULL, NULL, "fbm,fovea,spots,checker,curve" } },
    { "passes", { NULL, NULL, "minimal" } },
    { 0 },
};
static const struct bench_values *const more_values[] = { other_maps, NULL };

static const struct bench_join subdivide_joins[] = {
    { "*", "top:file", "a picture of the user's" },
    { "per_level_lean,flat,per_pixel,histopyramid,fused_mip,host_loop,recursion,single_launch,"
      "single_launch_cuda",
      "top:10", "gate; the page's table of variants" },
    { "per_level", "map:uniform_low top:10", "tokuyoshi claims of a uniform map" },
    { "subtree", "top:10 passes subtree_levels",
      "tokuyoshi-8-speedup; claims of published and of planned passes" },
    { "subtree", "top:10 group:4 passes:published subtree_levels:6",
      "tokuyoshi claims of the width of a group" },
    { "subtree", "map:teapot top:10 passes:minimal subtree_levels", "page: the teapot's map" },
    { "subtree",
      "map:scene,teapot,uniform_high,fbm,checker top:10,11,12 passes:minimal subtree_levels",
      "page: SUBTREE_LEVELS by map and size", BENCH_FULL },
    { "subtree", "top:12 passes:published subtree_levels", "page: published passes", BENCH_FULL },
    { "subtree", "map top:8,10 passes subtree_levels", "tokuyoshi-8-speedup: other maps",
      BENCH_FULL },
    { "ancestors_first", "top:10 block:5", "gate; page: one launch" },
    { "ancestors_first", "map:scene,checker top:11,12 block", "page: blocks", BENCH_FULL },
    { "single_launch", "top:11", "page: one launch", BENCH_FULL },
    { 0 },
};

/* Members of benches of one map. */
#define MAP_METHOD                                                                                 \
    .cache_matters = true, .alters = true, .workload_bytes = sizeof(struct tiles_workload),        \
    .workload = tiles_workload, .upload = tiles_upload, .picture = tiles_picture,                  \
    .method = { .case_bytes = sizeof(struct tiles_case),                                           \
                .check = tiles_check,                                                              \
                .work = tiles_work }

static const struct bench subdivide = {
    .name = "subdivide",
    .question = "Quadtree tiles from a ready importance pyramid: a pass per level, per subtree, or "
                "one pass?",
    .axes = tiles_axes,
    .more_values = more_values,
    .joins = subdivide_joins,
    .variants = variants,
    MAP_METHOD,
};

static const struct bench_join build_and_subdivide_joins[] = {
    { "*", "top:file", "a picture of the user's" },
    { "fused_mip", "top:10", "page: building with the subdivision" },
    { 0 },
};

static const struct bench build_and_subdivide = {
    .name = "build_and_subdivide",
    .question = "The same from the importance map alone: pyramid and subdivision together",
    .axes = tiles_axes,
    .joins = build_and_subdivide_joins,
    .variants = build_variants,
    MAP_METHOD,
    .around = &tiles_build,
};

/* Figure 8 is of the published passes. */
static const struct bench_values average_values[] = {
    { "top", { "6", "10", "10,11" }, .check = "3,1" },
    { "passes", { "published", "published", "published" } },
    { "subtree_levels", { "6", "1,2,3,4,5,6,7,8,9,10", "1,2,3,4,5,6,7,8,9,10,11" } },
    { 0 },
};

static const struct bench_join average_joins[] = {
    { "subtree", "top:10 subtree_levels", "tokuyoshi-8-average" },
    { 0 },
};

static const struct bench average = {
    .name = "average",
    .question =
        "Tiles of a mesh seen along 16 directions, from ready pyramids: a sample is all 16, "
        "the average is a sixteenth",
    .axes = tiles_average_axes,
    .values = average_values,
    .joins = average_joins,
    .variants = average_variants,
    .cache_matters = true,
    .workload_bytes = sizeof(struct tiles_average_workload),
    .workload = tiles_average_load,
    .upload = tiles_average_upload,
    .method = { .case_bytes = sizeof(struct tiles_case), .check = tiles_check, .work = tiles_work },
    .around = &tiles_average_method,
};

static const struct bench *const benches[] = { &subdivide, &build_and_subdivide, &average, NULL };

/* Set-up and reference take less than 0.1 s; the paper's own first. */
static const char *const gate[] = {
    "tile_subdivision.subdivide/per_level/map:scene/top:10/threshold:own/falloff:1",
    "tile_subdivision.subdivide/subtree/map:scene/top:10/threshold:own/falloff:1/passes:published/"
    "subtree_levels:6",
    "tile_subdivision.subdivide/subtree/map:scene/top:10/threshold:own/falloff:1/subtree_levels:8",
    "tile_subdivision.subdivide/ancestors_first/map:scene/top:10/threshold:own/falloff:1/block:5",
    "tile_subdivision.subdivide/per_pixel/map:scene/top:10/threshold:own/falloff:1",
    "tile_subdivision.subdivide/histopyramid/map:scene/top:10/threshold:own/falloff:1",
    "tile_subdivision.subdivide/fused_mip/map:scene/top:10/threshold:own/falloff:1",
    NULL,
};

/* The pyramid, and tiles. */
static double scale_bytes(const struct technique_scale *own, const char *size)
{
    (void)own;
    return 12 * exp2(2 * strtod(size, NULL));
}

static const struct technique_scale scale = {
    .bench = "build_and_subdivide",
    .variant = "fused_mip",
    .axis = "top",
    .sizes = "6,7,8,9,10,11,12",
    .bytes = scale_bytes,
    .fixed = { { "map", "scene" }, { "threshold", "own" }, { "falloff", "1" } }
};

const struct technique tiles_technique = {
    .name = "tile_subdivision",
    .title = "Adaptive tile subdivision",
    .alias = "tiles",
    .question = "Quadtree tiles from an importance map: a pass per level, or per subtree?",
    .paper = "Tokuyoshi 2014, An Implementation of Adaptive Tile Subdivision on the GPU",
    .benches = benches,
    .gate = gate,
    .scale = &scale,
    .steps = tiles_steps,
    .options = tiles_options,
    .portrait = "tiles --map scene --top 5",
};
