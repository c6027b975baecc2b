/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"

#include <math.h>
#include <string.h>

/* A rate or a cost that is none, of a case with a gap, changes nothing. */
static void take_most(double *most, double value)
{
    if (isfinite(value) && value > *most)
        *most = value;
}

static void take_least(double *least, double value)
{
    if (isfinite(value) && value > 0 && (*least == 0 || value < *least))
        *least = value;
}

/* The size of the working set; NAN. */
static double set_bytes(const struct run_case *c)
{
    const struct run_axis *axis = run_case_axis(c, "bytes");
    return axis ? axis->number : NAN;
}

/* The value of a list for a working set, 0 where it is new; lists are pairs of bytes and a value,
 * by bytes. NULL where there is no room, or no set. */
static double *value_for(double (*pairs)[2], size_t *count, size_t most, double bytes)
{
    size_t at = 0;
    if (!(bytes > 0))
        return NULL;
    while (at < *count && pairs[at][0] < bytes)
        at++;
    if (at == *count || pairs[at][0] != bytes) {
        if (*count == most)
            return NULL;
        memmove(pairs[at + 1], pairs[at], (*count - at) * sizeof(*pairs));
        pairs[at][0] = bytes;
        pairs[at][1] = 0;
        ++*count;
    }
    return &pairs[at][1];
}

/* A rate of the case, for its set. */
static void curve_take_rate(struct run_ceilings_curve *curve, const struct run_case *c, double rate)
{
    double *most = isfinite(rate) && rate > 0
                       ? value_for((double(*)[2])curve->points, &curve->count,
                                   RUN_CEILINGS_POINTS_MAX, set_bytes(c))
                       : NULL;
    if (most)
        take_most(most, rate);
}

/* Work of the case per second of a time that it took. */
static void curve_take(struct run_ceilings_curve *curve, const struct run_case *c, double ns)
{
    curve_take_rate(curve, c, (c->work.bytes_read + c->work.bytes_written) / ns * 1e9);
}

static void texture_take(struct run_ceilings *ceilings, const struct run_case *c)
{
    const double texel_bytes = c->work.texel_bytes;
    size_t i = 0;
    while (i < ceilings->texture_count && ceilings->textures[i].texel_bytes != texel_bytes)
        i++;
    if (!(texel_bytes > 0) || i == RUN_CEILINGS_TEXTURES_MAX)
        return;
    ceilings->textures[i].texel_bytes = texel_bytes;
    ceilings->texture_count += i == ceilings->texture_count;
    curve_take_rate(&ceilings->textures[i].curve, c, c->work.bytes_sampled / c->gpu.median * 1e9);
}

/* Per load of the case, for its set; the least where several have measured it. */
static void latency_take(struct run_ceilings *ceilings, const struct run_case *c)
{
    const double ns = c->gpu.median / c->work.loads;
    double *least = isfinite(ns) && ns > 0
                        ? value_for((double(*)[2])ceilings->latencies, &ceilings->latency_count,
                                    RUN_CEILINGS_LATENCIES_MAX, set_bytes(c))
                        : NULL;
    if (least)
        take_least(least, ns);
}

/* Limits that are one number: an amount of the case per second, or its time over an amount. */
#define LIMIT(ceiling_, member_, amount_, cost_)                                                   \
    [BENCH_CEILING_##ceiling_] = { offsetof(struct run_ceilings, member_),                         \
                                   offsetof(struct run_case, amount_), cost_ }
static const struct limit {
    size_t member, amount; /* of a double */
    enum { LIMIT_NONE, LIMIT_RATE, LIMIT_COST } kind;
} limits[BENCH_CEILING_COUNT] = {
    LIMIT(OPERATIONS, operations_per_s, work.operations, LIMIT_RATE),
    LIMIT(SINGLE, single_per_s, work.operations, LIMIT_RATE),
    LIMIT(INTEGER, integer_per_s, work.operations, LIMIT_RATE),
    LIMIT(SPECIAL, special_per_s, work.operations, LIMIT_RATE),
    LIMIT(ATOMIC_ONE, atomic_one_per_s, work.operations, LIMIT_RATE),
    LIMIT(ATOMIC_MANY, atomic_many_per_s, work.operations, LIMIT_RATE),
    LIMIT(ATOMIC_SHARED, atomic_shared_per_s, work.operations, LIMIT_RATE),
    LIMIT(GROUPS, groups_per_s, work.groups, LIMIT_RATE),
    LIMIT(VERTICES, vertices_per_s, work.vertices, LIMIT_RATE),
    LIMIT(PIXELS, pixels_per_s, work.pixels, LIMIT_RATE),
    LIMIT(DISPATCH, dispatch_ns, counters.dispatches, LIMIT_COST),
    LIMIT(DEPENDENT, dependent_ns, work.chain, LIMIT_COST),
    LIMIT(INDIRECT, indirect_ns, work.chain, LIMIT_COST),
    LIMIT(FILL, fill_ns, work.chain, LIMIT_COST),
    LIMIT(COPY_STEP, copy_ns, work.chain, LIMIT_COST),
    LIMIT(ROUND, round_ns, work.rounds, LIMIT_COST),
    LIMIT(ROUND_TRIP, round_trip_ns, counters.submits, LIMIT_COST),
};
#undef LIMIT

static void case_take(struct run_ceilings *ceilings, const struct run_case *c)
{
    const struct limit *limit = &limits[c->ceiling];
    const double ns = c->ceiling == BENCH_CEILING_ROUND_TRIP ? c->wall.median : c->gpu.median;
    const double amount = limit->kind != LIMIT_NONE
                              ? *(const double *)((const char *)c + limit->amount)
                              : (double)NAN;
    double *member = (double *)((char *)ceilings + limit->member);
    if (limit->kind == LIMIT_RATE)
        take_most(member, amount / ns * 1e9);
    else if (limit->kind == LIMIT_COST)
        take_least(member, ns / amount);
    switch (c->ceiling) {
    case BENCH_CEILING_COPY: curve_take(&ceilings->copy, c, ns); break;
    case BENCH_CEILING_READ: curve_take(&ceilings->read, c, ns); break;
    case BENCH_CEILING_WRITE: curve_take(&ceilings->write, c, ns); break;
    case BENCH_CEILING_TEXTURE: texture_take(ceilings, c); break;
    case BENCH_CEILING_LATENCY: latency_take(ceilings, c); break;
    case BENCH_CEILING_SINGLE:
    case BENCH_CEILING_INTEGER:
    case BENCH_CEILING_SPECIAL: take_most(&ceilings->operations_per_s, amount / ns * 1e9); break;
    default: break;
    }
    const double seconds = c->gpu.median / 1e9;
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++) {
        const struct bench_atomic_counts *count = &c->work.atomics[i];
        take_most(&ceilings->atomics[i].dropped_per_s, count->dropped / seconds);
        take_most(&ceilings->atomics[i].returned_per_s, count->returned / seconds);
    }
}

static void host_case_take(struct run_ceilings *ceilings, const struct run_case *c)
{
    const double wall_ns = c->wall.median;
    size_t i = 0;
    while (i < ceilings->threads_count && ceilings->threads[i].count != c->threads)
        i++;
    if (!(c->threads >= 1) || i == RUN_CEILINGS_THREADS_MAX)
        return;
    struct run_ceilings_threads *threads = &ceilings->threads[i];
    threads->count = c->threads;
    ceilings->threads_count += i == ceilings->threads_count;
    if (c->ceiling == BENCH_CEILING_COPY)
        curve_take(&threads->copy, c, wall_ns);
    else if (c->ceiling == BENCH_CEILING_READ)
        curve_take(&threads->read, c, wall_ns);
    else if (c->ceiling == BENCH_CEILING_WRITE)
        curve_take(&threads->write, c, wall_ns);
    else if (c->ceiling == BENCH_CEILING_OPERATIONS)
        take_most(&threads->operations_per_s, c->work.operations / wall_ns * 1e9);
}

void ceilings_find(struct run_ceilings *ceilings, const struct run *run)
{
    *ceilings = (struct run_ceilings){ 0 };
    if (run->ceilings.measured && *run->ceilings.measured) {
        *ceilings = run->ceilings;
        return;
    }
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (c->ceiling == BENCH_CEILING_NONE || c->status != BENCH_OK || c->cache == RUN_CACHE_COLD)
            continue;
        if (c->kind == BENCH_CPU) {
            host_case_take(ceilings, c);
            continue;
        }
        case_take(ceilings, c);
        take_least(&ceilings->tick_ns, c->tick_ns);
        take_least(&ceilings->empty_ns, c->empty_ns);
    }
}

const struct run_ceilings_threads *ceilings_of_threads(const struct run_ceilings *ceilings,
                                                       double count)
{
    for (size_t i = 0; i < ceilings->threads_count; i++)
        if (ceilings->threads[i].count == count)
            return &ceilings->threads[i];
    return NULL;
}

bool ceilings_known(const struct run_ceilings *ceilings)
{
    size_t known = ceilings->copy.count + ceilings->read.count + ceilings->write.count;
    known += ceilings->threads_count + ceilings->texture_count + ceilings->latency_count;
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        known += limits[i].kind != LIMIT_NONE &&
                 *(const double *)((const char *)ceilings + limits[i].member) > 0;
    return known > 0;
}

void ceilings_find_newest(struct run_ceilings *ceilings, const struct run *const *runs,
                          size_t run_count)
{
    const struct run *newest = NULL;
    *ceilings = (struct run_ceilings){ 0 };
    for (size_t i = 0; i < run_count; i++) {
        struct run_ceilings found;
        ceilings_find(&found, runs[i]);
        if (!ceilings_known(&found) ||
            (newest && strcmp(runs[i]->session.started, newest->session.started) < 0))
            continue;
        newest = runs[i];
        *ceilings = found;
    }
}

double ceilings_load_ns(const struct run_ceilings *ceilings, double bytes)
{
    double ns = 0;
    for (size_t i = 0; i < ceilings->latency_count; i++)
        if (i + 1 == ceilings->latency_count || ceilings->latencies[i + 1].bytes > bytes)
            take_least(&ns, ceilings->latencies[i].ns);
    return ns;
}

double ceilings_rate(const struct run_ceilings_curve *curve, double bytes)
{
    double rate = 0;
    for (size_t i = 0; i < curve->count; i++)
        if (i + 1 == curve->count || curve->points[i + 1].bytes > bytes)
            take_most(&rate, curve->points[i].bytes_per_s);
    return rate;
}
