/* SPDX-License-Identifier: MIT */
/* small_axes.h: inputs that are small enough to be executed often, technique by technique. */
#ifndef CLAIMCHECK_TESTS_MEASURE_SMALL_AXES_H
#define CLAIMCHECK_TESTS_MEASURE_SMALL_AXES_H

#include "harness/plan/plan.h"

/* An axis that is not here takes its profile `quick`. */
static const struct small_axis {
    const char *technique;
    struct plan_setting axis;
} small_axes[] = {
    { "stream_reduction", { "n", "1,33" } },
    { "stream_reduction", { "p", "0,0.5,1" } },
    { "stream_reduction", { "element", "tuple,index" } },
    { "tile_subdivision", { "map", "scene,uniform_low,checker" } },
    { "tile_subdivision", { "top", "1,6" } },
    { "tile_subdivision", { "threshold", "own,varying" } },
    { "tile_subdivision", { "passes", "published,minimal" } },
    { "ceilings", { "bytes", "16384,65536,1048576" } },
    { "cbt", { "depth", "16,17,18" } },
    { "reyes_subdivision", { "scene", "teapot,hair_generated.100" } },
    { "reyes_subdivision", { "limit", "32" } },
    { "reyes_subdivision", { "batch", "300,10000" } },
    { "reyes_subdivision", { "output", "300,10000" } },
    { "cbt", { "bits", "quarter" } },
    { "detp", { "size", "700x3000" } },
    { "detp", { "mode", "C" } },
    { "detp", { "part", "all,build,trace" } },
    { "thread_group_tiling", { "width", "93" } },
    { "thread_group_tiling", { "shape", "200x136x72" } },
};

#endif
