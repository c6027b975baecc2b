/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool case_look_when(struct live_case *live, const char *when)
{
    struct result *result = live->private.result;
    char reason[RESULT_REASON_BYTES];
    if (case_look(live, BENCH_CHECK_FULL))
        return true;
    if (result->c.status != BENCH_FAILED_VERIFY)
        return false;
    snprintf(reason, sizeof(reason), "%s", result->reason);
    snprintf(result->reason, sizeof(result->reason), "%s: %.*s", when,
             (int)(sizeof(reason) - strlen(when) - 3), reason);
    return false;
}

/* Executes over an input with outputs and buffers as they are, and looks. */
static bool look_over(struct live_case *live, const char *when)
{
    struct case_timing timing;
    return case_execute(live, &timing) && case_look_when(live, when);
}

/* Sets the case up over another input, and executes nothing: what a set-up makes of an input
 * is then of this one. NULL where that failed: the case has ended or is marked by it. */
static struct live_case *over_create(struct live_case *live, const struct bench_workload *workload,
                                     struct result *result)
{
    const struct case_tools none = { 0 };
    *result = (struct result){ .plan = live->private.plan, .variant = live->c.variant };
    struct live_case *over = case_create(live->gpu, live->private.plan, workload, none, result);
    if (over && case_set_up_whole(over)) {
        over->commands = gpu_commands_begin(over->c.context.scope);
        over->stamps_each = live->stamps_each;
        case_record_sample(over);
        return over;
    }
    if (over && result->c.status == BENCH_UNSUPPORTED)
        case_mark(live->private.result, "verified over one input alone: %s", result->reason);
    else
        case_fail(live->private.result, BENCH_ERROR, "no other input to verify it by: %s",
                  over ? result->reason : "it could not be set up over that");
    case_destroy(&over);
    result_finish(result);
    return NULL;
}

/* Records the copies of all scratch of a scope into its like of the same size in another. */
static void carry_scratch(struct gpu_commands *commands, const struct gpu_scope *from,
                          const struct gpu_scope *to)
{
    const size_t count = gpu_scope_buffers(from, NULL, 0);
    OWNED struct gpu_buffer **buffers = need_zeroed(2 * count, sizeof(struct gpu_buffer *));
    struct gpu_buffer **likes = buffers + count;
    gpu_scope_buffers(from, buffers, count);
    const bool alike = gpu_scope_buffers(to, likes, count) == count;
    for (size_t i = 0; i < count && alike; i++)
        if (gpu_buffer_is_scratch(likes[i]) &&
            gpu_buffer_bytes(buffers[i]) == gpu_buffer_bytes(likes[i]))
            gpu_commands_copy(commands, likes[i], 0, buffers[i], 0, gpu_buffer_bytes(likes[i]));
}

/* Leaves in outputs and buffers of a case what is in those of the same case over another input.
 * Images keep what they have. */
static bool carry(const struct live_case *from, struct live_case *to)
{
    struct gpu_commands *commands = gpu_commands_begin(to->c.context.scope);
    context_set_poison(&to->c.context, context_poison(&from->c.context));
    carry_scratch(commands, from->c.context.scope, to->c.context.scope);
    carry_scratch(commands, from->c.workload->context.scope, to->c.workload->context.scope);
    for (size_t i = 0; i < to->private.output_count && i < from->private.output_count; i++) {
        const struct case_output *output = &to->private.outputs[i];
        const struct case_output *like = &from->private.outputs[i];
        if (output->bytes != like->bytes)
            continue;
        if (output->buffer && like->buffer && !gpu_buffer_is_scratch(output->buffer))
            gpu_commands_copy(commands, output->buffer, output->offset, like->buffer, like->offset,
                              output->bytes);
        if (output->memory && like->memory)
            memcpy(output->memory, like->memory, output->bytes);
    }
    gpu_commands_submit(commands);
    return case_still_ok(to);
}

/*
 * Executes over another input, and then over its own with what that left in outputs and buffers;
 * and where the other's answer is known, before it over the other with what its own left. A case
 * of a bench whose sizes are fixed is recorded anew over the other; one that is a program is sent
 * it; any other is set up anew.
 */
static bool turn_over(struct live_case *live, const struct bench_workload *workload,
                      const char *there, const char *back)
{
    const struct bench_workload *own = live->c.workload;
    struct case_timing timing;
    struct result result = { 0 };
    struct live_case *over = live;
    const bool recorded = live->c.bench->sizes_fixed || live->method.compute_times;
    if (recorded) {
        live->c.workload = workload;
        case_record_sample(live);
    } else if (!(over = over_create(live, workload, &result))) {
        return case_still_ok(live);
    }
    /* Without an answer, over poison, so that what it may have kept is of the other input: over
     * its own answer one that skips all of the other's work would be right again. */
    bool right = case_still_ok(over) &&
                 (there ? recorded || carry(live, over) : case_poison(over)) &&
                 (there ? look_over(over, there) : case_execute(over, &timing));
    if (recorded) {
        live->c.workload = own;
        if (right)
            case_record_sample(live);
    } else {
        if (!right)
            case_fail(live->private.result, result.c.status, "%s", result.reason);
        right = right && carry(over, live);
        case_destroy(&over);
        result_finish(&result);
    }
    return right && case_still_ok(live) && look_over(live, back);
}

bool case_verify_over(struct live_case *live, const struct workload_others *others)
{
    if (!case_is_watched(live))
        return true;
    if (others->trouble == CONTEXT_ERROR)
        return case_fail(live->private.result, BENCH_ERROR, "no other input to verify it by: %s",
                         others->why);
    if (others->trouble == CONTEXT_UNSUPPORTED && !others->altered)
        case_mark(live->private.result, "verified over one input alone: %s", others->why);
    /* A program that is timed sees it among other inputs: case_judge_fresh(). */
    const bool later =
        live->method.renew && live->c.bench->sizes_fixed && !live->private.plan->check;
    live->unseen = later ? others->altered : NULL;
    return (!others->other ||
            turn_over(live, others->other, NULL, "after an execution over another input")) &&
           (!others->altered || later ||
            turn_over(live, others->altered, "over an input with one word changed",
                      "after an execution over an input with one word changed"));
}

void case_verify(struct live_case *live, const struct workload_others *others)
{
    enum { OVER_POISON = 2 };
    struct case_timing timing;
    bool right = case_verify_over(live, others);
    for (int i = 0; i < OVER_POISON && right; i++)
        right = case_execute_checked(live, BENCH_CHECK_QUICK, &timing);
    live->private.result->c.check_after = right;
    if (right)
        case_fail(live->private.result, BENCH_VERIFIED, "right at a size that is never timed%s%s",
                  others->trouble == CONTEXT_OK ? "" : ", over one input alone: ", others->why);
}
