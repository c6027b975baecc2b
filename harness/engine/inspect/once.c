/* SPDX-License-Identifier: MIT */
#include "harness/engine/inspect/inspect.h"

#include "harness/base/base.h"
#include "harness/engine/measure/measure.h"

#include <stdio.h>

/* Sets the case up on a workload that is there, and may execute it. */
static void case_begin(const struct once_params *params, const struct bench_workload *workload,
                       bool executes, struct result *result)
{
    const struct case_tools none = { .canary = NULL };
    result_init(result, params->group, params->plan);
    struct live_case *live = case_create(params->gpu, params->plan, workload, none, result);
    if (!live)
        case_fail(result, BENCH_ERROR, "no host memory for the case");
    else if (executes)
        case_once(live, params->marks);
    else
        case_set_up_whole(live);
    case_destroy(&live);
}

bool once_compile(const struct once_params *params, const struct bench_workload *workload,
                  struct result *result)
{
    case_begin(params, workload, false, result);
    return result->c.status == BENCH_OK;
}

enum bench_status once_run(const struct once_params *params)
{
    enum bench_status status = BENCH_ERROR;
    struct result result;
    struct bench_workload *workload = workload_create(params->group, params->seed, NULL);
    if (!workload)
        return status;
    const struct context *context = &workload->context;
    if (context_ok(context) && workload_upload(workload, params->gpu)) {
        case_begin(params, workload, true, &result);
        status = result.c.status;
        trouble("%s", result.reason);
        result_finish(&result);
    } else {
        status = context_ok(context) ? BENCH_ERROR : case_status(context_trouble(context));
        trouble("%s",
                context_ok(context) ? gpu_failure(params->gpu)->message : context_message(context));
    }
    gpu_scope_destroy(&workload->context.scope);
    workload_destroy(&workload);
    return status;
}
