/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/benches.h"

#include <stdlib.h>

static const struct bench *const benches[] = {
    &tiling_gather,    &tiling_two_passes, &tiling_atrous, &tiling_disc, &tiling_dense,
    &tiling_pointwise, &tiling_map_alone,  &tiling_matmul, &tiling_rays, NULL,
};

static const struct bench_option options[] = {
    { .name = "scene",
      .argument = "FILE.obj",
      .help = "mesh (Wavefront OBJ) in the room that the planes of wide kernels show",
      .axis = "scene" },
    { .name = "cache-bytes",
      .argument = "BYTES",
      .help = "last-level cache that a work-group sees, for the fact rho" },
    { 0 },
};

/* Set-up and reference take less than 0.1 s; the paper's own first. */
static const char *const gate[] = {
    "thread_group_tiling.gather/row_major/width:2560",
    "thread_group_tiling.gather/tiled_x/width:2560/n:16",
    "thread_group_tiling.gather/hilbert/width:2560",
    "thread_group_tiling.disc/row_major/width:2560",
    "thread_group_tiling.disc/tiled_x/width:2560/n:16",
    NULL,
};

/* Four planes, the result, and what it is compared with. */
static double scale_bytes(const char *size)
{
    return 16384 * 48.0 * strtod(size, NULL);
}

static const struct technique_scale scale = {
    .bench = "gather",
    .variant = "tiled_y",
    .axis = "height",
    .sizes = "8,16,32,64,128,256,512,1024,2048,4096,8192,16384,28672",
    .bytes = scale_bytes,
    .fixed = { { "width", "16384" }, { "planes", "4" }, { "n", "16" } }
};

const struct technique tiling_technique = {
    .name = "thread_group_tiling",
    .title = "Launch order of thread groups",
    .alias = "tiling",
    .question = "In which order should the work-groups of a wide 2D kernel run?",
    .paper = "Bavoil: Optimizing Compute Shaders for L2 Locality using Thread-Group ID Swizzling, "
             "2020",
    .benches = benches,
    .gate = gate,
    .scale = &scale,
    .group_s = 0.4,
    .options = options,
    .inspections = tiling_inspections,
    .portrait = "tiling --grid 80x48 --order tiled_x --n 16",
};
