/* SPDX-License-Identifier: MIT */
#include "harness/record/results_override.h"

#include "harness/base/json_value.h"

const char *results_override_verdict_name(enum results_override_verdict verdict)
{
    static const char *const names[RESULTS_OVERRIDE_VERDICT_COUNT] = {
        "wrong", "no_time", "too_few_rounds", "no_difference", "faster", "slower",
    };
    return names[verdict];
}

/* Facts that are known of both. */
static bool facts_add(json_t *object, const struct results_override_kernel *kernel)
{
    static const char *const names[RESULTS_OVERRIDE_FACT_COUNT] = {
        "registers", "spills", "local_bytes", "shared_bytes", "binary_bytes", "spirv_bytes",
    };
    bool added = object;
    for (int i = 0; i < RESULTS_OVERRIDE_FACT_COUNT && added; i++)
        added = json_object_set_new(object, names[i],
                                    json_pack("{s:o, s:o}", "original",
                                              json_value_number(kernel->facts[i]), "file",
                                              json_value_number(kernel->file_facts[i]))) == 0;
    return added;
}

static json_t *kernels_json(const struct results_override *twin)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < twin->kernel_count; i++) {
        const struct results_override_kernel *kernel = &twin->kernels[i];
        json_t *entry =
            json_pack("{s:o, s:o, s:o}", "kernel", json_value_text(kernel->name), "original",
                      json_value_text(kernel->id), "file", json_value_text(kernel->file_id));
        const bool whole = facts_add(entry, kernel);
        if (json_array_append_new(list, entry) == 0 && whole)
            continue;
        json_decref(list);
        return NULL;
    }
    return list;
}

static json_t *ratio_json(const struct stats_ratio *ratio)
{
    if (ratio->pairs == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "pairs", json_value_count(ratio->pairs), //
                     "file_over_original", json_value_number(ratio->ratio),           //
                     "interval_low", json_value_number(ratio->interval.low),          //
                     "interval_high", json_value_number(ratio->interval.high));
}

json_t *results_override_json(const struct results_override *twin)
{
    return json_pack("{s:o, s:s, s:o, s:o}", //
                     "original", json_value_text(*twin->original ? twin->original : NULL),
                     "verdict", results_override_verdict_name(twin->verdict), "time_ratio",
                     ratio_json(&twin->ratio), "kernels", kernels_json(twin));
}
