/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/gate_words.h"

#include "harness/analysis/gate/gate.h"
#include "harness/base/exit_code.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/base/printable.h"
#include "harness/base/units.h"
#include "harness/record/paths.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void number_text(double number, char text[16])
{
    snprintf(text, 16, "%.*f", number < 9.9995 ? 3 : number < 99.95 ? 1 : 0, number);
}

void gate_words_ratio(const struct gate_found *found, char text[GATE_WORDS_BYTES])
{
    char number[16], low[16], high[16];
    number_text(found->bounds.ratio, number);
    number_text(found->bounds.low, low);
    number_text(found->bounds.high, high);
    if (found->launches == 0)
        text[0] = 0;
    else if (found->whole && !isnan(found->bounds.low))
        snprintf(text, GATE_WORDS_BYTES, "%s [%s, %s]", number, low, high);
    else if (!isnan(found->bounds.high)) {
        number_text(found->bounds.high, high);
        snprintf(text, GATE_WORDS_BYTES, "%s, below %s", number, high);
    } else
        snprintf(text, GATE_WORDS_BYTES, "%s", number);
}

/* Appends what a file says of the row. */
static void limits_add(const struct gate_row *row, char text[GATE_WORDS_BYTES])
{
    size_t used = strlen(text);
    if (row->limit)
        snprintf(text + used, GATE_WORDS_BYTES - used, "%sa threshold of %.3g %%: %.160s",
                 used > 0 ? "; " : "", 100 * row->theta, row->limit->reason);
    used = strlen(text);
    if (row->quarantine)
        snprintf(text + used, GATE_WORDS_BYTES - used, "%sin quarantine until %s: %.160s",
                 used > 0 ? "; " : "", row->quarantine->until, row->quarantine->reason);
}

void gate_words_remarks(const struct gate_row *row, char text[GATE_WORDS_BYTES])
{
    const struct gate_found *found = &row->first.found;
    snprintf(text, GATE_WORDS_BYTES, "%s", row->untimed ? "" : row->reason);
    if (row->verdict == JUDGE_FLAKY)
        snprintf(text, GATE_WORDS_BYTES, "slower at first, not when it was measured again");
    else if (row->verdict == JUDGE_SAME && found->launches > 0 && found->slower_small)
        snprintf(text, GATE_WORDS_BYTES, "slower by less than the threshold");
    else if (found->scattered || row->again.found.scattered)
        snprintf(text, GATE_WORDS_BYTES, "launches of one side differ too much to say");
    size_t used = strlen(text);
    if (!gate_row_fails(row)) {
        char counters[GATE_COUNTERS_TEXT_BYTES];
        gate_counters_text(&row->counters, false, counters);
        snprintf(text + used, GATE_WORDS_BYTES - used, "%s%s", used > 0 && *counters ? "; " : "",
                 counters);
        used = strlen(text);
    }
    if (found->disagree && (gate_row_fails(row) || row->verdict == JUDGE_FASTER))
        snprintf(text + used, GATE_WORDS_BYTES - used, "%sthe shortest times disagree",
                 used > 0 ? "; " : "");
    limits_add(row, text);
}

void gate_words_strip(char text[GATE_WORDS_BYTES])
{
    json_t *stripped = paths_strip_text(text);
    snprintf(text, GATE_WORDS_BYTES, "%s", json_string_value(stripped));
    json_decref(stripped);
}

char *gate_words_retest(const struct gate_result *outcome)
{
    if (!outcome->retest)
        return NULL;
    json_t *stripped = paths_strip_text(outcome->retest);
    char *text = need_copy(json_string_value(stripped));
    json_decref(stripped);
    return text;
}

/* Behind a separator, where something stands there; what does not fit is left out as a whole. */
static void part_add(char text[GATE_WORDS_BYTES], const char *separator, const char *part)
{
    const size_t used = strlen(text), more = strlen(part) + strlen(separator);
    if (*part && used + more < GATE_WORDS_BYTES)
        snprintf(text + used, GATE_WORDS_BYTES - used, "%s%s", used > 0 ? separator : "", part);
}

static void pass_text(const struct gate_detail *detail, char text[GATE_WORDS_BYTES])
{
    const struct trace_pair_case *timeline = detail->timeline;
    const struct trace_pair_pass *pass = detail->grown;
    char old[32], new[32], all_old[32], all_new[32];
    text[0] = 0;
    if (!timeline)
        return;
    units_format_ns(1000 * timeline->us[TRACE_A], all_old);
    units_format_ns(1000 * timeline->us[TRACE_B], all_new);
    if (!pass) {
        snprintf(text, GATE_WORDS_BYTES, "no pass has grown; all together: %s, then %s", all_old,
                 all_new);
        return;
    }
    units_format_ns(1000 * pass->us[TRACE_A], old);
    units_format_ns(1000 * pass->us[TRACE_B], new);
    snprintf(text, GATE_WORDS_BYTES, "most of it in %.160s: %s to %s, of %s to %s in all",
             strcmp(pass->kind, "barrier") == 0 ? "gaps (barriers)" : pass->name,
             pass->there[TRACE_A] ? old : "none", pass->there[TRACE_B] ? new : "none", all_old,
             all_new);
    printable_clean(text);
}

static void fact_add(char text[GATE_WORDS_BYTES], const char *name, double old, double new)
{
    char part[GATE_WORDS_BYTES];
    snprintf(part, sizeof(part), "%s %.0f to %.0f", name, old, new);
    if (isfinite(old) && isfinite(new) && old != new)
        part_add(text, ", ", part);
}

static void kernel_text(const struct gate_detail_kernel *kernel, char text[GATE_WORDS_BYTES])
{
    char facts[GATE_WORDS_BYTES] = "";
    fact_add(facts, "registers", kernel->old.registers, kernel->new.registers);
    fact_add(facts, "spills", kernel->old.spills, kernel->new.spills);
    fact_add(facts, "bytes of local memory", kernel->old.local_bytes, kernel->new.local_bytes);
    snprintf(text, GATE_WORDS_BYTES, "%.160s: %.300s", kernel->name, facts);
    printable_clean(text);
}

void gate_words_detail(const struct gate_result *outcome, const struct gate_row *row,
                       char text[GATE_WORDS_BYTES])
{
    char part[GATE_WORDS_BYTES];
    text[0] = 0;
    for (size_t i = 0; i < outcome->detail_count; i++) {
        const struct gate_detail *detail = &outcome->details[i];
        if (detail->row != row)
            continue;
        pass_text(detail, part);
        part_add(text, "; ", part);
        for (size_t k = 0; k < detail->kernel_count; k++) {
            kernel_text(&detail->kernels[k], part);
            part_add(text, "; ", part);
        }
    }
}

void gate_words_row(const struct gate_result *outcome, const struct gate_row *row,
                    char text[GATE_WORDS_BYTES])
{
    char part[GATE_WORDS_BYTES];
    gate_words_ratio(&row->first.found, part);
    snprintf(text, GATE_WORDS_BYTES, "%s%.60s", *part ? "B / A " : "", part);
    gate_words_remarks(row, part);
    gate_words_strip(part);
    part_add(text, "; ", part);
    gate_words_detail(outcome, row, part);
    part_add(text, "; ", part);
}

void gate_words_protocol(const struct gate_result *outcome, char text[GATE_WORDS_BYTES])
{
    const struct gate_rows *rows = outcome->rows;
    if (outcome->stored) {
        snprintf(text, GATE_WORDS_BYTES, "runs that share no rounds, threshold %.3g %%",
                 100 * rows->rule.theta);
        if (rows->theta_other > rows->rule.theta)
            snprintf(text + strlen(text), GATE_WORDS_BYTES - strlen(text),
                     ", %.3g %% on another unit, driver or configuration", 100 * rows->theta_other);
        return;
    }
    snprintf(text, GATE_WORDS_BYTES, "%zu launch%s%s%s, seed %llu, threshold %.3g %%",
             outcome->launches, plural(outcome->launches, "", "es"),
             outcome->kernels ? " of both" : " of either side",
             outcome->launches_again > 0 ? ", and again to confirm" : "",
             (unsigned long long)outcome->seed, 100 * outcome->rows->rule.theta);
    if (rows->rule.commands)
        snprintf(text + strlen(text), GATE_WORDS_BYTES - strlen(text),
                 "; not verified: these commands checked their results themselves, or nobody did");
}

const char *gate_words_software(const struct gate_result *outcome)
{
    if (!outcome->new->device.software)
        return "";
    return outcome->stored ? "A software device: results and counters are judged, and no times"
           : outcome->rows->rule.software_times
               ? "A software device: its times are those of the host's processor"
               : "A software device: results and counters are judged, times only with --times";
}

void gate_words_build(const struct run *run, char text[GATE_WORDS_BYTES])
{
    snprintf(text, GATE_WORDS_BYTES, "%.60s%s%.60s", run->tool.version,
             *run->tool.commit ? " " : "", run->tool.commit);
}

void gate_words_driver(const struct run *run, char text[GATE_WORDS_BYTES])
{
    snprintf(text, GATE_WORDS_BYTES, "%.120s %.120s",
             *run->device.driver_name ? run->device.driver_name : "not named",
             run->device.driver_info);
}

void gate_words_unsaved(const struct saved_kernels *kernels, size_t count,
                        char text[GATE_WORDS_BYTES])
{
    snprintf(text, GATE_WORDS_BYTES, "%zu case%s not saved in %.200s", count,
             plural(count, " was", "s were"), kernels->path);
}

const struct run_case *gate_words_case(const struct gate_row *row)
{
    return row->new ? row->new : row->old;
}
