/* SPDX-License-Identifier: MIT */
/*
 * run.h: one variant of bound-and-split at work, for a bench as for inspect; what variants share,
 * and the contract of one.
 */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_RUN_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_RUN_H

#include "bench/common/scan.h"
#include "bench/reyes_subdivision/device.h"

/* What one execution did, besides what it drew. */
struct reyes_outcome {
    uint64_t n_out, splits, culled_frustum, culled_depth, bounds;
    uint64_t iterations;   /* passes over a batch, or launches */
    uint64_t host_returns; /* times that the host waited and read counters */
    uint64_t peak_ranges;  /* the most held at once, drawn ones not counted */
    double balance; /* bounds of the busiest group over their mean; 0 where it says nothing */
};

/* What a variant can be told; others ignore it. */
struct reyes_params {
    uint32_t batch;      /* p of BOUNDED */
    uint32_t groups;     /* of LOCAL */
    uint32_t group_size; /* of LOCAL */
    uint32_t output;     /* room of one launch of local_host, ranges; UINT32_MAX: all fits */
    bool noninterleaved; /* of BREADTH: where children go */
    bool levels;         /* counts per depth are wanted: only outside of what is timed */
};

/*
 * The owner sets the first part, then calls variant->setup, once; then variant->record, drive or
 * compute, and variant->gather, as often as it likes. Buffers and kernels belong to the scope.
 */
struct reyes_run {
    const struct reyes_workload *workload;
    const struct reyes_variant *variant;
    struct reyes_params params;
    struct gpu_scope *scope; /* NULL for a CPU variant */
    void *owner;
    void *(*allocate)(void *owner, size_t bytes);
    void (*begin)(struct reyes_run *run);  /* of a submission of drive: restarts run->commands */
    bool (*submit)(struct reyes_run *run); /* and waits */

    /* Why a call returned false; empty when the device did. */
    char message[256];
    bool unsupported;

    struct reyes_outcome outcome;
    struct range_list drawn; /* of a CPU variant: count is what it drew */
    uint32_t batch;          /* p; UINT32_MAX for BREADTH */
    uint32_t iterations_recorded, seed_levels;
    uint32_t stride; /* of totals */
    bool scanned;
    uint64_t report_bytes; /* what the buffers would take in the report's layout */
    struct gpu_buffer *control, *control_start;
    struct gpu_buffer *ranges[2]; /* of BREADTH; of BOUNDED the stack, and the pad */
    struct gpu_buffer *codes, *totals;
    struct gpu_buffer *splitting[2], *splitting_counts[2]; /* of bounded_fused, in turns */
    struct gpu_buffer *saves, *saved;                      /* of LOCAL */
    struct scan_spine spine;
    struct gpu_kernel *bound, *split, *append, *local;
    struct gpu_commands *commands; /* of a HOST_DRIVEN variant, and for set-up */
};

/* One answer to the question. Functions return false with run->message, or when the device failed.
 */
struct reyes_variant {
    bool (*setup)(struct reyes_run *run);
    void (*record)(struct reyes_run *run, struct gpu_commands *commands);
    bool (*drive)(struct reyes_run *run);
    bool (*compute)(struct reyes_run *run);
    bool (*gather)(struct reyes_run *run); /* fills in outcome after an execution on a device */
    uint32_t (*chain)(const struct reyes_run *run); /* dependent steps that were needed */
    bool local;                                     /* LOCAL, or the CPU's: no iterations */
    bool bounded;                                   /* peak_ranges must be below N + p k */
};

extern const struct reyes_variant reyes_breadth_host, reyes_bounded_host, reyes_local_host,
    reyes_breadth, reyes_bounded, reyes_local, reyes_local_shared, reyes_local_seeded,
    reyes_breadth_append, reyes_bounded_fused, reyes_recursion;

/* Compares what an execution did with what must be; after gather(). */
bool reyes_outcome_check(struct reyes_run *run);

/* Reads back what an execution drew, unsorted; malloc'ed, the caller frees it. NULL on failure. */
struct range *reyes_read_drawn(struct reyes_run *run, size_t *count);

/* Shared by variants --------------------------------------------------------------------------- */

/* A storage buffer with room for at least one item. */
struct gpu_buffer *reyes_buffer(struct reyes_run *run, const char *name, uint64_t count,
                                uint64_t item_bytes, const void *data);

/* A kernel with `count` constants. */
struct gpu_kernel *reyes_kernel(struct reyes_run *run, const struct gpu_shader *shader,
                                const uint32_t *constants, uint32_t count);

/* control, and what it starts from: slot 0 is a batch of the last `batch` patches for groups of
 * `group_size`. */
void reyes_control_create(struct reyes_run *run, uint32_t group_size);

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
bool reyes_too_many_iterations(struct reyes_run *run);

/* A dispatch with bindings 0..3 in place, a group. */
struct gpu_dispatch reyes_dispatch(const struct reyes_run *run, struct gpu_kernel *kernel,
                                   const void *push, uint32_t push_bytes);

/* Makes it indirect, from the groups of a slot. */
void reyes_dispatch_slot(const struct reyes_run *run, struct gpu_dispatch *dispatch, uint32_t slot);

/* Groups for `count` threads, split over x and y at the device's limit. */
void reyes_groups(const struct reyes_run *run, uint64_t count, uint32_t group_size,
                  uint32_t groups[3]);

/* The device's limit of groups in x. */
uint32_t reyes_group_limit(const struct reyes_run *run);

/* Words of control; false on failure. */
bool reyes_control_read(struct reyes_run *run, uint32_t control[REYES_CONTROL_WORDS]);

/* Sets n_out, splits, culls and bounds of the outcome; false, with a mismatch, on an overflow. */
bool reyes_outcome_counts(struct reyes_run *run, const uint32_t *control, uint64_t bounds,
                          uint64_t splits, uint64_t n_out);

/* append.comp, for breadth_append and the first levels of local_seeded. */
void reyes_append_setup(struct reyes_run *run, uint64_t ranges_max);
void reyes_append_record(struct reyes_run *run, struct gpu_commands *commands, uint32_t levels);

/* After all that came before, before all that comes. */
static inline void reyes_barrier(struct gpu_commands *commands)
{
    gpu_commands_barrier(commands, GPU_COMPUTE | GPU_INDIRECT, GPU_COMPUTE | GPU_INDIRECT);
}

/* Why a run ends: a wrong result, or what the device or input rules out. Both return false. */
bool reyes_mismatch(struct reyes_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool reyes_unsupported(struct reyes_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
