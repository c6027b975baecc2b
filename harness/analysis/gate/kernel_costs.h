/* SPDX-License-Identifier: MIT */
/* kernel_costs.h: what a driver says that kernels cost, now and before: registers, spills, scratch
 * or local memory, instructions. It has no noise: the same SPIR-V, driver and chip give the same.
 * Pure. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_KERNEL_COSTS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_KERNEL_COSTS_H

#include <jansson.h>
#include <stdbool.h>

/*
 * Of two documents of `claimcheck list --kernels --json`, a new reference:
 *
 *   {"same": N, "more": N, "fewer": N, "lost": N, "gone": N, "new": N, "changes": [
 *      {"change": "more"|"fewer", "kernel": .., "executable": .., "statistic": .., "from": ..,
 *       "to": ..},
 *      {"change": "lost"|"gone"|"new", "kernel": .., "reason": ..}, ...]}
 *
 * Numbers count kernels, each once: one with a statistic that is more is `more`, whatever else is
 * fewer; `lost` is what was compiled before, and is not now. `gone` are looked for where `whole`
 * says that `after` has all kernels. Entries that stand in for others are left out.
 */
json_t *kernel_costs_compare(const json_t *before, const json_t *after, bool whole);

/* The entry of such a list of statistics that has the executable and the name of `wanted`; NULL. */
const json_t *kernel_costs_like(const json_t *statistics, const json_t *wanted);

/* Compares chip and driver, where both are known; only equal ones are comparable. */
bool kernel_costs_comparable(const json_t *before, const json_t *after);

/* True where the gate fails: something is more, or lost. */
bool kernel_costs_fail(const json_t *compared);

/* How many kernels were held against what they were. */
json_int_t kernel_costs_held(const json_t *compared);

#endif
