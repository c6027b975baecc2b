/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/reyes.h"

#include "bench/common/axis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const reyes_eye_rules[] = { "2014", "larger", NULL };
const char *const reyes_orders[] = { "interleaved", "noninterleaved", NULL };
const char reyes_groups_per_multiprocessor[] = "per_multiprocessor";

static const char *const sizes[] = { "1280x1024", "3840x2160", "800x800", "512x512", NULL };

bool reyes_parse_size(const char *text, uint32_t *width, uint32_t *height)
{
    char *end, canonical[32];
    const unsigned long long w = strtoull(text, &end, 10);
    if (*end != 'x')
        return false;
    const unsigned long long h = strtoull(end + 1, &end, 10);
    if (w < 1 || h < 1 || w > REYES_SIZE_MAX || h > REYES_SIZE_MAX)
        return false;
    snprintf(canonical, sizeof(canonical), "%llux%llu", w, h);
    *width = (uint32_t)w;
    *height = (uint32_t)h;
    return strcmp(canonical, text) == 0;
}

static bool size_accepts(const char *value)
{
    uint32_t width, height;
    return reyes_parse_size(value, &width, &height);
}

static bool output_accepts(const char *value)
{
    return strcmp(value, "none") == 0;
}

static bool groups_accepts(const char *value)
{
    return strcmp(value, reyes_groups_per_multiprocessor) == 0;
}

#define GROUPS_AXIS                                                                                \
    AXIS("groups", "work-groups", .min = 1, .max = REYES_GROUPS_MAX, .accepts = groups_accepts,    \
         .accepts_help = "per_multiprocessor: one per multiprocessor of the device",               \
         .check = "64,32" /* more than a teapot has patches, and as many */)
#define GROUP_SIZE_AXIS                                                                            \
    AXIS("group_size", "threads of a work-group", .min = REYES_GROUP_SIZE_MIN,                     \
         .max = REYES_GROUP_SIZE_MAX, .values = { "64", "64", "64,128" })

const struct bench_axis reyes_axes[] = {
    AXIS("scene", "patches and camera; bigguy, killeroo and hair need CLAIMCHECK_MODELS",
         .names = reyes_scene_names, .accepts = reyes_scene_accepts,
         .accepts_help = SCENE_ACCEPTS_HELP, .check = "teapot,hair_generated.100"),
    AXIS("size", "size of the picture", .names = sizes, .accepts = size_accepts,
         .accepts_help = "WIDTHxHEIGHT in pixels"),
    AXIS("limit", "largest extent of a drawn range, pixels", .min = 1, .max = REYES_LIMIT_MAX,
         .values = { "8" }, .check = "32"),
    AXIS("max_depth", "k: ranges at depth k - 1 are not split but culled", .min = 1,
         .max = REYES_LEVELS, .values = { "15" }),
    AXIS("ribbon", "pixels around the picture that are kept", .min = 0, .max = REYES_RIBBON_MAX,
         .values = { "32" }),
    AXIS("eye_rule", "which way a range is split that touches the eye plane",
         .names = reyes_eye_rules, .values = { "2014" }),
    { 0 },
};

const struct bench_axis reyes_breadth_axes[] = {
    AXIS("order", "where both children go: side by side, or in two rows", .names = reyes_orders,
         .values = { "interleaved" }),
    { 0 },
};

const struct bench_axis reyes_bounded_axes[] = {
    AXIS("batch", "p: ranges of one iteration, at most", .min = 1, .max = REYES_RANGES_MAX,
         .check = "300,10000"),
    { 0 },
};

const struct bench_axis reyes_local_axes[] = { GROUPS_AXIS, GROUP_SIZE_AXIS, { 0 } };

const struct bench_axis reyes_local_spill_axes[] = {
    GROUPS_AXIS,
    GROUP_SIZE_AXIS,
    AXIS("held", "ranges of a group's stack that shared memory holds; those below are spilled",
         .min = 2 * REYES_GROUP_SIZE_MIN, .max = REYES_GROUP_SIZE_MAX * REYES_LEVELS,
         .values = { "128", "128,256", "128,256,512" }),
    { 0 },
};

const struct bench_axis reyes_local_host_axes[] = {
    GROUPS_AXIS,
    GROUP_SIZE_AXIS,
    AXIS("output", "ranges that the output has room for; the host returns when it is full",
         .min = 1, .max = REYES_RANGES_MAX, .accepts = output_accepts,
         .accepts_help = "none: room for all", .check = "300,10000"),
    { 0 },
};

const struct bench_axis reyes_local_frame_axes[] = {
    GROUPS_AXIS,
    GROUP_SIZE_AXIS,
    AXIS("output", "ranges that the output has room for", .min = 1, .max = REYES_RANGES_MAX,
         .check = "300,10000"),
    { 0 },
};

const struct bench_axis reyes_redistributed_axes[] = {
    GROUPS_AXIS,
    GROUP_SIZE_AXIS,
    AXIS("rounds", "rounds of a subgroup before its stack is shared out again", .min = 1,
         .max = REYES_ROUNDS_MAX, .default_value = "6", /* REYES_ROUNDS */
         .values = { "6" }),
    { 0 },
};

const struct bench_axis reyes_program_axes[] = { GROUPS_AXIS, { 0 } };

const struct bench_option reyes_options[] = {
    { .name = "patches",
      .argument = "FILE.f32",
      .help = "bicubic patches: 16 x 3 little-endian floats each; needs --camera",
      .axis = "scene" },
    { .name = "mesh",
      .argument = "FILE.obj",
      .help = "a mesh of quadrilaterals (Wavefront OBJ), a patch per face",
      .axis = "scene" },
    { .name = "camera", .argument = "FILE", .help = "camera of --patches or --mesh" },
    { .name = NULL },
};
