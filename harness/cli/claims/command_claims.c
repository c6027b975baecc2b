/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"
#include "harness/analysis/claims/claims_each.h"
#include "harness/base/message.h"
#include "harness/cli/claims/claims_expected.h"
#include "harness/cli/command.h"
#include "harness/cli/published_option.h"
#include "harness/cli/runs/run_list.h"
#include "harness/cli/sheet_options.h"
#include "harness/views/claims/claims_print.h"
#include "harness/views/claims/claims_view.h"
#include "harness/views/claims/stability_view.h"
#include "harness/views/formats/export_claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a line of the command is about. */
struct subject {
    struct run_list runs;
    struct published_list published;
    struct claims *claims;
    json_t *expected; /* verdicts of an earlier time; NULL */
};

static void subject_finish(struct subject *subject)
{
    claims_destroy(&subject->claims);
    run_list_finish(&subject->runs);
    published_list_finish(&subject->published);
    json_decref(subject->expected);
}

static int show(const struct claims *claims, const struct options *options)
{
    const struct sheet_source source = { claims_view, claims, "claimcheck claims" };
    enum sheet_style style;
    if (!sheet_options_style(options, "claims", &style))
        return EXIT_CODE_UNTRIED;
    if (style == SHEET_JSON)
        return command_print_json(export_claims_json(claims));
    if (style != SHEET_TEXT || options_has(options, "brief"))
        return sheet_options_print(&source, style, false);
    claims_print(stdout, claims, options_has(options, "verbose"));
    return EXIT_CODE_OK;
}

static int conclude(const struct subject *subject, const struct options *options)
{
    const struct claims *claims = subject->claims;
    size_t measured = 0;
    for (size_t i = 0; i < claims->device_count; i++)
        measured += claims->devices[i].measured;
    const int code = show(claims, options);
    if (code != EXIT_CODE_OK)
        return code;
    if (subject->expected)
        return claims_expected_compare(claims, subject->expected, options_value(options, "expect"));
    if (measured == 0)
        message_note("claims: these runs have no case of any claim");
    return measured > 0 ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

static int each_show(const struct claims_each *each, const struct options *options)
{
    bool several = false;
    for (size_t i = 0; i < each->device_count; i++)
        several = several || each->devices[i].together->run_count > 1;
    if (!several) {
        message_note("claims: --each compares runs, and of no device here are two");
        return EXIT_CODE_NOTHING;
    }
    const struct sheet_source source = { stability_view, each, "claimcheck claims --each" };
    enum sheet_style style;
    if (!sheet_options_style(options, "claims", &style))
        return EXIT_CODE_UNTRIED;
    return style == SHEET_JSON ? command_print_json(stability_json(each))
                               : sheet_options_print(&source, style, false);
}

/* Each run for itself, beside all of them. */
static int each_judge(const struct subject *subject, const struct options *options)
{
    struct claims_each *each =
        claims_each_judge(run_list_runs(&subject->runs), subject->runs.count,
                          subject->published.files, subject->published.count);
    const int code = each ? each_show(each, options) : message_error("no memory is left");
    claims_each_destroy(&each);
    return code;
}

static int judge(struct subject *subject, const struct command_line *line)
{
    const struct options *options = line->options;
    int code = published_option_open(&subject->published, options, "claims");
    if (code == EXIT_CODE_OK)
        code = run_list_open(&subject->runs, options, "claims");
    if (code == EXIT_CODE_OK)
        code = published_option_check(&subject->published, line, run_list_runs(&subject->runs),
                                      subject->runs.count);
    if (code != EXIT_CODE_OK)
        return code;
    if (options_has(options, "each"))
        return each_judge(subject, options);
    subject->claims = claims_judge(run_list_runs(&subject->runs), subject->runs.count,
                                   subject->published.files, subject->published.count);
    return subject->claims ? conclude(subject, options) : message_error("no memory is left");
}

static int claims_run(const struct command_line *line)
{
    struct subject subject = { 0 };
    const char *expect = options_value(line->options, "expect");
    int code = EXIT_CODE_UNTRIED;
    if (line->options->positional_count == 0)
        return message_error("claims: which run file? claimcheck claims RUN.json");
    if (expect)
        subject.expected = claims_expected_load(expect);
    if (!expect || subject.expected)
        code = judge(&subject, line);
    subject_finish(&subject);
    return code;
}

static const struct option_spec claims_options[] = {
    { .name = "brief", .help = "a line for each claim that was measured" },
    { .name = "verbose", .help = "the paper's words, every pair by name, known deviations" },
    SHEET_OPTIONS,
    { .name = "json", .help = "every claim with its pairs, as docs/claims.md says" },
    { .name = "markdown", .help = "a table for a page" },
    { .name = "csv", .help = "a line for each claim, with the names of its cases" },
    { .name = "each",
      .help = "which verdicts change from run to run: what each says alone, and all together" },
    { .name = "expect",
      .argument = "FILE",
      .help = "exit code 1 where a verdict is another than in FILE, of an earlier --json",
      .file = true },
    PUBLISHED_OPTION,
    { .name = NULL },
};

static const char *const ways[] = { "brief", "verbose", "json", "markdown", "csv", "format", NULL };
static const char *const each_or_brief[] = { "each", "brief", NULL };
static const char *const each_or_verbose[] = { "each", "verbose", NULL };
static const char *const each_or_expect[] = { "each", "expect", NULL };
static const char *const *const claims_choices[] = { ways, each_or_brief, each_or_verbose,
                                                     each_or_expect, NULL };

const struct command command_claims = {
    .name = "claims",
    .arguments = "RUN.json... [OPTIONS]",
    .summary = "a verdict for each claim of the papers; several runs of a device are judged as one",
    .example = "claimcheck claims run.json",
    .options = claims_options,
    .choices = claims_choices,
    .operands = true,
    .run = claims_run,
};
