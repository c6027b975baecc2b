/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/answer.h"
#include "bench/tile_subdivision/input/input.h"
#include "bench/tile_subdivision/tiles.h"

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

static bool threshold_accepts(const char *value)
{
    struct threshold_choice choice;
    return tiles_threshold_choice_parse(value, &choice);
}

/* Axes of all benches, behind the map. */
#define TOP                                                                                        \
    .name = "top", .help = "mip level of the root: the map is 2^top pixels wide", .min = 0,        \
    .max = TILE_TOP_MAX, .accepts = top_accepts,                                                   \
    .accepts_help = "file, which a --map FILE sets: the picture decides",                          \
    .values = { "8", "10", "10,11,12" }, .check = "1,6,0,7"
#define THRESHOLD                                                                                  \
    .name = "threshold",                                                                           \
    .help = "T(level 0): the map's own, one that varies from node to node, or a choice",           \
    .names = threshold_names, .accepts = threshold_accepts,                                        \
    .accepts_help = "<N>tiles (searched for about N tiles) or a decimal number",                   \
    .values = { "own", "own", "own" }, .check = "own,varying"
#define FALLOFF                                                                                    \
    .name = "falloff", .help = "k in T(level) = T(0) / 2^(k level)", .min = 0, .max = 2,           \
    .values = { "1", "1", "1" }

/* The maps of the bench `average`: what can be seen along directions. */
static const char *const mesh_names[] = { "teapot", NULL };

const struct bench_axis tiles_axes[] = {
    { .name = "map",
      .help = "importance map",
      .names = map_names,
      .accepts = tiles_source_accepts,
      .accepts_help = "file.STEM or mesh.STEM, with --map FILE or --mesh FILE",
      .values = { "scene,uniform_low,teapot", "scene,teapot,uniform_low",
                  "scene,teapot,uniform_low,uniform_high" },
      .check = "scene,checker" },
    { TOP },
    { THRESHOLD },
    { FALLOFF },
    { .name = NULL },
};

const struct bench_axis tiles_average_axes[] = {
    { .name = "map",
      .help = "the mesh whose maps are seen along 16 directions, drawn from the seed",
      .names = mesh_names,
      .accepts = tiles_source_accepts,
      .accepts_help = "mesh.STEM, with --mesh FILE",
      .values = { "teapot", "teapot", "teapot" } },
    { TOP },
    { THRESHOLD },
    { FALLOFF },
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
    { .name = "direction",
      .argument = "X,Y,Z",
      .help = "direction along which a mesh is seen; " SOURCE_DIRECTION_DEFAULT
              " unless given; the bench average draws its own" },
    { .name = NULL },
};
