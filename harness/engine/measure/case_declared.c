/* SPDX-License-Identifier: MIT */
/* case_declared.c: what a case declares against what an execution has recorded. */
#include "harness/engine/measure/case_private.h"

#include <stdlib.h>

static bool differs(struct case_run *run, const char *what, double declared, double recorded)
{
    case_fail(run->private.result, BENCH_FAILED_VERIFY,
              "declares %.0f %s, an execution has %.0f: mend work()", declared, what, recorded);
    return false;
}

/* Bytes of draws, of rays and of what measures the device again and again are not bounded so. */
static bool bounds_bytes(const struct case_run *run)
{
    const struct run_counters *counters = &run->counters.counted;
    return counters->draws + counters->builds + counters->traces == 0 && counters->dispatches > 0 &&
           run->c.variant->ceiling == BENCH_CEILING_NONE;
}

bool case_declared_check(struct case_run *run)
{
    const struct bench_work *work = &run->private.result->c.work;
    const double bound = run->counters.bytes_bound;
    if (run->c.variant->kind == BENCH_CPU)
        return true;
    if (!bounds_bytes(run) || work->beyond_bound)
        return true;
    if (work->bytes_read > bound)
        return differs(run, "bytes read at least, more than is bound", work->bytes_read, bound);
    if (work->bytes_written > bound)
        return differs(run, "bytes written at least, more than is bound", work->bytes_written,
                       bound);
    return true;
}
