/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/gate_view.h"

#include "harness/analysis/gate/gate.h"
#include "harness/base/exit_code.h"
#include "harness/base/markup.h"
#include "harness/views/gate/gate_words.h"

#include <stdlib.h>

enum { HASH = 0xFF03 };

/* On one line, without what begins a directive. */
static void text_write(FILE *out, const char *text)
{
    for (uint32_t c = markup_next(&text); c; c = markup_next(&text))
        markup_put_plain(out, c == '#' ? HASH : c);
}

static void row_write(FILE *out, size_t number, const struct gate_result *outcome,
                      const struct gate_row *row)
{
    const enum gate_report report = gate_report_row(row, outcome->rule);
    const char *verdict = judge_verdict_name(row->verdict);
    const bool fails = report == GATE_REPORT_FAILED || report == GATE_REPORT_ADVISED;
    char text[GATE_WORDS_BYTES];
    gate_words_row(outcome, row, text);
    fprintf(out, "%s %zu - ", fails ? "not ok" : "ok", number);
    text_write(out, row->name);
    if (report == GATE_REPORT_SKIPPED || report == GATE_REPORT_ADVISED) {
        fprintf(out, " # %s %s%s", fails ? "TODO" : "SKIP", verdict, *text ? ": " : "");
        text_write(out, text);
        fputc('\n', out);
        return;
    }
    fprintf(out, "\n# %s%s", verdict, *text ? ": " : "");
    text_write(out, text);
    fputc('\n', out);
}

static void comment_write(FILE *out, const char *what, const char *text)
{
    fprintf(out, "# %s", what);
    text_write(out, text);
    fputc('\n', out);
}

static void head_write(FILE *out, const struct gate_result *outcome)
{
    char text[GATE_WORDS_BYTES];
    comment_write(out, "on ", outcome->new->device.name);
    gate_words_build(outcome->old, text);
    comment_write(out, "A: ", text);
    gate_words_driver(outcome->old, text);
    comment_write(out, "A: driver ", text);
    gate_words_build(outcome->new, text);
    comment_write(out, "B: ", text);
    gate_words_driver(outcome->new, text);
    comment_write(out, "B: driver ", text);
    gate_words_protocol(outcome, text);
    comment_write(out, "", text);
}

static void session_write(FILE *out, const struct gate_result *outcome, size_t number,
                          const char *verdict)
{
    const enum gate_report report = gate_report_session(outcome);
    if (outcome->code == EXIT_CODE_UNTRIED)
        fprintf(out, "Bail out! %s\n", verdict);
    else if (report == GATE_REPORT_SKIPPED)
        fprintf(out, "ok %zu - session # SKIP %s\n", number, verdict);
    else
        fprintf(out, "%s %zu - session\n# %s\n", report == GATE_REPORT_FAILED ? "not ok" : "ok",
                number, verdict);
}

void gate_tap(FILE *out, const void *of)
{
    const struct gate_result *outcome = of;
    const struct gate_rows *rows = outcome->rows;
    char verdict[GATE_WORDS_BYTES];
    size_t count = 0, number = 0;
    for (size_t i = 0; i < rows->count; i++)
        count += !rows->rows[i].built_in;
    fprintf(out, "TAP version 13\n1..%zu\n", count + 1);
    head_write(out, outcome);
    for (size_t i = 0; i < rows->count; i++)
        if (!rows->rows[i].built_in)
            row_write(out, ++number, outcome, &rows->rows[i]);
    judge_words(&outcome->tally, outcome->code, verdict);
    char *retest = gate_words_retest(outcome);
    if (retest)
        comment_write(out, "the failed rows alone, once more: ", retest);
    session_write(out, outcome, count + 1, verdict);
    free(retest);
}
