/* SPDX-License-Identifier: MIT */
/* case_end.c: how a case ends: by its last check, or badly. */
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/case_private.h"

#include <stdarg.h>
#include <stdio.h>

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

bool case_end(struct case_run *run)
{
    struct case_timing timing;
    if (!run->checked && !case_execute_checked(run, BENCH_CHECK_QUICK, &timing))
        return false;
    run->private.result->c.check_after = true;
    return true;
}

void case_verify(struct case_run *run)
{
    struct case_timing timing;
    run->private.result->c.check_after = case_execute_checked(run, BENCH_CHECK_QUICK, &timing);
    if (run->private.result->c.check_after)
        case_fail(run->private.result, BENCH_VERIFIED, "right at a size that is never timed");
}
