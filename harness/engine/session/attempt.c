/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/attempt.h"

#include "harness/base/json_value.h"
#include "harness/engine/session/time_breakdown.h"
#include "harness/record/results.h"

#include <stdio.h>
#include <string.h>

bool attempt_init(struct attempt *attempt)
{
    *attempt = (struct attempt){ .cases = json_array() };
    return attempt->cases;
}

void attempt_finish(struct attempt *attempt)
{
    json_decref(attempt->workload);
    json_decref(attempt->overhead);
    json_decref(attempt->cases);
    *attempt = (struct attempt){ 0 };
}

bool attempt_add_case(struct attempt *attempt, json_t *c)
{
    const char *name = json_string_value(json_object_get(c, "name"));
    if (json_value_named(attempt->cases, name)) {
        json_decref(c);
        return true;
    }
    return c && json_array_append_new(attempt->cases, c) == 0;
}

/* What was not measured, since the run was interrupted or the device lost in another case, has not
 * ended. */
static bool result_counts(const struct sampler_results *outcome, const struct result *result)
{
    if (result->sample_count > 0)
        return true;
    if (result->status == BENCH_SKIPPED)
        return !outcome->interrupted && !outcome->device_unusable;
    return result->status != BENCH_OK;
}

void attempt_take(struct attempt *attempt, const struct plan_group *group,
                  const struct sampler_results *outcome)
{
    bool added = true;
    attempt->overhead = time_breakdown_overhead_json(&outcome->overhead);
    if (outcome->workload_failed) {
        attempt->end = ATTEMPT_FAILED;
        snprintf(attempt->message, sizeof(attempt->message), "%s: %s", group->workload_name,
                 outcome->message);
        return;
    }
    if (outcome->facts) {
        attempt->workload = results_workload_json(group->workload_name, outcome->facts);
        added = attempt->workload;
    }
    for (size_t i = 0; i < outcome->count && added; i++)
        if (result_counts(outcome, &outcome->results[i]))
            added = attempt_add_case(attempt, results_case_json(&outcome->results[i]));
    if (outcome->device_unusable)
        attempt->end = ATTEMPT_CUT;
    if (outcome->interrupted)
        attempt->end = ATTEMPT_INTERRUPTED;
    if (!added) {
        attempt->end = ATTEMPT_FAILED;
        snprintf(attempt->message, sizeof(attempt->message), "no memory is left");
    }
}

static bool group_has(const struct plan_group *group, const char *name)
{
    for (size_t i = 0; i < group->case_count; i++)
        if (strcmp(group->cases[i].name, name) == 0)
            return true;
    return false;
}

static const char *name_of(const json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    return name ? name : "";
}

const char *attempt_strange(const struct attempt *attempt, const struct plan_group *group)
{
    const json_t *c;
    size_t i;
    if (attempt->workload && strcmp(name_of(attempt->workload), group->workload_name) != 0)
        return name_of(attempt->workload);
    json_array_foreach(attempt->cases, i, c)
    {
        if (!group_has(group, name_of(c)))
            return name_of(c);
    }
    return NULL;
}

static const char *const end_names[] = {
    [ATTEMPT_WHOLE] = "whole",
    [ATTEMPT_CUT] = "cut",
    [ATTEMPT_INTERRUPTED] = "interrupted",
    [ATTEMPT_FAILED] = "failed",
};

json_t *attempt_json(const struct attempt *attempt)
{
    return json_pack("{s:s, s:o, s:b, s:O?, s:O?, s:O}", "end", end_names[attempt->end], "message",
                     json_value_text(attempt->message), "unsupported", attempt->unsupported,
                     "workload", attempt->workload, "overhead", attempt->overhead, "cases",
                     attempt->cases);
}

bool attempt_read(struct attempt *attempt, const json_t *object)
{
    const char *end = json_string_value(json_object_get(object, "end"));
    const char *message = json_string_value(json_object_get(object, "message"));
    json_t *workload = json_object_get(object, "workload");
    json_t *overhead = json_object_get(object, "overhead"), *c;
    bool known = false;
    size_t i;
    for (size_t k = 0; end && k < sizeof(end_names) / sizeof(end_names[0]); k++) {
        if (strcmp(end_names[k], end) != 0)
            continue;
        attempt->end = (enum attempt_end)k;
        known = true;
    }
    snprintf(attempt->message, sizeof(attempt->message), "%s", message ? message : "");
    attempt->unsupported = json_is_true(json_object_get(object, "unsupported"));
    if (json_is_object(workload))
        attempt->workload = json_incref(workload);
    if (json_is_object(overhead))
        attempt->overhead = json_incref(overhead);
    json_array_foreach(json_object_get(object, "cases"), i, c) known =
        attempt_add_case(attempt, json_incref(c)) && known;
    return known;
}

void attempt_fail_case(struct attempt *attempt, const struct plan_group *group, size_t index,
                       enum bench_status status, const char *reason)
{
    struct result result = { .status = status };
    result_init(&result, group, &group->cases[index]);
    snprintf(result.reason, sizeof(result.reason), "%s", reason);
    attempt_add_case(attempt, results_case_json(&result));
}
