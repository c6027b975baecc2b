/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_samples.h"

#include <math.h>

/* An array of `samples`, as long as the others. One that is left out says nothing. */
static struct run_part series(const struct run_part *samples, const char *key, size_t count)
{
    const struct run_part array = run_part_array(samples, key);
    const size_t own = run_part_count(&array);
    if (array.json && own == 0)
        run_part_fault(samples, key, " is empty");
    else if (array.json && count > 0 && own != count)
        run_part_fault(samples, key, " has %zu entries, and wall_total_ns %zu", own, count);
    return array;
}

static struct run_part series_wanted(const struct run_part *samples, const char *key, size_t count)
{
    const struct run_part array = series(samples, key, count);
    if (!array.json)
        run_part_fault(samples, key, " is missing");
    return array;
}

static uint32_t index_at(const struct run_part *array, size_t i)
{
    const double index = run_part_value(array, i, RUN_COUNT);
    if (index > UINT32_MAX)
        run_part_fault(array, NULL, " has an index of %.9g", index);
    return index <= UINT32_MAX ? (uint32_t)index : 0;
}

static double value_at(const struct run_part *array, size_t i)
{
    return array->json ? run_part_value_if_any(array, i, RUN_TIME) : NAN;
}

/* Executions of a sample. */
static double inner_read(const struct run_part *part, const struct run_case *c)
{
    if (!(c->inner_repetitions >= 1))
        run_part_fault(part, "inner_repetitions", " must be at least 1 where there are samples");
    return c->inner_repetitions;
}

/* Which launch each is of, of several. */
static void launches_assign(const struct run_part *samples, const struct run_case *c,
                            struct run_sample *read, size_t count)
{
    size_t sample = 0, wanted = 0;
    for (size_t i = 0; i < c->launch_count; i++) {
        wanted += c->launches[i].samples;
        while (sample < wanted && sample < count)
            read[sample++].launch = (uint32_t)i;
    }
    if (c->launch_count > 0 && wanted != count)
        run_part_fault(samples, NULL, " has %zu entries, and the launches have %zu in all", count,
                       wanted);
}

void run_samples_read(const struct run_part *part, struct run_case *c)
{
    const struct run_part samples = run_part_object(part, "samples");
    if (!samples.json)
        return;
    const bool has_gpu =
        c->kind == BENCH_GPU || (c->kind == BENCH_HOST_DRIVEN && run_part_object(part, "gpu").json);
    const double inner = inner_read(part, c);
    const struct run_part wall = series_wanted(&samples, "wall_total_ns", 0);
    const size_t count = run_part_count(&wall);
    const struct run_part gpu = has_gpu ? series_wanted(&samples, "gpu_total_ns", count)
                                        : series(&samples, "gpu_total_ns", count);
    const struct run_part round = series(&samples, "round", count);
    const struct run_part order = series(&samples, "order", count);
    const struct run_part canary = series(&samples, "canary_ns", count);
    const struct run_part core = series(&samples, "core_hz", count);
    const struct run_part throttled = series(&samples, "throttled", count);
    const struct run_part host_canary = series(&samples, "host_canary_ns", count);
    const struct run_part host = series(&samples, "host_hz", count);
    struct run_sample *read = run_part_alloc(part->reader, count, sizeof(*read));
    for (size_t i = 0; i < count && !part->reader->failed; i++)
        read[i] = (struct run_sample){
            .gpu_ns =
                gpu.json ? run_part_value(&gpu, i, has_gpu ? RUN_TOTAL : RUN_COUNT) / inner : 0,
            .wall_ns = run_part_value(&wall, i, RUN_TOTAL) / inner,
            .round = round.json ? index_at(&round, i) : (uint32_t)i,
            .order = order.json ? index_at(&order, i) : 0,
            .canary_ns = value_at(&canary, i),
            .core_hz = value_at(&core, i),
            .throttled = throttled.json && run_part_truth(&throttled, i),
            .host_canary_ns = value_at(&host_canary, i),
            .host_hz = value_at(&host, i),
        };
    if (read)
        launches_assign(&samples, c, read, count);
    c->samples = read;
    c->sample_count = read ? count : 0;
}
