/* SPDX-License-Identifier: MIT */
/* ab_outputs.h: files that `ab` writes: --out, --markdown, --junit and --tap. */
#ifndef CLAIMCHECK_HARNESS_CLI_GATE_AB_OUTPUTS_H
#define CLAIMCHECK_HARNESS_CLI_GATE_AB_OUTPUTS_H

#include "harness/analysis/gate/gate.h"
#include "harness/cli/options.h"

#include <stdio.h>

/* Entries of a table of options. */
#define AB_OUTPUTS_OPTIONS                                                                         \
    OPTION_WITH("out", "FILE.json", "the results as JSON, with samples; - for standard output",    \
                .file = true),                                                                     \
        OPTION_WITH("markdown", "FILE", "writes the results as a comment for a pull request",      \
                    .file = true),                                                                 \
        OPTION_WITH("junit", "FILE", "the results as JUnit XML", .file = true),                    \
    {                                                                                              \
        .name = "tap", .argument = "FILE", .help = "the results in the Test Anything Protocol",    \
        .file = true                                                                               \
    }

/* Before anything is measured. False, with a message, where one of them cannot be written, or would
 * replace another. */
bool ab_outputs_check(const struct options *options);

/* Where the table goes: standard output, or standard error, where a file takes that. */
FILE *ab_outputs_table(const struct options *options);

/* The exit code, with a message. */
int ab_outputs_write(const struct options *options, const struct gate_result *outcome);

#endif
