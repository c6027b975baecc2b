/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/views/gate/gate.h"
#include "version.h"

#include <inttypes.h>
#include <stdarg.h>

static json_t *times_json(const double times[GATE_PAIRS])
{
    json_t *list = json_array();
    for (size_t i = 0; i < GATE_PAIRS; i++)
        json_value_append(&list, json_value_number(times[i]));
    return list;
}

/* Null where nothing was measured. */
static json_t *series_json(const struct gate_series *series)
{
    const struct gate_found *found = &series->found;
    if (found->launches == 0)
        return json_null();
    json_t *blocks = json_array();
    for (size_t i = 0; i < series->count; i++)
        json_value_append(&blocks,
                          json_value_object("old_ns:o new_ns:o", times_json(series->blocks[i].old),
                                            times_json(series->blocks[i].new)));
    return json_value_object(
        "launches:c ratio:n bound_low:n bound_high:n interval_low:n interval_high:n "
        "smallest_found:n slower_small:b least_times_disagree:b replaced:c blocks:o",
        found->launches, found->bounds.ratio, found->bounds.low, found->bounds.high,
        found->whole ? found->bounds.low : NAN, found->whole ? found->bounds.high : NAN,
        found->smallest, found->slower_small, found->disagree, series->replaced, blocks);
}

static json_t *counters_json(const struct gate_counters *counters)
{
    json_t *list = json_array();
    foreach (const struct gate_counter, counter, counters->list, counters->count) {
        json_value_append(
            &list, json_value_object("name:t old:o new:o change:t accepted:o", counter->name,
                                     paths_strip_text(counter->old), paths_strip_text(counter->new),
                                     gate_change_names[counter->change],
                                     counter->accepted ? paths_strip_text(counter->accepted)
                                                       : json_null()));
    }
    return list;
}

static json_t *gate_row_json(const struct gate_row *row)
{
    json_t *reason = paths_strip_text(row->reason);
    const struct gate_limit *limit = row->limit, *quarantine = row->quarantine;
    return json_value_object(
        "name:t built_in:b theta:n threshold:o quarantine:o verdict:t reason:o counters:o first:o "
        "again:o",
        row->name, row->built_in, row->theta, limit ? paths_strip_text(limit->reason) : json_null(),
        quarantine ? paths_strip_text(quarantine->reason) : json_null(),
        judge_verdict_name(row->verdict), reason, counters_json(&row->counters),
        series_json(&row->first), series_json(&row->again));
}

static json_t *side_json(const struct run *run)
{
    return json_value_object("version:t commit:t driver_name:t driver_info:t", run->tool.version,
                             run->tool.commit, run->device.driver_name, run->device.driver_info);
}

/* Null where the old side was a build. */
static json_t *kernels_json(const struct gate_result *outcome)
{
    const struct saved_kernels *kernels = outcome->kernels;
    if (!kernels)
        return json_null();
    return json_value_object(
        "commit:t differ:c same:c gone:c other:c cases_unchanged:c cases_unsaved:c",
        kernels->commit, kernels->count, kernels->same, kernels->gone, kernels->other,
        outcome->rows->unchanged, outcome->rows->unsaved);
}

static json_t *session_json(const struct gate_result *outcome)
{
    return json_value_object(
        "seed:c profile:t filter:t gate:b started:t seconds:n launches:c launches_again:c",
        outcome->seed, outcome->new->session.profile, outcome->filter, outcome->gate,
        outcome->started, outcome->seconds, outcome->launches, outcome->launches_again);
}

static json_t *exit_json(const struct gate_result *outcome)
{
    return json_value_object(
        "code:i quarantined:c old_rows:c compared:c invalid:t on_undecided:t undecided_beyond:c "
        "missing_fails:b advisory:b",
        outcome->code, outcome->tally.quarantined, outcome->tally.old, outcome->tally.compared,
        judge_invalid(&outcome->tally), judge_undecided_names[outcome->rule.undecided],
        outcome->tally.undecided_beyond, outcome->rule.missing_fails, outcome->rule.advisory);
}

/* Lists the reasons for each row that is slower. */
static json_t *details_json(const struct gate_result *outcome)
{
    json_t *details = json_array();
    foreach (const struct gate_detail, detail, outcome->details, outcome->detail_count) {
        const struct trace_pair_case *timeline = detail->timeline;
        json_t *kernels = json_array(), *passes = timeline ? json_array() : json_null();
        /* A time of 0 µs is that of a pass that the side has not. */
        for (size_t k = 0; timeline && k < timeline->pass_count; k++) {
            const struct trace_pair_pass *pass = &timeline->passes[k];
            json_value_append(
                &passes,
                json_value_object("name:t kind:t old_us:f new_us:f old_count:f new_count:f",
                                  pass->name, pass->kind, pass->us[TRACE_A], pass->us[TRACE_B],
                                  pass->count[TRACE_A], pass->count[TRACE_B]));
        }
        foreach (const struct gate_detail_kernel, kernel, detail->kernels, detail->kernel_count) {
            static const char *const names[GATE_FACTS] = { "registers", "spills", "local_bytes" };
            json_t *facts = json_value_object("kernel:t", kernel->name);
            for (int i = 0; i < GATE_FACTS; i++) /* null where either side does not say */
                json_value_set(
                    &facts, names[i],
                    isfinite(kernel->new[i] - kernel->old[i])
                        ? json_value_object("old:n new:n", kernel->old[i], kernel->new[i])
                        : json_null());
            json_value_append(&kernels, facts);
        }
        json_value_append(&details, json_value_object("row:t passes:o kernels:o", detail->row->name,
                                                      passes, kernels));
    }
    return details;
}

void gate_json(FILE *out, const void *result)
{
    const struct gate_result *outcome = result;
    const struct gate_rows *of = outcome->rows;
    const struct judge_tally *tally = &outcome->tally;
    json_t *rows = json_array(), *causes = json_array(), *counts = json_object();
    json_t *stored = outcome->stored ? json_array() : json_null(); /* both sides measured now */
    for (size_t i = 0; i < of->count; i++)
        json_value_append(&rows, gate_row_json(&of->rows[i]));
    foreach (const struct gate_cause, cause, outcome->causes, outcome->cause_count) {
        json_t *names = json_array();
        for (size_t k = 0; k < cause->count; k++)
            json_value_append(&names, json_value_text(cause->rows[k]->name));
        json_value_append(&causes, json_value_object("kernel:t changed:b rows:o", cause->kernel,
                                                     cause->changed, names));
    }
    for (int verdict = 0; verdict < JUDGE_RATIO; verdict++)
        json_value_set(&counts, judge_verdict_name((enum judge_verdict)verdict),
                       json_value_count(tally->counts[verdict]));
    for (size_t i = 0; i < outcome->stored_count; i++)
        json_value_append(&stored, paths_strip_text(outcome->stored[i]));
    json_auto_t *document = json_value_object(
        "schema_version:t tool:o session:o device:o", "2.1",
        json_value_object("name:t version:t commit:t", "claimcheck", CLAIMCHECK_VERSION,
                          CLAIMCHECK_COMMIT),
        session_json(outcome),
        json_value_object("name:t uuid:t", outcome->new->device.name, outcome->new->device.uuid));
    json_value_add(
        &document, "sides:o rule:o exit:o counts:o",
        json_value_object("old:o new:o", side_json(outcome->old), side_json(outcome->new)),
        json_value_object("theta:n launches:c pairs:i confidence:n software_times:b",
                          of->rule.theta, of->rule.launches, GATE_PAIRS, gate_confidence,
                          of->rule.software_times),
        exit_json(outcome), counts);
    json_value_add(
        &document, "samples:o rows:o causes:o old_kernels:o stored:o details:o",
        json_value_object("count:c throttled:c", tally->samples, tally->samples_throttled), rows,
        causes, kernels_json(outcome), stored, details_json(outcome));
    OWNED char *text = json_value_dump(document, JSON_INDENT(1));
    if (console_is(os_file_of(out)))
        printable_clean_lines(text);
    fprintf(out, "%s\n", text);
}

/* Gate junit ----------------------------------------------------------------------------------- */

/* An element without its end, and its attributes: names and texts, then NULL. A NULL text: none. */
static void element_open(FILE *out, const char *element, ...)
{
    va_list attributes;
    fprintf(out, "<%s", element);
    va_start(attributes, element);
    for (const char *name; (name = va_arg(attributes, const char *));) {
        const char *text = va_arg(attributes, const char *);
        if (!text)
            continue;
        fprintf(out, " %s=\"", name);
        markup_text(out, text);
        fputc('"', out);
    }
    va_end(attributes);
}

static void properties_write(FILE *out, const struct gate_result *outcome)
{
    char seed[32], code[16];
    snprintf(seed, sizeof(seed), "%" PRIu64, outcome->seed);
    snprintf(code, sizeof(code), "%d", outcome->code);
    const char *const properties[][2] = {
        { "device", outcome->new->device.name },
        { "device.uuid", outcome->new->device.uuid },
        { "old.build", gate_words_build(outcome->old, GATE_ROOM) },
        { "old.driver", gate_words_driver(outcome->old, GATE_ROOM) },
        { "new.build", gate_words_build(outcome->new, GATE_ROOM) },
        { "new.driver", gate_words_driver(outcome->new, GATE_ROOM) },
        { "old.kernels", outcome->kernels ? outcome->kernels->commit : NULL },
        { "profile", outcome->new->session.profile },
        { "filter", outcome->filter },
        { "protocol", gate_words_protocol(outcome, GATE_ROOM) },
        { "seed", seed },
        { "exit_code", code },
    };
    fputs("    <properties>\n", out);
    for (size_t i = 0; i < COUNT_OF(properties); i++) {
        if (!properties[i][1] || !*properties[i][1])
            continue;
        fputs("      ", out);
        element_open(out, "property", "name", properties[i][0], "value", properties[i][1], NULL);
        fputs("/>\n", out);
    }
    fputs("    </properties>\n", out);
}

/* Writes the result of one test, by its element. */
static void test_write(FILE *out, const char *element, const char *type, const char *message)
{
    fputs("      ", out);
    element_open(out, element, "message", message, "type", type, NULL);
    fputs("/>\n", out);
}

static void row_write(FILE *out, const struct gate_result *outcome, const struct gate_row *row)
{
    const enum gate_report report = gate_report_row(row, outcome->rule);
    const struct run_case *c = gate_words_case(row);
    const double seconds = gate_row_median(row, true) / 1e9;
    const char *verdict = judge_verdict_name(row->verdict);
    OWNED_TEXT struct text text = { 0 };
    gate_words_row(outcome, row, &text);
    OWNED char *class = text_make("%s.%s", c->technique, c->bench);
    OWNED char *message = text_make("%s%s%s%s", report == GATE_REPORT_ADVISED ? "advisory: " : "",
                                    verdict, text.length > 0 ? ": " : "", text_string(&text));
    fputs("    ", out);
    element_open(out, "testcase", "classname", class, "name", row->name, NULL);
    fprintf(out, " time=\"%.9f\"", isfinite(seconds) ? seconds : 0);
    if (report == GATE_REPORT_PASSED && text.length == 0) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n", out);
    if (report == GATE_REPORT_FAILED)
        test_write(out, "failure", verdict, message);
    else if (report != GATE_REPORT_PASSED)
        test_write(out, "skipped", NULL, message);
    else {
        fputs("      <system-out>", out);
        markup_text(out, message);
        fputs("</system-out>\n", out);
    }
    fputs("    </testcase>\n", out);
}

void gate_junit(FILE *out, const void *of)
{
    const struct gate_result *outcome = of;
    const enum gate_report session = gate_report_session(outcome);
    char verdict[GATE_WORDS_BYTES], counts[GATE_WORDS_BYTES];
    judge_words(&outcome->tally, outcome->code, verdict);
    judge_counts(&outcome->tally, counts);
    OWNED char *retest = gate_words_retest(outcome);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    size_t tests = 1, failures = session == GATE_REPORT_FAILED;
    size_t skipped = session == GATE_REPORT_SKIPPED;
    foreach (const struct gate_row, row, outcome->rows->rows, outcome->rows->count) {
        if (row->built_in)
            continue;
        const enum gate_report report = gate_report_row(row, outcome->rule);
        tests++;
        failures += report == GATE_REPORT_FAILED;
        skipped += report == GATE_REPORT_SKIPPED || report == GATE_REPORT_ADVISED;
    }
    fprintf(out,
            "  <testsuite name=\"claimcheck ab\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" "
            "skipped=\"%zu\" time=\"%.3f\" timestamp=\"",
            tests, failures, outcome->code == EXIT_CODE_UNTRIED, skipped, outcome->seconds);
    for (size_t i = 0; i < 19 && outcome->started[i]; i++) /* without a zone: UTC */
        fputc(outcome->started[i], out);
    fputs("\">\n", out);
    properties_write(out, outcome);
    foreach (const struct gate_row, row, outcome->rows->rows, outcome->rows->count)
        if (!row->built_in)
            row_write(out, outcome, row);
    fputs("    <testcase classname=\"claimcheck.ab\" name=\"session\" time=\"0\">\n", out);
    if (outcome->code == EXIT_CODE_UNTRIED)
        test_write(out, "error", "session", verdict);
    else if (session == GATE_REPORT_FAILED)
        test_write(out, "failure", "session", verdict);
    else if (session == GATE_REPORT_SKIPPED)
        test_write(out, "skipped", NULL, verdict);
    fputs("    </testcase>\n", out);
    fprintf(out, "    <system-out>%s. Rows: %s.", verdict, counts);
    if (retest) {
        fputs(" The failed rows alone, once more: ", out);
        markup_text(out, retest);
    }
    fputs("</system-out>\n  </testsuite>\n</testsuites>\n", out);
}

/* Gate tap ------------------------------------------------------------------------------------- */

enum { HASH = 0xFF03 };

/* On one line, without what begins a directive. */
static void text_write(FILE *out, const char *text)
{
    for (uint32_t c = markup_next(&text); c; c = markup_next(&text))
        markup_put_plain(out, c == '#' ? HASH : c);
}

static void comment_write(FILE *out, const char *what, const char *text)
{
    fprintf(out, "# %s", what);
    text_write(out, text);
    fputc('\n', out);
}

void gate_tap(FILE *out, const void *of)
{
    const struct gate_result *outcome = of;
    const struct gate_rows *rows = outcome->rows;
    const enum gate_report session = gate_report_session(outcome);
    char text[GATE_WORDS_BYTES];
    size_t count = 0, number = 0;
    for (size_t i = 0; i < rows->count; i++)
        count += !rows->rows[i].built_in;
    fprintf(out, "TAP version 13\n1..%zu\n", count + 1);
    comment_write(out, "on ", outcome->new->device.name);
    comment_write(out, "A: ", gate_words_build(outcome->old, GATE_ROOM));
    comment_write(out, "A: driver ", gate_words_driver(outcome->old, GATE_ROOM));
    comment_write(out, "B: ", gate_words_build(outcome->new, GATE_ROOM));
    comment_write(out, "B: driver ", gate_words_driver(outcome->new, GATE_ROOM));
    comment_write(out, "", gate_words_protocol(outcome, GATE_ROOM));
    foreach (const struct gate_row, row, rows->rows, rows->count)
        if (!row->built_in) {
            const enum gate_report report = gate_report_row(row, outcome->rule);
            const char *verdict = judge_verdict_name(row->verdict);
            const bool fails = report == GATE_REPORT_FAILED || report == GATE_REPORT_ADVISED;
            OWNED_TEXT struct text words = { 0 };
            gate_words_row(outcome, row, &words);
            fprintf(out, "%s %zu - ", fails ? "not ok" : "ok", ++number);
            text_write(out, row->name);
            if (report == GATE_REPORT_SKIPPED || report == GATE_REPORT_ADVISED)
                fprintf(out, " # %s ", fails ? "TODO" : "SKIP");
            else
                fputs("\n# ", out);
            fprintf(out, "%s%s", verdict, words.length > 0 ? ": " : "");
            text_write(out, text_string(&words));
            fputc('\n', out);
        }
    judge_words(&outcome->tally, outcome->code, text);
    OWNED char *retest = gate_words_retest(outcome);
    if (retest)
        comment_write(out, "the failed rows alone, once more: ", retest);
    if (outcome->code == EXIT_CODE_UNTRIED)
        fprintf(out, "Bail out! %s\n", text);
    else if (session == GATE_REPORT_SKIPPED)
        fprintf(out, "ok %zu - session # SKIP %s\n", count + 1, text);
    else
        fprintf(out, "%s %zu - session\n# %s\n", session == GATE_REPORT_FAILED ? "not ok" : "ok",
                count + 1, text);
}
