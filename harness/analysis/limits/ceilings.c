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

/* A rate of the case, for its set. */
static void curve_take_rate(struct run_ceilings_curve *curve, const struct run_case *c, double rate)
{
    const double bytes = set_bytes(c);
    size_t at = 0;
    if (!(bytes > 0) || !isfinite(rate) || !(rate > 0))
        return;
    while (at < curve->count && curve->points[at].bytes < bytes)
        at++;
    struct run_ceilings_point *point = &curve->points[at];
    if (at < curve->count && point->bytes == bytes) {
        take_most(&point->bytes_per_s, rate);
        return;
    }
    if (curve->count == RUN_CEILINGS_POINTS_MAX)
        return;
    memmove(point + 1, point, (curve->count - at) * sizeof(*point));
    *point = (struct run_ceilings_point){ bytes, rate };
    curve->count++;
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
    const double bytes = set_bytes(c), ns = c->gpu.median / c->work.loads;
    size_t at = 0;
    if (!(bytes > 0) || !isfinite(ns) || !(ns > 0))
        return;
    while (at < ceilings->latency_count && ceilings->latencies[at].bytes < bytes)
        at++;
    struct run_ceilings_latency *latency = &ceilings->latencies[at];
    if (at < ceilings->latency_count && latency->bytes == bytes) {
        take_least(&latency->ns, ns);
        return;
    }
    if (ceilings->latency_count == RUN_CEILINGS_LATENCIES_MAX)
        return;
    memmove(latency + 1, latency, (ceilings->latency_count - at) * sizeof(*latency));
    *latency = (struct run_ceilings_latency){ bytes, ns };
    ceilings->latency_count++;
}

static void operations_take(struct run_ceilings *ceilings, const struct run_case *c)
{
    const double rate = c->work.operations / c->gpu.median * 1e9;
    take_most(&ceilings->operations_per_s, rate);
    if (c->ceiling == BENCH_CEILING_SINGLE)
        take_most(&ceilings->single_per_s, rate);
    else if (c->ceiling == BENCH_CEILING_INTEGER)
        take_most(&ceilings->integer_per_s, rate);
    else if (c->ceiling == BENCH_CEILING_SPECIAL)
        take_most(&ceilings->special_per_s, rate);
}

static void case_take(struct run_ceilings *ceilings, const struct run_case *c)
{
    const double gpu_ns = c->gpu.median;
    const double rate = c->work.operations / gpu_ns * 1e9, step_ns = gpu_ns / c->work.chain;
    switch (c->ceiling) {
    case BENCH_CEILING_NONE:
    case BENCH_CEILING_COUNT: break;
    case BENCH_CEILING_COPY: curve_take(&ceilings->copy, c, gpu_ns); break;
    case BENCH_CEILING_READ: curve_take(&ceilings->read, c, gpu_ns); break;
    case BENCH_CEILING_WRITE: curve_take(&ceilings->write, c, gpu_ns); break;
    case BENCH_CEILING_TEXTURE: texture_take(ceilings, c); break;
    case BENCH_CEILING_OPERATIONS:
    case BENCH_CEILING_SINGLE:
    case BENCH_CEILING_INTEGER:
    case BENCH_CEILING_SPECIAL: operations_take(ceilings, c); break;
    case BENCH_CEILING_ATOMIC: break;
    case BENCH_CEILING_LATENCY: latency_take(ceilings, c); break;
    case BENCH_CEILING_ATOMIC_ONE: take_most(&ceilings->atomic_one_per_s, rate); break;
    case BENCH_CEILING_ATOMIC_MANY: take_most(&ceilings->atomic_many_per_s, rate); break;
    case BENCH_CEILING_ATOMIC_SHARED: take_most(&ceilings->atomic_shared_per_s, rate); break;
    case BENCH_CEILING_DISPATCH:
        take_least(&ceilings->dispatch_ns, gpu_ns / c->counters.dispatches);
        break;
    case BENCH_CEILING_DEPENDENT: take_least(&ceilings->dependent_ns, step_ns); break;
    case BENCH_CEILING_INDIRECT: take_least(&ceilings->indirect_ns, step_ns); break;
    case BENCH_CEILING_FILL: take_least(&ceilings->fill_ns, step_ns); break;
    case BENCH_CEILING_COPY_STEP: take_least(&ceilings->copy_ns, step_ns); break;
    case BENCH_CEILING_ROUND: take_least(&ceilings->round_ns, gpu_ns / c->work.rounds); break;
    case BENCH_CEILING_GROUPS:
        take_most(&ceilings->groups_per_s, c->work.groups / gpu_ns * 1e9);
        break;
    case BENCH_CEILING_VERTICES:
        take_most(&ceilings->vertices_per_s, c->work.vertices / gpu_ns * 1e9);
        break;
    case BENCH_CEILING_PIXELS:
        take_most(&ceilings->pixels_per_s, c->work.pixels / gpu_ns * 1e9);
        break;
    case BENCH_CEILING_ROUND_TRIP:
        take_least(&ceilings->round_trip_ns, c->wall.median / c->counters.submits);
        break;
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
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
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
    const double rates[] = {
        ceilings->operations_per_s,  ceilings->atomic_one_per_s,
        ceilings->atomic_many_per_s, ceilings->atomic_shared_per_s,
        ceilings->dispatch_ns,       ceilings->dependent_ns,
        ceilings->indirect_ns,       ceilings->fill_ns,
        ceilings->round_trip_ns,     ceilings->copy_ns,
        ceilings->round_ns,          ceilings->groups_per_s,
        ceilings->vertices_per_s,    ceilings->pixels_per_s,
    };
    size_t known = ceilings->copy.count + ceilings->read.count + ceilings->write.count;
    known += ceilings->threads_count + ceilings->texture_count + ceilings->latency_count;
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++)
        known += rates[i] > 0;
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
