/* SPDX-License-Identifier: MIT */
#include "harness/analysis/why/why.h"

#include "harness/analysis/limits/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double half_percent = 50;
static const double host_percent = 50;  /* of wall time: from here on it is the host's */
static const double share_percent = 15; /* a smaller share explains nothing */
/* A metric that is the whole time says nothing of its parts. */
static const double part_percent = 98;
enum { PART_METRICS = 3 }; /* fewer times among metrics are no parts of a whole */

/* The case to explain. */
struct why_subject {
    const struct run *run;
    const struct run_case *c;
    struct run_ceilings ceilings;
    struct floor_work work;
    double time_ns;
};

/* An unknown, NAN in a run, is 0 here, by fmax(). */
static double metric_of(const struct run_case *c, const char *name)
{
    const struct run_metric *metric = NAMED(c->metrics, c->metric_count, name);
    return metric ? fmax(metric->value, 0) : 0;
}

static void cause_add(struct why *why, struct why_cause cause)
{
    why->causes[why->cause_count++] = cause;
}

/* Units --------------------------------------------------------------------------------------- */

/* The least time of these amounts alone. */
static double least_ns(const struct why_subject *of, struct bench_work amounts)
{
    struct floor_work work = of->work;
    work.amounts = amounts;
    return of->c->kind == BENCH_CPU ? floor_find_host(&of->ceilings, &work).ns
                                    : floor_find(&of->ceilings, &work).ns;
}

/* The amounts of each unit: so many doubles of struct bench_work, from a member on. */
#define AMOUNTS(member, count) offsetof(struct bench_work, member), (count)
static const struct {
    const char *name;
    size_t first, count;
} units[WHY_UNIT_COUNT] = {
    [WHY_MEMORY] = { "memory", AMOUNTS(bytes_read, 2) },
    [WHY_TEXTURE] = { "texture", AMOUNTS(bytes_sampled, 2) }, /* and bytes of a texel */
    [WHY_OPERATIONS] = { "operations", AMOUNTS(operations, 1) },
    [WHY_SINGLE] = { "single", AMOUNTS(single, 1) },
    [WHY_INTEGER] = { "integer", AMOUNTS(integer, 1) },
    [WHY_SPECIAL] = { "special", AMOUNTS(special, 1) },
    [WHY_ATOMICS] = { "atomics", AMOUNTS(atomics, 2 * BENCH_ATOMICS_COUNT) },
    [WHY_GROUPS] = { "groups", AMOUNTS(groups, 1) },
    [WHY_VERTICES] = { "vertices", AMOUNTS(vertices, 1) },
    [WHY_PIXELS] = { "pixels", AMOUNTS(pixels, 1) },
    [WHY_STEPS] = { "steps", AMOUNTS(chain, 1) },
    [WHY_LOADS] = { "loads", AMOUNTS(loads, 2) }, /* and bytes that they come from */
    [WHY_ROUNDS] = { "rounds", AMOUNTS(rounds, 1) },
};

const char *why_unit_name(enum why_unit unit)
{
    return units[unit].name;
}

static struct bench_work unit_amounts(const struct bench_work *all, enum why_unit unit)
{
    struct bench_work one = { 0 };
    const size_t first = units[unit].first;
    memcpy((char *)&one + first, (const char *)all + first, units[unit].count * sizeof(double));
    if (unit == WHY_LOADS) /* the first of each step is in its price */
        one.loads = fmax(all->loads - all->chain, 0);
    return one;
}

/*
 * Each at the price of its kind; where more were recorded than are in the chain, the dearest are
 * left out. Unlike a floor this takes an indirect dispatch for what one of a group each costs;
 * where the sum is more than the whole time they are cheaper here, and the least is told.
 */
static double steps_ns(const struct why_subject *of)
{
    const struct floor_work *work = &of->work;
    const struct run_ceilings *ceilings = &of->ceilings;
    const double least = least_ns(of, unit_amounts(&work->amounts, WHY_STEPS));
    const double copy_ns = ceilings->copy_ns > 0 ? ceilings->copy_ns : ceilings->fill_ns;
    struct floor_step kinds[] = { { work->direct, ceilings->dependent_ns },
                                  { work->indirect, ceilings->indirect_ns },
                                  { work->fills, ceilings->fill_ns },
                                  { work->copies + work->read_backs, copy_ns } };
    const size_t count = COUNT_OF(kinds);
    const double ns = floor_steps_ns(work->amounts.chain, kinds, count, ceilings->dependent_ns);
    return least > 0 && ns <= of->time_ns ? fmax(least, ns) : least;
}

static int use_compare(const void *a, const void *b)
{
    const struct why_use *first = a, *second = b;
    if (first->percent != second->percent)
        return first->percent < second->percent ? 1 : -1;
    return (first->unit > second->unit) - (first->unit < second->unit);
}

/* NULL where there is none. */
static const struct why_use *use_of(const struct why *why, enum why_unit unit)
{
    for (size_t i = 0; i < why->use_count; i++)
        if (why->uses[i].unit == unit)
            return &why->uses[i];
    return NULL;
}

/* Shares -------------------------------------------------------------------------------------- */

static void host_find(struct why *why, const struct why_subject *of)
{
    const struct run_case *c = of->c;
    const double ns = c->wall.median - c->gpu.median, percent = 100 * ns / c->wall.median;
    const double returns = fmax(c->counters.host_returns, 0);
    if (c->kind == BENCH_HOST_DRIVEN && percent >= host_percent)
        cause_add(why, (struct why_cause){ .rule = WHY_BY_HOST,
                                           .ns = ns,
                                           .percent = percent,
                                           .count = returns,
                                           .other = c->wall.median,
                                           .third = returns * of->ceilings.round_trip_ns });
}

static void share_add(struct why *why, const struct why_subject *of, struct why_cause cause)
{
    cause.percent = 100 * cause.ns / of->time_ns;
    if (cause.percent >= share_percent)
        cause_add(why, cause);
}

/* Every submission of those that return to the host has a pair; one of kind GPU is spread over the
 * repetitions, unless each has its own. */
static void stamps_find(struct why *why, const struct why_subject *of)
{
    const struct run_case *c = of->c;
    /* It has several modes on some devices: the least of the run. */
    const double least_ns = of->ceilings.empty_ns;
    const double empty_ns = least_ns > 0 ? fmin(least_ns, c->empty_ns) : c->empty_ns;
    double pairs = 1;
    if (c->kind == BENCH_CPU || !(empty_ns > 0))
        return;
    if (c->kind == BENCH_HOST_DRIVEN)
        pairs = fmax(c->counters.submits, 0);
    else if (c->cache != RUN_CACHE_COLD && !c->stamps_each)
        pairs /= fmax(fmax(c->inner_repetitions, 0), 1);
    share_add(
        why, of,
        (struct why_cause){
            .rule = WHY_BY_STAMPS, .ns = pairs * empty_ns, .count = pairs, .other = empty_ns });
}

static void waits_find(struct why *why, const struct why_subject *of)
{
    const struct bench_work *work = &of->work.amounts;
    const struct {
        enum why_unit unit;
        enum why_rule rule;
        double count;
    } waits[] = { { WHY_STEPS, WHY_BY_STEPS, work->chain },
                  { WHY_LOADS, WHY_BY_LOADS, fmax(work->loads - work->chain, 0) },
                  { WHY_ROUNDS, WHY_BY_ROUNDS, work->rounds } };
    for (size_t i = 0; i < COUNT_OF(waits); i++) {
        const struct why_use *use = use_of(why, waits[i].unit);
        const double least = least_ns(of, unit_amounts(work, waits[i].unit));
        if (use)
            share_add(why, of,
                      (struct why_cause){ .rule = waits[i].rule,
                                          .ns = use->ns,
                                          .count = waits[i].count,
                                          .other = use->ns > least });
    }
}

/* The one of those that do not wait that takes longest. */
static void unit_find(struct why *why, const struct why_subject *of)
{
    for (size_t i = 0; i < why->use_count; i++)
        if (why->uses[i].unit < WHY_STEPS) {
            share_add(why, of,
                      (struct why_cause){ .rule = WHY_BY_UNIT,
                                          .ns = why->uses[i].ns,
                                          .name = why_unit_name(why->uses[i].unit) });
            return;
        }
}

/* Phases of a method are metrics; a single time among metrics is no phase. */
static void metric_find(struct why *why, const struct why_subject *of)
{
    const struct run_metric *largest = NULL;
    size_t times = 0;
    foreach (const struct run_metric, metric, of->c->metrics, of->c->metric_count) {
        const bool part = metric->value > 0 && metric->value <= part_percent / 100 * of->time_ns;
        if (strcmp(metric->unit, "ns") != 0)
            continue;
        times++;
        if (part && (!largest || metric->value > largest->value))
            largest = metric;
    }
    if (largest && times >= PART_METRICS)
        share_add(why, of,
                  (struct why_cause){
                      .rule = WHY_BY_METRIC, .ns = largest->value, .name = largest->name });
}

/* Floors have no bytes of images, which may be packed; that they cross memory is told all the
 * same. */
static void traffic_find(struct why *why, const struct why_subject *of)
{
    const struct run_ceilings *ceilings = &of->ceilings;
    const double most = fmax(
        ceilings_rate(&ceilings->copy, INFINITY),
        fmax(ceilings_rate(&ceilings->read, INFINITY), ceilings_rate(&ceilings->write, INFINITY)));
    const double rate = metric_of(of->c, "compulsory_bytes_per_second");
    const double percent = most > 0 && of->c->kind != BENCH_CPU ? 100 * rate / most : 0;
    if (percent >= half_percent)
        cause_add(why,
                  (struct why_cause){ .rule = WHY_BY_TRAFFIC, .percent = percent, .count = rate });
}

/* A share where it is half of the time: it is a dispatch between stamps, and overlaps with all
 * else. One that takes longer than the case is no part of it. */
static void probe_find(struct why *why, const struct why_subject *of)
{
    const double ns = of->c->probe.time.count > 0 ? of->c->probe.time.median : NAN;
    const double percent = 100 * ns / of->time_ns;
    const bool share = percent >= half_percent && percent <= 100;
    if (ns > 0)
        cause_add(why, (struct why_cause){ .rule = WHY_BY_PROBE,
                                           .ns = ns,
                                           .percent = share ? percent : 0,
                                           .count = of->time_ns / ns });
}

static int cause_compare(const void *a, const void *b)
{
    const struct why_cause *first = a, *second = b;
    if (first->percent != second->percent)
        return first->percent < second->percent ? 1 : -1;
    return (first->rule > second->rule) - (first->rule < second->rule);
}

/* --------------------------------------------------------------------------------------------- */

/* Operations of one kind are among all operations. */
static double declared_percent(const struct why *why)
{
    double operations = 0, others = 0;
    foreach (const struct why_use, use, why->uses, why->use_count)
        if (use->unit >= WHY_OPERATIONS && use->unit <= WHY_SPECIAL)
            operations = fmax(operations, use->percent);
        else
            others += use->percent;
    return operations + others;
}

/* Conditions: reasons that a sentence adds where shares are less than half of the time. */

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

/* Finds the excess of each dependent step over its price, in loads from memory. */
static void latency_find(struct why *why, const struct why_subject *of)
{
    const struct why_use *steps = use_of(why, WHY_STEPS);
    const double chain = of->work.amounts.chain;
    const double load_ns = ceilings_load_ns(&of->ceilings, INFINITY);
    if (!steps || of->c->kind != BENCH_GPU || !(load_ns > 0) || !(chain > 0))
        return;
    const double left_ns = (of->time_ns - steps->ns) / chain, loads = left_ns / load_ns;
    if (loads >= 1 && loads <= loads_most)
        cause_add(why, (struct why_cause){ .rule = WHY_BY_LATENCY,
                                           .count = round(loads),
                                           .other = left_ns,
                                           .third = chain });
}

/* Other cases --------------------------------------------------------------------------------- */

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
    foreach (const struct run_case, other, of->run->cases, of->run->case_count) {
        if (!is_beside(of->c, other) || strcmp(other->variant, of->c->variant) == 0 ||
            (other->cache == RUN_CACHE_COLD) != cold)
            continue;
        least_ns = fmin(least_ns, case_ns(other));
        if (run_case_same_axes(of->c, other) &&
            case_ns(other) < (fastest ? case_ns(fastest) : INFINITY))
            fastest = other;
    }
    if (!fastest)
        return;
    const double percent = 100 * case_ns(fastest) / case_ns(of->c);
    if (percent <= sibling_percent || (alone && (percent <= 100 || least_ns > case_ns(of->c))))
        cause_add(why, (struct why_cause){ .rule = WHY_BY_SIBLING,
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
        if (!is_beside(of->c, other) || !run_case_same_axes(of->c, other) ||
            strcmp(other->variant, of->c->variant) != 0 || other->cache != RUN_CACHE_HOT)
            continue;
        const double percent = 100 * case_ns(other) / case_ns(of->c);
        if (percent <= hot_percent)
            cause_add(why, (struct why_cause){ .rule = WHY_BY_COLD,
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
    foreach (const struct run_case, other, of->run->cases, of->run->case_count) {
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
        cause_add(why, cause);
}

/* Compares with the same case on one thread of the host. */
static void threads_find(struct why *why, const struct why_subject *of)
{
    foreach (const struct run_case, one, of->run->cases, of->run->case_count) {
        if (of->c->kind != BENCH_CPU || !is_beside(of->c, one) || one->cache != of->c->cache ||
            !other_axis(of->c, one) || !(of->c->threads > 1) || one->threads != 1)
            continue;
        const double gain = case_ns(one) / case_ns(of->c);
        if (gain <= gain_percent / 100 * of->c->threads)
            cause_add(why, (struct why_cause){
                               .rule = WHY_BY_THREADS, .count = of->c->threads, .other = gain });
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

static double kernel_threads(const struct run_kernel *kernel)
{
    return fmax(kernel->group_threads, 0);
}

static double kernel_subgroup(const struct run_kernel *kernel)
{
    return fmax(kernel->subgroup_size, 0);
}

static double kernel_statistic(const struct run_kernel *kernel, const char *const *names)
{
    double most = 0;
    for (size_t i = 0; i < kernel->statistic_count; i++)
        for (size_t k = 0; names[k]; k++)
            if (strcmp(kernel->statistics[i].name, names[k]) == 0)
                most = fmax(most, fmax(kernel->statistics[i].number, 0));
    return most;
}

double why_kernel_registers(const struct run_kernel *kernel)
{
    static const char *const names[] = { "Register Count", "VGPRs", NULL };
    return kernel_statistic(kernel, names);
}

double why_kernel_stack(const struct run_kernel *kernel)
{
    static const char *const names[] = { "Stack Size", "Scratch size", NULL };
    return kernel_statistic(kernel, names);
}

/* The metrics `groups` and `balance` (method.h), against what the device has. */
static void groups_find(struct why *why, const struct why_subject *of)
{
    /* The method's own number of groups matters, or the dispatch of most groups. */
    const double own = metric_of(of->c, "groups"), most = fmax(of->c->work.groups_most, 0);
    const double groups = own > 0 ? own : most, balance = metric_of(of->c, "balance");
    const double multiprocessors = fmax(of->run->device.multiprocessors, 0);
    const char *name = "";
    const double threads = groups * kernels_most(of, kernel_threads, &name);
    if (groups > 0 && groups < multiprocessors)
        cause_add(why, (struct why_cause){
                           .rule = WHY_BY_FEW_GROUPS, .count = groups, .other = multiprocessors });
    else if (threads > 0 && threads < few_threads * multiprocessors)
        cause_add(why, (struct why_cause){ .rule = WHY_BY_FEW_THREADS,
                                           .count = groups,
                                           .other = threads / multiprocessors,
                                           .third = threads / groups });
    if (balance >= uneven)
        cause_add(why, (struct why_cause){ .rule = WHY_BY_BALANCE, .count = balance });
}

/* Groups that are smaller than a subgroup leave the rest of its lanes idle. */
static void narrow_find(struct why *why, const struct why_subject *of)
{
    const char *name = "";
    const double threads = kernels_most(of, kernel_threads, &name);
    const double ran = kernels_most(of, kernel_subgroup, &name); /* 0: the driver did not say */
    const double subgroup = ran > 0 ? ran : fmax(of->run->device.subgroup_size, 0);
    if (threads > 0 && threads < subgroup)
        cause_add(why,
                  (struct why_cause){ .rule = WHY_BY_NARROW, .count = threads, .other = subgroup });
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
    static const char *const nvidia[] = { "Register Count", NULL };
    struct why_cause cause = { .rule = WHY_BY_REGISTERS, .other = INFINITY, .name = "" };
    /* Threads that are not there need no room, nor is there much to hold in a short time. */
    if (has_cause(why, WHY_BY_FEW_GROUPS) || has_cause(why, WHY_BY_FEW_THREADS) ||
        has_cause(why, WHY_BY_LATENCY))
        return;
    for (size_t i = 0; i < of->c->kernel_count; i++) {
        const struct run_kernel *kernel = run_kernel_find(of->run, of->c->kernels[i]);
        if (!kernel || why_kernel_registers(kernel) <= cause.count)
            continue;
        /* How many threads find room is known of drivers that name registers as NVIDIA's do. */
        const double each = nvidia_step * ceil(kernel_statistic(kernel, nvidia) / nvidia_step);
        cause.count = why_kernel_registers(kernel);
        cause.other = each > 0
                          ? nvidia_subgroup * floor(nvidia_registers / (nvidia_subgroup * each))
                          : INFINITY;
        cause.name = kernel->name;
    }
    if (cause.count >= many_registers || cause.other < room_threads)
        cause_add(why, cause);
}

/* --------------------------------------------------------------------------------------------- */

/* Adds causes behind those that `why` has. */
static void conditions_find(struct why *why, const struct why_subject *of)
{
    const struct run_counters *counters = &of->c->counters;
    const size_t shares = why->cause_count;
    groups_find(why, of);
    narrow_find(why, of);
    const bool bound = floor_is_known_of_draws(&of->work, &of->ceilings);
    const double draws = bound ? 0 : fmax(counters->draws, 0);
    if (counters->builds > 0 || counters->traces > 0 || draws > 0)
        cause_add(why, (struct why_cause){ .rule = WHY_BY_UNMEASURED,
                                           .count = fmax(counters->builds, 0),
                                           .other = fmax(counters->traces, 0),
                                           .third = draws });
    /* Finds operations such as those of matrices. */
    const double rate = metric_of(of->c, "operations_per_second");
    if (rate > 0 && of->work.amounts.operations == 0)
        cause_add(why, (struct why_cause){ .rule = WHY_BY_OTHER_OPERATIONS, .count = rate });
    struct why_cause stack = { .rule = WHY_BY_STACK, .name = "" };
    stack.count = kernels_most(of, why_kernel_stack, &stack.name);
    if (stack.count > 0)
        cause_add(why, stack);
    cold_find(why, of);
    latency_find(why, of);
    registers_find(why, of);
    threads_find(why, of);
    axis_find(why, of);
    sibling_find(why, of, why->cause_count == shares);
}

void why_find(struct why *why, const struct run *run, const struct run_case *c)
{
    struct why_subject of;
    *why = (struct why){ .time_ns = NAN };
    if (c->status != BENCH_OK || c->ceiling != BENCH_CEILING_NONE)
        return;
    of = (struct why_subject){ .run = run, .c = c, .work = floor_work_of(c) };
    of.time_ns = c->kind == BENCH_CPU ? c->wall.median : c->gpu.median;
    of.ceilings = run->ceilings;
    if (!ceilings_known(&of.ceilings))
        ceilings_find(&of.ceilings, run);
    /* Unless an earlier version gave it a floor. */
    const bool has_none = c->counters.draws > 0 && isnan(c->floor_percent) &&
                          !floor_is_known_of_draws(&of.work, &of.ceilings);
    if (!(of.time_ns > 0) || has_none)
        return;
    why->time_ns = of.time_ns;
    for (int i = 0; i < WHY_UNIT_COUNT; i++) {
        const enum why_unit unit = (enum why_unit)i;
        const double ns =
            unit == WHY_STEPS ? steps_ns(&of) : least_ns(&of, unit_amounts(&of.work.amounts, unit));
        if (ns > 0 && isfinite(ns))
            why->uses[why->use_count++] = (struct why_use){ unit, ns, 100 * ns / of.time_ns };
    }
    qsort(why->uses, why->use_count, sizeof(why->uses[0]), use_compare);
    /* The file's bound may follow older rules than today's. */
    const double floor_percent = 100 * least_ns(&of, of.work.amounts) / of.time_ns;
    const bool below = c->floor_percent < half_percent || floor_percent < half_percent;
    if (why->use_count == 0 || !below)
        return;
    host_find(why, &of);
    const size_t first = why->cause_count;
    stamps_find(why, &of);
    waits_find(why, &of);
    unit_find(why, &of);
    metric_find(why, &of);
    traffic_find(why, &of);
    probe_find(why, &of);
    qsort(why->causes + first, why->cause_count - first, sizeof(why->causes[0]), cause_compare);
    /* Adds up the shares: the host's of wall time, the others of GPU time. */
    why->declared_percent = declared_percent(why);
    foreach (const struct why_cause, cause, why->causes, why->cause_count) {
        if (cause->rule == WHY_BY_HOST)
            continue;
        why->most_percent = fmax(why->most_percent, cause->percent);
        why->together_percent += cause->rule >= WHY_BY_METRIC ? 0 : cause->percent;
    }
    why->explained = fmax(why->most_percent, why->together_percent) >= half_percent;
    if (!why->explained)
        conditions_find(why, &of);
    why_words_write(why);
}
