/* SPDX-License-Identifier: MIT */
#include "harness/base/json_value.h"
#include "harness/views/gate/gate_json.h"

/* Null where either side does not say. */
static json_t *fact_json(double old, double new)
{
    json_t *before = json_value_number(old), *after = json_value_number(new);
    if (!json_is_null(before) && !json_is_null(after))
        return json_pack("{s:o, s:o}", "old", before, "new", after);
    json_decref(before);
    json_decref(after);
    return json_null();
}

static json_t *kernel_json(const struct gate_detail_kernel *kernel)
{
    return json_pack("{s:o, s:o, s:o, s:o}",                  //
                     "kernel", json_value_text(kernel->name), //
                     "registers", fact_json(kernel->old.registers, kernel->new.registers), "spills",
                     fact_json(kernel->old.spills, kernel->new.spills), //
                     "local_bytes", fact_json(kernel->old.local_bytes, kernel->new.local_bytes));
}

/* A time of 0 us is that of a pass that the side has not. */
static json_t *pass_json(const struct trace_pair_pass *pass)
{
    return json_pack("{s:s, s:s, s:f, s:f, s:f, s:f}", "name", pass->name, "kind", pass->kind,
                     "old_us", pass->us[TRACE_A], "new_us", pass->us[TRACE_B], "old_count",
                     pass->count[TRACE_A], "new_count", pass->count[TRACE_B]);
}

static json_t *timeline_json(const struct trace_pair_case *timeline)
{
    if (!timeline)
        return json_null();
    json_t *passes = json_array();
    for (size_t i = 0; i < timeline->pass_count; i++)
        json_value_append(&passes, pass_json(&timeline->passes[i]));
    return passes;
}

json_t *gate_json_details(const struct gate_result *outcome)
{
    json_t *details = json_array();
    for (size_t i = 0; i < outcome->detail_count; i++) {
        const struct gate_detail *detail = &outcome->details[i];
        json_t *kernels = json_array();
        for (size_t k = 0; k < detail->kernel_count; k++)
            json_value_append(&kernels, kernel_json(&detail->kernels[k]));
        json_value_append(&details,
                          json_pack("{s:o, s:o, s:o}", "row", json_value_text(detail->row->name),
                                    "passes", timeline_json(detail->timeline), "kernels", kernels));
    }
    return details;
}
