/* SPDX-License-Identifier: MIT */
/* The tables of the papers, and what else they state case by case; as figure_papers.c. */
#include "harness/show/figure/figure.h"

#define REYES "reyes_subdivision", "bound_and_split"
#define METRIC(name_)                                                                              \
    {                                                                                              \
        PUBLISHED_METRIC, name_, ""                                                                \
    }
#define FACT(name_)                                                                                \
    {                                                                                              \
        PUBLISHED_FACT, name_, ""                                                                  \
    }

/* Weber ---------------------------------------------------------------------------------------- */

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
    { "hair, local without returns",
      { REYES, "local", "scene=hair,groups=32,group_size=64," WEBER_CASE },
      "weber.sec4.local_without_return.hair" },
};

/* All three methods find the same. */
#define COUNTS(name_, scene_, in_, out_, splits_)                                                  \
    COUNT(name_ ", patches before", scene_, "n_in", in_),                                          \
        COUNT(name_ ", patches after", scene_, "n_out", out_),                                     \
        COUNT(name_ ", splits", scene_, "splits", splits_)
#define COUNT(label_, scene_, metric_, id_)                                                        \
    {                                                                                              \
        label_,                                                                                    \
            { REYES, "breadth_scans,bounded_scans,local_host", "scene=" scene_ "," WEBER_CASE },   \
            id_, NULL, METRIC(metric_)                                                             \
    }

static const struct figure_row weber_table1[] = {
    COUNTS("teapot", "teapot", "weber.table1.n_in.teapot", "weber.table1.n_out.teapot",
           "weber.table1.splits.teapot"),
    COUNTS("bigguy", "bigguy", "weber.table1.n_in.bigguy", "weber.table1.n_out.bigguy",
           "weber.table1.splits.bigguy"),
    COUNTS("a stand-in of bigguy", "bigguy_standin", NULL, NULL, NULL),
    COUNTS("killeroo", "killeroo", "weber.table1.n_in.killeroo", "weber.table1.n_out.killeroo",
           "weber.table1.splits.killeroo"),
    COUNTS("a stand-in of killeroo", "killeroo_standin", NULL, NULL, NULL),
    COUNTS("hair", "hair", "weber.table1.n_in.hair", "weber.table1.n_out.hair",
           "weber.table1.splits.hair"),
    COUNTS("hair, generated", "hair_generated", NULL, NULL, NULL),
};

#define FRAME_CASE "size=800x800,limit=16,max_depth=15,ribbon=32,eye_rule=2014"
#define FRAME(name_, scene_, id_)                                                                  \
    { name_ ", breadth",                                                                           \
      { "reyes_subdivision", "frame", "breadth_scans", "scene=" scene_ "," FRAME_CASE },           \
      id_ },                                                                                       \
        { name_ ", bounded",                                                                       \
          { "reyes_subdivision", "frame", "bounded_scans",                                         \
            "scene=" scene_ ",batch=20000," FRAME_CASE },                                          \
          id_ },                                                                                   \
    {                                                                                              \
        name_ ", local",                                                                           \
            { "reyes_subdivision", "frame", "local_host",                                          \
              "scene=" scene_ ",groups=32,group_size=64,output=10000," FRAME_CASE },               \
            id_                                                                                    \
    }

static const struct figure_row weber_frame[] = {
    FRAME("teapot", "teapot", "weber.sec4.frame.teapot"),
    FRAME("bigguy", "bigguy", "weber.sec4.frame.bigguy"),
    FRAME("a stand-in of bigguy", "bigguy_standin", NULL),
    FRAME("killeroo", "killeroo", "weber.sec4.frame.killeroo"),
    FRAME("a stand-in of killeroo", "killeroo_standin", NULL),
};

#define RETURNS(name_, scene_, id_)                                                                \
    {                                                                                              \
        name_,                                                                                     \
            { REYES, "local_host",                                                                 \
              "scene=" scene_ ",groups=32,group_size=64,output=10000," WEBER_CASE },               \
            id_, NULL, METRIC("iterations")                                                        \
    }

static const struct figure_row weber_returns[] = {
    RETURNS("teapot", "teapot", "weber.sec4.local_returns.low"),
    RETURNS("bigguy", "bigguy", "weber.sec4.local_returns.high"),
    RETURNS("a stand-in of bigguy", "bigguy_standin", NULL),
    RETURNS("killeroo", "killeroo", "weber.sec4.local_returns.high"),
    RETURNS("a stand-in of killeroo", "killeroo_standin", NULL),
    RETURNS("hair", "hair", "weber.sec4.local_returns.hair"),
    RETURNS("hair, generated", "hair_generated", NULL),
};

#define HELD(name_, scene_, variant_, only_, id_)                                                  \
    {                                                                                              \
        name_, { REYES, variant_, "scene=" scene_ "," only_ WEBER_CASE }, id_, NULL,               \
            METRIC("report_bytes")                                                                 \
    }
#define LOCAL_ONLY "groups=32,group_size=64,output=10000,"
#define SHARED(name_, scene_, id_)                                                                 \
    {                                                                                              \
        name_, { REYES, "local_host", "scene=" scene_ "," LOCAL_ONLY WEBER_CASE }, id_, NULL,      \
        {                                                                                          \
            PUBLISHED_SHARED_BYTES, "", ""                                                         \
        }                                                                                          \
    }

static const struct figure_row weber_memory[] = {
    { "hair, breadth, the worst case of a buffer", { NULL }, "weber.sec4.breadth_worst_memory" },
    HELD("hair, breadth, held at most", "hair", "breadth_scans", "", NULL),
    HELD("hair, bounded, batch 250 000", "hair", "bounded_scans", "batch=250000,",
         "weber.sec4.matching_memory"),
    HELD("hair, bounded, batch 10 000", "hair", "bounded_scans", "batch=10000,",
         "weber.sec4.bounded_memory"),
    HELD("hair, local", "hair", "local_host", LOCAL_ONLY, "weber.sec4.local_memory"),
    SHARED("hair, local, shared by a work-group", "hair", "weber.sec4.local_shared"),
    HELD("generated, breadth, held at most", "hair_generated", "breadth_scans", "", NULL),
    HELD("generated, bounded, batch 250 000", "hair_generated", "bounded_scans", "batch=250000,",
         NULL),
    HELD("generated, bounded, batch 10 000", "hair_generated", "bounded_scans", "batch=10000,",
         NULL),
    HELD("generated, local", "hair_generated", "local_host", LOCAL_ONLY, NULL),
    SHARED("generated, local, shared by a work-group", "hair_generated", NULL),
};

/* Deliot --------------------------------------------------------------------------------------- */

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

static const struct figure_row deliot_speed_up[] = {
    { "after: packed, a snapshot", FIRST("packed_snapshot"), "deliot.unity.first_passes.speed_up" },
    { "packed", FIRST("packed") },
    { "a node per thread", FIRST("naive") },
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

#define DRAW(variant_, pass_)                                                                      \
    {                                                                                              \
        "cbt", "draw", variant_,                                                                   \
            "terrain=island,map=11,depth=28,meshlet=4,pixels=4,height=1080,flight=700,"            \
            "layout=full,pass=" pass_                                                              \
    }
static const struct figure_row deliot_frame[] = {
    { "subdivision", UPDATE("update_pass"), "deliot.unity.subdivision.time" },
    { "G-buffer", DRAW("indexed", "gbuffer"), "deliot.unity.g_buffer.time" },
    { "G-buffer, no index buffer", DRAW("vertex", "gbuffer") },
    { "one shadow cascade of four", DRAW("indexed", "shadow"), "deliot.unity.shadow_cascade.time" },
    { "one shadow cascade, no index buffer", DRAW("vertex", "shadow") },
};

static const struct figure_row deliot_mesh[] = {
    { "leaves", DRAW("indexed,vertex", "colour"), "deliot.unity.leaves", NULL, FACT("leaves") },
    { "triangles", DRAW("indexed,vertex", "colour"), "deliot.unity.triangles", NULL,
      FACT("triangles") },
    { "leaves, a frame of the video", { NULL }, "deliot.video.leaves" },
    { "leaves, the video, mostly below", { NULL }, "deliot.video.leaves_most" },
    { "triangles, a frame of the video", { NULL }, "deliot.video.triangles" },
};

/* Benyoub -------------------------------------------------------------------------------------- */

#define POOL(sequence_, depth_, frame_)                                                            \
    {                                                                                              \
        "ours, " sequence_ " to depth " depth_ ", " frame_,                                        \
        {                                                                                          \
            "cbt", "update", "ocbt",                                                               \
                "slots=128K,sequence=" sequence_ ",depth=" depth_ ",frame=" frame_                 \
        }                                                                                          \
    }
static const struct figure_row benyoub_update[] = {
    { "triangulation, at most", { NULL }, "benyoub.abstract.update" },
    { "planet with water", { NULL }, "benyoub.planet.update" },
    { "moon", { NULL }, "benyoub.moon.update" },
    { "asset of 21 399 halfedges", { NULL }, "benyoub.asset.update" },
    POOL("N", "20", "split"),
    POOL("N", "20", "merge"),
    POOL("N", "28", "split"),
    POOL("N", "28", "merge"),
    POOL("L", "20", "split"),
    POOL("L", "20", "merge"),
    POOL("L", "28", "split"),
    POOL("L", "28", "merge"),
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

/* Reports of others on tiled orders ------------------------------------------------------------ */

#define TILED_4K(n_)                                                                               \
    {                                                                                              \
        "ours, gather, 4096 wide, N = " n_,                                                        \
        {                                                                                          \
            "thread_group_tiling", "gather", "tiled_x",                                            \
                "width=4096,n=" n_ ",planes=3,format=rgba16f,layout=image,group=8x8,taps=disc,"    \
                "launch=id,height=own"                                                             \
        }                                                                                          \
    }
#define OLO(id_) "tiling_reports.oloengine." id_
static const struct figure_row tiling_4k[] = {
    { "GTAO, N = 8 (RTX 4090)", { NULL }, OLO("gtao.row_major"), OLO("gtao.tiled_x") },
    { "its denoiser, N = 8 (RTX 4090)",
      { NULL },
      OLO("denoise.row_major"),
      OLO("denoise.tiled_x") },
    { "depth pyramid (RTX 4090)", { NULL }, OLO("hzb.row_major"), OLO("hzb.tiled_x") },
    TILED_4K("4"),
    TILED_4K("16"),
    TILED_4K("64"),
};

#define MATMUL(variant_, shape_, n_)                                                               \
    {                                                                                              \
        "thread_group_tiling", "matmul", variant_,                                                 \
            "shape=" shape_ n_ ",path=coopmat,tile=128x128,launch=id"                              \
    }
#define VLLM(id_) "tiling_reports.vllm." id_
#define FKL(n_)                                                                                    \
    {                                                                                              \
        "FusedKernelLibrary, N = " n_ " (RTX PRO 6000)",                                           \
            MATMUL("tiled_x", "2048x2048x2048", ",n=" n_), "tiling_reports.fkl.group_" n_,         \
            "tiling_reports.fkl.group_1"                                                           \
    }
static const struct figure_row tiling_matmul[] = {
    { "vLLM, M = 2048, N = 8 (GB10)", { NULL }, VLLM("swizzle_8.m2048") },
    { "vLLM, M = 4096, N = 8 (GB10)", MATMUL("tiled_x", "4096x16384x2560", ",n=8"),
      VLLM("swizzle_8.m4096") },
    { "vLLM, M = 6144, N = 8 (GB10)", { NULL }, VLLM("swizzle_8.m6144") },
    { "vLLM, M = 8192, N = 8 (GB10)", { NULL }, VLLM("swizzle_8.m8192") },
    { "vLLM, M = 12288, N = 8 (GB10)", { NULL }, VLLM("swizzle_8.m12288") },
    { "vLLM, M = 16384, N = 8 (GB10)", MATMUL("tiled_x", "16384x16384x2560", ",n=8"),
      VLLM("swizzle_8.m16384") },
    FKL("4"),
    FKL("8"),
    FKL("16"),
    { "Fuser, 8192 x 8192 x 8192, N = 4 (A100)", { NULL }, "tiling_reports.fuser.speed_up" },
    { "Fuser, 6144 x 6144 x 6144 (A100)",
      { NULL },
      "tiling_reports.fuser.extreme.before",
      "tiling_reports.fuser.extreme.after" },
    { "Triton's tutorial (A100)",
      { NULL },
      "tiling_reports.triton.grouped",
      "tiling_reports.triton.row_major" },
    { "TileOPs, N = 8 (H200)", { NULL }, "tiling_reports.tileops.gain" },
    { "GemmKernels.jl, N = 2 (device unstated)", { NULL }, "tiling_reports.gemmkernels.speed_up" },
};

#define RATE(label_, id_, ...)                                                                     \
    {                                                                                              \
        label_, __VA_ARGS__, VLLM(id_), NULL, METRIC("operations_per_second")                      \
    }
static const struct figure_row tiling_rate[] = {
    RATE("M = 4096", "default.m4096", MATMUL("row_major", "4096x16384x2560", "")),
    RATE("M = 8192", "default.m8192", { NULL }),
    RATE("M = 16384", "default.m16384", MATMUL("row_major", "16384x16384x2560", "")),
    RATE("M = 32768", "default.m32768", { NULL }),
    RATE("M = 4096, small weight", "default_25mib.m4096", { NULL }),
    RATE("M = 8192, small weight", "default_25mib.m8192", { NULL }),
    RATE("M = 16384, small weight", "default_25mib.m16384", { NULL }),
    RATE("M = 32768, small weight", "default_25mib.m32768", { NULL }),
};

#define ROWS(rows_) rows_, sizeof(rows_) / sizeof((rows_)[0])

const struct figure_rows figure_tables[] = {
    { "deliot-before", "Deliot: the first four passes, before and after",
      "Depth 28. The paper's are of a GTX 1080 Ti; what before was is not stated, here it is the "
      "public library's.",
      "cbt", FIGURE_GPU, "paper, GTX 1080 Ti", ROWS(deliot_before) },
    { "deliot-speed-up", "Deliot: the first four passes, before over after",
      "Depth 28. The baseline is the public library's; what before was is not stated.", "cbt",
      FIGURE_SPEEDUP, "paper, GTX 1080 Ti", ROWS(deliot_speed_up) },
    { "deliot-kauai", "Deliot: the parts of an update",
      "The paper's are at depth 27, of an unstated device.", "cbt", FIGURE_GPU,
      "paper, device unstated", ROWS(deliot_kauai) },
    { "deliot-frame", "Deliot: what else a frame is made of, depth 28",
      "Meshlets of 256 triangles. The talk's terrain, shader, formats and cascades are not public: "
      "ours is an island of about as many triangles.",
      "cbt", FIGURE_GPU, "paper, GTX 1080 Ti", ROWS(deliot_frame) },
    { "deliot-mesh", "Deliot: leaves and triangles of a frame, depth 28",
      "Counted. The talk's terrain is not public: ours is an island of about as many.", "cbt",
      FIGURE_COUNT, "paper", ROWS(deliot_mesh) },
    { "benyoub-update", "Benyoub and Dupuy: time of an update, a pool of 128K slots",
      "Ours is a flat terrain and fixed sequences, no planet. But for the first row, the paper's "
      "are second-hand.",
      "cbt", FIGURE_GPU, "paper, Radeon RX 6800 XT", ROWS(benyoub_update), true },
    { "weber-table-1", "Weber, Table 1: patches and splits of each scene",
      "Counted. Where a scene of the paper is not at hand, what stands in for it has rows of its "
      "own, without the paper's numbers.",
      "reyes_subdivision", FIGURE_COUNT, "paper", ROWS(weber_table1) },
    { "weber-table-2", "Weber, Table 2: time of adaptive subdivision",
      "Wall time, as the host drives all three. Where a scene of the paper is not at hand, what "
      "stands in for it has rows of its own, without the paper's times.",
      "reyes_subdivision", FIGURE_WALL, "paper, Radeon HD 7970", ROWS(weber_table2) },
    { "weber-frame", "Weber, Section 4: time of a whole frame, 800 x 800, limit of 16 pixels",
      "Wall time. The paper has one time of a scene, and does not say by which method: it stands "
      "beside all three. How it shades and samples is not stated either.",
      "reyes_subdivision", FIGURE_WALL, "paper, Radeon HD 7970", ROWS(weber_frame) },
    { "weber-returns", "Weber, Section 4: launches of LOCAL until nothing is left",
      "Counted; ours has one more, the last, which finds nothing. The paper has 3 to 4 of teapot, "
      "bigguy and killeroo, which are the patches after over 10 000, rounded up.",
      "reyes_subdivision", FIGURE_COUNT, "paper", ROWS(weber_returns) },
    { "weber-memory", "Weber, Section 4: memory that each method takes",
      "Ours is what the buffers would take in the report's layout; but shared memory is as it is, "
      "where our surfaces take a third.",
      "reyes_subdivision", FIGURE_BYTES, "paper", ROWS(weber_memory) },
    { "lastra-table-1", "Lastra, Table 1 and Figure 11: time of density estimation, GPU and CPU",
      "Wall time. CPU rows are of this run's host, not of the GPU that is named.", "detp",
      FIGURE_WALL, "paper, 8800 GTX and Athlon 64", ROWS(lastra_table1) },
    { "lastra-table-2", "Lastra, Table 2: where the time of the GPU goes",
      "100 000 discs and 1 000 000 rays.", "detp", FIGURE_PHASE, "paper, GeForce 8800 GTX",
      ROWS(lastra_table2) },
    { "tiling-reports-4k", "Reports of others: speed-up by tiled orders of passes at 4K",
      "Over row-major. The report's are passes of OloEngineBase, for which our gather stands.",
      "thread_group_tiling", FIGURE_SPEEDUP, "report, device by row", ROWS(tiling_4k), true },
    { "tiling-reports-matmul", "Reports of others: speed-up by tiled orders of matrix products",
      "Over row-major. vLLM's is an FP8 product of M rows by a weight of 16384 x 2560; all of ours "
      "are of FP16.",
      "thread_group_tiling", FIGURE_SPEEDUP, "report, device by row", ROWS(tiling_matmul), true },
    { "tiling-reports-rate", "A report on vLLM: rate of a matrix product in row-major order, by M",
      "FP8 by a weight of 16384 x 2560, or a small one of 5120 x 5120, about as large as GB10's "
      "cache; ours is of FP16.",
      "thread_group_tiling", FIGURE_RATE, "report, NVIDIA GB10", ROWS(tiling_rate), true },
    { .title = NULL },
};
