/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"
#include "harness/record/run/run.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Members that no type of a field describes ---------------------------------------------------- */

/* A number, as decimal digits too; or a name. */
static void axis_read(const struct json_reader *axes, const char *key, void *member)
{
    struct run_axis *axis = member;
    char digits[32];
    axis->number = NAN;
    if (json_is_string(json_object_get(axes->json, key))) {
        axis->value = json_reader_text(axes, key);
        return;
    }
    axis->number = json_reader_number(axes, key, RUN_ANY);
    snprintf(digits, sizeof(digits), "%.15g", axis->number);
    axis->value = json_reader_keep(axes->reader, digits);
}

static json_t *axis_json(const void *entry)
{
    const struct run_axis *axis = entry;
    return isfinite(axis->number) ? json_value_number(axis->number) : json_value_text(axis->value);
}

/* An empty list is not null: a case with files in place of kernels, none of which it uses. */
static void replaced_read(const struct json_reader *part, void *record)
{
    struct run_case *c = record;
    const struct json_reader replaced = json_reader_array(part, "replaced");
    c->twin = replaced.json;
    c->replaced = json_reader_texts(&replaced, &c->replaced_count);
}

static json_t *replaced_json(const void *record)
{
    const struct run_case *c = record;
    return c->twin ? field_texts_json(c->replaced, c->replaced_count) : json_null();
}

/* Where the file does not say: what is recorded once is judged by GPU time. */
static void time_read(const struct json_reader *part, void *record)
{
    static const char *const words[] = { "gpu", "wall" };
    struct run_case *c = record;
    c->by_wall = json_reader_choice(part, "time", words, 2, c->kind != BENCH_GPU) != 0;
}

static json_t *time_json(const void *record)
{
    return json_string(((const struct run_case *)record)->by_wall ? "wall" : "gpu");
}

/* An entry for each pattern and result that there is. */
static void atomics_read(const struct json_reader *part, void *record)
{
    struct bench_atomic_counts *atomics = ((struct bench_work *)record)->atomics;
    const struct json_reader list = json_reader_array(part, "atomics");
    memset(atomics, 0, sizeof(struct bench_atomic_counts[BENCH_ATOMICS_COUNT]));
    for (size_t i = 0; i < json_reader_count(&list) && !list.reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&list, i);
        const int pattern =
            json_reader_word(&entry, "pattern", bench_atomics_names, BENCH_ATOMICS_COUNT, -1);
        const double amount = json_reader_number(&entry, "count", RUN_AMOUNT);
        if (pattern < 0 || !(amount > 0))
            continue;
        if (json_reader_flag(&entry, "returned"))
            atomics[pattern].returned = amount;
        else
            atomics[pattern].dropped = amount;
    }
}

static json_t *atomics_json(const void *record)
{
    const struct bench_atomic_counts *atomics = ((const struct bench_work *)record)->atomics;
    json_auto_t *list = json_array();
    for (int i = 0; i < 2 * BENCH_ATOMICS_COUNT; i++) {
        const bool returned = i % 2;
        const double count = returned ? atomics[i / 2].returned : atomics[i / 2].dropped;
        if (count > 0)
            json_value_append(&list,
                              json_pack("{s:s, s:b, s:o}", "pattern", bench_atomics_names[i / 2],
                                        "returned", returned, "count", json_value_number(count)));
    }
    return json_array_size(list) > 0 ? json_incref(list) : json_null();
}

static const struct field_own case_atomics = { atomics_read, atomics_json };
static const struct field_own case_replaced = { replaced_read, replaced_json };
static const struct field_own case_time = { time_read, time_json };

enum column_type {
    COLUMN_TOTAL, /* double: the file has `scale` times as much, whole; says nothing at 0 */
    COLUMN_NS,    /* double above 0 */
    COLUMN_IF,    /* double above 0, or null: says nothing at NAN */
    COLUMN_ROUND, /* uint32_t: says nothing where it is the entry's own index */
    COLUMN_INDEX, /* uint32_t: says nothing at 0 */
    COLUMN_FLAG,  /* bool: says nothing where false */
};

struct column {
    const char *key; /* NULL behind the last one */
    enum column_type type;
    size_t offset;
    bool wanted; /* missing is a fault; a total is then above 0 */
};

struct columns {
    const struct column *columns;
    size_t base;  /* the column whose length all others must have */
    size_t bytes; /* of an entry */
    double scale;
    bool whole; /* columns that say nothing are written, too */
};

static struct json_reader array_of(const struct json_reader *object, const struct column *column,
                                   const char *base, size_t count)
{
    const struct json_reader array = json_reader_array(object, column->key);
    const size_t own = json_reader_count(&array);
    const bool there = array.json;
    if (!there && column->wanted)
        json_reader_missing(object, column->key);
    else if (there && own == 0)
        json_reader_fault(object, column->key, " is empty");
    else if (there && own != count)
        json_reader_fault(object, column->key, " has %zu entries, and %s %zu", own, base, count);
    return array;
}

static void value_read(const struct json_reader *array, size_t i, const struct column *column,
                       double scale, void *member)
{
    double number;
    switch (column->type) {
    case COLUMN_TOTAL:
        *(double *)member =
            json_reader_value(array, i, column->wanted ? RUN_TOTAL : RUN_COUNT) / scale;
        return;
    case COLUMN_NS: *(double *)member = json_reader_value(array, i, RUN_TIME); return;
    case COLUMN_IF: *(double *)member = json_reader_value_if_any(array, i, RUN_TIME); return;
    case COLUMN_ROUND:
    case COLUMN_INDEX:
        number = json_reader_value(array, i, RUN_COUNT);
        if (number > UINT32_MAX)
            json_reader_fault(array, NULL, " has an index of %.9g", number);
        *(uint32_t *)member = number <= UINT32_MAX ? (uint32_t)number : 0;
        return;
    case COLUMN_FLAG: *(bool *)member = json_reader_truth(array, i); return;
    }
}

/* Entries in memory of the reader's arena; NULL and *count 0 where the object is not there, or the
 * reader has failed. */
static void *columns_read(const struct json_reader *object, const struct columns *columns,
                          size_t *count)
{
    const char *base = columns->columns[columns->base].key;
    const struct json_reader first = json_reader_array(object, base);
    const size_t length = json_reader_count(&first);
    const bool there = object->json;
    if (there)
        array_of(object, &columns->columns[columns->base], base, length);
    char *entries = there ? json_reader_alloc(object->reader, length, columns->bytes) : NULL;
    *count = 0;
    for (const struct column *column = columns->columns; column->key && entries; column++) {
        const struct json_reader array = array_of(object, column, base, length);
        const bool has = array.json;
        char *member = entries + column->offset;
        for (size_t i = 0; i < length && !object->reader->failed; i++, member += columns->bytes)
            if (has)
                value_read(&array, i, column, columns->scale, member);
            else if (column->type == COLUMN_IF)
                *(double *)member = NAN;
            else if (column->type == COLUMN_ROUND)
                *(uint32_t *)member = (uint32_t)i;
    }
    if (!entries || object->reader->failed)
        return NULL;
    *count = length;
    return entries;
}

/* Writing ------------------------------------------------------------------------------------- */

/* *silent: it says nothing. */
static json_t *value_json(size_t i, const struct column *column, double scale, const void *member,
                          bool *silent)
{
    double number;
    uint32_t index;
    bool truth;
    switch (column->type) {
    case COLUMN_TOTAL:
    case COLUMN_NS:
    case COLUMN_IF:
        number = *(const double *)member;
        *silent = column->type == COLUMN_TOTAL ? number == 0 : !isfinite(number);
        return column->type == COLUMN_TOTAL ? json_value_whole(number * scale)
                                            : json_value_number(number);
    case COLUMN_ROUND:
    case COLUMN_INDEX:
        index = *(const uint32_t *)member;
        *silent = index == (column->type == COLUMN_ROUND ? i : 0);
        return json_value_count(index);
    case COLUMN_FLAG:
        truth = *(const bool *)member;
        *silent = !truth;
        return json_boolean(truth);
    }
    return NULL;
}

static json_t *columns_json(const struct columns *columns, const void *entries, size_t count)
{
    json_t *object = json_object();
    for (const struct column *column = columns->columns; column->key; column++) {
        json_auto_t *array = json_array();
        const char *member = (const char *)entries + column->offset;
        bool silent = true;
        for (size_t i = 0; i < count; i++, member += columns->bytes) {
            bool own = true;
            json_value_append(&array, value_json(i, column, columns->scale, member, &own));
            silent = silent && own;
        }
        if (!silent || columns->whole)
            json_value_set(&object, column->key, json_incref(array));
    }
    return object;
}

#define COLUMN(key, type, owner, member, wanted)                                                   \
    {                                                                                              \
        key, COLUMN_##type, offsetof(struct owner, member), wanted                                 \
    }
static const struct column sample_columns[] = {
    COLUMN("gpu_total_ns", TOTAL, run_sample, gpu_ns, false),
    COLUMN("wall_total_ns", TOTAL, run_sample, wall_ns, true),
    COLUMN("round", ROUND, run_sample, round, false),
    COLUMN("order", INDEX, run_sample, order, false),
    COLUMN("canary_ns", IF, run_sample, canary_ns, false),
    COLUMN("core_hz", IF, run_sample, core_hz, false),
    COLUMN("throttled", FLAG, run_sample, throttled, false),
    COLUMN("host_canary_ns", IF, run_sample, host_canary_ns, false),
    COLUMN("host_hz", IF, run_sample, host_hz, false),
    { .key = NULL },
};

enum { SAMPLE_COLUMNS = COUNT_OF(sample_columns) };

static void case_samples_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader samples = json_reader_object(part, "samples");
    const struct json_reader gpu = json_reader_object(part, "gpu");
    struct column columns[SAMPLE_COLUMNS];
    memcpy(columns, sample_columns, sizeof(columns));
    columns[0].wanted = c->kind == BENCH_GPU || (c->kind == BENCH_HOST_DRIVEN && gpu.json);
    if (samples.json && !(c->inner_repetitions >= 1))
        json_reader_fault(part, "inner_repetitions", " must be at least 1 where there are samples");
    struct run_sample *read = columns_read(
        &samples, &(struct columns){ columns, 1, sizeof(*read), c->inner_repetitions, false },
        &c->sample_count);
    if (read) {
        /* Which launch each is of, of several. */
        size_t sample = 0, wanted = 0;
        for (size_t i = 0; i < c->launch_count; i++) {
            wanted += c->launches[i].samples;
            while (sample < wanted && sample < c->sample_count)
                read[sample++].launch = (uint32_t)i;
        }
        if (c->launch_count > 0 && wanted != c->sample_count)
            json_reader_fault(&samples, NULL, " has %zu entries, and the launches have %zu in all",
                              c->sample_count, wanted);
    }
    c->samples = read;
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

static const struct field_own case_samples = { NULL, samples_json }; /* case_samples_read() reads */

/* Probe --------------------------------------------------------------------------------------- */

static const struct column probe_columns[] = {
    COLUMN("gpu_ns", NS, run_probe_sample, ns, true),
    COLUMN("round", INDEX, run_probe_sample, round, false),
    COLUMN("order", INDEX, run_probe_sample, order, false),
    COLUMN("throttled", FLAG, run_probe_sample, throttled, false),
    COLUMN("launch", INDEX, run_probe_sample, launch, false),
    { .key = NULL },
};

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

static const struct field_own case_probe_samples = { probe_samples_read, probe_samples_json };

/* Words --------------------------------------------------------------------------------------- */

static const char *const caches[] = { [RUN_CACHE_HOT] = "hot", [RUN_CACHE_COLD] = "cold" };
static const char *const precedings[] = { [RUN_PRECEDED_BY_ITSELF] = "itself",
                                          [RUN_PRECEDED_BY_SWEEP] = "sweep",
                                          [RUN_PRECEDED_BY_OTHERS] = "others" };
static const char *const probe_precedings[] = {
    [RUN_PRECEDED_BY_ITSELF] = "itself", [RUN_PRECEDED_BY_SWEEP] = "sweep"
};
static const char *const checks[] = {
    [RUN_CHECK_PASSED] = "passed", [RUN_CHECK_FAILED] = "failed"
};

/* Times --------------------------------------------------------------------------------------- */

#define S stats_summary
static const struct field summary_fields[] = {
    FIELD(SIZE, count, FIELD_WANTED),
    FIELD_AS(TIME, "min_ns", minimum, 0),
    FIELD_AS(TIME, "q1_ns", quartile1, 0),
    FIELD_AS(TIME, "median_ns", median, 0),
    FIELD_AS(TIME, "q3_ns", quartile3, 0),
    FIELD_AS(TIME, "max_ns", maximum, 0),
    FIELD_AS(TIME, "interval_low_ns", interval.low, FIELD_NULL),
    FIELD_AS(TIME, "interval_high_ns", interval.high, FIELD_NULL),
    FIELD_AS(TIME, "trimmed_mean_ns", trimmed_mean, FIELD_LATER),
    FIELD_AS(AMOUNT, "mad_ns", mad, 0),
    FIELD(NUMBER, drift, 0),
    FIELD(SIZE, outliers, 0),
    FIELD(FLAG, bimodal, 0),
    FIELD_END,
};
#undef S

#define S stats_ratio
#define RATIO(key_)                                                                                \
    {                                                                                              \
        FIELD(SIZE, pairs, FIELD_WANTED), FIELD_AS(TIME, key_, ratio, 0),                          \
            FIELD_AS(TIME, "interval_low", interval.low, FIELD_NULL),                              \
            FIELD_AS(TIME, "interval_high", interval.high, FIELD_NULL), FIELD_END,                 \
    }
const struct field case_ratio_fields[] = RATIO("case_over_baseline");
static const struct field twin_ratio_fields[] = RATIO("file_over_original");
#undef RATIO
#undef S

/* Twin ---------------------------------------------------------------------------------------- */

#define S results_override_kernel
#define FACT(name_, fact_)                                                                         \
    static const struct field name_##_fields[] = {                                                 \
        FIELD_AS(AMOUNT, "original", facts[fact_], FIELD_NULL),                                    \
        FIELD_AS(AMOUNT, "file", file_facts[fact_], FIELD_NULL),                                   \
        FIELD_END,                                                                                 \
    }
FACT(registers, RESULTS_OVERRIDE_REGISTERS);
FACT(spills, RESULTS_OVERRIDE_SPILLS);
FACT(local_bytes, RESULTS_OVERRIDE_LOCAL);
FACT(shared_bytes, RESULTS_OVERRIDE_SHARED);
FACT(binary_bytes, RESULTS_OVERRIDE_BINARY);
FACT(spirv_bytes, RESULTS_OVERRIDE_SPIRV);
#undef FACT

static const struct field twin_kernel_fields[] = {
    FIELD_AS(TEXT, "kernel", name, 0),
    FIELD_AS(TEXT, "original", id, 0),
    FIELD_AS(TEXT, "file", file_id, 0),
    FIELD_PART("registers", registers_fields, 0),
    FIELD_PART("spills", spills_fields, 0),
    FIELD_PART("local_bytes", local_bytes_fields, 0),
    FIELD_PART("shared_bytes", shared_bytes_fields, 0),
    FIELD_PART("binary_bytes", binary_bytes_fields, 0),
    FIELD_PART("spirv_bytes", spirv_bytes_fields, 0),
    FIELD_END,
};
#undef S

#define S results_override
static const struct field twin_fields[] = {
    FIELD(TEXT, original, FIELD_NULL),
    FIELD_OF_WORDS(WORD, "verdict", verdict, results_override_verdict_names, FIELD_OPEN),
    FIELD_IN("time_ratio", ratio, twin_ratio_fields, FIELD_NULL),
    FIELD_SOME(LIST, "kernels", kernels, kernel_count, twin_kernel_fields, 0),
    FIELD_END,
};
#undef S

/* Launches ------------------------------------------------------------------------------------ */

#define S launch_stats
static const struct field time_between_fields[] = {
    FIELD(SIZE, launches, 0),
    FIELD_AS(TIME, "median_ns", median, 0),
    FIELD_AS(TIME, "interval_low_ns", interval.low, 0),
    FIELD_AS(TIME, "interval_high_ns", interval.high, 0),
    FIELD(AMOUNT, confidence, 0),
    FIELD(FLAG, bimodal, FIELD_LATER),
    FIELD_END,
};

static const struct field ratio_between_fields[] = {
    FIELD(SIZE, launches, 0),
    FIELD_AS(TIME, "case_over_baseline", median, 0),
    FIELD_AS(TIME, "interval_low", interval.low, FIELD_NULL),
    FIELD_AS(TIME, "interval_high", interval.high, FIELD_NULL),
    FIELD(AMOUNT, confidence, FIELD_NULL),
    FIELD(FLAG, bimodal, FIELD_LATER),
    FIELD_END,
};
#undef S

#define S run_metric
static const struct field metric_fields[] = {
    FIELD(NUMBER, value, FIELD_NULL),
    FIELD(TEXT, unit, FIELD_WANTED),
    FIELD(FLAG, exact, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_launch
static const struct field launch_fields[] = {
    FIELD(SIZE, samples, 0),
    FIELD(TIME, median_ns, 0),
    FIELD_IN("time_ratio", ratio, case_ratio_fields, FIELD_NULL),
    FIELD_OF_WORDS(WORD, "stop", stop, result_stop_names, 0),
    FIELD(FLAG, throttled_count, 0),
    FIELD_SOME(MAP, "metrics", metrics, metric_count, metric_fields, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_clock
static const struct field clock_fields[] = {
    FIELD(COUNT, raises, 0),
    FIELD(AMOUNT, raise_ns, 0),
    FIELD(AMOUNT, probe_ns, 0),
    FIELD(TIME, core_hz, FIELD_NULL | FIELD_LATER),
    FIELD(COUNT, pauses, FIELD_LATER),
    FIELD(AMOUNT, pause_ns, FIELD_LATER),
    FIELD(AMOUNT, best_ns, FIELD_NULL),
    FIELD(AMOUNT, best_alone_ns, FIELD_NULL | FIELD_LATER),
    FIELD(TIME, best_hz, FIELD_NULL | FIELD_LATER),
    FIELD(FLAG, throttled_count, FIELD_LATER),
    FIELD_END,
};
#undef S

#define S run_cache_proof
static const struct field cache_proof_fields[] = {
    FIELD(COUNT, sweep_bytes, 0), FIELD(AMOUNT, sweep_ns, 0),
    FIELD(COUNT, read_bytes, 0),  FIELD(AMOUNT, hot_ns, 0),
    FIELD(AMOUNT, cold_ns, 0),    FIELD(AMOUNT, clean_ns, 0),
    FIELD(AMOUNT, dirty_ns, 0),   FIELD(FLAG, cold, 0),
    FIELD(FLAG, clean, 0),        FIELD_END,
};
#undef S

/* Work ---------------------------------------------------------------------------------------- */

#define S bench_work
static const struct field work_fields[] = {
    FIELD(AMOUNT, bytes_read, FIELD_NULL),
    FIELD(AMOUNT, bytes_written, FIELD_NULL),
    FIELD(AMOUNT, operations, FIELD_NULL),
    FIELD(COUNT, chain, 0),
    FIELD(AMOUNT, bytes_sampled, FIELD_OMIT),
    FIELD(AMOUNT, texel_bytes, FIELD_OMIT),
    FIELD(AMOUNT, single, FIELD_OMIT),
    FIELD(AMOUNT, integer, FIELD_OMIT),
    FIELD(AMOUNT, special, FIELD_OMIT),
    FIELD(AMOUNT, loads, FIELD_OMIT),
    FIELD(AMOUNT, load_bytes, FIELD_OMIT),
    FIELD(AMOUNT, rounds, FIELD_OMIT),
    FIELD(AMOUNT, groups, FIELD_OMIT),
    FIELD(AMOUNT, groups_most, FIELD_OMIT),
    FIELD(AMOUNT, vertices, FIELD_OMIT),
    FIELD(AMOUNT, pixels, FIELD_OMIT),
    FIELD(AMOUNT, items, FIELD_OMIT),
    FIELD_BY_ITSELF("atomics", &case_atomics, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_energy
static const struct field energy_fields[] = {
    FIELD(TEXT, source, FIELD_OMIT),
    FIELD(TEXT, reason, FIELD_OMIT),
    FIELD(TEXT, lacks, FIELD_OMIT),
    FIELD(TIME, counter_j, FIELD_OMIT),
    FIELD(TIME, power_j, FIELD_OMIT),
    FIELD(AMOUNT, apart, FIELD_OMIT),
    FIELD(COUNT, executions, FIELD_OMIT),
    FIELD(TIME, execution_ns, FIELD_OMIT),
    FIELD(AMOUNT, busy, FIELD_OMIT),
    FIELD(TIME, window_ns, FIELD_OMIT),
    FIELD(TIME, tick_ns, FIELD_OMIT),
    FIELD(AMOUNT, power_w, FIELD_OMIT),
    FIELD(NUMBER, temperature_c, FIELD_OMIT),
    FIELD(TIME, core_hz, FIELD_OMIT),
    FIELD(TIME, memory_hz, FIELD_OMIT),
    FIELD(TEXT, limits, FIELD_OMIT),
    FIELD(AMOUNT, rounds_power_w, FIELD_OMIT),
    FIELD(NUMBER, rounds_temperature_c, FIELD_OMIT),
    FIELD(TIME, rounds_memory_hz, FIELD_OMIT),
    FIELD(TEXT, rounds_limits, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_counters
const struct field case_counters_fields[] = {
    FIELD(COUNT, dispatches, 0),
    FIELD(COUNT, indirect_dispatches, 0),
    FIELD(COUNT, draws, FIELD_LATER),
    FIELD(COUNT, builds, FIELD_LATER),
    FIELD(COUNT, traces, FIELD_LATER),
    FIELD(COUNT, copies, 0),
    FIELD(COUNT, read_backs, FIELD_LATER),
    FIELD(COUNT, fills, 0),
    FIELD(COUNT, barriers, 0),
    FIELD(COUNT, submits, 0),
    FIELD(COUNT, host_returns, 0),
    FIELD_END,
};
#undef S

/* The rest ---------------------------------------------------------------------------------- */

#define S run_probe
static const struct field probe_fields[] = {
    FIELD(COUNT, bytes_read, 0),
    FIELD(COUNT, bytes_written, 0),
    FIELD(TEXT, reason, FIELD_NULL),
    FIELD_OF_WORDS(WORD, "preceded_by", preceded_by, probe_precedings, FIELD_OPEN),
    FIELD_BY_ITSELF("samples", &case_probe_samples, FIELD_NULL),
    FIELD_IN("gpu", time, summary_fields, FIELD_NULL),
    FIELD_END,
};
#undef S

/* The case ------------------------------------------------------------------------------------ */

#define S run_case
static const struct field timer_fields[] = {
    FIELD(AMOUNT, tick_ns, 0),
    FIELD(AMOUNT, empty_ns, 0),
    FIELD_END,
};

static const struct field warmup_fields[] = {
    FIELD_AS(AMOUNT, "ns", warmup_ns, 0),
    FIELD_AS(COUNT, "executions", warmup_executions, 0),
    FIELD_AS(FLAG, "converged", warmup_converged, FIELD_LATER),
    FIELD_END,
};

static const struct field launches_fields[] = {
    FIELD_SOME(LIST, "each", launches, launch_count, launch_fields, 0),
    FIELD_IN("time", time_between, time_between_fields, 0),
    FIELD_IN("time_ratio", ratio_between, ratio_between_fields, FIELD_NULL),
    FIELD_END,
};

static const struct field check_fields[] = {
    FIELD_AS(FLAG, "before", check_before, 0),
    FIELD_AS(FLAG, "after", check_after, 0),
    FIELD_AS(FLAG, "sampled", check_sampled, FIELD_LATER),
    FIELD_AS(COUNT, "fresh", fresh_count, FIELD_LATER),
    FIELD(AMOUNT, fresh_ns, FIELD_LATER),
    FIELD(AMOUNT, again_ns, FIELD_LATER),
    FIELD_AS(COUNT, "looks", look_count, FIELD_LATER),
    FIELD_END,
};

static const struct field threads_fields[] = {
    FIELD_AS(COUNT, "count", threads, 0),
    FIELD_AS(COUNT, "held", threads_held, 0),
    FIELD_END,
};

static const struct field floor_fields[] = {
    FIELD_AS(TIME, "ns", floor_ns, 0),
    FIELD_OF_WORDS(TEXT, "bound", floor_bound, bench_bound_names, FIELD_NULL),
    FIELD_END,
};

const struct field case_fields[] = {
    FIELD(TEXT, name, FIELD_KEY),
    FIELD(TEXT, workload, FIELD_WANTED),
    FIELD(TEXT, technique, 0),
    FIELD(TEXT, bench, 0),
    FIELD(TEXT, variant, 0),
    FIELD_OF_WORDS(WORD, "kind", kind, bench_kind_names, FIELD_WANTED),
    FIELD(TEXT, api, FIELD_OMIT),
    FIELD(TEXT, program, FIELD_OMIT),
    FIELD(TEXT, mark, FIELD_OMIT),
    FIELD(FLAG, baseline, 0),
    FIELD(FLAG, yardstick, FIELD_OMIT),
    FIELD(COUNT, answer_kept_s, FIELD_OMIT | FIELD_ZERO),
    FIELD_OF_WORDS(WORD, "cache", cache, caches, FIELD_NULL | FIELD_LATER),
    FIELD_VALUES("axes", axis_read, axis_json, axes, axis_count, 0),
    FIELD_OF_WORDS(WORD, "ceiling", ceiling, bench_ceiling_names,
                   FIELD_OPEN | FIELD_NULL | FIELD_LATER),
    FIELD_BY_ITSELF("replaced", &case_replaced, FIELD_NULL | FIELD_LATER),
    FIELD_OF_WORDS(WORD, "status", status, bench_status_names, FIELD_WANTED),
    FIELD(TEXT, reason, 0),
    FIELD_ALWAYS("unit", "ns"),
    FIELD_ALWAYS("better", "lower"),
    FIELD_BY_ITSELF("time", &case_time, 0),
    FIELD_BY_ITSELF("samples", &case_samples, FIELD_NULL),
    FIELD_OF_WORDS(WORD, "stop", stop, result_stop_names, 0),
    FIELD(COUNT, inner_repetitions, 0),
    FIELD(FLAG, stamps_each, FIELD_LATER),
    FIELD_OF_WORDS(WORD, "preceded_by", preceded_by, precedings, FIELD_NULL | FIELD_LATER),
    FIELD_PART("timer", timer_fields, FIELD_NULL),
    FIELD_IN("cache_proof", cache_proof, cache_proof_fields, FIELD_NULL | FIELD_LATER),
    FIELD_IN("clock", clock, clock_fields, FIELD_NULL),
    FIELD_IN("energy", energy, energy_fields, FIELD_OMIT),
    FIELD_PART("warmup", warmup_fields, 0),
    FIELD_IN("gpu", gpu, summary_fields, FIELD_NULL),
    FIELD_IN("wall", wall, summary_fields, FIELD_NULL),
    FIELD_IN("time_ratio", ratio, case_ratio_fields, FIELD_NULL),
    FIELD_PART("launches", launches_fields, FIELD_NULL | FIELD_LATER),
    FIELD_PART("check", check_fields, 0),
    FIELD_IN("work", work, work_fields, 0),
    FIELD_IN("counters", counters, case_counters_fields, 0),
    FIELD(COUNT, peak_bytes, 0),
    FIELD_PART("threads", threads_fields, FIELD_NULL | FIELD_LATER),
    FIELD_SOME(MAP, "metrics", metrics, metric_count, metric_fields, FIELD_LATER),
    FIELD_PART("floor", floor_fields, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, floor_percent, FIELD_NULL),
    FIELD_IN("probe", probe, probe_fields, FIELD_NULL | FIELD_LATER),
    FIELD_SOME_TEXTS("kernels", kernels, kernel_count, FIELD_LATER),
    FIELD(AMOUNT, probe_percent, FIELD_NULL | FIELD_LATER),
    FIELD_IN("twin", beside, twin_fields, FIELD_OMIT),
    FIELD_END,
};
#undef S

/* In a row of evidence ------------------------------------------------------------------------ */

#define S run_metric
static const struct field row_metric_fields[] = {
    FIELD(NUMBER, value, FIELD_OMIT),
    FIELD(TEXT, unit, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_launch
static const struct field row_launch_fields[] = {
    FIELD(TIME, median_ns, FIELD_OMIT),
    FIELD_SOME(MAP, "metrics", metrics, metric_count, row_metric_fields, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S bench_work
static const struct field row_work_fields[] = {
    FIELD(AMOUNT, bytes_read, FIELD_OMIT),
    FIELD(AMOUNT, bytes_written, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_unit_floor
static const struct field unit_floor_fields[] = {
    FIELD(TEXT, bound, FIELD_OMIT),
    FIELD(AMOUNT, percent, FIELD_OMIT),
    FIELD(FLAG, texels_open, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_case
const struct field case_row_fields[] = {
    FIELD(TEXT, name, FIELD_KEY),
    FIELD(TEXT, workload, FIELD_WANTED),
    FIELD(TEXT, technique, 0),
    FIELD(TEXT, bench, 0),
    FIELD(TEXT, variant, 0),
    FIELD_OF_WORDS(WORD, "kind", kind, bench_kind_names, FIELD_WANTED),
    FIELD_OF_WORDS(WORD, "cache", cache, caches, FIELD_OMIT),
    FIELD_VALUES("axes", axis_read, axis_json, axes, axis_count, 0),
    FIELD_OF_WORDS(WORD, "status", status, bench_status_names, FIELD_WANTED),
    FIELD(TEXT, reason, FIELD_OMIT),
    FIELD(TEXT, api, FIELD_OMIT),
    FIELD(TEXT, mark, FIELD_OMIT),
    FIELD_OF_WORDS(WORD, "check", check, checks, FIELD_OMIT),
    FIELD_BY_ITSELF("time", &case_time, 0),
    FIELD_SOME_TEXTS("kernels", kernels, kernel_count, FIELD_OMIT),
    FIELD_AS(FLAG, "throttled_count", clock.throttled_count, FIELD_OMIT),
    FIELD_AS(TIME, "gpu_ns", gpu.median, FIELD_OMIT),
    FIELD_AS(TIME, "wall_ns", wall.median, FIELD_OMIT),
    FIELD_SOME(LIST, "launches", launches, launch_count, row_launch_fields, FIELD_OMIT),
    FIELD_IN("work", work, row_work_fields, FIELD_OMIT),
    FIELD_IN("counters", counters, case_counters_fields, FIELD_OMIT),
    FIELD(COUNT, peak_bytes, FIELD_OMIT),
    FIELD_SOME(MAP, "metrics", metrics, metric_count, row_metric_fields, FIELD_OMIT),
    FIELD(AMOUNT, floor_percent, FIELD_OMIT),
    FIELD_IN("unit_floor", unit_floor, unit_floor_fields, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_sampling_case
const struct field case_sampling_fields[] = {
    FIELD(TEXT, name, 0),
    FIELD(TEXT, workload, 0),
    FIELD_OF_WORDS(WORD, "kind", kind, bench_kind_names, 0),
    FIELD_OF_WORDS(WORD, "cache", cache, caches, 0),
    FIELD(COUNT, inner_repetitions, 0),
    FIELD(FLAG, stamps_each, 0),
    FIELD_OF_WORDS(WORD, "preceded_by", preceded_by, precedings, FIELD_NULL),
    FIELD_END,
};
#undef S

/* Reading ------------------------------------------------------------------------------------- */

/* FNV-1a. */
uint64_t case_workload_key(const char *workload)
{
    uint64_t key = 0xcbf29ce484222325u;
    for (const char *at = workload; *at; at++)
        key = (key ^ (unsigned char)*at) * 0x100000001b3u;
    return key;
}

/* In older files the case says of all launches whether throttled samples count. */
static void launches_check(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader launches = json_reader_object(part, "launches");
    const struct json_reader each = json_reader_array(&launches, "each");
    if (launches.json && c->launch_count < 2)
        json_reader_fault(&launches, "each", " must have at least 2 entries");
    for (size_t i = 0; i < c->launch_count && !part->reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&each, i);
        struct run_launch *launch = &c->launches[i];
        if (launch->samples < 1)
            json_reader_fault(&entry, "samples", " must be at least 1");
        if (!json_object_get(entry.json, "throttled_count"))
            launch->throttled_count = c->clock.throttled_count;
    }
    const double confidence = fmax(c->time_between.confidence, c->ratio_between.confidence);
    if (confidence > 1)
        json_reader_fault(
            &launches, c->time_between.confidence > 1 ? "time.confidence" : "time_ratio.confidence",
            " is %.9g: it is at most 1", confidence);
}

void case_read(const struct json_reader *part, struct run_case *c)
{
    *c = (struct run_case){ .name = json_reader_key(part, "name") };
    part->reader->what = "case";
    part->reader->name = c->name;
    field_read(part, case_fields + 1, c);
    c->workload_key = case_workload_key(c->workload);
    launches_check(part, c);
    case_samples_read(part, c);
    c->energy.known = !field_is_empty(&c->energy, energy_fields);
    c->cache_proof.known = !field_is_empty(&c->cache_proof, cache_proof_fields);
    c->probe.known = !field_is_empty(&c->probe, probe_fields);
    const struct json_reader check = json_reader_object(part, "check");
    if (check.json)
        c->check = c->check_before && c->check_after ? RUN_CHECK_PASSED : RUN_CHECK_FAILED;
    if (c->status != BENCH_OK)
        case_drop_times(c);
}

json_t *case_json(const struct run_case *c)
{
    return field_json(c, case_fields);
}

json_t *case_cache_proof_json(const struct run_cache_proof *proof)
{
    return proof->known ? field_json(proof, cache_proof_fields) : json_null();
}

void case_clear(struct run_case *c)
{
    *c = (struct run_case){ .name = "" };
    field_clear(c, case_fields);
}

void case_drop_clock(struct run_case *c)
{
    field_clear(&c->clock, clock_fields);
}

void case_drop_ratio(struct run_case *c)
{
    field_clear(&c->ratio, case_ratio_fields);
    field_clear(&c->ratio_between, ratio_between_fields);
}

void case_drop_times(struct run_case *c)
{
    c->samples = NULL;
    c->sample_count = 0;
    field_clear(c, launches_fields);
    field_clear(c, timer_fields);
    field_clear(&c->gpu, summary_fields);
    field_clear(&c->wall, summary_fields);
    field_clear(&c->probe, probe_fields);
    field_clear(&c->energy, energy_fields);
    c->energy.known = false;
    case_drop_clock(c);
    field_clear(&c->beside.ratio, twin_ratio_fields);
    c->probe.known = false;
    c->probe_percent = NAN;
    case_drop_ratio(c);
}
