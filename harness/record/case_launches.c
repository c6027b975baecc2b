/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t case_launches_count(const struct run_case *c)
{
    return c->status != BENCH_OK ? 0 : c->launch_count > 0 ? c->launch_count : 1;
}

/* Sets the times of all samples that count. Interval, drift and modes are those that one process
 * typically has: medians over the launches of each launch's relative values. */
static void times_set(struct run_case *c, bool wall)
{
    struct stats_summary *summary = wall ? &c->wall : &c->gpu;
    OWNED double *medians = stats_numbers(c->launch_count);
    const size_t launches = c->launch_count;
    OWNED double *room = stats_numbers(c->sample_count + 3 * launches);
    double *low = room + c->sample_count, *high = low + launches, *drift = high + launches;
    size_t count = 0, next = 0, intervals = 0, bimodal = 0;
    for (size_t i = 0; i < launches; i++) {
        const size_t first = count, end = next + c->launches[i].samples;
        for (; next < end; next++)
            if (c->launches[i].throttled_count || !c->samples[next].throttled)
                room[count++] = wall ? c->samples[next].wall_ns : c->samples[next].gpu_ns;
        const struct stats_summary one = stats_summarize(room + first, count - first);
        medians[i] = one.median;
        drift[i] = one.drift;
        bimodal += one.bimodal;
        if (!isfinite(one.interval.low) || !isfinite(one.interval.high))
            continue;
        low[intervals] = one.interval.low / one.median;
        high[intervals++] = one.interval.high / one.median;
    }
    *summary = stats_summarize(room, count);
    summary->interval.low = summary->median * stats_median(low, intervals);
    summary->interval.high = summary->median * stats_median(high, intervals);
    summary->drift = stats_median(drift, launches);
    summary->bimodal = 2 * bimodal >= launches;
    if (wall == c->by_wall) {
        c->time_between = launch_stats_launches(medians, c->launch_count);
        for (size_t i = 0; i < c->launch_count; i++)
            c->launches[i].median_ns = medians[i];
    }
    /* A lower bound is one of the device's time, also where the host's judges the case. */
    if (wall == (c->kind == BENCH_CPU) && c->floor_ns > 0)
        c->floor_percent = 100 * c->floor_ns / summary->median;
}

/* The ratio of all launches that have one. */
static void ratios_set(struct run_case *c)
{
    OWNED double *ratios = stats_numbers(3 * c->launch_count);
    double *low = ratios + c->launch_count, *high = low + c->launch_count;
    size_t count = 0, intervals = 0, pairs = 0;
    foreach (const struct run_launch, launch, c->launches, c->launch_count) {
        const struct stats_ratio *own = &launch->ratio;
        if (!(own->ratio > 0))
            continue;
        ratios[count++] = own->ratio;
        pairs += own->pairs;
        if (!(own->interval.low > 0))
            continue;
        low[intervals] = own->interval.low / own->ratio;
        high[intervals++] = own->interval.high / own->ratio;
    }
    c->ratio_between = launch_stats_launches(ratios, count);
    c->ratio = (struct stats_ratio){
        .pairs = pairs,
        .ratio = c->ratio_between.median,
        .interval = { c->ratio_between.median * stats_median(low, intervals),
                      c->ratio_between.median * stats_median(high, intervals) },
    };
}

/* Lists --------------------------------------------------------------------------------------- */

/* Adds entries behind those that are there, which have twice the room that they need when they get
 * a place of their own. */
static void *entries_add(struct arena *arena, const void *entries, size_t *count, size_t *room,
                         const void *more, size_t more_count, size_t bytes)
{
    char *all = (char *)entries;
    if (*count + more_count > *room) {
        *room = 2 * (*count + more_count);
        all = arena_alloc(arena, *room * bytes);
        if (*count > 0)
            memcpy(all, entries, *count * bytes);
    }
    if (more_count > 0)
        memcpy(all + *count * bytes, more, more_count * bytes);
    *count += more_count;
    return all;
}

static struct run_launch launch_of(struct arena *arena, const struct run_case *c)
{
    struct run_launch launch = { .samples = c->sample_count,
                                 .median_ns = NAN,
                                 .ratio = c->ratio,
                                 .stop = c->stop,
                                 .throttled_count = c->clock.throttled_count };
    struct run_metric *kept = arena_alloc(arena, (c->metric_count + 1) * sizeof(*kept));
    foreach (const struct run_metric, metric, c->metrics, c->metric_count) {
        if (strcmp(metric->unit, "ns") != 0 && strcmp(metric->unit, "J") != 0)
            continue;
        kept[launch.metric_count++] =
            (struct run_metric){ arena_text(arena, metric->name), arena_text(arena, metric->unit),
                                 metric->value, metric->exact };
    }
    launch.metrics = kept;
    return launch;
}

/* Probe --------------------------------------------------------------------------------------- */

/* Samples of one process are alike: the interval holds those of all, unless one has none. A launch
 * without samples adds none, and where the first has none there are none. */
static void probe_add(struct arena *arena, struct run_probe *probe, const struct run_probe *launch,
                      size_t index)
{
    const struct stats_interval a = probe->time.interval, b = launch->time.interval;
    const bool both = a.high > 0 && b.high > 0;
    if (probe->sample_count == 0 || launch->sample_count == 0)
        return;
    struct run_probe_sample *all =
        entries_add(arena, probe->samples, &probe->sample_count, &probe->sample_room,
                    launch->samples, launch->sample_count, sizeof(*all));
    for (size_t i = probe->sample_count - launch->sample_count; i < probe->sample_count; i++)
        all[i].launch = (uint32_t)index;
    probe->samples = all;
    OWNED double *room = stats_numbers(probe->sample_count);
    size_t count = 0;
    for (int any = 0; any < 2 && count == 0; any++)
        for (size_t i = 0; i < probe->sample_count; i++)
            if (any || !probe->samples[i].throttled)
                room[count++] = probe->samples[i].ns;
    probe->time = stats_summarize(room, count);
    probe->time.interval = (struct stats_interval){ both ? fmin(a.low, b.low) : NAN,
                                                    both ? fmax(a.high, b.high) : NAN };
}

/* The rest ------------------------------------------------------------------------------------ */

enum how { HOW_SUM, HOW_LEAST, HOW_MOST };

static void rest_join(struct run_case *c, const struct run_case *launch)
{
#define MEMBER(member, how)                                                                        \
    {                                                                                              \
        offsetof(struct run_case, member), how                                                     \
    }
    static const struct {
        size_t offset;
        enum how how;
    } members[] = {
        MEMBER(clock.raises, HOW_SUM),      MEMBER(clock.raise_ns, HOW_SUM),
        MEMBER(clock.pauses, HOW_SUM),      MEMBER(clock.pause_ns, HOW_SUM),
        MEMBER(clock.probe_ns, HOW_MOST),   MEMBER(clock.core_hz, HOW_LEAST),
        MEMBER(clock.best_ns, HOW_LEAST),   MEMBER(clock.best_alone_ns, HOW_LEAST),
        MEMBER(clock.best_hz, HOW_MOST),    MEMBER(warmup_ns, HOW_SUM),
        MEMBER(warmup_executions, HOW_SUM), MEMBER(fresh_count, HOW_SUM),
        MEMBER(fresh_ns, HOW_MOST),         MEMBER(again_ns, HOW_MOST),
        MEMBER(look_count, HOW_SUM),
    };
#undef MEMBER
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        double *to = (double *)((char *)c + members[i].offset);
        const double more = *(const double *)((const char *)launch + members[i].offset);
        /* A value that is known on one side only counts for both. */
        *to = members[i].how == HOW_LEAST  ? fmin(*to, more)
              : members[i].how == HOW_MOST ? fmax(*to, more)
              : isnan(*to) || isnan(more)  ? fmax(*to, more)
                                           : *to + more;
    }
    c->clock.throttled_count |= launch->clock.throttled_count;
    c->warmup_converged &= launch->warmup_converged;
    c->check_before &= launch->check_before;
    c->check_after &= launch->check_after;
    c->check_sampled |= launch->check_sampled;
    c->check = c->check_before && c->check_after ? RUN_CHECK_PASSED : RUN_CHECK_FAILED;
    c->cache_proof.cold &= launch->cache_proof.cold;
    c->cache_proof.clean &= launch->cache_proof.clean;
}

static void end_badly(struct arena *arena, struct run_case *c, enum bench_status status,
                      const char *why, size_t index)
{
    char reason[RESULT_REASON_BYTES];
    snprintf(reason, sizeof(reason), "in launch %zu: %s", index + 1, why);
    c->reason = arena_text(arena, reason);
    c->status = status;
    c->stop = RESULT_STOP_NONE;
    case_drop_times(c);
}

bool case_launches_add(struct arena *arena, struct run_case *c, const struct run_case *launch,
                       size_t index)
{
    if (c->status != BENCH_OK)
        return true;
    if (case_launches_count(c) != index)
        return false;
    if (launch->status != BENCH_OK) {
        rest_join(c, launch);
        end_badly(arena, c, launch->status, launch->reason, index);
        return true;
    }
    if (c->inner_repetitions != launch->inner_repetitions) {
        end_badly(arena, c, BENCH_ERROR, "a sample has fewer or more executions than before",
                  index);
        return true;
    }
    const bool on_gpu = c->gpu.count > 0;
    const struct run_launch own[2] = { launch_of(arena, c), launch_of(arena, launch) };
    const size_t first = c->launch_count == 0 ? 0 : 1;
    size_t room = c->launch_count;
    c->launches = entries_add(arena, c->launches, &c->launch_count, &room, own + first, 2 - first,
                              sizeof(*own));
    /* Keeps why a later launch has no energy, where the first has one. */
    if (c->energy.known && !*c->energy.reason && launch->energy.known && *launch->energy.reason) {
        OWNED_TEXT struct text text = { 0 };
        text_add_format(&text, "%s%senergy in launch %zu: %s", c->energy.lacks,
                        *c->energy.lacks ? "; " : "", index + 1, launch->energy.reason);
        c->energy.lacks = arena_text(arena, text_string(&text));
    }
    struct run_sample *all = entries_add(arena, c->samples, &c->sample_count, &c->sample_room,
                                         launch->samples, launch->sample_count, sizeof(*all));
    for (size_t i = c->sample_count - launch->sample_count; i < c->sample_count; i++)
        all[i].launch = (uint32_t)index;
    c->samples = all;
    rest_join(c, launch);
    c->stop = c->stop > launch->stop ? c->stop : launch->stop;
    if (on_gpu)
        times_set(c, false);
    times_set(c, true);
    ratios_set(c);
    probe_add(arena, &c->probe, &launch->probe, index);
    c->probe_percent = 100 * c->probe.time.median / c->gpu.median;
    return true;
}

const struct run_case *case_launches_baseline(const struct run *run, const struct run_case *c)
{
    const struct run_case *found = NULL;
    foreach (const struct run_case, other, run->cases, run->case_count) {
        if (!other->baseline || !run_case_same_workload(other, c))
            continue;
        if ((other->cache == RUN_CACHE_COLD) == (c->cache == RUN_CACHE_COLD))
            return other;
        found = other;
    }
    return found;
}

void case_launches_close(struct run *run)
{
    foreach (struct run_case, c, run->cases, run->case_count) {
        const struct run_case *baseline =
            c->launch_count > 0 ? case_launches_baseline(run, c) : NULL;
        if (!baseline || baseline->status == BENCH_OK)
            continue;
        case_drop_ratio(c);
        foreach (struct run_launch, launch, c->launches, c->launch_count)
            field_clear(&launch->ratio, case_ratio_fields);
    }
}
