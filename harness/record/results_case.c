/* SPDX-License-Identifier: MIT */
#include "harness/record/results.h"

#include "harness/base/json_value.h"
#include "harness/engine/shaders/kernel_file.h"
#include "harness/record/results_kernel.h"
#include "harness/record/results_probe.h"
#include "harness/record/results_samples.h"
#include "harness/record/results_summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Times and samples belong to cases that are ok; everything else is null. */
static bool carries_times(const struct result *result)
{
    return result->status == BENCH_OK && result->sample_count > 0;
}

/* Its values are decimal integers: of a range, or a list of them. */
static bool is_of_integers(const struct bench_axis *axis)
{
    for (size_t i = 0; axis->names && axis->names[i]; i++)
        if (axis->names[i][strspn(axis->names[i], "0123456789")])
            return false;
    return true;
}

/* A number where the axis is one of integers, and the value is one. */
static json_t *axis_json(const struct plan_axis_value *value)
{
    char digits[32];
    snprintf(digits, sizeof(digits), "%" PRId64, value->integer);
    const bool whole = is_of_integers(value->axis) && strcmp(digits, value->text) == 0;
    return whole ? json_integer(value->integer) : json_value_text(value->text);
}

static json_t *axes_json(const struct result *result)
{
    json_t *object = json_object();
    for (size_t i = 0; object && i < result->value_count; i++)
        json_object_set_new(object, result->values[i].axis->name, axis_json(&result->values[i]));
    return object;
}

static json_t *value_positive(double value)
{
    return value > 0 ? json_value_number(value) : json_null();
}

static json_t *summary_json(const struct result *result, const struct stats_summary *summary)
{
    return carries_times(result) ? results_summary_json(summary) : json_null();
}

/* As the amounts of work that most cases have none of: absent, then. */
static void work_add(json_t *json, const char *key, double amount)
{
    if (json && amount > 0)
        json_object_set_new(json, key, json_value_number(amount));
}

/* One entry for each pattern and result that there is. */
static json_t *atomics_json(const struct bench_work *work)
{
    json_t *list = json_array();
    for (int i = 0; list && i < BENCH_ATOMICS_COUNT; i++) {
        const double counts[] = { work->atomics[i].dropped, work->atomics[i].returned };
        for (int returned = 0; returned < 2; returned++)
            if (counts[returned] > 0)
                json_array_append_new(list, json_pack("{s:s, s:b, s:o}", "pattern",
                                                      bench_atomics_name((enum bench_atomics)i),
                                                      "returned", returned, "count",
                                                      json_value_number(counts[returned])));
    }
    return list;
}

static json_t *work_json(const struct bench_work *work)
{
    json_t *json =
        json_pack("{s:o, s:o, s:o, s:o}", "bytes_read", json_value_number(work->bytes_read),
                  "bytes_written", json_value_number(work->bytes_written), "operations",
                  json_value_number(work->operations), "chain", json_value_count(work->chain));
    if (json && work->bytes_sampled > 0) {
        json_object_set_new(json, "bytes_sampled", json_value_number(work->bytes_sampled));
        json_object_set_new(json, "texel_bytes", json_value_number(work->texel_bytes));
    }
    work_add(json, "single", work->single);
    work_add(json, "integer", work->integer);
    work_add(json, "special", work->special);
    work_add(json, "loads", work->loads);
    work_add(json, "load_bytes", work->load_bytes);
    work_add(json, "rounds", work->rounds);
    work_add(json, "groups", work->groups);
    work_add(json, "groups_most", work->groups_most);
    work_add(json, "vertices", work->vertices);
    work_add(json, "pixels", work->pixels);
    json_t *atomics = atomics_json(work);
    if (json && json_array_size(atomics) > 0)
        json_object_set(json, "atomics", atomics);
    json_decref(atomics);
    return json;
}

static json_t *counters_json(const struct gpu_counters *counters)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",              //
                     "dispatches", json_value_count(counters->dispatches),                   //
                     "indirect_dispatches", json_value_count(counters->indirect_dispatches), //
                     "draws", json_value_count(counters->draws),                             //
                     "builds", json_value_count(counters->builds),                           //
                     "traces", json_value_count(counters->traces),                           //
                     "copies", json_value_count(counters->copies),                           //
                     "read_backs", json_value_count(counters->read_backs),                   //
                     "fills", json_value_count(counters->fills),                             //
                     "barriers", json_value_count(counters->barriers),                       //
                     "submits", json_value_count(counters->submits),                         //
                     "host_returns", json_value_count(counters->host_returns));
}

static json_t *metrics_json(const struct result *result)
{
    json_t *object = json_object();
    for (size_t i = 0; object && i < result->metric_count; i++) {
        const struct result_metric *metric = &result->metrics[i];
        const struct stats_summary *time = result_uses_wall(result) ? &result->wall : &result->gpu;
        double value = metric->value;
        const bool of_time =
            metric->kind == RESULT_METRIC_PER_SECOND || metric->kind == RESULT_METRIC_TIME_PER;
        if (of_time && !carries_times(result))
            value = NAN;
        else if (metric->kind == RESULT_METRIC_PER_SECOND)
            value /= time->median * 1e-9;
        else if (metric->kind == RESULT_METRIC_TIME_PER)
            value = time->median / value;
        json_object_set_new(object, metric->name,
                            json_pack("{s:o, s:o, s:o*}", "value", json_value_number(value), "unit",
                                      json_value_text(metric->unit), "exact",
                                      metric->kind == RESULT_METRIC_EXACT ? json_true() : NULL));
    }
    return object;
}

static json_t *timer_json(const struct result *result)
{
    if (!carries_times(result))
        return json_null();
    return json_pack("{s:o, s:o}", "tick_ns", json_value_number(result->timer.tick_ns), "empty_ns",
                     json_value_number(result->timer.empty_ns));
}

static json_t *clock_json(const struct result *result)
{
    const struct result_clock *clock = &result->clock;
    if (!carries_times(result) || clock->raises == 0)
        return json_null();
    const struct canary_state *best = &clock->reference;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}",   //
                     "raises", json_value_count(clock->raises),              //
                     "raise_ns", json_value_number(clock->raise_ns),         //
                     "probe_ns", json_value_number(clock->reading.probe_ns), //
                     "core_hz", value_positive(clock->reading.core_hz),      //
                     "pauses", json_value_count(clock->pauses),              //
                     "pause_ns", json_value_number(clock->pause_ns),         //
                     "best_ns", value_positive(best->best_ns),               //
                     "best_alone_ns", value_positive(best->best_alone_ns),   //
                     "best_hz", value_positive(best->best_hz),               //
                     "throttled_count", result->throttled_count);
}

json_t *results_cache_proof_json(const struct cache_proof *proof)
{
    if (proof->sweep_bytes == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b}",     //
                     "sweep_bytes", json_value_count(proof->sweep_bytes), //
                     "sweep_ns", json_value_number(proof->sweep_ns),      //
                     "read_bytes", json_value_count(proof->read_bytes),   //
                     "hot_ns", json_value_number(proof->hot_ns),          //
                     "cold_ns", json_value_number(proof->cold_ns),        //
                     "clean_ns", json_value_number(proof->clean_ns),      //
                     "dirty_ns", json_value_number(proof->dirty_ns),      //
                     "cold", cache_proof_is_cold(proof),                  //
                     "clean", cache_proof_is_clean(proof));
}

/* "hot" or "cold"; null for hot cases of kind cpu, which once had no cache mode. */
static json_t *cache_json(const struct result *result)
{
    const char *hot = result->variant->kind == BENCH_CPU ? NULL : "hot";
    return json_value_text(result->cold ? "cold" : hot);
}

/* Of kind cpu; null for others, and where set-up was not reached. */
static json_t *threads_json(const struct result *result)
{
    if (result->threads == 0)
        return json_null();
    return json_pack("{s:o, s:o}", "count", json_value_count(result->threads), "held",
                     json_value_count(result->threads_held));
}

/* Kernels that files stand in for; null for a case of shipped ones, empty where none is concerned.
 * All that were given where set-up did not get so far as to tell. */
static json_t *replaced_json(const struct result *result)
{
    if (!result->files)
        return json_null();
    json_t *names = json_array();
    for (size_t i = 0; i < result->files->count && !result->left_out; i++) {
        const struct gpu_shader *original = result->files->replacements[i].original;
        bool asked = result->kernel_count == 0;
        for (size_t k = 0; k < result->kernel_count; k++)
            asked = asked || result->kernels[k].kernel.asked_for == original;
        if (asked)
            json_array_append_new(names, json_value_text(original->name));
    }
    return names;
}

/* What a case is, whatever became of it. */
static json_t *identity_json(const struct result *result)
{
    const char *ceiling = !result->files ? bench_ceiling_name(result->variant->ceiling) : NULL;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o}", //
                     "name", json_value_text(result->name),                     //
                     "workload", json_value_text(result->workload),             //
                     "technique", json_value_text(result->technique->name),     //
                     "bench", json_value_text(result->bench->name),             //
                     "variant",
                     json_sprintf("%s%s", result->variant->name, result->files ? "@file" : ""), //
                     "kind", json_value_text(bench_kind_name(result->variant->kind)),           //
                     "baseline", result->baseline,                                              //
                     "cache", cache_json(result),                                               //
                     "axes", axes_json(result),                                                 //
                     "ceiling", json_value_text(ceiling), "replaced", replaced_json(result));
}

/* What is executed directly before a timed execution; null for a case that never was. */
static const char *preceded_by(const struct result *result)
{
    if (!carries_times(result))
        return NULL;
    return result->cold                                          ? "sweep"
           : result->sampling.preceding == PLAN_PRECEDING_ITSELF ? "itself"
                                                                 : "others";
}

static json_t *measured_json(const struct result *result)
{
    return json_pack("{s:s, s:s, s:s, s:o, s:s, s:o, s:b, s:o, s:o, s:o, s:o, "
                     "s:{s:o, s:o, s:b}, s:o, s:o, s:o, s:n}",          //
                     "unit", "ns", "better", "lower",                   //
                     "time", result_uses_wall(result) ? "wall" : "gpu", //
                     "samples",
                     carries_times(result) ? results_samples_json(result) : json_null(),  //
                     "stop", result_stop_name(result->stop),                              //
                     "inner_repetitions", json_value_count(result->sampling.repetitions), //
                     "stamps_each", result->sampling.stamps_each,                         //
                     "preceded_by", json_value_text(preceded_by(result)),                 //
                     "timer", timer_json(result),                                         //
                     "cache_proof", results_cache_proof_json(&result->cache_proof),       //
                     "clock", clock_json(result),                                         //
                     "warmup", "ns", json_value_number(result->warmup_ns),                //
                     "executions", json_value_count(result->warmup_executions),           //
                     "converged", result->warmup_converged,                               //
                     "gpu", summary_json(result, &result->gpu),                           //
                     "wall", summary_json(result, &result->wall),                         //
                     "time_ratio",
                     carries_times(result) ? results_ratio_json(&result->ratio) : json_null(),
                     "launches");
}

json_t *results_case_json(const struct result *result)
{
    json_t *c = identity_json(result);
    json_t *measured = measured_json(result);
    json_t *rest =
        json_pack("{s:{s:b, s:b, s:b}, s:o, s:o, s:o, s:o, s:o, s:n, s:n, s:o, s:o}", //
                  "check", "before", result->verified_before,                         //
                  "after", result->verified_after,                                    //
                  "sampled", result->first_sampled,                                   //
                  "work", work_json(&result->work),                                   //
                  "counters", counters_json(&result->counters),                       //
                  "peak_bytes", json_value_count(result->peak_bytes),                 //
                  "threads", threads_json(result),                                    //
                  "metrics", metrics_json(result),                                    //
                  "floor", "floor_percent",                                           //
                  "probe",
                  carries_times(result) ? results_probe_json(&result->probe) : json_null(), //
                  "kernels", results_kernels_json(result->kernels, result->kernel_count));
    if (!c || !measured || !rest ||
        json_object_set_new(c, "status", json_value_text(bench_status_name(result->status))) != 0 ||
        json_object_set_new(c, "reason", json_value_text(result->reason)) != 0 ||
        json_object_update(c, measured) != 0 || json_object_update(c, rest) != 0 ||
        !results_probe_set_percent(c)) {
        json_decref(c);
        c = NULL;
    }
    json_decref(measured);
    json_decref(rest);
    return c;
}

bool results_case_set_floor(json_t *c, double ns, const char *bound, double percent)
{
    json_t *least =
        *bound ? json_pack("{s:o, s:s}", "ns", json_value_number(ns), "bound", bound) : json_null();
    return json_object_set_new(c, "floor", least) == 0 &&
           json_object_set_new(c, "floor_percent", json_value_number(percent)) == 0;
}

bool results_case_set_why(json_t *c, const struct results_top_unit *top, const char *why)
{
    json_t *unit = *top->unit ? json_pack("{s:s, s:o}", "unit", top->unit, "percent",
                                          json_value_number(top->percent))
                              : json_null();
    return json_object_set_new(c, "top_unit", unit) == 0 &&
           json_object_set_new(c, "why", *why ? json_value_text(why) : json_null()) == 0;
}

bool results_case_drop_ratio(json_t *c)
{
    return json_object_set_new(c, "time_ratio", json_null()) == 0;
}

bool results_case_end(json_t *c, enum bench_status status, const char *reason)
{
    static const char *const times[] = { "samples", "gpu",   "wall",  "launches",     "time_ratio",
                                         "timer",   "clock", "probe", "probe_percent" };
    bool set = json_object_set_new(c, "status", json_string(bench_status_name(status))) == 0 &&
               json_object_set_new(c, "reason", json_value_text(reason)) == 0 &&
               json_object_set_new(c, "stop", json_string(result_stop_name(RESULT_STOP_NONE))) == 0;
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
        set = set && json_object_set_new(c, times[i], json_null()) == 0;
    return set;
}
