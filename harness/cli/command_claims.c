/* SPDX-License-Identifier: MIT */
#include "harness/cli/claims_expect.h"
#include "harness/cli/command.h"
#include "harness/judge/claims.h"
#include "harness/run/run.h"
#include "harness/session/message.h"
#include "harness/show/claims_print.h"
#include "harness/show/export/export_claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a line of the command is about. */
struct subject {
    struct run **runs;
    size_t run_count;
    struct published_list published;
    struct claims *claims;
};

static void subject_finish(struct subject *subject)
{
    claims_destroy(&subject->claims);
    for (size_t i = 0; i < subject->run_count; i++)
        run_destroy(&subject->runs[i]);
    free(subject->runs);
    published_list_finish(&subject->published);
}

/* A message for each line. */
static int faults_print(char *message)
{
    int code = EXIT_CODE_UNTRIED;
    for (char *line = strtok(message, "\n"); line; line = strtok(NULL, "\n"))
        code = message_error("claims: %s", line);
    return code;
}

static int published_open(struct subject *subject, const struct options *options)
{
    char message[PUBLISHED_MESSAGE_BYTES];
    int code = EXIT_CODE_OK;
    bool any = false;
    for (size_t i = 0; i < options->given_count; i++) {
        if (strcmp(options->given[i].spec->name, "published") != 0)
            continue;
        any = true;
        if (!published_list_load(&subject->published, options->given[i].value, message))
            code = faults_print(message);
    }
    if (!any && !published_list_shipped(&subject->published))
        code = message_error("no memory is left");
    return code;
}

/* The run of the same process that is there already; NULL. */
static const struct run *run_again(const struct subject *subject, const struct run *run)
{
    for (size_t i = 0; i < subject->run_count; i++) {
        const struct run *other = subject->runs[i];
        if (other->session.seed == run->session.seed &&
            strcmp(other->session.started, run->session.started) == 0 &&
            strcmp(other->device.uuid, run->device.uuid) == 0 &&
            strcmp(other->tool.commit, run->tool.commit) == 0)
            return other;
    }
    return NULL;
}

static int runs_open(struct subject *subject, const struct options *options)
{
    char message[MESSAGE_BYTES];
    int code = EXIT_CODE_OK;
    subject->runs = calloc(options->positional_count, sizeof(struct run *));
    if (!subject->runs)
        return message_error("no memory is left");
    for (size_t i = 0; i < options->positional_count; i++) {
        struct run *run = run_load(options->positionals[i], message, sizeof(message));
        const struct run *again = run ? run_again(subject, run) : NULL;
        if (!run)
            code = message_error("claims: %s", message);
        if (again)
            code = message_error("claims: '%s' and '%s' are one run: name it once", again->path,
                                 run->path);
        if (run)
            subject->runs[subject->run_count++] = run;
    }
    return code;
}

static int show(const struct claims *claims, const struct options *options)
{
    if (options_has(options, "json"))
        return command_print_json(export_claims_json(claims));
    if (options_has(options, "markdown"))
        export_claims_markdown(stdout, claims);
    else if (options_has(options, "csv"))
        export_claims_csv(stdout, claims);
    else if (options_has(options, "brief"))
        claims_print_lines(stdout, claims);
    else
        claims_print(stdout, claims, options_has(options, "verbose"));
    return EXIT_CODE_OK;
}

static int conclude(const struct claims *claims, const struct options *options)
{
    const char *expected = options_value(options, "expect");
    size_t measured = 0;
    for (size_t i = 0; i < claims->device_count; i++)
        measured += claims->devices[i].measured;
    const int code = show(claims, options);
    if (code != EXIT_CODE_OK)
        return code;
    if (expected)
        return claims_expect(claims, expected);
    if (measured == 0)
        message_note("claims: these runs have no case of any claim");
    return measured > 0 ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

/* One way to say it. */
static int formats_check(const struct options *options)
{
    static const char *const formats[] = { "brief", "json", "markdown", "csv" };
    const char *given = NULL;
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (!options_has(options, formats[i]))
            continue;
        if (given)
            return message_error("claims: --%s and --%s: one of them", given, formats[i]);
        given = formats[i];
    }
    return EXIT_CODE_OK;
}

static int judge(struct subject *subject, const struct options *options)
{
    int code = published_open(subject, options);
    if (code == EXIT_CODE_OK)
        code = runs_open(subject, options);
    if (code != EXIT_CODE_OK)
        return code;
    subject->claims = claims_judge((const struct run *const *)subject->runs, subject->run_count,
                                   subject->published.files, subject->published.count);
    return subject->claims ? conclude(subject->claims, options)
                           : message_error("no memory is left");
}

static int claims_run(const struct command_line *line)
{
    struct subject subject = { 0 };
    if (line->options->positional_count == 0)
        return message_error("claims: which run file? claimcheck claims RUN.json");
    int code = formats_check(line->options);
    if (code == EXIT_CODE_OK)
        code = judge(&subject, line->options);
    subject_finish(&subject);
    return code;
}

static const struct option_spec claims_options[] = {
    { .name = "brief", .help = "a line for each claim that was measured" },
    { .name = "verbose", .help = "the paper's words, every pair by name, known deviations" },
    { .name = "json", .help = "every claim with its pairs, as docs/claims.md says" },
    { .name = "markdown", .help = "a table for a page" },
    { .name = "csv", .help = "a line for each claim, with the names of its cases" },
    { .name = "expect",
      .argument = "FILE",
      .help = "exit code 1 where a verdict is another than in FILE, of an earlier --json",
      .file = true },
    { .name = "published",
      .argument = "FILE",
      .help = "claims of this file in place of those of results/published/; may be repeated",
      .repeated = true,
      .file = true },
    { .name = NULL },
};

const struct command command_claims = {
    .name = "claims",
    .arguments = "RUN.json... [OPTIONS]",
    .summary = "a verdict for each claim of the papers; several runs of a device are judged as one",
    .example = "claimcheck claims run.json",
    .options = claims_options,
    .operands = true,
    .run = claims_run,
};
