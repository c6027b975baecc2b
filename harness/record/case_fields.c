/* SPDX-License-Identifier: MIT */
#include "harness/record/case_fields.h"

#include "harness/record/case_parts.h"

#include <math.h>

/* Words --------------------------------------------------------------------------------------- */

/* Makes the name of an enum one of an int, as a table has it. */
#define NAMES(name_, enum_, function_)                                                             \
    static const char *name_(int word)                                                             \
    {                                                                                              \
        return function_((enum enum_)word);                                                        \
    }
NAMES(kind_name, bench_kind, bench_kind_name)
NAMES(status_name, bench_status, bench_status_name)
NAMES(ceiling_name, bench_ceiling, bench_ceiling_name)
NAMES(stop_name, result_stop, result_stop_name)
NAMES(verdict_name, results_override_verdict, results_override_verdict_name)
#undef NAMES

static const char *cache_name(int cache)
{
    static const char *const names[] = { [RUN_CACHE_HOT] = "hot", [RUN_CACHE_COLD] = "cold" };
    return names[cache];
}

static const char *preceding_name(int preceding)
{
    static const char *const names[] = { [RUN_PRECEDED_BY_ITSELF] = "itself",
                                         [RUN_PRECEDED_BY_SWEEP] = "sweep",
                                         [RUN_PRECEDED_BY_OTHERS] = "others" };
    return names[preceding];
}

/* Later versions may have more. */
static const char *bound_name(int bound)
{
    static const char *const names[] = { "bytes", "texture", "operations", "atomics",
                                         "chain", "groups",  "vertices",   "pixels" };
    return names[bound];
}

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
const struct field case_ratio_fields[] = {
    FIELD(SIZE, pairs, FIELD_WANTED),
    FIELD_AS(TIME, "case_over_baseline", ratio, 0),
    FIELD_AS(TIME, "interval_low", interval.low, FIELD_NULL),
    FIELD_AS(TIME, "interval_high", interval.high, FIELD_NULL),
    FIELD_END,
};

static const struct field twin_ratio_fields[] = {
    FIELD(SIZE, pairs, FIELD_WANTED),
    FIELD_AS(TIME, "file_over_original", ratio, 0),
    FIELD_AS(TIME, "interval_low", interval.low, FIELD_NULL),
    FIELD_AS(TIME, "interval_high", interval.high, FIELD_NULL),
    FIELD_END,
};
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
    FIELD_A_WORD("verdict", verdict, verdict_name, RESULTS_OVERRIDE_VERDICT_COUNT, FIELD_OPEN),
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
    FIELD_A_WORD("stop", stop, stop_name, RESULT_STOP_INTERRUPTED + 1, 0),
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
    FIELD_A_WORD("preceded_by", preceded_by, preceding_name, RUN_PRECEDED_BY_SWEEP + 1, FIELD_OPEN),
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
    FIELD_END,
};

static const struct field threads_fields[] = {
    FIELD_AS(COUNT, "count", threads, 0),
    FIELD_AS(COUNT, "held", threads_held, 0),
    FIELD_END,
};

static const struct field floor_fields[] = {
    FIELD_AS(TIME, "ns", floor_ns, 0),
    FIELD_TEXT_OF("bound", floor_bound, bound_name, 8),
    FIELD_END,
};

const struct field case_fields[] = {
    FIELD(TEXT, name, FIELD_KEY),
    FIELD(TEXT, workload, FIELD_WANTED),
    FIELD(TEXT, technique, 0),
    FIELD(TEXT, bench, 0),
    FIELD(TEXT, variant, 0),
    FIELD_A_WORD("kind", kind, kind_name, BENCH_CPU + 1, FIELD_WANTED),
    FIELD(TEXT, api, FIELD_OMIT),
    FIELD(TEXT, program, FIELD_OMIT),
    FIELD(TEXT, mark, FIELD_OMIT),
    FIELD(FLAG, baseline, 0),
    FIELD(FLAG, yardstick, FIELD_OMIT),
    FIELD(COUNT, answer_kept_s, FIELD_OMIT | FIELD_ZERO),
    FIELD_A_WORD("cache", cache, cache_name, RUN_CACHE_COLD + 1, FIELD_NULL | FIELD_LATER),
    FIELD_BY_ITSELF("axes", &case_axes, 0),
    FIELD_A_WORD("ceiling", ceiling, ceiling_name, BENCH_CEILING_COUNT,
                 FIELD_OPEN | FIELD_NULL | FIELD_LATER),
    FIELD_BY_ITSELF("replaced", &case_replaced, FIELD_NULL | FIELD_LATER),
    FIELD_A_WORD("status", status, status_name, BENCH_STATUS_COUNT, FIELD_WANTED),
    FIELD(TEXT, reason, 0),
    FIELD_ALWAYS("unit", "ns"),
    FIELD_ALWAYS("better", "lower"),
    FIELD_BY_ITSELF("time", &case_time, 0),
    FIELD_BY_ITSELF("samples", &case_samples, FIELD_NULL),
    FIELD_A_WORD("stop", stop, stop_name, RESULT_STOP_INTERRUPTED + 1, 0),
    FIELD(COUNT, inner_repetitions, 0),
    FIELD(FLAG, stamps_each, FIELD_LATER),
    FIELD_A_WORD("preceded_by", preceded_by, preceding_name, RUN_PRECEDED_BY_OTHERS + 1,
                 FIELD_NULL | FIELD_LATER),
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

static const char *check_name(int check)
{
    static const char *const names[] = {
        [RUN_CHECK_PASSED] = "passed", [RUN_CHECK_FAILED] = "failed"
    };
    return names[check];
}

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
    FIELD_A_WORD("kind", kind, kind_name, BENCH_CPU + 1, FIELD_WANTED),
    FIELD_A_WORD("cache", cache, cache_name, RUN_CACHE_COLD + 1, FIELD_OMIT),
    FIELD_BY_ITSELF("axes", &case_axes, 0),
    FIELD_A_WORD("status", status, status_name, BENCH_STATUS_COUNT, FIELD_WANTED),
    FIELD(TEXT, reason, FIELD_OMIT),
    FIELD(TEXT, api, FIELD_OMIT),
    FIELD(TEXT, mark, FIELD_OMIT),
    FIELD_A_WORD("check", check, check_name, RUN_CHECK_FAILED + 1, FIELD_OMIT),
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
    FIELD_A_WORD("kind", kind, kind_name, BENCH_CPU + 1, 0),
    FIELD_A_WORD("cache", cache, cache_name, RUN_CACHE_COLD + 1, 0),
    FIELD(COUNT, inner_repetitions, 0),
    FIELD(FLAG, stamps_each, 0),
    FIELD_A_WORD("preceded_by", preceded_by, preceding_name, RUN_PRECEDED_BY_OTHERS + 1,
                 FIELD_NULL),
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
    if (json_reader_is_there(&launches) && c->launch_count < 2)
        json_reader_fault(&launches, "each", " must have at least 2 entries");
    for (size_t i = 0; i < c->launch_count && !part->reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&each, i);
        struct run_launch *launch = &c->launches[i];
        if (launch->samples < 1)
            json_reader_fault(&entry, "samples", " must be at least 1");
        if (!json_reader_has(&entry, "throttled_count"))
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
    if (json_reader_is_there(&check))
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
