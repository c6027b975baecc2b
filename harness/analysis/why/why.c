/* SPDX-License-Identifier: MIT */
#include "harness/analysis/why/why.h"

#include "harness/analysis/limits/limits.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const double half_percent = 50;
static const double host_percent = 50;  /* of wall time: from here on it is the host's */
static const double share_percent = 15; /* a smaller share explains nothing */
/* A metric that is the whole time says nothing of its parts. */
static const double part_percent = 98;
enum { PART_METRICS = 3 }; /* fewer times among metrics are no parts of a whole */

enum { SHARES_MAX = 8, SHARE_BYTES = 256, TIMES_BYTES = 32 };

/* Parts of the time. */
struct share {
    double percent;     /* 0: it is told, and is no share */
    bool adds;          /* it does not overlap with others */
    const char *advice; /* behind its words where it is the largest; "" */
    char words[SHARE_BYTES];
};

/* The case to explain, and what is found. */
struct why_subject {
    struct why *why;
    const struct run *run;
    const struct run_case *c;
    struct run_ceilings ceilings;
    struct floor_work work;
    double time_ns;
    struct share shares[SHARES_MAX]; /* the largest first; of equal ones the first that was found */
    size_t share_count;
    unsigned told;     /* a bit for each unit that has a share */
    bool host;         /* the host is told */
    bool idle;         /* few threads, or little time beyond the steps: registers are not why */
    size_t conditions; /* that are told */
};

/* Words --------------------------------------------------------------------------------------- */

/* Room for a text of a percentage, and for one of a factor, that lives as long as the block. */
#define PERCENT_ROOM ((char[16]){ 0 })
#define TIMES_ROOM ((char[TIMES_BYTES]){ 0 })

/* Goes on with the sentence, or with another part of it. */
#define go_on(of, ...) text_join_cut((of)->why->text, WHY_TEXT_BYTES, "", __VA_ARGS__)
#define say(of, ...) text_join_cut((of)->why->text, WHY_TEXT_BYTES, "; ", __VA_ARGS__)

/* Says a condition. */
#define condition_say(of, ...) ((of)->conditions++, say(of, __VA_ARGS__))

static const char *percent_text(double percent, char text[16])
{
    snprintf(text, 16, percent >= 1 ? "%.0f %%" : "under 1 %%", percent);
    return text;
}

/* "1.25", "12.3", "123", "1230": three digits that count, and no exponent. */
static const char *times_text(double times, char text[TIMES_BYTES])
{
    char rounded[TIMES_BYTES];
    snprintf(rounded, sizeof(rounded), "%.2e", times);
    const double value = strtod(rounded, NULL);
    if (value > 0 && value < 1e-4)
        snprintf(text, TIMES_BYTES, "%.*f", (int)fmin(2 - floor(log10(value)), 20), value);
    else
        snprintf(text, TIMES_BYTES, value < 1000 ? "%.3g" : "%.0f", value);
    return text;
}

static const char *s(double count)
{
    return plural((size_t)count, "", "s");
}

/* An unknown, NAN in a run, is 0 here, by fmax(). */
static double metric_of(const struct run_case *c, const char *name)
{
    const struct run_metric *metric = NAMED(c->metrics, c->metric_count, name);
    return metric ? fmax(metric->value, 0) : 0;
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
    const char *name, *words; /* words: of those that do not wait */
    size_t first, count;
} units[WHY_UNIT_COUNT] = {
    [WHY_MEMORY] = { "memory", "the bytes that it must move", AMOUNTS(bytes_read, 2) },
    [WHY_TEXTURE] = { "texture", "its texel lookups",
                      AMOUNTS(bytes_sampled, 2) }, /* and bytes of a texel */
    [WHY_OPERATIONS] = { "operations", "its operations", AMOUNTS(operations, 1) },
    [WHY_SINGLE] = { "single", "its operations, which must not be fused,", AMOUNTS(single, 1) },
    [WHY_INTEGER] = { "integer", "its integer operations", AMOUNTS(integer, 1) },
    [WHY_SPECIAL] = { "special", "its roots, inverses and powers", AMOUNTS(special, 1) },
    [WHY_ATOMICS] = { "atomics", "its atomics", AMOUNTS(atomics, 2 * BENCH_ATOMICS_COUNT) },
    [WHY_GROUPS] = { "groups", "its work-groups, even if empty,", AMOUNTS(groups, 1) },
    [WHY_VERTICES] = { "vertices", "its vertices, even if they cover no pixel,",
                       AMOUNTS(vertices, 1) },
    [WHY_PIXELS] = { "pixels", "the pixels that it fills", AMOUNTS(pixels, 1) },
    [WHY_STEPS] = { "steps", "", AMOUNTS(chain, 1) },
    [WHY_LOADS] = { "loads", "", AMOUNTS(loads, 2) }, /* and bytes that they come from */
    [WHY_ROUNDS] = { "rounds", "", AMOUNTS(rounds, 1) },
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

static struct share *share_add(struct why_subject *of, double percent)
{
    size_t at = of->share_count++;
    for (; at > 0 && of->shares[at - 1].percent < percent; at--)
        of->shares[at] = of->shares[at - 1];
    of->shares[at] = (struct share){ .percent = percent, .advice = "" };
    return &of->shares[at];
}

/* Adds "WORDS 12.3 µs of 45.6 µs (27 %)" of what takes so long; NULL where that is too little to
 * explain anything. */
__attribute__((format(printf, 4, 5))) static struct share *
time_add(struct why_subject *of, double ns, bool adds, const char *format, ...)
{
    const double percent = 100 * ns / of->time_ns;
    va_list values;
    if (!(percent >= share_percent))
        return NULL;
    struct share *share = share_add(of, percent);
    share->adds = adds;
    va_start(values, format);
    vsnprintf(share->words, SHARE_BYTES, format, values);
    va_end(values);
    text_join_cut(share->words, SHARE_BYTES, " ", "%s of %s (%s)", units_format_ns(ns, UNITS_ROOM),
                  units_format_ns(of->time_ns, UNITS_ROOM), percent_text(percent, PERCENT_ROOM));
    return share;
}

/* Round trips with nothing between them are what fewer returns would save. */
static void host_find(struct why_subject *of)
{
    const struct run_case *c = of->c;
    const double ns = c->wall.median - c->gpu.median, percent = 100 * ns / c->wall.median;
    const double returns = fmax(c->counters.host_returns, 0);
    const double trips_ns = returns * of->ceilings.round_trip_ns;
    if (c->kind != BENCH_HOST_DRIVEN || !(percent >= host_percent))
        return;
    of->host = true;
    say(of,
        "%s of %s of wall time (%s) lie outside of the device's time, in %.0f return%s to the host",
        units_format_ns(ns, UNITS_ROOM), units_format_ns(c->wall.median, UNITS_ROOM),
        percent_text(percent, PERCENT_ROOM), returns, s(returns));
    if (trips_ns <= 0)
        return;
    go_on(of, ", which take%s %s at the cost of a round trip each",
          plural((size_t)returns, "s", ""), units_format_ns(trips_ns, UNITS_ROOM));
    if (trips_ns < ns / 2)
        go_on(of, ": most of it is work of the host");
    else if (returns > 1)
        go_on(of, ": fewer of them%s will help", percent >= 80 ? ", not faster kernels," : "");
}

/* Every submission of those that return to the host has a pair; one of kind GPU is spread over the
 * repetitions, unless each has its own. */
static void stamps_find(struct why_subject *of)
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
    if (pairs > 1)
        time_add(of, pairs * empty_ns, true, "%.0f pairs of stamps, %s each when empty, take",
                 pairs, units_format_ns(empty_ns, UNITS_ROOM));
    else
        time_add(of, pairs * empty_ns, true, "an empty pair of stamps takes");
}

static void waits_find(struct why_subject *of)
{
    const struct bench_work *work = &of->work.amounts;
    const double steps = work->chain, loads = fmax(work->loads - steps, 0);
    for (int i = WHY_STEPS; i < WHY_UNIT_COUNT; i++) {
        const enum why_unit unit = (enum why_unit)i;
        const struct why_use *use = use_of(of->why, unit);
        struct share *share = NULL;
        if (use && unit == WHY_LOADS)
            share = time_add(of, use->ns, true,
                             "%.0f load%s, each from the address that the one before it gave, take",
                             loads, s(loads));
        else if (use && unit == WHY_ROUNDS)
            share = time_add(of, use->ns, true, "%.0f round%s between which a group waits take",
                             work->rounds, s(work->rounds));
        else if (use && steps == 1)
            share =
                time_add(of, use->ns, true, "its one step, at the lowest cost of a step, takes");
        else if (use)
            share = time_add(of, use->ns, true, "%.0f dependent steps, %s, take", steps,
                             use->ns > least_ns(of, unit_amounts(work, unit))
                                 ? "each at the cost of its kind"
                                 : "at the lowest cost of a step");
        if (share && unit == WHY_STEPS && steps > 1)
            share->advice = share->percent >= half_percent
                                ? ": fewer steps, not faster kernels, will help"
                                : ": fewer steps will help";
        of->told |= share ? 1u << unit : 0;
    }
}

/* The one of those that do not wait that takes longest. */
static void unit_find(struct why_subject *of)
{
    foreach (const struct why_use, use, of->why->uses, of->why->use_count)
        if (use->unit < WHY_STEPS) {
            if (time_add(of, use->ns, true, "%s take at least", units[use->unit].words))
                of->told |= 1u << use->unit;
            return;
        }
}

/* Phases of a method are metrics; a single time among metrics is no phase. */
static void metric_find(struct why_subject *of)
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
        time_add(of, largest->value, false, "its metric %.60s is", largest->name);
}

/* Floors have no bytes of images, which may be packed; that they cross memory is told all the
 * same. */
static void traffic_find(struct why_subject *of)
{
    const struct run_ceilings *ceilings = &of->ceilings;
    const double most = fmax(
        ceilings_rate(&ceilings->copy, INFINITY),
        fmax(ceilings_rate(&ceilings->read, INFINITY), ceilings_rate(&ceilings->write, INFINITY)));
    const double rate = metric_of(of->c, "compulsory_bytes_per_second");
    const double percent = most > 0 && of->c->kind != BENCH_CPU ? 100 * rate / most : 0;
    if (percent >= half_percent)
        snprintf(share_add(of, percent)->words, SHARE_BYTES,
                 "bytes that must move, images included, move at %s, %s of the measured memory "
                 "bandwidth",
                 units_format_rate(rate, "B/s", UNITS_ROOM), percent_text(percent, PERCENT_ROOM));
}

/* A share where it is half of the time: it is a dispatch between stamps, and overlaps with all
 * else. One that takes longer than the case is no part of it. */
static void probe_find(struct why_subject *of)
{
    const double ns = of->c->probe.time.count > 0 ? of->c->probe.time.median : NAN;
    const double percent = 100 * ns / of->time_ns;
    if (percent >= half_percent && percent <= 100)
        time_add(of, ns, false, "reading and writing its bytes, and nothing else, takes");
    else if (ns > 0)
        snprintf(share_add(of, 0)->words, SHARE_BYTES,
                 "it takes %s times the %s that reading and writing its bytes takes",
                 times_text(of->time_ns / ns, TIMES_ROOM), units_format_ns(ns, UNITS_ROOM));
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
static void latency_find(struct why_subject *of)
{
    const struct why_use *steps = use_of(of->why, WHY_STEPS);
    const double chain = of->work.amounts.chain;
    const double load_ns = ceilings_load_ns(&of->ceilings, INFINITY);
    if (!steps || of->c->kind != BENCH_GPU || !(load_ns > 0) || !(chain > 0))
        return;
    const double left_ns = (of->time_ns - steps->ns) / chain, loads = round(left_ns / load_ns);
    if (!(left_ns / load_ns >= 1 && left_ns / load_ns <= loads_most))
        return;
    of->idle = true;
    if (chain == 1)
        condition_say(of, "beyond its one step there are %s", units_format_ns(left_ns, UNITS_ROOM));
    else
        condition_say(of, "beyond its cost each of the %.0f steps takes %s on average", chain,
                      units_format_ns(left_ns, UNITS_ROOM));
    go_on(of, ", as long as %.0f load%s from memory%s", loads, s(loads),
          loads > 1 ? ", each of which waits for the one before it" : "");
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

/* Goes on with " 2 µs of 4 µs of wall time (50 %)", what another case takes. */
static void other_add(struct why_subject *of, double ns)
{
    go_on(of, " %s of %s%s (%s)", units_format_ns(ns, UNITS_ROOM),
          units_format_ns(case_ns(of->c), UNITS_ROOM),
          of->c->kind == BENCH_HOST_DRIVEN ? " of wall time" : "",
          percent_text(100 * ns / case_ns(of->c), PERCENT_ROOM));
}

/*
 * The fastest of the other variants with the same axes, where it is faster by far; or where there
 * is no other condition: then the method is not why. An axis that only one of two has may leave out
 * a part of the work, so these are not compared; but they may be faster.
 */
static void sibling_find(struct why_subject *of)
{
    const struct run_case *fastest = NULL;
    const bool cold = of->c->cache == RUN_CACHE_COLD, alone = of->conditions == 0;
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
    if (percent <= sibling_percent || (alone && percent <= 100)) {
        condition_say(of, "the variant %.60s answers the same question in", fastest->variant);
        other_add(of, case_ns(fastest));
    } else if (alone && least_ns > case_ns(of->c)) {
        condition_say(of, "no other variant of its kind is faster: the next is %.60s with %s",
                      fastest->variant, units_format_ns(case_ns(fastest), UNITS_ROOM));
    }
}

/* Compares with the same case with hot caches. */
static void cold_find(struct why_subject *of)
{
    for (size_t i = 0; of->work.cold && i < of->run->case_count; i++) {
        const struct run_case *other = &of->run->cases[i];
        if (!is_beside(of->c, other) || !run_case_same_axes(of->c, other) ||
            strcmp(other->variant, of->c->variant) != 0 || other->cache != RUN_CACHE_HOT)
            continue;
        if (100 * case_ns(other) / case_ns(of->c) <= hot_percent) {
            condition_say(of, "with caches that hold its data it takes");
            other_add(of, case_ns(other));
        }
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
static void axis_find(struct why_subject *of)
{
    const struct run_axis *fastest = NULL;
    const bool cold = of->c->cache == RUN_CACHE_COLD;
    double least_ns = INFINITY;
    foreach (const struct run_case, other, of->run->cases, of->run->case_count) {
        const bool beside = is_beside(of->c, other) && (other->cache == RUN_CACHE_COLD) == cold;
        const struct run_axis *axis = beside ? other_axis(of->c, other) : NULL;
        if (!axis || case_ns(other) >= least_ns)
            continue;
        least_ns = case_ns(other);
        fastest = axis;
    }
    if (!fastest || 100 * least_ns / case_ns(of->c) > sibling_percent)
        return;
    condition_say(of, "with %.40s %.40s it takes", fastest->name, fastest->value);
    other_add(of, least_ns);
}

/* Compares with the same case on one thread of the host. */
static void threads_find(struct why_subject *of)
{
    foreach (const struct run_case, one, of->run->cases, of->run->case_count) {
        if (of->c->kind != BENCH_CPU || !is_beside(of->c, one) || one->cache != of->c->cache ||
            !other_axis(of->c, one) || !(of->c->threads > 1) || one->threads != 1)
            continue;
        const double gain = case_ns(one) / case_ns(of->c);
        if (gain <= gain_percent / 100 * of->c->threads)
            condition_say(of, "%.0f threads are %s times as fast as one", of->c->threads,
                          times_text(gain, TIMES_ROOM));
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
static void groups_find(struct why_subject *of)
{
    /* The method's own number of groups matters, or the dispatch of most groups. */
    const double own = metric_of(of->c, "groups"), most = fmax(of->c->work.groups_most, 0);
    const double groups = own > 0 ? own : most, balance = metric_of(of->c, "balance");
    const double multiprocessors = fmax(of->run->device.multiprocessors, 0);
    const char *name = "";
    const double threads = groups * kernels_most(of, kernel_threads, &name);
    const bool few = groups > 0 && groups < multiprocessors;
    of->idle = few || (threads > 0 && threads < few_threads * multiprocessors);
    if (few)
        condition_say(of,
                      "a dispatch of %.0f group%s leaves %.0f of %.0f multiprocessors without work",
                      groups, s(groups), multiprocessors - groups, multiprocessors);
    else if (of->idle)
        condition_say(of,
                      "a dispatch of %.0f groups of at most %.0f threads has %.0f threads for each "
                      "multiprocessor, few to hide latency",
                      groups, threads / groups, threads / multiprocessors);
    if (balance >= uneven)
        condition_say(of, "the busiest group has %s times the mean",
                      times_text(balance, TIMES_ROOM));
}

/* Groups that are smaller than a subgroup leave the rest of its lanes idle. */
static void narrow_find(struct why_subject *of)
{
    const char *name = "";
    const double threads = kernels_most(of, kernel_threads, &name);
    const double ran = kernels_most(of, kernel_subgroup, &name); /* 0: the driver did not say */
    const double subgroup = ran > 0 ? ran : fmax(of->run->device.subgroup_size, 0);
    if (threads > 0 && threads < subgroup)
        condition_say(of,
                      "groups of at most %.0f thread%s leave %.0f of %.0f lanes of a subgroup "
                      "without work",
                      threads, s(threads), subgroup - threads, subgroup);
}

/* Work that draws, traces or builds, which no device limit covers. */
static void unmeasured_find(struct why_subject *of)
{
    const struct run_counters *counters = &of->c->counters;
    const bool bound = floor_is_known_of_draws(&of->work, &of->ceilings);
    const struct {
        double count;
        const char *name;
    } parts[] = { { fmax(counters->builds, 0), "build" },
                  { fmax(counters->traces, 0), "trace" },
                  { bound ? 0 : fmax(counters->draws, 0), "draw" } };
    char words[SHARE_BYTES] = "";
    double all = 0;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        all += parts[i].count;
        if (parts[i].count > 0)
            text_join_cut(words, SHARE_BYTES, " and ", "%.0f %s%s", parts[i].count, parts[i].name,
                          s(parts[i].count));
    }
    if (all > 0)
        condition_say(of, "%s, which no device limit covers, %s part of it", words,
                      plural((size_t)all, "is", "are"));
}

static void registers_find(struct why_subject *of)
{
    static const char *const nvidia[] = { "Register Count", NULL };
    const char *name = "";
    double most = 0, room = INFINITY;
    /* Threads that are not there need no room, nor is there much to hold in a short time. */
    for (size_t i = 0; i < of->c->kernel_count && !of->idle; i++) {
        const struct run_kernel *kernel = run_kernel_find(of->run, of->c->kernels[i]);
        if (!kernel || why_kernel_registers(kernel) <= most)
            continue;
        /* How many threads find room is known of drivers that name registers as NVIDIA's do. */
        const double each = nvidia_step * ceil(kernel_statistic(kernel, nvidia) / nvidia_step);
        most = why_kernel_registers(kernel);
        room = each > 0 ? nvidia_subgroup * floor(nvidia_registers / (nvidia_subgroup * each))
                        : INFINITY;
        name = kernel->name;
    }
    if (most < many_registers && !(room < room_threads))
        return;
    condition_say(of, "its kernel %.80s takes %.0f registers a thread, which leaves room for ",
                  name, most);
    if (isfinite(room))
        go_on(of, "at most %.0f threads on a multiprocessor", room);
    else
        go_on(of, "few threads");
}

/* --------------------------------------------------------------------------------------------- */

static void conditions_find(struct why_subject *of)
{
    const char *kernel = "";
    groups_find(of);
    narrow_find(of);
    unmeasured_find(of);
    /* Finds operations such as those of matrices. */
    const double rate = metric_of(of->c, "operations_per_second");
    if (rate > 0 && of->work.amounts.operations == 0)
        condition_say(of, "it does %s operations a second, of a kind that no device limit covers",
                      units_format_rate(rate, "", UNITS_ROOM));
    const double stack = kernels_most(of, why_kernel_stack, &kernel);
    if (stack > 0)
        condition_say(of,
                      "its kernel %.80s keeps %.0f B per thread in private memory, as spills do",
                      kernel, stack);
    cold_find(of);
    latency_find(of);
    registers_find(of);
    threads_find(of);
    axis_find(of);
    sibling_find(of);
}

/* Says what the units take that were not told, of shares and conditions that do not explain it. */
static void rest_say(struct why_subject *of)
{
    const double declared = declared_percent(of->why);
    const bool more = of->host || of->conditions > 0 || declared >= half_percent;
    size_t count = 0;
    foreach (const struct why_use, use, of->why->uses, of->why->use_count) {
        if (of->told & 1u << use->unit)
            continue;
        if (count++ == 0)
            say(of, "the%s declared work (", of->told ? " other" : "");
        go_on(of, "%s%s %s", count > 1 ? ", " : "", why_unit_name(use->unit),
              percent_text(use->percent, PERCENT_ROOM));
    }
    if (count > 0 && declared >= half_percent)
        go_on(of, "): all declared parts add up to %.0f %% if they do not overlap", declared);
    else if (count > 0)
        go_on(of, ") does not limit it");
    if (!more)
        go_on(of, "; the file has no further evidence");
}

/* Writes the sentence: the host's part of wall time, then shares of GPU time. */
static void sentence_write(struct why_subject *of)
{
    struct why *why = of->why;
    double most = 0, together = 0;
    host_find(of);
    stamps_find(of);
    waits_find(of);
    unit_find(of);
    metric_find(of);
    traffic_find(of);
    probe_find(of);
    foreach (const struct share, share, of->shares, of->share_count) {
        say(of, "%s%s", share->words, share == of->shares ? share->advice : "");
        most = fmax(most, share->percent);
        together += share->adds ? share->percent : 0;
    }
    if (fmax(most, together) < half_percent) {
        conditions_find(of);
        rest_say(of);
    } else if (most < half_percent) {
        go_on(of, "; together %.0f %% if they do not overlap", together);
    }
    go_on(of, ".");
    if (why->text[0] >= 'a' && why->text[0] <= 'z')
        why->text[0] = (char)(why->text[0] - 'a' + 'A');
}

void why_find(struct why *why, const struct run *run, const struct run_case *c)
{
    struct why_subject of = { .why = why, .run = run, .c = c, .work = floor_work_of(c) };
    *why = (struct why){ .use_count = 0 };
    if (c->status != BENCH_OK || c->ceiling != BENCH_CEILING_NONE || foreign_is(c))
        return; /* another tool says no work */
    of.time_ns = c->kind == BENCH_CPU ? c->wall.median : c->gpu.median;
    of.ceilings = run->ceilings;
    if (!ceilings_known(&of.ceilings))
        ceilings_find(&of.ceilings, run);
    /* Unless an earlier version gave it a floor. */
    const bool has_none = c->counters.draws > 0 && isnan(c->floor_percent) &&
                          !floor_is_known_of_draws(&of.work, &of.ceilings);
    if (!(of.time_ns > 0) || has_none)
        return;
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
    if (why->use_count > 0 && below)
        sentence_write(&of);
}
