/* SPDX-License-Identifier: MIT */
#include "harness/record/result_stop.h"

#include <assert.h>

const char *result_stop_name(enum result_stop stop)
{
    switch (stop) {
    case RESULT_STOP_NONE: return "none";
    case RESULT_STOP_CONVERGED: return "converged";
    case RESULT_STOP_SAMPLES: return "samples";
    case RESULT_STOP_TIME: return "time";
    case RESULT_STOP_LONG: return "long";
    case RESULT_STOP_INTERRUPTED: return "interrupted";
    }
    assert(!"not a reason to stop");
    return "";
}
