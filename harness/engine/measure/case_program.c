/* SPDX-License-Identifier: MIT */
/* case_program.c: cases whose executions are asked of a process, many in a request. Our own clock
 * around the request is the one that counts; what the process says is held against it. */
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
    if (!run->method.compute_times(&run->c, 0))
        return false;
    const double begin_ns = clock_now_ns();
    const bool ok = run->method.compute_times(&run->c, times);
    *ns = clock_now_ns() - begin_ns;
    return ok;
}

/* The lesser of two, for what others do on the machine only adds. */
static bool run_twice(struct case_run *run, uint32_t times, double *ns)
{
    double again_ns = 0;
    const bool ok = case_program_run(run, times, ns) && case_program_run(run, times, &again_ns);
    *ns = fmin(*ns, again_ns);
    return ok;
}

bool case_try_program(struct case_run *run, const struct sampler_rules *rules, double *typical_ns)
{
    const double wanted_ns = rules->ticks_min * CASE_REQUEST_NS;
    double ns = 0;
    uint32_t times = 1;
    while (run_twice(run, times, &ns) && ns < wanted_ns && times < PLAN_REQUESTED_MAX)
        times *= 2;
    *typical_ns = ns / times;
    return case_still_ok(run);
}

/* The least times of samples and of requests for thrice as many executions, by our clock and by the
 * program's. */
struct audit {
    double once_ns, thrice_ns, said_once_ns, said_thrice_ns;
};

/* A turn more. False once the case has ended. */
static bool audit_take(struct case_run *run, struct audit *audit)
{
    double once_ns, thrice_ns;
    if (!case_program_run(run, run->inner, &once_ns))
        return case_still_ok(run);
    audit->once_ns = fmin(audit->once_ns, once_ns);
    audit->said_once_ns = fmin(audit->said_once_ns, run->private.said_ns);
    if (!case_program_run(run, 3 * run->inner, &thrice_ns))
        return case_still_ok(run);
    audit->thrice_ns = fmin(audit->thrice_ns, thrice_ns);
    audit->said_thrice_ns = fmin(audit->said_thrice_ns, run->private.said_ns);
    return true;
}

/* An execution by the slope, which has no share of a request, over that of a sample; and how much
 * of the slope the program's clock says. */
static double slope_share(const struct case_run *run, const struct audit *audit, double *slope_ns,
                          double *said_share)
{
    *slope_ns = (audit->thrice_ns - audit->once_ns) / (2.0 * run->inner);
    *said_share =
        (audit->said_thrice_ns - audit->said_once_ns) / fmax(audit->thrice_ns - audit->once_ns, 1);
    return *slope_ns * run->inner / audit->once_ns;
}

bool case_audit_program(struct case_run *run)
{
    enum { TURNS = 3, TURNS_MAX = 8 };
    static const double share_least = 0.7, said_least = 0.8, long_ns = 1e6;
    struct result *result = run->private.result;
    struct audit audit = { INFINITY, INFINITY, INFINITY, INFINITY };
    double share = 1, said = 1, slope_ns = 0;
    char once[32], more[32];
    if (!run->method.compute_times || run->poisons_each)
        return true;
    /* An accusation rests on as many as there can be. */
    for (int i = 0; i < TURNS || ((share < share_least || said < said_least) && i < TURNS_MAX);
         i++) {
        if (!audit_take(run, &audit))
            return false;
        share = slope_share(run, &audit, &slope_ns, &said);
    }
    bench_metric(&run->c, "slope_ns", "ns", slope_ns);
    bench_metric(&run->c, "own_clock", "of ours", said);
    if (audit.once_ns < long_ns) /* beside a request it is next to nothing */
        return true;
    units_format_ns(audit.once_ns / run->inner, once);
    units_format_ns(fmax(slope_ns, 0), more);
    if (share < share_least)
        case_mark(result, "%u executions take %s each, and each one more takes %s", run->inner,
                  once, more);
    else if (said < said_least)
        case_mark(result, "its own clock says %.2f of the time that it takes", fmax(said, 0));
    return true;
}
