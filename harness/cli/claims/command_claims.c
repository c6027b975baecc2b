/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"
#include "harness/base/message.h"
#include "harness/base/terminal.h"
#include "harness/base/trouble.h"
#include "harness/cli/claims/claims_expected.h"
#include "harness/cli/claims/claims_new.h"
#include "harness/cli/command.h"
#include "harness/cli/published_option.h"
#include "harness/cli/runs/row_file.h"
#include "harness/cli/runs/run_list.h"
#include "harness/cli/sheet_options.h"
#include "harness/cli/technique_folders.h"
#include "harness/file.h"
#include "harness/record/row.h"
#include "harness/views/claims/claims_print.h"
#include "harness/views/claims/claims_view.h"
#include "harness/views/claims/stability_view.h"
#include "harness/views/formats/export_claims.h"
#include "harness/views/headline/digest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The subject of one call of the command. */
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
    const struct sheet_source source = { claims_view, claims };
    const enum sheet_style style = sheet_options_style(options);
    if (style == SHEET_JSON)
        return command_print_json(export_claims_json(claims));
    if (style != SHEET_TEXT || options_has(options, "brief"))
        return sheet_options_print(&source, style, false);
    const char *claim = options_value(options, "claim");
    const bool one = claim && strchr(claim, '.'); /* and no paper, whose claims begin with its id */
    const bool verbose = options_has(options, "verbose") || one;
    const bool cut = console_is(CONSOLE_OUTPUT) && !verbose && !options_has(options, "all");
    claims_print(stdout, claims, verbose, cut ? DIGEST_LINES : 0);
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
    const char *claim = options_value(options, "claim");
    const bool one = claim && strchr(claim, '.'); /* and no paper, whose claims begin with its id */
    if (measured == 0 && claim)
        message_note("claims: no case of '%s' is in these runs: measure it with "
                     "claimcheck run --claims='^%s%s'",
                     claim, claim, one ? "$" : "[.]");
    else if (measured == 0)
        message_note("claims: these runs have no case of any claim");
    return measured > 0 ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

static int each_show(const struct claims_each *each, const struct options *options)
{
    bool several = false;
    for (size_t i = 0; i < each->device_count; i++)
        several = several || each->devices[i].together->run_count > 1;
    if (!several) {
        message_note("claims: --each compares runs of a device, and no device here has two");
        return EXIT_CODE_NOTHING;
    }
    const struct sheet_source source = { stability_view, each };
    const enum sheet_style style = sheet_options_style(options);
    return style == SHEET_JSON ? command_print_json(stability_json(each))
                               : sheet_options_print(&source, style, false);
}

/* False with a message where the unit, or the factor, is none. */
static bool request_make(const struct subject *subject, const struct options *options,
                         struct claims_request *request)
{
    const char *unit = options_value(options, "verdicts-of");
    const char *within = options_value(options, "same-within");
    const char *end = "";
    *request = (struct claims_request){ .runs = run_list_runs(&subject->runs),
                                        .run_count = subject->runs.count,
                                        .published = subject->published.files,
                                        .published_count = subject->published.count };
    if (unit && strcmp(unit, "card") == 0)
        request->unit = CLAIMS_UNIT_CARD;
    else if (unit && strcmp(unit, "model") == 0)
        request->unit = CLAIMS_UNIT_MODEL;
    else if (unit)
        message_error("claims: --verdicts-of '%s': card or model", unit);
    request->kappa = within ? file_number(within, &end) : 0;
    const bool good = !within || (*end == 0 && request->kappa > 1 && isfinite(request->kappa));
    if (!good)
        message_error("claims: --same-within '%s': a factor above 1", within);
    return good && (!unit || request->unit != CLAIMS_UNIT_AS_GIVEN);
}

/* False with a message where verdicts of one card are asked for, and the runs are of several. */
static bool cards_check(const struct claims_request *request, const struct claims *claims)
{
    for (size_t i = 0; i < claims->device_count && request->unit == CLAIMS_UNIT_CARD; i++)
        if (claims->devices[i].card_count > 1)
            return message_refuse(
                "claims: --verdicts-of card: these are runs of %zu cards of %s: name those of one",
                claims->devices[i].card_count, claims->devices[i].name);
    return true;
}

/* Each run for itself, beside all of them. */
static int each_judge(const struct claims_request *request, const struct options *options)
{
    struct claims_each *each = claims_each_judge(request);
    const int code =
        cards_check(request, each->together) ? each_show(each, options) : (int)EXIT_CODE_UNTRIED;
    claims_each_destroy(&each);
    return code;
}

/* Makes the rows of each operand anew, which is a file of them or a device. */
static int rejudge(const struct published_list *list, const struct options *options)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < options->positional_count; i++) {
        const char *operand = options->positionals[i];
        const int own =
            row_file_is(operand)
                ? row_file_rejudge(operand, list)
                : message_error("claims: --rejudge '%s': name a device or a file of rows, such as "
                                "results/cards/MODEL.jsonl.xz",
                                operand);
        code = code == EXIT_CODE_OK ? own : code;
    }
    return code;
}

static int judge(struct subject *subject, const struct command_line *line)
{
    const struct options *options = line->options;
    struct claims_request request;
    int code = published_option_open(&subject->published, options, line->techniques, "claims");
    if (code == EXIT_CODE_OK && options_has(options, "rejudge"))
        code = rejudge(&subject->published, options);
    if (code == EXIT_CODE_OK)
        code = run_list_open(&subject->runs, options, "claims", true);
    if (code == EXIT_CODE_OK)
        code = published_option_check(&subject->published, line, run_list_runs(&subject->runs),
                                      subject->runs.count);
    if (code != EXIT_CODE_OK)
        return code;
    const struct published_claim *claim;
    if (!published_option_claim(&subject->published, options_value(options, "claim"), "claims",
                                &claim) ||
        !request_make(subject, options, &request))
        return EXIT_CODE_UNTRIED;
    request.claim = claim;
    if (options_has(options, "each"))
        return each_judge(&request, options);
    subject->claims = claims_judge(&request);
    return cards_check(&request, subject->claims) ? conclude(subject, options) : EXIT_CODE_UNTRIED;
}

static int claims_run(const struct command_line *line)
{
    struct subject subject = { 0 };
    const char *expect = options_value(line->options, "expect");
    const char *new_file = options_value(line->options, "new");
    int code = EXIT_CODE_UNTRIED;
    const struct technique *folder = *technique_folders_meant(line->techniques);
    folder = folder && folder->folder ? folder : NULL;
    if (new_file && line->options->given_count == (folder ? 2 : 1) &&
        line->options->positional_count == 0)
        return claims_new(new_file, folder);
    if (new_file)
        return message_error("claims: --new '%s' takes no run file, and no option but --technique",
                             new_file);
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
    { .name = "all", .help = "every claim, everywhere" },
    { .name = "brief", .help = "a line for each claim that was measured" },
    { .name = "claim",
      .argument = "ID",
      .help = "this claim alone, with all that --verbose prints of it; or of a paper" },
    { .name = "verbose", .help = "the paper's words, every pair by name, known deviations" },
    SHEET_OPTIONS,
    { .name = "json",
      .help = "every claim with its pairs, as docs/guide/claims-and-verdicts.md says" },
    { .name = "markdown", .help = "a table for a page" },
    { .name = "csv", .help = "a line for each claim, with the names of its cases" },
    { .name = "each",
      .help = "the verdicts of each run alone, where they differ from the joint ones" },
    { .name = "verdicts-of",
      .argument = "UNIT",
      .help = "card: verdicts on the one measured card; model: on all such cards, wider for few; "
              "by default as the runs are" },
    { .name = "same-within",
      .argument = "FACTOR",
      .help = "the factor within which a gain counts as the same size; 1.5" },
    { .name = "expect",
      .argument = "FILE",
      .help = "exit code 1 where a verdict differs from that in FILE, written by an earlier --json",
      .file = true },
    { .name = "rejudge", .help = "makes stale rows again, from history" },
    { .name = "new",
      .argument = "PAPER.json",
      .help = "writes the skeleton of a file of claims, for a paper of your own",
      .file = true },
    PUBLISHED_OPTION,
    { .name = NULL },
};

static const char *const ways[] = { "brief", "verbose", "json", "markdown", "csv", "format", NULL };
static const char *const each_or_brief[] = { "each", "brief", NULL };
static const char *const each_or_verbose[] = { "each", "verbose", NULL };
static const char *const each_or_expect[] = { "each", "expect", NULL };
static const char *const claim_or_expect[] = { "claim", "expect", NULL };
static const char *const rejudge_or_published[] = { "rejudge", "published", NULL };
static const char *const *const claims_choices[] = {
    ways, each_or_brief, each_or_verbose, each_or_expect, claim_or_expect, rejudge_or_published,
    NULL
};

const struct command command_claims = {
    .name = "claims",
    .arguments = "[RUN.json|DEVICE|PAPER|CLAIM...] [OPTIONS]",
    .summary = "judges each claim of the papers; several runs of a device are judged as one",
    .example = "claimcheck claims run.json",
    .options = claims_options,
    .choices = claims_choices,
    .operands = true,
    .names = COMMAND_NAMES_ROWS,
    .takes_latest = true,
    .run = claims_run,
};
