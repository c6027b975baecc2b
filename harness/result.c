/* SPDX-License-Identifier: MIT */
#include "harness/result.h"

#include <assert.h>
#include <stdlib.h>

const char *result_stop_name(enum result_stop stop)
{
    switch (stop) {
    case RESULT_STOP_NONE: return "none";
    case RESULT_STOP_CONVERGED: return "converged";
    case RESULT_STOP_SAMPLES: return "samples";
    case RESULT_STOP_TIME: return "time";
    case RESULT_STOP_INTERRUPTED: return "interrupted";
    }
    assert(!"not a reason to stop");
    return "";
}

bool result_uses_wall(const struct result *result)
{
    return result->variant->kind == BENCH_CPU;
}

const struct stats_summary *result_time(const struct result *result)
{
    return result_uses_wall(result) ? &result->wall : &result->gpu;
}

void result_finish(struct result *result)
{
    free(result->samples);
    result->samples = NULL;
    result->sample_count = result->sample_capacity = 0;
}
