/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/session/session.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/record/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void attempt_init(struct attempt *attempt, struct arena *arena)
{
    *attempt = (struct attempt){ .arena = arena, .kernels = json_array() };
}

void attempt_finish(struct attempt *attempt)
{
    json_decref(attempt->workload);
    json_decref(attempt->kernels);
    free(attempt->cases);
    *attempt = (struct attempt){ 0 };
}

static bool has_case(const struct attempt *attempt, const char *name)
{
    foreach (const struct run_case, c, attempt->cases, attempt->case_count)
        if (strcmp(c->name, name) == 0)
            return true;
    return false;
}

static struct run_case *next_case(struct attempt *attempt)
{
    attempt->cases = need_room(attempt->cases, attempt->case_count, &attempt->case_room,
                               sizeof(*attempt->cases));
    return &attempt->cases[attempt->case_count];
}

void attempt_add(struct attempt *attempt, const struct result *result)
{
    if (has_case(attempt, result->c.name))
        return;
    json_auto_t *kernels = kernel_json_list(result->kernels, result->kernel_count);
    result_case(result, kernels, attempt->arena, next_case(attempt));
    attempt->case_count++;
    json_array_extend(attempt->kernels, kernels);
}

/* Says whether a result counts. A case that was not measured, since the run was interrupted, in its
 * set-up or before, or another case lost the device, has not ended. */
static bool result_counts(const struct sampler_results *outcome, const struct result *result)
{
    if (result->c.sample_count > 0)
        return true;
    if (result->c.status == BENCH_SKIPPED)
        return !outcome->interrupted && !outcome->device_unusable;
    return result->c.status != BENCH_OK &&
           ((result->c.status != BENCH_ERROR && result->c.status != BENCH_TIMEOUT) ||
            !outcome->interrupted);
}

void attempt_take(struct attempt *attempt, const struct plan_group *group,
                  const struct sampler_results *outcome)
{
    attempt->overhead = outcome->overhead.spent;
    attempt->timed = true;
    if (outcome->workload_failed && !outcome->interrupted) {
        attempt->end = ATTEMPT_FAILED;
        snprintf(attempt->message, sizeof(attempt->message), "%s: %s", group->workload_name,
                 outcome->message);
        return;
    }
    if (outcome->facts)
        attempt->workload = facts_json_workload(group->workload_name, outcome->facts);
    foreach (const struct result, result, outcome->results, outcome->count)
        if (result_counts(outcome, result))
            attempt_add(attempt, result);
    if (outcome->device_unusable)
        attempt->end = ATTEMPT_CUT;
    if (outcome->interrupted)
        attempt->end = ATTEMPT_INTERRUPTED;
}

const char *attempt_strange(const struct attempt *attempt, const struct plan_group *group)
{
    const char *workload = json_value_text_of(attempt->workload, "name");
    if (attempt->workload && strcmp(workload, group->workload_name) != 0)
        return workload;
    foreach (const struct run_case, c, attempt->cases, attempt->case_count) {
        bool known = false;
        foreach (const struct plan_case, own, group->cases, group->case_count)
            known = known || strcmp(own->name, c->name) == 0;
        if (!known)
            return c->name;
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
    json_t *cases = json_array();
    foreach (const struct run_case, c, attempt->cases, attempt->case_count)
        json_value_append(&cases, case_json(c));
    return json_value_object(
        "end:t message:t unsupported:b workload:o overhead:o cases:o kernels:o",
        end_names[attempt->end], attempt->message, attempt->unsupported,
        attempt->workload ? json_incref(attempt->workload) : json_null(),
        attempt->timed ? field_json(&attempt->overhead, session_overhead_fields) : json_null(),
        cases, json_incref(attempt->kernels));
}

bool attempt_read(struct attempt *attempt, const json_t *object)
{
    const char *end = json_value_text_of(object, "end");
    json_t *workload = json_object_get(object, "workload");
    struct run_reading reader = { .arena = attempt->arena, .path = "-", .what = "", .name = "" };
    const struct json_reader part = { .reader = &reader,
                                      .json = json_object_get(object, "overhead") };
    int ended = COUNT_OF(end_names) - 1;
    while (ended >= 0 && strcmp(end_names[ended], end) != 0)
        ended--;
    bool known = ended >= 0;
    if (known)
        attempt->end = (enum attempt_end)ended;
    snprintf(attempt->message, sizeof(attempt->message), "%s",
             json_value_text_of(object, "message"));
    attempt->unsupported = json_is_true(json_object_get(object, "unsupported"));
    if (json_is_object(workload) && !attempt->workload)
        attempt->workload = json_incref(workload);
    if (json_is_object(part.json) && !attempt->timed) {
        field_read(&part, session_overhead_fields, &attempt->overhead);
        attempt->timed = true;
    }
    foreach_json (c, json_object_get(object, "cases")) {
        struct run_reading own = reader;
        const struct json_reader one = { .reader = &own, .json = c };
        if (has_case(attempt, json_value_text_of(c, "name")))
            continue;
        case_read(&one, next_case(attempt));
        attempt->case_count += !own.failed;
        known = known && !own.failed;
    }
    json_array_extend(attempt->kernels, json_object_get(object, "kernels"));
    return known;
}

void attempt_fail_case(struct attempt *attempt, const struct plan_group *group, size_t index,
                       enum bench_status status, const char *reason)
{
    struct result result;
    result_init(&result, group, &group->cases[index]);
    result.c.status = status;
    snprintf(result.reason, sizeof(result.reason), "%s", reason);
    attempt_add(attempt, &result);
}
