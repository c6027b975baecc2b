/* SPDX-License-Identifier: MIT */
/* run.h: one variant of bound-and-split at work: the state of its case, and what variants share. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_RUN_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_RUN_H

#include "bench/common/device.h"
#include "bench/common/scan.h"
#include "bench/common/variant.h"
#include "bench/reyes_subdivision/device.h"

/* The outcome of one execution, besides its drawing. */
struct reyes_outcome {
    uint64_t n_out, splits, culled_frustum, culled_depth, bounds;
    uint64_t iterations;     /* passes over a batch, or launches */
    uint64_t host_returns;   /* times that the host waited and read counters */
    uint64_t peak_ranges;    /* the most held at once, drawn ones not counted */
    uint64_t spilled_ranges; /* of local_spill: written to global memory */
    double balance; /* bounds of the busiest group over their mean; 0 where it says nothing */
};

/* How the report calls it, as far as checks and pictures must know: data of a variant. */
struct reyes_scheme {
    bool (*gather)(struct bench_case *c); /* fills in outcome after an execution on a device */
    bool bounded;                         /* peak_ranges must be below N + p k */
    bool local;                           /* LOCAL: no iterations */
    bool counted;                         /* drive() leaves n_out in outcome */
};

/* State of a case. Values of axes that the variant lacks are those of their comments. */
struct reyes_run {
    struct declared_process *process; /* of a program; NULL */
    const struct reyes_workload *workload;
    const struct reyes_scheme *scheme;
    uint32_t batch;              /* p of BOUNDED; UINT32_MAX */
    uint32_t groups, group_size; /* of LOCAL; 0. 0 groups: the device does not say how many */
    uint32_t output;             /* room of one launch of local_host, ranges; UINT32_MAX: for all */
    uint32_t held;               /* of local_spill: ranges of a stack in shared memory */
    bool noninterleaved;         /* of BREADTH: where children go; false */
    bool levels;                 /* counts per depth are wanted: only where nothing is timed */
    uint32_t group_limit;        /* the device's, in x */

    struct reyes_outcome outcome;
    struct range_list drawn;      /* of a program: count is what it drew */
    uint32_t *counts;             /* of a program: the first words of control */
    uint32_t iterations_recorded; /* of those without the host; 0 */
    uint32_t seed_levels;
    struct reyes_view view;         /* that local_subgroup pushes, and local_redistributed */
    uint32_t redistribution_rounds; /* of local_redistributed, before it; 0: there is none */
    uint64_t report_bytes;          /* what the buffers would take in the report's layout */
    uint64_t spill_bytes;           /* those of them that are spill buffers; 0 */
    struct gpu_buffer *control, *control_start;
    struct gpu_buffer *ranges[2]; /* of BREADTH; of BOUNDED the stack, and the pad */
    struct gpu_buffer *codes;
    struct scan_spine spine;     /* over the sums of groups; with a kernel where these are many */
    struct gpu_buffer *flags[2]; /* of breadth_scans and bounded_scans: split, drawn; their sums */
    struct gpu_buffer *splitting[2], *splitting_counts[2]; /* of bounded_fused, in turns */
    struct gpu_buffer *saves, *saved; /* of LOCAL; of local_spill what is spilled */
    struct gpu_kernel *bound, *split, *append, *local, *local_listed, *scan_flags, *add_sums;
    struct gpu_commands *commands; /* of a HOST_DRIVEN variant, and for set-up */
};

/* Passes of a frame behind its run: dice, shade and sample. */
struct reyes_pipeline {
    uint32_t dice;                       /* micropolygons per side of a range */
    struct gpu_buffer *grids;            /* corners of micropolygons, eye space */
    struct gpu_buffer *shades;           /* their colours */
    struct gpu_buffer *depths, *picture; /* of pixels: struct frame in reyes.h */
    struct gpu_kernel *diced, *shade, *sample[2];
};

static inline struct reyes_run *reyes_run(const struct bench_case *c)
{
    return c->state;
}

extern const struct bench_method reyes_breadth_scans, reyes_bounded_scans, reyes_breadth_host,
    reyes_bounded_host, reyes_local_host, reyes_breadth, reyes_bounded, reyes_local,
    reyes_local_shared, reyes_local_spill, reyes_local_seeded, reyes_local_subgroup,
    reyes_local_redistributed, reyes_breadth_append, reyes_bounded_fused, reyes_program;

extern const struct technique_steps reyes_steps[]; /* programs alone */

extern const struct reyes_scheme reyes_scheme_breadth_scans, reyes_scheme_bounded_scans,
    reyes_scheme_breadth, reyes_scheme_bounded, reyes_scheme_local, reyes_scheme_local_subgroup,
    reyes_scheme_append, reyes_scheme_program;

/* A row of a table of variants; axes and values may be NULL. */
#define REYES_VARIANT(name_, scheme_, kind_, summary_, source_, axes_, values_)                    \
    REYES_VARIANT_OF(name_, scheme_, kind_, summary_, source_, axes_, values_,                     \
                     GPU_SUBGROUP_ARITHMETIC)
#define REYES_VARIANT_OF(name_, scheme_, kind_, summary_, source_, axes_, values_, needs_)         \
    VARIANT(#name_, kind_, summary_, source_, .needs = needs_, .axes = axes_, .values = values_,   \
            .method = &reyes_##name_, .data = &reyes_scheme_##scheme_)

/* For struct bench. check and work are of subdivision alone; the other check is for a bench that
 * times more. */
bool reyes_check(struct bench_case *c, enum bench_check check);
bool reyes_check_subdivision(struct bench_case *c, enum bench_check check);
void reyes_work(const struct bench_case *c, struct bench_work *work);

/* Shared by variants --------------------------------------------------------------------------- */

/* The first call of a setup: what the state says of the workload, the axes and the device. */
struct reyes_run *reyes_run_start(struct bench_case *c);

/* N + p k: what the proof has BOUNDED stay below. */
uint64_t reyes_stack_ranges(const struct reyes_run *run);

/* False, with what to do, for a variant of LOCAL that has no groups; and where its `what`, such as
 * "a stack", of so many ranges are more than shared memory has room for. */
bool reyes_groups_known(struct bench_case *c);
bool reyes_groups_fit(struct bench_case *c, const char *what, uint32_t ranges);
/* Of so many ranges in it, and of what else kernels keep there. */
static inline uint32_t reyes_shared_bytes(uint32_t ranges)
{
    return ranges * REYES_RANGE_BYTES + 2048;
}

/* A storage buffer with room for at least one item. */
struct gpu_buffer *reyes_buffer(struct bench_case *c, const char *name, uint64_t count,
                                uint64_t item_bytes, const void *data);

/* control, and what it starts from: slot 0 is a batch of the last `batch` patches for groups of
 * `group_size`. It is an output, and so are the drawn ranges. */
void reyes_control_create(struct bench_case *c, uint32_t group_size);

/* Puts control back to its start; waits with what follows, together with all before. */
void reyes_control_start(const struct reyes_run *run, struct gpu_commands *commands);

/* After REYES_CHUNK iterations: slot 0 takes over from the last one; all others are empty again. */
void reyes_record_next_chunk(const struct reyes_run *run, struct gpu_commands *commands);

/*
 * How many iterations may be recorded or driven: REYES_ITERATIONS_MAX, or fewer where the scene has
 * fewer ranges to bound. The one who needs more ends by too_many_iterations(), which returns false:
 * a wrong result if each iteration had taken a range and all would be done by now, and else for a
 * larger batch.
 */
uint32_t reyes_iterations_max(const struct reyes_run *run);
bool reyes_too_many_iterations(struct bench_case *c);

/*
 * For those that record iterations before they know how many the frame needs: as many as the frame
 * before `needed`, an eighth more, and one; of levels no more than there can be. A frame that needs
 * more is not done then, and reyes_outcome_counts() says so.
 */
void reyes_iterations_record(struct reyes_run *run, uint32_t needed);

/* A dispatch with bindings 0..3 in place, a group. */
struct gpu_dispatch reyes_dispatch(const struct reyes_run *run, struct gpu_kernel *kernel,
                                   const void *push, uint32_t push_bytes);

/* Makes it indirect, from the groups of a slot. */
void reyes_dispatch_slot(const struct reyes_run *run, struct gpu_dispatch *dispatch, uint32_t slot);

/* Groups for `count` threads, split over x and y at the device's limit. */
void reyes_groups(const struct reyes_run *run, uint64_t count, uint32_t group_size,
                  uint32_t groups[3]);

/* REYES_CONTROL_WORDS words, as context_read() has them; NULL on failure. */
const uint32_t *reyes_control_read(struct bench_case *c);

/* Sets n_out, splits, culls and bounds of the outcome; false, with a mismatch, on an overflow, and
 * when ranges wait behind the last recorded iteration. */
bool reyes_outcome_counts(struct bench_case *c, const uint32_t *control, uint64_t bounds,
                          uint64_t splits, uint64_t n_out);

/* The gather of methods that count all in control. */
bool reyes_gather_control(struct bench_case *c);

/* Reads back what an execution drew, for the caller to sort; NULL on failure. */
struct range *reyes_read_drawn(struct bench_case *c, size_t *count);

/* The buffers of ranges of BREADTH and BOUNDED, and report_bytes. Returns how many ranges one
 * iteration has at most; 0, and the case is unsupported, where a stack is larger than can be. */
uint64_t reyes_ranges_create(struct bench_case *c);

/* append.comp, for breadth_append and the first levels of local_seeded. */
void reyes_append_setup(struct bench_case *c, uint64_t ranges_max);
void reyes_append_record(const struct reyes_run *run, struct gpu_commands *commands,
                         uint32_t levels);
/* After all that came before, before all that comes. */
static inline void reyes_barrier(struct gpu_commands *commands)
{
    gpu_commands_barrier(commands, GPU_COMPUTE | GPU_INDIRECT, GPU_COMPUTE | GPU_INDIRECT);
}

#endif
