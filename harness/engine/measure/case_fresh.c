/* SPDX-License-Identifier: MIT */
/* case_fresh.c: whether a case keeps work from one execution to the next. */
#include "harness/base/stats.h"
#include "harness/base/units.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/case_private.h"

#include <math.h>
#include <stdlib.h>

/* A case counts as keeping something from `factor` on. The stamps and the start of one execution
 * alone, where a sample shares them among many, may add `alone_ns`. Medians are compared; on a CPU,
 * where load comes in bursts and poison takes the caches (an honest case took 2.2 times as long),
 * the least over poison, and the greatest sample, which must be `least_ns` apart: starting work
 * there took an honest transfer of 32 µs 242 µs behind poison, beside other processes. */
struct rule {
    double factor, alone_ns, least_ns;
    bool bursts;
};

static struct rule rule_of(const struct case_run *run)
{
    if (run->method.compute_times) /* both take an input of one word, which costs time, too */
        return (struct rule){ 3, 0, 2e5, true };
    if (gpu_info_is_software(gpu_info(run->gpu)))
        return (struct rule){ 5, 2e5, 1e6, true };
    return (struct rule){ run->c.variant->kind == BENCH_GPU ? 1.5 : 2, 1.2e4, 0, false };
}

/* The device's time, or that of a host which stamps nothing. */
static double time_of(double gpu_ns, double wall_ns)
{
    return gpu_ns > 0 ? gpu_ns : wall_ns;
}

/* A method that allocates while it is timed waits for the driver, however long that takes. */
bool case_executes_fresh(const struct case_run *run)
{
    return run->method.compute_times ||
           (case_is_watched(run) && !run->poisons_each && !run->method.discard);
}

bool case_try_fresh(struct case_run *run)
{
    const size_t at = run->fresh_count;
    double primed_ns;
    if (run->method.compute_times)
        return case_poison(run) && case_try_renewed(run);
    /* This one finds in the caches what a primed sample finds. */
    if ((run->primed && !case_execute_single(run, &primed_ns)) || !case_poison(run) ||
        !case_execute_single(run, &run->fresh_ns[at]) ||
        !case_execute_single(run, &run->again_ns[at]))
        return false;
    run->fresh_count++;
    return true;
}

bool case_watch(struct case_run *run, uint32_t wanted)
{
    enum { ONE_IN = 4 };
    const double cheap_ns = 5e6;
    if (!case_is_watched(run))
        return true;
    if (!run->looked && run->look_ns < cheap_ns && case_draw() % ONE_IN == 0) {
        run->looked = true;
        if (!case_look(run, BENCH_CHECK_QUICK))
            return false;
    }
    return !case_executes_fresh(run) || run->fresh_count >= wanted || case_draw() % ONE_IN != 0 ||
           case_try_fresh(run);
}

enum which { LEAST, MEDIAN, GREATEST };

static double pick(double *values, size_t count, enum which which)
{
    if (count == 0)
        return NAN;
    return which == MEDIAN ? stats_median(values, count)
                           : stats_select(values, count, which == LEAST ? 0 : count - 1);
}

/* Picks one of the samples that count. */
static double sampled_ns(const struct result *result, enum which which)
{
    double *values = stats_numbers(result->c.sample_count);
    size_t count = 0;
    for (size_t i = 0; i < result->c.sample_count; i++)
        if (result_sample_counts(result, i))
            values[count++] = time_of(*result->c.api ? 0 : result->c.samples[i].gpu_ns,
                                      result->c.samples[i].wall_ns);
    const double ns = pick(values, count, which);
    free(values);
    return ns;
}

/* Samples of a long case are behind poison themselves: here is one execution that is not. What is
 * suspicious is tried again, in pairs. */
static bool long_tries_again(struct case_run *run)
{
    enum { PAIRS = 3 };
    const double factor = rule_of(run).factor;
    struct case_timing timing;
    if (!case_execute(run, &timing))
        return false;
    const double again_ns = time_of(timing.gpu_ns, timing.wall_ns);
    bool ok = true;
    const bool suspicious =
        !run->method.discard && sampled_ns(run->private.result, LEAST) > factor * again_ns;
    for (int i = 0; i < PAIRS && ok && suspicious; i++)
        ok = case_try_fresh(run);
    return ok;
}

/* By the pairs so far. *fresh_ns is the time over poison, *usual_ns the other. */
static bool keeps(struct case_run *run, double *fresh_ns, double *usual_ns)
{
    const struct rule rule = rule_of(run);
    const size_t count = run->fresh_count;
    if (count == 0)
        return false;
    *fresh_ns = pick(run->fresh_ns, count, rule.bursts ? LEAST : MEDIAN);
    const double again_ns = pick(run->again_ns, count, MEDIAN);
    const double sample_ns = run->poisons_each || run->method.compute_times
                                 ? again_ns
                                 : sampled_ns(run->private.result, rule.bursts ? GREATEST : MEDIAN);
    const double alone_ns = fmin(fmax(again_ns - sample_ns, 0), rule.alone_ns);
    *usual_ns = fmin(again_ns, sample_ns + alone_ns);
    return *fresh_ns > rule.factor * *usual_ns && *fresh_ns > *usual_ns + rule.least_ns;
}

bool case_judge_fresh(struct case_run *run, uint32_t wanted)
{
    enum { FRESH_OF_LONG = 2 };
    struct result *result = run->private.result;
    if (run->method.compute_times && run->poisons_each)
        wanted = wanted < FRESH_OF_LONG ? wanted : FRESH_OF_LONG;
    while (case_executes_fresh(run) && run->fresh_count < wanted)
        if (!case_try_fresh(run))
            return false;
    if (run->poisons_each && !run->checked && !run->method.compute_times && !long_tries_again(run))
        return false;
    double fresh_ns, usual_ns;
    while (keeps(run, &fresh_ns, &usual_ns) && run->fresh_count < CASE_FRESH_MAX)
        if (!case_try_fresh(run)) /* an accusation rests on as many as there can be */
            return false;
    const size_t count = run->fresh_count;
    result->c.fresh_count = (double)count;
    result->c.fresh_ns = count > 0 ? pick(run->fresh_ns, count, MEDIAN) : 0;
    result->c.again_ns = count > 0 ? pick(run->again_ns, count, MEDIAN) : 0;
    if (!keeps(run, &fresh_ns, &usual_ns))
        return case_audit_program(run);
    char fresh[32], usual[32];
    units_format_ns(fresh_ns, fresh);
    units_format_ns(usual_ns, usual);
    if (run->method.compute_times) {
        case_mark(result, "over a new input it takes %.3g times as long (%s against %s)",
                  fresh_ns / usual_ns, fresh, usual);
        return case_audit_program(run);
    }
    case_fail(result, BENCH_FAILED_VERIFY,
              "it takes %.3g times as long where its outputs and buffers are new (%s against %s): "
              "it keeps something from one execution to the next; let each execution do all of the "
              "work",
              fresh_ns / usual_ns, fresh, usual);
    return false;
}
