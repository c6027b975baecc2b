/* SPDX-License-Identifier: MIT */
/* list_as.h: `list --kernels --as REGEX`: the pipelines of cases, with their constants. */
#ifndef CLAIMCHECK_HARNESS_CLI_PROFILING_LIST_AS_H
#define CLAIMCHECK_HARNESS_CLI_PROFILING_LIST_AS_H

#include "harness/cli/profiling/list_kernels.h"
#include "harness/engine/plan/plan.h"

struct list_as {
    struct plan plan; /* the cases of kind GPU and HOST_DRIVEN that the expression matches */
    struct list_as_case *cases;
    size_t count;
    struct list_as_input *input; /* of the case before, on the worker's device */
};

/* Plans the cases of the profile `full` that match. False with a message; then and after use it is
 * to be finished. */
bool list_as_init(struct list_as *as, const struct technique *const *techniques,
                  const char *expression);
void list_as_finish(struct list_as *as);

/* Makes the worker of the cases; its entries are `name`, `kernels`, `status` and `reason`. Since
 * nothing is run, a set-up that waits for an answer of the device ends early: its entry has the
 * kernels made until then, and the reason. */
struct kernel_worker list_as_worker(const struct list_as *as);

/*
 * Takes the entries of cases over and gives their kernels, each once: its `name` is followed by its
 * constants, and `case` is the first that has it. *cases is what is left of the entries: `kernels`
 * are names there. *failed counts cases that are neither ok nor unsupported.
 */
json_t *list_as_kernels(json_t *entries, json_t **cases, size_t *failed);

#endif
