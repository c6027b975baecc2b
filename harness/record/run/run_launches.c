/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_launches.h"

#include "harness/record/run/run_case_read.h"

#include <math.h>

static struct between between_read(const struct run_part *launches, const char *key,
                                   const char *median, const char *low, const char *high)
{
    const struct run_part part = run_part_object(launches, key);
    const double count = run_part_number(&part, "launches", RUN_COUNT);
    const struct between between = {
        .launches = count > 0 ? (size_t)count : 0,
        .median = run_part_number(&part, median, RUN_TIME),
        .interval = { .low = run_part_number(&part, low, RUN_TIME),
                      .high = run_part_number(&part, high, RUN_TIME) },
        .confidence = run_part_number(&part, "confidence", RUN_AMOUNT),
        .bimodal = run_part_flag(&part, "bimodal"),
    };
    if (between.confidence > 1)
        run_part_fault(&part, "confidence", " is %.9g: it is at most 1", between.confidence);
    return between;
}

/* all: what the case's clock says, for a file that does not say it of the launch. */
static struct run_launch launch_read(const struct run_part *part, bool all)
{
    const double samples = run_part_number(part, "samples", RUN_COUNT);
    if (!(samples >= 1))
        run_part_fault(part, "samples", " must be at least 1");
    return (struct run_launch){
        .samples = samples > 0 ? (size_t)samples : 0,
        .median_ns = run_part_number(part, "median_ns", RUN_TIME),
        .ratio = run_case_read_ratio(part),
        .stop = run_case_read_stop(part),
        .throttled_count = json_object_get(part->json, "throttled_count")
                               ? run_part_flag(part, "throttled_count")
                               : all,
    };
}

void run_launches_read(const struct run_part *part, struct run_case *c)
{
    const struct run_part launches = run_part_object(part, "launches");
    const struct run_part each = run_part_array(&launches, "each");
    const size_t count = run_part_count(&each);
    c->time_between =
        between_read(&launches, "time", "median_ns", "interval_low_ns", "interval_high_ns");
    c->ratio_between = between_read(&launches, "time_ratio", "case_over_baseline", "interval_low",
                                    "interval_high");
    if (!launches.json)
        return;
    if (count < 2)
        run_part_fault(&launches, "each", " must have at least 2 entries");
    struct run_launch *read = run_part_alloc(part->reader, count, sizeof(*read));
    for (size_t i = 0; i < count && !part->reader->failed; i++) {
        const struct run_part entry = run_part_entry(&each, i);
        read[i] = launch_read(&entry, c->clock.throttled_count);
    }
    c->launches = read;
    c->launch_count = read ? count : 0;
}
