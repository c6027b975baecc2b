/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/gate_view.h"

#include "harness/analysis/gate/gate.h"
#include "harness/base/json_value.h"
#include "harness/record/paths.h"
#include "version.h"

static json_t *times_json(const double times[GATE_PAIRS])
{
    json_t *list = json_array();
    for (size_t i = 0; i < GATE_PAIRS; i++)
        json_value_append(&list, json_value_number(times[i]));
    return list;
}

static json_t *blocks_json(const struct gate_series *series)
{
    json_t *list = json_array();
    for (size_t i = 0; i < series->count; i++)
        json_value_append(&list, json_pack("{s:o, s:o}", //
                                           "old_ns", times_json(series->blocks[i].old), "new_ns",
                                           times_json(series->blocks[i].new)));
    return list;
}

/* Null where nothing was measured. */
static json_t *series_json(const struct gate_series *series)
{
    const struct gate_found *found = &series->found;
    if (found->launches == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:o, s:o}",                   //
                     "launches", json_value_count(found->launches),                               //
                     "ratio", json_value_number(found->bounds.ratio),                             //
                     "bound_low", json_value_number(found->bounds.low),                           //
                     "bound_high", json_value_number(found->bounds.high),                         //
                     "interval_low", json_value_number(found->whole ? found->bounds.low : NAN),   //
                     "interval_high", json_value_number(found->whole ? found->bounds.high : NAN), //
                     "smallest_found", json_value_number(found->smallest),                        //
                     "slower_small", found->slower_small,                                         //
                     "least_times_disagree", found->disagree,                                     //
                     "replaced", json_value_count(series->replaced),                              //
                     "blocks", blocks_json(series));
}

static json_t *counters_json(const struct gate_counters *counters)
{
    json_t *list = json_array();
    for (size_t i = 0; i < counters->count; i++) {
        const struct gate_counter *counter = &counters->list[i];
        json_value_append(&list, json_pack("{s:o, s:o, s:o, s:s, s:o}",                 //
                                           "name", json_value_text(counter->name),      //
                                           "old", paths_strip_text(counter->old),       //
                                           "new", paths_strip_text(counter->new),       //
                                           "change", gate_change_name(counter->change), //
                                           "accepted",
                                           counter->accepted ? paths_strip_text(counter->accepted)
                                                             : json_null()));
    }
    return list;
}

static json_t *row_json(const struct gate_row *row)
{
    json_t *reason = paths_strip_text(row->reason);
    const struct gate_limit *limit = row->limit, *quarantine = row->quarantine;
    return json_pack("{s:o, s:b, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o}",               //
                     "name", json_value_text(row->name),                                 //
                     "built_in", row->built_in,                                          //
                     "theta", json_value_number(row->theta),                             //
                     "threshold", limit ? paths_strip_text(limit->reason) : json_null(), //
                     "quarantine",
                     quarantine ? paths_strip_text(quarantine->reason) : json_null(), //
                     "verdict", judge_verdict_name(row->verdict),                     //
                     "reason", reason,                                                //
                     "counters", counters_json(&row->counters),                       //
                     "first", series_json(&row->first),                               //
                     "again", series_json(&row->again));
}

static json_t *cause_json(const struct gate_cause *cause)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < cause->count; i++)
        json_value_append(&rows, json_value_text(cause->rows[i]->name));
    return json_pack("{s:o, s:b, s:o}", "kernel", json_value_text(cause->kernel), "changed",
                     cause->changed, "rows", rows);
}

static json_t *side_json(const struct run *run)
{
    return json_pack("{s:o, s:o, s:o, s:o}",                                  //
                     "version", json_value_text(run->tool.version),           //
                     "commit", json_value_text(run->tool.commit),             //
                     "driver_name", json_value_text(run->device.driver_name), //
                     "driver_info", json_value_text(run->device.driver_info));
}

/* Null where the old side was a build. */
static json_t *kernels_json(const struct gate_result *outcome)
{
    const struct saved_kernels *kernels = outcome->kernels;
    if (!kernels)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}",                         //
                     "commit", json_value_text(kernels->commit),                    //
                     "differ", json_value_count(kernels->count),                    //
                     "same", json_value_count(kernels->same),                       //
                     "gone", json_value_count(kernels->gone),                       //
                     "other", json_value_count(kernels->other),                     //
                     "cases_unchanged", json_value_count(outcome->rows->unchanged), //
                     "cases_unsaved", json_value_count(outcome->rows->unsaved));
}

static json_t *counts_json(const struct judge_tally *tally)
{
    json_t *counts = json_object();
    for (int verdict = 0; verdict < JUDGE_RATIO; verdict++)
        json_value_set(&counts, judge_verdict_name((enum judge_verdict)verdict),
                       json_value_count(tally->counts[verdict]));
    return counts;
}

static json_t *session_json(const struct gate_result *outcome)
{
    return json_pack("{s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o}",                //
                     "seed", json_value_count(outcome->seed),                   //
                     "profile", json_value_text(outcome->new->session.profile), //
                     "filter", json_value_text(outcome->filter),                //
                     "gate", outcome->gate,                                     //
                     "started", json_value_text(outcome->started),              //
                     "seconds", json_value_number(outcome->seconds),            //
                     "launches", json_value_count(outcome->launches),           //
                     "launches_again", json_value_count(outcome->launches_again));
}

static json_t *exit_json(const struct gate_result *outcome)
{
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:s, s:o, s:b, s:b}",                       //
                     "code", outcome->code,                                                 //
                     "quarantined", json_value_count(outcome->tally.quarantined),           //
                     "old_rows", json_value_count(outcome->tally.old),                      //
                     "compared", json_value_count(outcome->tally.compared),                 //
                     "invalid", json_value_text(judge_invalid(&outcome->tally)),            //
                     "on_undecided", judge_undecided_name(outcome->rule.undecided),         //
                     "undecided_beyond", json_value_count(outcome->tally.undecided_beyond), //
                     "missing_fails", outcome->rule.missing_fails,                          //
                     "advisory", outcome->rule.advisory);
}

/* Null where both sides were measured now. */
static json_t *stored_json(const struct gate_result *outcome)
{
    json_t *lines = outcome->stored ? json_array() : json_null();
    for (size_t i = 0; i < outcome->stored_count; i++)
        json_value_append(&lines, paths_strip_text(outcome->stored[i]));
    return lines;
}

json_t *gate_json(const struct gate_result *outcome)
{
    const struct gate_rows *of = outcome->rows;
    json_t *rows = json_array(), *causes = json_array();
    for (size_t i = 0; i < of->count; i++)
        json_value_append(&rows, row_json(&of->rows[i]));
    for (size_t i = 0; i < outcome->cause_count; i++)
        json_value_append(&causes, cause_json(&outcome->causes[i]));
    return json_pack("{s:s, s:{s:s, s:s, s:s}, s:o, s:{s:o, s:o}, s:{s:o, s:o}, s:{s:o, s:o, s:i, "
                     "s:o, s:b}, s:o,"
                     "s:o, s:{s:o, s:o}, s:o, s:o, s:o, s:o}",
                     "schema_version", "2.1", //
                     "tool", "name", "claimcheck", "version", CLAIMCHECK_VERSION, "commit",
                     CLAIMCHECK_COMMIT, "session", session_json(outcome), //
                     "device", "name", json_value_text(outcome->new->device.name), "uuid",
                     json_value_text(outcome->new->device.uuid),                              //
                     "sides", "old", side_json(outcome->old), "new", side_json(outcome->new), //
                     "rule", "theta", json_value_number(of->rule.theta), "launches",
                     json_value_count(of->rule.launches), "pairs", GATE_PAIRS, "confidence",
                     json_value_number(gate_confidence),                                    //
                     "software_times", of->rule.software_times, "exit", exit_json(outcome), //
                     "counts", counts_json(&outcome->tally),                                //
                     "samples", "count", json_value_count(outcome->tally.samples), "throttled",
                     json_value_count(outcome->tally.samples_throttled), //
                     "rows", rows, "causes", causes, "old_kernels", kernels_json(outcome), "stored",
                     stored_json(outcome));
}

/* Details -------------------------------------------------------------------------------------- */

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

/* A time of 0 µs is that of a pass that the side has not. */
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
