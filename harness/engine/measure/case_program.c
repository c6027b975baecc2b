/* SPDX-License-Identifier: MIT */
/* case_program.c: cases whose executions are asked of a process, many in a request. Our own clock
 * around the request is the one that counts; what the process says is held against it. */
#include "harness/base/stats.h"
#include "harness/base/units.h"
#include "harness/engine/measure/case_private.h"
#include "harness/os/clock.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

bool case_is_watched(const struct case_run *run)
{
    return run->c.variant->kind != BENCH_CPU || run->method.compute_times;
}

void case_mark(struct result *result, const char *format, ...)
{
    va_list values;
    if (result->mark[0])
        return;
    va_start(values, format);
    vsnprintf(result->mark, sizeof(result->mark), format, values);
    va_end(values);
}

void bench_program(struct bench_case *c, const char *name)
{
    c->private->result->c.program = name;
}

void bench_program_says(struct bench_case *c, double wall_ns, double device_ns)
{
    c->private->said_ns = wall_ns;
    c->private->said_device_ns = device_ns;
}

bool case_program_run(struct case_run *run, uint32_t times, double *ns)
{
    static const double long_ns = 2e6; /* beside which a request is little */
    if (!run->method.compute_times(&run->c, 0))
        return false;
    const double begin_ns = clock_now_ns();
    const bool ok = run->method.compute_times(&run->c, times);
    *ns = clock_now_ns() - begin_ns;
    if (ok && *ns > long_ns)
        run->said_share = fmax(run->said_share, run->private.said_ns / *ns);
    return ok;
}

bool case_try_program(struct case_run *run, const struct sampler_rules *rules, double *typical_ns)
{
    const double wanted_ns = rules->ticks_min * CASE_REQUEST_NS;
    double ns = 0;
    uint32_t times = 1;
    while (case_program_run(run, times, &ns) && ns < wanted_ns && times < PLAN_REQUESTED_MAX)
        times *= 2;
    *typical_ns = ns / times;
    return case_still_ok(run);
}

/* The least times of so many and of thrice as many executions, over a few turns: what others do on
 * the machine only adds. False once the case has ended. */
static bool slope_take(struct case_run *run, double *once_ns, double *more_ns)
{
    enum { TURNS = 3 };
    *once_ns = *more_ns = INFINITY;
    for (int i = 0; i < TURNS; i++) {
        double once = 0, thrice = 0;
        if (!case_program_run(run, run->inner, &once) ||
            !case_program_run(run, 3 * run->inner, &thrice))
            return false;
        *once_ns = fmin(*once_ns, once / run->inner);
        *more_ns = fmin(*more_ns, thrice);
    }
    *more_ns = (*more_ns - *once_ns * run->inner) / (2.0 * run->inner);
    return true;
}

bool case_audit_program(struct case_run *run)
{
    static const double least = 0.7, long_ns = 1e6, said_least = 0.8;
    struct result *result = run->private.result;
    char once[32], more[32];
    double once_ns, more_ns;
    if (!run->method.compute_times)
        return true;
    if (run->inner > 1) {
        if (!slope_take(run, &once_ns, &more_ns))
            return case_still_ok(run);
        units_format_ns(once_ns, once);
        units_format_ns(fmax(more_ns, 0), more);
        bench_metric(&run->c, "slope_ns", "ns", fmax(more_ns, 0));
        if (once_ns * run->inner > long_ns && more_ns < least * once_ns)
            case_mark(result, "%u executions take %s each, and twice as many more %s each",
                      run->inner, once, more);
    }
    bench_metric(&run->c, "own_clock", "of ours", run->said_share);
    if (run->said_share > 0 && run->said_share < said_least)
        case_mark(result, "its own clock says at most %.2f of the time that it took",
                  run->said_share);
    return case_still_ok(run);
}
