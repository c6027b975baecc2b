/* SPDX-License-Identifier: MIT */
#include "harness/record/case_samples.h"

#include "harness/record/columns.h"

#include <string.h>

#define SAMPLE(key, type, member)                                                                  \
    {                                                                                              \
        key, COLUMN_##type, offsetof(struct run_sample, member), false                             \
    }
static const struct column sample_columns[] = {
    SAMPLE("gpu_total_ns", TOTAL, gpu_ns),
    { "wall_total_ns", COLUMN_TOTAL, offsetof(struct run_sample, wall_ns), true },
    SAMPLE("round", ROUND, round),
    SAMPLE("order", INDEX, order),
    SAMPLE("canary_ns", IF, canary_ns),
    SAMPLE("core_hz", IF, core_hz),
    SAMPLE("throttled", FLAG, throttled),
    SAMPLE("host_canary_ns", IF, host_canary_ns),
    SAMPLE("host_hz", IF, host_hz),
    { .key = NULL },
};
#undef SAMPLE

enum { SAMPLE_COLUMNS = sizeof(sample_columns) / sizeof(sample_columns[0]) };

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

void case_samples_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader samples = json_reader_object(part, "samples");
    struct column columns[SAMPLE_COLUMNS];
    memcpy(columns, sample_columns, sizeof(columns));
    columns[0].wanted = c->kind == BENCH_GPU ||
                        (c->kind == BENCH_HOST_DRIVEN && json_reader_object(part, "gpu").json);
    if (samples.json && !(c->inner_repetitions >= 1))
        json_reader_fault(part, "inner_repetitions", " must be at least 1 where there are samples");
    struct run_sample *read = columns_read(
        &samples, &(struct columns){ columns, 1, sizeof(*read), c->inner_repetitions, false },
        &c->sample_count);
    if (read)
        launches_assign(&samples, c, read, c->sample_count);
    c->samples = read;
}

/* By case_samples_read(), when all is known that it needs. */
static void samples_read(const struct json_reader *part, void *record)
{
    (void)part;
    (void)record;
}

static json_t *samples_json(const void *record)
{
    const struct run_case *c = record;
    if (c->sample_count == 0)
        return json_null();
    return columns_json(
        &(struct columns){ sample_columns, 1, sizeof(*c->samples), c->inner_repetitions, false },
        c->samples, c->sample_count);
}

const struct field_own case_samples = { samples_read, samples_json };

/* Probe --------------------------------------------------------------------------------------- */

#define SAMPLE(key, type, member, wanted)                                                          \
    {                                                                                              \
        key, COLUMN_##type, offsetof(struct run_probe_sample, member), wanted                      \
    }
static const struct column probe_columns[] = {
    SAMPLE("gpu_ns", NS, ns, true),         SAMPLE("round", INDEX, round, false),
    SAMPLE("order", INDEX, order, false),   SAMPLE("throttled", FLAG, throttled, false),
    SAMPLE("launch", INDEX, launch, false), { .key = NULL },
};
#undef SAMPLE

static const struct columns probe_samples = { probe_columns, 0, sizeof(struct run_probe_sample), 1,
                                              true };

static void probe_samples_read(const struct json_reader *part, void *record)
{
    struct run_probe *probe = record;
    const struct json_reader samples = json_reader_object(part, "samples");
    probe->samples = columns_read(&samples, &probe_samples, &probe->sample_count);
}

static json_t *probe_samples_json(const void *record)
{
    const struct run_probe *probe = record;
    return probe->sample_count > 0
               ? columns_json(&probe_samples, probe->samples, probe->sample_count)
               : json_null();
}

const struct field_own case_probe_samples = { probe_samples_read, probe_samples_json };
