/* SPDX-License-Identifier: MIT */
#include "harness/judge/floor.h"

#include "harness/base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ceilings and cases are medians of runs of their own: so much lies between them by chance. */
static const double suspect_percent = 105;

static const char *bound_name(enum floor_bound bound)
{
    static const char *const names[] = {
        [FLOOR_BYTES] = "bytes",
        [FLOOR_TEXTURE] = "texture",
        [FLOOR_OPERATIONS] = "operations",
        [FLOOR_CHAIN] = "chain",
    };
    return names[bound];
}

/* An amount at a rate per second, in ns; 0 where the rate is not known. */
static double time_ns(double amount, double per_s)
{
    return per_s > 0 && amount > 0 ? amount / per_s * 1e9 : 0;
}

static double bytes_ns(const struct run_ceilings_curve *copy_curve,
                       const struct run_ceilings_curve *read_curve,
                       const struct run_ceilings_curve *write_curve, const struct floor_work *work)
{
    const double both = work->bytes_read + work->bytes_written;
    const double set = work->cold ? INFINITY : both;
    const double read = ceilings_rate(read_curve, set);
    const double write = ceilings_rate(write_curve, set);
    const double copy = ceilings_rate(copy_curve, set);
    /* A device that has measured only some of the three is not bounded by a guess at the rest. */
    if (!(read > 0 && write > 0 && copy > 0))
        return 0;
    return fmax(time_ns(both, fmax(copy, fmax(read, write))),
                fmax(time_ns(work->bytes_read, read), time_ns(work->bytes_written, write)));
}

/* Of texels of that size, at the best rate of all images: those who look up beside each other may
 * find in a cache of their own what the whole image would not fit into. */
static double texture_ns(const struct run_ceilings *ceilings, const struct floor_work *work)
{
    for (size_t i = 0; i < ceilings->texture_count; i++)
        if (ceilings->textures[i].texel_bytes == work->texel_bytes)
            return time_ns(work->bytes_sampled, ceilings_rate(&ceilings->textures[i].curve, 0));
    return 0;
}

/* 0 unless every kind of step was measured: what is not known bounds nothing. */
static double chain_ns(const struct run_ceilings *ceilings, const struct floor_work *work)
{
    const double transfers = fmin(work->transfers, work->chain);
    const double dispatch_ns = fmin(ceilings->dependent_ns, ceilings->indirect_ns);
    const double transfer_ns = fmin(ceilings->fill_ns, dispatch_ns);
    if (!(dispatch_ns > 0 && transfer_ns > 0))
        return 0;
    return transfers * transfer_ns + (work->chain - transfers) * dispatch_ns;
}

static struct floor_time longest(const struct floor_time *times, int count)
{
    struct floor_time floor = { 0, FLOOR_NONE };
    for (int i = 0; i < count; i++)
        if (isfinite(times[i].ns) && times[i].ns > floor.ns)
            floor = times[i];
    return floor;
}

struct floor_time floor_find(const struct run_ceilings *ceilings, const struct floor_work *work)
{
    const struct floor_time times[] = {
        { bytes_ns(&ceilings->copy, &ceilings->read, &ceilings->write, work), FLOOR_BYTES },
        { texture_ns(ceilings, work), FLOOR_TEXTURE },
        { time_ns(work->operations, ceilings->operations_per_s), FLOOR_OPERATIONS },
        { chain_ns(ceilings, work), FLOOR_CHAIN },
    };
    return longest(times, 4);
}

struct floor_time floor_find_host(const struct run_ceilings *ceilings,
                                  const struct floor_work *work)
{
    const struct run_ceilings_threads *host = ceilings_of_threads(ceilings, work->threads);
    if (!host)
        return (struct floor_time){ 0, FLOOR_NONE };
    const struct floor_time times[] = {
        { bytes_ns(&host->copy, &host->read, &host->write, work), FLOOR_BYTES },
        { time_ns(work->operations, host->operations_per_s), FLOOR_OPERATIONS },
    };
    return longest(times, 2);
}

/* Cases --------------------------------------------------------------------------------------- */

/* What is not known bounds nothing. */
static double known(double amount)
{
    return amount > 0 ? amount : 0;
}

static struct floor_time case_floor(const struct run_case *c, const struct run_ceilings *ceilings)
{
    const struct floor_work wanted = {
        .bytes_read = known(c->work.bytes_read),
        .bytes_written = known(c->work.bytes_written),
        .bytes_sampled = known(c->work.bytes_sampled),
        .texel_bytes = known(c->work.texel_bytes),
        .operations = known(c->work.operations),
        .chain = known(c->work.chain),
        .transfers = known(c->counters.fills) + known(c->counters.copies),
        .threads = known(c->threads),
        .cold = c->cache == RUN_CACHE_COLD,
    };
    if (c->status != BENCH_OK || c->ceiling != BENCH_CEILING_NONE)
        return (struct floor_time){ 0, FLOOR_NONE };
    return c->kind == BENCH_CPU ? floor_find_host(ceilings, &wanted)
                                : floor_find(ceilings, &wanted);
}

static bool make_suspect(struct run *run, struct run_case *c)
{
    char floor_text[32], median_text[32], reason[RESULT_REASON_BYTES];
    units_format_ns(c->floor_ns, floor_text);
    units_format_ns(c->gpu.median, median_text);
    snprintf(reason, sizeof(reason),
             "a median of %s is less than the floor of %s that the device's ceilings set (%s): the "
             "work declared is too much, or the work done too little",
             median_text, floor_text, c->floor_bound);
    c->status = BENCH_SUSPECT;
    c->stop = RESULT_STOP_NONE;
    c->reason = run_keep_text(run, reason);
    run_case_drop_times(c);
    return *c->reason;
}

static bool baseline_is_suspect(const struct run_case *c, const struct run *run)
{
    const bool cold = c->cache == RUN_CACHE_COLD;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *other = &run->cases[i];
        if (other != c && strcmp(other->workload, c->workload) == 0 &&
            (other->cache == RUN_CACHE_COLD) == cold && other->baseline &&
            other->status == BENCH_SUSPECT)
            return true;
    }
    return false;
}

bool floor_apply(struct run *run, struct run_case *c, const struct run_ceilings *ceilings,
                 bool software)
{
    const struct floor_time least = case_floor(c, ceilings);
    const bool bound = least.bound != FLOOR_NONE, on_host = c->kind == BENCH_CPU;
    const double median_ns = on_host ? c->wall.median : c->gpu.median;
    c->floor_ns = bound ? least.ns : NAN;
    c->floor_bound = bound ? bound_name(least.bound) : "";
    c->floor_percent = bound && median_ns > 0 ? 100 * least.ns / median_ns : NAN;
    if (baseline_is_suspect(c, run))
        run_case_drop_ratio(c);
    return !(c->floor_percent > suspect_percent) || software || on_host || make_suspect(run, c);
}
