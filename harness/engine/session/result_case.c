/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/result_case.h"

#include "harness/base/json_value.h"
#include "harness/base/printable.h"
#include "harness/engine/shaders/kernel_file.h"
#include "harness/record/case_fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Where a case is put together: `failed` once memory has run out. */
struct making {
    struct arena *arena;
    bool failed;
};

static void *alloc(struct making *making, size_t count, size_t bytes)
{
    void *memory = arena_alloc(making->arena, count * bytes);
    making->failed = making->failed || !memory;
    return memory;
}

/* A text as it is read from a file. */
static const char *keep(struct making *making, const char *text)
{
    json_t *legal = json_value_text(text);
    const char *from = json_string_value(legal);
    char *copy = from ? alloc(making, strlen(from) + 1, 1) : NULL;
    if (copy)
        printable_clean(strcpy(copy, from));
    making->failed = making->failed || !copy;
    json_decref(legal);
    return copy ? copy : "";
}

/* Times and samples belong to cases that are ok; everything else is empty. */
static bool carries_times(const struct result *result)
{
    return result->status == BENCH_OK && result->sample_count > 0;
}

static double above_zero(double number)
{
    return number > 0 ? number : NAN;
}

/* Identity of a case ------------------------------------------------------------------------- */

/* Its values are decimal integers: of a range, or a list of them. */
static bool is_of_integers(const struct bench_axis *axis)
{
    for (size_t i = 0; axis->names && axis->names[i]; i++)
        if (axis->names[i][strspn(axis->names[i], "0123456789")])
            return false;
    return true;
}

/* A number where the axis is one of integers, and the value is one. */
static void axes_set(struct making *making, const struct result *result, struct run_case *c)
{
    struct run_axis *axes = alloc(making, result->value_count, sizeof(*axes));
    for (size_t i = 0; axes && i < result->value_count; i++) {
        const struct plan_axis_value *value = &result->values[i];
        char digits[32];
        snprintf(digits, sizeof(digits), "%" PRId64, value->integer);
        const bool whole = is_of_integers(value->axis) && strcmp(digits, value->text) == 0;
        axes[i] = (struct run_axis){ value->axis->name, keep(making, value->text),
                                     whole ? (double)value->integer : NAN };
    }
    c->axes = axes;
    c->axis_count = axes ? result->value_count : 0;
}

/* Kernels that files stand in for; none where none is concerned. All that were given where set-up
 * did not get so far as to tell. */
static void replaced_set(struct making *making, const struct result *result, struct run_case *c)
{
    c->twin = result->files;
    if (!result->files || result->left_out)
        return;
    const char **names = alloc(making, result->files->count, sizeof(*names));
    bool any = false;
    for (size_t i = 0; result->asked && i < result->files->count; i++)
        any = any || result->asked[i];
    for (size_t i = 0; names && i < result->files->count; i++)
        if (!any || result->asked[i])
            names[c->replaced_count++] =
                keep(making, result->files->replacements[i].original->name);
    c->replaced = names;
}

static void kernels_set(struct making *making, const json_t *entries, struct run_case *c)
{
    const size_t count = json_array_size(entries);
    const char **ids = alloc(making, count, sizeof(*ids));
    for (size_t i = 0; ids && i < count; i++)
        ids[i] = keep(making, json_value_text_of(json_array_get(entries, i), "id"));
    making->failed = making->failed || !entries;
    c->kernels = ids;
    c->kernel_count = ids ? count : 0;
}

static void identity_set(struct making *making, const struct result *result, struct run_case *c)
{
    char variant[PLAN_NAME_BYTES + 8];
    const enum run_cache hot = result->variant->kind == BENCH_CPU ? RUN_CACHE_NONE : RUN_CACHE_HOT;
    snprintf(variant, sizeof(variant), "%s%s", result->variant->name, result->files ? "@file" : "");
    c->name = keep(making, result->name);
    c->workload = keep(making, result->workload);
    c->workload_key = case_workload_key(c->workload);
    c->technique = result->technique->name;
    c->bench = result->bench->name;
    c->variant = keep(making, variant);
    c->kind = result->variant->kind;
    c->baseline = result->baseline;
    c->yardstick = result->variant->yardstick;
    c->cache = result->cold ? RUN_CACHE_COLD : hot; /* hot cases of kind cpu once had none */
    axes_set(making, result, c);
    c->ceiling = !result->files ? result->variant->ceiling : BENCH_CEILING_NONE;
    replaced_set(making, result, c);
    c->status = result->status;
    c->reason = keep(making, result->reason);
    c->by_wall = result_uses_wall(result);
}

/* Times --------------------------------------------------------------------------------------- */

/* Whole, of all executions of a sample. */
static double total_ns(double ns, double inner)
{
    return round(ns * inner) / inner;
}

/* To the megahertz: what a canary reads of one clock differs by about as much. */
static double clock_hz(double hz)
{
    return above_zero(1e6 * round(hz / 1e6));
}

static void samples_set(struct making *making, const struct result *result, struct run_case *c)
{
    const double inner = result->sampling.repetitions;
    struct run_sample *samples = alloc(making, result->sample_count, sizeof(*samples));
    for (size_t i = 0; samples && i < result->sample_count; i++) {
        const struct result_sample *sample = &result->samples[i];
        samples[i] = (struct run_sample){
            .gpu_ns = total_ns(sample->gpu_ns, inner),
            .wall_ns = total_ns(sample->wall_ns, inner),
            .round = sample->round,
            .order = sample->order,
            .canary_ns = above_zero(round(sample->clock.probe_ns)),
            .core_hz = clock_hz(sample->clock.core_hz),
            .throttled = sample->throttled,
            .host_canary_ns = above_zero(round(sample->host.probe_ns)),
            .host_hz = clock_hz(sample->host.core_hz),
        };
    }
    c->samples = samples;
    c->sample_count = samples ? result->sample_count : 0;
}

static struct run_clock clock_of(const struct result *result)
{
    const struct result_clock *clock = &result->clock;
    const struct canary_state *best = &clock->reference;
    return (struct run_clock){ .raises = clock->raises,
                               .raise_ns = clock->raise_ns,
                               .probe_ns = clock->reading.probe_ns,
                               .core_hz = above_zero(clock->reading.core_hz),
                               .pauses = clock->pauses,
                               .pause_ns = clock->pause_ns,
                               .best_ns = above_zero(best->best_ns),
                               .best_alone_ns = above_zero(best->best_alone_ns),
                               .best_hz = above_zero(best->best_hz),
                               .throttled_count = result->throttled_count };
}

static void probe_set(struct making *making, const struct result_probe *from,
                      struct run_probe *probe)
{
    const bool sampled = from->sample_count > 0;
    if (from->bytes.read + from->bytes.written == 0)
        return;
    struct run_probe_sample *samples = alloc(making, from->sample_count, sizeof(*samples));
    for (size_t i = 0; samples && i < from->sample_count; i++)
        samples[i] = (struct run_probe_sample){ .ns = round(from->samples[i].ns),
                                                .round = from->samples[i].round,
                                                .order = from->samples[i].order,
                                                .throttled = from->samples[i].throttled };
    *probe = (struct run_probe){
        .known = true,
        .reason = sampled ? "" : keep(making, from->reason),
        .bytes_read = (double)from->bytes.read,
        .bytes_written = (double)from->bytes.written,
        .preceded_by = !sampled     ? RUN_PRECEDED_NONE
                       : from->cold ? RUN_PRECEDED_BY_SWEEP
                                    : RUN_PRECEDED_BY_ITSELF,
        .samples = samples,
        .sample_count = samples ? from->sample_count : 0,
        .time = from->time,
    };
}

static void times_set(struct making *making, const struct result *result, struct run_case *c)
{
    samples_set(making, result, c);
    c->gpu = result->gpu;
    c->wall = result->wall;
    c->ratio = result->ratio;
    c->tick_ns = result->timer.tick_ns;
    c->empty_ns = result->timer.empty_ns;
    if (result->clock.raises > 0)
        c->clock = clock_of(result);
    c->preceded_by = result->cold                                          ? RUN_PRECEDED_BY_SWEEP
                     : result->sampling.preceding == PLAN_PRECEDING_ITSELF ? RUN_PRECEDED_BY_ITSELF
                                                                           : RUN_PRECEDED_BY_OTHERS;
    probe_set(making, &result->probe, &c->probe);
    if (c->probe.time.median > 0 && c->gpu.median > 0)
        c->probe_percent = 100 * c->probe.time.median / c->gpu.median;
}

struct run_cache_proof result_case_cache_proof(const struct cache_proof *proof)
{
    return (struct run_cache_proof){ .known = true,
                                     .cold = cache_proof_is_cold(proof),
                                     .clean = cache_proof_is_clean(proof),
                                     .sweep_bytes = (double)proof->sweep_bytes,
                                     .sweep_ns = proof->sweep_ns,
                                     .read_bytes = (double)proof->read_bytes,
                                     .hot_ns = proof->hot_ns,
                                     .cold_ns = proof->cold_ns,
                                     .clean_ns = proof->clean_ns,
                                     .dirty_ns = proof->dirty_ns };
}

/* The rest ------------------------------------------------------------------------------------ */

static void work_set(const struct bench_work *from, struct run_work *work)
{
    const bool sampled = from->bytes_sampled > 0;
    *work = (struct run_work){
        .bytes_read = from->bytes_read,
        .bytes_written = from->bytes_written,
        .bytes_sampled = sampled ? from->bytes_sampled : NAN,
        .texel_bytes = sampled ? from->texel_bytes : NAN,
        .operations = from->operations,
        .chain = from->chain,
        .single = above_zero(from->single),
        .integer = above_zero(from->integer),
        .special = above_zero(from->special),
        .loads = above_zero(from->loads),
        .load_bytes = above_zero(from->load_bytes),
        .rounds = above_zero(from->rounds),
        .groups = above_zero(from->groups),
        .groups_most = above_zero(from->groups_most),
        .vertices = above_zero(from->vertices),
        .pixels = above_zero(from->pixels),
        .items = above_zero(from->items),
    };
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++) {
        work->atomics[i].dropped = fmax(from->atomics[i].dropped, 0);
        work->atomics[i].returned = fmax(from->atomics[i].returned, 0);
    }
}

static struct run_counters counters_of(const struct gpu_counters *counters)
{
    return (struct run_counters){ .dispatches = (double)counters->dispatches,
                                  .indirect_dispatches = (double)counters->indirect_dispatches,
                                  .draws = (double)counters->draws,
                                  .copies = (double)counters->copies,
                                  .read_backs = (double)counters->read_backs,
                                  .fills = (double)counters->fills,
                                  .barriers = (double)counters->barriers,
                                  .submits = (double)counters->submits,
                                  .host_returns = (double)counters->host_returns,
                                  .builds = (double)counters->builds,
                                  .traces = (double)counters->traces };
}

static double metric_value(const struct result *result, const struct result_metric *metric)
{
    const struct stats_summary *time = result_uses_wall(result) ? &result->wall : &result->gpu;
    const double median_ns = carries_times(result) ? time->median : NAN;
    switch (metric->kind) {
    case RESULT_METRIC_PER_SECOND: return metric->value / (median_ns * 1e-9);
    case RESULT_METRIC_TIME_PER: return median_ns / metric->value;
    case RESULT_METRIC_VALUE:
    case RESULT_METRIC_EXACT: break;
    }
    return metric->value;
}

static void metrics_set(struct making *making, const struct result *result, struct run_case *c)
{
    struct run_metric *metrics = alloc(making, result->metric_count, sizeof(*metrics));
    for (size_t i = 0; metrics && i < result->metric_count; i++) {
        const struct result_metric *metric = &result->metrics[i];
        metrics[i] = (struct run_metric){ metric->name, metric->unit, metric_value(result, metric),
                                          metric->kind == RESULT_METRIC_EXACT };
    }
    c->metrics = metrics;
    c->metric_count = metrics ? result->metric_count : 0;
}

bool result_case(const struct result *result, const json_t *kernels, struct arena *arena,
                 struct run_case *c)
{
    struct making making = { arena, false };
    case_clear(c);
    identity_set(&making, result, c);
    kernels_set(&making, kernels, c);
    c->inner_repetitions = result->sampling.repetitions;
    c->stamps_each = result->sampling.stamps_each;
    c->stop = result->stop;
    c->warmup_ns = result->warmup_ns;
    c->warmup_executions = result->warmup_executions;
    c->warmup_converged = result->warmup_converged;
    if (result->cache_proof.sweep_bytes > 0)
        c->cache_proof = result_case_cache_proof(&result->cache_proof);
    if (carries_times(result))
        times_set(&making, result, c);
    c->check_before = result->verified_before;
    c->check_after = result->verified_after;
    c->check_sampled = result->first_sampled;
    c->check = c->check_before && c->check_after ? RUN_CHECK_PASSED : RUN_CHECK_FAILED;
    work_set(&result->work, &c->work);
    c->counters = counters_of(&result->counters);
    c->peak_bytes = (double)result->peak_bytes;
    if (result->threads > 0) {
        c->threads = result->threads;
        c->threads_held = result->threads_held;
    }
    metrics_set(&making, result, c);
    return !making.failed;
}
