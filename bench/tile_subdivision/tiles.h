/* SPDX-License-Identifier: MIT */
/* tiles.h: the folder's parts, for each other and for tests. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_TILES_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_TILES_H

#include "bench/declared/declared.h"
#include "bench/tile_subdivision/answer.h"
#include "harness/bench.h"

/* Technique ------------------------------------------------------------------------------------ */
/*
 * Adaptive tile subdivision: a pass per level, or per subtree?
 * Source: Y. Tokuyoshi, An Implementation of Adaptive Tile Subdivision on the GPU, 2014.
 */

extern const struct technique tiles_technique;

/* Workload ------------------------------------------------------------------------------------- */
/* Input of the tile subdivision benches, and the reference's answer to it. */

struct tiles_workload {
    struct pyramid pyramid;
    struct threshold threshold;
    struct tile_list tiles; /* the reference's, in Morton order */
    struct reference_counts counts;
    struct tile_digest digest;
    /* For verify: tile_at[tiles_tile_first_pixel(key)] is the index + 1 of the reference's tile
     * that starts there, or 0. */
    uint32_t *tile_at;
    struct tiles_buffers *buffers; /* device part, set by upload() */
    char tie[64];                  /* where an importance equals its threshold, for people */
    char place[32]; /* before what is wrong: "direction 3 of 16: "; empty for a single map */
};

enum { TILES_DIRECTIONS = 16 };

/* Workload of the bench `average`: maps of one mesh, each with a struct tiles_workload as state. */
struct tiles_average_workload {
    struct bench_workload maps[TILES_DIRECTIONS];
};

/*
 * Axes of the benches: map, top, threshold, falloff; and the options --map FILE and --mesh FILE. A
 * picture's own size decides its top: use pyramid.top, not the axis.
 */
extern const struct bench_axis tiles_axes[], tiles_average_axes[];
extern const struct bench_option tiles_options[];

/*
 * The workload callback of struct bench. Every map has an exact tie (importance = threshold, which
 * must be subdivided; see tiles_threshold_plant_tie()), except one that is a single tile as a
 * whole, as uniform_low is by definition. "own" is for a picture or a mesh the threshold that gives
 * about 4^top / 100 tiles. All arrays are in memory of the workload: nothing to finish.
 */
bool tiles_workload(struct bench_workload *workload);

/* Makes a list without tiles, in memory of the context. */
bool tiles_list_create(struct context *context, struct tile_list *list, size_t capacity);

/* Its last part: the reference's answer, once pyramid and threshold are in place. */
bool tiles_workload_answer(struct bench_workload *workload);

/* Loads the bench `average`: the threshold that suits the first map serves all of them. */
bool tiles_average_load(struct bench_workload *workload);

/* The picture callback: left the map (brightness = importance), right the map with its tiles
 * (Figure 2). */
bool tiles_picture(struct bench_workload *workload, struct image *image);

/*
 * Compares a list with the reference's as sets: every record exactly (level, x, y, importance bits,
 * threshold bits), none lost, none twice; with `ordered` the order too. A count beyond the list's
 * capacity is an overflow and a difference. The first difference is a context_mismatch() (what was
 * wanted, what came).
 */
bool tiles_verify(struct context *context, const struct tiles_workload *workload,
                  const struct tile_list *tiles, bool ordered);

/* Device --------------------------------------------------------------------------------------- */
/* The methods of tile_subdivision, and what they share on the device. */

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
    union {
        struct declared_list *steps;      /* of a variant that is one; else NULL */
        struct declared_process *process; /* of a program */
    };
    struct declared_list *pyramid_steps;
    struct gpu_buffer *control;
    struct gpu_buffer *arguments;  /* what the arguments in control start from; per_level_lean */
    struct gpu_buffer *queues[2];  /* nodes of one level; likewise */
    struct gpu_kernel *kernel;     /* likewise */
    struct gpu_image *image;       /* the pyramid, in place of the buffer; NULL: the buffer */
    struct gpu_sampler *sampler;   /* of the image */
    struct gpu_commands *commands; /* of a HOST_DRIVEN variant */
    struct tile_list list;         /* output of a CPU variant */
    uint32_t count;                /* of a program's tiles, as it says */
};

/* How the tiles are found, from a ready pyramid: by the row's list of steps, or by C. */
extern const struct bench_method tiles_listed, tiles_per_level_lean, tiles_host_loop,
    tiles_recursion, tiles_program;
extern const struct technique_steps tiles_steps[];

/* Methods that surround them: in the bench build_and_subdivide, the pyramid is built before; in
 * `average`, each map's method runs, one after the other. */
extern const struct bench_method tiles_build, tiles_average_method;

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

/* Begins a set-up on the device: the tiles as outputs, control, and the image of the axis `source`.
 * With `queue_entries` > 0 it adds two lists of that many nodes. */
void tiles_setup_begin(struct bench_case *c, uint64_t queue_entries);

/* A dispatch with bindings 0..5 and the push constants in place: *push must outlive its
 * recording. */
struct gpu_dispatch tiles_dispatch(const struct bench_case *c, struct gpu_kernel *kernel,
                                   struct tiles_push *push);

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

/* Check ---------------------------------------------------------------------------------------- */
/* Whether a case's tiles are the reference's. */

/*
 * The check callback. FULL: every record on the host, and the digest on the device; where the
 * pyramid is an image, every texel, too. QUICK: count, area and hashes on the device (CPU variants:
 * FULL again).
 */
bool tiles_check(struct bench_case *c, enum bench_check check);

#endif
