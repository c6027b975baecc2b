/* SPDX-License-Identifier: MIT */
/* ceilings.h: the folder's parts, for each other and for tests. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_CEILINGS_H
#define CLAIMCHECK_BENCH_CEILINGS_CEILINGS_H

#include "bench/common/variant.h"
#include "harness/bench.h"
#include "harness/engine/gpu/gpu.h"

#include <stdint.h>

/* Technique ------------------------------------------------------------------------------------ */
/* Ceilings, what a device can do at all: bandwidth, arithmetic, atomics, latency,
 * launches, lookups of texels, draws; bandwidth and arithmetic of its host. */

extern const struct technique ceilings_technique;

extern const struct bench ceilings_bandwidth, ceilings_arithmetic, ceilings_atomics,
    ceilings_latency, ceilings_launch, ceilings_texture, ceilings_draw, ceilings_host_bandwidth,
    ceilings_host_arithmetic;

/* A row of a table of variants, with what it has besides. */
#define CEILING_VARIANT(name_, kind_, ceiling_, summary_, ...)                                     \
    VARIANT(name_, kind_, summary_, "contender", .ceiling = BENCH_CEILING_##ceiling_, __VA_ARGS__)

/* Amount --------------------------------------------------------------------------------------- */
/* How much of it is done in one execution, so that it is long beside a launch. */

/* The one of three amounts for the kind of device that a scope was made for: a GPU of its own, one
 * that shares the host's memory, a rasteriser on the CPU. */
uint32_t ceilings_amount_for(const struct gpu_scope *scope, uint32_t discrete, uint32_t integrated,
                             uint32_t software);

/* Why the device cannot, or need not, have so many sets of that size; NULL when it can. A tenth of
 * the memory is left to others. */
const char *ceilings_refusal(const struct gpu_scope *scope, uint64_t bytes, uint32_t sets);

/* Visits --------------------------------------------------------------------------------------- */
/* How work-groups pass over a set, again and again: as kernels/ceilings/visits.glsl. */

/* Push constants: visits.glsl. */
struct ceilings_push {
    uint32_t shift; /* log2 of the set's blocks, rounded up */
    uint32_t each;  /* visits of a group */
    uint32_t seed;
};

struct ceilings_visits {
    uint32_t groups[3];
    uint32_t passes;   /* over the set, whole ones */
    uint32_t constant; /* BLOCKS of visits.glsl: the set's, 0 where they are a power of two */
    struct ceilings_push push;
};

/* So many visits, whole passes over a set of `bytes` in `blocks`: a power of two, or a multiple of
 * 64. Where the set lies in a cache, groups that make many visits are the fastest; where it does
 * not, few, so that those that run together span less than the set. */
struct ceilings_visits ceilings_visits_plan(uint64_t visits, uint64_t blocks, uint64_t bytes);

/* Bandwidth ------------------------------------------------------------------------------------ */
/* Shared by the files of ceilings.bandwidth and ceilings.host_bandwidth. */

enum {
    BANDWIDTH_VECTOR_BYTES = 16,
    BANDWIDTH_BLOCK_BYTES = 8192, /* of a visit: visits.glsl */
};

enum bandwidth_kind { BANDWIDTH_COPY, BANDWIDTH_READ, BANDWIDTH_WRITE };

/* Shared by the variants: two halves that are only read, two that are only written. */
struct bandwidth_buffers {
    struct gpu_buffer *source[2], *destination[2];
    struct gpu_buffer *verdict;
    struct gpu_kernel *verify_kernel;
    struct gpu_commands *verify_commands;
};

struct bandwidth_workload {
    uint64_t bytes; /* of the set: a power of two, or a multiple of 2 MiB */
    uint32_t seed;
    uint32_t sum[4];                   /* of all vectors of the set */
    struct bandwidth_buffers *buffers; /* NULL: the device is refused a set of that size */
};

/* The parameters of a variant: bench_variant.data. */
struct bandwidth_variant {
    enum bandwidth_kind kind;
    const struct gpu_shader *shader;
};

struct bandwidth_case {
    const struct bandwidth_workload *workload;
    enum bandwidth_kind kind;
    struct gpu_kernel *kernel;
    struct gpu_buffer *tallies; /* a vector per group */
    uint32_t visits;
    struct ceilings_visits plan;
};

/* The axis `bytes`; ends with a NULL name. */
extern const struct bench_axis ceilings_bandwidth_axes[];

/* The work of passing over so many bytes. */
struct bench_work ceilings_bandwidth_work(enum bandwidth_kind kind, double bytes);

/* Host ----------------------------------------------------------------------------------------- */
/* Shared by ceilings.host_bandwidth and ceilings.host_arithmetic; variants on their own, so that
 * tests can plant others: bench_variant.data of the latter is its loops. */

struct ceilings_host_loops;

/* bench_variant.data of ceilings.host_bandwidth. */
struct ceilings_host_bandwidth_variant {
    enum bandwidth_kind kind;
    const struct ceilings_host_loops *loops; /* NULL: the widest that the host has */
};

/* Variants ------------------------------------------------------------------------------------- */
/* The data of variants, bench_variant.data; for tests that plant others. */

struct arithmetic_variant {
    const struct gpu_shader *shader;
    double operations; /* per thread and step */
};

struct atomics_variant {
    const struct gpu_shader *shader;
    uint32_t words;    /* of the table; 0: as many as the axis `lanes` leaves */
    uint32_t steps[3]; /* per thread: ceilings_amount_for() */
    bool shared;       /* every group counts for itself, then adds */
    bool by_pattern;   /* the kernel is told who shares a word, and what becomes of old values */
    bool scattered;    /* that it scatters them */
    enum bench_atomics pattern; /* what that is; of `shared` and `lanes` without a meaning */
};

struct draw_variant {
    const struct gpu_shader *vertex;
    bool fills; /* every triangle fills the target; else those that cover a pixel have one each */
};

/* The kinds of step, of which 128 are timed. All but those of LAUNCH_DISPATCH wait for the one
 * before. */
enum launch_step { LAUNCH_DISPATCH, LAUNCH_DEPENDENT, LAUNCH_INDIRECT, LAUNCH_FILL, LAUNCH_COPY };

/* The meaning of an output word: a mark of its index; a step on from the word before; that word
 * itself; the result of the rounds over all words. */
enum launch_word { LAUNCH_MARK, LAUNCH_AFTER, LAUNCH_SAME, LAUNCH_ROUNDS };

struct launch_variant {
    enum launch_step step;           /* of a variant that has steps */
    const struct gpu_shader *shader; /* NULL: none */
    uint32_t first, count;           /* words of the output that it writes */
    enum launch_word word;
    uint32_t rounds;
};

struct texture_variant {
    enum gpu_format format;
    const struct gpu_shader *shader;
};

#endif
