/* SPDX-License-Identifier: MIT */
#include "harness/analysis/why/why.h"
#include "harness/base/json_value.h"
#include "harness/views/formats/export.h"

#include <math.h>

/* The baseline's time over the case's, as CSV has it: above 1, the case is faster. */
static void speedup_add(json_t **c, const struct run_case *read)
{
    const bool ok = read->status == BENCH_OK, own = read->baseline;
    const struct stats_ratio *ratio = &read->ratio;
    json_value_set(c, "speedup", json_value_number(!ok ? NAN : own ? 1 : 1 / ratio->ratio));
    json_value_set(c, "speedup_low",
                   json_value_number(!ok   ? NAN
                                     : own ? 1
                                           : 1 / ratio->interval.high));
    json_value_set(c, "speedup_high",
                   json_value_number(!ok   ? NAN
                                     : own ? 1
                                           : 1 / ratio->interval.low));
}

void export_case_explain(json_t **c, const struct run *run, const struct run_case *read)
{
    struct why why;
    why_find(&why, run, read);
    speedup_add(c, read);
    const struct why_use *top = why.use_count > 0 ? &why.uses[0] : NULL;
    json_value_set(c, "top_unit",
                   top ? json_pack("{s:s, s:o}", "unit", why_unit_name(top->unit), "percent",
                                   json_value_number(top->percent))
                       : json_null());
    json_value_set(c, "why", *why.text ? json_value_text(why.text) : json_null());
}
