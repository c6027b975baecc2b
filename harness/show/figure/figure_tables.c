/* SPDX-License-Identifier: MIT */
/* The tables of the papers, and what else they state case by case; as figure_papers.c. */
#include "harness/show/figure/figure.h"

#define REYES "reyes_subdivision", "bound_and_split"
#define METRIC(name_)                                                                              \
    {                                                                                              \
        PUBLISHED_METRIC, name_, ""                                                                \
    }

/* Weber, Table 2 ------------------------------------------------------------------------------- */

#define WEBER_CASE "size=1280x1024,limit=8,max_depth=15,ribbon=32,eye_rule=2014"
#define WEBER(name_, scene_, id_)                                                                  \
    { .label = name_ ", breadth",                                                                  \
      .cases = { REYES, "breadth_scans", "scene=" scene_ "," WEBER_CASE },                         \
      .id = id_("breadth") },                                                                      \
        { .label = name_ ", bounded",                                                              \
          .cases = { REYES, "bounded_scans", "scene=" scene_ ",batch=10000," WEBER_CASE },         \
          .id = id_("bounded") },                                                                  \
    {                                                                                              \
        .label = name_ ", local",                                                                  \
        .cases = { REYES, "local_host",                                                            \
                   "scene=" scene_ ",groups=32,group_size=64,output=10000," WEBER_CASE },          \
        .id = id_("local")                                                                         \
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
    { "before: prepass", FIRST("prepass"), "deliot.unity.first_passes.before" },
    { "after: packed, a snapshot", FIRST("packed_snapshot"), "deliot.unity.first_passes.after" },
    { "a node per thread", FIRST("naive") },
    { "packed", FIRST("packed") },
};

#define UPDATE(bench_)                                                                             \
    {                                                                                              \
        "cbt", bench_, "prepass", "sequence=L,frame=split,depth=28"                                \
    }
static const struct figure_row deliot_kauai[] = {
    { "dispatcher, ours at depth 28", UPDATE("dispatcher"), "deliot.kauai.dispatch.time" },
    { "update, ours at depth 28", UPDATE("update_pass"), "deliot.kauai.subdivision.time" },
    { "sum-reduction, depth 27",
      { "cbt", "sum_reduction", "prepass", "depth=27,bits=quarter,depth_from=constant" },
      "deliot.kauai.sum_reduction.time" },
};

/* Lastra, Tables 1 and 2 ----------------------------------------------------------------------- */

#define LASTRA(name_, size_)                                                                       \
    { name_ ", GPU, the paper's octree",                                                           \
      { "detp", "estimate", "octree_paper", "depth=4,mode=B,size=" size_ },                        \
      "lastra.table1.gpu." size_ },                                                                \
        { name_ ", CPU with SSE",                                                                  \
          { "detp", "estimate", "sphere_cache_sse", "mode=B,size=" size_ },                        \
          "lastra.table1.cpu_sse." size_ },                                                        \
    {                                                                                              \
        name_ ", CPU", { "detp", "estimate", "sphere_cache", "mode=B,size=" size_ },               \
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
        .label = name_,                                                                            \
        .cases = { "detp", "estimate", "octree_paper", "depth=4,mode=B,size=100000x1000000" },     \
        .id = "lastra.table2." id_, .measure = METRIC(metric_)                                     \
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
      "100 000 discs and 1 000 000 rays.", "detp", FIGURE_PHASE, "paper, GeForce 8800 GTX",
      ROWS(lastra_table2) },
    { .title = NULL },
};
