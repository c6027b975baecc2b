/* SPDX-License-Identifier: MIT */
#include "harness/engine/inspect/inspect.h"

#include "harness/base/base.h"
#include "harness/engine/measure/measure.h"

#include <stdio.h>

bool once_compile(const struct once_params *params, const struct bench_workload *workload,
                  struct result *result)
{
    result_init(result, params->group, params->plan);
    struct case_run *run = case_create(params->gpu, params->plan, workload,
                                       (struct case_tools){ .canary = NULL }, result);
    if (run)
        case_set_up_whole(run);
    else
        case_fail(result, BENCH_ERROR, "no host memory for the case");
    case_destroy(&run);
    return result->c.status == BENCH_OK;
}

static enum bench_status case_run_once(const struct once_params *params,
                                       const struct bench_workload *workload)
{
    struct result result;
    result_init(&result, params->group, params->plan);
    struct case_run *run = case_create(params->gpu, params->plan, workload,
                                       (struct case_tools){ .canary = NULL }, &result);
    if (run)
        case_once(run, params->marks);
    else
        case_fail(&result, BENCH_ERROR, "no host memory for the case");
    case_destroy(&run);
    const enum bench_status status = result.c.status;
    trouble("%s", result.reason);
    result_finish(&result);
    return status;
}

enum bench_status once_run(const struct once_params *params)
{
    enum bench_status status = BENCH_ERROR;
    struct bench_workload *workload = workload_create(params->group, params->seed, NULL);
    if (!workload)
        return status;
    const struct context *context = &workload->context;
    if (context_ok(context) && workload_upload(workload, params->gpu)) {
        status = case_run_once(params, workload);
    } else {
        status = context_ok(context) ? BENCH_ERROR : case_status(context_trouble(context));
        trouble("%s",
                context_ok(context) ? gpu_failure(params->gpu)->message : context_message(context));
    }
    gpu_scope_destroy(&workload->context.scope);
    workload_destroy(&workload);
    return status;
}
