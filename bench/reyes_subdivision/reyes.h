/* SPDX-License-Identifier: MIT */
/* reyes.h: the folder's parts, for each other and for tests. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_REYES_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_REYES_H

#include "bench/reyes_subdivision/bound.h"
#include "bench/reyes_subdivision/reference.h"
#include "bench/reyes_subdivision/scene/scene.h"
#include "harness/bench.h"
#include "harness/inspection.h"

/* Technique ------------------------------------------------------------------------------------ */
/*
 * Bound-and-split of the Reyes pipeline: how much memory buys how much speed?
 * Source: T. Weber, Memory-efficient Adaptive Subdivision for Software Rendering on the GPU, 2014.
 */

extern const struct technique reyes_technique;
extern const struct bench reyes_bound_and_split, reyes_frame;

/* Workload ------------------------------------------------------------------------------------- */
/* Input of the Reyes benches, and the reference's answer to it. */

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
    float (*points)[4]; /* 16 of each patch, as kernels have them: w = 1; likewise */
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
 * "none" but for a frame; rounds; and groups alone. */
extern const struct bench_axis reyes_breadth_axes[], reyes_bounded_axes[], reyes_local_axes[],
    reyes_local_spill_axes[], reyes_local_host_axes[], reyes_local_frame_axes[],
    reyes_redistributed_axes[], reyes_program_axes[];

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
    uint64_t altered; /* as of struct bench_workload: a coordinate of a control point */
};

/* Loads the scene and subdivides it by the reference. Memory and trouble are the context's. */
bool reyes_workload_fill(struct reyes_workload *workload, struct context *context,
                         const struct reyes_input *input);

/* The workload callback of struct bench. */
bool reyes_workload(struct bench_workload *workload);

/* Frame ---------------------------------------------------------------------------------------- */
/*
 * The rest of the Reyes pipeline, on the host: drawn ranges are diced into micropolygons,
 * shaded and sampled. The picture's reference; kernels/reyes_subdivision/dice.comp, shade.comp and
 * sample.comp do the same.
 *
 * A range becomes dice x dice micropolygons, quadrilaterals with one colour and one depth each, the
 * mean of their corners' distances. A pixel takes the nearest micropolygon over its middle; of
 * equally near ones the lowest colour. Those with a corner nearer than `near` are left out.
 */

enum { FRAME_DICE_MAX = 32 };

/* Depth and colour where there is no micropolygon. Colours are 0xffRRGGBB. */
#define FRAME_NOTHING UINT32_MAX

struct frame {
    uint32_t width, height;
    uint32_t *depths;  /* bits of the distance, rows from the top */
    uint32_t *colours; /* likewise */
};

/* Micropolygons per side of a range that is at most `limit` pixels long: about a pixel each. */
uint32_t reyes_frame_dice(uint32_t limit);

/* Everything FRAME_NOTHING. False when memory runs out. */
bool reyes_frame_init(struct frame *frame, uint32_t width, uint32_t height);
void reyes_frame_finish(struct frame *frame);

/* Draws a range; `colour` replaces the shaded one unless it is FRAME_NOTHING. */
void reyes_frame_draw(struct frame *frame, const struct view *view, const struct bound_patch *patch,
                      struct range range, uint32_t dice, uint32_t colour);

/* Takes what is nearer in the other picture, of the same size: the order does not matter. */
void reyes_frame_merge(struct frame *frame, const struct frame *other);

/*
 * Pixels of which one picture has a micropolygon and the other has not, or whose colours differ by
 * more than 2 of 255.
 */
uint64_t reyes_frame_differences(const uint32_t *colours, const uint32_t *other, uint64_t pixels);

/* A colour per number, told apart from its neighbours. */
uint32_t reyes_frame_palette(uint32_t number);

/* Inspect -------------------------------------------------------------------------------------- */
/* `claimcheck inspect reyes`: what bound-and-split comes to, and pictures of it. */

/* The inspect callback of the technique: counts, levels and set hash, by the CPU reference,
 * or by the variant that --method names. */
extern const struct inspection_kind reyes_inspections[];

#endif
