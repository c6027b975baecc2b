/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"

#include <stdio.h>

/* Twins are cases with kernels of the user's, which may do what no shipped one does. */

/* True where case i has a file's kernel, and its original, the case before it, ran. In an attempt
 * after a lost device the case before it may be of another variant. */
static bool original_ran(const struct sampler_group *group, size_t i)
{
    const struct plan_case *c = &group->plan->cases[i];
    return c->files && i > 0 && c[-1].variant == c->variant && !c[-1].files &&
           (group->sampling[i - 1] ||
            (group->live[i - 1] && group->outcome->results[i - 1].c.status == BENCH_VERIFIED));
}

bool sampler_twins_idle(const struct sampler_group *group, size_t i)
{
    return original_ran(group, i) &&
           !kernel_files_asked(group->plan->cases[i].files, group->live[i - 1]->c.context.scope);
}

/* In front of what else was wrong. */
static void blame(struct result *result, const char *buffer)
{
    char before[RESULT_REASON_BYTES] = "";
    if (result->c.status == BENCH_FAILED_VERIFY) {
        snprintf(before, sizeof(before), "%s", result->reason);
        result->c.status = BENCH_OK;
    }
    case_fail(result, BENCH_FAILED_VERIFY, "wrote its input, buffer %s%s%.200s", buffer,
              before[0] ? "; " : "", before);
}

void sampler_twins_checked(struct sampler_group *group, size_t i)
{
    struct result *result = &group->outcome->results[i];
    if (result->c.status == BENCH_FAILED_VERIFY)
        gpu_scope_mend_guards(group->workload->context.scope);
    if (!group->plan->cases[i].files) {
        inputs_learn(group->inputs);
        return;
    }
    /* Where the original ran, what it wrote is known; else what it declares. */
    if (!original_ran(group, i))
        inputs_learn_declared(group->inputs);
    const char *buffer = inputs_restore(group->inputs);
    if (!buffer)
        return;
    blame(result, buffer);
    group->sampling[i] = false;
}

bool sampler_inputs_spoilt(struct sampler_group *group)
{
    const size_t count = group->plan->case_count;
    const char *buffer = inputs_restore(group->inputs);
    const bool restored = buffer;
    for (size_t i = 0; i < count && !buffer; i++)
        buffer = group->live[i] ? case_spoilt(group->live[i]) : NULL;
    for (size_t i = 0; buffer && i < count; i++) {
        struct result *result = &group->outcome->results[i];
        if (!group->live[i])
            continue;
        if (group->plan->cases[i].files) {
            blame(result, buffer);
            continue;
        }
        if (restored && result->c.sample_count == 0 && result->c.status == BENCH_OK)
            continue;
        if (result->c.status == BENCH_FAILED_VERIFY) /* since its input was wrong */
            result->c.status = BENCH_OK;
        if (!restored && case_spoilt(group->live[i]))
            case_fail(result, BENCH_FAILED_VERIFY,
                      "its input, buffer %s, was written between samples, by its kernels or those "
                      "of another variant that do not declare it readonly: let each write to its "
                      "own buffers alone",
                      buffer);
        else
            case_fail(result, BENCH_SKIPPED,
                      "its input, buffer %s, was written in between by kernels of another variant",
                      buffer);
    }
    for (size_t i = 0; buffer && i < count; i++)
        if (group->live[i] && group->outcome->results[i].c.status != BENCH_OK)
            sampler_group_drop(group, i);
    return buffer;
}
