/* SPDX-License-Identifier: MIT */
/*
 * traced.h: what GPU methods have in common that put discs in order, make an index of that, and
 * trace each ray through it by a thread: `grid` and `bvh`. Their states begin with a struct
 * detp_traced; the axis is `part`, what is timed.
 */
#ifndef CLAIMCHECK_BENCH_DETP_TRACED_H
#define CLAIMCHECK_BENCH_DETP_TRACED_H

#include "bench/detp/detp.h"
#include "bench/detp/order.h"

enum { DETP_TRACED_PUSH_BYTES = 80 };

struct detp_traced {
    struct detp_output output;
    bool builds, traces;       /* of what is timed */
    struct detp_orders orders; /* the discs; then the rays */
    struct gpu_buffer *nodes;  /* of the index, or the orders' starts where it has no more */
    struct gpu_kernel *trace, *count;
    struct gpu_buffer *tests;      /* of each group, when tests are counted */
    struct gpu_commands *commands; /* of what is not timed */
    unsigned char push[DETP_TRACED_PUSH_BYTES];
    uint32_t push_bytes;
    /* Work on the sorted discs: recorded, declared; NULL: nothing. Barriers before and after are
     * the caller's. */
    void (*nodes_record)(const struct bench_case *c, struct gpu_commands *commands);
    void (*nodes_work)(const struct bench_case *c, struct bench_work *work);
};

/* The largest coordinate of rays and centres; the longest side of their box, more than 0. */
float detp_traced_magnitude(const struct detp_input *input);
float detp_traced_extent(const struct detp_input *input);

/* First of a setup(): output, parts, and the orders but for how discs are ordered: cells, scale and
 * `by` of order[0] are the caller's, who then creates the orders. */
bool detp_traced_begin(struct bench_case *c);

/* Last of a setup(), with nodes, push and what makes nodes in place: kernels, and, for the part
 * `trace`, the index. The kernel's bindings: rays, discs in order, nodes, sums, tests; constants:
 * group size, and 1 where tests are counted and sums left alone. The second, which adds pairs of
 * words, is for devices that can. */
bool detp_traced_end(struct bench_case *c, const struct gpu_shader *trace,
                     const struct gpu_shader *trace_pairs);

/* Functions for struct bench_method. check() counts the tests once, in an execution of its own. */
void detp_traced_record(struct bench_case *c, struct gpu_commands *commands);
bool detp_traced_check(struct bench_case *c, enum bench_check check);
void detp_traced_work(const struct bench_case *c, struct bench_work *work);

#endif
