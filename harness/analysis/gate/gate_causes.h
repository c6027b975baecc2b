/* SPDX-License-Identifier: MIT */
/* gate_causes.h: rows that fail, by the kernels that they have in common. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_CAUSES_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_CAUSES_H

#include "harness/analysis/gate/gate_rows.h"

struct gate_cause {
    const char *kernel; /* that all of the rows have; NULL: those that share none with another */
    bool changed;       /* its SPIR-V differs between the sides */
    const struct gate_row **rows;
    size_t count;
};

/*
 * The fewest kernels that the rows which are slower or failed have in common, one after the other
 * that of most of the rows that are left: kernels whose SPIR-V is another one before those that are
 * the same, since these are what can be the cause. Every failing row is in one of them. Memory is
 * that of the arena. False when it runs out.
 */
bool gate_causes_find(const struct gate_rows *rows, const struct run *old, const struct run *new,
                      struct arena *arena, struct gate_cause **causes, size_t *count);

/* True of a verdict that fails by itself. */
bool gate_row_fails(const struct gate_row *row);

#endif
