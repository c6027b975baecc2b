/* SPDX-License-Identifier: MIT */
#include "harness/measure/case_private.h"
#include "harness/measure/fault.h"
#include "harness/measure/span_log.h"

bool case_trace(struct case_run *run)
{
    struct case_timing timing;
    const size_t recording = span_log_begin(run->log, "record");
    case_record_sample(run);
    span_log_end(run->log, recording);
    fault_reach(run->gpu, run->private.plan->name, FAULT_SAMPLE);
    const size_t warming = span_log_begin(run->log, "warm-up");
    const bool warm =
        case_still_ok(run) && case_execute(run, &timing) && case_execute(run, &timing);
    span_log_end(run->log, warming);
    return warm && case_execute_checked(run, BENCH_CHECK_QUICK);
}

void case_log(struct case_run *run, struct span_log *log)
{
    run->log = log;
}

size_t case_outputs(const struct case_run *run, const struct case_output **outputs)
{
    *outputs = run->private.outputs;
    return run->private.output_count;
}
