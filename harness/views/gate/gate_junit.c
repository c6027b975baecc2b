/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/gate_view.h"

#include "harness/analysis/gate/gate.h"
#include "harness/base/exit_code.h"
#include "harness/base/markup.h"
#include "harness/views/gate/gate_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* name="text", in quotes. */
static void attribute_write(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    markup_text(out, text);
    fputc('"', out);
}

static void property_write(FILE *out, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    fputs("      <property", out);
    attribute_write(out, "name", name);
    attribute_write(out, "value", value);
    fputs("/>\n", out);
}

static void side_write(FILE *out, const struct run *run, const char *const names[2])
{
    char text[GATE_WORDS_BYTES];
    gate_words_build(run, text);
    property_write(out, names[0], text);
    gate_words_driver(run, text);
    property_write(out, names[1], text);
}

static void properties_write(FILE *out, const struct gate_result *outcome)
{
    static const char *const old[] = { "old.build", "old.driver" };
    static const char *const new[] = { "new.build", "new.driver" };
    char text[GATE_WORDS_BYTES];
    fputs("    <properties>\n", out);
    property_write(out, "device", outcome->new->device.name);
    property_write(out, "device.uuid", outcome->new->device.uuid);
    side_write(out, outcome->old, old);
    side_write(out, outcome->new, new);
    property_write(out, "old.kernels", outcome->kernels ? outcome->kernels->commit : NULL);
    property_write(out, "profile", outcome->new->session.profile);
    property_write(out, "filter", outcome->filter);
    gate_words_protocol(outcome, text);
    property_write(out, "protocol", text);
    snprintf(text, sizeof(text), "%" PRIu64, outcome->seed);
    property_write(out, "seed", text);
    snprintf(text, sizeof(text), "%d", outcome->code);
    property_write(out, "exit_code", text);
    fputs("    </properties>\n", out);
}

/* Writes the result of one test, by its element. */
static void test_write(FILE *out, const char *element, const char *type, const char *message)
{
    fprintf(out, "      <%s", element);
    attribute_write(out, "message", message);
    if (type)
        attribute_write(out, "type", type);
    fputs("/>\n", out);
}

static void row_write(FILE *out, const struct gate_result *outcome, const struct gate_row *row)
{
    const enum gate_report report = gate_report_row(row, outcome->rule);
    const struct run_case *c = gate_words_case(row);
    const double seconds = gate_row_judged(row).new.value / 1e9;
    const char *verdict = judge_verdict_name(row->verdict);
    char class[GATE_WORDS_BYTES], text[GATE_WORDS_BYTES], message[GATE_WORDS_BYTES];
    snprintf(class, sizeof(class), "%.120s.%.120s", c->technique, c->bench);
    gate_words_row(outcome, row, text);
    snprintf(message, sizeof(message), "%s%s%s%.460s",
             report == GATE_REPORT_ADVISED ? "advisory: " : "", verdict, *text ? ": " : "", text);
    fputs("    <testcase", out);
    attribute_write(out, "classname", class);
    attribute_write(out, "name", row->name);
    fprintf(out, " time=\"%.9f\"", isfinite(seconds) ? seconds : 0);
    if (report == GATE_REPORT_PASSED && !*text) {
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

/* The session as a whole. */
static void session_write(FILE *out, const struct gate_result *outcome, const char *verdict)
{
    const enum gate_report report = gate_report_session(outcome);
    fputs("    <testcase classname=\"claimcheck.ab\" name=\"session\" time=\"0\">\n", out);
    if (outcome->code == EXIT_CODE_UNTRIED)
        test_write(out, "error", "session", verdict);
    else if (report == GATE_REPORT_FAILED)
        test_write(out, "failure", "session", verdict);
    else if (report == GATE_REPORT_SKIPPED)
        test_write(out, "skipped", NULL, verdict);
    fputs("    </testcase>\n", out);
}

static void suite_begin(FILE *out, const struct gate_result *outcome)
{
    const enum gate_report session = gate_report_session(outcome);
    size_t tests = 1, failures = session == GATE_REPORT_FAILED;
    size_t skipped = session == GATE_REPORT_SKIPPED;
    for (size_t i = 0; i < outcome->rows->count; i++) {
        const struct gate_row *row = &outcome->rows->rows[i];
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
}

void gate_junit(FILE *out, const void *of)
{
    const struct gate_result *outcome = of;
    char verdict[GATE_WORDS_BYTES], counts[GATE_WORDS_BYTES];
    judge_words(&outcome->tally, outcome->code, verdict);
    judge_counts(&outcome->tally, counts);
    char *retest = gate_words_retest(outcome);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    suite_begin(out, outcome);
    properties_write(out, outcome);
    for (size_t i = 0; i < outcome->rows->count; i++) {
        const struct gate_row *row = &outcome->rows->rows[i];
        if (!row->built_in)
            row_write(out, outcome, row);
    }
    session_write(out, outcome, verdict);
    fprintf(out, "    <system-out>%s. Rows: %s.", verdict, counts);
    if (retest) {
        fputs(" The failed rows alone, once more: ", out);
        markup_text(out, retest);
    }
    fputs("</system-out>\n  </testsuite>\n</testsuites>\n", out);
    free(retest);
}
