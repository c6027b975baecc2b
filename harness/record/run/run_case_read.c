/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_case_read.h"

#include "harness/record/run/run_launches.h"
#include "harness/record/run/run_probe.h"
#include "harness/record/run/run_samples.h"

#include <math.h>
#include <stdio.h>

/* Words of closed lists ----------------------------------------------------------------------- */

static enum bench_status status_read(const struct json_reader *part)
{
    const char *words[BENCH_STATUS_COUNT];
    for (int i = 0; i < BENCH_STATUS_COUNT; i++)
        words[i] = bench_status_name((enum bench_status)i);
    int status = json_reader_choice(part, "status", words, BENCH_STATUS_COUNT, -1);
    if (status < 0)
        json_reader_fault(part, "status", " is missing");
    return status < 0 ? BENCH_ERROR : (enum bench_status)status;
}

static enum bench_kind kind_read(const struct json_reader *part)
{
    const char *const words[] = { [BENCH_GPU] = bench_kind_name(BENCH_GPU),
                                  [BENCH_HOST_DRIVEN] = bench_kind_name(BENCH_HOST_DRIVEN),
                                  [BENCH_CPU] = bench_kind_name(BENCH_CPU) };
    int kind = json_reader_choice(part, "kind", words, sizeof(words) / sizeof(words[0]), -1);
    if (kind < 0)
        json_reader_fault(part, "kind", " is missing");
    return kind < 0 ? BENCH_GPU : (enum bench_kind)kind;
}

static enum bench_ceiling ceiling_read(const struct json_reader *part)
{
    const char *words[BENCH_CEILING_COUNT] = { NULL };
    for (int i = BENCH_CEILING_NONE + 1; i < BENCH_CEILING_COUNT; i++)
        words[i] = bench_ceiling_name((enum bench_ceiling)i);
    return (enum bench_ceiling)json_reader_word(part, "ceiling", words, BENCH_CEILING_COUNT,
                                                BENCH_CEILING_NONE);
}

enum result_stop run_case_read_stop(const struct json_reader *part)
{
    const char *words[RESULT_STOP_INTERRUPTED + 1];
    for (int i = 0; i <= RESULT_STOP_INTERRUPTED; i++)
        words[i] = result_stop_name((enum result_stop)i);
    return (enum result_stop)json_reader_choice(part, "stop", words, RESULT_STOP_INTERRUPTED + 1,
                                                RESULT_STOP_NONE);
}

static enum run_cache cache_read(const struct json_reader *part)
{
    static const char *const words[] = { [RUN_CACHE_HOT] = "hot", [RUN_CACHE_COLD] = "cold" };
    return (enum run_cache)json_reader_choice(part, "cache", words, RUN_CACHE_COLD + 1,
                                              RUN_CACHE_NONE);
}

static enum run_preceding preceded_by_read(const struct json_reader *part)
{
    static const char *const words[] = { [RUN_PRECEDED_BY_ITSELF] = "itself",
                                         [RUN_PRECEDED_BY_SWEEP] = "sweep",
                                         [RUN_PRECEDED_BY_OTHERS] = "others" };
    return (enum run_preceding)json_reader_choice(part, "preceded_by", words,
                                                  RUN_PRECEDED_BY_OTHERS + 1, RUN_PRECEDED_NONE);
}

/* Where the file does not say: what is recorded once is judged by GPU time. */
static bool by_wall_read(const struct json_reader *part, enum bench_kind kind)
{
    static const char *const words[] = { "gpu", "wall" };
    return json_reader_choice(part, "time", words, 2, kind != BENCH_GPU) != 0;
}

static enum run_check check_read(const struct json_reader *part)
{
    const struct json_reader check = json_reader_object(part, "check");
    const bool before = json_reader_flag(&check, "before"),
               after = json_reader_flag(&check, "after");
    if (!check.json)
        return RUN_CHECK_NONE;
    return before && after ? RUN_CHECK_PASSED : RUN_CHECK_FAILED;
}

/* Times --------------------------------------------------------------------------------------- */

struct stats_summary run_case_read_summary(const struct json_reader *part, const char *key)
{
    const struct json_reader summary = json_reader_object(part, key);
    const double outliers = json_reader_number(&summary, "outliers", RUN_COUNT);
    return (struct stats_summary){
        .count = json_reader_total(&summary, "count"),
        .minimum = json_reader_number(&summary, "min_ns", RUN_TIME),
        .quartile1 = json_reader_number(&summary, "q1_ns", RUN_TIME),
        .median = json_reader_number(&summary, "median_ns", RUN_TIME),
        .quartile3 = json_reader_number(&summary, "q3_ns", RUN_TIME),
        .maximum = json_reader_number(&summary, "max_ns", RUN_TIME),
        .interval = { .low = json_reader_number(&summary, "interval_low_ns", RUN_TIME),
                      .high = json_reader_number(&summary, "interval_high_ns", RUN_TIME) },
        .trimmed_mean = json_reader_number(&summary, "trimmed_mean_ns", RUN_TIME),
        .mad = json_reader_number(&summary, "mad_ns", RUN_AMOUNT),
        .drift = json_reader_number(&summary, "drift", RUN_ANY),
        .outliers = outliers > 0 ? (size_t)outliers : 0,
        .bimodal = json_reader_flag(&summary, "bimodal"),
    };
}

struct stats_ratio run_case_read_ratio(const struct json_reader *part)
{
    const struct json_reader ratio = json_reader_object(part, "time_ratio");
    return (struct stats_ratio){
        .pairs = json_reader_total(&ratio, "pairs"),
        .ratio = json_reader_number(&ratio, "case_over_baseline", RUN_TIME),
        .interval = { .low = json_reader_number(&ratio, "interval_low", RUN_TIME),
                      .high = json_reader_number(&ratio, "interval_high", RUN_TIME) },
    };
}

static struct stats_ratio twin_ratio_read(const struct json_reader *part)
{
    const struct json_reader twin = json_reader_object(part, "twin");
    const struct json_reader ratio = json_reader_object(&twin, "time_ratio");
    return (struct stats_ratio){
        .pairs = json_reader_total(&ratio, "pairs"),
        .ratio = json_reader_number(&ratio, "file_over_original", RUN_TIME),
        .interval = { .low = json_reader_number(&ratio, "interval_low", RUN_TIME),
                      .high = json_reader_number(&ratio, "interval_high", RUN_TIME) },
    };
}

static struct run_clock clock_read(const struct json_reader *part)
{
    const struct json_reader clock = json_reader_object(part, "clock");
    return (struct run_clock){
        .raises = json_reader_number(&clock, "raises", RUN_COUNT),
        .raise_ns = json_reader_number(&clock, "raise_ns", RUN_AMOUNT),
        .pauses = json_reader_number(&clock, "pauses", RUN_COUNT),
        .pause_ns = json_reader_number(&clock, "pause_ns", RUN_AMOUNT),
        .probe_ns = json_reader_number(&clock, "probe_ns", RUN_AMOUNT),
        .core_hz = json_reader_number(&clock, "core_hz", RUN_TIME),
        .best_ns = json_reader_number(&clock, "best_ns", RUN_AMOUNT),
        .best_alone_ns = json_reader_number(&clock, "best_alone_ns", RUN_AMOUNT),
        .best_hz = json_reader_number(&clock, "best_hz", RUN_TIME),
        .throttled_count = json_reader_flag(&clock, "throttled_count"),
    };
}

static void times_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader timer = json_reader_object(part, "timer");
    c->clock = clock_read(part);
    run_launches_read(part, c);
    run_samples_read(part, c);
    c->gpu = run_case_read_summary(part, "gpu");
    c->wall = run_case_read_summary(part, "wall");
    c->ratio = run_case_read_ratio(part);
    c->twin_ratio = twin_ratio_read(part);
    run_probe_read(part, c);
    c->tick_ns = json_reader_number(&timer, "tick_ns", RUN_AMOUNT);
    c->empty_ns = json_reader_number(&timer, "empty_ns", RUN_AMOUNT);
}

/* The rest ------------------------------------------------------------------------------------ */

/* A number, as decimal digits too; or a name. */
static struct run_axis axis_read(const struct json_reader *axes, const char *name)
{
    struct run_axis axis = { json_reader_keep(axes->reader, name), "", NAN };
    char digits[32];
    if (json_is_string(json_object_get(axes->json, name))) {
        axis.value = json_reader_text(axes, name);
        return axis;
    }
    axis.number = json_reader_number(axes, name, RUN_ANY);
    snprintf(digits, sizeof(digits), "%.15g", axis.number);
    axis.value = json_reader_keep(axes->reader, digits);
    return axis;
}

static void axes_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader axes = json_reader_object(part, "axes");
    struct run_axis *read =
        json_reader_alloc(part->reader, json_object_size(axes.json), sizeof(*read));
    const char *name;
    json_t *unused;
    json_object_foreach((json_t *)axes.json, name, unused)
    {
        if (part->reader->failed)
            return;
        read[c->axis_count++] = axis_read(&axes, name);
    }
    c->axes = read;
}

static void metrics_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader metrics = json_reader_object(part, "metrics");
    struct run_metric *read =
        json_reader_alloc(part->reader, json_object_size(metrics.json), sizeof(*read));
    const char *name;
    json_t *unused;
    json_object_foreach((json_t *)metrics.json, name, unused)
    {
        const struct json_reader metric = json_reader_object(&metrics, name);
        if (part->reader->failed)
            return;
        read[c->metric_count++] = (struct run_metric){
            json_reader_keep(part->reader, name), json_reader_name(&metric, "unit"),
            json_reader_number(&metric, "value", RUN_ANY), json_reader_flag(&metric, "exact")
        };
    }
    c->metrics = read;
}

static struct run_cache_proof cache_proof_read(const struct json_reader *part)
{
    const struct json_reader proof = json_reader_object(part, "cache_proof");
    return (struct run_cache_proof){
        .known = proof.json,
        .cold = json_reader_flag(&proof, "cold"),
        .clean = json_reader_flag(&proof, "clean"),
        .sweep_bytes = json_reader_number(&proof, "sweep_bytes", RUN_COUNT),
        .sweep_ns = json_reader_number(&proof, "sweep_ns", RUN_AMOUNT),
        .read_bytes = json_reader_number(&proof, "read_bytes", RUN_COUNT),
        .hot_ns = json_reader_number(&proof, "hot_ns", RUN_AMOUNT),
        .cold_ns = json_reader_number(&proof, "cold_ns", RUN_AMOUNT),
        .clean_ns = json_reader_number(&proof, "clean_ns", RUN_AMOUNT),
        .dirty_ns = json_reader_number(&proof, "dirty_ns", RUN_AMOUNT),
    };
}

static void atomics_read(const struct json_reader *work, struct run_atomics *atomics)
{
    const char *names[BENCH_ATOMICS_COUNT];
    const struct json_reader list = json_reader_array(work, "atomics");
    const size_t count = json_reader_count(&list);
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++)
        names[i] = bench_atomics_name((enum bench_atomics)i);
    for (size_t i = 0; i < count && !list.reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&list, i);
        const int pattern = json_reader_word(&entry, "pattern", names, BENCH_ATOMICS_COUNT, -1);
        const double amount = json_reader_number(&entry, "count", RUN_AMOUNT);
        if (pattern < 0 || !(amount > 0))
            continue;
        if (json_reader_flag(&entry, "returned"))
            atomics[pattern].returned = amount;
        else
            atomics[pattern].dropped = amount;
    }
}

static void work_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader work = json_reader_object(part, "work");
    const struct json_reader counters = json_reader_object(part, "counters");
    c->work = (struct run_work){
        .bytes_read = json_reader_number(&work, "bytes_read", RUN_AMOUNT),
        .bytes_written = json_reader_number(&work, "bytes_written", RUN_AMOUNT),
        .bytes_sampled = json_reader_number(&work, "bytes_sampled", RUN_AMOUNT),
        .texel_bytes = json_reader_number(&work, "texel_bytes", RUN_AMOUNT),
        .operations = json_reader_number(&work, "operations", RUN_AMOUNT),
        .chain = json_reader_number(&work, "chain", RUN_COUNT),
        .single = json_reader_number(&work, "single", RUN_AMOUNT),
        .integer = json_reader_number(&work, "integer", RUN_AMOUNT),
        .special = json_reader_number(&work, "special", RUN_AMOUNT),
        .loads = json_reader_number(&work, "loads", RUN_AMOUNT),
        .load_bytes = json_reader_number(&work, "load_bytes", RUN_AMOUNT),
        .rounds = json_reader_number(&work, "rounds", RUN_AMOUNT),
        .groups = json_reader_number(&work, "groups", RUN_AMOUNT),
        .groups_most = json_reader_number(&work, "groups_most", RUN_AMOUNT),
        .vertices = json_reader_number(&work, "vertices", RUN_AMOUNT),
        .pixels = json_reader_number(&work, "pixels", RUN_AMOUNT),
    };
    atomics_read(&work, c->work.atomics);
    c->counters = (struct run_counters){
        .dispatches = json_reader_number(&counters, "dispatches", RUN_COUNT),
        .indirect_dispatches = json_reader_number(&counters, "indirect_dispatches", RUN_COUNT),
        .draws = json_reader_number(&counters, "draws", RUN_COUNT),
        .copies = json_reader_number(&counters, "copies", RUN_COUNT),
        .read_backs = json_reader_number(&counters, "read_backs", RUN_COUNT),
        .fills = json_reader_number(&counters, "fills", RUN_COUNT),
        .barriers = json_reader_number(&counters, "barriers", RUN_COUNT),
        .submits = json_reader_number(&counters, "submits", RUN_COUNT),
        .host_returns = json_reader_number(&counters, "host_returns", RUN_COUNT),
        .builds = json_reader_number(&counters, "builds", RUN_COUNT),
        .traces = json_reader_number(&counters, "traces", RUN_COUNT),
    };
    const struct json_reader threads = json_reader_object(part, "threads");
    c->threads = json_reader_number(&threads, "count", RUN_COUNT);
    c->threads_held = json_reader_number(&threads, "held", RUN_COUNT);
    c->peak_bytes = json_reader_number(part, "peak_bytes", RUN_COUNT);
}

/* Ids; or whole entries, as in a case that no journal holds yet. */
static void kernels_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader kernels = json_reader_array(part, "kernels");
    const size_t count = json_reader_count(&kernels);
    if (count == 0 || !json_is_object(json_array_get(kernels.json, 0))) {
        c->kernels = json_reader_texts(&kernels, &c->kernel_count);
        return;
    }
    const char **ids = json_reader_alloc(part->reader, count, sizeof(*ids));
    for (size_t i = 0; i < count && !part->reader->failed; i++) {
        const struct json_reader kernel = json_reader_entry(&kernels, i);
        ids[c->kernel_count++] = json_reader_name(&kernel, "id");
    }
    c->kernels = ids;
}

static void floor_read(const struct json_reader *part, struct run_case *c)
{
    static const char *const bounds[] = { "",      "bytes",  "texture",  "operations", "atomics",
                                          "chain", "groups", "vertices", "pixels" };
    const struct json_reader least = json_reader_object(part, "floor");
    c->floor_ns = json_reader_number(&least, "ns", RUN_TIME);
    c->floor_bound = bounds[json_reader_word(&least, "bound", bounds, 9, 0)];
    c->floor_percent = json_reader_number(part, "floor_percent", RUN_AMOUNT);
}

/* FNV-1a. */
static uint64_t text_key(const char *text)
{
    uint64_t key = 0xcbf29ce484222325u;
    for (; *text; text++)
        key = (key ^ (unsigned char)*text) * 0x100000001b3u;
    return key;
}

static void identity_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader replaced = json_reader_array(part, "replaced");
    c->workload = json_reader_name(part, "workload");
    c->workload_key = text_key(c->workload);
    c->technique = json_reader_text(part, "technique");
    c->bench = json_reader_text(part, "bench");
    c->variant = json_reader_text(part, "variant");
    c->twin = replaced.json;
    c->replaced = json_reader_texts(&replaced, &c->replaced_count);
    c->kind = kind_read(part);
    c->baseline = json_reader_flag(part, "baseline");
    c->cache = cache_read(part);
    axes_read(part, c);
    c->ceiling = ceiling_read(part);
    c->status = status_read(part);
    c->reason = json_reader_text(part, "reason");
    c->by_wall = by_wall_read(part, c->kind);
    c->check = check_read(part);
}

void run_case_read(const struct json_reader *part, struct run_case *c)
{
    const struct json_reader warmup = json_reader_object(part, "warmup");
    *c = (struct run_case){ .name = json_reader_key(part, "name") };
    part->reader->what = "case";
    part->reader->name = c->name;
    identity_read(part, c);
    c->inner_repetitions = json_reader_number(part, "inner_repetitions", RUN_COUNT);
    times_read(part, c);
    if (c->status != BENCH_OK)
        run_case_drop_times(c);
    c->stop = run_case_read_stop(part);
    c->stamps_each = json_reader_flag(part, "stamps_each");
    c->preceded_by = preceded_by_read(part);
    c->cache_proof = cache_proof_read(part);
    c->warmup_ns = json_reader_number(&warmup, "ns", RUN_AMOUNT);
    c->warmup_executions = json_reader_number(&warmup, "executions", RUN_COUNT);
    work_read(part, c);
    metrics_read(part, c);
    floor_read(part, c);
    kernels_read(part, c);
}
