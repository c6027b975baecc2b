/* SPDX-License-Identifier: MIT */
/* case_declared.c: what a case declares against what an execution has recorded. */
#include "harness/engine/measure/case_private.h"

#include <stdlib.h>

static bool differs(struct case_run *run, const char *what, double declared, double recorded)
{
    case_fail(run->private.result, BENCH_FAILED_VERIFY,
              "declares %.0f %s, an execution has %.0f: mend launches() or work()", declared, what,
              recorded);
    return false;
}

/* Every dispatch is declared with its work-groups; those of indirect ones nobody has recorded. */
static bool check_launches(struct case_run *run)
{
    const struct run_counters *counters = &run->counters.counted;
    struct bench_launches launches = { 0 };
    double groups = 0;
    run->method.launches(&run->c, &launches);
    for (size_t i = 0; i < launches.count; i++)
        groups += (double)launches.groups[i];
    const bool failed = launches.failed;
    const double count = (double)launches.count, recorded = run->counters.groups;
    const double dispatches = counters->dispatches + counters->indirect_dispatches;
    free(launches.groups);
    if (failed) {
        case_fail(run->private.result, BENCH_ERROR, "not enough memory to count work-groups");
        return false;
    }
    if (count != dispatches)
        return differs(run, "dispatches", count, dispatches);
    if (groups < recorded || (counters->indirect_dispatches == 0 && groups > recorded))
        return differs(run, "work-groups", groups, recorded);
    return true;
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
    if (run->method.launches && !check_launches(run))
        return false;
    if (!bounds_bytes(run) || work->beyond_bound)
        return true;
    if (work->bytes_read > bound)
        return differs(run, "bytes read at least, more than is bound", work->bytes_read, bound);
    if (work->bytes_written > bound)
        return differs(run, "bytes written at least, more than is bound", work->bytes_written,
                       bound);
    return true;
}
