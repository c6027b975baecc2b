/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_launches.h"

#include "harness/record/run/run_case_read.h"

#include <math.h>

static struct launch_stats between_read(const struct json_reader *launches, const char *key,
                                        const char *median, const char *low, const char *high)
{
    const struct json_reader part = json_reader_object(launches, key);
    const double count = json_reader_number(&part, "launches", RUN_COUNT);
    const struct launch_stats between = {
        .launches = count > 0 ? (size_t)count : 0,
        .median = json_reader_number(&part, median, RUN_TIME),
        .interval = { .low = json_reader_number(&part, low, RUN_TIME),
                      .high = json_reader_number(&part, high, RUN_TIME) },
        .confidence = json_reader_number(&part, "confidence", RUN_AMOUNT),
        .bimodal = json_reader_flag(&part, "bimodal"),
    };
    if (between.confidence > 1)
        json_reader_fault(&part, "confidence", " is %.9g: it is at most 1", between.confidence);
    return between;
}

/* all: what the case's clock says, for a file that does not say it of the launch. */
static struct run_launch launch_read(const struct json_reader *part, bool all)
{
    const double samples = json_reader_number(part, "samples", RUN_COUNT);
    if (!(samples >= 1))
        json_reader_fault(part, "samples", " must be at least 1");
    return (struct run_launch){
        .samples = samples > 0 ? (size_t)samples : 0,
        .median_ns = json_reader_number(part, "median_ns", RUN_TIME),
        .ratio = run_case_read_ratio(part),
        .stop = run_case_read_stop(part),
        .throttled_count = json_object_get(part->json, "throttled_count")
                               ? json_reader_flag(part, "throttled_count")
                               : all,
    };
}

void run_launches_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader launches = json_reader_object(part, "launches");
    const struct json_reader each = json_reader_array(&launches, "each");
    const size_t count = json_reader_count(&each);
    c->time_between =
        between_read(&launches, "time", "median_ns", "interval_low_ns", "interval_high_ns");
    c->ratio_between = between_read(&launches, "time_ratio", "case_over_baseline", "interval_low",
                                    "interval_high");
    if (!launches.json)
        return;
    if (count < 2)
        json_reader_fault(&launches, "each", " must have at least 2 entries");
    struct run_launch *read = json_reader_alloc(part->reader, count, sizeof(*read));
    for (size_t i = 0; i < count && !part->reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&each, i);
        read[i] = launch_read(&entry, c->clock.throttled_count);
    }
    c->launches = read;
    c->launch_count = read ? count : 0;
}
