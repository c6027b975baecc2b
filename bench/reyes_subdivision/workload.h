/* SPDX-License-Identifier: MIT */
/* workload.h: input of the Reyes benches, and the reference's answer to it. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_WORKLOAD_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_WORKLOAD_H

#include "bench/reyes_subdivision/reference.h"
#include "bench/reyes_subdivision/scene/scene_source.h"
#include "harness/bench.h"

enum {
    REYES_RANGES_MAX = 1 << 26, /* at one depth, or drawn: 512 MiB of them */
    REYES_SIZE_MAX = 16384,     /* pixels per side */
    REYES_LIMIT_MAX = 4096,
    REYES_RIBBON_MAX = 4096,
    REYES_GROUPS_MAX = 65535,
    REYES_GROUP_SIZE_MIN = 8,
    REYES_GROUP_SIZE_MAX = 512,
    REYES_ROUNDS = 6, /* of local_redistributed, unless told otherwise */
    REYES_ROUNDS_MAX = 4096,
};

struct reyes_workload {
    struct scene scene; /* patches: of the workload, nothing to finish */
    struct view view;
    struct reyes_reference reference; /* likewise */
    uint64_t set_hash;                /* reyes_range_hash() of what the reference draws */
    bool noninterleaved;              /* of inspect: as the axis `order`, for BOUNDED, too */
    struct reyes_buffers *buffers;    /* device part, set by upload() (device.h) */
};

/* Axes of all benches: scene, size, limit, max_depth, ribbon, eye_rule. Values that differ from
 * bench to bench are theirs: struct bench_values. */
extern const struct bench_axis reyes_axes[];

/* Axes of variants: order; batch; groups and group_size; the same and held; and output, which takes
 * "none" but for a frame; and rounds. */
extern const struct bench_axis reyes_breadth_axes[], reyes_bounded_axes[], reyes_local_axes[],
    reyes_local_spill_axes[], reyes_local_host_axes[], reyes_local_frame_axes[],
    reyes_redistributed_axes[];

/* Options --patches, --mesh, --camera. */
extern const struct bench_option reyes_options[];

/* Names of enum view_eye_rule, and of orders, as on the command line; end with NULL. */
extern const char *const reyes_eye_rules[], *const reyes_orders[];

/* The value of the axis `groups` that is the device's: its number is the metric `groups`. */
extern const char reyes_groups_per_multiprocessor[];

/* Scenes with as many patches as the report's; and those of the report that are not shipped. */
#define REYES_REPORT_SCENES "teapot,bigguy_standin,killeroo_standin,hair_generated"
#define REYES_MODEL_SCENES "bigguy,killeroo,hair"

/* WIDTHxHEIGHT in canonical form, each from 1 to REYES_SIZE_MAX. */
bool reyes_parse_size(const char *text, uint32_t *width, uint32_t *height);

/* The scene to subdivide, and its view. */
struct reyes_input {
    struct scene_source source;
    uint32_t width, height, limit, max_depth, ribbon;
    enum view_eye_rule eye_rule;
};

/* Loads the scene and subdivides it by the reference. Memory and trouble are the context's. */
bool reyes_workload_fill(struct reyes_workload *workload, struct context *context,
                         const struct reyes_input *input);

/* The workload callback of struct bench. */
bool reyes_workload(struct bench_workload *workload);

#endif
