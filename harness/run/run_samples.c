/* SPDX-License-Identifier: MIT */
#include "harness/run/run_samples.h"

#include <math.h>

/* An array of `samples`. Those that may be missing have as many entries as the others, or none. */
static struct run_part series(const struct run_part *samples, const char *key, size_t count,
                              bool optional)
{
    const struct run_part array = run_part_array(samples, key);
    const size_t own = run_part_count(&array);
    if (!array.json && !optional)
        run_part_fault(samples, key, " is missing");
    else if (array.json && own == 0)
        run_part_fault(samples, key, " is empty");
    else if (array.json && count > 0 && own != count)
        run_part_fault(samples, key, " has %zu entries, and gpu_ns %zu", own, count);
    return array;
}

static uint32_t index_at(const struct run_part *array, size_t i)
{
    const double index = run_part_value(array, i, RUN_COUNT);
    if (index > UINT32_MAX)
        run_part_fault(array, NULL, " has an index of %.9g", index);
    return index <= UINT32_MAX ? (uint32_t)index : 0;
}

void run_samples_read(const struct run_part *part, struct run_case *c)
{
    const struct run_part samples = run_part_object(part, "samples");
    if (!samples.json)
        return;
    const struct run_part gpu = series(&samples, "gpu_ns", 0, false);
    const size_t count = run_part_count(&gpu);
    const struct run_part wall = series(&samples, "wall_ns", count, false);
    const struct run_part round = series(&samples, "round", count, false);
    const struct run_part order = series(&samples, "order", count, false);
    const struct run_part canary = series(&samples, "canary_ns", count, true);
    const struct run_part core = series(&samples, "core_hz", count, true);
    const struct run_part throttled = series(&samples, "throttled", count, true);
    const struct run_part host_canary = series(&samples, "host_canary_ns", count, true);
    const struct run_part host = series(&samples, "host_hz", count, true);
    struct run_sample *read = run_part_alloc(part->reader, count, sizeof(*read));
    for (size_t i = 0; i < count && !part->reader->failed; i++)
        read[i] = (struct run_sample){
            .gpu_ns = run_part_value(&gpu, i, c->kind == BENCH_CPU ? RUN_AMOUNT : RUN_TIME),
            .wall_ns = run_part_value(&wall, i, RUN_TIME),
            .round = index_at(&round, i),
            .order = index_at(&order, i),
            .canary_ns = canary.json ? run_part_value_if_any(&canary, i, RUN_TIME) : NAN,
            .core_hz = core.json ? run_part_value_if_any(&core, i, RUN_TIME) : NAN,
            .throttled = throttled.json && run_part_truth(&throttled, i),
            .host_canary_ns =
                host_canary.json ? run_part_value_if_any(&host_canary, i, RUN_TIME) : NAN,
            .host_hz = host.json ? run_part_value_if_any(&host, i, RUN_TIME) : NAN,
        };
    c->samples = read;
    c->sample_count = read ? count : 0;
}
