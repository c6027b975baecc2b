/* SPDX-License-Identifier: MIT */
/* The figures and tables of the papers, and which of our cases answer them. Numbers are those of
 * results/published/, by their ids. */
#include "harness/show/figure/figure.h"

#define TILES(bench_) "tile_subdivision", bench_, "subtree,per_level", "source=buffer,top=8|10"
#define REYES "reyes_subdivision", "bound_and_split"
#define GATHER_ONLY                                                                                \
    "planes=3,format=rgba16f,layout=image,group=8x8,taps=disc,launch=id,n=16,height=own"

const struct figure_sweep figure_sweeps[] = {
    { .key = "tokuyoshi-8-average",
      .cases = { TILES("average") },
      .title = "Tokuyoshi, Figure 8: average time by SUBTREE_LEVELS",
      .text = "The paper's points are only in a picture; its text says which is the fastest. "
              "The dashed line is one parallel pass per level.",
      .quantity = FIGURE_GPU,
      .along = "subtree_levels",
      .split = "map",
      .greatest = "top",
      .unit = SVG_WHOLE,
      .label = "SUBTREE_LEVELS",
      .lines = { { "tokuyoshi.sec5.best_levels", true, 0, NULL, "paper: fastest at ", "" } } },
    { .key = "tokuyoshi-8-average-speedup",
      .cases = { TILES("average") },
      .title = "Tokuyoshi, Figure 8: speed-up over one pass per level, average",
      .text = "",
      .quantity = FIGURE_SPEEDUP,
      .along = "subtree_levels",
      .split = "map",
      .greatest = "top",
      .unit = SVG_WHOLE,
      .label = "SUBTREE_LEVELS",
      .lines = { { "tokuyoshi.sec5.best_levels", true, 0, NULL, "paper: fastest at ", "" },
                 { "tokuyoshi.sec5.speed_up", false, 0, NULL, "paper: about ", " times at 6" } } },
    { .key = "tokuyoshi-8-speedup",
      .cases = { TILES("subdivide") },
      .title = "Tokuyoshi, Figure 8: speed-up over one pass per level",
      .text = "Of one map in place of the average.",
      .quantity = FIGURE_SPEEDUP,
      .along = "subtree_levels",
      .split = "map",
      .greatest = "top",
      .unit = SVG_WHOLE,
      .label = "SUBTREE_LEVELS",
      .lines = { { "tokuyoshi.sec5.best_levels", true, 0, NULL, "paper: fastest at ", "" },
                 { "tokuyoshi.sec5.speed_up", false, 0, NULL, "paper: about ", " times at 6" } } },
    { .key = "deliot-depth",
      .cases = { "cbt", "sum_reduction", "prepass,packed_snapshot,naive,aligned,fused,dirty,prefix",
                 "depth_from=constant" },
      .title = "Deliot: time of the whole sum-reduction by depth",
      .text = "The talk has a time at depth 27 alone. Other variants stand in the table.",
      .quantity = FIGURE_GPU,
      .along = "depth",
      .split = "bits",
      .unit = SVG_WHOLE,
      .label = "depth of the tree",
      .lines = { { "deliot.kauai.sum_reduction.time", false, 27, "quarter",
                   "paper, device unstated", "" } } },
    { .key = "deliot-depth-update",
      .cases = { "cbt", "update", "prepass,packed_snapshot,naive,fused,dirty,ocbt,ocbt_lean",
                 "sequence=L" },
      .title = "Deliot: time of an update by depth",
      .text = "",
      .quantity = FIGURE_GPU,
      .along = "depth",
      .split = "frame",
      .unit = SVG_WHOLE,
      .label = "depth of the tree" },
    { .key = "weber-5-6",
      .cases = { REYES, "breadth_scans,bounded_scans,breadth_host,bounded_host",
                 "scene=teapot|hair|hair_generated" },
      .title = "Weber, Figures 5 and 6: wall time of BOUNDED over its batch",
      .text = "The paper's points are only in pictures. Dashed: breadth-first.",
      .quantity = FIGURE_WALL,
      .along = "batch",
      .split = "scene",
      .unit = SVG_WHOLE,
      .log = true,
      .label = "batch, surfaces",
      .lines = { { "weber.sec4.matching_batch", true, 0, "hair",
                   "paper: about as fast as breadth-first at ", "" } } },
    { .key = "weber-5-6-memory",
      .cases = { REYES, "breadth_scans,bounded_scans,breadth_host,bounded_host",
                 "scene=teapot|hair|hair_generated" },
      .title = "Weber, Figures 5 and 6: wall time of BOUNDED over the memory that it takes",
      .text = "The paper's points are only in pictures. A point alone is breadth-first. Ours holds "
              "the patches and all drawn ranges, too.",
      .quantity = FIGURE_WALL,
      .kind = FIGURE_PEAK,
      .follows = "batch",
      .split = "scene",
      .unit = SVG_BYTES,
      .log = true,
      .label = "memory of the device",
      .lines = { { "weber.sec4.reasonable_memory", true, 0, "hair",
                   "paper: a reasonable speed-up with ", "" },
                 { "weber.sec4.matching_memory", true, 0, "hair",
                   "paper: about as fast as breadth-first with ", "" } } },
    { .key = "weber-5-6-gpu",
      .cases = { REYES, "breadth,bounded,breadth_append,bounded_fused",
                 "scene=teapot|hair|hair_generated" },
      .title = "Weber, Figures 5 and 6 without the host: GPU time over the batch",
      .text = "Contenders of ours. Dashed: breadth-first.",
      .quantity = FIGURE_GPU,
      .along = "batch",
      .split = "scene",
      .unit = SVG_WHOLE,
      .log = true,
      .label = "batch, surfaces" },
    { .key = "weber-7",
      .cases = { REYES, "local_host", "scene=hair|hair_generated,group_size=64,output=10000" },
      .title = "Weber, Figure 7: wall time of LOCAL over the number of work-groups",
      .text = "The paper's points are only in a picture.",
      .quantity = FIGURE_WALL,
      .along = "groups",
      .split = "scene",
      .unit = SVG_WHOLE,
      .log = true,
      .label = "work-groups",
      .lines = { { "weber.fig7.dip", true, 0, "hair", "paper: a dip just under ", "" } } },
    { .key = "weber-7-gpu",
      .cases = { REYES, "local,local_seeded,local_subgroup",
                 "scene=hair|hair_generated,group_size=64" },
      .title = "Weber, Figure 7 without the host: GPU time over the number of work-groups",
      .text = "Contenders of ours.",
      .quantity = FIGURE_GPU,
      .along = "groups",
      .split = "scene",
      .unit = SVG_WHOLE,
      .log = true,
      .label = "work-groups",
      .lines = { { "weber.fig7.dip", true, 0, "hair", "paper, with the host: a dip just under ",
                   "" } } },
    { .key = "bavoil-width",
      .cases = { "thread_group_tiling", "gather", NULL, GATHER_ONLY },
      .title = "Bavoil: speed-up of launch orders over the width of the picture",
      .text = "Tiles are 16 groups wide. The paper's gain is of a pass of its own at 2560 on an "
              "RTX 2080.",
      .quantity = FIGURE_SPEEDUP,
      .along = "width",
      .unit = SVG_WHOLE,
      .log = true,
      .label = "width, pixels",
      .lines = { { "bavoil.gain", false, 0, NULL, "paper: ", " times, N = 16, at 2560" } } },
    { .key = "bavoil-rho",
      .cases = { "thread_group_tiling", "gather", "tiled_x,tiled_y,hilbert,morton", GATHER_ONLY },
      .title = "Bavoil, our curve: speed-up of launch orders over rho",
      .text = "rho is what a band of the launch reads over what the cache holds: the paper has no "
              "such curve.",
      .quantity = FIGURE_SPEEDUP,
      .kind = FIGURE_FACT,
      .along = "rho",
      .follows = "width",
      .log = true,
      .label = "rho" },
    { .key = "bavoil-n",
      .cases = { "thread_group_tiling", "gather", "tiled_x,tiled_y",
                 "width=2560|16384|32000,planes=3,format=rgba16f,layout=image,group=8x8,taps=disc,"
                 "launch=id,height=own" },
      .title = "Bavoil, our curve: speed-up of launch orders over N",
      .text = "N is how many groups wide a tile is; the paper has 16.",
      .quantity = FIGURE_SPEEDUP,
      .along = "n",
      .split = "width",
      .unit = SVG_WHOLE,
      .log = true,
      .label = "N" },
    { .key = "lastra-10",
      .cases = { "stream_reduction", "compact",
                 "quadtree_allocating,pointer_walk,simd,simd_threads",
                 "p=0.5,element=tuple,allocation=exact,cluster=1,threads=0" },
      .title = "Lastra, Figure 10: stream reduction of n x n tuples, output allocated",
      .text = "The paper's points are only in a picture; its text says that the GPU is the faster "
              "above some size, and not at which.",
      .quantity = FIGURE_WALL,
      .along = "n",
      .unit = SVG_WHOLE,
      .log = true,
      .label = "n" },
    { .title = NULL },
};

/* Weber, Table 2 ------------------------------------------------------------------------------- */

#define WEBER_CASE "size=1280x1024,limit=8,max_depth=15,ribbon=32,eye_rule=2014"
#define WEBER(name_, scene_, id_)                                                                  \
    { name_ ", breadth",                                                                           \
      { REYES, "breadth_scans", "scene=" scene_ "," WEBER_CASE },                                  \
      NULL,                                                                                        \
      id_("breadth") },                                                                            \
        { name_ ", bounded",                                                                       \
          { REYES, "bounded_scans", "scene=" scene_ ",batch=10000," WEBER_CASE },                  \
          NULL,                                                                                    \
          id_("bounded") },                                                                        \
    {                                                                                              \
        name_ ", local",                                                                           \
            { REYES, "local_host",                                                                 \
              "scene=" scene_ ",groups=32,group_size=64,output=10000," WEBER_CASE },               \
            NULL, id_("local")                                                                     \
    }
#define TEAPOT_ID(variant_) "weber.table2." variant_ ".teapot"
#define BIGGUY_ID(variant_) "weber.table2." variant_ ".bigguy"
#define KILLEROO_ID(variant_) "weber.table2." variant_ ".killeroo"
#define HAIR_ID(variant_) "weber.table2." variant_ ".hair"
#define NO_ID(variant_) NULL

static const struct figure_row weber_table2[] = {
    WEBER("teapot", "teapot", TEAPOT_ID),
    WEBER("bigguy", "bigguy", BIGGUY_ID),
    WEBER("a stand-in of bigguy", "bigguy_standin", NO_ID),
    WEBER("killeroo", "killeroo", KILLEROO_ID),
    WEBER("a stand-in of killeroo", "killeroo_standin", NO_ID),
    WEBER("hair", "hair", HAIR_ID),
    WEBER("hair, generated", "hair_generated", NO_ID),
};

/* Deliot, before and after --------------------------------------------------------------------- */

#define FIRST(variant_)                                                                            \
    {                                                                                              \
        "cbt", "first_passes", variant_, "depth=28,bits=quarter,depth_from=constant"               \
    }
static const struct figure_row deliot_before[] = {
    { "before: prepass", FIRST("prepass"), NULL, "deliot.unity.first_passes.before" },
    { "after: packed, a snapshot", FIRST("packed_snapshot"), NULL,
      "deliot.unity.first_passes.after" },
    { "a node per thread", FIRST("naive"), NULL, NULL },
    { "packed", FIRST("packed"), NULL, NULL },
};

#define UPDATE(bench_)                                                                             \
    {                                                                                              \
        "cbt", bench_, "prepass", "sequence=L,frame=split,depth=28"                                \
    }
static const struct figure_row deliot_kauai[] = {
    { "dispatcher, ours at depth 28", UPDATE("dispatcher"), NULL, "deliot.kauai.dispatch.time" },
    { "update, ours at depth 28", UPDATE("update_pass"), NULL, "deliot.kauai.subdivision.time" },
    { "sum-reduction, depth 27",
      { "cbt", "sum_reduction", "prepass", "depth=27,bits=quarter,depth_from=constant" },
      NULL,
      "deliot.kauai.sum_reduction.time" },
};

/* Lastra, Tables 1 and 2 ----------------------------------------------------------------------- */

#define LASTRA(name_, size_)                                                                       \
    { name_ ", GPU, the paper's octree",                                                           \
      { "detp", "estimate", "octree_paper", "depth=4,mode=B,size=" size_ },                        \
      NULL,                                                                                        \
      "lastra.table1.gpu." size_ },                                                                \
        { name_ ", CPU with SSE",                                                                  \
          { "detp", "estimate", "sphere_cache_sse", "mode=B,size=" size_ },                        \
          NULL,                                                                                    \
          "lastra.table1.cpu_sse." size_ },                                                        \
    {                                                                                              \
        name_ ", CPU", { "detp", "estimate", "sphere_cache", "mode=B,size=" size_ }, NULL,         \
            "lastra.table1.cpu." size_                                                             \
    }
static const struct figure_row lastra_table1[] = {
    LASTRA("10 000 x 10 000", "10000x10000"),
    LASTRA("100 000 x 100 000", "100000x100000"),
    LASTRA("100 000 x 500 000", "100000x500000"),
    LASTRA("100 000 x 1 000 000", "100000x1000000"),
};

#define PHASE(name_, metric_, id_)                                                                 \
    {                                                                                              \
        name_, { "detp", "estimate", "octree_paper", "depth=4,mode=B,size=100000x1000000" },       \
            metric_, "lastra.table2." id_                                                          \
    }
static const struct figure_row lastra_table2[] = {
    PHASE("rays with nodes", "phase_ray_node", "ray_node"),
    PHASE("discs with nodes", "phase_disc_node", "disc_node"),
    PHASE("rays with discs", "phase_ray_disc", "ray_disc"),
    PHASE("filtering of lists", "phase_filter", "filter"),
    PHASE("distribution of energy", "phase_distribute", "distribute"),
};

#define ROWS(rows_) rows_, sizeof(rows_) / sizeof((rows_)[0])

const struct figure_rows figure_tables[] = {
    { "deliot-before", "Deliot: the first four passes, before and after",
      "Depth 28. The paper's are of a GTX 1080 Ti; what before was is not stated, here it is the "
      "public library's.",
      "cbt", FIGURE_GPU, "paper, GTX 1080 Ti", ROWS(deliot_before) },
    { "deliot-kauai", "Deliot: the parts of an update",
      "The paper's are at depth 27, of an unstated device.", "cbt", FIGURE_GPU,
      "paper, device unstated", ROWS(deliot_kauai) },
    { "weber-table-2", "Weber, Table 2: time of adaptive subdivision",
      "Wall time, as the host drives all three. Where a scene of the paper is not at hand, what "
      "stands in for it has rows of its own, without the paper's times.",
      "reyes_subdivision", FIGURE_WALL, "paper, Radeon HD 7970", ROWS(weber_table2) },
    { "lastra-table-1", "Lastra, Table 1 and Figure 11: time of density estimation, GPU and CPU",
      "Wall time. CPU rows are of this run's host, not of the GPU that is named.", "detp",
      FIGURE_WALL, "paper, 8800 GTX and Athlon 64", ROWS(lastra_table1) },
    { "lastra-table-2", "Lastra, Table 2: where the time of the GPU goes",
      "100 000 discs and 1 000 000 rays.", "detp", FIGURE_METRIC, "paper, GeForce 8800 GTX",
      ROWS(lastra_table2) },
    { .title = NULL },
};
