/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/technique.h"

#include "bench/thread_group_tiling/atrous.h"
#include "bench/thread_group_tiling/controls.h"
#include "bench/thread_group_tiling/disc.h"
#include "bench/thread_group_tiling/gather.h"
#include "bench/thread_group_tiling/inspect.h"
#include "bench/thread_group_tiling/map_alone.h"
#include "bench/thread_group_tiling/matmul.h"
#include "bench/thread_group_tiling/two_passes.h"

static const struct bench *const benches[] = {
    &tiling_gather,    &tiling_two_passes, &tiling_atrous, &tiling_disc, &tiling_dense,
    &tiling_pointwise, &tiling_map_alone,  &tiling_matmul, NULL,
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

const struct technique tiling_technique = {
    .name = "thread_group_tiling",
    .alias = "tiling",
    .question = "in which order should the work-groups of a wide 2D kernel run?",
    .paper = "Bavoil: Optimizing Compute Shaders for L2 Locality using Thread-Group ID Swizzling, "
             "2020",
    .benches = benches,
    .group_s = 0.25,
    .options = options,
    .inspections = tiling_inspections,
    .portrait = "tiling --grid 80x48 --order tiled_x --n 16",
};
