/* SPDX-License-Identifier: MIT */
/* case_end.c: how a case ends: by its last check, or badly. */
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/case_private.h"
#include "harness/engine/measure/workload.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void case_fail(struct result *result, enum bench_status status, const char *format, ...)
{
    if (result->c.status != BENCH_OK)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->reason, sizeof(result->reason), format, arguments);
    va_end(arguments);
    result->c.status = status;
    result->c.sample_count = 0;
    result->c.stop = RESULT_STOP_NONE;
}

void case_fail_device(struct result *result, const struct gpu_failure *failure)
{
    static const enum bench_status status[] = {
        [GPU_OK] = BENCH_ERROR,
        [GPU_UNSUPPORTED] = BENCH_UNSUPPORTED,
        [GPU_OUT_OF_MEMORY] = BENCH_ERROR,
        [GPU_LOST] = BENCH_DEVICE_LOST,
        [GPU_TIMEOUT] = BENCH_TIMEOUT,
        [GPU_INVALID] = BENCH_FAILED_VERIFY,
        [GPU_CLOCK] = BENCH_SUSPECT,
        [GPU_ERROR] = BENCH_ERROR,
    };
    case_fail(result, status[failure->result], "%s",
              failure->message[0] ? failure->message : "failed without a reason");
}

enum bench_status case_status(enum context_trouble trouble)
{
    static const enum bench_status status[] = {
        [CONTEXT_OK] = BENCH_OK,
        [CONTEXT_ERROR] = BENCH_ERROR,
        [CONTEXT_UNSUPPORTED] = BENCH_UNSUPPORTED,
        [CONTEXT_MISMATCH] = BENCH_FAILED_VERIFY,
    };
    return status[trouble];
}

bool case_still_ok(struct case_run *run)
{
    struct result *result = run->private.result;
    const enum context_trouble trouble = context_trouble(&run->c.context);
    if (run->gpu && gpu_failed(run->gpu)) {
        case_fail_device(result, gpu_failure(run->gpu));
        gpu_recover(run->gpu);
    }
    if (trouble != CONTEXT_OK)
        case_fail(result, case_status(trouble), "%s", context_message(&run->c.context));
    return result->c.status == BENCH_OK;
}

/* Looks at what the samples' own commands leave: over what is there where poison came between the
 * samples, otherwise over poison. Other cases may have the same outputs. */
bool case_end(struct case_run *run, uint32_t fresh)
{
    struct case_timing timing;
    const bool unpoisoned = (!case_executes_fresh(run) && !run->poisons_each) ||
                            run->method.compute_times; /* over an input that it knows */
    if (!case_judge_fresh(run, fresh))
        return false;
    const bool executed = run->poisons_each && run->fresh_count == 0; /* by the judge */
    if (!run->checked &&
        ((unpoisoned && !case_poison(run)) || (!executed && !case_execute(run, &timing)) ||
         !case_look(run, BENCH_CHECK_QUICK)))
        return false;
    run->private.result->c.check_after = true;
    return true;
}

/* True where a set-up over another input makes buffers of the same sizes: those of the case then
 * have room for what it makes of that input. */
static bool is_sized_alike(struct case_run *run, const struct bench_workload *other)
{
    enum { BUFFERS_MAX = 64 };
    struct gpu_buffer *own[BUFFERS_MAX], *others[BUFFERS_MAX];
    struct result result = { .plan = run->private.plan, .variant = run->c.variant };
    const struct case_tools none = { 0 };
    struct case_run *made = case_create(run->gpu, run->private.plan, other, none, &result);
    bool alike = made && case_set_up_whole(made);
    const size_t count = gpu_scope_buffers(run->c.context.scope, own, BUFFERS_MAX);
    alike = alike && count <= BUFFERS_MAX &&
            gpu_scope_buffers(made->c.context.scope, others, BUFFERS_MAX) == count;
    for (size_t i = 0; i < count && alike; i++)
        alike = gpu_buffer_bytes(own[i]) == gpu_buffer_bytes(others[i]);
    case_destroy(&made);
    result_finish(&result);
    return alike;
}

/* Executes over an input with outputs and buffers as they are. False once the case has ended. */
static bool execute_over(struct case_run *run, const struct bench_workload *workload)
{
    struct case_timing timing;
    if (run->c.workload != workload) {
        run->c.workload = workload;
        case_record_sample(run);
    }
    return case_still_ok(run) && case_execute(run, &timing);
}

/* Looks at what it leaves, and says what came before it where that is wrong. */
static bool look_over(struct case_run *run, const struct bench_workload *workload, const char *when)
{
    struct result *result = run->private.result;
    if (execute_over(run, workload) && case_look(run, BENCH_CHECK_FULL))
        return true;
    if (result->c.status == BENCH_FAILED_VERIFY) {
        char reason[RESULT_REASON_BYTES];
        snprintf(reason, sizeof(reason), "%s", result->reason);
        snprintf(result->reason, sizeof(result->reason), "%s: %.*s", when,
                 (int)(sizeof(reason) - strlen(when) - 3), reason);
    }
    return false;
}

bool case_verify_over(struct case_run *run, const struct workload_others *others)
{
    const struct bench_workload *own = run->c.workload;
    if (!case_is_watched(run))
        return true;
    if (others->trouble == CONTEXT_ERROR) {
        case_fail(run->private.result, BENCH_ERROR, "no other input to verify it by: %s",
                  others->why);
        return false;
    }
    /* Over poison, so that what it may have kept is of the other input: over its own answer one
     * that skips all of the other's work would be right again. */
    if (others->other && (run->c.bench->sizes_fixed || is_sized_alike(run, others->other)) &&
        !(case_poison(run) && execute_over(run, others->other)))
        return false;
    if (!look_over(run, own, "after an execution over another input"))
        return false;
    return !others->altered ||
           (look_over(run, others->altered, "over an input with one word changed") &&
            look_over(run, own, "after an execution over an input with one word changed"));
}

void case_verify(struct case_run *run, const struct workload_others *others)
{
    enum { OVER_POISON = 2 };
    struct case_timing timing;
    const struct bench_workload *own = run->c.workload;
    bool right = case_verify_over(run, others);
    run->c.workload = own;
    for (int i = 0; i < OVER_POISON && right; i++)
        right = case_execute_checked(run, BENCH_CHECK_QUICK, &timing);
    run->private.result->c.check_after = right;
    if (right)
        case_fail(run->private.result, BENCH_VERIFIED, "right at a size that is never timed%s%s",
                  others->trouble == CONTEXT_OK ? "" : ", over one input alone: ", others->why);
}
