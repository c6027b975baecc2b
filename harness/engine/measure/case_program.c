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
    if (!run->method.compute_times(&run->c, 0))
        return false;
    const double begin_ns = clock_now_ns();
    const bool ok = run->method.compute_times(&run->c, times);
    *ns = clock_now_ns() - begin_ns;
    return ok;
}

/* The least of some, for what others do on the machine only adds; fewer where they are long. */
static bool run_least(struct case_run *run, uint32_t times, double wanted_ns, double *ns)
{
    enum { TRIES = 5, TRIES_OF_LONG = 2 };
    *ns = INFINITY;
    for (int i = 0; i < (*ns > 4 * wanted_ns ? TRIES_OF_LONG : TRIES) && *ns >= wanted_ns; i++) {
        double own_ns;
        if (!case_program_run(run, times, &own_ns))
            return false;
        *ns = fmin(*ns, own_ns);
    }
    return true;
}

bool case_try_program(struct case_run *run, double *typical_ns)
{
    double ns = 0;
    uint32_t times = 1;
    while (run_least(run, times, CASE_REQUESTED_NS, &ns) && ns < CASE_REQUESTED_NS &&
           times < PLAN_REQUESTED_MAX)
        times *= 2;
    *typical_ns = run->typical_ns = ns / times;
    return case_still_ok(run);
}

bool case_try_renewed(struct case_run *run)
{
    const size_t at = run->fresh_count;
    double unused_ns;
    if (!run->method.compute_times(&run->c, 0))
        return false;
    const double begin_ns = clock_now_ns();
    if (run->method.renew && !run->method.renew(&run->c))
        return false;
    const double sent_ns = clock_now_ns() - begin_ns;
    const bool executed = run->method.compute_times(&run->c, 1);
    run->fresh_ns[at] = clock_now_ns() - begin_ns - sent_ns;
    if (!executed || !case_program_run(run, 1, &unused_ns) ||
        !case_program_run(run, 1, &run->again_ns[at]))
        return false;
    run->sent_ns = at > 0 ? fmin(run->sent_ns, sent_ns) : sent_ns;
    run->fresh_count++;
    run->checked = false;
    return case_still_ok(run);
}

/* The least times of samples and of requests for thrice as many executions, by our clock and by
 * that of its device; and the most that its clocks say of ours. What others do on the machine only
 * makes ours more. */
struct audit {
    double ns[2], device_ns[2], said_share, device_share;
};

/* A turn more. False once the case has ended. */
static bool audit_take(struct case_run *run, struct audit *audit)
{
    for (int i = 0; i < 2; i++) {
        double ns;
        if (!case_program_run(run, i == 0 ? run->inner : 3 * run->inner, &ns))
            return false;
        audit->ns[i] = fmin(audit->ns[i], ns);
        audit->device_ns[i] = fmin(audit->device_ns[i], run->private.said_device_ns);
        audit->said_share = fmax(audit->said_share, run->private.said_ns / ns);
        audit->device_share = fmax(audit->device_share, run->private.said_device_ns / ns);
    }
    return true;
}

enum { TURNS = 3, TURNS_MAX = 24, TRIES_MAX = 60 }; /* an accusation rests on the most of them */

/* Sends words, and executes alone, until neither looks as if work were done or left out there: the
 * least of the one beside the median of the other. False once the case has ended. */
static bool alone_judge(struct case_run *run, double one_ns)
{
    static const double factor = 3, sent_least_ns = 2e6, least_ns = 5e5;
    char longer[32], shorter[32];
    if (run->fresh_count == 0)
        return true;
    const double median_ns = stats_median(run->again_ns, run->fresh_count);
    const double sent_most_ns = factor * median_ns + sent_least_ns;
    const double alone_most_ns = factor * one_ns + least_ns;
    double alone_ns = stats_select(run->again_ns, run->fresh_count, 0);
    for (int i = 0; i < TRIES_MAX && run->sent_ns > sent_most_ns && run->method.renew; i++) {
        const double begin_ns = clock_now_ns();
        if (!run->method.renew(&run->c))
            return case_still_ok(run);
        run->sent_ns = fmin(run->sent_ns, clock_now_ns() - begin_ns);
        if (!run->method.compute_times(&run->c, 0))
            return case_still_ok(run);
    }
    for (int i = 0; i < TRIES_MAX && alone_ns > alone_most_ns; i++) {
        double ns;
        if (!case_program_run(run, 1, &ns))
            return case_still_ok(run);
        alone_ns = fmin(alone_ns, ns);
    }
    const bool sent = run->sent_ns > sent_most_ns;
    units_format_ns(sent ? run->sent_ns : alone_ns, longer);
    units_format_ns(sent ? median_ns : one_ns, shorter);
    if (sent)
        case_mark(run->private.result, "to take a word of the input needs %s, an execution %s",
                  longer, shorter);
    else if (alone_ns > alone_most_ns)
        case_mark(run->private.result, "an execution alone takes %s, one of many %s", longer,
                  shorter);
    return true;
}

bool case_audit_program(struct case_run *run)
{
    static const double share_least = 1.0 / 3, said_least = 0.8, device_least = 0.6, long_ns = 1e6;
    struct result *result = run->private.result;
    struct audit audit = { { INFINITY, INFINITY }, { INFINITY, INFINITY }, 0, 0 };
    double slope_ns = 0;
    bool device_lies = false;
    char once[32], more[32];
    if (!run->method.compute_times || run->poisons_each)
        return true;
    bool suspicious = false;
    for (int i = 0; i < TURNS || (suspicious && i < TURNS_MAX); i++) {
        if (!audit_take(run, &audit))
            return case_still_ok(run);
        slope_ns = (audit.ns[1] - audit.ns[0]) / (2.0 * run->inner);
        device_lies = audit.device_share > 0 && audit.device_share < device_least;
        suspicious = slope_ns * run->inner < share_least * audit.ns[0] ||
                     audit.said_share < said_least || device_lies;
    }
    bench_metric(&run->c, "slope_ns", "ns", slope_ns);
    bench_metric(&run->c, "own_clock", "of ours", audit.said_share);
    if (audit.device_ns[0] > 0)
        bench_metric(&run->c, "device_slope_ns", "ns",
                     (audit.device_ns[1] - audit.device_ns[0]) / (2.0 * run->inner));
    if (!alone_judge(run, audit.ns[0] / run->inner))
        return false;
    if (!suspicious || audit.ns[0] < long_ns) /* beside a request it is next to nothing */
        return true;
    units_format_ns(audit.ns[0] / run->inner, once);
    units_format_ns(fmax(slope_ns, 0), more);
    if (audit.said_share < said_least)
        case_mark(result, "its own clock says %.2f of the time that it takes", audit.said_share);
    else if (device_lies)
        case_mark(result, "its device's clock says %.2f of the time that it takes",
                  audit.device_share);
    else
        case_mark(result, "%u executions take %s each, and each one more takes %s", run->inner,
                  once, more);
    return true;
}
