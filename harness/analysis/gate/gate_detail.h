/* SPDX-License-Identifier: MIT */
/* gate_detail.h: what stands behind a row that is slower: the pass that has grown, and what the
 * driver made of the kernels. Pure: rows, runs and two traces in. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_DETAIL_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_DETAIL_H

#include "harness/analysis/gate/gate_rows.h"
#include "harness/analysis/gate/trace_pair.h"

/* What may differ; NAN: the driver does not say. */
struct gate_detail_facts {
    double registers;   /* of a thread */
    double spills;      /* as the driver counts them */
    double local_bytes; /* of a thread in memory: arrays, and what is spilled on NVIDIA */
};

/* A kernel of both sides of which one of these differs. */
struct gate_detail_kernel {
    const char *name;
    struct gate_detail_facts old, new;
};

struct gate_detail {
    const struct gate_row *row;
    const struct trace_pair_case *timeline; /* NULL: there is none of both sides */
    const struct trace_pair_pass *grown;    /* most, of that; NULL: none has */
    struct gate_detail_kernel *kernels;
    size_t kernel_count;
};

/*
 * Of each row that is slower, in their order; `old` and `new` are the runs that the rows are of,
 * `traces` timelines of the same cases, NULL where there are none, which outlive the details.
 * Memory is that of the arena. False when it runs out.
 */
bool gate_details_find(const struct gate_rows *rows, const struct run *old, const struct run *new,
                       const struct trace_pair *traces, struct arena *arena,
                       struct gate_detail **details, size_t *count);

/* True of a row that they are wanted of. */
bool gate_detail_wants(const struct gate_row *row);

#endif
