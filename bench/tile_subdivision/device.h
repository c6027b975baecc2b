/* SPDX-License-Identifier: MIT */
/* device.h: the methods of tile_subdivision, and what they share on the device. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_DEVICE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_DEVICE_H

#include "bench/declared/steps.h"
#include "bench/tile_subdivision/workload.h"
#include "harness/bench.h"

enum {
    TILES_GROUP_SIZE = 256, /* of the contenders; the published ones have their own */
    TILES_CONTROL_WORDS = 128,
    TILES_COUNT_WORD = 0,      /* of control: tiles written; subdivision.glsl */
                               /* words 0..31 of control are counters, as many as a variant wants */
    TILES_ARGUMENTS_WORD = 32, /* from here on: arguments of indirect dispatches */
};

/* Shared by all variants of a workload. */
struct tiles_buffers {
    struct gpu_buffer *pyramid, *varying;
    struct gpu_buffer *keys, *importances, *thresholds; /* of the tiles: 4^TOP words each */
    struct gpu_buffer *digest;
    struct gpu_kernel *digest_kernel;
    struct gpu_commands *digest_commands;
};

/* Push constants of every kernel: Push in subdivision.glsl. */
struct tiles_push {
    uint32_t base; /* bits of the threshold of level 0 */
    uint32_t falloff;
    uint32_t parameter[2];
};

/* State of a case. */
struct tiles_case {
    struct declared_list *steps; /* of a variant that is one; else NULL */
    struct declared_list *pyramid_steps;
    struct gpu_buffer *control;
    struct gpu_buffer *arguments;  /* what the arguments in control start from; per_level_lean */
    struct gpu_buffer *queues[2];  /* nodes of one level; likewise */
    struct gpu_kernel *kernel;     /* likewise */
    struct gpu_image *image;       /* the pyramid, in place of the buffer; NULL: the buffer */
    struct gpu_sampler *sampler;   /* of the image */
    struct gpu_commands *commands; /* of a HOST_DRIVEN variant */
    struct pyramid pyramid;        /* input of a CPU variant */
    struct tile_list list;         /* output of a CPU variant */
};

/* How the tiles are found, from a ready pyramid: by the row's list of steps, or by C. */
extern const struct bench_method tiles_listed, tiles_per_level_lean, tiles_host_loop,
    tiles_recursion;
extern const struct technique_steps tiles_steps[];

/* Methods that surround them in the bench `average`: each map's method, one after the other. */
extern const struct bench_method tiles_average_method;

/* Traits of a variant: bench_variant.data. NULL: all of them are 0. */
struct tiles_traits {
    bool ordered;        /* the tiles come in Morton order */
    bool builds_pyramid; /* record() builds the pyramid itself */
    bool appended;       /* each tile by an atomic of its own, to one counter. Nodes have other
                            counters, which may be served side by side with that */
    bool has_ticket;     /* two words of control behind the count, 0 between executions */
};

/* The work callback: the least that any method must do. */
void tiles_work(const struct bench_case *c, struct bench_work *work);

/* The upload callbacks, of one map and of the bench `average`. */
bool tiles_upload(struct bench_workload *workload);
bool tiles_average_upload(struct bench_workload *workload);

/* A list of technique.json at work; NULL after trouble. */
struct declared_list *tiles_steps_create(struct bench_case *c, const char *list);

/* Begins a set-up on the device: the tiles as outputs, control, and the image of the axis `source`.
 * With `queue_entries` > 0 it adds two lists of that many nodes. */
void tiles_setup_begin(struct bench_case *c, uint64_t queue_entries);

/* A dispatch with bindings 0..5 and the push constants in place: *push must outlive its
 * recording. */
struct gpu_dispatch tiles_dispatch(const struct bench_case *c, struct gpu_kernel *kernel,
                                   struct tiles_push *push);

/* Sets groups for `count` groups, split over x and y at the device's limit (index = y * groups[0] +
 * x). */
void tiles_groups(const struct bench_case *c, uint64_t count, uint32_t groups[3]);

/* The device's limit of groups in one dimension. */
uint32_t tiles_group_limit(const struct bench_case *c, int dimension);

static inline struct tiles_case *tiles_state(const struct bench_case *c)
{
    return c->state;
}

static inline const struct tiles_workload *tiles_input(const struct bench_case *c)
{
    return c->workload->state;
}

static inline struct tiles_traits tiles_traits(const struct bench_case *c)
{
    const struct tiles_traits *traits = c->variant->data;
    return traits ? *traits : (struct tiles_traits){ .ordered = false };
}

#endif
