/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const reyes_eye_rules[] = { "2014", "larger", NULL };

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

#define SCENE_AXIS(quick_, paper_, full_)                                                          \
    {                                                                                              \
        .name = "scene",                                                                           \
        .help = "patches and camera; bigguy, killeroo and hair need CLAIMCHECK_MODELS",            \
        .names = reyes_scene_names, .accepts = reyes_scene_accepts,                                \
        .accepts_help = SCENE_ACCEPTS_HELP, .values = {                                            \
            quick_,                                                                                \
            paper_,                                                                                \
            full_                                                                                  \
        }                                                                                          \
    }
#define SIZE_AXIS(quick_, paper_, full_)                                                           \
    {                                                                                              \
        .name = "size", .help = "of the picture", .names = sizes, .accepts = size_accepts,         \
        .accepts_help = "WIDTHxHEIGHT in pixels", .values = {                                      \
            quick_,                                                                                \
            paper_,                                                                                \
            full_                                                                                  \
        }                                                                                          \
    }
#define LIMIT_AXIS(quick_, paper_, full_)                                                          \
    {                                                                                              \
        .name = "limit", .help = "largest extent of a drawn range, pixels", .min = 1,              \
        .max = REYES_LIMIT_MAX, .values = {                                                        \
            quick_,                                                                                \
            paper_,                                                                                \
            full_                                                                                  \
        }                                                                                          \
    }
#define MAX_DEPTH_AXIS(quick_, paper_, full_)                                                      \
    {                                                                                              \
        .name = "max_depth", .help = "k: ranges at depth k - 1 are not split but culled",          \
        .min = 1, .max = REYES_LEVELS, .values = {                                                 \
            quick_,                                                                                \
            paper_,                                                                                \
            full_                                                                                  \
        }                                                                                          \
    }
#define RIBBON_AXIS                                                                                \
    {                                                                                              \
        .name = "ribbon", .help = "pixels around the picture that are kept", .min = 0,             \
        .max = REYES_RIBBON_MAX, .values = {                                                       \
            "32",                                                                                  \
            "32",                                                                                  \
            "32"                                                                                   \
        }                                                                                          \
    }
#define EYE_RULE_AXIS(quick_, paper_, full_)                                                       \
    {                                                                                              \
        .name = "eye_rule", .help = "which way a range is split that touches the eye plane",       \
        .names = reyes_eye_rules, .values = {                                                      \
            quick_,                                                                                \
            paper_,                                                                                \
            full_                                                                                  \
        }                                                                                          \
    }

#define REPORT_SCENES "teapot,bigguy_standin,killeroo_standin,hair_generated"

const struct bench_axis reyes_axes[] = {
    SCENE_AXIS("teapot,hair_generated.500", REPORT_SCENES, REPORT_SCENES ",hair_generated.100000"),
    SIZE_AXIS("1280x1024", "1280x1024", "1280x1024"),
    LIMIT_AXIS("8", "8", "8"),
    MAX_DEPTH_AXIS("15", "15", "15"),
    RIBBON_AXIS,
    EYE_RULE_AXIS("2014", "2014", "2014"),
    { .name = NULL },
};

const struct bench_axis reyes_modern_axes[] = {
    SCENE_AXIS("teapot", "hair_generated", "teapot,hair_generated,eye_plane"),
    SIZE_AXIS("3840x2160", "3840x2160", "3840x2160"),
    LIMIT_AXIS("64", "8", "8,4,2"),
    MAX_DEPTH_AXIS("23", "23", "23"),
    RIBBON_AXIS,
    EYE_RULE_AXIS("2014", "2014", "2014,larger"),
    { .name = NULL },
};

const struct bench_axis reyes_frame_axes[] = {
    SCENE_AXIS("teapot", "teapot,bigguy_standin,killeroo_standin", REPORT_SCENES),
    SIZE_AXIS("400x400", "800x800", "800x800,1280x1024"),
    LIMIT_AXIS("16", "16", "8,16"),
    MAX_DEPTH_AXIS("15", "15", "15"),
    RIBBON_AXIS,
    EYE_RULE_AXIS("2014", "2014", "2014"),
    { .name = NULL },
};

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
