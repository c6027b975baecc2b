/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_samples.h"

#include <math.h>

/* An array of `samples`, as long as the others. One that is left out says nothing. */
static struct json_reader series(const struct json_reader *samples, const char *key, size_t count)
{
    const struct json_reader array = json_reader_array(samples, key);
    const size_t own = json_reader_count(&array);
    if (array.json && own == 0)
        json_reader_fault(samples, key, " is empty");
    else if (array.json && count > 0 && own != count)
        json_reader_fault(samples, key, " has %zu entries, and wall_total_ns %zu", own, count);
    return array;
}

static struct json_reader series_wanted(const struct json_reader *samples, const char *key,
                                        size_t count)
{
    const struct json_reader array = series(samples, key, count);
    if (!array.json)
        json_reader_fault(samples, key, " is missing");
    return array;
}

static uint32_t index_at(const struct json_reader *array, size_t i)
{
    const double index = json_reader_value(array, i, RUN_COUNT);
    if (index > UINT32_MAX)
        json_reader_fault(array, NULL, " has an index of %.9g", index);
    return index <= UINT32_MAX ? (uint32_t)index : 0;
}

static double value_at(const struct json_reader *array, size_t i)
{
    return array->json ? json_reader_value_if_any(array, i, RUN_TIME) : NAN;
}

/* Executions of a sample. */
static double inner_read(const struct json_reader *part, const struct run_case *c)
{
    if (!(c->inner_repetitions >= 1))
        json_reader_fault(part, "inner_repetitions", " must be at least 1 where there are samples");
    return c->inner_repetitions;
}

/* Which launch each is of, of several. */
static void launches_assign(const struct json_reader *samples, const struct run_case *c,
                            struct run_sample *read, size_t count)
{
    size_t sample = 0, wanted = 0;
    for (size_t i = 0; i < c->launch_count; i++) {
        wanted += c->launches[i].samples;
        while (sample < wanted && sample < count)
            read[sample++].launch = (uint32_t)i;
    }
    if (c->launch_count > 0 && wanted != count)
        json_reader_fault(samples, NULL, " has %zu entries, and the launches have %zu in all",
                          count, wanted);
}

void run_samples_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader samples = json_reader_object(part, "samples");
    if (!samples.json)
        return;
    const bool has_gpu = c->kind == BENCH_GPU ||
                         (c->kind == BENCH_HOST_DRIVEN && json_reader_object(part, "gpu").json);
    const double inner = inner_read(part, c);
    const struct json_reader wall = series_wanted(&samples, "wall_total_ns", 0);
    const size_t count = json_reader_count(&wall);
    const struct json_reader gpu = has_gpu ? series_wanted(&samples, "gpu_total_ns", count)
                                           : series(&samples, "gpu_total_ns", count);
    const struct json_reader round = series(&samples, "round", count);
    const struct json_reader order = series(&samples, "order", count);
    const struct json_reader canary = series(&samples, "canary_ns", count);
    const struct json_reader core = series(&samples, "core_hz", count);
    const struct json_reader throttled = series(&samples, "throttled", count);
    const struct json_reader host_canary = series(&samples, "host_canary_ns", count);
    const struct json_reader host = series(&samples, "host_hz", count);
    struct run_sample *read = json_reader_alloc(part->reader, count, sizeof(*read));
    for (size_t i = 0; i < count && !part->reader->failed; i++)
        read[i] = (struct run_sample){
            .gpu_ns =
                gpu.json ? json_reader_value(&gpu, i, has_gpu ? RUN_TOTAL : RUN_COUNT) / inner : 0,
            .wall_ns = json_reader_value(&wall, i, RUN_TOTAL) / inner,
            .round = round.json ? index_at(&round, i) : (uint32_t)i,
            .order = order.json ? index_at(&order, i) : 0,
            .canary_ns = value_at(&canary, i),
            .core_hz = value_at(&core, i),
            .throttled = throttled.json && json_reader_truth(&throttled, i),
            .host_canary_ns = value_at(&host_canary, i),
            .host_hz = value_at(&host, i),
        };
    if (read)
        launches_assign(&samples, c, read, count);
    c->samples = read;
    c->sample_count = read ? count : 0;
}
