/* SPDX-License-Identifier: MIT */
#include "harness/analysis/why/why.h"

#include "harness/analysis/limits/ceilings.h"
#include "harness/analysis/limits/floor.h"
#include "harness/analysis/why/why_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double half_percent = 50;
static const double host_percent = 50;  /* of wall time: from here on it is the host's */
static const double share_percent = 15; /* a smaller share explains nothing */
/* A metric that is the whole time says nothing of its parts. */
static const double part_percent = 98;
enum { PART_METRICS = 3 }; /* fewer times among metrics are no parts of a whole */

const char *why_unit_name(enum why_unit unit)
{
    static const char *const names[WHY_UNIT_COUNT] = {
        [WHY_MEMORY] = "memory",   [WHY_TEXTURE] = "texture", [WHY_OPERATIONS] = "operations",
        [WHY_SINGLE] = "single",   [WHY_INTEGER] = "integer", [WHY_SPECIAL] = "special",
        [WHY_ATOMICS] = "atomics", [WHY_STEPS] = "steps",     [WHY_LOADS] = "loads",
        [WHY_ROUNDS] = "rounds",   [WHY_GROUPS] = "groups",   [WHY_VERTICES] = "vertices",
        [WHY_PIXELS] = "pixels",
    };
    return names[unit];
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

static struct bench_work unit_amounts(const struct bench_work *all, enum why_unit unit)
{
    struct bench_work one = { 0 };
    switch (unit) {
    case WHY_MEMORY:
        one.bytes_read = all->bytes_read;
        one.bytes_written = all->bytes_written;
        break;
    case WHY_TEXTURE:
        one.bytes_sampled = all->bytes_sampled;
        one.texel_bytes = all->texel_bytes;
        break;
    case WHY_OPERATIONS: one.operations = all->operations; break;
    case WHY_SINGLE: one.single = all->single; break;
    case WHY_INTEGER: one.integer = all->integer; break;
    case WHY_SPECIAL: one.special = all->special; break;
    case WHY_ATOMICS: memcpy(one.atomics, all->atomics, sizeof(one.atomics)); break;
    case WHY_GROUPS: one.groups = all->groups; break;
    case WHY_VERTICES: one.vertices = all->vertices; break;
    case WHY_PIXELS: one.pixels = all->pixels; break;
    case WHY_LOADS: /* the first of each step is in its price */
        one.loads = fmax(all->loads - all->chain, 0);
        one.load_bytes = all->load_bytes;
        break;
    case WHY_ROUNDS: one.rounds = all->rounds; break;
    case WHY_STEPS: one.chain = all->chain; break;
    case WHY_UNIT_COUNT: break;
    }
    return one;
}

/* Steps of a kind that were recorded, and the price of one. */
struct kind {
    double count, ns;
};

static int kind_compare(const void *a, const void *b)
{
    const double first = ((const struct kind *)a)->ns, second = ((const struct kind *)b)->ns;
    return (first > second) - (first < second);
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
    struct kind kinds[] = { { work->direct, ceilings->dependent_ns },
                            { work->indirect, ceilings->indirect_ns },
                            { work->fills, ceilings->fill_ns },
                            { work->copies + work->read_backs, copy_ns } };
    const size_t count = sizeof(kinds) / sizeof(kinds[0]);
    double steps = work->amounts.chain, ns = 0;
    qsort(kinds, count, sizeof(kinds[0]), kind_compare);
    for (size_t i = 0; i < count; i++) {
        const double taken = fmin(steps, kinds[i].count);
        ns += taken * kinds[i].ns;
        steps -= taken;
    }
    ns += steps * ceilings->dependent_ns;
    return least > 0 && ns <= of->time_ns ? fmax(least, ns) : least;
}

static int use_compare(const void *a, const void *b)
{
    const struct why_use *first = a, *second = b;
    if (first->percent != second->percent)
        return first->percent < second->percent ? 1 : -1;
    return (first->unit > second->unit) - (first->unit < second->unit);
}

static void uses_find(struct why *why, const struct why_subject *of)
{
    for (int i = 0; i < WHY_UNIT_COUNT; i++) {
        const enum why_unit unit = (enum why_unit)i;
        const double ns =
            unit == WHY_STEPS ? steps_ns(of) : least_ns(of, unit_amounts(&of->work.amounts, unit));
        if (ns > 0 && isfinite(ns))
            why->uses[why->use_count++] = (struct why_use){ unit, ns, 100 * ns / of->time_ns };
    }
    qsort(why->uses, why->use_count, sizeof(why->uses[0]), use_compare);
}

const struct why_use *why_use_of(const struct why *why, enum why_unit unit)
{
    for (size_t i = 0; i < why->use_count; i++)
        if (why->uses[i].unit == unit)
            return &why->uses[i];
    return NULL;
}

/* Shares -------------------------------------------------------------------------------------- */

void why_cause_add(struct why *why, struct why_cause cause)
{
    why->causes[why->cause_count++] = cause;
}

static void host_find(struct why *why, const struct why_subject *of)
{
    const struct run_case *c = of->c;
    const double ns = c->wall.median - c->gpu.median, percent = 100 * ns / c->wall.median;
    const double returns = why_known(c->counters.host_returns);
    if (c->kind == BENCH_HOST_DRIVEN && percent >= host_percent)
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_HOST,
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
        why_cause_add(why, cause);
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
        pairs = why_known(c->counters.submits);
    else if (c->cache != RUN_CACHE_COLD && !c->stamps_each)
        pairs /= fmax(why_known(c->inner_repetitions), 1);
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
    for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        const struct why_use *use = why_use_of(why, waits[i].unit);
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
    for (size_t i = 0; i < of->c->metric_count; i++) {
        const struct run_metric *metric = &of->c->metrics[i];
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
    const double rate = why_metric(of->c, "compulsory_bytes_per_second");
    const double percent = most > 0 && of->c->kind != BENCH_CPU ? 100 * rate / most : 0;
    if (percent >= half_percent)
        why_cause_add(
            why, (struct why_cause){ .rule = WHY_BY_TRAFFIC, .percent = percent, .count = rate });
}

/* A share where it is half of the time: it is a dispatch between stamps, and overlaps with all
 * else. One that takes longer than the case is no part of it. */
static void probe_find(struct why *why, const struct why_subject *of)
{
    const double ns = of->c->probe.time.count > 0 ? of->c->probe.time.median : NAN;
    const double percent = 100 * ns / of->time_ns;
    const bool share = percent >= half_percent && percent <= 100;
    if (ns > 0)
        why_cause_add(why, (struct why_cause){ .rule = WHY_BY_PROBE,
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

static void shares_find(struct why *why, const struct why_subject *of)
{
    const size_t first = why->cause_count;
    stamps_find(why, of);
    waits_find(why, of);
    unit_find(why, of);
    metric_find(why, of);
    traffic_find(why, of);
    probe_find(why, of);
    qsort(why->causes + first, why->cause_count - first, sizeof(why->causes[0]), cause_compare);
}

/* --------------------------------------------------------------------------------------------- */

/* Operations of one kind are among all operations. */
static double declared_percent(const struct why *why)
{
    double operations = 0, others = 0;
    for (size_t i = 0; i < why->use_count; i++) {
        const struct why_use *use = &why->uses[i];
        if (use->unit >= WHY_OPERATIONS && use->unit <= WHY_SPECIAL)
            operations = fmax(operations, use->percent);
        else
            others += use->percent;
    }
    return operations + others;
}

/* Adds up the shares: the host's of wall time, the others of GPU time. */
static void shares_add_up(struct why *why)
{
    why->declared_percent = declared_percent(why);
    for (size_t i = 0; i < why->cause_count; i++) {
        const struct why_cause *cause = &why->causes[i];
        if (cause->rule == WHY_BY_HOST)
            continue;
        why->most_percent = fmax(why->most_percent, cause->percent);
        why->together_percent += cause->rule >= WHY_BY_METRIC ? 0 : cause->percent;
    }
    why->explained = fmax(why->most_percent, why->together_percent) >= half_percent;
}

static void subject_init(struct why_subject *of, const struct run *run, const struct run_case *c)
{
    *of = (struct why_subject){ .run = run, .c = c, .work = floor_work_of(c) };
    of->time_ns = c->kind == BENCH_CPU ? c->wall.median : c->gpu.median;
    of->ceilings = run->ceilings;
    if (!ceilings_known(&of->ceilings))
        ceilings_find(&of->ceilings, run);
}

void why_find(struct why *why, const struct run *run, const struct run_case *c)
{
    struct why_subject of;
    *why = (struct why){ .time_ns = NAN };
    if (c->status != BENCH_OK || c->ceiling != BENCH_CEILING_NONE)
        return;
    subject_init(&of, run, c);
    /* Unless an earlier version gave it a floor. */
    const bool has_none = c->counters.draws > 0 && isnan(c->floor_percent) &&
                          !floor_is_known_of_draws(&of.work, &of.ceilings);
    if (!(of.time_ns > 0) || has_none)
        return;
    why->time_ns = of.time_ns;
    uses_find(why, &of);
    /* The file's bound may follow older rules than today's. */
    const double floor_percent = 100 * least_ns(&of, of.work.amounts) / of.time_ns;
    const bool below = c->floor_percent < half_percent || floor_percent < half_percent;
    if (why->use_count == 0 || !below)
        return;
    host_find(why, &of);
    shares_find(why, &of);
    shares_add_up(why);
    if (!why->explained)
        why_conditions_find(why, &of);
    why_words_write(why);
}
