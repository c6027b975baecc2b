/* SPDX-License-Identifier: MIT */
#include "harness/analysis/why/why_parts.h"

#include "harness/record/run/run_kernel.h"

#include <math.h>
#include <string.h>

static const double few_threads = 512; /* of a multiprocessor, which has room for 2048 */
static const double uneven = 1.5;      /* the busiest group, over the mean */
static const double many_registers = 128;
/* Registers of a multiprocessor of every NVIDIA GPU since 2014, allotted to subgroups in steps of 8
 * a thread. */
static const double nvidia_registers = 65536;
static const double nvidia_step = 8;
static const double nvidia_subgroup = 32;
static const double room_threads = 1024; /* where registers leave fewer, they are told */
static const double sibling_percent = 80;
static const double hot_percent = 85;
static const double gain_percent = 75; /* of threads, where all share out the time of one */
static const double loads_most = 40;   /* where a step takes longer, loads are not told */

double why_known(double number)
{
    return number > 0 ? number : 0;
}

double why_metric(const struct run_case *c, const char *name)
{
    for (size_t i = 0; i < c->metric_count; i++)
        if (strcmp(c->metrics[i].name, name) == 0)
            return why_known(c->metrics[i].value);
    return 0;
}

/* Waiting ------------------------------------------------------------------------------------- */

/* Finds the excess of each dependent step over its price, in loads from memory. */
static void latency_find(struct why *why, const struct why_subject *of)
{
    const struct why_use *steps = why_use_of(why, WHY_STEPS);
    const double chain = of->work.amounts.chain;
    const double load_ns = ceilings_load_ns(&of->ceilings, INFINITY);
    if (!steps || of->c->kind != BENCH_GPU || !(load_ns > 0) || !(chain > 0))
        return;
    const double left_ns = (of->time_ns - steps->ns) / chain, loads = left_ns / load_ns;
    if (loads >= 1 && loads <= loads_most)
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_LATENCY,
                                               .count = round(loads),
                                               .other = left_ns,
                                               .third = chain });
}

/* Other cases --------------------------------------------------------------------------------- */

static bool same_axes(const struct run_case *c, const struct run_case *other)
{
    bool same = c->axis_count == other->axis_count;
    for (size_t i = 0; same && i < c->axis_count; i++)
        same = strcmp(c->axes[i].name, other->axes[i].name) == 0 &&
               strcmp(c->axes[i].value, other->axes[i].value) == 0;
    return same;
}

/* Says whether a case has the same workload and kind, and a time. */
static bool is_beside(const struct run_case *c, const struct run_case *other)
{
    return other != c && other->status == BENCH_OK && other->check == RUN_CHECK_PASSED &&
           !other->twin && other->kind == c->kind && other->ceiling == BENCH_CEILING_NONE &&
           run_case_same_workload(c, other);
}

static double case_ns(const struct run_case *c)
{
    return c->kind == BENCH_GPU ? c->gpu.median : c->wall.median;
}

/*
 * The fastest of the other variants with the same axes, where it is faster by far; or where there
 * is no other condition: then the method is not why. An axis that only one of two has may leave out
 * a part of the work, so these are not compared; but they may be faster.
 */
static void sibling_find(struct why *why, const struct why_subject *of, bool alone)
{
    const struct run_case *fastest = NULL;
    const bool cold = of->c->cache == RUN_CACHE_COLD;
    double least_ns = INFINITY;
    for (size_t i = 0; i < of->run->case_count; i++) {
        const struct run_case *other = &of->run->cases[i];
        if (!is_beside(of->c, other) || strcmp(other->variant, of->c->variant) == 0 ||
            (other->cache == RUN_CACHE_COLD) != cold)
            continue;
        least_ns = fmin(least_ns, case_ns(other));
        if (same_axes(of->c, other) && case_ns(other) < (fastest ? case_ns(fastest) : INFINITY))
            fastest = other;
    }
    if (!fastest)
        return;
    const double percent = 100 * case_ns(fastest) / case_ns(of->c);
    if (percent <= sibling_percent || (alone && (percent <= 100 || least_ns > case_ns(of->c))))
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_SIBLING,
                                               .count = percent,
                                               .other = case_ns(fastest),
                                               .third = of->c->kind == BENCH_HOST_DRIVEN,
                                               .name = fastest->variant });
}

/* Compares with the same case with hot caches. */
static void cold_find(struct why *why, const struct why_subject *of)
{
    for (size_t i = 0; of->work.cold && i < of->run->case_count; i++) {
        const struct run_case *other = &of->run->cases[i];
        if (!is_beside(of->c, other) || !same_axes(of->c, other) ||
            strcmp(other->variant, of->c->variant) != 0 || other->cache != RUN_CACHE_HOT)
            continue;
        const double percent = 100 * case_ns(other) / case_ns(of->c);
        if (percent <= hot_percent)
            why_cause_add(why, (struct why_cause){ .rule = WHY_BY_COLD,
                                                   .count = percent,
                                                   .other = case_ns(other),
                                                   .third = of->c->kind == BENCH_HOST_DRIVEN });
        return;
    }
}

/* Returns the one axis in which another case of the variant differs; NULL where more differ, or
 * none. */
static const struct run_axis *other_axis(const struct run_case *c, const struct run_case *other)
{
    const struct run_axis *axis = NULL;
    size_t differ = strcmp(c->variant, other->variant) != 0 || c->axis_count != other->axis_count;
    for (size_t i = 0; differ == 0 && i < c->axis_count; i++)
        differ += strcmp(c->axes[i].name, other->axes[i].name) != 0;
    for (size_t i = 0; differ == 0 && i < c->axis_count; i++)
        if (strcmp(c->axes[i].value, other->axes[i].value) != 0) {
            differ += axis != NULL;
            axis = &other->axes[i];
        }
    return differ == 0 ? axis : NULL;
}

/* The fastest of the same variant with another value of one axis, where it is faster by far. */
static void axis_find(struct why *why, const struct why_subject *of)
{
    struct why_cause cause = { .rule = WHY_BY_AXIS, .other = INFINITY };
    const bool cold = of->c->cache == RUN_CACHE_COLD;
    for (size_t i = 0; i < of->run->case_count; i++) {
        const struct run_case *other = &of->run->cases[i];
        const bool beside = is_beside(of->c, other) && (other->cache == RUN_CACHE_COLD) == cold;
        const struct run_axis *axis = beside ? other_axis(of->c, other) : NULL;
        if (!axis || case_ns(other) >= cause.other)
            continue;
        cause.other = case_ns(other);
        cause.name = axis->name;
        cause.value = axis->value;
    }
    cause.count = 100 * cause.other / case_ns(of->c);
    cause.third = of->c->kind == BENCH_HOST_DRIVEN;
    if (cause.count <= sibling_percent)
        why_cause_add(why, cause);
}

/* Compares with the same case on one thread of the host. */
static void threads_find(struct why *why, const struct why_subject *of)
{
    for (size_t i = 0; i < of->run->case_count; i++) {
        const struct run_case *one = &of->run->cases[i];
        if (of->c->kind != BENCH_CPU || !is_beside(of->c, one) || one->cache != of->c->cache ||
            !other_axis(of->c, one) || !(of->c->threads > 1) || one->threads != 1)
            continue;
        const double gain = case_ns(one) / case_ns(of->c);
        if (gain <= gain_percent / 100 * of->c->threads)
            why_cause_add(why, (struct why_cause){ .rule = WHY_BY_THREADS,
                                                   .count = of->c->threads,
                                                   .other = gain });
        return;
    }
}

/* The device ---------------------------------------------------------------------------------- */

/* Of the case's kernels, the one with the most; `*name` is then its. */
static double kernels_most(const struct why_subject *of,
                           double (*number)(const struct run_kernel *), const char **name)
{
    double most = 0;
    for (size_t i = 0; i < of->c->kernel_count; i++) {
        const struct run_kernel *kernel = run_kernel_find(of->run, of->c->kernels[i]);
        if (kernel && number(kernel) > most) {
            most = number(kernel);
            *name = kernel->name;
        }
    }
    return most;
}

static double kernel_statistic(const struct run_kernel *kernel, const char *const *names)
{
    double most = 0;
    for (size_t i = 0; i < kernel->statistic_count; i++)
        for (size_t k = 0; names[k]; k++)
            if (strcmp(kernel->statistics[i].name, names[k]) == 0)
                most = fmax(most, why_known(kernel->statistics[i].number));
    return most;
}

static double kernel_threads(const struct run_kernel *kernel)
{
    return why_known(kernel->group_threads);
}

/* Reads the registers under the names of NVIDIA's and Mesa's drivers. */
static double kernel_registers(const struct run_kernel *kernel)
{
    static const char *const names[] = { "Register Count", "VGPRs", NULL };
    return kernel_statistic(kernel, names);
}

static double kernel_stack(const struct run_kernel *kernel)
{
    static const char *const names[] = { "Stack Size", "Scratch size", NULL };
    return kernel_statistic(kernel, names);
}

/* The metrics `groups` and `balance` (method.h), against what the device has. */
static void groups_find(struct why *why, const struct why_subject *of)
{
    /* The method's own number of groups matters, or the dispatch of most groups. */
    const double own = why_metric(of->c, "groups"), most = why_known(of->c->work.groups_most);
    const double groups = own > 0 ? own : most, balance = why_metric(of->c, "balance");
    const double multiprocessors = why_known(of->run->device.multiprocessors);
    const char *name = "";
    const double threads = groups * kernels_most(of, kernel_threads, &name);
    if (groups > 0 && groups < multiprocessors)
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_FEW_GROUPS,
                                               .count = groups,
                                               .other = multiprocessors });
    else if (threads > 0 && threads < few_threads * multiprocessors)
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_FEW_THREADS,
                                               .count = groups,
                                               .other = threads / multiprocessors,
                                               .third = threads / groups });
    if (balance >= uneven)
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_BALANCE, .count = balance });
}

/* Returns the registers of a device whose driver names them as NVIDIA's do; INFINITY where that is
 * not known. */
static double registers_room(const struct run_kernel *kernel)
{
    static const char *const names[] = { "Register Count", NULL };
    const double registers = kernel_statistic(kernel, names);
    const double each = nvidia_step * ceil(registers / nvidia_step);
    return registers > 0 ? nvidia_subgroup * floor(nvidia_registers / (nvidia_subgroup * each))
                         : INFINITY;
}

static double kernel_subgroup(const struct run_kernel *kernel)
{
    return why_known(kernel->subgroup_size);
}

/* Groups that are smaller than a subgroup leave the rest of its lanes idle. */
static void narrow_find(struct why *why, const struct why_subject *of)
{
    const char *name = "";
    const double threads = kernels_most(of, kernel_threads, &name);
    const double ran = kernels_most(of, kernel_subgroup, &name); /* 0: the driver did not say */
    const double subgroup = ran > 0 ? ran : why_known(of->run->device.subgroup_size);
    if (threads > 0 && threads < subgroup)
        why_cause_add(
            why, (struct why_cause){ .rule = WHY_BY_NARROW, .count = threads, .other = subgroup });
}

static bool has_cause(const struct why *why, enum why_rule rule)
{
    for (size_t i = 0; i < why->cause_count; i++)
        if (why->causes[i].rule == rule)
            return true;
    return false;
}

static void registers_find(struct why *why, const struct why_subject *of)
{
    struct why_cause cause = { .rule = WHY_BY_REGISTERS, .other = INFINITY, .name = "" };
    /* Threads that are not there need no room, nor is there much to hold in a short time. */
    if (has_cause(why, WHY_BY_FEW_GROUPS) || has_cause(why, WHY_BY_FEW_THREADS) ||
        has_cause(why, WHY_BY_LATENCY))
        return;
    for (size_t i = 0; i < of->c->kernel_count; i++) {
        const struct run_kernel *kernel = run_kernel_find(of->run, of->c->kernels[i]);
        if (kernel && kernel_registers(kernel) > cause.count) {
            cause.count = kernel_registers(kernel);
            cause.other = registers_room(kernel);
            cause.name = kernel->name;
        }
    }
    if (cause.count >= many_registers || cause.other < room_threads)
        why_cause_add(why, cause);
}

static void stack_find(struct why *why, const struct why_subject *of)
{
    struct why_cause stack = { .rule = WHY_BY_STACK, .name = "" };
    stack.count = kernels_most(of, kernel_stack, &stack.name);
    if (stack.count > 0)
        why_cause_add(why, stack);
}

/* Finds operations such as those of matrices. */
static void operations_find(struct why *why, const struct why_subject *of)
{
    const double rate = why_metric(of->c, "operations_per_second");
    if (rate > 0 && of->work.amounts.operations == 0)
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_OTHER_OPERATIONS, .count = rate });
}

/* --------------------------------------------------------------------------------------------- */

void why_conditions_find(struct why *why, const struct why_subject *of)
{
    const struct run_counters *counters = &of->c->counters;
    const size_t shares = why->cause_count;
    groups_find(why, of);
    narrow_find(why, of);
    const bool known = floor_is_known_of_draws(&of->work, &of->ceilings);
    const double draws = known ? 0 : why_known(counters->draws);
    if (counters->builds > 0 || counters->traces > 0 || draws > 0)
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_UNMEASURED,
                                               .count = why_known(counters->builds),
                                               .other = why_known(counters->traces),
                                               .third = draws });
    operations_find(why, of);
    stack_find(why, of);
    cold_find(why, of);
    latency_find(why, of);
    registers_find(why, of);
    threads_find(why, of);
    axis_find(why, of);
    sibling_find(why, of, why->cause_count == shares);
}
