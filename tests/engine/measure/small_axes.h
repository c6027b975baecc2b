/* SPDX-License-Identifier: MIT */
/* small_axes.h: inputs that are small enough to be executed often, technique by technique. */
#ifndef CLAIMCHECK_TESTS_ENGINE_MEASURE_SMALL_AXES_H
#define CLAIMCHECK_TESTS_ENGINE_MEASURE_SMALL_AXES_H

#include "harness/engine/plan/plan.h"

/* An axis that is not here takes its profile `quick`; of several that fit, the first counts. */
static const struct small_axis {
    const char *technique;
    struct plan_setting axis;
    const char *full;  /* its value where device_full(); NULL: the same */
    const char *bench; /* the only one that takes it; NULL: all */
} small_axes[] = {
    { .technique = "stream_reduction", .axis = { "n", "1,33" } },
    { .technique = "stream_reduction", .axis = { "p", "0,0.5,1" } },
    { .technique = "stream_reduction", .axis = { "element", "tuple,index" } },
    { .technique = "tile_subdivision",
      .axis = { "map", "scene,checker" },
      .full = "scene,uniform_low,checker" },
    { .technique = "tile_subdivision", .axis = { "top", "3" }, .full = "1,6", .bench = "average" },
    { .technique = "tile_subdivision", .axis = { "top", "1,6" } },
    { .technique = "tile_subdivision", .axis = { "threshold", "own,varying" } },
    { .technique = "tile_subdivision", .axis = { "passes", "published,minimal" } },
    { .technique = "ceilings", .axis = { "bytes", "16384,65536,1048576" } },
    { .technique = "cbt",
      .axis = { "depth", "17" },
      .full = "16,17,18",
      .bench = "update_reduction" },
    { .technique = "cbt", .axis = { "depth", "17" }, .full = "16,17,18", .bench = "dispatcher" },
    { .technique = "cbt", .axis = { "depth", "17" }, .full = "16,17,18", .bench = "decode" },
    { .technique = "cbt", .axis = { "depth", "16,18" }, .full = "16,17,18" },
    { .technique = "reyes_subdivision",
      .axis = { "scene", "teapot" },
      .full = "teapot,hair_generated.100",
      .bench = "frame" },
    { .technique = "reyes_subdivision",
      .axis = { "scene", "teapot" },
      .full = "teapot,hair_generated.100",
      .bench = "bound_and_split_modern" },
    { .technique = "reyes_subdivision", .axis = { "scene", "teapot,hair_generated.100" } },
    { .technique = "reyes_subdivision",
      .axis = { "size", "120x96" },
      .full = "400x400",
      .bench = "frame" },
    { .technique = "reyes_subdivision", .axis = { "limit", "8" }, .full = "32", .bench = "frame" },
    { .technique = "reyes_subdivision", .axis = { "limit", "32" } },
    { .technique = "reyes_subdivision", .axis = { "batch", "300,10000" } },
    { .technique = "reyes_subdivision", .axis = { "output", "300,10000" } },
    { .technique = "cbt", .axis = { "bits", "quarter" } },
    { .technique = "detp", .axis = { "size", "300x1200" }, .full = "700x3000" },
    { .technique = "detp", .axis = { "mode", "C" } },
    { .technique = "detp", .axis = { "part", "all,build,trace" } },
    { .technique = "thread_group_tiling", .axis = { "width", "93" } },
    { .technique = "thread_group_tiling", .axis = { "shape", "200x136x72" } },
};

#endif
